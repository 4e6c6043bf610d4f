// Candidates of a step, and their rows at its start, in its middle and at its end.

#include "base/vec.h"
#include "contact/frame.h"
#include "geometry/product.h"
#include "methods/moreau/moreau.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// rows of one contact

typedef struct contact_values {
  double *H;    // width x nsupport
  double *c;    // width  g_t, c
  double *gap;  // 1
} contact_values;

// a clause of three components by two tangents
static void project_slip(const frame *f, const unilateral_numbers *n, int from, int count,
                         double *H, double *c) {
  for (int i = 0; i < 2; i++) {
    c[i] = vec_dot(f->tangent[i], n->c + from, 3);
    for (int j = 0; j < count; j++) {
      H[i*count + j] = 0;
      for (int k = 0; k < 3; k++)
        H[i*count + j] += f->tangent[i][k]*n->slip[(from + k)*count + j];
    }
  }
}

// the frame of a contact, from its rows of slips and normal
static bool find_frame(const moreau *s, const unilateral_contact *c, const double *slip,
                       const double *normal, frame *f) {
  int count = c->nsupport;
  double *X3 = s->bodies.framed, *XN = X3 + 3*count;
  for (int j = 0; j < count; j++) {
    double weight = s->bodies.weight[c->support[j]];
    XN[j] = normal[j]/weight/weight;
    for (int i = 0; i < 3; i++)
      X3[i*count + j] = slip[i*count + j]/weight/weight;
  }
  return frame_find_normal(f, slip, normal, X3, XN, count);
}

// Numbers of a contact as rows. *axis belongs to its frame; `choose` lets it change. False if the
// gap and the velocity after `along` do not belong to the same point.
static bool make_rows(const moreau *s, const moreau_form *form, const double *numbers,
                      contact_values *out, int *axis, bool choose, frame *f) {
  const unilateral_contact *c = form->contact;
  unilateral_numbers n = unilateral_numbers_of(c, numbers);
  int count = c->nsupport, row = 1, from = 0, first = 0;
  f->s = 1;
  for (int k = 0; k < form->frame; k++)
    first += c->count[k];
  if (form->frame >= 0) {
    if (!find_frame(s, c, n.slip + first*count, n.normal, f))
      return false;
    if (choose && !frame_keeps_axis(f, *axis))
      *axis = frame_smallest(f->normal);
    frame_find_tangents(f, *axis);
  }
  *out->gap = *n.gap/f->s;
  out->c[0] = *n.gap_t/f->s;
  for (int j = 0; j < count; j++)
    out->H[j] = n.normal[j]/f->s;
  for (int k = 0; k < c->nclause; k++) {
    if (c->count[k] == 3)
      project_slip(f, &n, from, count, out->H + row*count, out->c + row);
    else {
      vec_copy(out->H + row*count, n.slip + from*count, c->count[k]*count);
      vec_copy(out->c + row, n.c + from, c->count[k]);
    }
    from += c->count[k];
    row += form->rows.clause[k].count;
  }
  return true;
}

void moreau_rows_times(double *u, const contact_strip *s, const double *v, const double *c,
                       int width) {
  for (int i = 0; i < width; i++) {
    u[i] = c[i];
    for (int k = 0; k < s->count; k++)
      u[i] += s->value[i*s->count + k]*v[s->column[k]];
  }
}

// ---------------------------------------------------------------------------------------------
// candidates

void moreau_find_sizes(const moreau *s, double h) {
  const problem *p = s->shape.problem;
  const moreau_bodies *b = &s->bodies;
  const group_factor whole = {.kind = GROUP_R, .n = p->n, .dim = p->nv};
  bool turns = p->class == PROBLEM_GROUP;
  for (int i = 0; i < (turns ? p->group.nfactor : 1); i++) {
    const group_factor *f = turns ? &p->group.factor[i] : &whole;
    for (int k = 0; k < f->dim; k++) {
      int v = f->first + k;
      double moved = h*fabs(b->v0[v]) + h*h*fabs(b->rate[v]);
      b->size[v] = f->kind == GROUP_R ? fabs(b->q0[f->from + k]) + moved : 1;
    }
  }
}

