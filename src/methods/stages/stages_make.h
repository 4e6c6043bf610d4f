// What steppers of stages have in common, on R^n and on groups.

#pragma once

#include "methods/method.h"
#include "methods/stages/stages_step.h"

// Sizes and structure of a problem for a rule. Without `constant_mass` and `by_blocks`.
stages_shape stages_shape_of(const problem *p, const rule *r);

// The arrays of the kernel, its solver too; false when there is no memory.
bool stages_init(stages *s, arena *a, evaluator *e, kernel *base, stages_shape shape);

// row i: whose, and in which stage
const char *stages_equation(const stages *s, int i, char *buffer, size_t size);

// as C, for a compiled step: the rule, then NAME, a literal stages_shape
void stages_print_shape(text_buffer *out, const char *name, const stages_shape *k);

// as C, for an exported step: the sizes and constants of stages_memory.h
void stages_print_memory(text_buffer *out, const stages *s);

// what is asked, a bit for each bundle
bundle_set stages_bundles(stages_shape k);

// the last equations are those of so many constraints
int stages_nconstraint(stages_shape k);
