// Newton's method for callers outside the kernels: its memory, a solve, words.

#pragma once

#include "base/arena.h"
#include "solve/newton.h"

// false when there is no memory
bool newton_init(newton *s, arena *a, newton_shape shape);

// Solve from s->x; on success the solution is there, and kept for the next prediction. Kernels call
// newton_run (newton_run.h), which is the same with the sizes at hand.
newton_result newton_solve(newton *s, const newton_equations *e);

// "singular", ... for a message
const char *newton_word(newton_result result);