double moreau_noise_of(const moreau *s, const unilateral_contact *c, const double *normal) {
  double size = 0;
  for (int k = 0; k < c->nsupport; k++)
    size += fabs(normal[k])*s->bodies.size[c->support[k]];
  return moreau_touching*size;
}

// Does a contact take part? Its rows at q0 are known.
static bool takes_part(const moreau *s, int i, double gap, double scale, double noise, double h) {
  const moreau_form *form = &s->shape.forms[i];
  const double *H = s->touch.start + form->left;
  double fall = 0;
  for (int k = 0; k < form->contact->nsupport; k++)
    fall += fabs(H[k])*fabs(s->bodies.rate[form->contact->support[k]]);
  return gap <= noise || s->touch.gaps[i]/scale <= h*h/8*fall + noise;
}

void moreau_take_in(moreau *s, int l, int k, double h) {
  moreau_touch *t = &s->touch;
  struct moreau_room *room = s->shape.room;
  const moreau_found *found = &room->found[l];
  const moreau_form *form = &s->shape.forms[found->contact];
  const unilateral_contact *c = form->contact;
  int row = t->nrow, from = found->from;
  bool known = from >= 0, kept = known && s->memory.axis[from] == found->axis;
  const double *P = known ? s->memory.P + s->shape.forms[from].rows.row : NULL;
  double share = s->carried->h > 0 ? h/s->carried->h : 0;
  room->candidate[k] = (moreau_candidate){.contact = found->contact,
                                          .from = from,
                                          .near = found->near,
                                          .noise = found->noise,
                                          .was_closed = known && s->memory.closed[from],
                                          .axis = found->axis};
  room->rows[k] = form->rows;
  room->rows[k].row = row;
  room->start[k] = (contact_strip){c->nsupport, c->support, t->start + form->left};
  room->mean[k] = (contact_strip){c->nsupport, c->support, t->mean + form->left};
  room->left[k] = (contact_strip){c->nsupport, c->support, t->left + form->left};
  room->right[k] = (contact_strip){form->nreach, form->reach, t->right + form->right};
  room->energy[k] = s->shape.u->m > 0
                        ? (contact_strip){form->nreach, form->reach, t->energy + form->right}
                        : room->mean[k];
  t->e[k] = room->candidate[k].was_closed
                ? 0
                : unilateral_restitution(s->shape.evaluator, found->contact, form->law);
  vec_copy(t->c_start + row, t->c_middle + form->rows.row, form->width);
  moreau_rows_times(t->before + row, &room->start[k], s->bodies.v0, t->c_start + row, form->width);
  for (int j = 0; j < form->width; j++)
    t->P[row + j] = known && (j == 0 || kept) ? share*P[j] : 0;
  t->nrow += form->width;
}

kernel_result moreau_consider(moreau *s, int i, int from, double h, bool *taken) {
  moreau_touch *touch = &s->touch;
  const moreau_form *form = &s->shape.forms[i];
  double gap;
  frame f;
  int axis = from >= 0 ? s->memory.axis[from] : -1;
  const double *numbers = touch->numbers[0] + form->contact->at;
  contact_values out = {touch->start + form->left, touch->c_middle + form->rows.row, &gap};
  double noise =
      moreau_noise_of(s, form->contact, unilateral_numbers_of(form->contact, numbers).normal);
  bool made = make_rows(s, form, numbers, &out, &axis, true, &f);
  s->base->failed_at = i;
  if (isnan(numbers[0]) || isnan(touch->gaps[i]))
    return KERNEL_NO_GAP;
  if (!made && numbers[0] <= noise)
    return KERNEL_NO_CONTACT_FRAME;
  *taken = made && takes_part(s, i, gap, f.s, noise/f.s, h);
  if (*taken)
    s->shape.room->found[touch->n++] =
        (moreau_found){i, from, axis, gap <= noise/f.s, noise/f.s};
  return KERNEL_DONE;
}

void moreau_gaps(moreau *s, double t, const double *q) {
  if (!s->shape.u->members)
    unilateral_gaps(s->shape.evaluator, t, q, s->touch.gaps);
}

