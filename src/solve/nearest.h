// The point nearest to a given one among those that satisfy r(x) = 0, while some components of x
// are held.
//
//   min D(x),   r(x) = 0,   x_i stays for i held;    D half the squared distance in the metric W
//
// x lies on a manifold of n dimensions: the caller moves it by d, n numbers in local coordinates,
// and has at each point r, A = dr/dd and c = dD/dd. With f the components that are not held:
//
//   1. steps of least norm    A_f d = -r, |d|_W smallest, halved where |r| would grow,
//                             until r is rounding                                  (Gauss-Newton)
//   2. steps along r = 0      A_f t = 0, K t = -c + A^T mu, K = d(c - A^T mu)/dd by differences,
//                             mu from c = A_f^T mu in the least squares sense; then 1. again, until
//                             c is a combination of the rows of A_f: the point is nearest  (Newton)
//
// A_f may have any rank. Where steps of least norm stop before r = 0, the held components contradict
// the equations: some combination w of these has w^T A_f = 0 and w^T r != 0. If that is allowed,
// held components are moved as well, as little as possible, and the others after that:
//
//   (1 - A_f A_f^+) A_h d_h = -(1 - A_f A_f^+) r,   A_f d_f = -r - A_h d_h,   both of least norm

#pragma once

#include "base/arena.h"
#include "solve/least_norm.h"

typedef struct nearest_problem {
  int n, m;  // components and equations
  void *self;
  // r (m) and A (m x n) against the sizes of the equations, so that rounding leaves eps of each;
  // c (n). False: something is not finite
  bool (*look)(void *self, double *r, double *A, double *c);
  void (*move)(void *self, const double *d);  // the point by d
  void (*keep)(void *self, int place);        // remember the point: places 0 to nearest_places - 1
  void (*back)(void *self, int place);        // and return to it
  const bool *held;                           // n
  const double *W;                            // n x n  the metric, constant
  const double *width;                        // n  what changes of the components are compared with
} nearest_problem;

enum { nearest_places = 4 };

typedef enum nearest_result {
  NEAREST_FOUND,
  NEAREST_CONTRADICTION,  // of the components held, or of the equations; see below
  NEAREST_LOST,           // not finite
} nearest_result;

typedef struct nearest {
  nearest_problem of;
  int nfree;
  int *list;              // n      the free components, then the held ones
  least_norm solver;      //        of A_f
  least_norm other;       //        of what A_f leaves of A_h, and of A_f A_f^T
  double *r, *A, *c;      // m, m x n, n
  double *L, *LH;         // factors of W on the free components, and on the held ones
  double *B, *BH;         // m x n  rows of A_f and of A_h in the units of the metric
  double *weight;         // m      1/length of the rows of A
  double *g, *t, *y, *d;  // n
  double *e, *mu;         // m
  double *K, *P;          // n x n
  int *pivot;             // n
  double *slope[2];       // n      c - A^T mu

  bool left;  // the start had no slope, and others are as near as the point found

  // of a contradiction: weights of the equations in the combination, and of the held components
  double *of_equation;   // m
  double *of_component;  // n
} nearest;

// false when there is no memory
bool nearest_init(nearest *s, arena *a, const nearest_problem *of);

// From the point of the caller to the one nearest to where it started. `yield`: held components may
// move if they must. Residuals up to `allowed` are no contradiction.
nearest_result nearest_find(nearest *s, bool yield, double allowed);
