// Discrete gradients where the energy has terms that are linear in the velocities: magnetic fields,
// rotating frames and rotors (problem/gyroscopic.h).

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <math.h>
#include <string.h>

// --- systems ---------------------------------------------------------------------------------

#define FIELD "(1 + x^2)*(x*y' - y*x')"

// a field that is not homogeneous, a potential
static trial particle(const char *name, double h) {
  return trial_text("model m\ncoord x, y\nlagrangian x'^2 + x'*y'/2 + y'^2/2 + " FIELD
                    " - x^4/4 - y^2\ninit x = 0.6, y = -0.3, x' = 0.5, y' = 0.4\n",
                    NULL, name, h);
}

// a blade with a mass beside it, in the same field
static trial sleigh(const char *name, double h) {
  return trial_text("model m\ncoord x, y, theta: angle\nconst J = 2, a = 0.2\n"
                    "lagrangian ((J + a^2)*theta'^2 + x'^2 + y'^2\n"
                    "            + 2*a*theta'*(y'*cos(theta) - x'*sin(theta)))/2\n"
                    "            - (x^2 + 2*y^2 + cos(theta))/2 + sin(x)*theta' + " FIELD "\n"
                    "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
                    "init x = 0.6, theta = 0.1, theta' = 1\n"
                    "init x' = 0.3*cos(theta), y' = 0.3*sin(theta)\n",
                    NULL, name, h);
}

// a charged pendulum with unequal masses: a frame that changes
static trial pendulum(const char *name, double h) {
  return trial_text("model m\ncoord x, y, z\n"
                    "lagrangian (x'^2 + y'^2 + 2*z'^2)/2 - 2*z + 1.5*(x*y' - y*x') + x*y*z'\n"
                    "holonomic rod: x^2 + y^2 + z^2 = 1\ninit x = 0.6, z = -0.8, y' = 1.3\n",
                    NULL, name, h);
}

// z is given by the others
static trial surface(const char *name, double h) {
  return trial_text("model m\ncoord x, y, z\n"
                    "lagrangian (x'^2 + y'^2 + 2*z'^2)/2 - x^2 - y^2 + 1.5*(x*y' - y*x') + x*y*z'\n"
                    "holonomic s: z = x^2*y + cos(y)\n"
                    "init x = 0.6, z = 1, y' = 0.3, z' = 0.108\n",
                    NULL, name, h);
}

// a heavy body with a rotor in it, charged
static trial gyrostat(const char *name, double h) {
  return trial_text("model m\ncoord R: SO(3) velocity w\n"
                    "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 - R[3,3] + 0.7*w[3]\n"
                    "           + R[1,2]*w[1] + R[3,1]^2*w[2]\ninit w = [0.3, 0.5, 1]\n",
                    NULL, name, h);
}

static trial_maker *const systems[] = {particle, sleigh, pendulum, surface, gyrostat};
enum { nsystem = sizeof systems/sizeof *systems };

// as far as a method treats them: the direct form has no holonomic constraints and no groups
static int system_count(const char *name) {
  return strcmp(name + strlen(name) - 2, "-f") == 0 ? 2 : nsystem;
}

static const char *const names[] = {"gonzalez",          "avfc",         "itoh-abe",
                                    "itoh-abe*",         "itoh-abe-sym", "avf(6)",
                                    "ep-collocation(2)", "gonzalez-f",   "gonzalez(frame=fd)"};
enum { nname = sizeof names/sizeof *names };

// --- claims ----------------------------------------------------------------------------------

static void energy_is_kept(void **unused) {
  (void)unused;
  for (int i = 0; i < nname; i++)
    for (int k = 0; k < system_count(names[i]); k++) {
      trial t = systems[k](names[i], 0.05);
      trial_steps(&t, 400);
      check_below(trial_report(&t).energy_max_error, 1e-14);
      if (strcmp(names[i], "gonzalez-f") != 0)
        check_below(trial_report(&t).constraint_max_error, 5e-15);
      trial_close(&t);
    }
}

// also after many steps: it does not drift
static void energy_does_not_drift(void **unused) {
  (void)unused;
  for (int k = 0; k < nsystem; k++) {
    trial t = systems[k]("gonzalez", 0.05);
    trial_steps(&t, 10000);
    check_below(trial_report(&t).energy_max_error, 1e-14);
    trial_close(&t);
  }
}

static void energy_can_be_lost(void **unused) {
  (void)unused;
  for (int k = 0; k < nsystem; k++) {
    trial t = systems[k]("lobatto(3)", 0.05);
    trial_steps(&t, 400);
    check_above(trial_report(&t).energy_max_error, 1e-8);
    trial_close(&t);
  }
}

