// Making steppers of discrete gradients: what their families share.

#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "methods/gradient/avf.h"
#include "methods/method.h"
#include "methods/tableau/tableau.h"

// ---- the variables z of a problem (phase.h)

// shape, arrays, and names of z; false when there is no memory
bool phase_init(phase *s, phase_shape *k, arena *a, evaluator *e);

// what phase.h asks of the evaluator
bundle_set phase_bundles(phase_shape k);

// a literal phase_shape, and before it the arrays that it refers to
void phase_print_arrays(text_buffer *out, phase_shape k);
void phase_print(text_buffer *out, phase_shape k);

// the size of the arrays of an exported file
void phase_print_size(text_buffer *out, phase_shape k);

// ---- steppers (gradient.h)

// shape and arrays for the Gauss tableau of `stages` stages, whose matrix goes to *gauss; false when
// there is no memory
bool gradient_init(gradient *s, arena *a, evaluator *e, int stages, tableau *gauss);

// let it watch the energy, if the rule may not be exact; before the shape is copied
void gradient_guard(gradient *s, const method *m);

// The stepper, without what is particular to its family: its text, and the bundles it asks for
// beside gradient and structure. s->evaluate is set; s is the first member of the family's kernel.
stepper gradient_stepper(const method *m, gradient *s);

// what all of them define in an exported file
void gradient_print_export(const stepper *self, text_buffer *out);

// the arrays of a literal gradient_shape, and the literal
void gradient_print_arrays(text_buffer *out, gradient_shape k);
void gradient_print(text_buffer *out, gradient_shape k);

// ---- what avf.c and full.c have in common

// as many points as make avf exact; without that five, or three and the correction
const method *avf_settle(const method *m, arena *a, const problem *p);

// shape and arrays after the rule of a method
bool avf_init(avf *s, const method *m, evaluator *e, arena *a);

// the arrays of a literal avf_shape, and AVF_SHAPE
void avf_print(text_buffer *out, avf_shape k);
