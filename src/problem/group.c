#include "problem/group.h"

#include "expr/diff.h"

bool group_derivative(arena *a, const mechanical_parts *parts, const expr *e, int count,
                      expr *out) {
  int n = parts->n, nv = parts->nv;
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
  if (!p->factor) {
    vec_axpy(q, 1, d, q, p->n);
    return;
  }
  for (int i = 0; i < p->nfactor; i++) {
    const group_factor *f = p->factor + i;
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

double group_defect(const problem *p, const double *q, int *from) {
  double E[son_largest*son_largest], worst = -1;
  *from = -1;
  for (int i = 0; i < p->nfactor; i++) {
    const group_factor *f = p->factor + i;
    int n = f->kind == GROUP_SO ? f->n : 3;
    if (f->kind == GROUP_R || f->kind == GROUP_SE2)
      continue;
    int at = f->from + (f->kind == GROUP_SE3 ? 3 : 0);
    mat_tmul(E, q + at, q + at, n);
    mat_add_scalar(E, -1, n);
    if (!(vec_max(E, n*n) <= worst)) {
      worst = vec_max(E, n*n);
      *from = at;
    }
  }
  return worst;
}
