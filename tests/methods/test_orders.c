// Observed orders of the stage methods, for positions, momenta and multipliers by themselves.
//
// A run with n steps per unit of time is compared with one of srk-gauss(9) or spark(10), whose own
// error is rounding, at four nodes; n grows until the error comes near to rounding. The order is
// the slope between the last n before that. Errors are root mean squares over nodes and components.

#include "tests/methods/stage_systems.h"
#include "tests/support/check.h"

#include "run/run.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// --- what is expected -------------------------------------------------------------------------

enum { nodes = 4, largest = 4, positions = 0, momenta, nonholonomics, holonomics, kinds };

typedef int order_rule(int s);

static int s2(int s) {
  return 2*s;
}

static int s2_1(int s) {
  return 2*s - 1;
}

static int s2_2(int s) {
  return 2*s - 2;
}

static int s_0(int s) {
  return s;
}

static int s_1(int s) {
  return s - 1;
}

// the next even number that is not below s, and that is not above
static int even_above(int s) {
  return s + s % 2;
}

static int even_below(int s) {
  return s - s % 2;
}

typedef struct expected {
  const char *format;        // of the name, for s stages
  order_rule *order[kinds];  // of positions, momenta, multipliers of both kinds of constraints
  double noise;              // of multipliers of the last stage, against eps |p|/(h b_s)
  bool off;                  // momenta are not put back on the constraint: rounding adds up
} expected;

// Positions of rk methods have the order of the quadrature; momenta and multipliers lose what the
// stage order allows, unless the last stage is the end. Noise is more where a multiplier is
// carried. The first four treat constraints of positions.
// clang-format off
static const expected methods[] = {
    {"lobatto(%d)",                     {s2_2, s2_2, s2_2, s2_2},             0,    false},
    {"lobatto(%d, multiplier=carry)",   {s2_2, s2_2, even_below, s_1},        1000, false},
    {"lobatto(%d, multiplier=restart)", {s2_2, s2_2, s2_2, s2_2},             0,    false},
    {"spark(%d)",                       {s2_2, s2_2, s2_2, s2_2},             0,    false},
    {"srk-gauss(%d)",                   {s2, s2, s2, NULL},                   0,    false},
    {"srk-radau1a(%d)",                 {s2_1, s2_1, s2_1, NULL},             0,    false},
    {"rk-gauss(%d)",                    {s2, even_above, even_above, NULL},   0,    true},
    {"rk-radau1a(%d)",                  {s2_1, s_0, s_0, NULL},               0,    false},
    {"rk-radau2a(%d)",                  {s2_1, s2_1, s_0, NULL},              100,  false},
    {"rk-lobatto3a(%d)",                {s2_2, s2_2, even_below, NULL},       1000, false},
    {"rk-lobatto3c(%d)",                {s2_2, s2_2, s_1, NULL},              100,  false},
    {"rk-lobatto3d(%d)",                {s2_2, even_above, even_above, NULL}, 0,    true},
};
// clang-format on
enum { nmethod = sizeof methods/sizeof *methods, with_holonomic = 4 };

// --- courses and errors -----------------------------------------------------------------------

typedef struct course {
  int count[kinds];
  double at[nodes][kinds][largest];
} course;

// values at t = 1, 2, 3 and 4 units
static course follow(trial_maker *make, const char *name, double unit, int n) {
  trial t = make(name, unit/n);
  const problem *p = t.run->problem;
  course c = {.count = {p->n, p->n, p->mechanical.mn, p->mechanical.mh}};
  assert_true(p->n <= largest);
  for (int k = 0; k < nodes; k++) {
    trial_steps(&t, n);
    const double *l = noslip_run_values(t.run, NOSLIP_MULTIPLIER);
    for (int i = 0; i < p->mechanical.mn; i++)
      c.at[k][nonholonomics][i] = l[p->mechanical.declared_n[i]];
    for (int i = 0; i < p->mechanical.mh; i++)
      c.at[k][holonomics][i] = l[p->mechanical.declared_h[i]];
    const double *momentum = noslip_run_values(t.run, NOSLIP_MOMENTUM);
    for (int i = 0; i < p->n; i++) {
      c.at[k][positions][i] = t.run->observed.unwrapped[i];
      c.at[k][momenta][i] = momentum[i];
    }
  }
  trial_close(&t);
  return c;
}

