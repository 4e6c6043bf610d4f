// seek k in low..high within tolerance of EXPR: where the value of an expression of a run changes its sign.

#pragma once

#include "model/context.h"
#include "script/plan.h"

// compute the table of the part as it stands; false: it cannot begin
typedef bool seek_run(void *context, script_part *p);

// Halve the range until it is as short as the tolerance. The table of the part is then that of the last run,
// in the middle, and has the value of the index among its numbers. `lets` is a scope with the values of
// `let`. False: a run cannot begin, or there is no change of sign, with a sentence in the context.
bool seek_compute(script_part *p, const script_scope *lets, noslip_context *context, seek_run *run,
                  void *with);
