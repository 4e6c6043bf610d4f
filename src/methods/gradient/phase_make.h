// Making the variables of a discrete gradient for a problem.

#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "methods/gradient/phase.h"

// shape, arrays, and names of z; false when there is no memory
bool phase_init(phase *s, phase_shape *k, arena *a, evaluator *e);

// what phase.h asks of the evaluator
bundle_set phase_bundles(phase_shape k);

// a literal phase_shape, and before it the arrays that it refers to
void phase_print_arrays(text_buffer *out, phase_shape k);
void phase_print(text_buffer *out, phase_shape k);

// the size of the arrays of an exported file
void phase_print_size(text_buffer *out, phase_shape k);
