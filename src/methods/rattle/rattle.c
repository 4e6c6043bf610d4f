// Steppers for rattle, reich and reich*: the general, the separable and the reduced form, which
// give the same step.

#include "methods/rattle/rattle_make.h"

#include "methods/families.h"
#include "methods/rattle/reich.h"

#include <stdio.h>
#include <string.h>

static void rattle_print(const rattle_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, n);
  LITERAL_INTEGER(out, k, m);
  LITERAL_INTEGER(out, k, own);
  LITERAL_INTEGER(out, k, separable);
  LITERAL_INTEGER(out, k, eliminates);
  LITERAL_INTEGER(out, k, tangent);
  LITERAL_INTEGER(out, k, autonomous);
  LITERAL_INTEGER(out, k, diagonal);
  LITERAL_NUMBER(out, k, w0);
  LITERAL_NUMBER(out, k, w1);
  LITERAL_NUMBER(out, k, noise);
  LITERAL_INTEGERS(out, k, declared, k->m);
  LITERAL_NUMBERS(out, k, W, k->W ? k->n*k->n : 0);
  LITERAL_NUMBERS(out, k, rest, k->rest ? k->n : 0);
}

#define FAMILY rattle
#define FAMILY_FILE "methods/rattle/rattle_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_COPIES 10000
#define FAMILY_APART 1
#define FAMILY_CARRIED(F) F(rattle_carried, largest) F(rattle_carried, way) F(rattle_carried, gain)
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const rattle *s = self->self;
  const problem *p = s->e->problem;
  int constraint = i - (self->kernel->newton.shape.n - p->mechanical.mh);
  assert(i >= 0 && constraint < p->mechanical.mh);
  if (constraint < 0 && s->shape.eliminates)
    snprintf(buffer, size, "momentum balance %d of those across the constraints", i + 1);
  else if (constraint >= 0)
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->mechanical.declared_h[constraint]]);
  else
    snprintf(buffer, size, "%s of `%s`", i < p->n ? "momentum balance" : "velocity",
             p->coordinate[i % p->n]);
  return buffer;
}

// ---- making one

// what is asked, a bit for each bundle
static bundle_set bundles_of(rattle_shape k) {
  bool blocks = !k.W || !k.separable || k.eliminates;
  bundle_set values = BUNDLE_BIT(BUNDLE_VALUES) | (blocks ? BUNDLE_BIT(BUNDLE_BLOCKS) : 0);
  return values | BUNDLE_BIT(BUNDLE_G) | BUNDLE_BIT(BUNDLE_G_BLOCKS);  // empty without constraints
}

static rattle_shape shape_of(const method *m, const problem *p, bool separable) {
  const rattle_options *o = method_options(m);
  return (rattle_shape){
      .n = p->n,
      .m = p->mechanical.mh,
      .own = !p->mechanical.lagrangian,
      .separable = separable,
      .eliminates = separable && o->eliminates,
      .tangent = o->tangent && p->mechanical.mh > 0,
      .autonomous = p->mechanical.structure.autonomous,
      .noise = p->mechanical.structure.noise,
      .declared = p->mechanical.declared_h,
  };
}

// a constant H_pp is the same everywhere: take it at the origin, and of a lagrangian p at rest
static bool know_mass(rattle_shape *k, evaluator *e, arena *a) {
  int n = k->n;
  double *W = ARENA_ARRAY(a, double, n*n), *rest = ARENA_ARRAY(a, double, n);
  const double *origin = ARENA_ARRAY(a, double, n);
  chart_room at = chart_room_new(a, n);
  if (a->failed)
    return false;
  if (!e->problem->mechanical.structure.uniform ||
      !chart_eval(&e->momenta, 0, origin, origin, at.y, at.f, &at.blocks))
    return true;
  vec_copy(W, at.blocks.yx, n*n);
  k->W = W;
  k->diagonal = e->problem->mechanical.structure.diagonal_mass;
  if (k->own)
    return true;
  chart_eval(&e->velocities, 0, origin, origin, rest, at.f, NULL);
  k->rest = rest;
  return true;
}

stepper *rattle_stepper(const binding *b, const void *shape, const method *m, evaluator *e,
                        arena *a, bool adjoint) {
  stepper *step = stepper_new(b, shape, m, e, a);
  if (!step)
    return NULL;
  step->kernel->adjoint = adjoint;
  step->unrolled = true;
  step->both_ways = true;
  return step;
}

