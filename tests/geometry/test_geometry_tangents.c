// Tests of the tangents in src/geometry: D, T and S, and K, against differences. Those are taken with
// the same kernels in long double, where a rule of order six with the step 1/512 is right to 1e-16;
// the originals must then agree with the long ones to rounding.

#include "tests/geometry/geometry.h"
#include "tests/geometry/geometry_wide.h"

// powers of two, so that both kinds of numbers see the same point
static const double lengths[] = {0x1p-30, 0x1p-17, 0x1p-10, 0.125, 1, 2.5};
enum { nlength = sizeof lengths/sizeof *lengths };

static const wide step = 1/(wide)512;

static void widen(wide *y, const double *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (wide)x[i];
}

// largest |a - b|
static double wide_distance(const wide *a, const wide *b, int n) {
  wide worst = 0;
  for (int i = 0; i < n; i++)
    worst = fabsl(a[i] - b[i]) > worst || isnan(a[i] - b[i]) ? fabsl(a[i] - b[i]) : worst;
  return (double)worst;
}

// the same of a double and a long result
static double loss(const double *a, const wide *b, int n) {
  wide copy[trial_square];
  widen(copy, a, n);
  return wide_distance(copy, b, n);
}

// a vector-valued function of xi, at hand in long double
typedef struct curve {
  const trial *t;
  wide xi[trial_dim], eta[trial_dim], w[trial_dim], g[trial_size];
  void (*value)(const struct curve *c, wide *y, const wide *x);
  int n;  // numbers of a value
} curve;

// d = derivative of value(x + e direction) in e at 0
static void difference(const curve *c, wide *d, const wide *x, const wide *direction) {
  static const wide weight[] = {45/(wide)60, -9/(wide)60, 1/(wide)60};
  wide y[trial_square], z[trial_square], at[trial_dim];
  int n = c->t->G.dim;
  for (int i = 0; i < c->n; i++)
    d[i] = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++)
      at[i] = x[i] + (k + 1)*step*direction[i];
    c->value(c, y, at);
    for (int i = 0; i < n; i++)
      at[i] = x[i] - (k + 1)*step*direction[i];
    c->value(c, z, at);
    for (int i = 0; i < c->n; i++)
      d[i] += weight[k]*(y[i] - z[i])/step;
  }
}

static void value_tau(const curve *c, wide *y, const wide *x) {
  wide_tau(&c->t->G, y, x);
}

// w.(D(x) eta)
static void value_pairing(const curve *c, wide *y, const wide *x) {
  wide D[trial_square];
  int n = c->t->G.dim;
  wide_D(&c->t->G, D, x);
  *y = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      *y += c->w[i]*D[i*n + j]*c->eta[j];
}

static void value_T(const curve *c, wide *y, const wide *x) {
  wide_T(&c->t->G, y, x, c->eta, c->w);
}

// Ad of tau(x)
static void value_Ad(const curve *c, wide *y, const wide *x) {
  wide g[trial_size];
  wide_tau(&c->t->G, g, x);
  wide_Ad(&c->t->G, y, g);
}

// a curve at random, xi of this length
static void throw_curve(curve *c, const trial *t, dice *d, double length) {
  double x[trial_dim];
  int n = t->G.dim;
  *c = (curve){.t = t};
  trial_velocity(d, t, length, x);
  widen(c->xi, x, n);
  trial_velocity(d, t, 1, x);
  widen(c->eta, x, n);
  trial_velocity(d, t, 1, x);
  widen(c->w, x, n);
}

static void each(void visit(const trial *t, dice *d, double length)) {
  dice d = {11};
  for (int i = 0; i < trial_count; i++) {
    trial t;
    trial_init(&t, i);
    for (int k = 0; k < 2*nlength; k++)
      visit(&t, &d, lengths[k % nlength]);
  }
}

// ---------------------------------------------------------------------------------------------
// formulas are derivatives

// d/de tau(xi + e eta) as numbers is the rate of tau(xi) with velocity D(xi) eta
static double tangent_error(curve *c, double sign) {
  const group *G = &c->t->G;
  int n = G->dim;
  wide D[trial_square], x[trial_dim] = {0}, at[trial_dim], rate[trial_size], d[trial_size];
  c->value = value_tau;
  c->n = G->size;
  difference(c, d, c->xi, c->eta);
  for (int i = 0; i < n; i++)
    at[i] = (wide)sign*c->xi[i];
  wide_D(G, D, at);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += D[i*n + j]*c->eta[j];
  wide_tau(G, c->g, c->xi);
  wide_rate(G, rate, c->g, x);
  return wide_distance(rate, d, G->size);
}

static void visit_D(const trial *t, dice *d, double length) {
  curve c;
  throw_curve(&c, t, d, length);
  trial_below(t, tangent_error(&c, 1), 2e-16);
}

static void D_is_the_tangent(void **state) {
  (void)state;
  each(visit_D);
}

