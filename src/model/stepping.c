// A model with contacts as a problem for time stepping: its constraints are rows, its contacts are
// not.

#include "model/model.h"

#include "expr/diff.h"
#include "problem/group.h"
#include "problem/unilateral.h"

#include <assert.h>

static contact_parts parts_of(const contact *c) {
  contact_parts out = {
      .label = c->label, .gap = c->gap, .restitution = c->restitution, .nfriction = c->nfriction};
  for (int k = 0; k < c->nfriction; k++) {
    const friction *f = &c->frictions[k];
    out.friction[k] = (friction_parts){f->mu, {f->slip[0], f->slip[1], f->slip[2]}, f->nslip};
  }
  return out;
}

// contacts of pairs: slots and axes as places among all coordinates
static bool list_pair(arena *a, const model_system *s, const contact_pairs *p, pairs_parts *out) {
  slot_parts *slots = ARENA_ARRAY(a, slot_parts, p->slots.count);
  if (!slots)
    return false;
  *out = (pairs_parts){.law = parts_of(&p->law),
                       .ordered = p->ordered,
                       .first = {p->first[0], p->first[1]},
                       .last = {p->last[0], p->last[1]},
                       .within = p->within,
                       .naxis = p->naxis,
                       .slots = slots,
                       .nslot = p->slots.count};
  for (int k = 0; k < p->slots.count; k++) {
    const pair_slot *from = &p->slots.list[k];
    slots[k] = (slot_parts){from->side, from->position, from->velocity, from->q, from->v};
  }
  for (int k = 0; k < p->naxis; k++)
    for (int side = 0; side < 2; side++) {
      const coord_item *c = &s->coords.list[p->axis[k][side]];
      out->axis[side][k] = c->position + p->first[side] - c->first;
    }
  return true;
}

static bool list_pairs(arena *a, const model_system *s, mechanical_parts *parts) {
  pairs_parts *list = ARENA_ARRAY(a, pairs_parts, s->pairs.count);
  if (a->failed)
    return false;
  for (int i = 0; i < s->pairs.count; i++)
    if (!list_pair(a, s, &s->pairs.list[i], &list[i]))
      return false;
  parts->pairs = list;
  parts->npairs = s->pairs.count;
  return true;
}

// the contacts with their laws of friction
bool model_contacts(arena *a, const model_system *s, mechanical_parts *parts) {
  contact_parts *list = ARENA_ARRAY(a, contact_parts, s->contacts.count);
  if (a->failed)
    return false;
  for (int i = 0; i < s->contacts.count; i++)
    list[i] = parts_of(&s->contacts.list[i]);
  parts->contacts = list;
  parts->ncontact = s->contacts.count;
  return true;
}

// constraints that wait for a contact would have to come and go
static noslip_status refuse_waiting(const model_system *s, failure *why) {
  for (int k = 0; k < s->constraints.count; k++)
    if (s->constraints.list[k].contact >= 0)
      return fail(
          why, NOSLIP_ERROR_ARGUMENT,
          "time stepping has no constraints that hold `while` a contact is closed, and `%s` is "
          "one; write friction after the contact, or take a method with events",
          s->constraints.list[k].label);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// without matrices

bool model_is_lean(const model_system *s) {
  enum { most = 1000 };  // coordinates and rows of other problems
  long rows = s->constraints.count;
  for (int i = 0; i < s->contacts.count; i++)
    rows += 1 + model_slip_count(s, i);
  return s->pairs.count > 0 ||
         (s->contacts.count > 0 && (s->positions.count > most || rows > most));
}

// what such a problem cannot have
static noslip_status refuse_lean(const noslip_model *m, const mechanical_parts *parts,
                                 failure *why) {
  if (!parts->lagrangian)
    return fail(why, NOSLIP_ERROR_MODEL,
                "contacts of pairs, or of this many bodies, need a `lagrangian`, and this is a "
                "hamiltonian");
  if (expr_kinds(m->system->graph, m->system->function) & KIND_MULTIPLIER ||
      m->monitors_use_multipliers || m->sections_use_multipliers)
    return fail(
        why, NOSLIP_ERROR_MODEL,
        "forces of contacts, and accelerations, cannot be observed beside contacts of "
        "pairs, or of this many bodies: leave them out of `invariant`, `observe`, `section` "
        "and `stop`%s",
        m->system->pairs.count > 0 ? ", or write few pairs as single contacts" : "");
  for (int i = 0; i < parts->nfactor; i++)
    if (parts->factor[i].kind != GROUP_R && parts->factor[i].kind != GROUP_SO3)
      return fail(
          why, NOSLIP_ERROR_MODEL,
          "contacts of pairs, or of this many bodies, know rotations of SO(3) only: write a "
          "rigid motion as three coordinates and a rotation");
  return refuse_waiting(m->system, why);
}

noslip_status model_lean(noslip_model *m, mechanical_parts *parts, failure *why) {
  parts->m = m->system->constraints.count;  // they stand first
  parts->nfriction = 0;
  parts->lean = parts->stepping = true;
  if (refuse_lean(m, parts, why) != NOSLIP_OK)
    return why->status = NOSLIP_ERROR_MODEL;
  if (!list_pairs(&m->arena, m->system, parts))
    return fail_memory(why);
  return mechanical_new(&m->arena, parts, &m->problem, why);
}
