// Steppers for moreau: the constants of the contacts, and their memory.

#include "methods/moreau/moreau.h"

#include "geometry/product.h"
#include "methods/families.h"

#include <stdio.h>

// it is never compiled: there is no text of its shape
static void moreau_print(const moreau_shape *k, literal *out) {
  (void)k;
  (void)out;
}

static void moreau_open(moreau *s, kernel *base, moreau_carried *carried, evaluator *e) {
  (void)e;
  s->base = base;
  s->carried = carried;
}

static newton_shape moreau_unknowns(moreau_shape k) {
  (void)k;
  return (newton_shape){0};
}

static void lay_bodies(moreau_shape k, moreau_bodies *b, layout *l) {
  int n = k.problem->n, nv = k.problem->nv, widest = k.u->widest;
  b->motion = layout_output(l, k.nmotion);
  b->constraints[0] = layout_output(l, k.nconstraint);
  b->constraints[1] = layout_output(l, k.nconstraint);
  b->inverse = layout_scratch(l, k.nmass);
  b->mob = layout_scratch(l, k.nmass);
  b->scratch = layout_scratch(l, 3L*widest*widest + 4L*widest);
  b->pivot = layout_integers(l, LAYOUT_SCRATCH, widest);
  b->turned = layout_scratch(l, 9L*k.nturn);
  double **positions[] = {&b->q0, &b->qh, &b->q1};
  for (int i = 0; i < 3; i++)
    *positions[i] = layout_scratch(l, n);
  double **velocities[] = {&b->v0,   &b->vh,   &b->v1, &b->rate,
                           &b->free, &b->next, &b->dv, &b->weight};
  for (int i = 0; i < 8; i++)
    *velocities[i] = layout_scratch(l, nv);
}

static void lay_touch(moreau_shape k, moreau_touch *t, layout *l) {
  int ncontact = k.u->ncontact;
  for (int i = 0; i < 3; i++)
    t->numbers[i] = layout_output(l, k.nnumber);
  t->gaps = layout_output(l, ncontact);
  t->left = layout_scratch(l, k.nleft);
  t->mean = layout_scratch(l, k.nleft);
  t->start = layout_scratch(l, k.nleft);
  t->right = layout_scratch(l, k.nright);
  double **rows[] = {&t->before, &t->c_end, &t->c_middle, &t->b, &t->mean_free, &t->P};
  for (int i = 0; i < 6; i++)
    *rows[i] = layout_scratch(l, k.nrow);
  t->e = layout_scratch(l, ncontact);
  t->gap = layout_scratch(l, ncontact);
  t->tau = layout_scratch(l, ncontact);
}

static void moreau_lay(moreau_shape k, moreau *s, layout *l) {
  s->memory.P = layout_carried(l, k.nrow);
  s->memory.scale = layout_carried(l, k.u->ncontact);
  s->memory.closed = layout_integers(l, LAYOUT_CARRIED, k.u->ncontact);
  s->memory.axis = layout_integers(l, LAYOUT_CARRIED, k.u->ncontact);
  lay_bodies(k, &s->bodies, l);
  lay_touch(k, &s->touch, l);
}

#define FAMILY moreau
#define FAMILY_FILE "methods/kernel.h"  // it has no text that could be compiled
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const moreau_shape *k = &((const moreau *)self->self)->shape;
  if (i < k->u->ncontact)
    snprintf(buffer, size, "the contact `%s`", k->u->contacts[i].label);
  else
    snprintf(buffer, size, "motion of `%s`", k->problem->momentum[i - k->u->ncontact]);
  return buffer;
}

// ---------------------------------------------------------------------------------------------
// making one

// the blocks of a support, and all their velocities
static bool find_reach(arena *a, const unilateral *u, moreau_form *form) {
  const unilateral_contact *c = form->contact;
  int *block = ARENA_ARRAY(a, int, c->nsupport);
  if (a->failed)
    return false;
  for (int k = 0; k < c->nsupport; k++) {
    int b = u->block_of[c->support[k]], known = 0;
    while (known < form->nblock && block[known] != b)
      known++;
    if (known < form->nblock)
      continue;
    block[form->nblock++] = b;
    form->nreach += u->blocks[b].n;
  }
  int *reach = ARENA_ARRAY(a, int, form->nreach), at = 0;
  if (a->failed)
    return false;
  for (int k = 0; k < form->nblock; k++)
    for (int j = 0; j < u->blocks[block[k]].n; j++)
      reach[at++] = u->blocks[block[k]].velocity[j];
  form->block = block;
  form->reach = reach;
  return true;
}

static bool make_forms(moreau_shape *k, arena *a) {
  const unilateral *u = k->u;
  moreau_form *forms = ARENA_ARRAY(a, moreau_form, u->ncontact);
  if (!forms)
    return false;
  for (int i = 0; i < u->ncontact; i++) {
    moreau_form *f = &forms[i];
    const unilateral_contact *c = &u->contacts[i];
    *f = (moreau_form){.contact = c, .frame = -1, .left = k->nleft, .right = k->nright};
    f->rows = (contact_rows){.row = k->nrow, .nclause = c->nclause};
    for (int j = 0; j < c->nclause; j++) {
      f->rows.clause[j].count = c->count[j] == 3 ? 2 : c->count[j];
      f->frame = c->count[j] == 3 && f->frame < 0 ? j : f->frame;
    }
    f->width = contact_rows_width(&f->rows);
    if (!find_reach(a, u, f))
      return false;
    k->nrow += f->width;
    k->nleft += f->width*c->nsupport;
    k->nright += f->width*f->nreach;
    k->nnumber = c->at + unilateral_width(c);
  }
  k->forms = forms;
  return true;
}

