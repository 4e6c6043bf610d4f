// The natural map of the frictional problem, and Newton's method on it.
//
//   z = P_T - u_T/w,  rho = mu P_N,  w = max diag W_TT
//   normal  P_N > u_N/W_NN: u_N = 0, otherwise W_NN P_N = 0 and w P_T = 0
//   stick   |z| <= rho: u_T = 0
//   slip    w (P_T - rho z/|z|) = 0
//
// with u = W P + b inserted. The zeros are the solutions of the problem, and the map has a
// derivative except where a contact is about to change between these cases.
//                           [Alart, Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991) 353-375]

#include "base/vec.h"
#include "contact/one.h"
#include "contact/solver.h"
#include "contact/strip.h"

#include <math.h>

static const double rcond = 1e-11;  // the matrix is singular where forces are not unique

static double length(const double *x, int n) {
  return n == 1 ? fabs(x[0]) : sqrt(x[0]*x[0] + x[1]*x[1]);
}

// Units of the normal velocity for a clause: the first is a velocity of the same point, a later one
// may be a rate of turning.
static double unit_of(int clause, double normal, double w) {
  return clause == 0 || !(w > 0) ? 1 : sqrt(normal/w);
}

// one clause with its rows u, P
static double clause_residual(const friction_clause *f, double w, double normal, const double *u,
                              const double *P) {
  double rho = f->mu*normal, z[2], rest[2];
  if (!(rho > 0))
    return w*length(P, f->count);
  for (int i = 0; i < f->count; i++)
    z[i] = P[i] - u[i]/w;
  double l = length(z, f->count);
  if (l <= rho)
    return length(u, f->count);
  for (int i = 0; i < f->count; i++)
    rest[i] = P[i] - rho*z[i]/l;
  return w*length(rest, f->count);
}

double natural_residual(const contact_rows *c, const double *D, const double *u, const double *P) {
  int row = 1;
  double largest = P[0] > u[0]/D[0] ? fabs(u[0]) : D[0]*fabs(P[0]);
  for (int k = 0; k < c->nclause; k++) {
    const friction_clause *f = &c->clause[k];
    double w = one_contact_weight(f, D, row);
    double part = k == 0 && c->tied
                      ? w*fabs(P[1] - c->slope*P[0])
                      : unit_of(k, D[0], w)*clause_residual(f, w, P[0], u + row, P + row);
    largest = part > largest || isnan(part) ? part : largest;
    row += f->count;
  }
  return largest;
}

// a column of W: what a unit impulse in row j of contact i does to all others; dv is zero before
// and after
static void assemble_column(impulse_solver *s, const island *in, int i, int j) {
  const impulse_problem *p = &s->problem;
  impulse_newton *n = &s->newton;
  double unit[contact_width] = {0}, u[contact_width];
  unit[j] = 1;
  strip_add(s->dv, &p->right[i], unit, contact_rows_width(&p->contacts[i]));
  for (int k = 0; k < in->count; k++) {
    int other = in->list[k], width = contact_rows_width(&p->contacts[other]);
    strip_times(u, &p->left[other], s->dv, width);
    for (int r = 0; r < width; r++)
      n->W[(long)(n->place[other] + r)*in->nrow + n->place[i] + j] = u[r];
  }
  strip_clear(s->dv, &p->right[i]);
}

void natural_assemble(impulse_solver *s, const island *in) {
  const impulse_problem *p = &s->problem;
  int at = 0;
  assert(in->nrow <= s->newton.limit);
  s->newton.assembled = true;
  for (int k = 0; k < in->count; k++) {
    int i = in->list[k];
    s->newton.place[i] = at;
    at += contact_rows_width(&p->contacts[i]);
    strip_clear(s->dv, &p->left[i]);
    strip_clear(s->dv, &p->right[i]);
  }
  for (int k = 0; k < in->count; k++) {
    int i = in->list[k], width = contact_rows_width(&p->contacts[i]);
    for (int j = 0; j < width; j++)
      assemble_column(s, in, i, j);
  }
}

// ---------------------------------------------------------------------------------------------
// the derivative

// rows of the island that are at hand: where they are, and their numbers
typedef struct rows_at {
  impulse_newton *newton;
  int rows;             // of the island
  int row;              // the first row of the contact
  const double *u, *P;  // of the contact
  double soft;          // this share of W_ii is added to it
} rows_at;

static double *J_row(const rows_at *a, int i) {
  return a->newton->J + (long)(a->row + i)*a->rows;
}

static const double *W_row(const rows_at *a, int i) {
  return a->newton->W + (long)(a->row + i)*a->rows;
}

// u_i = 0, times `unit`
static void row_velocity(const rows_at *a, int i, double unit) {
  double *J = J_row(a, i);
  a->newton->F[a->row + i] = unit*a->u[i];
  for (int j = 0; j < a->rows; j++)
    J[j] = unit*W_row(a, i)[j];
  J[a->row + i] += a->soft*unit*W_row(a, i)[a->row + i];
}

// w (P_i - slope P_N) = 0
static void row_impulse(const rows_at *a, int i, double w, double slope) {
  double *J = J_row(a, i);
  vec_zero(J, a->rows);
  a->newton->F[a->row + i] = w*(a->P[i] - slope*a->P[0]);
  J[a->row] -= w*slope;
  J[a->row + i] += w;
}

