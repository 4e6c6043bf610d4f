// Tests of src/methods/dla/dla.h: what its header block claims, and nothing else.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "methods/families.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const both[] = {"dla-mp", "dla-cm"};
static const char *const three[] = {"dla-mp", "dla-cm", "dla-left"};

// --- systems ---------------------------------------------------------------------------------

// Chaplygin sleigh, position-dependent mass matrix
static trial sleigh(const char *name, double h) {
  return trial_file("sleigh.noslip", "x'=0.7 theta'=0.5", name, h);
}

// a cone in the velocities: nonlinear, Chetaev
static trial cone(const char *name, double h) {
  return trial_text("model cone\ncoord x, y, z\n"
                    "lagrangian (x'^2 + (1 + x^2/4)*y'^2 + z'^2)/2 - z - (x^2 + y^2)/4\n"
                    "nonholonomic cone: z'^2 = x'^2 + y'^2\n"
                    "init x = 0.3, y = -0.2, z = 0.5, x' = 0.6, y' = 0.8, z' = 1\n",
                    NULL, name, h);
}

// affine and time-dependent constraint, force with friction, gyroscopic term, mass that varies
static const char driven_text[] =
    "model driven\ncoord x, y, z\n"
    "lagrangian ((1 + y^2/3)*x'^2 + y'^2 + (1 + cos(x)/4)*z'^2)/2 + x*z' - x^2/2*cos(t) - y^2 - "
    "z^2/3\n"
    "nonholonomic belt: x' + y*z' = 0.3*sin(2*t) + 0.1*z\n"
    "force x = -0.1*x'\nforce z = 0.2*cos(t) - 0.05*z'*z\n"
    "init x = 0.2, y = 0.5, z = -0.1, y' = 0.4, z' = 0.6, x' = 0.1*z - y*z'\n";

static trial driven(const char *name, double h) {
  return trial_text(driven_text, NULL, name, h);
}

// momenta that depend on time by themselves, in both forms; x = cos(t) - 1
static trial gauge(const char *name, double h) {
  return trial_text("model gauge\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + sin(t)*x' - y^2/2\n"
                    "init x' = 0, y = 1\n",
                    NULL, name, h);
}

static trial gauge_hamiltonian(const char *name, double h) {
  return trial_text("model gauge\ncoord x momentum p\nhamiltonian p^2/2 - p*sin(t)\n", NULL, name,
                    h);
}

// p is constant, x' = p - sin(t): both forms reach the exact solution
static void time_in_the_momentum_is_seen(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    trial a = gauge(both[k], 0.01), b = gauge_hamiltonian(both[k], 0.01);
    trial_steps(&a, 100);
    trial_steps(&b, 100);
    check_near(trial_value(&a, "x"), cos(1) - 1, 1e-5);
    check_near(trial_value(&b, "x"), cos(1) - 1, 1e-5);
    trial_close(&a);
    trial_close(&b);
  }
}

static trial pendulum(const char *name, double h) {
  return trial_text("model pendulum\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\n"
                    "init th = 1, th' = 1.2\n",
                    NULL, name, h);
}

static trial particle(const char *name, double h) {
  return trial_text("model particle\ncoord x, y, z\n"
                    "lagrangian (x'^2 + y'^2 + z'^2)/2 - (x^2 + y^2)/2\n"
                    "nonholonomic c: z' - y*x' = 0\n"
                    "init x = 1, y = 0.5, z = -0.3, x' = 0.4, y' = 1, z' = 0.2\n",
                    NULL, name, h);
}

static trial_maker *const all[] = {sleigh, cone, driven, pendulum, particle, gauge};
enum { count = sizeof all/sizeof *all };

// --- reference values ------------------------------------------------------------------------

