// loose(M, tolerance): a method whose equations are solved to a tolerance only, for comparison.
//
//   start      of every solve is plain: nothing is extrapolated, no factors are kept
//   stop       residuals below the tolerance, each in its own unit, count as 0
//
// What such a step leaves has a direction, and adds up: the energy drifts where that of M does not.
// So drifts were published that are not the method's own (docs/methods.md).

#include "methods/families.h"

typedef struct loose {
  kernel base;
  stepper *step;
} loose;

static void forget(stepper *s) {
  newton_forget(&s->kernel->newton);
  s->kernel->carried.h = (double)NAN;
  for (int i = 0; i < s->nstage; i++)
    forget(s->stages[i]);
}

static void loosen(stepper *s, double tolerance) {
  s->kernel->newton.loose = tolerance;
  s->compiles = s->exports = false;
  for (int i = 0; i < s->nstage; i++)
    loosen(s->stages[i], tolerance);
}

static kernel_result take(void *self, state *x, double h) {
  loose *s = self;
  s->base.failed_at = 0;
  forget(s->step);
  kernel_result result = s->step->take(s->step->self, x, h);
  s->base.newton.last.iterations = s->step->kernel->newton.last.iterations;
  return result;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  return self->stages[0]->equation(self->stages[0], i, buffer, size);
}

stepper *loose_make(const method *m, evaluator *e, arena *a) {
  loose *s = arena_alloc(a, sizeof *s);
  stepper *step = arena_alloc(a, sizeof *step);
  stepper **stages = ARENA_ARRAY(a, stepper *, 1);
  if (a->failed || !(stages[0] = method_make(m->of, e, a)))
    return NULL;
  loosen(stages[0], m->loose);
  s->step = stages[0];
  *step = (stepper){.method = m,
                    .kernel = &s->base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .coordinate = e->problem->coordinate,
                    .ncoordinate = e->problem->n,
                    .stages = stages,
                    .nstage = 1};
  return step;
}
