// Steps along r = 0, to the point of it that is nearest: the second part of nearest.h.

#include "solve/nearest_steps.h"

#include "base/vec.h"
#include "solve/dense.h"

#include <math.h>

// t = P x, P = 1 - B^+ B, x in the units of the metric
static void project(nearest *s, const double *x, double *t) {
  int n = s->nfree;
  for (int k = 0; k < s->of.m; k++)
    s->e[k] = vec_dot(s->B + (long)k*n, x, n);
  vec_zero(t, n);
  if (s->solver.rank > 0)
    least_norm_solve(&s->solver, s->e, t);
  for (int i = 0; i < n; i++)
    t[i] = x[i] - t[i];
}

// |P c| at the point, with P c in t; *whole: |c|
double nearest_slope(nearest *s, double *whole) {
  nearest_decompose(s);
  for (int i = 0; i < s->nfree; i++)
    s->g[i] = s->c[s->list[i]];
  nearest_forward(s->L, s->g, s->nfree);
  project(s, s->g, s->t);
  *whole = nearest_norm(s->g, s->nfree);
  return nearest_norm(s->t, s->nfree);
}

// mu with c = A_f^T mu, from B B^T mu = B g
static void find_multipliers(nearest *s) {
  int n = s->nfree, m = s->of.m;
  double *S = s->BH;  // m x m
  for (int k = 0; k < m; k++) {
    s->e[k] = vec_dot(s->B + (long)k*n, s->g, n);
    for (int l = 0; l < m; l++)
      S[(long)k*m + l] = vec_dot(s->B + (long)k*n, s->B + (long)l*n, n);
  }
  vec_zero(s->mu, m);
  if (least_norm_factor(&s->other, S, m, m, nearest_rank) > 0)
    least_norm_solve(&s->other, s->e, s->mu);
  for (int k = 0; k < m; k++)
    s->mu[k] *= s->weight[k];
}

// c - A_f^T mu at the point moved by h in one component
static bool slope_beside(nearest *s, int which, double h, double *out) {
  vec_zero(s->d, s->of.n);
  s->d[s->list[which]] = h;
  s->of.keep(s->of.self, 2);
  s->of.move(s->of.self, s->d);
  bool good = nearest_look(s);
  s->of.back(s->of.self, 2);
  for (int i = 0; i < s->nfree; i++) {
    out[i] = s->c[s->list[i]];
    for (int k = 0; k < s->of.m; k++)
      out[i] -= s->mu[k]*s->A[(long)k*s->of.n + s->list[i]];
  }
  return good;
}

// L^-1 K L^-T, K symmetric by its mean
static bool find_curvature(nearest *s) {
  static const double away = 6e-6;  // cube root of eps
  int n = s->nfree;
  double *K = s->K;
  for (int j = 0; j < n; j++) {
    double h = away*s->of.width[s->list[j]];
    if (!slope_beside(s, j, h, s->slope[0]) || !slope_beside(s, j, -h, s->slope[1]))
      return false;
    for (int i = 0; i < n; i++)
      K[(long)i*n + j] = (s->slope[0][i] - s->slope[1][i])/(2*h);
  }
  for (int pass = 0; pass < 2; pass++) {  // rows of K, then of its transpose
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) {
        double a = K[(long)i*n + j], b = K[(long)j*n + i];
        K[(long)i*n + j] = pass == 0 ? (a + b)/2 : b;
        K[(long)j*n + i] = pass == 0 ? (a + b)/2 : a;
      }
    for (int i = 0; i < n; i++)
      nearest_forward(s->L, K + (long)i*n, n);
  }
  return true;
}

// y with P K P y + (1 - P) y = -P c; false: it is not downhill
static bool newton_direction(nearest *s, const double *slope) {
  int n = s->nfree;
  double *T = s->K, *unit = s->slope[0], *column = s->slope[1];
  for (int j = 0; j < n; j++) {  // columns of P, which is symmetric: rows
    vec_zero(unit, n);
    unit[j] = 1;
    project(s, unit, s->P + (long)j*n);
  }
  for (int side = 0; side < 2; side++)  // K P, then its transpose
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        unit[j] = side == 0 ? s->K[(long)i*n + j] : s->K[(long)j*n + i];
      mat_vec(column, s->P, unit, n, n);
      for (int j = 0; j < n; j++)
        *(side == 0 ? &s->K[(long)i*n + j] : &s->K[(long)j*n + i]) = column[j];
    }
  for (int i = 0; i < n*n; i++)
    T[i] += (i % (n + 1) == 0) - s->P[i];
  if (dense_factor(T, s->pivot, n) >= 0)
    return false;
  for (int i = 0; i < n; i++)
    unit[i] = -slope[i];
  dense_solve(T, s->pivot, unit, n);
  mat_vec(s->y, s->P, unit, n, n);
  return isfinite(vec_max(s->y, n)) && vec_dot(s->y, slope, n) < 0;
}

// the direction of a step along r = 0, in y; P c is in t
static void choose_direction(nearest *s) {
  enum { most = 200 };  // of which curvatures are found
  int n = s->nfree;
  double *slope = s->of_component;  // free until there is a contradiction
  vec_copy(slope, s->t, n);
  if (n <= most) {
    find_multipliers(s);
    bool curved = find_curvature(s);
    nearest_look(s);
    nearest_decompose(s);
    if (curved && newton_direction(s, slope))
      return;
  }
  for (int i = 0; i < n; i++)
    s->y[i] = -slope[i];
}

// one step; false: none leads nearer
bool nearest_improve(nearest *s, double now, double allowed) {
  enum { halvings = 8 };
  double whole, *step = s->P;  // n of it: P is not needed any more
  choose_direction(s);
  vec_zero(s->d, s->of.n);
  nearest_spread(s);
  vec_copy(step, s->d, s->of.n);
  s->of.keep(s->of.self, 1);
  for (int k = 0; k <= halvings; k++) {
    s->of.move(s->of.self, step);
    if (nearest_satisfy(s, false, allowed) == NEAREST_FOUND && nearest_slope(s, &whole) < now)
      return true;
    s->of.back(s->of.self, 1);
    for (int i = 0; i < s->of.n; i++)
      step[i] /= 2;
  }
  nearest_look(s);
  return false;
}
