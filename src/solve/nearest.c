#include "solve/nearest_steps.h"

#include "base/vec.h"

#include <assert.h>
#include <float.h>
#include <math.h>

bool nearest_init(nearest *s, arena *a, const nearest_problem *of) {
  size_t n = (size_t)of->n, m = (size_t)of->m;
  *s = (nearest){
      .of = *of,
      .list = ARENA_ARRAY(a, int, n),
      .r = ARENA_ARRAY(a, double, m),
      .A = ARENA_ARRAY(a, double, m*n),
      .c = ARENA_ARRAY(a, double, n),
      .L = ARENA_ARRAY(a, double, n*n),
      .LH = ARENA_ARRAY(a, double, n*n),
      .B = ARENA_ARRAY(a, double, m*n),
      .BH = ARENA_ARRAY(a, double, m*(m > n ? m : n)),
      .weight = ARENA_ARRAY(a, double, m),
      .g = ARENA_ARRAY(a, double, n),
      .t = ARENA_ARRAY(a, double, n),
      .y = ARENA_ARRAY(a, double, n),
      .d = ARENA_ARRAY(a, double, n),
      .e = ARENA_ARRAY(a, double, m),
      .mu = ARENA_ARRAY(a, double, m),
      .K = ARENA_ARRAY(a, double, n*n),
      .P = ARENA_ARRAY(a, double, n*n),
      .pivot = ARENA_ARRAY(a, int, n),
      .slope = {ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n)},
      .of_equation = ARENA_ARRAY(a, double, m),
      .of_component = ARENA_ARRAY(a, double, n),
  };
  int limit = of->n > of->m ? of->n : of->m, held = of->n;
  if (!least_norm_init(&s->solver, a, limit) || !least_norm_init(&s->other, a, limit) || a->failed)
    return false;
  for (int i = of->n - 1; i >= 0; i--)
    if (of->held[i])
      s->list[--held] = i;
  for (int i = 0; i < of->n; i++)
    if (!of->held[i])
      s->list[s->nfree++] = i;
  assert(s->nfree == held);
  return true;
}

// ---------------------------------------------------------------------------------------------
// the metric

// W = L L^T on some components; its diagonal alone, where it is not positive definite
static void factor_metric(double *L, const nearest_problem *p, const int *list, int n) {
  bool definite = true;
  for (int i = 0; i < n && definite; i++)
    for (int j = 0; j <= i && definite; j++) {
      double sum =
          p->W[(long)list[i]*p->n + list[j]] - vec_dot(L + (long)i*n, L + (long)j*n, j);
      definite = i != j || sum > 16*DBL_EPSILON*fabs(p->W[(long)list[i]*p->n + list[i]]);
      L[(long)i*n + j] = i == j ? sqrt(fabs(sum)) : sum/L[(long)j*n + j];
    }
  if (definite)
    return;
  vec_zero(L, n*n);
  for (int i = 0; i < n; i++) {
    double own = fabs(p->W[(long)list[i]*p->n + list[i]]);
    L[(long)i*n + i] = own > 0 ? sqrt(own) : 1;
  }
}

// x = L^-1 x
void nearest_forward(const double *L, double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = (x[i] - vec_dot(L + (long)i*n, x, i))/L[(long)i*n + i];
}

// x = L^-T x
static void backward(const double *L, double *x, int n) {
  for (int i = n - 1; i >= 0; i--) {
    x[i] /= L[(long)i*n + i];
    for (int j = 0; j < i; j++)
      x[j] -= L[(long)i*n + j]*x[i];
  }
}

// ---------------------------------------------------------------------------------------------
// rows

bool nearest_look(nearest *s) {
  return s->of.look(s->of.self, s->r, s->A, s->c) && isfinite(vec_max(s->r, s->of.m)) &&
         isfinite(vec_max(s->A, s->of.m*s->of.n)) && isfinite(vec_max(s->c, s->of.n));
}

