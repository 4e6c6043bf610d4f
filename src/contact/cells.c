#include "contact/cells.h"

#include <assert.h>
#include <math.h>

enum { block_bits = 3, block_size = 1 << block_bits, block_mask = block_size - 1 };

bool cells_init(cells *c, arena *a, int limit) {
  assert(limit >= 0);
  *c = (cells){.limit = limit, .ntable = block_size};
  while (c->ntable < limit)
    c->ntable *= 2;
  c->start = ARENA_ARRAY(a, int, (size_t)c->ntable + 1);
  c->member = ARENA_ARRAY(a, int, limit);
  c->near = ARENA_ARRAY(a, double, 3*(size_t)limit);
  c->row = ARENA_ARRAY(a, signed char, limit);
  c->place = ARENA_ARRAY(a, int, limit);
  c->where = ARENA_ARRAY(a, int64_t, 3*(size_t)limit);
  return !a->failed;
}

// The cell of a coordinate. Far out all cells are one: the quotient is rounded by less than 2^-12
// up to there, and the edge of a cell is longer than the distance by more.
static int64_t cell_of(double x, double edge) {
  static const double most = 2199023255552;  // 2^41
  double cell = floor(x/edge);
  return (int64_t)(cell > most ? most : cell < -most ? -most : cell);
}

// Cells that follow each other in the first coordinate have places that do, up to a block of 8, so that
// a search reads neighbours together. Blocks are spread over the table.
//                                                                    [Steele et al., OOPSLA 2014]
static uint64_t mixed_block(int64_t block, int64_t second, int64_t third) {
  uint64_t mixed = (uint64_t)block*0x9e3779b97f4a7c15u + (uint64_t)second*0xd1b54a32d192ed03u +
                   (uint64_t)third*0x8cb92ba72f3d8dd7u;
  mixed = (mixed ^ (mixed >> 30))*0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27))*0x94d049bb133111ebu;
  return (mixed ^ (mixed >> 31)) << block_bits;
}

// cells before 0 are in blocks, too: the quotient is rounded down
static int64_t block_of(int64_t cell) {
  return (cell - (cell & block_mask))/block_size;
}

static int place_in(const cells *c, uint64_t mixed, int64_t first) {
  return (int)((mixed | (uint64_t)(first & block_mask)) & (uint64_t)(c->ntable - 1));
}

// the place of a cell in the table
static int place_of(const cells *c, const int64_t *cell) {
  return place_in(c, mixed_block(block_of(cell[0]), cell[1], cell[2]), cell[0]);
}

// A row of cells, along the first coordinate, told from those around it: rows that are neighbours differ by
// -1, 0 or 1 in the other coordinates.
static signed char row_of(const int64_t *cell) {
  int64_t second = cell[1] % 3, third = cell[2] % 3;
  second += second < 0 ? 3 : 0;
  third += third < 0 ? 3 : 0;
  return (signed char)(second + 3*third);
}

static bool is_finite(const double *x, int dimension) {
  for (int k = 0; k < dimension; k++)
    if (!isfinite(x[k]))
      return false;
  return true;
}

// the cells of all points and their places; start[k + 1] is how many place k has
static void count(cells *c, double edge) {
  for (int k = 0; k <= c->ntable; k++)
    c->start[k] = 0;
  for (int i = 0; i < c->n; i++) {
    const double *x = c->x + (long)i*c->dimension;
    int64_t *cell = c->where + 3*(long)i;
    for (int k = 0; k < 3; k++)
      cell[k] = k < c->dimension && isfinite(x[k]) ? cell_of(x[k], edge) : 0;
    c->place[i] = is_finite(x, c->dimension) ? place_of(c, cell) : -1;
    if (c->place[i] >= 0)
      c->start[c->place[i] + 1]++;
  }
}

// put all points into their places: count, then place
static void fill(cells *c, double edge) {
  count(c, edge);
  for (int k = 0; k < c->ntable; k++)
    c->start[k + 1] += c->start[k];
  int finite = c->start[c->ntable];
  // the last point first: each place is filled from its end
  for (int i = c->n - 1; i >= 0; i--) {
    if (c->place[i] < 0)
      continue;
    int at = --c->start[c->place[i] + 1];
    c->member[at] = i;
    c->row[at] = row_of(c->where + 3*(long)i);
    for (int k = 0; k < c->dimension; k++)
      c->near[(long)at*c->dimension + k] = c->x[(long)i*c->dimension + k];
  }
  // what was the end of a place is its beginning now
  for (int k = 0; k < c->ntable; k++)
    c->start[k] = c->start[k + 1];
  c->start[c->ntable] = finite;
}

// all coordinates are compared: which one is too far cannot be predicted
static inline int is_close(const double *a, const double *b, int dimension, double distance) {
  int close = fabs(a[0] - b[0]) <= distance;
  for (int k = 1; k < dimension; k++)
    close &= fabs(a[k] - b[k]) <= distance;
  return close;
}

// The partners of point i in places that follow each other join those found so far. Points that are
// close are in the cells asked for, or in another row of cells that shares the places.
static int search_places(const cells *c, int i, const int64_t *cell, int first, int last,
                         int *partner, int count) {
  int dimension = c->dimension;
  signed char row = row_of(cell);
  const double *own = c->x + (long)i*dimension;
  for (int k = c->start[first]; k < c->start[last + 1]; k++) {
    int j = c->member[k];
    partner[count] = j;
    count += (j > i) & (c->row[k] == row) &
             is_close(own, c->near + (long)k*dimension, dimension, c->distance);
  }
  return count;
}

// few numbers in order
static void sort(int *list, int count) {
  for (int k = 1; k < count; k++) {
    int number = list[k], at = k;
    for (; at > 0 && list[at - 1] > number; at--)
      list[at] = list[at - 1];
    list[at] = number;
  }
}

// the cells with offsets -1, 0, 1 in the first coordinate, those of a block at once
static int search_row(const cells *c, int i, const int64_t *cell, int *partner, int count) {
  for (int64_t first = cell[0] - 1, last; first <= cell[0] + 1; first = last + 1) {
    int64_t block = block_of(first);
    last = block*block_size + block_mask;
    last = last < cell[0] + 1 ? last : cell[0] + 1;
    int place = place_in(c, mixed_block(block, cell[1], cell[2]), first);
    count = search_places(c, i, cell, place, place + (int)(last - first), partner, count);
  }
  return count;
}

// all cells around that of point i: offsets -1, 0, 1 in each dimension
int cells_partners(const cells *c, int i, int *partner) {
  const int64_t *own = c->where + 3*(long)i;
  int nrow = c->dimension == 1 ? 1 : c->dimension == 2 ? 3 : 9, count = 0;
  assert(i >= 0 && i < c->n);
  if (c->place[i] < 0)
    return 0;
  for (int code = 0; code < nrow; code++) {
    int64_t cell[3] = {own[0], own[1], own[2]};
    if (c->dimension > 1)
      cell[1] += code % 3 - 1;
    if (c->dimension > 2)
      cell[2] += code/3 - 1;
    count = search_row(c, i, cell, partner, count);
  }
  sort(partner, count);
  return count;
}

void cells_fill(cells *c, const double *x, int n, int dimension, double distance) {
  assert(n <= c->limit && dimension >= 1 && dimension <= 3 && distance > 0);
  c->x = x;
  c->n = n;
  c->dimension = dimension;
  c->distance = distance;
  fill(c, distance*(1 + 1.0/1024));
}
