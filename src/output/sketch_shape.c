// Shapes without an inside: points, lines, arrows, frames, the ground.

#include "output/curve_style.h"
#include "output/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double point[3];

static double middle_depth(const sketch *k, const point *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += view_depth(&k->view, x[i])/n;
  return k->view.in_space ? sum : 0;
}

static void add_line(sketch *k, const sketch_look *look, const point *x, int n) {
  sketch_add(k, look, sketch_bodies, middle_depth(k, x, n), x, n);
}

static void add_dot(sketch *k, const double *x, unsigned colour, double radius) {
  const sketch_look look = {.filled = true, .colour = colour, .edge = colour, .dot = radius};
  add_line(k, &look, (const point *)x, 1);
}

// a + s b
static void along(point out, const double *a, double s, const double *b) {
  for (int c = 0; c < 3; c++)
    out[c] = a[c] + s*b[c];
}

static double dot(const double *a, const double *b) {
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

static void cross(point out, const double *a, const double *b) {
  for (int c = 0; c < 3; c++)
    out[c] = a[(c + 1) % 3]*b[(c + 2) % 3] - a[(c + 2) % 3]*b[(c + 1) % 3];
}

// to length 1; false: it has none
static bool normalise(double *a) {
  double length = sqrt(dot(a, a));
  for (int c = 0; c < 3; c++)
    a[c] /= length;
  return length > 0 && isfinite(length);
}

// ---------------------------------------------------------------------------------------------
// rods and springs

// in space a long line is several, each at its own depth
static void draw_segment(sketch *k, const sketch_look *look, const double *from, const double *to) {
  enum { pieces = 6 };
  static const double overlap = 0.05;  // no gap is seen between them
  int n = k->view.in_space ? pieces : 1;
  point way, x[2];
  along(way, to, -1, from);
  for (int i = 0; i < n; i++) {
    along(x[0], from, fmax(i - overlap, 0)/n, way);
    along(x[1], from, fmin(i + 1 + overlap, n)/n, way);
    add_line(k, look, x, 2);
  }
}

// grey is for what does not move: thin, and without joints
static void draw_rod(sketch *k, const sketch_box *b, const noslip_shape *s, unsigned colour) {
  static const double joint = 2.6;
  bool scenery = strcmp(s->colour, "grey") == 0;
  const sketch_look look = {.colour = scenery ? sketch_tint(colour, 0.4) : colour,
                            .width = scenery ? 1.2 : 2.6};
  for (int i = 0; i + 1 < s->npoint; i++)
    draw_segment(k, &look, s->points + 3*i, s->points + 3*(i + 1));
  for (int i = 0; i < s->npoint && !b->coarse && !scenery; i++)
    add_dot(k, s->points + 3*i, sketch_shade(colour, 0.6), joint);
}

// a zigzag between straight ends
static void draw_spring(sketch *k, const sketch_box *b, const noslip_shape *s, unsigned colour) {
  enum { teeth = 12, n = teeth + 4 };
  static const double high = 0.02, straight = 0.15;
  const sketch_look look = {.colour = colour, .width = 1.6};
  point x[n], way, eye, side;
  along(way, s->points + 3, -1, s->points);
  view_towards(&k->view, eye);
  cross(side, eye, way);
  if (!normalise(side))
    memset(side, 0, sizeof side);
  for (int i = 0; i < n; i++) {
    double inside = (i - 1.0)/(n - 3), t = straight + (1 - 2*straight)*inside;
    t = i == 0 ? 0 : i == n - 1 ? 1 : t;
    bool bent = i > 1 && i < n - 2;
    along(x[i], s->points, t, way);
    along(x[i], x[i], bent ? (i % 2 ? 1 : -1)*high*sketch_diagonal(b) : 0, side);
  }
  add_line(k, &look, x, n);
}

// ---------------------------------------------------------------------------------------------
// arrows and frames

static void draw_arrow(sketch *k, const double *from, const double *direction, double scale,
                       unsigned colour) {
  const sketch_look look = {.colour = colour, .width = 1.8, .head = true};
  point x[2];
  along(x[0], from, 0, direction);
  along(x[1], from, scale, direction);
  if (dot(direction, direction) > 0)
    add_line(k, &look, x, 2);
}

// its own axes, the columns of the turn
static void draw_frame(sketch *k, const sketch_box *b, const noslip_shape *s) {
  static const char *const colours[] = {"red", "green", "blue"};
  static const double share = 0.1;
  double length = s->size[0] != 0 ? s->size[0] : share*sketch_diagonal(b);
  for (int c = 0; c < (k->view.in_space ? 3 : 2); c++) {
    const point axis = {s->turn[c], s->turn[3 + c], s->turn[6 + c]};
    draw_arrow(k, s->points, axis, length, curve_style_colour(colours[c]));
  }
}

// ---------------------------------------------------------------------------------------------
// ground

// where the corners of the box lie along a direction, seen from P, and a little more
static void span(const sketch_box *b, const double *P, const double *direction, double *least,
                 double *most) {
  static const double margin = 0.1;
  for (int i = 0; i < 8; i++) {
    const point corner = {i & 1 ? b->most[0] : b->least[0], i & 2 ? b->most[1] : b->least[1],
                          i & 4 ? b->most[2] : b->least[2]};
    point from;
    along(from, corner, -1, P);
    double t = dot(from, direction);
    *least = i == 0 ? t : fmin(*least, t);
    *most = i == 0 ? t : fmax(*most, t);
  }
  *least -= margin*sketch_diagonal(b);
  *most += margin*sketch_diagonal(b);
}

// a line with strokes on the side that the normal leaves
static void draw_line_ground(sketch *k, const sketch_box *b, const double *P, const double *n) {
  const point way = {n[1], -n[0], 0}, back = {-n[0] - n[1], -n[1] + n[0], 0};
  const sketch_look line = {.colour = 0x606060, .width = 1.4},
                    fine = {.colour = 0xA8ACB0, .width = 0.9};
  double least = 0, most = 0, stroke = sketch_diagonal(b)/90;
  span(b, P, way, &least, &most);
  int strokes = (int)fmin((most - least)/(2*stroke), 100);
  point x[2];
  along(x[0], P, least, way);
  along(x[1], P, most, way);
  for (int i = 0; i < strokes; i++) {
    point y[2];
    along(y[0], P, least + (most - least)*(i + 0.5)/strokes, way);
    along(y[1], y[0], stroke, back);
    sketch_add(k, &fine, sketch_ground, 0, y, 2);
  }
  sketch_add(k, &line, sketch_ground, 1, x, 2);
}

// two directions in the plane
static void tangents(const double *n, point a, point b) {
  const point x = {1, 0, 0}, y = {0, 1, 0};
  cross(b, n, fabs(n[0]) > 0.9 ? y : x);
  normalise(b);
  cross(a, b, n);
}

// a sheet with a grid
static void draw_sheet(sketch *k, const sketch_box *b, const double *P, const double *n) {
  enum { lines = 8 };
  point a, c, corner[4], x[2];
  double low[2] = {0}, high[2] = {0};
  tangents(n, a, c);
  span(b, P, a, &low[0], &high[0]);
  span(b, P, c, &low[1], &high[1]);
  for (int i = 0; i < 4; i++) {
    along(corner[i], P, i == 0 || i == 3 ? low[0] : high[0], a);
    along(corner[i], corner[i], i < 2 ? low[1] : high[1], c);
  }
  const sketch_look sheet = {.filled = true, .colour = 0xF2F3F5, .edge = 0xC8CCD0, .width = 0.8};
  const sketch_look fine = {.colour = 0xDDE0E4, .width = 0.7};
  sketch_add(k, &sheet, sketch_ground, 0, corner, 4);
  for (int i = 1; i < lines; i++)
    for (int side = 0; side < 2; side++) {
      const double *from = corner[0], *to = corner[side ? 1 : 3], *far = corner[side ? 3 : 1];
      for (int e = 0; e < 3; e++) {
        x[0][e] = from[e] + (far[e] - from[e])*i/lines;
        x[1][e] = x[0][e] + to[e] - from[e];
      }
      sketch_add(k, &fine, sketch_ground, 1, x, 2);
    }
}

// the foot of the middle of the box, so that the ground is under the bodies wherever its point is
static void draw_ground(sketch *k, const sketch_box *b, const noslip_shape *s) {
  point n, foot, middle;
  memcpy(n, s->direction, sizeof n);
  if (!normalise(n) || b->empty || s->curved)  // curved: its lines are found elsewhere
    return;
  for (int c = 0; c < 3; c++)
    middle[c] = (b->least[c] + b->most[c])/2;
  along(foot, s->points, -1, middle);
  along(foot, middle, dot(foot, n), n);
  if (k->view.in_space)
    draw_sheet(k, b, foot, n);
  else
    draw_line_ground(k, b, foot, n);
}

// ---------------------------------------------------------------------------------------------
// all shapes

void sketch_shape(sketch *k, const sketch_box *b, const noslip_shape *s) {
  static const double radius = 4, small = 2;
  unsigned colour = curve_style_colour(s->colour);
  switch (s->kind) {
  case NOSLIP_SHAPE_POINT: add_dot(k, s->points, colour, b->coarse ? small : radius); break;
  case NOSLIP_SHAPE_ROD: draw_rod(k, b, s, colour); break;
  case NOSLIP_SHAPE_SPRING: draw_spring(k, b, s, colour); break;
  case NOSLIP_SHAPE_ARROW: draw_arrow(k, s->points, s->direction, 1, colour); break;
  case NOSLIP_SHAPE_FRAME: draw_frame(k, b, s); break;
  case NOSLIP_SHAPE_GROUND: draw_ground(k, b, s); break;
  case NOSLIP_SHAPE_TRAIL: break;
  default: sketch_solid(k, b, s); break;
  }
}

// in space in pieces, each at its own depth; a gap where there is no place
void sketch_way(sketch *k, const double *points, size_t n, const char *colour) {
  enum { piece = 24 };
  const sketch_look look = {.colour = sketch_tint(curve_style_colour(colour), 0.25), .width = 1.2};
  size_t length = k->view.in_space ? piece : n;
  for (size_t i = 0; i + 1 < n; i += length - 1) {
    int m = (int)(n - i < length ? n - i : length);
    const point *x = (const point *)(points + 3*i);
    sketch_add(k, &look, k->view.in_space ? sketch_bodies : sketch_trails, middle_depth(k, x, m), x,
               m);
  }
}

void sketch_lines(sketch *k, const double *points, size_t n) {
  const sketch_look look = {.colour = k->view.in_space ? 0xB4BABF : 0x8A9096, .width = 1.1};
  int layer = k->view.in_space ? sketch_bodies : sketch_ground;
  for (size_t i = 0; i < n; i++) {
    const point *x = (const point *)(points + 6*i);
    sketch_add(k, &look, layer, middle_depth(k, x, 2), x, 2);
  }
}
