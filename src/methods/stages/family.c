// What the methods of stages are: the rules of rules.h, and lobatto, which is one on groups as well.

#include "methods/compose/schemes.h"
#include "methods/families.h"

#include <stdio.h>
#include <string.h>

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
  unsigned lopsided = 1U << 2 | 1U << 3;
  return rule_has_parts(rule_of(m)) && p->index2.parts & lopsided ? KEEPS_REVERSIBLE : 0;
}

// The multiplier of the last stage is one of the node, but not in an adjoint by its rule, nor in one by
// steps; that of lobatto carries it as well.
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

// A method that starts every step from the consistent multiplier is not time-reversible, and one that
// carries it may lose the energy.
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
