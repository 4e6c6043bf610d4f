// Tests of src/methods/stages/stages_load.h: stage methods where forces depend on multipliers, of
// nonholonomic constraints, of holonomic ones, and of both.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

// the friction of a blade grows with the square of its reaction
static trial blade(const char *name, double h) {
  return trial_text("model blade\nparam c = 0.3\ncoord x, y, th\n"
                    "lagrangian (x'^2 + y'^2 + th'^2)/2 - x\n"
                    "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0 multiplier N\n"
                    "force x = -c*N^2*x'\nforce y = -c*N^2*y' + 0.1*N\n"
                    "force th = -0.2*sqrt(1 + N^2)*th'\ninit x' = 1, th' = 1\n",
                    NULL, name, h);
}

// the same by momenta, which the forces are written with, too
static trial blade_by_momenta(const char *name, double h) {
  return trial_text(
      "model blade\nparam c = 0.3\ncoord x momentum px, y momentum py, th momentum w\n"
      "hamiltonian (px^2 + py^2 + w^2)/2 + x\n"
      "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0 multiplier N\n"
      "force x = -c*N^2*px\nforce y = -c*N^2*py + 0.1*N\n"
      "force th = -0.2*sqrt(1 + N^2)*w\ninit px = 1, w = 1\n",
      NULL, name, h);
}

#define SHELL_FORCES                                            \
  "force x = -0.3*N^2*x'\nforce y = -0.3*N^2*y' + 0.2*N\n"      \
  "force z = -0.3*N^2*z'\nlet G = [0.6, 0.8, 3*sqrt(0.32/3)]\n" \
  "let w0 = [0.3, -0.5, 0.2]\nlet u = w0 - dot(G, w0)/dot(G, G)*G\n"

// a mass that varies
static trial shell(const char *name, double h) {
  return trial_text("model shell\ncoord x, y, z\n"
                    "lagrangian (x'^2 + 2*y'^2 + (1 + x^2)*z'^2)/2 - z\n"
                    "holonomic shell: x^2 + 2*y^2 + 3*z^2 = 1 multiplier N\n" SHELL_FORCES
                    "init x = 0.6, y = 0.4, z = sqrt(0.32/3), x' = u[1], y' = u[2], z' = u[3]\n",
                    NULL, name, h);
}

static trial shell_by_momenta(const char *name, double h) {
  return trial_text(
      "model shell\ncoord x momentum a, y momentum b, z momentum c\n"
      "hamiltonian (a^2 + b^2/2 + c^2/(1 + x^2))/2 + z\n"
      "holonomic shell: x^2 + 2*y^2 + 3*z^2 = 1 multiplier N\n" SHELL_FORCES
      "init x = 0.6, y = 0.4, z = sqrt(0.32/3), a = u[1], b = 2*u[2], c = 1.36*u[3]\n",
      NULL, name, h);
}

// a blade on a paraboloid: both kinds, each in the friction of the other
static trial both(const char *name, double h) {
  return trial_text(
      "model bowl\ncoord x, y, z, th\n"
      "lagrangian (x'^2 + y'^2 + z'^2 + th'^2)/2 - z\n"
      "holonomic bowl: z = (x^2 + y^2)/2 multiplier N\n"
      "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0 multiplier B\n"
      "force x = -0.1*N^2*x'\nforce y = -0.1*N^2*y'\nforce th = -0.1*B^2*th' + 0.1*N*B\n"
      "init x = 1, z = 0.5, x' = 0.4, z' = 0.4, th' = 1\n",
      NULL, name, h);
}

typedef struct order_row {
  trial_maker *make;
  const char *method, *reference;
  long n;
  double order;
} order_row;

static const char gauss[] = "srk-gauss(4)", euler[] = "compose(euler-true, yoshida6)";

