// Do the initial data of a model fit its constraints? For the classes that have no problem of their
// own yet: contacts and overdetermined DAEs.
//
//   constraint   g = 0                       on positions, velocities or states
//   hidden       g_q q' + g_t = 0            of a holonomic one; of an overdetermined DAE g_y v + g_t
//   gap          g(q) >= 0                   of a contact
//
// A residual is compared with the size of the terms it is made of (expr/magnitude.h), which have
// the same unit. A constraint that holds while a contact is closed is looked at if the gap is 0.

#include "model/model.h"

#include "expr/diff.h"
#include "expr/magnitude.h"

#include <math.h>

// the symbols that have initial values, and t
typedef struct point {
  expr *symbol;
  double *value;
  int n;
} point;

static void push_unknowns(point *p, const unknowns *list) {
  for (int i = 0; i < list->count; i++) {
    p->symbol[p->n] = list->list[i].symbol;
    p->value[p->n++] = list->list[i].start;
  }
}

static bool make_point(point *p, arena *a, const model_system *s) {
  int most = 1 + s->positions.count + s->velocities.count + s->momenta.count + s->states.count +
             s->inputs.live.count;
  *p = (point){ARENA_ARRAY(a, expr, most), ARENA_ARRAY(a, double, most), 0};
  if (a->failed)
    return false;
  p->symbol[p->n] = s->time;
  p->value[p->n++] = s->start.time;
  push_unknowns(p, &s->positions);
  if (s->form == FORM_LAGRANGIAN)  // velocities of a hamiltonian are not known here
    push_unknowns(p, &s->velocities);
  push_unknowns(p, &s->momenta);
  push_unknowns(p, &s->states);
  push_unknowns(p, &s->inputs.live);
  return true;
}

// ---------------------------------------------------------------------------------------------
// what is looked at

typedef struct look {
  arena *arena;
  const model_system *system;
  expr *value;            // what should be 0, or not below it
  model_residual *about;  // of each, without its numbers
  int *contact;           // of each: closed if it is to hold; -1: always
  int n;
} look;

static void push_look(look *l, expr value, const char *label, residual_kind kind, int closed) {
  l->value[l->n] = value;
  l->contact[l->n] = closed;
  l->about[l->n++] = (model_residual){.label = label, .kind = kind};
}

static void push_constraints(look *l) {
  const model_system *s = l->system;
  for (int k = 0; k < s->contacts.count; k++)
    push_look(l, s->contacts.list[k].gap, s->contacts.list[k].label, RESIDUAL_GAP, -1);
  for (int k = 0; k < s->constraints.count; k++) {
    const constraint *c = &s->constraints.list[k];
    if (s->form == FORM_LAGRANGIAN || c->kind == CONSTRAINT_HOLONOMIC)
      push_look(l, c->residual, c->label, RESIDUAL_CONSTRAINT, c->contact);
  }
  for (int k = 0; k < s->dae.constraints.count; k++)
    push_look(l, s->dae.constraints.list[k].residual, s->dae.constraints.list[k].label,
              RESIDUAL_CONSTRAINT, -1);
}

// x and x' of the positions or of the states, and of time
typedef struct motion {
  expr *x, *rate;
  int n;
} motion;

static bool make_motion(motion *m, arena *a, const model_system *s) {
  const unknowns *all = s->states.count > 0 ? &s->states : &s->positions;
  *m = (motion){ARENA_ARRAY(a, expr, all->count + 1), ARENA_ARRAY(a, expr, all->count + 1),
                all->count + 1};
  if (a->failed)
    return false;
  for (int i = 0; i < all->count; i++) {
    m->x[i] = all->list[i].symbol;
    m->rate[i] = s->states.count > 0 ? expr_zero : all->list[i].rate;
  }
  m->x[m->n - 1] = s->time;
  m->rate[m->n - 1] = expr_one;
  for (int k = 0; k < s->dae.equations.count; k++) {
    expr *rate = &m->rate[s->dae.equations.list[k].state];
    *rate = expr_add(s->graph, *rate, s->dae.equations.list[k].value);
  }
  return true;
}

// the time derivatives of what is given on positions or states
static bool push_hidden(look *l) {
  const model_system *s = l->system;
  int before = l->n, first = s->contacts.count;  // contacts have no hidden constraints
  motion m;
  expr *rate = ARENA_ARRAY(l->arena, expr, before - first);
  if (!rate || !make_motion(&m, l->arena, s))
    return false;
  if (s->states.count == 0 && s->form != FORM_LAGRANGIAN)
    return true;
  if (!diff_directional(s->graph, l->value + first, before - first, m.x, m.rate, m.n, rate))
    return false;
  for (int k = first; k < before; k++)
    if (!(expr_kinds(s->graph, l->value[k]) & (KIND_VELOCITY | KIND_MOMENTUM)))
      push_look(l, rate[k - first], l->about[k].label, RESIDUAL_HIDDEN, l->contact[k]);
  return true;
}

