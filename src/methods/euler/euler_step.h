// One step of euler.h: sizes and start of the unknowns, the solve, the update.

#pragma once

#include "methods/euler/euler_equations.h"
#include "solve/newton_run.h"

// v, f and p at the start, Psi0 and Psi1 to start from: those of the last step, or psi
static inline void euler_begin(euler_shape k, euler *s, const double *lambda) {
  for (int j = 0; j < 2*k.m; j++) {
    double known = s->carried->known ? s->Psi[j] : lambda[j % k.m];
    s->psi[j] = isfinite(known) ? known : 0;
  }
  euler_look(k, s, &s->start, s->t, s->y0, s->z0, false);
}

// The size of psi: that of what moves z by as much as the forces do, or, where there are none, of
// what would stop it in one step.
static inline void euler_measure(euler_shape k, euler *s) {
  double force = vec_max(s->start.f, k.nz), momentum = vec_max(s->start.p, k.nz);
  double size = force > 0 ? force : momentum > 0 ? momentum/fabs(s->h) : 1;
  for (int c = 0; c < k.m; c++)
    s->size[c] = size;
  if (k.m > 0)
    euler_react(k, s, &s->pulls[0], s->t, s->y0, s->z0, s->psi, true);
  for (int c = 0; c < k.m; c++) {
    double column = 0;
    for (int i = 0; i < k.nz; i++)
      column = vec_larger(column, fabs(s->pulls[0].rpsi[i*k.m + c]));
    s->size[c] = column > 0 && isfinite(column) ? size/column : size;
  }
}

// what the forces will add to z in a first step, h p_z^-1 f by the largest entries of rows, and to
// v
static inline void euler_gain(euler_shape k, euler *s, double *v, double *z) {
  const euler_rates *at = &s->start;
  double h = fabs(s->h), slope = 0;
  euler_look(k, s, &s->start, s->t, s->y0, s->z0, true);
  *z = 0;
  for (int i = 0; i < k.nz; i++) {
    double row = vec_max(at->pz + i*k.nz, k.nz);
    *z = vec_larger(*z, row > 0 ? h*fabs(at->f[i])/row : 0);
  }
  for (int i = 0; i < k.ny; i++)
    slope = vec_larger(slope, vec_max(at->vz + i*k.nz, k.nz));
  *v = slope*(*z);
}

// Sizes of the unknowns. g(y1) carries the rounding of y1, so w is known to eps |y|/h only, and
// with it D, and Psi0 to eps |y|/h^2: that is the noise of the equations. The speed is that at the
// start, or what forces add in a first step, or the way of the last one: one of them is never
// small. Psi has the size of what moves z by its own size in a step.
static inline void euler_set_scale(euler_shape k, euler *s) {
  newton *solve = &s->base->newton;
  euler_places at = euler_places_of(k);
  double h = fabs(s->h), y = vec_max(s->y0, k.ny), v = s->carried->way/h, z = s->carried->kick;
  double force = vec_max(s->start.f, k.nz), p = vec_max(s->start.p, k.nz);
  if (solve->carried.npast == 0)
    euler_gain(k, s, &v, &z);
  v = vec_larger(v, vec_max(s->start.v, k.ny));
  z = vec_larger(z, vec_max(s->z0, k.nz));
  v = vec_larger(v, DBL_EPSILON*y/h);
  for (int i = 0; i < k.ny; i++)
    solve->scale[i] = fabs(s->start.v[i]) + 1e-3*v;
  for (int i = 0; i < k.nz; i++)
    solve->scale[at.D + i] = solve->scale[at.d + i] = fabs(s->z0[i]) + 1e-3*z;
  for (int j = 0; j < 2*k.m; j++) {
    double share = force > 0 ? h + p/force : h;  // of p against the force that sets the size
    solve->scale[at.k + j] = s->size[j % k.m]*share;
  }
  solve->noise = k.noise*(v > 0 ? vec_larger(1, y/(h*v)) : 1);
}

