// What a run finds from its nodes, as arithmetic over plain numbers: errors and trend of the energy, what
// kinetic energy and the rest of the energy exchange, residuals of constraints, errors of invariants.
//
// At most nodes it adds something to a sum and widens a range. What comes up rarely, watched_is_rare, needs
// more than that: another size of a constraint, a copy of the node, a warning. The run does that
// (run/monitor.c), and adds the node afterwards.

#pragma once

#include "problem/observed.h"

// the energy so far
typedef struct watched_energy {
  double start, error;  // at the start, and the largest error
  bool is_invariant;
  double sum_k, sum_kk, sum_e, sum_ke;  // of the straight-line fit
} watched_energy;

typedef struct watched_range {
  double low, high;
} watched_range;

// nodes that are kept: the first, where the kinetic energy has changed most, and where the energy has
enum { WATCHED_START, WATCHED_SWUNG, WATCHED_JUMPED, watched_nodes };

// kinetic energy T and the rest of the energy
typedef struct watched_exchange {
  watched_range kinetic, rest;
  double kinetic_sum;                    // over all nodes,
  long count;                            // the number of these
  double kinetic_before, energy_before;  // at the last node
  double change[watched_nodes];  // by the steps to the nodes that are kept; 0: there is none
} watched_exchange;

// The places of these numbers in a run. Arrays have a number for each residual, as BUNDLE_RESIDUALS
// has them, or for each invariant.
typedef struct watched_places {
  watched_energy *energy;
  watched_exchange *exchange;
  const bool *held;         // m    rows that are in force; NULL: all are
  double *largest;          // 2m   residuals so far
  const double *bound;      // 2m   beyond this a residual is looked at again
  const double *start;      // ninvariant
  double *error;            // ninvariant
  const bool *odd_is_said;  // a monitor that is not finite has been warned of
} watched_places;

typedef struct watched_shape {
  int n, m;                  // velocities, constraints
  int ninvariant, nmonitor;  // the first monitors are the invariants
} watched_shape;

// what is known of a node
typedef struct watched_node {
  double T, E;
  const double *residual;  // 2m
  const double *monitor;   // nmonitor
} watched_node;

// A change is kept if it is this many times the largest: where changes grow slowly, as of a body that slides
// down, copying each of the nodes would cost 300 instructions a step.
static const double watched_larger = 1.05;

static inline bool watched_grew(const watched_places *w, int c, int m, double residual) {
  bool held = !w->held || w->held[c < m ? c : c - m];
  return held && !(fabs(residual) <= w->largest[c]);
}

// the first monitor that is not finite, and not warned of; -1: there is none
static inline int watched_odd(watched_shape k, const watched_places *w, const double *value) {
  for (int i = 0; i < k.nmonitor; i++)
    if (!isfinite(value[i]) && !*w->odd_is_said)
      return i;
  return -1;
}

// does a node need more than watched_add?
static inline bool watched_is_rare(watched_shape k, const watched_places *w, watched_node at) {
  const watched_exchange *x = w->exchange;
  bool swung = !(fabs(at.T - x->kinetic_before) <= watched_larger*x->change[WATCHED_SWUNG]);
  bool jumped = !(fabs(at.E - x->energy_before) <= watched_larger*x->change[WATCHED_JUMPED]);
  bool grew = false;
  for (int c = 0; c < 2*k.m; c++)
    grew |= watched_grew(w, c, k.m, at.residual[c]) && !(fabs(at.residual[c]) <= w->bound[c]);
  return swung | jumped | grew || watched_odd(k, w, at.monitor) >= 0;
}

static inline void watched_widen(watched_range *r, double value) {
  r->low = vec_smaller(value, r->low);
  r->high = vec_larger(value, r->high);
}

// the largest error of the energy, and the sums of the straight line; `taken` steps lead to the node
static inline void watched_add_energy(watched_energy *e, double E, double taken) {
  double change = E - e->start;
  e->error = observed_larger(e->error, fabs(change));
  e->sum_k += taken;
  e->sum_kk += taken*taken;
  e->sum_e += change;
  e->sum_ke += taken*change;
}

static inline void watched_add_exchange(watched_exchange *x, double T, double E) {
  watched_widen(&x->kinetic, T);
  x->kinetic_sum += T;
  x->count++;
  watched_widen(&x->rest, E - T);
  x->kinetic_before = T;
  x->energy_before = E;
}

static inline void watched_add_residuals(watched_shape k, const watched_places *w,
                                         const double *residual) {
  for (int c = 0; c < 2*k.m; c++)
    if (watched_grew(w, c, k.m, residual[c]))
      w->largest[c] = observed_larger(w->largest[c], fabs(residual[c]));
}

static inline void watched_add_invariants(watched_shape k, const watched_places *w,
                                          const double *value) {
  for (int i = 0; i < k.ninvariant; i++)
    w->error[i] = observed_larger(w->error[i], fabs(value[i] - w->start[i]));
}

// a node of a mechanical system with an energy
static inline void watched_add(watched_shape k, const watched_places *w, watched_node at,
                               double taken) {
  watched_add_energy(w->energy, at.E, taken);
  watched_add_exchange(w->exchange, at.T, at.E);
  watched_add_residuals(k, w, at.residual);
  watched_add_invariants(k, w, at.monitor);
}
