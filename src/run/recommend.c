// Which methods to take for a model, and why.

#include "run/run.h"

#include "noslip/method.h"

// what a model is, as far as the choice depends on it
enum {
  IS_FREE = 1,          // mechanical without constraints
  IS_HOLONOMIC = 2,     // with holonomic constraints only
  IS_NONHOLONOMIC = 4,  // with nonholonomic constraints only
  IS_MIXED = 8,         // with both
  IS_DAE = 16,
  IS_ODE = 32,
  IS_SKEW = 256,    // z' = P(z) grad H(z)
  IS_GROUP = 1024,  // on rotations or rigid motions

  // wanted in addition
  HAS_FORCES = 64,        // external forces
  HAS_CHEAP_STEPS = 128,  // a step of order 2 needs no, or hardly any, iteration
  HAS_NO_FORCES = 512,
  HAS_NO_VELOCITIES = 2048,  // a hamiltonian whose velocities do not determine the momenta
  ADDITIONS = HAS_FORCES | HAS_CHEAP_STEPS | HAS_NO_FORCES | HAS_NO_VELOCITIES,
};

typedef struct advice {
  unsigned when;
  noslip_advice what;
} advice;

// from the most to the least obvious
static const advice advices[] = {
    {IS_GROUP,
     {"moser-veselov",
      "order 2, symplectic, symmetric, momenta to rounding: the cheapest step, for long runs",
      false}},
    {IS_GROUP,
     {"lobatto(3)", "order 4, constraints to rounding; symplectic where none is nonholonomic",
      false}},
    {IS_GROUP,
     {"lobatto(3, retraction=exp)", "the same, more accurate where a body turns fast", false}},
    {IS_GROUP, {"lobatto(5)", "order 8: the fewest steps where errors are to be small", false}},
    {IS_GROUP, {"lobatto(2)", "order 2: the cheapest step with constraints", false}},
    {IS_GROUP | HAS_NO_FORCES,
     {"avfc(3)",
      "order 2, energy and constraints to rounding, symmetric: for long runs, where the energy of "
      "others drifts",
      false}},
    {IS_GROUP | HAS_NO_FORCES,
     {"ep-collocation(3)",
      "order 6, constraints to rounding, symmetric, and the energy: a run warns where that needs "
      "more points",
      false}},
    {IS_FREE | IS_HOLONOMIC,
     {"rattle",
      "order 2, symplectic, momenta and constraints to rounding: the cheapest step, for long runs",
      false}},
    {IS_HOLONOMIC,
     {"lobatto(3)", "order 4, symplectic, constraints to rounding: where rattle needs short steps",
      false}},
    {IS_HOLONOMIC,
     {"lobatto(6)", "order 10, the same: the fewest steps where errors are to be small", false}},
    {IS_FREE | IS_HOLONOMIC | HAS_NO_VELOCITIES,
     {"compose(rattle, suzuki4)", "order 4, symplectic: it needs momenta only", false}},
    {IS_FREE,
     {"compose(rattle, kahan-li8)", "order 8, symplectic: small errors over long times", false}},
    {IS_FREE, {"rk-gauss(4)", "order 8, symplectic: takes the longest steps", false}},
    {IS_NONHOLONOMIC,
     {"dla-mp", "order 2, constraints to rounding, symmetric: the cheapest step", false}},
    {IS_NONHOLONOMIC | IS_MIXED | HAS_NO_FORCES,
     {"avfc(3)",
      "order 2, energy and constraints to rounding, symmetric: for long runs, where the energy of "
      "others drifts",
      false}},
    {IS_NONHOLONOMIC | IS_MIXED,
     {"spark(3)", "order 4, constraints to rounding, symmetric, carries nothing from step to step",
      false}},
    {IS_MIXED,
     {"lobatto(3)", "order 4, the same, with another choice of the open multiplier", false}},
    {IS_MIXED, {"spark(6)", "order 10: the fewest steps where errors are to be small", false}},
    {IS_NONHOLONOMIC,
     {"srk-gauss(4)",
      "order 8, constraints to rounding, symmetric: the fewest steps where errors are to be small",
      false}},
    {IS_NONHOLONOMIC | IS_MIXED | HAS_NO_FORCES,
     {"ep-collocation(3)",
      "order 6, constraints to rounding, symmetric, and the energy: a run warns where that needs "
      "more points",
      false}},
    {IS_DAE, {"srk-gauss(3)", "order 6, constraints to rounding at the nodes, symmetric", false}},
    {IS_DAE,
     {"spark(3)", "order 4, constraints to rounding, each part with a tableau of its own", false}},
    {IS_SKEW,
     {"avfc(3)", "order 2, symmetric, energy to rounding, and parts of it nearly so", false}},
    {IS_SKEW,
     {"gonzalez", "order 2, symmetric, energy to rounding: the cheapest of this kind", false}},
    {IS_SKEW,
     {"ep-collocation(3)",
      "order 6, symmetric, energy to rounding where it is a polynomial: the fewest steps", false}},
    {IS_ODE | IS_SKEW, {"rk-gauss(3)", "order 6, symmetric, keeps quadratic invariants", false}},
    {IS_DAE | IS_ODE, {"rk-radau2a(3)", "order 5, damps what is fast and of no interest", false}},
    {IS_NONHOLONOMIC | HAS_CHEAP_STEPS,
     {"compose(dla-mp, kahan-li8)",
      "order 8 by the cheapest steps, for small errors: multipliers enter linearly here", false}},
    {IS_HOLONOMIC | HAS_CHEAP_STEPS,
     {"compose(rattle, kahan-li8)",
      "order 8 by the cheapest steps, for small errors: the mass matrix is constant here", false}},
    {IS_FREE | IS_HOLONOMIC | HAS_NO_FORCES,
     {"avfc(3)",
      "order 2, energy and constraints to rounding, symmetric, but not symplectic: where the value "
      "of the energy matters",
      false}},
    {IS_FREE | IS_HOLONOMIC | IS_NONHOLONOMIC | IS_MIXED | IS_GROUP | HAS_FORCES,
     {"gonzalez",
      "order 2, symmetric: the energy changes by exactly the work of the damping forces", false}},
    {IS_FREE | IS_NONHOLONOMIC | HAS_FORCES,
     {"rk-radau2a(3)", "order 5: where forces damp strongly, and fast modes are to die out",
      false}},
    {IS_NONHOLONOMIC | IS_MIXED,
     {"lobatto(3, multiplier=carry)",
      "as published it carries a multiplier, whose error may grow without bound, whatever the "
      "step; "
      "a run warns",
      true}},
    {IS_NONHOLONOMIC | IS_MIXED,
     {"index1", "for comparison only: constraints drift, and so does the energy", true}},
};

