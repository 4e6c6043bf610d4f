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

// the place of a cell in the table                                   [Steele et al., OOPSLA 2014]
static int place_of(const cells *c, const int64_t *cell) {
  uint64_t mixed = 0;
  for (int k = 0; k < 3; k++) {
    mixed ^= (uint64_t)cell[k] + 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30))*0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27))*0x94d049bb133111ebu;
    mixed ^= mixed >> 31;
  }
  return (int)(mixed & (uint64_t)(c->ntable - 1));
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
static int search_cell(const cells *c, int i, const int64_t *cell, int *partner, int count) {
  int place = place_of(c, cell), dimension = c->dimension;
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

// all cells around that of point i: offsets -1, 0, 1 in each dimension
int cells_partners(const cells *c, int i, int *partner) {
  const int64_t *own = c->where + 3*(long)i;
  int ncell = c->dimension == 1 ? 3 : c->dimension == 2 ? 9 : 27, count = 0;
  assert(i >= 0 && i < c->n);
  if (!is_finite(c->x + (long)i*c->dimension, c->dimension))
    return 0;
  for (int code = 0; code < ncell; code++) {
    int64_t cell[3] = {0};
    for (int k = 0, rest = code; k < c->dimension; k++, rest /= 3)
      cell[k] = own[k] + rest % 3 - 1;
    count = search_cell(c, i, cell, partner, count);
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