// which velocities belong to which rotation
static bool find_turns(moreau_shape *k, arena *a) {
  const problem *p = k->problem;
  int *turn = ARENA_ARRAY(a, int, p->nv);
  if (!turn)
    return false;
  for (int i = 0; i < p->nv; i++)
    turn[i] = -1;
  for (int i = 0; i < p->group.nfactor; i++) {
    if (p->group.factor[i].kind != GROUP_SO3)
      continue;
    for (int j = 0; j < 3; j++)
      turn[p->group.factor[i].first + j] = k->nturn;
    k->nturn++;
  }
  k->turn = turn;
  return true;
}

static struct moreau_room *make_room(arena *a, int n) {
  struct moreau_room *room = arena_alloc(a, sizeof *room);
  if (!room)
    return NULL;
  *room = (struct moreau_room){
      .candidate = ARENA_ARRAY(a, moreau_candidate, n),
      .rows = ARENA_ARRAY(a, contact_rows, n),
      .left = ARENA_ARRAY(a, contact_strip, n),
      .right = ARENA_ARRAY(a, contact_strip, n),
      .mean = ARENA_ARRAY(a, contact_strip, n),
      .start = ARENA_ARRAY(a, contact_strip, n),
      .closed = ARENA_ARRAY(a, contact_rows, n),
      .closed_left = ARENA_ARRAY(a, contact_strip, n),
      .closed_right = ARENA_ARRAY(a, contact_strip, n),
  };
  return a->failed ? NULL : room;
}

static bool make_shape(moreau_shape *k, const method *m, evaluator *e, arena *a) {
  const unilateral *u = e->problem->unilateral;
  const unilateral_block *last = &u->blocks[u->nblock - 1];
  const moreau_options *options = method_options(m);
  *k = (moreau_shape){.problem = e->problem, .u = u, .first_order = options->order == 1};
  k->nmotion = last->mass + last->n*last->n;
  k->nmass = k->nmotion - u->nv;
  k->nconstraint = last->rows + last->m*last->n;
  k->evaluator = arena_alloc(a, sizeof *k->evaluator);
  if (!k->evaluator || !unilateral_evaluator_init(k->evaluator, a, u) || !make_forms(k, a) ||
      !find_turns(k, a))
    return false;
  k->room = make_room(a, u->ncontact);
  k->solver = impulse_solver_new(a, (impulse_limits){u->ncontact, k->nrow, u->nv});
  k->closer = impulse_solver_new(a, (impulse_limits){u->ncontact, u->ncontact, u->nv});
  return k->room && k->solver && k->closer;
}

static stepper *moreau_make(const method *m, evaluator *e, arena *a) {
  moreau_shape shape;
  assert(e->problem->unilateral);
  if (!make_shape(&shape, m, e, a))
    return NULL;
  stepper *s = stepper_new(&moreau_binding, &shape, m, e, a);
  if (!s)
    return NULL;
  moreau *self = s->self;
  for (int i = 0; i < shape.u->ncontact; i++)
    self->memory.axis[i] = -1;
  s->equation = equation;
  s->compiles = s->exports = false;
  return s;
}

const struct moreau_report *moreau_report_of(const stepper *s) {
  return &((const moreau *)s->self)->carried->report;
}

double moreau_multiplier(const stepper *s, int contact) {
  const moreau *self = s->self;
  double P = self->memory.P[self->shape.forms[contact].rows.row];
  return P > 0 ? P/(self->carried->h*self->memory.scale[contact]) : 0;
}

bool moreau_closed(const stepper *s, int contact) {
  const moreau *self = s->self;
  return self->memory.closed[contact];
}

int moreau_friction(const stepper *s, int contact, double *force) {
  const moreau *self = s->self;
  const moreau_form *f = &self->shape.forms[contact];
  for (int i = 1; i < f->width; i++) {
    double P = self->memory.P[f->rows.row + i];
    force[i - 1] = P != 0 ? P/self->carried->h : 0;
  }
  return f->width - 1;
}

// ---------------------------------------------------------------------------------------------
// the family

static noslip_status read_order(void *options, const method *m, const spec *s,
                                const spec_item *item, failure *why) {
  moreau_options *o = options;
  (void)s;
  if (!item->is_number || (item->number != 1 && item->number != 2))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the option `order` of `%s` is 1 or 2", m->name);
  o->order = (int)item->number;
  return NOSLIP_OK;
}

static const moreau_options defaults = {2};
static const family_option options[] = {{"order", read_order}};

static bool refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->ncontact == 0) {
    snprintf(sentence, size, "`%s` treats models with contacts, and here are none", m->name);
    return true;
  }
  return unilateral_refuses(p, sentence, size);
}

static method_orders orders(const method *m) {
  const moreau_options *o = method_options(m);
  return (method_orders){o->order, o->order, 1};
}

const family moreau_family = {
    .options = options,
    .noption = 1,
    .defaults = &defaults,
    .options_size = sizeof defaults,
    .velocities = true,
    .by_velocities = true,
    .orders = orders,
    .refuses = refuses,
    .make = moreau_make,
};
