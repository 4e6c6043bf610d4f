// The baselines: their options, names of what they integrate, and why one is not there.

#include "methods/baseline/baseline.h"

#include "methods/baseline/cvode.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

rates_shape baseline_rates(const method *m, const problem *p, bool multipliers) {
  const baseline_options *o = method_options(m);
  return (rates_shape){.n = p->n,
                       .m = p->m,
                       .tolerance = {o->rtol, o->atol},
                       .lagrangian = p->mechanical.lagrangian,
                       .multipliers = multipliers};
}

// the i-th number of (q, v or p, lambda)
static const char *number(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const rates *)self->self)->e->problem;
  int n = p->n;
  assert(i >= 0 && i < 2*n + p->m);
  if (i < n)
    snprintf(buffer, size, "position `%s`", p->coordinate[i]);
  else if (i < 2*n)
    snprintf(buffer, size, "%s of `%s`", p->mechanical.lagrangian ? "velocity" : "momentum",
             p->coordinate[i - n]);
  else
    snprintf(buffer, size, "multiplier of `%s`", p->constraint[i - 2*n]);
  return buffer;
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(rates_shape k) {
  return BUNDLE_BIT(BUNDLE_ACCELERATION) |
         (k.multipliers ? BUNDLE_BIT(BUNDLE_ACCELERATION_RATE) : 0) |
         (k.lagrangian ? 0 : BUNDLE_BIT(BUNDLE_VALUES));
}

stepper *baseline_complete(stepper *s, rates_shape k) {
  s->equation = number;
  s->bundles = bundles_of(k);
  s->largest_system = rates_linear_size(k);
  return s;
}

// ---- what they are: methods that choose their steps between the nodes, by tolerances

static const baseline_options defaults = {.rtol = 1e-6, .atol = 1e-9};

// what is small for a number of the size 1: atol/rtol, where one number stands for both
static const double usual_share = 1e-3;

// the tolerances of an adaptive method: (rtol=1e-8, atol=1e-12), or (1e-8)
static noslip_status read_tolerances(baseline_options *o, const spec *s, failure *why) {
  static const double least_rtol = 1e-14;  // below, rounding decides
  for (int i = 0; i < s->nitem; i++) {
    const spec_item *item = &s->items[i];
    bool both = !item->option && s->nitem == 1;
    bool rtol = both || (item->option && strcmp(item->option, "rtol") == 0);
    bool atol = item->option && strcmp(item->option, "atol") == 0;
    if (!rtol && !atol)
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "the options of `%s` are rtol and atol, as in %s(rtol=1e-8, atol=1e-12) or "
                  "%s(1e-8)",
                  s->name, s->name, s->name);
    double x = item->is_number ? item->number : 0;
    if (rtol && !(x >= least_rtol && x < 1))
      return fail(why, NOSLIP_ERROR_ARGUMENT, "rtol of `%s` is a number from %g to 1", s->name,
                  least_rtol);
    if (atol && !(x > 0 && isfinite(x)))
      return fail(why, NOSLIP_ERROR_ARGUMENT, "atol of `%s` is a positive number", s->name);
    *(rtol ? &o->rtol : &o->atol) = x;
    o->atol = both ? usual_share*x : o->atol;
  }
  return NOSLIP_OK;
}

noslip_status baseline_find(arena *a, const method *listed, const spec *s, const method **out,
                            failure *why) {
  if (s->adjoint)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`%s` has no adjoint: it chooses its steps itself and has none of size h", s->name);
  *out = listed;
  if (s->nitem == 0)
    return NOSLIP_OK;
  method *m = arena_alloc(a, sizeof *m);
  baseline_options *o = arena_alloc(a, sizeof *o);
  const char *name = spec_text(a, s);
  if (!m || !o || !name)
    return fail_memory(why);
  *m = *listed;
  *o = *(const baseline_options *)method_options(listed);
  m->name = m->label = name;
  m->options = o;
  *out = m;
  return read_tolerances(o, s, why);
}

// multipliers are integrated by index0
static bool delivers(const method *m) {
  return m->variant == INDEX0;
}

// what a build may lack
static const char *missing(const method *m) {
  return m->variant == BDF ? cvode_missing() : NULL;
}

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (m->variant != INDEX0 || p->bundles[BUNDLE_ACCELERATION_RATE])
    return false;
  snprintf(sentence, size,
           "`%s` needs the derivatives of the accelerations, which are not known of %s", m->name,
           p->added ? "forces that are functions" : "a model made of functions");
  return true;
}

static stepper *make(const method *m, evaluator *e, arena *a) {
  return m->variant == BDF ? bdf_make(m, e, a) : index1_make(m, e, a);
}

const family baseline_family = {
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .find = baseline_find,
    .adaptive = true,
    .delivers = delivers,
    .refuses = refuses,
    .missing = missing,
    .make = make,
};
