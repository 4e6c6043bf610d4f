// Derivatives by differences, for functions the caller has not differentiated.
//
//   fine     (8 [f(d) - f(-d)] - [f(2d) - f(-2d)])/(12 d)      for what the motion depends on
//   coarse   (f(d) - f(-d))/(2 d)                              for Jacobians and multipliers
//   whole    the same with d of the size of the variable: exact where f is a polynomial of degree 2
//   second   (f(d,e) - f(d,-e) - f(-d,e) + f(-d,-e))/(4 d e)   from values, where no first
//                                                              derivative is given
//
// Steps are powers of two times the size of the variable, so that x + d is exact except for a
// carry. With eps = 2^-52 the errors of truncation and rounding balance at eps^(1/5), eps^(1/3) and
// eps^(1/4); what remains is eps^(4/5) = 3e-13, eps^(2/3) = 4e-11, eps^(1/2) = 1e-8, all relative
// to f and to the size.

#include "problem/callbacks.h"

#include "base/vec.h"

#include <math.h>

static const double fine_step = 0x1p-10, coarse_step = 0x1p-17, second_step = 0x1p-13;

// what is moved: one entry of q, of x = v or p, of v where p is x too, or t
typedef enum variable_kind { BY_Q, BY_X, BY_V, BY_T } variable_kind;

typedef struct variable {
  variable_kind by;
  int j;
  double size;  // a power of two
} variable;

static double power_of_two(double x) {
  return ldexp(1, ilogb(x));
}

// entry j at the place where w is
static variable variable_of(const callback_work *w, variable_kind by, int j) {
  const noslip_callbacks *of = &w->c->of;
  bool known = by == BY_X || (by == BY_V && w->c->lagrangian);
  const double *sizes = by == BY_Q ? of->size_q : known ? of->size_x : NULL;
  if (by == BY_T)
    return (variable){BY_T, 0, 1};
  double typical = sizes ? sizes[j] : 1, value = by == BY_Q ? w->q[j] : w->x[j];
  return (variable){by, j, power_of_two(fmax(typical, fabs(value)))};
}

// a function at the place w->t, w->q, w->x
typedef void place_function(callback_work *w, double *out);

static void go_to(callback_work *w, callback_place at) {
  w->t = at.t;
  vec_copy(w->q, at.q, w->c->n);
  vec_copy(w->x, at.x, w->c->n);
}

static double *entry(callback_work *w, variable v) {
  return v.by == BY_Q ? &w->q[v.j] : v.by == BY_T ? &w->t : &w->x[v.j];
}

// f with one variable moved by d; the place is as before afterwards
static void moved(callback_work *w, place_function *f, variable v, double d, double *out) {
  double *x = entry(w, v), here = *x;
  *x = here + d;
  f(w, out);
  *x = here;
}

// ---------------------------------------------------------------------------------------------
// first differences: f has `rows` outputs, the derivative by v goes to out[i*stride]

static void central(callback_work *w, place_function *f, int rows, variable v, double d,
                    double *out, int stride) {
  moved(w, f, v, d, w->near);
  moved(w, f, v, -d, w->far);
  for (int i = 0; i < rows; i++)
    out[(long)i*stride] = (w->near[i] - w->far[i])/(2*d);
}

static void coarse(callback_work *w, place_function *f, int rows, variable v, double *out,
                   int stride) {
  central(w, f, rows, v, coarse_step*v.size, out, stride);
}

static void whole(callback_work *w, place_function *f, int rows, variable v, double *out,
                  int stride) {
  central(w, f, rows, v, v.size, out, stride);
}

// (4 D(d) - D(2d))/3 with the central differences D
static void fine(callback_work *w, place_function *f, int rows, variable v, double *out,
                 int stride) {
  double d = fine_step*v.size;
  central(w, f, rows, v, d, out, stride);
  moved(w, f, v, 2*d, w->near);
  moved(w, f, v, -2*d, w->far);
  for (int i = 0; i < rows; i++) {
    double *D = &out[(long)i*stride];
    *D = (4 * *D - (w->near[i] - w->far[i])/(4*d))/3;
  }
}

typedef void formula(callback_work *w, place_function *f, int rows, variable v, double *out,
                     int stride);

// rows x n: the derivative of f by q or by x
static void jacobian(callback_work *w, place_function *f, int rows, variable_kind by, formula *how,
                     double *out) {
  for (int j = 0; j < w->c->n; j++)
    how(w, f, rows, variable_of(w, by, j), out + j, w->c->n);
}

// ---------------------------------------------------------------------------------------------
// second differences of a number

