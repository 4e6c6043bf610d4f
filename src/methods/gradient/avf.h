// Discrete gradients that keep the energy of z' = P(z) grad H(z): gonzalez, avf(k), avfc(k).
//
//   step       d = z1 - z0 = h P(zm) D,  zm = z0 + d/2                                     [C] (11)
//   avf(k)     D = g_k = sum_i w_i grad H(z0 + c_i d), k Gauss points: the mean of the gradient on
//              the way, if the rule is exact                                              [C] (9)
//   avfc(k)    D = g_k + (R/|d|^2) d,  R = H(z0 + d) - H(z0) - g_k.d: a discrete gradient for any k
//   gonzalez   avfc(1): the gradient in the middle, and the correction                     [C] (10)
//
//   unknown    d, n numbers
//   residual   r = d - h P(zm) D
//   Jacobian   1 - h (1/2 (P D)_z + P D_d),   D_d = J_k for avf, J_k = sum_i w_i c_i H_zz; else
//              J_k + c 1 + d (H_z(z1) - g_k - J_k^T d - 2 c d)^T/|d|^2,  c = R/|d|^2
//   solver     with a matrix that is close to it: gradient.h
//
//   keeps      H, to the rounding of the solve: D.d = H(z1) - H(z0) and P is skew. R is made of
//              differences without cancellation (expr/difference.h), so that near equilibria, with
//              small steps or a large constant in H no digit is lost. avf(k) keeps H where the rule
//              is exact: polynomials up to degree 2k
//   points     avf and avfc without a number take as many as the degree of H asks for; where H is
//              no polynomial avf takes 5, avfc 3
//   symmetric  exchanging z0 with z1 and h with -h leaves the step unchanged: order 2
//   does not   keep other invariants: gonzalez mixes parts of the energy that avf keeps apart
//
// [C] Celledoni, Farre Puiggali, Hoiseth, Martin de Diego, "Energy-preserving integrators applied
//     to nonholonomic systems", sec. 3; (10) is due to Gonzalez, J. Nonlinear Sci. 6 (1996), (9) to
//     McLachlan, Quispel, Robidoux, Phil. Trans. R. Soc. A 357 (1999). The correction of avfc is
//     ours.

#pragma once

#include "methods/gradient/gradient.h"

// what does not change in a run
typedef struct avf_shape {
  gradient_shape of;
  int k;                // points of the rule
  bool corrected;       // avfc; otherwise avf
  const double *w, *c;  // k  weights and nodes
} avf_shape;

typedef struct avf {
  gradient of;
  avf_shape shape;

  // scratch
  double *g;       // n      g_k                                     left by avf_evaluate
  double c;        //        R/|d|^2
  double inverse;  //        1/|d|^2, 0 if hardly anything moves

  double *Jk;     // n x n  with J
  double *along;  // n      the row in the rank-one part
} avf;

static inline void avf_lay(avf_shape k, avf *s, layout *l) {
  int n = k.of.phase.size;
  assert(k.k > 0 && k.w && k.c);
  gradient_lay(k.of, &s->of, l);
  s->g = layout_scratch(l, n);
  s->along = layout_scratch(l, n);
  s->Jk = layout_scratch(l, n*n);
}

// g_k, and J_k if asked for
static inline void avf_mean(avf_shape k, avf *s, const double *d, bool blocks) {
  gradient *of = &s->of;
  int n = k.of.phase.size;
  vec_zero(s->g, n);
  if (blocks)
    vec_zero(s->Jk, n*n);
  for (int i = 0; i < k.k; i++) {
    const double *z = gradient_place(n, of, k.c[i], d), *slope = of->slope;
    double t = gradient_time(of, k.c[i]);
    if (blocks)
      slope = evaluator_run(of->e, BUNDLE_GRADIENT_BLOCKS, t, z, d, of->phase.frame);
    else
      gradient_slope(of, t, z);
    vec_axpy(s->g, k.w[i], slope, s->g, n);
    if (blocks)
      vec_axpy(s->Jk, k.w[i]*k.c[i], slope + n, s->Jk, n*n);
  }
}

// D = g_k + c d
static inline void avf_complete(avf_shape k, avf *s, const double *d) {
  gradient *of = &s->of;
  int n = k.of.phase.size;
  double moved = vec_dot(d, d, n);
  vec_copy(of->D, s->g, n);
  s->inverse = k.corrected && moved > gradient_least ? 1/moved : 0;
  s->c = 0;
  if (s->inverse == 0)
    return;
  double increment =
      evaluator_run(of->e, BUNDLE_INCREMENT, of->t, of->phase.z, d, of->phase.frame)[0];
  s->c = s->inverse*(increment - vec_dot(s->g, d, n));
  vec_axpy(of->D, s->c, d, of->D, n);
}

// D_d = J_k + c 1 + d (H_z(z1) - g_k - J_k^T d - 2 c d)^T/|d|^2
static inline void avf_gradient_jacobian(avf_shape k, avf *s, const double *d) {
  gradient *of = &s->of;
  int n = k.of.phase.size;
  vec_copy(of->Dd, s->Jk, n*n);
  if (s->inverse == 0)
    return;
  const double *slope = gradient_true_slope(of, gradient_time(of, 1), gradient_place(n, of, 1, d));
  for (int i = 0; i < n; i++)
    s->along[i] = slope[i] - s->g[i] - 2*s->c*d[i];
  mat_tvec_add(s->along, -1, s->Jk, d, n, n);
  for (int i = 0; i < n; i++) {
    of->Dd[i*n + i] += s->c;
    vec_axpy(of->Dd + i*n, s->inverse*d[i], s->along, of->Dd + i*n, n);
  }
}

// r at d, and J = dr/dd unless it is NULL
static inline void avf_evaluate(avf_shape k, avf *s, const double *d, double *r, double *J) {
  avf_mean(k, s, d, J != NULL);
  avf_complete(k, s, d);
  if (J)
    avf_gradient_jacobian(k, s, d);
  gradient_close(k.of.phase, &s->of, d, r, J);
}

GRADIENT_FAMILY(avf)
