// A comparison of methods: table, JSON, CSV, figure.

#include "output/json.h"
#include "output/number.h"
#include "output/plain.h"
#include "output/study.h"

#include <math.h>
#include <string.h>

// the errors that a model may have: two, then the invariants
enum { ENERGY, CONSTRAINT, INVARIANTS };

// ---------------------------------------------------------------------------------------------
// the table

enum {
  order_width = 5,
  error_width = 9,  // -1.23e-45
  constraint_width = 10,
  cost_width = 7,
  most_invariants = 6,  // more share one column, with the worst of them
};

// two spaces before each column
static void right(FILE *out, const char *word, int width) {
  fprintf(out, "  %*s%s", width - plain_width(word), "", word);
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
  int n = plain_width(label);
  return n > error_width ? n : error_width;
}

static int method_width(const noslip_comparison *r) {
  int width = plain_width("method");
  for (int k = 0; k < r->nmethod; k++) {
    int own = plain_width(r->methods[k].name);
    width = own > width ? own : width;
  }
  return width;
}

static void head(FILE *out, const noslip_comparison *r, int width) {
  fputs("  ", out);
  plain_padded(out, "method", width);
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
  plain_padded(out, m->name, width);
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

static void print_table(FILE *out, const void *result) {
  const noslip_comparison *r = result;
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
      fprintf(out, "  %s %s\n", r->methods[k].name, plain_sentence(r->methods[k].trouble));
  study_notes(out, r->notes, r->nnote);
}

// ---------------------------------------------------------------------------------------------
// JSON

static void json_errors(FILE *out, const noslip_comparison *r, const noslip_compare_method *m) {
  if (r->has_energy) {
    json_member(out, ",\n   \"energy\": {", "max_error", m->energy_max_error);
    json_member(out, ", ", "trend", m->energy_trend);
    fputc('}', out);
  }
  if (r->nconstraint > 0) {
    json_member(out, ", \"constraint\": {", "max_error", m->constraint_max_error);
    fputc('}', out);
  }
  json_key(out, ",\n   ", "invariants");
  for (int i = 0; i < r->ninvariant; i++) {
    json_key(out, i > 0 ? ", " : "{", r->invariants[i]);
    json_member(out, "{", "max_error", m->invariant_max_errors[i]);
    fputc('}', out);
  }
  fputs(r->ninvariant > 0 ? "}" : "{}", out);
}

static void json_samples(FILE *out, const noslip_comparison *r, const noslip_compare_method *m) {
  json_list(out, ",\n   \"samples\": {", "t", m->times, m->nsample);
  if (m->energy)
    json_list(out, ",\n    ", "energy", m->energy, m->nsample);
  if (m->constraint)
    json_list(out, ",\n    ", "constraint", m->constraint, m->nsample);
  json_key(out, ",\n    ", "invariants");
  fputc('{', out);
  for (int i = 0; i < r->ninvariant; i++)
    json_list(out, i > 0 ? ",\n     " : "", r->invariants[i], m->invariants[i], m->nsample);
  fputs("}}", out);
}

static void json_method(FILE *out, const noslip_comparison *r, const noslip_compare_method *m) {
  json_member_text(out, "\n  {", "method", m->name);
  json_member_flag(out, ", ", "applies", !m->refusal);
  fprintf(out, ", \"order\": %d", m->order);
  json_member_flag(out, ", ", "adaptive", m->adaptive);
  fprintf(out, ", \"steps\": %ld, \"newton\": {\"iterations\": %ld}", m->steps,
          m->newton_iterations);
  if (m->adaptive)
    fprintf(out, ", \"right_hand_sides\": %ld", m->right_hand_sides);
  json_member(out, ", ", "wall_seconds", m->wall_seconds);
  if (m->trouble || m->refusal)
    json_member_sentence(out, ",\n   ", "trouble", m->trouble ? m->trouble : m->refusal);
  json_errors(out, r, m);
  json_samples(out, r, m);
  fputc('}', out);
}

static void print_json(FILE *out, const void *result, const char *trouble) {
  const noslip_comparison *r = result;
  json_member_text(out, "{", "model", r->model);
  json_member(out, ", ", "step", r->step);
  json_member(out, ", ", "until", r->until);
  fprintf(out, ", \"steps\": %ld", r->steps);
  if (r->has_energy)
    json_member_flag(out, ", ", "energy_is_invariant", r->energy_is_invariant);
  json_key(out, ",\n ", "methods");
  for (int k = 0; k < r->nmethod; k++) {
    fputs(k > 0 ? "," : "[", out);
    json_method(out, r, &r->methods[k]);
  }
  fputc(']', out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}

// ---------------------------------------------------------------------------------------------
// CSV

// a method that was not run: it is there, and has no numbers
static void csv_without_numbers(FILE *out, const noslip_comparison *r,
                                const noslip_compare_method *m) {
  int columns = 1 + r->has_energy + (r->nconstraint > 0) + r->ninvariant;
  study_csv_name(out, m->name, "");
  for (int i = 0; i < columns; i++)
    study_csv_number(out, (double)NAN);
  fputc('\n', out);
}

static void csv_sample(FILE *out, const noslip_comparison *r, const noslip_compare_method *m,
                       int j) {
  study_csv_name(out, m->name, "");
  study_csv_number(out, m->times[j]);
  if (m->energy)
    study_csv_number(out, m->energy[j]);
  if (m->constraint)
    study_csv_number(out, m->constraint[j]);
  for (int i = 0; i < r->ninvariant; i++)
    study_csv_number(out, m->invariants[i][j]);
  fputc('\n', out);
}

static void print_csv(FILE *out, const void *result) {
  const noslip_comparison *r = result;
  fprintf(out, "method,t%s%s", r->has_energy ? ",energy" : "",
          r->nconstraint > 0 ? ",constraint" : "");
  for (int i = 0; i < r->ninvariant; i++) {
    fputc(',', out);
    study_csv_name(out, r->invariants[i], "");
  }
  fputc('\n', out);
  for (int k = 0; k < r->nmethod; k++) {
    const noslip_compare_method *m = &r->methods[k];
    if (m->nsample == 0 && (m->refusal || m->trouble))
      csv_without_numbers(out, r, m);
    for (int j = 0; j < m->nsample; j++)
      csv_sample(out, r, m, j);
  }
}

static const char *const *notes(const void *result, int *count) {
  const noslip_comparison *r = result;
  *count = r->nnote;
  return r->notes;
}

const study_output comparison_output = {print_table, print_json, print_csv, notes};

// ---------------------------------------------------------------------------------------------
// the figure

static const double *series(const noslip_compare_method *m, int j) {
  return j == ENERGY ? m->energy : j == CONSTRAINT ? m->constraint : m->invariants[j - INVARIANTS];
}

static bool drawable(double y) {
  return y > 0 && figure_drawable(y);
}

// The least error above 0 of a panel, rounded down to a power of ten; 0: there is none. The start
// is not drawn: errors are 0 there.
static double lower_end(const noslip_comparison *r, int j) {
  double least = (double)INFINITY;
  for (int k = 0; k < r->nmethod; k++) {
    const noslip_compare_method *m = &r->methods[k];
    const double *y = series(m, j);
    for (int i = 1; i < m->nsample && y; i++)
      if (drawable(y[i]))
        least = fmin(least, y[i]);
  }
  return figure_drawable(least) ? pow(10, floor(log10(least))) : 0;
}

// where the next curve and its numbers go
typedef struct cursor {
  curve *curve;
  double *number;
} cursor;

// zeros are raised to the lower end of the axis; true if there are any
static bool add_method(cursor *at, panel *p, const noslip_comparison *r, int k, int j, double low) {
  const noslip_compare_method *m = &r->methods[k];
  const double *y = series(m, j);
  bool zeros = false;
  int drawn = 0;
  for (int i = 1; i < m->nsample; i++) {
    zeros |= y[i] == 0;
    at->number[i - 1] = y[i] == 0 ? low : drawable(y[i]) ? y[i] : (double)NAN;
    drawn += !isnan(at->number[i - 1]);
  }
  if (drawn == 0)
    return false;
  *at->curve++ = (curve){.name = m->name,
                         .x = m->times + 1,
                         .y = at->number,
                         .n = (size_t)m->nsample - 1,
                         .hue = k + 1};
  at->number += m->nsample - 1;
  p->ncurve++;
  return zeros;
}

static void add_panel(study_figure *f, cursor *at, const noslip_comparison *r, int j) {
  panel *made = &f->panels[f->page.npanel];
  char *label = f->labels[f->page.npanel];
  double low = lower_end(r, j);
  bool zeros = false;
  if (low == 0)
    return;
  *made = (panel){.curves = at->curve,
                  .xlabel = "t",
                  .ylabel = label,
                  .colour_label = "",
                  .series = true,
                  .logarithmic = true};
  for (int k = 0; k < r->nmethod; k++)
    zeros |= add_method(at, made, r, k, j, low);
  int length = j == ENERGY ? snprintf(label, study_label, "energy error")
               : j == CONSTRAINT
                   ? snprintf(label, study_label, "constraint")
                   : snprintf(label, study_label, "error of %.60s", r->invariants[j - INVARIANTS]);
  if (zeros)
    snprintf(label + length, study_label - (size_t)length, " (zeros at %.0e)", low);
  f->page.npanel++;
}

bool comparison_draw(study_figure *f, const noslip_comparison *r) {
  size_t most = INVARIANTS + (size_t)r->ninvariant, lines = most*(size_t)r->nmethod;
  if (!study_figure_make(f, (study_figure_size){.panels = most,
                                                .curves = lines,
                                                .numbers = lines*(size_t)r->nsample,
                                                .labels = most}))
    return false;
  cursor at = {f->curves, f->numbers};
  for (int j = 0; j < (int)most; j++)
    if ((j != ENERGY || r->has_energy) && (j != CONSTRAINT || r->nconstraint > 0))
      add_panel(f, &at, r, j);
  f->page.page_key = true;
  snprintf(f->title, sizeof f->title, "%s: errors with h = %.10g", r->model, r->step);
  for (int k = 0, shown = 0; k < r->nmethod; k++)
    if (r->methods[k].nsample == 0)
      study_figure_without(f, r->methods[k].name, &shown);
  return true;
}
