#include "problem/fault.h"

#include "geometry/product.h"
#include "problem/bundles.h"
#include "problem/index2.h"

#include <assert.h>

// the first that does not hold, in words
#define HOLDS(condition, words) \
  if (!(condition))             \
    return words;

// ---- sizes and names

static bool are_there(const char **names, int count) {
  if (count > 0 && !names)
    return false;
  for (int i = 0; i < count; i++)
    if (!names[i])
      return false;
  return true;
}

static const char *fault_of_names(const problem *p) {
  bool angles = false;
  HOLDS(are_there(p->coordinate, p->n), "a coordinate has no name")
  HOLDS(are_there(p->momentum, p->nv), "a momentum has no name")
  HOLDS(are_there(p->constraint, p->m), "a constraint has no name")
  HOLDS(are_there(p->multiplier, p->m), "a multiplier has no name")
  HOLDS(p->angle || p->n == 0, "it is not known which coordinates are angles")
  for (int i = 0; i < p->n; i++)
    angles = angles || p->angle[i];
  HOLDS(angles == p->has_angles, "has_angles is not what the angles say")
  return NULL;
}

static const char *fault_of_sizes(const problem *p) {
  HOLDS(p->class <= PROBLEM_OVERDETERMINED, "there is no such class")
  HOLDS(p->n >= 0 && p->nv >= 0 && p->m >= 0, "a size is negative")
  HOLDS(p->class != PROBLEM_MECHANICAL || p->nv == p->n,
        "R^n has as many velocities as coordinates")
  HOLDS(problem_is_mechanical(p) || p->nv == 0, "there are velocities of no mechanical problem")
  bool algebraic = p->class == PROBLEM_INDEX2 || p->class == PROBLEM_OVERDETERMINED;
  HOLDS(!algebraic || p->m > 0, "a differential-algebraic equation has constraints")
  HOLDS(algebraic || problem_is_mechanical(p) || p->m == 0,
        "an ordinary differential equation has no constraints")
  return NULL;
}

// ---- mechanical problems

// are these, in order, the places among all constraints that are holonomic, or that are not?
static bool lists_kind(const mechanical_class *c, int m, const int *declared, int count,
                       bool holonomic) {
  int at = 0;
  for (int k = 0; k < m; k++)
    if (c->is_holonomic[k] == holonomic && (at >= count || declared[at++] != k))
      return false;
  return at == count;
}

static const char *fault_of_constraints(const problem *p) {
  const mechanical_class *c = &p->mechanical;
  HOLDS(c->mn >= 0 && c->mh >= 0 && c->mn + c->mh == p->m, "mn + mh is not m")
  HOLDS(p->m == 0 || c->is_holonomic, "it is not known which constraints are holonomic")
  HOLDS((c->mn == 0 || c->declared_n) && (c->mh == 0 || c->declared_h),
        "it is not known where the constraints were declared")
  HOLDS(lists_kind(c, p->m, c->declared_n, c->mn, false), "declared_n does not list the places")
  HOLDS(lists_kind(c, p->m, c->declared_h, c->mh, true), "declared_h does not list the places")
  return NULL;
}

static const char *fault_of_structure(const problem *p) {
  const mechanical_structure *s = &p->mechanical.structure;
  bool on_group = p->class == PROBLEM_GROUP;
  HOLDS(!s->identity_mass || s->diagonal_mass, "an identity is diagonal")
  HOLDS(!s->diagonal_mass || s->constant_mass, "a diagonal mass matrix is meant to be constant")
  HOLDS(!s->uniform || s->constant_mass, "p = M v + const has a constant mass matrix")
  HOLDS(!s->constant_mass || s->quadratic, "a constant mass matrix has a quadratic energy")
  HOLDS(!s->natural || s->quadratic, "what is natural is quadratic")
  HOLDS(!s->gyroscopic || s->natural, "gyroscopic terms belong to a natural system")
  HOLDS(!s->damping || s->forces, "damping is a force")
  HOLDS(!s->loaded || (s->forces && !s->separable && !s->linear_multipliers),
        "forces that depend on multipliers are not told from others")
  HOLDS(!s->bent || s->loaded, "only forces bend a reaction")
  HOLDS(!s->linear || s->affine, "what is linear is affine")
  HOLDS(!s->linear_multipliers ||
            (s->uniform && s->separable && s->affine && p->mechanical.mh == 0 && !on_group),
        "multipliers enter a step linearly without what this needs")
  HOLDS(!s->degenerate || !p->mechanical.lagrangian, "only a hamiltonian may be degenerate")
  HOLDS(s->noise >= 1, "rounding is one eps at least")
  HOLDS(s->given >= 0 && s->given <= p->mechanical.mh,
        "more coordinates are given than constraints")
  HOLDS(s->lost >= -1 && s->lost < p->m, "the constraint that is lost is none")
  HOLDS(on_group || (!s->steady && !s->mass), "the mass of a group stands in a problem on R^n")
  return NULL;
}

