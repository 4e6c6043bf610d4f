// Methods that step through time with contacts of their own: no events are located, and there is one
// mode. What happened to the contacts in a step is noted at its end.

#include "run/contact/contact.h"

#include "methods/families.h"
#include "methods/moreau/moreau.h"

#include <math.h>

// the name of an event: floor, floor.t2 of its second clause, pair[3,7]
static const char *name_of(noslip_run *r, const moreau_event *e) {
  const char *name = NULL;
  if (r->events.cut || (!e->is_pair && e->clause == 0))
    return e->label;
  if (e->is_pair && e->clause == 0)
    name = arena_print(&r->arena, "%s[%d,%d]", e->label, e->index[0], e->index[1]);
  else if (e->is_pair)
    name =
        arena_print(&r->arena, "%s[%d,%d].t%d", e->label, e->index[0], e->index[1], e->clause + 1);
  else
    name = arena_print(&r->arena, "%s.t%d", e->label, e->clause + 1);
  return name ? name : e->label;
}

// The energy is asked for once, if there is an event.
static void note_events(noslip_run *r, double before) {
  moreau_event e;
  double after = (double)NAN;
  for (long at = 0, count = 0; moreau_next_event(r->stepper, &at, &e); count++) {
    if (count == 0)
      after = noslip_energy(r);
    event_note(r, e.kind, name_of(r, &e), e.impulse, before, after);
  }
}

// Impulses with a residual above this are rough: all others have 1e-11 and less. A rough step is said
// once, with its time.
static const double rough = 1e-10;

static void note_jam(noslip_run *r, int where) {
  char name[160];
  r->stepper->equation(r->stepper, where, name, sizeof name);
  run_notice(
      r, &r->watches.jam,
      "at t = %.4g friction jams %s: it has an impact without a collision, whose impulse does "
      "not vanish with the step (Painleve)",
      r->state.t, name);
}

static void note_report(noslip_run *r, const moreau_report *found) {
  event_totals *totals = &r->events.totals;
  totals->normal_work = found->normal_work;
  totals->friction_work = found->friction_work;
  totals->positive_friction_work = found->positive_friction;
  totals->penetration = found->penetration;
  totals->not_unique += found->not_unique;
  if (found->jam >= 0 && !r->watches.jam.said)
    note_jam(r, found->jam);
  if (found->residual > rough && !r->watches.rough.said)
    run_notice(
        r, &r->watches.rough,
        "from t = %.4g on the impulses of jammed contacts are found to %.1g of the velocities "
        "only: try a smaller step",
        r->state.t, found->residual);
}

noslip_status stepping_check(noslip_run *r, bool project, failure *why) {
  char name[160];
  double gap;
  if (!moreau_overlaps(r->stepper, &r->state, &gap, name, sizeof name))
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the gap of %s is %.4g at the start, and must not be negative\n  correct `init`%s",
              name, gap,
              project ? "; with contacts of pairs, or of this many bodies, the option `project` "
                        "moves nothing"
                      : "");
}

noslip_status stepping_lean(noslip_run *r, double h, failure *why) {
  double before = r->observed.energy;
  noslip_status status = method_step(r->stepper, &r->state, h, why);
  if (status != NOSLIP_OK)
    return status;
  r->state.t += h;
  observed_forget(&r->observed);
  r->observed.known_multipliers = false;
  note_events(r, before);
  note_report(r, moreau_report_of(r->stepper));
  return NOSLIP_OK;
}

noslip_status stepping_step(contacts *c, double h, failure *why) {
  noslip_run *r = c->run;
  double before = r->observed.energy;
  failure ignored;
  mode_save(c);
  noslip_status status = mode_step(c, h, why);
  if (status != NOSLIP_OK)
    return status;
  if (!contacts_look(c)) {
    status = contacts_fail(c, NOSLIP_ERROR_STEP, touch_not_finite, why);
    mode_try(c, 0, &ignored);
    return status;
  }
  for (int i = 0; i < c->count; i++)
    c->held[c->touch[i].row] = c->touch[i].closed = moreau_closed(c->now->stepper, i);
  note_events(r, before);
  note_report(r, moreau_report_of(c->now->stepper));
  return NOSLIP_OK;
}

void stepping_multipliers(contacts *c) {
  double *lambda = c->run->state.lambda;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    lambda[k->row] = moreau_multiplier(c->now->stepper, i);
    if (k->nslip > 0)
      moreau_friction(c->now->stepper, i, lambda + k->slip_row);
  }
}
