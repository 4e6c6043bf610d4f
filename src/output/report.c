#include "output/report.h"

#include "output/number.h"
#include "output/plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  label_width = 14,    // of the words at the left
  max_invariants = 8,  // listed one by one
  max_state = 16,      // numbers shown
};

typedef struct page {
  FILE *out;
  noslip_run *run;
  noslip_report r;
  bool colour;
} page;

static const char bold[] = "1", green[] = "32", red[] = "1;31", yellow[] = "33", dim[] = "2";

static bool wants_colour(FILE *out) {
  const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(fileno(out)) && !(no && no[0]) && !(term && strcmp(term, "dumb") == 0);
}

static void paint(const page *p, const char *colour, const char *text) {
  if (p->colour)
    fprintf(p->out, "\033[%sm%s\033[0m", colour, text);
  else
    fputs(text, p->out);
}

static void label(const page *p, const char *word) {
  fputs("  ", p->out);
  plain_padded(p->out, word, label_width);
}

// three digits, without an exponent
static double rounded(double x) {
  if (!(x > 0))
    return 0;
  double unit = pow(10, floor(log10(x)) - 2);
  return round(x/unit)*unit;
}

static void title(const page *p, long planned) {
  paint(p, bold, plain_name(p->r.model));
  fprintf(p->out, ": %ld ", p->r.steps);
  if (p->r.steps != planned && !noslip_run_stopped(p->run))
    fprintf(p->out, "of %ld ", planned);
  fprintf(p->out, "step%s of %s with h = %.10g, to t = %.10g\n\n", planned == 1 ? "" : "s",
          p->r.method, p->r.step, p->r.time);
}

static void stop(const page *p) {
  const char *name = noslip_run_stopped(p->run);
  if (!name)
    return;
  label(p, "stopped");
  fprintf(p->out, "by `%s` at t = %.15g\n", plain_name(name), p->r.time);
}

static void effort(const page *p) {
  double steps = (double)p->r.steps;
  label(p, "wall time");
  fprintf(p->out, "%.3g s", p->r.wall_seconds);
  if (steps > 0 && p->r.wall_seconds > 0)
    fprintf(p->out, ", %.0f steps per second", rounded(steps/p->r.wall_seconds));
  fprintf(p->out, " (%s", noslip_run_backend(p->run));
  if (p->r.interpreted_steps > 0)
    fprintf(p->out, ", the first %ld steps by the interpreter", p->r.interpreted_steps);
  fprintf(p->out, ")\n");

  if (p->r.right_hand_sides > 0) {
    label(p, "adaptive");
    fprintf(p->out, "%ld right-hand sides; %ld steps accepted, %ld rejected, average step %.3g\n",
            p->r.right_hand_sides, p->r.steps_accepted, p->r.steps_rejected,
            number_shown(p->r.average_step));
    return;
  }
  label(p, "Newton");
  if (steps > 0 && p->r.newton_iterations + p->r.newton_failed_iterations == 0) {
    fputs("not needed: the equations of a step are linear\n", p->out);
    return;
  }
  if (steps > 0)
    fprintf(p->out, "%.3g iterations per step, %d at most; ",
            (double)p->r.newton_iterations/steps, p->r.newton_max_per_step);
  if (p->r.newton_failed_iterations > 0)
    fprintf(p->out, "%ld in the step that failed; ", p->r.newton_failed_iterations);
  fprintf(p->out, "%ld factorisation%s\n", p->r.newton_factorisations,
          p->r.newton_factorisations == 1 ? "" : "s");
}

// "x' = 1.2, y' = 0.4 (free: found from the constraints)"
static void found(const page *p, bool given) {
  enum { most = 6 };
  int count = 0;
  for (int i = 0; i < p->r.nfound; i++) {
    const noslip_found *f = &p->r.found[i];
    if (f->given != given || count++ >= most)
      continue;
    if (count == 1)
      label(p, given ? "moved" : "found");
    fprintf(p->out, "%s%s = %.10g", count > 1 ? ", " : "", f->name, number_shown(f->to));
    if (given)
      fprintf(p->out, " (given %.10g)", number_shown(f->from));
  }
  if (count > most)
    fprintf(p->out, ", and %d more", count - most);
  if (count > 0)
    fputs(given ? "\n" : ": initial values that were not given\n", p->out);
}

