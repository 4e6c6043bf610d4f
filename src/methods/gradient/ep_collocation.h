// Energy-preserving collocation of order 2s for z' = P(z) grad H(z): ep-collocation(s).
//
//   way        u(tau) = z0 + sum_j alpha_j(tau) d_j,  alpha_j = integral of l_j from 0 to tau: a
//              polynomial of degree s with u' = d_j at the Gauss node c_j; l_j are the Lagrange
//              polynomials of these nodes
//   stages     d_i = h P(u(c_i)) G_i,  i = 1..s                                             [H] (5)
//              G_i = 1/b_i integral of l_i(tau) grad H(u(tau)) from 0 to 1
//                  = sum_m W_im grad H(u(tau_m)),  W_im = w_m l_i(tau_m)/b_i, by k Gauss points
//   end        z1 = z0 + sum_i b_i d_i
//   tables     with Legendre polynomials, x = 2 tau_m - 1 and y = 2 c_i - 1:
//              W_im = w_m sum_(n=0)^(s-1) (2n+1) P_n(x) P_n(y)
//              alpha_i(tau_m) = b_i/2 (1 + sum_(n=1)^(s-1) (P_n(x) P_(n-1)(y) - P_(n-1)(x) P_n(y))
//                                      + P_s(x) P_(s-1)(y))
//
//   unknown    d_1 ... d_s, s n numbers
//   residual   r_i = d_i - h P(u(c_i)) G_i
//   Jacobian   1 - h (a_ij (P G_i)_z + P(u(c_i)) sum_m W_im alpha_j(tau_m) H_zz(u(tau_m)))
//
//   keeps      H, to the rounding of the solve, where the k points are exact: H(z1) - H(z0) is the
//              sum of b_i d_i.G_i, and P is skew. They are for polynomials of degree r if
//              k >= s r/2
//   points     ep-collocation(s, quadrature=k), k >= s. Without: max(s, s r/2) for an energy of
//              degree r, which is exact; s + 4 where it is no polynomial
//   symmetric  nodes, weights and points are; s = 1 is avf(k), and with an H of degree 2 and k = s
//              it is Gauss collocation, rk-gauss(s)
//   does not   keep other invariants
//
// [H] Cohen, Hairer, "Linear energy-preserving integrators for Poisson systems", BIT 51 (2011).

#pragma once

#include "methods/gradient/gradient.h"

// what does not change in a run
typedef struct ep_collocation_shape {
  gradient_shape of;
  int k;              //        points
  const double *A;    // s x s  the Gauss matrix, alpha_j(c_i)
  const double *tau;  // k
  const double *W;    // s x k
  const double *way;  // k x s  alpha_j(tau_m)
} ep_collocation_shape;

typedef struct ep_collocation {
  gradient of;
  ep_collocation_shape shape;

  // scratch
  double *slopes;  // k x n      grad H at the points
  double *bends;   // k x n x n  H_zz there, with J
} ep_collocation;

static inline void ep_collocation_lay(ep_collocation_shape k, ep_collocation *s, layout *l) {
  int n = k.of.phase.size;
  assert(k.k >= k.of.stages && k.A && k.tau && k.W && k.way);
  gradient_lay(k.of, &s->of, l);
  s->slopes = layout_scratch(l, k.k*n);
  s->bends = layout_scratch(l, (long)k.k*n*n);
}

// u, with the coefficients of d_1 ... d_s
static inline const double *ep_collocation_place(int n, int stages, gradient *s, const double *a,
                                                 const double *d) {
  vec_copy(s->z, s->phase.z, n);
  for (int j = 0; j < stages; j++)
    vec_axpy(s->z, a[j], d + j*n, s->z, n);
  return s->z;
}

// grad H at the points, and H_zz if asked for
static inline void ep_collocation_slopes(ep_collocation_shape k, ep_collocation *s, const double *d,
                                         bool blocks) {
  gradient *of = &s->of;
  int n = k.of.phase.size, stages = k.of.stages;
  for (int m = 0; m < k.k; m++) {
    const double *z = ep_collocation_place(n, stages, of, k.way + m*stages, d),
                 *slope = of->slope;
    double t = gradient_time(of, k.tau[m]);
    if (blocks) {
      slope = evaluator_run(of->e, BUNDLE_GRADIENT_BLOCKS, t, z, z, of->phase.frame);
      vec_copy(s->bends + m*n*n, slope + n, n*n);
    } else
      gradient_slope(of, t, z);
    vec_copy(s->slopes + m*n, slope, n);
  }
}

// D = G_i
static inline void ep_collocation_mean(ep_collocation_shape k, ep_collocation *s, int i) {
  int n = k.of.phase.size;
  vec_zero(s->of.D, n);
  for (int m = 0; m < k.k; m++)
    vec_axpy(s->of.D, k.W[i*k.k + m], s->slopes + m*n, s->of.D, n);
}

// kappa, the energy correction over sum_i b_i |d_i|^2: G_i + kappa d_i make it
static inline double ep_collocation_correction(ep_collocation_shape k, ep_collocation *s,
                                               const double *d) {
  int n = k.of.phase.size;
  double moved = 0;
  for (int i = 0; i < k.of.stages; i++)
    moved += k.of.b[i]*vec_dot(d + i*n, d + i*n, n);
  return moved > gradient_least
             ? phase_bounded_correction(k.of.phase, &s->of.phase, s->slopes, d, n)/moved
             : 0;
}

// D_d = dG_i/dd_j
static inline void ep_collocation_bend(ep_collocation_shape k, ep_collocation *s, int i, int j) {
  int n = k.of.phase.size;
  vec_zero(s->of.Dd, n*n);
  for (int m = 0; m < k.k; m++)
    vec_axpy(s->of.Dd, k.W[i*k.k + m]*k.way[m*k.of.stages + j], s->bends + m*n*n,
             s->of.Dd, n*n);
}

// r at d, and J = dr/dd unless it is NULL
static inline void ep_collocation_evaluate(ep_collocation_shape k, ep_collocation *s,
                                           const double *d, double *r, double *J) {
  gradient *of = &s->of;
  int n = k.of.phase.size, stages = k.of.stages, width = stages*n;
  ep_collocation_slopes(k, s, d, J != NULL);
  double kappa = ep_collocation_correction(k, s, d);
  for (int i = 0; i < stages; i++) {
    const double *a = k.A + i*stages, *z = ep_collocation_place(n, stages, of, a, d);
    ep_collocation_mean(k, s, i);
    vec_axpy(of->D, kappa, d + i*n, of->D, n);
    const double *out =
        gradient_residual(n, of, gradient_time(of, k.of.c[i]), z, d + i*n, r + i*n, J != NULL);
    for (int j = 0; J && j < stages; j++) {
      ep_collocation_bend(k, s, i, j);
      gradient_block(n, of, a[j], out, i == j, J + i*n*width + j*n, width);
    }
  }
}

GRADIENT_FAMILY(ep_collocation)
