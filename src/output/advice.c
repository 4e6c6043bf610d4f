// Advice by trials, printed: methods and steps for an error at a time; and its figure, work against
// precision.

#include "output/json.h"
#include "output/number.h"
#include "output/plain.h"
#include "output/study.h"

#include <math.h>
#include <string.h>

static const noslip_attempt *chosen(const noslip_advised *r, int k) {
  return r->candidates[k].chosen < 0 ? NULL : &r->attempts[r->candidates[k].chosen];
}

// ---- for a person

static void cell(FILE *out, const char *format, int width, double x) {
  char word[32] = "--";
  if (!isnan(x))
    snprintf(word, sizeof word, format, x);
  fprintf(out, "  %*s", width, word);
}

static int width_of(const noslip_advised *r) {
  int width = (int)strlen("method");
  for (int k = 0; k < r->ncandidate; k++) {
    const noslip_attempt *a = chosen(r, k);
    int own = (int)strlen(a ? a->method : r->candidates[k].method);
    width = own > width ? own : width;
  }
  return width;
}

static void line(FILE *out, const noslip_advised *r, int k, int width) {
  const noslip_candidate *c = &r->candidates[k];
  const noslip_attempt *a = chosen(r, k);
  fprintf(out, "%s %-*s", k == r->recommended ? "  *" : "   ", width, a ? a->method : c->method);
  if (!a) {
    fprintf(out, "  %s\n", c->trouble ? plain_sentence(c->trouble) : "not tried");
    return;
  }
  cell(out, "%.3g", 9, a->step > 0 ? a->step : (double)NAN);
  cell(out, "%.1e", 8, a->error);
  cell(out, "%.1e", 8, a->energy_error);
  cell(out, "%.2e", 9, a->work);
  cell(out, "%.3g", 8, 1e3*a->seconds);
  fprintf(out, "  %s%s\n", c->keeps, c->meets ? "" : "; not the error");
}

// what to type
static void say_command(FILE *out, const noslip_attempt *a, const char *why) {
  fprintf(out, "\n  %s: --method \"%s\"", why, a->method);
  if (a->step > 0)
    fprintf(out, " --step %.6g", a->step);
  fputc('\n', out);
}

// for long runs, what keeps the structure; nothing if that is recommended anyway
static void say_long(FILE *out, const noslip_advised *r) {
  const noslip_attempt *a = &r->attempts[r->for_long];
  if (r->recommended >= 0 && a == chosen(r, r->recommended))
    return;
  say_command(out, a, "for long runs, with the structure kept");
  fprintf(out, "    with it the energy is off by %.1e, with error %.1e and %.2e operations\n",
          a->energy_error, a->error, a->work);
}

static void print_table(FILE *out, const void *result) {
  const noslip_advised *r = result;
  int width = width_of(r);
  fprintf(out, "%s: an error of %.1e at t = %.10g\n\n", r->model, r->error, r->until);
  fprintf(out, "    %-*s  %9s  %8s  %8s  %9s  %8s  keeps\n", width, "method", "step", "error",
          "energy", "work", "ms");
  for (int k = 0; k < r->ncandidate; k++)
    line(out, r, k, width);
  if (r->recommended >= 0)
    say_command(out, chosen(r, r->recommended), "take");
  if (r->for_long >= 0)
    say_long(out, r);
  fprintf(out,
          "\n  error: against %s, relative to the largest number of its kind; energy: the largest "
          "error in a\n  trial; work: operations, counted; ms: interpreted. %d trials, to t = "
          "%.10g\n",
          r->reference, r->nattempt, r->trial_until);
  study_notes(out, r->notes, r->nnote);
}

// ---- for a program

static void json_attempt(FILE *out, const noslip_attempt *a) {
  json_member_text(out, "{", "method", a->method);
  json_member(out, ", ", "step", a->step > 0 ? a->step : (double)NAN);
  json_member(out, ", ", "error", a->error);
  json_member(out, ", ", "measured", a->measured);
  json_member(out, ", ", "energy_error", a->energy_error);
  json_member(out, ", ", "operations", a->work);
  json_member(out, ", ", "seconds", a->seconds);
  json_member_flag(out, ", ", "frontier", a->frontier);
  fputc('}', out);
}

