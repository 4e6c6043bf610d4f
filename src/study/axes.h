// The axes of a sweep: all combinations of the values of some keys.

#pragma once

#include "base/failure.h"
#include "noslip/sweep.h"

// keys, values, how many runs there are
noslip_status axes_check(const noslip_sweep_options *o, failure *why);

// the values of a point, one of each axis: the last axis goes fastest
void axes_values(double *x, const noslip_sweep_options *o, int point);
