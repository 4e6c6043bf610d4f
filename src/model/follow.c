// Initial values that the model computes from others follow the values of a run.

#include "model/model.h"

#include "expr/apply.h"

#include <assert.h>

static double step_value(const start_step *s, const double *x, const start_numbers *at) {
  switch (s->op) {
  case EXPR_NUMBER: return s->number;
  case EXPR_SYMBOL: return s->a == START_POSITION ? at->q[s->b] : at->x[s->b];
  case EXPR_POWER: return real_pow(x[s->a], s->b);
  default: return expr_apply(s->op, x[s->a], x[s->b], x[s->c]);
  }
}

const char *model_follow(const model_system *s, double *work, start_numbers *at) {
  int done = 0;
  for (int k = 0; k < s->start.rules.count; k++) {
    const start_rule *rule = &s->start.rules.list[k];
    for (; done < rule->end; done++)
      work[done] = step_value(&s->start.steps.list[done], work, at);
    bool position = rule->group == START_POSITION;
    if (position ? at->q_set[rule->index] : at->x_set[rule->index])
      continue;
    double value = work[rule->value];
    (position ? at->q : at->x)[rule->index] = value;
    if (!isfinite(value))
      return position
                 ? (s->positions.count > 0 ? &s->positions : &s->states)->list[rule->index].name
             : s->form == FORM_LAGRANGIAN ? s->velocities.list[rule->index].name
                                          : s->momenta.list[rule->index].name;
  }
  return NULL;
}
