// A bundle in the other rounding modes of the processor: what changes is rounding, and it shows the
// size of the terms that cancel.

#pragma once

#include "problem/evaluator.h"
#include "solve/rounding.h"

// out = the bundle in mode k; `out` must have been zero and served no other bundle. False where the
// mode cannot be set; the mode is the usual one afterwards.
bool rounding_run(const bundle *b, const double *const *in, int k, double *out);
