#include "problem/initial.h"

#include "base/vec.h"
#include "problem/group.h"
#include "solve/dense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// workspace of one check; n counts velocities
typedef struct checker {
  const initial *in;
  const problem *problem;
  evaluator *e;
  state *s;
  double *M;              // n x n  L_vv factored, or H_pp
  double *scaled, *size;  // n x n, n  L_vv with its diagonal scaled to one, the scales
  int *pivot;             // n
  chart_blocks blocks;
  double *f, *move;             // n
  double *D;                    // m x n  rows: M^-1 B^T
  double *S, *nu;               // m x m, m
  int *S_pivot;                 // m
  int *rows;                    // m      the constraints of a level
  double *before_q, *before_x;  //        the data as given
  double *width;                // coordinates  sizes of what moved
  constraint_size sizes;
  double *constraint;  // 2m     sizes of the constraints
} checker;

static bool checker_init(checker *c, const initial *in, arena *a, state *s) {
  const problem *p = in->evaluator->problem;
  size_t n = (size_t)p->nv, m = (size_t)s->m;
  *c = (checker){
      .in = in,
      .problem = p,
      .e = in->evaluator,
      .s = s,
      .M = ARENA_ARRAY(a, double, n*n),
      .scaled = ARENA_ARRAY(a, double, n*n),
      .size = ARENA_ARRAY(a, double, n),
      .pivot = ARENA_ARRAY(a, int, n),
      .blocks = chart_blocks_new(a, p->nv),
      .f = ARENA_ARRAY(a, double, n),
      .move = ARENA_ARRAY(a, double, n),
      .D = ARENA_ARRAY(a, double, m*n),
      .S = ARENA_ARRAY(a, double, m*m),
      .nu = ARENA_ARRAY(a, double, m),
      .S_pivot = ARENA_ARRAY(a, int, m),
      .rows = ARENA_ARRAY(a, int, m),
      .before_q = ARENA_ARRAY(a, double, s->n),
      .before_x = ARENA_ARRAY(a, double, n),
      .width = ARENA_ARRAY(a, double, s->n),
      .constraint = ARENA_ARRAY(a, double, 2*m),
  };
  return constraint_size_init(&c->sizes, a, in->evaluator, in->consistent, in->step) && !a->failed;
}

// ---------------------------------------------------------------------------------------------
// the mass matrix

// The coordinate in which L_vv has no pivot, or only rounding; -1 if it is regular. Its diagonal is
// scaled to one first: a gram beside a ton is not singular.
static int singular_coordinate(checker *c) {
  static const double singular = 1e-13;  // smallest pivot against the largest
  int n = c->problem->nv, smallest = 0;
  const double *M = c->blocks.yx;
  for (int i = 0; i < n; i++) {
    double own = fabs(M[(long)i*n + i]), row = vec_max(M + (long)i*n, n);
    c->size[i] = own > 0 ? sqrt(own) : row > 0 ? sqrt(row) : 1;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c->scaled[(long)i*n + j] = M[(long)i*n + j]/c->size[i]/c->size[j];
  int column = dense_factor(c->scaled, c->pivot, n);
  if (column >= 0)
    return column;
  double largest = 0;
  for (int i = 0; i < n; i++) {
    double pivot = fabs(c->scaled[(long)i*n + i]);
    largest = fmax(largest, pivot);
    if (pivot < fabs(c->scaled[(long)smallest*n + smallest]))
      smallest = i;
  }
  return fabs(c->scaled[(long)smallest*n + smallest]) <= singular*largest ? smallest : -1;
}

// L_vv (factored) or H_pp at the state. A singular L_vv is an error.
static noslip_status mass(checker *c, failure *why) {
  int n = c->problem->nv;
  double *x = c->problem->mechanical.lagrangian ? c->s->v : c->s->p;
  double *y = c->problem->mechanical.lagrangian ? c->s->p : c->s->v;
  chart_eval(&c->e->own, c->s->t, c->s->q, x, y, c->f, &c->blocks);
  for (int i = 0; i < n; i++)
    if (!isfinite(y[i]) || !isfinite(c->f[i]) || !isfinite(vec_max(c->blocks.yx + (long)i*n, n)))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the equations are not finite at the initial data, see that of `%s`; start "
                  "elsewhere, as with the option `init` = \"x=1\"",
                  c->problem->momentum[i]);
  vec_copy(c->M, c->blocks.yx, n*n);
  if (!c->problem->mechanical.lagrangian)
    return NOSLIP_OK;

  int which = singular_coordinate(c);
  if (which < 0 && dense_factor(c->M, c->pivot, n) < 0)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the lagrangian is singular at the start: its second derivatives in the velocities "
              "are no regular matrix (look at the kinetic energy of `%s`)",
              c->problem->momentum[which < 0 ? 0 : which]);
}

