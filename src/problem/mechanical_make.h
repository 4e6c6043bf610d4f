// Inside the making of a mechanical problem: what its files share.

#pragma once

#include "problem/mechanical.h"

// everything that is on the way from the parts to the tapes
typedef struct mechanical_builder {
  const mechanical_parts *parts;
  arena *arena;
  graph *g;
  problem *problem;
  int nq, n, m;   //        numbers of a position, velocities, constraints
  const expr *x;  // n      v or p: the variable of the model's own chart
  expr *y;        // n      p = L_v, or v = H_p
  expr *f;        // n      L_q + F, or -H_q + F, in (t,q,x)
  expr *phi;      // m      constraints as declared, in (t,q,v)
  expr *hidden;   // m      G v + g_t of the holonomic ones, otherwise 0
  expr *rows;     // m x n  B: Phi_v or G, in (t,q,v)
  expr *force;    // n      F in (t,q,x), without what depends on multipliers
  expr *load;     // n      and that: F(mu) in (t,q,x,mu)
  expr *blocks;   // 4 n x n  y_x y_q f_x f_q
  expr *drive;    // n      of a lagrangian: F of M a - B^T lambda = F, consistent.h
} mechanical_builder;

static inline expr *new_exprs(mechanical_builder *b, size_t count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

// All of these return false, or NULL, when the graph or the arena has failed.

// ---- mechanical.c

// y, f, the constraints and B, from which everything is made
bool mechanical_equations(mechanical_builder *b);

// e with the conjugate variable replaced: p by L_v in a lagrangian, v by H_p in a hamiltonian
bool mechanical_own_variables(mechanical_builder *b, const expr *e, int count, expr *out);

// the derivatives of e by the place, count x n; and d/dt e along q' = v for e(t,q)
bool mechanical_by_place(mechanical_builder *b, const expr *e, int count, expr *out);
bool mechanical_rate(mechanical_builder *b, const expr *e, int count, expr *out);

// w: what is differentiated once to reach accelerations: Phi, or G v + g_t
expr *mechanical_velocity_level(mechanical_builder *b);

// a bundle of `count` outputs in (t, q, x), or in (t, q, x, mu); x are n symbols
bool mechanical_add_bundle(mechanical_builder *b, bundle_kind kind, const expr *x, bool with_mu,
                           const expr *out, size_t count);

// ---- mechanical_bundles.c

bool mechanical_chart_bundles(mechanical_builder *b);
bool mechanical_lean_bundles(mechanical_builder *b);        // values and residuals
bool mechanical_constraint_bundles(mechanical_builder *b);  // of one level each
bool mechanical_stage_bundles(mechanical_builder *b);       // of all levels together
bool mechanical_energy_bundle(mechanical_builder *b);
bool mechanical_monitor_bundles(mechanical_builder *b);  // invariants, observables, sections
bool mechanical_reactions(mechanical_builder *b, expr *out);
bool mechanical_pull_bundles(mechanical_builder *b);  // where forces depend on multipliers

// ---- mechanical_acceleration.c

// M, F, B, c of a lagrangian, C, B, c of a hamiltonian (consistent.h), as many as the size says
size_t mechanical_acceleration_size(const mechanical_builder *b);
bool mechanical_acceleration_parts(mechanical_builder *b, expr *out);

bool mechanical_acceleration_bundles(mechanical_builder *b);

// a in (t,q,v,p,mu), with mu consistent
bool mechanical_accelerations(mechanical_builder *b, expr *out);
