// The frictional problem by proximal points: contacts that are a little soft, made harder.
//
// Around impulses Q each contact is a spring without mass, of stiffness 1/rho, and a slider:
//
//   P_N = max(0, Q_N - u_N/rho_N),   P_T = proj(Q_T - u_T/rho_T) onto the disc of radius mu P_N
//   rho = soft W_ii,   u = W P + b
//
// With P = Q + y on the one side and P = Q + p(u) on the other this is y = p(u0 + L w), w = R^T y,
// u0 = W Q + b: an equation whose unknowns are as many as the velocities. Newton's method by bodies
// (bodies.h) gives y <- y + share d. Without friction y - p is the slope of a convex function; the
// share is where it is no longer falling along d. All numbers are differences from Q, so that
// nothing is lost however hard the contacts are.
//
// Then Q becomes P, and soft becomes smaller. Where Q stays, P solves the problem itself: its
// residual is rho |P - Q|. Where rows are nearly dependent Q has a long way to go with a small
// residual, in steps like 1/soft; it is continued as long as the residual does not grow.
//
//      [Rockafellar, "Monotone operators and the proximal point algorithm", SIAM J. Control Optim.
//       14 (1976) 877-898]

#include "base/vec.h"
#include "contact/bodies.h"
#include "contact/one.h"

#include <float.h>
#include <math.h>

enum {
  most_points = 60,
  most_steps = 400,   // of Newton's method, for all points together,
  point_steps = 25,   // and for one
  most_shares = 30,   // tried along a step
  polish_steps = 10,  // of Newton's method on the natural map
};

static const double soft_first = 1e-2;  // of W_ii, at most,
static const double soft_share = 30;    // and this multiple of the residual that is begun with
static const double soft_most = 30;     // softer: nothing can be had
static const double soft_usual = 3e-5;  // harder only where the residual stays
static const double soft_least = 1e-9;
static const double soft_polish = 1e-4;  // from here on Newton's method may do the rest
static const double slope_enough = 0.3;  // of the slope at the beginning of a step

// ---------------------------------------------------------------------------------------------
// one contact: p = P - Q for its u, and G = -dp/du

// a clause whose rows begin with `row`; its normal has P_N, and P_N falls by `stiff` u_N
static void clause_force(const friction_clause *f, double rho, double normal, double stiff, int row,
                         const double *u, const double *Q, double *p, double *G) {
  double z[2] = {0}, radius = f->mu*normal;
  for (int i = 0; i < f->count; i++)
    z[i] = Q[row + i] - u[row + i]/rho;
  double l = f->count == 1 ? fabs(z[0]) : sqrt(z[0]*z[0] + z[1]*z[1]);
  for (int i = 0; i < f->count; i++) {
    double *own = G + (row + i)*contact_width;
    if (l <= radius) {
      p[row + i] = -u[row + i]/rho;
      own[row + i] = 1/rho;
      continue;
    }
    p[row + i] = radius*z[i]/l - Q[row + i];
    own[0] = f->mu*z[i]/l*stiff;
    for (int k = 0; f->count == 2 && k < 2; k++)
      own[row + k] = radius/l*((i == k) - z[i]*z[k]/(l*l))/rho;
  }
}

static void contact_force(const contact_rows *c, const double *D, double soft, const double *u,
                          const double *Q, double *p, double *G) {
  double stiff = 1/(soft*D[0]), normal = Q[0] - u[0]*stiff;
  int row = 1, width = contact_rows_width(c);
  vec_zero(G, contact_width*width);
  for (int i = 0; i < width; i++)
    p[i] = -Q[i];
  if (!(normal > 0))
    return;
  p[0] = -u[0]*stiff;
  G[0] = stiff;
  for (int k = 0; k < c->nclause; k++) {
    const friction_clause *f = &c->clause[k];
    double w = one_contact_weight(f, D, row);
    if (k == 0 && c->tied) {
      p[1] = c->slope*normal - Q[1];
      G[contact_width] = c->slope*stiff;
    } else if (w > 0 && f->mu > 0)
      clause_force(f, soft*w, normal, stiff, row, u, Q, p, G);
    row += f->count;
  }
}

// ---------------------------------------------------------------------------------------------
// the equation y = p(u0 + L R^T y)

// the equation at hand; its arrays are those of the solver
typedef struct point {
  impulse_solver *s;
  const island *in;
  double soft;
  double *p;        // nrow  s->trial
  const double *Q;  // nrow  s->kept
  double off;       // |y - p|^2, weighted by W_ii
  double moved;     // |p|^2, weighted by W_ii
  double slope;     // (y - p).(L way)
} point;

// p, G and the measures at y and w
static void evaluate(point *e) {
  impulse_solver *s = e->s;
  impulse_bodies *b = &s->bodies;
  e->off = e->moved = e->slope = 0;
  for (int k = 0; k < e->in->count; k++) {
    int i = e->in->list[k], row = s->contacts[i].row, width = contact_rows_width(&s->contacts[i]);
    double along[contact_width], *u = s->u + row;
    const double *D = s->D + (long)row*contact_width;
    bodies_times(b, u, &s->problem.left[i], b->w, width);
    bodies_times(b, along, &s->problem.left[i], b->way, width);
    vec_axpy(u, 1, b->u0 + row, u, width);
    contact_force(&s->contacts[i], D, e->soft, u, e->Q + row, e->p + row,
                  b->G + (long)row*contact_width);
    for (int r = 0; r < width; r++) {
      double rest = b->y[row + r] - e->p[row + r], weight = D[r*contact_width + r];
      e->off += weight*rest*rest;
      e->moved += weight*e->p[row + r]*e->p[row + r];
      e->slope += rest*along[r];
    }
  }
}

