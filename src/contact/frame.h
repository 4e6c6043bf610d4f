// The normal and two tangents of a contact whose slip is the whole relative velocity in space.
//
//   H_3^T n = H_N^T        by least squares: H_N the rows of the gap's rate, H_3 those of the velocity.
//                          A row h has the square h X h^T, X the inverse of the mass matrix or of its
//                          diagonal: so nothing depends on the units of coordinates, and rows of
//                          turning do not outweigh those of moving
//   s = |n|                of a gap that is a distance 1: the normal force is s times its multiplier
//   t1 = n x a/|n x a|     a the axis of the smallest entry of n, kept while that is at most 0.8 |n|
//   t2 = n x t1/|n|

#pragma once

#include "base/vec.h"
#include "solve/small_lu.h"

#include <math.h>
#include <stdbool.h>

static const double frame_noise = 1e-8;  // of |H_N|, as squares are: what n may leave unexplained
static const double frame_keeps = 0.8;   // an axis is kept up to this share of the normal

typedef struct frame {
  double s;          // |n|
  double normal[3];  // n/|n|
  double tangent[2][3];
} frame;

// the axis of the smallest entry, the first of equals
static inline int frame_smallest(const double n[3]) {
  int best = 0;
  for (int k = 1; k < 3; k++)
    if (fabs(n[k]) < fabs(n[best]))
      best = k;
  return best;
}

static inline void frame_cross(double out[3], const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3]*b[(k + 2) % 3] - a[(k + 2) % 3]*b[(k + 1) % 3];
}

// n of A n = b
static inline bool frame_solve(frame *f, double n[3], double A[9], const double b[3]) {
  int pivot[3];
  vec_copy(n, b, 3);
  if (small_lu_factor(A, pivot, 3) >= 0)
    return false;
  small_lu_solve(A, pivot, n, 3);
  f->s = sqrt(vec_dot(n, n, 3));
  for (int k = 0; k < 3; k++)
    f->normal[k] = n[k]/f->s;
  return f->s > 0 && isfinite(f->s);
}

// column j of a row less what n explains of it
static inline double frame_rest(const double n[3], const double *H3, const double *HN, int count,
                                int j) {
  return HN[j] - n[0]*H3[j] - n[1]*H3[count + j] - n[2]*H3[2*count + j];
}

// From rows H_3 (3 x count) and H_N (count), and the same times X; false if they do not belong to
// one point.
static inline bool frame_find_normal(frame *f, const double *H3, const double *HN,
                                     const double *H3X, const double *HNX, int count) {
  double A[9], b[3], n[3], rest = 0;
  for (int i = 0; i < 3; i++) {
    b[i] = vec_dot(H3X + i*count, HN, count);
    for (int j = 0; j < 3; j++)
      A[3*i + j] = vec_dot(H3X + i*count, H3 + j*count, count);
  }
  if (!frame_solve(f, n, A, b))
    return false;
  for (int j = 0; j < count; j++)
    rest += frame_rest(n, H3, HN, count, j)*frame_rest(n, H3X, HNX, count, j);
  return rest <= frame_noise*frame_noise*vec_dot(HN, HNX, count);
}

// may the tangents avoid this axis?
static inline bool frame_keeps_axis(const frame *f, int axis) {
  return axis >= 0 && fabs(f->normal[axis]) <= frame_keeps;
}

static inline void frame_find_tangents(frame *f, int axis) {
  double unit[3] = {0};
  unit[axis] = 1;
  frame_cross(f->tangent[0], f->normal, unit);
  double l = sqrt(vec_dot(f->tangent[0], f->tangent[0], 3));
  for (int k = 0; k < 3; k++)
    f->tangent[0][k] /= l;
  frame_cross(f->tangent[1], f->normal, f->tangent[0]);
}

// |n x a|/|n|
static inline double frame_tangent_length(const frame *f, int axis) {
  return sqrt(1 - f->normal[axis]*f->normal[axis]);
}
