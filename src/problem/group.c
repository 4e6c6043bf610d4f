#include "problem/group.h"

#include "expr/diff.h"
#include "real/sine.h"
#include "solve/dense.h"

#include <assert.h>

bool group_derivative(arena *a, const mechanical_parts *parts, const expr *e, int count,
                      expr *out) {
  int n = parts->n, nv = parts->nv;
  assert(parts->class == PROBLEM_GROUP);
  expr *Y = ARENA_ARRAY(a, expr, n*nv), *along = ARENA_ARRAY(a, expr, n);
  expr *column = ARENA_ARRAY(a, expr, count + 1);
  if (a->failed || !diff_jacobian(parts->graph, parts->rate, n, parts->v, nv, Y))
    return false;
  for (int k = 0; k < nv; k++) {
    for (int i = 0; i < n; i++)
      along[i] = Y[i*nv + k];
    if (!diff_directional(parts->graph, e, count, parts->q, along, n, column))
      return false;
    for (int i = 0; i < count; i++)
      out[i*nv + k] = column[i];
  }
  return true;
}

// (ad*_eta mu)_j = sum_i eta_i sum_k (ad of e_i)_kj mu_k
bool group_add_coadjoint(arena *a, const mechanical_parts *parts, const expr *eta, const expr *mu,
                         expr *out) {
  graph *g = parts->graph;
  group G = {parts->factor, parts->nfactor, parts->nv, parts->n, GROUP_CAY};
  int n = G.dim;
  double *unit = ARENA_ARRAY(a, double, n), *ad = ARENA_ARRAY(a, double, n*n);
  if (a->failed)
    return false;
  for (int i = 0; i < n; i++) {
    unit[i] = 1;
    group_ad(&G, ad, unit);
    unit[i] = 0;
    for (int j = 0; j < n; j++) {
      expr sum = expr_zero;
      for (int k = 0; k < n; k++)
        if (ad[k*n + j] != 0)
          sum = expr_add(g, sum, expr_mul(g, expr_number(g, ad[k*n + j]), mu[k]));
      out[j] = expr_add(g, out[j], expr_mul(g, eta[i], sum));
    }
  }
  return true;
}

void group_move(const problem *p, double *q, const double *d) {
  double step[son_largest*son_largest], to[son_largest*son_largest];
  if (p->class != PROBLEM_GROUP) {
    vec_axpy(q, 1, d, q, p->n);
    return;
  }
  for (int i = 0; i < p->group.nfactor; i++) {
    const group_factor *f = p->group.factor + i;
    if (f->kind == GROUP_R) {
      vec_axpy(q + f->from, 1, d + f->first, q + f->from, f->n);
      continue;
    }
    group_factor alone = {.kind = f->kind, .n = f->n};
    group G = group_of(&alone, 1, GROUP_CAY);
    group_tau(&G, step, d + f->first);
    group_compose(&G, to, q + f->from, step);
    vec_copy(q + f->from, to, f->size);
  }
}

// where the rotation matrix of a factor begins, -1: it has none; and its size
static int rotation_of(const group_factor *f, int *n) {
  *n = f->kind == GROUP_SO ? f->n : 3;
  if (f->kind == GROUP_R || f->kind == GROUP_SE2)
    return -1;
  return f->from + (f->kind == GROUP_SE3 ? 3 : 0);
}

double group_defect(const problem *p, const double *q, int *from) {
  assert(p->class == PROBLEM_GROUP);
  double E[son_largest*son_largest], worst = -1;
  *from = -1;
  for (int i = 0; i < p->group.nfactor; i++) {
    int n, at = rotation_of(p->group.factor + i, &n);
    if (at < 0)
      continue;
    mat_tmul(E, q + at, q + at, n);
    mat_add_scalar(E, -1, n);
    if (!(vec_max(E, n*n) <= worst)) {
      worst = vec_max(E, n*n);
      *from = at;
    }
  }
  return worst;
}

int group_reflection(const problem *p, const double *q) {
  assert(p->class == PROBLEM_GROUP);
  double A[son_largest*son_largest];
  int pivot[son_largest];
  for (int i = 0; i < p->group.nfactor; i++) {
    int n, at = rotation_of(p->group.factor + i, &n);
    if (at < 0)
      continue;
    vec_copy(A, q + at, n*n);
    if (dense_factor(A, pivot, n) >= 0 || dense_sign(A, pivot, n) < 0)
      return at;
  }
  return -1;
}