static double error_of(const course *a, const course *b, int kind) {
  double sum = 0;
  for (int k = 0; k < nodes; k++)
    for (int i = 0; i < a->count[kind]; i++)
      sum += pow(a->at[k][kind][i] - b->at[k][kind][i], 2);
  return sqrt(sum/(nodes*a->count[kind]));
}

// --- slopes -----------------------------------------------------------------------------------

static const int steps[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};
enum { nstep = sizeof steps/sizeof *steps };

typedef struct place {
  const char *name;
  trial_maker *make;
  double unit, rounding;
  int highest;  // orders above are not measured
  bool holonomic, constrained;
} place;

// without constraints all components have the order of the quadrature
static int order_of(const expected *m, const place *p, int kind, int s) {
  return m->order[p->constrained ? kind : positions](s);
}

// Below this an error is not looked at. Methods of order 7 and more come there within three steps,
// so there it is as low as possible.
static double floor_of(const expected *m, const place *p, int kind, int s, int n) {
  double per_time = n/p->unit;
  if (kind >= nonholonomics && m->noise > 0)
    return m->noise*DBL_EPSILON*s*s*per_time*(p->holonomic ? per_time : 1);
  if (kind != positions && m->off && p->constrained)
    return 1e-12;
  return order_of(m, p, kind, s) >= 7 ? p->rounding : 4*p->rounding;
}

// The slopes next to the floor, the last one first; returns how many there are, at most `wanted`.
static int slopes_of(double *slope, const double *error, const double *floor, int wanted) {
  int last = 0, count = 0;
  while (last + 1 < nstep && error[last + 1] > floor[last + 1])
    last++;
  for (; count < wanted && last - count > 1; count++) {
    int i = last - count;
    slope[count] = log(error[i - 2]/error[i])/log((double)steps[i]/steps[i - 2]);
  }
  return count;
}

// orders 9 and 10 have hardly a window on the sleigh: see high_orders_are_approached
static double tolerance_of(int order) {
  return order <= 8 ? 0.1 : 0.3;
}

static void check_slopes(const expected *m, const place *p, int kind, int s, const double *error) {
  static const char *const words[] = {"q", "p", "lambda", "mu"};
  double slope[2], floor[nstep];
  int order = order_of(m, p, kind, s);
  for (int i = 0; i < nstep; i++)
    floor[i] = floor_of(m, p, kind, s, steps[i]);
  bool calm = order <= 4 && (kind < nonholonomics || m->noise == 0);
  int count = slopes_of(slope, error, floor, calm ? 2 : 1);
  print_message("%s%s %5.2f", kind > 0 ? ", " : "", words[kind], count > 0 ? slope[0] : 0);
  if (count == 0)
    check_fail("\nno slope of %s above rounding\n", words[kind]);
  for (int k = 0; k < count; k++)
    if (!(fabs(slope[k] - order) < tolerance_of(order)))
      check_fail("\norder of %s is %.3f, not %d\n", words[kind], slope[k], order);
}

static void measure(const expected *m, const place *p, int s, const course *exact) {
  char name[40];
  double error[kinds][nstep] = {{0}};
  snprintf(name, sizeof name, m->format, s);
  for (int i = 0; i < nstep; i++) {
    course c = follow(p->make, name, p->unit, steps[i]);
    bool any = false;
    for (int kind = 0; kind < kinds; kind++) {
      if (c.count[kind] == 0)
        continue;
      error[kind][i] = error_of(&c, exact, kind);
      any = any || error[kind][i] > floor_of(m, p, kind, s, steps[i]);
    }
    if (!any)
      break;
  }
  print_message("%-32s", name);
  for (int kind = 0; kind < kinds; kind++)
    if (exact->count[kind] > 0 && order_of(m, p, kind, s) <= p->highest)
      check_slopes(m, p, kind, s, error[kind]);
  print_message("\n");
}

