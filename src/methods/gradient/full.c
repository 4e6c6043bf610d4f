// Steppers for gonzalez-f and avf-f(k).

#include "methods/gradient/full.h"

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  full *s = context;
  full_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  full *s = context;
  full_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  full *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  return full_step(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const full *s = self->self;
  int n = s->shape.of.of.phase.size;
  if (i < n)
    snprintf(buffer, size, "equation of `%s`", s->of.of.phase.name[i]);
  else
    snprintf(buffer, size, "constraint `%s`", s->of.of.e->problem->constraint[i - n]);
  return buffer;
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  full_shape k = ((const full *)self->self)->shape;
  (void)local;
  avf_print(out, k.of);
  text_print(out, "#undef FAMILY_SOLVER\n#define FULL_SHAPE {AVF_SHAPE, %d}\n", k.m);
}

const double *full_multipliers(const stepper *s) {
  return ((const full *)s->self)->L;
}

// ---- making one

stepper *full_make(const method *m, evaluator *e, arena *a) {
  stepper *step = arena_alloc(a, sizeof *step);
  full *s = arena_alloc(a, sizeof *s);
  if (a->failed || !avf_init(&s->of, m, e, a))
    return NULL;
  int size = s->of.of.shape.phase.size, constraints = e->problem->m;
  s->shape = (full_shape){s->of.shape, constraints};
  s->Jd = ARENA_ARRAY(a, double, size*size);
  s->L = ARENA_ARRAY(a, double, constraints);
  s->size = ARENA_ARRAY(a, double, constraints);
  if (a->failed || !newton_init(&s->of.of.base->newton, a, full_newton(s->shape)))
    return NULL;
  *step = gradient_stepper(m, &s->of.of);
  step->take = take;
  step->equation = equation;
  step->equations = (newton_equations){.context = s, .residual = residual, .both = both};
  step->native_file = "methods/gradient/full_native.h";
  step->export_file = "methods/gradient/full_export.h";
  step->print_shape = print_shape;
  step->bundles |= BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS) | BUNDLE_BIT(BUNDLE_INCREMENT) |
                   BUNDLE_BIT(BUNDLE_STAGE) | BUNDLE_BIT(BUNDLE_STAGE_BLOCKS);
  step->rare = 0;
  step->largest_system = full_unknowns(s->shape);
  step->nconstraint = constraints;
  return step;
}
