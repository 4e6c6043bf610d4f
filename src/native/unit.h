// The translation unit of a run: its bundles printed as C, and the step of its method with literal
// sizes.

#pragma once

#include "base/text.h"
#include "methods/method.h"

// What neither the step nor the monitors ask for is left to the interpreter; so is a bundle that
// is long and asked for seldom, and one that is too long for a compiler. One that the
// problem does not have is left out, too.
bool unit_leaves_out(const problem *p, const stepper *s, bundle_kind kind);

// The functions of a problem for time stepping (problem/unilateral.h), 0: it has none; NULL: this one
// is left to the interpreter.
int unit_tapes(const problem *p);
const tape *unit_tape(const problem *p, int k);

// Is the text to be compiled twice, with NOSLIP_HALF 1 and 2, and linked?
bool unit_in_halves(const problem *p, const stepper *s);

// number of instructions in all bundles that are compiled
long unit_instructions(const problem *p, const stepper *s);

// one bundle as the function `bundle_NAME`
void unit_print_bundle(text_buffer *out, const problem *p, bundle_kind kind, unsigned how);

// What the unit is made of, for its key: the tapes, the shape of the step, the kernels. False when
// there is no memory.
struct sha256;
bool unit_digest(struct sha256 *into, const problem *p, const stepper *s, const memory *m);

// The text. It defines `noslip_bundles`, an array of BUNDLE_COUNT functions, NULL for those left
// out, for time stepping likewise `noslip_tapes`, an array of unit_tapes functions, and, if the stepper
// has a form to be compiled, the function `noslip_take`.
void unit_print(text_buffer *out, const problem *p, const stepper *s);
