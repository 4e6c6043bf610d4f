// noslip_run_derivative: the derivative of a step, column by column (stepmap.h).

#include "noslip/structure.h"

#include "run/stepmap.h"

#include <math.h>

static noslip_status refuse(noslip_run *r) {
  failure *why = &r->context->failure;
  const char *name = r->model->system->name;
  if (r->contacts || r->problem->lean)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "a step has a derivative where it is smooth, and `%s` has contacts; take a model with "
        "`holonomic` in their place",
        name);
  if (!problem_is_mechanical(r->problem))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the derivative of a step is that of positions and momenta, and `%s` has none",
                name);
  if (method_is_adaptive(r->method))
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "`%s` chooses its steps, so they have no derivative; take a method with a fixed step",
        r->method->name);
  return NOSLIP_OK;
}

// the columns S u_k as a matrix, and how far they may be off
static void give(const stepmap *s, double *S, double *error) {
  const int N = 2*s->run->problem->nv;
  const double *here = s->after, *further = s->after + (size_t)N*(size_t)N;
  double worst = 0;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) {
      size_t at = (size_t)k*(size_t)N + (size_t)i;
      S[(size_t)i*(size_t)N + (size_t)k] = here[at];
      worst = observed_larger(worst, fabs(here[at] - further[at]));
    }
  if (error)
    *error = worst;
}

// The stepper of the differences is that of sections and visits, too: what it carries is put back.
static noslip_status measure(stepmap *s, arena *a, failure *why) {
  void *carried = arena_alloc(a, stepper_carried_size(s->stepper) + 1);
  if (!carried)
    return fail_memory(why);
  stepper_save(s->stepper, carried);
  noslip_status status = stepmap_differentiate(s, why);
  stepper_restore(s->stepper, carried);
  return status;
}

noslip_status noslip_run_derivative(noslip_run *r, double *S, double *error) {
  stepmap map;
  arena scratch;
  if (!r || !S)
    return context_refuse_null(r ? r->context : NULL, "S");
  if (refuse(r) != NOSLIP_OK)
    return NOSLIP_ERROR_ARGUMENT;
  failure *why = &r->context->failure;
  arena_init(&scratch, &r->context->memory);
  run_aside_begin(r);
  noslip_status status =
      stepmap_init(&map, r, &scratch) ? measure(&map, &scratch, why) : fail_memory(why);
  if (status == NOSLIP_OK && scratch.failed)
    status = fail_memory(why);
  if (status == NOSLIP_OK)
    give(&map, S, error);
  run_aside_end(r);
  arena_free(&scratch);
  return status;
}
