// Are the constraints independent at the start? If not, which of them depends on which, only here
// or everywhere, and do they contradict each other?

#include "problem/initial.h"

#include "base/vec.h"
#include "problem/group.h"
#include "real/sine.h"

#include <assert.h>
#include <math.h>

// does the j-th chosen constraint take part in the combination c for a row?
static bool takes_part(const rank *r, const double *c, int j, int row) {
  return fabs(c[j])*r->length[r->order[j]] > 1e-8*r->length[row];
}

void initial_name_dependence(const problem *p, rank *r, int k, failure *why) {
  assert(k >= r->rank && k < p->m);
  int row = r->order[k], named = 0, most = 4;
  const double *c = rank_combination(r, k);
  if (!(r->length[row] > 0)) {
    fail_more(why, "the constraint `%s` has no direction: its derivative is zero",
              p->constraint[row]);
    return;
  }
  fail_more(why, "`%s` depends on", p->constraint[row]);
  for (int j = 0; j < r->rank; j++)
    if (takes_part(r, c, j, row) && named < most)
      fail_more(why, "%s `%s`", named++ > 0 ? "," : "", p->constraint[r->order[j]]);
  if (named == most)
    fail_more(why, ", ...");
}

noslip_status initial_finite(const initial *in, const state *s, failure *why) {
  const problem *p = in->evaluator->problem;
  if (p->m == 0)
    return NOSLIP_OK;
  evaluator_run(in->evaluator, BUNDLE_ACCELERATION, s->t, s->q,
                p->mechanical.lagrangian ? s->v : s->p, NULL);
  const double *B = consistent_directions(in->consistent);
  const double *r = evaluator_run(in->evaluator, BUNDLE_RESIDUALS, s->t, s->q, s->v, NULL);
  for (int k = 0; k < p->m; k++)
    if (!isfinite(r[k]) || !isfinite(r[p->m + k]) || !isfinite(vec_max(B + (long)k*p->nv, p->nv)))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the constraint `%s` or its derivative is not finite at the initial data; start "
                  "elsewhere",
                  p->constraint[k]);
  return NOSLIP_OK;
}

// residuals of all constraints, and their sizes, 2m numbers each
typedef struct residuals {
  const double *r, *size;
} residuals;

// is the residual of a dependent row the combination of the others?
static bool fits(const problem *p, rank *r, int k, residuals at, bool velocities) {
  const double *c = rank_combination(r, k);
  double sum = initial_residual(p, at.r, r->order[k], velocities);
  double size = initial_residual(p, at.size, r->order[k], velocities);
  for (int j = 0; j < r->rank; j++) {
    sum -= c[j]*initial_residual(p, at.r, r->order[j], velocities);
    size += fabs(c[j]*initial_residual(p, at.size, r->order[j], velocities));
  }
  return fabs(sum) <= initial_refused*size;
}

// Does a dependent constraint contradict the others? Then its velocity residual is not their
// combination, or, where all are holonomic, its residual.
static bool contradicts(const problem *p, rank *r, int k, residuals at) {
  const double *c = rank_combination(r, k);
  bool holonomic = p->mechanical.is_holonomic[r->order[k]];
  for (int j = 0; j < r->rank; j++)
    if (takes_part(r, c, j, r->order[k]))
      holonomic = holonomic && p->mechanical.is_holonomic[r->order[j]];
  return !fits(p, r, k, at, true) || (holonomic && !fits(p, r, k, at, false));
}

// q to a position that satisfies the holonomic constraints, one after the other and again, until
// they no longer come closer: slow, but dependent ones do no harm
static void approach(evaluator *e, double t, double *q, double *move) {
  enum { most = 500, settled = 10 };  // the first rounds may lead away from some
  int n = e->problem->nv, m = e->problem->mechanical.mh;
  double before = HUGE_VAL;
  for (int k = 0; k < most; k++) {
    const double *g = evaluator_run(e, BUNDLE_G_BLOCKS, t, q, q, NULL);
    double far = vec_max(g, m);
    if (!(far > 0) || (k >= settled && !(far < before)))
      return;
    before = far;
    for (int row = 0; row < m; row++) {
      const double *G = g + m + (long)row*n;
      double length = vec_dot(G, G, n);
      if (!(length > 0))
        continue;
      vec_zero(move, n);
      vec_axpy(move, -evaluator_run(e, BUNDLE_G, t, q, q, NULL)[row]/length, G, move, n);
      group_move(e->problem, q, move);
    }
  }
}

