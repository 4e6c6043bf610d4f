// The exact solution of a model at one time: what its `exact` statements give, and what follows.
//
//   given      coordinates, states, algebraic variables, momenta: expressions in t
//   follows    if all coordinates are given: v = dq/dt by differentiation, p = L_v(t,q,v), or from
//              v = H_p(t,q,p), and the multipliers that are consistent with (q,v)
//
// The multipliers do not follow where forces depend on them, nor in contact; momenta and
// multipliers do not follow on groups, where velocities are not derivatives of coordinates.

#pragma once

#include "study/measured.h"

// Has the model an exact solution that holds for its present data?
bool exact_there(const noslip_model *model);

// x[i] = the exact value at time t, known[i] = true, for the components that have one (m->total
// each). Fails if one of them is not finite.
noslip_status exact_at(double *x, bool *known, const measured *m, const noslip_model *model,
                       double t, failure *why);
