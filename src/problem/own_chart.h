// The chart of the model's own form, (q,v) -> p, f of a lagrangian, (q,p) -> v, f of a
// hamiltonian, and how a kernel looks at a chart: at its own without copies.

#pragma once

#include "base/layout.h"
#include "problem/evaluate.h"

// values and derivative blocks of a chart at a point; they stay until the next look
typedef struct chart_view {
  const double *y, *f;              // n
  const double *yx, *yq, *fx, *fq;  // n x n, if blocks were wanted
} chart_view;

// `values` (2n, zero before its first use) is where values go without blocks
static inline chart_view own_chart(int n, evaluator *e, double t, const double *q, const double *x,
                                   bool blocks, double *values) {
  if (!blocks) {
    evaluator_into(e, BUNDLE_VALUES, t, q, x, NULL, values);
    return (chart_view){.y = values, .f = values + n};
  }
  const double *out = evaluator_run(e, BUNDLE_BLOCKS, t, q, x, NULL), *B = out + 2*n;
  return (chart_view){out, out + n, B, B + n*n, B + 2*n*n, B + 3*n*n};
}

// the same as a chart, which copies; its context is the evaluator
static inline bool own_chart_eval(void *context, double t, const double *q, const double *x,
                                  double *y, double *f, chart_blocks *d) {
  evaluator *e = context;
  int n = e->n;
  chart_view at = own_chart(n, e, t, q, x, d != NULL, e->bundles[BUNDLE_VALUES].out);
  vec_copy(y, at.y, n);
  vec_copy(f, at.f, n);
  if (d) {
    vec_copy(d->yx, at.yx, n*n);
    vec_copy(d->yq, at.yq, n*n);
    vec_copy(d->fx, at.fx, n*n);
    vec_copy(d->fq, at.fq, n*n);
  }
  return true;
}

// room for the other chart, the Legendre transform of the own one
typedef struct chart_room {
  double *y, *f;  // n
  chart_blocks blocks;
} chart_room;

static inline chart_room chart_room_lay(int n, layout *l) {
  long nn = (long)n*n;
  return (chart_room){.y = layout_scratch(l, n),
                      .f = layout_scratch(l, n),
                      .blocks = {layout_scratch(l, nn), layout_scratch(l, nn),
                                 layout_scratch(l, nn), layout_scratch(l, nn)}};
}

// look at a chart that is not the model's own; *failed if the transform has no solution
static inline chart_view chart_look(const chart *p, chart_room *room, double t, const double *q,
                                    const double *x, bool blocks, bool *failed) {
  chart_blocks *b = &room->blocks;
  *failed |= !chart_eval(p, t, q, x, room->y, room->f, blocks ? b : NULL);
  return (chart_view){room->y, room->f, b->yx, b->yq, b->fx, b->fq};
}
