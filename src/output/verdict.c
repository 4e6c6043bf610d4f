#include "output/verdict.h"

#include "output/columns.h"

#include <math.h>
#include <stdio.h>

// Rounding leaves residuals of 1e-13 and less, relative to the size of the state; an equation that
// is not solved leaves 1e-8 and more. The bound stands between the two.
static const double rounding_limit = 1e-10;

static bool within_rounding(double error, double size) {
  return error <= rounding_limit*(1 + size);
}

static void constraints(verdict *v, const evidence *seen) {
  double error = seen->report.constraint_max_error;
  bool kept = within_rounding(error, seen->size);
  v->word = kept ? VERDICT_KEPT : VERDICT_BROKEN;
  snprintf(v->text, sizeof v->text, "constraints: %s %.2g (claimed: to rounding)",
           kept ? "hold to" : "violated by", error);
}

// exactly, or not
static void exact_energy(verdict *v, const noslip_report *r) {
  bool kept = within_rounding(r->energy_max_error, fabs(r->energy_initial));
  v->word = kept ? VERDICT_KEPT : VERDICT_BROKEN;
  snprintf(v->text, sizeof v->text, "energy: %s %.2g (claimed: exactly)",
           kept ? "preserved to" : "changed by", r->energy_max_error);
}

// How far it swings depends on the step, so only a trend counts. Where the trend is most of the
// error, the run may be shorter than one swing: that is not judged.
static void bounded_energy(verdict *v, const noslip_report *r, bool symplectic) {
  const char *claim = symplectic ? "no drift" : "no drift on reversible orbits";
  double error = r->energy_max_error, trend = fabs(r->energy_trend);
  bool flat = trend <= 0.5*error || within_rounding(error, fabs(r->energy_initial));
  v->word = !isfinite(error) ? VERDICT_BROKEN : flat ? VERDICT_KEPT : VERDICT_UNSEEN;
  if (v->word == VERDICT_UNSEEN)
    snprintf(v->text, sizeof v->text,
             "energy: within %.2g of the start, trend %.1g: a drift or a short run (claimed: %s)",
             error, trend, claim);
  else
    snprintf(v->text, sizeof v->text,
             "energy: within %.2g of the start, trend %.1g over the run (claimed: %s)", error,
             trend, claim);
}

static void energy(verdict *v, const noslip_method_info *method, const noslip_report *r) {
  if (!r->energy_is_invariant) {
    v->word = VERDICT_UNSEEN;
    snprintf(v->text, sizeof v->text, "energy: not an invariant of this model, nothing to keep");
  } else if (method->keeps_energy) {
    exact_energy(v, r);
  } else {
    bounded_energy(v, r, method->symplectic);
  }
}

// which of the invariants are momenta the model does not say, so a drift is shown, not judged
static void momenta(verdict *v, const evidence *seen) {
  const char *claim = "claimed: to rounding, for linear symmetries";
  v->word = VERDICT_UNSEEN;
  if (seen->ninvariant == 0) {
    snprintf(v->text, sizeof v->text, "momentum maps: no `invariant` to measure by (%s)", claim);
    return;
  }
  double error = columns_largest(seen->report.invariant_errors, seen->ninvariant);
  double size = columns_largest(seen->report.invariant_initial, seen->ninvariant);
  if (within_rounding(error, size))
    v->word = VERDICT_KEPT;
  snprintf(v->text, sizeof v->text, "momentum maps: invariants within %.2g of the start (%s)",
           error, claim);
}

// a step back undoes a step: measured at the end of the run
static void symmetry(verdict *v, const evidence *seen) {
  bool kept = within_rounding(seen->asymmetry, 0);
  v->word = isnan(seen->asymmetry) ? VERDICT_UNSEEN : kept ? VERDICT_KEPT : VERDICT_BROKEN;
  if (isnan(seen->asymmetry))
    snprintf(v->text, sizeof v->text, "time symmetry: no step back from the last node");
  else
    snprintf(v->text, sizeof v->text,
             "time symmetry: a step back undoes a step to %.2g (claimed: to rounding)",
             seen->asymmetry);
}

// a method that promises nothing: what became of the constraints
static void unclaimed(verdict *v, double error) {
  v->word = VERDICT_UNSEEN;
  snprintf(v->text, sizeof v->text, "constraints: violated by %.2g (nothing claimed)", error);
}

static void by_construction(verdict *v, const char *what, const char *claim) {
  v->word = VERDICT_UNSEEN;
  snprintf(v->text, sizeof v->text, "%s: not measured in a run (claimed: %s)", what, claim);
}

int verdict_list(verdict *list, const noslip_method_info *method, const evidence *seen) {
  int n = 0;
  if (method->keeps_constraints && seen->nconstraint > 0)
    constraints(&list[n++], seen);
  else if (seen->nconstraint > 0)
    unclaimed(&list[n++], seen->report.constraint_max_error);
  bool speaks = !seen->bare && !isnan(seen->report.energy_initial);
  if ((method->keeps_energy || method->bounds_energy) && speaks)
    energy(&list[n++], method, &seen->report);
  if (method->keeps_momenta && !seen->bare)
    momenta(&list[n++], seen);
  if (method->symmetric)
    symmetry(&list[n++], seen);
  if (method->symplectic && !seen->bare)
    by_construction(&list[n++], "symplectic form", "kept, with holonomic constraints");
  return n;
}