// w (P_T - rho z/|z|) = 0: with d = z/|z| and Q = rho (1 - d d^T)/|z| its derivative is
// w dP_T - w mu d dP_N - Q (w dP_T - W_T dP)
static void rows_slip(const rows_at *a, const friction_clause *f, int row, double w, double unit) {
  double z[2] = {0}, d[2] = {0}, rho = f->mu*a->P[0];
  for (int i = 0; i < f->count; i++)
    z[i] = a->P[row + i] - a->u[row + i]/w;
  double l = length(z, f->count);
  for (int i = 0; i < f->count; i++)
    d[i] = z[i]/l;
  for (int i = 0; i < f->count; i++) {
    double *J = J_row(a, row + i);
    row_impulse(a, row + i, unit*w, f->mu*d[i]);
    a->newton->F[a->row + row + i] = unit*w*(a->P[row + i] - rho*d[i]);
    for (int k = 0; f->count == 2 && k < 2; k++) {
      double Q = unit*rho/l*((i == k) - d[i]*d[k]);
      J[a->row + row + k] -= Q*w;
      vec_axpy(J, Q, W_row(a, row + k), J, a->rows);
    }
  }
}

static void rows_clause(const rows_at *a, const friction_clause *f, int row, double w,
                        double unit) {
  double z[2] = {0}, rho = f->mu*a->P[0];
  bool active = w > 0 && f->mu > 0;
  for (int i = 0; active && i < f->count; i++)
    z[i] = a->P[row + i] - a->u[row + i]/w;
  bool stick = active && length(z, f->count) <= rho;
  if (active && !stick)
    rows_slip(a, f, row, w, unit);
  for (int i = 0; (!active || stick) && i < f->count; i++)
    if (stick)
      row_velocity(a, row + i, unit);
    else
      row_impulse(a, row + i, w > 0 ? unit*w : 1, 0);
}

// the natural map of one contact and its derivative; D are its rows of W
static void rows_contact(const rows_at *a, const contact_rows *c, const double *D) {
  int row = 1;
  bool active = a->P[0] > a->u[0]/D[0];
  if (active)
    row_velocity(a, 0, 1);
  else
    row_impulse(a, 0, D[0], 0);
  for (int k = 0; k < c->nclause; k++) {
    const friction_clause *f = &c->clause[k];
    double w = one_contact_weight(f, D, row), unit = unit_of(k, D[0], w);
    if (active && k == 0 && c->tied)
      row_impulse(a, 1, w, c->slope);
    else if (active)
      rows_clause(a, f, row, w, unit);
    for (int i = 0; !active && i < f->count; i++)
      row_impulse(a, row + i, w > 0 ? unit*w : 1, 0);
    row += f->count;
  }
}

static void linearise(impulse_solver *s, const island *in, const double *P, double soft) {
  const impulse_problem *p = &s->problem;
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &p->contacts[in->list[k]];
    rows_at a = {&s->newton,    in->nrow,   s->newton.place[in->list[k]],
                 s->u + c->row, P + c->row, soft};
    rows_contact(&a, c, s->D + (long)c->row*contact_width);
  }
}

// ---------------------------------------------------------------------------------------------
// the step

// trial = P + share step, P_N >= 0; returns its residual
static double attempt(impulse_solver *s, const island *in, const double *P, double share) {
  const impulse_problem *p = &s->problem;
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &p->contacts[in->list[k]];
    double *trial = s->trial + c->row, *step = s->newton.step + s->newton.place[in->list[k]];
    vec_axpy(trial, share, step, P + c->row, contact_rows_width(c));
    trial[0] = vec_larger(trial[0], 0);
  }
  return solver_residual(s, in, s->trial, &s->result.contact);
}

int natural_rank(impulse_solver *s, const island *in, const double *P) {
  int worst;
  natural_assemble(s, in);
  solver_residual(s, in, P, &worst);
  linearise(s, in, P, 0);
  return least_norm_factor(&s->newton.factor, s->newton.J, in->nrow, in->nrow, rcond);
}

// the step for P, the matrix made softer by so much
static void find_step(impulse_solver *s, const island *in, const double *P, double soft) {
  impulse_newton *n = &s->newton;
  linearise(s, in, P, soft);
  for (int i = 0; i < in->nrow; i++)
    n->F[i] = -n->F[i];
  least_norm_factor(&n->factor, n->J, in->nrow, in->nrow, rcond);
  least_norm_solve(&n->factor, n->F, n->step);
}

// Where rows are nearly dependent the step is long, and other contacts open on its way. With W +
// soft diag W it is shorter: the first step of the proximal point method.
double natural_step(impulse_solver *s, const island *in, double *P, double residual) {
  static const double shares[] = {1, 0.5, 0.25, 0.1, 0.02}, softs[] = {0, 1e-6, 1e-3, 0.1};
  enum { nshare = sizeof shares/sizeof *shares, nsoft = sizeof softs/sizeof *softs };
  for (int i = 0; i < nshare*nsoft; i++) {
    if (i > 0 && i % nshare == 0)
      solver_residual(s, in, P, &s->result.contact);
    if (i % nshare == 0)
      find_step(s, in, P, softs[i/nshare]);
    double after = attempt(s, in, P, shares[i % nshare]);
    if (!(after < residual))
      continue;
    solver_copy(s, in, P, s->trial);
    return after;
  }
  return solver_residual(s, in, P, &s->result.contact);
}
