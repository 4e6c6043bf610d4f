// Tests of src/methods/gradient/ep_collocation.h: collocation of order 2s that keeps polynomial energies.

#include "tests/support/bracket_models.h"

#include "methods/gradient/ep_collocation.h"
#include "tableau/tableau.h"

// --- numbers ---------------------------------------------------------------------------------

// after ten steps of 0.1, found with 30 digits
static void reference_values(void **unused) {
  (void)unused;
  static const bracket_row rows[] = {
      {qpc, "ep-collocation(2)", {0.21266506981277105, -0.82941348802235262, 0.83722707898794762}},
      {qpc,
       "ep-collocation(2, quadrature=2)",
       {0.21266618937361516, -0.8294134064315422, 0.8372259412550065}},
      {qpc, "ep-collocation(3)", {0.21265748747778069, -0.82941173226052287, 0.83723105814793273}},
      {qpc, "ep-collocation(4)", {0.21265747762004364, -0.82941172864735929, 0.83723106484628287}},
      {bell,
       "ep-collocation(2, quadrature=8)",
       {-0.12861661304001992, -0.79474423990937644, 1.1890342931026291}},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_below(reference_error(&rows[i]), 3e-15);
  bracket_row other = rows[0];
  other.method = "ep-collocation(2, quadrature=3)";
  check_above(reference_error(&other), 1e-10);
  other.method = "ep-collocation(3)";
  check_above(reference_error(&other), 1e-6);
}

// the Suslov problem, ten steps of 0.5
static void reference_of_suslov(void **unused) {
  (void)unused;
  static const double rows[][2] = {{0.8064174075695929, 0.88007752337683618},
                                   {0.80641746341372683, 0.88007744662163445},
                                   {0.80641746013340063, 0.88007745113029274}};
  for (int s = 1; s <= 3; s++) {
    char name[40];
    snprintf(name, sizeof name, "ep-collocation(%d)", s);
    trial t = suslov(name, 0.5);
    trial_steps(&t, 10);
    for (int i = 0; i < 2; i++)
      check_near(t.run->state.q[i], rows[s - 1][i], 3e-15);
    check_above(fabs(t.run->state.q[0] - rows[s % 3][0]), 1e-10);
    trial_close(&t);
  }
}

// against the exact solution of the Suslov problem at t = 10, largest component
static double suslov_error(const char *name, double h) {
  trial t = suslov(name, h), fine = suslov("rk-gauss(8)", 0.25);
  double error = 0;
  trial_steps(&t, lround(10/h));
  trial_steps(&fine, 40);
  for (int i = 0; i < 2; i++)
    error = fmax(error, fabs(t.run->state.q[i] - fine.run->state.q[i]));
  trial_close(&t);
  trial_close(&fine);
  return error;
}

static void errors_are_known(void **unused) {
  (void)unused;
  check_near(bracket_error(qpc, "ep-collocation(2)", 1, 5), 1.4e-4, 0.05e-4);
  check_near(bracket_error(qpc, "ep-collocation(2)", 1, 10), 8.8e-6, 0.05e-6);
  check_near(bracket_error(qpc, "ep-collocation(3)", 1, 5), 8.0e-7, 0.05e-7);
  check_near(bracket_error(qpc, "ep-collocation(3)", 1, 10), 1.25e-8, 0.05e-8);
  check_near(bracket_error(qpc, "ep-collocation(4)", 1, 5), 3.3e-9, 0.05e-9);
  check_near(bracket_error(qpc, "ep-collocation(4)", 1, 10), 1.4e-11, 0.05e-11);
  check_near(suslov_error("ep-collocation(1)", 1), 9.9e-5, 0.05e-5);
  check_near(suslov_error("ep-collocation(1)", 0.5), 2.5e-5, 0.05e-5);
  check_near(suslov_error("ep-collocation(2)", 1), 7.2e-8, 0.05e-8);
  check_near(suslov_error("ep-collocation(2)", 0.5), 4.5e-9, 0.05e-9);
  check_near(suslov_error("ep-collocation(3)", 1), 1.6e-11, 0.05e-11);
  check_near(suslov_error("ep-collocation(3)", 0.5), 2.5e-13, 0.05e-13);
}

// --- claims ----------------------------------------------------------------------------------

static void energy_is_kept(void **unused) {
  (void)unused;
  check_below(energy_error(qpc("ep-collocation(1)", 0.1), 2000), 2e-14);
  check_below(energy_error(qpc("ep-collocation(2)", 0.1), 2000), 2e-14);
  check_below(energy_error(qpc("ep-collocation(3)", 0.2), 2000), 2e-14);
  check_below(energy_error(qpc("ep-collocation(6)", 0.2), 500), 2e-14);
  check_below(energy_error(bell("ep-collocation(2, quadrature=8)", 0.05), 400), 2e-14);
  check_below(energy_error(bell("ep-collocation(3, quadrature=9)", 0.05), 400), 2e-14);

  // one point less than the degree asks for, and too few for exp
  check_above(energy_error(qpc("ep-collocation(2, quadrature=3)", 0.1), 100), 1e-10);
  check_above(energy_error(qpc("ep-collocation(3, quadrature=5)", 0.2), 100), 1e-12);
  check_above(energy_error(bell("ep-collocation(2, quadrature=3)", 0.1), 10), 1e-10);
}

static void orders(void **unused) {
  (void)unused;
  static const struct {
    int s;
    long n;
  } rows[] = {{1, 40}, {2, 20}, {3, 10}, {4, 6}};
  for (int i = 0; i < 4; i++) {
    char name[40];
    snprintf(name, sizeof name, "ep-collocation(%d)", rows[i].s);
    check_near(bracket_order(qpc, name, 1, rows[i].n), 2*rows[i].s, 0.1);
    check_below(trial_asymmetry(bell, name, 0.05, 20), 1e-14);
    int orders_of[3];
    trial t = qpc(name, 0.1);
    assert_int_equal(noslip_method_orders(t.context, name, t.model, orders_of), NOSLIP_OK);
    assert_int_equal(orders_of[1], 2*rows[i].s);
    trial_close(&t);
  }
}

// largest distance after some steps
static double apart(trial_maker *make, const char *one, const char *two, double h) {
  trial a = make(one, h), b = make(two, h);
  double worst = 0;
  trial_steps(&a, 30);
  trial_steps(&b, 30);
  for (int i = 0; i < a.run->problem->n; i++)
    worst = fmax(worst, fabs(a.run->state.q[i] - b.run->state.q[i]));
  trial_close(&a);
  trial_close(&b);
  return worst;
}

static void special_cases(void **unused) {
  (void)unused;
  check_below(apart(qpc, "ep-collocation(1)", "avf", 0.1), 1e-14);
  check_below(apart(bell, "ep-collocation(1, quadrature=6)", "avf(6)", 0.05), 1e-14);
  check_below(apart(suslov, "ep-collocation(3)", "rk-gauss(3)", 0.5), 1e-14);  // H is quadratic
  check_above(apart(qpc, "ep-collocation(3)", "rk-gauss(3)", 0.1), 1e-11);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  static const char *const names[] = {"ep-collocation(1, quadrature=3)",
                                      "ep-collocation(2, quadrature=5)", "ep-collocation(3)"};
  for (int i = 0; i < 3; i++)
    check_jacobian(names[i]);
}

// sum_m W_im f(tau_m) = 1/b_i of the integral of l_i f, and alpha_j that of l_j: with x^p for f, and
// for all numbers of stages
static void tables_are_accurate(void **unused) {
  (void)unused;
  static const int sizes[][2] = {{1, 1}, {1, 4},   {2, 5},   {3, 3},
                                 {5, 9}, {12, 16}, {30, 40}, {50, 50}};
  for (size_t row = 0; row < sizeof sizes/sizeof *sizes; row++) {
    char name[60];
    snprintf(name, sizeof name, "ep-collocation(%d, quadrature=%d)", sizes[row][0], sizes[row][1]);
    trial t = suslov(name, 0.1);
    ep_collocation_shape k = ((ep_collocation *)t.run->stepper->self)->shape;
    int s = k.of.stages;
    for (int i = 0; i < s; i++)
      for (int p = 0; p < s; p++) {  // l_i x^p has degree 2s - 2: the Gauss rule gives b_i c_i^p
        double sum = 0;
        for (int m = 0; m < k.k; m++)
          sum += k.W[i*k.k + m]*pow(k.tau[m], p);
        check_near(sum, pow(k.of.c[i], p), 3e-13);
      }
    for (int m = 0; m < k.k; m++)
      for (int p = 0; p < s; p++) {  // sum_j alpha_j(tau) c_j^p is the integral of x^p
        double sum = 0;
        for (int j = 0; j < s; j++)
          sum += k.way[m*s + j]*pow(k.of.c[j], p);
        check_near(sum, pow(k.tau[m], p + 1)/(p + 1), 2e-15);
      }
    trial_close(&t);
  }
}

static void many_stages_run(void **unused) {
  (void)unused;
  check_below(suslov_error("ep-collocation(20)", 2.5), 1e-14);
  check_below(energy_error(qpc("ep-collocation(12)", 0.5), 50), 1e-14);
}

// --- the rest --------------------------------------------------------------------------------

static void constants_and_rest(void **unused) {
  (void)unused;
  trial with = wave("C=1e8", "ep-collocation(2)", 0.1);
  trial without = wave(NULL, "ep-collocation(2)", 0.1);
  trial_steps(&with, 50);
  trial_steps(&without, 50);
  for (int i = 0; i < 2; i++)
    assert_true(with.run->state.q[i] == without.run->state.q[i]);
  trial_close(&with);
  trial_close(&without);
  check_below(energy_error(wave("a=1e-9 b=0", "ep-collocation(3)", 0.1), 100), 1e-15);
  check_below(energy_error(wave("a=0 b=0", "ep-collocation(3)", 0.1), 10), 1e-300);
  check_below(energy_error(wave(NULL, "ep-collocation(2)", 1e-9), 100), 1e-15);
}

static void points_are_chosen(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"ep-collocation(2)", "ep-collocation(2, quadrature=4)"},
      {"ep-collocation(3)", "ep-collocation(3, quadrature=6)"},
      {"ep-collocation(30)", "ep-collocation(30, quadrature=34)"},  // 60 would be exact
      {"ep-collocation(3, quadrature=3)", "ep-collocation(3, quadrature=3)"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = qpc(rows[i][0], 0.1);
    assert_string_equal(trial_report(&t).method, rows[i][1]);
    trial_close(&t);
  }
  trial t = bell("ep-collocation(2)", 0.1);
  assert_string_equal(trial_report(&t).method, "ep-collocation(2, quadrature=6)");
  trial_close(&t);
  t = bell("ep-collocation(48)", 0.1);
  assert_string_equal(trial_report(&t).method, "ep-collocation(48, quadrature=50)");
  trial_close(&t);
  t = suslov("ep-collocation(5)", 0.1);
  assert_string_equal(trial_report(&t).method, "ep-collocation(5, quadrature=5)");
  trial_close(&t);
}

