// Steppers for the symplectic Euler methods of overdetermined problems: their shapes on a DAE, a
// hamiltonian and a lagrangian.

#include "methods/euler/euler_step.h"

#include "methods/families.h"

#include <stdio.h>

static void euler_print(const euler_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, ny);
  LITERAL_INTEGER(out, k, nz);
  LITERAL_INTEGER(out, k, m);
  LITERAL_INTEGER(out, k, mn);
  LITERAL_INTEGER(out, k, bare);
  LITERAL_INTEGER(out, k, lagrangian);
  LITERAL_INTEGER(out, k, uniform);
  LITERAL_INTEGER(out, k, loaded);
  LITERAL_INTEGER(out, k, bent);
  LITERAL_INTEGER(out, k, natural);
  LITERAL_INTEGER(out, k, conj);
  LITERAL_NUMBER(out, k, alpha);
  LITERAL_NUMBER(out, k, noise);
  LITERAL_INTEGERS(out, k, y, k->bare ? k->ny : 0);
  LITERAL_INTEGERS(out, k, z, k->bare ? k->nz : 0);
  LITERAL_INTEGERS(out, k, declared, k->mn > 0 ? k->m : 0);
  LITERAL_NUMBERS(out, k, M, k->M ? k->nz*k->nz : 0);
}

#define FAMILY euler
#define FAMILY_FILE "methods/euler/euler_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_CARRIED(F) F(euler_carried, known) F(euler_carried, way) F(euler_carried, kick)
#include "methods/bind.h"

// the name of y_i or z_i
static const char *state_name(const euler_shape *k, const problem *p, int i, bool z) {
  return p->coordinate[!k->bare ? i : z ? k->z[i] : k->y[i]];
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const euler *s = self->self;
  const euler_shape *k = &s->shape;
  const problem *p = s->e->problem;
  euler_places at = euler_places_of(*k);
  assert(i >= 0 && i < euler_unknowns(*k).n);
  if (i < at.D)
    snprintf(buffer, size, "velocity of `%s`", state_name(k, p, i, false));
  else if (i < at.k)
    snprintf(buffer, size, "%s of `%s`, in the %s of the step",
             k->bare ? "equation" : "momentum balance", state_name(k, p, (i - at.D) % k->nz, true),
             i < at.d ? "first half" : "second half");
  else
    snprintf(buffer, size, "%sconstraint `%s`", i < at.k + k->m ? "" : "time derivative of the ",
             p->constraint[euler_declared(*k, (i - at.k) % k->m)]);
  return buffer;
}

// ---- making one

// what is asked, a bit for each bundle
static bundle_set bundles_of(euler_shape k) {
  if (k.bare)
    return BUNDLE_BIT(BUNDLE_PARTS) | BUNDLE_BIT(BUNDLE_PARTS_BLOCKS) |
           BUNDLE_BIT(BUNDLE_RESIDUALS) | BUNDLE_BIT(BUNDLE_GAP_BLOCKS) |
           BUNDLE_BIT(BUNDLE_RATE_BLOCKS);
  bundle_set own = BUNDLE_BIT(BUNDLE_VALUES) | BUNDLE_BIT(BUNDLE_BLOCKS);
  bundle_set pull = k.loaded ? BUNDLE_BIT(BUNDLE_PULL) | BUNDLE_BIT(BUNDLE_PULL_BLOCKS)
                             : BUNDLE_BIT(BUNDLE_STAGE) | BUNDLE_BIT(BUNDLE_STAGE_BLOCKS);
  bundle_set bounds = BUNDLE_BIT(BUNDLE_G) | BUNDLE_BIT(BUNDLE_G_BLOCKS) |
                      BUNDLE_BIT(BUNDLE_LEVEL) | BUNDLE_BIT(BUNDLE_LEVEL_BLOCKS);
  return k.m > 0 ? own | pull | bounds : own;
}

static bool is_conj(const method *m) {
  return m->variant == EULER_TRUE_CONJ || m->variant == EULER_TRUE_CONJ_ADJOINT ||
         m->variant == EULER_NATURAL_CONJ;
}

static bool is_natural(const method *m) {
  return m->variant == EULER_NATURAL || m->variant == EULER_NATURAL_CONJ;
}

static bool is_adjoint(const method *m) {
  return m->variant == EULER_TRUE_ADJOINT || m->variant == EULER_TRUE_CONJ_ADJOINT;
}

// is r not affine in psi?
static bool is_bent(const problem *p) {
  return problem_is_mechanical(p) ? p->mechanical.structure.bent : !p->index2.linear;
}

