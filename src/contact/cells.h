// A grid of cells that finds the points which are near each other, in 1 to 3 dimensions: they
// differ by no more than a distance in every coordinate.
//
// A cell is a cube whose edge is a little longer than the distance, so that the partners of a point
// are in its own cell and those around it. Cells are found through a table of as many places as
// there are points: cells that share a place cost time and change nothing, since the cell of each
// point is compared. Memory and time are linear in the number of points and pairs, whatever space
// the points fill.

#pragma once

#include "base/arena.h"

#include <stdint.h>

typedef struct cells {
  int limit;         // points
  int ntable;        // places, a power of 2
  int *start;        // ntable + 1  where the points of a place begin in `member`
  int *member;       // limit       points, those of a place in order,
  double *near;      // limit x 3   and where they are: a search reads what is near as it is stored
  signed char *row;  // limit       and the row of their cells, see row_of
  int *place;        // limit       of each point, -1: it is not finite
  int64_t *where;    // limit x 3   the cell of each point

  // the points at hand
  const double *x;  // n x dimension
  int n, dimension;
  double distance;
} cells;

// workspace for up to `limit` points; false when there is no memory
bool cells_init(cells *c, arena *a, int limit);

// Put n points x (n x dimension) into cells: partners differ by no more than `distance` in every
// coordinate. x must stay as long as partners are asked for.
void cells_fill(cells *c, const double *x, int n, int dimension, double distance);

// The partners j > i of point i in order; returns how many there are, n - 1 - i at most, and writes to
// one more place. Points that are not finite have none.
int cells_partners(const cells *c, int i, int *partner);
