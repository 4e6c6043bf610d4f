// Steppers for moreau: the constants of the contacts, and their memory.

#include "methods/moreau/moreau.h"

#include "base/vec.h"
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
  b->straight = layout_scratch(l, k.u->turning ? k.nconstraint : 0);
  b->floor = layout_scratch(l, k.u->turning ? k.u->nblock : 0);
  b->inverse = layout_scratch(l, k.nmass);
  b->mob = layout_scratch(l, k.nmass);
  b->scratch = layout_scratch(l, 3L*widest*widest + 3L*widest);
  b->pivot = layout_integers(l, LAYOUT_SCRATCH, widest);
  b->turned = layout_scratch(l, 9L*k.nturn);
  double **positions[] = {&b->q0, &b->qh, &b->q1};
  for (int i = 0; i < 3; i++)
    *positions[i] = layout_scratch(l, n);
  double **velocities[] = {&b->v0,   &b->vh, &b->v1,     &b->rate, &b->free,
                           &b->next, &b->dv, &b->weight, &b->size};
  for (int i = 0; i < 9; i++)
    *velocities[i] = layout_scratch(l, nv);
  b->framed = layout_scratch(l, 4L*nv);
  b->moving = layout_integers(l, LAYOUT_SCRATCH, nv);
  b->moves = layout_integers(l, LAYOUT_SCRATCH, nv);
}

static void lay_touch(moreau_shape k, moreau_touch *t, layout *l) {
  int nform = k.nform;
  for (int i = 0; i < 3; i++)
    t->numbers[i] = layout_output(l, k.nnumber);
  t->gaps = layout_output(l, nform);
  t->left = layout_scratch(l, k.nleft);
  t->mean = layout_scratch(l, k.nleft);
  t->energy = layout_scratch(l, k.u->m > 0 ? k.nright : 0);
  t->start = layout_scratch(l, k.nleft);
  t->right = layout_scratch(l, k.nright);
  double **rows[] = {&t->before, &t->c_start, &t->c_end, &t->c_middle, &t->b, &t->mean_free, &t->P};
  for (int i = 0; i < 7; i++)
    *rows[i] = layout_scratch(l, k.nrow);
  t->jump.v = layout_scratch(l, k.u->turning ? k.u->nv : 0);
  t->jump.P = layout_scratch(l, k.u->turning ? k.nrow : 0);
  t->jump.before = layout_scratch(l, k.u->turning ? k.nrow : 0);
  t->jump.factor = layout_scratch(l, k.u->turning ? nform : 0);
  t->e = layout_scratch(l, nform);
  t->factor = layout_scratch(l, nform);
  t->gap = layout_scratch(l, nform);
  t->tau = layout_scratch(l, nform);
}

static void moreau_lay(moreau_shape k, moreau *s, layout *l) {
  s->memory.P = layout_carried(l, k.nrow);
  s->memory.scale = layout_carried(l, k.nform);
  s->memory.friction = layout_carried(l, k.nslip);
  s->memory.closed = layout_integers(l, LAYOUT_CARRIED, k.nform);
  s->memory.state = layout_integers(l, LAYOUT_CARRIED, k.nform);
  s->memory.axis = layout_integers(l, LAYOUT_CARRIED, k.nform);
  s->memory.pair = layout_integers(l, LAYOUT_CARRIED, 2L*k.nform);
  s->memory.npair = layout_integers(l, LAYOUT_CARRIED, k.u->npairs);
  lay_bodies(k, &s->bodies, l);
  lay_touch(k, &s->touch, l);
}

// pairs of a law have their places, and are bodies of its ranges
static bool law_is_sound(const moreau *s, int which) {
  const moreau_law *law = &s->shape.room->law[which];
  int count = s->memory.npair[which];
  int nsecond = law->of->parts->ordered ? law->nfirst : law->npoint - law->nfirst;
  if (count < 0 || count > law->capacity)
    return false;
  for (int i = law->first; i < law->first + count; i++) {
    const int *pair = s->memory.pair + 2*(long)i;
    if (pair[0] < 0 || pair[0] >= law->nfirst || pair[1] < 0 || pair[1] >= nsecond)
      return false;
  }
  return true;
}

// axes are those of space, or none
static bool moreau_is_sound(const void *self) {
  const moreau *s = self;
  bool sound = true;
  for (int i = 0; i < s->shape.nform; i++)
    sound = sound && s->memory.axis[i] >= -1 && s->memory.axis[i] < 3;
  for (int i = 0; i < s->shape.u->npairs; i++)
    sound = sound && law_is_sound(s, i);
  return sound;
}

#define FAMILY_CARRIED(F)                     \
  F(moreau_carried, h)                        \
  F(moreau_carried, report.normal_work)       \
  F(moreau_carried, report.friction_work)     \
  F(moreau_carried, report.normal_energy)     \
  F(moreau_carried, report.friction_energy)   \
  F(moreau_carried, report.positive_friction) \
  F(moreau_carried, report.penetration)       \
  F(moreau_carried, report.jammed)            \
  F(moreau_carried, report.residual)          \
  F(moreau_carried, report.reduced)           \
  F(moreau_carried, report.contacts)          \
  F(moreau_carried, report.sweeps)            \
  F(moreau_carried, report.steps)             \
  F(moreau_carried, report.most_candidates)   \
  F(moreau_carried, report.not_unique)        \
  F(moreau_carried, report.jam)
#define FAMILY_SOUND moreau_is_sound
#define FAMILY moreau
#define FAMILY_FILE "methods/kernel.h"  // it has no text that could be compiled
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const moreau_shape *k = &((const moreau *)self->self)->shape;
  if (i >= k->nform)
    snprintf(buffer, size, "motion of `%s`", k->problem->momentum[i - k->nform]);
  else if (k->forms[i].law < 0)
    snprintf(buffer, size, "the contact `%s`", k->forms[i].contact->label);
  else {
    const pairs_parts *p = k->u->pairs[k->forms[i].law].parts;
    snprintf(buffer, size, "the contact `%s[%d,%d]`", p->law.label,
             p->first[0] + k->forms[i].point[0], p->first[1] + k->forms[i].point[1]);
  }
  return buffer;
}

static stepper *moreau_make(const method *m, evaluator *e, arena *a) {
  moreau_shape shape;
  assert(e->problem->unilateral);
  if (!moreau_make_shape(&shape, m, e, a))
    return NULL;
  stepper *s = stepper_new(&moreau_binding, &shape, m, e, a);
  if (!s)
    return NULL;
  moreau *self = s->self;
  for (int i = 0; i < shape.nform; i++)
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

bool moreau_overlaps(const stepper *s, const state *x, double *gap, char *name, size_t size) {
  moreau *self = s->self;
  int at = moreau_deepest(self, x->t, x->q, gap);
  if (at < 0)
    return false;
  equation(s, at, name, size);
  return true;
}

bool moreau_closed(const stepper *s, int contact) {
  return ((const moreau *)s->self)->memory.closed[contact];
}

int moreau_friction(const stepper *s, int contact, double *force) {
  const moreau *self = s->self;
  int count = self->shape.u->contacts[contact].nslip;
  vec_copy(force, self->memory.friction + self->shape.forms[contact].slip, count);
  return count;
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
  if (p->ncontact + p->npairs == 0) {
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
