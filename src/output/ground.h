// The curved ground of contacts as lines: in the plane the curve where the gap is zero, in space its
// cuts with planes across both horizontal axes.

#pragma once

#include "noslip.h"

#include <stddef.h>

typedef struct ground_lines {
  double *points;  // n x 2 x 3: n lines
  size_t n, room;
  bool failed;  // no memory
} ground_lines;

// Add what lies in a box and a little more, of all shapes, as they were looked at last.
void ground_trace(ground_lines *g, const noslip_shapes *shapes, const double low[3],
                  const double high[3]);
void ground_free(ground_lines *g);
