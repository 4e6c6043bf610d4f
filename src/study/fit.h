// The order that errors show: a straight line in log-log coordinates, and the points it goes
// through.
//
//   line          log e = s log h + c, least squares
//   local slope   s_i = log(e_j/e_i)/log(h_j/h_i), j the next coarser point that has an error
//
// Two kinds of points say nothing about the order and are left out. Let u be the unit of rounding
// of the errors, which the caller gives, and p the order in theory.
//
//   floor    Points whose error is below 1e5 u, together with all finer ones, are in the zone of
//            rounding. The floor begins there with the first point that is below u, or that stops
//            shrinking: s_i < 0.8 min(p, max(s_j, 1)). Everything finer belongs to it, and coarser
//            points less than ten times above its largest error.
//   coarse   The line begins with the two finest points that are left. A coarser one joins as long
//            as the local slope towards it is within 5 % of the slope fitted so far, and within
//            0.05 for slopes below 1. The first that is not, and everything coarser, is left out.
//
// Errors that stop shrinking far above rounding are no floor: they stay in the line, and their
// slope is what it is.

#pragma once

#include "noslip/study.h"

typedef struct fit_points {
  int n;
  const double *h;  // n  falling
  const double *e;  // n  errors; NaN: there is none
  int order;        // p
  double unit;      // u
} fit_points;

// The line; use[i] and slope[i] (n each) tell what became of the points, and their local slopes.
noslip_fit fit_line(const fit_points *d, noslip_point_use *use, double *slope);
