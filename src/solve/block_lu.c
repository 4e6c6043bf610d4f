#include "solve/block_lu.h"

#include "base/vec.h"
#include "solve/dense.h"

enum { largest_node = 400 };  // unknowns

bool block_lu_init(block_lu *s, arena *a, block_limits limits) {
  int n = limits.unknowns, widest = n < largest_node ? n : largest_node;
  *s = (block_lu){
      .value = ARENA_UNSET(a, int, n),
      .width = ARENA_UNSET(a, int, n),
      .offset = ARENA_UNSET(a, int, limits.blocks),
      .A = ARENA_UNSET(a, double, limits.numbers),
      .row = ARENA_UNSET(a, double, n),
      .pivot = ARENA_UNSET(a, int, n),
      .at = ARENA_UNSET(a, int, n),
      .square = ARENA_UNSET(a, double, (size_t)widest*(size_t)widest),
      .square_limit = widest,
      .begin = ARENA_UNSET(a, int, n),
      .x = ARENA_UNSET(a, double, n),
  };
  return block_order_init(&s->order, a, limits);
}

static int size_at(const block_lu *s, int position) {
  return s->order.size[s->order.order[position]];
}

bool block_lu_lay(block_lu *s, int n) {
  block_order *o = &s->order;
  long end = 0;
  int unknowns = 0;
  if (!block_order_find(o, n))
    return false;
  for (int k = 0; k < o->nnode; k++) {
    int width = 0;
    for (int j = o->first[k]; j < o->first[k + 1]; j++) {
      s->offset[j] = width;
      width += size_at(s, o->column[j]);
    }
    s->width[k] = width;
    s->value[k] = (int)end;
    s->begin[k] = unknowns;
    unknowns += size_at(s, k);
    end += (long)width*size_at(s, k);
    if (end > o->limits.numbers || size_at(s, k) > s->square_limit)
      return false;
  }
  return true;
}

// the place of a column in a row of blocks
static int find_block(const block_order *o, int row, int column) {
  int low = o->first[row], high = o->first[row + 1] - 1;
  while (low < high) {
    int middle = (low + high)/2;
    if (o->column[middle] < column)
      low = middle + 1;
    else
      high = middle;
  }
  assert(o->column[low] == column);
  return low;
}

void block_lu_clear(block_lu *s) {
  const block_order *o = &s->order;
  for (int k = 0; k < o->nnode; k++) {
    int size = size_at(s, k), own = s->offset[o->first[k] + o->diagonal[k]];
    double *A = s->A + s->value[k];
    vec_zero(A, size*s->width[k]);
    for (int i = 0; i < size; i++)
      A[i*s->width[k] + own + i] = 1;
  }
}

void block_lu_add(block_lu *s, int i, const int *column, const double *number, int count) {
  const block_order *o = &s->order;
  int row = o->position[o->node[i]], last = -1, begin = 0;
  double *A = s->A + s->value[row] + o->place[i]*s->width[row];
  for (int j = 0; j < count; j++) {
    int node = o->node[column[j]];
    if (node != last)
      begin = s->offset[find_block(o, row, o->position[node])];
    last = node;
    A[begin + o->place[column[j]]] += number[j];
  }
}

// ---------------------------------------------------------------------------------------------
// factors

// row <- row A^-1 for each of the rows of a block (rows x n), the inverse is given
static void times_inverse(block_lu *s, double *block, int rows, int stride, const double *inverse,
                          int n, int inverse_stride) {
  for (int i = 0; i < rows; i++) {
    double *x = block + i*stride, *y = s->row;
    vec_zero(y, n);
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        y[j] += x[k]*inverse[k*inverse_stride + j];
    vec_copy(x, y, n);
  }
}

// row k of blocks minus its block in column p times row p, from the diagonal of that on
static void subtract_row(block_lu *s, int k, int p, int where) {
  const block_order *o = &s->order;
  int rows = size_at(s, k), inner = size_at(s, p), stride = s->width[k];
  double *A = s->A + s->value[k];
  const double *U = s->A + s->value[p];
  int diagonal = o->first[p] + o->diagonal[p];
  times_inverse(s, A + where, rows, stride, U + s->offset[diagonal], inner, s->width[p]);
  for (int b = diagonal + 1; b < o->first[p + 1]; b++) {
    int columns = size_at(s, o->column[b]);
    double *to = A + s->at[o->column[b]];
    const double *from = U + s->offset[b];
    for (int i = 0; i < rows; i++)
      for (int l = 0; l < inner; l++) {
        double x = A[i*stride + where + l];
        for (int j = 0; j < columns; j++)
          to[i*stride + j] -= x*from[l*s->width[p] + j];
      }
  }
}

// the block on the diagonal becomes its inverse
static bool invert(block_lu *s, double *A, int n, int stride) {
  for (int i = 0; i < n; i++)
    vec_copy(s->square + i*n, A + i*stride, n);
  if (dense_factor(s->square, s->pivot, n) >= 0)
    return false;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      s->row[i] = i == j;
    dense_solve(s->square, s->pivot, s->row, n);
    for (int i = 0; i < n; i++)
      A[i*stride + j] = s->row[i];
  }
  return true;
}

bool block_lu_factor(block_lu *s) {
  const block_order *o = &s->order;
  for (int k = 0; k < o->nnode; k++) {
    int diagonal = o->first[k] + o->diagonal[k];
    for (int j = o->first[k]; j < o->first[k + 1]; j++)
      s->at[o->column[j]] = s->offset[j];
    for (int j = o->first[k]; j < diagonal; j++)
      subtract_row(s, k, o->column[j], s->offset[j]);
    if (!invert(s, s->A + s->value[k] + s->offset[diagonal], size_at(s, k), s->width[k]))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// solution

// x_k -= (blocks from .. to of row k) x
static void subtract_blocks(block_lu *s, int k, int from, int to) {
  const double *A = s->A + s->value[k];
  for (int i = 0; i < size_at(s, k); i++)
    for (int j = from; j < to; j++) {
      int column = s->order.column[j];
      s->x[s->begin[k] + i] -=
          vec_dot(A + i*s->width[k] + s->offset[j], s->x + s->begin[column], size_at(s, column));
    }
}

void block_lu_solve(block_lu *s, double *b) {
  const block_order *o = &s->order;
  for (int i = 0; i < o->n; i++)
    if (o->node[i] >= 0)
      s->x[s->begin[o->position[o->node[i]]] + o->place[i]] = b[i];
  for (int k = 0; k < o->nnode; k++)
    subtract_blocks(s, k, o->first[k], o->first[k] + o->diagonal[k]);
  for (int k = o->nnode - 1; k >= 0; k--) {
    int diagonal = o->first[k] + o->diagonal[k], n = size_at(s, k);
    const double *inverse = s->A + s->value[k] + s->offset[diagonal];
    subtract_blocks(s, k, diagonal + 1, o->first[k + 1]);
    for (int i = 0; i < n; i++)
      s->row[i] = vec_dot(inverse + i*s->width[k], s->x + s->begin[k], n);
    vec_copy(s->x + s->begin[k], s->row, n);
  }
  for (int i = 0; i < o->n; i++)
    if (o->node[i] >= 0)
      b[i] = s->x[s->begin[o->position[o->node[i]]] + o->place[i]];
}
