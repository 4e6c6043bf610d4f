// A sketch: shapes of one instant as flat pieces, lines and polygons, in the plane of the picture.
// Lengths of shapes are in the units of the model, widths of lines and dots in pixels.

#pragma once

#include "noslip.h"
#include "output/view.h"

#include <stddef.h>

// colours are 0xRRGGBB
typedef struct sketch_look {
  bool filled;      // a polygon, otherwise a line
  unsigned colour;  // of the line, or of the inside
  unsigned edge;    // of a polygon
  double width;     // of the line or the edge
  double dot;       // > 0: a single point, drawn as a disc of this radius
  bool head;        // a line that ends in an arrow
} sketch_look;

typedef struct sketch_piece {
  sketch_look look;
  size_t first;  // of its points
  int n;
  int layer;     // lower ones are drawn first
  double depth;  // among those of a layer
  size_t order;  // and among those of the same depth
} sketch_piece;

typedef struct sketch {
  view view;
  double *points;  // npoint x 2
  size_t npoint, point_room;
  sketch_piece *pieces;
  size_t npiece, piece_room;
  bool failed;  // no memory
} sketch;

// What all instants have in common: the box of everything in the units of the model.
typedef struct sketch_box {
  double least[3], most[3];
  bool empty;
  bool coarse;  // there are so many shapes that each is drawn with few lines
} sketch_box;

enum { sketch_ground, sketch_trails, sketch_bodies };  // layers

// extend a box by what a shape takes up; what is not finite, and the ground, are left out
void sketch_include(sketch_box *b, const noslip_shape *s);
void sketch_include_point(sketch_box *b, const double x[3]);
double sketch_diagonal(const sketch_box *b);

// add a piece of n points in space, of which the first n are joined
void sketch_add(sketch *k, const sketch_look *look, int layer, double depth, const double (*x)[3],
                int n);

// add a shape, all except trails
void sketch_shape(sketch *k, const sketch_box *b, const noslip_shape *s);

// sketch_solid.c: those with an inside
void sketch_solid(sketch *k, const sketch_box *b, const noslip_shape *s);

// add the way of a point, n x 3
void sketch_way(sketch *k, const double *points, size_t n, const char *colour);

// add lines of what does not move, n x 2 x 3
void sketch_lines(sketch *k, const double *points, size_t n);

// in the order they are drawn
void sketch_sort(sketch *k);
void sketch_free(sketch *k);

// between a colour (0) and white (1); and darker than it, from black (0) to itself (1)
unsigned sketch_tint(unsigned colour, double white);
unsigned sketch_shade(unsigned colour, double light);
