// Which contacts are closed: at the start, and wherever a mode begins.

#include "run/contact/contact.h"

#include "base/shown.h"

#include <assert.h>

// the state of the run, checked and put onto the rows that are held
static noslip_status prepare_mode(contacts *c, bool project, text_buffer *notes, failure *why) {
  noslip_run *r = c->run;
  mode *m = c->now;
  arena scratch;
  initial in = {&m->evaluator, &m->consistent, project, notes, r->h, NULL};
  m->state.t = r->state.t;
  m->state.reduced = false;
  arena_init(&scratch, &r->context->memory);
  noslip_status status = initial_prepare(&in, &scratch, &m->state, why);
  arena_free(&scratch);
  vec_copy(m->state.kept, m->state.lambda, m->problem->m);
  vec_zero(r->state.q_low, r->problem->n);
  vec_zero(r->state.v_low, r->problem->nv);
  vec_zero(r->state.p_low, r->problem->nv);
  return status;
}

// the closed contact whose force pulls most, -1: none does
static int pulls(const contacts *c) {
  int worst = -1;
  double most = 0;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (touch_is_off(k) && k->psi.now/k->psi.size < most) {
      most = k->psi.now/k->psi.size;
      worst = i;
    }
  }
  return worst;
}

// are the rows that are held dependent?
static bool are_dependent(contacts *c) {
  mode *m = c->now;
  arena scratch;
  failure lost;
  initial in = {&m->evaluator, &m->consistent, false, NULL, c->run->h, NULL};
  arena_init(&scratch, &c->run->context->memory);
  bool found = initial_rank(&in, &scratch, &m->state, &lost) == NOSLIP_ERROR_MODEL;
  arena_free(&scratch);
  return found;
}

static noslip_status refuse_dependent(contacts *c, failure *why) {
  const char *label = "";
  for (int i = 0; i < c->count; i++)
    if (c->touch[i].closed)
      label = c->touch[i].label;
  if (!*label)  // constraints alone: the sentence stands
    return why->status;
  if (contacts_find_rows(c) && contacts_check_rows(c, why) != NOSLIP_OK)
    return why->status;
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "at t = %.10g closed contacts, `%s` among them, hold the bodies in more ways than one, so "
      "that their forces are not unique; use method moreau",
      c->run->state.t, SHOWN(label));
}

// contacts that were closed, and have let go
static void note_released(contacts *c) {
  for (int i = 0; i < c->count; i++)
    if (c->touch[i].settling && !c->touch[i].closed)
      event_note(c->run, NOSLIP_EVENT_OFF, c->touch[i].label, 0, contacts_energy(c),
                 contacts_energy(c));
}

noslip_status contacts_settle(contacts *c, bool project, text_buffer *notes, failure *why) {
  bool first = !c->now;
  for (int i = 0; i < c->count; i++)
    c->touch[i].settling = c->touch[i].closed;
  if (c->friction && contacts_choose(c, why) != NOSLIP_OK)
    return why->status;
  if (!slide_nudge(c))
    return contacts_fail(c, NOSLIP_ERROR_STEP,
                         "the velocities of a slip that begins are not finite", why);
  for (int left = c->count; left >= 0; left--) {
    noslip_status status = mode_change(c, why);
    if (status == NOSLIP_OK)
      status = prepare_mode(c, project, notes, why);
    if (status == NOSLIP_ERROR_MODEL && are_dependent(c))
      return refuse_dependent(c, why);
    if (status != NOSLIP_OK)
      return status;
    if (!contacts_look(c))
      return contacts_fail(c, NOSLIP_ERROR_MODEL, touch_not_finite, why);
    contacts_measure(c);
    int worst = pulls(c);
    if (worst < 0)
      break;
    c->touch[worst].closed = false;
    c->touch[worst].opened = true;
  }
  if (!first)
    note_released(c);
  return NOSLIP_OK;
}

// ---- the start of a run

