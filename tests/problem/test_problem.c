// Tests of src/problem/mechanical.h: every bundle against formulas written by hand. First
// derivatives by the complex step (rounding only), second ones by central differences of those.

#include "tests/problem/problems.h"

#include "tests/support/expressions.h"

enum { most = 4, points = 20 };

typedef double complex scalar;

// one system twice: as a model, and by hand
typedef struct twin {
  const char *text;
  int n, m;
  bool holonomic[most];
  scalar (*function)(scalar t, const scalar *q, const scalar *x);                       // L or H
  scalar (*force)(int i, scalar t, const scalar *q, const scalar *v, const scalar *p);  // or NULL
  scalar (*constraint)(int k, scalar t, const scalar *q, const scalar *v);              // Phi or g
} twin;

static scalar sq(scalar x) {
  return x*x;
}

// i y; a complex number is an array of two
static scalar imaginary(double y) {
  double parts[] = {0, y};
  scalar z;
  memcpy(&z, parts, sizeof z);
  return z;
}

// ---- the systems

static scalar sleigh_L(scalar t, const scalar *q, const scalar *v) {
  (void)t;
  scalar m = 1.3, a = 0.7, J = 0.9, g = 0.4;
  return 0.5*(m*(sq(v[0]) + sq(v[1])) + (J + m*a*a)*sq(v[2]) +
              2*m*a*v[2]*(v[1]*ccos(q[2]) - v[0]*csin(q[2]))) -
         m*g*(q[1] + a*csin(q[2]));
}

static scalar sleigh_phi(int k, scalar t, const scalar *q, const scalar *v) {
  (void)k;
  (void)t;
  return v[1]*ccos(q[2]) - v[0]*csin(q[2]);
}

static const twin sleigh = {
    .text = "model sleigh\n"
            "param m = 1.3, a = 0.7, I = 0.9, g = 0.4\n"
            "coord x, y, th: angle\n"
            "let X = x + a*cos(th)\n"
            "let Y = y + a*sin(th)\n"
            "lagrangian m/2*(X'^2 + Y'^2) + I/2*th'^2 - m*g*Y\n"
            "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0\n",
    .n = 3,
    .m = 1,
    .function = sleigh_L,
    .constraint = sleigh_phi,
};

static scalar chetaev_L(scalar t, const scalar *q, const scalar *v) {
  (void)t;
  return 0.5*(sq(v[0]) + (1 + sq(q[0])/4)*sq(v[1]) + sq(v[2])) - q[2] -
         (sq(q[0]) + sq(q[1]))/4;
}

static scalar chetaev_phi(int k, scalar t, const scalar *q, const scalar *v) {
  (void)k;
  (void)t;
  (void)q;
  return sq(v[2]) - sq(v[0]) - sq(v[1]);
}

static const twin chetaev = {
    .text = "model chetaev\n"
            "coord x, y, z\n"
            "lagrangian (x'^2 + (1 + x^2/4)*y'^2 + z'^2)/2 - z - (x^2 + y^2)/4\n"
            "nonholonomic cone: z'^2 = x'^2 + y'^2\n",
    .n = 3,
    .m = 1,
    .function = chetaev_L,
    .constraint = chetaev_phi,
};

// time everywhere, forces of velocities, the kinds of constraints not in order
static scalar driven_L(scalar t, const scalar *q, const scalar *v) {
  return 0.5*(sq(v[0]) + sq(v[1]) + (1 + sq(q[0])/2)*sq(v[2]) + 2*sq(v[3])) +
         v[0]*q[1]*ccos(t) - csin(q[0])*q[3] - cexp(-t)*sq(q[1] - q[2]);
}

static scalar driven_force(int i, scalar t, const scalar *q, const scalar *v, const scalar *p) {
  (void)p;
  return i == 0 ? -0.3*v[0]*(1 + sq(q[1])) + csin(2*t) : i == 2 ? -0.1*v[2]*v[3] : 0;
}

static scalar driven_phi(int k, scalar t, const scalar *q, const scalar *v) {
  return k == 0   ? v[0] - q[1]*v[2] - ccos(t)*q[3]
         : k == 1 ? q[2] - q[0]*q[1] - csin(2*t)/3
                  : v[3]*v[1] - sq(v[2]) + t*q[0];
}

