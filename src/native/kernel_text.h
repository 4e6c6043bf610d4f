// The kernel of a stepper as text: what is defined before it, its files, its shape as a literal,
// and what is called (methods/entry.h).

#pragma once

#include "methods/method.h"
#include "native/amalgam.h"

// The text, all files it includes first. `local`: a small step works on a record of its own.
void kernel_text_add(amalgam *all, const stepper *s, bool local);

// What is defined before it for many steps in one call: their shape.
void kernel_text_many(text_buffer *out, const problem *p, const stepper *s, bool local);

// all of that which depends on the stepper, for a key
void kernel_text_key(text_buffer *out, const stepper *s, bool local);
