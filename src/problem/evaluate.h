// Asking an evaluator: through one function pointer per bundle.
//
// Compiled steps have another text in the place of this file: there the same functions call the
// printed bundles directly (native/unit.c).

#pragma once

#include "base/vec.h"
#include "problem/evaluator.h"

#include <assert.h>
#include <stddef.h>

// run a bundle into an array of the caller, which must have been zero and served no other bundle
static inline void evaluator_into(evaluator *e, bundle_kind kind, double t, const double *q,
                                  const double *x, const double *mu, double *out) {
  assert(e->bundles[kind].function);  // the class of the problem has this bundle
  const double *in[] = {evaluator_clock(e, &t), q, x, mu};
  e->bundles[kind].function(e->bundles[kind].context, in, out);
}

// run a bundle; returns its outputs, valid until it is run again
static inline const double *evaluator_run(evaluator *e, bundle_kind kind, double t, const double *q,
                                          const double *x, const double *mu) {
  evaluator_into(e, kind, t, q, x, mu, e->bundles[kind].out);
  return e->bundles[kind].out;
}

// invariants and observables at a node: q with all turns of the angles, w without
static inline const double *evaluator_monitors(evaluator *e, double t, const double *q,
                                               const double *v, const double *p, const double *mu,
                                               double energy, const double *w) {
  const double *in[] = {evaluator_clock(e, &t), q, v, p, mu, &energy, w};
  const bundle *b = &e->bundles[BUNDLE_MONITORS];
  b->function(b->context, in, b->out);
  return b->out;
}