static void energy(const page *p) {
  if (!noslip_run_has_energy(p->run) || isnan(p->r.energy_initial))
    return;
  label(p, "energy");
  fprintf(p->out, "%.10g at the start, %.10g at the end, largest error %.2g\n",
          number_shown(p->r.energy_initial), number_shown(p->r.energy_final),
          p->r.energy_max_error);
}

// index of the largest, or of the first NaN
static int worst(const double *x, int n) {
  int at = 0;
  for (int i = 1; i < n && !isnan(x[at]); i++)
    if (!(x[i] <= x[at]))
      at = i;
  return at;
}

static void constraints(const page *p) {
  int n = noslip_run_count(p->run, NOSLIP_CONSTRAINT);
  if (n == 0)
    return;
  label(p, n == 1 ? "constraint" : "constraints");
  int at = worst(p->r.constraint_errors, n), scaled = worst(p->r.constraint_scaled_errors, n);
  const char *name = noslip_run_name(p->run, NOSLIP_CONSTRAINT, at);
  double error = p->r.constraint_max_error, relative = p->r.constraint_scaled_error;
  if (at == scaled)
    fprintf(p->out, "largest residual %.2g (relative %.2g), in `%s`\n", error, relative, name);
  else
    fprintf(p->out, "largest residual %.2g, in `%s`; relative %.2g, in `%s`\n", error, name,
            relative, noslip_run_name(p->run, NOSLIP_CONSTRAINT, scaled));
}

static void invariant(const page *p, const char *word, int i) {
  label(p, word);
  fprintf(p->out, "`%s` %.10g at the start, largest error %.2g\n",
          noslip_run_name(p->run, NOSLIP_INVARIANT, i), number_shown(p->r.invariant_initial[i]),
          p->r.invariant_errors[i]);
}

static void invariants(const page *p) {
  int n = noslip_run_count(p->run, NOSLIP_INVARIANT);
  if (n > max_invariants) {
    invariant(p, "invariants", worst(p->r.invariant_errors, n));
    label(p, "");
    fprintf(p->out, "is the worst of %d\n", n);
    return;
  }
  for (int i = 0; i < n; i++)
    invariant(p, i > 0 ? "" : n == 1 ? "invariant" : "invariants", i);
}

// the error against the exact solution, one by one or the first of many
static void exact(const page *p) {
  for (int i = 0; i < p->r.nexact && i < max_invariants; i++) {
    label(p, i > 0 ? "" : "exact");
    fprintf(p->out, "%s: off by %.2g at the end, at most by %.2g\n",
            plain_name(p->r.exact_names[i]), p->r.exact_errors[i], p->r.exact_max_errors[i]);
  }
  if (p->r.nexact > max_invariants) {
    label(p, "");
    fprintf(p->out, "and %d more: --json shows them\n", p->r.nexact - max_invariants);
  }
}

// "3 impact (t = 0.45 to 1.2), 1 off (t = 2)"
static void event_counts(const page *p, const noslip_event_totals *t) {
  const char *before = "";
  for (int k = 0; k < t->nkind; k++) {
    if (t->counts[k] == 0)
      continue;
    fprintf(p->out, "%s%ld %s (t = %.6g", before, t->counts[k],
            noslip_event_name((noslip_event_kind)k), number_shown(t->first[k]));
    if (t->counts[k] > 1)
      fprintf(p->out, " to %.6g", number_shown(t->last[k]));
    fputc(')', p->out);
    before = ", ";
  }
}

// what happened at the contacts, and what their forces have done
static void events(const page *p, const char *file) {
  noslip_event_totals t;
  noslip_run_event_totals(p->run, &t);
  if (!t.has_contacts)
    return;
  label(p, "events");
  fputs(t.events == 0 ? "none" : "", p->out);
  event_counts(p, &t);
  if (file && t.events > 0)
    fprintf(p->out, "; rows in %s", plain_name(file));
  fputc('\n', p->out);
  label(p, "contact work");
  fprintf(p->out, "normal %.4g, friction %.4g", number_shown(t.normal_work),
          number_shown(t.friction_work));
  if (t.positive_friction_work > 0)
    fprintf(p->out, " (positive parts %.2g)", t.positive_friction_work);
  fprintf(p->out, "; largest penetration %.2g\n", number_shown(t.largest_penetration));
  if (t.forces_not_unique == 0)
    return;
  label(p, "");
  fprintf(p->out, "contact forces were not unique at %ld instant%s; the motion is\n",
          t.forces_not_unique, t.forces_not_unique == 1 ? "" : "s");
}

