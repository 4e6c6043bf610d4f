#include "run/inputs.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "noslip/input.h"
#include "run/contact/contact.h"
#include "run/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the inputs of the model

static const unknowns *inputs_of(const noslip_run *r) {
  return &r->model->system->inputs.list;
}

int noslip_run_input_count(const noslip_run *r) {
  return r ? r->problem->ninput - r->problem->nlive : 0;
}

static bool is_input(const noslip_run *r, int i) {
  return i >= 0 && i < noslip_run_input_count(r);
}

const char *noslip_run_input_name(const noslip_run *r, int i) {
  return is_input(r, i) ? inputs_of(r)->list[i].name : "";
}

int noslip_run_input_find(const noslip_run *r, const char *name) {
  for (int i = 0; name && i < noslip_run_input_count(r); i++)
    if (strcmp(inputs_of(r)->list[i].name, name) == 0)
      return i;
  return -1;
}

double noslip_run_input(const noslip_run *r, int i) {
  return is_input(r, i) ? r->evaluator.inputs->clock[1 + i] : (double)NAN;
}

static noslip_status refuse_name(const noslip_run *r, const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < noslip_run_input_count(r); i++)
    suggest(&near, name, inputs_of(r)->list[i].name);
  fail(why, NOSLIP_ERROR_ARGUMENT, "%s has no input `%s`", SHOWN(r->model->system->name),
       SHOWN(name));
  if (near.count > 0)
    fail_hint(why, "; ", "%s", suggest_text(question, &near, "`"));
  else
    fail_hint(why, "; ", "declare it, as in input u = 0");
  return NOSLIP_ERROR_ARGUMENT;
}

// ---------------------------------------------------------------------------------------------
// setting

// what is known of the node is known no more
static void forget(noslip_run *r) {
  observed_forget(&r->observed);
  if (!r->contacts)
    r->observed.known_multipliers = false;
  r->plan.inputs.changed = true;
}

// Of a lagrangian the velocities stay, of a hamiltonian the momenta.
static void set(noslip_run *r, int i, double value) {
  double *u = &r->evaluator.inputs->clock[1 + i];
  assert(isfinite(value));
  if (*u == value)
    return;
  bool jumps = r->problem->mechanical.structure.driven_momenta;
  if (jumps)
    observed_motion(&r->observed, &r->state);
  *u = value;
  r->evaluator.inputs->changes++;
  if (jumps)
    observed_complete(&r->evaluator, &r->state, r->problem->mechanical.lagrangian);
  forget(r);
}

// before the first step: the start is that with this input
static void start_again(noslip_run *r) {
  if (!r->contacts && !r->problem->lean && r->problem->m > 0) {
    monitor_motion(r);
    observed_consistent(&r->observed, &r->state);
    vec_copy(r->state.kept, r->state.lambda, r->problem->m);
  }
  monitor_start(r);
}

void inputs_node_changed(noslip_run *r) {
  forget(r);
  if (r->progress.taken == 0)
    start_again(r);
}

noslip_status noslip_set_input_at(noslip_run *r, int i, double value) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  failure *why = &r->context->failure;
  if (!is_input(r, i))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "there is no input %d; %s has %d", i,
                SHOWN(r->model->system->name), noslip_run_input_count(r));
  if (!isfinite(value))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the input `%s` is not a finite number; give one",
                SHOWN(noslip_run_input_name(r, i)));
  for (int k = 0; k < r->plan.inputs.count; k++)
    if (r->plan.inputs.signals[k].input == i)
      r->plan.inputs.signals[k].follows = false;
  if (r->evaluator.inputs->clock[1 + i] != value)
    r->watches.exact.n = 0;  // that is of the input of the model
  set(r, i, value);
  if (r->progress.taken == 0 && r->plan.inputs.changed)
    start_again(r);
  views_fill(r);
  return NOSLIP_OK;
}

noslip_status noslip_set_input(noslip_run *r, const char *name, double value) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  if (!name)
    return context_refuse_null(r->context, "name");
  int i = noslip_run_input_find(r, name);
  return i >= 0 ? noslip_set_input_at(r, i, value) : refuse_name(r, name, &r->context->failure);
}

// ---------------------------------------------------------------------------------------------
// signals

// the interval that begins at times[at] has t in it; looked for from where it was last
static void find_interval(run_signal *s, double t) {
  while (s->at > 0 && t < s->times[s->at])
    s->at--;
  while (s->at + 1 < s->count && t >= s->times[s->at + 1])
    s->at++;
}

