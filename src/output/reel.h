// A reel: the shapes of a run as numbers, for a film that is drawn elsewhere. Each row of a run is looked
// at; frames and the ways of trails are kept evenly spread, however long the run is.
//
// The numbers of a frame are its time, then those of each shape: its points, then
//   of an arrow and the ground   the direction
//   of bodies, wheels, frames    three lengths, and the turn as a quaternion x, y, z, w
// Those that are the same in all frames are written once, the others as 16 bits between the smallest
// and the largest.

#pragma once

#include "noslip.h"
#include "output/buckets.h"

#include <stdio.h>

typedef struct reel {
  int dimension, nshape, n;  // n: numbers of a frame
  int ntrail;
  noslip_shape *shapes;  // nshape: kinds, colours and names; their points are not valid
  double *frame;         // n
  double *way;           // 1 + 3 ntrail  time and places
  buckets frames, ways;
} reel;

// An empty reel of these shapes; false: no memory. To be freed in both cases. Texts of the shapes must
// outlive it.
bool reel_begin(reel *r, const noslip_shapes *shapes);

// the shapes have been looked at: one more row
void reel_row(reel *r, const noslip_shapes *shapes, double time);
void reel_free(reel *r);

// Write it as a JSON object; the shapes were looked at last. The curved ground of contacts is under
// everything that was seen.
void reel_write(reel *r, const noslip_shapes *shapes, FILE *out);