// the general form serves a separable system too: a test compares the two; rotations have their own
stepper *rattle_make_form(const method *m, evaluator *e, arena *a, bool separable, double w0) {
  const problem *p = e->problem;
  assert(w0 >= 0 && w0 <= 1);
  if (p->class == PROBLEM_GROUP)
    return moser_veselov_make_weighted(m, e, a, w0);
  bool adjoint = w0 < 0.5;
  rattle_shape shape = shape_of(m, p, separable);
  shape.w0 = adjoint ? 1 - w0 : w0;
  shape.w1 = 1 - shape.w0;
  if (!know_mass(&shape, e, a) || !rattle_find_zeros(&shape, p, a))
    return NULL;
  stepper *step = rattle_stepper(&rattle_binding, &shape, m, e, a, adjoint);
  if (!step || !rattle_pack(step, &shape, a))
    return NULL;
  step->equation = equation;
  step->bundles = bundles_of(shape);
  step->transforms = shape.eliminates && shape.own;
  step->largest_system = rattle_unknowns(shape).n;
  step->nconstraint = p->mechanical.mh;
  return step;
}

stepper *rattle_make(const method *m, evaluator *e, arena *a) {
  return rattle_make_form(m, e, a, e->problem->mechanical.structure.separable, rattle_weight(m));
}

const double *rattle_first_multipliers(const stepper *self) {
  assert(self->binding == &rattle_binding);
  return ((const rattle *)self->self)->k0;
}

void rattle_observe(const stepper *self, state *x) {
  const stepper *base = stepper_base(self);
  if (!method_shows_rho(base->method) || x->reduced)
    return;
  rattle *s = base->self;
  assert(base->binding == &rattle_binding);
  if (s->shape.tangent)
    rattle_start_tangent(s->shape, s, x);
}

// ---------------------------------------------------------------------------------------------
// What rattle, reich and reich* are: variants, options, what they refuse.

static const rattle_options *options_of(const method *m) {
  return method_options(m);
}

double rattle_weight(const method *m) {
  return m->variant == REICH ? reich_at_start : m->variant == REICH_ADJOINT ? reich_at_end : 0.5;
}

// an option that is one of two words; is it the second?
static noslip_status read_choice(bool *second, const spec *s, const spec_item *item,
                                 const char *const words[2], failure *why) {
  const char *word = option_word(item);
  *second = strcmp(word, words[1]) == 0;
  if (!*second && strcmp(word, words[0]) != 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` of `%s` is %s or %s, as in %s(%s=%s)",
                item->option, s->name, words[0], words[1], s->name, item->option, words[1]);
  return NOSLIP_OK;
}

// representative=cm|tn
static noslip_status read_representative(void *options, const method *m, const spec *s,
                                         const spec_item *item, failure *why) {
  rattle_options *o = options;
  (void)m;
  return read_choice(&o->tangent, s, item, (const char *const[]){"cm", "tn"}, why);
}

// solve=full|reduced
static noslip_status read_solve(void *options, const method *m, const spec *s,
                                const spec_item *item, failure *why) {
  rattle_options *o = options;
  (void)m;
  return read_choice(&o->eliminates, s, item, (const char *const[]){"full", "reduced"}, why);
}

static bool refuses_rotations(const method *m, const problem *p, char *sentence, size_t size) {
  const rattle_options *o = options_of(m);
  char why[300];
  if (o->tangent || o->eliminates) {
    snprintf(sentence, size,
             "`%s` on a group has no multipliers, and its momenta are those of the body: leave out "
             "its options",
             m->name);
    return true;
  }
  if (!moser_veselov_refuses(p, why, sizeof why))
    return false;
  snprintf(sentence, size, "`%s` on a group %s", m->name, why);
  return true;
}

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->class == PROBLEM_GROUP)
    return refuses_rotations(m, p, sentence, size);
  if (!options_of(m)->eliminates || p->mechanical.structure.separable)
    return false;
  snprintf(sentence, size,
           "`%s` eliminates the multiplier where H = T(p) + V(q) with forces free of velocities, "
           "and that is not so here: leave out solve=reduced",
           m->name);
  return true;
}

static bool shows_rho(const method *m) {
  return options_of(m)->tangent;
}

static const rattle_options defaults = {.tangent = false};
static const family_option options[] = {{"representative", read_representative},
                                        {"solve", read_solve}};

const family rattle_family = {
    .options = options,
    .noption = sizeof options/sizeof *options,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .shows_rho = shows_rho,
    .refuses = refuses,
    .make = rattle_make,
    .observe = rattle_observe,
};

// the same steps on rotations, under a name of their own
const family rotations_family = {
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .refuses = refuses_rotations,
    .make = moser_veselov_make,
};
