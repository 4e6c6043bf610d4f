// Contacts of pairs: bodies that are near each other, found by a grid of cells.

#include "base/vec.h"
#include "methods/moreau/moreau.h"

#include <float.h>
#include <math.h>
#include <string.h>

void moreau_pair_place(moreau *s, const moreau_form *f, const double *q) {
  moreau_law *law = &s->shape.room->law[f->law];
  const pairs_parts *p = law->of->parts;
  for (int k = 0; k < p->nslot; k++)
    law->q[k] = q[p->slots[k].position + f->point[p->slots[k].side]];
}

void moreau_pair_numbers(moreau *s, const moreau_form *f, double t, const double *q, double *out) {
  moreau_pair_place(s, f, q);
  unilateral_pair_rows(s->shape.evaluator, f->law, t, s->shape.room->law[f->law].q, out);
}

// the place becomes that of a pair
static void fill_form(moreau *s, moreau_form *f, const int point[2]) {
  const pairs_parts *p = s->shape.room->law[f->law].of->parts;
  int *support = (int *)f->contact->support;
  f->point[0] = point[0];
  f->point[1] = point[1];
  for (int k = 0; k < p->nslot; k++)
    support[k] = p->slots[k].velocity + point[p->slots[k].side];
}

// the blocks and the velocities that it reaches
static void find_reach(const unilateral *u, moreau_form *f) {
  f->nblock = f->nreach = 0;
  for (int k = 0; k < f->contact->nsupport; k++) {
    int block = u->block_of[f->contact->support[k]], known = 0;
    while (known < f->nblock && f->block[known] != block)
      known++;
    if (known < f->nblock)
      continue;
    f->block[f->nblock++] = block;
    for (int j = 0; j < u->blocks[block].n; j++)
      f->reach[f->nreach++] = u->blocks[block].velocity[j];
  }
}

// where the memory of a pair is, -1: nowhere. Pairs are asked for in order; *next moves on.
static int find_kept(const moreau *s, const moreau_law *law, int which, int *next,
                     const int point[2]) {
  int count = s->memory.npair[which];
  for (; *next < count; ++*next) {
    const int *kept = s->memory.pair + 2*(law->first + *next);
    if (kept[0] == point[0] && kept[1] == point[1])
      return law->first + *next;
    if (kept[0] > point[0] || (kept[0] == point[0] && kept[1] > point[1]))
      break;
  }
  return -1;
}

// a pair that is near: it takes the next place if it takes part
static kernel_result consider_pair(moreau *s, int which, const int point[2], int *next, double t,
                                   double h) {
  moreau_law *law = &s->shape.room->law[which];
  int i = law->first + law->count;
  bool taken = false;
  s->base->failed_at = law->first;
  if (law->count == law->capacity)
    return KERNEL_CROWDED;
  moreau_form *f = &s->shape.forms[i];
  fill_form(s, f, point);
  moreau_pair_numbers(s, f, t, s->bodies.q0, s->touch.numbers[0] + f->contact->at);
  s->touch.gaps[i] = moreau_gap(s, i, t + h/2, s->bodies.qh);
  if (moreau_is_far(s, i, f->contact, h))
    return KERNEL_DONE;
  find_reach(s->shape.u, f);
  kernel_result result = moreau_consider(s, i, find_kept(s, law, which, next, point), h, &taken);
  law->count += taken;
  return result;
}

// where all bodies of a law are
static void place_points(moreau_law *law, const double *q) {
  const pairs_parts *p = law->of->parts;
  for (int i = 0; i < law->npoint; i++) {
    int side = i >= law->nfirst, offset = side ? i - law->nfirst : i;
    for (int k = 0; k < p->naxis; k++)
      law->x[(long)i*p->naxis + k] = q[p->axis[side][k] + offset];
  }
}

static kernel_result law_pairs(moreau *s, int which, double t, double h) {
  moreau_law *law = &s->shape.room->law[which];
  const pairs_parts *p = law->of->parts;
  int next = 0;
  law->count = 0;
  place_points(law, s->bodies.q0);
  cells_fill(&law->cells, law->x, law->npoint, p->naxis, p->within);
  for (int i = 0; i < law->npoint; i++) {
    int count = cells_partners(&law->cells, i, law->partner);
    for (int k = 0; k < count; k++) {
      int j = law->partner[k], point[2] = {i, p->ordered ? j : j - law->nfirst};
      if (!p->ordered && (i >= law->nfirst || j < law->nfirst))
        continue;
      kernel_result result = consider_pair(s, which, point, &next, t, h);
      if (result != KERNEL_DONE)
        return result;
    }
  }
  return KERNEL_DONE;
}

