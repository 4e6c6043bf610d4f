// Values of the model language: scalars, vectors and matrices of scalar expressions.

#pragma once

#include "base/arena.h"
#include "expr/node.h"

#include <assert.h>
#include <stdbool.h>

enum { value_largest = 64 };  // rows or columns of a matrix

// SHAPE_BODIES is a family of square matrices, one after the other: only an index makes a value of it
typedef enum value_shape { SHAPE_SCALAR, SHAPE_VECTOR, SHAPE_MATRIX, SHAPE_BODIES } value_shape;

typedef struct value {
  value_shape shape;
  int rows,
      cols;       // a vector has one column, a scalar one of each; of bodies: their number, entries
  expr scalar;    // of a scalar: most values are, and they need no memory
  expr *items;    // of others: rows*cols expressions, row by row
  bool fits_all;  // the number 0 or an empty sum: it has every shape
  bool constant;  // made of numbers, constants, parameters and indices only
  int first;      // the first index: of a family its own, otherwise 1
  bool by_rows;   // a family with two indices: a matrix, and one index makes a row of it
  int first_column;   // of such a family: the first of its second index
  int size;           // of bodies: rows of each matrix
  const int *index;   // of multipliers declared one by one: the index of each item, else NULL
  const char *param;  // a parameter it was made of, NULL if none
} value;

// a new value with room for its items; of a vector or matrix items is NULL if there is no memory
value value_new(arena *a, value_shape shape, int rows, int cols);

static inline value value_scalar(expr e) {
  return (value){.shape = SHAPE_SCALAR, .rows = 1, .cols = 1, .scalar = e, .first = 1};
}

static inline int value_count(const value *v) {
  assert(v->rows >= 0 && (v->shape >= SHAPE_MATRIX || v->cols == 1));
  return v->rows*v->cols;
}

static inline expr value_item(const value *v, int i) {
  assert(0 <= i && i < value_count(v));
  return v->shape == SHAPE_SCALAR ? v->scalar : v->items[i];
}

// all items, valid while v is
static inline const expr *value_items(const value *v) {
  return v->shape == SHAPE_SCALAR ? &v->scalar : v->items;
}

static inline bool value_same_shape(const value *a, const value *b) {
  return a->shape == b->shape && a->rows == b->rows && a->cols == b->cols;
}

// what a result has from its operands
static inline void value_inherit(value *out, const value *a, const value *b) {
  out->constant = a->constant && b->constant;
  out->param = a->param ? a->param : b->param;
}

// "a scalar", "a vector of length 3", "a 3x3 matrix"
const char *value_describe(arena *a, const value *v);

// the kinds of all symbols in it
unsigned value_kinds(const graph *g, const value *v);

// the position of index i among the items, -1 if it is outside
int value_position(const value *v, int i);
