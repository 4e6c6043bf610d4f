// Steppers for the stage methods on mechanical problems: the rule, and the constants of a problem.

#include "methods/stages/stages_make.h"

#include "methods/families.h"

#include <stdio.h>
#include <string.h>

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
  LITERAL_INTEGER(out, k, loaded);
  LITERAL_INTEGER(out, k, bent);
  LITERAL_NUMBER(out, k, noise);
  LITERAL_INTEGERS(out, k, declared, stages_m(*k));
  LITERAL_NUMBERS(out, k, M, nn);
  LITERAL_NUMBERS(out, k, W, nn);
  LITERAL_NUMBERS(out, k, rest, k->constant_mass ? k->n : 0);
  rule_print(&k->r, 2, out);
}

// pivots of the factors of block elimination
static bool stages_is_sound(const void *self) {
  const stages *s = self;
  int n = s->shape.n, L = stages_multipliers(s->shape);
  const stages_solver *of = &s->solver;
  return !s->shape.by_blocks || (layout_places(of->S_pivot, L, L) &&
                                 (s->shape.constant_mass || layout_places(of->mass_pivot, n, n)));
}

#define FAMILY stages
#define FAMILY_FILE "methods/stages/stages_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_SOLVER 1
#define FAMILY_CARRIED STAGES_CARRIED
#define FAMILY_SOUND stages_is_sound
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

bool stages_shape_of(stages_shape *k, const method *m, const problem *p, arena *a) {
  *k = (stages_shape){.n = p->nv,
                      .mn = p->mechanical.mn,
                      .mh = p->mechanical.mh,
                      .nq = p->n,
                      .own = p->mechanical.lagrangian,
                      .autonomous = p->mechanical.structure.autonomous,
                      .loaded = p->mechanical.structure.loaded && p->m > 0,
                      .bent = p->mechanical.structure.bent,
                      .noise = p->mechanical.structure.noise,
                      .declared = declared_of(p, a)};
  if (!rule_init(&k->r, a, stages_rule(m)) || a->failed)
    return false;
  assert(k->mn + k->mh == p->m);
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
  if (k.loaded)
    constraints |= BUNDLE_BIT(BUNDLE_PULL) | BUNDLE_BIT(BUNDLE_PULL_BLOCKS);
  return BUNDLE_BIT(BUNDLE_VALUES) | BUNDLE_BIT(BUNDLE_BLOCKS) |
         (stages_m(k) > 0 ? constraints : 0) | restarts;
}

void stages_describe(stepper *step, stages_shape k) {
  step->bundles = bundles_of(k);
  step->transforms = true;
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
  return stages_find_zeros(step, e, a) ? step : NULL;
}

// ---------------------------------------------------------------------------------------------
// What the methods of stages are: the rules of rules.h, and lobatto, which is one on groups as
// well.

static const lobatto_options plain = {.multiplier = MULTIPLIER_REDUCE};

static const lobatto_options *options_of(const method *m) {
  const lobatto_options *o = method_options(m);
  return o ? o : &plain;
}

static rule_kind rule_of(const method *m) {
  return (rule_kind)m->variant;
}

rule_choice stages_rule(const method *m) {
  return (rule_choice){rule_of(m), m->number, options_of(m)->multiplier,
                       m->adjoint && rule_has_adjoint(rule_of(m))};
}

// ---- orders, and what they keep

static int least(const method *m) {
  return rule_least(rule_of(m));
}

static method_orders orders(const method *m) {
  rule_orders o = rule_orders_of(rule_of(m), m->number, options_of(m)->multiplier);
  return (method_orders){o.q, o.p, o.multiplier};
}

static int order_free(const method *m) {
  return rule_order_free(rule_of(m), m->number);
}

static const char *order_text(const method *m, bool free) {
  if (!m->numbered)
    return "";
  return free ? rule_order_free_text(rule_of(m)) : rule_order_text(rule_of(m));
}

// symplectic, and what follows from that, where the rule is
static unsigned gains(const method *m, const problem *p) {
  rule_symplectic where = rule_is_symplectic(rule_of(m));
  bool is =
      where == SYMPLECTIC_HOLONOMIC ? p->mechanical.mn == 0 : where == SYMPLECTIC_FREE && p->m == 0;
  return is ? KEEPS_SYMPLECTIC | KEEPS_MOMENTA | KEEPS_ENERGY_NEARLY : 0;
}

// parts with tableaux that are not symmetric
static unsigned loses(const method *m, const problem *p) {
  unsigned lopsided = p->class == PROBLEM_OVERDETERMINED ? 0 : 1U << 2 | 1U << 3;
  return rule_has_parts(rule_of(m)) && p->index2.parts & lopsided ? KEEPS_REVERSIBLE : 0;
}

