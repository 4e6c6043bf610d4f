// Tests of src/run/locate.c: roots to rounding in any unit, what ends a search, two crossings.

#include "tests/support/check.h"

#include "run/locate.h"

#include <float.h>
#include <math.h>

// a function of tau/unit, in units of its own
typedef struct probe {
  double (*f)(double x);
  double unit, size;
  int calls;    // so far
  int fails;    // the call that fails; 0: none
  double last;  // tau of the last call
} probe;

static noslip_status ask(void *context, double tau, double *f) {
  probe *p = context;
  p->last = tau;
  if (++p->calls == p->fails)
    return NOSLIP_ERROR_STEP;
  *f = p->size*p->f(tau/p->unit);
  return NOSLIP_OK;
}

// the bracket [a, b], in units
static noslip_status find(probe *p, double a, double b, double *x, double *left) {
  locate_bracket bracket = {a*p->unit, b*p->unit, p->size*p->f(a), p->size*p->f(b)};
  noslip_status status = locate_root(x, left, ask, p, &bracket);
  assert_true(*x == p->last);  // the context stands there
  *x /= p->unit;
  *left /= p->size;
  return status;
}

static double line(double x) {
  return x - 0.3;
}

static double cosine(double x) {
  return cos(2*x);
}

// flat at its root, where interpolation is of no use
static double ninth(double x) {
  return pow(x - 0.6, 9);
}

static double tiny(double x) {
  return exp(-50*x) - 1e-10;
}

// like the gap after a take-off
static double cube(double x) {
  return x*x*x - 0.1*x*x;
}

static double step(double x) {
  return x < 0.7 ? -1 : 2;
}

static double nowhere(double x) {
  return x > 0.2 && x < 0.8 ? (double)NAN : x - 0.5;
}

// ---------------------------------------------------------------------------------------------

// To rounding, whatever the units of tau and f, in few evaluations; both ways round.
static void root_is_found_to_rounding(void **unused) {
  (void)unused;
  static const struct {
    double (*f)(double);
    double a, b, root;
    int most;  // calls
  } all[] = {{line, 0, 1, 0.3, 4},
             {cosine, 0, 1, 0.78539816339744831, 9},
             {tiny, 0, 1, 0.46051701859880914, 30},
             {cube, 0.05, 1, 0.1, 14}};
  static const double units[] = {1, 1e-200, 3e150, -1};
  for (size_t i = 0; i < sizeof all/sizeof *all; i++)
    for (size_t k = 0; k < sizeof units/sizeof *units; k++)
      for (int turned = 0; turned < 2; turned++) {
        probe p = {.f = all[i].f, .unit = units[k], .size = 1/units[k]};
        double a = turned ? all[i].b : all[i].a, b = turned ? all[i].a : all[i].b, x, left;
        assert_int_equal(find(&p, a, b, &x, &left), NOSLIP_OK);
        check_near(x, all[i].root, 4*DBL_EPSILON);
        assert_true(p.calls <= all[i].most);
      }
}

// a root of order nine: f is zero to rounding far around it, and bisection still ends
static void flat_roots_end(void **unused) {
  (void)unused;
  probe p = {.f = ninth, .unit = 1, .size = 1};
  double x, left;
  assert_int_equal(find(&p, 0, 1, &x, &left), NOSLIP_OK);
  check_near(x, 0.6, 1e-15);
  assert_true(p.calls <= 120);
}

// an end that is on the root is asked, so that the context stands there
static void ends_may_be_roots(void **unused) {
  (void)unused;
  probe p = {.f = line, .unit = 1, .size = 1};
  double x, left;
  for (int turned = 0; turned < 2; turned++) {
    p.calls = 0;
    assert_int_equal(find(&p, turned ? 0.3 : 1, turned ? 1 : 0.3, &x, &left), NOSLIP_OK);
    assert_true(x == 0.3 && left == 0);
    assert_int_equal(p.calls, 1);
  }
}

// ... nor does a bracket without length go wrong
static void short_brackets_are_asked_once(void **unused) {
  (void)unused;
  probe p = {.f = line, .unit = 1, .size = 1};
  locate_bracket bracket = {.a = 1, .b = 1 + DBL_EPSILON, .fa = -1, .fb = 2};
  double x, left;
  assert_int_equal(locate_root(&x, &left, ask, &p, &bracket), NOSLIP_OK);
  assert_true(x == 1 && p.last == 1);
  assert_int_equal(p.calls, 1);
}

// a jump is found as what it is: f is not small there
static void jumps_are_told(void **unused) {
  (void)unused;
  probe p = {.f = step, .unit = 1, .size = 1};
  double x, left;
  assert_int_equal(find(&p, 0, 1, &x, &left), NOSLIP_OK);
  check_near(x, 0.7, 4*DBL_EPSILON);  // the last bracket is that long at most
  assert_true(left == -1);
}

