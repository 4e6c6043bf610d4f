// A tape as C: one function that computes what the interpreter computes, bit for bit.

#pragma once

#include "base/text.h"
#include "expr/tape.h"

// What comes before all tapes: the functions of the C library.
void print_c_head(text_buffer *out);

// The same for a text that is compiled without the options of native/compiler.c: the functions of the
// C library that the n tapes call, by names that hide what they are.
void print_c_hide(text_buffer *out, const tape *const *tapes, int n);

// Append `static inline void NAME(const double *const *in, double *out) { ... }`, and before it the
// functions NAME_0, NAME_1, ... that a long tape is cut into. As the interpreter it writes only
// outputs that are not identically zero, unless `zeros`. `out` must not overlap with the inputs.
void print_c_tape(text_buffer *out, const tape *t, const char *name, bool zeros);
