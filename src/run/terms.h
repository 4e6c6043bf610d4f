// How large the terms are that make up the energy and the invariants: by these they round.
//
//   S = |I| + max_m |I_m - I|/eps        I_m: the same in rounding mode m (solve/rounding.h)
//
// The second part shows terms that cancel, as those of an angular momentum that is zero.

#pragma once

#include "run/run.h"

// The largest sizes at the start and at the current node: *energy (0 if there is none), and of each
// invariant. False: no memory.
bool terms_measure(noslip_run *r, double *energy, double *invariants);
