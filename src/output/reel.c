#include "output/reel.h"

#include "output/base64.h"
#include "output/ground.h"
#include "output/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// frames of a film, numbers kept of them, bytes written of them; places of a trail, of all trails
enum {
  most_frames = 1200,
  most_numbers = 6000000,
  most_bytes = 800000,
  most_places = 4096,
  all_places = 30000,
};

static const char *const kinds[] = {
    [NOSLIP_SHAPE_POINT] = "point",
    [NOSLIP_SHAPE_ROD] = "rod",
    [NOSLIP_SHAPE_SPRING] = "spring",
    [NOSLIP_SHAPE_TRAIL] = "trail",
    [NOSLIP_SHAPE_ARROW] = "arrow",
    [NOSLIP_SHAPE_WHEEL] = "wheel",
    [NOSLIP_SHAPE_BOX] = "box",
    [NOSLIP_SHAPE_BALL] = "ball",
    [NOSLIP_SHAPE_ELLIPSOID] = "ellipsoid",
    [NOSLIP_SHAPE_DISK] = "disk",
    [NOSLIP_SHAPE_CYLINDER] = "cylinder",
    [NOSLIP_SHAPE_FRAME] = "frame",
    [NOSLIP_SHAPE_GROUND] = "ground",
};

// ---------------------------------------------------------------------------------------------
// the numbers of a shape

static bool has_direction(const noslip_shape *s) {
  return s->kind == NOSLIP_SHAPE_ARROW || s->kind == NOSLIP_SHAPE_GROUND;
}

static bool has_turn(const noslip_shape *s) {
  switch (s->kind) {
  case NOSLIP_SHAPE_POINT:
  case NOSLIP_SHAPE_ROD:
  case NOSLIP_SHAPE_SPRING:
  case NOSLIP_SHAPE_TRAIL: return false;
  default: return !has_direction(s);
  }
}

static int count_numbers(const noslip_shape *s) {
  return 3*s->npoint + (has_direction(s) ? 3 : 0) + (has_turn(s) ? 7 : 0);
}

// The quaternion of a rotation, on the side of the one before. All bodies are their own mirror images
// along their third axis, so of a reflection that axis is turned around first.
static void quaternion(const double T[9], double q[4]) {
  const double before[4] = {q[0], q[1], q[2], q[3]};
  double det = T[0]*(T[4]*T[8] - T[5]*T[7]) - T[1]*(T[3]*T[8] - T[5]*T[6]) +
               T[2]*(T[3]*T[7] - T[4]*T[6]);
  double s = det < 0 ? -1 : 1, t2 = s*T[2], t5 = s*T[5], t8 = s*T[8];
  double trace = T[0] + T[4] + t8, sum = 0, sign = 0;
  if (trace > 0) {
    const double found[4] = {T[7] - t5, t2 - T[6], T[3] - T[1], 1 + trace};
    memcpy(q, found, sizeof found);
  } else if (T[0] >= T[4] && T[0] >= t8) {
    const double found[4] = {1 + T[0] - T[4] - t8, T[1] + T[3], t2 + T[6], T[7] - t5};
    memcpy(q, found, sizeof found);
  } else if (T[4] >= t8) {
    const double found[4] = {T[1] + T[3], 1 + T[4] - T[0] - t8, t5 + T[7], t2 - T[6]};
    memcpy(q, found, sizeof found);
  } else {
    const double found[4] = {t2 + T[6], t5 + T[7], 1 + t8 - T[0] - T[4], T[3] - T[1]};
    memcpy(q, found, sizeof found);
  }
  for (int i = 0; i < 4; i++) {
    sum += q[i]*q[i];
    sign += q[i]*before[i];
  }
  for (int i = 0; i < 4; i++)
    q[i] *= (sign < 0 ? -1 : 1)/sqrt(sum);
}

// from `at` on; returns where the next shape begins
static double *put_shape(double *at, const noslip_shape *s) {
  size_t size = 3*(size_t)s->npoint;
  memcpy(at, s->points, size*sizeof *at);
  at += size;
  if (has_direction(s)) {
    memcpy(at, s->direction, sizeof s->direction);
    at += 3;
  }
  if (has_turn(s)) {
    memcpy(at, s->size, sizeof s->size);
    quaternion(s->turn, at + 3);
    at += 7;
  }
  return at;
}

