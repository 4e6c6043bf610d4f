// Discrete Lagrange-d'Alembert integrators: dla-mp, dla-cm and, for comparison, dla-left.
//
//   problem    d/dt L_v - L_q = F + Phi_v^T lambda,  Phi(t,q,v) = 0         p = L_v,  f = L_q + F
//   state      (q0, v0) with Phi(t0,q0,v0) = 0; the half points of the discrete trajectory
//   all        qm = q0 + (h/2) v0,   q1 = qm + (h/2) v1,   Phi(t1,q1,v1) = 0,
//              B = Phi_v(tm, qm, (v0 + v1)/2)
//   dla-mp     [p(qm,v1) + p(qm + h v1,v1)]/2 - (h/2) f(qm,v1)                 McLachlan-Perlmutter
//              = [p(qm - h v0,v0) + p(qm,v0)]/2 + (h/2) f(qm,v0) + h B^T lambda
//              discrete Lagrangian (h/2)[L(a,(b-a)/h) + L(b,(b-a)/h)]; with M = I [T] (3.4)
//   dla-cm     p(q1,v1) - (h/2) f(q1,v1)                                           Cortes-Martinez
//              = p(q0,v0) + (h/2) f(q0,v0) + h B^T lambda
//              discrete Lagrangian h L((a+b)/2,(b-a)/h); with M = I [T] (3.3) at half points
//   dla-left   p(qm,v1) - h f(qm,v1) = p(qm - h v0,v0) + h B^T lambda                    [T] (4.3)
//              discrete Lagrangian h L(a,(b-a)/h)
//   times      each point at its own time: tm = t0 + h/2, t1 = t0 + h; qm +- h v at tm +- h
//
//   unknown    d = v1 - v0 (n), mu = h lambda (m)
//   residual   r = (left - right side above, Phi(t1,q1,v1))
//   Jacobian   mp  d/dv1 = [p_v(qm,v1) + p_v(qe,v1) + h p_q(qe,v1)]/2 - (h/2) f_v(qm,v1)
//                  with qe = qm + h v1
//              cm  d/dv1 = [p_v + (h/2)(p_q - f_v) - (h^2/4) f_q](q1,v1)
//              left  d/dv1 = [p_v - h f_v](qm,v1)
//              all minus 1/2 (Phi_v^T mu)_v at (qm,(v0+v1)/2); d/dmu = -B^T;
//              constraint row Phi_v + (h/2) Phi_q at (q1,v1)
//
//   keeps      Phi = 0 at every node, to the rounding of the solve
//   symmetric  dla-mp, dla-cm: exchanging (q0,v0) with (q1,v1) and h with -h leaves the step
//              unchanged: order 2, for every mass matrix, and for affine and quadratic Phi
//   does not   keep the energy exactly: it oscillates where a reversing symmetry maps the orbit to
//              itself, and may drift like O(h^2) t where none does
//   dla-left   is not symmetric: of order 1, unless the mass matrix is constant and forces do not
//              depend on v, where it is dla-mp
//
// lambda belongs to t0 + h/2; the multiplier of a node is the consistent one.
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, secs 3.3 and 4.2.
//     The methods are due to McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006), and Cortes,
//     Martinez, Nonlinearity 14 (2001); the form for any mass matrix is derived in docs/methods.md.

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "problem/own_chart.h"

// what does not change in a run
typedef struct dla_shape {
  int n, m;                 // coordinates, nonholonomic constraints
  int all;                  // constraints of the model
  bool mp, left;            // dla-mp, dla-left, otherwise dla-cm
  bool own;                 // the model is a lagrangian: its own chart is that of the velocities
  bool constant_mass;       // p = M v + const: differences of p are M d, without cancellation
  bool affine;              // Phi_v free of v: B is known before the solve
  bool linear;              // no Newton: dla_linear.h
  bool diagonal, identity;  // of that: M^-1 is diagonal, is 1
  const int *declared;      // m      place of each constraint among all
  const int *there;         // m x n  what is not always zero, of the linear form: dla_linear.h
  const double *M;          // n x n  the constant mass matrix
  const double *W;          // n x n  its inverse, of the linear form
} dla_shape;

