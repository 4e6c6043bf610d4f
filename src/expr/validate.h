// The invariants of graphs and tapes, as checks. Each returns NULL if all of them hold, otherwise
// a sentence about the first that does not. Linear in the size; for assertions and tests.

#pragma once

#include "expr/tape.h"

// operands come before their node, numbers and symbols are in their tables, the hash table has every
// node that is no symbol exactly once, at a place where it is found
const char *graph_flaw(const graph *g);

// every slot is written once and before it is read, in the order of the slots; moves stay inside
// their arrays
const char *tape_flaw(const tape *t);
