// Contacts of very many bodies: few laws, each applied to many of them.

#include "expr/tape_part.h"
#include "problem/unilateral_make.h"

#include <string.h>

enum { most_parts = 64 };

// inputs of the last cut, kept
static const int *keep_inputs(unilateral_builder *b, const tape_cutter *c, int *count) {
  const int *from;
  *count = tape_part_inputs(c, &from);
  int *to = ARENA_ARRAY(b->arena, int, *count + 1);
  if (to)
    memcpy(to, from, (size_t)*count*sizeof *to);
  if (*count > b->made->most_inputs)
    b->made->most_inputs = *count;
  return to;
}

static bool cut_contact(unilateral_builder *b, tape_cutter *c, const unilateral_contact *contact,
                        unilateral_member *m) {
  m->rows = tape_cut(c, contact->at, unilateral_width(contact));
  if (m->rows >= 0)
    m->rows_input = keep_inputs(b, c, &m->nrows_input);
  m->gap = tape_cut(c, contact->at, 1);
  if (m->gap >= 0)
    m->gap_input = keep_inputs(b, c, &m->ngap_input);
  return m->rows >= 0 && m->gap >= 0 && !b->arena->failed;
}

static bool cut_all(unilateral_builder *b, tape_cutter *c) {
  unilateral *u = b->made;
  unilateral_member *members = ARENA_ARRAY(b->arena, unilateral_member, u->ncontact + 1);
  if (!members)
    return false;
  for (int i = 0; i < u->ncontact; i++)
    if (!cut_contact(b, c, &u->contacts[i], &members[i]))
      return false;
  const tape **parts = ARENA_ARRAY(b->arena, const tape *, tape_part_count(c) + 1);
  if (!parts)
    return false;
  for (int i = 0; i < tape_part_count(c); i++)
    parts[i] = tape_part(c, i);
  u->parts = parts;
  u->npart = tape_part_count(c);
  u->members = members;
  return true;
}

bool unilateral_share(unilateral_builder *b, const expr *out, int count) {
  const mechanical_parts *p = b->parts;
  int limit = b->made->ncontact/4 < most_parts ? b->made->ncontact/4 : most_parts;
  tape_group groups[] = {clock_group(&p->clock), {p->q, p->n}};
  arena scratch;
  arena_init(&scratch, b->arena->memory);
  const tape *all = tape_new(&scratch, b->g, groups, 2, out, count);
  tape_cutter *c = all ? tape_cutter_new(b->arena, &scratch, all, limit) : NULL;
  bool shared = c && cut_all(b, c);
  arena_free(&scratch);
  return shared;
}
