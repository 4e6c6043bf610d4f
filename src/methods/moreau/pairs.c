// Contacts of pairs: bodies that are near each other, found by a grid of cells.

#include "methods/moreau/moreau.h"

#include <math.h>

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

// the place becomes that of a pair: support, blocks and velocities that it reaches
static void fill_form(moreau *s, moreau_form *f, unilateral_contact *own, const int point[2]) {
  const unilateral *u = s->shape.u;
  const pairs_parts *p = s->shape.room->law[f->law].of->parts;
  int *support = (int *)own->support;
  f->point[0] = point[0];
  f->point[1] = point[1];
  f->nblock = f->nreach = 0;
  for (int k = 0; k < p->nslot; k++) {
    support[k] = p->slots[k].velocity + point[p->slots[k].side];
    int block = u->block_of[support[k]], known = 0;
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
  fill_form(s, f, &s->shape.room->own[i - s->shape.u->ncontact], point);
  moreau_pair_numbers(s, f, t, s->bodies.q0, s->touch.numbers[0] + f->contact->at);
  s->touch.gaps[i] = moreau_gap(s, i, t + h/2, s->bodies.qh);
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

// the least gap of a law at q; its place is that of the pair, if the gap is less than *least
static void least_of_law(moreau *s, int which, double t, const double *q, double *least, int *at) {
  moreau_law *law = &s->shape.room->law[which];
  moreau_form *f = &s->shape.forms[law->first];
  const pairs_parts *p = law->of->parts;
  place_points(law, q);
  cells_fill(&law->cells, law->x, law->npoint, p->naxis, p->within);
  for (int i = 0; i < law->npoint && law->capacity > 0; i++) {
    int count = cells_partners(&law->cells, i, law->partner);
    for (int k = 0; k < count; k++) {
      int j = law->partner[k], before[2] = {f->point[0], f->point[1]};
      if (!p->ordered && (i >= law->nfirst || j < law->nfirst))
        continue;
      f->point[0] = i;
      f->point[1] = p->ordered ? j : j - law->nfirst;
      double gap = moreau_gap(s, law->first, t, q);
      if (gap < *least) {
        *least = gap;
        *at = law->first;
        continue;
      }
      f->point[0] = before[0];
      f->point[1] = before[1];
    }
  }
}

int moreau_least_gap(moreau *s, double t, const double *q, double *least) {
  int at = -1;
  *least = HUGE_VAL;
  unilateral_gaps(s->shape.evaluator, t, q, s->touch.gaps);
  for (int i = 0; i < s->shape.u->ncontact; i++)
    if (s->touch.gaps[i] < *least) {
      *least = s->touch.gaps[i];
      at = i;
    }
  for (int k = 0; k < s->shape.u->npairs; k++)
    least_of_law(s, k, t, q, least, &at);
  return at;
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