// workspace of the check for independence
typedef struct looker {
  const initial *in;
  const state *s;
  rank here, nearby;
  constraint_size sizes;
  double *size;          // 2m     of the constraints
  double *B;             // m x nv rows in the units of the mass metric
  double *q, *x, *move;  // n
} looker;

static bool looker_init(looker *l, const initial *in, arena *a, const state *s) {
  const problem *p = in->evaluator->problem;
  *l = (looker){
      .in = in,
      .s = s,
      .size = ARENA_ARRAY(a, double, 2*p->m),
      .B = ARENA_ARRAY(a, double, (size_t)p->m*(size_t)p->nv),
      .q = ARENA_ARRAY(a, double, s->n),
      .x = ARENA_ARRAY(a, double, s->n),
      .move = ARENA_ARRAY(a, double, s->n),
  };
  return rank_init(&l->here, a, p->m, p->nv) && rank_init(&l->nearby, a, p->m, p->nv) &&
         constraint_size_init(&l->sizes, a, in->evaluator, in->consistent, in->step) && !a->failed;
}

// The rank of B at (q,x). Columns are divided by the root of their mass: in other units it is the
// same number then.
static int rank_at(looker *l, rank *r, const double *q, const double *x) {
  const problem *p = l->in->evaluator->problem;
  evaluator_run(l->in->evaluator, BUNDLE_ACCELERATION, l->s->t, q, x, NULL);
  const double *B = consistent_directions(l->in->consistent), *mass = l->sizes.width.mass;
  for (int k = 0; k < p->m; k++)
    for (int i = 0; i < p->nv; i++) {
      bool massive = mass[i] > 0 && isfinite(mass[i]);
      l->B[(long)k*p->nv + i] = B[(long)k*p->nv + i]/(massive ? sqrt(mass[i]) : 1);
    }
  return rank_find(r, l->B);
}

// the rank of B at a point a little away: is it only here that directions are lost?
static int rank_nearby(looker *l) {
  static const double away = 1e-3;
  const problem *p = l->in->evaluator->problem;
  const double *given = p->mechanical.lagrangian ? l->s->v : l->s->p;
  const widths *w = &l->sizes.width;
  for (int i = 0; i < p->nv; i++) {
    double unit = p->mechanical.lagrangian ? widths_speed(w, i) : widths_reach(w, p->nv + i);
    l->move[i] = away*widths_reach(w, i)*real_cos(1 + 3.7*i);
    l->x[i] = given[i] + away*unit*real_sin(2 + 2.3*i);
  }
  vec_copy(l->q, l->s->q, l->s->n);
  group_move(p, l->q, l->move);
  approach(l->in->evaluator, l->s->t, l->q, l->move);
  return rank_at(l, &l->nearby, l->q, l->x);
}

// which dependent row to speak of: one that contradicts, or the first
static int dependent_row(looker *l, bool *contradiction) {
  evaluator *e = l->in->evaluator;
  constraint_size_at(&l->sizes, l->s, l->size);
  residuals at = {evaluator_run(e, BUNDLE_RESIDUALS, l->s->t, l->s->q, l->s->v, NULL), l->size};
  for (int k = l->here.rank; k < e->problem->m; k++)
    if (contradicts(e->problem, &l->here, k, at)) {
      *contradiction = true;
      return k;
    }
  return l->here.rank;
}

noslip_status initial_rank(const initial *in, arena *a, const state *s, failure *why) {
  const problem *p = in->evaluator->problem;
  assert(s->n == p->n && s->m == p->m);
  looker l;
  if (!problem_is_mechanical(p))
    return initial_rank_index2(in, a, s, why);
  if (p->m == 0)
    return NOSLIP_OK;
  if (!looker_init(&l, in, a, s))
    return fail_memory(why);
  widths_at(&l.sizes.width, s);
  if (rank_at(&l, &l.here, s->q, p->mechanical.lagrangian ? s->v : s->p) == p->m)
    return NOSLIP_OK;

  // where directions are lost only here, residuals tell nothing about a contradiction
  bool everywhere = rank_nearby(&l) < p->m, contradiction = false;
  int k = everywhere ? dependent_row(&l, &contradiction) : l.here.rank;
  fail(why, NOSLIP_ERROR_MODEL, "%s: ",
       contradiction ? "the constraints contradict each other"
       : everywhere  ? "the constraints are not independent"
                     : "the constraints are not independent at this start");
  initial_name_dependence(p, &l.here, k, why);
  fail_more(why, "%s",
            contradiction ? "; no motion satisfies them all"
            : everywhere  ? "; remove one of them"
                          : "; start from another position or velocity");
  return NOSLIP_ERROR_MODEL;
}
