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
// the derivative: F + A du + B dP of one contact

// the rows of a contact that are at hand
typedef struct rows_at {
  natural_rows *out;
  const double *D, *u, *P;  // of the contact
  double soft;              // this share of W_ii is added to it
} rows_at;

static double *entry(double *A, int i, int j) {
  return A + i*contact_width + j;
}

// u_i = 0, times `unit`
static void row_velocity(const rows_at *a, int i, double unit) {
  a->out->F[i] = unit*a->u[i];
  *entry(a->out->A, i, i) += unit;
  *entry(a->out->B, i, i) += a->soft*unit*a->D[i*contact_width + i];
}

// w (P_i - slope P_N) = 0
static void row_impulse(const rows_at *a, int i, double w, double slope) {
  a->out->F[i] = w*(a->P[i] - slope*a->P[0]);
  *entry(a->out->B, i, 0) -= w*slope;
  *entry(a->out->B, i, i) += w;
}

// w (P_T - rho z/|z|) = 0: with d = z/|z| and Q = rho (1 - d d^T)/|z| its derivative is
// w dP_T - w mu d dP_N - Q (w dP_T - du_T)
static void rows_slip(const rows_at *a, const friction_clause *f, int row, double w, double unit) {
  double z[2] = {0}, d[2] = {0}, rho = f->mu*a->P[0];
  for (int i = 0; i < f->count; i++)
    z[i] = a->P[row + i] - a->u[row + i]/w;
  double l = length(z, f->count);
  for (int i = 0; i < f->count; i++)
    d[i] = z[i]/l;
  for (int i = 0; i < f->count; i++) {
    row_impulse(a, row + i, unit*w, f->mu*d[i]);
    a->out->F[row + i] = unit*w*(a->P[row + i] - rho*d[i]);
    for (int k = 0; f->count == 2 && k < 2; k++) {
      double Q = unit*rho/l*((i == k) - d[i]*d[k]);
      *entry(a->out->A, row + i, row + k) += Q;
      *entry(a->out->B, row + i, row + k) -= Q*(1 - a->soft)*w;
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

void natural_linearise(const contact_rows *c, const double *D, const double *u, const double *P,
                       double soft, natural_rows *out) {
  int row = 1;
  bool active = P[0] > u[0]/D[0];
  rows_at a = {out, D, u, P, soft};
  *out = (natural_rows){0};
  if (active)
    row_velocity(&a, 0, 1);
  else
    row_impulse(&a, 0, D[0], 0);
  for (int k = 0; k < c->nclause; k++) {
    const friction_clause *f = &c->clause[k];
    double w = one_contact_weight(f, D, row), unit = unit_of(k, D[0], w);
    if (active && k == 0 && c->tied)
      row_impulse(&a, 1, w, c->slope);
    else if (active)
      rows_clause(&a, f, row, w, unit);
    for (int i = 0; !active && i < f->count; i++)
      row_impulse(&a, row + i, w > 0 ? unit*w : 1, 0);
    row += f->count;
  }
}

// J = A W + B
static void linearise(impulse_solver *s, const island *in, const double *P, double soft) {
  const impulse_problem *p = &s->problem;
  impulse_newton *n = &s->newton;
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &p->contacts[in->list[k]];
    natural_rows rows;
    int width = contact_rows_width(c), at = n->place[in->list[k]];
    natural_linearise(c, s->D + (long)c->row*contact_width, s->u + c->row, P + c->row, soft,
                      &rows);
    vec_copy(n->F + at, rows.F, width);
    for (int i = 0; i < width; i++) {
      double *J = n->J + (long)(at + i)*in->nrow;
      vec_zero(J, in->nrow);
      vec_copy(J + at, rows.B + i*contact_width, width);
      for (int j = 0; j < width; j++)
        if (rows.A[i*contact_width + j] != 0)
          vec_axpy(J, rows.A[i*contact_width + j], n->W + (long)(at + j)*in->nrow, J, in->nrow);
    }
  }
}

void natural_newton(impulse_solver *s, const island *in, const double *P, double soft) {
  impulse_newton *n = &s->newton;
  linearise(s, in, P, soft);
  for (int i = 0; i < in->nrow; i++)
    n->F[i] = -n->F[i];
  least_norm_factor(&n->factor, n->J, in->nrow, in->nrow, rcond);
  least_norm_solve(&n->factor, n->F, n->step);
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    vec_copy(s->bodies.step + c->row, n->step + n->place[in->list[k]], contact_rows_width(c));
  }
}
