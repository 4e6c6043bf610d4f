// Steppers for dla-mp, dla-cm and dla-left: which form a problem has, and its constants.

#include "methods/dla/dla_step.h"

#include "methods/families.h"

#include <stdio.h>

static void dla_print(const dla_shape *k, literal *out) {
  int nn = k->n*k->n;
  LITERAL_INTEGER(out, k, n);
  LITERAL_INTEGER(out, k, m);
  LITERAL_INTEGER(out, k, all);
  LITERAL_INTEGER(out, k, mp);
  LITERAL_INTEGER(out, k, left);
  LITERAL_INTEGER(out, k, own);
  LITERAL_INTEGER(out, k, constant_mass);
  LITERAL_INTEGER(out, k, affine);
  LITERAL_INTEGER(out, k, linear);
  LITERAL_INTEGER(out, k, diagonal);
  LITERAL_INTEGER(out, k, identity);
  LITERAL_INTEGERS(out, k, declared, k->m);
  LITERAL_INTEGERS(out, k, there, k->linear ? k->m*k->n : 0);
  LITERAL_NUMBERS(out, k, M, k->constant_mass && !k->linear ? nn : 0);
  LITERAL_NUMBERS(out, k, W, k->linear ? nn : 0);
}

#define FAMILY dla
#define FAMILY_FILE "methods/dla/dla_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_COPIES 10000
#define FAMILY_APART 1
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const dla *)self->self)->e->problem;
  assert(i >= 0 && i < p->n + p->mechanical.mn);
  if (i < p->n)
    snprintf(buffer, size, "momentum balance of `%s`", p->coordinate[i]);
  else
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->mechanical.declared_n[i - p->n]]);
  return buffer;
}

// ---- making one

static dla_shape shape_of(const problem *p, int variant, bool linear) {
  const mechanical_structure *found = &p->mechanical.structure;
  return (dla_shape){
      .n = p->n,
      .m = p->mechanical.mn,
      .all = p->m,
      .mp = variant == DLA_MP,
      .left = variant == DLA_LEFT,
      .own = p->mechanical.lagrangian,
      .constant_mass = found->uniform,
      .affine = found->affine,
      .linear = linear,
      .diagonal = linear && found->diagonal_mass,
      .identity = linear && found->identity_mass,
      .declared = p->mechanical.declared_n,
  };
}

// a constant mass matrix is the same everywhere: take it, and its inverse, at the origin
static bool know_mass(dla_shape *k, evaluator *e, arena *a) {
  int n = k->n;
  double *M = ARENA_ARRAY(a, double, n*n), *W = ARENA_ARRAY(a, double, n*n);
  const double *origin = ARENA_ARRAY(a, double, n);
  chart_room at = chart_room_new(a, n);
  if (a->failed)
    return false;
  if (k->constant_mass) {
    chart_eval(&e->velocities, 0, origin, origin, at.y, at.f, &at.blocks);
    vec_copy(M, at.blocks.yx, n*n);
  }
  if (k->linear) {
    chart_eval(&e->momenta, 0, origin, origin, at.y, at.f, &at.blocks);
    vec_copy(W, at.blocks.yx, n*n);
  }
  k->M = M;
  k->W = W;
  return true;
}

// mark what a bundle writes of m x n numbers from `from` on; functions of the caller write all
static void mark(int *there, const problem *p, bundle_kind kind, int from, int count, int bit) {
  const tape *t = p->bundles[kind];
  for (int i = 0; !t && i < count; i++)
    there[i] |= bit;
  for (int i = 0; t && i < t->nstore; i++)
    if (t->store[i].to >= from && t->store[i].to < from + count)
      there[t->store[i].to - from] |= bit;
}

// A mass matrix that is not diagonal leads from one entry of B to all of W.
static const int *find_there(dla_shape k, const problem *p, arena *a) {
  int count = k.m*k.n;
  int *there = ARENA_ARRAY(a, int, count + 1);
  if (a->failed)
    return NULL;
  mark(there, p, BUNDLE_REACTION, 0, count, DLA_PUSHED);
  for (int i = 0; i < count && !k.diagonal; i++)
    there[i] |= DLA_PUSHED;
  mark(there, p, BUNDLE_PHI_BLOCKS, k.m, count, DLA_MOVED);
  mark(there, p, BUNDLE_PHI_BLOCKS, k.m + count, count, DLA_LEVEL);
  return there;
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(dla_shape k) {
  bundle_set values = BUNDLE_BIT(BUNDLE_VALUES) | (k.linear ? 0 : BUNDLE_BIT(BUNDLE_BLOCKS));
  bundle_set constraints = BUNDLE_BIT(BUNDLE_REACTION) | BUNDLE_BIT(BUNDLE_PHI_BLOCKS);
  if (!k.linear)
    constraints |= BUNDLE_BIT(BUNDLE_PHI);
  if (!k.affine)
    constraints |= BUNDLE_BIT(BUNDLE_REACTION_RATE);
  return values | (k.m > 0 ? constraints : 0);
}

static stepper *make(const method *m, evaluator *e, arena *a, bool linear) {
  const problem *p = e->problem;
  dla_shape shape = shape_of(p, m->variant, linear);
  shape.there = linear ? find_there(shape, p, a) : NULL;
  if (a->failed || !know_mass(&shape, e, a))
    return NULL;
  stepper *step = stepper_new(&dla_binding, &shape, m, e, a);
  if (!step)
    return NULL;
  step->kernel->newton.noise = p->mechanical.structure.noise;
  step->equation = equation;
  step->unrolled = true;
  step->direct = linear;
  step->bundles = bundles_of(shape);
  step->largest_system = linear ? p->mechanical.mn : p->n + p->mechanical.mn;
  step->nconstraint = p->mechanical.mn;
  return step;
}

stepper *dla_make(const method *m, evaluator *e, arena *a) {
  bool mp = m->variant == DLA_MP;
  return make(m, e, a, mp && e->problem->mechanical.structure.linear_multipliers);
}

stepper *dla_make_newton(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, false);
}

const double *dla_half_multipliers(const stepper *self) {
  const dla *s = (const dla *)self->self;
  assert(self->binding == &dla_binding);
  return s->base->newton.x + s->shape.n;
}

const family dla_family = {.velocities = true, .by_velocities = true, .make = dla_make};
