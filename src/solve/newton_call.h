// Asking the equations. In compiled steps another text stands in the place of this file: there the
// equations are known, and called directly (native/newton_direct.h).

#pragma once

#include "solve/newton.h"

// residuals that are small enough for a method that is solved to a tolerance only
static inline void newton_loosen(const newton_equations *e, double *r) {
  for (int i = 0; e->loose > 0 && i < e->count; i++)
    if (fabs(r[i]) < e->loose)
      r[i] = 0;
}

static inline void newton_residual(const newton_equations *e, const double *x, double *r) {
  assert(e->residual);
  e->residual(e->context, x, r);
  newton_loosen(e, r);
}

static inline void newton_both(const newton_equations *e, const double *x, double *r, double *J) {
  assert(e->both);
  e->both(e->context, x, r, J);
  newton_loosen(e, r);
}

// the equations as the solver asks them
static inline newton_equations newton_asked(const newton *s, const newton_equations *e) {
  newton_equations asked = *e;
  asked.loose = s->loose;
  asked.count = s->shape.n;
  if (s->sparse)  // its factors cost less than what the equations leave out
    asked.factor = NULL;
  return asked;
}

// Is the Jacobian one of newton_sparse.h?
static inline bool newton_is_sparse(const newton *s) {
  return s->sparse != NULL;
}

// of those, implemented by newton_sparse.c: newton_sparse.h says what they do
bool newton_sparse_scale(newton *s);
int newton_sparse_factor(newton *s);
void newton_sparse_clear(newton *s);
int newton_sparse_depends(newton *s);
void newton_sparse_solve(newton *s, double *d);
double newton_sparse_row_size(newton_shape k, const newton *s, int i);

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
  bool factored = e->factor(e->context, x, r);
  newton_loosen(e, r);
  return factored;
}

static inline void newton_correct(const newton_equations *e, const double *r, double *d) {
  e->correct(e->context, r, d);
}