static const twin driven = {
    .text = "model driven\n"
            "coord x, y, z, u\n"
            "lagrangian (x'^2 + y'^2 + (1 + x^2/2)*z'^2 + 2*u'^2)/2 + x'*y*cos(t)\n"
            "  - sin(x)*u - exp(-t)*(y - z)^2\n"
            "force x = -0.3*x'*(1 + y^2) + sin(2*t)\n"
            "force z = -0.1*z'*u'\n"
            "nonholonomic a: x' = y*z' + cos(t)*u\n"
            "holonomic b: z = x*y + sin(2*t)/3\n"
            "nonholonomic c: u'*y' = z'^2 - t*x\n"
            "init u = 1\n",
    .n = 4,
    .m = 3,
    .holonomic = {false, true, false},
    .function = driven_L,
    .force = driven_force,
    .constraint = driven_phi,
};

static scalar spheroid_H(scalar t, const scalar *q, const scalar *p) {
  (void)t;
  return 0.5*(1 + sq(q[2])/2)*(sq(p[0]) + sq(p[1]) + sq(p[2])) + q[2];
}

static scalar spheroid_g(int k, scalar t, const scalar *q, const scalar *v) {
  (void)k;
  (void)t;
  (void)v;
  return 0.5*(sq(q[0]) + sq(q[1]) + 2*sq(q[2]) - 1);
}

static const twin spheroid = {
    .text = "model spheroid\n"
            "coord x momentum px, y momentum py, z momentum pz\n"
            "hamiltonian (1 + z^2/2)*(px^2 + py^2 + pz^2)/2 + z\n"
            "holonomic surface: (x^2 + y^2 + 2*z^2 - 1)/2 = 0\n"
            "init x = 0.2, y = 0.8, z = 0.4, px = 0.8, py = -0.5, pz = 0.3\n",
    .n = 3,
    .m = 1,
    .holonomic = {true},
    .function = spheroid_H,
    .constraint = spheroid_g,
};

// a hamiltonian whose constraints and forces are written with velocities
static scalar canonical_H(scalar t, const scalar *q, const scalar *p) {
  return 0.5*(sq(p[0]) + sq(p[1])/(1 + sq(q[0])) + sq(p[2]) + p[0]*p[2]*q[1]/2) +
         ccos(q[2] + t) + sq(q[1])*q[0];
}

static scalar canonical_force(int i, scalar t, const scalar *q, const scalar *v, const scalar *p) {
  (void)t;
  (void)q;
  return i == 1 ? -v[0]*p[1] : 0;
}

static scalar canonical_phi(int k, scalar t, const scalar *q, const scalar *v) {
  return k == 0 ? v[2] - q[1]*v[0] - 0.2*t : sq(v[0]) + q[2]*v[1] - 1;
}

static const twin canonical = {
    .text = "model canonical\n"
            "coord x momentum px, y momentum py, z momentum pz\n"
            "hamiltonian (px^2 + py^2/(1 + x^2) + pz^2 + px*pz*y/2)/2 + cos(z + t) + y^2*x\n"
            "force y = -x'*py\n"
            "nonholonomic a: z' = y*x' + 0.2*t\n"
            "nonholonomic b: x'^2 + z*y' = 1\n",
    .n = 3,
    .m = 2,
    .function = canonical_H,
    .force = canonical_force,
    .constraint = canonical_phi,
};

static scalar relativistic_L(scalar t, const scalar *q, const scalar *v) {
  (void)t;
  return -csqrt(1 - sq(v[0]) - sq(v[1])) - q[0]*q[1] + v[0]*q[1]/3;
}

static scalar relativistic_g(int k, scalar t, const scalar *q, const scalar *v) {
  (void)k;
  (void)v;
  return sq(q[0]) + sq(q[1]) - 1 - t*q[1];
}

static const twin relativistic = {
    .text = "model relativistic\n"
            "coord x, y\n"
            "lagrangian -sqrt(1 - x'^2 - y'^2) - x*y + x'*y/3\n"
            "holonomic ring: x^2 + y^2 = 1 + t*y\n"
            "init x = 1\n",
    .n = 2,
    .m = 1,
    .holonomic = {true},
    .function = relativistic_L,
    .constraint = relativistic_g,
};

static const twin *const twins[] = {&sleigh,   &chetaev,   &driven,
                                    &spheroid, &canonical, &relativistic};
enum { ntwin = sizeof twins/sizeof *twins };

// ---- derivatives by hand

static const double tiny = 1e-30, small = 1e-5;

// a place: time, positions, velocities or momenta
typedef struct place {
  double t, q[most], x[most];
} place;

