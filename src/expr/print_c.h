// A tape as C: one function that computes what the interpreter computes, bit for bit.

#pragma once

#include "base/text.h"
#include "expr/tape.h"

// What comes before all tapes: the functions of the C library.
void print_c_head(text_buffer *out);

// The same for a text that is compiled without the options of native/compiler.c: the functions of the
// C library that the n tapes call, by names that hide what they are.
void print_c_hide(text_buffer *out, const tape *const *tapes, int n);

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
