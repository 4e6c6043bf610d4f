// A study of convergence: table, JSON, CSV.

#include "output/json.h"
#include "output/plain.h"
#include "output/study.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the table: errors

enum { error_width = 10, slope_width = 6 };

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

// "the exact solution", "half the step (Richardson)", "rattle with h = 0.001"
static void print_against(FILE *out, const noslip_convergence *r) {
  switch (r->against) {
  case NOSLIP_AGAINST_RUN:
    fprintf(out, "%s with h = %.10g", r->reference, r->reference_step);
    break;
  case NOSLIP_AGAINST_HALVES: fputs("half the step (Richardson)", out); break;
  default: fputs("the exact solution", out);
  }
}

static void head(FILE *out, const noslip_convergence *r, widths w) {
  fprintf(out, "  %-*s  %-*s", w.method, "method", w.step, "h");
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      fprintf(out, "  %-*s%*s", error_width, r->columns[c], slope_width, "slope");
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
// the table: slopes, cost, failures

static void slope_line(FILE *out, const noslip_fit *f, const char *word, int order) {
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

static void cost_line(FILE *out, const noslip_converge_method *m) {
  const study_cost cost = {m->steps, m->newton_iterations, 0, m->wall_seconds};
  fprintf(out, "    %-12s", "cost");
  study_print_cost(out, &cost, 0);
  fputc('\n', out);
}

static void methods(FILE *out, const noslip_convergence *r) {
  for (int k = 0; k < r->nmethod; k++) {
    const noslip_converge_method *m = &r->methods[k];
    fprintf(out, "\n  %s%s\n", m->name, m->refusal ? ": left out" : "");
    if (m->refusal)
      continue;
    for (int c = 0; c < NOSLIP_COLUMNS; c++)
      if (r->count[c] > 0)
        slope_line(out, &m->fit[c], r->columns[c], m->order[c]);
    cost_line(out, m);
  }
}

static void troubles(FILE *out, const noslip_convergence *r) {
  fputs(r->nfailed > 0 ? "\n" : "", out);
  for (int k = 0; k < r->nmethod; k++)
    for (int i = 0; i < r->nstep; i++) {
      const noslip_converge_point *p = &r->methods[k].points[i];
      if (p->trouble)
        fprintf(out, "  %s with h = %.10g %s\n", r->methods[k].name, p->step,
                plain_sentence(p->trouble));
    }
}

static void print_table(FILE *out, const void *result) {
  const noslip_convergence *r = result;
  widths w = measure(r);
  fprintf(out, "%s: errors at t = %.10g against ", r->model, r->until);
  print_against(out, r);
  fputs("\n\n", out);
  head(out, r, w);
  errors(out, r, w);
  legend(out, r);
  methods(out, r);
  troubles(out, r);
  study_notes(out, r->notes, r->nnote);
}

// ---------------------------------------------------------------------------------------------
// JSON

// {"q": 1e-3, "p": 2e-3}: the columns that are measured
static void json_columns(FILE *out, const noslip_convergence *r, const char *name,
                         const double *x) {
  const char *before = "{";
  json_key(out, ", ", name);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0) {
      json_member(out, before, r->columns[c], x[c]);
      before = ", ";
    }
  fputs(before[0] == '{' ? "{}" : "}", out);
}

static void json_uses(FILE *out, const noslip_convergence *r, const noslip_point_use *use) {
  static const char *const words[] = {"fitted", "coarse", "floor", "missing"};
  const char *before = "{";
  json_key(out, ", ", "use");
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0) {
      json_member_text(out, before, r->columns[c], words[use[c]]);
      before = ", ";
    }
  fputs(before[0] == '{' ? "{}" : "}", out);
}

static void json_work(FILE *out, long steps, long iterations, double seconds) {
  fprintf(out, ", \"steps\": %ld, \"newton\": {\"iterations\": %ld}", steps, iterations);
  json_member(out, ", ", "wall_seconds", seconds);
}