static inline void euler_set_start(euler_shape k, euler *s) {
  newton *solve = &s->base->newton;
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n;
  if (!s->base->plain) {
    newton_predict(all, solve);
    return;
  }
  vec_zero(solve->x, all);
  vec_copy(solve->x, s->start.v, k.ny);
  for (int j = 0; j < 2*k.m; j++)
    solve->x[at.k + j] = s->h*s->psi[j];
}

static inline kernel_result euler_attempt(euler_shape k, euler *s, const newton_equations *e,
                                          const state *x) {
  euler_begin(k, s, x->lambda);
  euler_measure(k, s);
  euler_set_scale(k, s);
  euler_set_start(k, s);
  s->base->solved = newton_run(euler_unknowns(k), &s->base->newton, e);
  return s->base->solved == NEWTON_CONVERGED ? KERNEL_DONE : KERNEL_UNSOLVED;
}

// Psi0 and Psi1 for the next step, and a guess of psi at the end of this one: Psi1; of the natural
// methods a Psi0 + (1 - a) Psi1
static inline void euler_remember(euler_shape k, euler *s, state *x) {
  const double *K = s->base->newton.x + euler_places_of(k).k;
  s->carried->known = true;
  s->carried->way = vec_max(s->change, k.ny);
  s->carried->kick = vec_max(s->change + k.ny, k.nz);
  for (int j = 0; j < 2*k.m; j++)
    s->Psi[j] = K[j]/s->h;
  for (int c = 0; c < k.m; c++) {
    double first = s->Psi[c], second = s->Psi[k.m + c];
    x->lambda[c] = k.natural ? k.alpha*first + (1 - k.alpha)*second : second;
  }
}

// the change of the states of a DAE in their order, and the update
static inline kernel_result euler_commit_bare(euler_shape k, euler *s, state *x) {
  int n = k.ny + k.nz;
  for (int i = 0; i < k.ny; i++)
    s->states[k.y[i]] = s->change[i];
  for (int i = 0; i < k.nz; i++)
    s->states[k.z[i]] = s->change[k.ny + i];
  s->base->failed_at = kernel_not_finite(n, x->q, s->states);
  if (s->base->failed_at >= 0)
    return KERNEL_NOT_FINITE;
  vec_add_compensated(x->q, x->q_low, s->states, n);
  return KERNEL_DONE;
}

static inline kernel_result euler_update(euler_shape k, euler *s, state *x) {
  euler_places at = euler_places_of(k);
  const double *found = s->base->newton.x;
  for (int i = 0; i < k.ny; i++)
    s->change[i] = s->h*found[at.w + i];
  vec_copy(s->change + k.ny, found + at.d, k.nz);
  double *z = k.lagrangian ? x->v : x->p, *low = k.lagrangian ? x->v_low : x->p_low;
  kernel_result result = k.bare ? euler_commit_bare(k, s, x)
                                : kernel_commit(k.nz, s->base, (double *[]){x->q, x->q_low},
                                                s->change, (double *[]){z, low}, s->change + k.ny);
  if (result == KERNEL_DONE)
    euler_remember(k, s, x);
  return result;
}

// y0 and z0 of the state
static inline void euler_read(euler_shape k, euler *s, const state *x) {
  s->y0 = x->q;
  s->z0 = k.lagrangian ? x->v : x->p;
  if (!k.bare)
    return;
  for (int i = 0; i < k.ny; i++)
    s->gathered[i] = x->q[k.y[i]];
  for (int i = 0; i < k.nz; i++)
    s->gathered[k.ny + i] = x->q[k.z[i]];
  s->y0 = s->gathered;
  s->z0 = s->gathered + k.ny;
}

static inline kernel_result euler_step(euler_shape k, euler *s, const newton_equations *e, state *x,
                                       double h) {
  kernel_begin(s->base, h);
  s->h = h;
  s->t = x->t;
  euler_read(k, s, x);
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++)
    result = kernel_trusted(s->base, euler_attempt(k, s, e, x));
  return result == KERNEL_DONE ? euler_update(k, s, x) : result;
}