static void bad_options_are_refused(void **unused) {
  (void)unused;
  static const char *const bad[][2] = {
      {"ep-collocation(0)", "has 1 stage or more"},
      {"ep-collocation(1.5)", "the number of stages of `ep-collocation` is an integer"},
      {"ep-collocation(51)", "beyond the limit of 50 stages"},
      {"ep-collocation(quadrature=3)", "needs a number of stages, as in ep-collocation(2)"},
      {"ep-collocation(2, 3)", "takes one number, its stages"},
      {"ep-collocation(2, frame=fd)", "lose the energy"},
      {"ep-collocation(2, point=3)", "has no option `point`; there is `quadrature`"},
      {"ep-collocation(2, quadrature=3.5)",
       "`quadrature` of `ep-collocation` is a number of points"},
      {"ep-collocation(2, quadrature=many)",
       "`quadrature` of `ep-collocation` is a number of points"},
      {"ep-collocation(3, quadrature=2)",
       "wants 3 points or more: with 2 it would not have order 6"},
      {"ep-collocation(2, quadrature=51)", "beyond the limit of 50 points"},
      {"ep-collocation(2, quadrature=4, quadrature=5)", "has the option `quadrature` twice"},
  };
  check_refused(bad, sizeof bad/sizeof *bad);
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  assert_int_equal(allocations("qpc.noslip", "ep-collocation(3)", 50), 0);
}

static void memory_may_fail(void **unused) {
  (void)unused;
  check_failing_memory("qpc.noslip", "ep-collocation(2)");
  check_failing_memory("qpc.noslip", "avf");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_values),
      cmocka_unit_test(reference_of_suslov),
      cmocka_unit_test(errors_are_known),
      cmocka_unit_test(energy_is_kept),
      cmocka_unit_test(orders),
      cmocka_unit_test(special_cases),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(tables_are_accurate),
      cmocka_unit_test(many_stages_run),
      cmocka_unit_test(constants_and_rest),
      cmocka_unit_test(points_are_chosen),
      cmocka_unit_test(bad_options_are_refused),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(memory_may_fail),
  };
  return check_run(argc, argv, tests);
}
