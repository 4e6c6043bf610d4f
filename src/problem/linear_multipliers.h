// Do the multipliers of a step enter linearly?

#pragma once

#include "problem/mechanical.h"

// Sets *linear if Phi(t, q + c u, v + u) is affine in u, for every c and every u of the form M^-1
// B^T mu: the condition of methods/dla/dla_linear.h. `mass` is the n x n matrix of the model's own
// chart, `rows` is B (m x n), `phi` the constraints, all of them affine in v. False when there is
// no memory.
bool linear_multipliers(arena *a, const mechanical_parts *parts, const expr *phi, const expr *rows,
                        const expr *mass, bool *linear);
