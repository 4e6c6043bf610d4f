// Tests of src/methods/rattle/reich.h: what its header block claims, and nothing else.

#include "tests/methods/holonomic_claims.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/rotation_reference.h"

#include <math.h>

static const char symmetric[] = "compose(reich, symmetric)";
static const char *const both[] = {"reich", "reich*"};
static const char reference[] = "compose(rattle, kahan-li8)";

// without constraint and separable: every step is explicit
static trial oscillator(const char *name, double h) {
  return trial_text(
      "model oscillator\ncoord x, y\nlagrangian (x'^2 + 2*y'^2)/2 - x^4/4 - x*y - y^2\n"
      "init x = 0.7, y = 0.2, x' = -0.3, y' = 0.6\n",
      NULL, name, h);
}

// H = H(p): nothing but the constraint
static trial geodesic(const char *name, double h) {
  return trial_text("model geodesic\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + 2*z'^2)/2\n"
                    "holonomic torus: (x^2 + y^2 + z^2 + 3)^2 = 16*(x^2 + y^2)\n"
                    "init x = 3, y' = 0.5, z' = 0.4\n",
                    NULL, name, h);
}

// --- reference values, 30-digit arithmetic -----------------------------------------------------

static void spheroid_reference(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    double q[3], p[3], energy;
  } rows[] = {
      {"reich",
       {0.967767717818427, 0.251527068665497, 0.008938066822745548},
       {0.204599839461524, -0.7114699007349977, -1.065732753172543},
       -7.831e-2},
      {"reich*",
       {0.9743005173338266, 0.2006675975956798, 0.07235681446213672},
       {0.31120241281022, -0.6954237911209516, -1.130893140735554},
       7.528e-2},
      {symmetric,
       {0.9715463813268808, 0.2287973280183329, 0.04329787305581231},
       {0.2627344912663548, -0.6997988603399998, -1.098744905100448},
       -2.080e-3},
  };
  for (int k = 0; k < 3; k++) {
    trial t = spheroid(rows[k].name, 0.1);
    trial_steps(&t, 10);
    check_state(&t, rows[k].q, rows[k].p, 3e-15);
    check_near(noslip_energy(t.run) - 0.9292, rows[k].energy, 6e-6);
    trial_close(&t);
  }
}

static void twofold_reference(void **unused) {
  (void)unused;
  static const double q[] = {0.5047464084522304, 0.2717215014961608, -0.8193890948622919,
                             0.3547283839114642, 0.4345848880280602, -0.5703540556051122};
  static const double p[] = {0.05816990944231406, 2.590242391767188,  -0.007454511190674114,
                             1.428026815503409,   0.6962773654126875, 0.208315180881289};
  trial t = twofold("reich", 0.01);
  trial_steps(&t, 20);
  check_state(&t, q, p, 3e-15);
  check_near(noslip_energy(t.run) + 24.8026, -7.477e-2, 1e-5);
  trial_close(&t);
}

// on a group that is given by quadratic equations reich is its own adjoint, so its order is 2
static void beam_reference(void **unused) {
  (void)unused;
  static const double A[] = {0.6264546972927877, 0.8674178605775357, -0.7312956630457981,
                             0.5836991598776112};
  static const double P[] = {-0.67259140441828, 0.8101333413100026, -0.3710510787476,
                             -0.9469332280991243};
  for (int k = 0; k < 2; k++) {
    trial t = beam(both[k], 0.05);
    trial_steps(&t, 20);
    check_state(&t, A, P, 2e-15);
    check_near(noslip_energy(t.run) - 1.52, 1.98e-5, 1e-7);
    trial_steps(&t, 1000);
    check_below(trial_report(&t).invariant_errors[0], 1e-13);  // a Casimir
    trial_close(&t);
  }
  check_near(trial_order_against(beam, "reich", 1, 50, reference), 2, 0.05);
}