kernel_result moreau_pairs(moreau *s, double t, double h) {
  for (int k = 0; k < s->shape.u->npairs; k++) {
    kernel_result result = law_pairs(s, k, t, h);
    if (result != KERNEL_DONE)
      return result;
  }
  return KERNEL_DONE;
}

// ---------------------------------------------------------------------------------------------
// overlaps

typedef struct deepest {
  int form, point[2];
  double gap, ratio;  // to what counts as touching: below -1
} deepest;

// Note a contact with these numbers if it is deeper. Coordinates that are 0 have no size, so that
// rounding of the largest one is allowed as well.
static void note_deeper(const moreau *s, int form, const double *numbers, deepest *found) {
  const moreau_form *f = &s->shape.forms[form];
  const unilateral_contact *c = f->contact;
  unilateral_numbers n = unilateral_numbers_of(c, numbers);
  double largest = vec_max(s->bodies.q0, s->shape.problem->n);
  double rounding = 16*DBL_EPSILON*c->nsupport*vec_max(n.normal, c->nsupport)*largest;
  double noise = vec_larger(moreau_noise_of(s, c, n.normal), rounding);
  if (!(*n.gap < noise*found->ratio))
    return;
  *found =
      (deepest){form, {f->point[0], f->point[1]}, *n.gap, noise > 0 ? *n.gap/noise : -HUGE_VAL};
}

// the pairs of a law, each in its first place
static void deepest_of_law(moreau *s, int which, double t, deepest *found) {
  moreau_law *law = &s->shape.room->law[which];
  moreau_form *f = &s->shape.forms[law->first];
  const pairs_parts *p = law->of->parts;
  double *numbers = s->touch.numbers[0] + f->contact->at;
  place_points(law, s->bodies.q0);
  cells_fill(&law->cells, law->x, law->npoint, p->naxis, p->within);
  for (int i = 0; i < law->npoint && law->capacity > 0; i++) {
    int count = cells_partners(&law->cells, i, law->partner);
    for (int k = 0; k < count; k++) {
      int j = law->partner[k], point[2] = {i, p->ordered ? j : j - law->nfirst};
      if (!p->ordered && (i >= law->nfirst || j < law->nfirst))
        continue;
      fill_form(s, f, point);
      moreau_pair_numbers(s, f, t, s->bodies.q0, numbers);
      note_deeper(s, law->first, numbers, found);
    }
  }
}

int moreau_deepest(moreau *s, double t, const double *q, double *gap) {
  moreau_bodies *b = &s->bodies;
  deepest found = {.form = -1, .ratio = -1};
  vec_copy(b->q0, q, s->shape.problem->n);
  vec_zero(b->v0, s->shape.u->nv);
  vec_zero(b->rate, s->shape.u->nv);
  moreau_find_sizes(s, 0);
  unilateral_rows(s->shape.evaluator, t, b->q0, s->touch.numbers[0]);
  for (int i = 0; i < s->shape.u->ncontact; i++)
    note_deeper(s, i, s->touch.numbers[0] + s->shape.u->contacts[i].at, &found);
  for (int k = 0; k < s->shape.u->npairs; k++)
    deepest_of_law(s, k, t, &found);
  if (found.form >= s->shape.u->ncontact)
    memcpy(s->shape.forms[found.form].point, found.point, sizeof found.point);
  *gap = found.gap;
  return found.form;
}

void moreau_keep_pairs(moreau *s) {
  for (int k = 0; k < s->shape.u->npairs; k++) {
    const moreau_law *law = &s->shape.room->law[k];
    s->memory.npair[k] = law->count;
    for (int i = law->first; i < law->first + law->count; i++) {
      s->memory.pair[2*i] = s->shape.forms[i].point[0];
      s->memory.pair[2*i + 1] = s->shape.forms[i].point[1];
    }
  }
}
