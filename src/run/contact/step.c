// One step of a run with contacts: trials, events, restarts.

#include "run/contact/contact.h"

#include "base/shown.h"

#include <assert.h>
#include <float.h>

enum {
  most_events = 20000,  // in one step: beyond this they pile up,
  most_at_once = 500,   // and at one instant
};

// the trial begins where the run stands
static void begin_trial(contacts *c) {
  mode_save(c);
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    k->gap.start = k->gap.now;
    k->speed.start = k->speed.now;
    k->psi.start = k->psi.now;
    k->slip0[0] = k->slip[0];
    k->slip0[1] = k->slip[1];
    k->room.start = k->room.now;
  }
}

// the power of friction, of those that slide
static double power(const contacts *c) {
  double sum = 0;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    for (int j = 0; touch_slides(k) && j < k->nslip; j++)
      sum += k->T[j]*k->slip[j];
  }
  return sum;
}

static void forget_opened(contacts *c) {
  for (int i = 0; i < c->count; i++)
    c->touch[i].opened = false;
}

// a contact lets go; others may have held on to it
static noslip_status take_off(contacts *c, touch *k, failure *why) {
  double energy = contacts_energy(c);
  forget_opened(c);
  k->closed = k->sticks = false;
  k->opened = true;
  event_note(c->run, NOSLIP_EVENT_OFF, k->label, 0, energy, energy);
  return c->friction ? contacts_settle(c, true, NULL, why) : mode_change(c, why);
}

// a contact that slides comes to rest, or one that sticks cannot hold any more
static noslip_status change_slip(contacts *c, touch *k, bool stopped, failure *why) {
  double energy = contacts_energy(c);
  forget_opened(c);
  k->sticks = true;  // for the choice: at rest
  k->slipping = !stopped;
  noslip_status status = contacts_settle(c, true, NULL, why);
  k->slipping = false;
  if (status == NOSLIP_OK && k->closed)
    event_note(c->run,
               k->sticks ? NOSLIP_EVENT_STICK
               : stopped ? NOSLIP_EVENT_REVERSE
                         : NOSLIP_EVENT_SLIP,
               k->label, 0, energy, contacts_energy(c));
  return status;
}

// A gap opens as tau^3 after its force has come down to 0, and the step of a method of order 2 is off
// by as much: it may find the contact closed again at the same instant, without an end. A contact
// that lands at once, and does not approach, is held for one step, after which its force is negative
// enough to let go.
static void note_grazing(const contacts *c, touch_event what, touch *k, double tau) {
  bool at_once = c->from + tau == c->from,
       approaches = k->speed.now < -contact_rounding*k->speed.size;
  k->grazes |= what == TOUCH_LANDS && at_once && !approaches;
}

static void forget_grazing(contacts *c) {
  for (int i = 0; i < c->count; i++)
    c->touch[i].grazes = false;
}

static noslip_status handle(contacts *c, touch_event what, touch *k, double tau, failure *why) {
  noslip_status status = NOSLIP_OK;
  note_grazing(c, what, k, tau);
  contacts_measure(c);
  switch (what) {
  case TOUCH_LANDS: status = impact_take(c, k, why); break;
  case TOUCH_LEAVES: status = take_off(c, k, why); break;
  case TOUCH_STOPS:
  case TOUCH_SLIPS: status = change_slip(c, k, what == TOUCH_STOPS, why); break;
  case TOUCH_NOTHING: break;
  }
  if (status == NOSLIP_OK && !contacts_look(c))
    return contacts_fail(c, NOSLIP_ERROR_STEP,
                         "the forces of contacts are not finite after an event", why);
  return status;
}

static noslip_status pile_up(const contacts *c, const touch *k, bool at_once, failure *why) {
  return fail(why, NOSLIP_ERROR_STEP,
              "more than %d events %s, the last of them of the contact `%s` at t = %.10g; take a "
              "smaller restitution, a shorter step, or the method moreau",
              at_once ? most_at_once : most_events, at_once ? "at one instant" : "in one step",
              SHOWN(k->label), c->run->state.t);
}

// events of a step
typedef struct event_counts {
  int all, at_once;
} event_counts;

// one more; false: there are too many
static bool count_event(event_counts *n, const contacts *c, double tau) {
  n->at_once = c->from + tau == c->from ? n->at_once + 1 : 0;
  return ++n->all <= most_events && n->at_once <= most_at_once;
}

// a trial of length *tau, shortened where a slip begins
static noslip_status try_step(contacts *c, double *tau, failure *why) {
  for (;;) {
    noslip_status status = mode_try(c, *tau, why);
    if (status == NOSLIP_OK && !contacts_look(c))
      status = contacts_fail(c, NOSLIP_ERROR_STEP, touch_not_finite, why);
    bool lost = status == NOSLIP_OK && !slide_is_true(c, *tau);
    if (status == NOSLIP_OK && !lost)
      return NOSLIP_OK;
    if (!slide_shorten(c, tau))
      return lost ? slide_refuse(c, why) : status;
  }
}

