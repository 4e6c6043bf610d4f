// Initial data: are the constraints independent, does the start satisfy them, and if not, what is
// the nearest start that does?
//
//   positions    q <- q + D nu,  G D nu = -g(q),  D = M^-1 G^T           nearest in the mass metric
//   velocities   v <- v + D nu,  B D nu = -w(q,v),  D = M^-1 B^T,  w = Phi or G v + g_t
//                (a hamiltonian: p <- p + B^T nu, which is the same)
//
// both repeated until the residual is rounding. Of an index-2 problem
//
//   states       y <- y + g_y^T nu,  g_y g_y^T nu = -g(y)                  nearest in y
//   algebraic    z from w(t,y,z) = 0, from the starting guess (algebraic.h)
//   u            of an overdetermined problem: z <- z + u_z^T nu,  u_z u_z^T nu = -u, nearest in z

#pragma once

#include "base/text.h"
#include "problem/constraint_size.h"
#include "problem/mechanical.h"
#include "problem/observed.h"
#include "solve/rank.h"

// residuals, against the size of their constraint (constraint_size.h): below `left` nothing is
// done, up to `refused` the data are projected with a note, beyond they are an error unless
// projection is asked for
static const double initial_left = 1e-12, initial_refused = 1e-10;

// Which initial values are given, and their names; the others are free. On a group the numbers of a
// matrix are given together.
typedef struct initial_given {
  const bool *q, *x;          // n, nv  positions or states; velocities, or momenta
  const char *const *q_name;  // n
  const char *const *x_name;  // nv
  const bool *row[2];  // m  constraints imposed on positions, and on velocities; NULL: all are
} initial_given;

typedef struct initial {
  evaluator *evaluator;
  consistent *consistent;
  bool project;                // --project
  text_buffer *notes;          // what moved, one line each
  double step;                 // h, a measure of time for index-2 problems; 0: there is none yet
  const initial_given *given;  // NULL: all are
} initial;

// Check and complete the state: v and p from each other, lambda. `s` holds q, and v or p by the
// form of the model; of an index-2 problem y and a guess of z. Fails with a sentence that names the
// constraint.
noslip_status initial_prepare(const initial *in, arena *a, state *s, failure *why);

// are the constraints independent at the state? Fails naming those that are not.
noslip_status initial_rank(const initial *in, arena *a, const state *s, failure *why);

// are the constraints of a mechanical problem and their derivatives finite numbers there? Fails naming
// one that is not.
noslip_status initial_finite(const initial *in, const state *s, failure *why);

// ---- initial_index2.c: the same for index-2 problems

noslip_status initial_prepare_index2(const initial *in, arena *a, state *s, failure *why);
noslip_status initial_rank_index2(const initial *in, arena *a, const state *s, failure *why);

// ---- initial_find.c: values that are not given
//
//   positions    |q - q0| smallest, g(q) = 0                              nearest in their numbers
//   velocities   |v - v0|_M smallest, w(q,v) = 0, M = L_vv at (q,v0)      nearest in the mass metric
//                (a hamiltonian: |p - p0| in the metric of H_pp at (q,p0))
//   states       |y - y0| smallest, g(y) = 0; of an overdetermined problem z after that, u(y,z) = 0
//
// The free values move, and where they cannot satisfy the constraints and `project` is set, given
// ones as little as they must; without it, that is an error that names constraint and values.
// Nothing happens if the constraints hold, or where all are given to within `initial_refused`.

noslip_status initial_find(const initial *in, arena *a, state *s, failure *why);

// ---- initial_load.c: multipliers where forces depend on them

noslip_status initial_load(const initial *in, arena *a, state *s, failure *why);

// ---- for several files

// the residual of a constraint, or its size, from 2m numbers in the order of BUNDLE_RESIDUALS: g or
// Phi; of the velocities G v + g_t or Phi
static inline double initial_residual(const problem *p, const double *out, int k, bool velocities) {
  return out[p->mechanical.is_holonomic[k] && velocities ? p->m + k : k];
}

// how a dependent constraint, order[k] of r, is made of the others, in words
void initial_name_dependence(const problem *p, rank *r, int k, failure *why);

// the sentence about data that violate a constraint
noslip_status initial_refuse(const char *constraint, const char *level, double residual,
                             double scaled, failure *why);

// what a projection changed: n numbers, and below which moves are rounding
typedef struct initial_moves {
  const double *before, *after, *size;
  const char **name;
  const char *suffix;  // of the names: "'"
  int n;
} initial_moves;

// "projected x from 1 to 0.98", the first few
void initial_note_moves(const initial *in, const initial_moves *moves, int *lines);
