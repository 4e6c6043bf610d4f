// Index reduction: index1 and index0, baselines that drift.
//
//   problem    M a = F + B^T lambda,  q' = v, v' = a,  Phi(t,q,v) = 0 or g(t,q) = 0   (lagrangian)
//              q' = H_p,  p' = f + B^T lambda                                        (hamiltonian)
//   constraint differentiated until the accelerations appear, once for Phi and twice for g:
//              B a = c   or   C (f + B^T lambda) = C f + c                   (problem/consistent.h)
//   index1     [M -B^T; B 0] (a, lambda) = (F, c)   or   C B^T lambda = c,                [T] ch. 2
//              an ordinary differential equation for (q,v) or (q,p)
//   index0     lambda is integrated, too: a from M a = F + B^T lambda, and lambda' from the
//              derivative of the equations of index1 along the motion,                    [T] ch. 2
//              [M -B^T; B 0] (a', lambda') = (F' - M' a + B'^T lambda, c' - B' a),   or
//              C B^T lambda' = c' - C' B^T lambda - C B'^T lambda
//   pair       Dormand-Prince 5(4), seven stages, the last is the first of the next step;   [D] [H]
//              error |e_i| <= atol + rtol |y_i| in the mean square, steps by a PI controller
//   nodes      read off a continuous extension: steps run ahead on their own, and h does not
//              restrict them. That of [H] II.6 has order 4, and its error would hide the drift of
//              the steps; with the rates at two of its points it is raised to order 5          [E]
//   options    rtol = 1e-6, atol = 1e-9
//
//   unknown    none: explicit, except for a linear system per right-hand side
//   Jacobian   none
//
//   order      5, in the steps it chooses: the error at the end follows rtol
//   keeps      nothing exactly
//   does not   keep the constraints: they are first integrals that no step enforces. |Phi| grows
//              like t (index1; g like t^2) and t^2 (index0; g like t^3), times the tolerance
//   is not     symmetric; an adaptive step has no adjoint and cannot be composed
//   differs    [T] (2.11), (2.12) use theta'' = 0 on the disk, which holds on the constraint only;
//              here all equations are kept
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009, chapter 2.
// [D] Dormand, Prince, J. Comput. Appl. Math. 6 (1980).
// [H] Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I", secs II.4 to II.6: the
//     controller, the first step, and the extension of order 4 (by Shampine) are those of DOPRI5.
// [E] Enright, Jackson, Norsett, Thomsen, ACM Trans. Math. Software 12 (1986), "bootstrapping".

#pragma once

#include "methods/kernel.h"
#include "problem/consistent.h"
#include "problem/own_chart.h"

enum { index1_stages = 7, index1_terms = 6 };

// what does not change in a run
typedef struct index1_shape {
  int n, m;         // coordinates, constraints
  bool lagrangian;  // integrates (q,v), otherwise (q,p)
  bool rates;       // and the multipliers: index0
  double rtol, atol;
} index1_shape;

// how many numbers are integrated
static inline int index1_numbers(index1_shape k) {
  return 2*k.n + (k.rates ? k.m : 0);
}

// The last step, which reaches over the node, and the node as it was given to the caller. Their
// arrays are in the record.
typedef struct index1_carried {
  bool going;     // there is a step
  bool raised;    // its extension is of order 5: not before a node lies on it
  double t, h;    // where it ends, and how long it was
  double next;    // size of the next one
  double past;    // its error, for the controller
  double node_t;  // of the node
  long changes;   // of the inputs, when the step was taken
} index1_carried;

typedef struct index1 {
  kernel *base;
  evaluator *e;
  index1_shape shape;

  // the last step; y = (q, v or p) with lambda of index0, N numbers
  index1_carried *carried;
  double *y;      // N        its end
  double *k;      // 7 x N    rates of its stages; the first is that at y now
  double *terms;  // 6 x N    its continuous extension
  double *node;   // N
  double *turns;  // n        full turns of its angles

  // scratch
  consistent linear;  //      the equations of accelerations and multipliers
  double *values;     // 2n   v and f of a hamiltonian                       left by index1_rate
  double *mass;       // n x n  factors of M                                        of index0
  int *pivot;         // n
  double *pushed;     // 2n   B^T lambda, then B'^T lambda
  double *stage;      // N    of the step that is tried; in the end, where it leads
  double *error;      // N
} index1;

