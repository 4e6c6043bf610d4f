#include "run/symmetries.h"

#include "base/text.h"
#include "base/vec.h"
#include "run/symmetry_rows.h"
#include "solve/rank.h"

#include <math.h>

static const double small = 1e-9;  // of an entry beside the largest: rounding of the elimination
static const double far = 0.7;     // how far a symmetry is followed, in sizes of the state

// ---------------------------------------------------------------------------------------------
// the echelon form of a basis: `count` rows of `width` numbers, in units of the sizes

static int best_row(const double *M, int from, int count, int width, int column) {
  int best = from;
  for (int i = from + 1; i < count; i++)
    if (fabs(M[i*width + column]) > fabs(M[best*width + column]))
      best = i;
  return best;
}

static void swap_rows(double *a, double *b, int width) {
  for (int k = 0; k < width; k++) {
    double x = a[k];
    a[k] = b[k];
    b[k] = x;
  }
}

// returns how many rows are left
static int echelon(double *M, int count, int width) {
  int row = 0;
  for (int column = 0; column < width && row < count; column++) {
    int best = best_row(M, row, count, width, column);
    double pivot = M[best*width + column];
    if (!(fabs(pivot) > small))
      continue;
    swap_rows(M + row*width, M + best*width, width);
    for (int k = 0; k < width; k++)
      M[row*width + k] /= pivot;
    for (int i = 0; i < count; i++)
      if (i != row)
        vec_axpy(M + i*width, -M[i*width + column], M + row*width, M + i*width, width);
    row++;
  }
  return row;
}

// ---------------------------------------------------------------------------------------------
// what solves the equations

// The null vectors of the equations without their C, one row each; returns how many. Each is scaled
// to entries of at most 1.
static int null_vectors(rank *k, const symmetry_rows *e, double *out) {
  int count = 0, width = symmetry_rows_width(e);
  for (int free = k->rank; free < k->m; free++) {
    double *row = out + count*width;
    vec_zero(row, width);
    if (k->order[free] < width && !e->allowed[k->order[free]])
      continue;
    const double *c = rank_combination(k, free);
    if (k->order[free] < width)
      row[k->order[free]] = 1;
    for (int j = 0; j < k->rank; j++)
      if (k->order[j] < width)
        row[k->order[j]] = k->length[k->order[free]] > 0 ? -c[j] : 0;
    double largest = vec_max(row, width);
    for (int i = 0; largest > 0 && i < width; i++)
      row[i] /= largest;
    count += largest > small;
  }
  return count;
}

// the whole number that x is, to rounding; otherwise x
static double snapped(double x) {
  double whole = nearbyint(x);
  return whole != 0 && fabs(x - whole) <= small*fabs(whole) ? whole : x;
}

// a row of the echelon form as X and b: in the units of the model, with 1 as its first entry
static void unfold(const symmetry_rows *e, const double *row, double *X, double *b) {
  int n = e->n;
  double first = 0;
  for (int k = 0; k < symmetry_rows_width(e); k++) {
    double entry = fabs(row[k]) > small ? row[k]*e->unit[k] : 0;
    first = first == 0 ? entry : first;
    e->row[k] = entry == 0 ? 0 : snapped(entry/first);
  }
  for (int i = 0; i < n; i++) {
    b[i] = e->row[symmetry_rows_shift(e, i)];
    for (int j = 0; j < n; j++)
      X[i*n + j] = symmetry_rows_pair(e, i, j) ? e->row[symmetry_rows_entry(e, i, j)] : 0;
  }
}

// s for which nothing moves by more than `far` of its size
static double distance(const symmetry_rows *e, const double *X, const double *b) {
  double most = 0;
  for (int i = 0; i < e->n; i++) {
    double sum = fabs(b[i])/e->reach[i];
    for (int j = 0; j < e->n; j++)
      sum += fabs(X[i*e->n + j])*e->reach[j]/e->reach[i];
    most = vec_larger(most, sum);
  }
  return far/most;
}

// ---------------------------------------------------------------------------------------------
// names: "dx = -y, dy = x, dth = 1"

static const size_t longest_name = 40;  // beyond this the rest is "..."

static void name_term(text_buffer *t, bool first, double factor, const char *what) {
  text_print(t, "%s", factor < 0 ? (first ? "-" : " - ") : first ? "" : " + ");
  if (fabs(factor) != 1 || !*what)
    text_print(t, "%.4g%s", fabs(factor), *what ? "*" : "");
  text_print(t, "%s", what);
}

static void name_rate(text_buffer *t, const problem *p, const symmetry *g, int i) {
  bool first = true;
  for (int j = 0; j <= p->n; j++) {
    double factor = j < p->n ? g->X[i*p->n + j] : g->b[i];
    if (factor == 0)
      continue;
    if (first)
      text_print(t, "%sd%s = ", t->length > 0 ? ", " : "", p->coordinate[i]);
    name_term(t, first, factor, j < p->n ? p->coordinate[j] : "");
    first = false;
  }
}

