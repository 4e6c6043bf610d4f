// Tests of src/problem/given_coordinates.h and of what reduction.h makes of it: holonomic constraints that are not
// quadratic but give one coordinate by the others.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "problem/given_coordinates.h"
#include "run/run.h"

// a bead on a wire, by velocities and by momenta
#define WIRE "holonomic wire: y = 0.3*x^3\ninit x = 1.1, y = 0.3*1.1^3\n"

static trial bead(const char *name, double h) {
  return trial_text("model bead\ncoord x, y\n"
                    "lagrangian ((2 + x^2)*x'^2 + y'^2 + x'*y')/2 - x^2 - 3*y^2\n" WIRE
                    "init x' = 0.5, y' = 0.9*1.1^2*x'\n",
                    NULL, name, h);
}

// M = [2 + x^2 1/2; 1/2 1]
static trial bead_hamiltonian(const char *name, double h) {
  return trial_text("model bead\ncoord x momentum px, y momentum py\n"
                    "let D = 7/4 + x^2\n"
                    "hamiltonian (px^2 - px*py + (2 + x^2)*py^2)/(2*D) + x^2 + 3*y^2\n" WIRE
                    "init px = (2 + 1.1^2)*0.5 + 0.9*1.1^2*0.5/2, py = 0.5/2 + 0.9*1.1^2*0.5\n",
                    NULL, name, h);
}

// one constraint uses what another gives; a third is quadratic, and a fourth nonholonomic
static trial chained(const char *name, double h) {
  return trial_text("model chained\ncoord x, y, z, u, w[1..2]\n"
                    "lagrangian (x'^2 + y'^2 + z'^2 + u'^2 + 2*dot(w', w'))/2 - x^2 - u^2 - w[2]\n"
                    "holonomic first: 2*z = sin(y) + 0.2*x\n"
                    "holonomic second: y = exp(x/2)\n"
                    "holonomic rod: dot(w, w) = 1\n"
                    "nonholonomic roll: u' = z*x' + 0.3*w[1]'\n"
                    "init y = 1, z = sin(1)/2, w = [0.6, 0.8], w' = [0.8, -0.6]\n"
                    "init x' = 0.4, y' = x'/2, z' = (cos(1)*y' + 0.2*x')/2, u' = z*x' + 0.3*0.8\n",
                    NULL, name, h);
}

static trial damped_bead(const char *name, double h) {
  return trial_text("model bead\ncoord x, y\n"
                    "lagrangian ((2 + x^2)*x'^2 + y'^2 + x'*y')/2 - x^2 - 3*y^2\n" WIRE
                    "force x = -0.3*x'\nforce y = -0.2*y' - 0.1*x'\n"
                    "init x' = 0.5, y' = 0.9*1.1^2*x'\n",
                    NULL, name, h);
}

// --- what is found -------------------------------------------------------------------------------

static void coordinates_are_found(void **unused) {
  (void)unused;
  arena a;
  given_coordinates s;
  trial t = chained("gonzalez", 0.01);
  arena_init(&a, &t.context->memory);
  assert_true(given_coordinates_find(&s, &a, t.model->parts));
  assert_int_equal(s.count, 2);
  assert_int_equal(s.lost, -1);
  assert_true(given_coordinates_has(s.coordinate, 2, 1) &&
              given_coordinates_has(s.coordinate, 2, 2));
  assert_true(given_coordinates_has(s.constraint, 2, 0) &&
              given_coordinates_has(s.constraint, 2, 1));
  assert_int_equal(t.run->problem->skew.zq, 4);  // x, u, w
  assert_int_equal(t.run->problem->skew.zm, 2);  // rod, roll
  assert_int_equal(t.run->problem->skew.nz, 6);
  arena_free(&a);
  trial_close(&t);
}

// --- what is kept --------------------------------------------------------------------------------

static void energy_and_constraints_are_kept(void **unused) {
  (void)unused;
  static const char *const names[] = {"gonzalez",
                                      "avfc(3)",
                                      "gonzalez(frame=fd)",
                                      "itoh-abe-sym",
                                      "ep-collocation(3, quadrature=12)",
                                      "itoh-abe"};
  trial_maker *const systems[] = {bead, bead_hamiltonian, chained};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 6; k++) {
      trial t = systems[i](names[k], 0.02);
      trial_steps(&t, 1000);
      check_below(trial_report(&t).energy_max_error, 1e-14);
      check_below(trial_report(&t).constraint_max_error, 5e-15);
      trial_close(&t);
    }
}

// others do not keep the energy
static void other_methods_lose_energy(void **unused) {
  (void)unused;
  trial t = bead("lobatto(2)", 0.02);
  trial_steps(&t, 1000);
  check_above(trial_report(&t).energy_max_error, 1e-5);
  trial_close(&t);
}

// --- and right ------------------------------------------------------------------------------------

static void orders_are_observed(void **unused) {
  (void)unused;
  trial_maker *const systems[] = {bead, bead_hamiltonian, chained};
  for (int i = 0; i < 3; i++) {
    check_near(trial_order_against(systems[i], "gonzalez", 1, 40, "lobatto(6)"), 2, 0.05);
    check_near(trial_order_against(systems[i], "itoh-abe-sym", 1, 40, "lobatto(6)"), 2, 0.05);
    check_near(trial_order_against(systems[i], "ep-collocation(2)", 1, 20, "lobatto(6)"), 4, 0.1);
  }
}

static void steps_are_symmetric(void **unused) {
  (void)unused;
  check_below(trial_asymmetry(bead, "gonzalez", 0.05, 50), 1e-12);
  check_below(trial_asymmetry(chained, "avfc(3)", 0.05, 50), 1e-12);
}

static void damped_energy_falls(void **unused) {
  (void)unused;
  trial t = damped_bead("gonzalez", 0.05);
  trial_energy_falls(&t, 100);
  trial_close(&t);
  check_near(trial_order_against(damped_bead, "gonzalez", 1, 40, "lobatto(6)"), 2, 0.05);
}

// --- and refused where it does not help -----------------------------------------------------------

#define SPACE "model m\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2\nholonomic g: "

static void others_are_refused(void **unused) {
  (void)unused;
  static const char words[] = "`g`, which is not quadratic";
  trial_refused(SPACE "x*y + x^3 = 0\n", "gonzalez", words);
  trial_refused(SPACE "y - abs(x)^3 = 0\n", "gonzalez", words);
  trial_refused(SPACE "y + y^3 = x^3\n", "gonzalez", words);
  trial_refused(SPACE "y = x^3\nholonomic k: x^2 + y^2 = 0\n", "gonzalez", words);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coordinates_are_found),
      cmocka_unit_test(energy_and_constraints_are_kept),
      cmocka_unit_test(other_methods_lose_energy),
      cmocka_unit_test(orders_are_observed),
      cmocka_unit_test(steps_are_symmetric),
      cmocka_unit_test(damped_energy_falls),
      cmocka_unit_test(others_are_refused),
  };
  return check_run(argc, argv, tests);
}
