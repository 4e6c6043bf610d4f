// A mechanical problem whose functions are those of the caller; noslip/callbacks.h has the
// equations.
//
//   callbacks_new      the functions with what was promised of them -> a problem
//   callbacks_check    do they keep what they promise? Evaluates them around the start
//   callbacks_bind     the bundles of a run, from the functions or from differences of them
//
// Among all constraints the nonholonomic ones come first, then the holonomic ones.

#pragma once

#include "noslip/callbacks.h"
#include "problem/mechanical.h"

struct text_buffer;

typedef struct callbacks {
  noslip_callbacks of;  // its arrays and texts live as long as the problem
  int n, m, mn, mh;
  bool lagrangian;

  // what was promised, with what follows from it
  bool autonomous, quadratic, uniform, separable, affine, linear;

  // L_x = M x + c, of a uniform problem: n x n, n; NULL until callbacks_check has found them
  double *M, *c;
} callbacks;

// The problem; `given` may go out of scope, what it points to must stay. NULL: no memory.
problem *callbacks_new(arena *a, const noslip_callbacks *given);

// See that all functions give numbers at the start, that derivatives are those of the functions,
// that promises are kept; then find the mass matrix, if it is constant. Fails naming the field.
// With `unchecked` only the last.
noslip_status callbacks_check(problem *p, arena *a, failure *why);

// "differences stand in for ...", or nothing
void callbacks_name_missing(const callbacks *c, struct text_buffer *out);

// ---------------------------------------------------------------------------------------------
// work arrays of a run

typedef struct callback_work {
  const callbacks *c;

  // a place near the one that was asked for, and what is there: work of the differences
  double t, *q, *x;       // n
  const double *mu;       // mn
  double *near, *far;     // n or m, whichever is more
  double *near_gradient;  // 2n
  double *near_rows;      // m x n
  double *near_phi;       // m

  // work of the bundles
  double *F, *F_q, *F_x;           // n, n x n, n x n
  double *xx, *xq, *qq;            // n x n
  double *yf;                      // 2n     y, then f
  double *y_rate;                  // n      d/dt of y, except for what comes from x'
  double *rows, *rate;             // m x n, m  Phi_q or G; g_t
  double *stage_place;             // n      a place near that of a stage
  double *stage_near, *stage_far;  // n or m
} callback_work;

// all arrays; false when there is no memory
bool callback_work_init(callback_work *w, arena *a, const callbacks *c);

// the bundles of an evaluator; false when there is no memory
bool callbacks_bind(evaluator *e, arena *a);

// ---------------------------------------------------------------------------------------------
// a place, and derivatives there by differences

typedef struct callback_place {
  double t;
  const double *q, *x;
} callback_place;

void difference_gradient(callback_work *w, callback_place at, double *by_q, double *by_x);
void difference_hessian(callback_work *w, callback_place at, double *xx, double *xq, double *qq);
void difference_gradient_t(callback_work *w, callback_place at, double *out);
void difference_force(callback_work *w, callback_place at, double *by_q, double *by_x);
void difference_phi_v(callback_work *w, callback_place at, double *out);
void difference_phi_q(callback_work *w, callback_place at, double *out);
void difference_phi_t(callback_work *w, callback_place at, double *out);
void difference_phi_vv(callback_work *w, callback_place at, const double *mu, double *out);
void difference_g_q(callback_work *w, callback_place at, double *out);
void difference_g_t(callback_work *w, callback_place at, double *out);
void difference_bias(callback_work *w, callback_place at, double *out);