static double corner(callback_work *w, place_function *f, variable a, double d, variable b,
                     double e) {
  double *x = entry(w, a), here = *x, out;
  *x = here + d;
  moved(w, f, b, e, &out);
  *x = here;
  return out;
}

static double mixed(callback_work *w, place_function *f, variable a, double d, variable b,
                    double e) {
  double same = corner(w, f, a, d, b, e) + corner(w, f, a, -d, b, -e);
  double other = corner(w, f, a, d, b, -e) + corner(w, f, a, -d, b, e);
  return (same - other)/(4*d*e);
}

// ---------------------------------------------------------------------------------------------
// L or H

static void function(callback_work *w, double *out) {
  *out = w->c->of.function(w->c->of.context, w->t, w->q, w->x);
}

void difference_gradient(callback_work *w, callback_place at, double *by_q, double *by_x) {
  const callbacks *c = w->c;
  go_to(w, at);
  jacobian(w, function, 1, BY_Q, fine, by_q);
  if (!c->M) {
    jacobian(w, function, 1, BY_X, c->quadratic ? whole : fine, by_x);
    return;
  }
  mat_vec(by_x, c->M, at.x, c->n, c->n);
  vec_axpy(by_x, 1, c->c, by_x, c->n);
}

// L_q, then L_x
static void gradient(callback_work *w, double *out) {
  w->c->of.gradient(w->c->of.context, w->t, w->q, w->x, out, out + w->c->n);
}

static void gradient_x(callback_work *w, double *out) {
  gradient(w, w->near_gradient);
  vec_copy(out, w->near_gradient + w->c->n, w->c->n);
}

static void gradient_q(callback_work *w, double *out) {
  gradient(w, w->near_gradient);
  vec_copy(out, w->near_gradient, w->c->n);
}

// one entry of the Hessian from values; a and b in the order of their steps
static double second(callback_work *w, variable a, variable b) {
  // where x is exact with a whole step, a mixed difference is a first one in q
  bool a_whole = w->c->quadratic && a.by == BY_X, b_whole = w->c->quadratic && b.by == BY_X;
  double d = a_whole ? 1 : b_whole ? coarse_step : second_step;
  double e = b_whole ? 1 : a_whole ? coarse_step : second_step;
  return mixed(w, function, a, d*a.size, b, e*b.size);
}

static void hessian_from_values(callback_work *w, double *xx, double *xq, double *qq) {
  int n = w->c->n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      variable qi = variable_of(w, BY_Q, i), qj = variable_of(w, BY_Q, j);
      variable xi = variable_of(w, BY_X, i), xj = variable_of(w, BY_X, j);
      xx[i*n + j] = j < i ? xx[j*n + i] : w->c->M ? 0 : second(w, xi, xj);
      xq[i*n + j] = w->c->M ? 0 : second(w, xi, qj);
      qq[i*n + j] = j < i ? qq[j*n + i] : second(w, qi, qj);
    }
}

static void hessian_from_gradient(callback_work *w, double *xx, double *xq, double *qq) {
  int nn = w->c->n*w->c->n;
  jacobian(w, gradient_q, w->c->n, BY_Q, coarse, qq);
  vec_zero(xq, nn);
  if (w->c->M)
    return;
  jacobian(w, gradient_x, w->c->n, BY_X, w->c->quadratic ? whole : coarse, xx);
  jacobian(w, gradient_x, w->c->n, BY_Q, coarse, xq);
}

void difference_hessian(callback_work *w, callback_place at, double *xx, double *xq, double *qq) {
  const callbacks *c = w->c;
  go_to(w, at);
  if (c->of.gradient)
    hessian_from_gradient(w, xx, xq, qq);
  else
    hessian_from_values(w, xx, xq, qq);
  if (c->M)
    vec_copy(xx, c->M, c->n*c->n);
}

void difference_gradient_t(callback_work *w, callback_place at, double *out) {
  variable t = variable_of(w, BY_T, 0);
  go_to(w, at);
  if (w->c->of.gradient)
    coarse(w, gradient_x, w->c->n, t, out, 1);
  else
    for (int i = 0; i < w->c->n; i++)
      out[i] = second(w, variable_of(w, BY_X, i), t);
}

// ---------------------------------------------------------------------------------------------
// forces

static void force(callback_work *w, double *out) {
  w->c->of.force(w->c->of.context, w->t, w->q, w->x, out);
}

void difference_force(callback_work *w, callback_place at, double *by_q, double *by_x) {
  go_to(w, at);
  jacobian(w, force, w->c->n, BY_Q, coarse, by_q);
  jacobian(w, force, w->c->n, BY_X, coarse, by_x);
}

// ---------------------------------------------------------------------------------------------
// nonholonomic constraints: here x is v

