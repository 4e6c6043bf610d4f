// A problem that is made of functions: what was promised of them, in the words of the problem.

#include "problem/callbacks.h"

#include <assert.h>

static callbacks *new_callbacks(arena *a, const noslip_callbacks *given) {
  callbacks *c = arena_alloc(a, sizeof *c);
  unsigned promises = given->promises;
  if (!c)
    return NULL;
  *c = (callbacks){
      .of = *given,
      .n = given->coordinates,
      .mn = given->nonholonomic.count,
      .mh = given->holonomic.count,
      .lagrangian = given->form == NOSLIP_LAGRANGIAN,
      .autonomous = promises & NOSLIP_AUTONOMOUS,
      .uniform = promises & (NOSLIP_CONSTANT_MASS | NOSLIP_IDENTITY_MASS),
      .separable = promises & NOSLIP_SEPARABLE,
      .linear = promises & NOSLIP_LINEAR_CONSTRAINTS || given->nonholonomic.count == 0,
  };
  c->m = c->mn + c->mh;
  c->quadratic = c->uniform || promises & NOSLIP_QUADRATIC;
  c->affine = c->linear || promises & NOSLIP_AFFINE_CONSTRAINTS;
  return c;
}

// Differences of L with |L| = 100 are off by 3e-11, which is 1e5 roundings of something that is 1.
// Measured: with less, Newton iterates for digits that a pendulum does not have.
static const double difference_noise = 1e5;

// promises in the words of the problem; callbacks_check finds the structure of the mass matrix
static mechanical_structure structure_of(const callbacks *c) {
  mechanical_structure s = {
      .autonomous = c->autonomous,
      .quadratic = c->quadratic,
      .constant_mass = c->uniform,
      .uniform = c->uniform,
      .separable = c->separable && (c->uniform || !c->lagrangian),
      .forces = c->of.force != NULL,
      .linear = c->linear,
      .affine = c->affine,
      .lost = -1,
      .noise = c->of.gradient ? 1 : difference_noise,
  };
  bool free = c->mn == 0 || c->of.promises & NOSLIP_LINEAR_MULTIPLIERS;
  s.linear_multipliers = free && s.uniform && s.separable && s.affine && c->mh == 0;
  return s;
}

// the names and kinds of the constraints: nonholonomic ones first
static bool list_constraints(problem *p, arena *a, const callbacks *c) {
  int *declared_n = ARENA_ARRAY(a, int, c->mn), *declared_h = ARENA_ARRAY(a, int, c->mh);
  bool *holonomic = ARENA_ARRAY(a, bool, c->m);
  const char **names = ARENA_ARRAY(a, const char *, c->m);
  if (a->failed)
    return false;
  for (int k = 0; k < c->mn; k++) {
    declared_n[k] = k;
    names[k] = c->of.nonholonomic.names[k];
  }
  for (int k = 0; k < c->mh; k++) {
    declared_h[k] = c->mn + k;
    holonomic[c->mn + k] = true;
    names[c->mn + k] = c->of.holonomic.names[k];
  }
  p->mechanical.declared_n = declared_n;
  p->mechanical.declared_h = declared_h;
  p->mechanical.is_holonomic = holonomic;
  p->constraint = p->multiplier = names;
  return true;
}

problem *callbacks_new(arena *a, const noslip_callbacks *given) {
  int n = given->coordinates;
  assert(n > 0 && given->function);
  assert(given->nonholonomic.count >= 0 && given->holonomic.count >= 0);
  problem *p = arena_alloc(a, sizeof *p);
  callbacks *c = new_callbacks(a, given);
  const char **names = ARENA_ARRAY(a, const char *, n);
  bool *angle = ARENA_ARRAY(a, bool, n);
  if (a->failed)
    return NULL;
  *p = (problem){.class = PROBLEM_MECHANICAL,
                 .mechanical.lagrangian = c->lagrangian,
                 .n = n,
                 .nv = n,
                 .m = c->m,
                 .mechanical.mn = c->mn,
                 .mechanical.mh = c->mh,
                 .coordinate = names,
                 .momentum = names,
                 .angle = angle,
                 .mechanical.structure = structure_of(c),
                 .callbacks = c};
  for (int i = 0; i < n; i++) {
    names[i] = given->coordinate[i];
    angle[i] = given->angle && given->angle[i];
    p->has_angles |= angle[i];
  }
  c->of.angle = angle;
  return list_constraints(p, a, c) ? p : NULL;
}
