// Methods that step through time with contacts of their own: no events are located, and there is one
// mode. What happened to the contacts in a step is noted at its end.

#include "run/contact/contact.h"

#include "methods/families.h"
#include "methods/moreau/moreau.h"

#include <math.h>

// what has happened to a contact in the step: closed, opened, or struck
static void note_contact(contacts *c, int i, double h, double before, double after) {
  touch *k = &c->touch[i];
  noslip_run *r = c->run;
  const stepper *s = c->now->stepper;
  double impulse = moreau_multiplier(s, i)*h;
  bool closed = moreau_closed(s, i), was = k->closed || k->touched;
  if (closed != was)
    event_note(r, closed ? NOSLIP_EVENT_LAND : NOSLIP_EVENT_OFF, k->label, closed ? impulse : 0,
               before, after);
  else if (!closed && impulse > 0)
    event_note(r, NOSLIP_EVENT_IMPACT, k->label, impulse, before, after);
  k->closed = closed;
  k->touched = false;
  c->held[k->row] = closed;
}

// Impulses with a residual above this are rough: all others have 1e-11 and less. A rough step is said
// once, with its time.
static const double rough = 1e-10;

static void note_report(noslip_run *r, const moreau_report *found) {
  event_totals *totals = &r->events.totals;
  totals->normal_work = found->normal_work;
  totals->friction_work = found->friction_work;
  totals->positive_friction_work = found->positive_friction;
  totals->penetration = found->penetration;
  totals->not_unique += found->not_unique;
  if (found->residual > rough && !r->watches.jam.said)
    run_notice(
        r, &r->watches.jam,
        "from t = %.4g on the impulses of jammed contacts are found to %.1g of the velocities "
        "only: try a smaller step",
        r->state.t, found->residual);
}

static void note_step(contacts *c, double h, double before) {
  const moreau_report *found = moreau_report_of(c->now->stepper);
  double after = contacts_energy(c);
  for (int i = 0; i < c->count; i++)
    note_contact(c, i, h, before, after);
  note_report(c->run, found);
  if (found->reduced > c->run->events.totals.count[NOSLIP_EVENT_REDUCED])
    event_note(c->run, NOSLIP_EVENT_REDUCED, c->touch[moreau_reduced(c->now->stepper)].label, 0,
               before, after);
}

noslip_status stepping_check(noslip_run *r, failure *why) {
  char name[160];
  double gap;
  if (!moreau_overlaps(r->stepper, &r->state, &gap, name, sizeof name))
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the gap of %s is %.4g at the start, and must not be negative\n  correct `init`",
              name, gap);
}

noslip_status stepping_lean(noslip_run *r, double h, failure *why) {
  noslip_status status = method_step(r->stepper, &r->state, h, why);
  const moreau_report *found = moreau_report_of(r->stepper);
  if (status != NOSLIP_OK)
    return status;
  note_report(r, found);
  if (found->reduced > r->events.totals.count[NOSLIP_EVENT_REDUCED])
    event_note(r, NOSLIP_EVENT_REDUCED, "contacts", 0, (double)NAN, (double)NAN);
  return NOSLIP_OK;
}

noslip_status stepping_step(contacts *c, double h, failure *why) {
  noslip_run *r = c->run;
  double before = r->observed.energy;
  c->from = c->now->state.t = r->state.t;
  noslip_status status = mode_step(c, h, why);
  if (status != NOSLIP_OK)
    return status;
  if (!contacts_look(c))
    return contacts_fail(c, NOSLIP_ERROR_STEP, touch_not_finite, why);
  note_step(c, h, before);
  return NOSLIP_OK;
}

void stepping_multipliers(contacts *c) {
  double *lambda = c->run->state.lambda, force[3];
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    lambda[k->row] = moreau_multiplier(c->now->stepper, i);
    int count = moreau_friction(c->now->stepper, i, force);
    for (int j = 0; j < k->nslip && j < count; j++)
      lambda[k->slip_row + j] = force[j];
  }
}
