// Initial data: are the constraints independent, does the start satisfy them, and if not, what is
// the nearest start that does?
//
//   positions    q <- q + D nu,  G D nu = -g(q),  D = M^-1 G^T           nearest in the mass metric
//   velocities   v <- v + D nu,  B D nu = -w(q,v),  D = M^-1 B^T,  w = Phi or G v + g_t
//                (a hamiltonian: p <- p + B^T nu, which is the same)
//
// both repeated until the residual is rounding.

#pragma once

#include "base/text.h"
#include "problem/mechanical.h"
#include "problem/seen.h"

// residuals, scaled by 1 + |row| |x|: below `left` nothing is done, up to `refused` the data are
// projected with a note, beyond they are an error unless projection is asked for
static const double initial_left = 1e-12, initial_refused = 1e-10;

typedef struct initial {
  evaluator *evaluator;
  consistent *consistent;
  bool project;        // --project
  text_buffer *notes;  // what moved, one line each
} initial;

// Check and complete the state: v and p from each other, lambda. `s` holds q, and v or p after the
// form of the model. Fails with a sentence that names the constraint.
noslip_status initial_prepare(const initial *in, arena *a, state *s, failure *why);

// are the constraints independent at the state? Fails naming those that are not.
noslip_status initial_rank(const initial *in, arena *a, const state *s, failure *why);
