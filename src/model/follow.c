// What the model computes from other values, initial values and live parameters, follows those of a
// run.

#include "model/model.h"

#include "base/shown.h"
#include "expr/apply.h"

#include <assert.h>

static double symbol_value(const start_step *s, const start_numbers *at) {
  switch ((start_group)s->a) {
  case START_POSITION: return at->q[s->b];
  case START_VELOCITY: return at->x[s->b];
  default: assert(s->a == START_LIVE); return at->live[s->b];
  }
}

static double step_value(const start_step *s, const double *x, const start_numbers *at) {
  switch (s->op) {
  case EXPR_NUMBER: return s->number;
  case EXPR_SYMBOL: return symbol_value(s, at);
  case EXPR_POWER: return real_pow(x[s->a], s->b);
  default: return expr_apply(s->op, x[s->a], x[s->b], x[s->c]);
  }
}

// where the number of a rule goes; NULL: it stays as it is, or goes nowhere
static double *place_of(const model_system *s, const start_rule *rule, const start_numbers *at) {
  int i = rule->index;
  switch (rule->group) {
  case START_POSITION: return at->q_set && !at->q_set[i] ? &at->q[i] : NULL;
  case START_VELOCITY: return at->x_set && !at->x_set[i] ? &at->x[i] : NULL;
  case START_LIVE: return at->live_set[i] ? NULL : &at->live[i];
  case START_RESTITUTION: return &at->restitution[i];
  case START_PAIR_RESTITUTION: return &at->restitution[s->contacts.count + i];
  default: return NULL;
  }
}

static bool is_allowed(start_group group, double number) {
  switch (group) {
  case START_RESTITUTION:
  case START_PAIR_RESTITUTION: return number >= 0 && number <= 1;
  case START_FRICTION:
  case START_PAIR_FRICTION: return number >= 0 && isfinite(number);
  default: return isfinite(number);
  }
}

// initial values and live parameters that are set need not be what is computed
static bool is_used(const start_rule *rule, const double *place) {
  return place || rule->group == START_PARAMETER || rule->group == START_FRICTION ||
         rule->group == START_PAIR_FRICTION;
}

const start_rule *model_follow(const model_system *s, double *work, start_numbers *at) {
  int done = 0;
  for (int k = 0; k < s->start.rules.count; k++) {
    const start_rule *rule = &s->start.rules.list[k];
    for (; done < rule->end; done++)
      work[done] = step_value(&s->start.steps.list[done], work, at);
    double *place = place_of(s, rule, at), number = work[rule->value];
    if (place)
      *place = number;
    if (is_used(rule, place) && !is_allowed(rule->group, number))
      return rule;
  }
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// sentences

static const char *initial_name(const model_system *s, const start_rule *rule) {
  const unknowns *list = rule->group == START_POSITION
                             ? (s->positions.count > 0 ? &s->positions : &s->states)
                         : s->form == FORM_LAGRANGIAN ? &s->velocities
                                                      : &s->momenta;
  return list->list[rule->index].name;
}

static const char *contact_name(const model_system *s, const start_rule *rule) {
  bool pairs = rule->group == START_PAIR_RESTITUTION || rule->group == START_PAIR_FRICTION;
  return pairs ? s->pairs.list[rule->index].law.label : s->contacts.list[rule->index].label;
}

noslip_status model_refuse_rule(const model_system *s, const start_rule *rule, double number,
                                failure *why) {
  const char *name;
  switch (rule->group) {
  case START_RESTITUTION:
  case START_PAIR_RESTITUTION:
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the restitution of `%s` lies between 0 and 1, not at %g; give another value to "
                "the parameter in it",
                SHOWN(contact_name(s, rule)), number);
  case START_FRICTION:
  case START_PAIR_FRICTION:
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a coefficient of friction of `%s` is not negative, this is %g; give another value "
                "to the parameter in it",
                SHOWN(contact_name(s, rule)), number);
  case START_LIVE:
  case START_PARAMETER:
    name = rule->group == START_LIVE ? s->inputs.live.list[rule->index].name
                                     : s->parameters.list[rule->index].name;
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the parameter `%s`, which is computed from others, is not a finite number with "
                "these; give others",
                SHOWN(name));
  default: name = initial_name(s, rule); break;
  }
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the initial value of `%s`, which `init` computes from others, is not a finite number "
      "with these; give others, or `%s` itself",
      SHOWN(name), SHOWN(name));
}
