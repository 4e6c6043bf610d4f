// Steppers for dop853.

#include "methods/baseline/dop853_step.h"

#include "methods/baseline/baseline.h"

static void dop853_print(const dop853_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, of.n);
  LITERAL_INTEGER(out, k, of.m);
  LITERAL_INTEGER(out, k, of.lagrangian);
  LITERAL_NUMBER(out, k, of.tolerance.rtol);
  LITERAL_NUMBER(out, k, of.tolerance.atol);
  LITERAL_INTEGER(out, k, motion);
  LITERAL_INTEGER(out, k, positions);
  LITERAL_INTEGERS(out, k, holonomic, k->of.m);
}

#define FAMILY dop853
#define FAMILY_FILE "methods/baseline/dop853_step.h"
// clang-format off
#define FAMILY_CARRIED(F)                                                   \
  F(dop853_carried, going)  F(dop853_carried, raised)                       \
  F(dop853_carried, t)      F(dop853_carried, h)                            \
  F(dop853_carried, next)   F(dop853_carried, past)                         \
  F(dop853_carried, node_t) F(dop853_carried, changes)
// clang-format on
#include "methods/bind.h"

static const int *holonomic(const problem *p, arena *a) {
  int *list = ARENA_ARRAY(a, int, p->m + 1);
  for (int i = 0; list && i < p->m; i++)
    list[i] = p->mechanical.is_holonomic[i];
  return list;
}

static stepper *make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  dop853_shape shape = {.of = baseline_rates(m, p, false),
                        .motion = p->bundles[BUNDLE_MOTION],
                        .positions = p->mechanical.mh > 0,
                        .holonomic = holonomic(p, a)};
  stepper *step = shape.holonomic ? stepper_new(&dop853_binding, &shape, m, e, a) : NULL;
  if (!step)
    return NULL;
  baseline_complete(step, shape.of);
  step->bundles |= BUNDLE_BIT(BUNDLE_RESIDUALS);
  if (shape.motion) {
    step->bundles |= BUNDLE_BIT(BUNDLE_MOTION) | BUNDLE_BIT(BUNDLE_RESTORE);
    step->largest_system = 0;
  }
  return step;
}

// many digits at once: below 1e-6 fewer operations than index1 on every model that was measured
static const baseline_options defaults = {.rtol = 1e-10, .atol = 1e-13};

static reduction_kind form(const method *m) {
  (void)m;
  return REDUCTION_MOTION;
}

const family dop853_family = {
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .find = baseline_find,
    .adaptive = true,
    .form = form,
    .make = make,
};