typedef layout_nothing dla_carried;

// the arrays of dla_linear.h
typedef struct dla_linear {
  double *qm, *q1, *v1;  // n
  double *values;        // 2n     p and f at (tm,qm)
  double *d;             // n      v1 - v0
  double *B, *W;         // m x n  rows of B, and of W^T
  double *phi;           // m, m x n, m x n  Phi, Phi_q, Phi_v at (t1,q1,v1)
  double *S;             // m x m
  double *mu;            // m
  int *pivot;            // m
} dla_linear;

typedef struct dla {
  kernel *base;
  evaluator *e;
  dla_shape shape;

  // scratch
  double t, h;
  const double *q0, *v0;  // n      start of the step                         set by the caller
  double *qm;             // n      q0 + (h/2) v0                             left by dla_begin
  double *right;          // n      right side without reactions
  double momentum;        //        size of what is balanced
  double *B;              // m x n  directions of the reactions          dla_begin or dla_evaluate

  double *v1, *q1, *vm;  // n      left by dla_evaluate
  double *qe;            // n      qm + h v1
  double *dq;            // n
  double *values;        // 2n     p and f at the last point
  double *mu_declared;   //        h lambda in the order of declaration
  chart_room room;       //        of a model that is no lagrangian
  bool failed;           //        a Legendre transform failed: at this x,
  bool begin_failed;     //        or before the solve

  dla_linear linear;
} dla;

static inline void dla_open(dla *s, kernel *base, dla_carried *carried, evaluator *e) {
  (void)carried;
  s->base = base;
  s->e = e;
}

static inline newton_shape dla_unknowns(dla_shape k) {
  return (newton_shape){k.n + k.m, {k.n, k.n + k.m, k.n + k.m}, 0};
}

static inline void dla_linear_lay(dla_shape k, dla_linear *w, layout *l) {
  int n = k.n, m = k.m;
  w->qm = layout_scratch(l, n);
  w->q1 = layout_scratch(l, n);
  w->v1 = layout_scratch(l, n);
  w->values = layout_output(l, 2*n);
  w->d = layout_scratch(l, n);
  w->B = layout_output(l, m*n);
  w->W = layout_scratch(l, m*n);
  w->phi = layout_output(l, m + 2*m*n);
  w->S = layout_scratch(l, m*m);
  w->mu = layout_scratch(l, m);
  w->pivot = layout_integers(l, LAYOUT_SCRATCH, m);
}

static inline void dla_lay(dla_shape k, dla *s, layout *l) {
  int n = k.n;
  assert(k.n >= 0 && k.m >= 0 && k.m <= k.all && (k.declared || k.m == 0));
  assert(k.linear ? k.mp && k.W : !k.constant_mass || k.M);
  if (k.linear) {
    dla_linear_lay(k, &s->linear, l);
    return;
  }
  s->qm = layout_scratch(l, n);
  s->right = layout_scratch(l, n);
  s->v1 = layout_scratch(l, n);
  s->q1 = layout_scratch(l, n);
  s->vm = layout_scratch(l, n);
  s->qe = layout_scratch(l, n);
  s->dq = layout_scratch(l, n);
  s->B = layout_scratch(l, k.m*n);
  s->mu_declared = layout_scratch(l, k.all);
  s->values = layout_output(l, 2*n);
  if (!k.own)
    s->room = chart_room_lay(n, l);
}

// time of the middle
static inline double dla_middle(const dla *s) {
  return s->t + 0.5*s->h;
}

// p and f at a point; derivatives if asked for
static inline chart_view dla_at(dla_shape k, dla *s, double t, const double *q, const double *v,
                                bool blocks) {
  return k.own ? own_chart(k.n, s->e, t, q, v, blocks, s->values)
               : chart_look(&s->e->velocities, &s->room, t, q, v, blocks, &s->failed);
}

