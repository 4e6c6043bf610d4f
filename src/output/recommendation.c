#include "output/recommendation.h"

#include "output/json.h"
#include "output/plain.h"

#include <math.h>
#include <string.h>

static int method_width(const noslip_recommendation *r) {
  int width = (int)strlen("method");
  for (int k = 0; k < r->ntrial; k++) {
    int own = (int)strlen(r->trials[k].method);
    width = own > width ? own : width;
  }
  return width;
}

static void cell(FILE *out, const char *format, double x) {
  char word[32] = "--";
  if (!isnan(x))
    snprintf(word, sizeof word, format, x);
  fprintf(out, "  %8s", word);
}

// the method with the least of something that is known; -1: none
typedef double trial_number(const noslip_trial *t);

static double work_of(const noslip_trial *t) {
  return t->work;
}

// errors below rounding are all the same: the first has it for the fewest operations
static double error_of(const noslip_trial *t) {
  static const double rounding = 1e-14;
  return t->error < rounding ? rounding : t->error;
}

static int least(const noslip_recommendation *r, trial_number *of) {
  int best = -1;
  for (int k = 0; k < r->ntrial; k++)
    if (!isnan(of(&r->trials[k])) && (best < 0 || of(&r->trials[k]) < of(&r->trials[best])))
      best = k;
  return best;
}

static void line(FILE *out, const noslip_recommendation *r, int k, int width) {
  const noslip_trial *t = &r->trials[k];
  fprintf(out, "  %-*s", width, t->method);
  if (r->steps > 0) {
    cell(out, "%.3g", 1e6*t->seconds);
    cell(out, "%.0f", t->work);
    cell(out, "%.1e", t->error);
    cell(out, "%.1e", t->energy_error);
  }
  fprintf(out, "  %s", t->reason);
  if (k == least(r, work_of))
    fputs("; the cheapest step", out);
  if (k == least(r, error_of))
    fputs("; the smallest error", out);
  fprintf(out, "%s%s\n", t->trouble ? "; " : "", t->trouble ? plain_sentence(t->trouble) : "");
}

static void legend(FILE *out, const noslip_recommendation *r) {
  fprintf(out, "\n  %ld step%s with h = %.10g, interpreted, to t = %.10g", r->steps,
          r->steps == 1 ? "" : "s", r->step, r->until);
  if (r->reference)
    fprintf(
        out,
        "; error: against %s with h/4, relative\n  to the largest number of its kind; work: "
        "operations per step, counted. The first needs the\n  fewest operations for an error of "
        "%.0e, by its order\n",
        r->reference, r->error);
  else
    fputs("; work: operations per step, counted\n", out);
}

void recommendation_table(FILE *out, const noslip_recommendation *r) {
  int width = method_width(r);
  fputs(r->ntrial > 0 ? "\nrecommended\n" : "", out);
  if (r->steps > 0)
    fprintf(out, "  %-*s  %8s  %8s  %8s  %8s\n", width, "method", "us/step", "work", "error",
            "energy");
  for (int k = 0; k < r->ntrial; k++)
    line(out, r, k, width);
  if (r->steps > 0)
    legend(out, r);
  if (r->note) {
    const char *note = plain_sentence(r->note);
    fprintf(out, "%s  note: %s%.*s\n", r->ntrial > 0 ? "\n" : "",
            r->steps == 0 && r->ntrial > 0 ? "not tried: " : "", (int)strcspn(note, "\n"), note);
  }
}

// ---------------------------------------------------------------------------------------------

static void trial(FILE *out, const noslip_trial *t) {
  json_member_text(out, "{", "method", t->method);
  json_member_flag(out, ", ", "recommended", true);
  json_member_text(out, ", ", "reason", t->reason);
  fprintf(out, ",\n   \"order\": %d", t->order);
  json_member(out, ", ", "seconds_per_step", t->seconds);
  json_member(out, ", ", "operations_per_step", t->work);
  json_member(out, ", ", "error", t->error);
  json_member(out, ", ", "energy_error", t->energy_error);
  json_member(out, ", ", "operations_needed", t->needed);
  if (t->trouble)
    json_member_sentence(out, ", ", "trouble", t->trouble);
  fputc('}', out);
}

void recommendation_json(FILE *out, const noslip_recommendation *r) {
  fprintf(out, ",\n \"trial\": {\"steps\": %ld", r->steps);
  json_member(out, ", ", "step", r->step);
  json_member(out, ", ", "until", r->until);
  json_member(out, ", ", "error_asked_for", r->error);
  if (r->reference)
    json_member_text(out, ", ", "reference", r->reference);
  if (r->note)
    json_member_sentence(out, ", ", "note", r->note);
  fputs("},\n \"advice\": [", out);
  for (int k = 0; k < r->ntrial; k++) {
    fputs(k > 0 ? ",\n  " : "\n  ", out);
    trial(out, &r->trials[k]);
  }
}
