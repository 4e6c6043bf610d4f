// Steppers for rattle: the general and the separable form, which give the same step.

#include "methods/rattle_step.h"

#include "methods/families.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  rattle *s = context;
  rattle_residual_of(s->shape, s, x, r);
}

static void jacobian(void *context, const double *x, double *J) {
  rattle *s = context;
  (void)x;
  rattle_jacobian_of(s->shape, s, J);
}

static kernel_result take(void *self, state *x, double h) {
  rattle *s = self;
  newton_equations equations = {s, residual, jacobian};
  return rattle_step(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const mechanical *p = ((const rattle *)self->kernel)->e->problem;
  int constraint = i - (self->kernel->newton.shape.n - p->mh);
  if (constraint >= 0)
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->declared_h[constraint]]);
  else
    snprintf(buffer, size, "%s of `%s`", i < p->n ? "momentum balance" : "velocity",
             p->coordinate[i % p->n]);
  return buffer;
}

// ---- making one

static void new_arrays(rattle *s, arena *a) {
  size_t n = (size_t)s->shape.n, m = (size_t)s->shape.m;
  s->v0 = ARENA_ARRAY(a, double, n);
  s->f0 = ARENA_ARRAY(a, double, n);
  s->G0 = ARENA_ARRAY(a, double, m*n);
  s->ph = ARENA_ARRAY(a, double, n);
  s->q1 = ARENA_ARRAY(a, double, n);
  s->v = ARENA_ARRAY(a, double, n);
  s->f = ARENA_ARRAY(a, double, n);
  s->sum = ARENA_ARRAY(a, double, n);
  s->d = ARENA_ARRAY(a, double, n);
  s->dq = ARENA_ARRAY(a, double, n);
  s->k0 = ARENA_ARRAY(a, double, m);
  s->G1 = ARENA_ARRAY(a, double, m*n);
  s->gt = ARENA_ARRAY(a, double, m);
  s->dp = ARENA_ARRAY(a, double, n);
  s->k1 = ARENA_ARRAY(a, double, m);
  s->S = ARENA_ARRAY(a, double, m*m);
  s->pivot = ARENA_ARRAY(a, int, m);
  s->D = ARENA_ARRAY(a, double, m*n);
  s->at = picture_blocks_new(a, s->shape.n);
  s->end = picture_blocks_new(a, s->shape.n);
}

static bool print_shape(const kernel *k, char *text, size_t size) {
  rattle_shape s = ((const rattle *)k)->shape;
  if (rattle_unknowns(s).n > dense_small)
    return false;
  snprintf(text, size, "#define RATTLE_SHAPE {%d, %d, %d, %d, %d}\n", s.n, s.m, s.own, s.separable,
           s.autonomous);
  return true;
}

// the general form serves a separable system too: a test compares the two
stepper *rattle_make_form(const method *m, evaluator *e, arena *a, bool separable) {
  const mechanical *p = e->problem;
  stepper *step = arena_alloc(a, sizeof *step);
  rattle *s = arena_alloc(a, sizeof *s);
  if (a->failed)
    return NULL;
  *s = (rattle){.e = e,
                .declared = p->declared_h,
                .shape = {.n = p->n,
                          .m = p->mh,
                          .own = !p->lagrangian,
                          .separable = separable,
                          .autonomous = p->structure.autonomous}};
  new_arrays(s, a);
  if (!newton_init(&s->base.newton, a, rattle_unknowns(s->shape)))
    return NULL;
  *step = (stepper){.method = m,
                    .kernel = &s->base,
                    .take = take,
                    .equation = equation,
                    .equations = {s, residual, jacobian},
                    .native_file = "methods/rattle_native.h",
                    .print_shape = print_shape,
                    .nconstraint = p->mh,
                    .coordinate = p->coordinate};
  return step;
}

stepper *rattle_make(const method *m, evaluator *e, arena *a) {
  return rattle_make_form(m, e, a, e->problem->structure.separable);
}

const double *rattle_first_multipliers(const stepper *self) {
  return ((const rattle *)self->kernel)->k0;
}