// the check above can fail: with D(-xi), trivialised from the right, it is off by |xi|
static void D_check_can_fail(void **state) {
  (void)state;
  dice d = {13};
  for (int i = 0; i < trial_count; i++) {
    trial t;
    curve c;
    trial_init(&t, i);
    throw_curve(&c, &t, &d, lengths[2]);
    if (t.factor[0].kind != GROUP_R)
      check_above(tangent_error(&c, -1), 1e-5);
  }
}

// T is the gradient of w.(D(xi) eta)
static void visit_T(const trial *t, dice *d, double length) {
  curve c;
  wide T[trial_dim], unit[trial_dim] = {0}, by_difference[trial_dim];
  int n = t->G.dim;
  throw_curve(&c, t, d, length);
  c.value = value_pairing;
  c.n = 1;
  for (int k = 0; k < n; k++) {
    unit[k] = 1;
    difference(&c, by_difference + k, c.xi, unit);
    unit[k] = 0;
  }
  wide_T(&t->G, T, c.xi, c.eta, c.w);
  // rounding of sums of size 6, over the step
  trial_below(t, wide_distance(T, by_difference, n), 6e-16);
}

static void T_is_the_gradient(void **state) {
  (void)state;
  each(visit_T);
}

// S is the derivative of T, and symmetric
static double second_error(curve *c, const wide *w) {
  wide S[trial_square], unit[trial_dim] = {0}, column[trial_dim];
  int n = c->t->G.dim;
  double worst = 0;
  c->value = value_T;
  c->n = n;
  wide_S(&c->t->G, S, c->xi, c->eta, w);
  for (int k = 0; k < n; k++) {
    wide of_S[trial_dim];
    unit[k] = 1;
    difference(c, column, c->xi, unit);
    unit[k] = 0;
    for (int i = 0; i < n; i++)
      of_S[i] = S[i*n + k];
    worst = fmax(worst, wide_distance(of_S, column, n));
    worst = fmax(worst, wide_distance(of_S, S + k*n, n));
  }
  return worst;
}

static void visit_S(const trial *t, dice *d, double length) {
  curve c;
  throw_curve(&c, t, d, length);
  trial_below(t, second_error(&c, c.w), 2e-16);
}

static void S_is_the_second_derivative(void **state) {
  (void)state;
  each(visit_S);
}

// the check above can fail: a covector that is off by 1e-12 is seen
static void S_check_can_fail(void **state) {
  (void)state;
  dice d = {17};
  for (int i = 0; i < trial_count; i++) {
    trial t;
    curve c;
    wide w[trial_dim];
    trial_init(&t, i);
    throw_curve(&c, &t, &d, 1);
    for (int k = 0; k < trial_dim; k++)
      w[k] = c.w[k]*(1 + 1e-12L);
    if (t.factor[0].kind != GROUP_R)
      check_above(second_error(&c, w), 1e-14);
  }
}

// d/de Ad of tau(e xi) at 0 is ad_xi
static void visit_ad(const trial *t, dice *d, double length) {
  curve c;
  wide zero[trial_dim] = {0}, slope[trial_square];
  double xi[trial_dim], ad[trial_square];
  int n = t->G.dim;
  throw_curve(&c, t, d, fmin(length, 1));
  for (int i = 0; i < n; i++)
    xi[i] = (double)c.xi[i];
  c.value = value_Ad;
  c.n = n*n;
  difference(&c, slope, zero, c.xi);
  group_ad(&t->G, ad, xi);
  trial_below(t, loss(ad, slope, n*n), 1e-16);
}

static void ad_is_the_derivative_of_Ad(void **state) {
  (void)state;
  each(visit_ad);
}

// M and N are the derivatives of D eta and D^T w; what T depends on
static void visit_MN(const trial *t, dice *d, double length) {
  const group *G = &t->G;
  int n = G->dim;
  double xi[trial_dim], eta[trial_dim], w[trial_dim], delta[trial_dim];
  double M[trial_square], N[trial_square], T[trial_dim], x[trial_dim];
  trial_velocity(d, t, length, xi);
  trial_velocity(d, t, 1, eta);
  trial_velocity(d, t, 1, w);
  trial_velocity(d, t, 1, delta);
  group_T(G, T, xi, eta, w);
  group_M(G, M, xi, eta);
  group_N(G, N, xi, w);

  // w.(M delta) = T.delta = eta.(N delta)
  mat_vec(x, M, delta, n, n);
  trial_below(t, fabs(vec_dot(w, x, n) - vec_dot(T, delta, n)), 1e-15*(1 + length));
  mat_vec(x, N, delta, n, n);
  trial_below(t, fabs(vec_dot(eta, x, n) - vec_dot(T, delta, n)), 1e-15*(1 + length));
}

static void M_and_N_are_made_of_T(void **state) {
  (void)state;
  each(visit_MN);
}

