// Which methods may suit a model, and why.

#include "run/run.h"

#include "noslip/method.h"
#include "run/contact/contact.h"

// what a model is, as far as the choice depends on it
enum {
  IS_FREE = 1,          // mechanical without constraints
  IS_HOLONOMIC = 2,     // with holonomic constraints only
  IS_NONHOLONOMIC = 4,  // with nonholonomic constraints only
  IS_MIXED = 8,         // with both
  IS_DAE = 16,
  IS_ODE = 32,
  IS_SKEW = 256,             // z' = P(z) grad H(z)
  IS_GROUP = 1024,           // on rotations or rigid motions
  IS_OVERDETERMINED = 4096,  // or forces depend on multipliers of holonomic constraints
  IS_CONTACT = 8192,         // with contacts
  IS_CROWD = 16384,          // with more of them than can be followed from event to event

  // wanted in addition
  HAS_FORCES = 64,        // external forces
  HAS_CHEAP_STEPS = 128,  // a step of order 2 needs no, or hardly any, iteration
  HAS_NO_FORCES = 512,
  HAS_NO_VELOCITIES = 2048,  // a hamiltonian whose velocities do not determine the momenta
  ADDITIONS = HAS_FORCES | HAS_CHEAP_STEPS | HAS_NO_FORCES | HAS_NO_VELOCITIES,
};

// What may suit a model, and what there is to say of it besides its order and what it keeps. What
// it costs is found by trials (study/recommend.c).
typedef struct advice {
  unsigned when;
  const char *method, *remark;
  bool against;
} advice;

#define IS_MECHANICAL (IS_FREE | IS_HOLONOMIC | IS_NONHOLONOMIC | IS_MIXED)

// from the most to the least obvious
static const advice advices[] = {
    {IS_GROUP, "moser-veselov", NULL, false},
    {IS_GROUP, "lobatto(3)", NULL, false},
    {IS_GROUP, "lobatto(3, retraction=exp)", "for bodies that turn fast", false},
    {IS_GROUP, "lobatto(5)", NULL, false},
    {IS_GROUP, "lobatto(2)", NULL, false},
    {IS_FREE | IS_NONHOLONOMIC, "dla-mp", NULL, false},
    {IS_FREE | IS_HOLONOMIC, "rattle", NULL, false},
    {IS_HOLONOMIC | IS_MIXED, "lobatto(3)", NULL, false},
    {IS_HOLONOMIC, "lobatto(6)", NULL, false},
    {IS_NONHOLONOMIC | IS_MIXED, "spark(3)", NULL, false},
    {IS_MIXED, "spark(6)", NULL, false},
    {IS_NONHOLONOMIC, "srk-gauss(4)", NULL, false},
    {IS_FREE | IS_HOLONOMIC | HAS_NO_VELOCITIES, "compose(rattle, suzuki4)",
     "it needs momenta only", false},
    {IS_FREE, "compose(rattle, kahan-li8)", NULL, false},
    {IS_FREE, "compose(dla-mp, kahan-li8)", NULL, false},
    {IS_HOLONOMIC | HAS_CHEAP_STEPS, "compose(rattle, kahan-li8)",
     "the mass matrix is constant here", false},
    {IS_NONHOLONOMIC | HAS_CHEAP_STEPS, "compose(dla-mp, kahan-li8)",
     "multipliers enter linearly here", false},
    {IS_FREE, "rk-gauss(4)", NULL, false},
    {IS_DAE, "srk-gauss(3)", NULL, false},
    {IS_OVERDETERMINED, "spark(3)", NULL, false},
    {IS_OVERDETERMINED, "spark(6)", NULL, false},
    {IS_OVERDETERMINED, "compose(euler-true, symmetric)", NULL, false},
    {IS_OVERDETERMINED, "compose(euler-true, suzuki4)", NULL, false},
    {IS_OVERDETERMINED, "compose(euler-true, yoshida6)", NULL, false},
    {IS_CONTACT, "compose(euler-true, suzuki4)", "events are located to its order", false},
    {IS_CONTACT, "compose(euler-true, symmetric)", NULL, false},
    {IS_CONTACT | IS_CROWD, "moreau", "for many contacts: events are known to a step", false},
    {IS_DAE, "spark(3)", "each part has a tableau of its own", false},
    {IS_MECHANICAL | IS_SKEW | IS_GROUP | HAS_NO_FORCES, "avfc(3)",
     "where the energy of others drifts", false},
    {IS_SKEW, "gonzalez", NULL, false},
    {IS_MECHANICAL | IS_GROUP | HAS_FORCES, "gonzalez",
     "the energy changes by exactly the work of the damping forces", false},
    {IS_MECHANICAL | IS_SKEW | IS_GROUP | HAS_NO_FORCES, "ep-collocation(3)",
     "keeps an energy that is a polynomial: a run warns where that needs more points", false},
    {IS_ODE | IS_SKEW, "rk-gauss(3)", "keeps quadratic invariants", false},
    {IS_DAE | IS_ODE, "rk-radau2a(3)", "damps what is fast and of no interest", false},
    {IS_FREE | IS_NONHOLONOMIC | HAS_FORCES, "rk-radau2a(3)",
     "where forces damp strongly, and fast modes are to die out", false},
    {IS_NONHOLONOMIC | IS_MIXED, "lobatto(3, multiplier=carry)",
     "as published it carries a multiplier, whose error may grow without bound, whatever the step; "
     "a run warns",
     true},
    {IS_NONHOLONOMIC | IS_MIXED, "index1",
     "for comparison only: constraints drift, and so does the energy", true},
};

