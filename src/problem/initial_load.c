// Initial data where forces depend on multipliers: are these determined, and which ones go with the
// state?

#include "problem/initial.h"

#include <math.h>

// K = B M^-1 R of a lagrangian, C R of a hamiltonian, from what the last solve has left; and in
// `size` the largest terms of each row. False if M is singular.
typedef struct reaction {
  double *K, *size;  // m x m, m
  double *M, *X;     // n x n, n  of a lagrangian: factors of M, a column of M^-1 R
  int *pivot;        // n
} reaction;

static bool reaction_find(reaction *w, const consistent *c) {
  int n = c->n, m = c->m;
  const double *out = c->evaluator->bundles[BUNDLE_ACCELERATION].out;
  const double *B = c->lagrangian ? consistent_directions(c) : out, *R = c->load.R;
  vec_zero(w->size, m);
  if (c->lagrangian) {
    vec_copy(w->M, out, n*n);
    if (dense_factor(w->M, w->pivot, n) >= 0)
      return false;
  }
  for (int k = 0; k < m; k++) {
    for (int i = 0; i < n; i++)
      w->X[i] = R[i*m + k];
    if (c->lagrangian)
      dense_solve(w->M, w->pivot, w->X, n);
    for (int row = 0; row < m; row++) {
      w->K[row*m + k] = vec_dot(B + row*n, w->X, n);
      for (int i = 0; i < n; i++)
        w->size[row] = fmax(w->size[row], fabs(B[row*n + i]*w->X[i]));
    }
  }
  return true;
}

// the constraint whose row of K is lost, -1 if there is none
static int lost_row(const reaction *w, rank *r, int m) {
  static const double rounding = 1e-12;
  for (int k = 0; k < m; k++)
    if (!(vec_max(w->K + k*m, m) > rounding*w->size[k]))
      return k;
  return rank_find(r, w->K) < m ? r->order[r->rank] : -1;
}

static noslip_status determined(const initial *in, arena *a, failure *why) {
  const consistent *c = in->consistent;
  size_t n = (size_t)c->n, m = (size_t)c->m;
  rank square;
  reaction w = {ARENA_ARRAY(a, double, m*m), ARENA_ARRAY(a, double, m),
                ARENA_ARRAY(a, double, n*n), ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, int, n)};
  if (!rank_init(&square, a, c->m, c->m) || a->failed)
    return fail_memory(why);
  int k = reaction_find(&w, c) ? lost_row(&w, &square, c->m) : 0;
  if (k < 0)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the multiplier of `%s` is not determined here: K = g_q M^-1 r_lambda is singular in "
              "its row, since forces that depend on multipliers take away what the reaction does\n"
              "  start from another state, or make these forces smaller",
              c->evaluator->problem->constraint[k]);
}

noslip_status initial_load(const initial *in, arena *a, state *s, failure *why) {
  const problem *p = in->evaluator->problem;
  const double *x = p->mechanical.lagrangian ? s->v : s->p;
  bool found = consistent_multipliers(in->consistent, s->t, s->q, x, s->lambda);
  noslip_status status = determined(in, a, why);
  if (found || status != NOSLIP_OK)
    return status;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the multipliers cannot be found at the start: from `%s` = %.6g%s, Newton's method does "
      "not lead to values that keep the constraints\n"
      "  give another guess with `init`",
      p->multiplier[0], s->lambda[0], p->m > 1 ? ", ..." : "");
}
