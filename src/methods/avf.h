// Discrete gradients that keep the energy of z' = P(z) grad H(z): gonzalez, avf(k), avfc(k).
//
//   step       d = z1 - z0 = h P(zm) D,  zm = z0 + d/2                                       [C] (11)
//   avf(k)     D = g_k = sum_i w_i grad H(z0 + c_i d), k Gauss points: the mean of the gradient on the
//              way, if the rule is exact                                                     [C] (9)
//   avfc(k)    D = g_k + (R/|d|^2) d,  R = H(z0 + d) - H(z0) - g_k.d: a discrete gradient for any k
//   gonzalez   avfc(1): the gradient in the middle, and the correction                       [C] (10)
//
//   unknown    d, n numbers
//   residual   r = d - h P(zm) D
//   Jacobian   1 - h (1/2 (P D)_z + P D_d),   D_d = J_k for avf, J_k = sum_i w_i c_i H_zz; else
//              J_k + c 1 + d (H_z(z1) - g_k - J_k^T d - 2 c d)^T/|d|^2,  c = R/|d|^2
//
//   keeps      H, to the rounding of the solve: D.d = H(z1) - H(z0) and P is skew. R is made of
//              differences without cancellation (expr/difference.h), so that near equilibria, with
//              small steps or a large constant in H no digit is lost. avf(k) keeps H where the rule is
//              exact: polynomials up to degree 2k
//   symmetric  exchanging z0 with z1 and h with -h leaves the step unchanged: order 2
//   does not   keep other invariants: gonzalez mixes parts of the energy that avf keeps apart
//
// [C] Celledoni, Farre Puiggali, Hoiseth, Martin de Diego, "Energy-preserving integrators applied to
//     nonholonomic systems", sec. 3; (10) is due to Gonzalez, J. Nonlinear Sci. 6 (1996), (9) to
//     McLachlan, Quispel, Robidoux, Phil. Trans. R. Soc. A 357 (1999). The correction of avfc is ours.

#pragma once

#include "methods/phase.h"

// sizes and structure; constants in a compiled step
typedef struct avf_shape {
  phase_shape phase;
  int k;                // points of the rule
  bool corrected;       // avfc; otherwise avf
  const double *w, *c;  // k  weights and nodes
} avf_shape;

typedef struct avf {
  kernel *base;
  avf_shape shape;
  evaluator *e;
  phase phase;  // z0: the start of the step

  double t, h;     //                                                set by the caller
  double *z;       // n      a point on the way
  double *g;       // n      g_k                                     left by avf_evaluate
  double *D;       // n      the discrete gradient
  double *slope;   // n      grad H at a point
  double *out;     // n      P D
  double c;        //        R/|d|^2
  double inverse;  //        1/|d|^2, 0 if nothing moves

  double *Jk, *Dd;  // n x n  with J
  double *along;    // n      the row in the rank-one part
} avf;

// length of the work array: all that a step leaves behind
static inline int avf_size(int n) {
  return 6*n + 2*n*n;
}

// lay out the arrays of a step, one after the other
static inline void avf_lay(int n, avf *s, double *at) {
  s->z = at;
  s->g = s->z + n;
  s->D = s->g + n;
  s->slope = s->D + n;
  s->out = s->slope + n;
  s->along = s->out + n;
  s->Jk = s->along + n;
  s->Dd = s->Jk + n*n;
}

// z = z0 + a d
static inline const double *avf_place(avf_shape k, avf *s, double a, const double *d) {
  vec_axpy(s->z, a, d, s->phase.z, k.phase.size);
  return s->z;
}

static inline double avf_time(const avf *s, double a) {
  return s->t + a*s->h;
}

// g_k, and J_k if it is wanted
static inline void avf_mean(avf_shape k, avf *s, const double *d, bool blocks) {
  int n = k.phase.size;
  vec_zero(s->g, n);
  if (blocks)
    vec_zero(s->Jk, n*n);
  for (int i = 0; i < k.k; i++) {
    const double *z = avf_place(k, s, k.c[i], d), *slope = s->slope;
    if (blocks)
      slope =
          evaluator_run(s->e, BUNDLE_GRADIENT_BLOCKS, avf_time(s, k.c[i]), z, d, s->phase.frame);
    else
      evaluator_into(s->e, BUNDLE_GRADIENT, avf_time(s, k.c[i]), z, d, s->phase.frame, s->slope);
    vec_axpy(s->g, k.w[i], slope, s->g, n);
    if (blocks)
      vec_axpy(s->Jk, k.w[i]*k.c[i], slope + n, s->Jk, n*n);
  }
}

// D = g_k + c d
static inline void avf_correct(avf_shape k, avf *s, const double *d) {
  double moved = vec_dot(d, d, k.phase.size);
  vec_copy(s->D, s->g, k.phase.size);
  s->inverse = k.corrected && moved > 0 ? 1/moved : 0;
  s->c = 0;
  if (s->inverse == 0)
    return;
  double increment = evaluator_run(s->e, BUNDLE_INCREMENT, s->t, s->phase.z, d, s->phase.frame)[0];
  s->c = s->inverse*(increment - vec_dot(s->g, d, k.phase.size));
  vec_axpy(s->D, s->c, d, s->D, k.phase.size);
}

// D_d = J_k + c 1 + d (H_z(z1) - g_k - J_k^T d - 2 c d)^T/|d|^2
static inline void avf_gradient_jacobian(avf_shape k, avf *s, const double *d) {
  int n = k.phase.size;
  vec_copy(s->Dd, s->Jk, n*n);
  if (s->inverse == 0)
    return;
  const double *z1 = avf_place(k, s, 1, d);
  evaluator_into(s->e, BUNDLE_GRADIENT, avf_time(s, 1), z1, d, s->phase.frame, s->slope);
  for (int i = 0; i < n; i++)
    s->along[i] = s->slope[i] - s->g[i] - 2*s->c*d[i];
  mat_tvec_add(s->along, -1, s->Jk, d, n, n);
  for (int i = 0; i < n; i++) {
    s->Dd[i*n + i] += s->c;
    vec_axpy(s->Dd + i*n, s->inverse*d[i], s->along, s->Dd + i*n, n);
  }
}

// J = 1 - h (1/2 (P D)_z + P D_d)
static inline void avf_jacobian(avf_shape k, avf *s, const double *d, const double *structure,
                                double *J) {
  int n = k.phase.size;
  const double *P = structure + n, *PDz = P + n*n;
  avf_gradient_jacobian(k, s, d);
  for (int i = 0; i < n; i++) {
    vec_zero(s->along, n);
    mat_tvec_add(s->along, 1, s->Dd, P + i*n, n, n);
    for (int j = 0; j < n; j++)
      J[i*n + j] = (i == j) - s->h*(0.5*PDz[i*n + j] + s->along[j]);
  }
}

// r at d, and J = dr/dd unless it is NULL
static inline void avf_evaluate(avf_shape k, avf *s, const double *d, double *r, double *J) {
  int n = k.phase.size;
  avf_mean(k, s, d, J != NULL);
  avf_correct(k, s, d);
  const double *middle = avf_place(k, s, 0.5, d), *out = s->out;
  if (J)
    out = evaluator_run(s->e, BUNDLE_STRUCTURE_BLOCKS, avf_time(s, 0.5), middle, s->D,
                        s->phase.frame);
  else
    evaluator_into(s->e, BUNDLE_STRUCTURE, avf_time(s, 0.5), middle, s->D, s->phase.frame, s->out);
  for (int i = 0; i < n; i++)
    r[i] = d[i] - s->h*out[i];
  if (J)
    avf_jacobian(k, s, d, out, J);
}
