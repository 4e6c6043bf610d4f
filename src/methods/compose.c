// Steppers for compose(M, scheme): one stepper of M per stage.

#include "methods/compose.h"

#include "methods/families.h"

static kernel_result take_stage(void *context, int i, state *x, double h, long *iterations) {
  stepper *stage = ((stepper **)context)[i];
  kernel_result result = stage->take(stage->self, x, h);
  *iterations += stage->kernel->newton.last_iterations;
  return result;
}

static kernel_result take(void *self, state *x, double h) {
  return compose_step(self, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  return self->stages[0]->equation(self->stages[0], i, buffer, size);
}

stepper *compose_make(const method *m, evaluator *e, arena *a) {
  compose *s = arena_alloc(a, sizeof *s);
  stepper *step = arena_alloc(a, sizeof *step);
  int n = m->scheme->stages;
  stepper **stages = ARENA_ARRAY(a, stepper *, n);
  if (a->failed || !state_init(&s->before, a, e->problem))
    return NULL;
  for (int i = 0; i < n; i++) {
    const method *of = m->scheme->adjoint && i % 2 ? method_adjoint(m->of) : m->of;
    if (!(stages[i] = of->make(of, e, a)))
      return NULL;
  }
  // where a compiled step of M does not serve for M*, there is none
  bool in_turn = m->scheme->adjoint && method_adjoint(m->of) != m->of;
  for (int i = 0; in_turn && i < n; i++)
    if (!stages[i]->both_ways)
      stages[i]->native_file = stages[i]->export_file = NULL;
  s->scheme = m->scheme;
  s->stage = take_stage;
  s->context = stages;
  *step = (stepper){.method = m,
                    .kernel = &s->base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .stages = stages,
                    .nstage = n};
  return step;
}