// which argument a derivative is taken in: q_i, x_i, or t
typedef enum argument { IN_Q, IN_X, IN_T } argument;

static place moved(const place *at, argument which, int i, double by) {
  place to = *at;
  *(which == IN_Q ? &to.q[i] : which == IN_X ? &to.x[i] : &to.t) += by;
  return to;
}

// L or H with one argument moved into the complex plane
static scalar function_at(const twin *w, const place *at, argument which, int i) {
  scalar q[most], x[most], t = at->t + (which == IN_T ? imaginary(tiny) : 0);
  for (int j = 0; j < w->n; j++) {
    q[j] = at->q[j] + (which == IN_Q && i == j ? imaginary(tiny) : 0);
    x[j] = at->x[j] + (which == IN_X && i == j ? imaginary(tiny) : 0);
  }
  return w->function(t, q, x);
}

static double gradient(const twin *w, const place *at, argument which, int i) {
  return cimag(function_at(w, at, which, i))/tiny;
}

static bool is_lagrangian(const twin *w) {
  return strstr(w->text, "\nlagrangian") != NULL;
}

// y = dL/dv or dH/dp
static double hand_y(const twin *w, const place *at, int i) {
  return gradient(w, at, IN_X, i);
}

// f = L_q + F or -H_q + F
static double hand_f(const twin *w, const place *at, int i) {
  scalar q[most], v[most], p[most];
  bool lagrangian = is_lagrangian(w);
  for (int j = 0; j < w->n; j++) {
    q[j] = at->q[j];
    v[j] = lagrangian ? at->x[j] : hand_y(w, at, j);
    p[j] = lagrangian ? hand_y(w, at, j) : at->x[j];
  }
  double force = w->force ? creal(w->force(i, at->t, q, v, p)) : 0;
  return force + (lagrangian ? 1 : -1)*gradient(w, at, IN_Q, i);
}

// constraint k at a place whose x are velocities, moved into the complex plane along (dt, dq, dx)
static scalar constraint_along(const twin *w, const place *at, int k, const place *along) {
  scalar q[most], v[most];
  for (int j = 0; j < w->n; j++) {
    q[j] = at->q[j] + imaginary(tiny*along->q[j]);
    v[j] = at->x[j] + imaginary(tiny*along->x[j]);
  }
  return w->constraint(k, at->t + imaginary(tiny*along->t), q, v);
}

static double constraint_value(const twin *w, const place *at, int k) {
  return creal(constraint_along(w, at, k, &(place){0}));
}

static double constraint_slope(const twin *w, const place *at, int k, argument which, int i) {
  place along = moved(&(place){0}, which, i, 1);
  return cimag(constraint_along(w, at, k, &along))/tiny;
}

// B: Phi_v or g_q
static double hand_B(const twin *w, const place *at, int k, int i) {
  return constraint_slope(w, at, k, w->holonomic[k] ? IN_Q : IN_X, i);
}

// w: Phi, or G v + g_t
static double velocity_level(const twin *w, const place *at, int k) {
  if (!w->holonomic[k])
    return constraint_value(w, at, k);
  place along = {.t = 1};
  memcpy(along.q, at->x, sizeof along.q);
  return cimag(constraint_along(w, at, k, &along))/tiny;
}

// the place with velocities for x
static place with_velocities(const twin *w, const place *at) {
  place to = *at;
  for (int i = 0; i < w->n && !is_lagrangian(w); i++)
    to.x[i] = hand_y(w, at, i);
  return to;
}

// ---- comparing

static void throw_place(const twin *w, place *at, dice *d) {
  at->t = dice_real(d, -1, 1);
  for (int i = 0; i < w->n; i++) {
    at->q[i] = dice_real(d, -1, 1);
    at->x[i] = dice_real(d, -0.6, 0.6);  // below the speed of light
  }
}

static const double first_order = 1e-13, second_order = 1e-8;  // complex step; difference with 1e-5

static void check_entry(double found, double expected, double tolerance, const char *what,
                        const twin *w, int i, int j) {
  check_that(fabs(found - expected) <= tolerance*(1 + fabs(expected)), __FILE__, __LINE__,
             "%.12s: %s[%d,%d] = %.17g, by hand %.17g\n", w->text + 6, what, i, j, found, expected);
}

// central difference of a quantity
typedef double quantity(const twin *w, const place *at, int i);

static double difference(quantity *f, const twin *w, const place *at, int i, argument which,
                         int j) {
  place up = moved(at, which, j, small), down = moved(at, which, j, -small);
  return (f(w, &up, i) - f(w, &down, i))/(2*small);
}

