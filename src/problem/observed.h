// What is observed at a node: the velocity or momentum that the method does not carry, energy,
// residuals, multipliers, invariants and observables.

#pragma once

#include "problem/chart.h"
#include "problem/consistent.h"
#include "problem/state.h"

typedef struct observed {
  evaluator *evaluator;
  consistent *consistent;
  int m, nmonitor;
  bool mechanical;  // otherwise there are no velocities and no momenta
  bool has_energy;  // mechanical systems and those of a bracket have
  bool lagrangian;  // the form of the model
  bool velocities;  // the method carries (q,v), otherwise (q,p)
  bool delivers;    // the multipliers of a node are those it carries, not the consistent ones
  bool needs_multipliers;  // one of the monitors does
  bool has_angles;
  const bool *angle;  // n
  const bool *held;   // m  rows that are in force; NULL: all are

  bool known_pair;    // v and p
  bool known_motion;  // these, energy, residuals, monitors
  bool known_multipliers;
  double energy;      // NaN: there is none
  double *residual;   // m  larger of the two levels, with its sign lost
  double *unwrapped;  // n  positions with all turns
  double *monitor;    // nmonitor  invariants, then observables
} observed;

// complete a state: p from v, or v from p. False if a Legendre transform failed.
static inline bool observed_complete(evaluator *e, state *s, bool from_velocity) {
  const chart *p = from_velocity ? &e->velocities : &e->momenta;
  double *x = from_velocity ? s->v : s->p, *y = from_velocity ? s->p : s->v;
  return chart_eval(p, s->t, s->q, x, y, e->scratch, NULL);
}

// what follows from the state is to be found again
static inline void observed_forget(observed *k) {
  k->known_pair = k->known_motion = false;
}

// the state has come to a new node, at time t: nothing is known there
static inline void observed_arrive(observed *k, state *s, double t) {
  s->t = t;
  if (k->has_angles)
    state_wrap(s, k->angle);
  observed_forget(k);
  k->known_multipliers = false;
}

// the larger of two numbers; NaN if one is
static inline double observed_larger(double a, double b) {
  return a > b || isnan(a) ? a : b;
}

// the consistent multipliers, after the motion
static inline void observed_consistent(observed *k, state *s) {
  if (k->known_multipliers)
    return;
  const double *x = k->lagrangian ? s->v : s->p;
  if (!consistent_multipliers(k->consistent, s->t, s->q, x, s->lambda))
    for (int c = 0; c < k->m; c++)
      s->lambda[c] = (double)NAN;
  k->known_multipliers = true;
}

// the multipliers of the node: what the method delivers, otherwise the consistent ones
static inline const double *observed_multipliers(observed *k, state *s) {
  if (k->delivers)
    return s->kept;
  observed_consistent(k, s);
  return s->lambda;
}

// the velocity or the momentum that the method does not carry; once at a node, since the next Legendre
// transform starts where this one ends
static inline void observed_pair(observed *k, state *s) {
  if (k->known_pair || !k->mechanical)
    return;
  k->known_pair = true;
  observed_complete(k->evaluator, s, k->velocities);
}

// after the pair
static inline void observed_energy(observed *k, state *s) {
  const double *x = !k->mechanical ? s->lambda : k->lagrangian ? s->v : s->p;
  k->energy = (double)NAN;
  if (k->has_energy)
    k->energy = evaluator_run(k->evaluator, BUNDLE_ENERGY, s->t, s->q, x, NULL)[0];
}

// after the pair; a holonomic constraint shows the larger of its two residuals
static inline void observed_residuals(observed *k, state *s) {
  const double *out = evaluator_run(k->evaluator, BUNDLE_RESIDUALS, s->t, s->q, s->v, NULL);
  for (int c = 0; c < k->m; c++)
    k->residual[c] =
        k->held && !k->held[c] ? 0 : observed_larger(fabs(out[c]), fabs(out[k->m + c]));
}

static inline void observed_motion(observed *k, state *s) {
  if (k->known_motion)
    return;
  k->known_motion = true;
  observed_pair(k, s);
  observed_energy(k, s);
  observed_residuals(k, s);
  state_unwrapped(s, k->angle, k->unwrapped);
  if (k->nmonitor == 0)
    return;
  if (k->needs_multipliers)
    observed_consistent(k, s);
  const double *out =
      evaluator_monitors(k->evaluator, s->t, k->unwrapped, s->v, s->p, s->lambda, k->energy, s->q);
  vec_copy(k->monitor, out, k->nmonitor);
}
