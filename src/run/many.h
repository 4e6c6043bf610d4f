// Many steps of a run in one call. The same bits as one after the other.

#pragma once

#include "noslip/run.h"
#include "run/pace.h"

// may this run take them?
bool many_applies(const noslip_run *r);

// At least one step, and up to `steps`, from a node to one of which only the pair of velocities and momenta
// is known. The first step that fails is the last.
noslip_status many_steps(noslip_run *r, long steps, const pace *p);