// ---- charts

static void values_match(const twin *w, setting *s, const place *at) {
  const double *out = evaluator_run(&s->e, BUNDLE_VALUES, at->t, at->q, at->x, NULL);
  for (int i = 0; i < w->n; i++) {
    check_entry(out[i], hand_y(w, at, i), first_order, "y", w, i, 0);
    check_entry(out[w->n + i], hand_f(w, at, i), first_order, "f", w, i, 0);
  }
}

static void blocks_match(const twin *w, setting *s, const place *at) {
  int n = w->n;
  const double *out = evaluator_run(&s->e, BUNDLE_BLOCKS, at->t, at->q, at->x, NULL);
  const double *yx = out + 2*n, *yq = yx + n*n, *fx = yq + n*n, *fq = fx + n*n;
  for (int i = 0; i < n; i++) {
    check_entry(out[i], hand_y(w, at, i), first_order, "y of blocks", w, i, 0);
    check_entry(out[n + i], hand_f(w, at, i), first_order, "f of blocks", w, i, 0);
    for (int j = 0; j < n; j++) {
      check_entry(yx[i*n + j], difference(hand_y, w, at, i, IN_X, j), second_order, "y_x", w, i,
                  j);
      check_entry(yq[i*n + j], difference(hand_y, w, at, i, IN_Q, j), second_order, "y_q", w, i,
                  j);
      check_entry(fx[i*n + j], difference(hand_f, w, at, i, IN_X, j), second_order, "f_x", w, i,
                  j);
      check_entry(fq[i*n + j], difference(hand_f, w, at, i, IN_Q, j), second_order, "f_q", w, i,
                  j);
    }
  }
}

static void energy_matches(const twin *w, setting *s, const place *at) {
  double expected = creal(function_at(w, at, IN_Q, -1));
  if (is_lagrangian(w)) {
    expected = -expected;
    for (int i = 0; i < w->n; i++)
      expected += at->x[i]*hand_y(w, at, i);
  }
  double found = evaluator_run(&s->e, BUNDLE_ENERGY, at->t, at->q, at->x, NULL)[0];
  check_entry(found, expected, first_order, "energy", w, 0, 0);
}

// ---- constraints; here x of a place are velocities

static void phi_matches(const twin *w, setting *s, const place *at) {
  int n = w->n, mn = s->p->mechanical.mn;
  const double *phi = evaluator_run(&s->e, BUNDLE_PHI, at->t, at->q, at->x, NULL);
  const double *out = evaluator_run(&s->e, BUNDLE_PHI_BLOCKS, at->t, at->q, at->x, NULL);
  const double *Pq = out + mn, *Pv = Pq + mn*n;
  const double *B = evaluator_run(&s->e, BUNDLE_REACTION, at->t, at->q, at->x, NULL);
  for (int k = 0; k < mn; k++) {
    int row = s->p->mechanical.declared_n[k];
    assert_false(w->holonomic[row]);
    check_entry(phi[k], constraint_value(w, at, row), first_order, "Phi", w, k, 0);
    check_entry(out[k], constraint_value(w, at, row), first_order, "Phi of blocks", w, k, 0);
    for (int i = 0; i < n; i++) {
      double q = constraint_slope(w, at, row, IN_Q, i), v = constraint_slope(w, at, row, IN_X, i);
      check_entry(Pq[k*n + i], q, first_order, "Phi_q", w, k, i);
      check_entry(Pv[k*n + i], v, first_order, "Phi_v", w, k, i);
      check_entry(B[k*n + i], v, first_order, "reaction", w, k, i);
    }
  }
}

// (Phi_v^T mu)_v, mu by declaration; holonomic constraints do not take part
static const double some_mu[] = {0.7, -1.9, 1.1};

static double reaction(const twin *w, const place *at, int i) {
  double sum = 0;
  for (int k = 0; k < w->m; k++)
    sum += w->holonomic[k] ? 0 : some_mu[k]*constraint_slope(w, at, k, IN_X, i);
  return sum;
}

static void reaction_rate_matches(const twin *w, setting *s, const place *at) {
  const double *out = evaluator_run(&s->e, BUNDLE_REACTION_RATE, at->t, at->q, at->x, some_mu);
  for (int i = 0; i < w->n; i++)
    for (int j = 0; j < w->n; j++)
      check_entry(out[i*w->n + j], difference(reaction, w, at, i, IN_X, j), second_order,
                  "reaction rate", w, i, j);
}

