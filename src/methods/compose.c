// Steppers for compose(M, scheme): one stepper of M per stage.

#include "methods/compose.h"

#include "methods/families.h"

typedef struct compose_stepper {
  stepper base;
  state before;  // the start of the step, for one that fails half way
} compose_stepper;

static noslip_status step(stepper *self, state *x, double h, failure *why) {
  compose_stepper *s = (compose_stepper *)self;
  const scheme *g = self->method->scheme;
  long iterations = 0;
  state_copy(&s->before, x);
  for (int i = 0; i < g->stages; i++) {
    stepper *stage = self->stages[i];
    double part = scheme_stage(g, i)*h;
    noslip_status status = stage->step(stage, x, part, why);
    if (status != NOSLIP_OK) {
      state_copy(x, &s->before);
      fail_more(why, "\n  in stage %d of %d of %s, of size %.4g", i + 1, g->stages, g->name, part);
      return status;
    }
    x->t += part;
    iterations += stage->newton.last_iterations;
  }
  x->t = s->before.t;
  if (iterations > self->newton.max_iterations)
    self->newton.max_iterations = (int)iterations;
  return NOSLIP_OK;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  return self->stages[0]->equation(self->stages[0], i, buffer, size);
}

stepper *compose_make(const method *m, evaluator *e, arena *a) {
  compose_stepper *s = arena_alloc(a, sizeof *s);
  if (!s || !state_init(&s->before, a, e->problem))
    return NULL;
  s->base = (stepper){.method = m, .step = step, .equation = equation};
  s->base.nstage = m->scheme->stages;
  s->base.stages = ARENA_ARRAY(a, stepper *, s->base.nstage);
  for (int i = 0; s->base.stages && i < s->base.nstage; i++)
    if (!(s->base.stages[i] = m->of->make(m->of, e, a)))
      return NULL;
  return s->base.stages ? &s->base : NULL;
}
