#include "output/sketch.h"

#include "output/curve_style.h"
#include "output/figure.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// colours

static unsigned mix(unsigned a, unsigned b, double share) {
  unsigned out = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    double x = a >> shift & 255, y = b >> shift & 255;
    out |= (unsigned)lround(x + (y - x)*fmin(fmax(share, 0), 1)) << shift;
  }
  return out;
}

unsigned sketch_tint(unsigned colour, double white) {
  return mix(colour, 0xFFFFFF, white);
}

unsigned sketch_shade(unsigned colour, double light) {
  return mix(0, colour, light);
}

// ---------------------------------------------------------------------------------------------
// pieces

// room for `more` elements behind n; false: no memory
static bool reserve(void **list, size_t *room, size_t n, size_t more, size_t size) {
  if (n + more <= *room)
    return true;
  size_t wanted = 2*(n + more);
  void *longer = realloc(*list, wanted*size);
  if (!longer)
    return false;
  *list = longer;
  *room = wanted;
  return true;
}

static bool drawable(const double (*x)[3], int n) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      if (!figure_drawable(x[i][c]))
        return false;
  return true;
}

void sketch_add(sketch *k, const sketch_look *look, int layer, double depth, const double (*x)[3],
                int n) {
  bool room =
      reserve((void **)&k->points, &k->point_room, k->npoint, (size_t)n, 2*sizeof(double)) &&
      reserve((void **)&k->pieces, &k->piece_room, k->npiece, 1, sizeof *k->pieces);
  k->failed |= !room;
  if (!room || !drawable(x, n))
    return;
  k->pieces[k->npiece] = (sketch_piece){*look, k->npoint, n, layer, depth, k->npiece};
  k->npiece++;
  for (int i = 0; i < n; i++)
    view_project(&k->view, x[i], k->points + 2*k->npoint++);
}

static int compare(const void *a, const void *b) {
  const sketch_piece *x = a, *y = b;
  if (x->layer != y->layer)
    return x->layer - y->layer;
  if (x->depth != y->depth)
    return x->depth < y->depth ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

void sketch_sort(sketch *k) {
  if (k->npiece > 0)
    qsort(k->pieces, k->npiece, sizeof *k->pieces, compare);
}

void sketch_free(sketch *k) {
  free(k->points);
  free(k->pieces);
  *k = (sketch){0};
}

// ---------------------------------------------------------------------------------------------
// the box of everything

void sketch_include_point(sketch_box *b, const double x[3]) {
  if (!drawable((const double(*)[3])x, 1))
    return;
  for (int c = 0; c < 3; c++) {
    b->least[c] = b->empty ? x[c] : fmin(b->least[c], x[c]);
    b->most[c] = b->empty ? x[c] : fmax(b->most[c], x[c]);
  }
  b->empty = false;
}

// the farthest a shape reaches from its point, on an axis
static double reach_of(const noslip_shape *s, int axis) {
  double share = s->kind == NOSLIP_SHAPE_BOX ? 0.5 : 1, sum = 0;
  for (int c = 0; c < 3; c++) {
    double part = s->kind == NOSLIP_SHAPE_CYLINDER && c == 2 ? 0.5 : share;
    sum += fabs(part*s->size[c]*s->turn[3*axis + c]);
  }
  bool round =
      s->kind == NOSLIP_SHAPE_BALL || s->kind == NOSLIP_SHAPE_DISK || s->kind == NOSLIP_SHAPE_WHEEL;
  return round ? fmin(sum, fabs(s->size[0])) : sum;
}

void sketch_include(sketch_box *b, const noslip_shape *s) {
  if (s->kind == NOSLIP_SHAPE_GROUND)
    return;
  for (int i = 0; i < s->npoint; i++) {
    double low[3], high[3];
    for (int c = 0; c < 3; c++) {
      double reach = reach_of(s, c), x = s->points[3*i + c], end = x + s->direction[c];
      low[c] = fmin(x, end) - reach;
      high[c] = fmax(x, end) + reach;
    }
    sketch_include_point(b, low);
    sketch_include_point(b, high);
  }
}

double sketch_diagonal(const sketch_box *b) {
  double sum = 0;
  for (int c = 0; c < 3 && !b->empty; c++)
    sum += (b->most[c] - b->least[c])*(b->most[c] - b->least[c]);
  return sum > 0 ? sqrt(sum) : 1;
}