// all methods with 2..most stages
static void measure_all(const place *p, int most) {
  course exact = follow(p->make, p->holonomic ? "spark(10)" : "srk-gauss(9)", p->unit, 16);
  print_message("%s\n", p->name);
  for (int k = 0; k < (p->holonomic ? with_holonomic : nmethod); k++)
    for (int s = 2; s <= most; s++)
      measure(&methods[k], p, s, &exact);
}

// --- orders -----------------------------------------------------------------------------------

static void orders_on_the_sleigh(void **unused) {
  (void)unused;
  measure_all(&(place){"sleigh", sleigh, 2, 3e-15, 10, false, true}, 5);
}

static void orders_with_nonlinear_constraints(void **unused) {
  (void)unused;
  measure_all(&(place){"cone", cone, 0.25, 3e-15, 7, false, true}, 4);
}

static void orders_with_affine_constraints(void **unused) {
  (void)unused;
  measure_all(&(place){"affine", affine, 0.5, 5e-15, 8, false, true}, 4);
}

static void orders_with_explicit_time(void **unused) {
  (void)unused;
  measure_all(&(place){"driven", driven, 0.5, 5e-15, 8, false, true}, 4);
  measure_all(&(place){"moving", moving, 0.5, 5e-15, 8, true, true}, 4);
}

static void orders_with_mixed_constraints(void **unused) {
  (void)unused;
  measure_all(&(place){"mixed", mixed, 0.5, 5e-15, 8, true, true}, 4);
}

static void orders_without_constraints(void **unused) {
  (void)unused;
  measure_all(&(place){"oscillator", oscillator, 2, 1e-14, 10, false, false}, 5);
  measure_all(&(place){"pendulum", pendulum, 1, 5e-15, 8, false, false}, 4);
}

// error of the second run over that of the first, as a slope
static double slope_between(trial_maker *make, const char *name, double unit, const int *n,
                            int kind) {
  course exact = follow(make, "srk-gauss(9)", unit, (int)(16*fmax(unit, 2)));
  course coarse = follow(make, name, unit, n[0]), fine = follow(make, name, unit, n[1]);
  return log(error_of(&coarse, &exact, kind)/error_of(&fine, &exact, kind)) /
         log((double)n[1]/n[0]);
}

// Between the steps where the slope is near its limit and those where rounding begins, a method of
// order 9 or 10 has one halving, and not on every system. On the sleigh the slope of srk-gauss(5)
// is 9.17 from h = 2 to 1 and 9.75 from 1 to 1/2; for a symmetric method it comes as h^2, so the
// limit is known better.
static void high_orders_are_approached(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    const char *name;
    double unit;
    int n[2], last, order;
  } rows[] = {
      {affine, "srk-radau1a(5)", 0.5, {2, 4}, nonholonomics, 9},
      {affine, "rk-radau1a(5)", 0.5, {2, 4}, positions, 9},
      {particle, "rk-radau2a(5)", 1, {4, 8}, momenta, 9},
      {particle, "rk-gauss(5)", 1, {4, 8}, positions, 10},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    for (int kind = positions; kind <= rows[i].last; kind++)
      check_near(slope_between(rows[i].make, rows[i].name, rows[i].unit, rows[i].n, kind),
                 rows[i].order, 0.1);
  for (int kind = positions; kind <= nonholonomics; kind++) {
    double coarse = slope_between(sleigh, "srk-gauss(5)", 2, (int[]){1, 2}, kind);
    double fine = slope_between(sleigh, "srk-gauss(5)", 2, (int[]){2, 4}, kind);
    check_near(fine + (fine - coarse)/3, 10, 0.1);
  }
}