// 40-digit arithmetic, rounded: sleigh m = a = I = 1, g = 0.1, h = 0.1, ten steps
static void sleigh_reference(void **unused) {
  (void)unused;
  static const double q[3][3] = {{1.761396345361445, 0.1700970070797663, 0.3942922117293755},
                                 {1.761415485006024, 0.170097497256456, 0.3942775197682574},
                                 {1.765914380234561, 0.1717665783029628, 0.3957683980079344}};
  static const double p[3][3] = {{0.6589590116395373, 0.5967904309465611, 0.5957113027782088},
                                 {0.6589994333865462, 0.5967674475225186, 0.5956624210052964},
                                 {0.6650912800388947, 0.604244709700711, 0.6022655255010139}};
  static const double lambda[3] = {0.1745258840593147, 0.1744407425181774, 0.1848248151083997};
  static const double energy[3] = {-2.293e-5, -1.859e-5, 0.009798};
  for (int k = 0; k < 3; k++) {
    trial t = sleigh(three[k], 0.1);
    trial_steps(&t, 10);
    const double *momentum = noslip_run_values(t.run, NOSLIP_MOMENTUM);
    for (int i = 0; i < 3; i++) {
      check_near(t.run->state.q[i], q[k][i], 1e-14);
      check_near(momentum[i], p[k][i], 1e-14);
    }
    check_near(dla_half_multipliers(t.run->stepper)[0]/0.1, lambda[k], 1e-13);
    check_near(noslip_energy(t.run) - 0.495, energy[k], k < 2 ? 5e-9 : 5e-7);
    trial_close(&t);
  }
}

// rolling disk, h = 0.1, ten steps; both methods coincide without potential
static void disk_reference(void **unused) {
  (void)unused;
  static const double q[] = {0.1132830516019519, 0.1764278996373599, 2, 1};
  static const double p[] = {-0.1040367091367856, 0.2273243567064204, 2, 1};
  static const double lambda[] = {-0.4723618546351383, -0.1613755101312837};
  for (int k = 0; k < 2; k++) {
    trial t = trial_file("disk.noslip", NULL, both[k], 0.1);
    trial_steps(&t, 10);
    const double *momentum = noslip_run_values(t.run, NOSLIP_MOMENTUM);
    const double *half = dla_half_multipliers(t.run->stepper);
    for (int i = 0; i < 4; i++) {
      check_near(t.run->observed.unwrapped[i], q[i], 1e-14);
      check_near(momentum[i], p[i], 1e-14);
    }
    for (int i = 0; i < 2; i++)
      check_near(half[i]/0.1, lambda[i], 1e-13);
    trial_close(&t);
  }
}

// the sleigh with small masses, to t = 30: largest energy errors of dla-mp at two steps
static void small_masses_reference(void **unused) {
  (void)unused;
  trial coarse = trial_file("sleigh_thesis.noslip", NULL, "dla-mp", 0.1);
  trial fine = trial_file("sleigh_thesis.noslip", NULL, "dla-mp", 0.01);
  trial_steps(&coarse, 300);
  trial_steps(&fine, 3000);
  check_near(trial_report(&coarse).energy_max_error, 2.69e-4, 1e-6);
  check_near(trial_report(&fine).energy_max_error, 2.69e-6, 1e-8);
  check_below(trial_report(&fine).constraint_max_error, 2e-13);  // |v| reaches 300
  check_near(trial_value(&fine, "theta"), -1.8409321232, 2e-6);  // error 1.9e-7 of the method
  trial_close(&coarse);
  trial_close(&fine);
}

// the sleigh from rest, h = 0.12, to t = 60
static void from_rest_reference(void **unused) {
  (void)unused;
  static const double error[] = {1.523e-5, 2.22e-5};
  for (int k = 0; k < 2; k++) {
    trial t = trial_file("sleigh.noslip", NULL, both[k], 0.12);
    trial_steps(&t, 500);
    check_near(trial_report(&t).energy_max_error, error[k], 5e-8);
    trial_close(&t);
  }
}

