#include "run/symmetry_rows.h"

#include "base/vec.h"
#include "problem/own_chart.h"
#include "real/sine.h"
#include "run/symmetries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// classes

// the class of x[i] is x, that of r[i,2] r and 2: is it that of b?
static bool same_class(const char *a, const char *b) {
  size_t base = strcspn(a, "[");
  if (base != strcspn(b, "[") || strncmp(a, b, base) != 0)
    return false;
  const char *last_a = strrchr(a, ','), *last_b = strrchr(b, ',');
  return last_a && last_b ? strcmp(last_a, last_b) == 0 : !last_a && !last_b && a[base];
}

static int member_of(const char *name) {
  const char *index = strchr(name, '[');
  return index ? atoi(index + 1) : 0;
}

static void find_classes(symmetry_rows *e, const problem *p) {
  for (int i = 0; i < e->n; i++) {
    int like = 0;
    while (like < i &&
           !(p->n > symmetry_most_coordinates && same_class(p->coordinate[i], p->coordinate[like])))
      like++;
    e->class[i] = like < i ? e->class[like] : e->nclass++;
    e->member[i] = p->n > symmetry_most_coordinates ? member_of(p->coordinate[i]) : 0;
  }
  if (e->nclass > symmetry_most_coordinates)
    e->nclass = 0;
}

// points at which every unknown is seen from all sides, and a few more
static int points_wanted(const symmetry_rows *e) {
  return e->nclass + (e->mixes ? e->m : 0) + 8;
}

bool symmetry_rows_init(symmetry_rows *e, noslip_run *r, arena *a) {
  const problem *p = r->problem;
  int n = p->n, m = p->m;
  *e = (symmetry_rows){.n = n,
                       .m = m,
                       .class = ARENA_ARRAY(a, int, n),
                       .member = ARENA_ARRAY(a, int, n),
                       .mixes = n <= symmetry_most_coordinates,
                       .reach = ARENA_ARRAY(a, double, n),
                       .q = ARENA_ARRAY(a, double, n),
                       .x = ARENA_ARRAY(a, double, n),
                       .y = ARENA_ARRAY(a, double, n),
                       .angle = p->angle};
  if (a->failed)
    return false;
  find_classes(e, p);
  if (e->nclass == 0)
    return true;
  e->unknowns = symmetry_rows_width(e) + (e->mixes ? m*m : 0);
  e->room = (2*n + m)*points_wanted(e);
  e->matrix = ARENA_ARRAY(a, double, (size_t)e->unknowns*(size_t)e->room);
  e->unit = ARENA_ARRAY(a, double, e->unknowns);
  e->allowed = ARENA_ARRAY(a, bool, e->unknowns);
  e->row = ARENA_ARRAY(a, double, e->unknowns);
  e->size = ARENA_ARRAY(a, double, e->unknowns);
  return !a->failed;
}

// ---------------------------------------------------------------------------------------------
// rows

static void begin_row(symmetry_rows *e) {
  vec_zero(e->row, e->unknowns);
  vec_zero(e->size, e->unknowns);
}

static void add(symmetry_rows *e, int k, double term) {
  e->row[k] += term*e->unit[k];
  e->size[k] += fabs(term)*e->unit[k];
}

// the row counts against its largest term, and at least against `least`
static void end_row(symmetry_rows *e, double least) {
  double largest = vec_larger(vec_max(e->size, e->unknowns), least);
  if (!(largest > 0) || !isfinite(largest))
    return;
  for (int k = 0; k < e->unknowns; k++)
    e->matrix[(size_t)k*(size_t)e->room + (size_t)e->count] = e->row[k]/largest;
  e->count++;
}

// u_q (X q + b) with one row of u_q
static void add_positions(symmetry_rows *e, const double *uq) {
  for (int a = 0; a < e->n; a++) {
    if (uq[a] == 0)
      continue;
    add(e, symmetry_rows_shift(e, a), uq[a]);
    for (int b = 0; b < e->n; b++)
      if (symmetry_rows_pair(e, a, b))
        add(e, symmetry_rows_entry(e, a, b), uq[a]*e->q[b]);
  }
}

// u_v X v with one row of u_v
static void add_velocities(symmetry_rows *e, const double *uv, const double *v) {
  for (int a = 0; a < e->n; a++)
    for (int b = 0; uv[a] != 0 && b < e->n; b++)
      if (symmetry_rows_pair(e, a, b))
        add(e, symmetry_rows_entry(e, a, b), uv[a]*v[b]);
}

// - u_p X^T p with one row of u_p
static void add_momenta(symmetry_rows *e, const double *up, const double *p) {
  for (int b = 0; b < e->n; b++)
    for (int a = 0; up[b] != 0 && a < e->n; a++)
      if (symmetry_rows_pair(e, a, b))
        add(e, symmetry_rows_entry(e, a, b), -up[b]*p[a]);
}

// (X^T u)_i, as momenta and forces turn, and -(X u)_i
static void add_covector(symmetry_rows *e, const double *u, int i) {
  for (int a = 0; a < e->n; a++)
    if (symmetry_rows_pair(e, a, i))
      add(e, symmetry_rows_entry(e, a, i), u[a]);
}

static void add_vector(symmetry_rows *e, const double *u, int i) {
  for (int b = 0; b < e->n; b++)
    if (symmetry_rows_pair(e, i, b))
      add(e, symmetry_rows_entry(e, i, b), -u[b]);
}

