// A tape as C: one function that computes what the interpreter computes, bit for bit.

#pragma once

#include "base/text.h"
#include "expr/tape.h"

// Append `static inline void NAME(const double *const *in, double *out) { ... }`. As the
// interpreter it writes only outputs that are not identically zero, unless `zeros`.
void print_c_tape(text_buffer *out, const tape *t, const char *name, bool zeros);

// a number as a C constant that reads back as the same number
void print_c_number(text_buffer *out, double x);
