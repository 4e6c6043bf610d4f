// Steppers for compose(M, scheme): one stepper of M per stage.

#include "methods/compose.h"

#include "methods/families.h"

typedef struct compose {
  kernel base;
  const scheme *scheme;
  stepper **stages;
  state before;  // the start of the step, for one that fails half way
} compose;

static kernel_result take(void *self, state *x, double h) {
  compose *s = self;
  long iterations = 0;
  state_copy(&s->before, x);
  for (int i = 0; i < s->scheme->stages; i++) {
    kernel *stage = s->stages[i]->kernel;
    double part = scheme_stage(s->scheme, i)*h;
    kernel_result result = s->stages[i]->take(s->stages[i]->self, x, part);
    if (result != KERNEL_DONE) {
      state_copy(x, &s->before);
      s->base.guilty = i;
      return result;
    }
    x->t += part;
    iterations += stage->newton.last_iterations;
  }
  x->t = s->before.t;
  if (iterations > s->base.newton.max_iterations)
    s->base.newton.max_iterations = (int)iterations;
  return KERNEL_DONE;
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
  for (int i = 0; i < n; i++)
    if (!(stages[i] = m->of->make(m->of, e, a)))
      return NULL;
  s->scheme = m->scheme;
  s->stages = stages;
  *step = (stepper){.method = m,
                    .kernel = &s->base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .stages = stages,
                    .nstage = n};
  return step;
}
