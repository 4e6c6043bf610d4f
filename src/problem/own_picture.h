// The picture of the model's own form, (q,v) -> p, f of a lagrangian, (q,p) -> v, f of a
// hamiltonian, and how a kernel looks at a picture: at its own without copies.

#pragma once

#include "problem/evaluate.h"

// values and derivative blocks of a picture at a point; they stay until the next look
typedef struct picture_view {
  const double *y, *f;              // n
  const double *yx, *yq, *fx, *fq;  // n x n, if blocks were wanted
} picture_view;

// `values` (2n, zero before its first use) is where values go without blocks
static inline picture_view own_picture(int n, evaluator *e, double t, const double *q,
                                       const double *x, bool blocks, double *values) {
  if (!blocks) {
    evaluator_into(e, BUNDLE_VALUES, t, q, x, NULL, values);
    return (picture_view){.y = values, .f = values + n};
  }
  const double *out = evaluator_run(e, BUNDLE_BLOCKS, t, q, x, NULL), *B = out + 2*n;
  return (picture_view){out, out + n, B, B + n*n, B + 2*n*n, B + 3*n*n};
}

// the same as a picture, which copies; its context is the evaluator
static inline bool own_picture_eval(void *context, double t, const double *q, const double *x,
                                    double *y, double *f, picture_blocks *d) {
  evaluator *e = context;
  int n = e->n;
  picture_view seen = own_picture(n, e, t, q, x, d != NULL, e->bundles[BUNDLE_VALUES].out);
  vec_copy(y, seen.y, n);
  vec_copy(f, seen.f, n);
  if (d) {
    vec_copy(d->yx, seen.yx, n*n);
    vec_copy(d->yq, seen.yq, n*n);
    vec_copy(d->fx, seen.fx, n*n);
    vec_copy(d->fq, seen.fq, n*n);
  }
  return true;
}

// room for the other picture, the Legendre transform of the own one
typedef struct picture_room {
  double *y, *f;  // n
  picture_blocks blocks;
} picture_room;

// look at a picture that is not the model's own; *failed if the transform has no solution
static inline picture_view picture_look(const picture *p, picture_room *room, double t,
                                        const double *q, const double *x, bool blocks,
                                        bool *failed) {
  picture_blocks *b = &room->blocks;
  *failed |= !picture_eval(p, t, q, x, room->y, room->f, blocks ? b : NULL);
  return (picture_view){room->y, room->f, b->yx, b->yq, b->fx, b->fq};
}
