// The size of a constraint: what its residual is compared with, in any units.
//
//   S_c = sum_i |B_ci| w_i + max_m |r_m - r|/eps
//
//   positions     w of q, B = g_q, r = g; of an index-2 problem w of y, B = g_y      widths.h
//   velocities    w of v, B = g_q or Phi_v, r = G v + g_t or Phi; of an overdetermined problem w of
//                 its states, r = u, the time derivative of g, B = u_y
//   r_m           r in rounding mode m (rounding.h): constants that cancel, a cos(th) - b at th = 0

#pragma once

#include "problem/consistent.h"
#include "problem/widths.h"

typedef struct constraint_size {
  evaluator *evaluator;
  consistent *consistent;
  widths width;
  double *residual;  // 2m  residuals in another mode
  double *change;    // 2m  the largest change of them by a mode
} constraint_size;

// false when there is no memory; h is 0 where it is not known
bool constraint_size_init(constraint_size *s, arena *a, evaluator *e, consistent *c, double h);

// The sizes at a state, 2m numbers in the order of BUNDLE_RESIDUALS: those of Phi or g, then those
// of G v + g_t, 0 of the others. The widths are those of the state afterwards.
void constraint_size_at(constraint_size *s, const state *x, double *size);

// a residual against its size; 0 where both are
static inline double constraint_size_share(double residual, double size) {
  return residual == 0 ? 0 : fabs(residual)/size;
}