// weights in the right side: of f and p at the end of the old half step, of p at its start
typedef struct dla_weights {
  double f, end, start;
} dla_weights;

static inline dla_weights dla_old(dla_shape k) {
  dla_weights w = k.left ? (dla_weights){0, 0, 1}
                  : k.mp ? (dla_weights){0.5, 0.5, 0.5}
                         : (dla_weights){0.5, 1, 0};
  return k.constant_mass ? (dla_weights){w.f, 0, 0} : w;
}

// h f + p of the old half step, weighted; with constant mass p cancels against the left side
static inline void dla_right(dla_shape k, dla *s) {
  int n = k.n;
  double h = s->h, tm = dla_middle(s);
  bool middle = k.mp || k.left;
  dla_weights w = dla_old(k);
  chart_view a = dla_at(k, s, middle ? tm : s->t, middle ? s->qm : s->q0, s->v0, false);
  s->momentum = vec_max(a.y, n) + fabs(h)*vec_max(a.f, n);
  for (int i = 0; i < n; i++)
    s->right[i] = w.f*h*a.f[i] + (k.constant_mass ? 0 : w.end*a.y[i]);
  if (w.start == 0)
    return;
  vec_axpy(s->qe, -h, s->v0, s->qm, n);
  a = dla_at(k, s, tm - h, s->qe, s->v0, false);
  vec_axpy(s->right, w.start, a.y, s->right, n);
}

// what does not change during the solve: qm, the right side, B of affine constraints
static inline void dla_begin(dla_shape k, dla *s) {
  int n = k.n, m = k.m;
  double h = s->h, tm = dla_middle(s);
  s->failed = s->begin_failed = false;
  vec_axpy(s->qm, 0.5*h, s->v0, s->q0, n);
  dla_right(k, s);

  if (m > 0 && k.affine)
    vec_copy(s->B, evaluator_run(s->e, BUNDLE_REACTION, tm, s->qm, s->v0, NULL), m*n);
  s->begin_failed = s->failed;
}

// J = a A + b B, in its first n rows and columns
static inline void dla_block(dla_shape k, double *J, double a, const double *A, double b,
                             const double *B) {
  int N = k.n + k.m;
  for (int i = 0; i < k.n; i++)
    for (int j = 0; j < k.n; j++)
      J[i*N + j] = a*A[i*k.n + j] + b*B[i*k.n + j];
}

// the left side of dla-mp into r, its derivative into J unless that is NULL
static inline void dla_left_mp(dla_shape k, dla *s, const double *d, double *r, double *J) {
  int n = k.n, N = n + k.m;
  double h = s->h, tm = dla_middle(s);
  chart_view a = dla_at(k, s, tm, s->qm, s->v1, J != NULL);
  if (k.constant_mass)
    mat_vec(r, k.M, d, n, n);
  for (int i = 0; i < n; i++)
    r[i] = (k.constant_mass ? r[i] : 0.5*a.y[i]) - 0.5*h*a.f[i];
  if (J)
    dla_block(k, J, k.constant_mass ? 1 : 0.5, a.yx, -0.5*h, a.fx);
  if (k.constant_mass)
    return;

  // the end of the new half step
  vec_axpy(s->qe, h, s->v1, s->qm, n);
  a = dla_at(k, s, tm + h, s->qe, s->v1, J != NULL);
  vec_axpy(r, 0.5, a.y, r, n);
  for (int i = 0; J && i < n; i++)
    for (int j = 0; j < n; j++)
      J[i*N + j] += 0.5*(a.yx[i*n + j] + h*a.yq[i*n + j]);
}

