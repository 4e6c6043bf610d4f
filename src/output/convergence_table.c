#include "output/convergence.h"

#include "output/plain.h"

#include <math.h>
#include <string.h>

enum { error_width = 10, slope_width = 6 };

const char *convergence_word(noslip_column c) {
  static const char *const words[] = {"q", "p", "multiplier"};
  return words[c];
}

void convergence_against(FILE *out, const noslip_convergence *r) {
  switch (r->against) {
  case NOSLIP_AGAINST_RUN:
    fprintf(out, "%s with h = %.10g", r->reference, r->reference_step);
    break;
  case NOSLIP_AGAINST_HALVES: fputs("half the step (Richardson)", out); break;
  default: fputs("the exact solution", out);
  }
}

// ---------------------------------------------------------------------------------------------
// errors

typedef struct widths {
  int method, step;
} widths;

static widths measure(const noslip_convergence *r) {
  widths w = {(int)strlen("method"), 1};
  for (int k = 0; k < r->nmethod; k++) {
    int length = (int)strlen(r->methods[k].name);
    w.method = length > w.method ? length : w.method;
    for (int i = 0; i < r->nstep; i++) {
      length = snprintf(NULL, 0, "%.10g", r->methods[k].points[i].step);
      w.step = length > w.step ? length : w.step;
    }
  }
  return w;
}

static void head(FILE *out, const noslip_convergence *r, widths w) {
  fprintf(out, "  %-*s  %-*s", w.method, "method", w.step, "h");
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      fprintf(out, "  %-*s%*s", error_width, convergence_word((noslip_column)c), slope_width,
              "slope");
  fputc('\n', out);
}

// what a point left out of the fit is marked with
static char mark(noslip_point_use use) {
  return use == NOSLIP_POINT_COARSE ? 'c' : use == NOSLIP_POINT_FLOOR ? 'r' : ' ';
}

// one column of a row: its error, its mark, its slope; returns the end of the text
static char *cell(char *at, size_t room, const noslip_converge_point *p, int c) {
  char slope[32] = "";
  if (isfinite(p->slope[c]))
    snprintf(slope, sizeof slope, "%.2f", p->slope[c]);
  int length =
      isfinite(p->error[c])
          ? snprintf(at, room, "  %8.2e %c%*s", p->error[c], mark(p->use[c]), slope_width, slope)
          : snprintf(at, room, "  %-*s%*s", error_width, "--", slope_width, "");
  return at + length;
}

static void errors_of(FILE *out, const noslip_convergence *r, const noslip_converge_point *p) {
  char text[64*NOSLIP_COLUMNS], *at = text;
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      at = cell(at, (size_t)(text + sizeof text - at), p, c);
  while (at > text && at[-1] == ' ')
    at--;
  fprintf(out, "%.*s\n", (int)(at - text), text);
}

static void errors(FILE *out, const noslip_convergence *r, widths w) {
  for (int k = 0; k < r->nmethod; k++)
    for (int i = 0; i < r->nstep; i++) {
      const noslip_converge_point *p = &r->methods[k].points[i];
      fprintf(out, "  %-*s  %-*.10g", w.method, i == 0 ? r->methods[k].name : "", w.step, p->step);
      errors_of(out, r, p);
    }
}

static void legend(FILE *out, const noslip_convergence *r) {
  int coarse = 0, floor_points = 0;
  for (int k = 0; k < r->nmethod; k++)
    for (int c = 0; c < NOSLIP_COLUMNS; c++) {
      coarse += r->methods[k].fit[c].left_coarse;
      floor_points += r->methods[k].fit[c].left_floor;
    }
  fputs(coarse + floor_points > 0 ? "\n" : "", out);
  if (coarse > 0)
    fputs("  c: the step is too large for the order to show; not in the fit\n", out);
  if (floor_points > 0)
    fputs("  r: the error is at the floor of rounding; not in the fit\n", out);
}

// ---------------------------------------------------------------------------------------------
// slopes and cost

static void line(FILE *out, const noslip_fit *f, const char *word, int order) {
  fprintf(out, "    %-12stheory %d, ", word, order);
  if (f->points >= 2) {
    fprintf(out, "slope %.3f through %d points, h = %.10g to %.10g\n", f->slope, f->points,
            f->coarsest, f->finest);
    return;
  }
  fprintf(out, "no slope: %s", f->points == 0 ? "no points left" : "one point left");
  if (f->left_floor > 0)
    fprintf(out, ", %d at the floor of rounding", f->left_floor);
  if (f->left_coarse > 0)
    fprintf(out, ", %d too coarse", f->left_coarse);
  fputc('\n', out);
}

static void cost(FILE *out, const noslip_converge_method *m) {
  double each = m->steps > 0 ? (double)m->newton_iterations/(double)m->steps : 0;
  fprintf(out, "    %-12s%ld steps, %.3g Newton iterations per step, %.3g s\n", "cost", m->steps,
          each, m->wall_seconds);
}

static void methods(FILE *out, const noslip_convergence *r) {
  for (int k = 0; k < r->nmethod; k++) {
    const noslip_converge_method *m = &r->methods[k];
    fprintf(out, "\n  %s%s\n", m->name, m->refusal ? ": left out" : "");
    if (m->refusal)
      continue;
    for (int c = 0; c < NOSLIP_COLUMNS; c++)
      if (r->count[c] > 0)
        line(out, &m->fit[c], convergence_word((noslip_column)c), m->order[c]);
    cost(out, m);
  }
}

// ---------------------------------------------------------------------------------------------
// what went wrong

static void troubles(FILE *out, const noslip_convergence *r) {
  fputs(r->nfailed > 0 ? "\n" : "", out);
  for (int k = 0; k < r->nmethod; k++)
    for (int i = 0; i < r->nstep; i++) {
      const noslip_converge_point *p = &r->methods[k].points[i];
      if (p->trouble)
        fprintf(out, "  %s with h = %.10g %s\n", r->methods[k].name, p->step,
                plain_text(p->trouble));
    }
}

void convergence_table(FILE *out, const noslip_convergence *r) {
  widths w = measure(r);
  fprintf(out, "%s: errors at t = %.10g against ", r->model, r->until);
  convergence_against(out, r);
  fputs("\n\n", out);
  head(out, r, w);
  errors(out, r, w);
  legend(out, r);
  methods(out, r);
  troubles(out, r);
  for (int i = 0; i < r->nnote; i++)
    fprintf(out, "%s  note: %s\n", i == 0 ? "\n" : "", plain_text(r->notes[i]));
}
