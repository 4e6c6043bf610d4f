#include "output/ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// a rectangle of cells in the directions a and b; the third coordinate is that of `origin`
typedef struct sheet {
  const noslip_shapes *shapes;
  int shape, a, b;
  int na, nb;  // cells
  double origin[3], step[2];
  double *gaps;  // (na + 1) x (nb + 1)
} sheet;

static void corner(const sheet *s, int i, int j, double x[3]) {
  memcpy(x, s->origin, 3*sizeof *x);
  x[s->a] += i*s->step[0];
  x[s->b] += j*s->step[1];
}

static double gap_at(const sheet *s, int i, int j) {
  return s->gaps[(size_t)i*(size_t)(s->nb + 1) + (size_t)j];
}

static void add_line(ground_lines *g, const double x[6]) {
  if (g->n == g->room) {
    size_t room = g->room > 0 ? 2*g->room : 256;
    double *longer = realloc(g->points, 6*room*sizeof *longer);
    g->failed |= !longer;
    if (!longer)
      return;
    g->points = longer;
    g->room = room;
  }
  memcpy(g->points + 6*g->n++, x, 6*sizeof *x);
}

// The zero between two corners, where the gap changes its sign; false: it does not, or is no number.
static bool zero_between(const sheet *s, const int from[2], const int to[2], double x[3]) {
  double u = gap_at(s, from[0], from[1]), v = gap_at(s, to[0], to[1]), end[3];
  if (!isfinite(u) || !isfinite(v) || (u < 0) == (v < 0))
    return false;
  corner(s, from[0], from[1], x);
  corner(s, to[0], to[1], end);
  for (int c = 0; c < 3; c++)
    x[c] += (end[c] - x[c])*u/(u - v);
  return true;
}

// The lines of a cell: two sides with a zero are joined, four as they come.
static void add_cell(ground_lines *g, const sheet *s, int i, int j) {
  const int corners[5][2] = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}, {i, j}};
  double x[4*3];
  int n = 0;
  for (int side = 0; side < 4; side++)
    n += zero_between(s, corners[side], corners[side + 1], x + 3*n);
  for (int k = 0; k + 1 < n; k += 2)
    add_line(g, x + 3*k);
}

static void trace_sheet(ground_lines *g, sheet *s) {
  size_t n = (size_t)(s->na + 1)*(size_t)(s->nb + 1), at = 0;
  s->gaps = malloc(n*sizeof *s->gaps);
  g->failed |= !s->gaps;
  for (int i = 0; s->gaps && i <= s->na; i++)
    for (int j = 0; j <= s->nb; j++) {
      double x[3];
      corner(s, i, j, x);
      noslip_shapes_gap(s->shapes, s->shape, x, &s->gaps[at++]);
    }
  for (int i = 0; s->gaps && i < s->na; i++)
    for (int j = 0; j < s->nb; j++)
      add_cell(g, s, i, j);
  free(s->gaps);
}

// ---------------------------------------------------------------------------------------------
// a shape in a box

static int cells_of(double length, double longest, int most) {
  return (int)fmax(2, ceil(most*length/longest));
}

static void trace_sides(ground_lines *g, sheet s, const double *low, const double *high, int most) {
  double size[2] = {high[s.a] - low[s.a], high[s.b] - low[s.b]}, longest = fmax(size[0], size[1]);
  s.na = cells_of(size[0], longest, most);
  s.nb = cells_of(size[1], longest, most);
  s.origin[s.a] = low[s.a];
  s.origin[s.b] = low[s.b];
  s.step[0] = size[0]/s.na;
  s.step[1] = size[1]/s.nb;
  trace_sheet(g, &s);
}

// cuts across x and y, the upright axis in all of them
static void trace_space(ground_lines *g, const sheet *s, const double *low, const double *high) {
  enum { cuts = 9, cells = 36 };
  for (int across = 0; across < 2; across++)
    for (int k = 0; k < cuts; k++) {
      sheet cut = *s;
      cut.a = 1 - across;
      cut.b = 2;
      cut.origin[across] = low[across] + (high[across] - low[across])*k/(cuts - 1);
      trace_sides(g, cut, low, high, cells);
    }
}

static void trace_shape(ground_lines *g, const noslip_shapes *shapes, int i, const double *low,
                        const double *high) {
  enum { cells = 120 };
  sheet s = {.shapes = shapes, .shape = i, .a = 0, .b = 1};
  if (noslip_shapes_dimension(shapes) == 2)
    trace_sides(g, s, low, high, cells);
  else
    trace_space(g, &s, low, high);
}

void ground_trace(ground_lines *g, const noslip_shapes *shapes, const double low[3],
                  const double high[3]) {
  static const double margin = 0.08;
  double a[3], b[3], size = 0;
  noslip_shape s;
  for (int c = 0; c < 3; c++)
    size = fmax(size, high[c] - low[c]);
  for (int c = 0; c < 3; c++) {
    a[c] = low[c] - margin*size;
    b[c] = high[c] + margin*size;
  }
  for (int i = 0; size > 0 && noslip_shapes_get(shapes, i, &s); i++)
    if (s.curved)
      trace_shape(g, shapes, i, a, b);
}

void ground_free(ground_lines *g) {
  free(g->points);
  *g = (ground_lines){0};
}
