// The terms of a sum, apart: those that contain symbols of some kinds, and the others.

#pragma once

#include "expr/node.h"

// e = without + with: `with` has the terms of the sum e that contain a symbol of these kinds. A
// product is one term: nothing is multiplied out. False when there is no memory.
bool terms_split(graph *g, expr e, unsigned kinds, expr *without, expr *with);