static void phi(callback_work *w, double *out) {
  w->c->of.nonholonomic.phi(w->c->of.context, w->t, w->q, w->x, out);
}

// Phi_v^T mu
static void reaction(callback_work *w, double *out) {
  w->c->of.nonholonomic.phi_v(w->c->of.context, w->t, w->q, w->x, w->near_rows);
  vec_zero(out, w->c->n);
  mat_tvec_add(out, 1, w->near_rows, w->mu, w->c->mn, w->c->n);
}

// mu.Phi
static void work_of_phi(callback_work *w, double *out) {
  phi(w, w->near_phi);
  *out = vec_dot(w->mu, w->near_phi, w->c->mn);
}

void difference_phi_v(callback_work *w, callback_place at, double *out) {
  go_to(w, at);
  jacobian(w, phi, w->c->mn, BY_V, w->c->affine ? whole : fine, out);
}

void difference_phi_q(callback_work *w, callback_place at, double *out) {
  go_to(w, at);
  jacobian(w, phi, w->c->mn, BY_Q, coarse, out);
}

void difference_phi_t(callback_work *w, callback_place at, double *out) {
  go_to(w, at);
  coarse(w, phi, w->c->mn, variable_of(w, BY_T, 0), out, 1);
}

void difference_phi_vv(callback_work *w, callback_place at, const double *mu, double *out) {
  int n = w->c->n;
  go_to(w, at);
  w->mu = mu;
  if (w->c->of.nonholonomic.phi_v) {
    jacobian(w, reaction, n, BY_V, coarse, out);
    return;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      variable a = variable_of(w, BY_V, i), b = variable_of(w, BY_V, j);
      out[i*n + j] = mixed(w, work_of_phi, a, second_step*a.size, b, second_step*b.size);
    }
}

// ---------------------------------------------------------------------------------------------
// holonomic constraints: x is v again

static void g(callback_work *w, double *out) {
  w->c->of.holonomic.g(w->c->of.context, w->t, w->q, out);
}

void difference_g_q(callback_work *w, callback_place at, double *out) {
  go_to(w, at);
  jacobian(w, g, w->c->mh, BY_Q, fine, out);
}

void difference_g_t(callback_work *w, callback_place at, double *out) {
  go_to(w, at);
  fine(w, g, w->c->mh, variable_of(w, BY_T, 0), out, 1);
}

// how many sizes of their own the positions go in a unit of time, at least the 1 of time itself
static double speed(const callback_work *w, callback_place at) {
  double fastest = 1;
  for (int i = 0; i < w->c->n; i++)
    fastest = fmax(fastest, fabs(at.x[i])/variable_of(w, BY_Q, i).size);
  return fastest;
}

// f at (t + s, q + s v)
static void further(callback_work *w, place_function *f, callback_place at, double s, double *out) {
  w->t = at.t + s;
  vec_axpy(w->q, s, at.x, at.q, w->c->n);
  f(w, out);
}

// g_q v + g_t
static void hidden(callback_work *w, double *out) {
  const callbacks *c = w->c;
  const noslip_holonomic *h = &c->of.holonomic;
  h->g_q(c->of.context, w->t, w->q, w->near_rows);
  mat_vec(out, w->near_rows, w->x, c->mh, c->n);
  if (c->autonomous)
    return;
  h->g_t(c->of.context, w->t, w->q, w->near_phi);
  vec_axpy(out, 1, w->near_phi, out, c->mh);
}

// d/ds of g_q v + g_t along (t + s, q + s v), or the second derivative of g,
// (16 [g(s) + g(-s)] - [g(2s) + g(-2s)] - 30 g)/(12 s^2), with its best step at eps^(1/6)
void difference_bias(callback_work *w, callback_place at, double *out) {
  static const double straight_step = 0x1p-9;
  const noslip_holonomic *h = &w->c->of.holonomic;
  int m = w->c->mh;
  go_to(w, at);
  double fastest = speed(w, at);
  if (h->g_q && (h->g_t || w->c->autonomous)) {
    double s = coarse_step/fastest;
    further(w, hidden, at, s, w->near);
    further(w, hidden, at, -s, w->far);
    for (int i = 0; i < m; i++)
      out[i] = (w->near[i] - w->far[i])/(2*s);
    return;
  }
  double s = straight_step/fastest;
  const double weight[] = {-1, 16, -30, 16, -1};
  vec_zero(out, m);
  for (int k = 0; k < 5; k++) {
    further(w, g, at, (k - 2)*s, w->near);
    vec_axpy(out, weight[k]/(12*s*s), w->near, out, m);
  }
}