static bool has_cheap_steps(const problem *p) {
  return p->mechanical.structure.linear_multipliers ||
         (p->mechanical.mh > 0 && p->mechanical.structure.uniform);
}

static unsigned kind_of(const problem *p) {
  if (p->class == PROBLEM_GROUP)
    return IS_GROUP | (p->mechanical.structure.forces ? HAS_FORCES : HAS_NO_FORCES);
  if (p->class == PROBLEM_OVERDETERMINED)
    return IS_OVERDETERMINED;
  if (!problem_is_mechanical(p))
    return p->class == PROBLEM_INDEX2 ? IS_DAE : p->class == PROBLEM_SKEW ? IS_SKEW : IS_ODE;
  return (p->mechanical.mn > 0 && p->mechanical.mh > 0 ? IS_MIXED
          : p->mechanical.mn > 0                       ? IS_NONHOLONOMIC
          : p->mechanical.mh > 0                       ? IS_HOLONOMIC
                                                       : IS_FREE) |
         (p->mechanical.structure.loaded && p->mechanical.mn == 0 ? IS_OVERDETERMINED : 0) |
         (p->mechanical.structure.forces ? HAS_FORCES : HAS_NO_FORCES) |
         (has_cheap_steps(p) ? HAS_CHEAP_STEPS : 0) |
         (p->mechanical.structure.degenerate ? HAS_NO_VELOCITIES : 0);
}

// The choice between sticking and sliding is made for all closed contacts together, and the number
// of these is limited (contact/choose.c).
static unsigned with_contacts(const model_system *s, unsigned kind) {
  bool rough = false;
  for (int i = 0; i < s->contacts.count; i++)
    rough |= s->contacts.list[i].nfriction > 0;
  if (s->pairs.count > 0 || (rough && s->contacts.count > contacts_most_closed))
    return IS_CROWD;
  return s->contacts.count > 0 ? (kind & ~(unsigned)IS_OVERDETERMINED) | IS_CONTACT : kind;
}

static bool is_for(const advice *a, unsigned kind) {
  return (a->when & kind & ~(unsigned)ADDITIONS) && !(a->when & ADDITIONS & ~kind);
}

// ---------------------------------------------------------------------------------------------
// in words

// "order 4, constraints to rounding, symmetric": of this model
static const char *words(arena *a, const method *m, const problem *p, const char *remark) {
  unsigned keeps = method_keeps(m, p);
  bool energy = keeps & KEEPS_ENERGY && !p->mechanical.structure.forces;
  return arena_print(
      a, "order %d%s%s%s%s%s%s%s", applies_order(m, p), energy ? ", energy" : "",
      keeps & KEEPS_CONSTRAINTS && p->m > 0 ? energy ? " and constraints" : ", constraints" : "",
      energy || (keeps & KEEPS_CONSTRAINTS && p->m > 0) ? " to rounding" : "",
      keeps & KEEPS_SYMPLECTIC ? ", symplectic" : "", keeps & KEEPS_REVERSIBLE ? ", symmetric" : "",
      remark ? "; " : "", remark ? remark : "");
}

// false: it does not treat the model, or there is no memory
static bool advise(noslip_advice *out, noslip_context *context, const noslip_model *model,
                   const advice *a) {
  const method *m;
  failure why;
  arena *texts = &context->arena;
  if (method_find(texts, a->method, &m, &why) != NOSLIP_OK ||
      applies_check(m, model, &why) != NOSLIP_OK)
    return false;
  const char *reason = a->against ? a->remark : words(texts, m, model->problem, a->remark);
  *out = (noslip_advice){a->method, reason, a->against};
  return reason != NULL;
}

int noslip_method_advise_sized(noslip_context *context, const noslip_model *model,
                               noslip_advice *list, size_t size, int most) {
  int count = 0;
  if (!context || !model || !list) {
    context_refuse_null(context, model ? "list" : "model");
    return 0;
  }
  unsigned kind = model->problem ? kind_of(model->problem) : 0;
  if (model->problem)
    kind = with_contacts(model->system, kind);
  for (size_t i = 0; model->problem && i < sizeof advices/sizeof *advices && count < most; i++) {
    noslip_advice own;
    if (is_for(&advices[i], kind) && advise(&own, context, model, &advices[i]))
      sized_give((char *)list + size*(size_t)count++, size, &own, sizeof own);
  }
  return count;
}

const char *recommend_first(noslip_context *context, const noslip_model *model,
                            const char **reason) {
  noslip_advice first;
  if (noslip_method_advise(context, model, &first, 1) < 1 || first.against)
    return NULL;
  *reason = first.reason;
  return first.method;
}
