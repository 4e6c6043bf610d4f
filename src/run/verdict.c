#include "run/verdict.h"

#include "base/vec.h"
#include "run/terms.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Rounding leaves residuals of 1e-13 and less of the size of what was evaluated; an equation that
// is not solved leaves 1e-8 and more. The bound stands between the two.
static const double rounding_limit = 1e-10;

// An energy that has changed by half of what moves in the system is not kept. On steady
// motions, where only the error moves, a fifth of the kinetic energy counts as moving.
static const double destroyed_share = 0.5, steady_share = 0.2;

static bool within_rounding(double error, double size) {
  return isfinite(error) && error <= rounding_limit*size;
}

const char *noslip_verdict_text(noslip_verdict_word word) {
  static const char *const texts[] = {
      [NOSLIP_VERDICT_KEPT] = "kept",
      [NOSLIP_VERDICT_NOT_KEPT] = "not kept",
      [NOSLIP_VERDICT_NOT_RESOLVED] = "not resolved",
      [NOSLIP_VERDICT_NOT_MEASURED] = "not measured",
  };
  assert(word >= NOSLIP_VERDICT_KEPT && word <= NOSLIP_VERDICT_NOT_MEASURED);
  return texts[word];
}

// the next of the list; its reason is printed
__attribute__((format(printf, 5, 6))) static void add(verdict_texts *out, const char *what,
                                                      noslip_verdict v, double value,
                                                      const char *reason, ...) {
  assert(out->count < verdict_most);
  char *text = out->reasons[out->count];
  va_list arguments;
  va_start(arguments, reason);
  vsnprintf(text, verdict_reason, reason, arguments);
  va_end(arguments);
  out->list[out->count++] = (noslip_verdict){what, v.claim, v.word, value, text};
}

static noslip_verdict judge(noslip_verdict_word word, const char *claim) {
  return (noslip_verdict){.word = word, .claim = claim};
}

static noslip_verdict kept_if(bool kept, const char *claim) {
  return judge(kept ? NOSLIP_VERDICT_KEPT : NOSLIP_VERDICT_NOT_KEPT, claim);
}

// ---------------------------------------------------------------------------------------------
// the step itself

static void resolved_step(verdict_texts *out, const resolution *s) {
  static const double shown = 1e-5;  // squares of differences are known to rounding
  double off = fmax(s->coarse, s->fine);
  add(out, "step", judge(NOSLIP_VERDICT_KEPT, ""), off,
      "one step and two half steps differ by %s%.2g %% of the change in %s",
      off < shown ? "less than " : "", 100*fmax(off, shown), s->what);
}

static void long_step(verdict_texts *out, const resolution *s) {
  noslip_verdict v = judge(NOSLIP_VERDICT_NOT_RESOLVED, "");
  double off = fmax(s->coarse, s->fine);
  if (isnan(off))
    add(out, "step", v, off,
        "too long for this motion: the energy jumps at t = %.4g, where half steps fail", s->t);
  else
    add(out, "step", v, off,
        "too long for this motion: at t = %.4g one step and two half steps differ by %.*f %% of "
        "the change in %s",
        s->t, off < 0.1, 100*off, s->what);
}

static void step(verdict_texts *out, const evidence *e) {
  if (e->stopped && e->resolution.word == RESOLUTION_GOOD)
    add(out, "step", judge(NOSLIP_VERDICT_NOT_MEASURED, ""), (double)NAN,
        "the next one failed; those before it resolve the motion");
  else if (e->resolution.word == RESOLUTION_GOOD)
    resolved_step(out, &e->resolution);
  else if (e->resolution.word == RESOLUTION_POOR)
    long_step(out, &e->resolution);
  else if (e->doubtful)
    add(out, "step", judge(NOSLIP_VERDICT_NOT_RESOLVED, ""), (double)NAN,
        "too long to tell whether contacts are closed at the start");
  else if (e->contacts)
    add(out, "step", judge(NOSLIP_VERDICT_NOT_MEASURED, ""), (double)NAN,
        "not compared with half steps, since there are contacts: run it again with half of it");
}

// ---------------------------------------------------------------------------------------------
// constraints

static void constraints(verdict_texts *out, const noslip_method_info *claims, const evidence *e) {
  double error = e->report.constraint_max_error;
  bool kept = e->report.constraint_scaled_error <= rounding_limit;
  if (!claims->keeps_constraints)
    add(out, "constraints", judge(NOSLIP_VERDICT_NOT_MEASURED, ""), error,
        "violated by %.2g (nothing claimed)", error);
  else
    add(out, "constraints", kept_if(kept, "to rounding"), error, "%s %.2g, %.1g of their terms",
        kept ? "hold to" : "violated by", error, e->report.constraint_scaled_error);
}

// ---------------------------------------------------------------------------------------------
// energy

// exactly, or not
static void exact_energy(verdict_texts *out, const evidence *e) {
  double error = e->report.energy_max_error;
  bool kept = within_rounding(error, e->energy_size);
  add(out, "energy", kept_if(kept, "exactly"), error, "%s %.2g",
      kept ? "preserved to" : "changed by", error);
}

