// Skew-gradient systems: z' = P(z) grad H(z), P skew.
//
// What methods ask for that keep H exactly, beside what an ordinary differential equation has
// (index2.h): the gradient of H and the structure apart, and differences of H without cancellation.

#pragma once

#include "base/arena.h"
#include "problem/problem.h"

// the kind of symbols that no model has
static const unsigned skew_symbol_kind = 1U << 30;

// bundles that have H as often as there are z
typedef enum skew_copies {
  SKEW_IF_SHORT,
  SKEW_NEVER,
  SKEW_ALWAYS,
} skew_copies;

typedef struct skew_parts {
  graph *graph;
  skew_form form;
  int n;
  const expr *z;  // n  symbols
  clock_parts clock;
  const expr *frame;  // nframe  symbols of what P and H depend on beside these: signs, and h
  int nframe;
  int nsign;             //    signs among these, the first ones
  expr function;         //    H
  const expr *gradient;  // n  what takes the place of grad H; NULL: itself

  skew_copies coordinates;  // are there BUNDLE_COORDINATES and BUNDLE_COORDINATES_BACK?

  // out = P w; false when the graph or its memory has failed
  bool (*structure)(void *context, const expr *w, expr *out);
  void *context;
} skew_parts;

// Add the bundles to a problem; false when the graph or the arena has failed. Those of
// skew_coordinates are among them if H is short enough.
bool skew_bundles(arena *a, const skew_parts *parts, problem *p);

// Add BUNDLE_COORDINATES and BUNDLE_COORDINATES_BACK: each has H n times.
bool skew_coordinates(arena *a, const skew_parts *parts, problem *p);