// ten orbits of the contact oscillator over 2000 Poincare iterations: energies stay in their bands
static void contact_orbits_reference(void **unused) {
  (void)unused;
  static const double band[] = {1.34e-2, 1.49e-2, 1.45e-2, 1.33e-2, 1.17e-2,
                                9.8e-3,  7.6e-3,  5.4e-3,  6.0e-3,  7.5e-3};
  for (int k = 0; k < 10; k++) {
    char start[64];
    snprintf(start, sizeof start, "z0=(-0.9+0.2*%d)*sqrt(2)", k);
    trial t = trial_file("contact_oscillator.noslip", start, "dla-mp",
                         2*sin(3.14159265358979323846/40));
    trial_steps(&t, 80000);
    noslip_report r = trial_report(&t);
    check_below(r.energy_max_error, band[k]*1.01);
    check_above(r.energy_max_error, band[k]*0.97);
    check_below(fabs(r.energy_trend), 1e-5);
    trial_close(&t);
  }
}

// --- order -----------------------------------------------------------------------------------

static void order_is_two(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < count; i++)
      check_near(trial_order(all[i], both[k], 1, 50), 2, 0.03);  // the cone rests at t = 1.8
}

// the measurement notices a lower order: the multiplier of the half step, taken at the node, is
// off by h/2 lambda'
static void order_check_can_fail(void **unused) {
  (void)unused;
  double error[2];
  for (int k = 0; k < 2; k++) {
    trial t = sleigh("dla-mp", 0.02/(1 << k));
    trial_steps(&t, 100 << k);
    double at_node = noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0];
    error[k] = fabs(dla_half_multipliers(t.run->stepper)[0]/t.run->h - at_node);
    trial_close(&t);
  }
  check_near(log2(error[0]/error[1]), 1, 0.05);
}

// the left-point Lagrangian gives order 1 where the mass matrix depends on q, or a force on v
static void left_point_is_of_order_one(void **unused) {
  (void)unused;
  check_near(trial_order(sleigh, "dla-left", 1, 50), 1, 0.05);
  check_near(trial_order(driven, "dla-left", 1, 50), 1, 0.05);
  check_above(trial_asymmetry(sleigh, "dla-left", 0.2, 1), 1e-3);
}

// elsewhere it is dla-mp
static void left_point_may_agree(void **unused) {
  (void)unused;
  trial a = particle("dla-left", 0.05), b = particle("dla-mp", 0.05);
  trial_steps(&a, 50);
  trial_steps(&b, 50);
  double x[2*trial_most];
  trial_state(&a, x);
  check_below(trial_distance(&b, x), 2e-14);
  trial_close(&a);
  trial_close(&b);
}

// the energies of the thesis' sleigh hide the order, its heading does not
static void left_point_reference(void **unused) {
  (void)unused;
  static const struct {
    double h, energy, theta;
  } row[] = {{0.1, 2.65e-4, 2.0e-3}, {0.01, 2.73e-6, 2.0e-4}};
  for (int k = 0; k < 2; k++) {
    trial t = trial_file("sleigh_thesis.noslip", NULL, "dla-left", row[k].h);
    trial_steps(&t, lround(30/row[k].h));
    check_near(trial_report(&t).energy_max_error, row[k].energy, 0.004*row[k].energy);
    check_near(fabs(trial_value(&t, "theta") + 1.8409321232), row[k].theta, 0.05*row[k].theta);
    trial_close(&t);
  }
  trial t = trial_file("sleigh.noslip", NULL, "dla-left", 0.12);
  trial_steps(&t, 500);
  check_near(trial_report(&t).energy_max_error, 2.41e-3, 5e-6);
  trial_close(&t);
}