// the two equations of coordinate i, from the chart of the model
static void chart_rows(symmetry_rows *e, const noslip_run *r, const chart_view *at, int i) {
  static const double least = 1e-3;  // forces that change momenta by less of themselves in a step
  const widths *w = &r->residuals.sizes.width;
  int n = e->n;
  bool lagrangian = r->problem->mechanical.lagrangian;
  for (int k = 0; k < 2; k++) {
    const double *ux = (k ? at->fx : at->yx) + i*n, *uq = (k ? at->fq : at->yq) + i*n;
    begin_row(e);
    add_positions(e, uq);
    if (lagrangian)
      add_velocities(e, ux, e->x);
    else
      add_momenta(e, ux, e->x);
    if (lagrangian || k)
      add_covector(e, k ? at->f : at->y, i);
    else
      add_vector(e, at->y, i);
    end_row(e, k ? least*w->momentum[i]/fabs(r->h) : 0);
  }
}

// The equations of `count` constraints from values u and derivatives; uv: of Phi alone. Their C stands
// behind that of the constraints before them, the first of which is `first`.
static void constraint_rows(symmetry_rows *e, const double *u, const double *uq, const double *uv,
                            int count, int first) {
  for (int k = 0; k < count; k++) {
    begin_row(e);
    add_positions(e, uq + k*e->n);
    if (uv)
      add_velocities(e, uv + k*e->n, e->y);
    for (int l = 0; e->mixes && l < count; l++)
      add(e, symmetry_rows_width(e) + (first + k)*e->m + first + l, -u[l]);
    end_row(e, 0);
  }
}

// ---------------------------------------------------------------------------------------------
// points

// numbers between -1 and 1 without a pattern
static double scatter(int point, int i) {
  return real_sin(1 + 12.9898*point + 78.233*i + 0.7*point*i);
}

static void choose(symmetry_rows *e, const noslip_run *r, int point) {
  const widths *w = &r->residuals.sizes.width;
  bool lagrangian = r->problem->mechanical.lagrangian;
  for (int i = 0; i < e->n; i++) {
    double speed = lagrangian ? widths_speed(w, i) : widths_reach(w, e->n + i);
    e->q[i] = r->state.q[i] + 0.5*e->reach[i]*scatter(point, i);
    e->x[i] = speed*scatter(point, e->n + i);
  }
}

static bool all_finite(const double *x, int count) {
  for (int i = 0; i < count; i++)
    if (!isfinite(x[i]))
      return false;
  return true;
}

// all equations at a point; where the model has no value there are none
static void point_rows(symmetry_rows *e, noslip_run *r) {
  const problem *p = r->problem;
  evaluator *v = &r->evaluator;
  int n = e->n, mn = p->mechanical.mn, mh = p->mechanical.mh;
  double t = r->state.t;
  chart_view at = own_chart(n, v, t, e->q, e->x, true, NULL);
  vec_copy(e->y, p->mechanical.lagrangian ? e->x : at.y, n);
  const double *g = mh > 0 ? evaluator_run(v, BUNDLE_G_BLOCKS, t, e->q, NULL, NULL) : NULL;
  const double *phi = mn > 0 ? evaluator_run(v, BUNDLE_PHI_BLOCKS, t, e->q, e->y, NULL) : NULL;
  if (!all_finite(at.y, 2*n + 4*n*n) || !all_finite(g, mh + mh*n) ||
      !all_finite(phi, mn + 2*mn*n))
    return;
  e->points++;
  for (int i = 0; i < n; i++)
    chart_rows(e, r, &at, i);
  if (mh > 0)
    constraint_rows(e, g, g + mh, NULL, mh, 0);
  if (mn > 0)
    constraint_rows(e, phi, phi + mn, phi + mn + mn*n, mn, mh);
}

static void choose_units(symmetry_rows *e, const noslip_run *r) {
  int n = e->n;
  for (int i = 0; i < n; i++)
    e->reach[i] = widths_reach(&r->residuals.sizes.width, i);
  for (int k = 0; k < e->unknowns; k++)
    e->unit[k] = 1;
  for (int i = n - 1; i >= 0; i--) {
    e->unit[symmetry_rows_shift(e, i)] = e->reach[i];
    e->allowed[symmetry_rows_shift(e, i)] = true;
    for (int j = n - 1; j >= 0; j--) {
      e->unit[symmetry_rows_entry(e, i, j)] = e->reach[i]/e->reach[j];
      e->allowed[symmetry_rows_entry(e, i, j)] |= symmetry_rows_pair(e, i, j);
    }
  }
}

// what rounding leaves of terms that cancel counts nothing: all entries are against their terms
static void clear_rounding(symmetry_rows *e) {
  static const double rounding = 1e-12;
  for (int k = 0; k < e->unknowns; k++) {
    double *entries = e->matrix + (size_t)k*(size_t)e->room;
    if (vec_max(entries, e->count) <= rounding)
      vec_zero(entries, e->count);
  }
}

bool symmetry_rows_fill(symmetry_rows *e, noslip_run *r) {
  int wanted = points_wanted(e);
  choose_units(e, r);
  for (int point = 0; point < 2*wanted && e->points < wanted; point++) {
    choose(e, r, point);
    point_rows(e, r);
  }
  clear_rounding(e);
  return e->points == wanted;
}