// A step that fails beside a contact that slides with more friction than numbers can resolve: that is
// the cause, whichever equation it was noticed in.
static noslip_status blame_friction(const contacts *c, noslip_status status, failure *why) {
  static const double most =
      1e16;  // its stop takes less than rounding of any time; 1e20 still runs
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    double mu = touch_in_space(k) ? k->mu/k->frame.s : k->mu;
    if (touch_slides(k) && mu > most)
      return fail(why, status,
                  "the contact `%s` slides with a coefficient of friction of %.4g, too large for a "
                  "step\n  give a smaller one, or use method moreau",
                  SHOWN(k->label), mu);
  }
  return status;
}

// to the first event, or to the end of `tau`, which is shortened
static noslip_status go_on(contacts *c, double *tau, touch_event *what, touch **whose,
                           failure *why) {
  touch *stops;
  *what = TOUCH_NOTHING;
  if (!slide_limit(c, tau, &stops))
    return fail(why, NOSLIP_ERROR_STEP, "the mass matrix is singular at a contact");
  if (stops) {
    *what = TOUCH_STOPS;
    *whose = stops;
    return slide_stop(c, *tau, why);
  }
  begin_trial(c);
  double power0 = power(c);
  noslip_status status = try_step(c, tau, why);
  if (status == NOSLIP_OK)
    status = event_first(c, tau, what, whose, why);
  if (status != NOSLIP_OK) {
    failure ignored;
    mode_try(c, 0, &ignored);  // back to where the trial began
    return blame_friction(c, status, why);
  }
  event_work(c->run, 0, (power0 + power(c))/2*(*tau));  // by the trapezoidal rule
  return status;
}

// Tangents of contacts that stick turn with the bodies. Before one of them is lost, others are taken,
// and with them another mode.
static noslip_status turn_frames(contacts *c, failure *why) {
  if (frames_check(c, why) != NOSLIP_OK)
    return why->status;
  if (!frames_turned(c))
    return NOSLIP_OK;
  for (int i = 0; i < c->count; i++)
    c->touch[i].axis = -1;
  if (!contacts_look_at_gaps(c))
    return contacts_fail(c, NOSLIP_ERROR_STEP, touch_not_finite, why);
  noslip_status status = contacts_settle(c, true, NULL, why);
  if (status == NOSLIP_OK && !contacts_look(c))
    return contacts_fail(c, NOSLIP_ERROR_STEP, touch_not_finite, why);
  return status;
}

// the end of a step, to rounding
static bool is_over(double left, double h) {
  return !(left > 4*DBL_EPSILON*h);
}

// The forces of closed contacts have jumped with the inputs: some let go, some begin to slip.
noslip_status contacts_after_inputs(noslip_run *r, failure *why) {
  contacts *c = r->contacts;
  bool any = false;
  for (int i = 0; i < c->count; i++) {
    any = any || c->touch[i].closed;
    c->touch[i].stuck = c->touch[i].closed && c->touch[i].sticks;
  }
  if (!any || contacts_stepping(c))
    return NOSLIP_OK;
  noslip_status status = contacts_settle(c, true, NULL, why);
  for (int i = 0; status == NOSLIP_OK && i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (k->stuck && touch_slides(k))
      event_note(r, NOSLIP_EVENT_SLIP, k->label, 0, contacts_energy(c), contacts_energy(c));
  }
  return status;
}

noslip_status contacts_step(noslip_run *r, double h, failure *why) {
  contacts *c = r->contacts;
  double left = h;
  event_counts events = {0};
  if (contacts_stepping(c))
    return stepping_step(c, h, why);
  while (!is_over(left, h)) {
    touch_event what = TOUCH_NOTHING;
    touch *whose;
    double tau = left;
    noslip_status status = c->in_space ? turn_frames(c, why) : NOSLIP_OK;
    if (status == NOSLIP_OK)
      status = go_on(c, &tau, &what, &whose, why);
    if (tau > 0)
      forget_grazing(c);
    if (status == NOSLIP_OK && what == TOUCH_NOTHING)
      forget_opened(c);
    else if (status == NOSLIP_OK)
      status = count_event(&events, c, tau) ? handle(c, what, whose, tau, why)
                                            : pile_up(c, whose, events.at_once > most_at_once, why);
    if (status != NOSLIP_OK)
      return status;
    left -= tau;
  }
  for (int i = 0; i < c->count; i++)
    event_gap(r, touch_distance(&c->touch[i]));
  return NOSLIP_OK;
}