static void orders_are_two_and_four(void **unused) {
  (void)unused;
  for (int k = 0; k < nsystem; k++) {
    check_near(trial_order(systems[k], "gonzalez", 1, 40), 2, 0.1);
    check_near(trial_order(systems[k], "itoh-abe-sym", 1, 40), 2, 0.1);
    check_near(trial_order_against(systems[k], "avfc", 1, 40, "lobatto(4)"), 2, 0.1);
    check_near(trial_order_against(systems[k], "ep-collocation(2)", 1, 20, "lobatto(4)"), 4, 0.2);
  }
  check_near(trial_order_against(sleigh, "gonzalez-f", 1, 40, "lobatto(4)"), 2, 0.1);
}

static void steps_are_symmetric(void **unused) {
  (void)unused;
  static const char *const symmetric[] = {"gonzalez", "avfc", "itoh-abe-sym", "ep-collocation(2)"};
  for (int k = 0; k < nsystem; k++)
    for (int i = 0; i < 4; i++)
      check_below(trial_asymmetry(systems[k], symmetric[i], 0.05, 20), 1e-14);
  check_above(trial_asymmetry(particle, "itoh-abe", 0.05, 20), 1e-4);
}

static void jacobian_is_that_of_the_residual(void **unused) {
  (void)unused;
  for (int i = 0; i < nname; i++)
    for (int k = 0; k < system_count(names[i]); k++) {
      trial t = systems[k](names[i], 0.05);
      trial_steps(&t, 3);
      check_below(trial_jacobian_error(&t, 0), 1e-8);
      check_above(trial_jacobian_error(&t, 1e-6), 1e-7);
      trial_close(&t);
    }
}

// a circle, and on it: the step turns the velocity by 2 atan(h B/2m)
static void a_homogeneous_field_makes_circles(void **unused) {
  (void)unused;
  double h = 0.1, radius = 0.25, turn = 2*atan(0.1);
  trial t = trial_file("charged_particle.noslip", NULL, "gonzalez", h);
  for (int i = 1; i <= 2000; i++) {
    trial_steps(&t, 1);
    double x = trial_value(&t, "x") - 1.2, y = trial_value(&t, "y") + 0.15;
    check_near(hypot(x, y), radius, 1e-13);
    check_near(x, -0.2*cos(i*turn) + 0.15*sin(i*turn), 1e-12);
  }
  check_below(trial_report(&t).invariant_errors[0], 1e-13);
  check_below(trial_report(&t).invariant_errors[1], 1e-13);
  check_below(trial_report(&t).energy_max_error, 1e-15);
  trial_close(&t);
}

// --- agreement -------------------------------------------------------------------------------

#define ORBIT "init x = 1, y = 0.2\n"

// Coriolis and centrifugal forces, against the same motion at rest: it has turned by W t
static void a_rotating_frame_shows_the_same_motion(void **unused) {
  (void)unused;
  static const char turning[] = "model m\nconst W = 0.7\ncoord x, y\n"
                                "lagrangian ((x' - W*y)^2 + (y' + W*x)^2)/2 - (x^2 + y^2)^2/4\n"
                                "init x' = 0.14, y' = 0.1\n" ORBIT,
                    at_rest[] =
                        "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - (x^2 + y^2)^2/4\n"
                        "init x' = 0, y' = 0.8\n" ORBIT;
  static const char name[] = "ep-collocation(3)";
  trial a = trial_text(turning, NULL, name, 0.02), b = trial_text(at_rest, NULL, name, 0.02);
  for (int i = 1; i <= 200; i++) {
    double c = cos(0.7*0.02*i), s = sin(0.7*0.02*i);
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    double x = trial_value(&a, "x"), y = trial_value(&a, "y");
    check_near(c*x - s*y, trial_value(&b, "x"), 1e-10);
    check_near(s*x + c*y, trial_value(&b, "y"), 1e-10);
  }
  check_below(trial_report(&a).energy_max_error, 2e-15);
  trial_close(&a);
  trial_close(&b);
}

#define START "init x = 0.6, y = -0.3\n"

