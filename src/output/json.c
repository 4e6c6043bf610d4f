#include "output/json.h"

#include "output/events.h"
#include "output/number.h"
#include "output/plain.h"

#include <math.h>

// The text as UTF-8: a byte that is not part of a character becomes U+FFFD. What a terminal would
// not show as it is (plain.h) is written as \u202e, which means the same.
void json_text(FILE *out, const char *text) {
  fputc('"', out);
  for (int length; *text; text += length) {
    int c = plain_read(text, &length);
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c == '\n')
      fputs("\\n", out);
    else if (c == plain_invalid || plain_is_hidden(c))
      fprintf(out, "\\u%04x", c == plain_invalid ? 0xFFFDu : (unsigned)c);
    else
      fwrite(text, 1, (size_t)length, out);
  }
  fputc('"', out);
}

void json_number(FILE *out, double x) {
  char number[number_size];
  fputs(isfinite(x) ? number_print(number, x) : "null", out);
}

void json_numbers(FILE *out, const double *x, int n) {
  fputc('[', out);
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_number(out, x[i]);
  }
  fputc(']', out);
}

// ---------------------------------------------------------------------------------------------
// members

void json_key(FILE *out, const char *before, const char *name) {
  fputs(before, out);
  json_text(out, name);
  fputs(": ", out);
}

void json_member(FILE *out, const char *before, const char *name, double x) {
  json_key(out, before, name);
  json_number(out, x);
}

void json_member_text(FILE *out, const char *before, const char *name, const char *text) {
  json_key(out, before, name);
  json_text(out, text);
}

void json_member_sentence(FILE *out, const char *before, const char *name, const char *sentence) {
  json_member_text(out, before, name, plain_options(sentence));
}

void json_member_flag(FILE *out, const char *before, const char *name, bool flag) {
  json_key(out, before, name);
  fputs(flag ? "true" : "false", out);
}

void json_list(FILE *out, const char *before, const char *name, const double *x, int n) {
  json_key(out, before, name);
  json_numbers(out, x, n);
}

void json_warnings(FILE *out, const char *const *list, int n, const char *trouble) {
  json_key(out, ",\n ", "warnings");
  fputc('[', out);
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, plain_options(list[i]));
  }
  if (trouble) {
    fputs(n > 0 ? ", " : "", out);
    json_text(out, plain_options(trouble));
  }
  fputc(']', out);
}

// ---------------------------------------------------------------------------------------------
// the report of a run

// {"x": 1, "y": 2}
static void group(FILE *out, const char *name, noslip_run *run, noslip_group which) {
  int n = noslip_run_count(run, which);
  const double *values = n > 0 ? noslip_run_values(run, which) : NULL;
  json_key(out, ",\n ", name);
  fputc('{', out);
  for (int i = 0; i < n; i++)
    json_member(out, i > 0 ? ", " : "", noslip_run_name(run, which, i), values[i]);
  fputc('}', out);
}

// null, where there is none
static void energy(FILE *out, const noslip_run *run, const noslip_report *r) {
  json_key(out, ",\n ", "energy");
  if (!noslip_run_has_energy(run)) {
    fputs("null", out);
    return;
  }
  json_member(out, "{", "initial", r->energy_initial);
  json_member(out, ", ", "final", r->energy_final);
  json_member(out, ", ", "max_error", r->energy_max_error);
  fputc('}', out);
}

static void constraints(FILE *out, const noslip_run *run, const noslip_report *r) {
  json_key(out, ",\n ", "constraint");
  json_member(out, "{", "max_error", r->constraint_max_error);
  json_member(out, ", ", "max_relative_error", r->constraint_scaled_error);
  for (int i = 0; i < noslip_run_count(run, NOSLIP_CONSTRAINT); i++)
    json_member(out, ", ", noslip_run_name(run, NOSLIP_CONSTRAINT, i), r->constraint_errors[i]);
  fputc('}', out);
}

static void invariants(FILE *out, const noslip_run *run, const noslip_report *r) {
  json_key(out, ",\n ", "invariant");
  fputc('{', out);
  for (int i = 0; i < noslip_run_count(run, NOSLIP_INVARIANT); i++) {
    json_key(out, i > 0 ? ", " : "", noslip_run_name(run, NOSLIP_INVARIANT, i));
    json_member(out, "{", "initial", r->invariant_initial[i]);
    json_member(out, ", ", "max_error", r->invariant_errors[i]);
    fputc('}', out);
  }
  fputc('}', out);
}

