// contact: gap >= 0 with its restitution and its laws of friction.

#include "lang/lower.h"

// the gap: a scalar with a coordinate in it
static bool contact_gap(lowering *l, const tree_sides *sides, expr *gap) {
  value v;
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
  return true;
}

bool lower_contact(lowering *l, const statement *s) {
  const tree_constraint *given = &s->constraint;
  contact c = {.at = s->at, .restitution = 0};
  l->scope = (scope){KIND_COORD | KIND_TIME, "a contact", NULL};
  if (l->system->coords.count == 0)
    return wrong(l, s->at, "declare them above with `coord`", "a contact needs coordinates");
  c.label = lower_label(l, &given->label, &l->labels.constraints);
  if (!c.label || !contact_gap(l, &given->sides, &c.gap))
    return false;
  if (given->restitution && !eval_number(l, given->restitution, "the restitution", &c.restitution))
    return false;
  if (!(c.restitution >= 0 && c.restitution <= 1))
    return wrong(l, given->restitution->start, "0 stops at the contact, 1 bounces back in full",
                 "the restitution lies between 0 and 1, not at %g", c.restitution);
  if (!lower_multipliers(l, &given->multiplier, 1, false, &c.multiplier))
    return false;
  for (; c.nfriction < given->nfriction; c.nfriction++)
    if (!lower_friction(l, &given->frictions[c.nfriction], &c.frictions[c.nfriction]))
      return false;
  return (table_set(&l->labels.contacts, c.label, l->system->contacts.count) &&
          ARRAY_PUSH(l->arena, l->system->contacts, c)) ||
         wrong_memory(l);
}
