// Steppers for the stage methods on mechanical problems: the rule, and the constants of a problem.

#include "methods/stages/stages_make.h"

#include "methods/families.h"

#include <stdio.h>

void stages_print(const stages_shape *k, literal *out) {
  long nn = k->constant_mass ? (long)k->n*k->n : 0;
  LITERAL_INTEGER(out, k, n);
  LITERAL_INTEGER(out, k, mn);
  LITERAL_INTEGER(out, k, mh);
  LITERAL_INTEGER(out, k, nq);
  LITERAL_INTEGER(out, k, own);
  LITERAL_INTEGER(out, k, constant_mass);
  LITERAL_INTEGER(out, k, autonomous);
  LITERAL_INTEGER(out, k, by_blocks);
  LITERAL_NUMBER(out, k, noise);
  LITERAL_INTEGERS(out, k, declared, stages_m(*k));
  LITERAL_NUMBERS(out, k, M, nn);
  LITERAL_NUMBERS(out, k, W, nn);
  LITERAL_NUMBERS(out, k, rest, k->constant_mass ? k->n : 0);
  rule_print(&k->r, 2, out);
}

#define FAMILY stages
#define FAMILY_FILE "methods/stages/stages_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_SOLVER 1
#define FAMILY_COPIES 0  // its arrays are too many for registers
#define FAMILY_APART 0
#define FAMILY_PRINT stages_print
#include "methods/bind.h"

const char *stages_equation(const problem *p, stages_shape k, int i, char *buffer, size_t size) {
  int nv = stages_nv(k), nl = stages_nl(k);
  assert(i >= 0 && i < stages_N(k));
  if (i < nv)
    snprintf(buffer, size, "momentum balance of `%s` in stage %d", p->momentum[i % k.n],
             i/k.n + 1 + k.r.first_known);
  else if (i < nv + nl)
    snprintf(buffer, size, "constraint `%s`", p->constraint[k.declared[(i - nv) % k.mn]]);
  else
    snprintf(buffer, size, "constraint `%s`",
             p->constraint[k.declared[k.mn + (i - nv - nl) % k.mh]]);
  return buffer;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const stages *s = self->self;
  return stages_equation(s->e->problem, s->shape, i, buffer, size);
}

// ---- making one

// nonholonomic constraints first
static const int *declared_of(const problem *p, arena *a) {
  int *declared = ARENA_ARRAY(a, int, p->m);
  for (int k = 0; declared && k < p->m; k++)
    declared[k] = k < p->mechanical.mn ? p->mechanical.declared_n[k]
                                       : p->mechanical.declared_h[k - p->mechanical.mn];
  return declared;
}

// as many conditions on velocities as unknown multipliers of each constraint
static bool is_square(const rule *r) {
  return r->ninner + r->npoint + r->closed == r->s - r->first_given;
}

bool stages_shape_of(stages_shape *k, const method *m, const problem *p, arena *a) {
  *k = (stages_shape){.n = p->nv,
                      .mn = p->mechanical.mn,
                      .mh = p->mechanical.mh,
                      .nq = p->n,
                      .own = p->mechanical.lagrangian,
                      .autonomous = p->mechanical.structure.autonomous,
                      .noise = p->mechanical.structure.noise,
                      .declared = declared_of(p, a)};
  if (!rule_init(&k->r, a, stages_rule(m)) || a->failed)
    return false;
  assert(k->mn + k->mh == p->m && (k->mn == 0 || is_square(&k->r)));
  return true;
}

// A constant mass matrix is the same everywhere: take it, and its inverse, at the origin. Where it
// has no inverse, it is treated as one that changes.
static bool know_mass(stages_shape *k, evaluator *e, arena *a) {
  int n = k->n;
  double *M = ARENA_ARRAY(a, double, n*n), *W = ARENA_ARRAY(a, double, n*n);
  double *rest = ARENA_ARRAY(a, double, n);
  const double *origin = ARENA_ARRAY(a, double, n);
  chart_room at = chart_room_new(a, n);
  if (a->failed)
    return false;
  k->constant_mass = true;
  k->constant_mass &= chart_eval(&e->velocities, 0, origin, origin, at.y, at.f, &at.blocks);
  vec_copy(M, at.blocks.yx, n*n);
  k->constant_mass &= chart_eval(&e->momenta, 0, origin, origin, at.y, at.f, &at.blocks);
  vec_copy(W, at.blocks.yx, n*n);
  k->constant_mass &= chart_eval(&e->velocities, 0, origin, origin, rest, at.f, NULL);
  k->M = M;
  k->W = W;
  k->rest = rest;
  return true;
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(stages_shape k) {
  bundle_set constraints = BUNDLE_BIT(BUNDLE_STAGE) | BUNDLE_BIT(BUNDLE_STAGE_BLOCKS) |
                           BUNDLE_BIT(BUNDLE_LEVEL) | BUNDLE_BIT(BUNDLE_LEVEL_BLOCKS);
  bundle_set restarts = k.r.restarts ? BUNDLE_BIT(BUNDLE_ACCELERATION) : 0;
  return BUNDLE_BIT(BUNDLE_VALUES) | BUNDLE_BIT(BUNDLE_BLOCKS) |
         (stages_m(k) > 0 ? constraints : 0) | restarts;
}

void stages_describe(stepper *step, stages_shape k) {
  step->bundles = bundles_of(k);
  step->transforms = true;
  step->exports = true;
  step->largest_system = stages_N(k);
  step->nconstraint = stages_multipliers(k);
}

// Block elimination pays where the mass matrix is constant, and wherever there are many unknowns.
static bool use_blocks(const problem *p, const method *m) {
  int unknowns = m->number*(p->n + p->m);
  return p->mechanical.structure.uniform || unknowns > dense_small;
}

stepper *stages_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  if (!problem_is_mechanical(p))
    return dae_make(m, e, a);
  if (p->class == PROBLEM_GROUP)
    return group_lobatto_make(m, e, a);
  stages_shape shape;
  if (!stages_shape_of(&shape, m, p, a) ||
      (p->mechanical.structure.uniform && !know_mass(&shape, e, a)))
    return NULL;
  shape.by_blocks = use_blocks(p, m);
  stepper *step = stepper_new(&stages_binding, &shape, m, e, a);
  if (!step)
    return NULL;
  step->equation = equation;
  stages_describe(step, shape);
  return step;
}
