// Steppers for rattle: the general and the separable form, which give the same step.

#include "methods/rattle_step.h"

#include "methods/families.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  rattle *s = context;
  rattle_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  rattle *s = context;
  rattle_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  rattle *s = self;
  newton_equations equations = {s, residual, both};
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
  s->Hpp = ARENA_ARRAY(a, double, n*n);
  s->room = picture_room_new(a, s->shape.n);
}

static bool print_shape(const kernel *k, text_buffer *out) {
  rattle_shape s = ((const rattle *)k)->shape;
  if (rattle_unknowns(s).n > dense_small)
    return false;
  if (s.W) {
    text_print(out, "static const double noslip_mass[] = {");
    for (int i = 0; i < s.n*s.n; i++)
      text_print(out, "%s%a", i > 0 ? ", " : "", s.W[i]);
    text_print(out, "};\n");
  }
  text_print(out, "#define RATTLE_SHAPE {%d, %d, %d, %d, %d, %s}\n", s.n, s.m, s.own, s.separable,
             s.autonomous, s.W ? "noslip_mass" : "NULL");
  return true;
}

// a constant H_pp is the same everywhere: take it at the origin
static void know_mass(rattle *s, arena *a) {
  const mechanical *p = s->e->problem;
  double *W = ARENA_ARRAY(a, double, (size_t)p->n*(size_t)p->n);
  if (a->failed || !p->structure.uniform)
    return;
  picture_view at = rattle_at(s->shape, s, 0, s->ph, s->q1, true);
  vec_copy(W, at.yx, p->n*p->n);
  if (!s->failed)
    s->shape.W = W;
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
                .noise = p->structure.noise,
                .shape = {.n = p->n,
                          .m = p->mh,
                          .own = !p->lagrangian,
                          .separable = separable,
                          .autonomous = p->structure.autonomous}};
  new_arrays(s, a);
  if (!newton_init(&s->base.newton, a, rattle_unknowns(s->shape)))
    return NULL;
  know_mass(s, a);
  if (a->failed)
    return NULL;
  *step = (stepper){.method = m,
                    .kernel = &s->base,
                    .take = take,
                    .equation = equation,
                    .equations = {s, residual, both},
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