double moreau_gap(moreau *s, int i, double t, const double *q) {
  const moreau_form *form = &s->shape.forms[i];
  if (form->law < 0 && s->shape.u->members)
    return unilateral_member_gap(s->shape.evaluator, i, t, q);
  if (form->law < 0)
    return s->touch.gaps[i];
  moreau_pair_place(s, form, q);
  return unilateral_pair_gap(s->shape.evaluator, form->law, t, s->shape.room->law[form->law].q);
}

bool moreau_is_far(const moreau *s, int i, const unilateral_contact *c, double h) {
  unilateral_numbers n = unilateral_numbers_of(c, s->touch.numbers[0] + c->at);
  double fall = 0;
  for (int k = 0; k < c->nclause; k++)
    if (c->count[k] == 3)
      return false;
  for (int k = 0; k < c->nsupport; k++)
    fall += fabs(n.normal[k])*fabs(s->bodies.rate[c->support[k]]);
  double noise = moreau_noise_of(s, c, n.normal);
  return *n.gap > noise && s->touch.gaps[i] > h*h/8*fall + noise;
}

kernel_result moreau_candidates(moreau *s, double t, double h) {
  moreau_touch *touch = &s->touch;
  moreau_bodies *b = &s->bodies;
  int nv = s->shape.u->nv;
  bool taken;
  touch->n = touch->nrow = 0;
  moreau_find_sizes(s, h);
  for (int i = 0; i < nv; i++)
    b->dv[i] = h/2*b->v0[i] + h*h/8*b->rate[i];
  moreau_move(s, b->qh, b->q0, 1, b->dv);
  unilateral_gaps(s->shape.evaluator, t + h/2, b->qh, touch->gaps);
  unilateral_rows(s->shape.evaluator, t, b->q0, touch->numbers[0]);
  for (int i = 0; i < s->shape.u->ncontact; i++) {
    if (moreau_is_far(s, i, &s->shape.u->contacts[i], h))
      continue;
    kernel_result result = moreau_consider(s, i, i, h, &taken);
    if (result != KERNEL_DONE)
      return result;
  }
  return moreau_pairs(s, t, h);
}

// ---------------------------------------------------------------------------------------------
// middle and end

// the columns of rotations as Hbar has them
static void turn_columns(const moreau *s, const contact_strip *strip, double *value, int width) {
  for (int k = 0; k < strip->count; k++) {
    int turn = s->shape.turn[strip->column[k]];
    if (turn < 0)
      continue;
    const double *T = s->bodies.turned + 9*turn;
    for (int i = 0; i < width; i++) {
      double *x = value + i*strip->count + k, y[3];
      for (int j = 0; j < 3; j++)
        y[j] = vec_dot(T + 3*j, x, 3);
      vec_copy(x, y, 3);
    }
    k += 2;
  }
}

void moreau_reach(moreau *s, const moreau_form *form, const contact_strip *rows, double *value) {
  const unilateral *u = s->shape.u;
  double *dv = s->bodies.dv;
  for (int i = 0; i < form->width; i++) {
    int at = 0;
    for (int k = 0; k < rows->count; k++)
      dv[rows->column[k]] = rows->value[i*rows->count + k];
    for (int k = 0; k < form->nblock; k++) {
      const unilateral_block *in = &u->blocks[form->block[k]];
      const double *mob = s->bodies.mob + in->mass - u->nv;
      for (int j = 0; j < in->n; j++) {
        double sum = 0;
        for (int l = 0; l < in->n; l++)
          sum += mob[j*in->n + l]*dv[in->velocity[l]];
        value[i*form->nreach + at++] = sum;
      }
    }
    for (int k = 0; k < rows->count; k++)
      dv[rows->column[k]] = 0;
  }
}

// M R^T, by rows: the momentum that impulses cause, with that of constraints which they push against
static void momentum(moreau *s, const moreau_form *form, const double *right, double *value) {
  const unilateral *u = s->shape.u;
  for (int i = 0; i < form->width; i++) {
    int at = i*form->nreach;
    for (int k = 0; k < form->nblock; k++) {
      const unilateral_block *in = &u->blocks[form->block[k]];
      mat_vec(value + at, s->bodies.motion + in->mass, right + at, in->n, in->n);
      at += in->n;
    }
  }
}

