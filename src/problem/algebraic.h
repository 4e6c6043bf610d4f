// Algebraic variables that are consistent with a state of an index-2 problem: they make the
// constraints hold in the next instant.
//
//   equations  0 = w(t,y,z),  w = d/dt g(t,y) = g_y f(t,y,z) + g_t,   w_z = g_y f_z
//   unknown    z, m numbers; Newton's method from the z that is known, w_z fresh at every iteration
//              of an overdetermined problem w = d/dt u, u = d/dt g, and z is psi
//
// Where z does not enter linearly there are several roots. Two of them can meet only where w_z is
// singular, so along a solution the sign of det w_z stays what it is: it tells the branches apart.

#pragma once

#include "base/layout.h"
#include "base/vec.h"
#include "problem/evaluate.h"
#include "real/sine.h"
#include "solve/dense.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef struct algebraic {
  int n, nparts;
  bundle_kind rows;  //    has the derivatives of what w is the rate of: g, or u of index2.h
  double *A;         // m x m  factors of w_z                                left by algebraic_look
  double *d;         // m      w, then the increment
  double *z;         // m      the last z
  double *near;      // n      a state nearby
  double *beside;    // m    and a z
  int *pivot;        // m
  int singular;      //        the first column of w_z without a pivot; -1: none
  double sign0;      //        sign of det w_z where the solve began, and where it ended
  double sign;
} algebraic;

// for n states, m algebraic variables
static inline void algebraic_lay(algebraic *s, int n, int m, int nparts, layout *l) {
  *s = (algebraic){.n = n,
                   .nparts = nparts,
                   .rows = BUNDLE_GAP_BLOCKS,
                   .A = layout_scratch(l, m*m),
                   .d = layout_scratch(l, m),
                   .z = layout_scratch(l, m),
                   .near = layout_scratch(l, n),
                   .beside = layout_scratch(l, m),
                   .pivot = layout_integers(l, LAYOUT_SCRATCH, m),
                   .singular = -1};
}

// At z = 0 there may be no w_z, as that of |z|^(3/4): a little beside it there is.
static inline void algebraic_look_aside(int m, algebraic *s, evaluator *e, double t,
                                        const double *y, const double *z) {
  static const double aside = 1e-10;
  double largest = vec_max(z, m), least = aside*(largest > 0 ? largest : 1);
  for (int k = 0; k < m; k++)
    s->beside[k] = fabs(z[k]) < least ? copysign(least, z[k]) : z[k];
  vec_copy(s->A, evaluator_run(e, BUNDLE_HIDDEN, t, y, s->beside, NULL) + m, m*m);
}

// w into d, the factors of w_z and the sign of its determinant; false if it is singular
static inline bool algebraic_look(int m, algebraic *s, evaluator *e, double t, const double *y,
                                  const double *z) {
  const double *out = evaluator_run(e, BUNDLE_HIDDEN, t, y, z, NULL);
  vec_copy(s->d, out, m);
  vec_copy(s->A, out + m, m*m);
  if (!isfinite(vec_max(s->A, m*m)))
    algebraic_look_aside(m, s, e, t, y, z);
  s->singular = dense_factor(s->A, s->pivot, m);
  s->sign = s->singular < 0 ? dense_sign(s->A, s->pivot, m) : 0;
  return s->singular < 0;
}

// The size of the terms that w is made of: g_y f, and how w changes with t and y. In f itself terms
// may cancel, which only their change shows. Into d.
static inline void algebraic_sizes(int m, algebraic *s, evaluator *e, double t, const double *y) {
  static const double share = 1e-6;  // far above rounding, and little enough for a difference
  int n = s->n;
  const double *f = evaluator_run(e, BUNDLE_PARTS, t, y, s->z, NULL);
  const double *gy = evaluator_run(e, s->rows, t, y, s->z, NULL) + m;
  for (int i = 0; i < n; i++)
    s->near[i] = y[i]*(1 + share*(i % 2 ? -1 : 1)*(0.5 + fabs(real_sin(1 + i))));
  vec_copy(s->d, evaluator_run(e, BUNDLE_HIDDEN, t*(1 - share), s->near, s->z, NULL), m);
  const double *w = evaluator_run(e, BUNDLE_HIDDEN, t, y, s->z, NULL);
  for (int k = 0; k < m; k++) {
    s->d[k] = fabs(s->d[k] - w[k])/share;
    for (int i = 0; i < n*s->nparts; i++)
      s->d[k] += fabs(gy[k*n + i % n]*f[i]);
  }
}

// is what is left of w at z the rounding of its terms?
static inline bool algebraic_is_rounding(int m, algebraic *s, evaluator *e, double t,
                                         const double *y) {
  static const double rounding = 100*DBL_EPSILON;
  algebraic_sizes(m, s, e, t, y);
  const double *w = evaluator_run(e, BUNDLE_HIDDEN, t, y, s->z, NULL);
  for (int k = 0; k < m; k++)
    if (!(fabs(w[k]) <= rounding*s->d[k]))
      return false;
  return true;
}

// the size of the increment: of each unknown, against itself and a thousandth of the largest
static inline double algebraic_norm(int m, const algebraic *s) {
  double largest = 1e-3*vec_max(s->z, m), norm = 0;
  for (int k = 0; k < m; k++) {
    double size = fabs(s->z[k]) + largest, d = fabs(s->d[k]);
    d = size > 0 ? d/size : d > 0;
    norm = norm >= d || isnan(norm) ? norm : d;
  }
  return norm;
}

// z that is consistent with (t,y), from z. False, and z as it was, if Newton's method fails. An
// increment that is rounding is not applied: asked again, the same z comes out.
static inline bool algebraic_solve(int m, algebraic *s, evaluator *e, double t, const double *y,
                                   double *z) {
  enum { most = 40 };
  static const double rounding = 4*DBL_EPSILON, small = 1e-10;
  double before = HUGE_VAL;
  vec_copy(s->z, z, m);
  for (int k = 0; k < most; k++) {
    if (!algebraic_look(m, s, e, t, y, s->z))
      return false;
    s->sign0 = k == 0 ? s->sign : s->sign0;
    dense_solve(s->A, s->pivot, s->d, m);
    double norm = algebraic_norm(m, s);
    if (!isfinite(norm))
      return false;
    if (norm <= rounding || (norm > 0.5*before && norm <= small)) {
      vec_copy(z, s->z, m);
      return true;
    }
    vec_axpy(s->z, -1, s->d, s->z, m);

    // increments that do not shrink, of a z that is zero except for rounding
    if (norm > 0.5*before && algebraic_is_rounding(m, s, e, t, y)) {
      vec_copy(z, s->z, m);
      return true;
    }
    before = norm;
  }
  return false;
}
