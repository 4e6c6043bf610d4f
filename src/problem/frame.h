// A frame of the velocities that constraints A(q) v = 0 allow, in expressions.
//
// Householder's reduction of A^T (n x m): with the reflections H_1 ... H_m, the last d = n - m
// columns of Q = H_1 ... H_m span the kernel of A, and are orthonormal: the frame X(q). For k =
// 1..m, with r the entries k..n of column k of H_k-1 ... H_1 A^T:
//
//   nu = |r|,  t = nu + s_k r_1,  u = (0, ..., 0, 1, s_k r_2/t, s_k r_3/t, ...)
//   H_k x = x - (t/nu) u (u.x)
//
// Either sign s_k will do, but t must not become small: s_k = sign(r_1) is best, and any sign is
// good while r turns by less than a right angle. t/nu = 1 + s_k r_1/nu, the turn of a pivot, tells.
// With the signs held, X is differentiable, and its derivatives are those of the expressions.
//
// X is kept as reflections and never made a matrix: applying it costs 4 n m operations.

#pragma once

#include "base/arena.h"
#include "expr/node.h"

typedef struct frame {
  graph *graph;
  int n, m;
  expr *u;     // m x n  directions of the reflections
  expr *turn;  // m      t/nu
  expr *sign;  // m      s
} frame;

// The frame of the rows A (m x n), with signs that are given, or, if `sign` is NULL, those of the
// pivots. False when there is no memory.
bool frame_make(frame *f, arena *a, graph *g, const expr *A, int m, int n, const expr *sign);

// out[n] = X x, x[d]
void frame_apply(const frame *f, const expr *x, expr *out);

// out[d] = X^T x, x[n]; `x` is overwritten
void frame_apply_transposed(const frame *f, expr *x, expr *out);
