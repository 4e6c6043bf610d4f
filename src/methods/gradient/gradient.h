// Steps of discrete gradients, z' = P(z) grad H(z): what their families share.
//
//   unknowns   d_1 ... d_s, of size n each: one of avf.h and itoh_abe.h, d = z1 - z0; those of the
//              stages of ep_collocation.h
//   end        z1 = z0 + sum_i b_i d_i, with the Gauss weights b and nodes c; s = 1 is z0 + d
//   start      d_i = h f(z0 + c_i h f(zm)),  zm = z0 + h/2 f(z0),  f = P grad H; or extrapolated
//   one d      r = d - h P(z0 + d/2) D,  J = 1 - h (1/2 (P D)_z + P D_d) from D and D_d
//   solver     of one d: with J0 = 1 - h/2 ((P D)_z + P H_zz) in the middle, which is close: it
//              leaves out what is of the order of |d|^2; J where that is not good enough
//   rounding   what it has done to the energy is corrected: D + (e/|d|^2) d with e of phase.h

#pragma once

#include "methods/gradient/phase.h"
#include "solve/dense.h"
#include "solve/newton_run.h"

// what does not change in a run
typedef struct gradient_shape {
  phase_shape phase;
  int stages;
  bool solver;          // there is J0: of one d, without further unknowns
  bool watched;         // the energy is watched: the rule may not be exact for it
  const double *b, *c;  // stages
} gradient_shape;

typedef phase_carried gradient_carried;

typedef struct gradient {
  kernel *base;
  evaluator *e;
  phase phase;  // z0: the start of the step

  // carried
  double *J0;  // n x n  factors of J0, as evaluated last
  int *pivot;  // n

  // scratch
  double t, h;    //        start and size of the step
  double *z;      // n      a point on the way
  double *slope;  // n      grad H there
  double *out;    // n      P D
  double *D;      // n      the discrete gradient
  double *row;    // n
  double *Dd;     // n x n  its derivative, with J
} gradient;

static inline void gradient_open(gradient *s, kernel *base, gradient_carried *carried,
                                 evaluator *e) {
  s->base = base;
  s->e = e;
  phase_open(&s->phase, carried, e);
}

// blocks of positions and of the rest; stages are one block
static inline newton_shape gradient_unknowns(gradient_shape k) {
  return k.stages == 1 ? phase_unknowns(k.phase) : newton_one_block(k.stages*k.phase.size);
}

static inline void gradient_lay(gradient_shape k, gradient *s, layout *l) {
  int n = k.phase.size;
  assert(k.stages > 0 && k.b && k.c && (!k.solver || k.stages == 1));
  phase_lay(k.phase, &s->phase, l);
  s->J0 = layout_carried(l, k.solver ? n*n : 0);
  s->pivot = layout_integers(l, LAYOUT_CARRIED, k.solver ? n : 0);
  s->slope = layout_output(l, n);
  s->out = layout_output(l, n);
  s->z = layout_scratch(l, n);
  s->D = layout_scratch(l, n);
  s->row = layout_scratch(l, n);
  s->Dd = layout_scratch(l, n*n);
}

// a |d|^2 that is less than this is next to the smallest numbers and has lost its digits;
// corrections over it are as small as |d|, and left out
static const double gradient_least = 1e-280;

// z = z0 + a d
static inline const double *gradient_place(int n, gradient *s, double a, const double *d) {
  vec_axpy(s->z, a, d, s->phase.z, n);
  return s->z;
}

static inline double gradient_time(const gradient *s, double a) {
  return s->t + a*s->h;
}

// grad H at z, or what takes its place
static inline void gradient_slope(gradient *s, double t, const double *z) {
  evaluator_into(s->e, BUNDLE_GRADIENT, t, z, z, s->phase.frame, s->slope);
}

// H_z at z
static inline const double *gradient_true_slope(gradient *s, double t, const double *z) {
  return evaluator_run(s->e, BUNDLE_SLOPE, t, z, z, s->phase.frame);
}

// d = h P(z) grad H(z); d may be z
static inline void gradient_field(int n, gradient *s, double t, const double *z, double *d) {
  gradient_slope(s, t, z);
  evaluator_into(s->e, BUNDLE_STRUCTURE, t, z, s->slope, s->phase.frame, s->out);
  for (int i = 0; i < n; i++)
    d[i] = s->h*s->out[i];
}

