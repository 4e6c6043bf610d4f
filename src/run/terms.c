#include "run/terms.h"

#include "problem/rounding.h"

#include <assert.h>
#include <float.h>
#include <math.h>

// sizes of the outputs of a bundle at a place, where they are larger than those before
static void grow(double *size, const bundle *b, const double *const *in, double *out, int n) {
  assert(b->function && out != b->out);
  b->function(b->context, in, b->out);
  for (int i = 0; i < n; i++)
    size[i] = fmax(size[i], fabs(b->out[i]));
  for (int k = 0; k < rounding_modes; k++)
    if (rounding_run(b, in, k, out))
      for (int i = 0; i < n; i++)
        size[i] = fmax(size[i], fabs(b->out[i]) + fabs(out[i] - b->out[i])/DBL_EPSILON);
}

static void grow_energy(noslip_run *r, const state *s, double *size, double *out) {
  const double *x = !r->observed.mechanical ? s->lambda : r->observed.lagrangian ? s->v : s->p;
  const double *in[] = {evaluator_clock(&r->evaluator, &s->t), s->q, x, NULL};
  if (r->observed.has_energy)
    grow(size, &r->evaluator.bundles[BUNDLE_ENERGY], in, out, 1);
}

static void grow_invariants(noslip_run *r, const state *s, double *size, double *out) {
  state_unwrapped(s, r->problem->angle, r->observed.unwrapped);
  const double *t = evaluator_clock(&r->evaluator, &s->t);
  const double *in[] = {t, r->observed.unwrapped, s->v, s->p, s->lambda, &r->observed.energy, s->q};
  int n = r->model->system->invariants.count;
  if (n > 0)
    grow(size, &r->evaluator.bundles[BUNDLE_MONITORS], in, out, n);
}

bool terms_measure(noslip_run *r, double *energy, double *invariants) {
  const state *places[] = {&r->exchange.nodes[WATCHED_START], &r->state};
  arena scratch;
  arena_init(&scratch, &r->context->memory);
  double *one = ARENA_ARRAY(&scratch, double, 1);
  double *all = ARENA_ARRAY(&scratch, double, r->observed.nmonitor + 1);
  bool enough = !scratch.failed;
  *energy = 0;
  for (int i = 0; i < r->model->system->invariants.count; i++)
    invariants[i] = 0;
  for (int k = 0; k < 2 && enough; k++) {
    grow_energy(r, places[k], energy, one);
    grow_invariants(r, places[k], invariants, all);
  }
  arena_free(&scratch);
  observed_forget(&r->observed);  // its arrays are those of the last place
  return enough;
}
