// Steppers for dla-mp and dla-cm: arrays, starting values, the solve, the compensated update.

#include "methods/dla.h"

#include "methods/families.h"

#include <math.h>
#include <stdio.h>

typedef struct dla_stepper {
  stepper base;
  dla kernel;
  double *mu_declared;  // all constraints  h lambda in the order of declaration
  double *dq;           // n
} dla_stepper;

static void residual(void *context, const double *x, double *r) {
  dla_stepper *s = context;
  dla_residual(s->kernel.n, s->kernel.m, &s->kernel, x, r);
  if (s->kernel.failed)
    r[0] = (double)NAN;
}

static void jacobian(void *context, const double *x, double *J) {
  dla_stepper *s = context;
  const mechanical *p = s->kernel.e->problem;
  for (int k = 0; k < s->kernel.m; k++)
    s->mu_declared[p->declared_n[k]] = x[s->kernel.n + k];
  dla_jacobian(s->kernel.n, s->kernel.m, &s->kernel, s->mu_declared, J);
}

// sizes of the unknowns: d against v, mu against the momentum it balances
static void set_scale(dla_stepper *s) {
  int n = s->kernel.n, m = s->kernel.m;
  newton *solve = &s->base.newton;
  double largest = vec_max(s->kernel.v0, n);
  for (int i = 0; i < n; i++)
    solve->scale[i] = fabs(s->kernel.v0[i]) + 1e-3*largest;
  double momentum = vec_max(s->kernel.p, n) + fabs(s->kernel.h)*vec_max(s->kernel.f, n);
  for (int k = 0; k < m; k++) {
    double row = s->kernel.affine ? vec_max(s->kernel.B + k*n, n) : 1;
    solve->scale[n + k] = row > 0 ? momentum/row : momentum;
  }
}

// start: extrapolated, or d = 0 and the consistent multipliers
static void set_start(dla_stepper *s, const state *x) {
  const mechanical *p = s->kernel.e->problem;
  newton *solve = &s->base.newton;
  if (solve->npast > 0) {
    newton_predict(solve);
    return;
  }
  vec_zero(solve->x, s->kernel.n);
  for (int k = 0; k < s->kernel.m; k++)
    solve->x[s->kernel.n + k] = s->kernel.h*x->lambda[p->declared_n[k]];
}

static noslip_status attempt(stepper *self, const state *x, failure *why) {
  dla_stepper *s = (dla_stepper *)self;
  dla *k = &s->kernel;
  k->h = self->h;
  k->t = x->t;
  k->q0 = x->q;
  k->v0 = x->v;
  dla_begin(k->n, k->m, k);
  set_scale(s);
  set_start(s, x);
  newton_result result = newton_solve(&self->newton, &self->equations);
  return result == NEWTON_CONVERGED ? NOSLIP_OK : method_fail(self, result, why);
}

static noslip_status step(stepper *self, state *x, double h, failure *why) {
  dla_stepper *s = (dla_stepper *)self;
  const double *d = self->newton.x;
  int n = s->kernel.n;
  noslip_status status = method_solve(self, x, h, attempt, why);
  if (status != NOSLIP_OK)
    return status;

  // q1 = q0 + h (v0 + d/2), v1 = v0 + d
  for (int i = 0; i < n; i++)
    s->dq[i] = h*(x->v[i] + 0.5*d[i]);
  vec_add_compensated(x->q, x->q_low, s->dq, n);
  vec_add_compensated(x->v, x->v_low, d, n);
  return NOSLIP_OK;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const dla_stepper *s = (const dla_stepper *)self;
  const mechanical *p = s->kernel.e->problem;
  if (i < p->n)
    snprintf(buffer, size, "momentum balance of `%s`", p->coordinate[i]);
  else
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->declared_n[i - p->n]]);
  return buffer;
}

static void new_kernel(dla *k, arena *a, evaluator *e, bool mp) {
  const mechanical *p = e->problem;
  int n = p->n, m = p->mn;
  *k = (dla){
      .n = n,
      .m = m,
      .e = e,
      .mp = mp,
      .constant_mass = p->structure.uniform,
      .affine = p->structure.affine,
      .M = ARENA_ARRAY(a, double, (size_t)n*(size_t)n),
      .qm = ARENA_ARRAY(a, double, n),
      .right = ARENA_ARRAY(a, double, n),
      .B = ARENA_ARRAY(a, double, (size_t)m*(size_t)n),
      .v1 = ARENA_ARRAY(a, double, n),
      .q1 = ARENA_ARRAY(a, double, n),
      .vm = ARENA_ARRAY(a, double, n),
      .qe = ARENA_ARRAY(a, double, n),
      .p = ARENA_ARRAY(a, double, n),
      .f = ARENA_ARRAY(a, double, n),
      .at = picture_blocks_new(a, n),
      .end = picture_blocks_new(a, n),
  };
}

static stepper *make(const method *m, evaluator *e, arena *a, bool mp) {
  const mechanical *p = e->problem;
  dla_stepper *s = arena_alloc(a, sizeof *s);
  if (!s)
    return NULL;
  s->base = (stepper){
      .method = m, .step = step, .equation = equation, .equations = {s, residual, jacobian}};
  s->mu_declared = ARENA_ARRAY(a, double, p->m);
  s->dq = ARENA_ARRAY(a, double, p->n);
  new_kernel(&s->kernel, a, e, mp);
  if (!newton_init(&s->base.newton, a, p->n + p->mn))
    return NULL;
  s->base.newton.end[0] = p->n;

  // a constant mass matrix is the same everywhere: take it at the origin
  if (s->kernel.constant_mass) {
    dla_at(&s->kernel, 0, s->kernel.qm, s->kernel.vm, s->kernel.p, s->kernel.f, &s->kernel.at);
    vec_copy(s->kernel.M, s->kernel.at.yx, p->n*p->n);
  }
  return &s->base;
}

stepper *dla_make_mp(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, true);
}

stepper *dla_make_cm(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, false);
}

const double *dla_half_multipliers(const stepper *self) {
  const dla_stepper *s = (const dla_stepper *)self;
  return s->base.newton.x + s->kernel.n;
}
