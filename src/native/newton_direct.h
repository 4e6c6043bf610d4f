// The text of solve/newton_call.h in a compiled step.

#pragma once

#include "solve/newton.h"

// at the end of the unit
static inline void noslip_residual(void *context, const double *x, double *r);
static inline void noslip_both(void *context, const double *x, double *r, double *J);

static inline void newton_residual(const newton_equations *e, const double *x, double *r) {
  noslip_residual(e->context, x, r);
}

static inline void newton_both(const newton_equations *e, const double *x, double *r, double *J) {
  noslip_both(e->context, x, r, J);
}

// a unit that has a solver of its own defines NOSLIP_HAS_SOLVER 1
#ifndef NOSLIP_HAS_SOLVER
#define NOSLIP_HAS_SOLVER 0
#endif

#if NOSLIP_HAS_SOLVER
static inline bool noslip_factor(void *context, const double *x, double *r);
static inline void noslip_correct(void *context, const double *r, double *d);
#endif

static inline bool newton_has_solver(const newton_equations *e) {
  (void)e;
  return NOSLIP_HAS_SOLVER;
}

static inline bool newton_factor(const newton_equations *e, const double *x, double *r) {
#if NOSLIP_HAS_SOLVER
  return noslip_factor(e->context, x, r);
#else
  (void)e, (void)x, (void)r;
  return false;
#endif
}

static inline void newton_correct(const newton_equations *e, const double *r, double *d) {
#if NOSLIP_HAS_SOLVER
  noslip_correct(e->context, r, d);
#else
  (void)e, (void)r, (void)d;
#endif
}
