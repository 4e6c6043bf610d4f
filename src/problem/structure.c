#include "problem/structure.h"

#include "expr/degree.h"
#include "expr/diff.h"
#include "geometry/product.h"
#include "problem/expr_vector.h"
#include "problem/given_coordinates.h"
#include "problem/linear_multipliers.h"
#include "real/sine.h"
#include "solve/dense.h"

#include <assert.h>
#include <math.h>

static bool all_numbers(const graph *g, const expr *e, int count) {
  for (int i = 0; i < count; i++)
    if (!expr_is_number(g, e[i]))
      return false;
  return true;
}

static bool all_zero(const expr *e, int count) {
  for (int i = 0; i < count; i++)
    if (e[i] != expr_zero)
      return false;
  return true;
}

// the kind of the inputs; 0: there are none
static unsigned input_kinds(const mechanical_parts *p) {
  return expr_list_kinds(p->graph, p->clock.symbols + 1, p->clock.ninput - p->clock.nlive);
}

// the kind of live parameters, likewise
static unsigned live_kinds(const mechanical_parts *p) {
  const clock_parts *c = &p->clock;
  return expr_list_kinds(p->graph, c->symbols + 1 + c->ninput - c->nlive, c->nlive);
}

static void find_mass(const structure_parts *b, mechanical_structure *s) {
  const graph *g = b->parts->graph;
  int n = b->parts->nv, nn = n*n;
  unsigned x = expr_kinds(g, b->x[0]);
  s->quadratic = !(expr_list_kinds(g, b->yx, nn) & x);
  // y = M x + const, or y of x alone: neither place nor time may occur in it
  unsigned in_y = expr_list_kinds(g, b->y, n), inputs = input_kinds(b->parts);
  bool still = !(in_y & (expr_kinds(g, b->parts->time) | inputs));
  s->driven_momenta = in_y & inputs;
  bool alone = still && all_zero(b->yq, nn);
  s->live_momenta = in_y & live_kinds(b->parts);
  s->constant_mass = !(expr_list_kinds(g, b->yx, nn) & ~live_kinds(b->parts));
  s->uniform = all_numbers(g, b->yx, nn) && alone;
  s->separable = alone && all_zero(b->fx, nn) && (s->uniform || !b->parts->lagrangian);
  s->diagonal_mass = s->identity_mass = s->constant_mass;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      expr e = b->yx[i*n + j];
      s->diagonal_mass = s->diagonal_mass && (i == j || e == expr_zero);
      s->identity_mass = s->identity_mass && e == (i == j ? expr_one : expr_zero);
    }
}

// at x = 0
static bool at_rest(arena *a, const structure_parts *b, const expr *x, const expr *e, int count,
                    expr *out) {
  int n = b->parts->nv;
  expr *zero = ARENA_ARRAY(a, expr, n);
  return zero && diff_substitute(b->parts->graph, e, count, x, zero, n, out);
}

// are y and F linear in x, without a constant?
static bool find_energy(arena *a, const structure_parts *b, mechanical_structure *s) {
  graph *g = b->parts->graph;
  int n = b->parts->nv;
  unsigned x = expr_kinds(g, b->x[0]);
  expr *rest = ARENA_ARRAY(a, expr, n), *Fx = ARENA_ARRAY(a, expr, n*n);
  if (a->failed || !at_rest(a, b, b->x, b->y, n, rest))
    return false;
  bool steps, f_steps, force_steps;
  if (!graph_branches(g, &b->parts->function, 1, x, &steps) ||
      !graph_branches(g, b->f, n, x, &f_steps) || !graph_branches(g, b->force, n, x, &force_steps))
    return false;
  s->separable = s->separable && !f_steps;
  s->natural = s->quadratic && !steps;
  s->gyroscopic = s->natural && !all_zero(rest, n);
  s->forces = !all_zero(b->force, n);
  if (!at_rest(a, b, b->x, b->f, n, rest))
    return false;
  s->unforced = all_zero(rest, n);
  if (!at_rest(a, b, b->x, b->force, n, rest) || !diff_jacobian(g, b->force, n, b->x, n, Fx))
    return false;
  s->damping =
      s->forces && !force_steps && all_zero(rest, n) && !(expr_list_kinds(g, Fx, n*n) & x);
  return true;
}

