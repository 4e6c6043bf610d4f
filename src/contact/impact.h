// An impact of several contacts at once, with Newton's restitution and Coulomb's friction, which
// creates no energy.
//
//   u+ = W P + b,     0 <= u_N+ + e min(u_N-, 0) _|_ P_N >= 0,     friction opposite to u_T+
//
// u- are the relative velocities before the impact and b those after it without impulses: the same
// in an impact, in a step of time stepping not. Its work is P.(u- + u+)/2 in an impact, in general
// P.(mean + K R^T P/2) with rows K of the contacts.
//
// With e = 0 the work is never positive, and without friction and with one e neither. With both it
// can be (Kane, Levinson 1985). Then all e of the island are multiplied by the largest factor in
// [0, 1] for which it is not: the island is reduced. A body that is held from both
// sides cannot leave one of them with any speed; where there is no solution the factor is 0.

#pragma once

#include "contact/impulse.h"

typedef struct impact_law {
  const double *before;       // nrow      u-
  const double *restitution;  // ncontact  e, in [0, 1]
  const contact_strip *mean;  // ncontact  K; NULL: L
  const double *mean_free;    // nrow      `mean` of the work without impulses; NULL: u-
  double *factor;             // ncontact  filled with those of the islands; NULL: not wanted
} impact_law;

typedef struct impact_result {
  impulse_result solved;
  int reduced;    // islands whose e was reduced,
  int contact;    // and the first contact of the last of them
  double factor;  // the smallest of their factors; 1: none was
  double work;    // of all impulses
} impact_result;

// P (nrow) are impulses to start from on entry. `p->b` is without restitution.
impact_result impact_solve(impulse_solver *s, const impulse_problem *p, const impact_law *law,
                           double *P);
