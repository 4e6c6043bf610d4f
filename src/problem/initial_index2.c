// Initial data of an index-2 problem: does y satisfy the constraints, and which z goes with it? Of
// an overdetermined problem the constraints have two levels: g(t,y), and u = g_y v + g_t, which is
// projected by its z.

#include "problem/initial.h"

#include <math.h>

// workspace of one check
typedef struct checker {
  const initial *in;
  const problem *problem;
  evaluator *e;
  state *s;
  double *S, *nu;  // m x m, m
  int *pivot;      // m
  double *before;  // n  the data as given
  double *rows;    // m x n  the derivatives of a level by what it may move
  constraint_size sizes;
  double *size;  // 2m  of the constraints
} checker;

static bool checker_init(checker *c, const initial *in, arena *a, state *s) {
  int n = s->n, m = s->m;
  *c = (checker){
      .in = in,
      .problem = in->evaluator->problem,
      .e = in->evaluator,
      .s = s,
      .S = ARENA_ARRAY(a, double, m*m),
      .nu = ARENA_ARRAY(a, double, m),
      .pivot = ARENA_ARRAY(a, int, m),
      .before = ARENA_ARRAY(a, double, n),
      .rows = ARENA_ARRAY(a, double, (size_t)m*(size_t)n),
      .size = ARENA_ARRAY(a, double, 2*m),
  };
  return constraint_size_init(&c->sizes, a, in->evaluator, in->consistent, in->step) && !a->failed;
}

// ---------------------------------------------------------------------------------------------
// satisfied?

// g and g_y of level 0, u and u_y of level 1
static const double *look(checker *c, int level) {
  bundle_kind kind = level == 0 ? BUNDLE_GAP_BLOCKS : BUNDLE_RATE_BLOCKS;
  return evaluator_run(c->e, kind, c->s->t, c->s->q, c->s->lambda, NULL);
}

static int levels(const problem *p) {
  return p->class == PROBLEM_OVERDETERMINED ? 2 : 1;
}

// the largest scaled residual of a level, and whose
static double worst_residual(checker *c, int level, int *which, double *residual) {
  constraint_size_at(&c->sizes, c->s, c->size);
  const double *g = look(c, level);
  double worst = 0;
  *which = -1;
  for (int k = 0; k < c->s->m; k++) {
    double share = constraint_size_share(g[k], c->size[level*c->s->m + k]);
    if (!(share <= worst)) {
      worst = share;
      *which = k;
      *residual = g[k];
    }
  }
  return worst;
}

// one correction of a level: y + g_y^T nu, g_y g_y^T nu = -g; of level 1 the z alone move
static bool correct(checker *c, int level) {
  int n = c->s->n, m = c->s->m;
  const overdetermined_class *of = &c->problem->overdetermined;
  const double *g = look(c, level);
  double *gy = c->rows;
  vec_copy(gy, g + m, m*n);
  for (int i = 0; level == 1 && i < of->ny; i++)
    for (int k = 0; k < m; k++)
      gy[k*n + of->y[i]] = 0;
  for (int k = 0; k < m; k++) {
    c->nu[k] = -g[k];
    for (int l = 0; l < m; l++)
      c->S[k*m + l] = vec_dot(gy + k*n, gy + l*n, n);
  }
  if (dense_factor(c->S, c->pivot, m) >= 0)
    return false;
  dense_solve(c->S, c->pivot, c->nu, m);
  mat_tvec_add(c->s->q, 1, gy, c->nu, m, n);
  return true;
}

// repeat until the residual no longer shrinks
static noslip_status project(checker *c, int level, failure *why) {
  enum { most = 50 };
  int which;
  double residual = 0, before = HUGE_VAL;
  for (int k = 0; k < most; k++) {
    double now = worst_residual(c, level, &which, &residual);
    if (now == 0 || (now <= initial_left && now > 0.25*before))
      return NOSLIP_OK;
    before = now;
    if (!isfinite(now) || !correct(c, level))
      break;
  }
  if (worst_residual(c, level, &which, &residual) <= initial_left)
    return NOSLIP_OK;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the initial data cannot be projected: `%s` stays at %.3g; give data that are nearer to it",
      which >= 0 ? c->problem->constraint[which] : "?", residual);
}

