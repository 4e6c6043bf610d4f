// Steppers for index1 and index0.

#include "methods/baseline/index1_step.h"

#include "methods/baseline/baseline.h"

static void index1_print(const index1_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, of.n);
  LITERAL_INTEGER(out, k, of.m);
  LITERAL_INTEGER(out, k, of.lagrangian);
  LITERAL_INTEGER(out, k, of.multipliers);
  LITERAL_NUMBER(out, k, of.tolerance.rtol);
  LITERAL_NUMBER(out, k, of.tolerance.atol);
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

stepper *index1_make(const method *m, evaluator *e, arena *a) {
  index1_shape shape = {.of = baseline_rates(m, e->problem, m->variant == INDEX0)};
  stepper *step = stepper_new(&index1_binding, &shape, m, e, a);
  return step ? baseline_complete(step, shape.of) : NULL;
}
