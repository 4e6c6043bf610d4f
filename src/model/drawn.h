// What a model draws: the shapes of its `draw` statements, or such as suit its coordinates, and the
// tape of all their numbers.

#pragma once

#include "model/model.h"
#include "noslip/shape.h"

typedef struct drawn_shape {
  noslip_shape_kind kind;
  const char *name, *colour;
  int npoint, nsize, nturn;
  bool vector;  // a direction stands behind the points
  int surface;  // of a ground that is curved, otherwise -1
  int first;    // of its numbers: points, direction, lengths, turn
} drawn_shape;

enum { drawn_groups = 7, drawn_surface_groups = 3 };

typedef struct drawn {
  drawn_shape *list;
  int count, npoint;  // shapes, and points of all
  int dimension;      // 2 or 3
  bool given;         // by the model
  const tape *tape;   // of (t and inputs; q; v; p; multipliers; energy; accelerations)
  bool multipliers;   // it reads some, or accelerations
  bool accelerations;
  const tape **surfaces;  // nsurface  the gaps of curved grounds, of (t and inputs; q; place)
  int nsurface;
} drawn;

// Make it in an arena that outlives it. The model is only read.
noslip_status drawn_make(const noslip_model *m, arena *a, drawn *out, failure *why);

typedef ARRAY_OF(drawing) drawings;

// drawn_default.c: shapes for a model without `draw`, all in the plane or all in space; g is a copy
// of its graph. False when there is no memory.
bool drawn_default(const model_system *s, graph *g, arena *a, drawings *out);
