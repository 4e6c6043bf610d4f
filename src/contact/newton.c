// A step of Newton's method on the natural map, damped.
//
// Where rows are nearly dependent the step is long, and other contacts open on its way. With W +
// soft diag W it is shorter: the first step of the proximal point method. By bodies some of that is
// needed always: W is singular where contacts hold a body in more ways than one.

#include "base/vec.h"
#include "contact/bodies.h"

double solver_attempt(impulse_solver *s, const island *in, const double *P, double share,
                      const double *step) {
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    vec_axpy(s->trial + c->row, share, step + c->row, P + c->row, contact_rows_width(c));
    s->trial[c->row] = vec_larger(s->trial[c->row], 0);
  }
  return solver_residual(s, in, s->trial, &s->result.contact);
}

// the step from P, where u is that of P
static bool find_step(impulse_solver *s, const island *in, const double *P, double soft,
                      newton_kind kind) {
  if (kind != NEWTON_DENSE)
    return bodies_newton(s, in, P, soft);
  natural_newton(s, in, P, soft);
  return true;
}

double newton_step(impulse_solver *s, const island *in, double *P, double residual,
                   newton_kind kind) {
  static const double shares[] = {1, 0.5, 0.25, 0.1, 0.02};
  static const double softs[][4] = {{0, 1e-6, 1e-3, 0.1}, {1e-8}, {1e-8, 1e-5}};
  static const int count[] = {4, 1, 2};
  enum { nshare = sizeof shares/sizeof *shares };
  s->result.steps++;
  for (int i = 0; i < count[kind]; i++) {
    if (i > 0)
      solver_residual(s, in, P, &s->result.contact);
    bool found = find_step(s, in, P, softs[kind][i], kind);
    for (int k = 0; found && k < nshare; k++) {
      double after = solver_attempt(s, in, P, shares[k], s->bodies.step);
      if (!(after < residual))
        continue;
      solver_copy(s, in, P, s->trial);
      return after;
    }
  }
  return solver_residual(s, in, P, &s->result.contact);
}
