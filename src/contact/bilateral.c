#include "contact/bilateral.h"

#include "base/vec.h"
#include "contact/solver.h"

static const double rcond = 1e-11;  // rows may depend on each other

static void solve_dense(impulse_solver *s, const island *in, double *P) {
  impulse_newton *n = &s->newton;
  natural_assemble(s, in);
  for (int k = 0; k < in->count; k++)
    n->F[k] = -s->problem.b[s->contacts[in->list[k]].row];
  least_norm_factor(&n->factor, n->W, in->nrow, in->nrow, rcond);
  least_norm_solve(&n->factor, n->F, n->step);
  for (int k = 0; k < in->count; k++)
    P[s->contacts[in->list[k]].row] = n->step[k];
}

void bilateral_solve(impulse_solver *s, const impulse_problem *p, double *P) {
  vec_zero(P, p->nrow);
  if (!solver_begin(s, p))
    return;
  for (int k = 0; k < s->islands.count; k++) {
    island in = solver_island(s, k);
    if (in.nrow <= s->newton.limit)
      solve_dense(s, &in, P);
  }
}