// knife edge on an incline: the error against the exact cycloid falls by four, down to 1e-10
static void cycloid_is_reached(void **unused) {
  (void)unused;
  double before = 0, h = 0.02;
  for (int k = 0; k < 13; k++, h /= 2) {
    trial t = trial_file("knife_edge.noslip", NULL, "dla-mp", h);
    trial_steps(&t, lround(1/h));
    double ex = trial_value(&t, "x") - 0.45447405654916936;
    double ey = trial_value(&t, "y") - 1.5456326525676238;
    double error = hypot(ex, ey);
    if (k > 0 && error > 1e-11)
      check_near(log2(before/error), 2, 0.02);
    before = error;
    trial_close(&t);
  }
  check_below(before, 1e-11);
}

// --- symmetry --------------------------------------------------------------------------------

// fifty steps with h, fifty with -h, and we are where we started
static void step_is_symmetric(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < count; i++)
      check_below(trial_asymmetry(all[i], both[k], 0.02, 50), 2e-13);
}

// the bound above has teeth: one step back with a slightly different size is noticed
static void symmetry_check_can_fail(void **unused) {
  (void)unused;
  double start[2*trial_most];
  trial t = sleigh("dla-mp", 0.02);
  trial_state(&t, start);
  trial_steps(&t, 100);
  trial_back(&t, 99);
  t.run->h *= 1 + 1e-9;
  trial_back(&t, 1);
  check_above(trial_distance(&t, start), 1e-12);
  trial_close(&t);
}

// --- constraints -----------------------------------------------------------------------------

static void constraints_are_kept(void **unused) {
  (void)unused;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < count; i++) {
      trial t = all[i](three[k], 0.01);
      trial_steps(&t, i == 1 ? 50 : 5000);  // the cone comes to rest, where its direction is lost
      check_below(trial_report(&t).constraint_max_error, 1e-13);
      trial_close(&t);
    }
}

// the residual that is watched is not zero by itself: half way through a step it is large
static void constraint_check_can_fail(void **unused) {
  (void)unused;
  trial t = sleigh("dla-mp", 0.1);
  trial_steps(&t, 5);
  noslip_run *r = t.run;
  r->state.q[2] += 1e-9;
  observed_forget(&r->observed);
  check_above(noslip_run_values(r, NOSLIP_CONSTRAINT)[0], 1e-10);
  trial_close(&t);
}

// --- Jacobian --------------------------------------------------------------------------------

static void jacobian_is_exact(void **unused) {
  (void)unused;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < count; i++) {
      trial t = all[i](three[k], 0.1);
      t.run->stepper = dla_make_newton(t.run->method, &t.run->evaluator, &t.run->arena);
      trial_steps(&t, 1);
      check_below(trial_jacobian_error(&t, 0), 1e-8);  // differences with step 1e-5
      trial_close(&t);
    }
}

// the bound above has teeth: an entry off by 1e-6 is noticed
static void jacobian_check_can_fail(void **unused) {
  (void)unused;
  trial t = sleigh("dla-mp", 0.1);
  trial_steps(&t, 1);
  check_above(trial_jacobian_error(&t, 1e-6), 0.9e-6);
  trial_close(&t);
}

// --- the linear form -------------------------------------------------------------------------

// no Newton is needed, and the step is the same
static void check_linear_form(trial a, trial b) {
  double x[2*trial_most];
  assert_true(a.run->problem->mechanical.structure.linear_multipliers);
  b.run->stepper = dla_make_newton(b.run->method, &b.run->evaluator, &b.run->arena);
  trial_steps(&a, 50);
  trial_steps(&b, 50);
  trial_state(&a, x);
  check_below(trial_distance(&b, x), 2e-14);
  assert_int_equal(trial_report(&a).newton_iterations, 0);
  assert_true(trial_report(&b).newton_iterations > 0);
  trial_close(&a);
  trial_close(&b);
}

// where the multipliers enter linearly
static void linear_form_agrees(void **unused) {
  (void)unused;
  static const char *const linear[] = {"contact_oscillator.noslip", "chaotic.noslip", "disk.noslip",
                                       "knife_edge.noslip", "particle.noslip"};
  for (int i = 0; i < 5; i++)
    check_linear_form(trial_file(linear[i], NULL, "dla-mp", 0.05),
                      trial_file(linear[i], NULL, "dla-mp", 0.05));
}