// The measurement notices a method that has lost its order: with a multiplier that is off at the
// start and carried on, s = 4 has order 4 instead of 6.
static trial spoiled(const char *name, double h) {
  trial t = particle(name, h);
  t.run->state.kept[0] += 1;
  return t;
}

static void order_check_can_fail(void **unused) {
  (void)unused;
  course exact = follow(particle, "srk-gauss(9)", 1, 32);
  for (int k = 0; k < 2; k++) {
    double error[2];
    for (int i = 0; i < 2; i++) {
      course c = follow(k == 0 ? particle : spoiled, "lobatto(4, multiplier=carry)", 1, 16 << i);
      error[i] = error_of(&c, &exact, positions);
    }
    check_near(log2(error[0]/error[1]), k == 0 ? 6 : 4, 0.05);
  }
}

// --- ten stages -------------------------------------------------------------------------------

// a small swing of the pendulum
static trial swing(const char *name, double h) {
  return trial_text("model pendulum\ncoord th\nlagrangian th'^2/2 + cos(th)\ninit th = 0.3\n", NULL,
                    name, h);
}

// Steps have to be large to show the order: errors fall from 4e-12 to 1e-13 between steps of 4 and
// 10/3 for an oscillator of period 2 pi. Near pi the pairs IIIA-IIIB have a resonance with it, so
// they swing.
static void ten_stages_have_orders_18_to_20(void **unused) {
  (void)unused;
  check_near(slope_between(oscillator, "srk-gauss(10)", 20, (int[]){5, 6}, positions), 20, 0.3);
  check_near(slope_between(oscillator, "srk-radau1a(10)", 20, (int[]){5, 6}, positions), 19, 0.5);
  check_near(slope_between(oscillator, "rk-lobatto3a(10)", 20, (int[]){5, 6}, positions), 18, 0.5);
  check_near(slope_between(swing, "lobatto(10)", 5, (int[]){2, 3}, momenta), 18, 0.5);
  check_near(slope_between(swing, "spark(10)", 5, (int[]){2, 3}, momenta), 18, 0.5);
}

// one step as large as no other method would take it, and a hundred: rounding in both cases
static void ten_stages_lose_no_digits(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    double unit;
    bool holonomic;
  } rows[] = {{sleigh, 1, false},   {particle, 0.5, false}, {cone, 0.125, false},
              {affine, 0.5, false}, {driven, 0.5, false},   {mixed, 0.5, true},
              {moving, 0.25, true}};
  static const char *const names[] = {"lobatto(10)", "spark(10)", "srk-gauss(10)"};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double unit = rows[i].unit;
    bool both = rows[i].holonomic;
    course exact = follow(rows[i].make, both ? "spark(8)" : "srk-gauss(8)", unit, 16);
    for (int k = 0; k < (both ? 2 : 3); k++) {
      course one = follow(rows[i].make, names[k], unit, 1);
      course many = follow(rows[i].make, names[k], unit, 100);
      for (int kind = 0; kind < kinds && exact.count[kind] > 0; kind++) {
        check_below(error_of(&one, &exact, kind), 2e-15);
        check_below(error_of(&many, &exact, kind), 2e-15);
      }
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_on_the_sleigh),
      cmocka_unit_test(orders_with_nonlinear_constraints),
      cmocka_unit_test(orders_with_affine_constraints),
      cmocka_unit_test(orders_with_explicit_time),
      cmocka_unit_test(orders_with_mixed_constraints),
      cmocka_unit_test(orders_without_constraints),
      cmocka_unit_test(high_orders_are_approached),
      cmocka_unit_test(order_check_can_fail),
      cmocka_unit_test(ten_stages_have_orders_18_to_20),
      cmocka_unit_test(ten_stages_lose_no_digits),
  };
  return check_run(argc, argv, tests);
}
