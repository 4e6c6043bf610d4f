// Figures: panels with curves over axes, drawn by gnuplot.

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

// One curve: y over x, or a path in space. `colour`, if not NULL, colours it along the way, from
// dark to light.
typedef struct curve {
  const char *name;  // for the key, if the panel has several; NULL: it is not in the key
  const double *x, *y, *colour;
  const double *z;  // of a panel in space, otherwise NULL
  size_t n;
  bool dotted;  // points without lines between them
  bool marked;  // points with lines between them; all of them are drawn
  bool guide;   // a thin dashed line, for comparison
  bool broad;   // a broad line, which is seen behind another one in the same place
  int hue;      // a colour by its number, from 1; 0: that of its place in the panel
  size_t
      most;  // of a dotted curve: points that are drawn, evenly chosen, as dashes, which take a third
             // of the bytes in a file; 0: one for each pixel, as points
} curve;

// Larger numbers are not drawn, like those that are not finite: differences of numbers that are
// drawn must not overflow.
static inline bool figure_drawable(double x) {
  return fabs(x) <= 1e300;
}

// Events of some kinds, marked at the lower end of panels against time.
typedef struct event_marks {
  char name[48];  // for the key
  double *times;  // n, in the order of the run
  size_t n;
  int shape;  // from 0
} event_marks;

// What an axis shows, if it is not as the numbers are; each end by itself.
typedef struct limits {
  bool from, to;  // which ends are given
  double least, most;
} limits;

typedef struct panel {
  curve *curves;
  int ncurve;
  const char *title;  // above its axes; NULL: none
  const char *xlabel, *ylabel, *colour_label;
  const char *zlabel;  // not NULL: paths in space
  bool series;         // against time: wide; otherwise a trajectory, rather square
  bool equal;          // one unit is as long on all axes
  bool logarithmic;    // the y axis; numbers that are not positive are not drawn
  bool logarithmic_x;  // the same of the x axis
  limits xlimits, ylimits;
  const double *marks;  // of a logarithmic x axis, if not NULL
  int nmark;

  // Curves have the colours of a scale, by their numbers from `first`, or by their hues, instead of a
  // key; the scale has the label colour_label.
  bool scale;
  int first;

  const event_marks *events;
  int nevents;      // of these
  bool events_key;  // they are in its key
} panel;

typedef enum figure_kind { FIGURE_PNG, FIGURE_SVG, FIGURE_PDF, FIGURE_GIF } figure_kind;

typedef struct figure {
  panel *panels;
  int npanel;
  const char *title;  // NULL: none
  figure_kind kind;
  int width, height;  // pixels; 0: what suits the panels
  int across;         // trajectories in a row; 0: what suits the panels
  bool page_key;      // one key, of the panel with the most curves, under the title
} figure;

// Where a panel stands, in pixels from the upper left corner: the rectangle of its axes, and how
// far the middle of the label at its left is from it. Labels of panels under each other are in one
// line.
typedef struct place {
  double left, right, top, bottom;
  double label;
  double title;  // the middle of the title of the panel
  int key_rows;  // of its key; 0: it has none
} place;

// Places for all panels, trajectories to the left of series; and the size, if it is not given.
void figure_layout(figure *p, place *places);

enum { figure_key_longest = 40 };  // characters of a name in a key

// Does a panel have a scale of colours at its right? And a key above it?
bool figure_has_scale(const panel *p);
bool figure_has_key(const panel *p);

// The key of the page: the panel it is made of, and its rows at the width of the figure.
const panel *figure_key_panel(const figure *p);
int figure_key_rows(const figure *p);

// The rows of the key of a panel of this width in pixels; 0: it has none.
int figure_panel_key_rows(const panel *p, double width);

// how many entries the key of a panel has room for where it stands
int figure_panel_key_room(const panel *p, const place *at);

// Draw with gnuplot into an open file. False with a sentence in `why`.
bool figure_draw(const figure *p, const place *places, int out, char *why, size_t size);