// the reactions move the positions that the constraints depend on: Phi_q W is not 0
static void linear_form_agrees_where_positions_move(void **unused) {
  (void)unused;
  static const char *const constraints[] = {"x' + y*z' = x/2", "x' + t*z' = y - x + z"};
  for (int i = 0; i < 2; i++) {
    char text[300];
    snprintf(text, sizeof text,
             "model m\ncoord x, y, z\nlagrangian (x'^2 + 2*y'^2 + 3*z'^2)/2 - x*y - z^2\n"
             "nonholonomic c: %s\ninit x = 1, y = 0.7, z = 0.2, z' = 0.3, y' = 0.1\n",
             constraints[i]);
    check_linear_form(trial_text(text, NULL, "dla-mp", 0.05),
                      trial_text(text, NULL, "dla-mp", 0.05));
  }
}

// mass matrices that are full, or depend on place; forces with velocities; reactions that turn
// their own constraint; no constraint at all
static void linear_form_is_found(void **unused) {
  (void)unused;
  static const struct {
    const char *lagrangian, *constraint;
    bool linear;
  } cases[] = {
      {"(x'^2 + y'^2 + z'^2)/2 - x*y", "x' + y*z' = 0", true},
      {"(x'^2 + y'^2 + z'^2)/2 - x*y", "x' + x*z' = 0", false},
      {"(x'^2 + x'*y' + y'^2 + z'^2)/2", "x' + y*z' = 0", false},
      {"(x'^2 + x'*y' + y'^2 + z'^2)/2", "x' + t*y' = z", true},
      {"(x'^2 + x'*y' + y'^2 + z'^2)/2", "x' + t*y' = 1", true},
      {"(x'^2 + y'^2 + z'^2)/2 + x'*y", "x' + y*z' = 0", false},
      {"(1 + x^2)*(x'^2 + y'^2 + z'^2)/2", "x' + y*z' = 0", false},
      {"(x'^2 + y'^2 + z'^2)/2", "x'*y' = z'", false},
      {"(x'^2 + y'^2 + z'^2)/2", "z' + max(z, x) = 0", false},
      {"(x'^2 + y'^2 + z'^2)/2", "z' = sign(y)", false},
      {"(x'^2 + y'^2 + z'^2)/2", "z' + where(x > 0, 2, 1)*y' = 0", false},
      {"(x'^2 + y'^2 + z'^2)/2", "z' + where(t > 1, 2, 1)*y' = abs(t)", true},
      {"(x'^2 + y'^2 + 3*z'^2)/2 + cos(x)", NULL, true},
  };
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text, "model m\ncoord x, y, z\nlagrangian %s\n%s%s\ninit x' = 1, x = 1\n",
             cases[i].lagrangian, cases[i].constraint ? "nonholonomic c: " : "",
             cases[i].constraint ? cases[i].constraint : "");
    noslip_context *context = noslip_open(NULL);
    noslip_model *model;
    assert_int_equal(noslip_model_parse(context, "m", text, NULL, &model), NOSLIP_OK);
    check_that(model->problem->mechanical.structure.linear_multipliers == cases[i].linear, __FILE__,
               __LINE__, "%s", text);
    noslip_model_free(model);
    noslip_close(context);
  }
}

// --- energy ----------------------------------------------------------------------------------

// the rolling disk: its energy is kept to rounding, x and y stay within 8.34e-4
static void disk_energy_is_kept(void **unused) {
  (void)unused;
  trial t = trial_file("disk.noslip", NULL, "dla-mp", 0.1);
  double worst = 0;
  for (int k = 0; k < 10000; k++) {
    trial_steps(&t, 1);
    double time = noslip_time(t.run);
    worst = fmax(worst, fabs(trial_value(&t, "y") - 0.125*(1 - cos(2*time))));
  }
  check_below(trial_report(&t).energy_max_error, 1e-13);
  check_below(worst, 8.34e-4*1.01);
  check_above(worst, 8.34e-4*0.9);
  check_near(trial_value(&t, "theta"), 1000, 1e-10);  // theta is exact
  trial_close(&t);
}