// is Phi affine in v, and zero at v = 0?
static bool find_constraints(arena *a, const structure_parts *b, mechanical_structure *s) {
  const mechanical_parts *p = b->parts;
  graph *g = p->graph;
  int n = p->nv, m = p->m;
  unsigned v = expr_kinds(g, p->v[0]);
  expr *rest = ARENA_ARRAY(a, expr, m);
  if (a->failed || !at_rest(a, b, p->v, b->phi, m, rest))
    return false;
  s->affine = s->linear = true;
  for (int k = 0; k < m; k++) {
    const expr *row = b->rows + k*n;
    if (p->is_holonomic[k])
      continue;
    bool steps;
    if (!graph_branches(g, &b->phi[k], 1, v, &steps))
      return false;
    bool affine = !steps && !(expr_list_kinds(g, row, n) & v);
    s->affine = s->affine && affine;
    s->linear = s->linear && affine && rest[k] == expr_zero;
  }
  return true;
}

// a number other than 0?
static bool is_pivot(const graph *g, expr e) {
  return expr_is_number(g, e) && isfinite(expr_number_value(g, e)) && expr_number_value(g, e) != 0;
}

// the first of the rows that are left which is not always zero in column j
static int first_row(const structure_parts *b, const bool *gone, int j) {
  for (int k = 0; k < b->parts->m; k++)
    if (!gone[k] && b->rows[(long)k*b->parts->nv + j] != expr_zero)
      return k;
  return -1;
}

// Rows are independent wherever the motion is, if one after the other has a number in a column in which
// those that are left have nothing.
static bool find_independent(arena *a, const structure_parts *b, mechanical_structure *s) {
  int n = b->parts->nv, m = b->parts->m, left = m, before = m + 1;
  int *count = ARENA_ARRAY(a, int, n + 1);
  bool *gone = ARENA_ARRAY(a, bool, m + 1);
  if (a->failed)
    return false;
  for (long i = 0; i < (long)m*n; i++)
    count[i % n] += b->rows[i] != expr_zero;
  while (left < before) {
    before = left;
    for (int j = 0; j < n; j++) {
      int k = count[j] == 1 ? first_row(b, gone, j) : -1;
      if (k < 0 || !is_pivot(b->parts->graph, b->rows[(long)k*n + j]))
        continue;
      gone[k] = true;
      left--;
      for (int i = 0; i < n; i++)
        count[i] -= b->rows[(long)k*n + i] != expr_zero;
    }
  }
  s->independent = left == 0;
  return true;
}

// ---------------------------------------------------------------------------------------------
// On a group expressions need not show that something is constant: R^T R = 1 is not known to them.
// If they are polynomials in the entries of rotations, and in x, a few numbers decide: group.h.

typedef struct symbols {
  expr *all;    // t, inputs, q, x
  expr *other;  // t, inputs, and q that are not entries of rotations
  int nall, nother;
} symbols;

static bool is_of_rotation(const mechanical_parts *p, int i) {
  for (int k = 0; k < p->nfactor; k++) {
    const group_factor *f = p->factor + k;
    if (i >= f->from && i < f->from + f->size)
      return f->kind == GROUP_SO3 || f->kind == GROUP_SO;
  }
  return false;
}

static bool list_symbols(arena *a, const structure_parts *b, symbols *s) {
  const mechanical_parts *p = b->parts;
  s->all = ARENA_ARRAY(a, expr, 1 + p->clock.ninput + p->n + p->nv);
  s->other = ARENA_ARRAY(a, expr, 1 + p->clock.ninput + p->n);
  if (a->failed)
    return false;
  for (int i = 0; i <= p->clock.ninput; i++)
    s->all[s->nall++] = s->other[s->nother++] = p->clock.symbols[i];
  for (int i = 0; i < p->n; i++) {
    s->all[s->nall++] = p->q[i];
    if (!is_of_rotation(p, i))
      s->other[s->nother++] = p->q[i];
  }
  for (int i = 0; i < p->nv; i++)
    s->all[s->nall++] = b->x[i];
  return true;
}

// are these polynomials in rotations and x, and free of all else?
static bool find_decidable(arena *a, graph *g, const symbols *s, const expr *e, int count,
                           bool *out) {
  expr *by = ARENA_ARRAY(a, expr, s->nother);
  if (!by)
    return false;
  *out = true;
  for (int i = 0; i < count && *out; i++) {
    int degree;
    if (expr_is_number(g, e[i]))
      continue;
    if (!degree_of(g, e[i], s->all, s->nall, &degree) ||
        !diff_gradient(g, e[i], s->other, s->nother, by))
      return false;
    *out = degree != degree_none && all_zero(by, s->nother);
  }
  return true;
}

static bool find_steady(arena *a, const structure_parts *b, mechanical_structure *s) {
  graph *g = b->parts->graph;
  int n = b->parts->nv;
  symbols known = {0};
  bool steps;
  if (!list_symbols(a, b, &known) || !find_decidable(a, g, &known, b->yx, n*n, &s->steady) ||
      !find_decidable(a, g, &known, b->y, n, &s->plain) ||
      !find_decidable(a, g, &known, b->fx, n*n, &s->placed) ||
      !graph_branches(g, b->f, n, expr_kinds(g, b->x[0]), &steps))
    return false;
  s->placed = s->placed && !steps;  // of which derivatives do not tell
  return true;
}

