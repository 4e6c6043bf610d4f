// Values of expressions in a study. A value has up to four directions, each of which may be missing:
//
//   methods   of `method [rattle, dla-mp]`
//   index     of `for k in 0..4`
//   rows      the nodes of a run, the times of an ensemble, the points of a section: a series
//   entries   of a vector, as the family w[1..3]
//
// A cell holds the rows and entries of one method and one index.

#pragma once

#include "base/arena.h"

enum { AXIS_METHOD, AXIS_INDEX, AXES };

typedef struct script_axis {
  int n;
  const char *const *labels;  // n: "rattle", "h = 0.1"
  const char *name;           // of the index, "k"; NULL: methods
  const double *values;       // n, of the index
} script_axis;

typedef struct script_cell {
  long rows;        // 1 unless the value is a series
  const double *x;  // rows x width
} script_cell;

typedef struct script_value {
  const script_axis *axis[AXES];  // NULL: the direction is missing
  bool series;
  int width;           // entries of a row
  script_cell *cells;  // methods x indices
} script_value;

static inline int value_size(const script_value *v, int axis) {
  return v->axis[axis] ? v->axis[axis]->n : 1;
}

static inline int value_cells(const script_value *v) {
  return value_size(v, AXIS_METHOD)*value_size(v, AXIS_INDEX);
}

// is it one number?
static inline bool value_is_number(const script_value *v) {
  return !v->axis[AXIS_METHOD] && !v->axis[AXIS_INDEX] && !v->series && v->width == 1;
}

// the cell for method i and index j; a direction that is missing has one cell for all
static inline const script_cell *value_cell(const script_value *v, int i, int j) {
  int n = value_size(v, AXIS_INDEX);
  return &v->cells[(v->axis[AXIS_METHOD] ? i : 0)*n + (v->axis[AXIS_INDEX] ? j : 0)];
}