static const char *fault_of_group(const problem *p) {
  int dim = 0, size = 0;
  HOLDS((p->class == PROBLEM_GROUP) == (p->group.factor != NULL),
        "a group has factors, R^n has none")
  HOLDS(p->group.factor || p->group.nfactor == 0, "there are factors of no group")
  for (int i = 0; i < p->group.nfactor; i++) {
    const group_factor *f = p->group.factor + i;
    HOLDS(f->first == dim && f->from == size, "the factors of the group leave a gap")
    dim += f->dim;
    size += f->size;
  }
  HOLDS(!p->group.factor || (dim == p->nv && size == p->n),
        "the factors of the group have other sizes")
  return NULL;
}

// ---- the others

static const char *fault_of_index2(const problem *p) {
  const index2_class *c = &p->index2;
  HOLDS(c->nparts >= 1 && c->nparts <= index2_most_parts, "there are no such parts")
  HOLDS(c->parts >> c->nparts == 0, "a part beyond the last is not zero")
  HOLDS((c->parts_z & ~c->parts) == 0, "a part that is zero contains algebraic variables")
  HOLDS(p->class != PROBLEM_SKEW || c->nparts == 1, "a skew-gradient system has one part")
  return NULL;
}

// do the two lists name every state once, and nothing else?
static bool names_states(const overdetermined_class *c, int n) {
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int k = 0; k < c->ny; k++)
      count += c->y[k] == i;
    for (int k = 0; k < c->nz; k++)
      count += c->z[k] == i;
    if (count != 1)
      return false;
  }
  return c->ny + c->nz == n;
}

static const char *fault_of_overdetermined(const problem *p) {
  const overdetermined_class *c = &p->overdetermined;
  bool there = p->class == PROBLEM_OVERDETERMINED;
  HOLDS(there || (c->ny == 0 && c->nz == 0), "there are y and z of another class")
  HOLDS(!there || (p->index2.nparts == 3 && names_states(c, p->n)),
        "the states are not y and z, once each")
  HOLDS(!there || !(p->index2.parts_z & 3), "a part without reactions contains multipliers")
  return NULL;
}

// do the two lists name every position once?
static bool names_all(const skew_class *s, int n) {
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int k = 0; k < s->zq; k++)
      count += s->kept[k] == i;
    for (int k = 0; k < n - s->zq; k++)
      count += s->given[k] == i;
    if (count != 1)
      return false;
  }
  return true;
}

static const char *fault_of_skew(const problem *p) {
  const skew_class *s = &p->skew;
  HOLDS((p->class == PROBLEM_SKEW) == (s->form == SKEW_STATES), "the states of a bracket are its z")
  HOLDS(s->form != SKEW_STATES || s->nz == p->n, "z has not the size of the states")
  if (s->form != SKEW_REDUCED && s->form != SKEW_FULL)
    return NULL;
  HOLDS(problem_is_mechanical(p), "only a mechanical problem has a reduced form")
  HOLDS(s->zq >= 0 && s->zq <= p->n && s->zm >= 0 && s->zm <= p->m, "z has no such positions")
  HOLDS(s->nz == s->zq + p->nv - (p->n - s->zq) - s->zm, "z is not positions and directions")
  HOLDS(names_all(s, p->n), "the positions of z and those that are given are not all, once each")
  return NULL;
}

// ---- bundles

typedef enum presence { BUNDLE_ABSENT, BUNDLE_OPTIONAL, BUNDLE_NEEDED } presence;

static presence of_mechanics(const problem *p, bundle_kind kind) {
  if (kind == BUNDLE_ACCELERATION_RATE && (p->class == PROBLEM_GROUP || p->added))
    return BUNDLE_ABSENT;
  if (kind == BUNDLE_MOTION || kind == BUNDLE_RESTORE)
    return p->class == PROBLEM_MECHANICAL ? BUNDLE_OPTIONAL : BUNDLE_ABSENT;
  return problem_is_mechanical(p) ? BUNDLE_NEEDED : BUNDLE_ABSENT;
}