static inline void index1_open(index1 *s, kernel *base, index1_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
}

// it is explicit
static inline newton_shape index1_unknowns(index1_shape k) {
  (void)k;
  return (newton_shape){0};
}

// unknowns of its linear equations
static inline int index1_linear_size(index1_shape k) {
  return k.lagrangian ? k.n + k.m : k.m;
}

static inline void index1_lay(index1_shape k, index1 *s, layout *l) {
  int N = index1_numbers(k);
  assert(k.rtol > 0 && k.atol > 0 && k.m >= 0);
  s->y = layout_carried(l, N);
  s->k = layout_carried(l, index1_stages*N);
  s->terms = layout_carried(l, index1_terms*N);
  s->node = layout_carried(l, N);
  s->turns = layout_carried(l, k.n);
  s->linear = (consistent){.size = index1_linear_size(k)};
  consistent_lay(&s->linear, l);
  s->values = layout_output(l, 2*k.n);
  s->mass = layout_scratch(l, k.n*k.n);
  s->pivot = layout_integers(l, LAYOUT_SCRATCH, k.n);
  s->pushed = layout_scratch(l, 2*k.n);
  s->stage = layout_scratch(l, N);
  s->error = layout_scratch(l, N);
}

// the linear equations with the sizes of the shape, which a compiled step knows
static inline consistent index1_equations(index1_shape k, const index1 *s) {
  consistent c = s->linear;
  c.n = k.n;
  c.m = k.m;
  c.lagrangian = k.lagrangian;
  c.size = index1_linear_size(k);
  return c;
}

// A = P L U; `failed_at` counts as y does: velocities from n on, multipliers from 2n on
static inline kernel_result index1_factor(index1 *s, double *A, int *pivot, int n, int first) {
  double largest = vec_max(A, n*n);
  int column = dense_factor(A, pivot, n);
  if (column < 0)
    return KERNEL_DONE;
  if (!isfinite(largest)) {
    s->base->failed_at = 0;
    return KERNEL_NOT_FINITE;
  }
  s->base->failed_at = first + column;
  return KERNEL_NO_ACCELERATION;
}

// ---- index1

// q' = v, v' = a
static inline kernel_result index1_lagrangian(index1_shape k, index1 *s, double t, const double *y,
                                              double *rate) {
  int n = k.n;
  consistent c = index1_equations(k, s);
  consistent_lagrangian(&c, evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL));
  kernel_result result = index1_factor(s, c.A, c.pivot, c.size, n);
  if (result != KERNEL_DONE)
    return result;
  dense_solve(c.A, c.pivot, c.b, c.size);
  vec_copy(rate, y + n, n);
  vec_copy(rate + n, c.b, n);
  return KERNEL_DONE;
}

// q' = H_p, p' = f + B^T lambda, the rates of a hamiltonian
static inline void index1_push(index1_shape k, index1 *s, double t, const double *y,
                               const double *B, const double *lambda, double *rate) {
  int n = k.n;
  chart_view at = own_chart(n, s->e, t, y, y + n, false, s->values);
  vec_copy(rate, at.y, n);
  for (int i = 0; i < n; i++)
    rate[n + i] = at.f[i] + 0.0;  // 0, if it is -0
  mat_tvec_add(rate + n, 1, B, lambda, k.m, n);
}

static inline kernel_result index1_hamiltonian(index1_shape k, index1 *s, double t, const double *y,
                                               double *rate) {
  int n = k.n, m = k.m;
  consistent c = index1_equations(k, s);
  const double *out = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL);
  consistent_hamiltonian(&c, out);
  kernel_result result = index1_factor(s, c.A, c.pivot, m, 2*n);
  if (result != KERNEL_DONE)
    return result;
  dense_solve(c.A, c.pivot, c.b, m);
  index1_push(k, s, t, y, out + m*n, c.b, rate);
  return KERNEL_DONE;
}

