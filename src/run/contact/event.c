// The first event in a step.

#include "run/contact/contact.h"

#include "run/locate.h"

#include <assert.h>

// psi of a closed contact, the gap of an open one, at the end of a step of length tau
typedef struct search {
  contacts *contacts;
  touch *touch;
  bool divided;  // gap/tau: where the gap begins with 0, this root is not looked for
  failure *why;
} search;

static noslip_status value_at(void *context, double tau, double *f) {
  search *s = context;
  noslip_status status = mode_try(s->contacts, tau, s->why);
  *f = (double)NAN;
  if (status != NOSLIP_OK || !contacts_look(s->contacts))
    return status;
  *f = s->touch->closed ? s->touch->psi : s->divided ? s->touch->gap/tau : s->touch->gap;
  return NOSLIP_OK;
}

// A gap that opens as slowly as tau^3 after a contact was lost: a length at which it is open, before
// `end`; 0: there is none.
static noslip_status first_open(search *s, double end, double *at, double *gap) {
  enum { most = 40 };
  double tau = end;
  *at = 0;
  for (int i = 0; i < most; i++) {
    tau /= 2;
    noslip_status status = value_at(s, tau, gap);
    if (status != NOSLIP_OK)
      return status;
    if (*gap > touch_gap_rounding(s->touch)) {
      *at = tau;
      return NOSLIP_OK;
    }
  }
  return NOSLIP_OK;
}

// the bracket of a landing before `end`, where the gap is `last` < 0; empty: it lands at once
static noslip_status bracket_landing(search *s, double end, double last, locate_bracket *b) {
  const touch *k = s->touch;
  *b = (locate_bracket){.a = 0, .b = end, .fa = k->gap0, .fb = last};
  if (!k->opened && k->gap0 > touch_gap_rounding(k))
    return NOSLIP_OK;
  if (k->speed0 > contact_rounding*k->speed_size) {
    s->divided = true;
    b->fa = k->speed0;
    b->fb = last/end;
    return NOSLIP_OK;
  }
  noslip_status status = first_open(s, end, &b->a, &b->fa);
  if (b->a == 0)
    b->b = 0;
  return status;
}

// Stand at the event of contact k, which is between the start of the trial and *tau.
static noslip_status stand_at(contacts *c, touch *k, double *tau, failure *why) {
  search s = {c, k, false, why};
  double psi0 = k->psi0, left;
  locate_bracket b = {.a = 0, .b = *tau, .fa = psi0, .fb = k->psi};
  noslip_status status = NOSLIP_OK;
  if (!k->closed)
    status = bracket_landing(&s, *tau, k->gap, &b);
  else if (psi0 <= 0)
    b.b = 0;
  if (status != NOSLIP_OK)
    return status;
  if (b.a == b.b) {
    *tau = 0;
    return value_at(&s, 0, &left);
  }
  return locate_root(tau, &left, value_at, &s, &b);
}

// Has the gap been below 0 inside of a step that ends with it above? *tau is where, and the run
// stands there; otherwise at the end.
static noslip_status look_for_dip(contacts *c, touch *k, double *tau, bool *found, failure *why) {
  double depth = touch_gap_rounding(k), end = *tau, gap;
  locate_ends ends = {.h = end,
                      .f0 = fmax(k->gap0, depth),
                      .d0 = k->speed0,
                      .f1 = k->gap,
                      .d1 = k->speed};
  *found = false;
  if (k->closed || k->gap <= 0 || !locate_dip(tau, depth, &ends)) {
    *tau = end;
    return NOSLIP_OK;
  }
  search s = {c, k, false, why};
  noslip_status status = value_at(&s, *tau, &gap);
  *found = status == NOSLIP_OK && touch_is_through(k);
  if (status == NOSLIP_OK && !*found) {
    *tau = end;
    status = value_at(&s, end, &gap);
  }
  return status;
}

noslip_status event_first(contacts *c, double *tau, int *which, failure *why) {
  *which = -1;
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    bool found = touch_is_off(k) || touch_is_through(k);
    noslip_status status = NOSLIP_OK;
    if (!found)
      status = look_for_dip(c, k, tau, &found, why);
    if (status == NOSLIP_OK && found)
      status = stand_at(c, k, tau, why);
    if (status != NOSLIP_OK)
      return status;
    if (found)
      *which = i;
  }
  return NOSLIP_OK;
}