// J = 1 - h (a (P D)_z + P D_d), a block of a matrix of which a row has `width` numbers.
// `structure` has P D, P and (P D)_z; `own`: there is the 1
static inline void gradient_block(int n, gradient *s, double a, const double *structure, bool own,
                                  double *J, int width) {
  const double *P = structure + n, *PDz = P + n*n;
  for (int i = 0; i < n; i++) {
    vec_zero(s->row, n);
    mat_tvec_add(s->row, 1, s->Dd, P + i*n, n, n);
    for (int j = 0; j < n; j++)
      J[i*width + j] = (own && i == j) - s->h*(a*PDz[i*n + j] + s->row[j]);
  }
}

// r = d - h P(z) D at the place z and time t; returns P D, with P and (P D)_z if there is J
static inline const double *gradient_residual(int n, gradient *s, double t, const double *z,
                                              const double *d, double *r, bool blocks) {
  const double *out = s->out;
  if (blocks)
    out = evaluator_run(s->e, BUNDLE_STRUCTURE_BLOCKS, t, z, s->D, s->phase.frame);
  else
    evaluator_into(s->e, BUNDLE_STRUCTURE, t, z, s->D, s->phase.frame, s->out);
  for (int i = 0; i < n; i++)
    r[i] = d[i] - s->h*out[i];
  return out;
}

// D with the energy correction
static inline void gradient_correct_energy(phase_shape k, gradient *s, const double *d) {
  double moved = vec_dot(d, d, k.size);
  double correction = phase_bounded_correction(k, &s->phase, s->D, d, k.size);
  if (moved > gradient_least && correction != 0)
    vec_axpy(s->D, correction/moved, d, s->D, k.size);
}

// of one d: r and, unless it is NULL, J, from D and D_d
static inline void gradient_close(phase_shape k, gradient *s, const double *d, double *r,
                                  double *J) {
  int n = k.size;
  gradient_correct_energy(k, s, d);
  const double *middle = gradient_place(n, s, 0.5, d);
  const double *out = gradient_residual(n, s, gradient_time(s, 0.5), middle, d, r, J != NULL);
  if (J)
    gradient_block(n, s, 0.5, out, true, J, n);
}

// the factors of J0, after r; false if it is singular
static inline bool gradient_factor(gradient_shape k, gradient *s, const double *d) {
  int n = k.phase.size;
  const double *middle = gradient_place(n, s, 0.5, d);
  const double *T =
      evaluator_run(s->e, BUNDLE_TANGENT, gradient_time(s, 0.5), middle, s->D, s->phase.frame);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s->J0[i*n + j] = (i == j) - 0.5*s->h*T[i*n + j];
  return dense_factor(s->J0, s->pivot, n) < 0;
}

// d = -J0^-1 r
static inline void gradient_correct(gradient_shape k, gradient *s, const double *r, double *d) {
  for (int i = 0; i < k.phase.size; i++)
    d[i] = -r[i];
  dense_solve(s->J0, s->pivot, d, k.phase.size);
}

// ---- one step: sizes and start of the unknowns, the solve, the update

static inline void gradient_set_scale(gradient_shape k, gradient *s) {
  for (int j = 0; j < k.stages; j++)
    phase_set_scale(k.phase, &s->phase, s->base->newton.scale + j*k.phase.size);
}

// start from the middle that an explicit half step finds
static inline void gradient_set_plain(gradient_shape k, gradient *s) {
  int n = k.phase.size;
  gradient_field(n, s, s->t, s->phase.z, s->D);
  gradient_field(n, s, gradient_time(s, 0.5), gradient_place(n, s, 0.5, s->D), s->D);
  for (int j = 0; j < k.stages; j++)
    gradient_field(n, s, gradient_time(s, k.c[j]), gradient_place(n, s, k.c[j], s->D),
                   s->base->newton.x + j*n);
}

// or extrapolated
static inline void gradient_set_start(gradient_shape k, gradient *s) {
  if (s->base->plain)
    gradient_set_plain(k, s);
  else
    newton_predict(k.stages*k.phase.size, &s->base->newton);
}

static inline kernel_result gradient_attempt(gradient_shape k, gradient *s,
                                             const newton_equations *e) {
  gradient_set_scale(k, s);
  gradient_set_start(k, s);
  s->base->solved = newton_run(gradient_unknowns(k), &s->base->newton, e);
  return s->base->solved == NEWTON_CONVERGED ? KERNEL_DONE : KERNEL_UNSOLVED;
}

