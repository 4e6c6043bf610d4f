// What moves while a model runs: how kinetic energy and the rest of the energy change places.
//
//   kinetic    T = (p - a).v/2          rest    V = E - T
//
// a is p(q, v = 0), which is zero without terms a(q).v of L: these have no energy.
//
// An energy says nothing by its size: a constant may be added to it. What an error of the energy is
// to be compared with is what T and V exchange, and T where they exchange nothing, as on a steady
// motion or without a potential.
//
// Where a step has changed most, the motion is hardest to resolve. The nodes that these steps have
// led to are kept, for resolution.h: where T has changed most, and where E has, which it should
// not. Systems without velocities, those of a bracket and bare DAEs, have neither: their states z
// stand for T, as
//
//   exchange   max_i |H_i| (max z_i - min z_i)

#pragma once

#include "problem/mechanical.h"
#include "problem/watched.h"

typedef struct exchange {
  const problem *problem;
  const chart *velocities;   // (q,v) -> p; NULL: a = 0
  double *zero, *a, *rates;  // n  scratch of it
  bool mechanical, has_energy;
  watched_exchange found;
  state nodes[watched_nodes];
  watched_range *z;  // n  of systems without velocities
  double *z_before;  // n
} exchange;

bool exchange_init(exchange *x, arena *a, const problem *p, const observed *k);

// the first node
void exchange_start(exchange *x, const observed *k, const state *s);

// T at a node whose motion is known; 0 of a system without velocities
double exchange_kinetic_at(const exchange *x, const state *s);

// Keep the node where something has changed more than before. It is added afterwards.
void exchange_keep(exchange *x, double T, double E, const state *s);

// what was found so far, written or read
void exchange_transfer(exchange *x, transfer *t);

double exchange_width(watched_range r);

// The energy that moves: the smaller of the two ranges, since what only one of them shows is an
// error; but no more than twice what T is above its least on average, so that one close encounter
// does not stand for a whole orbit. Of systems without velocities as above, with the slopes `H_z`
// at the last node.
double exchange_moving(const exchange *x, const double *H_z);

// T on average, and the largest |T| + |V|, by which energies round
double exchange_kinetic(const exchange *x);
double exchange_size(const exchange *x);
