// The parts of a step: candidates and velocities that passes treat together.
//
// A body whose masses and forces are constant, and that no candidate reaches, has v1 = v0 + h M^-1 F
// from the start of the step on. If all bodies are like that, contacts that share none, not even
// through others, do not concern each other: each such island has its own passes, as many as it needs, and
// what it works with stays in the cache of the processor. Otherwise, on rotations, and where all
// contacts have one tape, there is one part.

#include "base/vec.h"
#include "contact/strip.h"
#include "methods/moreau/moreau.h"

#include <math.h>

static bool is_divided(const moreau *s) {
  const unilateral *u = s->shape.u;
  return u->ballistic && s->shape.problem->class != PROBLEM_GROUP &&
         (u->members || u->ncontact == 0);
}

int moreau_parts(const moreau *s) {
  return is_divided(s) ? s->shape.room->islands.count : 1;
}

void moreau_order(moreau *s, double h) {
  moreau_touch *t = &s->touch;
  struct moreau_room *room = s->shape.room;
  bool divided = is_divided(s);
  for (int l = 0; divided && l < t->n; l++) {
    const moreau_form *form = &s->shape.forms[room->found[l].contact];
    room->right[l] = (contact_strip){.count = form->nreach, .column = form->reach};
  }
  if (divided)
    islands_of_columns(&room->islands, room->right, t->n);
  t->nrow = 0;
  for (int k = 0; k < t->n; k++) {
    int l = divided ? room->islands.list[k] : k;
    room->slot[l] = k;
    moreau_take_in(s, l, k, h);
  }
  t->fastest = vec_max(t->before, t->nrow);
}

void moreau_take_all(moreau *s) {
  moreau_touch *t = &s->touch;
  t->part = (moreau_part){0, t->n, 0, t->nrow, s->shape.u->nv};
  for (int i = 0; i < s->shape.u->nv; i++)
    s->bodies.moving[i] = i;
}

// the velocities that the candidates of a part reach, each once
static void list_moving(moreau *s, moreau_part *part) {
  const struct moreau_room *room = s->shape.room;
  moreau_bodies *b = &s->bodies;
  for (int k = part->first; k < part->last; k++)
    for (int j = 0; j < room->right[k].count; j++)
      b->moves[room->right[k].column[j]] = false;
  for (int k = part->first; k < part->last; k++)
    for (int j = 0; j < room->right[k].count; j++) {
      int i = room->right[k].column[j];
      if (!b->moves[i])
        b->moving[part->nmoving++] = i;
      b->moves[i] = true;
    }
}

void moreau_take_part(moreau *s, int k) {
  const struct moreau_room *room = s->shape.room;
  moreau_part *part = &s->touch.part;
  if (!is_divided(s)) {
    moreau_take_all(s);
    return;
  }
  *part = (moreau_part){.first = room->islands.first[k], .last = room->islands.first[k + 1]};
  part->row = room->rows[part->first].row;
  part->nrow = (part->last < s->touch.n ? room->rows[part->last].row : s->touch.nrow) - part->row;
  list_moving(s, part);
}

// ---------------------------------------------------------------------------------------------
// velocities of a part

void moreau_clear(const moreau *s, double *x) {
  for (int k = 0; k < s->touch.part.nmoving; k++)
    x[s->bodies.moving[k]] = 0;
}

void moreau_copy(const moreau *s, double *y, const double *x) {
  for (int k = 0; k < s->touch.part.nmoving; k++)
    y[s->bodies.moving[k]] = x[s->bodies.moving[k]];
}

void moreau_middle(const moreau *s, double *vh, const double *v1) {
  for (int k = 0; k < s->touch.part.nmoving; k++) {
    int i = s->bodies.moving[k];
    vh[i] = (s->bodies.v0[i] + v1[i])/2;
  }
}

double moreau_size(const moreau *s, const double *x) {
  double largest = 0;
  for (int k = 0; k < s->touch.part.nmoving && !isnan(largest); k++) {
    int i = s->bodies.moving[k];
    double size = s->bodies.weight[i]*fabs(x[i]);
    largest = size > largest || isnan(size) ? size : largest;
  }
  return largest;
}

void moreau_changes(const moreau *s, double *dv, const impulse_problem *p, const double *P) {
  moreau_clear(s, dv);
  for (int i = 0; i < p->ncontact; i++)
    strip_add(dv, &p->right[i], P + p->contacts[i].row, contact_rows_width(&p->contacts[i]));
}

void moreau_shift(const moreau *s, double *q, const double *from, double share, const double *d) {
  if (s->shape.problem->class == PROBLEM_GROUP) {
    moreau_move(s, q, from, share, d);
    return;
  }
  for (int k = 0; k < s->touch.part.nmoving; k++) {
    int i = s->bodies.moving[k];
    q[i] = from[i] + share*d[i];
  }
}

void moreau_correct(moreau *s, const double *dv) {
  moreau_bodies *b = &s->bodies;
  moreau_shift(s, b->qh, b->q1, 1, dv);
  if (s->shape.problem->class == PROBLEM_GROUP)
    vec_copy(b->q1, b->qh, s->shape.problem->n);
  else
    moreau_copy(s, b->q1, b->qh);
}