static void g_matches(const twin *w, setting *s, const place *at) {
  int n = w->n, mh = s->p->mechanical.mh;
  const double *g = evaluator_run(&s->e, BUNDLE_G, at->t, at->q, at->x, NULL);
  const double *out = evaluator_run(&s->e, BUNDLE_G_BLOCKS, at->t, at->q, at->x, NULL);
  for (int k = 0; k < mh; k++) {
    int row = s->p->mechanical.declared_h[k];
    assert_true(w->holonomic[row]);
    check_entry(g[k], constraint_value(w, at, row), first_order, "g", w, k, 0);
    check_entry(out[k], constraint_value(w, at, row), first_order, "g of blocks", w, k, 0);
    check_entry(out[mh + mh*n + k], constraint_slope(w, at, row, IN_T, 0), first_order, "g_t", w,
                k, 0);
    for (int i = 0; i < n; i++)
      check_entry(out[mh + k*n + i], constraint_slope(w, at, row, IN_Q, i), first_order, "G", w,
                  k, i);
  }
}

static void residuals_match(const twin *w, setting *s, const place *at) {
  const double *out = evaluator_run(&s->e, BUNDLE_RESIDUALS, at->t, at->q, at->x, NULL);
  for (int k = 0; k < w->m; k++) {
    double hidden = w->holonomic[k] ? velocity_level(w, at, k) : 0;
    check_entry(out[k], constraint_value(w, at, k), first_order, "residual", w, k, 0);
    check_entry(out[w->m + k], hidden, first_order, "hidden residual", w, k, 0);
  }
}

// ---- accelerations

// rate of a quantity along q' = v, x' = f (of a hamiltonian), t' = 1
static double rate(quantity *f, const twin *w, const place *at, int i, bool with_x) {
  place v = with_velocities(w, at), up = *at, down = *at;
  up.t += small;
  down.t -= small;
  for (int j = 0; j < w->n; j++) {
    double dx = with_x ? hand_f(w, at, j) : 0;
    up.q[j] += small*v.x[j];
    down.q[j] -= small*v.x[j];
    up.x[j] += small*dx;
    down.x[j] -= small*dx;
  }
  return (f(w, &up, i) - f(w, &down, i))/(2*small);
}

// w as a function of (t,q,x), x the model's own variable
static double own_level(const twin *w, const place *at, int k) {
  place v = with_velocities(w, at);
  return velocity_level(w, &v, k);
}

static void acceleration_matches(const twin *w, setting *s, const place *at) {
  int n = w->n, m = w->m;
  bool lagrangian = is_lagrangian(w);
  place v = with_velocities(w, at);
  const double *out = evaluator_run(&s->e, BUNDLE_ACCELERATION, at->t, at->q, at->x, NULL);
  const double *B = lagrangian ? out + n*n + n : out + m*n, *c = B + m*n;
  assert_ptr_equal(B, consistent_directions(&s->c));
  for (int i = 0; lagrangian && i < n; i++) {
    double F = hand_f(w, at, i) - rate(hand_y, w, at, i, false);
    check_entry(out[n*n + i], F, second_order, "F", w, i, 0);
    for (int j = 0; j < n; j++)
      check_entry(out[i*n + j], difference(hand_y, w, at, i, IN_X, j), second_order, "M", w, i,
                  j);
  }
  for (int k = 0; k < m; k++) {
    check_entry(c[k], -rate(own_level, w, at, k, !lagrangian), second_order, "c", w, k, 0);
    for (int i = 0; i < n; i++) {
      check_entry(B[k*n + i], hand_B(w, &v, k, i), first_order, "B", w, k, i);
      if (!lagrangian)
        check_entry(out[k*n + i], difference(own_level, w, at, k, IN_X, i), second_order, "C", w,
                    k, i);
    }
  }
}

