// A passage through a place where constraints are dependent, noticed.
//
// Where the rows of B lose their rank the motion may go on in several ways, and the equations of a
// step are singular. Between two nodes nothing tells: x*y = 0 goes through the origin, a
// parallelogram through its dead points. But a combination of rows that vanishes at t* is nearly
// proportional to t - t* around it, so it comes out turned round. With orthonormal rows Q of B,
// made from the first row to the last,
//
//   c = det(Q0 Q1^T) = +- prod cos(angles between the two spaces of rows)
//
// is near 1 where the rows have hardly turned from one look to the next, and near -1 after a
// passage. Rows that turn by themselves come through 0: between looks there are as many steps as
// leave c near 1, 64 at most. Columns are divided by the root of their mass, so that units do not
// matter.
//
//   volume       s, the product of the lengths that orthogonalisation leaves of the rows. It goes to 0: where it
//                falls, every node is looked at
//   time         the root of the straight line from s0 to -s1
//   constraint   the row that is shortest, after those before it, in B there, on the straight line from
//                B0 to B1. Its volume is small there, too; where rows have merely turned it is not
//
// Where there are many constraints nothing is watched: a look costs as much as m^2 n products. Nor is
// anything where numbers among the rows show that they are independent everywhere.
//
// A look costs 6500 instructions on a chain of six, 900 on a pendulum; with its pauses that is 1 to
// 2.5 % of compiled steps.

#include "run/run.h"

#include "problem/evaluate.h"
#include "solve/small_lu.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum { most_rows = 40 };
enum {
  longest_pause = 64,
  short_pause = 4
};  // steps between looks; the short one far from any such place
static const double hardly = 0.97, somewhat = 0.85;  // turned by 14 and by 32 degrees
static const double regular = 0.7, passed = -0.5;
static const double falls = 0.8, half = 0.5, gone = 0.1;  // of a volume

bool passage_init(noslip_run *r) {
  passage *w = &r->watches.passage;
  const problem *p = r->problem;
  size_t n = (size_t)p->nv, m = (size_t)p->m;
  bool watched =
      problem_is_mechanical(p) && m > 0 && m <= most_rows && !p->mechanical.structure.independent;
  *w = (passage){.pause = 1, .watched = watched};
  if (!watched)
    return true;
  w->g = ARENA_ARRAY(&r->arena, double, (size_t)p->mechanical.mh*(n + 2) + 1);
  w->phi = ARENA_ARRAY(&r->arena, double, (size_t)p->mechanical.mn*n + 1);
  w->B0 = ARENA_ARRAY(&r->arena, double, m*n);
  w->B1 = ARENA_ARRAY(&r->arena, double, m*n);
  w->Q0 = ARENA_ARRAY(&r->arena, double, m*n);
  w->Q1 = ARENA_ARRAY(&r->arena, double, m*n);
  w->cross = ARENA_ARRAY(&r->arena, double, m*m);
  w->pivot = ARENA_ARRAY(&r->arena, int, m);
  w->weight = ARENA_ARRAY(&r->arena, double, n);
  w->unit = ARENA_ARRAY(&r->arena, double, m);
  return !r->arena.failed;
}

// rows of unit length, in the mass metric of the start; rows as declared
static void find_rows(noslip_run *r, double *B) {
  const problem *p = r->problem;
  const state *x = &r->state;
  passage *w = &r->watches.passage;
  int n = p->nv;
  if (p->mechanical.mh > 0)
    evaluator_into(&r->evaluator, BUNDLE_G_BLOCKS, x->t, x->q, x->v, NULL, w->g);
  if (p->mechanical.mn > 0)
    evaluator_into(&r->evaluator, BUNDLE_REACTION, x->t, x->q, x->v, NULL, w->phi);
  for (int k = 0; k < p->mechanical.mh; k++)
    vec_copy(B + (long)p->mechanical.declared_h[k]*n, w->g + p->mechanical.mh + (long)k*n, n);
  for (int k = 0; k < p->mechanical.mn; k++)
    vec_copy(B + (long)p->mechanical.declared_n[k]*n, w->phi + (long)k*n, n);
  for (int c = 0; c < p->m; c++)
    for (int i = 0; i < n; i++)
      B[(long)c*n + i] *= w->weight[i]*w->unit[c];
}

// rows count in the unit of their first length, or a volume of many would leave the range of
// numbers
static void find_units(noslip_run *r) {
  passage *w = &r->watches.passage;
  int n = r->problem->nv;
  for (int c = 0; c < r->problem->m; c++)
    w->unit[c] = 1;
  find_rows(r, w->B1);
  for (int c = 0; c < r->problem->m; c++) {
    double length = vec_max(w->B1 + (long)c*n, n);
    w->unit[c] = length > 0 && isfinite(length) ? 1/length : 1;
  }
}

