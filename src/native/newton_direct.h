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