void group_repair(const problem *p, double *q) {
  enum { most = 60 };
  group G = group_of_problem(p, GROUP_CAY);
  int from;
  double defect = group_defect(p, q, &from), before = HUGE_VAL;
  for (int round = 0; round < most && defect < before; round++) {
    before = defect;
    group_orthonormalise(&G, q);
    defect = group_defect(p, q, &from);
  }
}

// ---- as C

void group_print_factors(literal *l, const char *name, const group_factor *list, int count) {
  char array[32];
  if (!literal_array(l, name, array, count))
    return;
  text_print(l->arrays, "static const group_factor %s[%d] = {", array, count);
  for (int i = 0; i < count; i++) {
    const group_factor *f = list + i;
    text_print(l->arrays, "%s{%d, %d, %d, %d, %d, %d}", i > 0 ? ", " : "", f->kind, f->n, f->dim,
               f->size, f->first, f->from);
  }
  text_print(l->arrays, "};\n");
}

void group_print(literal *l, const char *name, const group *g) {
  literal_open(l, name);
  group_print_factors(l, "factor", g->factor, g->nfactor);
  LITERAL_INTEGER(l, g, nfactor);
  LITERAL_INTEGER(l, g, dim);
  LITERAL_INTEGER(l, g, size);
  LITERAL_INTEGER(l, g, tau);
  literal_close(l);
}

// ---- constant mass

// the bundle of blocks at one point
typedef struct sample {
  const tape *tape;
  double *clock, *work, *q, *x, *out;
  int n;
} sample;

static const double *sample_at(const sample *s, const double *x) {
  const double *in[] = {s->clock, s->q, x};
  tape_run(s->tape, s->work, in, s->out);
  return s->out;
}

// scattered numbers in (-1, 1)
static void scatter(double *x, int n, double phase) {
  for (int i = 0; i < n; i++)
    x[i] = real_sin(phase + 2.3*i + 0.9*i*i);
}

// far above the rounding of sums of products
static bool is_close(const double *a, const double *b, double size, int n) {
  const double rounding = 1e-12;
  for (int i = 0; i < n; i++)
    if (!(fabs(a[i] - b[i]) <= rounding*size))
      return false;
  return true;
}

bool group_find_mass(arena *a, problem *p) {
  assert(p->class == PROBLEM_GROUP && p->bundles[BUNDLE_BLOCKS]);
  enum { points = 5 };
  mechanical_structure *found = &p->mechanical.structure;
  group G = group_of_problem(p, GROUP_CAY);
  int n = p->nv;
  const tape *t = p->bundles[BUNDLE_BLOCKS];
  sample s = {.tape = t,
              .clock = ARENA_ARRAY(a, double, 1 + p->ninput),
              .work = ARENA_ARRAY(a, double, t->nwork),
              .q = ARENA_ARRAY(a, double, p->n),
              .x = ARENA_ARRAY(a, double, n),
              .out = ARENA_ARRAY(a, double, t->nout),
              .n = n};
  double *mass = ARENA_ARRAY(a, double, n*n), *y = ARENA_ARRAY(a, double, n);
  double *none = ARENA_ARRAY(a, double, n*n);
  if (a->failed)
    return false;
  tape_prepare(t, s.work);
  vec_copy(s.clock + 1 + p->ninput - p->nlive, p->input + p->ninput - p->nlive, p->nlive);
  found->mass = found->steady ? mass : NULL;
  for (int k = 0; k < points; k++) {
    scatter(s.x, n, 5*k);
    if (k == 0)  // at the identity: there zeros are zeros
      vec_zero(s.x, n);
    group_tau(&G, s.q, s.x);
    scatter(s.x, n, 1 + 3*k);
    const double *out = sample_at(&s, s.x), *yx = out + 2*n, *fx = yx + 2*n*n;
    if (k == 0)
      vec_copy(mass, yx, n*n);
    double size = vec_max(mass, n*n);
    if (!is_close(yx, mass, size, n*n))
      found->mass = NULL;
    mat_vec(y, mass, s.x, n, n);
    found->plain = found->plain && is_close(out, y, size, n);
    found->placed = found->placed && is_close(fx, none, size, n*n);
  }
  return true;
}