// Orthonormal rows from those of B, one after the other. The product of what is left of their
// lengths; 0 if one depends on those before it, which is *shortest, the one that loses most of its
// length.
static double orthonormal(double *Q, const double *B, int m, int n, int *shortest) {
  double product = 1, least = HUGE_VAL;
  vec_copy(Q, B, m*n);
  for (int c = 0; c < m; c++) {
    double *row = Q + (long)c*n, whole = sqrt(vec_dot(row, row, n));
    for (int b = 0; b < c; b++)
      vec_axpy(row, -vec_dot(Q + (long)b*n, row, n), Q + (long)b*n, row, n);
    double length = sqrt(vec_dot(row, row, n));
    product *= length;
    if (!(length >= least*whole)) {
      least = length/whole;
      *shortest = c;
    }
    for (int i = 0; i < n; i++)
      row[i] /= length;
  }
  return isfinite(product) ? product : 0;
}

static double determinant(passage *w, int m) {
  if (small_lu_factor(w->cross, w->pivot, m) >= 0)
    return 0;
  double product = small_lu_sign(w->cross, w->pivot, m);
  for (int k = 0; k < m; k++)
    product *= fabs(w->cross[k*m + k]);
  return product;
}

// det(Q0 Q1^T)
static double turned(noslip_run *r) {
  passage *w = &r->watches.passage;
  int m = r->problem->m, n = r->problem->nv;
  if (m == 1)
    return vec_dot(w->Q0, w->Q1, n);
  for (int a = 0; a < m; a++)
    for (int b = 0; b < m; b++)
      w->cross[a*m + b] = vec_dot(w->Q0 + (long)a*n, w->Q1 + (long)b*n, n);
  return determinant(w, m);
}

// the constraint that is lost on the way from B0 to B1, a share of it along; -1: there is none
static int lost(noslip_run *r, double s1, double share) {
  passage *w = &r->watches.passage;
  int m = r->problem->m, n = r->problem->nv, which = 0;
  for (int i = 0; i < m*n; i++)
    w->B0[i] += share*(w->B1[i] - w->B0[i]);
  double s = orthonormal(w->Q0, w->B0, m, n, &which);
  return s <= gone*vec_smaller(w->s0, s1) ? which : -1;
}

static void warn(noslip_run *r, double t, int which) {
  assert(which >= 0 && which < r->problem->m);
  passage *w = &r->watches.passage;
  snprintf(w->warning, sizeof w->warning,
           "near t = %.4g the motion goes through a singular place: the constraint `%.60s` %s "
           "there, and is turned round after it; there the motion may go on in several ways, of "
           "which this run has taken one",
           t, r->problem->constraint[which],
           r->problem->m > 1 ? "depends on the others" : "has no direction");
  run_warn(r, w->warning);
  w->watched = false;
}

// the next look is compared with this one
static void keep(noslip_run *r, double s1) {
  passage *w = &r->watches.passage;
  double *B = w->B0, *Q = w->Q0;
  w->B0 = w->B1;
  w->B1 = B;
  w->Q0 = w->Q1;
  w->Q1 = Q;
  w->s0 = s1;
  w->t0 = r->state.t;
  w->wait = w->pause;
}

void passage_start(noslip_run *r) {
  passage *w = &r->watches.passage;
  int unused;
  if (!w->watched)
    return;
  const double *mass = r->residuals.sizes.width.mass;
  for (int i = 0; i < r->problem->nv; i++)
    w->weight[i] = mass[i] > 0 && isfinite(mass[i]) ? 1/sqrt(mass[i]) : 1;
  find_units(r);
  find_rows(r, w->B1);
  keep(r, orthonormal(w->Q1, w->B1, r->problem->m, r->problem->nv, &unused));
}

void passage_look(noslip_run *r) {
  assert(r->watches.passage.watched);
  passage *w = &r->watches.passage;
  int unused;
  find_rows(r, w->B1);
  double s1 = orthonormal(w->Q1, w->B1, r->problem->m, r->problem->nv, &unused);
  w->wait = 1;
  if (!(s1 > 0) || !(w->s0 > 0))
    return;  // on the place itself: the next node tells
  double c = turned(r);
  if (c < passed && w->last > regular) {
    double share = w->s0/(w->s0 + s1);
    int which = lost(r, s1, share);
    if (which >= 0)
      warn(r, w->t0 + share*(r->state.t - w->t0), which);
  }
  w->pause = c > hardly && w->pause < longest_pause ? 2*w->pause : w->pause;
  w->largest = vec_larger(w->largest, s1);
  bool near = s1 < half*w->largest;
  if (c < somewhat || s1 < falls*w->s0)
    w->pause = near ? 1 : short_pause;
  w->last = c;
  keep(r, s1);
}
