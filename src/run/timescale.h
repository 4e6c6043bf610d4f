// How fast a model moves at its start: the time that a step is made a part of where none is given.

#pragma once

#include "problem/consistent.h"
#include "problem/widths.h"

// The shortest time scale at a state, which is complete; 0: nothing there has one, or there is no
// memory. The state is left as it was.
double timescale_find(arena *a, evaluator *e, consistent *k, state *s);
