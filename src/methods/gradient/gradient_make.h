// Making steppers of discrete gradients: what their families share.

#pragma once

#include "methods/gradient/avf.h"
#include "methods/method.h"
#include "tableau/tableau.h"

// for FAMILY_CARRIED of bind.h
#define GRADIENT_CARRIED(F)    \
  F(gradient_carried, began)   \
  F(gradient_carried, changes) \
  F(gradient_carried, placed)  \
  F(gradient_carried, energy_offset) F(gradient_carried, energy_correction)

// and FAMILY_SOUND: of a record that begins with a gradient
#define GRADIENT_SOUND(NAME)                                        \
  static bool NAME##_is_sound(const void *self) {                   \
    const NAME *s = self;                                           \
    int n = s->shape.of.phase.size;                                 \
    return !s->shape.of.solver || layout_places(s->of.pivot, n, n); \
  }

// The shape for the Gauss tableau of `stages` stages, whose matrix goes to *gauss; false when there
// is no memory.
bool gradient_init(gradient_shape *k, arena *a, const problem *p, int stages, tableau *gauss);

// let it watch the energy, if the rule may not be exact
void gradient_guard(gradient_shape *k, const method *m, const problem *p);

// The stepper of a family whose record begins with a gradient of shape k, without the bundles that
// only this family asks for. NULL: no memory.
stepper *gradient_stepper(const binding *b, const void *shape, gradient_shape k, const method *m,
                          evaluator *e, arena *a);

// the field `of` of a shape
void gradient_print(const gradient_shape *k, literal *out);

// ---- what avf.c and full.c have in common

// the shape after the rule of a method; false when there is no memory
bool avf_init(avf_shape *k, const method *m, const problem *p, arena *a);

// the fields of a shape
void avf_print(const avf_shape *k, literal *out);
