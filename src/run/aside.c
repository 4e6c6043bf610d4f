#include "run/aside.h"

#include "run/contact/contact.h"

#include <assert.h>

bool aside_there(const noslip_run *r) {
  return !r->problem->lean;
}

bool aside_init(aside *a, noslip_run *r) {
  *a = (aside){.run = r};
  if (!r->contacts && aside_there(r))
    a->stepper = run_checker(r);
  if ((!a->stepper && !r->contacts && aside_there(r)) ||
      !state_init(&a->before, &r->arena, r->problem) ||
      !state_init(&a->after, &r->arena, r->problem))
    return false;
  a->carried = arena_alloc(&r->arena, (a->stepper ? stepper_carried_size(a->stepper) : 0) + 1);
  return a->carried != NULL;
}

static state *state_at(aside *a, aside_place place) {
  return place == ASIDE_BEFORE ? &a->before : &a->after;
}

static void arrive_at(noslip_run *r, double t) {
  observed_arrive(&r->observed, &r->state, t);
  if (r->contacts)
    contacts_multipliers(r);
}

void aside_keep(aside *a, aside_place place) {
  state_copy(state_at(a, place), &a->run->state);
  if (a->run->contacts)
    contacts_keep(a->run->contacts, (int)place);
}

void aside_take(aside *a, aside_place place) {
  if (a->run->contacts)
    contacts_take(a->run->contacts, (int)place);
  state_copy(&a->run->state, state_at(a, place));
}

noslip_status aside_stand(aside *a, aside_place place, double h, failure *why) {
  noslip_run *r = a->run;
  noslip_status status = NOSLIP_OK;
  assert(aside_there(r));
  aside_take(a, place);
  r->events.aside = !a->noted;
  if (h != 0)
    status = r->contacts ? contacts_step(r, h, why) : method_step(a->stepper, &r->state, h, why);
  r->events.aside = false;
  if (status == NOSLIP_OK)
    arrive_at(r, state_at(a, place)->t + h);
  return status;
}

void aside_return(aside *a) {
  aside_take(a, ASIDE_AFTER);
  arrive_at(a->run, a->after.t);
}

void aside_begin(aside *a) {
  if (a->stepper)
    stepper_save(a->stepper, a->carried);
  run_aside_begin(a->run);
}

void aside_end(aside *a) {
  run_aside_end(a->run);
  if (a->stepper)
    stepper_restore(a->stepper, a->carried);
}
