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

// A unit that works on a copy of its record, for the compiler to take apart, defines NOSLIP_HAS_HOME 1.
// What is not inlined must not see the copy, or it would have to be in memory always: 9 % of a small
// step. So noslip_home writes it back, and returns the record.
#ifndef NOSLIP_HAS_HOME
#define NOSLIP_HAS_HOME 0
#endif

#if NOSLIP_HAS_HOME
static inline void *noslip_home(const newton_equations *e);
#endif

static inline newton_equations newton_apart(const newton_equations *e) {
#if NOSLIP_HAS_HOME
  return (newton_equations){.context = noslip_home(e)};
#else
  return *e;
#endif
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
