#include "run/parameters.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "base/vec.h"
#include "noslip/parameter.h"
#include "run/contact/contact.h"
#include "run/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the live parameters of the model

static const unknowns *live_of(const noslip_run *r) {
  return &r->model->system->inputs.live;
}

// their values, behind t and the inputs
static double *values_of(const noslip_run *r) {
  const problem *p = r->problem;
  return p->nlive > 0 ? r->evaluator.inputs->clock + 1 + p->ninput - p->nlive : NULL;
}

int noslip_run_parameter_count(const noslip_run *r) {
  return r ? r->problem->nlive : 0;
}

static bool is_parameter(const noslip_run *r, int i) {
  return i >= 0 && i < noslip_run_parameter_count(r);
}

const char *noslip_run_parameter_name(const noslip_run *r, int i) {
  return is_parameter(r, i) ? live_of(r)->list[i].name : "";
}

int noslip_run_parameter_find(const noslip_run *r, const char *name) {
  for (int i = 0; name && i < noslip_run_parameter_count(r); i++)
    if (strcmp(live_of(r)->list[i].name, name) == 0)
      return i;
  return -1;
}

double noslip_run_parameter(const noslip_run *r, int i) {
  return is_parameter(r, i) ? values_of(r)[i] : (double)NAN;
}

static bool is_fixed(const noslip_run *r, const char *name) {
  const model_system *s = r->model->system;
  for (int i = 0; i < s->parameters.count; i++)
    if (strcmp(s->parameters.list[i].name, name) == 0)
      return true;
  return false;
}

static noslip_status refuse_name(const noslip_run *r, const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < noslip_run_parameter_count(r); i++)
    suggest(&near, name, live_of(r)->list[i].name);
  if (is_fixed(r, name))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the parameter `%s` is a number of the model; load it with `%s` in the option "
                "`live`",
                SHOWN(name), SHOWN(name));
  fail(why, NOSLIP_ERROR_ARGUMENT, "%s has no live parameter `%s`", SHOWN(r->model->system->name),
       SHOWN(name));
  if (near.count > 0)
    fail_hint(why, "; ", "%s", suggest_text(question, &near, "`"));
  else
    fail_hint(why, "; ", "name it in the option `live` when the model is loaded");
  return NOSLIP_ERROR_ARGUMENT;
}

static noslip_status refuse_value(const char *name, failure *why) {
  return fail(why, NOSLIP_ERROR_ARGUMENT, "the parameter `%s` is not a finite number; give one",
              SHOWN(name));
}

// ---------------------------------------------------------------------------------------------
// what follows from them

double parameters_restitution(const noslip_run *r, int i) {
  const evaluator_inputs *in = r->evaluator.inputs;
  return in && in->restitution ? in->restitution[i]
                               : r->model->system->contacts.list[i].restitution;
}

double parameters_pair_restitution(const noslip_run *r, int law) {
  const model_system *s = r->model->system;
  const evaluator_inputs *in = r->evaluator.inputs;
  return in && in->restitution ? in->restitution[s->contacts.count + law]
                               : s->pairs.list[law].law.restitution;
}

noslip_status parameters_follow(noslip_run *r, start_numbers *at, failure *why) {
  const model_system *s = r->model->system;
  double *work = r->plan.parameters.work;
  at->live = values_of(r);
  at->live_set = r->plan.parameters.set;
  at->restitution = r->problem->nlive > 0 ? r->evaluator.inputs->restitution : NULL;
  const start_rule *rule = model_follow(s, work, at);
  if (rule)
    return model_refuse_rule(s, rule, work[rule->value], why);
  if (r->contacts)
    contacts_restitution(r->contacts);
  return NOSLIP_OK;
}

double parameters_number(const noslip_run *r, int i) {
  const model_system *s = r->model->system;
  const parameter *p = &s->parameters.list[i];
  if (p->live >= 0)
    return values_of(r)[p->live];
  for (int k = 0; r->problem->nlive > 0 && k < s->start.rules.count; k++)
    if (s->start.rules.list[k].group == START_PARAMETER && s->start.rules.list[k].index == i)
      return r->plan.parameters.work[s->start.rules.list[k].value];
  return p->value;
}

// parameters that are computed from others, and restitutions; initial values stay
static noslip_status settle(noslip_run *r, failure *why) {
  start_numbers at = {.q = r->state.q, .x = r->state.v};
  if (problem_is_mechanical(r->problem) && !r->problem->mechanical.lagrangian)
    at.x = r->state.p;
  return parameters_follow(r, &at, why);
}

// ---------------------------------------------------------------------------------------------
// at the start

static bool allocate(noslip_run *r) {
  const model_system *s = r->model->system;
  run_parameters *p = &r->plan.parameters;
  int n = r->problem->nlive, single = s->contacts.count, all = single + s->pairs.count;
  p->work = ARENA_ARRAY(&r->arena, double, s->start.steps.count);
  p->set = ARENA_ARRAY(&r->arena, bool, n);
  p->before = ARENA_ARRAY(&r->arena, double, n);
  double *e = n > 0 ? ARENA_ARRAY(&r->arena, double, all) : NULL;
  if (r->arena.failed)
    return false;
  for (int i = 0; e && i < all; i++)
    e[i] = i < single ? s->contacts.list[i].restitution : s->pairs.list[i - single].law.restitution;
  if (n > 0)
    r->evaluator.inputs->restitution = e;
  return true;
}