static noslip_status satisfy_level(checker *c, int level, failure *why) {
  int which;
  double residual = 0, scaled = worst_residual(c, level, &which, &residual);
  if (scaled <= initial_left)
    return NOSLIP_OK;
  if (!(scaled <= initial_refused) && !c->in->project)
    return initial_refuse(c->problem->constraint[which], level == 0 ? "" : "time derivative's ",
                          residual, scaled, why);
  return project(c, level, why);
}

static noslip_status satisfy(checker *c, failure *why) {
  int lines = 0;
  vec_copy(c->before, c->s->q, c->s->n);
  for (int level = 0; level < levels(c->problem); level++)
    if (satisfy_level(c, level, why) != NOSLIP_OK)
      return why->status;
  widths_at(&c->sizes.width, c->s);
  initial_moves moves = {c->before, c->s->q, c->sizes.width.position, c->problem->coordinate,
                         "",        c->s->n};
  initial_note_moves(c->in, &moves, &lines);
  return NOSLIP_OK;
}

static noslip_status finite(checker *c, failure *why) {
  const problem *p = c->problem;
  const double *f = evaluator_run(c->e, BUNDLE_PARTS, c->s->t, c->s->q, c->s->lambda, NULL);
  for (int i = 0; i < p->index2.nparts*p->n; i++)
    if (!isfinite(f[i]))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the equation of `%s` is not finite at the initial data; start elsewhere",
                  p->coordinate[i % p->n]);
  for (int k = 0; k < p->m; k++)
    if (!isfinite(f[p->index2.nparts*p->n + k]))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the constraint `%s` is not finite at the initial data; start elsewhere",
                  p->constraint[k]);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// independent?

// the size of the terms g_y f_z, or u_y f_z, that row k of w_z is a sum of
static double row_size(const problem *p, evaluator *e, int k) {
  int n = p->n, m = p->m, P = p->index2.nparts;
  const double *blocks = e->bundles[BUNDLE_PARTS_BLOCKS].out + P*n + m;
  const double *gy = blocks + P*(n*n + n*m) + k*n;
  if (p->class == PROBLEM_OVERDETERMINED)
    gy = e->bundles[BUNDLE_RATE_BLOCKS].out + m + k*n;
  double size = 0;
  for (int part = 0; part < P; part++, blocks += n*n + n*m)
    for (int i = 0; i < n; i++)
      size += fabs(gy[i])*vec_max(blocks + n*n + i*m, m);
  return size;
}

// w_z at z and, into `near`, a thousandth away from it
static const double *look_around(const initial *in, const state *s, double *near) {
  static const double away = 1e-3;
  int m = s->m;
  double *z = in->consistent->algebraic.z, size = vec_max(s->lambda, m);
  for (int k = 0; k < m; k++)
    z[k] = s->lambda[k] + away*(size > 0 ? size : 1)*(1 + 0.3*(k % 3));
  vec_copy(near, evaluator_run(in->evaluator, BUNDLE_HIDDEN, s->t, s->q, z, NULL) + m, m*m);
  return evaluator_run(in->evaluator, BUNDLE_HIDDEN, s->t, s->q, s->lambda, NULL) + m;
}

// Does w_z determine z? If not, the constraint to speak of; -1: it does. A row is lost if all of it
// is rounding, or if it vanishes nearby: two branches meet there, and a root is known to half of
// its digits, which is 1e-5 of the distance to the point nearby.
static int undetermined(const initial *in, rank *r, double *near, const state *s) {
  static const double rounding = 1e-10, meeting = 1e-5;
  const problem *p = in->evaluator->problem;
  int m = p->m;
  evaluator_run(in->evaluator, BUNDLE_PARTS_BLOCKS, s->t, s->q, s->lambda, NULL);
  if (p->class == PROBLEM_OVERDETERMINED)
    evaluator_run(in->evaluator, BUNDLE_RATE_BLOCKS, s->t, s->q, s->lambda, NULL);
  const double *wz = look_around(in, s, near);
  for (int k = 0; k < m; k++) {
    double row = vec_max(wz + k*m, m);
    if (!(row > rounding*row_size(p, in->evaluator, k)) ||
        row <= meeting*vec_max(near + k*m, m))
      return k;
  }
  return rank_find(r, wz) < m ? r->order[r->rank] : -1;
}