// errors against the exact solution; only where there is one
static void exact(FILE *out, const noslip_report *r) {
  if (r->nexact == 0)
    return;
  json_key(out, ",\n ", "exact");
  for (int i = 0; i < r->nexact; i++) {
    json_key(out, i > 0 ? ", " : "{", r->exact_names[i]);
    json_member(out, "{", "error", r->exact_errors[i]);
    json_member(out, ", ", "max_error", r->exact_max_errors[i]);
    fputc('}', out);
  }
  fputc('}', out);
}

// what was moved at the start
static void found(FILE *out, const noslip_report *r) {
  json_key(out, ",\n ", "found");
  fputc('[', out);
  for (int i = 0; i < r->nfound; i++) {
    json_member_text(out, i > 0 ? ", {" : "{", "name", r->found[i].name);
    json_member(out, ", ", "from", r->found[i].from);
    json_member(out, ", ", "to", r->found[i].to);
    json_member_flag(out, ", ", "given", r->found[i].given);
    fputc('}', out);
  }
  fputc(']', out);
}

static void newton(FILE *out, const noslip_report *r) {
  json_key(out, ",\n ", "newton");
  fprintf(out,
          "{\"iterations\": %ld, \"max_per_step\": %d, \"failed_iterations\": %ld, "
          "\"factorisations\": %ld}",
          r->newton_iterations, r->newton_max_per_step, r->newton_failed_iterations,
          r->newton_factorisations);
}

// of a method that chooses its steps itself
static void adaptive(FILE *out, const noslip_report *r) {
  if (r->right_hand_sides == 0)
    return;
  json_key(out, ",\n ", "adaptive");
  fprintf(out, "{\"right_hand_sides\": %ld, \"accepted\": %ld, \"rejected\": %ld",
          r->right_hand_sides, r->steps_accepted, r->steps_rejected);
  json_member(out, ", ", "average_step", r->average_step);
  fputc('}', out);
}

static void verdicts(FILE *out, const noslip_run *run, int count) {
  json_key(out, ",\n ", "verdicts");
  fputc('[', out);
  for (int i = 0; i < count; i++) {
    const noslip_verdict *v = noslip_run_verdict(run, i);
    json_member_text(out, i > 0 ? ",\n  {" : "\n  {", "what", v->what);
    json_member_text(out, ", ", "claim", v->claim);
    json_member_text(out, ", ", "verdict", noslip_verdict_text(v->word));
    json_member(out, ", ", "value", v->value);
    json_member_text(out, ", ", "reason", v->reason);
    fputc('}', out);
  }
  fputc(']', out);
}

// where a stop of the model has ended the run
static void stopped(FILE *out, const noslip_run *run) {
  if (!noslip_run_stopped(run))
    return;
  json_key(out, ",\n ", "stopped");
  json_member_text(out, "{", "name", noslip_run_stopped(run));
  json_member(out, ", ", "time", noslip_time(run));
  fputc('}', out);
}

void json_report(FILE *out, noslip_run *run, const char *trouble) {
  int count;
  noslip_run_judge(run, &count);  // first: they may add a warning
  noslip_report r;
  noslip_run_report(run, &r);

  json_member_text(out, "{", "model", r.model);
  json_member_text(out, ", ", "method", r.method);
  json_member(out, ", ", "step", r.step);
  json_key(out, ", ", "steps");
  fprintf(out, "%ld", r.steps);
  json_member(out, ", ", "time", r.time);
  stopped(out, run);

  group(out, "state", run, NOSLIP_STATE);
  group(out, "momentum", run, NOSLIP_MOMENTUM);
  group(out, "multiplier", run, NOSLIP_MULTIPLIER);
  energy(out, run, &r);
  constraints(out, run, &r);
  invariants(out, run, &r);
  exact(out, &r);
  found(out, &r);
  newton(out, &r);
  adaptive(out, &r);
  verdicts(out, run, count);
  events_json(out, run);
  json_warnings(out, r.warnings, r.nwarning, trouble);
  json_member_text(out, ",\n ", "backend", noslip_run_backend(run));
  json_member(out, ",\n ", "wall_seconds", r.wall_seconds);
  fputs("}\n", out);
}
