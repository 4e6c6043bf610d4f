#include "output/thin.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum { piece = 200 };  // points of a piece, if only pieces are kept

bool window_shows(const window *w, double x, double y) {
  return figure_drawable(x) && figure_drawable(y) && (!w->log_x || x > 0) && (!w->log_y || y > 0);
}

// a place on an axis in pixels from its lower end; what is far outside is at an end of this range
static double pixels(double x, double least, double most, double length, bool logarithmic) {
  static const double far = 1e6;
  double range = logarithmic ? log(most/least) : most - least;
  double from = logarithmic ? log(x/least) : x - least;
  return range > 0 ? fmax(fmin(from/range*length, far), -far) : 0;
}

static double across(const window *w, double x) {
  return pixels(x, w->xmin, w->xmax, w->width, w->log_x);
}

static double upwards(const window *w, double y) {
  return pixels(y, w->ymin, w->ymax, w->height, w->log_y);
}

// the sides of the window on which a point is outside of it, as bits
static unsigned sides(const curve *c, size_t i, const window *w) {
  unsigned left = c->x[i]<w->xmin, right = c->x[i]> w->xmax;
  unsigned below = c->y[i]<w->ymin, above = c->y[i]> w->ymax;
  return left | right << 1 | below << 2 | above << 3;
}

// Is it outside, and both neighbours on the same side? Then no line to it is seen.
static bool is_hidden(const curve *c, size_t i, const window *w) {
  unsigned all = sides(c, i, w);
  return all && i > 0 && i + 1 < c->n && (all & sides(c, i - 1, w) & sides(c, i + 1, w));
}

// does x only grow, or only fall?
static bool is_monotone(const curve *c) {
  bool up = true, down = true;
  for (size_t i = 1; i < c->n && (up || down); i++) {
    up = up && c->x[i] >= c->x[i - 1];
    down = down && c->x[i] <= c->x[i - 1];
  }
  return up || down;
}

static size_t push(long *index, size_t n, size_t i) {
  if (n == 0 || index[n - 1] != (long)i)
    index[n++] = (long)i;
  return n;
}

static size_t push_gap(long *index, size_t n) {
  if (n > 0 && index[n - 1] != -1)
    index[n++] = -1;
  return n;
}

// ---------------------------------------------------------------------------------------------
// curves over a monotone x

// what one column of pixels keeps
typedef struct pillar {
  size_t first, last, low, high;
} pillar;

static size_t push_pillar(long *index, size_t n, const pillar *p) {
  size_t a = p->low < p->high ? p->low : p->high, b = p->low < p->high ? p->high : p->low;
  n = push(index, n, p->first);
  n = push(index, n, a);
  n = push(index, n, b);
  return push(index, n, p->last);
}

static size_t thin_series(long *index, const curve *c, const window *w) {
  static const long none = LONG_MIN;
  size_t n = 0;
  long at = none;  // the pixel of the pillar
  pillar p = {0};
  for (size_t i = 0; i < c->n; i++) {
    if (!window_shows(w, c->x[i], c->y[i])) {
      n = at != none ? push_pillar(index, n, &p) : n;
      n = push_gap(index, n);
      at = none;
      continue;
    }
    if (is_hidden(c, i, w))
      continue;
    long pixel = (long)floor(across(w, c->x[i]));
    if (pixel != at) {
      n = at != none ? push_pillar(index, n, &p) : n;
      p = (pillar){i, i, i, i};
      at = pixel;
    }
    p.last = i;
    p.low = c->y[i] < c->y[p.low] ? i : p.low;
    p.high = c->y[i] > c->y[p.high] ? i : p.high;
  }
  return at != none ? push_pillar(index, n, &p) : n;
}

// ---------------------------------------------------------------------------------------------
// trajectories

static size_t thin_close(long *index, const curve *c, const window *w) {
  double x = 0, y = 0;  // of the last point that is kept, in pixels
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++) {
    if (!window_shows(w, c->x[i], c->y[i])) {
      n = push_gap(index, n);
      continue;
    }
    if (is_hidden(c, i, w))
      continue;
    double px = across(w, c->x[i]), py = upwards(w, c->y[i]);
    bool follows = n > 0 && index[n - 1] >= 0 && i + 1 < c->n;
    if (follows && (px - x)*(px - x) + (py - y)*(py - y) < 0.25)
      continue;
    n = push(index, n, i);
    x = px;
    y = py;
  }
  return n;
}

static size_t keep_pieces(long *index, size_t n) {
  size_t pieces = thin_most/piece, kept = 0;
  assert(n > thin_most);
  for (size_t k = 0; k < pieces; k++) {
    size_t start = (size_t)((double)k/(double)(pieces - 1)*(double)(n - piece));
    for (size_t i = 0; i < piece - 1; i++)
      index[kept++] = index[start + i];
    index[kept++] = -1;
  }
  return kept;
}

static size_t keep_all(long *index, const curve *c, const window *w) {
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    n = window_shows(w, c->x[i], c->y[i]) ? push(index, n, i) : push_gap(index, n);
  return n;
}

// ---------------------------------------------------------------------------------------------
// points without lines

// every so many of them, in their order
static size_t keep_evenly(long *index, size_t n, size_t most) {
  if (most == 0 || n <= most)
    return n;
  for (size_t i = 0; i < most; i++)
    index[i] = index[(size_t)((double)i/(double)most*(double)n)];
  return most;
}

// One point for each pixel. Without memory, or in a window that is too large for it, all are kept.
static size_t thin_dots(long *index, const curve *c, const window *w) {
  enum { most_squares = 1 << 26 };
  size_t wide = (size_t)w->width + 1, high = (size_t)w->height + 1, n = 0;
  unsigned char *drawn = wide*high <= most_squares ? calloc(wide*high, 1) : NULL;
  if (!drawn)
    return keep_all(index, c, w);
  for (size_t i = 0; i < c->n; i++) {
    if (!window_shows(w, c->x[i], c->y[i]) || sides(c, i, w))
      continue;
    size_t column = (size_t)across(w, c->x[i]);
    size_t row = (size_t)upwards(w, c->y[i]);
    unsigned char *square =
        &drawn[(row < high ? row : high - 1)*wide + (column < wide ? column : wide - 1)];
    if (*square)
      continue;
    *square = 1;
    index[n++] = (long)i;
  }
  free(drawn);
  return n;
}

// do all points fall on one pixel? A line through them would not be seen.
static bool is_point(const long *index, size_t n, const curve *c, const window *w) {
  double x = 0, y = 0;
  for (size_t i = 0; i < n; i++) {
    if (index[i] < 0)
      return false;
    double px = across(w, c->x[index[i]]), py = upwards(w, c->y[index[i]]);
    if (i > 0 && fabs(px - x) + fabs(py - y) > 1)
      return false;
    x = i == 0 ? px : x;
    y = i == 0 ? py : y;
  }
  return n > 0;
}

static size_t thin_line(long *index, const curve *c, const window *w) {
  if (is_monotone(c))
    return thin_series(index, c, w);
  size_t n = thin_close(index, c, w);
  return n > thin_most ? keep_pieces(index, n) : n;
}

size_t thin_curve(long *index, const curve *c, const window *w) {
  assert(w->xmax >= w->xmin && w->ymax >= w->ymin);
  if (c->marked)
    return keep_all(index, c, w);
  if (c->dotted)
    return keep_evenly(index, thin_dots(index, c, w), c->most);
  size_t n = thin_line(index, c, w);
  return is_point(index, n, c, w) ? 1 : n;
}