// are the rows of g_y?
static noslip_status independent(const initial *in, arena *a, const state *s, failure *why) {
  const problem *p = in->evaluator->problem;
  rank rows;
  if (p->m == 0)
    return NOSLIP_OK;
  if (!rank_init(&rows, a, p->m, p->n))
    return fail_memory(why);
  const double *g = evaluator_run(in->evaluator, BUNDLE_GAP_BLOCKS, s->t, s->q, s->lambda, NULL);
  if (rank_find(&rows, g + p->m) == p->m)
    return NOSLIP_OK;
  fail(why, NOSLIP_ERROR_MODEL, "the constraints are not independent here: ");
  initial_name_dependence(p, &rows, rows.rank, why);
  fail_more(why, "; start from another state, or remove one of them");
  return NOSLIP_ERROR_MODEL;
}

// is w_z regular: g_y f_z, or K = g_y v_z r_psi?
static noslip_status determined(const initial *in, arena *a, const state *s, failure *why) {
  const problem *p = in->evaluator->problem;
  rank square;
  double *near = ARENA_ARRAY(a, double, p->m*p->m);
  if (p->m == 0)
    return NOSLIP_OK;
  if (!rank_init(&square, a, p->m, p->m) || !near)
    return fail_memory(why);
  int k = undetermined(in, &square, near, s);
  if (k < 0)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the algebraic variables are not determined here: %s is singular in the row of "
              "the constraint `%s`\n"
              "  start from another state, or give another guess with `init`",
              p->class == PROBLEM_OVERDETERMINED ? "K = g_y v_z r_psi" : "g_y f_z",
              p->constraint[k]);
}

noslip_status initial_rank_index2(const initial *in, arena *a, const state *s, failure *why) {
  noslip_status status = independent(in, a, s, why);
  return status == NOSLIP_OK ? determined(in, a, s, why) : status;
}

// ---------------------------------------------------------------------------------------------

// Where z enters nonlinearly there may be other values, and another guess leads to them: say where
// this one led to.
static void note_branch(checker *c, const double *guess) {
  static const double near = 1e-6;
  bool open = c->problem->class == PROBLEM_OVERDETERMINED && !(vec_max(guess, c->s->m) > 0);
  if (!c->in->notes || c->problem->index2.linear || open)  // or nothing was guessed
    return;
  for (int k = 0; k < c->s->m; k++)
    if (fabs(c->s->lambda[k] - guess[k]) > near*vec_max(c->s->lambda, c->s->m)) {
      text_print(c->in->notes,
                 "`%s` starts at %.6g, which keeps the constraints, not at the guess %.6g\n",
                 c->problem->multiplier[k], c->s->lambda[k], guess[k]);
      return;
    }
}

// z from its guess
static noslip_status complete(checker *c, arena *a, failure *why) {
  algebraic *z = &c->in->consistent->algebraic;
  double *guess = ARENA_ARRAY(a, double, c->s->m);
  if (a->failed)
    return fail_memory(why);
  vec_copy(guess, c->s->lambda, c->s->m);
  bool found = c->s->m == 0 || algebraic_solve(c->s->m, z, c->e, c->s->t, c->s->q, c->s->lambda);
  noslip_status status = determined(c->in, a, c->s, why);
  if (found && status == NOSLIP_OK)
    note_branch(c, guess);
  if (found || status != NOSLIP_OK)
    return status;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the algebraic variables cannot be found at the start: from `%s` = %.6g%s, Newton's "
              "method does not lead to values that keep the constraints\n"
              "  give another guess with `init`",
              c->problem->multiplier[0], c->s->lambda[0], c->s->m > 1 ? ", ..." : "");
}

noslip_status initial_prepare_index2(const initial *in, arena *a, state *s, failure *why) {
  checker c;
  if (!checker_init(&c, in, a, s))
    return fail_memory(why);
  noslip_status status = finite(&c, why);
  if (status == NOSLIP_OK && in->given)
    status = initial_find(in, a, s, why);
  if (status == NOSLIP_OK)
    status = satisfy(&c, why);
  if (status == NOSLIP_OK)
    status = independent(in, a, s, why);
  return status == NOSLIP_OK ? complete(&c, a, why) : status;
}
