// What steppers of stages have in common, on R^n and on groups.

#pragma once

#include "methods/method.h"
#include "methods/stages/stages_step.h"

// for FAMILY_CARRIED of bind.h
#define STAGES_CARRIED(F) \
  F(stages_carried, known_last) F(stages_carried, gain) F(stages_carried, first)

// What a problem and the method's rule say of a shape: all except a constant mass matrix and how
// linear equations are solved. False when there is no memory.
bool stages_shape_of(stages_shape *k, const method *m, const problem *p, arena *a);

// the fields of the shape, as C
void stages_print(const stages_shape *k, literal *out);

// what is asked of the model, and the sizes of the equations
void stages_describe(stepper *step, stages_shape k);

// what its matrices never hold, where they are large; false when there is no memory
bool stages_find_zeros(stepper *step, evaluator *e, arena *a);

// row i: whose, and in which stage
const char *stages_equation(const problem *p, stages_shape k, int i, char *buffer, size_t size);
