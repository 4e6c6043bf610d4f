#include "contact/bilateral.h"

#include "base/vec.h"
#include "contact/bodies.h"
#include "contact/strip.h"

#include <math.h>

enum { most_iterations = 1000, rows_dense = 40 };

static const double rcond = 1e-11;   // rows may depend on each other
static const double enough = 1e-14;  // of |b|: rounding

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

// ---------------------------------------------------------------------------------------------
// conjugate gradients, from P = 0: of consistent equations they find the shortest solution

static double dot(const impulse_solver *s, const island *in, const double *x, const double *y) {
  double sum = 0;
  for (int k = 0; k < in->count; k++) {
    int row = s->contacts[in->list[k]].row;
    sum += x[row]*y[row];
  }
  return sum;
}

// z = x + a y
static void combine(const impulse_solver *s, const island *in, double *z, const double *x, double a,
                    const double *y) {
  for (int k = 0; k < in->count; k++) {
    int row = s->contacts[in->list[k]].row;
    z[row] = x[row] + a*y[row];
  }
}

// y = W x
static void apply(impulse_solver *s, const island *in, double *y, const double *x) {
  const impulse_problem *p = &s->problem;
  for (int k = 0; k < in->count; k++) {
    strip_clear(s->dv, &p->left[in->list[k]]);
    strip_clear(s->dv, &p->right[in->list[k]]);
  }
  for (int k = 0; k < in->count; k++)
    strip_add(s->dv, &p->right[in->list[k]], x + s->contacts[in->list[k]].row, 1);
  for (int k = 0; k < in->count; k++)
    strip_times(y + s->contacts[in->list[k]].row, &p->left[in->list[k]], s->dv, 1);
}

// W is symmetric, or nearly so: then the residual is as small as the difference allows
static void solve_iteratively(impulse_solver *s, const island *in, double *P) {
  double *r = s->trial, *d = s->kept, *Wd = s->best;
  combine(s, in, r, s->problem.b, -2, s->problem.b);  // -b
  combine(s, in, d, r, 0, r);
  double size = dot(s, in, r, r), least = enough*enough*size;
  for (int i = 0; i < most_iterations && size > least; i++) {
    apply(s, in, Wd, d);
    double along = dot(s, in, d, Wd);
    if (!(along > 0))
      break;
    combine(s, in, P, P, size/along, d);
    combine(s, in, r, r, -size/along, Wd);
    double next = dot(s, in, r, r);
    combine(s, in, d, r, next/size, d);
    size = next;
  }
}

void bilateral_solve(impulse_solver *s, const impulse_problem *p, double *P) {
  vec_zero(P, p->nrow);
  if (!solver_begin(s, p))
    return;
  for (int k = 0; k < s->islands.count; k++) {
    island in = solver_island(s, k);
    if (in.nrow <= rows_dense && in.nrow <= s->newton.limit)
      solve_dense(s, &in, P);
    else if (bodies_lay(s, &in))
      bodies_hold(s, &in, P);
    else
      solve_iteratively(s, &in, P);
  }
}
