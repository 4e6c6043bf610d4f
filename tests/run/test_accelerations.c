// Accelerations in what is observed: x'' and the rates of body velocities, consistent with the node.

#include "tests/support/trial.h"

#include <math.h>
#include <string.h>

// each has observables a, b, ... that are the rates of the columns named beside them
typedef struct row {
  const char *text, *method;
  const char *velocity[3], *rate[3];
} row;

static const row rows[] = {
    {"model m\ncoord th: angle, x\nlagrangian th'^2/2 + x'^2 + th'*x'*cos(th) + cos(th)\n"
     "force x = -0.2*x'*cos(t)\ninit th = 1, x' = 0.5\nobserve a = th''\nobserve b = x''\n",
     "lobatto(3)",
     {"th'", "x'"},
     {"a", "b"}},
    {"model m\ncoord w[1..3]\nlagrangian dot(w', w')/2 - w[1]*w[2]*w[3]\n"
     "holonomic s: dot(w, w) = 1\nnonholonomic c: w[1]' = w[3]*w[2]'\n"
     "init w = [0.6, 0, 0.8], w' = [0.32, 0.4, -0.24]\nobserve a = w''\n",
     "spark(3)",
     {"w[1]'", "w[2]'", "w[3]'"},
     {"a[1]", "a[2]", "a[3]"}},
    {"model m\ncoord x momentum p, y momentum r\nhamiltonian p^2/2/(1 + y^2) + r^2/2 + x*y\n"
     "holonomic d: x^2 + y^2 = 1\nforce x = -0.1*p\ninit y = 1, p = 0.5\nobserve a = x''\n"
     "observe b = y''\n",
     "lobatto(3)",
     {"x'", "y'"},
     {"a", "b"}},
    {"model m\ncoord R: SO(3) velocity w\nlagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 - R[3,3]\n"
     "init w = [1, 0.5, 2]\nobserve a = w'\nnonholonomic c: (R*w)[3] = 2\n",
     "lobatto(3)",
     {"w[1]", "w[2]", "w[3]"},
     {"a[1]", "a[2]", "a[3]"}},
    {"model m\ncoord g: SE(2) velocity (v, w)\nlagrangian dot(v, v)/2 + w^2/2 + w*v[2]/3\n"
     "nonholonomic blade: v[2] = 0\ninit v = [1, 0], w = 0.7\nobserve a = w'\nobserve b = v'\n"
     "observe vx = g.x'\nobserve c = g.x''\n",
     "lobatto(3)",
     {"w", "v[1]", "vx"},
     {"a", "b[1]", "c"}},
    {"model m\ncoord R: SO(4) velocity W\n"
     "lagrangian (W[1,2]^2 + 2*W[1,3]^2 + 3*W[2,3]^2 + W[1,4]^2 + 4*W[2,4]^2 + W[3,4]^2)/2\n"
     "init W[1,2] = 1, W[1,3] = 0.5, W[2,4] = 1\nlet A = W'\nobserve a = A[1,2]\n"
     "observe b = A[2,4]\n",
     "lobatto(2)",
     {"W[1,2]", "W[2,4]"},
     {"a", "b"}},
    {"model m\ncoord y1, y2\nlagrangian (y1'^2 + y2'^2)/2 - 9.81*y2\n"
     "holonomic floor: y2 = y1^3 multiplier N\nforce y1 = -0.1*abs(N)*y1'/sqrt(y1'^2 + y2'^2)\n"
     "force y2 = -0.1*abs(N)*y2'/sqrt(y1'^2 + y2'^2)\n"
     "init y1 = -1, y2 = -1, y1' = 0.3, y2' = 0.9\nobserve a = y1''\nobserve b = y2''\n",
     "lobatto(2)",
     {"y1'", "y2'"},
     {"a", "b"}},
    {"model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 10*y\ninit x' = 2\n"
     "contact floor: y >= 0, friction 0.3 along x'\nobserve a = x''\nobserve b = y''\n",
     "lobatto(2)",
     {"x'", "y'"},
     {"a", "b"}},
};

// central differences of step h: 1e-5 of h^2, and rounding of v over h
static void accelerations_are_rates(void **state) {
  (void)state;
  const double h = 1e-4, tolerance = 1e-6;
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    const row *w = &rows[i];
    double before[3] = {0}, at[3] = {0};
    trial t = trial_with(w->text, w->method, h);
    trial_advance(&t, 99);
    for (int k = 0; k < 3 && w->velocity[k]; k++)
      before[k] = noslip_value(t.r, w->velocity[k]);
    trial_advance(&t, 1);
    for (int k = 0; k < 3 && w->velocity[k]; k++)
      at[k] = noslip_value(t.r, w->rate[k]);
    trial_advance(&t, 1);
    for (int k = 0; k < 3 && w->velocity[k]; k++) {
      double rate = (noslip_value(t.r, w->velocity[k]) - before[k])/(2*h);
      check_that(fabs(rate - at[k]) < tolerance, __FILE__, __LINE__,
                 "row %d: the rate of %s is %.10g, and the observable %.10g\n", (int)i,
                 w->velocity[k], rate, at[k]);
    }
    trial_end(&t);
  }
}

// the check can fail: the rate at another node is another one
static void another_node_is_noticed(void **state) {
  (void)state;
  trial t = trial_with(rows[0].text, rows[0].method, 0.1);
  double a = noslip_value(t.r, "a");
  trial_advance(&t, 3);
  check_above(fabs(noslip_value(t.r, "a") - a), 1e-3);
  trial_end(&t);
}

// expressions of velocities have rates, too: of the energy that of its damping
static void products_have_rates(void **state) {
  (void)state;
  trial t = trial_with("model m\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = -0.3*x'\n"
                       "init x = 1, x' = 0.5\nlet E = x'^2/2 + x^2/2\nobserve power = E'\n"
                       "observe rate = (x*x')'\n",
                       "lobatto(3)", 0.1);
  trial_advance(&t, 7);
  double x = noslip_value(t.r, "x"), v = noslip_value(t.r, "x'");
  check_near(noslip_value(t.r, "power"), -0.3*v*v, 1e-14);
  check_near(noslip_value(t.r, "rate"), v*v + x*(-x - 0.3*v), 1e-14);
  trial_end(&t);
}

// the largest velocity of a pendulum is where its acceleration is 0
static void accelerations_may_stop(void **state) {
  (void)state;
  trial t = trial_with("model p\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\ninit th = 1\n"
                       "stop fastest: th'' = 0 rising\n",
                       "lobatto(3)", 0.1);
  assert_int_equal(noslip_advance(t.r, 100), NOSLIP_STOPPED);
  check_near(noslip_value(t.r, "th"), 0, 1e-14);
  trial_end(&t);
}

// an input is among the forces
static void inputs_accelerate(void **state) {
  (void)state;
  trial t = trial_with("model m\ninput u = 3\ncoord x\nlagrangian x'^2\nforce x = u\n"
                       "observe a = x''\n",
                       "dla-mp", 0.1);
  check_near(noslip_value(t.r, "a"), 1.5, 0);
  noslip_set_input(t.r, "u", 4);
  check_near(noslip_value(t.r, "a"), 2, 0);
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accelerations_are_rates), cmocka_unit_test(another_node_is_noticed),
      cmocka_unit_test(products_have_rates),     cmocka_unit_test(accelerations_may_stop),
      cmocka_unit_test(inputs_accelerate),
  };
  return check_run(argc, argv, tests);
}