static const char *name_of(const problem *p, const symmetry *g, arena *names) {
  text_buffer t;
  text_init(&t, names->memory);
  for (int i = 0; i < p->n && t.length <= longest_name; i++)
    name_rate(&t, p, g, i);
  const char *more = t.length > longest_name ? ", ..." : "";
  const char *name = t.failed ? NULL : arena_print(names, "symmetry %s%s", t.data, more);
  text_free(&t);
  return name;
}

// ---------------------------------------------------------------------------------------------
// finding them

// everything that solves the equations, of which there are e->count in e->matrix
static bool solve(symmetry_list *found, symmetry_rows *e, noslip_run *r, arena *a, arena *names) {
  int n = e->n, width = symmetry_rows_width(e);
  rank k;
  double *basis = ARENA_ARRAY(a, double, (size_t)e->unknowns*(size_t)width);
  if (!rank_init(&k, a, e->unknowns, e->room) || !basis)
    return false;
  rank_find(&k, e->matrix);
  int count = echelon(basis, null_vectors(&k, e, basis), width);
  found->list = ARENA_ARRAY(a, symmetry, count);
  for (int i = 0; i < count && !a->failed; i++) {
    double *X = ARENA_ARRAY(a, double, n*n), *b = ARENA_ARRAY(a, double, n);
    if (a->failed)
      return false;
    unfold(e, basis + i*width, X, b);
    symmetry *g = &found->list[found->count++];
    *g = (symmetry){.X = X, .b = b, .s = distance(e, X, b)};
    g->name = name_of(r->problem, g, names);
  }
  return !a->failed && !names->failed;
}

static bool find_on_group(symmetry_list *found, noslip_run *r, arena *a, arena *names) {
  const problem *p = r->problem;
  group G = group_of_problem(p, GROUP_CAY);
  double *xi = ARENA_ARRAY(a, double, p->nv);
  found->list = ARENA_ARRAY(a, symmetry, p->nv);
  for (int k = 0; k < p->nv; k++) {
    double *left = ARENA_ARRAY(a, double, p->n);
    const char *name = arena_print(names, "symmetry from the left along %s", p->momentum[k]);
    if (a->failed || names->failed)
      return false;
    vec_zero(xi, p->nv);
    xi[k] = far*widths_reach(&r->residuals.sizes.width, k);
    group_tau(&G, left, xi);
    found->list[found->count++] = (symmetry){.name = name, .left = left};
  }
  return true;
}

bool symmetries_find(symmetry_list *found, noslip_run *r, arena *a, arena *names) {
  const problem *p = r->problem;
  *found =
      (symmetry_list){.term = ARENA_ARRAY(a, double, p->n), .next = ARENA_ARRAY(a, double, p->n)};
  if (a->failed)
    return false;
  widths_at(&r->residuals.sizes.width, &r->state);
  if (p->class == PROBLEM_GROUP)
    return find_on_group(found, r, a, names);
  symmetry_rows e;
  if (!symmetry_rows_init(&e, r, a))
    return false;
  if (e.unknowns == 0 || !symmetry_rows_fill(&e, r))
    return true;
  return solve(found, &e, r, a, names);
}

// ---------------------------------------------------------------------------------------------
// how they act: the series of exp, which ends since |s X| is at most `far` in sizes of the state

enum { terms = 24 };  // 0.7^24/24! is far below rounding

// x += sum_k (s M)^k/k! of the first term, M = X, or -X^T
static void follow(const symmetry_list *found, const symmetry *g, bool dual, double *x, int n) {
  double *term = found->term, *next = found->next;
  for (int k = 2; k <= terms; k++) {
    vec_axpy(x, 1, term, x, n);
    for (int i = 0; i < n; i++) {
      next[i] = 0;
      for (int j = 0; j < n; j++)
        next[i] += (dual ? -g->X[j*n + i] : g->X[i*n + j])*term[j];
      next[i] *= g->s/k;
    }
    vec_copy(term, next, n);
  }
}

static void first_term(const symmetry_list *found, const symmetry *g, bool dual, const double *x,
                       int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += (dual ? -g->X[j*n + i] : g->X[i*n + j])*x[j];
    found->term[i] = g->s*sum;
  }
}

void symmetry_move_velocity(const symmetry_list *found, const symmetry *g, double *v, int n) {
  if (g->left)
    return;
  first_term(found, g, false, v, n);
  follow(found, g, false, v, n);
}

void symmetry_move_momentum(const symmetry_list *found, const symmetry *g, double *p, int n) {
  if (g->left)
    return;
  first_term(found, g, true, p, n);
  follow(found, g, true, p, n);
}

void symmetry_move(const symmetry_list *found, const symmetry *g, const problem *p, state *x) {
  int n = p->n;
  if (g->left) {
    group G = group_of_problem(p, GROUP_CAY);
    group_compose(&G, found->term, g->left, x->q);
    vec_copy(x->q, found->term, n);
    return;
  }
  first_term(found, g, false, x->q, n);
  vec_axpy(found->term, g->s, g->b, found->term, n);
  follow(found, g, false, x->q, n);
  symmetry_move_velocity(found, g, x->v, n);
  symmetry_move_momentum(found, g, x->p, n);
}
