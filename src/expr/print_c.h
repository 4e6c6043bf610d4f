// A tape as C: one function that computes what the interpreter computes, bit for bit.

#pragma once

#include "base/text.h"
#include "expr/tape.h"

// The file that comes before tapes with this operation; NULL: it needs none.
const char *print_c_file(expr_op op);

bool print_c_uses(const tape *t, expr_op op);

// ways of printing, or'ed together
enum {
  // outputs that are identically zero are written, too
  PRINT_C_ZEROS = 1,
  // with NOSLIP_HALF 1 or 2 defined, some pieces of a long tape are left to another compilation of
  // the same text
  PRINT_C_HALVES = 2,
};

// Append `static inline void NAME(const double *const *in, double *out) { ... }`, and before it the
// functions NAME_0, NAME_1, ... that a long tape is cut into. `out` must not overlap with the inputs.
void print_c_tape(text_buffer *out, const tape *t, const char *name, unsigned how);
