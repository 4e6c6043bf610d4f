// What is tested of every adjoint: its name, and the orders of compositions with it.

#pragma once

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

// M and its adjoint, both with their numbers of stages
typedef struct adjoint_pair {
  const char *forth, *back;
  int order;
} adjoint_pair;

// each is that of the other, by its text and by itself
static inline void check_adjoint_names(const adjoint_pair *p) {
  arena a;
  memory m = memory_default();
  failure why;
  const method *one;
  arena_init(&a, &m);
  assert_int_equal(method_find(&a, p->forth, &one, &why), NOSLIP_OK);
  assert_string_equal(method_adjoint(one)->name, p->back);
  assert_ptr_equal(method_adjoint(method_adjoint(one)), one);
  assert_int_equal(method_find(&a, p->back, &one, &why), NOSLIP_OK);
  assert_string_equal(one->name, p->back);
  assert_int_equal(one->order, p->order);
  assert_string_equal(method_adjoint(one)->name, p->forth);
  check_text(one->summary, "the adjoint of ");
  arena_free(&a);
}

// a composition, its order, and the steps that show it
typedef struct adjoint_row {
  const char *method;
  int order;
  long n;
} adjoint_row;

// the order to t = 1, and that a step back undoes a step
static inline void check_composition(trial_maker *make, const adjoint_row *row) {
  check_near(trial_order_against(make, row->method, 1, row->n, "srk-gauss(4)"), row->order, 0.2);
  check_below(trial_asymmetry(make, row->method, 0.05, 20), 2e-13);
}