// rows of A on some components, in the units of the metric
static void make_rows(const nearest *s, double *B, const double *L, const int *list, int n) {
  for (int k = 0; k < s->of.m; k++) {
    double *row = B + (long)k*n;
    for (int i = 0; i < n; i++)
      row[i] = s->weight[k]*s->A[(long)k*s->of.n + list[i]];
    nearest_forward(L, row, n);
  }
}

// B of the free components, decomposed; e = -r in the same units
void nearest_decompose(nearest *s) {
  int n = s->of.n;
  for (int k = 0; k < s->of.m; k++) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double own = fabs(s->of.W[(long)i*n + i]), a = s->A[(long)k*n + i];
      sum += a*a/(own > 0 ? own : 1);
    }
    s->weight[k] = sum > 0 && isfinite(sum) ? 1/sqrt(sum) : 0;
    s->e[k] = -s->weight[k]*s->r[k];
  }
  make_rows(s, s->B, s->L, s->list, s->nfree);
  // rows of length 1 on all components: what is far shorter on the free ones is rounding
  for (int k = 0; k < s->of.m; k++)
    if (vec_max(s->B + (long)k*s->nfree, s->nfree) <= nearest_rank)
      vec_zero(s->B + (long)k*s->nfree, s->nfree);
  least_norm_factor(&s->solver, s->B, s->of.m, s->nfree, nearest_rank);
}

// x = e - B B^+ e: what no move of the free components changes; B^+ e stays in y
static void leftover(nearest *s, const double *e, double *x) {
  int n = s->nfree;
  vec_zero(s->y, n);
  if (s->solver.rank > 0)
    least_norm_solve(&s->solver, e, s->y);
  for (int k = 0; k < s->of.m; k++)
    x[k] = e[k] - vec_dot(s->B + (long)k*n, s->y, n);
}

// ---------------------------------------------------------------------------------------------
// 1. to r = 0

// d of the free components from y
void nearest_spread(nearest *s) {
  backward(s->L, s->y, s->nfree);
  for (int i = 0; i < s->nfree; i++)
    s->d[s->list[i]] = s->y[i];
}

// moves of the held components, which take away what the free ones leave of r
static void move_held(nearest *s) {
  int m = s->of.m, n = s->of.n - s->nfree;
  const int *list = s->list + s->nfree;
  double *column = s->of_equation, *rest = s->slope[0];
  leftover(s, s->e, s->mu);
  make_rows(s, s->BH, s->LH, list, n);
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < m; k++)
      column[k] = s->BH[(long)k*n + j];
    leftover(s, column, column);
    bool none = vec_max(column, m) <= nearest_rank;
    for (int k = 0; k < m; k++)
      s->A[(long)k*n + j] = none ? 0 : column[k];  // A is not needed any more
  }
  vec_zero(rest, n);
  if (least_norm_factor(&s->other, s->A, m, n, nearest_rank) > 0)
    least_norm_solve(&s->other, s->mu, rest);
  for (int k = 0; k < m; k++)
    s->e[k] -= vec_dot(s->BH + (long)k*n, rest, n);
  backward(s->LH, rest, n);
  for (int j = 0; j < n; j++)
    s->d[list[j]] = rest[j];
}

// Along d, as far as |r| shrinks; false: it does not, and the point is where it was
static bool advance(nearest *s, int halvings) {
  int n = s->of.n;
  double before = nearest_norm(s->r, s->of.m), part = 1;
  s->of.keep(s->of.self, 0);
  for (int k = 0; k <= halvings; k++, part /= 2) {
    for (int i = 0; i < n; i++)
      s->t[i] = part*s->d[i];
    s->of.move(s->of.self, s->t);
    if (nearest_look(s) && nearest_norm(s->r, s->of.m) < before)
      return true;
    s->of.back(s->of.self, 0);
  }
  nearest_look(s);
  return false;
}

