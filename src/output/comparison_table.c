#include "output/comparison.h"

#include "output/number.h"
#include "output/plain.h"

#include <math.h>
#include <string.h>

enum {
  order_width = 5,
  error_width = 9,  // -1.23e-45
  constraint_width = 10,
  cost_width = 7,
  most_invariants = 6,  // more share one column, with the worst of them
};

// columns a text takes on the screen: UTF-8 letters count once
static int columns_of(const char *text) {
  int n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xC0) != 0x80;
  return n;
}

static void text(FILE *out, const char *word, int width) {
  fputs(word, out);
  for (int n = columns_of(word); n < width; n++)
    fputc(' ', out);
}

// two spaces before each column
static void right(FILE *out, const char *word, int width) {
  fprintf(out, "  %*s%s", width - columns_of(word), "", word);
}

static void error(FILE *out, double x, int width) {
  char word[32] = "--";
  if (!isnan(x))
    snprintf(word, sizeof word, "%.2e", number_shown(x));
  right(out, word, width);
}

static void per_step(FILE *out, double x, long steps) {
  char word[32] = "--";
  if (steps > 0)
    snprintf(word, sizeof word, "%.3g", x/(double)steps);
  right(out, word, cost_width);
}

static int width_of(const char *label) {
  int n = columns_of(label);
  return n > error_width ? n : error_width;
}

static int method_width(const noslip_comparison *r) {
  int width = columns_of("method");
  for (int k = 0; k < r->nmethod; k++) {
    int own = columns_of(r->methods[k].name);
    width = own > width ? own : width;
  }
  return width;
}

static void head(FILE *out, const noslip_comparison *r, int width) {
  fputs("  ", out);
  text(out, "method", width);
  right(out, "order", order_width);
  if (r->has_energy) {
    right(out, "energy", error_width);
    right(out, "trend", error_width);
  }
  if (r->nconstraint > 0)
    right(out, "constraint", constraint_width);
  if (r->ninvariant > most_invariants)
    right(out, "invariants", width_of("invariants"));
  for (int i = 0; i < r->ninvariant && r->ninvariant <= most_invariants; i++)
    right(out, r->invariants[i], width_of(r->invariants[i]));
  right(out, "Newton", cost_width);
  right(out, "us/step", cost_width);
  fputc('\n', out);
}

static double worst(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n && !isnan(most); i++)
    most = x[i] <= most ? most : x[i];
  return most;
}

static void order(FILE *out, const noslip_compare_method *m) {
  char word[16] = "--";
  if (!m->adaptive && !m->refusal)
    snprintf(word, sizeof word, "%d", m->order);
  right(out, word, order_width);
}

static void line(FILE *out, const noslip_comparison *r, const noslip_compare_method *m, int width) {
  fputs("  ", out);
  text(out, m->name, width);
  order(out, m);
  if (r->has_energy) {
    error(out, m->energy_max_error, error_width);
    error(out, m->energy_trend, error_width);
  }
  if (r->nconstraint > 0)
    error(out, m->constraint_max_error, constraint_width);
  if (r->ninvariant > most_invariants)
    error(out, worst(m->invariant_max_errors, r->ninvariant), width_of("invariants"));
  for (int i = 0; i < r->ninvariant && r->ninvariant <= most_invariants; i++)
    error(out, m->invariant_max_errors[i], width_of(r->invariants[i]));
  per_step(out, (double)m->newton_iterations, m->adaptive ? 0 : m->steps);
  per_step(out, 1e6*m->wall_seconds, m->steps);
  fputc('\n', out);
}

static void legend(FILE *out, const noslip_comparison *r) {
  fputs("\n  largest errors over the run; ", out);
  if (r->has_energy)
    fputs("trend: change of the energy by a straight-line fit;\n  ", out);
  fputs("Newton: iterations per step\n", out);
  if (r->ninvariant > most_invariants)
    fprintf(out, "  invariants: the worst of %d; --json and -o FILE have all of them\n",
            r->ninvariant);
  if (r->has_energy && !r->energy_is_invariant)
    fputs("  the model itself does not keep its energy: the change is not an error\n", out);
}

void comparison_table(FILE *out, const noslip_comparison *r) {
  int width = method_width(r);
  fprintf(out, "%s: %ld step%s with h = %.10g, to t = %.10g\n\n", r->model, r->steps,
          r->steps == 1 ? "" : "s", r->step, r->until);
  head(out, r, width);
  for (int k = 0; k < r->nmethod; k++)
    line(out, r, &r->methods[k], width);
  legend(out, r);
  fputs(r->nfailed > 0 ? "\n" : "", out);
  for (int k = 0; k < r->nmethod; k++)
    if (r->methods[k].trouble)
      fprintf(out, "  %s %s\n", r->methods[k].name, plain_text(r->methods[k].trouble));
  for (int i = 0; i < r->nnote; i++)
    fprintf(out, "%s  note: %s\n", i == 0 ? "\n" : "", plain_text(r->notes[i]));
}
