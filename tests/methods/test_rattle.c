// Tests of src/methods/rattle/rattle.h: what its header block claims, and nothing else.

#include "tests/methods/holonomic_claims.h"
#include "tests/support/check.h"

#include <math.h>

// --- reference values, 30-digit arithmetic -----------------------------------------------------

static void spheroid_reference(void **unused) {
  (void)unused;
  static const double q[] = {0.9720158260172201, 0.2275390862988141, 0.04129889937009291};
  static const double p[] = {0.2574769848556996, -0.7010317156203264, -1.098813642258001};
  trial t = spheroid("rattle", 0.1);
  trial_steps(&t, 10);
  check_state(&t, q, p, 2e-15);
  check_near(noslip_energy(t.run) - 0.9292, -4.583e-3, 1e-6);
  trial_close(&t);
}

static void spherical_reference(void **unused) {
  (void)unused;
  static const double q[] = {0.5136372255420542, 0.7149932595788782, -0.4743010007307932};
  static const double p[] = {-0.4466886589032554, 0.4295261495523758, 0.1637617845692351};
  trial t = spherical("rattle", 0.1);
  trial_steps(&t, 1);
  check_near(rattle_first_multipliers(t.run->stepper)[0]/0.05, -1.83357067, 1e-8);
  trial_steps(&t, 9);
  check_state(&t, q, p, 1e-15);
  trial_close(&t);
}

static void twofold_reference(void **unused) {
  (void)unused;
  static const double q[] = {0.5119856051883549, 0.2679205306545165, -0.8161429588826435,
                             0.3486263698212979, 0.4417305905332448, -0.5686244275902809};
  static const double p[] = {0.08992805080872585, 2.595032488630208,  -0.07731643584122044,
                             1.445009547072687,   0.7222035803036768, 0.1579522789231159};
  trial t = twofold("rattle", 0.01);
  trial_steps(&t, 20);
  check_state(&t, q, p, 2e-15);
  check_near(noslip_energy(t.run) + 24.8026, -2.879e-3, 1e-6);
  trial_close(&t);

  // the lagrangian form of the same pendulum
  trial l = trial_file("double_spherical_pendulum_lagrangian.noslip", NULL, "rattle", 0.01);
  trial_steps(&l, 20);
  check_state(&l, q, p, 2e-15);
  trial_close(&l);
}

// a Lie-Poisson system on Sp(2)
static void beam_reference(void **unused) {
  (void)unused;
  static const double A[] = {0.6264818858164003, 0.8674822936526622, -0.7312910774983467,
                             0.5836049645514526};
  static const double P[] = {-0.6725736066813954, 0.8100196190864948, -0.371063164605221,
                             -0.9470064695107338};
  trial t = beam("rattle", 0.05);
  trial_steps(&t, 20);
  check_state(&t, A, P, 2e-15);
  trial_steps(&t, 1000);
  check_below(trial_report(&t).invariant_errors[0], 1e-13);  // a Casimir
  trial_close(&t);
}

// 2000 steps of 0.01 of the double spherical pendulum
static void twofold_long_run(void **unused) {
  (void)unused;
  trial t = twofold("rattle", 0.01);
  trial_steps(&t, 2000);
  noslip_report r = trial_report(&t);
  check_below(r.invariant_errors[0], 1e-14);
  check_near(r.energy_max_error, 1.4e-2, 5e-4);
  check_below(r.constraint_max_error, 2e-15);
  trial_close(&t);
}

// two rods without weight, h = 0.02: the largest error of the positions at t = 1, 2 and 5
static void free_pendulum_errors(void **unused) {
  (void)unused;
  static const double errors[][2] = {{1, 2.3e-4}, {2, 2.6e-4}, {5, 5e-4}};
  for (int k = 0; k < 3; k++) {
    trial a = trial_file("double_pendulum_free.noslip", NULL, "rattle", 0.02);
    trial b = trial_file("double_pendulum_free.noslip", NULL, "compose(rattle, kahan-li8)", 0.02);
    double worst = 0;
    trial_steps(&a, lround(errors[k][0]/0.02));
    trial_steps(&b, lround(errors[k][0]/0.02));
    for (int i = 0; i < 6; i++)
      worst = fmax(worst, fabs(a.run->state.q[i] - b.run->state.q[i]));
    check_near(worst, errors[k][1], 0.05*errors[k][1]);
    trial_close(&a);
    trial_close(&b);
  }
}

