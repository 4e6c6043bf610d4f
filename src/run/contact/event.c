// The first event in a step.

#include "run/contact/contact.h"

#include "run/locate.h"

#include <assert.h>

// ---- the functions that fall through 0

// is the event behind, where the run stands?
static bool has_come(const touch *k, touch_event what) {
  switch (what) {
  case TOUCH_LANDS: return touch_is_through(k);
  case TOUCH_LEAVES: return touch_is_off(k);
  case TOUCH_STOPS: return touch_has_stopped(k);
  case TOUCH_SLIPS: return touch_has_slipped(k);
  case TOUCH_NOTHING: break;
  }
  return false;
}

// the function of an event where the run stands, or at the start of the trial
static double value_of(const touch *k, touch_event what, bool start) {
  switch (what) {
  case TOUCH_LANDS: return start ? k->gap.start : k->gap.now;
  case TOUCH_LEAVES: return start ? k->psi.start : k->psi.now;
  case TOUCH_STOPS: return k->sign*(start ? k->slip0[0] : k->slip[0]);
  case TOUCH_SLIPS: return start ? k->room.start : k->room.now;
  case TOUCH_NOTHING: break;
  }
  return (double)NAN;
}

// below this a value at the start is rounding
static double rounding_of(const touch *k, touch_event what) {
  return what == TOUCH_LANDS   ? touch_gap_rounding(k)
         : what == TOUCH_STOPS ? contact_rounding*k->slip_size
                               : 0;
}

// the function at the end of a step of length tau
typedef struct search {
  contacts *contacts;
  touch *touch;
  touch_event what;
  bool divided;  // by tau: where a gap begins with 0, to rounding, this root is not looked for
  failure *why;
} search;

// A step that is so short may be lost in the rounding of positions, and fail: nothing moves in it.
static const double shortest = 1e-9;  // of h

static noslip_status value_at(void *context, double tau, double *f) {
  search *s = context;
  noslip_status status = mode_try(s->contacts, tau, s->why);
  bool moves = status == NOSLIP_OK || tau > shortest*s->contacts->run->h;
  if (!moves)
    status = mode_try(s->contacts, 0, s->why);
  *f = (double)NAN;
  if (status != NOSLIP_OK || !contacts_look(s->contacts))
    return status;
  *f = value_of(s->touch, s->what, false);
  if (s->divided)
    *f = moves ? (*f - s->touch->gap.start)/tau : s->touch->speed.start;
  return NOSLIP_OK;
}

// ---- brackets

// A gap that opens as slowly as tau^3 after a contact was lost, a slip that begins as tau^2: a length
// at which it is there, before `end`; 0: there is none, not down to steps that rounding leaves
// undetermined.
static noslip_status first_positive(search *s, double end, double *at, double *value) {
  enum { most = 40, surely = 10 };
  double tau = end;
  *at = 0;
  for (int i = 0; i < most; i++) {
    tau /= 2;
    noslip_status status = value_at(s, tau, value);
    if (status != NOSLIP_OK)
      return i < surely ? status : NOSLIP_OK;
    if (*value > rounding_of(s->touch, s->what)) {
      *at = tau;
      return NOSLIP_OK;
    }
  }
  return NOSLIP_OK;
}

// the bracket of an event before `end`, where the function is `last` < 0; empty: it comes at once
static noslip_status bracket_event(search *s, double end, double last, locate_bracket *b) {
  const touch *k = s->touch;
  double first = value_of(k, s->what, true);
  *b = (locate_bracket){.a = 0, .b = end, .fa = first, .fb = last};
  bool begins = (s->what == TOUCH_LANDS && k->opened) || !(first > rounding_of(k, s->what));
  if (!begins)
    return NOSLIP_OK;
  if (s->what == TOUCH_LEAVES || s->what == TOUCH_SLIPS) {
    b->b = 0;
    return NOSLIP_OK;
  }
  if (s->what == TOUCH_LANDS && k->speed.start > contact_rounding*k->speed.size && last < first) {
    s->divided = true;
    b->fa = k->speed.start;
    b->fb = (last - first)/end;
    return NOSLIP_OK;
  }
  noslip_status status = first_positive(s, end, &b->a, &b->fa);
  if (b->a == 0)
    b->b = 0;
  return status;
}

// Stand at the event, which is between the start of the trial and *tau.
static noslip_status stand_at(search *s, double *tau) {
  double left;
  locate_bracket b;
  noslip_status status = bracket_event(s, *tau, value_of(s->touch, s->what, false), &b);
  if (status != NOSLIP_OK)
    return status;
  if (b.a == b.b) {
    *tau = 0;
    return value_at(s, 0, &left);
  }
  return locate_root(tau, &left, value_at, s, &b);
}

// Has the gap been below 0 inside of a step that ends with it above? *tau is where, and the run
// stands there; otherwise at the end.
static noslip_status look_for_dip(search *s, double *tau, bool *found) {
  const touch *k = s->touch;
  double depth = touch_gap_rounding(k), end = *tau, gap;
  locate_ends ends = {.h = end,
                      .f0 = fmax(k->gap.start, depth),
                      .d0 = k->speed.start,
                      .f1 = k->gap.now,
                      .d1 = k->speed.now};
  *found = false;
  if (k->closed || k->gap.now <= 0 || !locate_dip(tau, depth, &ends)) {
    *tau = end;
    return NOSLIP_OK;
  }
  noslip_status status = value_at(s, *tau, &gap);
  *found = status == NOSLIP_OK && touch_is_through(k);
  if (status == NOSLIP_OK && !*found) {
    *tau = end;
    status = value_at(s, end, &gap);
  }
  return status;
}

noslip_status event_first(contacts *c, double *tau, touch_event *what, touch **whose,
                          failure *why) {
  *what = TOUCH_NOTHING;
  *whose = NULL;
  for (int i = 0; i < c->count; i++)
    for (touch_event e = TOUCH_LANDS; e <= TOUCH_SLIPS; e++) {
      search s = {c, &c->touch[i], e, false, why};
      bool found = has_come(s.touch, e);
      noslip_status status = NOSLIP_OK;
      if (!found && e == TOUCH_LANDS)
        status = look_for_dip(&s, tau, &found);
      if (status == NOSLIP_OK && found)
        status = stand_at(&s, tau);
      if (status != NOSLIP_OK)
        return status;
      if (found) {
        *what = e;
        *whose = s.touch;
      }
    }
  return NOSLIP_OK;
}
