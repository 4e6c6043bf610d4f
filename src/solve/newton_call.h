// Asking the equations. In compiled steps another text stands in the place of this file: there the
// equations are known, and called directly (native/newton_direct.h).

#pragma once

#include "solve/newton.h"

static inline void newton_residual(const newton_equations *e, const double *x, double *r) {
  assert(e->residual);
  e->residual(e->context, x, r);
}

static inline void newton_both(const newton_equations *e, const double *x, double *r, double *J) {
  assert(e->both);
  e->both(e->context, x, r, J);
}

// the equations for a function that is not inlined
static inline newton_equations newton_apart(const newton_equations *e) {
  return *e;
}

// have they a solver of their own?
static inline bool newton_has_solver(const newton_equations *e) {
  return e->factor != NULL;
}

static inline bool newton_factor(const newton_equations *e, const double *x, double *r) {
  assert(e->factor && e->correct);
  return e->factor(e->context, x, r);
}

static inline void newton_correct(const newton_equations *e, const double *r, double *d) {
  e->correct(e->context, r, d);
}