static void json_candidate(FILE *out, const noslip_advised *r, int k) {
  const noslip_candidate *c = &r->candidates[k];
  json_member_text(out, k > 0 ? ",\n  {" : "\n  {", "method", c->method);
  json_member_text(out, ", ", "keeps", c->keeps);
  json_member_flag(out, ", ", "structure", c->structure);
  json_member_flag(out, ", ", "meets", c->meets);
  if (c->trouble)
    json_member_sentence(out, ", ", "trouble", c->trouble);
  if (chosen(r, k)) {
    json_key(out, ",\n   ", "chosen");
    json_attempt(out, chosen(r, k));
  }
  json_key(out, ",\n   ", "attempts");
  fputc('[', out);
  for (int i = 0, n = 0; i < r->nattempt; i++)
    if (r->attempts[i].candidate == k) {
      fputs(n++ > 0 ? ",\n    " : "", out);
      json_attempt(out, &r->attempts[i]);
    }
  fputs("]}", out);
}

static void print_json(FILE *out, const void *result, const char *trouble) {
  const noslip_advised *r = result;
  json_member_text(out, "{", "model", r->model);
  json_member(out, ", ", "error", r->error);
  json_member(out, ", ", "until", r->until);
  json_member(out, ", ", "trial_until", r->trial_until);
  json_member(out, ", ", "growth", r->growth);
  json_member_text(out, ",\n ", "reference", r->reference);
  json_member(out, ", ", "doubt", r->doubt);
  fprintf(out, ", \"recommended\": %d, \"for_long\": %d", r->recommended, r->for_long);
  json_key(out, ",\n ", "candidates");
  fputc('[', out);
  for (int k = 0; k < r->ncandidate; k++)
    json_candidate(out, r, k);
  fputc(']', out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}

// ---- for a spreadsheet: no times, which differ from call to call

static void print_csv(FILE *out, const void *result) {
  const noslip_advised *r = result;
  fputs("method,step,error,measured,energy_error,operations,frontier\n", out);
  for (int i = 0; i < r->nattempt; i++) {
    const noslip_attempt *a = &r->attempts[i];
    study_csv_name(out, a->method, "");
    study_csv_number(out, a->step);
    study_csv_number(out, a->error);
    study_csv_number(out, a->measured);
    study_csv_number(out, a->energy_error);
    study_csv_number(out, a->work);
    fprintf(out, ",%d\n", a->frontier);
  }
}

static const char *const *notes_of(const void *result, int *count) {
  const noslip_advised *r = result;
  *count = r->nnote;
  return r->notes;
}

const study_output advice_output = {print_table, print_json, print_csv, notes_of};

// ---- the figure

typedef struct numbers {
  double *x, *y;
  size_t n;
} numbers;

// the attempts of a candidate, or the frontier (-1), from the least work to the most
static numbers collect(double *room, const noslip_advised *r, int k) {
  numbers c = {room, room + r->nattempt, 0};
  for (int i = 0; i < r->nattempt; i++) {
    const noslip_attempt *a = &r->attempts[i];
    bool taken = k < 0 ? a->frontier : a->candidate == k;
    if (!taken || !(a->error > 0) || !(a->work > 0))
      continue;
    size_t at = c.n++;
    for (; at > 0 && c.x[at - 1] > a->work; at--) {
      c.x[at] = c.x[at - 1];
      c.y[at] = c.y[at - 1];
    }
    c.x[at] = a->work;
    c.y[at] = a->error;
  }
  return c;
}

bool advice_draw(study_figure *f, const noslip_advised *r) {
  size_t each = 2*(size_t)r->nattempt, curves = (size_t)r->ncandidate + 1;
  if (!study_figure_make(
          f, (study_figure_size){.panels = 1, .curves = curves, .numbers = curves*each}))
    return false;
  panel *made = &f->panels[0];
  *made = (panel){.curves = f->curves,
                  .xlabel = "work (operations)",
                  .ylabel = "error at the end",
                  .colour_label = "",
                  .logarithmic = true,
                  .logarithmic_x = true};
  for (int k = -1; k < r->ncandidate; k++) {
    numbers c = collect(f->numbers + (size_t)(k + 1)*each, r, k);
    if (c.n > 0)
      f->curves[made->ncurve++] = (curve){.name = k < 0 ? "frontier" : r->candidates[k].method,
                                          .x = c.x,
                                          .y = c.y,
                                          .n = c.n,
                                          .marked = k >= 0,
                                          .guide = k < 0,
                                          .hue = k < 0 ? 0 : k + 1};
  }
  f->page.npanel = made->ncurve > 0;
  snprintf(f->title, sizeof f->title, "%s: work and precision at t = %.10g", r->model, r->until);
  return true;
}