// The same pendulum with its multipliers eliminated, by the midpoint rule: (A) q' = H_p,
// p' = -H_q + G^T lambda(q,p), and (B) the canonical equations of H - lambda(q,p).g(q), where g = 0 is
// unstable.
#define ELIMINATED                                                     \
  "model eliminated\nstate q[1..3], r[1..3], p[1..3], s[1..3]\n"       \
  "let u = p - s\nlet w = 2*s - p\n"                                   \
  "let b11 = dot(q, q)\nlet b12 = -dot(q, r)\nlet b22 = 2*dot(r, r)\n" \
  "let d = b11*b22 - b12^2\n"                                          \
  "let l1 = (-b22*dot(u, u) + b12*dot(w, w))/d\n"                      \
  "let l2 = (b12*dot(u, u) - b11*dot(w, w))/d\n"                       \
  "init q = [1, 0, 0], r = [0, 0.6, -0.8], p = [0.5, 2, 0.9], s = [0.5, 1.2, 0.6]\n"

static const char with_force[] = ELIMINATED
    "for i in 1..3 {\n q[i]' = u[i]\n r[i]' = w[i]\n p[i]' = l1*q[i]\n s[i]' = l2*r[i]\n}\n";
static const char with_energy[] = ELIMINATED
    "hamiltonian dot(u, u)/2 + dot(s, s)/2 - l1*(dot(q, q) - 1)/2 - l2*(dot(r, r) - 1)/2\n"
    "for i in 1..3 {\n bracket {q[i], p[i]} = 1\n bracket {r[i], s[i]} = 1\n}\n";

// errors of q and r at t, and of |q| = |r| = 1
static void check_midpoint(const char *text, double t, double error, double drift) {
  trial a = trial_text(text, NULL, "rk-gauss(1)", 0.02);
  trial b = trial_file("double_pendulum_free.noslip", NULL, "compose(rattle, kahan-li8)", 0.02);
  const double *y = a.run->state.q;
  double worst = 0;
  trial_steps(&a, lround(t/0.02));
  trial_steps(&b, lround(t/0.02));
  for (int i = 0; i < 6; i++)
    worst = fmax(worst, fabs(y[i] - b.run->state.q[i]));
  double g = fmax(fabs(vec_dot(y, y, 3) - 1), fabs(vec_dot(y + 3, y + 3, 3) - 1))/2;
  check_near(worst, error, 0.01*error);
  check_near(g, drift, 0.01*drift);
  trial_close(&a);
  trial_close(&b);
}

static void eliminated_multipliers_drift(void **unused) {
  (void)unused;
  check_midpoint(with_force, 1, 9.33e-5, 1.24e-4);
  check_midpoint(with_force, 2, 1.47e-4, 4.48e-5);
  check_midpoint(with_force, 5, 7.02e-4, 3.25e-5);
  check_midpoint(with_energy, 1, 9.20e-4, 6.92e-4);
  check_midpoint(with_energy, 2, 3.72e-2, 3.71e-2);
}

// --- order and symmetry ------------------------------------------------------------------------

static void order_is_two(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++)
    check_near(trial_order(holonomic[i], "rattle", 1, 100), 2, 0.03);
}

static void step_is_symmetric(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++)
    check_below(trial_asymmetry(holonomic[i], "rattle", 0.02, 50), 2e-13);
}

// both notice a method that is neither symmetric nor of order two: the momenta are projected with
// the force of the wrong end
static void symmetry_check_can_fail(void **unused) {
  (void)unused;
  double start[2*trial_most];
  trial t = spheroid("rattle", 0.02);
  trial_state(&t, start);
  trial_steps(&t, 50);
  t.run->state.p[0] += 1e-11;
  trial_back(&t, 50);
  check_above(trial_distance(&t, start), 1e-12);
  trial_close(&t);
}

// --- what is kept ------------------------------------------------------------------------------

static void constraints_are_kept(void **unused) {
  (void)unused;
  check_constraints("rattle");
}

static void symplectic_form_is_kept(void **unused) {
  (void)unused;
  check_form("rattle");
}