// ---- index0

// M a = F + B^T lambda; [M -B^T; B 0] (a', lambda') = (F' - M' a + B'^T lambda, c' - B' a)
static inline kernel_result index0_lagrangian(index1_shape k, index1 *s, double t, const double *y,
                                              double *rate) {
  int n = k.n, m = k.m;
  const double *lambda = y + 2*n;
  double *a = rate + n;
  consistent c = index1_equations(k, s);
  const double *M = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL);
  const double *F = M + n*n, *B = F + n;
  consistent_lagrangian(&c, M);
  vec_copy(s->mass, M, n*n);
  kernel_result result = index1_factor(s, s->mass, s->pivot, n, n);
  if (result == KERNEL_DONE)
    result = index1_factor(s, c.A, c.pivot, c.size, n);
  if (result != KERNEL_DONE)
    return result;
  for (int i = 0; i < n; i++)
    a[i] = F[i] + 0.0;  // 0, if it is -0
  mat_tvec_add(a, 1, B, lambda, m, n);
  dense_solve(s->mass, s->pivot, a, n);

  const double *dM = evaluator_run(s->e, BUNDLE_ACCELERATION_RATE, t, y, y + n, a);
  const double *dF = dM + n*n, *dB = dF + n, *dc = dB + m*n;
  for (int i = 0; i < n; i++)
    c.b[i] = dF[i] - vec_dot(dM + i*n, a, n) + 0.0;
  mat_tvec_add(c.b, 1, dB, lambda, m, n);
  for (int i = 0; i < m; i++)
    c.b[n + i] = dc[i] - vec_dot(dB + i*n, a, n);
  dense_solve(c.A, c.pivot, c.b, c.size);
  vec_copy(rate, y + n, n);
  vec_copy(rate + 2*n, c.b + n, m);
  return KERNEL_DONE;
}

// C B^T lambda' = c' - C' B^T lambda - C B'^T lambda
static inline kernel_result index0_hamiltonian(index1_shape k, index1 *s, double t, const double *y,
                                               double *rate) {
  int n = k.n, m = k.m;
  const double *lambda = y + 2*n;
  double *along = s->pushed, *turned = along + n;
  consistent c = index1_equations(k, s);
  const double *C = evaluator_run(s->e, BUNDLE_ACCELERATION, t, y, y + n, NULL), *B = C + m*n;
  consistent_hamiltonian(&c, C);
  kernel_result result = index1_factor(s, c.A, c.pivot, m, 2*n);
  if (result != KERNEL_DONE)
    return result;
  index1_push(k, s, t, y, B, lambda, rate);

  const double *dC = evaluator_run(s->e, BUNDLE_ACCELERATION_RATE, t, y, y + n, rate + n);
  const double *dB = dC + m*n, *dc = dB + m*n;
  vec_zero(along, 2*n);
  mat_tvec_add(along, 1, B, lambda, m, n);
  mat_tvec_add(turned, 1, dB, lambda, m, n);
  for (int i = 0; i < m; i++)
    c.b[i] = dc[i] - vec_dot(dC + i*n, along, n) - vec_dot(C + i*n, turned, n);
  dense_solve(c.A, c.pivot, c.b, m);
  vec_copy(rate + 2*n, c.b, m);
  return KERNEL_DONE;
}

// y' at (t, y); there is none where the equations are singular
static inline kernel_result index1_rate(index1_shape k, index1 *s, double t, const double *y,
                                        double *rate) {
  s->base->carried.evaluations++;
  if (k.rates)
    return k.lagrangian ? index0_lagrangian(k, s, t, y, rate)
                        : index0_hamiltonian(k, s, t, y, rate);
  return k.lagrangian ? index1_lagrangian(k, s, t, y, rate) : index1_hamiltonian(k, s, t, y, rate);
}