// g -> g tau(zeta) changes Ad*_g mu by K(Ad*_g mu) zeta, and Ad*_g^-1 mu by -Ad*_g^-1 K(mu) zeta
static void K_is_the_change_of_Ad_star(void **state) {
  (void)state;
  dice d = {19};
  for (int i = 0; i < trial_count; i++) {
    trial t;
    double g[trial_size], h[2][trial_size], move[trial_size], zeta[trial_dim], mu[trial_dim];
    double y[2][trial_dim], z[2][trial_dim], base[trial_dim], K[trial_square], change[trial_dim];
    trial_init(&t, i);
    const group *G = &t.G;
    int n = G->dim;
    trial_element(&d, &t, g);
    trial_velocity(&d, &t, 1, mu);
    trial_velocity(&d, &t, 1e-5, zeta);
    for (int k = 0; k < 2; k++) {
      double inverse[trial_size];
      group_tau(G, move, zeta);
      group_compose(G, h[k], g, move);
      group_Ad_star(G, y[k], h[k], mu);
      group_inverse(G, inverse, h[k]);
      group_Ad_star(G, z[k], inverse, mu);
      vec_negate(zeta, zeta, n);
    }

    // central differences with the step 1e-5: 1e-10 in the change by 1e-5, and rounding
    group_Ad_star(G, base, g, mu);
    group_K(G, K, base);
    mat_vec(change, K, zeta, n, n);
    for (int k = 0; k < n; k++)
      check_near((y[0][k] - y[1][k])/2, change[k], 1e-14);
    double minus[trial_dim], inverse[trial_size];
    group_K(G, K, mu);
    mat_vec(change, K, zeta, n, n);
    group_inverse(G, inverse, g);
    group_Ad_star(G, minus, inverse, change);
    for (int k = 0; k < n; k++)
      check_near((z[0][k] - z[1][k])/2, -minus[k], 1e-14);
  }
}

// ---------------------------------------------------------------------------------------------
// rounding: double against long double

static void visit_rounding(const trial *t, dice *d, double length) {
  const group *G = &t->G;
  int n = G->dim;
  curve c;
  double x[3][trial_dim], M[trial_square];
  wide W[trial_square];
  throw_curve(&c, t, d, length);
  for (int i = 0; i < n; i++) {
    x[0][i] = (double)c.xi[i];
    x[1][i] = (double)c.eta[i];
    x[2][i] = (double)c.w[i];
  }
  group_tau(G, M, x[0]);
  wide_tau(G, W, c.xi);
  trial_below(t, loss(M, W, G->size), 4*DBL_EPSILON*(1 + length));
  group_D(G, M, x[0]);
  wide_D(G, W, c.xi);
  trial_below(t, loss(M, W, n*n), 4*DBL_EPSILON*(1 + length));
  group_D_inverse(G, M, x[0]);
  wide_D_inverse(G, W, c.xi);
  trial_below(t, loss(M, W, n*n), 4*DBL_EPSILON*(1 + length*length));
  group_T(G, M, x[0], x[1], x[2]);
  wide_T(G, W, c.xi, c.eta, c.w);
  trial_below(t, loss(M, W, n), 4*DBL_EPSILON*(1 + length));
  group_S(G, M, x[0], x[1], x[2]);
  wide_S(G, W, c.xi, c.eta, c.w);
  trial_below(t, loss(M, W, n*n), 4*DBL_EPSILON*(1 + length));
}

static void little_is_lost_to_rounding(void **state) {
  (void)state;
  each(visit_rounding);
}

// where xi is small: each entry of tau(xi) to 4 eps of itself, the small ones included
static void visit_small(const trial *t, dice *d, double length) {
  curve c;
  double x[trial_dim], g[trial_size];
  wide G[trial_size];
  if (length > 0.01)
    return;
  throw_curve(&c, t, d, length);
  for (int i = 0; i < t->G.dim; i++)
    x[i] = (double)c.xi[i];
  group_tau(&t->G, g, x);
  wide_tau(&t->G, G, c.xi);
  for (int i = 0; i < t->G.size; i++)
    trial_below(t, (double)fabsl((wide)g[i] - G[i]),
                4*DBL_EPSILON*(double)fabsl(G[i]) + 1e-300);
}

static void small_entries_keep_their_digits(void **state) {
  (void)state;
  each(visit_small);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(D_is_the_tangent),
      cmocka_unit_test(D_check_can_fail),
      cmocka_unit_test(T_is_the_gradient),
      cmocka_unit_test(S_is_the_second_derivative),
      cmocka_unit_test(S_check_can_fail),
      cmocka_unit_test(ad_is_the_derivative_of_Ad),
      cmocka_unit_test(M_and_N_are_made_of_T),
      cmocka_unit_test(K_is_the_change_of_Ad_star),
      cmocka_unit_test(little_is_lost_to_rounding),
      cmocka_unit_test(small_entries_keep_their_digits),
  };
  return check_run(argc, argv, tests);
}
