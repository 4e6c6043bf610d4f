// A film: the shapes of a run at some of its times, and the ways of its trails up to them.

#pragma once

#include "noslip.h"
#include "output/ground.h"
#include "output/sketch.h"

#include <stddef.h>

// the way of a point
typedef struct film_way {
  const char *colour;
  double *points;  // n x 3
  size_t n;
} film_way;

typedef struct film_frame {
  double time;
  noslip_shape *shapes;  // film.nshape
  double *points;        // of all of them
  film_way *ways;        // film.ntrail
} film_frame;

typedef struct film_trail {
  int shape;                 // whose place it is
  double *points;            // film.trail_room x 3
  size_t n;                  // of these, the newest last
  double now[3];             // where the point is
  double least[3], most[3];  // of all its places
} film_trail;

typedef struct film {
  int dimension, nshape, ntrail;
  size_t npoint;  // of a frame
  film_trail *trails;
  size_t trail_room;
  film_frame *frames;
  int nframe, frame_room;
  ground_lines ground;  // of contacts that are curved
} film;

// An empty film of these shapes; false: no memory. To be freed in every case.
bool film_begin(film *f, const noslip_shapes *shapes);

// The shapes have been looked at: each trail goes on to where its point is. Points that are closer
// than the eye can tell are left out, so every line is part of the motion; of a way that is very
// long the last part is kept.
void film_trace(film *f, const noslip_shapes *shapes);

// The shapes have been looked at: add a frame. False: no memory.
bool film_add(film *f, const noslip_shapes *shapes, double time);

// The film is complete, and the shapes were looked at last: find the ground under all of it. False: no
// memory.
bool film_find_ground(film *f, const noslip_shapes *shapes);

// of all shapes and trails
sketch_box film_box(const film *f);

void film_free(film *f);
