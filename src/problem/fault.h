// What every problem is: sizes, names, bundles and what was found in it fit each other. In builds
// with assertions a problem is held against this once, when it is made.

#pragma once

#include "base/failure.h"
#include "expr/node.h"
#include "problem/problem.h"

// what is wrong with a problem, in words; NULL: nothing
const char *problem_fault(const problem *p);

// The end of making a problem: *out = made if all has gone well (`good`) in the graph. If this has
// become too large, that is said in the words `too_large`; otherwise it was memory.
noslip_status problem_finish(const problem **out, const problem *made, const graph *g, bool good,
                             const char *too_large, failure *why);

// of a problem with the derivatives of a model
static const char problem_too_large[] =
    "the derivatives of this model are larger than the limit of expression nodes";