static const order_row rows[] = {
    {blade, "spark(2)", gauss, 40, 2},
    {blade, "spark(3)", gauss, 20, 4},
    {blade, "spark(4)", gauss, 10, 6},
    {blade, "lobatto(2)", gauss, 40, 2},
    {blade, "lobatto(3)", gauss, 20, 4},
    {blade, "lobatto(3, multiplier=carry)", gauss, 20, 4},
    {blade, "lobatto(3, multiplier=restart)", gauss, 20, 4},
    {blade, "srk-gauss(2)", gauss, 20, 4},
    {blade, "srk-gauss(3)", gauss, 10, 6},
    {blade, "srk-radau1a(2)", gauss, 40, 3},
    {blade, "rk-radau2a(2)", gauss, 40, 3},
    {blade, "rk-radau2a(3)", gauss, 20, 5},
    {blade, "rk-lobatto3a(3)", gauss, 20, 4},
    {blade, "rk-lobatto3c(3)", gauss, 20, 4},
    {blade_by_momenta, "spark(3)", gauss, 20, 4},
    {shell, "lobatto(2)", euler, 40, 2},
    {shell, "lobatto(3)", euler, 20, 4},
    {shell, "spark(3)", euler, 20, 4},
    {shell, "lobatto(4)", euler, 10, 6},
    {shell_by_momenta, "lobatto(3)", euler, 20, 4},
    {both, "lobatto(3)", "spark(6)", 40, 4},
    {both, "spark(3)", "lobatto(6)", 40, 4},
    {both, "spark(4)", "lobatto(6)", 20, 6},
};
enum { nrow = sizeof rows/sizeof *rows };

static void orders_are_those_of_ideal_reactions(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++) {
    const order_row *r = &rows[i];
    double order = trial_order_against(r->make, r->method, 1, r->n, r->reference);
    if (fabs(order - r->order) > 0.15)
      print_error("%d %s: order %g\n", i, r->method, order);
    check_near(order, r->order, 0.15);
  }
}

static void jacobians_are_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++) {
    trial t = rows[i].make(rows[i].method, 0.1);
    trial_steps(&t, 1);
    check_below(trial_jacobian_error(&t, 0), 1e-7);
    trial_close(&t);
  }
  trial t = shell("lobatto(3)", 0.1);
  trial_steps(&t, 1);
  check_above(trial_jacobian_error(&t, 1e-5), 0.9e-5);  // and it can fail
  trial_close(&t);
}

static void constraints_hold_to_rounding(void **unused) {
  (void)unused;
  static trial_maker *const systems[] = {blade, blade_by_momenta, shell, shell_by_momenta, both};
  static const char *const methods[] = {"spark(3)", "lobatto(2)"};
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 2; k++) {
      trial t = systems[i](methods[k], 0.01);
      trial_steps(&t, 300);
      check_below(trial_report(&t).constraint_scaled_error, 1e-13);
      trial_close(&t);
    }
}

// one model in two forms: the same step
static void both_forms_are_one_step(void **unused) {
  (void)unused;
  static trial_maker *const pairs[][2] = {{blade, blade_by_momenta}, {shell, shell_by_momenta}};
  for (int i = 0; i < 2; i++) {
    trial a = pairs[i][0]("spark(3)", 0.05), b = pairs[i][1]("spark(3)", 0.05);
    trial_steps(&a, 10);
    trial_steps(&b, 10);
    for (int k = 0; k < 3; k++) {
      check_near(a.run->state.q[k], b.run->state.q[k], 1e-14);
      check_near(a.run->state.p[k], b.run->state.p[k], 1e-14);
    }
    check_near(noslip_run_values(a.run, NOSLIP_MULTIPLIER)[0],
               noslip_run_values(b.run, NOSLIP_MULTIPLIER)[0], 1e-12);
    trial_close(&a);
    trial_close(&b);
  }
}

// what was published for t = 1 of steel on teflon: lobatto(6) has order 10
static void teflon_is_reached(void **unused) {
  (void)unused;
  trial t = trial_file("teflon.noslip", NULL, "lobatto(6)", 0.05);
  trial_steps(&t, 20);
  check_near(trial_value(&t, "y1"), 0.4779342601939, 2e-12);
  check_near(trial_value(&t, "y2"), 0.0010917029672, 2e-12);
  check_near(trial_value(&t, "y1'"), -16.6321081911103, 2e-12);
  check_near(trial_value(&t, "y2'"), -0.1139737619244, 2e-12);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_are_those_of_ideal_reactions),
      cmocka_unit_test(jacobians_are_exact),
      cmocka_unit_test(constraints_hold_to_rounding),
      cmocka_unit_test(both_forms_are_one_step),
      cmocka_unit_test(teflon_is_reached),
  };
  return check_run(argc, argv, tests);
}
