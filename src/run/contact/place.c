// Places of a run with contacts: everything that a step from there depends on, kept and taken again.

#include "run/contact/contact.h"

#include <assert.h>
#include <string.h>

bool contacts_init_places(contacts *c) {
  for (int i = 0; i < contacts_places; i++)
    c->place[i].touch = ARENA_ARRAY(&c->run->arena, touch, c->count);
  return !c->run->arena.failed;
}

bool mode_init_places(mode *m) {
  size_t size = m->stepper ? stepper_carried_size(m->stepper) : 0;
  for (int i = 0; i < contacts_places; i++) {
    m->place[i].carried = arena_alloc(&m->arena, size + 1);
    if (!state_init(&m->place[i].state, &m->arena, m->problem))
      return false;
  }
  return !m->arena.failed;
}

void contacts_keep(contacts *c, int i) {
  assert(i >= 0 && i < contacts_places);
  contacts_place *p = &c->place[i];
  const event_list *events = &c->run->events;
  mode *m = p->mode = c->now;
  memcpy(p->touch, c->touch, (size_t)c->count*sizeof *p->touch);
  p->work = c->work;
  p->events = events->count;
  p->totals = events->totals;
  m->state.t = c->run->state.t;
  state_copy(&m->place[i].state, &m->state);
  if (m->stepper)
    stepper_save(m->stepper, m->place[i].carried);
}

void contacts_take(contacts *c, int i) {
  const contacts_place *p = &c->place[i];
  noslip_run *r = c->run;
  mode *m = c->now = p->mode;
  memcpy(c->touch, p->touch, (size_t)c->count*sizeof *p->touch);
  c->work = p->work;
  r->events.count = p->events;
  r->events.totals = p->totals;
  state_copy(&m->state, &m->place[i].state);
  r->state.t = m->state.t;
  r->state.reduced = m->state.reduced;
  if (m->stepper) {
    r->stepper = m->stepper;
    stepper_restore(m->stepper, m->place[i].carried);
  }
  contacts_find_use(c);
}