// p - a is the same variable in both forms
static void both_forms_take_the_same_steps(void **unused) {
  (void)unused;
  static const char hamiltonian[] =
      "model m\ncoord x momentum p, y momentum r\n"
      "hamiltonian (p + y*(1 + x^2))^2/6 + (r - x*(1 + x^2))^2/2 + x^4/4 + cos(y)\n" START
      "init p = 1.5 - y*(1 + x^2), r = 0.4 + x*(1 + x^2)\n";
  static const char lagrangian[] = "model m\ncoord x, y\nlagrangian 3*x'^2/2 + y'^2/2 + " FIELD
                                   " - x^4/4 - cos(y)\ninit x' = 0.5, y' = 0.4\n" START;
  for (int i = 0; i < nname; i++) {
    trial a = trial_text(hamiltonian, NULL, names[i], 0.05);
    trial b = trial_text(lagrangian, NULL, names[i], 0.05);
    trial_steps(&a, 200);
    trial_steps(&b, 200);
    check_near(trial_value(&a, "x"), trial_value(&b, "x"), 1e-13);
    check_near(trial_value(&a, "y'"), trial_value(&b, "y'"), 1e-13);
    trial_close(&a);
    trial_close(&b);
  }
}

// the gradient of any function may be added to a; the direct form, which has it in H, sees it
static void the_potential_of_the_field_does_not_matter(void **unused) {
  (void)unused;
  static const char plain[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + " FIELD
                              " - x^4/4\ninit x' = 0.5, y' = 0.4\n" START,
                    other[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + " FIELD
                              " + (x^3*sin(y))' - x^4/4\ninit x' = 0.5, y' = 0.4\n" START;
  static const struct {
    const char *name;
    bool same;
  } rows[] = {{"gonzalez", true}, {"ep-collocation(2)", true}, {"gonzalez-f", false}};
  for (int i = 0; i < 3; i++) {
    trial a = trial_text(plain, NULL, rows[i].name, 0.1);
    trial b = trial_text(other, NULL, rows[i].name, 0.1);
    trial_steps(&a, 50);
    trial_steps(&b, 50);
    double apart = fabs(trial_value(&a, "x") - trial_value(&b, "x"));
    if (rows[i].same)
      check_below(apart, 1e-13);
    else
      check_above(apart, 1e-5);
    trial_close(&a);
    trial_close(&b);
  }
}

static void small_steps_agree_with_lobatto(void **unused) {
  (void)unused;
  for (int k = 0; k < nsystem; k++) {
    double end[trial_most];
    trial t = systems[k]("lobatto(3)", 0.005);
    trial_steps(&t, 400);
    trial_state(&t, end);
    trial_close(&t);
    t = systems[k]("ep-collocation(2)", 0.005);
    trial_steps(&t, 400);
    check_below(trial_distance(&t, end), 2e-8);
    trial_close(&t);
  }
}

// damping takes its part as it does without a field
static void energy_falls_under_damping(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + " FIELD " - x^2\n"
                       "force x = -x'/5\nforce y = -y'/5\ninit x' = 0.5, y' = 0.4\n" START,
                       NULL, "gonzalez", 0.1);
  trial_energy_falls(&t, 100);
  trial_close(&t);
}

// --- words -----------------------------------------------------------------------------------

static void a_model_says_what_it_has(void **unused) {
  (void)unused;
  bool sound;
  trial t = trial_file("charged_particle.noslip", NULL, "gonzalez", 0.1);
  const char *text = noslip_model_describe(t.model, false, &sound);
  check_text(text, "identity mass matrix, gyroscopic terms\n");
  check_text(text, "q and rho, 2 + 2 variables; energy of degree 2\n");
  trial_close(&t);
}

// a method that is named instead need not keep the energy, and it is not said
static void a_refusal_promises_nothing(void **unused) {
  (void)unused;
  static const char relativistic[] = "model m\ncoord x, y\n"
                                     "lagrangian -sqrt(1 - x'^2 - y'^2) + x*y'\n";
  trial_refused(relativistic, "gonzalez", "`gonzalez` cannot be used here: the model");
  trial_refused(relativistic, "gonzalez", "kinetic energy that is not quadratic in the velocities");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_is_kept),
      cmocka_unit_test(energy_does_not_drift),
      cmocka_unit_test(energy_can_be_lost),
      cmocka_unit_test(orders_are_two_and_four),
      cmocka_unit_test(steps_are_symmetric),
      cmocka_unit_test(jacobian_is_that_of_the_residual),
      cmocka_unit_test(a_homogeneous_field_makes_circles),
      cmocka_unit_test(a_rotating_frame_shows_the_same_motion),
      cmocka_unit_test(both_forms_take_the_same_steps),
      cmocka_unit_test(the_potential_of_the_field_does_not_matter),
      cmocka_unit_test(small_steps_agree_with_lobatto),
      cmocka_unit_test(energy_falls_under_damping),
      cmocka_unit_test(a_model_says_what_it_has),
      cmocka_unit_test(a_refusal_promises_nothing),
  };
  return check_run(argc, argv, tests);
}
