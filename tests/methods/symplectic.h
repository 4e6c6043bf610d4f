// Does a method keep the symplectic form of a holonomic system? Measured by differences.

#pragma once

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

#include <math.h>

// a point next to (q,p) on the constraint manifold, in direction k
static inline void nearby(trial *t, int k, double d, state *out) {
  noslip_run *r = t->run;
  initial in = {&r->evaluator, &r->consistent, true, NULL, r->h, NULL};
  failure why;
  state_copy(out, &r->state);
  out->reduced = false;  // what is carried beside p belongs to the node
  out->q[k % r->problem->n] += k < r->problem->n ? d : 0;
  out->p[k % r->problem->n] += k >= r->problem->n ? d : 0;
  assert_true(observed_complete(&r->evaluator, out, false));
  assert_int_equal(initial_prepare(&in, &r->arena, out, &why), NOSLIP_OK);
}

// difference of two states as a tangent vector
static inline void tangent(const state *a, const state *b, double d, double *x) {
  for (int i = 0; i < a->n; i++) {
    x[i] = (a->q[i] - b->q[i])/d;
    x[a->n + i] = (a->p[i] - b->p[i])/d;
  }
}

static inline double form(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i]*y[n + i] - x[n + i]*y[i];
  return sum;
}

// the largest change of the symplectic form over 10 steps, on pairs of tangent vectors; friction of
// `spoil` is added afterwards
static inline double symplectic_defect(trial *t, double spoil) {
  enum { vectors = 4 };
  const double d = 1e-5;
  noslip_run *r = t->run;
  int n = r->problem->n;
  double before[vectors][12], after[vectors][12], worst = 0;
  state s[2];
  failure why;
  for (int k = 0; k < vectors; k++) {
    for (int side = 0; side < 2; side++) {
      assert_true(state_init(&s[side], &r->arena, r->problem));
      nearby(t, k + 2, side == 0 ? d : -d, &s[side]);
    }
    tangent(&s[0], &s[1], 2*d, before[k]);
    for (int side = 0; side < 2; side++)
      for (int i = 0; i < 10; i++)
        assert_int_equal(method_step(r->stepper, &s[side], r->h, &why), NOSLIP_OK);
    tangent(&s[0], &s[1], 2*d, after[k]);
    for (int i = 0; i < n; i++)
      after[k][n + i] *= 1 - spoil;
  }
  for (int a = 0; a < vectors; a++)
    for (int b = 0; b < a; b++)
      worst = fmax(worst, fabs(form(after[a], after[b], n) - form(before[a], before[b], n)));
  return worst;
}