// row of D: M^-1 b, or H_pp b
static void spread(checker *c, double *d, const double *b) {
  int n = c->problem->nv;
  if (c->problem->mechanical.lagrangian) {
    vec_copy(d, b, n);
    dense_solve(c->M, c->pivot, d, n);
  } else
    mat_vec(d, c->M, b, n, n);
}

// ---------------------------------------------------------------------------------------------
// satisfied?

// the constraints of a level: 0, positions: the holonomic ones; 1, velocities: all
static int rows_of(checker *c, int level) {
  int count = 0;
  for (int k = 0; k < c->problem->m; k++)
    if (level == 1 || c->problem->mechanical.is_holonomic[k])
      c->rows[count++] = k;
  return count;
}

// residual k of a level
static double residual_of(const checker *c, int k, int level) {
  return initial_residual(c->problem, c->e->bundles[BUNDLE_RESIDUALS].out, k, level == 1);
}

// evaluate residuals and B; the largest scaled residual of a level, and whose
static double worst_residual(checker *c, int level, int *which, double *residual) {
  const problem *p = c->problem;
  constraint_size_at(&c->sizes, c->s, c->constraint);
  double worst = 0;
  int count = rows_of(c, level);
  *which = -1;
  for (int a = 0; a < count; a++) {
    int k = c->rows[a];
    double r = residual_of(c, k, level);
    double share = constraint_size_share(r, initial_residual(p, c->constraint, k, level == 1));
    if (!(share <= worst)) {
      worst = share;
      *which = k;
      *residual = r;
    }
  }
  return worst;
}

// One correction of a level, after worst_residual: nu = -S^-1 r, S = B D^T; then q or v + D^T nu,
// of a hamiltonian p + B^T nu.
static bool correct(checker *c, int level) {
  assert(level == 0 || level == 1);
  const problem *p = c->problem;
  int n = p->nv, m = rows_of(c, level);
  const double *B = consistent_directions(c->in->consistent);
  bool momenta = level == 1 && !p->mechanical.lagrangian;
  for (int a = 0; a < m; a++) {
    spread(c, c->D + (long)a*n, B + (long)c->rows[a]*n);
    c->nu[a] = -residual_of(c, c->rows[a], level);
  }
  for (int a = 0; a < m; a++)
    for (int b = 0; b < m; b++)
      c->S[a*m + b] = vec_dot(B + (long)c->rows[a]*n, c->D + (long)b*n, n);
  if (dense_factor(c->S, c->S_pivot, m) >= 0)
    return false;
  dense_solve(c->S, c->S_pivot, c->nu, m);

  if (level == 0 && p->class == PROBLEM_GROUP) {
    vec_zero(c->move, n);
    mat_tvec_add(c->move, 1, c->D, c->nu, m, n);
    group_move(p, c->s->q, c->move);
  } else {
    double *target = level == 0 ? c->s->q : momenta ? c->s->p : c->s->v;
    mat_tvec_add(target, 1, momenta ? B : c->D, c->nu, m, n);
  }
  return observed_complete(c->e, c->s, p->mechanical.lagrangian);
}

// repeat until the residual no longer shrinks
static noslip_status project_level(checker *c, int level, failure *why) {
  enum { most = 50 };
  int which;
  double residual = 0, before = HUGE_VAL;
  for (int k = 0; k < most; k++) {
    double now = worst_residual(c, level, &which, &residual);
    if (now == 0 || (now <= initial_left && now > 0.25*before))
      return NOSLIP_OK;
    if (!isfinite(now))
      break;
    before = now;
    if (mass(c, why) != NOSLIP_OK)
      return why->status;
    worst_residual(c, level, &which, &residual);
    if (!correct(c, level))
      break;
  }
  if (worst_residual(c, level, &which, &residual) <= initial_left)
    return NOSLIP_OK;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the initial data cannot be projected: `%s` stays at %.3g; give data that are nearer to it",
      which >= 0 ? c->problem->constraint[which] : "?", residual);
}

void initial_note_moves(const initial *in, const initial_moves *m, int *lines) {
  enum { most = 6 };
  static const double rounding = 1e-15;
  for (int i = 0; in->notes && i < m->n; i++) {
    if (fabs(m->after[i] - m->before[i]) <= rounding*m->size[i])
      continue;
    if ((*lines)++ < most)
      text_print(in->notes, "projected %s%s from %.15g to %.15g\n", m->name[i], m->suffix,
                 m->before[i], m->after[i]);
    else if (*lines == most + 1)
      text_print(in->notes, "projected others too\n");
  }
}

// note how the positions were moved; entries of rotations have size one
static void note_positions(checker *c, int *lines) {
  const problem *p = c->problem;
  widths_at(&c->sizes.width, c->s);
  widths_positions(&c->sizes.width, c->width);
  initial_moves moves = {c->before_q, c->s->q, c->width, p->coordinate, "", p->n};
  initial_note_moves(c->in, &moves, lines);
}