// the heavy top in 3 x 3 matrices, rows a, b and c = e3^T R: Pi = body momentum, after twenty steps
static void top_reference(void **unused) {
  (void)unused;
  static const char top[] =
      "model top\nparam w1 = 0.7/1.5, w2 = -0.4/1.44, w3 = 0.9/0.94\ncoord a[1..3], b[1..3], "
      "c[1..3]\n"
      "let T(u) = (0.44*u[1]^2 + 0.5*u[2]^2 + u[3]^2)/2\nlagrangian T(a') + T(b') + T(c') - c[3]\n"
      "for i in 1..3 {\n"
      "  for j in i..3 { holonomic e[i,j]: a[i]*a[j] + b[i]*b[j] + c[i]*c[j] = where(i < j, 0, 1) "
      "}\n"
      "}\n"
      "init a = [0.8, 0, -0.6], b = [0, 1, 0], c = [0.6, 0, 0.8]\n"
      "init a' = cross([0.8, 0, -0.6], [w1, w2, w3]), b' = cross([0, 1, 0], [w1, w2, w3])\n"
      "init c' = cross([0.6, 0, 0.8], [w1, w2, w3])\n";
  for (int k = 0; k < 2; k++) {
    trial t = trial_text(top, NULL, top_rows[k].name, 0.05);
    double E = noslip_energy(t.run);
    trial_steps(&t, 20);
    const double *p = noslip_run_values(t.run, NOSLIP_MOMENTUM), *q = t.run->state.q;
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, l = (i + 2) % 3;
      double Pi = 0;
      for (int row = 0; row < 9; row += 3)
        Pi += q[row + l]*p[row + j] - q[row + j]*p[row + l];
      check_near(Pi, top_rows[k].Pi[i], 2e-14);
      check_near(q[6 + i], top_rows[k].v[i], 2e-14);
    }
    check_near(noslip_energy(t.run) - E, top_rows[k].energy, 1e-8);
    trial_close(&t);
  }
}

// The free rigid body of R^4 in 4 x 4 matrices, from R = 1: m = R^T p - p^T R after ten steps, and the
// first row of R. This is the map of Moser and Veselov, and its own adjoint.
static void body_reference(void **unused) {
  (void)unused;
  static const char body[] =
      "model body\nparam A = 0.3, B = 0.5, C = 0.9, D = 1.4\ncoord q[1..16]\n"
      "lagrangian sum(k in 0..3: A*q[4*k+1]'^2 + B*q[4*k+2]'^2 + C*q[4*k+3]'^2 + D*q[4*k+4]'^2)/2\n"
      "for i in 1..4 {\n  for j in i..4 {\n"
      "    holonomic e[i,j]: sum(k in 0..3: q[4*k+i]*q[4*k+j]) = where(i < j, 0, 1)\n  }\n}\n"
      "init q = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]\n"
      "init q' = [0, 0.4/(A+B), -0.3/(A+C), 0.7/(A+D), -0.4/(A+B), 0, 0.5/(B+C), 0.2/(B+D),\n"
      "           0.3/(A+C), -0.5/(B+C), 0, -0.6/(C+D), -0.7/(A+D), -0.2/(B+D), 0.6/(C+D), 0]\n";
  for (int k = 0; k < 2; k++) {
    trial t = trial_text(body, NULL, both[k], 0.1);
    trial_steps(&t, 10);
    const double *p = noslip_run_values(t.run, NOSLIP_MOMENTUM), *q = t.run->state.q;
    for (int i = 0, at = 0; i < 4; i++)
      for (int j = i + 1; j < 4; j++, at++) {
        double sum = 0;
        for (int l = 0; l < 16; l += 4)
          sum += q[l + i]*p[l + j] - p[l + i]*q[l + j];
        check_near(sum, space_momentum[at], 1e-14);
      }
    for (int j = 0; j < 4; j++)
      check_near(q[j], space_row[j], 1e-14);
    check_near(noslip_energy(t.run), 0.4596905466992289, 1e-14);
    trial_close(&t);
  }
}

// --- order and adjoint -------------------------------------------------------------------------

static void order_is_one(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++)
    for (int k = 0; k < 2; k++)
      check_near(trial_order_against(holonomic[i], both[k], 1, 800, reference), 1, 0.06);
}

