#include "contact/cells.h"

#include <assert.h>
#include <math.h>

bool cells_init(cells *c, arena *a, int limit) {
  assert(limit >= 0);
  *c = (cells){.limit = limit, .ntable = 1};
  while (c->ntable < limit)
    c->ntable *= 2;
  c->start = ARENA_ARRAY(a, int, (size_t)c->ntable + 1);
  c->member = ARENA_ARRAY(a, int, limit);
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
// a search reads neighbours together: a third of the time at 10^5 points. Blocks are spread over the
// table                                                              [Steele et al., OOPSLA 2014]
enum { block_bits = 3, block_mask = (1 << block_bits) - 1 };

static uint64_t mixed_block(int64_t block, int64_t second, int64_t third) {
  const int64_t cell[3] = {block, second, third};
  uint64_t mixed = 0;
  for (int k = 0; k < 3; k++) {
    mixed ^= (uint64_t)cell[k] + 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30))*0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27))*0x94d049bb133111ebu;
    mixed ^= mixed >> 31;
  }
  return mixed << block_bits;
}

// cells before 0 are in blocks, too: the quotient is rounded down
static int64_t block_of(int64_t cell) {
  return (cell - (cell & block_mask))/(block_mask + 1);
}

static int place_in(const cells *c, uint64_t mixed, int64_t first) {
  return (int)((mixed | (uint64_t)(first & block_mask)) & (uint64_t)(c->ntable - 1));
}

// the place of a cell in the table
static int place_of(const cells *c, const int64_t *cell) {
  return place_in(c, mixed_block(block_of(cell[0]), cell[1], cell[2]), cell[0]);
}

static bool is_finite(const double *x, int dimension) {
  for (int k = 0; k < dimension; k++)
    if (!isfinite(x[k]))
      return false;
  return true;
}

// put all points into their places: count, then place
static void fill(cells *c, const double *x, int n, int dimension, double edge) {
  for (int k = 0; k <= c->ntable; k++)
    c->start[k] = 0;
  for (int i = 0; i < n; i++) {
    int64_t *cell = c->where + 3*(long)i;
    for (int k = 0; k < 3; k++)
      cell[k] = 0;
    if (!is_finite(x + (long)i*dimension, dimension))
      continue;
    for (int k = 0; k < dimension; k++)
      cell[k] = cell_of(x[(long)i*dimension + k], edge);
    c->start[place_of(c, cell) + 1]++;
  }
  for (int k = 0; k < c->ntable; k++)
    c->start[k + 1] += c->start[k];
  int finite = c->start[c->ntable];
  // the last point first: each place is filled from its end
  for (int i = n - 1; i >= 0; i--)
    if (is_finite(x + (long)i*dimension, dimension))
      c->member[--c->start[place_of(c, c->where + 3*(long)i) + 1]] = i;
  // what was the end of a place is its beginning now
  for (int k = 0; k < c->ntable; k++)
    c->start[k] = c->start[k + 1];
  c->start[c->ntable] = finite;
}

static bool is_close(const double *a, const double *b, int dimension, double distance) {
  for (int k = 0; k < dimension; k++)
    if (!(fabs(a[k] - b[k]) <= distance))
      return false;
  return true;
}

static bool same_cell(const int64_t *a, const int64_t *b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// the partners of point i in one cell join those found so far
static int search_cell(const cells *c, int i, const int64_t *cell, int place, int *partner,
                       int count) {
  int dimension = c->dimension;
  const double *own = c->x + (long)i*dimension;
  for (int k = c->start[place]; k < c->start[place + 1]; k++) {
    int j = c->member[k], at = count;
    if (j <= i || !same_cell(c->where + 3*(long)j, cell) ||
        !is_close(own, c->x + (long)j*dimension, dimension, c->distance))
      continue;
    for (; at > 0 && partner[at - 1] > j; at--)
      partner[at] = partner[at - 1];
    partner[at] = j;
    count++;
  }
  return count;
}

// the cells with offsets -1, 0, 1 in the first coordinate
static int search_row(const cells *c, int i, int64_t cell[3], int *partner, int count) {
  int64_t middle = cell[0], block = block_of(middle - 1);
  uint64_t mixed = mixed_block(block, cell[1], cell[2]);
  for (cell[0] = middle - 1; cell[0] <= middle + 1; cell[0]++) {
    if (block_of(cell[0]) != block) {
      block = block_of(cell[0]);
      mixed = mixed_block(block, cell[1], cell[2]);
    }
    count = search_cell(c, i, cell, place_in(c, mixed, cell[0]), partner, count);
  }
  return count;
}

// all cells around that of point i: offsets -1, 0, 1 in each dimension
int cells_partners(const cells *c, int i, int *partner) {
  const int64_t *own = c->where + 3*(long)i;
  int nrow = c->dimension == 1 ? 1 : c->dimension == 2 ? 3 : 9, count = 0;
  assert(i >= 0 && i < c->n);
  if (!is_finite(c->x + (long)i*c->dimension, c->dimension))
    return 0;
  for (int code = 0; code < nrow; code++) {
    int64_t cell[3] = {own[0], own[1], own[2]};
    if (c->dimension > 1)
      cell[1] += code % 3 - 1;
    if (c->dimension > 2)
      cell[2] += code/3 - 1;
    count = search_row(c, i, cell, partner, count);
  }
  return count;
}

void cells_fill(cells *c, const double *x, int n, int dimension, double distance) {
  assert(n <= c->limit && dimension >= 1 && dimension <= 3 && distance > 0);
  c->x = x;
  c->n = n;
  c->dimension = dimension;
  c->distance = distance;
  fill(c, x, n, dimension, distance*(1 + 1.0/1024));
}
