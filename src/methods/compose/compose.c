// Steppers for compose(M, scheme): one stepper of M per stage.

#include "methods/compose/compose.h"

#include "methods/compose/schemes.h"
#include "methods/families.h"

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

// The scheme on a problem: where M is not symmetric, one for symmetric methods takes M and M* for each of
// its stages. That is known when a method is found, but for one that is not symmetric on groups only.
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