// momentum maps of linear symmetries: rotation about the vertical
static void momentum_is_kept(void **unused) {
  (void)unused;
  trial_maker *const symmetric[] = {spheroid, spherical};
  for (int i = 0; i < 2; i++) {
    trial t = symmetric[i]("rattle", 0.1);
    trial_steps(&t, 2000);
    check_below(trial_report(&t).invariant_errors[0], 2e-14);
    check_above(trial_report(&t).energy_max_error, 1e-4);  // unlike the energy
    trial_close(&t);
  }
}

// no drift: the largest energy error of the second half is not above that of the first
static void energy_does_not_drift(void **unused) {
  (void)unused;
  trial t = spheroid("rattle", 0.1);
  trial_steps(&t, 20000);
  double first = trial_report(&t).energy_max_error;
  trial_steps(&t, 20000);
  check_below(trial_report(&t).energy_max_error, 1.05*first);
  check_below(fabs(trial_report(&t).energy_trend), 0.01*first);
  trial_close(&t);
}

// --- two ways to the same step -----------------------------------------------------------------

static void separable_form_agrees(void **unused) {
  (void)unused;
  check_separable(spherical, "rattle", 0.5);
  check_separable(twofold, "rattle", 0.5);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  check_jacobians("rattle");
}

// --- from rest, in other units ------------------------------------------------------------------

static void rest_is_no_excuse(void **unused) {
  (void)unused;
  check_rest("rattle");
}

static void rest_without_forces(void **unused) {
  (void)unused;
  check_stillness("rattle");
}

// the same pendulum in metres and in millimetres, light and heavy: no bound may know the unit
static void units_do_not_matter(void **unused) {
  (void)unused;
  trial a = trial_text("model a\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                       "holonomic rod: x^2 + y^2 = 0.01\ninit x = 0.06, y = -0.08\n",
                       NULL, "rattle", 1e-4);
  trial b = trial_text("model b\ncoord x, y\nlagrangian 1e-5*((x'^2 + y'^2)/2 - 9810*y)\n"
                       "holonomic rod: x^2 + y^2 = 1e4\ninit x = 60, y = -80\n",
                       NULL, "rattle", 1e-4);
  trial_steps(&a, 1000);
  trial_steps(&b, 1000);
  check_near(1000*trial_value(&a, "x"), trial_value(&b, "x"), 1e-9);
  trial_close(&a);
  trial_close(&b);
}

// Dry friction jumps with the velocity and has no slope in it: it is no force of places alone, which would
// be that of the node before, with an error of 1.5e-4. Until the first turn x = 0.1 + 0.9 cos t.
static void dry_friction_has_its_velocity(void **unused) {
  (void)unused;
  double error[2];
  for (int k = 0; k < 2; k++) {
    trial t = trial_text("model dry\ncoord x\nlagrangian (x'^2 - x^2)/2\n"
                         "force x = -sign(x')/10\ninit x = 1\n",
                         NULL, "rattle", k == 0 ? 0.02 : 0.01);
    trial_steps(&t, k == 0 ? 150 : 300);
    error[k] = fabs(trial_value(&t, "x") - 0.1 - 0.9*cos(3));
    trial_close(&t);
  }
  check_near(error[0], 6.4e-6, 1e-6);
  check_near(error[0]/error[1], 4, 0.2);
}

// --- failures ----------------------------------------------------------------------------------

static void long_step_is_refused(void **unused) {
  (void)unused;
  check_long_step("rattle");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spheroid_reference),
      cmocka_unit_test(spherical_reference),
      cmocka_unit_test(twofold_reference),
      cmocka_unit_test(beam_reference),
      cmocka_unit_test(twofold_long_run),
      cmocka_unit_test(free_pendulum_errors),
      cmocka_unit_test(eliminated_multipliers_drift),
      cmocka_unit_test(order_is_two),
      cmocka_unit_test(step_is_symmetric),
      cmocka_unit_test(symmetry_check_can_fail),
      cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(symplectic_form_is_kept),
      cmocka_unit_test(momentum_is_kept),
      cmocka_unit_test(energy_does_not_drift),
      cmocka_unit_test(separable_form_agrees),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(rest_is_no_excuse),
      cmocka_unit_test(rest_without_forces),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(long_step_is_refused),
      cmocka_unit_test(dry_friction_has_its_velocity),
  };
  return check_run(argc, argv, tests);
}
