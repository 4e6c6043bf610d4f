#include "output/space.h"

#include <assert.h>
#include <stdlib.h>

// cos and sin of the direction of view: 30 degrees from the y axis, 25 degrees from above
static const double ca = 0.866025403784438647, sa = 0.5;
static const double ce = 0.906307787036649963, se = 0.422618261740699436;

enum {
  x_below = 17,  // pixels from the x edge down to the middle of its numbers
  y_beside = 7,  // from the y edge to its numbers, to the right and down
  y_below = 9,
  z_beside = 8,      // from the z edge to its numbers
  name_height = 16,  // of the name of an edge
  gap = 10,          // between numbers and names
};

// ---------------------------------------------------------------------------------------------
// the box

static bool measure(space *s, const panel *p) {
  bool any = false;
  for (int i = 0; i < 3; i++)
    s->box[i] = range_empty;
  for (int k = 0; k < p->ncurve; k++) {
    const curve *c = &p->curves[k];
    for (size_t i = 0; i < c->n; i++) {
      if (!figure_drawable(c->x[i]) || !figure_drawable(c->y[i]) || !figure_drawable(c->z[i]))
        continue;
      range_include(&s->box[0], c->x[i]);
      range_include(&s->box[1], c->y[i]);
      range_include(&s->box[2], c->z[i]);
      any = true;
    }
  }
  for (int i = 0; i < 3 && any; i++) {
    range_widen(&s->box[i]);
    range_pad(&s->box[i]);
  }
  return any;
}

static double extent(const range *r) {
  return r->most - r->least;
}

// edges as long as the numbers say, or all about the same; the longest is 1
static void set_lengths(space *s, bool equal) {
  static const double height = 0.85;
  double longest = fmax(fmax(extent(&s->box[0]), extent(&s->box[1])), extent(&s->box[2]));
  for (int i = 0; i < 3; i++)
    s->length[i] = equal ? extent(&s->box[i])/longest : i == 2 ? height : 1;
}

// the size of the picture of the box, in lengths
static void size_of(const space *s, double *width, double *height, double *below) {
  *width = s->length[0]*ca + s->length[1]*sa;
  *below = s->length[0]*sa*se;
  *height = *below + s->length[2]*ce + s->length[1]*ca*se;
}

// marks so far apart that their numbers have room
static void set_marks(space *s) {
  static const double line = 22, across = 45;  // pixels from a number to the next
  double x = s->length[0]*ca*s->scale, y = s->length[1]*ca*se*s->scale;
  double z = s->length[2]*ce*s->scale;
  s->step[0] = axes_step_across(s->box[0].least, s->box[0].most, x, across);
  s->step[1] = axes_step(s->box[1].least, s->box[1].most, y/line);
  s->step[2] = axes_step(s->box[2].least, s->box[2].most, fmin(z/line, 6));
  for (int i = 0; i < 3; i++)
    s->numbers[i] = axes_numbers_width(s->box[i].least, s->box[i].most, s->step[i]);
}

// as large as numbers and names leave room for, in the middle of it
static void fit(space *s, const place *at) {
  enum { edge = 8, least = 40 };
  double wide = at->right - at->left, high = at->bottom - at->top, before = at->label + name_height;
  double left = edge + name_height + gap + s->numbers[2] + z_beside - before;
  double right = s->numbers[1] + y_beside, bottom = x_below;
  double width, height, below;
  size_of(s, &width, &height, &below);
  left = fmax(left, 0);
  double room_x = fmax(wide - left - right, least), room_y = fmax(high - bottom, least);
  s->scale = fmin(room_x/width, room_y/height);
  s->width = wide;
  s->left = left + (room_x - s->scale*width)/2;
  s->bottom = bottom + (room_y - s->scale*height)/2 + s->scale*below;
}

bool space_open(space *s, const panel *p, const place *at) {
  *s = (space){.scale = 300};
  if (!measure(s, p))
    return false;
  set_lengths(s, p->equal);

  // the numbers take room from the box, and the box says which numbers there are
  for (int i = 0; i < 3; i++) {
    set_marks(s);
    fit(s, at);
  }
  set_marks(s);
  return true;
}

// ---------------------------------------------------------------------------------------------
// projection

// of a point in lengths
static void project(const space *s, double x, double y, double z, double out[2]) {
  out[0] = s->left + s->scale*(x*ca + y*sa);
  out[1] = s->bottom + s->scale*(z*ce + (y*ca - x*sa)*se);
}

// a coordinate as a part of its edge
static double along(const space *s, int edge, double x) {
  return s->length[edge]*((x - s->box[edge].least)/extent(&s->box[edge]));
}

void space_project(const space *s, const double point[3], double out[2]) {
  project(s, along(s, 0, point[0]), along(s, 1, point[1]), along(s, 2, point[2]), out);
}

static bool flatten_curve(const space *s, const curve *c, curve *flat) {
  double *numbers = malloc(2*c->n*sizeof *numbers + 1);
  *flat = *c;
  flat->x = numbers;
  flat->y = numbers ? numbers + c->n : NULL;
  flat->z = NULL;
  for (size_t i = 0; i < c->n && numbers; i++) {
    double point[] = {c->x[i], c->y[i], c->z[i]}, out[2] = {(double)NAN, (double)NAN};
    if (figure_drawable(point[0]) && figure_drawable(point[1]) && figure_drawable(point[2]))
      space_project(s, point, out);
    numbers[i] = out[0];
    numbers[c->n + i] = out[1];
  }
  return numbers != NULL;
}

