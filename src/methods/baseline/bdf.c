// Steppers for bdf: from node to node by steps of CVODE, and its history again where its memory
// holds another one.

#include "methods/baseline/bdf.h"

#include "methods/baseline/baseline.h"
#include "methods/baseline/node.h"

#include <string.h>

// steps on the way to one node, after which it is given up
enum { bdf_most = 100000 };

// ---- the record

static void bdf_open(bdf *s, kernel *base, bdf_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
  s->rates.base = base;
  s->rates.e = e;
}

// it leaves Newton's method to CVODE
static newton_shape bdf_unknowns(bdf_shape k) {
  (void)k;
  return (newton_shape){0};
}

static void bdf_lay(bdf_shape k, bdf *s, layout *l) {
  int n = k.of.n, N = rates_numbers(k.of);
  s->start = layout_carried(l, N);
  s->from_turns = layout_carried(l, n);
  s->node = layout_carried(l, N);
  s->turns = layout_carried(l, n);
  rates_lay(k.of, &s->rates, l);
}

// it has no text that could be compiled
static void bdf_print(const bdf_shape *k, literal *out) {
  (void)k, (void)out;
}

static kernel_result rate(void *self, double t, const double *y, double *out) {
  bdf *s = self;
  return rates_at(s->shape.of, &s->rates, t, y, out);
}

// ---- the history

// CVODE is where the history begins
static kernel_result begin(bdf_shape k, bdf *s) {
  bdf_room *room = k.room;
  room->holds = s->carried->past;
  room->holds.taken = 0;
  room->t = room->holds.from;
  vec_copy(room->start, s->start, rates_numbers(k.of));
  bool done = cvode_begin(room->code, room->t, s->start, room->holds.first);
  return done ? KERNEL_DONE : KERNEL_UNDEFINED;
}

// a history that begins at t with `start`; h has its direction
static kernel_result begin_at(bdf_shape k, bdf *s, const state *x, double t, double h) {
  bdf_history *past = &s->carried->past;
  *past = (bdf_history){.there = true, .from = t, .changes = node_changes(s->e)};
  vec_copy(s->from_turns, x->turns, k.of.n);
  kernel_result result = cvode_first(k.room->code, t, s->start, h, &past->first);
  return result == KERNEL_DONE ? begin(k, s) : result;
}

// full turns off y, which has those of the beginning of the history
static void unwind(bdf_shape k, const bdf *s, const state *x, double *y) {
  for (int i = 0; i < k.of.n; i++) {
    double count = x->turns[i] - s->from_turns[i];
    y[i] = fma(-count, state_turn, y[i]) - count*state_turn_low;
  }
}

// at the end of the last step
static kernel_result begin_again(bdf_shape k, bdf *s, const state *x, double h) {
  bdf_room *room = k.room;
  cvode_read(room->code, room->t, s->start);
  unwind(k, s, x, s->start);
  return begin_at(k, s, x, room->t, h);
}

// at the state of the caller
static kernel_result begin_here(bdf_shape k, bdf *s, const state *x, double h) {
  node_take(k.of, x, s->start);
  return begin_at(k, s, x, x->t, h);
}

// one step of CVODE
static kernel_result advance(bdf_shape k, bdf *s) {
  bdf_room *room = k.room;
  cvode_step step = {0};
  kernel_result result = cvode_advance(room->code, &step);
  s->base->carried.rejected += step.rejected;
  if (result != KERNEL_DONE) {
    s->base->failed_at = step.worst >= 0 ? step.worst : s->base->failed_at;
    return result;
  }
  room->t = step.t;
  room->holds.taken++;
  s->base->carried.accepted++;
  return KERNEL_DONE;
}

// does the memory of CVODE hold the history that is carried?
static bool holds(bdf_shape k, const bdf *s) {
  const bdf_history *a = &s->carried->past, *b = &k.room->holds;
  size_t size = (size_t)rates_numbers(k.of)*sizeof(double);
  return b->there && a->from == b->from && a->first == b->first && a->taken == b->taken &&
         a->changes == b->changes && memcmp(s->start, k.room->start, size) == 0;
}

