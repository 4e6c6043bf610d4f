// Tests of lobatto on groups where forces depend on multipliers: of nonholonomic constraints, of
// holonomic ones, and of both; linearly, as friction of what slides, and not.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/run.h"

// the blade of test_stages_load.c as a rigid motion of the plane
static trial blade(const char *name, double h) {
  return trial_text("model blade\nparam c = 0.3\ncoord g: SE(2) velocity (v, om)\n"
                    "lagrangian (dot(v, v) + om^2)/2 - g.x\n"
                    "nonholonomic blade: v[2] = 0 multiplier N\n"
                    "force v = -c*N^2*v + 0.1*N*[sin(g.theta), cos(g.theta)]\n"
                    "force om = -0.2*sqrt(1 + N^2)*om\ninit v = [1, 0], om = 1\n",
                    NULL, name, h);
}

// and in coordinates
static trial blade_in_coordinates(const char *name, double h) {
  return trial_text("model blade\nparam c = 0.3\ncoord x, y, th\n"
                    "lagrangian (x'^2 + y'^2 + th'^2)/2 - x\n"
                    "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0 multiplier N\n"
                    "force x = -c*N^2*x'\nforce y = -c*N^2*y' + 0.1*N\n"
                    "force th = -0.2*sqrt(1 + N^2)*th'\ninit x' = 1, th' = 1\n",
                    NULL, name, h);
}

// a ball off balance that slides on a table: friction mu N against its slip
#define TOP_LETS                                                        \
  "param a = 0.3, mu = 0.3, I1 = 131/350, I3 = 2/5\n"                   \
  "let W = R*w\nlet axis = R*[0, 0, 1]\nlet rho = a*axis - [0, 0, 1]\n" \
  "holonomic table: c[3] + a*axis[3] - 1 = 0 multiplier N\n"            \
  "let slip = c' + cross(W, rho)\nlet u = [slip[1], slip[2], 0]\n"      \
  "let f = -mu*N/norm(u)*u\nforce c = f\n"                              \
  "force w = transpose(R)*cross(rho, f)\n"                              \
  "let start = [[1, 0, 0], [0, 0.8, -0.6], [0, 0.6, 0.8]]\n"

static trial top(const char *name, double h) {
  return trial_text("model top\ncoord c[1..3]\ncoord R: SO(3) velocity w\n" TOP_LETS
                    "lagrangian dot(c', c')/2 + (I1*(w[1]^2 + w[2]^2) + I3*w[3]^2)/2 - c[3]\n"
                    "init R = start, c = [0, 0, 1 - 0.8*a], w = [0, 3, 4]\n",
                    NULL, name, h);
}

static trial top_by_momenta(const char *name, double h) {
  return trial_text(
      "model top\ncoord c[1..3] momentum p\ncoord R: SO(3) velocity w momentum m\n" TOP_LETS
      "hamiltonian dot(p, p)/2 + ((m[1]^2 + m[2]^2)/I1 + m[3]^2/I3)/2 + c[3]\n"
      "init R = start, c = [0, 0, 1 - 0.8*a], m = [0, 3*I1, 4*I3]\n",
      NULL, name, h);
}

// a ball that rolls in a bowl, braked by the square of both reactions
static trial rolling(const char *name, double h) {
  return trial_text(
      "model rolling\nparam r = 0.5, a = 3\ncoord c[1..3]\ncoord R: SO(3) velocity w\nlet W = R*w\n"
      "let n = [c[1]/a, c[2]/a, -1]/sqrt(1 + (c[1]^2 + c[2]^2)/a^2)\n"
      "lagrangian dot(c', c')/2 + 0.1*dot(w, w) - 3*c[3]\n"
      "holonomic bowl: c[3] = (c[1]^2 + c[2]^2)/(2*a) multiplier N\n"
      "let slip = c' + cross(W, r*n)\n"
      "nonholonomic s1: slip[1] = 0 multiplier T1\nnonholonomic s2: slip[2] = 0 multiplier T2\n"
      "force w = -(0.02*N^2 + 0.05*T1*N + 0.1*T2^2)*w\n"
      "init c = [1, 0.5, 1.25/6], w = [0.5, 0.8, -3]\ninit c' = r*cross(n, W)\n",
      NULL, name, h);
}

typedef struct order_row {
  trial_maker *make;
  const char *method;
  long n;
  double order;
} order_row;

