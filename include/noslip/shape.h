// noslip/shape.h: the shapes that `draw` statements describe, at the current node of a run.
//
//   noslip_shapes *shapes;
//   noslip_shapes_new(run, &shapes);
//   while (noslip_step(run) == NOSLIP_OK) {
//     noslip_shape s;
//     noslip_shapes_look(shapes);
//     for (int i = 0; noslip_shapes_get(shapes, i, &s); i++)
//       show(s.kind, s.colour, s.points, s.npoint, s.size, s.turn);
//   }
//   noslip_shapes_free(shapes);
//
// A model without `draw` has shapes, too: points with trails for its positions, frames for
// rotations.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum noslip_shape_kind {
  NOSLIP_SHAPE_POINT,
  NOSLIP_SHAPE_ROD,     // lines from point to point
  NOSLIP_SHAPE_SPRING,  // between two points
  NOSLIP_SHAPE_TRAIL,   // the way of its point so far: whoever draws remembers it
  NOSLIP_SHAPE_ARROW,   // from its point along `direction`, as long as that
  NOSLIP_SHAPE_WHEEL,   // a ring with spokes
  NOSLIP_SHAPE_BOX,
  NOSLIP_SHAPE_BALL,
  NOSLIP_SHAPE_ELLIPSOID,
  NOSLIP_SHAPE_DISK,
  NOSLIP_SHAPE_CYLINDER,
  NOSLIP_SHAPE_FRAME,   // three axes, in the plane two
  NOSLIP_SHAPE_GROUND,  // a plane, or a line, through its point; `direction` is its normal
} noslip_shape_kind;

// One shape; lengths are in the units of the model. Its own axes are the columns of `turn`; a
// wheel, a disk and a cylinder turn about the third.
typedef struct noslip_shape {
  noslip_shape_kind kind;
  const char *name;      // as the model writes it: "rod P(i-1), P(i)"
  const char *colour;    // blue, red, green, purple, orange, sky, grey or black
  int npoint;            // 2 or more of a rod, 2 of a spring, otherwise 1
  const double *points;  // npoint x 3; in the plane the third number is 0
  double direction[3];   // of an arrow, and of the ground
  double size[3];  // along its own axes. Ball, ellipsoid, wheel, disk: half axes. Box: its sides.
                   // Cylinder: radius, radius, length. Frame: length of the axes, 0: what suits
                   // the picture
  double turn[9];  // rotation from its own axes into space, row by row
  bool
      curved;  // a ground that is no plane: it touches the ground at its point, below the point that
               // the model names, and noslip_shapes_gap has all of it
} noslip_shape;

typedef struct noslip_shapes noslip_shapes;

// Prepare the shapes of a run: all memory is taken here. On failure *shapes is NULL. They are those
// of the start until noslip_shapes_look.
NOSLIP_API noslip_status noslip_shapes_new(noslip_run *run, noslip_shapes **shapes);

// They keep their run. NULL is fine.
NOSLIP_API void noslip_shapes_free(noslip_shapes *shapes);

// how many there are, and whether they are in the plane (2) or in space (3)
NOSLIP_API int noslip_shapes_count(const noslip_shapes *shapes);
NOSLIP_API int noslip_shapes_dimension(const noslip_shapes *shapes);

// Are they described by the model? Otherwise it has no `draw`, and they were made for it.
NOSLIP_API bool noslip_shapes_given(const noslip_shapes *shapes);

// Look where the run stands now, or after noslip_visit. Allocates nothing.
NOSLIP_API noslip_status noslip_shapes_look(noslip_shapes *shapes);

// Look at a row of a trajectory instead: the numbers of its columns in the order of noslip run -o,
// as many as noslip_shapes_columns says. What is NaN in it cannot be drawn if it is needed. Inputs
// have the values of the run.
NOSLIP_API int noslip_shapes_columns(const noslip_shapes *shapes);
NOSLIP_API noslip_status noslip_shapes_look_at(noslip_shapes *shapes, const double *row);

// Shape i, as it was seen last; false if there is none. Its points are valid until the next look,
// its texts while the run lives.
NOSLIP_API bool noslip_shapes_get_sized(const noslip_shapes *shapes, int i, noslip_shape *shape,
                                        size_t size);
static inline bool noslip_shapes_get(const noslip_shapes *shapes_, int i_, noslip_shape *shape_) {
  return noslip_shapes_get_sized(shapes_, i_, shape_, sizeof *shape_);
}

// Of the ground of a contact that is not a plane, *gap = the gap if the point that touches were at this
// place: the ground is where it is 0. In the plane the third number is not read. As it was seen last, so
// before the run goes on. False for any other shape.
NOSLIP_API bool noslip_shapes_gap(const noslip_shapes *shapes, int i, const double place[3],
                                  double *gap);

#ifdef __cplusplus
}
#endif