// ---------------------------------------------------------------------------------------------
// rows

static size_t between(size_t x, size_t least, size_t most) {
  return x < least ? least : x > most ? most : x;
}

bool reel_begin(reel *r, const noslip_shapes *shapes) {
  *r = (reel){
      .dimension = noslip_shapes_dimension(shapes), .nshape = noslip_shapes_count(shapes), .n = 1};
  r->shapes = calloc((size_t)r->nshape + 1, sizeof *r->shapes);
  for (int i = 0; r->shapes && i < r->nshape; i++) {
    noslip_shapes_get(shapes, i, &r->shapes[i]);
    r->n += count_numbers(&r->shapes[i]);
    r->ntrail += r->shapes[i].kind == NOSLIP_SHAPE_TRAIL;
  }
  r->frame = calloc((size_t)r->n, sizeof *r->frame);
  r->way = calloc(1 + 3*(size_t)r->ntrail, sizeof *r->way);
  size_t frames = between(most_numbers/(size_t)r->n, 16, most_frames);
  size_t places = between(all_places/(size_t)(r->ntrail + 1), 64, most_places);
  return r->shapes && r->frame && r->way && buckets_begin(&r->frames, r->n, frames, false) &&
         buckets_begin(&r->ways, 1 + 3*r->ntrail, places, false);
}

void reel_row(reel *r, const noslip_shapes *shapes, double time) {
  double *at = r->frame + 1, *way = r->way + 1;
  r->frame[0] = r->way[0] = time;
  for (int i = 0; i < r->nshape; i++) {
    noslip_shape s;
    noslip_shapes_get(shapes, i, &s);
    if (s.kind == NOSLIP_SHAPE_TRAIL) {
      memcpy(way, s.points, 3*sizeof *way);
      way += 3;
    }
    at = put_shape(at, &s);
  }
  buckets_row(&r->frames, r->frame);
  buckets_row(&r->ways, r->way);
}

void reel_free(reel *r) {
  buckets_free(&r->frames);
  buckets_free(&r->ways);
  free(r->shapes);
  free(r->frame);
  free(r->way);
  *r = (reel){0};
}

// ---------------------------------------------------------------------------------------------
// as JSON

typedef struct range {
  double low, high;
} range;

// smallest and largest number of a column that are finite; if none is, low > high
static range finite_range(const buckets *b, int column) {
  range r = {HUGE_VAL, -HUGE_VAL};
  for (size_t i = 0; i < buckets_points(b); i++) {
    double x = buckets_first(b, i, column);
    if (isfinite(x)) {
      r.low = fmin(r.low, x);
      r.high = fmax(r.high, x);
    }
  }
  return r;
}

static range range_of(const buckets *b, int column) {
  range r = finite_range(b, column);
  return r.low <= r.high ? r : (range){0, 0};
}

// 16 bits between the smallest and the largest; 65535 is what cannot be drawn
static void write_column(FILE *out, const buckets *b, int column, range r) {
  enum { most = 65534, none = 65535 };
  base64 text = base64_begin(out);
  double length = r.high > r.low ? r.high - r.low : 1;
  fputc('"', out);
  for (size_t i = 0; i < buckets_points(b); i++) {
    double x = buckets_first(b, i, column), share = (x - r.low)/length;
    base64_short(&text, isfinite(share) ? (unsigned short)lround(most*share) : none);
  }
  base64_end(&text);
  fputc('"', out);
}

static void write_times(FILE *out, const buckets *b) {
  double start = buckets_first(b, 0, 0);
  base64 text = base64_begin(out);
  json_member(out, ", ", "offset", start);
  json_key(out, ", ", "times");
  fputc('"', out);
  for (size_t i = 0; i < buckets_points(b); i++)
    base64_float(&text, buckets_first(b, i, 0) - start);
  base64_end(&text);
  fputc('"', out);
}

static bool is_constant(const buckets *b, int column) {
  for (size_t i = 0; i < buckets_points(b); i++)
    if (buckets_first(b, i, column) != buckets_first(b, 0, column))
      return false;
  return true;
}