// the word at the left, as wide as the longest of them
static void show_word(const page *p, const noslip_verdict *v) {
  bool step = strcmp(v->what, "step") == 0;
  if (v->word == NOSLIP_VERDICT_KEPT)
    paint(p, green, step ? "resolved    " : "kept        ");
  else if (v->word == NOSLIP_VERDICT_NOT_KEPT)
    paint(p, red, "NOT kept    ");
  else if (v->word == NOSLIP_VERDICT_NOT_RESOLVED)
    paint(p, red, "not resolved");
  else
    paint(p, dim, "--          ");
}

static void verdicts(const page *p, int count) {
  fputs(count > 0 ? "\n" : "", p->out);
  for (int i = 0; i < count; i++) {
    const noslip_verdict *v = noslip_run_verdict(p->run, i);
    fputs("  ", p->out);
    show_word(p, v);
    fprintf(p->out, "  %s: %s", v->what, v->reason);
    if (v->claim[0])
      fprintf(p->out, " (claimed: %s)", v->claim);
    fputc('\n', p->out);
  }
}

static int widest(const page *p, noslip_group group) {
  int width = 0;
  for (int i = 0; i < noslip_run_count(p->run, group); i++) {
    int own = plain_width(noslip_run_name(p->run, group, i));
    width = own > width ? own : width;
  }
  return width;
}

// two to a line: a position and its velocity, when they are declared one by one
static void numbers(const page *p, noslip_group group, int width) {
  int n = noslip_run_count(p->run, group);
  const double *values = noslip_run_values(p->run, group);
  for (int i = 0; i < n; i++) {
    fputs(i % 2 == 0 ? "  " : "", p->out);
    plain_padded(p->out, noslip_run_name(p->run, group, i), width);
    bool last = i % 2 == 1 || i == n - 1;
    fprintf(p->out, last ? " = %.10g\n" : " = %-20.10g", number_shown(values[i]));
  }
}

// states, and the algebraic variables of a DAE
static void state(const page *p) {
  bool dae = !noslip_run_has_energy(p->run);
  int n = noslip_run_count(p->run, NOSLIP_STATE), width = widest(p, NOSLIP_STATE);
  int m = dae ? noslip_run_count(p->run, NOSLIP_MULTIPLIER) : 0;
  if (n + m > max_state) {
    fprintf(p->out, "\n  the state has %d numbers: --json or -o FILE shows them\n", n);
    return;
  }
  if (m > 0 && widest(p, NOSLIP_MULTIPLIER) > width)
    width = widest(p, NOSLIP_MULTIPLIER);
  fputc('\n', p->out);
  numbers(p, NOSLIP_STATE, width);
  if (m > 0)
    numbers(p, NOSLIP_MULTIPLIER, width);
}

static void warnings(const page *p) {
  for (int i = 0; i < p->r.nwarning; i++) {
    fputs(i > 0 ? "  " : "\n  ", p->out);
    paint(p, yellow, "warning");
    fprintf(p->out, ": %s\n", plain_sentence(p->r.warnings[i]));
  }
}

void report_print(FILE *out, noslip_run *run, long planned, const char *event_file) {
  page p = {.out = out, .run = run, .colour = wants_colour(out)};
  int count;
  noslip_run_judge(run, &count);  // without memory there are no verdicts
  noslip_run_report(run, &p.r);
  title(&p, planned);
  stop(&p);
  effort(&p);
  found(&p, false);
  found(&p, true);
  energy(&p);
  constraints(&p);
  invariants(&p);
  exact(&p);
  events(&p, event_file);
  verdicts(&p, count);
  state(&p);
  warnings(&p);
}