static bool is_steady(const evidence *e) {
  return e->moving < steady_share*e->kinetic;
}

static bool is_destroyed(const evidence *e) {
  double moving = is_steady(e) ? steady_share*e->kinetic : e->moving;
  return !(e->report.energy_max_error <= destroyed_share*moving);
}

// "at most 0.0012 from the start, where 9.5 moves in the system"
static void print_change(char *text, size_t size, const evidence *e) {
  snprintf(text, size,
           is_steady(e) ? "at most %.2g from the start, of a kinetic energy of %.2g"
                        : "at most %.2g from the start, where %.2g moves in the system",
           e->report.energy_max_error, is_steady(e) ? e->kinetic : e->moving);
}

// How far it swings depends on the step, so only a trend counts, if the error is small against what
// moves and the step resolves the motion. Where the trend is most of the error, the run may be
// shorter than one swing: that is not judged.
static void bounded_energy(verdict_texts *out, const evidence *e, const char *claim) {
  const noslip_report *r = &e->report;
  double error = r->energy_max_error, trend = fabs(r->energy_trend);
  bool tiny = within_rounding(error, e->energy_size);
  char change[100];
  print_change(change, sizeof change, e);
  if (!tiny && e->resolution.word == RESOLUTION_POOR && isfinite(error))
    add(out, "energy", judge(NOSLIP_VERDICT_NOT_RESOLVED, claim), error,
        "%s, with a step too long for this motion", change);
  else if (!tiny && is_destroyed(e))
    add(out, "energy", judge(NOSLIP_VERDICT_NOT_KEPT, claim), error, "%s", change);
  else if (tiny || trend <= 0.5*error)
    add(out, "energy", judge(NOSLIP_VERDICT_KEPT, claim), error, "%s, trend %.1g over the run",
        change, trend);
  else
    add(out, "energy", judge(NOSLIP_VERDICT_NOT_MEASURED, claim), error,
        "%s, trend %.1g: a drift or a short run", change, trend);
}

// a method that claims nothing: how the energy has changed
static void unclaimed_energy(verdict_texts *out, const evidence *e) {
  char change[100];
  print_change(change, sizeof change, e);
  add(out, "energy", judge(NOSLIP_VERDICT_NOT_MEASURED, ""), e->report.energy_max_error,
      "%s (nothing claimed)", change);
}

static void energy(verdict_texts *out, const noslip_method_info *claims, const evidence *e) {
  const char *claim = claims->keeps_energy ? "exactly"
                      : claims->symplectic ? "no drift"
                                           : "no drift on reversible orbits";
  if (!e->report.energy_is_invariant)
    add(out, "energy", judge(NOSLIP_VERDICT_NOT_MEASURED, ""), (double)NAN,
        e->changed ? "not an invariant of this run: a parameter was set on the way"
        : e->unknown
            ? "not known to be an invariant: this is not looked at with pairs, or many coordinates"
            : "not an invariant of this model, nothing to keep");
  else if (!isfinite(e->report.energy_max_error))
    add(out, "energy", judge(NOSLIP_VERDICT_NOT_KEPT, claim), e->report.energy_max_error,
        "not a finite number at some nodes");
  else if (claims->keeps_energy)
    exact_energy(out, e);
  else if (claims->bounds_energy)
    bounded_energy(out, e, claim);
  else
    unclaimed_energy(out, e);
}

// ---------------------------------------------------------------------------------------------
// the rest

// which of the invariants are momenta the model does not say, so a drift is shown, not judged
static void momenta(verdict_texts *out, const evidence *e) {
  const char *claim = "to rounding, for linear symmetries";
  if (e->ninvariant == 0 || !e->monitored) {
    add(out, "momentum maps", judge(NOSLIP_VERDICT_NOT_MEASURED, claim), (double)NAN, "%s",
        e->monitored ? "no `invariant` to measure by" : "not looked at in this run");
    return;
  }
  double error = vec_max(e->report.invariant_errors, e->ninvariant);
  bool kept = e->invariant_scaled <= rounding_limit;
  if (!isfinite(error)) {
    add(out, "momentum maps", judge(NOSLIP_VERDICT_NOT_MEASURED, claim), error,
        "an invariant is not a finite number at some nodes");
    return;
  }
  add(out, "momentum maps", judge(kept ? NOSLIP_VERDICT_KEPT : NOSLIP_VERDICT_NOT_MEASURED, claim),
      error, "invariants within %.2g of the start", error);
}

// a step back undoes a step: measured at the end of the run
static void symmetry(verdict_texts *out, const evidence *e) {
  if (isnan(e->asymmetry))
    add(out, "time symmetry", judge(NOSLIP_VERDICT_NOT_MEASURED, "to rounding"), e->asymmetry,
        "no step back from the last node");
  else
    add(out, "time symmetry", kept_if(within_rounding(e->asymmetry, 1), "to rounding"),
        e->asymmetry, "a step back undoes a step to %.2g", e->asymmetry);
}

