// contact: gap >= 0 with its restitution and its laws of friction.

#include "lang/lower.h"

scope lower_scope(const lowering *l, unsigned allowed, const char *where, const char *remedy) {
  return (scope){l->pairs ? allowed | KIND_INDEX : allowed, where, remedy};
}

// the gap: a scalar with a coordinate in it
static bool contact_gap(lowering *l, const tree_sides *sides, expr *gap) {
  value v;
  l->scope = lower_scope(l, KIND_COORD | KIND_TIME, "a contact", NULL);
  if (!eval_difference(l, sides, &v))
    return false;
  if (v.shape != SHAPE_SCALAR)
    return wrong(l, sides->left->start, "write one contact for each entry",
                 "the gap of a contact is a scalar, this is %s", value_describe(l->arena, &v));
  if (!(expr_kinds(l->graph, v.scalar) & KIND_COORD))
    return wrong(l, sides->left->start,
                 "the gap is a function of the position: write it with coordinates",
                 "a contact needs a coordinate");
  *gap = v.scalar;
  unsigned kind = 0;
  return !l->pairs || !(expr_kinds(l->graph, v.scalar) & KIND_LIVE) ||
         wrong(
             l, sides->left->start,
             "leave it out of the option `live`, and give its value with `set`",
             "the distance after `within` is tested for one gap: that of a contact of pairs cannot "
             "contain the live parameter `%s`",
             names_of_kind(l, &v, KIND_LIVE, &kind));
}

// where the rule of a number of this contact goes
static int law_index(const lowering *l) {
  return l->pairs ? l->system->pairs.count : l->system->contacts.count;
}

static bool lower_restitution(lowering *l, const tree *e, double *out) {
  expr number;
  if (!eval_live_number(l, e, "the restitution", &number) ||
      !lower_live_value(l, "restitution", e->start, number, out) ||
      !lower_rule_of(l, l->pairs ? START_PAIR_RESTITUTION : START_RESTITUTION, law_index(l),
                     number))
    return false;
  return (*out >= 0 && *out <= 1) ||
         wrong(l, e->start, "0 stops at the contact, 1 bounces back in full",
               "the restitution lies between 0 and 1, not at %g", *out);
}

// a coefficient of friction that live parameters decide is tested again when they are set
static bool lower_friction_rule(lowering *l, const friction *f) {
  double number;
  if (expr_kinds(l->graph, f->mu) != KIND_LIVE)
    return true;
  if (!lower_live_value(l, "friction", f->at, f->mu, &number) ||
      !lower_rule_of(l, l->pairs ? START_PAIR_FRICTION : START_FRICTION, law_index(l), f->mu))
    return false;
  return number >= 0 || lower_negative_friction(l, f->at, number);
}

bool lower_law(lowering *l, const tree_constraint *s, contact *c) {
  if (!contact_gap(l, &s->sides, &c->gap))
    return false;
  if (s->restitution && !lower_restitution(l, s->restitution, &c->restitution))
    return false;
  if (!lower_multipliers(l, &s->multiplier, 1, false, &c->multiplier))
    return false;
  for (; c->nfriction < s->nfriction; c->nfriction++)
    if (!lower_friction(l, &s->frictions[c->nfriction], &c->frictions[c->nfriction]) ||
        !lower_friction_rule(l, &c->frictions[c->nfriction]))
      return false;
  return true;
}

bool lower_contact(lowering *l, const statement *s) {
  const tree_constraint *given = &s->constraint;
  contact c = {.at = s->at};
  if (l->system->coords.count == 0)
    return wrong(l, s->at, "declare them above with `coord`", "a contact needs coordinates");
  if (given->pairs)
    return lower_pairs(l, s);
  c.label = lower_label(l, &given->label, &l->labels.constraints);
  if (!c.label || !lower_law(l, given, &c))
    return false;
  return (table_set(&l->labels.contacts, c.label, l->system->contacts.count) &&
          ARRAY_PUSH(l->arena, l->system->contacts, c)) ||
         wrong_memory(l);
}