static noslip_status refuse_gap(const touch *k, failure *why) {
  return fail(
      why, NOSLIP_ERROR_MODEL,
      "the gap of the contact `%s` is %.4g at the start, and must not be negative\n  correct "
      "`init`, or project the data with the option `project`",
      SHOWN(k->label), k->gap.now);
}

// by more than rounding
static bool is_inside(const touch *k) {
  return k->gap.now < -initial_refused*k->gap.size;
}

// open, closed, or approaching with the gap 0
static noslip_status classify(touch *k, bool stepping, bool *impact, failure *why) {
  bool touching = k->gap.now <= initial_refused*k->gap.size;
  if (is_inside(k))
    return refuse_gap(k, why);
  bool approaching = k->speed.now < -initial_refused*k->speed.size;
  k->closed = !stepping && touching && fabs(k->speed.now) <= initial_refused*k->speed.size;
  k->opened = touching && !k->closed && !approaching;
  k->sticks = k->closed && k->nslip > 0 && touch_slip(k) <= initial_refused*k->slip_size;
  *impact |= touching && approaching && !stepping;
  return NOSLIP_OK;
}

static noslip_status look_at_start(contacts *c, failure *why) {
  noslip_run *r = c->run;
  observed_complete(&r->evaluator, &r->state, r->problem->mechanical.lagrangian);
  if (!contacts_look_at_gaps(c))
    return contacts_fail(c, NOSLIP_ERROR_MODEL,
                         "the gap of a contact is not finite at the initial data; start elsewhere",
                         why);
  contacts_measure(c);
  return NOSLIP_OK;
}

// positions moved to where the gaps of the closed contacts are 0; velocities stay
static noslip_status lift_once(contacts *c, text_buffer *notes, failure *why) {
  noslip_run *r = c->run;
  int n = r->problem->nv;
  double *x = r->problem->mechanical.lagrangian ? r->state.v : r->state.p;
  vec_copy(c->rows.a, x, n);
  vec_zero(x, n);
  c->lifting = true;
  noslip_status status = mode_change(c, why);
  if (status == NOSLIP_OK)
    status = prepare_mode(c, true, notes, why);
  c->lifting = false;
  c->now = NULL;
  vec_copy(x, c->rows.a, n);
  return status == NOSLIP_OK ? look_at_start(c, why) : status;
}

// Bodies that begin inside of each other are moved apart; where that brings others together, again
// with these.
static noslip_status lift(contacts *c, text_buffer *notes, failure *why) {
  enum { most = 8 };
  noslip_status status = NOSLIP_OK;
  for (int round = 0; round < most && status == NOSLIP_OK; round++) {
    bool inside = false;
    for (int i = 0; i < c->count; i++) {
      inside |= is_inside(&c->touch[i]);
      c->touch[i].closed |= is_inside(&c->touch[i]);
    }
    if (!inside)
      break;
    status = lift_once(c, notes, why);
  }
  return status;
}

noslip_status contacts_start(noslip_run *r, bool project, text_buffer *notes, failure *why) {
  contacts *c = r->contacts;
  bool impact = false;
  if (r->h < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a model with contacts cannot run backwards: what an impact took does not come "
                "back; give a positive step");
  noslip_status status = r->problem->callbacks ? NOSLIP_OK : contacts_find(r, project, notes, why);
  if (status == NOSLIP_OK)
    status = look_at_start(c, why);
  if (status == NOSLIP_OK && project)
    status = lift(c, notes, why);
  if (status == NOSLIP_OK)
    start_list_found(r);
  for (int i = 0; i < c->count && status == NOSLIP_OK; i++)
    status = classify(&c->touch[i], contacts_stepping(c), &impact, why);
  if (status == NOSLIP_OK && !contacts_stepping(c)) {
    contacts_doubt(c);
    status = frames_check(c, why);
  }
  if (status == NOSLIP_OK)
    status = contacts_settle(c, project, notes, why);
  if (status == NOSLIP_OK && impact)
    status = impact_take(c, NULL, why);
  if (status == NOSLIP_ERROR_STEP)  // no step was taken: the model or its data are wrong
    status = why->status = NOSLIP_ERROR_MODEL;
  return status;
}
