// Contacts and contacts of pairs as rows, and the tapes of their numbers; and all tapes evaluated.

#include "problem/unilateral_make.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// contacts

static bool find_rows(unilateral_builder *b) {
  int ncontact = b->made->ncontact, at = 0;
  expr *gap = unilateral_exprs(b, ncontact), *rate = unilateral_exprs(b, ncontact);
  for (int i = 0; i < ncontact; i++) {
    b->nrow++;
    for (int k = 0; k < b->parts->contacts[i].nfriction; k++)
      b->nrow += b->parts->contacts[i].friction[k].nslip;
  }
  b->row = unilateral_exprs(b, b->nrow);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < ncontact; i++)
    gap[i] = b->parts->contacts[i].gap;
  if (!unilateral_rate(b, gap, ncontact, rate))
    return false;
  for (int i = 0; i < ncontact; i++) {
    b->row[at++] = rate[i];
    for (int k = 0; k < b->parts->contacts[i].nfriction; k++)
      for (int j = 0; j < b->parts->contacts[i].friction[k].nslip; j++)
        b->row[at++] = b->parts->contacts[i].friction[k].slip[j];
  }
  return diff_sparse(b->g, b->row, b->nrow, b->parts->v, b->parts->nv, b->arena, &b->H);
}

// add a velocity to a list in order; returns the new length
static int insert(int *list, int count, int velocity) {
  int at = count;
  for (int i = 0; i < count; i++)
    if (list[i] == velocity)
      return count;
  for (; at > 0 && list[at - 1] > velocity; at--)
    list[at] = list[at - 1];
  list[at] = velocity;
  return count + 1;
}

// the velocities of `rows` rows from `first` on; rotations with all three
static int find_support(unilateral_builder *b, int first, int rows, int *list) {
  int count = 0;
  for (int k = b->H.first[first]; k < b->H.first[first + rows]; k++) {
    int velocity = b->H.column[k], triple = b->triple[velocity];
    count = insert(list, count, velocity);
    for (int i = 0; triple >= 0 && i < 3; i++)
      count = insert(list, count, triple + i);
  }
  return count;
}

static void describe(const contact_parts *given, unilateral_contact *c) {
  *c = (unilateral_contact){
      .label = given->label, .restitution = given->restitution, .nclause = given->nfriction};
  for (int k = 0; k < given->nfriction; k++) {
    c->count[k] = given->friction[k].nslip;
    c->nslip += c->count[k];
  }
}

// each contact with its support
static bool find_contacts(unilateral_builder *b) {
  unilateral *u = b->made;
  unilateral_contact *contacts = ARENA_ARRAY(b->arena, unilateral_contact, u->ncontact);
  int row = 0, at = 0;
  if (!contacts)
    return false;
  for (int i = 0; i < u->ncontact; i++) {
    unilateral_contact *c = &contacts[i];
    describe(&b->parts->contacts[i], c);
    int most = 3*(b->H.first[row + 1 + c->nslip] - b->H.first[row]);
    int *support = ARENA_ARRAY(b->arena, int, most);
    if (!support)
      return false;
    c->nsupport = find_support(b, row, 1 + c->nslip, support);
    c->support = support;
    c->at = at;
    u->nsupport += c->nsupport;
    at += unilateral_width(c);
    row += 1 + c->nslip;
  }
  u->contacts = contacts;
  return true;
}

// ---------------------------------------------------------------------------------------------
// tapes

// the numbers of one contact, whose rows begin with `row`; `rest` are the rows at v = 0
static void contact_numbers(unilateral_builder *b, const unilateral_contact *c,
                            const contact_parts *given, int row, const expr *rest, expr *out) {
  expr *slips = out + 2 + c->nclause, *rows = slips + c->nslip;
  out[0] = given->gap;
  out[1] = rest[row];
  for (int k = 0; k < c->nclause; k++)
    out[2 + k] = given->friction[k].mu;
  for (int i = 0; i < 1 + c->nslip; i++) {
    if (i > 0)
      slips[i - 1] = rest[row + i];
    for (int k = b->H.first[row + i], at = 0; k < b->H.first[row + i + 1]; k++) {
      while (c->support[at] != b->H.column[k])
        at++;
      rows[i*c->nsupport + at] = b->H.value[k];
    }
  }
}