// Take the steps of the history again. They have been counted when they were taken first.
static kernel_result repeat(bdf_shape k, bdf *s) {
  kernel_carried counted = s->base->carried;
  kernel_result result = begin(k, s);
  while (result == KERNEL_DONE && k.room->holds.taken < s->carried->past.taken)
    result = advance(k, s);
  s->base->carried = counted;
  return result;
}

// ---- from node to node

// is this the node that was given to the caller last, and does the history lead on from there?
static bool continues(bdf_shape k, const bdf *s, const state *x, double h) {
  const bdf_history *past = &s->carried->past;
  return past->there && past->changes == node_changes(s->e) && (h < 0) == (past->first < 0) &&
         node_is_at(s->carried->node_t, x, h) && node_is_same(k.of, s->node, s->turns, x);
}

// Does the last step reach over the node? Then it can be read.
static bool reaches(const bdf_room *room, double node_t, double h) {
  return room->holds.taken > 0 && (h < 0 ? room->t <= node_t : room->t >= node_t);
}

static kernel_result reach(bdf_shape k, bdf *s, const state *x, double node_t, double h) {
  bdf_room *room = k.room;
  kernel_result result = !continues(k, s, x, h) ? begin_here(k, s, x, h)
                         : holds(k, s)          ? KERNEL_DONE
                                                : repeat(k, s);
  for (int i = 0; result == KERNEL_DONE && !reaches(room, node_t, h); i++) {
    if (i == bdf_most)
      return KERNEL_TOO_LONG;
    if (room->holds.taken == bdf_longest)
      result = begin_again(k, s, x, h);
    if (result == KERNEL_DONE)
      result = advance(k, s);
  }
  s->carried->past.taken = room->holds.taken;
  return result;
}

// to the node at t + h
static kernel_result bdf_step(bdf_shape k, bdf *s, const newton_equations *e, state *x, double h) {
  double node_t = x->t + h;
  (void)e;
  kernel_result result = node_t == x->t ? KERNEL_UNDERFLOW : reach(k, s, x, node_t, h);
  if (result != KERNEL_DONE) {
    s->carried->past.there = k.room->holds.there = false;
    return result;
  }
  cvode_read(k.room->code, node_t, s->node);
  unwind(k, s, x, s->node);
  s->carried->node_t = node_t;
  node_give(k.of, s->node, s->turns, x);
  return KERNEL_DONE;
}

// ---- the stepper

// a history of a file can be repeated
static bool bdf_is_sound(const void *self) {
  const bdf_history *past = &((const bdf *)self)->carried->past;
  return !past->there || (past->taken >= 0 && past->taken <= bdf_longest && isfinite(past->from) &&
                          isfinite(past->first) && past->from + past->first != past->from);
}

#define FAMILY bdf
#define FAMILY_FILE "methods/kernel.h"
#define FAMILY_CARRIED(F)    \
  F(bdf_carried, past.there) \
  F(bdf_carried, past.from)  \
  F(bdf_carried, past.first) \
  F(bdf_carried, past.taken) F(bdf_carried, past.changes) F(bdf_carried, node_t)
#define FAMILY_SOUND bdf_is_sound
#include "methods/bind.h"

stepper *bdf_make(const method *m, evaluator *e, arena *a) {
  const baseline_options *o = method_options(m);
  bdf_shape shape = {.of = baseline_rates(m, e->problem, false)};
  int N = rates_numbers(shape.of);
  shape.room = arena_alloc(a, sizeof *shape.room);
  double *start = ARENA_ARRAY(a, double, N);
  if (!shape.room || !start)
    return NULL;
  *shape.room = (bdf_room){.code = cvode_open(a, N, o->rtol, o->atol), .start = start};
  stepper *step = shape.room->code ? stepper_new(&bdf_binding, &shape, m, e, a) : NULL;
  if (!step)
    return NULL;
  cvode_connect(shape.room->code, rate, step->self);
  step->compiles = step->exports = false;
  return baseline_complete(step, shape.of);
}
