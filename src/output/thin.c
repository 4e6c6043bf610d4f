#include "output/thin.h"

#include <assert.h>

enum { piece = 200 };  // points of a piece, if only pieces are kept

static bool drawable(const curve *c, size_t i) {
  return figure_drawable(c->x[i]) && figure_drawable(c->y[i]);
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
  double scale = w->xmax > w->xmin ? w->width/(w->xmax - w->xmin) : 0;
  size_t n = 0;
  long at = -1;  // the pixel of the pillar; -1: there is none
  pillar p = {0};
  for (size_t i = 0; i < c->n; i++) {
    if (!drawable(c, i)) {
      n = at >= 0 ? push_pillar(index, n, &p) : n;
      n = push_gap(index, n);
      at = -1;
      continue;
    }
    long pixel = (long)((c->x[i] - w->xmin)*scale);
    if (pixel != at) {
      n = at >= 0 ? push_pillar(index, n, &p) : n;
      p = (pillar){i, i, i, i};
      at = pixel;
    }
    p.last = i;
    p.low = c->y[i] < c->y[p.low] ? i : p.low;
    p.high = c->y[i] > c->y[p.high] ? i : p.high;
  }
  return at >= 0 ? push_pillar(index, n, &p) : n;
}

// ---------------------------------------------------------------------------------------------
// trajectories

static size_t thin_close(long *index, const curve *c, const window *w) {
  double sx = w->xmax > w->xmin ? w->width/(w->xmax - w->xmin) : 0;
  double sy = w->ymax > w->ymin ? w->height/(w->ymax - w->ymin) : 0;
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++) {
    if (!drawable(c, i)) {
      n = push_gap(index, n);
      continue;
    }
    if (n > 0 && index[n - 1] >= 0 && i + 1 < c->n) {
      size_t last = (size_t)index[n - 1];
      if (hypot(sx*(c->x[i] - c->x[last]), sy*(c->y[i] - c->y[last])) < 0.5)
        continue;
    }
    n = push(index, n, i);
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

static size_t keep_all(long *index, const curve *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    n = drawable(c, i) ? push(index, n, i) : push_gap(index, n);
  return n;
}

size_t thin_curve(long *index, const curve *c, const window *w) {
  assert(w->xmax >= w->xmin && w->ymax >= w->ymin);
  if (c->marked)
    return keep_all(index, c);
  if (is_monotone(c))
    return thin_series(index, c, w);
  size_t n = thin_close(index, c, w);
  return n > thin_most ? keep_pieces(index, n) : n;
}