static euler_shape shape_of(const method *m, const problem *p) {
  const mechanical_structure *found = &p->mechanical.structure;
  const euler_options *o = method_options(m);
  bool bare = p->class == PROBLEM_OVERDETERMINED;
  return (euler_shape){
      .ny = bare ? p->overdetermined.ny : p->n,
      .nz = bare ? p->overdetermined.nz : p->n,
      .m = p->m,
      .mn = bare ? 0 : p->mechanical.mn,
      .bare = bare,
      .lagrangian = p->mechanical.lagrangian,
      .uniform = p->mechanical.lagrangian && found->uniform,
      .loaded = found->loaded,
      .bent = is_bent(p),
      .natural = is_natural(m),
      .conj = is_conj(m),
      .alpha = o->alpha,
      .noise = bare ? 1 : found->noise,
      .y = p->overdetermined.y,
      .z = p->overdetermined.z,
  };
}

// a constant mass matrix is the same everywhere: take it at the origin
static bool know_mass(euler_shape *k, evaluator *e, arena *a) {
  int n = k->nz;
  double *M = ARENA_ARRAY(a, double, (size_t)n*(size_t)n);
  const double *origin = ARENA_ARRAY(a, double, n);
  if (a->failed)
    return false;
  vec_copy(M, own_chart(n, e, 0, origin, origin, true, NULL).yx, n*n);
  k->M = M;
  return true;
}

// nonholonomic constraints first, as the bundles of levels have them
static bool know_order(euler_shape *k, const problem *p, arena *a) {
  const mechanical_class *c = &p->mechanical;
  int *declared = ARENA_ARRAY(a, int, k->m);
  if (!declared)
    return false;
  for (int i = 0; i < k->m; i++)
    declared[i] = i < c->mn ? c->declared_n[i] : c->declared_h[i - c->mn];
  k->declared = declared;
  return true;
}

static stepper *euler_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  euler_shape shape = shape_of(m, p);
  assert(p->class == PROBLEM_OVERDETERMINED || p->class == PROBLEM_MECHANICAL);
  if ((shape.uniform && !know_mass(&shape, e, a)) || (shape.mn > 0 && !know_order(&shape, p, a)))
    return NULL;
  stepper *step = stepper_new(&euler_binding, &shape, m, e, a);
  if (!step)
    return NULL;
  step->kernel->adjoint = is_adjoint(m);
  step->both_ways = true;
  step->equation = equation;
  step->bundles = bundles_of(shape);
  step->largest_system = euler_unknowns(shape).n;
  step->nconstraint = p->m;
  if (shape.bent)
    step->remedy = ", or another alpha: for some the multipliers inside a step do not exist";
  return step;
}

const double *euler_multipliers(const stepper *self) {
  assert(self->binding == &euler_binding);
  return ((const euler *)self->self)->Psi;
}

// ---------------------------------------------------------------------------------------------
// What they are: options, what they refuse and warn of.

// alpha=NUMBER
static noslip_status read_alpha(void *options, const method *m, const spec *s,
                                const spec_item *item, failure *why) {
  euler_options *o = options;
  if (!item->is_number || !isfinite(item->number))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`alpha` of `%s` is a number, as in %s(alpha=0.5)",
                s->name, s->name);
  if (item->number == 0 || (is_natural(m) && item->number == 1))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`%s` has no step with alpha=%g: a multiplier would not occur in its equations; "
                "take one as alpha=0.5",
                s->name, item->number);
  o->alpha = item->number;
  return NOSLIP_OK;
}

// the natural methods where they converge to the solution of another problem
static bool warns(const method *m, const problem *p, char *sentence, size_t size) {
  if (!is_natural(m) || !is_bent(p))
    return false;
  snprintf(sentence, size,
           "`%s` is inconsistent here: the reactions are not affine in the multipliers, so that "
           "with smaller steps it converges to the solution of another problem; `%s` is consistent",
           m->name, is_conj(m) ? "euler-true-conj" : "euler-true");
  return true;
}

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (!problem_is_mechanical(p) || p->mechanical.mn == 0 || p->mechanical.structure.affine)
    return false;
  snprintf(
      sentence, size,
      "`%s` treats nonholonomic constraints that are affine in the velocities, and `%s` is not",
      m->name, p->constraint[p->mechanical.declared_n[0]]);
  return true;
}

// the symplectic form and momenta with holonomic constraints only
static unsigned loses(const method *m, const problem *p) {
  (void)m;
  return p->mechanical.mn > 0 ? KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_ENERGY_NEARLY : 0;
}

static const euler_options defaults = {.alpha = 0.5};
static const family_option options[] = {{"alpha", read_alpha}};

const family euler_family = {
    .options = options,
    .noption = sizeof options/sizeof *options,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .by_form = true,
    .warns = warns,
    .refuses = refuses,
    .loses = loses,
    .make = euler_make,
};
