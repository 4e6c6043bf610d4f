// A tape as C: one function that computes what the interpreter computes, bit for bit.

#pragma once

#include "base/text.h"
#include "expr/tape.h"

// What comes before all tapes: the functions of the C library.
void print_c_head(text_buffer *out);

// Append `static inline void NAME(const double *const *in, double *out) { ... }`, and before it the
// functions NAME_0, NAME_1, ... that a long tape is cut into. As the interpreter it writes only
// outputs that are not identically zero, unless `zeros`. `out` must not overlap with the inputs.
void print_c_tape(text_buffer *out, const tape *t, const char *name, bool zeros);

// a number as a C constant that reads back as the same number, in any locale
void print_c_number(text_buffer *out, double x);