// The multiplier of the last stage is one of the node, but not in an adjoint by its rule, nor in
// one by steps; that of lobatto carries it as well.
static bool by_steps(const method *m) {
  return options_of(m)->multiplier == MULTIPLIER_RESTART;
}

static bool delivers(const method *m) {
  bool follows = stages_rule(m).adjoint || (m->adjoint && by_steps(m));
  return rule_delivers(rule_of(m), options_of(m)->multiplier) && !follows;
}

static bool has_adjoint(const method *m) {
  return rule_has_adjoint(rule_of(m));
}

static bool carries(const method *m) {
  return rule_carries(rule_of(m), options_of(m)->multiplier);
}

// ---- refusals

// The adjoint of Radau IA has no equation for one of its multipliers.
static bool refuses_adjoint(const method *m, const problem *p, char *sentence, size_t size) {
  bool asks = m->adjoint || (m->scheme && m->scheme->adjoint);
  if (!rule_adjoint_is_singular(rule_of(m)) || !asks || p->m == 0)
    return false;
  snprintf(sentence, size,
           "`%s` is not usable on problems with multipliers: that of the last stage of the adjoint "
           "enters no stage, so its equations are singular; srk-radau1a has an adjoint",
           m->name);
  return true;
}

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (!problem_is_mechanical(p) && rule_has_parts(rule_of(m)) && p->index2.parts_z & 1) {
    snprintf(sentence, size,
             "`%s` wants a part 1 that is free of algebraic variables: write the terms with `%s` "
             "as `part 2`",
             m->name, p->multiplier[0]);
    return true;
  }
  return refuses_adjoint(m, p, sentence, size);
}

const family stages_family = {
    .counted = "stages",
    .least = least,
    .by_velocities = true,
    .orders = orders,
    .order_free = order_free,
    .order_text = order_text,
    .gains = gains,
    .loses = loses,
    .delivers = delivers,
    .has_adjoint = has_adjoint,
    .carries = carries,
    .refuses = refuses,
    .make = stages_make,
};

// ---- lobatto

// multiplier=reduce|carry|restart
static noslip_status read_multiplier(void *options, const method *m, const spec *s,
                                     const spec_item *item, failure *why) {
  static const char *const words[] = {"reduce", "carry", "restart"};
  lobatto_options *o = options;
  (void)m;
  for (int i = 0; item->method && i < 3; i++)
    if (strcmp(option_word(item), words[i]) == 0) {
      o->multiplier = (rule_multiplier)i;
      return NOSLIP_OK;
    }
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "`multiplier` of `%s` is reduce, carry or restart, as in %s(3, multiplier=carry)",
              s->name, s->name);
}

// retraction=cayley|exp
static noslip_status read_retraction(void *options, const method *m, const spec *s,
                                     const spec_item *item, failure *why) {
  lobatto_options *o = options;
  (void)m;
  o->exponential = strcmp(option_word(item), "exp") == 0;
  if (!o->exponential && strcmp(option_word(item), "cayley") != 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`retraction` of `%s` is cayley or exp, as in %s(3, retraction=exp)", s->name,
                s->name);
  return NOSLIP_OK;
}

// A method that starts every step from the consistent multiplier is not time-reversible, and one
// that carries it may lose the energy.
static unsigned lobatto_keeps(const method *m) {
  rule_multiplier multiplier = options_of(m)->multiplier;
  unsigned lost = multiplier == MULTIPLIER_RESTART ? KEEPS_REVERSIBLE | KEEPS_ENERGY_NEARLY
                  : multiplier == MULTIPLIER_CARRY ? KEEPS_ENERGY_NEARLY
                                                   : 0;
  return m->keeps & ~lost;
}

// on groups there is one, elsewhere it is symmetric
static bool lobatto_has_adjoint(const method *m) {
  return by_steps(m) || m->keeps & KEEPS_REVERSIBLE;
}

// On a group its stages are expanded about one end of the step.
static bool one_sided(const problem *p) {
  return p->class == PROBLEM_GROUP;
}

static unsigned watches(const method *m, const problem *p) {
  return options_of(m)->multiplier == MULTIPLIER_CARRY && p->mechanical.mn > 0 ? WATCH_MULTIPLIER
                                                                               : 0;
}

static const family_option options[] = {{"multiplier", read_multiplier},
                                        {"retraction", read_retraction}};

const family lobatto_family = {
    .counted = "stages",
    .least = least,
    .options = options,
    .noption = sizeof options/sizeof *options,
    .defaults = &plain,
    .options_size = sizeof plain,
    .by_velocities = true,
    .orders = orders,
    .order_free = order_free,
    .order_text = order_text,
    .keeps = lobatto_keeps,
    .gains = gains,
    .delivers = delivers,
    .has_adjoint = lobatto_has_adjoint,
    .by_steps = by_steps,
    .one_sided = one_sided,
    .carries = carries,
    .watches = watches,
    .make = stages_make,
};
