// Steppers for compose(M, scheme): one stepper of M per stage.

#include "methods/compose/compose.h"

#include "methods/families.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static kernel_result take_stage(void *context, int i, state *x, double h, long *iterations) {
  stepper *stage = ((stepper **)context)[i];
  kernel_result result = stage->take(stage->self, x, h);
  *iterations += stage->kernel->newton.last.iterations;
  return result;
}

static kernel_result take(void *self, state *x, double h) {
  return compose_step(self, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  return self->stages[0]->equation(self->stages[0], i, buffer, size);
}

// The scheme on a problem: where M is not symmetric, one for symmetric methods takes M and M* for
// each of its stages. That is known when a method is found, except for one that is symmetric on R^n
// only.
static const scheme *scheme_on(const method *m, const method *adjoint, arena *a) {
  if (m->scheme->adjoint || adjoint == m->of)
    return m->scheme;
  scheme *nested = arena_alloc(a, sizeof *nested);
  if (nested)
    *nested = scheme_nested(m->scheme);
  return nested;
}

stepper *compose_make(const method *m, evaluator *e, arena *a) {
  compose *s = arena_alloc(a, sizeof *s);
  stepper *step = arena_alloc(a, sizeof *step);
  const method *adjoint = method_adjoint_on(m->of, e->problem);
  const scheme *how = scheme_on(m, adjoint, a);
  if (a->failed || !state_init(&s->before, a, e->problem))
    return NULL;
  int n = how->stages;
  assert(scheme_is_whole(how) && adjoint);
  stepper **stages = ARENA_ARRAY(a, stepper *, n);
  bool shared = true;
  for (int i = 0; i < n; i++) {
    const method *of = how->adjoint && i % 2 ? adjoint : m->of;
    if (!stages || !(stages[i] = method_make(of, e, a)))
      return NULL;
    stages[i]->in_turn = adjoint != m->of;
    shared = shared && (!stages[i]->in_turn || stages[i]->both_ways);
  }
  for (int i = 0; i < n && !shared; i++)
    stages[i]->compiles = stages[i]->exports = false;
  s->scheme = how;
  s->stage = take_stage;
  s->context = stages;
  *step = (stepper){.method = m,
                    .kernel = &s->base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .stages = stages,
                    .nstage = n,
                    .scheme = how};
  return step;
}

// ---- the schemes; the conditions of their orders are checked by tests/methods/test_compose.c

// clang-format off
static const scheme schemes[] = {
  {"yoshida4", 4, 3, false,        // 1/(2 - 2^(1/3)), 1 - 2 g1
   {1.3512071919596576340, -1.7024143839193152681}},
  {"suzuki4", 4, 5, false,         // 1/(4 - 4^(1/3)) twice, 1 - 4 g1
   {0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857}},
  {"yoshida6", 6, 7, false,
   {0.78451361047755726382, 0.23557321335935813368, -1.17767998417887100695,
    1.31518632068391121889}},
  {"kahan-li6", 6, 9, false,
   {0.39216144400731413927925056, 0.33259913678935943859974864, -0.70624617255763935980996482,
    0.08221359629355080023149045, 0.79854399093482996339895035}},
  {"suzuki-umeno8", 8, 15, false,
   {0.74167036435061295344822780, -0.40910082580003159399730010, 0.19075471029623837995387626,
    -0.57386247111608226665638773, 0.29906418130365592384446354, 0.33462491824529818378495798,
    0.31529309239676659663205666, -0.79688793935291635401978884}},
  {"kahan-li8", 8, 17, false,
   {0.13020248308889008087881763, 0.56116298177510838456196441, -0.38947496264484728640807860,
    0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911, 0.29501172360931029887096624, -0.60550853383003451169892108}},
  {"symmetric", 2, 2, true, {0.5}},
  {"blanes-moan4", 4, 12, true,
   {0.0792036964311957, 0.1303114101821663, 0.2228614958676077, -0.3667132690474257,
    0.3246481886897062, 0.1096884778767498}},
};
// clang-format on

int scheme_count(void) {
  return (int)(sizeof schemes/sizeof *schemes);
}

const scheme *scheme_at(int i) {
  assert(i >= 0 && i < scheme_count());
  return &schemes[i];
}

scheme scheme_nested(const scheme *s) {
  assert(s->stages <= scheme_half);
  scheme twice = {.name = s->name, .order = s->order, .stages = 2*s->stages, .adjoint = true};
  for (int i = 0; i < s->stages; i++)
    twice.half[i] = 0.5*scheme_stage(s, i/2);
  return twice;
}

const scheme *scheme_find(const char *name) {
  for (int i = 0; i < scheme_count(); i++)
    if (strcmp(schemes[i].name, name) == 0)
      return &schemes[i];
  return NULL;
}