// --- two ways to the same step -----------------------------------------------------------------

// a hamiltonian model goes through the Legendre transform and gives the same trajectory
static void hamiltonian_form_agrees(void **unused) {
  (void)unused;
  static const char lagrangian[] =
      "model a\ncoord x, y, z\nlagrangian ((1 + y^2)*x'^2 + y'^2 + 2*z'^2)/2 + y*z' - x^2 - z^4/4\n"
      "nonholonomic c: x' + y*z' = 0\ninit y = 0.7, z = 0.2, y' = 0.5, z' = 0.3, x' = -y*z'\n";
  static const char hamiltonian[] =
      "model b\ncoord x momentum px, y momentum py, z momentum pz\n"
      "hamiltonian (px^2/(1 + y^2) + py^2 + (pz - y)^2/2)/2 + x^2 + z^4/4\n"
      "nonholonomic c: x' + y*z' = 0\n"
      "init y = 0.7, z = 0.2, py = 0.5, pz = 0.6 + 0.7, px = -(1 + 0.49)*0.21\n";
  for (int k = 0; k < 2; k++) {
    trial a = trial_text(lagrangian, NULL, both[k], 0.05);
    trial b = trial_text(hamiltonian, NULL, both[k], 0.05);
    trial_steps(&a, 200);
    trial_steps(&b, 200);
    for (int i = 0; i < 3; i++) {
      check_near(a.run->state.q[i], b.run->state.q[i], 1e-12);
      check_near(noslip_run_values(a.run, NOSLIP_MOMENTUM)[i],
                 noslip_run_values(b.run, NOSLIP_MOMENTUM)[i], 1e-12);
    }
    trial_close(&a);
    trial_close(&b);
  }
}

// a constant mass matrix takes a path of its own: the general path gives the same digits
static void constant_mass_agrees(void **unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    trial a = particle(three[k], 0.05);
    trial b = particle(three[k], 0.05);
    ((problem *)b.run->problem)->mechanical.structure.uniform = false;
    b.run->stepper = method_make(b.run->method, &b.run->evaluator, &b.run->arena);
    trial_steps(&a, 200);
    trial_steps(&b, 200);
    double x[2*trial_most];
    trial_state(&a, x);
    check_below(trial_distance(&b, x), 1e-13);
    trial_close(&a);
    trial_close(&b);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sleigh_reference),
      cmocka_unit_test(disk_reference),
      cmocka_unit_test(small_masses_reference),
      cmocka_unit_test(from_rest_reference),
      cmocka_unit_test(contact_orbits_reference),
      cmocka_unit_test(time_in_the_momentum_is_seen),
      cmocka_unit_test(order_is_two),
      cmocka_unit_test(order_check_can_fail),
      cmocka_unit_test(left_point_is_of_order_one),
      cmocka_unit_test(left_point_may_agree),
      cmocka_unit_test(left_point_reference),
      cmocka_unit_test(cycloid_is_reached),
      cmocka_unit_test(step_is_symmetric),
      cmocka_unit_test(symmetry_check_can_fail),
      cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(constraint_check_can_fail),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(jacobian_check_can_fail),
      cmocka_unit_test(linear_form_agrees),
      cmocka_unit_test(linear_form_agrees_where_positions_move),
      cmocka_unit_test(linear_form_is_found),
      cmocka_unit_test(disk_energy_is_kept),
      cmocka_unit_test(hamiltonian_form_agrees),
      cmocka_unit_test(constant_mass_agrees),
  };
  return check_run(argc, argv, tests);
}