static noslip_status take(noslip_run *r, const noslip_parameter *given, failure *why) {
  if (!given->name)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`name` of a parameter is NULL");
  int i = noslip_run_parameter_find(r, given->name);
  if (i < 0)
    return refuse_name(r, given->name, why);
  if (!isfinite(given->value))
    return refuse_value(given->name, why);
  values_of(r)[i] = given->value;
  r->plan.parameters.set[i] = true;
  return NOSLIP_OK;
}

noslip_status parameters_begin(noslip_run *r, const noslip_run_options *o, failure *why) {
  if (o->nparameter < 0 || (o->nparameter > 0 && !o->parameters))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`parameters` has %d entries%s", o->nparameter,
                o->nparameter < 0 ? "" : " and is NULL");
  if (!allocate(r))
    return fail_memory(why);
  for (int i = 0; i < o->nparameter; i++)
    if (take(r, &o->parameters[i], why) != NOSLIP_OK)
      return why->status;
  return r->problem->nlive > 0 ? settle(r, why) : NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// between steps

// the state satisfies what it stands in with the value it has
static noslip_status refuse_held(const noslip_run *r, int i, failure *why) {
  return fail(
      why, NOSLIP_ERROR_ARGUMENT,
      "the parameter `%s` stands in `%s`, which the run satisfies with %.10g; start another "
      "run with `%s` in its option `parameters`",
      SHOWN(noslip_run_parameter_name(r, i)), SHOWN(r->model->system->inputs.held[i]),
      values_of(r)[i], SHOWN(noslip_run_parameter_name(r, i)));
}

// the values are as they were
static void restore(noslip_run *r, int i, bool was_set) {
  failure unsaid;
  r->plan.parameters.set[i] = was_set;
  vec_copy(values_of(r), r->plan.parameters.before, r->problem->nlive);
  settle(r, &unsaid);
}

// a live parameter that has followed the others, and which the state satisfies something with; -1: none
static int find_moved(const noslip_run *r) {
  const double *before = r->plan.parameters.before;
  for (int i = 0; i < r->problem->nlive; i++)
    if (r->model->system->inputs.held[i] && values_of(r)[i] != before[i])
      return i;
  return -1;
}

// the value, and those that follow it; if one of them is refused, all are as they were
static noslip_status try_value(noslip_run *r, int i, double value) {
  run_parameters *p = &r->plan.parameters;
  bool was_set = p->set[i];
  vec_copy(p->before, values_of(r), r->problem->nlive);
  values_of(r)[i] = value;
  p->set[i] = true;
  noslip_status status = settle(r, &r->context->failure);
  int moved = status == NOSLIP_OK ? find_moved(r) : -1;
  if (status == NOSLIP_OK && moved < 0)
    return NOSLIP_OK;
  restore(r, i, was_set);
  return moved >= 0 ? refuse_held(r, moved, &r->context->failure) : status;
}

// What is known of the node is known no more. Of a lagrangian its velocities stay, of a hamiltonian
// its momenta.
static void move(noslip_run *r) {
  r->evaluator.inputs->changes++;
  r->state.reduced = false;
  if (r->problem->mechanical.structure.live_momenta)
    observed_complete(&r->evaluator, &r->state, r->problem->mechanical.lagrangian);
  inputs_node_changed(r);
  r->watches.exact.n = 0;  // that is of one value
  r->plan.parameters.changed |= r->progress.taken > 0;
  r->energy.is_invariant = !r->plan.parameters.changed && run_keeps_energy(r);
}

noslip_status noslip_set_parameter_at(noslip_run *r, int i, double value) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  failure *why = &r->context->failure;
  if (!is_parameter(r, i))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "there is no live parameter %d; %s has %d", i,
                SHOWN(r->model->system->name), noslip_run_parameter_count(r));
  if (!isfinite(value))
    return refuse_value(noslip_run_parameter_name(r, i), why);
  if (values_of(r)[i] == value) {
    r->plan.parameters.set[i] = true;  // it follows others no more
    return NOSLIP_OK;
  }
  if (r->model->system->inputs.held[i])
    return refuse_held(r, i, why);
  noslip_return(r);
  observed_motion(&r->observed, &r->state);
  if (try_value(r, i, value) != NOSLIP_OK)
    return why->status;
  move(r);
  views_fill(r);
  return NOSLIP_OK;
}

noslip_status noslip_set_parameter(noslip_run *r, const char *name, double value) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  if (!name)
    return context_refuse_null(r->context, "name");
  int i = noslip_run_parameter_find(r, name);
  return i >= 0 ? noslip_set_parameter_at(r, i, value) : refuse_name(r, name, &r->context->failure);
}
