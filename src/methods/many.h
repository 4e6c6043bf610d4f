// Many steps in one call, with what is watched at their nodes: the loop of a compiled run, and of one that
// is interpreted. A node is watched with the numbers of the step that leads to it, at the places where they
// are. For what comes up rarely the run is called, with the state in its place.

#pragma once

#include "methods/kernel.h"
#include "problem/own_chart.h"
#include "problem/watched.h"

// constant in a run
typedef struct many_shape {
  watched_shape watched;
  bool looks;       // nodes are watched
  bool mechanical;  // with the pair of p and v, which
  bool own;         //   the chart of the model's own form has,
  bool velocities;  //   from v; otherwise from p
  bool lagrangian;
  bool angles;
  bool multipliers;  // monitors need those that are consistent
} many_shape;

struct noslip_run;

typedef struct many {
  many_shape shape;
  const kernel *kernel;  // of the stepper
  state *state;
  observed *observed;
  watched_places watched;
  void (*multipliers)(observed *k, state *x);

  // Of the run, called at a node: watch it, where it needs more than watched_add; and look at it, `wait` steps
  // on. The answer is the steps to the next look.
  void (*rare)(const struct many *w);
  long (*look)(const struct many *w);
  struct noslip_run *run;
  long wait;

  // node k is at start + k h; `taken` lead to the first
  double start, h;
  long taken, steps;

  // a node beyond one of these is the last
  double turn, excess, floor;

  // what has come of it
  long done;             // steps that were taken
  kernel_result result;  // of the step after these; KERNEL_DONE: there was none
  long iterations;       // of Newton's method, in the steps that were taken,
  long most_iterations;  //   and in one of them
} many;

// what a run has to do with a node
typedef struct many_event {
  bool rare, look;
  bool ends;  // no further step
} many_event;

// room for the outputs of bundles, each its own
typedef struct many_room {
  double *values;     // 2n
  double *residuals;  // 2m
  double *unwrapped;  // numbers of a state
} many_room;

// p of v or v of p, whichever the method does not carry
static inline void many_pair(many_shape k, const many *w, state *x, const many_room *room) {
  evaluator *e = w->observed->evaluator;
  double *from = k.velocities ? x->v : x->p, *to = k.velocities ? x->p : x->v;
  if (k.own)
    vec_copy(to, own_chart(k.watched.n, e, x->t, x->q, from, false, room->values).y, k.watched.n);
  else
    observed_complete(e, x, k.velocities);
}

// invariants and observables
static inline const double *many_monitors(many_shape k, many *w, state *x, double E,
                                          const many_room *room) {
  observed *o = w->observed;
  if (k.watched.nmonitor == 0)
    return NULL;
  if (k.multipliers)
    w->multipliers(o, x);
  if (k.angles)
    state_unwrapped(x, o->angle, room->unwrapped);
  const double *q = k.angles ? room->unwrapped : x->q;
  return evaluator_monitors(o->evaluator, x->t, q, x->v, x->p, x->lambda, E, x->q);
}

// Watch a node of a mechanical system; false: it needs more than watched_add, and nothing was added.
static inline bool many_watch(many_shape k, many *w, state *x, const many_room *room) {
  evaluator *e = w->observed->evaluator;
  many_pair(k, w, x, room);
  w->observed->known_pair = true;
  watched_node at = {.T = 0.5*vec_dot(x->p, x->v, k.watched.n)};
  at.E = evaluator_run(e, BUNDLE_ENERGY, x->t, x->q, k.lagrangian ? x->v : x->p, NULL)[0];
  evaluator_into(e, BUNDLE_RESIDUALS, x->t, x->q, x->v, NULL, room->residuals);
  at.residual = room->residuals;
  at.monitor = many_monitors(k, w, x, at.E, room);
  if (watched_is_rare(k.watched, &w->watched, at))
    return false;
  watched_add(k.watched, &w->watched, at, (double)(w->taken + w->done));
  return true;
}

// nothing is known of the new node
static inline void many_arrive(many_shape k, many *w, state *x) {
  observed *o = w->observed;
  x->t = w->start + (double)(w->taken + w->done)*w->h;
  if (k.angles)
    state_wrap(x, o->angle);
  o->known_pair = o->known_motion = o->known_multipliers = false;
}

static inline bool many_is_beyond(const many *w) {
  const kernel *s = w->kernel;
  return s->carried.turn > w->turn || s->carried.excess > w->excess ||
         s->newton.carried.largest_floor > w->floor;
}

static inline bool many_step(many *w, state *x, kernel_step *take, void *self) {
  long before = w->kernel->newton.carried.iterations;
  w->result = take(self, x, w->h);
  if (w->result != KERNEL_DONE)
    return false;
  long spent = w->kernel->newton.carried.iterations - before;
  w->iterations += spent;
  w->most_iterations = spent > w->most_iterations ? spent : w->most_iterations;
  w->done++;
  return true;
}

// A step from *x; true: the run has nothing to do with the node, and another step follows
static inline bool many_next(many_shape k, many *w, state *x, kernel_step *take, void *self,
                             const many_room *room, many_event *at) {
  if (!many_step(w, x, take, self)) {
    at->ends = true;
    return false;
  }
  many_arrive(k, w, x);
  at->rare = k.looks && !many_watch(k, w, x, room);
  at->look = k.looks && --w->wait == 0;
  at->ends = many_is_beyond(w);
  return !(at->rare | at->look | at->ends) && w->done < w->steps;
}

// the run is called where it has to be; false: there is no further step
static inline bool many_settle(many *w, many_event at) {
  if (at.rare)
    w->rare(w);
  if (at.look)
    w->wait = w->look(w);
  return !at.ends;
}
