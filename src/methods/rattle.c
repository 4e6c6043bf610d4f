// Steppers for rattle: the general and the separable form, which give the same step.

#include "methods/rattle.h"

#include "methods/families.h"

#include <float.h>
#include <stdio.h>

typedef struct rattle_stepper {
  stepper base;
  rattle kernel;
  bool separable;
  double *d, *dq;  // n  ph - p0, q1 - q0
  double *k0;      // m  multiplier of the first half
  double Hpp;      //    largest entry of H_pp, where it is separable
  double pace;     //    how fast things go in this step
} rattle_stepper;

static void residual(void *context, const double *x, double *r) {
  rattle_stepper *s = context;
  rattle *k = &s->kernel;
  if (s->separable)
    rattle_separable_residual(k->n, k->m, k, x, r);
  else
    rattle_residual(k->n, k->m, k, x, r);
  if (k->failed)
    r[0] = (double)NAN;
}

static void jacobian(void *context, const double *x, double *J) {
  rattle_stepper *s = context;
  (void)x;
  if (s->separable) {
    rattle_separable_jacobian(s->kernel.n, s->kernel.m, &s->kernel, J);
    s->Hpp = vec_max(s->kernel.at.yx, s->kernel.n*s->kernel.n);
  } else
    rattle_jacobian(s->kernel.n, s->kernel.m, &s->kernel, J);
}

// Sizes of the unknowns. g(q1) carries the rounding of q1, so u is known to eps |q|/h only, and the
// multiplier to eps |q|/(h |H_pp G^T|), along G^T, where the projection removes it. In the separable
// form that is the size of the multiplier; in the general form, it is the noise of the equations: an
// increment that no longer shrinks is then taken if it moves q by a thousand roundings at most.
static void set_scale(rattle_stepper *s) {
  rattle *k = &s->kernel;
  int n = k->n, m = k->m;
  newton *solve = &s->base.newton;
  double h = fabs(k->h), q = vec_max(k->q0, n), p = vec_max(k->p0, n) + h*vec_max(k->f0, n);
  double v = fmax(s->pace, DBL_EPSILON*q/h);
  for (int i = 0; !s->separable && i < n; i++) {
    solve->scale[i] = fabs(k->p0[i]) + 1e-3*p;
    solve->scale[n + i] = fabs(k->v0[i]) + 1e-3*v;
  }
  solve->noise = s->separable || !(v > 0) ? 1 : fmax(1, q/(h*v));
  for (int j = 0; j < m; j++) {
    double row = vec_max(k->G0 + j*n, n), size = p;
    if (s->separable && s->Hpp > 0)
      size = v/s->Hpp + q/(h*s->Hpp);
    solve->scale[solve->n - m + j] = row > 0 ? size/row : size;
  }
}

static void set_start(rattle_stepper *s, const state *x) {
  rattle *k = &s->kernel;
  const mechanical *p = k->e->problem;
  newton *solve = &s->base.newton;
  if (solve->npast > 0) {
    newton_predict(solve);
    return;
  }
  vec_zero(solve->x, solve->n);
  if (!s->separable)
    vec_copy(solve->x + k->n, k->v0, k->n);
  for (int j = 0; j < k->m; j++)
    solve->x[solve->n - k->m + j] = 0.5*k->h*x->lambda[p->declared_h[j]];
}

// A step that leads far beyond what velocity and forces allow has found another sheet of g = 0.
// Where constraints move by themselves, nothing can be said.
static bool jumped(const rattle_stepper *s) {
  const rattle *k = &s->kernel;
  double moved = 0, rounding = 1000*DBL_EPSILON*vec_max(k->q0, k->n);
  double reach = 10*fabs(k->h)*s->pace + rounding;
  if (k->m == 0 || !k->e->problem->structure.autonomous)
    return false;
  for (int i = 0; i < k->n; i++)
    moved = fmax(moved, fabs(k->q1[i] - k->q0[i]));
  return moved > reach;
}

// d = ph - p0 and q1 - q0 from the solution
static void read_solution(rattle_stepper *s) {
  rattle *k = &s->kernel;
  const double *x = s->base.newton.x;
  int n = k->n, m = k->m;
  residual(s, x, s->base.newton.r);  // ph, q1 and v at the solution
  if (s->separable) {
    for (int i = 0; i < n; i++)
      s->d[i] = 0.5*k->h*k->f0[i];
    mat_tvec_add(s->d, 1, k->G0, x, m, n);
    for (int i = 0; i < n; i++)
      s->dq[i] = k->h*k->v[i];
  } else {
    vec_copy(s->d, x, n);
    for (int i = 0; i < n; i++)
      s->dq[i] = k->h*x[n + i];
  }
  vec_copy(s->k0, x + s->base.newton.n - m, m);
}

// How fast things go in this step: at rest, by what the forces will do, or by the step before. (At
// a turning point in the middle of a step the speed at its end is h a/2, at a turning point at its
// end the way was h^2 a/2: one of the two is never small.)
static void know_pace(rattle_stepper *s) {
  rattle *k = &s->kernel;
  bool first = s->base.newton.npast == 0;
  double other = first ? rattle_gain(k->n, k) : vec_max(s->dq, k->n)/fabs(k->h);
  s->pace = fmax(k->speed, other);
}

