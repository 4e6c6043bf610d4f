// The text of solve/newton_call.h in a compiled step.

#pragma once

#include "solve/newton.h"

// methods/entry.h
static inline void entry_residual(void *context, const double *x, double *r);
static inline void entry_both(void *context, const double *x, double *r, double *J);

static inline void newton_residual(const newton_equations *e, const double *x, double *r) {
  entry_residual(e->context, x, r);
}

static inline void newton_both(const newton_equations *e, const double *x, double *r, double *J) {
  entry_both(e->context, x, r, J);
}

static inline newton_equations newton_asked(const newton *s, const newton_equations *e) {
  (void)s;
  return *e;
}

// no sparse Jacobian, and none of its functions is called
static inline bool newton_is_sparse(const newton *s) {
  (void)s;
  return false;
}

static inline bool newton_sparse_scale(newton *s) {
  (void)s;
  return false;
}

static inline int newton_sparse_factor(newton *s) {
  (void)s;
  return 0;
}

static inline int newton_sparse_depends(newton *s) {
  (void)s;
  return 0;
}

static inline void newton_sparse_clear(newton *s) {
  (void)s;
}

static inline void newton_sparse_solve(newton *s, double *d) {
  (void)s, (void)d;
}

static inline double newton_sparse_row_size(newton_shape k, const newton *s, int i) {
  (void)k, (void)s, (void)i;
  return 0;
}

// Where a step works on a record of its own, for the compiler to take apart, what is not inlined
// must not see it, or it would have to be in memory always: 9 % of a small step. With
// FAMILY_HOME noslip_home writes it back, and returns the record.
#if FAMILY_HOME
static inline void *noslip_home(const newton_equations *e);
#endif

static inline newton_equations newton_apart(const newton_equations *e) {
#if FAMILY_HOME
  return (newton_equations){.context = noslip_home(e)};
#else
  return *e;
#endif
}

#if FAMILY_SOLVER
static inline bool entry_factor(void *context, const double *x, double *r);
static inline void entry_correct(void *context, const double *r, double *d);
#endif

static inline bool newton_has_solver(const newton_equations *e) {
  (void)e;
  return FAMILY_SOLVER;
}

static inline bool newton_factor(const newton_equations *e, const double *x, double *r) {
#if FAMILY_SOLVER
  return entry_factor(e->context, x, r);
#else
  (void)e, (void)x, (void)r;
  return false;
#endif
}

static inline void newton_correct(const newton_equations *e, const double *r, double *d) {
#if FAMILY_SOLVER
  entry_correct(e->context, r, d);
#else
  (void)e, (void)r, (void)d;
#endif
}
