// Slips of two components.
//
// Friction acts against u/|u|, and |u| comes to 0 without a change of sign. In the time
//
//   tau = |u|/(-d|u|/dt)        from the accelerations u' = d + W f with the forces f of the mode
//
// it would be at rest if nothing changed. Steps are shorter than tau/8, until |u| is 1e-7 of its
// size; the rest of the way, v tau + v' tau^2/2, is gone at once. A slip that begins from rest has the
// direction -T/|T| of the friction that held it, and starts with u0 = 1e-9 of its size. It grows as t^2
// from there, and velocities of stages are off by tau^2 v''/12 and less, if there are three or more of
// them: steps as long as t go the right way. They are doubled, from 100 eps |q|/u0 on, for eps |q|/tau
// is the rounding of these velocities. A step in which the slip has not grown as d|u|/dt says is not
// taken.

#include "run/contact/contact.h"

#include "base/shown.h"
#include "base/vec.h"
#include "problem/group.h"

#include <float.h>

static const double least_slip = 1e-7, first_slip = 1e-9, share = 0.125;

// d|u|/dt of a slip
static double rate_of_slip(const contacts *c, const touch *k) {
  const double *f = c->rows.f;
  double rate = 0;
  for (int j = 0; j < k->nslip; j++) {
    int row = k->slip_row + j, m = c->rows.m;
    rate += touch_direction(k, j)*(c->rows.d[row] + vec_dot(c->rows.W + row*m, f, m));
  }
  return rate;
}

static bool is_watched(const touch *k) {
  return touch_slides(k) && k->nslip > 1;
}

// a slip that has just begun
static bool is_beginning(const touch *k) {
  return is_watched(k) && k->begin.lead > 0;
}

static void limit_lead(const contacts *c, touch *k, double *tau, touch **stops) {
  k->begin.rate = rate_of_slip(c, k);
  if (k->begin.lead < *tau) {
    *tau = k->begin.lead;
    *stops = NULL;
  }
  k->begin.lead = k->begin.lead < c->run->h ? 2*k->begin.lead : 0;
}

bool slide_is_true(contacts *c, double tau) {
  static const double allowed = 0.1;
  bool found = false;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (!is_beginning(k))
      continue;
    if (!found && !contacts_find_rows(c))
      return false;
    contacts_find_forces(c);
    found = true;
    double slip = touch_slip(k), gain = tau*(k->begin.rate + rate_of_slip(c, k))/2;
    if (!(fabs(slip - hypot(k->slip0[0], k->slip0[1]) - gain) <= allowed*slip))
      return false;
  }
  return true;
}

bool slide_shorten(contacts *c, double *tau) {
  bool any = false;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    any |= is_beginning(k) && *tau >= k->begin.first;
  }
  if (!any)
    return false;
  *tau *= share;
  for (int i = 0; i < c->count; i++)
    if (is_beginning(&c->touch[i]))
      c->touch[i].begin.lead = 2*(*tau);
  return true;
}

noslip_status slide_refuse(const contacts *c, failure *why) {
  const char *label = "";
  for (int i = 0; i < c->count; i++)
    if (is_beginning(&c->touch[i]))
      label = c->touch[i].label;
  return fail(why, NOSLIP_ERROR_STEP,
              "the contact `%s` begins to slip, and the stages of `%s` do not tell which way; use "
              "lobatto(3) or more stages, or the method moreau",
              SHOWN(label), c->run->method->name);
}

bool slide_limit(contacts *c, double *tau, touch **stops) {
  bool found = false;
  *stops = NULL;
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    if (!is_watched(k))
      continue;
    if (!found && !contacts_find_rows(c))
      return false;
    if (!found)
      contacts_find_forces(c);
    found = true;
    if (k->begin.lead > 0) {
      limit_lead(c, k, tau, stops);
      continue;
    }
    double slip = touch_slip(k), rest = slip/-rate_of_slip(c, k);
    bool last = slip <= least_slip*k->slip_size;
    if (!(rest > 0) || (last ? rest : share*rest) >= *tau)
      continue;
    *tau = last ? rest : share*rest;
    *stops = last ? k : NULL;
  }
  return true;
}

// Velocities change at a constant rate for so short a time: that of a step of a part of it.
noslip_status slide_stop(contacts *c, double tau, failure *why) {
  noslip_run *r = c->run;
  state *s = &r->state;
  int n = r->problem->nv;
  bool lagrangian = r->problem->mechanical.lagrangian;
  double *x = lagrangian ? s->v : s->p, *v0 = c->rows.v, *d = c->rows.a;
  failure ignored;
  vec_copy(v0, s->v, n);
  mode_save(c);
  noslip_status status = mode_try(c, share*tau, why);
  bool known = observed_complete(&r->evaluator, s, r->observed.velocities);
  vec_copy(d, x, n);
  mode_try(c, 0, &ignored);
  if (status != NOSLIP_OK)
    return status;
  for (int i = 0; i < n; i++)
    x[i] += (d[i] - x[i])/share;
  if (!known || !observed_complete(&r->evaluator, s, lagrangian))
    return fail(why, NOSLIP_ERROR_STEP, "the velocities of a slip that ends are not finite");
  for (int i = 0; i < n; i++)
    d[i] = tau*(v0[i] + s->v[i])/2;
  group_move(r->problem, s->q, d);
  s->t += tau;
  return contacts_look_at_gaps(c) ? NOSLIP_OK
                                  : contacts_fail(c, NOSLIP_ERROR_STEP, touch_not_finite, why);
}

// impulses along the slip that give it this much
static void push(contacts *c, const touch *k) {
  noslip_run *r = c->run;
  int a = k->slip_row, b = a + 1, m = c->rows.m, n = c->rows.n;
  const double *W = c->rows.W;
  double u[2] = {first_slip*k->slip_size*k->begin.way[0],
                 first_slip*k->slip_size*k->begin.way[1]};
  double det = W[a*m + a]*W[b*m + b] - W[a*m + b]*W[b*m + a];
  double P[2] = {(W[b*m + b]*u[0] - W[a*m + b]*u[1])/det,
                 (W[a*m + a]*u[1] - W[b*m + a]*u[0])/det};
  double *x = r->problem->mechanical.lagrangian ? r->state.v : r->state.p;
  mat_tvec_add(x, 1, c->rows.Q + a*n, P, 2, n);
}

static void begin(touch *k) {
  static const double rounding = 100*DBL_EPSILON;
  k->begin.first = k->begin.lead =
      rounding*k->gap.size/k->frame.s/(first_slip*k->slip_size);
}

bool slide_nudge(contacts *c) {
  noslip_run *r = c->run;
  bool any = false;
  for (int i = 0; i < c->count; i++)
    if (c->touch[i].begin.nudged) {
      push(c, &c->touch[i]);
      c->touch[i].begin.nudged = false;
      begin(&c->touch[i]);
      any = true;
    }
  return !any || (observed_complete(&r->evaluator, &r->state, r->problem->mechanical.lagrangian) &&
                  contacts_look_at_gaps(c));
}