// begin with y = 0 at Q = P
static void begin(point *e, const double *P) {
  impulse_solver *s = e->s;
  impulse_bodies *b = &s->bodies;
  solver_residual(s, e->in, P, &s->result.contact);
  solver_copy(s, e->in, b->u0, s->u);
  solver_copy(s, e->in, s->kept, P);
  vec_zero(b->w, b->matrix.order.n);
  vec_zero(b->way, b->matrix.order.n);
  for (int k = 0; k < e->in->count; k++) {
    const contact_rows *c = &s->contacts[e->in->list[k]];
    vec_zero(b->y + c->row, contact_rows_width(c));
  }
  evaluate(e);
}

// y and w at a share of the step
static void go(point *e, double share) {
  impulse_bodies *b = &e->s->bodies;
  vec_axpy(b->w, share, b->way, b->w_old, b->matrix.order.n);
  for (int k = 0; k < e->in->count; k++) {
    const contact_rows *c = &e->s->contacts[e->in->list[k]];
    vec_axpy(b->y + c->row, share, b->step + c->row, b->y_old + c->row, contact_rows_width(c));
  }
  evaluate(e);
}

// One step: the whole of it, or up to where the slope is small, by regula falsi (Illinois). False
// if there is no way down.
static bool step(point *e) {
  impulse_solver *s = e->s;
  impulse_bodies *b = &s->bodies;
  for (int k = 0; k < e->in->count; k++) {
    const contact_rows *c = &s->contacts[e->in->list[k]];
    vec_sub(b->g + c->row, e->p + c->row, b->y + c->row, contact_rows_width(c));
  }
  if (!bodies_factor(s, e->in))
    return false;
  bodies_solve(s, e->in);
  s->result.steps++;
  vec_copy(b->w_old, b->w, b->matrix.order.n);
  solver_copy(s, e->in, b->y_old, b->y);
  go(e, 0);
  double first = e->slope, low = 0, high = 1, below = first, share = 1;
  if (!(first < 0))
    return false;
  go(e, 1);
  double above = e->slope;
  for (int i = 0; i < most_shares && fabs(e->slope) > -slope_enough*first; i++) {
    if (e->slope > 0) {
      high = share;
      above = e->slope;
      below /= i > 0 ? 2 : 1;
    } else if (share < 1) {
      low = share;
      below = e->slope;
      above /= 2;
    } else
      break;
    share = low + (high - low)*below/(below - above);
    go(e, share);
  }
  return isfinite(e->off);
}

// Solve for y; returns how many steps that took, -1: it cannot be. y - p has to be small beside what
// the point leaves of the residual, or beside its rounding.
static int solve(point *e) {
  double noise = vec_larger(4*DBL_EPSILON/e->soft, 0.1*e->soft);
  for (int i = 0; i < point_steps; i++) {
    if (e->off <= noise*noise*e->moved)
      return i;
    if (!step(e))
      return -1;
  }
  return -1;
}

// ---------------------------------------------------------------------------------------------
// the points

// P = Q + p; p stays in y
static double take(point *e, double *P) {
  impulse_solver *s = e->s;
  solver_copy(s, e->in, s->bodies.y, e->p);
  double residual = solver_attempt(s, e->in, P, 1, s->bodies.y);
  solver_copy(s, e->in, P, s->trial);
  return residual;
}

// the way from Q to P is continued, twice as far each time, while the residual does not grow
static double extrapolate(point *e, double *P, double residual) {
  double share = 1, there = residual;
  for (int i = 0; i < most_shares; i++, share *= 2) {
    there = solver_attempt(e->s, e->in, P, share, e->s->bodies.y);
    if (!(there <= residual))
      break;
    residual = there;
    solver_copy(e->s, e->in, P, e->s->trial);
  }
  return residual;
}

// Newton's method on the natural map, while it gains; what gains too little is taken back
static double polish(point *e, double *P, double residual, bool *enough) {
  impulse_solver *s = e->s;
  double first = residual, last = HUGE_VAL;
  solver_copy(s, e->in, s->kept, P);
  for (int i = 0; i < polish_steps && !*enough && residual < last/4; i++) {
    last = residual;
    residual = newton_step(s, e->in, P, last, NEWTON_BODIES);
    *enough = solver_is_enough(s, residual, last);
  }
  if (*enough || residual < first/100)
    return residual;
  solver_copy(s, e->in, P, s->kept);
  return first;
}

double proximal_run(impulse_solver *s, const island *in, double *P, bool *enough) {
  point e = {.s = s, .in = in, .p = s->trial, .Q = s->kept};
  double residual = solver_residual(s, in, P, &s->result.contact), least = soft_usual;
  double last = HUGE_VAL;
  int limit = s->result.steps + most_steps;
  e.soft = vec_smaller(soft_first, vec_larger(soft_usual, soft_share*residual/s->scale));
  if (!bodies_lay(s, in))
    return residual;
  for (int i = 0; i < most_points && e.soft < soft_most && s->result.steps < limit; i++) {
    begin(&e, P);
    int count = solve(&e);
    if (count < 0) {
      e.soft *= 3;
      continue;
    }
    residual = take(&e, P);
    if (residual > last/2)
      residual = extrapolate(&e, P, residual);
    *enough = solver_is_enough(s, residual, HUGE_VAL);
    double reached = residual;
    if (e.soft <= soft_polish)
      residual = polish(&e, P, residual, enough);
    if (*enough)
      break;
    least = reached < last/2 ? soft_usual : vec_larger(least/10, soft_least);
    last = reached;
    e.soft = vec_larger(e.soft/(count <= 3 ? 5 : count <= 8 ? 2 : 1), least);
  }
  return solver_residual(s, in, P, &s->result.contact);
}
