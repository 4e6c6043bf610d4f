// A grid of cells that finds the pairs of points which are closer than a distance, in 1 to 3
// dimensions.
//
// A cell is a cube whose edge is a little longer than the distance, so that the partners of a point are in its own cell and
// those around it. Cells are found through a table of as many places as there are points: cells that
// share a place cost time and change nothing, since the cell of each point is compared. Memory and
// time are linear in the number of points and pairs, whatever space the points fill. Pairs come in
// the order (i, j), i < j.

#pragma once

#include "base/arena.h"

#include <stdint.h>

typedef struct cells {
  int limit;       // points
  int ntable;      // places, a power of 2
  int *start;      // ntable + 1  where the points of a place begin in `member`
  int *member;     // limit       points, those of a place in order
  int64_t *where;  // limit x 3   the cell of each point
} cells;

typedef struct cell_pair {
  int i, j;
} cell_pair;

// workspace for up to `limit` points; false when there is no memory
bool cells_init(cells *c, arena *a, int limit);

// The pairs of n points x (n x dimension) with |x_i - x_j| <= distance. Returns how many there are;
// the first `room` of them are in `pairs`. Points that are not finite have no partners.
long cells_pairs(cells *c, const double *x, int n, int dimension, double distance, cell_pair *pairs,
                 long room);