nearest_result nearest_satisfy(nearest *s, bool yield, double allowed) {
  enum { most = 100, halvings = 20 };
  static const double left = 1e-12;
  if (!nearest_look(s))
    return NEAREST_LOST;
  for (int k = 0; k < most; k++) {
    double now = vec_max(s->r, s->of.m);
    if (now == 0)
      break;
    nearest_decompose(s);
    vec_zero(s->d, s->of.n);
    if (yield)
      move_held(s);
    leftover(s, s->e, s->mu);
    nearest_spread(s);
    if (!advance(s, now <= left ? 0 : halvings) ||
        (now <= left && vec_max(s->r, s->of.m) > 0.25*now))
      break;
  }
  return vec_max(s->r, s->of.m) <= allowed ? NEAREST_FOUND : NEAREST_CONTRADICTION;
}

// ---------------------------------------------------------------------------------------------

// to r = 0 from a point beside the start; the signs of the way there are the bits of a number
static nearest_result begin_beside(nearest *s, double away, unsigned signs, double allowed) {
  s->of.back(s->of.self, 3);
  vec_zero(s->d, s->of.n);
  for (int i = 0; i < s->nfree; i++) {
    double sign = signs >> i % 3 & 1 ? -1 : 1;
    s->d[s->list[i]] = sign*away*s->of.width[s->list[i]]/(1 + i % 7);
  }
  s->of.move(s->of.self, s->d);
  return nearest_satisfy(s, false, allowed);
}

// From where r has no slope in the free components, to a point beside it: of a circle's centre all
// points of the circle are nearest, and one of them is taken. Where steps from there stop at a least
// |r|, as of a linkage whose bars are in line, points farther away are tried;
// not of large systems, where that takes long.
static bool leave(nearest *s, double allowed) {
  enum { large = 100 };
  static const double beside = 1e-3, away[] = {0.3, 1};
  bool flat = s->solver.rank < s->of.m;
  nearest_result result = flat ? begin_beside(s, beside, 0, allowed) : NEAREST_CONTRADICTION;
  s->left = result == NEAREST_FOUND;
  for (unsigned k = 0; k < 8 && s->nfree < large && result == NEAREST_CONTRADICTION; k++)
    result = begin_beside(s, away[k/4], k % 4, allowed);
  return result == NEAREST_FOUND;
}

// which equations and which held components contradict each other, after steps that stopped
static void explain(nearest *s) {
  int n = s->of.n, m = s->of.m, worst = 0;
  nearest_decompose(s);
  leftover(s, s->e, s->mu);
  for (int k = 0; k < m; k++)
    worst = fabs(s->mu[k]) > fabs(s->mu[worst]) ? k : worst;
  vec_zero(s->of_component, n);
  vec_zero(s->e, m);
  s->e[worst] = 1;
  leftover(s, s->e, s->of_equation);
  for (int i = s->nfree; i < n; i++) {
    int h = s->list[i];
    double own = fabs(s->of.W[(long)h*n + h]);
    for (int k = 0; k < m; k++)
      s->of_component[h] +=
          s->of_equation[k]*s->weight[k]*s->A[(long)k*n + h]/(own > 0 ? sqrt(own) : 1);
  }
}

nearest_result nearest_find(nearest *s, bool yield, double allowed) {
  enum { most = 40 };
  static const double parallel = 1e-13;
  factor_metric(s->L, &s->of, s->list, s->nfree);
  factor_metric(s->LH, &s->of, s->list + s->nfree, s->of.n - s->nfree);
  s->of.keep(s->of.self, 3);
  nearest_result result = nearest_satisfy(s, false, allowed);
  if (result == NEAREST_CONTRADICTION && s->nfree > 0 && leave(s, allowed))
    result = NEAREST_FOUND;
  if (result == NEAREST_CONTRADICTION && yield) {
    s->of.back(s->of.self, 3);
    result = nearest_satisfy(s, true, allowed);
  }
  for (int k = 0; k < most && result == NEAREST_FOUND && s->nfree > 0; k++) {
    double whole, now = nearest_slope(s, &whole);
    if (!(now > parallel*whole) || !nearest_improve(s, now, allowed))
      break;
  }
  if (result == NEAREST_CONTRADICTION) {
    s->of.back(s->of.self, 3);
    nearest_satisfy(s, false, allowed);
    explain(s);
  }
  return result;
}
