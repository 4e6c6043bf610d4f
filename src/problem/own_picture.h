// The picture of the model's own form: (q,v) -> p, f of a lagrangian, (q,p) -> v, f of a
// hamiltonian.

#pragma once

#include "problem/evaluate.h"

static inline void own_picture_blocks(int n, const double *blocks, picture_blocks *d) {
  vec_copy(d->yx, blocks, n*n);
  vec_copy(d->yq, blocks + n*n, n*n);
  vec_copy(d->fx, blocks + 2*n*n, n*n);
  vec_copy(d->fq, blocks + 3*n*n, n*n);
}

static inline void own_picture(int n, evaluator *e, double t, const double *q, const double *x,
                               double *y, double *f, picture_blocks *d) {
  const double *out = d ? evaluator_run(e, BUNDLE_BLOCKS, t, q, x, NULL)
                        : evaluator_run(e, BUNDLE_VALUES, t, q, x, NULL);
  vec_copy(y, out, n);
  vec_copy(f, out + n, n);
  if (d)
    own_picture_blocks(n, out + 2*n, d);
}