static void json_point(FILE *out, const noslip_convergence *r, const noslip_converge_point *p) {
  json_member(out, "\n    {", "step", p->step);
  json_columns(out, r, "error", p->error);
  json_columns(out, r, "slope", p->slope);
  json_uses(out, r, p->use);
  json_work(out, p->steps, p->newton_iterations, p->wall_seconds);
  if (p->trouble)
    json_member_sentence(out, ", ", "trouble", p->trouble);
  fputc('}', out);
}

static void json_fit(FILE *out, const noslip_fit *f, int order) {
  fprintf(out, "{\"order\": %d", order);
  json_member(out, ", ", "slope", f->slope);
  fprintf(out, ", \"points\": %d", f->points);
  json_member(out, ", ", "coarsest", f->coarsest);
  json_member(out, ", ", "finest", f->finest);
  fprintf(out, ", \"left_coarse\": %d, \"left_floor\": %d}", f->left_coarse, f->left_floor);
}

static void json_fits(FILE *out, const noslip_convergence *r, const noslip_converge_method *m) {
  const char *before = "";
  fputs(",\n   \"fit\": {", out);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0) {
      json_key(out, before, r->columns[c]);
      json_fit(out, &m->fit[c], m->order[c]);
      before = ",\n           ";
    }
  fputc('}', out);
}

static void json_method(FILE *out, const noslip_convergence *r, const noslip_converge_method *m) {
  json_member_text(out, "\n  {", "method", m->name);
  json_member_flag(out, ", ", "applies", !m->refusal);
  json_work(out, m->steps, m->newton_iterations, m->wall_seconds);
  if (m->refusal)
    json_member_sentence(out, ",\n   ", "trouble", m->refusal);
  json_fits(out, r, m);
  json_key(out, ",\n   ", "points");
  for (int i = 0; i < r->nstep; i++) {
    fputs(i > 0 ? "," : "[", out);
    json_point(out, r, &m->points[i]);
  }
  fputs("]}", out);
}

static void json_against(FILE *out, const noslip_convergence *r) {
  static const char *const words[] = {"", "exact", "run", "richardson"};
  json_member_text(out, ",\n ", "against", words[r->against]);
  if (r->against != NOSLIP_AGAINST_RUN)
    return;
  json_member_text(out, ", \"reference\": {", "method", r->reference);
  json_member(out, ", ", "step", r->reference_step);
  fputc('}', out);
}

static void print_json(FILE *out, const void *result, const char *trouble) {
  const noslip_convergence *r = result;
  json_member_text(out, "{", "model", r->model);
  json_member(out, ", ", "until", r->until);
  json_against(out, r);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    fprintf(out, "%s\"%s\": %d", c == 0 ? ",\n \"components\": {" : ", ", r->columns[c],
            r->count[c]);
  fputc('}', out);
  fputs(",\n \"methods\": [", out);
  for (int k = 0; k < r->nmethod; k++) {
    fputs(k > 0 ? "," : "", out);
    json_method(out, r, &r->methods[k]);
  }
  fputc(']', out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}

// ---------------------------------------------------------------------------------------------
// CSV

static void print_csv(FILE *out, const void *result) {
  const noslip_convergence *r = result;
  fputs("method,step,steps", out);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      fprintf(out, ",error.%s", r->columns[c]);
  fputs(",newton.iterations\n", out);

  for (int k = 0; k < r->nmethod; k++)
    for (int i = 0; i < r->nstep; i++) {
      const noslip_converge_point *p = &r->methods[k].points[i];
      study_csv_name(out, r->methods[k].name, "");
      study_csv_number(out, p->step);
      fprintf(out, ",%ld", p->steps);
      for (int c = 0; c < NOSLIP_COLUMNS; c++)
        if (r->count[c] > 0)
          study_csv_number(out, p->error[c]);
      fprintf(out, ",%ld\n", p->newton_iterations);
    }
}

static const char *const *notes(const void *result, int *count) {
  const noslip_convergence *r = result;
  *count = r->nnote;
  return r->notes;
}

const study_output convergence_output = {print_table, print_json, print_csv, notes};
