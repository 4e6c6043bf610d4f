#include "lang/value.h"

#include <assert.h>

value value_new(arena *a, value_shape shape, int rows, int cols) {
  value v = {.shape = shape, .rows = rows, .cols = cols, .first = 1};
  assert(rows >= 0 && cols >= 0);
  assert(shape >= SHAPE_MATRIX || cols == 1);
  assert(shape != SHAPE_SCALAR || rows == 1);
  if (shape != SHAPE_SCALAR)
    v.items = ARENA_ARRAY(a, expr, (size_t)rows*(size_t)cols);
  return v;
}

const char *value_describe(arena *a, const value *v) {
  const char *text = NULL;
  switch (v->shape) {
  case SHAPE_SCALAR: text = "a scalar"; break;
  case SHAPE_VECTOR: text = arena_print(a, "a vector of length %d", v->rows); break;
  case SHAPE_MATRIX: text = arena_print(a, "a %dx%d matrix", v->rows, v->cols); break;
  case SHAPE_BODIES: text = arena_print(a, "a family of %d matrices", v->rows); break;
  }
  return text ? text : "a value";
}

unsigned value_kinds(const graph *g, const value *v) {
  unsigned kinds = 0;
  const expr *items = value_items(v);
  for (int i = 0; i < value_count(v); i++)
    kinds |= expr_kinds(g, items[i]);
  return kinds;
}

// by bisection: the indices of a sparse value increase
static int sparse_position(const value *v, int i) {
  int low = 0, high = v->rows;
  while (low < high) {
    int middle = low + (high - low)/2;
    if (v->index[middle] < i)
      low = middle + 1;
    else
      high = middle;
  }
  assert(low == 0 || v->index[low - 1] < i);
  return low < v->rows && v->index[low] == i ? low : -1;
}

int value_position(const value *v, int i) {
  if (v->index)
    return sparse_position(v, i);
  long k = (long)i - v->first;
  return k >= 0 && k < v->rows ? (int)k : -1;
}