void verdict_fill(verdict_texts *out, const noslip_method_info *claims, const evidence *e) {
  out->count = 0;
  step(out, e);
  if (e->nconstraint > 0 && e->monitored)
    constraints(out, claims, e);
  bool speaks = e->monitored && !e->bare && !isnan(e->report.energy_initial);
  if (speaks)
    energy(out, claims, e);
  if (claims->keeps_momenta && !e->bare)
    momenta(out, e);
  if (claims->symmetric)
    symmetry(out, e);
  if (claims->symplectic && !e->bare)
    add(out, "symplectic form",
        judge(NOSLIP_VERDICT_NOT_MEASURED, "kept, with holonomic constraints"), (double)NAN,
        "not measured in a run");
}

// ---------------------------------------------------------------------------------------------
// of a run

double verdict_moving(noslip_run *r) {
  const double *H_z = NULL;
  if (r->problem->class == PROBLEM_SKEW)
    H_z = evaluator_run(&r->evaluator, BUNDLE_SLOPE, r->state.t, r->state.q, r->state.q, NULL);
  return exchange_moving(&r->exchange, H_z);
}

static void warn_of_step(noslip_run *r, const resolution *s) {
  if (s->word != RESOLUTION_POOR || r->watches.resolution.said)
    return;
  run_notice(r, &r->watches.resolution,
             "the step %g is too long for this motion, see t = %.4g: take a smaller one; "
             "`noslip converge` shows how the errors shrink",
             r->h, s->t);
}

// the sizes of energy and invariants; false: no memory
static bool collect_sizes(evidence *e, noslip_run *r) {
  double terms, *sizes = r->invariants.size;
  bool enough = terms_measure(r, &terms, sizes);
  e->energy_size = fmax(exchange_size(&r->exchange), terms);
  for (int i = 0; i < e->ninvariant; i++) {
    double error = r->invariants.error[i];
    bool known = isfinite(error) && isfinite(sizes[i]);
    double scaled = error == 0 ? 0 : known ? error/sizes[i] : (double)NAN;
    e->invariant_scaled = observed_larger(e->invariant_scaled, scaled);
  }
  return enough;
}

static bool takes_energy(const contact *c, double restitution) {
  return restitution != 1 || c->nfriction > 0;
}

// is it not known whether the energy is an invariant? It is none if a contact takes from it
static bool is_unknown(const noslip_run *r) {
  const model_system *s = r->model->system;
  bool taken = false;
  for (int i = 0; i < s->contacts.count; i++)
    taken = taken || takes_energy(&s->contacts.list[i], parameters_restitution(r, i));
  for (int i = 0; i < s->pairs.count; i++)
    taken = taken || takes_energy(&s->pairs.list[i].law, parameters_pair_restitution(r, i));
  return r->problem->lean && !taken;
}

// false: no memory
static bool collect(evidence *e, noslip_run *r, const noslip_method_info *claims) {
  *e = (evidence){
      .nconstraint = r->problem->m,
      .ninvariant = r->model->system->invariants.count,
      .bare = !r->observed.has_energy,
      .unknown = is_unknown(r),
      .changed = r->plan.parameters.changed,
      .moving = verdict_moving(r),
      .kinetic = exchange_kinetic(&r->exchange),
      .asymmetry = claims->symmetric ? noslip_run_asymmetry(r) : 0,
      .monitored = r->plan.monitored,
      .stopped = r->progress.stopped,
      .contacts = r->plan.monitored && (r->contacts || r->problem->lean),
      .doubtful = r->watches.long_step.said,
  };
  bool enough = resolution_measure(r, &e->resolution) && collect_sizes(e, r);
  noslip_run_report(r, &e->report);
  return enough && !r->arena.failed;
}

noslip_status noslip_run_judge(noslip_run *r, int *count) {
  noslip_method_info claims;
  if (count)
    *count = 0;
  if (!r || !count)
    return context_refuse_null(r ? r->context : NULL, r ? "count" : "run");
  if (r->progress.taken == 0)
    return NOSLIP_OK;
  if (!r->verdicts)
    r->verdicts = arena_alloc(&r->arena, sizeof *r->verdicts);
  if (!r->verdicts)
    return fail_memory(&r->context->failure);
  r->verdicts->count = 0;
  monitor_motion(r);
  noslip_run_method(r, &claims);
  evidence e;
  if (!collect(&e, r, &claims))
    return fail_memory(&r->context->failure);
  warn_of_step(r, &e.resolution);
  verdict_fill(r->verdicts, &claims, &e);
  *count = r->verdicts->count;
  return NOSLIP_OK;
}

const noslip_verdict *noslip_run_verdict(const noslip_run *r, int i) {
  bool there = r && r->verdicts && i >= 0 && i < r->verdicts->count;
  return there ? &r->verdicts->list[i] : NULL;
}