static inline kernel_result gradient_solve(gradient_shape k, gradient *s,
                                           const newton_equations *e) {
  kernel_result result = KERNEL_UNSOLVED;
  for (int try = 0; kernel_tries(s->base, result, try); try++)
    result = kernel_trusted(s->base, gradient_attempt(k, s, e));
  return result;
}

// D = sum_i b_i d_i, the way of the step
static inline const double *gradient_way(gradient_shape k, gradient *s) {
  int n = k.phase.size;
  vec_zero(s->D, n);
  for (int j = 0; j < k.stages; j++)
    vec_axpy(s->D, k.b[j], s->base->newton.x + j*n, s->D, n);
  return s->D;
}

// sum_i |H_i| (|z0_i| + |d_i|) with the gradient at z
static inline double gradient_size(int n, gradient *s, double t, const double *z, const double *d) {
  double sum = 0;
  gradient_slope(s, t, z);
  for (int i = 0; i < n; i++)
    sum += fabs(s->slope[i])*(fabs(s->phase.z[i]) + fabs(d[i]));
  return sum;
}

// What a step has done to the energy, against what rounding of z does to it. At one of both ends
// the gradient may have a zero that it has not on the way. A change by the rule is not corrected.
static inline void gradient_watch(gradient_shape k, gradient *s, const double *d) {
  int n = k.phase.size;
  kernel *base = s->base;
  const double *z0 = s->phase.z, *z1 = gradient_place(n, s, 1, d);
  double change = evaluator_run(s->e, BUNDLE_INCREMENT, s->t, z0, d, s->phase.frame)[0];
  double size = gradient_size(n, s, s->t, z0, d) + gradient_size(n, s, gradient_time(s, 1), z1, d);
  double defect = fabs(change);
  phase_leave_uncorrected(&s->phase, change, size);
  if (defect > base->carried.excess*size) {
    base->carried.defect = defect;
    base->carried.excess = defect/size;
  }
}

static inline void gradient_begin(gradient_shape k, gradient *s, const state *x, double h) {
  if (phase_begin(k.phase, &s->phase, x, h))
    newton_forget(&s->base->newton);
  s->h = h;
  s->t = x->t;
  kernel_begin(s->base, h);
}

// solved once more, where the middle of the step has another frame
static inline kernel_result gradient_step(gradient_shape k, gradient *s, const newton_equations *e,
                                          state *x, double h) {
  gradient_begin(k, s, x, h);
  kernel_result result = gradient_solve(k, s, e);
  if (result != KERNEL_DONE)
    gradient_set_plain(k, s);
  if (phase_reframe(k.phase, &s->phase, x, gradient_way(k, s))) {
    newton_forget(&s->base->newton);
    kernel_start_plainly(s->base);
    result = gradient_solve(k, s, e);
  }
  if (result != KERNEL_DONE)
    return result;
  const double *d = gradient_way(k, s);
  if (k.watched)
    gradient_watch(k, s, d);
  return phase_end(k.phase, &s->phase, s->base, x, d);
}

// ---- families

// What kernel.h asks of a family beside NAME_shape, NAME, NAME_lay and NAME_evaluate. Its shape and
// its record begin with `of`, a gradient_shape and a gradient.
#define GRADIENT_FAMILY(NAME)                                                                    \
  typedef gradient_carried NAME##_carried;                                                       \
  static inline void NAME##_open(NAME *s, kernel *base, NAME##_carried *carried, evaluator *e) { \
    gradient_open(&s->of, base, carried, e);                                                     \
  }                                                                                              \
  static inline newton_shape NAME##_unknowns(NAME##_shape k) {                                   \
    return gradient_unknowns(k.of);                                                              \
  }                                                                                              \
  static inline bool NAME##_has_solver(NAME##_shape k) {                                         \
    return k.of.solver;                                                                          \
  }                                                                                              \
  static inline bool NAME##_factor(NAME##_shape k, NAME *s, const double *d, double *r) {        \
    NAME##_evaluate(k, s, d, r, NULL);                                                           \
    return gradient_factor(k.of, &s->of, d);                                                     \
  }                                                                                              \
  static inline void NAME##_correct(NAME##_shape k, NAME *s, const double *r, double *d) {       \
    gradient_correct(k.of, &s->of, r, d);                                                        \
  }                                                                                              \
  static inline kernel_result NAME##_step(NAME##_shape k, NAME *s, const newton_equations *e,    \
                                          state *x, double h) {                                  \
    return gradient_step(k.of, &s->of, e, x, h);                                                 \
  }