static void symmetric_order_is_two(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++) {
    check_near(trial_order(holonomic[i], symmetric, 1, 100), 2, 0.03);
    check_near(trial_order(holonomic[i], "compose(reich*, symmetric)", 1, 100), 2, 0.03);
    check_below(trial_asymmetry(holonomic[i], symmetric, 0.02, 50), 2e-13);
  }
}

// a step of reich* with -h undoes one of reich with h, and nothing else does
static void adjoints_undo_each_other(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++) {
    check_below(trial_way_back(holonomic[i], "reich", "reich*", 0.02, 50), 2e-13);
    check_below(trial_way_back(holonomic[i], "reich*", "reich", 0.02, 50), 2e-13);
    check_above(trial_way_back(holonomic[i], "reich", "rattle", 0.02, 50), 1e-4);
    check_above(trial_asymmetry(holonomic[i], "reich", 0.02, 50), 1e-4);
  }
}

// where H = H(p) the two are one method, of order 2
static void free_motion_is_symmetric(void **unused) {
  (void)unused;
  check_below(trial_way_back(geodesic, "reich", "reich", 0.02, 50), 1e-12);
  check_near(trial_order(geodesic, "reich", 1, 50), 2, 0.03);
}

// --- what is kept ------------------------------------------------------------------------------

static void constraints_are_kept(void **unused) {
  (void)unused;
  check_constraints("reich");
  check_constraints("reich*");
}

static void symplectic_form_is_kept(void **unused) {
  (void)unused;
  check_form("reich");
  check_form("reich*");
}

// rotation about the vertical; the energy has no such luck, but does not drift
static void momentum_is_kept(void **unused) {
  (void)unused;
  trial_maker *const symmetrical[] = {spheroid, spherical};
  for (int i = 0; i < 4; i++) {
    trial t = symmetrical[i/2](both[i % 2], 0.05);
    trial_steps(&t, 4000);
    double first = trial_report(&t).energy_max_error;
    trial_steps(&t, 4000);
    check_below(trial_report(&t).invariant_errors[0], 2e-14);
    check_above(first, 1e-2);
    check_below(trial_report(&t).energy_max_error, 1.1*first);
    trial_close(&t);
  }
}

// --- two ways to the same step -----------------------------------------------------------------

// without constraints reich*(h/2) o reich(h/2) is rattle, with them it is not
static double gap_to_rattle(trial_maker *make) {
  double x[2*trial_most];
  trial a = make(symmetric, 0.05), b = make("rattle", 0.05);
  trial_steps(&a, 40);
  trial_steps(&b, 40);
  trial_state(&a, x);
  double gap = trial_distance(&b, x);
  trial_close(&a);
  trial_close(&b);
  return gap;
}

static void halves_make_rattle(void **unused) {
  (void)unused;
  check_below(gap_to_rattle(free_top), 2e-14);
  check_below(gap_to_rattle(oscillator), 2e-14);
  check_above(gap_to_rattle(spherical), 1e-5);
  check_above(gap_to_rattle(spheroid), 1e-5);
}

static void separable_form_agrees(void **unused) {
  (void)unused;
  trial_maker *const separable[] = {spherical, twofold, oscillator};
  for (int i = 0; i < 3; i++) {
    check_separable(separable[i], "reich", 1);
    check_separable(separable[i], "reich*", 0);
  }
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  check_jacobians("reich");
  check_jacobians("reich*");
}

// --- classes of momenta ------------------------------------------------------------------------

// p - G^T (G K^-1 G^T)^-1 G K^-1 p for a diagonal K, constraint by constraint: the sweeps converge
static void represent(trial *t, const double *K) {
  noslip_run *r = t->run;
  int n = r->problem->n, m = r->problem->mechanical.mh;
  double *p = r->state.p;
  for (int sweep = 0; sweep < 200; sweep++)
    for (int c = 0; c < m; c++) {
      const double *G =
          evaluator_run(&r->evaluator, BUNDLE_G_BLOCKS, r->state.t, r->state.q, p, NULL) + m +
          c*n;
      double along = 0, size = 0;
      for (int i = 0; i < n; i++) {
        along += G[i]*p[i]/K[i];
        size += G[i]*G[i]/K[i];
      }
      for (int i = 0; i < n; i++)
        p[i] -= G[i]*along/size;
    }
}

