// Shapes with an inside. In space they are made of faces; those that look away are left out, the
// others are lighter where the light falls on them, and have two tints, so that a turn is seen. All
// faces of a convex body can be drawn in any order, so those of one colour come together.

#include "output/curve_style.h"
#include "output/sketch.h"

#include <math.h>
#include <string.h>

typedef double point[3];

typedef struct solid {
  sketch *sketch;
  const noslip_shape *shape;
  unsigned colour;
  double depth;
  point eye;
  bool coarse;
} solid;

enum { levels = 8, around = 48, coarse_around = 16 };

static const double turn = 6.283185307179586;

// from its own axes into space
static void rotate(const solid *s, const point own, point out) {
  const double *T = s->shape->turn;
  for (int c = 0; c < 3; c++)
    out[c] = T[3*c]*own[0] + T[3*c + 1]*own[1] + T[3*c + 2]*own[2];
}

static void put(const solid *s, const point own, point out) {
  rotate(s, own, out);
  for (int c = 0; c < 3; c++)
    out[c] += s->shape->points[c];
}

static double inner(const point a, const point b) {
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

static void add(const solid *s, const sketch_look *look, const point *x, int n) {
  sketch_add(s->sketch, look, sketch_bodies, s->depth, x, n);
}

// ---------------------------------------------------------------------------------------------
// faces

// how light a face with this normal is, as a number below `levels`; -1: it looks away
static int level_of(const solid *s, const point own_normal) {
  static const point light = {0.36, -0.48, 0.8};
  point n;
  rotate(s, own_normal, n);
  double length = sqrt(inner(n, n));
  if (!(inner(n, s->eye) > 0))
    return -1;
  double bright = fmax(inner(n, light)/length, 0);
  return (int)fmin(bright*levels, levels - 1);
}

// of a face with this normal
static sketch_look face_look(const solid *s, int level, bool dark) {
  static const double least = 0.62;
  double light = least + (1 - least)*(level + 1)/levels;
  unsigned colour = sketch_shade(sketch_tint(s->colour, dark ? 0.12 : 0.62), light);
  return (sketch_look){.filled = true, .colour = colour, .edge = colour, .width = 0.6};
}

static void add_face(const solid *s, const sketch_look *look, const point *own, int n) {
  point x[around];
  for (int i = 0; i < n; i++)
    put(s, own[i], x[i]);
  add(s, look, x, n);
}

// ---------------------------------------------------------------------------------------------
// ellipsoids

enum { belts = 12, slices = 24 };

static void surface_point(const solid *s, double i, double j, point out) {
  const double *a = s->shape->size;
  double polar = turn/2*i/belts, angle = turn*j/slices;
  out[0] = a[0]*sin(polar)*cos(angle);
  out[1] = a[1]*sin(polar)*sin(angle);
  out[2] = a[2]*cos(polar);
}

// the faces of one tint and level
static void draw_octants(const solid *s, bool dark, int level) {
  const double *a = s->shape->size;
  for (int i = 0; i < belts; i++)
    for (int j = 0; j < slices; j++) {
      bool odd = (i < belts/2) != (4*j/slices % 2 != 0);
      point middle, corner[4];
      surface_point(s, i + 0.5, j + 0.5, middle);
      const point normal = {middle[0]/(a[0]*a[0]), middle[1]/(a[1]*a[1]),
                            middle[2]/(a[2]*a[2])};
      if (odd != dark || level_of(s, normal) != level)
        continue;
      surface_point(s, i, j, corner[0]);
      surface_point(s, i + 1, j, corner[1]);
      surface_point(s, i + 1, j + 1, corner[2]);
      surface_point(s, i, j + 1, corner[3]);
      const sketch_look look = face_look(s, level, dark);
      add_face(s, &look, corner, 4);
    }
}

static void draw_ellipsoid(const solid *s) {
  for (int level = 0; level < levels; level++) {
    draw_octants(s, false, level);
    draw_octants(s, true, level);
  }
}

// ---------------------------------------------------------------------------------------------
// circles

static int circle_points(const solid *s) {
  return s->coarse ? coarse_around : around;
}

// points of an ellipse at this height on the third axis, from one share of the turn to another
static void arc(const solid *s, point *own, int n, double from, double to, double height) {
  for (int i = 0; i < n; i++) {
    double angle = turn*(from + (to - from)*i/(n - 1));
    own[i][0] = s->shape->size[0]*cos(angle);
    own[i][1] = s->shape->size[1]*sin(angle);
    own[i][2] = height;
  }
}

// four sectors of two tints
static void draw_sectors(const solid *s, double height, int level) {
  enum { n = around/4 };
  for (int q = 0; q < 4; q++) {
    point own[n + 1];
    const sketch_look look = face_look(s, level, q % 2 == 0);
    arc(s, own, n, q/4.0, (q + 1)/4.0, height);
    memset(own[n], 0, sizeof own[n]);
    own[n][2] = height;
    add_face(s, &look, own, n + 1);
  }
}

// the rim of a circle as a line
static void draw_rim(const solid *s, double height, double width) {
  const sketch_look look = {.colour = sketch_shade(s->colour, 0.75), .width = width};
  point own[around];
  arc(s, own, around, 0, 1, height);
  add_face(s, &look, own, around);
}

static void draw_disk(const solid *s) {
  static const point up = {0, 0, 1}, down = {0, 0, -1};
  int above = level_of(s, up), below = level_of(s, down);
  draw_sectors(s, 0, above >= 0 ? above : below >= 0 ? below : 0);
  draw_rim(s, 0, 1.4);
}

static void draw_mantle(const solid *s, double half) {
  for (int j = 0; j < slices; j++) {
    double a0 = turn*j/slices, a1 = turn*(j + 1)/slices, r = s->shape->size[0];
    const point normal = {cos((a0 + a1)/2), sin((a0 + a1)/2), 0};
    const point own[4] = {{r*cos(a0), r*sin(a0), -half},
                          {r*cos(a1), r*sin(a1), -half},
                          {r*cos(a1), r*sin(a1), half},
                          {r*cos(a0), r*sin(a0), half}};
    int level = level_of(s, normal);
    if (level < 0)
      continue;
    const sketch_look look = face_look(s, level, 4*j/slices % 2 != 0);
    add_face(s, &look, own, 4);
  }
}

static void draw_cylinder(const solid *s) {
  double half = s->shape->size[2]/2;
  draw_mantle(s, half);
  for (int side = -1; side <= 1; side += 2) {
    int level = level_of(s, (const point){0, 0, side});
    if (level < 0)
      continue;
    draw_sectors(s, side*half, level);
    draw_rim(s, side*half, 0.8);
  }
}

// a ring with spokes
static void draw_wheel(const solid *s) {
  enum { spokes = 6 };
  const sketch_look look = {.colour = s->colour, .width = 0.9};
  for (int i = 0; i < spokes && !s->coarse; i++) {
    double angle = turn*i/spokes, r = s->shape->size[0];
    const point own[2] = {{0, 0, 0}, {r*cos(angle), r*sin(angle), 0}};
    add_face(s, &look, own, 2);
  }
  draw_rim(s, 0, 2.2);
}

// ---------------------------------------------------------------------------------------------
// boxes

// the face at one end of an axis
static void draw_side(const solid *s, int axis, int end) {
  static const int order[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  int b = (axis + 1) % 3, c = (axis + 2) % 3;
  point normal = {0}, own[4];
  normal[axis] = end;
  int level = level_of(s, normal);
  if (level < 0)
    return;
  for (int i = 0; i < 4; i++) {
    own[i][axis] = end*s->shape->size[axis]/2;
    own[i][b] = order[i][0]*s->shape->size[b]/2;
    own[i][c] = order[i][1]*s->shape->size[c]/2;
  }
  sketch_look look = face_look(s, level, false);
  look.edge = sketch_shade(s->colour, 0.7);
  look.width = 1;
  add_face(s, &look, own, 4);
}

static void draw_box(const solid *s) {
  for (int axis = 0; axis < 3; axis++)
    for (int end = -1; end <= 1; end += 2)
      draw_side(s, axis, end);
}

// ---------------------------------------------------------------------------------------------
// in the plane

static sketch_look flat_look(const solid *s) {
  return (sketch_look){.filled = true,
                       .colour = sketch_tint(s->colour, 0.65),
                       .edge = s->colour,
                       .width = s->coarse ? 0.8 : 1.4};
}

static void draw_flat_box(const solid *s) {
  double a = s->shape->size[0]/2, b = s->shape->size[1]/2;
  const point own[4] = {{-a, -b, 0}, {a, -b, 0}, {a, b, 0}, {-a, b, 0}};
  const sketch_look look = flat_look(s);
  add_face(s, &look, own, 4);
}

// a disk has a radius that shows its turn, a ball has none, an ellipse its longer axis
static void draw_flat_round(const solid *s) {
  const sketch_look look = flat_look(s), line = {.colour = s->colour, .width = 1.2};
  bool disk = s->shape->kind == NOSLIP_SHAPE_DISK, ball = s->shape->kind == NOSLIP_SHAPE_BALL;
  const double *a = s->shape->size;
  point own[around], mark[2] = {{0}};
  arc(s, own, circle_points(s), 0, 1, 0);
  add_face(s, &look, own, circle_points(s));
  int axis = a[1] > a[0];
  mark[0][axis] = disk ? 0 : -a[axis];
  mark[1][axis] = a[axis];
  if (!ball && !s->coarse)
    add_face(s, &line, mark, 2);
}

// a ball among many: a circle, whichever way it is turned
static void draw_coarse_ball(const solid *s) {
  const sketch_look look = flat_look(s);
  point x[coarse_around], right = {0}, up;
  const view *v = &s->sketch->view;
  right[0] = v->ca, right[1] = v->sa;
  for (int c = 0; c < 3; c++)
    up[c] = s->eye[(c + 1) % 3]*right[(c + 2) % 3] - s->eye[(c + 2) % 3]*right[(c + 1) % 3];
  for (int i = 0; i < coarse_around; i++)
    for (int c = 0; c < 3; c++) {
      double angle = turn*i/coarse_around, r = s->shape->size[0];
      x[i][c] = s->shape->points[c] + r*(cos(angle)*right[c] + sin(angle)*up[c]);
    }
  add(s, &look, x, coarse_around);
}

static void draw_in_plane(const solid *s) {
  if (s->shape->kind == NOSLIP_SHAPE_BOX)
    draw_flat_box(s);
  else if (s->shape->kind == NOSLIP_SHAPE_WHEEL)
    draw_wheel(s);
  else
    draw_flat_round(s);
}

static void draw_in_space(const solid *s) {
  switch (s->shape->kind) {
  case NOSLIP_SHAPE_BOX: draw_box(s); break;
  case NOSLIP_SHAPE_WHEEL: draw_wheel(s); break;
  case NOSLIP_SHAPE_DISK: draw_disk(s); break;
  case NOSLIP_SHAPE_CYLINDER: draw_cylinder(s); break;
  case NOSLIP_SHAPE_BALL:
    if (s->coarse) {
      draw_coarse_ball(s);
      break;
    }
    draw_ellipsoid(s);
    break;
  default: draw_ellipsoid(s); break;
  }
}

void sketch_solid(sketch *k, const sketch_box *b, const noslip_shape *s) {
  solid one = {.sketch = k,
               .shape = s,
               .colour = curve_style_colour(s->colour),
               .depth = k->view.in_space ? view_depth(&k->view, s->points) : 0,
               .coarse = b->coarse};
  view_towards(&k->view, one.eye);
  if (k->view.in_space)
    draw_in_space(&one);
  else
    draw_in_plane(&one);
}