// and the velocities, or momenta
static void note_velocities(checker *c, int *lines) {
  const problem *p = c->problem;
  widths_velocities(&c->sizes.width, !p->mechanical.lagrangian, c->width);
  const char *suffix = !p->mechanical.lagrangian   ? " (momentum)"
                       : p->class == PROBLEM_GROUP ? " (velocity)"
                                                   : "'";
  const double *x = p->mechanical.lagrangian ? c->s->v : c->s->p;
  initial_moves moves = {c->before_x, x, c->width, p->momentum, suffix, p->nv};
  initial_note_moves(c->in, &moves, lines);
}

noslip_status initial_refuse(const char *constraint, const char *level, double residual,
                             double scaled, failure *why) {
  return fail(why, NOSLIP_ERROR_MODEL,
              "the initial data violate the constraint `%s`: its %sresidual is %.3g (scaled %.1e, "
              "allowed %.0e)\n  correct `init`, or project the data with the option `project`",
              constraint, level, residual, scaled, initial_refused);
}

static noslip_status refuse(checker *c, int level, int k, double residual, double scaled,
                            failure *why) {
  bool hidden = level == 1 && c->problem->mechanical.is_holonomic[k];
  return initial_refuse(c->problem->constraint[k], hidden ? "velocity " : "", residual, scaled,
                        why);
}

static noslip_status satisfy(checker *c, failure *why) {
  const problem *p = c->problem;
  int lines = 0;
  double *x = p->mechanical.lagrangian ? c->s->v : c->s->p;
  vec_copy(c->before_q, c->s->q, p->n);
  vec_copy(c->before_x, x, p->nv);
  for (int level = 0; level < 2; level++) {
    int which;
    double residual = 0, scaled = worst_residual(c, level, &which, &residual);
    if (scaled <= initial_left)
      continue;
    if (!(scaled <= initial_refused) && !c->in->project)
      return refuse(c, level, which, residual, scaled, why);
    if (project_level(c, level, why) != NOSLIP_OK)
      return why->status;
  }
  note_positions(c, &lines);
  note_velocities(c, &lines);
  return NOSLIP_OK;
}

// Matrices that are not rotations, as when a caller gives single entries, become the nearest
// rotations, as positions that violate a constraint are projected.
static noslip_status rotations(checker *c, failure *why) {
  static const double far = 0.5;  // the nearest rotation is too far away to be what was meant
  const problem *p = c->problem;
  double *q = c->s->q;
  int from, lines = 0, reflected = p->class == PROBLEM_GROUP ? group_reflection(p, q) : -1;
  double defect = p->class == PROBLEM_GROUP ? group_defect(p, q, &from) : -1;
  if (defect > initial_left) {
    if (!(defect <= (c->in->project ? far : initial_refused)))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the matrix that begins with `%s` is no rotation: its columns are not "
                  "orthonormal, by %.1e (allowed %.0e)\n  give all of its entries, to rounding%s",
                  p->coordinate[from], defect, initial_refused,
                  defect <= far ? ", or project the data with the option `project`" : "");
    vec_copy(c->before_q, q, p->n);
    group_repair(p, q);
    note_positions(c, &lines);
  }
  if (reflected >= 0)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the matrix that begins with `%s` is no rotation: its determinant is -1; change "
                "the sign of "
                "a column",
                p->coordinate[reflected]);
  return NOSLIP_OK;
}

noslip_status initial_prepare(const initial *in, arena *a, state *s, failure *why) {
  checker c;
  const problem *p = in->evaluator->problem;
  assert(s->n == p->n && s->m == p->m && in->consistent->evaluator == in->evaluator);
  if (!problem_is_mechanical(p))
    return initial_prepare_index2(in, a, s, why);
  if (!checker_init(&c, in, a, s))
    return fail_memory(why);
  if (rotations(&c, why) != NOSLIP_OK || (in->given && initial_find(in, a, s, why) != NOSLIP_OK) ||
      mass(&c, why) != NOSLIP_OK || initial_finite(in, s, why) != NOSLIP_OK ||
      initial_rank(in, a, s, why) != NOSLIP_OK || satisfy(&c, why) != NOSLIP_OK)
    return why->status;
  bool complete = observed_complete(in->evaluator, s, p->mechanical.lagrangian);
  if (complete && p->mechanical.structure.loaded && p->m > 0)
    return initial_load(in, a, s, why);
  if (!complete || !consistent_multipliers(in->consistent, s->t, s->q,
                                           p->mechanical.lagrangian ? s->v : s->p, s->lambda))
    return fail(why, NOSLIP_ERROR_MODEL,
                "the multipliers cannot be found at the start: the "
                "constraints are dependent or incompatible with the mass matrix; look at "
                "these two");
  return NOSLIP_OK;
}
