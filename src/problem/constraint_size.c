#include "problem/constraint_size.h"

#include "problem/evaluate.h"
#include "problem/rounding.h"

#include <assert.h>
#include <float.h>

bool constraint_size_init(constraint_size *s, arena *a, evaluator *e, consistent *c, double h) {
  size_t m = (size_t)e->problem->m;
  *s = (constraint_size){
      .evaluator = e,
      .consistent = c,
      .residual = ARENA_ARRAY(a, double, 2*m),
      .change = ARENA_ARRAY(a, double, 2*m),
  };
  bool done = widths_init(&s->width, a, e) && !a->failed;
  s->width.step = h;
  return done;
}

// sum_i |b_i| w_i; a size that is not finite counts as 0
static double row_size(const double *b, const double *w, int n) {
  double size = 0;
  for (int i = 0; i < n; i++)
    size += fabs(b[i]*w[i]);
  return isfinite(size) ? size : 0;
}

static void mechanical_sizes(constraint_size *s, const state *x, double *size) {
  const problem *p = s->evaluator->problem;
  const widths *w = &s->width;
  int n = w->n, m = p->m;
  evaluator_run(s->evaluator, BUNDLE_ACCELERATION, x->t, x->q,
                p->mechanical.lagrangian ? x->v : x->p, NULL);
  const double *B = consistent_directions(s->consistent);
  for (int c = 0; c < m; c++) {
    const double *b = B + (long)c*n;
    bool holonomic = p->mechanical.is_holonomic[c];
    size[c] = row_size(b, holonomic ? w->position : w->velocity, n);
    size[m + c] = holonomic ? row_size(b, w->velocity, n) : 0;
  }
}

static void index2_sizes(constraint_size *s, const state *x, double *size) {
  int n = s->width.n, m = s->evaluator->problem->m;
  const double *g = evaluator_run(s->evaluator, BUNDLE_GAP_BLOCKS, x->t, x->q, x->lambda, NULL);
  for (int c = 0; c < m; c++) {
    size[c] = row_size(g + m + (long)c*n, s->width.position, n);
    size[m + c] = 0;
  }
  if (s->evaluator->problem->class != PROBLEM_OVERDETERMINED)
    return;
  const double *u = evaluator_run(s->evaluator, BUNDLE_RATE_BLOCKS, x->t, x->q, x->lambda, NULL);
  for (int c = 0; c < m; c++)
    size[m + c] = row_size(u + m + (long)c*n, s->width.position, n);
}

// + max_m |r_m - r|/eps
static void add_rounding(constraint_size *s, const state *x, double *size) {
  int m = s->evaluator->problem->m;
  const bundle *b = &s->evaluator->bundles[BUNDLE_RESIDUALS];
  const double *in[] = {evaluator_clock(s->evaluator, &x->t), x->q, x->v, NULL};
  b->function(b->context, in, b->out);
  vec_zero(s->change, 2*m);
  for (int k = 0; k < rounding_modes; k++)
    if (rounding_run(b, in, k, s->residual))
      for (int c = 0; c < 2*m; c++)
        s->change[c] = vec_larger(s->change[c], fabs(s->residual[c] - b->out[c]));
  for (int c = 0; c < 2*m; c++)
    size[c] += isfinite(s->change[c]) ? s->change[c]/DBL_EPSILON : 0;
}

void constraint_size_at(constraint_size *s, const state *x, double *size) {
  assert(x->n == s->evaluator->problem->n && x->m == s->evaluator->problem->m);
  if (s->evaluator->problem->m == 0)
    return;
  widths_at(&s->width, x);
  if (problem_is_mechanical(s->evaluator->problem))
    mechanical_sizes(s, x, size);
  else
    index2_sizes(s, x, size);
  add_rounding(s, x, size);
}
