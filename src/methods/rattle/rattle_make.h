// Inside the making of steppers of rattle.

#pragma once

#include "methods/method.h"
#include "methods/rattle/rattle_step.h"

// The zeros of a shape that is else complete, if it pays; false when there is no memory.
bool rattle_find_zeros(rattle_shape *k, const problem *p, arena *a);

// and the Jacobian that goes with them
bool rattle_pack(stepper *step, const rattle_shape *k, arena *a);