// ---------------------------------------------------------------------------------------------

// forces that depend on multipliers: there are none of what others have in common
static bool find_load(arena *a, const structure_parts *b, mechanical_structure *s) {
  const mechanical_parts *p = b->parts;
  unsigned mu = expr_list_kinds(p->graph, p->mu, p->m);
  expr *by = ARENA_ARRAY(a, expr, (size_t)p->nv*(size_t)p->m);
  s->loaded = !all_zero(b->load, p->nv);
  if (!s->loaded || a->failed)
    return !a->failed;
  bool steps;
  if (!diff_jacobian(p->graph, b->load, p->nv, p->mu, p->m, by) ||
      !graph_branches(p->graph, b->load, p->nv, mu, &steps))
    return false;
  s->bent = steps || expr_list_kinds(p->graph, by, p->nv*p->m) & mu;
  s->forces = true;
  s->separable = s->damping = s->unforced = false;
  return true;
}

bool structure_find(arena *a, const structure_parts *b, problem *made) {
  mechanical_structure *s = &made->mechanical.structure;
  const mechanical_parts *p = b->parts;
  find_mass(b, s);
  given_coordinates given;
  if (!find_energy(a, b, s) || !find_load(a, b, s) || !find_constraints(a, b, s) ||
      !find_independent(a, b, s) || !given_coordinates_find(&given, a, p) ||
      (p->class == PROBLEM_GROUP && !find_steady(a, b, s)))
    return false;
  s->given = given.count;
  s->lost = given.lost;
  unsigned all = expr_kinds(p->graph, p->function) | expr_list_kinds(p->graph, b->f, p->nv) |
                 expr_list_kinds(p->graph, b->load, p->nv) |
                 expr_list_kinds(p->graph, b->phi, p->m);
  s->autonomous = !(all & expr_kinds(p->graph, p->time));
  s->driven = all & input_kinds(p);
  s->forces = s->forces || s->driven;
  if (p->class == PROBLEM_GROUP || !s->uniform || !s->separable || !s->affine ||
      made->mechanical.mh > 0)
    return true;
  return linear_multipliers(a, p, b->phi, b->rows, b->yx, &s->linear_multipliers);
}

// has the matrix a pivot that is rounding against the largest?
static bool is_singular(double *A, int *pivot, int n) {
  const double rounding = 1e-13;
  double least = HUGE_VAL, largest = 0;
  if (!isfinite(vec_max(A, n*n)))
    return false;  // nothing is known
  if (dense_factor(A, pivot, n) >= 0)
    return true;
  for (int i = 0; i < n; i++) {
    least = fmin(least, fabs(A[i*n + i]));
    largest = fmax(largest, fabs(A[i*n + i]));
  }
  return least <= rounding*largest;
}

bool structure_find_degenerate(arena *a, problem *p) {
  enum { points = 3 };
  assert(!p->mechanical.lagrangian && p->bundles[BUNDLE_BLOCKS]);
  const tape *t = p->bundles[BUNDLE_BLOCKS];
  int n = p->nv;
  double *work = ARENA_ARRAY(a, double, t->nwork), *out = ARENA_ARRAY(a, double, t->nout);
  double *q = ARENA_ARRAY(a, double, p->n), *x = ARENA_ARRAY(a, double, n);
  double *A = ARENA_ARRAY(a, double, n*n), *clock = ARENA_ARRAY(a, double, 1 + p->ninput);
  int *pivot = ARENA_ARRAY(a, int, n);
  if (a->failed)
    return false;
  tape_prepare(t, work);
  p->mechanical.structure.degenerate = true;
  for (int k = 0; k < points; k++) {
    const double *in[] = {clock, q, x};
    for (int i = 0; i <= p->ninput - p->nlive; i++)
      clock[i] = 0.3*k + 0.7*i;
    for (int i = p->ninput - p->nlive; i < p->ninput; i++)
      clock[1 + i] = p->input[i];
    for (int i = 0; i < p->n; i++)
      q[i] = real_sin(1 + 2.3*i + 0.9*i*i +
                      1.7*k);  // without order: sin(a + b i) fills singular matrices
    for (int i = 0; i < n; i++)
      x[i] = real_cos(2 + 1.9*i + 0.7*i*i + 2.9*k);
    tape_run(t, work, in, out);
    vec_copy(A, out + 2*n, n*n);
    p->mechanical.structure.degenerate =
        p->mechanical.structure.degenerate && is_singular(A, pivot, n);
  }
  return true;
}
