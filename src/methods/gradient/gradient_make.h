// Making steppers of discrete gradients.

#pragma once

#include "base/text.h"
#include "methods/gradient/gradient.h"
#include "methods/method.h"
#include "methods/tableau/tableau.h"

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
