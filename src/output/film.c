#include "output/film.h"

#include "output/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// trails

// Of the diagonal of all places of a point: how close two of them look like one, and how long a way
// is before it covers itself.
static const double finest = 1.0/1500, longest = 30;

// points of a trail: as many as are seen, and fewer if there are many trails
static size_t room_of(int ntrail) {
  enum { most = 8192, least = 64, all = 40000 };
  size_t share = ntrail > 0 ? (size_t)(all/ntrail) : most;
  return share > most ? most : share < least ? least : share;
}

static bool add_trails(film *f, const noslip_shapes *shapes) {
  noslip_shape s;
  for (int i = 0; noslip_shapes_get(shapes, i, &s); i++)
    f->ntrail += s.kind == NOSLIP_SHAPE_TRAIL;
  f->trail_room = room_of(f->ntrail);
  f->trails = calloc((size_t)f->ntrail + 1, sizeof *f->trails);
  if (!f->trails)
    return false;
  for (int i = 0, k = 0; noslip_shapes_get(shapes, i, &s); i++) {
    if (s.kind != NOSLIP_SHAPE_TRAIL)
      continue;
    film_trail *t = &f->trails[k++];
    t->shape = i;
    t->points = malloc(3*f->trail_room*sizeof *t->points);
    if (!t->points)
      return false;
  }
  return true;
}

static double distance(const double *a, const double *b) {
  return sqrt((a[0] - b[0])*(a[0] - b[0]) + (a[1] - b[1])*(a[1] - b[1]) +
              (a[2] - b[2])*(a[2] - b[2]));
}

static void append(film_trail *t, const double *x) {
  memcpy(t->points + 3*t->n++, x, 3*sizeof *x);
}

// room for more: points that are too close now, then the older half
static void shorten(film_trail *t, size_t room) {
  double close = finest*distance(t->least, t->most);
  size_t n = t->n;
  t->n = 1;
  for (size_t i = 1; i < n; i++)
    if (!(distance(t->points + 3*i, t->points + 3*(t->n - 1)) < close))
      append(t, t->points + 3*i);
  if (t->n <= room - room/4)
    return;
  size_t kept = room/2, from = t->n - kept;
  memmove(t->points, t->points + 3*from, 3*kept*sizeof *t->points);
  t->n = kept;
}

static void go_on(film_trail *t, const double *x, size_t room) {
  bool first = t->n == 0;
  for (int c = 0; c < 3; c++) {
    t->least[c] = first ? x[c] : fmin(t->least[c], x[c]);
    t->most[c] = first ? x[c] : fmax(t->most[c], x[c]);
  }
  memcpy(t->now, x, sizeof t->now);
  double close = finest*distance(t->least, t->most);
  if (!first && distance(x, t->points + 3*(t->n - 1)) < close)
    return;
  if (t->n == room)
    shorten(t, room);
  append(t, x);
}

void film_trace(film *f, const noslip_shapes *shapes) {
  for (int k = 0; k < f->ntrail; k++) {
    noslip_shape s;
    film_trail *t = &f->trails[k];
    noslip_shapes_get(shapes, t->shape, &s);
    if (figure_drawable(s.points[0]) && figure_drawable(s.points[1]) &&
        figure_drawable(s.points[2]))
      go_on(t, s.points, f->trail_room);
  }
}

// the last part of a trail, up to where its point is; false: no memory
static bool copy_way(film_way *way, const film_trail *t, const char *colour) {
  double length = 0, most = longest*distance(t->least, t->most);
  size_t from = t->n;
  while (from > 0 && length <= most) {
    from--;
    if (from > 0)
      length += distance(t->points + 3*from, t->points + 3*(from - 1));
  }
  way->colour = colour;
  way->n = t->n - from + (t->n > 0);
  way->points = malloc((3*way->n + 1)*sizeof *way->points);
  if (!way->points || t->n == 0)
    return way->points != NULL;
  memcpy(way->points, t->points + 3*from, 3*(t->n - from)*sizeof *way->points);
  memcpy(way->points + 3*(way->n - 1), t->now, sizeof t->now);
  return true;
}

// ---------------------------------------------------------------------------------------------
// frames

bool film_begin(film *f, const noslip_shapes *shapes) {
  noslip_shape s;
  *f = (film){.dimension = noslip_shapes_dimension(shapes), .nshape = noslip_shapes_count(shapes)};
  for (int i = 0; noslip_shapes_get(shapes, i, &s); i++)
    f->npoint += (size_t)s.npoint;
  return add_trails(f, shapes);
}

static bool reserve(film *f) {
  if (f->nframe < f->frame_room)
    return true;
  int room = f->frame_room > 0 ? 2*f->frame_room : 16;
  film_frame *longer = realloc(f->frames, (size_t)room*sizeof *longer);
  if (!longer)
    return false;
  f->frames = longer;
  f->frame_room = room;
  return true;
}

static bool fill(const film *f, film_frame *frame, const noslip_shapes *shapes) {
  double *at = frame->points;
  for (int i = 0; i < f->nshape; i++) {
    noslip_shape *s = &frame->shapes[i];
    noslip_shapes_get(shapes, i, s);
    memcpy(at, s->points, 3*(size_t)s->npoint*sizeof *at);
    s->points = at;
    at += 3*s->npoint;
  }
  for (int k = 0; k < f->ntrail; k++)
    if (!copy_way(&frame->ways[k], &f->trails[k], frame->shapes[f->trails[k].shape].colour))
      return false;
  return true;
}

bool film_add(film *f, const noslip_shapes *shapes, double time) {
  if (!reserve(f))
    return false;
  film_frame frame = {.time = time,
                      .shapes = calloc((size_t)f->nshape + 1, sizeof *frame.shapes),
                      .points = malloc((3*f->npoint + 1)*sizeof *frame.points),
                      .ways = calloc((size_t)f->ntrail + 1, sizeof *frame.ways)};
  f->frames[f->nframe++] = frame;
  return frame.shapes && frame.points && frame.ways && fill(f, &frame, shapes);
}

sketch_box film_box(const film *f) {
  enum { many = 150 };
  sketch_box b = {.empty = true, .coarse = f->nshape > many};
  for (int i = 0; i < f->nframe; i++)
    for (int k = 0; k < f->nshape; k++)
      sketch_include(&b, &f->frames[i].shapes[k]);
  for (int k = 0; k < f->ntrail; k++) {
    sketch_include_point(&b, f->trails[k].least);
    sketch_include_point(&b, f->trails[k].most);
  }
  return b;
}

bool film_find_ground(film *f, const noslip_shapes *shapes) {
  const sketch_box b = film_box(f);
  if (!b.empty)
    ground_trace(&f->ground, shapes, b.least, b.most);
  return !f->ground.failed;
}

void film_free(film *f) {
  for (int i = 0; i < f->nframe; i++) {
    free(f->frames[i].shapes);
    free(f->frames[i].points);
    for (int k = 0; f->frames[i].ways && k < f->ntrail; k++)
      free(f->frames[i].ways[k].points);
    free(f->frames[i].ways);
  }
  for (int k = 0; f->trails && k < f->ntrail; k++)
    free(f->trails[k].points);
  free(f->frames);
  free(f->trails);
  ground_free(&f->ground);
  *f = (film){0};
}