// a step that fails ends the search with its status, and is the last that was tried
static void failures_end_the_search(void **unused) {
  (void)unused;
  for (int n = 1; n <= 5; n++) {
    probe p = {.f = cosine, .unit = 1, .size = 1, .fails = n};
    double x, left;
    assert_int_equal(find(&p, 0, 1, &x, &left), NOSLIP_ERROR_STEP);
    assert_int_equal(p.calls, n);
  }
  probe p = {.f = nowhere, .unit = 1, .size = 1};
  double x, left;
  assert_int_equal(find(&p, 0, 1, &x, &left), NOSLIP_OK);
  assert_true(isnan(left));
  assert_int_equal(p.calls, 1);
}

// ---------------------------------------------------------------------------------------------
// two crossings

static bool dip(locate_ends e, double depth, double *tau) {
  return locate_dip(tau, depth, &e);
}

// parabolas (tau - a)^2 - d over [0, 2], times any size of either sign
static void dips_are_where_they_are(void **unused) {
  (void)unused;
  static const double sizes[] = {1, -1, 1e-250, -1e250};
  for (size_t k = 0; k < sizeof sizes/sizeof *sizes; k++)
    for (int i = 1; i < 20; i++) {
      double a = 0.1*i, least = fmin(a*a, (2 - a)*(2 - a)), s = sizes[k], tau;
      for (double d = -0.1; d < least; d += 0.01) {
        locate_ends e = {2, s*(a*a - d), -2*a*s, s*((2 - a)*(2 - a) - d),
                         s*2*(2 - a)};
        bool found = dip(e, 0, &tau);
        if (fabs(d) > 1e-12)
          assert_true(found == (d > 0));
        if (found)
          check_near(tau, a, 1e-14);
        if (d > 0.005)
          assert_true(dip(e, 0.99*d*fabs(s), &tau) && !dip(e, 1.01*d*fabs(s), &tau));
      }
    }
}

// backwards in time, too
static void dips_of_negative_steps(void **unused) {
  (void)unused;
  double tau;
  assert_true(dip((locate_ends){-1, 0.2, 1, 0.2, -1}, 0, &tau));
  check_near(tau, -0.5, 1e-15);
}

// what is no dip: an extremum on the same side, outside of the step, none at all, other signs, NaN
static void nothing_is_invented(void **unused) {
  (void)unused;
  static const locate_ends none[] = {{1, 1, -1, 1, 1},
                                     {1, 1, 1, 1, -1},
                                     {1, 1, -3, 0.1, -0.5},
                                     {1, 0.1, 0.5, 1, 3},
                                     {1, 1, 0, 1, 0},
                                     {1, -1, 3, 1, 3},
                                     {1, 0, -1, 1, 1},
                                     {1, 1, -1, 0, 1},
                                     {1, 1, (double)NAN, 1, 9},
                                     {1, (double)NAN, -9, 1, 9},
                                     {1, 1, -9, 1, -(double)INFINITY}};
  double tau;
  for (size_t i = 0; i < sizeof none/sizeof *none; i++)
    check_that(!dip(none[i], 0, &tau), __FILE__, __LINE__, "row %zu has a dip at %g\n", i, tau);
}

// f = (x - a)^2 - d - c x^2 (1 - x)^2 on [0,1]: its cubic is the parabola, its fourth derivative
// -24 c
static double quartic(double x, double a, double c, double d) {
  return (x - a)*(x - a) - d - c*x*x*(1 - x)*(1 - x);
}

// how far it goes below zero
static double depth_of(double a, double c, double d) {
  double least = 0;
  for (int i = 0; i <= 1000; i++)
    least = fmin(least, quartic(0.001*i, a, c, d));
  return -least;
}

// The bound of the header: a dip that is deeper is always noticed and confirmed. The twin: some of
// those that are not are missed.
static void depth_of_the_bound_is_enough(void **unused) {
  (void)unused;
  int missed = 0, deep = 0;
  for (double c = -2; c <= 2; c += 0.25)
    for (double a = 0.05; a < 1; a += 0.05)
      for (double d = -0.1; d < fmin(a*a, (1 - a)*(1 - a)); d += 0.002) {
        locate_ends e = {1, a*a - d, -2*a, (1 - a)*(1 - a) - d, 2*(1 - a)};
        double depth = depth_of(a, c, d), tau;
        bool found = dip(e, 0, &tau) && quartic(tau, a, c, d) < 0;
        bool enough = depth > 24*fabs(c)/192 + 1e-12;  // rounding
        assert_true(found || !enough);
        missed += !found && depth > 0;
        deep += enough;
      }
  assert_true(missed > 100 && deep > 100);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(root_is_found_to_rounding),
      cmocka_unit_test(flat_roots_end),
      cmocka_unit_test(ends_may_be_roots),
      cmocka_unit_test(short_brackets_are_asked_once),
      cmocka_unit_test(jumps_are_told),
      cmocka_unit_test(failures_end_the_search),
      cmocka_unit_test(dips_are_where_they_are),
      cmocka_unit_test(dips_of_negative_steps),
      cmocka_unit_test(nothing_is_invented),
      cmocka_unit_test(depth_of_the_bound_is_enough),
  };
  return check_run(argc, argv, tests);
}
