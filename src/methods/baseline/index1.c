// Steppers for index1 and index0: their options, and names of what they integrate.

#include "methods/baseline/index1_step.h"

#include "methods/families.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void index1_print(const index1_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, n);
  LITERAL_INTEGER(out, k, m);
  LITERAL_INTEGER(out, k, lagrangian);
  LITERAL_INTEGER(out, k, rates);
  LITERAL_NUMBER(out, k, rtol);
  LITERAL_NUMBER(out, k, atol);
}

#define FAMILY index1
#define FAMILY_FILE "methods/baseline/index1_step.h"
// clang-format off
#define FAMILY_CARRIED(F)                                                   \
  F(index1_carried, going)  F(index1_carried, raised)                       \
  F(index1_carried, t)      F(index1_carried, h)                            \
  F(index1_carried, next)   F(index1_carried, past)                         \
  F(index1_carried, node_t) F(index1_carried, changes)
// clang-format on
#include "methods/bind.h"

// the i-th number of (q, v or p, lambda)
static const char *number(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const index1 *)self->self)->e->problem;
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
static bundle_set bundles_of(index1_shape k) {
  return BUNDLE_BIT(BUNDLE_ACCELERATION) | (k.rates ? BUNDLE_BIT(BUNDLE_ACCELERATION_RATE) : 0) |
         (k.lagrangian ? 0 : BUNDLE_BIT(BUNDLE_VALUES));
}

static stepper *make(const method *m, evaluator *e, arena *a, bool rates) {
  const baseline_options *o = method_options(m);
  const problem *p = e->problem;
  index1_shape shape = {.n = p->n,
                        .m = p->m,
                        .lagrangian = p->mechanical.lagrangian,
                        .rates = rates,
                        .rtol = o->rtol,
                        .atol = o->atol};
  stepper *step = stepper_new(&index1_binding, &shape, m, e, a);
  if (!step)
    return NULL;
  step->equation = number;
  step->bundles = bundles_of(shape);
  step->largest_system = index1_linear_size(shape);
  return step;
}

stepper *index1_make(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, m->variant == INDEX0);
}

// ---- what they are: methods that choose their steps between the nodes, by tolerances

static const baseline_options defaults = {.rtol = 1e-6, .atol = 1e-9};

// the tolerances of an adaptive method: (rtol=1e-8, atol=1e-12)
static noslip_status read_tolerances(baseline_options *o, const spec *s, failure *why) {
  static const double least_rtol = 1e-14;  // below, rounding decides
  for (int i = 0; i < s->nitem; i++) {
    const spec_item *item = &s->items[i];
    bool rtol = item->option && strcmp(item->option, "rtol") == 0;
    bool atol = item->option && strcmp(item->option, "atol") == 0;
    if (!rtol && !atol)
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "the options of `%s` are rtol and atol, as in %s(rtol=1e-8, atol=1e-12)", s->name,
                  s->name);
    double x = item->is_number ? item->number : 0;
    if (rtol && !(x >= least_rtol && x < 1))
      return fail(why, NOSLIP_ERROR_ARGUMENT, "rtol of `%s` is a number from %g to 1", s->name,
                  least_rtol);
    if (atol && !(x > 0 && isfinite(x)))
      return fail(why, NOSLIP_ERROR_ARGUMENT, "atol of `%s` is a positive number", s->name);
    *(rtol ? &o->rtol : &o->atol) = x;
  }
  return NOSLIP_OK;
}

static noslip_status find(arena *a, const method *listed, const spec *s, const method **out,
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
  *o = defaults;
  m->name = m->label = name;
  m->options = o;
  *out = m;
  return read_tolerances(o, s, why);
}

// multipliers are integrated by index0
static bool delivers(const method *m) {
  return m->variant == INDEX0;
}

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (m->variant != INDEX0 || p->bundles[BUNDLE_ACCELERATION_RATE])
    return false;
  snprintf(sentence, size,
           "`%s` needs the derivatives of the accelerations, which are not known of a model made "
           "of functions",
           m->name);
  return true;
}

const family baseline_family = {
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .find = find,
    .adaptive = true,
    .delivers = delivers,
    .refuses = refuses,
    .make = index1_make,
};