// of a separable system: the scale of the multiplier needs H_pp before the first solve
static void know_mass(rattle_stepper *s) {
  rattle *k = &s->kernel;
  if (!s->separable || s->Hpp > 0)
    return;
  rattle_at(k, k->t, k->q0, k->p0, &k->at);
  s->Hpp = vec_max(k->at.yx, k->n*k->n);
}

// q1 and ph
static noslip_status attempt(stepper *self, const state *x, failure *why) {
  rattle_stepper *s = (rattle_stepper *)self;
  rattle *k = &s->kernel;
  k->h = self->h;
  k->t = x->t;
  k->q0 = x->q;
  k->p0 = x->p;
  rattle_begin(k->n, k->m, k);
  know_pace(s);
  know_mass(s);
  set_scale(s);
  set_start(s, x);
  newton_result result = newton_solve(&self->newton, &self->equations);
  if (result != NEWTON_CONVERGED)
    return method_fail(self, result, why);
  read_solution(s);
  if (jumped(s))
    return fail(why, NOSLIP_ERROR_STEP,
                "the step leads to another sheet of the constraints: the step is too large; try a "
                "smaller one");
  return NOSLIP_OK;
}

// p1 from ph and q1
static noslip_status project(rattle_stepper *s, failure *why) {
  rattle *k = &s->kernel;
  const mechanical *p = k->e->problem;
  int guilty = rattle_project(k->n, k->m, k, s->d);
  if (k->failed)
    return fail(why, NOSLIP_ERROR_STEP,
                "the velocities cannot be found from the momenta; try a smaller step");
  if (guilty >= 0)
    return fail(why, NOSLIP_ERROR_STEP,
                "the constraint `%s` cannot be kept, by positions and velocities\n"
                "  it may depend on the others here, or the step is too large; try a smaller one",
                p->constraint[p->declared_h[guilty]]);
  return NOSLIP_OK;
}

static noslip_status step(stepper *self, state *x, double h, failure *why) {
  rattle_stepper *s = (rattle_stepper *)self;
  noslip_status status = method_solve(self, x, h, attempt, why);
  if (status == NOSLIP_OK)
    status = project(s, why);
  if (status != NOSLIP_OK)
    return status;
  vec_add_compensated(x->q, x->q_low, s->dq, x->n);
  vec_add_compensated(x->p, x->p_low, s->kernel.dp, x->n);
  return NOSLIP_OK;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const rattle_stepper *s = (const rattle_stepper *)self;
  const mechanical *p = s->kernel.e->problem;
  int constraint = i - (self->newton.n - p->mh);
  if (constraint >= 0)
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->declared_h[constraint]]);
  else
    snprintf(buffer, size, "%s of `%s`", i < p->n ? "momentum balance" : "velocity",
             p->coordinate[i % p->n]);
  return buffer;
}

static void new_kernel(rattle *k, arena *a, evaluator *e) {
  const mechanical *p = e->problem;
  size_t n = (size_t)p->n, m = (size_t)p->mh;
  *k = (rattle){
      .n = p->n,
      .m = p->mh,
      .e = e,
      .v0 = ARENA_ARRAY(a, double, n),
      .f0 = ARENA_ARRAY(a, double, n),
      .G0 = ARENA_ARRAY(a, double, m*n),
      .ph = ARENA_ARRAY(a, double, n),
      .q1 = ARENA_ARRAY(a, double, n),
      .v = ARENA_ARRAY(a, double, n),
      .f = ARENA_ARRAY(a, double, n),
      .sum = ARENA_ARRAY(a, double, n),
      .G1 = ARENA_ARRAY(a, double, m*n),
      .gt = ARENA_ARRAY(a, double, m),
      .dp = ARENA_ARRAY(a, double, n),
      .k1 = ARENA_ARRAY(a, double, m),
      .S = ARENA_ARRAY(a, double, m*m),
      .pivot = ARENA_ARRAY(a, int, m),
      .D = ARENA_ARRAY(a, double, m*n),
      .at = picture_blocks_new(a, p->n),
      .end = picture_blocks_new(a, p->n),
  };
}

// the general form serves a separable system too: a test compares the two
stepper *rattle_make_form(const method *m, evaluator *e, arena *a, bool separable) {
  const mechanical *p = e->problem;
  rattle_stepper *s = arena_alloc(a, sizeof *s);
  if (!s)
    return NULL;
  s->base = (stepper){
      .method = m, .step = step, .equation = equation, .equations = {s, residual, jacobian}};
  s->separable = separable;
  s->d = ARENA_ARRAY(a, double, p->n);
  s->dq = ARENA_ARRAY(a, double, p->n);
  s->k0 = ARENA_ARRAY(a, double, p->mh);
  new_kernel(&s->kernel, a, e);
  if (!newton_init(&s->base.newton, a, s->separable ? p->mh : 2*p->n + p->mh))
    return NULL;
  if (!s->separable) {
    s->base.newton.end[0] = p->n;
    s->base.newton.end[1] = 2*p->n;
  }
  return &s->base;
}

stepper *rattle_make(const method *m, evaluator *e, arena *a) {
  return rattle_make_form(m, e, a, e->problem->structure.separable);
}

const double *rattle_first_multipliers(const stepper *self) {
  return ((const rattle_stepper *)self)->k0;
}