// a column as a constant, as null if nothing of it can be drawn, or as its range and its numbers
static void write_number(FILE *out, const buckets *b, int column) {
  range r = finite_range(b, column);
  if (r.low > r.high || is_constant(b, column)) {
    fprintf(out, r.low > r.high ? "null" : "%.7g", r.low);
    return;
  }
  fprintf(out, "[%.9g,%.9g,", r.low, r.high);
  write_column(out, b, column, r);
  fputc(']', out);
}

static void write_numbers(FILE *out, const buckets *b) {
  fprintf(out, "{\"count\": %zu", buckets_points(b));
  write_times(out, b);
  json_key(out, ", ", "numbers");
  fputc('[', out);
  for (int i = 1; i < b->n; i++) {
    fputs(i > 1 ? "," : "", out);
    write_number(out, b, i);
  }
  fputs("]}", out);
}

static void write_shapes(const reel *r, FILE *out) {
  json_key(out, ",\n ", "shapes");
  fputc('[', out);
  for (int i = 0; i < r->nshape; i++) {
    const noslip_shape *s = &r->shapes[i];
    json_member_text(out, i > 0 ? ",\n  {" : "\n  {", "kind", kinds[s->kind]);
    json_member_text(out, ", ", "colour", s->colour);
    json_member_text(out, ", ", "name", s->name);
    fputs(s->curved ? ", \"curved\": true" : "", out);
    fprintf(out, ", \"points\": %d}", s->npoint);
  }
  fputc(']', out);
}

static int count_varying(const buckets *b) {
  int count = 0;
  for (int i = 1; i < b->n; i++) {
    range r = range_of(b, i);
    count += r.high > r.low;
  }
  return count;
}

// fewer frames, if they would take too many bytes: a number takes 8/3 of them
static void shorten(reel *r) {
  double varying = count_varying(&r->frames);
  while (r->frames.count > 8 && varying*(double)r->frames.count*8/3 > most_bytes)
    buckets_halve(&r->frames);
}

// of the numbers of a column, and some more to both sides
static void include(double *low, double *high, range r, double reach) {
  *low = fmin(*low, r.low - reach);
  *high = fmax(*high, r.high + reach);
}

// the box of all shapes except the ground
static void find_box(const reel *r, double low[3], double high[3]) {
  int at = 1;
  for (int c = 0; c < 3; c++) {
    low[c] = HUGE_VAL;
    high[c] = -HUGE_VAL;
  }
  for (int i = 0; i < r->nshape; at += count_numbers(&r->shapes[i++])) {
    const noslip_shape *s = &r->shapes[i];
    range size = has_turn(s) ? range_of(&r->frames, at + 3*s->npoint) : (range){0, 0};
    for (int k = 0; k < 3*s->npoint && s->kind != NOSLIP_SHAPE_GROUND; k++)
      include(&low[k % 3], &high[k % 3], range_of(&r->frames, at + k), fabs(size.high));
  }
}

// six numbers for each line
static void write_ground(const reel *r, const noslip_shapes *shapes, FILE *out) {
  double low[3], high[3];
  ground_lines g = {0};
  find_box(r, low, high);
  if (low[0] <= high[0])
    ground_trace(&g, shapes, low, high);
  json_key(out, ",\n ", "ground");
  fputc('[', out);
  for (size_t i = 0; i < 6*g.n; i++)
    fprintf(out, i > 0 ? ",%.5g" : "%.5g", g.points[i] + 0.0);
  fputc(']', out);
  ground_free(&g);
}

static bool has_curved(const reel *r) {
  for (int i = 0; i < r->nshape; i++)
    if (r->shapes[i].curved)
      return true;
  return false;
}

void reel_write(reel *r, const noslip_shapes *shapes, FILE *out) {
  shorten(r);
  fprintf(out, "{\"dimension\": %d", r->dimension);
  if (has_curved(r))
    write_ground(r, shapes, out);
  write_shapes(r, out);
  json_key(out, ",\n ", "frames");
  write_numbers(out, &r->frames);
  json_key(out, ",\n ", "ways");
  write_numbers(out, &r->ways);
  fputc('}', out);
}
