// What a run is to do: its method, its step, where it ends. Options come before the run statement of
// the model.

#pragma once

#include "run/run.h"

// the method, which is to treat the model
noslip_status plan_method(noslip_run *r, const noslip_run_options *o, failure *why);

// step, number of steps, rows, what is watched; the start time is known
noslip_status plan_course(noslip_run *r, const noslip_run_options *o, failure *why);

// warnings about the method, and about that of the run statement if another one is asked for
void plan_look(noslip_run *r, const noslip_run_options *o);
