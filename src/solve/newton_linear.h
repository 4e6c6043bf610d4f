// An increment of newton.h: factors of the Jacobian with scaled rows, d = -J^-1 r, its norm.

#pragma once

#include "base/vec.h"
#include "solve/dense.h"
#include "solve/newton_call.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// the power of two that brings x > 0 to [1, 2): its exponent with the sign changed
static inline double newton_power_of_two(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint64_t exponent = bits >> 52, opposite = exponent >= 2045 ? 1 : 2046 - exponent;
  if (opposite > 2045)
    opposite = 2045;  // x is subnormal: the largest there is
  bits = opposite << 52;
  memcpy(&x, &bits, sizeof bits);
  return x;
}

// Rows of J scaled to entries of size one; false if a row is zero or not finite.
static inline bool newton_scale_rows(int n, newton *s) {
  if (newton_is_sparse(s))
    return newton_sparse_scale(s);
  for (int i = 0; i < n; i++) {
    double *row = s->J + (long)i*n, largest = vec_max(row, n);
    if (!(largest > 0) || !isfinite(largest)) {
      s->last.worst = i;
      return false;
    }
    s->row[i] = newton_power_of_two(largest);
    for (int j = 0; j < n; j++)
      row[j] *= s->row[i];
  }
  return true;
}

// The first equation that depends on those before it: the column of J^T without a pivot, or, where
// rounding has left one, that with the smallest.
static inline int newton_dependent(int n, newton *s, const newton_equations *e) {
  newton_both(e, s->x, s->r, s->J);
  newton_scale_rows(n, s);
  if (newton_is_sparse(s) && s->shape.entries > 0)
    return newton_sparse_depends(s);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++) {
      double t = s->J[i*n + j];
      s->J[i*n + j] = s->J[j*n + i];
      s->J[j*n + i] = t;
    }
  int smallest = dense_factor(s->J, s->pivot, n), first = smallest;
  for (long k = 0; smallest < 0 && k < n; k++)
    if (first < 0 || fabs(s->J[k*n + k]) < fabs(s->J[first*(long)n + first]))
      first = (int)k;
  if (newton_is_sparse(s))
    newton_sparse_clear(s);
  return first;
}

// factors of the Jacobian that `e` has just left in J
static inline bool newton_refresh(int n, newton *s, const newton_equations *e) {
  s->carried.frozen = s->carried.aged = false;
  if (!newton_scale_rows(n, s))
    return false;
  s->carried.factorisations++;
  s->carried.frozen =
      (newton_is_sparse(s) ? newton_sparse_factor(s) : dense_factor(s->J, s->pivot, n)) < 0;
  if (!s->carried.frozen)
    s->last.worst = newton_dependent(n, s, e);
  return s->carried.frozen;
}

// d = J^-1 d by the factors, of scaled rows
static inline void newton_solve_linear(int n, newton *s, double *d) {
  if (newton_is_sparse(s))
    newton_sparse_solve(s, d);
  else
    dense_solve(s->J, s->pivot, d, n);
}

// x <- x + d, d = -J^-1 r
static inline void newton_advance(int n, newton *s) {
  for (int i = 0; i < n; i++)
    s->d[i] = -s->row[i]*s->r[i];
  newton_solve_linear(n, s, s->d);
  vec_axpy(s->x, 1, s->d, s->x, n);
}

// Below this size an increment of eps times the size is no normal number: what decays to rest passes
// through sizes of which fewer and fewer digits are known, and none need be. Nothing larger than
// 1e-276 is changed by it in any bit.
static const double newton_tiny = DBL_MIN/DBL_EPSILON;

// |d|/size; one without a size that has become zero has changed by all it was
static inline double newton_change(double d, double size) {
  if (size > 0)
    return fabs(d)/(size + newton_tiny);
  return isnan(d) || isnan(size) ? (double)NAN : vec_smaller(fabs(d)/newton_tiny, 1);
}

// the size of unknown i, with the largest of its block
static inline double newton_size(const newton *s, int i, double largest) {
  static const double share = 1e-3;  // of its block, below which an unknown counts as zero
  return s->scale[i] + fabs(s->x[i]) + share*largest;
}

// the norm of d; NaN if an increment is
static inline double newton_norm(newton_shape k, newton *s) {
  for (int b = 0, i = 0; b < newton_blocks; b++) {
    double largest = vec_max(s->x + i, k.end[b] - i);
    for (; i < k.end[b]; i++)
      s->d[i] = newton_change(s->d[i], newton_size(s, i, largest));
  }
  return vec_max(s->d, k.n);
}

// the equation with the largest residual, in the scales of the rows as they were last
static inline void newton_name_worst(int n, newton *s) {
  double worst = -1;
  for (int i = 0; i < n && !isnan(worst); i++) {
    double size = fabs(s->r[i])*(s->row[i] > 0 ? s->row[i] : 1);
    if (!(size <= worst)) {
      worst = size;
      s->last.worst = i;
      s->last.worst_residual = fabs(s->r[i]);
    }
  }
}
