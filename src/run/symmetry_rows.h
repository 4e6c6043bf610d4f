// The equations of the symmetries of a model on R^n (symmetries.h), as rows of numbers.
//
// Unknowns are X_AB and b_A, A and B classes of coordinates, then C. Coordinate i is member e->member[i]
// of class e->class[i], and X_ij is X_AB where members are the same, otherwise 0. Up to
// symmetry_most_coordinates every coordinate is a class. An unknown counts in units of the sizes of the
// state, reach_A/reach_B of X_AB; a row against the size of its terms.

#pragma once

#include "run/run.h"

typedef struct symmetry_rows {
  int n, m;
  int nclass;           //      0: too many to be looked at
  int *class, *member;  // n
  bool mixes;           //      C is among the unknowns
  int unknowns, room;   //      how many, and rows that there is room for
  int count, points;    //      rows so far, and points they are from
  double *matrix;       // unknowns x room  the entries of one unknown one after the other
  double *unit;         // unknowns         what 1 stands for
  bool *allowed;        // unknowns         false: X_AB of an angle, or of no pair
  double *reach;        // n    sizes of the coordinates
  double *row, *size;   // unknowns  scratch: a row, and the sizes of its terms
  double *q, *x;        // n    a point: positions, and v or p
  double *y;            // n    and its velocities
  const bool *angle;    // n
} symmetry_rows;

// where X_ij stands, b_i, and C_kl
static inline int symmetry_rows_entry(const symmetry_rows *e, int i, int j) {
  return e->class[i]*e->nclass + e->class[j];
}

static inline int symmetry_rows_shift(const symmetry_rows *e, int i) {
  return e->nclass*e->nclass + e->class[i];
}

// X and b alone
static inline int symmetry_rows_width(const symmetry_rows *e) {
  return e->nclass*e->nclass + e->nclass;
}

// is X_ij an unknown? Angles are only shifted.
static inline bool symmetry_rows_pair(const symmetry_rows *e, int i, int j) {
  return e->member[i] == e->member[j] && !e->angle[i] && !e->angle[j];
}

// False when there is no memory.
bool symmetry_rows_init(symmetry_rows *e, noslip_run *r, arena *a);

// Write them down at points around the node of the run. False where the model has too few values
// there.
bool symmetry_rows_fill(symmetry_rows *e, noslip_run *r);
