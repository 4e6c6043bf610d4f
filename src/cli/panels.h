// What `noslip plot` shows: words such as x:y, x,y:t or "sqrt(x^2 + y^2)", and the rows of runs, become
// panels.

#pragma once

#include "cli/plot_run.h"
#include "output/figure.h"

enum { panels_most = 12, panels_curves = 4096, panels_label = 160 };

// what the command line says about all panels
typedef struct panels_options {
  bool log_given, log_x, log_y;  // --log; not given: as the numbers ask for
  limits x, y;                   // --x-range, --y-range
  bool relative, norm;
  bool errors;  // against the references of the runs
  bool points, lines;
} panels_options;

typedef struct panels {
  const plot_runs *runs;
  const panels_options *options;
  noslip_context *context;
  int n;
  panel list[panels_most];  // n
  void **made;              // what belongs to the panels: numbers, texts, curves
  size_t nmade;
  size_t not_drawn;  // numbers that are not positive, on logarithmic axes
  char why[4096];
} panels;

// One panel per word:
//
//   word   = values [ ":" values [ ":" values ] ]     against t, if there is one part only
//   values = value { "," value }
//   value  = a column | energy-error | a formula of columns (noslip/formula.h)
//
// a:b has a to the right and b upwards, but t is always to the right; a:b:c is a path in space. Lists
// of the same length make one curve per pair, one value serves a list of any length; a family counts
// as the list of its members. Every run and every group of rows has a curve of its own. Names may
// contain : and , themselves: the longest column that fits is taken.
//
// False with a sentence in p->why; free in both cases.
bool panels_read(panels *p, const char *const *words, int n);

// The panels for no words at all: the first two positions, the energy error, the constraint.
bool panels_default(panels *p);

void panels_free(panels *p);