static double value_at(run_signal *s, double t) {
  find_interval(s, t);
  int k = s->at;
  if (s->hold || k + 1 == s->count || t <= s->times[0])
    return s->values[k];
  double share = (t - s->times[k])/(s->times[k + 1] - s->times[k]);
  return s->values[k] + share*(s->values[k + 1] - s->values[k]);
}

noslip_status inputs_begin_step(noslip_run *r, failure *why) {
  run_inputs *p = &r->plan.inputs;
  for (int i = 0; i < p->count; i++)
    if (p->signals[i].follows)
      set(r, p->signals[i].input, value_at(&p->signals[i], r->state.t + r->h/2));
  if (!p->changed)
    return NOSLIP_OK;
  p->changed = false;
  return r->contacts ? contacts_after_inputs(r, why) : NOSLIP_OK;
}

// ---- reading them

static noslip_status check_rows(const noslip_signal *s, failure *why) {
  for (int k = 0; k < s->count; k++) {
    if (!isfinite(s->times[k]) || !isfinite(s->values[k]))
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "the input `%s` has no finite number in row %d of its table; give one",
                  SHOWN(s->name), k + 1);
    if (k > 0 && !(s->times[k] > s->times[k - 1]))
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "the times of the input `%s` do not increase: %g after %g in row %d; sort them",
                  SHOWN(s->name), s->times[k], s->times[k - 1], k + 1);
  }
  return NOSLIP_OK;
}

static noslip_status check_signal(const noslip_run *r, const noslip_signal *s, int *input,
                                  failure *why) {
  if (!s->name || (s->count > 0 && (!s->times || !s->values)))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` of a signal is NULL",
                !s->name    ? "name"
                : !s->times ? "times"
                            : "values");
  *input = noslip_run_input_find(r, s->name);
  if (*input < 0)
    return refuse_name(r, s->name, why);
  if (s->count < 1)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the table of the input `%s` is empty; give a row",
                SHOWN(s->name));
  for (int i = 0; i < r->plan.inputs.count; i++)
    if (r->plan.inputs.signals[i].input == *input)
      return fail(why, NOSLIP_ERROR_ARGUMENT, "the input `%s` has two tables; give one",
                  SHOWN(s->name));
  return check_rows(s, why);
}

static const double *copy(arena *a, const double *x, int n) {
  double *out = ARENA_ARRAY(a, double, n);
  if (out)
    vec_copy(out, x, n);
  return out;
}

// a run that leaves the times of a table, seen from the middles of its steps
static void look_at_end(noslip_run *r, const noslip_signal *s) {
  double first = r->start.time, last = first + (double)r->plan.steps*r->h;
  double low = fmin(first, last), high = fmax(first, last);
  double middle = fabs(r->h)/2, from = s->times[0], to = s->times[s->count - 1];
  if (s->count == 1 || s->hold || r->plan.steps == 0 ||
      (from <= low + middle && to >= high - middle))
    return;
  const char *note = arena_print(
      &r->arena,
      "the table of the input `%.60s` is from t = %g to %g, and the run from %g to %g: outside it "
      "keeps its first and last value",
      s->name, from, to, low, high);
  if (note)
    run_warn(r, note);
}

noslip_status inputs_follow(noslip_run *r, const noslip_run_options *o, failure *why) {
  run_inputs *p = &r->plan.inputs;
  if (o->nsignal < 0 || (o->nsignal > 0 && !o->signals))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`signals` has %d entries%s", o->nsignal,
                o->nsignal < 0 ? "" : " and is NULL");
  p->signals = ARENA_ARRAY(&r->arena, run_signal, o->nsignal);
  for (int i = 0; p->signals && i < o->nsignal; i++) {
    const noslip_signal *s = &o->signals[i];
    int input = -1;
    if (check_signal(r, s, &input, why) != NOSLIP_OK)
      return why->status;
    p->signals[p->count++] = (run_signal){.input = input,
                                          .follows = true,
                                          .times = copy(&r->arena, s->times, s->count),
                                          .values = copy(&r->arena, s->values, s->count),
                                          .count = s->count,
                                          .hold = s->hold};
    if (r->arena.failed)
      return fail_memory(why);
    look_at_end(r, s);
    r->evaluator.inputs->clock[1 + input] = value_at(&p->signals[i], r->start.time + r->h/2);
  }
  return r->arena.failed ? fail_memory(why) : NOSLIP_OK;
}
