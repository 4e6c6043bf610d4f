// Derivatives of a caller against differences.
//
// A derivative D of f by variables of sizes s and r passes if |D - difference| s r is below a share
// of the largest |D| s r, or what differences of a function of this magnitude can tell.

#include "problem/callbacks_check.h"

#include "base/vec.h"

#include <math.h>

static const double share = 1e-4, tell = 1e-6;

// what is compared: rows x columns numbers and their sizes
typedef struct table {
  const char *field;
  int rows, columns;
  const double *row_size, *column_size;
  double magnitude;  // of the function that is differentiated
} table;

static bool same(checker *k, table t, const double *given, const double *found) {
  double largest = 0;
  int count = t.rows*t.columns;
  if (!isfinite(vec_max(given, count)) || !isfinite(vec_max(found, count)))
    return true;
  for (int i = 0; i < count; i++)
    largest = fmax(largest, fmax(fabs(given[i]), fabs(found[i]))*t.row_size[i/t.columns] *
                                t.column_size[i % t.columns]);
  for (int i = 0; i < count; i++) {
    double off =
        fabs(given[i] - found[i])*t.row_size[i/t.columns]*t.column_size[i % t.columns];
    if (off > share*largest + tell*t.magnitude) {
      fail(
          k->why, NOSLIP_ERROR_MODEL,
          "`%s` is not the derivative: entry %d is %.6g, differences give %.6g\n"
          "  correct it, give `size_q` and `size_x` if the functions vary over short distances, or "
          "set `unchecked`",
          t.field, i, given[i], found[i]);
      return false;
    }
  }
  return true;
}

static const double *sizes_q(const checker *k) {
  return k->c->of.size_q ? k->c->of.size_q : k->ones;
}

static const double *sizes_x(const checker *k) {
  return k->c->of.size_x ? k->c->of.size_x : k->ones;
}

// velocities of a hamiltonian have no size of their own
static const double *sizes_v(const checker *k) {
  return k->c->lagrangian ? sizes_x(k) : k->ones;
}

static bool gradient_is_right(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  int n = k->c->n;
  if (!of->gradient)
    return true;
  of->gradient(of->context, at.t, at.q, at.x, k->one, k->one + n);
  difference_gradient(&k->w, at, k->two, k->two + n);
  table q = {"gradient (by_q)", 1, n, k->ones, sizes_q(k), check_magnitude(k, at)}, x = q;
  x.field = "gradient (by_x)";
  x.column_size = sizes_x(k);
  return same(k, q, k->one, k->two) && same(k, x, k->one + n, k->two + n);
}

static bool hessian_is_right(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  int n = k->c->n, nn = n*n;
  double *one = k->one, *two = k->two;
  if (!of->hessian)
    return true;
  of->hessian(of->context, at.t, at.q, at.x, one, one + nn, one + 2*nn);
  difference_hessian(&k->w, at, two, two + nn, two + 2*nn);
  table xx = {"hessian (by_xx)", n, n, sizes_x(k), sizes_x(k), check_magnitude(k, at)}, xq = xx,
        qq = xx;
  xq.field = "hessian (by_xq)";
  qq.field = "hessian (by_qq)";
  xq.column_size = qq.row_size = qq.column_size = sizes_q(k);
  return same(k, xx, one, two) && same(k, xq, one + nn, two + nn) &&
         same(k, qq, one + 2*nn, two + 2*nn);
}

static bool force_is_right(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  int n = k->c->n, nn = n*n;
  if (!of->force_derivatives)
    return true;
  of->force(of->context, at.t, at.q, at.x, k->two);
  table q = {"force_derivatives (by_q)", n, n, k->ones, sizes_q(k), vec_max(k->two, n)}, x = q;
  x.field = "force_derivatives (by_x)";
  x.column_size = sizes_x(k);
  of->force_derivatives(of->context, at.t, at.q, at.x, k->one, k->one + nn);
  difference_force(&k->w, at, k->two, k->two + nn);
  return same(k, q, k->one, k->two) && same(k, x, k->one + nn, k->two + nn);
}

typedef void difference(callback_work *w, callback_place at, double *out);

static bool array_is_right(checker *k, noslip_array *given, difference *how, callback_place at,
                           table t) {
  if (!given || t.rows == 0)
    return true;
  given(k->c->of.context, at.t, at.q, at.x, k->one);
  how(&k->w, at, k->two);
  return same(k, t, k->one, k->two);
}

static bool place_is_right(checker *k, noslip_place *given, difference *how, callback_place at,
                           table t) {
  if (!given || t.rows == 0)
    return true;
  given(k->c->of.context, at.t, at.q, k->one);
  how(&k->w, at, k->two);
  return same(k, t, k->one, k->two);
}

static bool phi_vv_is_right(checker *k, callback_place at, double size) {
  const noslip_callbacks *of = &k->c->of;
  int n = k->c->n;
  if (!of->nonholonomic.phi_vv || k->c->mn == 0 || k->c->affine)
    return true;
  table t = {"nonholonomic.phi_vv", n, n, sizes_v(k), sizes_v(k), size};
  of->nonholonomic.phi_vv(of->context, at.t, at.q, at.x, k->mu, k->one);
  difference_phi_vv(&k->w, at, k->mu, k->two);
  return same(k, t, k->one, k->two);
}

static bool nonholonomic_is_right(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  const noslip_nonholonomic *p = &of->nonholonomic;
  int n = k->c->n, m = k->c->mn;
  if (m == 0)
    return true;
  p->phi(of->context, at.t, at.q, at.x, k->one);
  double size = vec_max(k->one, m);
  table v = {"nonholonomic.phi_v", m, n, k->ones, sizes_v(k), size};
  table q = {"nonholonomic.phi_q", m, n, k->ones, sizes_q(k), size};
  table t = {"nonholonomic.phi_t", m, 1, k->ones, k->ones, size};
  return array_is_right(k, p->phi_v, difference_phi_v, at, v) &&
         array_is_right(k, p->phi_q, difference_phi_q, at, q) &&
         array_is_right(k, p->phi_t, difference_phi_t, at, t) && phi_vv_is_right(k, at, size);
}

static bool holonomic_is_right(checker *k, callback_place at) {
  const noslip_callbacks *of = &k->c->of;
  const noslip_holonomic *h = &of->holonomic;
  int n = k->c->n, m = k->c->mh;
  if (m == 0)
    return true;
  h->g(of->context, at.t, at.q, k->one);
  double size = vec_max(k->one, m);
  table q = {"holonomic.g_q", m, n, k->ones, sizes_q(k), size};
  table t = {"holonomic.g_t", m, 1, k->ones, k->ones, size}, bias = t;
  bias.field = "holonomic.bias";
  return place_is_right(k, h->g_q, difference_g_q, at, q) &&
         place_is_right(k, h->g_t, difference_g_t, at, t) &&
         array_is_right(k, h->bias, difference_bias, at, bias);
}

bool check_derivatives(checker *k, callback_place at) {
  table t = {"gradient_t", k->c->n, 1, sizes_x(k), k->ones, check_magnitude(k, at)};
  return gradient_is_right(k, at) && hessian_is_right(k, at) && force_is_right(k, at) &&
         array_is_right(k, k->c->of.gradient_t, difference_gradient_t, at, t) &&
         nonholonomic_is_right(k, at) && holonomic_is_right(k, at);
}