static bool contact_tapes(unilateral_builder *b) {
  const mechanical_parts *p = b->parts;
  unilateral *u = b->made;
  const unilateral_contact *last = &u->contacts[u->ncontact - 1];
  int count = u->ncontact > 0 ? last->at + unilateral_width(last) : 0, row = 0;
  expr *out = unilateral_exprs(b, count), *rest = unilateral_exprs(b, b->nrow),
       *gap = unilateral_exprs(b, u->ncontact);
  if (b->arena->failed || !diff_substitute(b->g, b->row, b->nrow, p->v, b->zero, p->nv, rest))
    return false;
  for (int i = 0; i < u->ncontact; i++) {
    contact_numbers(b, &u->contacts[i], &b->parts->contacts[i], row, rest, out + u->contacts[i].at);
    row += 1 + u->contacts[i].nslip;
    gap[i] = b->parts->contacts[i].gap;
  }
  if (p->lean && unilateral_share(b, out, count))
    return true;
  tape_group groups[] = {clock_group(&p->clock), {p->q, p->n}};
  u->rows = tape_new(b->arena, b->g, groups, 2, out, count);
  u->gaps = tape_new(b->arena, b->g, groups, 2, gap, u->ncontact);
  return u->rows && u->gaps;
}

bool unilateral_contacts(unilateral_builder *b) {
  return find_rows(b) && find_contacts(b) && contact_tapes(b);
}

// ---------------------------------------------------------------------------------------------
// pairs

// d/dt of the gap of a law along q' = v of its slots, then its slips
static bool law_rows(unilateral_builder *b, const pairs_parts *p, expr *row) {
  expr *x = unilateral_exprs(b, p->nslot), *dx = unilateral_exprs(b, p->nslot);
  int at = 1;
  if (b->arena->failed)
    return false;
  for (int k = 0; k < p->nslot; k++) {
    x[k] = p->slots[k].q;
    dx[k] = p->slots[k].v;
  }
  x[p->nslot] = b->parts->time;
  dx[p->nslot] = expr_one;
  for (int k = 0; k < p->law.nfriction; k++)
    for (int j = 0; j < p->law.friction[k].nslip; j++)
      row[at++] = p->law.friction[k].slip[j];
  return diff_directional(b->g, &p->law.gap, 1, x, dx, p->nslot + 1, row);
}

// the numbers of a pair: its support are all slots
static bool law_tapes(unilateral_builder *b, const pairs_parts *p, unilateral_pairs *made) {
  unilateral_contact *c = &made->law;
  int nrow = 1 + c->nslip, *support = ARENA_ARRAY(b->arena, int, p->nslot);
  expr row[1 + unilateral_slips], rest[1 + unilateral_slips];
  expr *q = unilateral_exprs(b, p->nslot), *v = unilateral_exprs(b, p->nslot);
  if (b->arena->failed)
    return false;
  for (int k = 0; k < p->nslot; k++) {
    support[k] = k;
    q[k] = p->slots[k].q;
    v[k] = p->slots[k].v;
  }
  c->support = support;
  c->nsupport = p->nslot;
  expr *out = unilateral_exprs(b, unilateral_width(c)), *zero = unilateral_exprs(b, p->nslot);
  if (b->arena->failed || !law_rows(b, p, row) ||
      !diff_sparse(b->g, row, nrow, v, p->nslot, b->arena, &b->H) ||
      !diff_substitute(b->g, row, nrow, v, zero, p->nslot, rest))
    return false;
  contact_numbers(b, c, &p->law, 0, rest, out);
  tape_group groups[] = {clock_group(&b->parts->clock), {q, p->nslot}};
  made->rows = tape_new(b->arena, b->g, groups, 2, out, unilateral_width(c));
  made->gap = tape_new(b->arena, b->g, groups, 2, &p->law.gap, 1);
  return made->rows && made->gap;
}

bool unilateral_laws(unilateral_builder *b) {
  int npairs = b->parts->npairs;
  unilateral_pairs *list = ARENA_ARRAY(b->arena, unilateral_pairs, npairs);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < npairs; i++) {
    list[i].parts = &b->parts->pairs[i];
    describe(&list[i].parts->law, &list[i].law);
    if (!law_tapes(b, list[i].parts, &list[i]))
      return false;
  }
  b->made->pairs = list;
  b->made->npairs = npairs;
  return true;
}