// the derivative of the bundle itself along q' = v and some x'
static void acceleration_rate_matches(const twin *w, setting *s, const place *at) {
  int n = w->n, m = w->m, count = is_lagrangian(w) ? n*n + n + m*n + m : 2*m*n + m;
  place v = with_velocities(w, at), up = *at, down = *at;
  double above[most*most + most + most*most + most], x_rate[most];
  up.t += small;
  down.t -= small;
  for (int j = 0; j < n; j++) {
    x_rate[j] = cos(3*j + at->q[0]);
    up.q[j] += small*v.x[j];
    down.q[j] -= small*v.x[j];
    up.x[j] += small*x_rate[j];
    down.x[j] -= small*x_rate[j];
  }
  memcpy(above, evaluator_run(&s->e, BUNDLE_ACCELERATION, up.t, up.q, up.x, NULL),
         (size_t)count*sizeof *above);
  const double *below = evaluator_run(&s->e, BUNDLE_ACCELERATION, down.t, down.q, down.x, NULL);
  const double *out = evaluator_run(&s->e, BUNDLE_ACCELERATION_RATE, at->t, at->q, at->x, x_rate);
  for (int i = 0; i < count; i++)
    check_entry(out[i], (above[i] - below[i])/(2*small), second_order, "rate", w, i, 0);
}

// ---- the tests

typedef void comparison(const twin *w, setting *s, const place *at);

// all systems, twenty random places each
static void compare(comparison *same) {
  dice d = {99};
  for (int k = 0; k < ntwin; k++) {
    setting s;
    setting_begin(&s, twins[k]->text);
    assert_int_equal(s.p->n, twins[k]->n);
    assert_int_equal(s.p->m, twins[k]->m);
    assert_int_equal(s.p->mechanical.lagrangian, is_lagrangian(twins[k]));
    for (int trial = 0; trial < points; trial++) {
      place at = {0};
      throw_place(twins[k], &at, &d);
      same(twins[k], &s, &at);
    }
    setting_end(&s);
  }
}

static void values_are_right(void **unused) {
  (void)unused;
  compare(values_match);
}

static void blocks_are_right(void **unused) {
  (void)unused;
  compare(blocks_match);
}

static void energy_is_right(void **unused) {
  (void)unused;
  compare(energy_matches);
}

static void nonholonomic_bundles_are_right(void **unused) {
  (void)unused;
  compare(phi_matches);
}

static void reaction_rate_is_right(void **unused) {
  (void)unused;
  compare(reaction_rate_matches);
}

static void holonomic_bundles_are_right(void **unused) {
  (void)unused;
  compare(g_matches);
}

static void residuals_are_right(void **unused) {
  (void)unused;
  compare(residuals_match);
}

static void acceleration_is_right(void **unused) {
  (void)unused;
  compare(acceleration_matches);
}

static void acceleration_rate_is_right(void **unused) {
  (void)unused;
  compare(acceleration_rate_matches);
}

// the comparisons have teeth: another parameter in the model, and the values differ by far
static void comparison_can_fail(void **unused) {
  (void)unused;
  setting s;
  noslip_model_options options = {.set = &(noslip_setting){"a", "0.7001"}, .nset = 1};
  noslip_model *other;
  setting_begin(&s, sleigh.text);
  assert_int_equal(noslip_model_parse(s.context, "test", sleigh.text, &options, &other), NOSLIP_OK);
  evaluator e;
  assert_true(evaluator_init(&e, &s.arena, other->problem));
  place at = {.q = {0.1, 0.2, 0.3}, .x = {0.4, 0.5, 0.6}};
  const double *out = evaluator_run(&e, BUNDLE_VALUES, 0, at.q, at.x, NULL);
  check_above(fabs(out[2] - hand_y(&sleigh, &at, 2)), 1e-5);
  noslip_model_free(other);
  setting_end(&s);
}

// each kind of constraint knows where it was declared
static void constraints_are_sorted(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, driven.text);
  assert_int_equal(s.p->mechanical.mn, 2);
  assert_int_equal(s.p->mechanical.mh, 1);
  assert_int_equal(s.p->mechanical.declared_n[0], 0);
  assert_int_equal(s.p->mechanical.declared_n[1], 2);
  assert_int_equal(s.p->mechanical.declared_h[0], 1);
  assert_string_equal(s.p->constraint[1], "b");
  assert_string_equal(s.p->coordinate[3], "u");
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_right),
      cmocka_unit_test(blocks_are_right),
      cmocka_unit_test(energy_is_right),
      cmocka_unit_test(nonholonomic_bundles_are_right),
      cmocka_unit_test(reaction_rate_is_right),
      cmocka_unit_test(holonomic_bundles_are_right),
      cmocka_unit_test(residuals_are_right),
      cmocka_unit_test(acceleration_is_right),
      cmocka_unit_test(acceleration_rate_is_right),
      cmocka_unit_test(comparison_can_fail),
      cmocka_unit_test(constraints_are_sorted),
  };
  return check_run(argc, argv, tests);
}
