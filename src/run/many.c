// Many steps in one call (methods/many.h): which runs may take them, how many, and what a run does where
// the loop leaves a node to it.

#include "run/many.h"

#include "methods/family.h"
#include "methods/many.h"
#include "run/run.h"

#include <assert.h>
#include <limits.h>

// every step but the last of a call, unless somebody has to be told of each node, or has to look at it
bool many_applies(const noslip_run *r) {
  const run_plan *p = &r->plan;
  bool plain = !r->contacts && !r->problem->lean && !r->effort && r->stepper->nstage == 0;
  bool asked = p->monitor || p->visit || p->inputs.count > 0 || p->inputs.changed ||
               r->watches.stops.count > 0 || r->watches.exact.n > 0;
  bool looks = r->observed.mechanical && r->observed.has_energy && !r->exchange.velocities &&
               !r->observed.held && !(method_watches(r->method, r->problem) & WATCH_MULTIPLIER);
  return plain && !asked && (looks || !p->monitored) && !noslip_run_stopped(r) &&
         !r->progress.finished;
}

static long fewer(long a, long b) {
  return a < b ? a : b;
}

// up to the next node at which the run has something else to do
static long next(const noslip_run *r, long steps, const pace *p) {
  steps = fewer(steps, p->left);
  if (r->compiling.making)
    steps = fewer(steps, backend_pause(r));
  return steps;
}

static many_shape shape_of(const noslip_run *r) {
  const observed *o = &r->observed;
  return (many_shape){.watched = run_watched_shape(r),
                      .looks = r->plan.monitored,
                      .mechanical = o->mechanical,
                      .own = o->velocities == o->lagrangian,
                      .velocities = o->velocities,
                      .lagrangian = o->lagrangian,
                      .angles = o->has_angles,
                      .multipliers = o->needs_multipliers};
}

// the loop with the sizes of the run
static void take(many *w, noslip_run *r) {
  bundle *bundles = r->evaluator.bundles;
  many_room room = {bundles[BUNDLE_VALUES].out, bundles[BUNDLE_RESIDUALS].out,
                    r->observed.unwrapped};
  stepper *s = r->stepper;
  bool goes_on = true;
  while (goes_on && w->done < w->steps) {
    many_event at = {0};
    while (many_next(w->shape, w, &r->state, s->take, s->self, &room, &at))
      continue;
    goes_on = many_settle(w, at);
  }
}

// ---- what the loop leaves to the run, at the node that `done` steps have led to

static void watch_rare(const many *w) {
  w->run->progress.taken = w->taken + w->done;
  monitor_node(w->run);
}

// steps to the next look at the rows of constraints
static long wait_of(const noslip_run *r) {
  return r->watches.passage.watched ? r->watches.passage.wait : LONG_MAX;
}

static long look(const many *w) {
  passage_look(w->run);
  return wait_of(w->run);
}

// ----

static void count(noslip_run *r, const many *w) {
  run_progress *p = &r->progress;
  p->taken = w->taken + w->done;
  p->iterations += w->iterations;
  if (w->most_iterations > p->most_iterations)
    p->most_iterations = (int)w->most_iterations;
}

// the last node of the loop
static void settle(noslip_run *r, const many *w) {
  r->progress.stopped = false;
  if (r->plan.monitored && r->watches.passage.watched)
    r->watches.passage.wait = (int)w->wait;
  run_look_at_step(r);
}

noslip_status many_steps(noslip_run *r, long steps, const pace *p) {
  assert(steps > 0 && many_applies(r));
  failure cause;
  if (r->compiling.making)
    backend_look(r);
  if (r->progress.taken == 0)
    r->progress.began = run_clock();
  many w = {.shape = shape_of(r),
            .kernel = r->stepper->kernel,
            .state = &r->state,
            .observed = &r->observed,
            .watched = run_watched(r),
            .multipliers = observed_consistent,
            .rare = watch_rare,
            .look = look,
            .run = r,
            .wait = wait_of(r),
            .start = r->start.time,
            .h = r->h,
            .taken = r->progress.taken,
            .steps = next(r, steps, p),
            .turn = turn_limit(r),
            .excess = defect_limit(r),
            .floor = floor_limit(r)};
  if (r->stepper->take_many)
    r->stepper->take_many(&w, r->stepper->self);
  else
    take(&w, r);
  count(r, &w);
  if (w.done > 0)
    settle(r, &w);
  if (w.result == KERNEL_DONE)
    return NOSLIP_OK;
  run_count_iterations(r, false);
  method_explain(r->stepper, w.result, r->h, &cause);
  return run_explain(r, &cause);
}
