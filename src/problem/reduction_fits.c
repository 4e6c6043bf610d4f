// Has a problem a reduced form, and can its start be brought into it?

#include "problem/reduction.h"

#include "base/vec.h"
#include "problem/evaluate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum { most_variables = 200 };  // dense blocks of N x N, in expressions

static const char *unfit_constraint(const problem *p, char *words, size_t size) {
  const mechanical_structure *s = &p->mechanical.structure;
  if (!s->affine)
    return "has a nonholonomic constraint that is not linear in the velocities";
  if (!s->linear)
    return "has an affine constraint, which does work, so its energy is not conserved";
  if (p->mechanical.mh > 0 && s->lost >= 0) {
    snprintf(words, size,
             "has the holonomic constraint `%s`, which is not quadratic and would be lost",
             p->constraint[s->lost]);
    return words;
  }
  return NULL;
}

bool reduction_refuses(const problem *p, reduction_kind kind, char *sentence, size_t size) {
  assert(problem_is_mechanical(p) && kind < REDUCTION_COUNT);
  const mechanical_structure *s = &p->mechanical.structure;
  char words[200];
  const char *what = unfit_constraint(p, words, sizeof words);
  if (p->callbacks)
    what = "is made of functions, and the reduced form needs expressions";
  else if (p->added)
    what = "has forces that are functions, and the reduced form needs expressions";
  else if (p->m > p->nv)
    what = "has more constraints than velocities: they depend on each other";
  else if (!s->autonomous)
    what = "depends on time: its energy is not constant";
  else if (s->driven)
    what = "has an input: its energy is not constant";
  else if (!s->natural)
    what = "has a kinetic energy that is not quadratic in the velocities";
  else if (s->loaded)
    what = "has forces that depend on multipliers, which the reduced form has not";
  else if (s->forces && !s->damping)
    what =
        "has forces that are not linear in the velocities: only damping, F = -R(q) v, is treated";
  else if (kind == REDUCTION_FULL && p->mechanical.mh > 0)
    what = "has a holonomic constraint, which would be kept in the middle of steps only";
  else if (p->n + p->nv - p->m > most_variables)
    what = "is too large for dense blocks of expressions";
  if (what)
    snprintf(sentence, size, "the model %s", what);
  return what != NULL;
}

noslip_status reduction_check(evaluator *e, arena *a, const state *x, failure *why) {
  const problem *p = e->problem;
  assert(x->n == p->n);
  if (p->skew.form != SKEW_REDUCED)
    return NOSLIP_OK;
  double *z = ARENA_ARRAY(a, double, p->skew.nz), *signs = ARENA_ARRAY(a, double, p->skew.zm + 1);
  if (a->failed)
    return fail_memory(why);
  signs[p->skew.zm] = 1;
  for (int i = 0; i < p->skew.zq; i++)
    z[i] = x->q[p->skew.kept[i]];
  vec_copy(signs, evaluator_run(e, BUNDLE_SIGNS, x->t, z, x->p, NULL), p->skew.zm);
  vec_copy(z + p->skew.zq, evaluator_run(e, BUNDLE_DESCEND, x->t, z, x->p, signs),
           p->skew.nz - p->skew.zq);
  if (isfinite(vec_max(evaluator_run(e, BUNDLE_LIFT, x->t, z, z, signs), p->nv)))
    return NOSLIP_OK;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the model has no reduced form at the start: its mass matrix is singular or indefinite; "
      "take a method that does not keep the energy exactly");
}