// the same of dla-cm
static inline void dla_left_cm(dla_shape k, dla *s, const double *d, double *r, double *J) {
  int n = k.n, N = n + k.m;
  double h = s->h;
  chart_view a = dla_at(k, s, s->t + h, s->q1, s->v1, J != NULL);
  if (k.constant_mass)
    mat_vec(r, k.M, d, n, n);
  for (int i = 0; i < n; i++)
    r[i] = (k.constant_mass ? r[i] : a.y[i]) - 0.5*h*a.f[i];
  for (int i = 0; J && i < n; i++)
    for (int j = 0, b = i*n; j < n; j++, b++)
      J[i*N + j] = a.yx[b] + 0.5*h*(a.yq[b] - a.fx[b]) - 0.25*h*h*a.fq[b];
}

// the same of dla-left
static inline void dla_left_left(dla_shape k, dla *s, const double *d, double *r, double *J) {
  chart_view a = dla_at(k, s, dla_middle(s), s->qm, s->v1, J != NULL);
  if (k.constant_mass)
    mat_vec(r, k.M, d, k.n, k.n);
  for (int i = 0; i < k.n; i++)
    r[i] = (k.constant_mass ? r[i] : a.y[i]) - s->h*a.f[i];
  if (J)
    dla_block(k, J, 1, a.yx, -s->h, a.fx);
}

// the constraints: - B^T mu, - 1/2 (Phi_v^T mu)_v, Phi and Phi_v + (h/2) Phi_q
static inline void dla_constraints(dla_shape k, dla *s, const double *mu, double *r, double *J) {
  int n = k.n, m = k.m, N = n + m;
  double h = s->h;
  if (!k.affine)
    vec_copy(s->B, evaluator_run(s->e, BUNDLE_REACTION, dla_middle(s), s->qm, s->vm, NULL), m*n);
  mat_tvec_add(r, -1, s->B, mu, m, n);
  if (!J) {
    vec_copy(r + n, evaluator_run(s->e, BUNDLE_PHI, s->t + h, s->q1, s->v1, NULL), m);
    return;
  }
  const double *out = evaluator_run(s->e, BUNDLE_PHI_BLOCKS, s->t + h, s->q1, s->v1, NULL);
  const double *Pq = out + m, *Pv = Pq + m*n;
  vec_copy(r + n, out, m);
  for (int c = 0; c < m; c++)
    for (int j = 0; j < n; j++) {
      J[j*N + n + c] = -s->B[c*n + j];
      J[(n + c)*N + j] = Pv[c*n + j] + 0.5*h*Pq[c*n + j];
    }
  if (k.affine)
    return;
  for (int c = 0; c < m; c++)
    s->mu_declared[k.declared[c]] = mu[c];
  const double *R =
      evaluator_run(s->e, BUNDLE_REACTION_RATE, dla_middle(s), s->qm, s->vm, s->mu_declared);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      J[i*N + j] -= 0.5*R[i*n + j];
}

// r at x = (d, mu), and J = dr/dx unless it is NULL
static inline void dla_evaluate(dla_shape k, dla *s, const double *x, double *r, double *J) {
  int n = k.n, N = n + k.m;
  double h = s->h;
  s->failed = s->begin_failed;
  for (int i = 0; i < n; i++) {
    s->v1[i] = s->v0[i] + x[i];
    s->q1[i] = s->qm[i] + 0.5*h*s->v1[i];
    s->vm[i] = s->v0[i] + 0.5*x[i];
  }
  for (int c = n; J && c < N; c++)
    vec_zero(J + c*N + n, k.m);
  if (k.left)
    dla_left_left(k, s, x, r, J);
  else if (k.mp)
    dla_left_mp(k, s, x, r, J);
  else
    dla_left_cm(k, s, x, r, J);
  VEC_UNROLL
  for (int i = 0; i < n; i++)
    r[i] = r[i] - s->right[i] + 0.0;  // 0, if it is -0
  if (k.m > 0)
    dla_constraints(k, s, x + n, r, J);
  if (s->failed)
    r[0] = (double)NAN;
}
