#include "run/exact.h"

#include "run/run.h"

#include <math.h>

static bool find(const unknowns *list, expr symbol, int *place) {
  for (int i = 0; i < list->count; i++)
    if (list->list[i].symbol == symbol) {
      *place = i;
      return true;
    }
  return false;
}

// among the numbers of a node: positions or states, then momenta, then algebraic variables
static bool find_place(const noslip_run *r, expr symbol, int *place) {
  const model_system *s = r->model->system;
  if (find(&s->positions, symbol, place) || find(&s->states, symbol, place))
    return true;
  bool momentum = find(&s->momenta, symbol, place);
  bool found = momentum || find(&s->algebraics, symbol, place);
  *place += r->problem->n + (momentum ? 0 : r->problem->nv);
  return found;
}

static double value_of(noslip_run *r, int place) {
  int n = r->problem->n, nv = r->problem->nv;
  return place < n        ? r->observed.unwrapped[place]
         : place < n + nv ? r->state.p[place - n]
                          : monitor_multipliers(r)[place - n - nv];
}

static bool allocate(exact_watch *w, arena *a, const tape *code) {
  int n = code->nout;
  w->names = ARENA_ARRAY(a, const char *, n);
  w->place = ARENA_ARRAY(a, int, n);
  w->statement = ARENA_ARRAY(a, int, n);
  w->work = ARENA_ARRAY(a, double, code->nwork);
  w->value = ARENA_ARRAY(a, double, n);
  w->last = ARENA_ARRAY(a, double, n);
  w->largest = ARENA_ARRAY(a, double, n);
  return !a->failed;
}

static void evaluate(noslip_run *r, double t) {
  exact_watch *w = &r->watches.exact;
  const double *clock = evaluator_clock(&r->evaluator, &t);
  tape_run(r->model->exact, w->work, &clock, w->value);
}

static double number_of(const noslip_run *r, int place) {
  int n = r->problem->n;
  return place < n ? r->state.q[place] : r->state.p[place - n];
}

// with other parameters it may be another one: does it begin where the run does?
static bool begins_here(noslip_run *r) {
  static const double agree = 1e-12;  // as of `exact` and `init` when a model is loaded
  const exact_watch *w = &r->watches.exact;
  evaluate(r, r->state.t);
  for (int i = 0; i < w->n; i++) {
    double x = number_of(r, w->place[i]);
    if (!(fabs(w->value[w->statement[i]] - x) <= agree*(1 + fabs(x))))
      return false;
  }
  return true;
}

// it is that of the file's own data, and of inputs that nobody sets
bool exact_init(noslip_run *r, const noslip_run_options *o) {
  const model_system *s = r->model->system;
  exact_watch *w = &r->watches.exact;
  const tape *code = r->model->exact;
  if (!code || s->start.exact_set_aside || o->nstart > 0 || o->nsignal > 0)
    return true;
  if (!allocate(w, &r->arena, code))
    return false;
  tape_prepare(code, w->work);
  for (int i = 0; i < code->nout; i++)
    if (find_place(r, s->exact.list[i].symbol, &w->place[w->n])) {
      w->names[w->n] = s->exact.list[i].name;
      w->statement[w->n++] = i;
    }
  if (o->nparameter > 0 && !begins_here(r))
    w->n = 0;
  return true;
}

void exact_node(noslip_run *r) {
  exact_watch *w = &r->watches.exact;
  if (w->n == 0)
    return;
  evaluate(r, r->state.t);
  for (int i = 0; i < w->n; i++) {
    w->last[i] = fabs(value_of(r, w->place[i]) - w->value[w->statement[i]]);
    w->largest[i] = observed_larger(w->largest[i], w->last[i]);
  }
}
