// Parts of a long tape as tapes of their own, shared where they are the same: contacts of many bodies
// are one law, applied to other inputs.
//
// A part computes some outputs with the operations that the long tape has for them, in their order,
// so its values are the same bits. The inputs of the last group that it uses are numbered anew, from
// 0 on in order. Parts that then have the same constants and operations are one.

#pragma once

#include "expr/tape.h"

typedef struct tape_cutter tape_cutter;

// For parts of t, at most `limit` different ones, which are made in the arena `kept`; all else is in
// `scratch`. NULL: there is no memory.
tape_cutter *tape_cutter_new(arena *kept, arena *scratch, const tape *t, int limit);

// The part for the outputs [first, first + count): which of the parts so far it is; -1: no memory, or
// there are too many.
int tape_cut(tape_cutter *c, int first, int count);

// of the last cut: the inputs of the last group that it uses; returns how many
int tape_part_inputs(const tape_cutter *c, const int **inputs);

int tape_part_count(const tape_cutter *c);
const tape *tape_part(const tape_cutter *c, int which);
