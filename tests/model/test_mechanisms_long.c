// Mechanisms of the benchmark collections to their ends, with three steps each: at the accuracy of the
// order, measured against published and recomputed digits. In short, every third method.

#include "tests/model/mechanisms.h"

#include <math.h>

typedef struct known {
  const char *name;
  double value;
} known;

// the largest error at the end of n steps
static double error_after(const char *file, const char *method, double h, long n,
                          const known *reference, int count) {
  trial t = trial_of(file, NULL, method, h);
  double worst = 0;
  trial_steps(&t, method, h, n);
  for (int i = 0; i < count; i++)
    worst = fmax(worst, fabs(noslip_value(t.run, reference[i].name) - reference[i].value));
  check_below(trial_constraint(&t), 1e-13);
  trial_end(&t);
  return worst;
}

// errors with h, h/2, h/4 fall by 2^order, until they reach the floor
static void check_order(const char *file, const char *method, double h, double until,
                        const known *reference, int count, double order, double floor) {
  double last = (double)NAN;
  for (int half = 0; half < 3; half++, h /= 2) {
    double error = error_after(file, method, h, lround(until/h), reference, count);
    if (half > 0)
      check_below(error,
                  1.35*last/pow(2, order) + floor);  // the next order adds a third at most
    last = error;
  }
}

typedef struct claim {
  const char *method;
  double order;
} claim;

static const claim holonomic[] = {{"rattle", 2},     {"reich", 1},    {"lobatto(2)", 2},
                                  {"lobatto(3)", 4}, {"spark(2)", 2}, {"spark(3)", 4},
                                  {"spark(4)", 6}};

// angles at t = 0.03, in quadruple precision
static void andrews_has_full_orders(void **state) {
  (void)state;
  static const known reference[] = {{"be", 15.810771195153707}, {"th", -15.756371058411839},
                                    {"ga", 0.0408222401196458}, {"ph", -0.5347301163420796},
                                    {"de", 0.5244099658799541}, {"om", 0.5347301163420796},
                                    {"ep", 1.0480807410419379}};
  for (int i = 0; i < 7; i += check_share(3))
    check_order("andrews", holonomic[i].method, 2e-5, 0.03, reference, 7, holonomic[i].order,
                1e-13);
}

static void car_axis_has_full_orders(void **state) {
  (void)state;
  static const known reference[] = {{"xl", 0.0493455784275402809},
                                    {"yl", 0.496989460230171154},
                                    {"xr", 1.04174252488542152},
                                    {"yr", 0.373911027265361257}};
  for (int i = 0; i < 7; i += check_share(3))
    check_order("car_axis", holonomic[i].method, 0.01, 3, reference, 4, holonomic[i].order, 1e-13);
}

// 3/2 psi'^2 + 34.335 cos psi, the energy of one pendulum, through six singular positions
static void four_bar_runs_to_its_end(void **state) {
  (void)state;
  static const double limits[] = {0.05, 1, 0.05, 2e-6, 0.05, 2e-6, 2e-10};
  for (int i = 0; i < 7; i += check_share(3))
    for (double h = 0.01; h > 0.002; h /= 2) {
      trial t = trial_of("four_bar_iftomm", NULL, holonomic[i].method, h);
      trial_steps(&t, holonomic[i].method, h, lround(4/h));
      noslip_report r;
      noslip_run_report(t.run, &r);
      check_below(r.constraint_max_error, 1e-13);
      check_below(r.energy_max_error, limits[i]);
      trial_end(&t);
    }
}

// place and speed at t = 5 of spark(4), h = 0.0025, which agrees with h = 0.005 to 8e-14
static void bicycle_has_full_orders(void **state) {
  (void)state;
  static const known reference[] = {
      {"x", 22.58455186125842}, {"x'", 4.51506957288432}, {"y", 4.8281824451349}};
  static const claim both[] = {
      {"lobatto(2)", 2}, {"lobatto(3)", 4}, {"spark(2)", 2}, {"spark(3)", 4}};
  for (int i = 0; i < 4; i += check_share(3))
    check_order("whipple_bicycle", both[i].method, 0.01, 5, reference, 3, both[i].order, 1e-12);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(andrews_has_full_orders),
      cmocka_unit_test(car_axis_has_full_orders),
      cmocka_unit_test(four_bar_runs_to_its_end),
      cmocka_unit_test(bicycle_has_full_orders),
  };
  return check_run(argc, argv, tests);
}