// a start from another member of the class of p0 leads to the same steps
static void class_of_momenta(void **unused) {
  (void)unused;
  static const char *const methods[] = {"reich", "reich*", "rattle"};
  static const double K[] = {1, 2, 0.5, 3, 0.7, 1.5};
  trial_maker *const systems[] = {spheroid, twofold};
  for (int i = 0; i < 6; i++) {
    double x[2*trial_most], start[2*trial_most];
    trial a = systems[i/3](methods[i % 3], 0.02), b = systems[i/3](methods[i % 3], 0.02);
    trial_state(&b, start);
    represent(&b, K);
    observed_forget(&b.run->observed);
    check_above(trial_distance(&b, start), 0.05);  // it is another p
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    trial_state(&a, x);
    check_below(trial_distance(&b, x), 1e-14);
    b.run->state.p[0] += 1e-6;  // and this is another class
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    trial_state(&a, x);
    check_above(trial_distance(&b, x), 1e-7);
    trial_close(&a);
    trial_close(&b);
  }
}

// The multiplier can be eliminated from a separable step: with ph = M (q1 - q0)/h, and Z such that
// Z G(q0)^T = 0, Z ph = Z (p0 + w0 h f0). Here Z is all that is across G: p without its part along q0.
static void reduced_equations_hold(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    double w0;
  } rows[] = {{"reich", 1}, {"reich*", 0}, {"rattle", 0.5}};
  for (int k = 0; k < 3; k++) {
    const double h = 0.1, q0[] = {0.6, 0, -0.8}, p0[] = {0.4, 0.9, 0.3}, f0[] = {0, 0, -1};
    double gap[3], along = 0;
    trial t = spherical(rows[k].name, h);
    trial_steps(&t, 1);
    for (int i = 0; i < 3; i++) {
      gap[i] = (t.run->state.q[i] - q0[i])/h - p0[i] - rows[k].w0*h*f0[i];
      along += gap[i]*q0[i];
    }
    check_above(fabs(along), 1e-2);  // the multiplier
    for (int i = 0; i < 3; i++)
      check_near(gap[i] - along*q0[i], 0, 4e-15);
    trial_close(&t);
  }
}

// --- rest and failures -------------------------------------------------------------------------

static void rest_is_no_excuse(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    check_rest(both[k]);
    check_stillness(both[k]);
  }
}

static void long_step_is_refused(void **unused) {
  (void)unused;
  check_long_step("reich");
  check_long_step("reich*");
}

// --- memory ------------------------------------------------------------------------------------

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  assert_int_equal(allocations("spheroid.noslip", "reich", 50), 0);
  assert_int_equal(allocations("spheroid.noslip", "compose(reich, suzuki4)", 20), 0);
}

static void memory_may_fail(void **unused) {
  (void)unused;
  check_failing_memory("spheroid.noslip", "compose(reich, yoshida4)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spheroid_reference),       cmocka_unit_test(twofold_reference),
      cmocka_unit_test(beam_reference),           cmocka_unit_test(order_is_one),
      cmocka_unit_test(symmetric_order_is_two),   cmocka_unit_test(adjoints_undo_each_other),
      cmocka_unit_test(free_motion_is_symmetric), cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(symplectic_form_is_kept),  cmocka_unit_test(momentum_is_kept),
      cmocka_unit_test(halves_make_rattle),       cmocka_unit_test(separable_form_agrees),
      cmocka_unit_test(jacobian_is_exact),        cmocka_unit_test(rest_is_no_excuse),
      cmocka_unit_test(long_step_is_refused),     cmocka_unit_test(top_reference),
      cmocka_unit_test(steps_allocate_nothing),   cmocka_unit_test(memory_may_fail),
      cmocka_unit_test(body_reference),           cmocka_unit_test(class_of_momenta),
      cmocka_unit_test(reduced_equations_hold),
  };
  return check_run(argc, argv, tests);
}