static bool has_cheap_steps(const problem *p) {
  return p->structure.linear_multipliers || (p->mh > 0 && p->structure.uniform);
}

static unsigned kind_of(const problem *p) {
  if (p->class == PROBLEM_GROUP)
    return IS_GROUP | (p->structure.forces ? HAS_FORCES : HAS_NO_FORCES);
  if (p->class == PROBLEM_INDEX2)
    return p->m > 0 ? IS_DAE : p->bundles[BUNDLE_ENERGY] ? IS_SKEW : IS_ODE;
  return (p->mn > 0 && p->mh > 0 ? IS_MIXED
          : p->mn > 0            ? IS_NONHOLONOMIC
          : p->mh > 0            ? IS_HOLONOMIC
                                 : IS_FREE) |
         (p->structure.forces ? HAS_FORCES : HAS_NO_FORCES) |
         (has_cheap_steps(p) ? HAS_CHEAP_STEPS : 0) |
         (p->structure.degenerate ? HAS_NO_VELOCITIES : 0);
}

static bool is_for(const advice *a, unsigned kind) {
  return (a->when & kind & ~(unsigned)ADDITIONS) && !(a->when & ADDITIONS & ~kind);
}

int noslip_method_advise_sized(noslip_context *context, const noslip_model *model,
                               noslip_advice *list, size_t size, int most) {
  int count = 0;
  if (!context || !model || !list) {
    context_refuse_null(context, model ? "list" : "model");
    return 0;
  }
  for (size_t i = 0; model->problem && i < sizeof advices/sizeof *advices; i++)
    if (count < most && is_for(&advices[i], kind_of(model->problem)) &&
        noslip_method_applies(context, advices[i].what.method, model) == NOSLIP_OK)
      sized_give((char *)list + size*(size_t)count++, size, &advices[i].what,
                 sizeof advices[i].what);
  return count;
}