bool space_flatten(const space *s, const panel *p, panel *flat) {
  *flat = *p;
  flat->zlabel = NULL;
  flat->curves = calloc((size_t)p->ncurve + 1, sizeof *flat->curves);
  bool done = flat->curves != NULL;
  flat->ncurve = 0;
  for (; flat->ncurve < p->ncurve && done; flat->ncurve++)
    done = flatten_curve(s, &p->curves[flat->ncurve], &flat->curves[flat->ncurve]);
  return done;
}

void space_free(panel *flat) {
  for (int k = 0; k < flat->ncurve; k++)
    free((double *)flat->curves[k].x);
  free(flat->curves);
}

// ---------------------------------------------------------------------------------------------
// the frame

// number of mark k of an edge; false: it is beyond the end
static bool mark_at(const space *s, int edge, int k, double *number) {
  const range *r = &s->box[edge];
  *number = axes_mark(r->least, s->step[edge], k);
  return *number <= r->most;
}

typedef struct lines {
  const space *s;
  int n;
  double (*from)[2], (*to)[2];
} lines;

static void add(lines *l, const double a[3], const double b[3]) {
  if (l->n == space_most_lines)
    return;
  project(l->s, a[0], a[1], a[2], l->from[l->n]);
  project(l->s, b[0], b[1], b[2], l->to[l->n++]);
}

// two lines where an edge has a mark: over the floor and up a wall, or along both walls
static void add_mark(lines *l, int edge, double at) {
  const double *e = l->s->length;
  switch (edge) {
  case 0:
    add(l, (double[]){at, 0, 0}, (double[]){at, e[1], 0});
    add(l, (double[]){at, e[1], 0}, (double[]){at, e[1], e[2]});
    break;
  case 1:
    add(l, (double[]){e[0], at, 0}, (double[]){0, at, 0});
    add(l, (double[]){0, at, 0}, (double[]){0, at, e[2]});
    break;
  default:
    add(l, (double[]){0, 0, at}, (double[]){0, e[1], at});
    add(l, (double[]){0, e[1], at}, (double[]){e[0], e[1], at});
  }
}

// the floor, and the walls x = 0 and y = most
static void add_edges(lines *l) {
  const double *e = l->s->length;
  const double a[] = {0, 0, 0}, b[] = {e[0], 0, 0}, c[] = {e[0], e[1], 0}, d[] = {0, e[1], 0};
  const double A[] = {0, 0, e[2]}, C[] = {e[0], e[1], e[2]}, D[] = {0, e[1], e[2]};
  add(l, a, b);
  add(l, b, c);
  add(l, c, d);
  add(l, d, a);
  add(l, a, A);
  add(l, c, C);
  add(l, d, D);
  add(l, A, D);
  add(l, D, C);
}

int space_lines(const space *s, bool fine, double from[][2], double to[][2]) {
  lines l = {s, 0, from, to};
  double number;
  if (!fine)
    add_edges(&l);
  for (int edge = 0; edge < 3 && fine; edge++)
    for (int k = 0; mark_at(s, edge, k, &number); k++)
      add_mark(&l, edge, along(s, edge, number));
  return l.n;
}

// numbers of the x edge must not reach those of the y edge, at the corner where both begin
static bool is_crowded(const space *s, int edge, const double at[2]) {
  double corner[2];
  project(s, s->length[0], 0, 0, corner);
  return edge == 0 && at[0] + s->numbers[0]/2 > corner[0] + 2;
}

bool space_mark(const space *s, int edge, int k, double *number, double out[2]) {
  if (!mark_at(s, edge, k, number))
    return false;
  double at = along(s, edge, *number);
  project(s,
          edge == 0   ? at
          : edge == 1 ? s->length[0]
                      : 0,
          edge == 1 ? at : 0, edge == 2 ? at : 0, out);
  out[0] += edge == 1 ? y_beside : edge == 2 ? -z_beside : 0;
  out[1] -= edge == 0 ? x_below : edge == 1 ? y_below : 0;
  return !is_crowded(s, edge, out);
}

// x: below its numbers, to the left of its middle, where the edge is higher; y: to the right of its
// numbers, below its middle, or if there is no room below the corner; z: left of its numbers
void space_name(const space *s, int edge, double wide, double out[2]) {
  project(s,
          edge == 0   ? s->length[0]/2
          : edge == 1 ? s->length[0]
                      : 0,
          edge == 1 ? s->length[1]/2 : 0, edge == 2 ? s->length[2]/2 : 0, out);
  out[0] += edge == 0   ? -s->numbers[0]/2
            : edge == 1 ? s->numbers[1] + gap
                        : -z_beside - s->numbers[2] - gap - name_height/2;
  out[1] -= edge == 0 ? x_below + name_height + 6 : edge == 1 ? 2*name_height : 0;
  if (edge == 1 && out[0] + wide > s->width) {
    project(s, s->length[0], 0, 0, out);
    out[1] -= 2*name_height + 6;
  }
}