static bool make_look(look *l, arena *a, const model_system *s) {
  int given = s->contacts.count + s->constraints.count + s->dae.constraints.count;
  *l = (look){.arena = a,
              .system = s,
              .value = ARENA_ARRAY(a, expr, 2*given),
              .about = ARENA_ARRAY(a, model_residual, 2*given),
              .contact = ARENA_ARRAY(a, int, 2*given)};
  if (a->failed)
    return false;
  push_constraints(l);
  return push_hidden(l);
}

// ---------------------------------------------------------------------------------------------
// the numbers

// contacts stand first in the list
static bool is_open(const look *l, int k) {
  int c = l->contact[k];
  return c >= 0 && l->about[c].relative > model_violated;
}

static bool is_bad(const model_residual *r) {
  return r->kind == RESIDUAL_GAP ? !(r->relative >= -model_violated)
                                 : !(fabs(r->relative) <= model_violated);
}

// ---------------------------------------------------------------------------------------------
// contacts of pairs

typedef ARRAY_OF(model_residual) residual_list;

// the gap of a pair, with its size
static bool push_pair(residual_list *out, arena *a, const model_system *s, const contact_pairs *p,
                      near_gap pair) {
  int n = p->slots.count + 1;
  expr *symbol = ARENA_ARRAY(a, expr, n);
  double *at = ARENA_ARRAY(a, double, n), size;
  model_residual r = {.label = arena_print(a, "%s[%d,%d]", p->law.label, pair.i, pair.j),
                      .kind = RESIDUAL_GAP};
  if (a->failed)
    return false;
  for (int k = 0; k < n - 1; k++) {
    symbol[k] = p->slots.list[k].q;
    at[k] = near_pairs_place(s, p, k, pair.i, pair.j);
  }
  symbol[n - 1] = s->time;
  at[n - 1] = s->start.time;
  if (!magnitude_of(s->graph, &p->law.gap, 1, symbol, at, n, &r.value, &size))
    return false;
  r.relative = r.value/size;
  r.violated = is_bad(&r);
  return ARRAY_PUSH(a, *out, r);
}

// those that overlap, and an entry that says whether there are none, or more
static bool push_pairs(residual_list *out, arena *a, const model_system *s,
                       const contact_pairs *p) {
  near_gaps found;
  if (!near_pairs_find(a, s, p, &found))
    return false;
  for (int k = 0; k < found.count; k++)
    if (!push_pair(out, a, s, p, found.list[k]))
      return false;
  model_residual r = {.label = p->law.label, .kind = found.all ? RESIDUAL_GAP : RESIDUAL_CROWDED};
  return (found.all && found.count > 0) || ARRAY_PUSH(a, *out, r);
}

// ---------------------------------------------------------------------------------------------

// of contacts, constraints, and their derivatives; false when there is no memory
static bool push_residuals(residual_list *out, noslip_model *m) {
  point at;
  look l;
  if (!make_point(&at, &m->arena, m->system) || !make_look(&l, &m->arena, m->system))
    return false;
  double *value = ARENA_ARRAY(&m->arena, double, l.n), *size = ARENA_ARRAY(&m->arena, double, l.n);
  if (m->arena.failed || (l.n > 0 && !magnitude_of(m->system->graph, l.value, l.n, at.symbol,
                                                   at.value, at.n, value, size)))
    return false;
  for (int k = 0; k < l.n; k++) {
    l.about[k].value = value[k];
    l.about[k].relative = value[k] == 0 ? 0 : value[k]/size[k];
  }
  for (int k = 0; k < l.n; k++) {
    l.about[k].violated = is_bad(&l.about[k]);
    if (!is_open(&l, k) && !ARRAY_PUSH(&m->arena, *out, l.about[k]))
      return false;
  }
  return true;
}

int model_start_residuals(noslip_model *m, model_residual **out) {
  const model_system *s = m->system;
  residual_list list = {0};
  bool good = push_residuals(&list, m);
  for (int k = 0; good && k < s->pairs.count; k++)
    good = push_pairs(&list, &m->arena, s, &s->pairs.list[k]);
  *out = list.list;
  return good ? list.count : -1;
}
