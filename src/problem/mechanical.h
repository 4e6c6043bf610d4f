// Mechanical systems on R^n with holonomic and nonholonomic constraints.
//
//   lagrangian    d/dt L_v - L_q = F + B^T lambda             p = L_v(t,q,v)
//   hamiltonian   q' = H_p,  p' = -H_q + F + B^T lambda       v = H_p(t,q,p)
//   constraints   Phi(t,q,v) = 0 (nonholonomic), g(t,q) = 0 (holonomic), B = [Phi_v; g_q]
//
// A method sees one of two pictures, whichever form the model has:
//
//   velocities    (q,v) -> p = L_v,  f = L_q + F
//   momenta       (q,p) -> v = H_p,  f = -H_q + F
//
// Both are a `picture`: a map x -> y with f, the rate of the momenta without reactions. One of them
// comes from the model's expressions, the other by the Legendre transform (legendre.h).
//
// A `mechanical` is constant once built. Evaluating it needs work arrays: an `evaluator`, one per
// run.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "expr/tape.h"

#include <stdbool.h>

// derivative blocks of a picture, n x n, row-major
typedef struct picture_blocks {
  double *yx, *yq, *fx, *fq;
} picture_blocks;

// zeroed blocks for n coordinates
picture_blocks picture_blocks_new(arena *a, int n);

// y, f and, unless d is NULL, their derivatives. Returns false if a Legendre transform failed.
typedef bool picture_function(void *context, double t, const double *q, const double *x, double *y,
                              double *f, picture_blocks *d);

typedef struct picture {
  picture_function *function;
  void *context;
} picture;

static inline bool picture_eval(const picture *p, double t, const double *q, const double *x,
                                double *y, double *f, picture_blocks *d) {
  return p->function(p->context, t, q, x, y, f, d);
}

// what was found in the expressions
typedef struct mechanical_structure {
  bool autonomous;     // t does not occur
  bool quadratic;      // L quadratic in v, or H in p
  bool constant_mass;  // L_vv, or H_pp, is a constant matrix, and L_vq = 0, H_pq = 0
  bool uniform;        // and more: p = M v + const, or v = H_pp p + const, without t
  bool diagonal_mass, identity_mass;
  bool separable;  // H = T(p) + V(t,q), forces free of velocities
  bool forces;     // there are external forces
  bool linear;     // Phi linear in v (no constant term)
  bool affine;     // Phi affine in v
} mechanical_structure;

// what a method may ask of a model; every output is an array of the given size
typedef enum bundle_kind {
  BUNDLE_VALUES,         // (t,q,x)      y[n] f[n]
  BUNDLE_BLOCKS,         // (t,q,x)      y f, then y_x y_q f_x f_q, n x n each
  BUNDLE_PHI,            // (t,q,v)      Phi[mn]
  BUNDLE_PHI_BLOCKS,     // (t,q,v)      Phi, Phi_q, Phi_v (mn x n)
  BUNDLE_REACTION,       // (t,q,v)      Phi_v (mn x n)
  BUNDLE_REACTION_RATE,  // (t,q,v,mu)   (Phi_v^T mu)_v (n x n)
  BUNDLE_G,              // (t,q)        g[mh]
  BUNDLE_G_BLOCKS,       // (t,q)        g, G (mh x n), g_t[mh]
  BUNDLE_RESIDUALS,      // (t,q,v)      all constraints as declared: Phi or g; then G v + g_t or 0
  BUNDLE_ACCELERATION,   // (t,q,x)      see consistent.h
  BUNDLE_ENERGY,         // (t,q,x)      energy
  BUNDLE_COUNT,
} bundle_kind;

typedef struct mechanical {
  bool lagrangian;           // the form of the model: x is v, otherwise p
  int n;                     // coordinates
  int m, mn, mh;             // constraints, nonholonomic, holonomic
  const int *declared_n;     // mn  place of each nonholonomic constraint among all m
  const int *declared_h;     // mh
  const char **coordinate;   // n   names
  const char **constraint;   // m   names
  const bool *is_holonomic;  // m
  const bool *angle;         // n
  mechanical_structure structure;
  const tape *bundles[BUNDLE_COUNT];
  const tape *monitors;  // (t,q,v,p,mu,energy): invariants, observables
} mechanical;

// What the problem is made of, in expressions. Arrays are copied where they are kept.
typedef struct mechanical_parts {
  graph *graph;
  bool lagrangian;
  int n, m;
  const expr *q, *v, *p;     // symbols
  const expr *mu;            // m  symbols of the multipliers
  expr time, energy;         // symbols
  expr function;             // L or H
  const expr *force;         // n
  const expr *residual;      // m
  const bool *is_holonomic;  // m
  const char **coordinate, **constraint;
  const bool *angle;
  const expr *monitors;  // invariants and observables
  int nmonitor;
} mechanical_parts;

// Differentiate and make the tapes. The arena must outlive the problem.
noslip_status mechanical_new(arena *a, const mechanical_parts *parts, mechanical **out,
                             failure *why);

// work arrays of one run
typedef struct evaluator {
  const mechanical *problem;
  double *work[BUNDLE_COUNT];
  double *out[BUNDLE_COUNT];
  double *monitor_work, *monitor_out;
  double *scratch;              // 2n
  picture own;                  // the picture of the model's own form
  picture velocities, momenta;  // the two pictures: one is `own`, the other its transform
} evaluator;

bool evaluator_init(evaluator *e, arena *a, const mechanical *problem);

// run a bundle; returns its outputs, valid until it is run again
const double *evaluator_run(evaluator *e, bundle_kind kind, double t, const double *q,
                            const double *x, const double *mu);

// Is the energy a first integral of the model? It is if time and forces do not occur and every
// constraint does no work: Phi_v v = k Phi, which is tested with numbers at a few points near q.
bool evaluator_keeps_energy(evaluator *e, const double *q);

// invariants and observables at a node
const double *evaluator_monitors(evaluator *e, double t, const double *q, const double *v,
                                 const double *p, const double *mu, double energy);