// what a problem of this class has, if its functions are tapes; by the order of the list
static presence presence_of(const problem *p, bundle_kind kind) {
  skew_form form = p->skew.form;
  switch (kind) {
  case BUNDLE_SECTIONS: return BUNDLE_OPTIONAL;
  case BUNDLE_FRICTION: return problem_is_mechanical(p) ? BUNDLE_OPTIONAL : BUNDLE_ABSENT;
  case BUNDLE_RATE_BLOCKS:
    return p->class == PROBLEM_OVERDETERMINED ? BUNDLE_NEEDED : BUNDLE_ABSENT;
  case BUNDLE_PULL:
  case BUNDLE_PULL_BLOCKS: return p->mechanical.structure.loaded ? BUNDLE_NEEDED : BUNDLE_ABSENT;
  case BUNDLE_RESIDUALS:
  case BUNDLE_MONITORS: return BUNDLE_NEEDED;
  case BUNDLE_ENERGY: return problem_has_energy(p) ? BUNDLE_NEEDED : BUNDLE_ABSENT;
  case BUNDLE_CROSSING:
  case BUNDLE_SURFACE: return form == SKEW_REDUCED ? BUNDLE_OPTIONAL : BUNDLE_ABSENT;
  case BUNDLE_COORDINATES:
  case BUNDLE_COORDINATES_BACK: return form == SKEW_NONE ? BUNDLE_ABSENT : BUNDLE_OPTIONAL;
  default: break;
  }
  if (kind >= BUNDLE_SIGNS)
    return form == SKEW_REDUCED ? BUNDLE_NEEDED : BUNDLE_ABSENT;
  if (kind >= BUNDLE_SLOPE)
    return form == SKEW_NONE ? BUNDLE_ABSENT : BUNDLE_NEEDED;
  if (kind >= BUNDLE_PARTS)
    return problem_is_mechanical(p) ? BUNDLE_ABSENT : BUNDLE_NEEDED;
  return of_mechanics(p, kind);
}

// does it read and write only what the list of bundles says?
static bool stays_inside(const problem *p, bundle_kind kind, const tape *t) {
  for (int k = 0; k < t->ngroup; k++)
    for (int i = 0; i < t->nload[k]; i++)
      if (t->load[k][i].from >= bundle_input(p, kind, k))
        return false;
  for (int i = 0; i < t->nstore; i++)
    if (t->store[i].to < 0 || t->store[i].to >= t->nout)
      return false;
  return true;
}

static const char *fault_of_bundles(const problem *p) {
  for (int i = 0; i < BUNDLE_COUNT; i++) {
    bundle_kind kind = (bundle_kind)i;
    const tape *t = p->bundles[i];
    presence wanted = p->callbacks ? BUNDLE_ABSENT : presence_of(p, kind);
    HOLDS(t || wanted != BUNDLE_NEEDED || p->lean, "a bundle of the class is missing")
    HOLDS(!t || wanted != BUNDLE_ABSENT, "there is a bundle of another class")
    int outputs = bundle_outputs(p, kind);
    HOLDS(!t || outputs < 0 || t->nout == outputs, "a bundle has not the outputs of the list")
    HOLDS(!t || stays_inside(p, kind, t), "a bundle reads or writes beyond its arrays")
  }
  return NULL;
}

// ---- all of it

const char *problem_fault(const problem *p) {
  typedef const char *look(const problem *p);
  static look *const always[] = {fault_of_sizes, fault_of_names, fault_of_group, fault_of_skew,
                                 fault_of_overdetermined};
  static look *const mechanical[] = {fault_of_constraints, fault_of_structure};
  const char *fault = NULL;
  for (size_t i = 0; !fault && i < sizeof always/sizeof *always; i++)
    fault = always[i](p);
  for (size_t i = 0;
       !fault && problem_is_mechanical(p) && i < sizeof mechanical/sizeof *mechanical; i++)
    fault = mechanical[i](p);
  if (!fault && !problem_is_mechanical(p))
    fault = fault_of_index2(p);
  return fault ? fault : fault_of_bundles(p);
}

noslip_status problem_finish(const problem **out, const problem *made, const graph *g, bool good,
                             const char *too_large, failure *why) {
  if (graph_status(g) == NOSLIP_ERROR_MODEL)
    return fail(why, NOSLIP_ERROR_MODEL, "%s", too_large);
  if (!good || graph_status(g) != NOSLIP_OK)
    return fail_memory(why);
  assert(!problem_fault(made));
  *out = made;
  return NOSLIP_OK;
}