bool moreau_coefficients(moreau *s, int k, int place) {
  contact_rows *rows = &s->shape.room->rows[k];
  int at = s->shape.forms[s->shape.room->candidate[k].contact].contact->at;
  for (int i = 0; i < rows->nclause; i++) {
    double mu = s->touch.numbers[place][at + 2 + i];
    if (!(mu >= 0 && isfinite(mu)))
      return false;
    rows->clause[i].mu = mu;
  }
  return true;
}

// one candidate in the middle and at the end
static kernel_result candidate_rows(moreau *s, int k, double t0, double h) {
  moreau_touch *t = &s->touch;
  struct moreau_room *room = s->shape.room;
  moreau_candidate *candidate = &room->candidate[k];
  const moreau_form *form = &s->shape.forms[candidate->contact];
  int row = room->rows[k].row, at = form->contact->at;
  double gap;
  frame f, last;
  contact_values middle = {t->mean + form->left, t->c_middle + row, &gap};
  contact_values end = {t->left + form->left, t->c_end + row, &t->gap[k]};
  if (form->law >= 0) {
    moreau_pair_numbers(s, form, t0 + h/2, s->bodies.qh, t->numbers[1] + at);
    moreau_pair_numbers(s, form, t0 + h, s->bodies.q1, t->numbers[2] + at);
  } else if (s->shape.u->members) {
    unilateral_member_rows(s->shape.evaluator, candidate->contact, t0 + h/2, s->bodies.qh,
                           t->numbers[1]);
    unilateral_member_rows(s->shape.evaluator, candidate->contact, t0 + h, s->bodies.q1,
                           t->numbers[2]);
  }
  if (!make_rows(s, form, t->numbers[1] + at, &middle, &candidate->axis, false, &f) ||
      !make_rows(s, form, t->numbers[2] + at, &end, &candidate->axis, false, &last))
    return KERNEL_NO_CONTACT_FRAME;
  candidate->scale = last.s;
  memcpy(candidate->tangent, f.tangent, sizeof f.tangent);
  if (!moreau_coefficients(s, k, 1))
    return KERNEL_NO_COEFFICIENT;
  if (t->symmetric)
    vec_copy(t->mean + form->left, t->left + form->left, form->width*form->contact->nsupport);
  else
    turn_columns(s, &room->mean[k], t->mean + form->left, form->width);
  moreau_reach(s, form, &room->mean[k], t->right + form->right);
  if (s->shape.u->m > 0)
    momentum(s, form, t->right + form->right, t->energy + form->right);
  return KERNEL_DONE;
}

kernel_result moreau_rows(moreau *s, double t, double h) {
  moreau_touch *touch = &s->touch;
  moreau_bodies *b = &s->bodies;
  if (touch->part.nrow == 0)
    return KERNEL_DONE;
  if (!s->shape.u->members) {
    unilateral_rows(s->shape.evaluator, t + h/2, b->qh, touch->numbers[1]);
    unilateral_rows(s->shape.evaluator, t + h, b->q1, touch->numbers[2]);
  }
  moreau_turn(s, h);
  moreau_clear(s, b->dv);
  for (int k = touch->part.first; k < touch->part.last; k++) {
    kernel_result result = candidate_rows(s, k, t, h);
    s->base->failed_at = s->shape.room->candidate[k].contact;
    if (result != KERNEL_DONE)
      return result;
  }
  moreau_middle(s, b->dv, b->free);
  for (int k = touch->part.first; k < touch->part.last; k++) {
    struct moreau_room *room = s->shape.room;
    int row = room->rows[k].row, width = contact_rows_width(&room->rows[k]);
    moreau_rows_times(touch->b + row, &room->left[k], b->free, touch->c_end + row, width);
    moreau_rows_times(touch->mean_free + row, &room->energy[k], b->dv, touch->c_middle + row,
                      width);
  }
  return KERNEL_DONE;
}
