// How shapes are seen: in the plane as they are, in space from far away, from above and from the
// right.
//
//   u = x cos a + y sin a                          to the right
//   v = z cos e + (y cos a - x sin a) sin e        upwards
//   w = z sin e - (y cos a - x sin a) cos e        towards the eye

#pragma once

#include <math.h>
#include <stdbool.h>

typedef struct view {
  bool in_space;
  double ca, sa, ce, se;
} view;

// angles in degrees: around the vertical, and above the horizon
static inline view view_of(bool in_space, double azimuth, double elevation) {
  static const double degree = 0.017453292519943295;
  return (view){in_space, cos(degree*azimuth), sin(degree*azimuth), cos(degree*elevation),
                sin(degree*elevation)};
}

static inline void view_project(const view *c, const double x[3], double uv[2]) {
  uv[0] = c->in_space ? x[0]*c->ca + x[1]*c->sa : x[0];
  uv[1] = c->in_space ? x[2]*c->ce + (x[1]*c->ca - x[0]*c->sa)*c->se : x[1];
}

// how far a point, or how much a direction, is towards the eye
static inline double view_depth(const view *c, const double x[3]) {
  return c->in_space ? x[2]*c->se - (x[1]*c->ca - x[0]*c->sa)*c->ce : x[2];
}

// the unit vector towards the eye
static inline void view_towards(const view *c, double out[3]) {
  out[0] = c->in_space ? c->sa*c->ce : 0;
  out[1] = c->in_space ? -c->ca*c->ce : 0;
  out[2] = c->in_space ? c->se : 1;
}
