// Other solvers on the systems that were written by hand: what a good C or C++ programmer would make
// of them. Right-hand sides are those of bench/hand.h; constraints are differentiated until the
// multipliers can be eliminated, and projected after each step where the solver allows it.

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "bench/hand.h"

// a system as it is projected: G q' = 0 for all rows, g = 0 for the first mh of them, p or v = M q'
typedef struct peer_system {
  const char *name;
  const hand_system *hand;
  int n, m, mh;
  void (*gap)(double *g, const double *q, int n);
  void (*rows)(double *G, const double *q, int n);                      // m x n
  void (*speed)(double *v, const double *x, int n);                     // q' of v or p
  void (*by_mass)(double *y, const double *x, const double *q, int n);  // M^-1 x
} peer_system;

extern const peer_system peer_systems[];
extern const int peer_count;

// y' of y = (q, v or p)
void peer_rate(const peer_system *s, const double *y, double *dy);

// y back to the constraints: Newton's method, two iterations
void peer_project(const peer_system *s, double *y);

// From y at 0 to T with this tolerance, relative and absolute; false: it failed.
typedef bool peer_solve(const peer_system *s, double *y, double T, double tolerance);

peer_solve peer_odeint, peer_cvode, peer_ida;

#ifdef __cplusplus
}
#endif
