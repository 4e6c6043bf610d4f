// Steppers for gonzalez-f and avf-f(k).

#include "methods/gradient/full.h"

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

#include <stdio.h>

static void full_print(const full_shape *k, literal *out) {
  literal_open(out, "of");
  avf_print(&k->of, out);
  literal_close(out);
  LITERAL_INTEGER(out, k, m);
}

#define FAMILY full
#define FAMILY_FILE "methods/gradient/full.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_CARRIED GRADIENT_CARRIED
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const full *)self->self)->of.of.e->problem;
  assert(i >= 0 && i < p->skew.nz + p->m);
  if (i < p->skew.nz)
    snprintf(buffer, size, "equation of `%s`", self->coordinate[i]);
  else
    snprintf(buffer, size, "constraint `%s`", p->constraint[i - p->skew.nz]);
  return buffer;
}

const double *full_multipliers(const stepper *s) {
  assert(s->binding == &full_binding);
  return ((const full *)s->self)->L;
}

// ---- making one

stepper *full_make(const method *m, evaluator *e, arena *a) {
  full_shape shape = {.m = e->problem->m};
  if (!avf_init(&shape.of, m, e->problem, a))
    return NULL;
  shape.of.of.solver = false;
  stepper *step = gradient_stepper(&full_binding, &shape, shape.of.of, m, e, a);
  if (!step)
    return NULL;
  step->equation = equation;
  step->bundles |=
      BUNDLE_BIT(BUNDLE_INCREMENT) | BUNDLE_BIT(BUNDLE_STAGE) | BUNDLE_BIT(BUNDLE_STAGE_BLOCKS);
  step->largest_system = full_unknowns(shape).n;
  step->nconstraint = shape.m;
  return step;
}