static const order_row rows[] = {
    {blade, "lobatto(2)", 40, 2},
    {blade, "lobatto(3)", 20, 4},
    {blade, "lobatto(3, retraction=exp)", 20, 4},
    {blade, "lobatto(3, multiplier=restart)", 20, 4},
    {blade, "lobatto(3, multiplier=carry)", 20, 4},
    {blade, "lobatto*(3)", 20, 4},
    {top, "lobatto(2)", 40, 2},
    {top, "lobatto(3)", 20, 4},
    {top, "lobatto(4)", 10, 6},
    {top, "lobatto*(3)", 20, 4},
    {top, "compose(lobatto(2), suzuki4)", 20, 4},
    {top_by_momenta, "lobatto(3)", 20, 4},
    {rolling, "lobatto(3)", 20, 4},
    {rolling, "lobatto(4)", 10, 6},
};
enum { nrow = sizeof rows/sizeof *rows };

static void orders_are_those_of_ideal_reactions(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++) {
    const order_row *r = &rows[i];
    double order = trial_order_against(r->make, r->method, 1, r->n, "lobatto(6)");
    if (fabs(order - r->order) > 0.2)
      print_error("%d %s: order %g\n", i, r->method, order);
    check_near(order, r->order, 0.2);
  }
}

static void jacobians_are_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++) {
    trial t = rows[i].make(rows[i].method, 0.1);
    trial_steps(&t, 1);
    if (t.run->stepper->equations.both)
      check_below(trial_jacobian_error(&t, 0), 1e-7);
    trial_close(&t);
  }
  trial t = top("lobatto(3)", 0.1);
  trial_steps(&t, 1);
  check_above(trial_jacobian_error(&t, 1e-5), 0.9e-5);  // and it can fail
  trial_close(&t);
}

// a rigid motion and its coordinates: the same path
static void coordinates_agree(void **unused) {
  (void)unused;
  trial a = blade("lobatto(6)", 0.01), b = blade_in_coordinates("spark(6)", 0.01);
  trial_steps(&a, 100);
  trial_steps(&b, 100);
  check_near(trial_value(&a, "g.x"), trial_value(&b, "x"), 1e-13);
  check_near(trial_value(&a, "g.y"), trial_value(&b, "y"), 1e-13);
  check_near(trial_value(&a, "g.theta"), trial_value(&b, "th"), 1e-13);
  check_near(trial_value(&a, "om"), trial_value(&b, "th'"), 1e-13);
  check_near(noslip_run_values(a.run, NOSLIP_MULTIPLIER)[0],
             noslip_run_values(b.run, NOSLIP_MULTIPLIER)[0], 1e-12);
  trial_close(&a);
  trial_close(&b);
}

// one model in two forms: the same step
static void both_forms_are_one_step(void **unused) {
  (void)unused;
  trial a = top("lobatto(3)", 0.05), b = top_by_momenta("lobatto(3)", 0.05);
  trial_steps(&a, 10);
  trial_steps(&b, 10);
  for (int k = 0; k < 12; k++)
    check_near(a.run->state.q[k], b.run->state.q[k], 1e-14);
  for (int k = 0; k < 6; k++)
    check_near(a.run->state.p[k], b.run->state.p[k], 1e-14);
  check_near(noslip_run_values(a.run, NOSLIP_MULTIPLIER)[0],
             noslip_run_values(b.run, NOSLIP_MULTIPLIER)[0], 1e-12);
  trial_close(&a);
  trial_close(&b);
}

static void constraints_hold_to_rounding(void **unused) {
  (void)unused;
  static trial_maker *const systems[] = {blade, top, top_by_momenta, rolling};
  for (int i = 0; i < 4; i++) {
    trial t = systems[i]("lobatto(3)", 0.02);
    trial_steps(&t, 150);
    check_below(trial_report(&t).constraint_scaled_error, 1e-13);
    trial_close(&t);
  }
}

// methods of ideal reactions say so
static void others_refuse(void **unused) {
  (void)unused;
  static const char text[] = "model a\ncoord R: SO(3) velocity w, z\n"
                             "lagrangian dot(w, w)/2 + z'^2/2\n"
                             "holonomic floor: z = 0 multiplier N\nforce w = -N*w\n";
  static const char *const methods[] = {"rattle", "moser-veselov", "gonzalez", "moreau"};
  for (int i = 0; i < 4; i++)
    trial_refused(text, methods[i], "forces depend on multipliers");
  trial_refused(text, "rattle", "`lobatto(s)`");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_are_those_of_ideal_reactions),
      cmocka_unit_test(jacobians_are_exact),
      cmocka_unit_test(coordinates_agree),
      cmocka_unit_test(both_forms_are_one_step),
      cmocka_unit_test(constraints_hold_to_rounding),
      cmocka_unit_test(others_refuse),
  };
  return check_run(argc, argv, tests);
}
