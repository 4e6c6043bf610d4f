// Tests of src/methods/compose/compose.h: order, what is kept, reference values.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "methods/families.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>

static trial spheroid(const char *name, double h) {
  return trial_file("spheroid.noslip", NULL, name, h);
}

static trial sleigh(const char *name, double h) {
  return trial_file("sleigh.noslip", "x'=0.7 theta'=0.5", name, h);
}

static void composition(char *name, const char *method_name, const scheme *s) {
  snprintf(name, 64, "compose(%s, %s)", method_name, s->name);
}

// --- coefficients ----------------------------------------------------------------------------

static long double power_sum(const scheme *s, int power) {
  long double sum = 0;
  for (int i = 0; i < s->stages; i++)
    sum += powl((long double)scheme_stage(s, i), power);
  return sum;
}

// sum_(i<j) (e_i g_i^2 g_j - g_i e_j g_j^2) with alternating e
static long double turn_sum(const scheme *s) {
  long double sum = 0;
  for (int j = 0; j < s->stages; j++)
    for (int i = 0; i < j; i++) {
      long double a = (long double)scheme_stage(s, i), b = (long double)scheme_stage(s, j);
      sum += (i % 2 ? -1 : 1)*a*a*b - (j % 2 ? -1 : 1)*a*b*b;
    }
  return sum;
}

// sum g = 1; sum g^3, g^5, g^7 = 0 up to the order, also of the nested scheme; and what is asked of
// methods that are not symmetric
static void conditions_hold(void **unused) {
  (void)unused;
  for (int i = 0; i < scheme_count(); i++) {
    const scheme *s = scheme_at(i);
    check_near((double)power_sum(s, 1), 1, 5e-16);
    for (int power = 3; power < s->order; power += 2)
      check_near((double)power_sum(s, power), 0, 4e-15);
    check_above(fabs((double)power_sum(s, s->order + 1)), 1e-5);  // and no further
    for (int k = 0; k < s->stages; k++)
      check_near(scheme_stage(s, k), scheme_stage(s, s->stages - 1 - k), 0);
    scheme nested = scheme_nested(s);
    assert_int_equal(nested.stages, 2*s->stages);
    for (int k = 0; k < nested.stages; k++)
      check_near(scheme_stage(&nested, k), scheme_stage(s, k/2)/2, 0);
    if (s->adjoint && s->order > 2)
      check_near((double)turn_sum(s), 0, 1e-15);
    else if (s->stages % 2 == 0)
      check_above(fabs((double)turn_sum(s)), 0.01);
  }
}

// --- reference values ------------------------------------------------------------------------

// compositions of rattle on the spheroid, h = 0.1, ten steps
static void spheroid_reference(void **unused) {
  (void)unused;
  static const struct {
    const char *scheme;
    double q[3], p[3];
  } rows[] = {
      {"yoshida4",
       {0.9716797318036152, 0.2282299124671875, 0.04329899454533695},
       {0.2625228653544914, -0.699905953741721, -1.101049502920858}},
      {"suzuki4",
       {0.971720681133875, 0.2281494505760495, 0.04305081914763623},
       {0.2619113603160564, -0.7000417715207066, -1.100914474649308}},
      {"kahan-li6",
       {0.9717205247824638, 0.2281499819248541, 0.04305117573413025},
       {0.2619120549688688, -0.7000415778448598, -1.100908913088093}},
      {"suzuki-umeno8",
       {0.9717205204877016, 0.2281499926906139, 0.0430511956766766},
       {0.2619121121387643, -0.7000415646142223, -1.10090898277892}},
      {"kahan-li8",
       {0.971720520454658, 0.2281499927397743, 0.04305119591933224},
       {0.2619121127151408, -0.7000415644894505, -1.100908982908895}},
      {"blanes-moan4",
       {0.9717205500613775, 0.2281499035118151, 0.0430510982203914},
       {0.2619118785971889, -0.7000416221788113, -1.100909501755993}},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    char name[64];
    const scheme *s = scheme_find(rows[k].scheme);
    composition(name, s->adjoint ? "reich" : "rattle", s);
    trial t = spheroid(name, 0.1);
    trial_steps(&t, 10);
    for (int i = 0; i < 3; i++) {
      check_near(t.run->state.q[i], rows[k].q[i], 1e-14);
      check_near(t.run->state.p[i], rows[k].p[i], 1e-14);
    }
    trial_close(&t);
  }
}

// the double spherical pendulum, h = 0.01, twenty steps of order 6
static void twofold_reference(void **unused) {
  (void)unused;
  static const double q[] = {0.5120663449657432, 0.2678434238459533, -0.8161176132494026,
                             0.3484903177878007, 0.4418031628240143, -0.5686514430886951};
  static const double p[] = {0.09036350175011632, 2.595819471003098,  -0.07881761200949873,
                             1.445998693255405,   0.7225976282788992, 0.1569878681302405};
  trial t =
      trial_file("double_spherical_pendulum.noslip", NULL, "compose(rattle, kahan-li6)", 0.01);
  trial_steps(&t, 20);
  for (int i = 0; i < 6; i++) {
    check_near(t.run->state.q[i], q[i], 1e-14);
    check_near(t.run->state.p[i], p[i], 1e-14);
  }
  trial_close(&t);
}

// --- order -----------------------------------------------------------------------------------

static void orders_are_observed(void **unused) {
  (void)unused;
  // steps to t = 1 and t = 8: fine enough for the order to show, coarse enough to stay above rounding
  static const struct {
    const char *scheme;
    long spheroid, sleigh;
  } rows[] = {
      {"yoshida4", 80, 160}, {"suzuki4", 40, 80},       {"yoshida6", 40, 100},
      {"kahan-li6", 24, 40}, {"suzuki-umeno8", 12, 14}, {"kahan-li8", 10, 10},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    const scheme *s = scheme_find(rows[k].scheme);
    double tolerance = s->order < 8 ? 0.1 : 0.2;
    char name[64];
    composition(name, "rattle", s);
    double on_spheroid =
        trial_order_against(spheroid, name, 1, rows[k].spheroid, "compose(rattle, kahan-li8)");
    composition(name, "dla-mp", s);
    double on_sleigh =
        trial_order_against(sleigh, name, 8, rows[k].sleigh, "compose(dla-mp, kahan-li8)");
    printf("%-14s order %.3f (rattle, spheroid) %.3f (dla-mp, sleigh)\n", s->name, on_spheroid,
           on_sleigh);
    check_near(on_spheroid, s->order, tolerance);
    check_near(on_sleigh, s->order, tolerance);
  }
}

// errors on the spheroid at t = 1 with 40 steps, 20 steps for order 8
static void errors_are_small(void **unused) {
  (void)unused;
  static const struct {
    const char *scheme;
    long n;
    double error;
  } rows[] = {
      {"yoshida4", 40, 2.1e-6},   {"suzuki4", 40, 2.1e-8},        {"yoshida6", 40, 7.5e-10},
      {"kahan-li6", 40, 1.7e-11}, {"suzuki-umeno8", 20, 2.6e-12}, {"kahan-li8", 20, 4.7e-13},
      {"blanes-moan4", 40, 2e-9},
  };
  double exact[2*trial_most];
  trial fine = spheroid("compose(rattle, kahan-li8)", 1.0/100);
  trial_steps(&fine, 100);
  trial_state(&fine, exact);
  trial_close(&fine);
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    char name[64];
    const scheme *s = scheme_find(rows[k].scheme);
    composition(name, s->adjoint ? "reich" : "rattle", s);
    trial t = spheroid(name, 1.0/(double)rows[k].n);
    trial_steps(&t, rows[k].n);
    check_below(trial_distance(&t, exact), 3*rows[k].error);
    trial_close(&t);
  }
}

// --- what is kept ----------------------------------------------------------------------------

static void constraints_and_symmetry_are_kept(void **unused) {
  (void)unused;
  for (int k = 0; k < scheme_count(); k++)
    for (int which = 0; which < 3; which++) {
      static const char *const methods[] = {"reich", "rattle", "dla-cm"};
      double start[2*trial_most];
      char name[64];
      if (which > 0 && scheme_at(k)->stages == 2)
        continue;
      composition(name, methods[which], scheme_at(k));
      trial t = which == 2 ? sleigh(name, 0.05) : spheroid(name, 0.05);
      trial_state(&t, start);
      trial_steps(&t, 40);
      check_below(trial_report(&t).constraint_max_error, 1e-14);
      check_above(trial_distance(&t, start), 0.1);
      trial_back(&t, 40);
      check_below(trial_distance(&t, start), 1e-12);
      trial_close(&t);
    }
}

static trial twofold(const char *name, double h) {
  return trial_file("double_spherical_pendulum.noslip", NULL, name, h);
}

static trial qpc(const char *name, double h) {
  return trial_file("qpc.noslip", NULL, name, h);
}

// Orders 4, 6 and 8 of compositions of rattle, and of reich with its adjoint, on the double spherical
// pendulum. At most times the errors of suzuki-umeno8 with reich are all rounding before its order
// shows.
static void orders_of_rods(void **unused) {
  (void)unused;
  static const struct {
    const char *scheme;
    double until;
    long steps;
  } rows[] = {
      {"yoshida4", 0.5, 100}, {"suzuki4", 0.5, 50},   {"blanes-moan4", 0.5, 40},
      {"yoshida6", 0.5, 60},  {"kahan-li6", 0.5, 30}, {"suzuki-umeno8", 0.8, 40},
      {"kahan-li8", 0.5, 20},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    const scheme *s = scheme_find(rows[k].scheme);
    double found[2];
    for (int which = 0; which < 2; which++) {
      char name[64];
      composition(name, which ? "reich" : "rattle", s);
      found[which] = trial_order_against(twofold, name, rows[k].until, rows[k].steps,
                                         "compose(rattle, kahan-li8)");
    }
    printf("%-14s order %.3f (rattle) %.3f (reich), double spherical pendulum\n", s->name, found[0],
           found[1]);
    check_near(found[0], s->order, 0.15);
    check_near(found[1], s->order, 0.15);
  }
}

// methods of order 1 with an adjoint: by blanes-moan4, and by schemes for symmetric methods
static void orders_of_pairs(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    const char *method;
    double until;
    long steps;
    int order;
    const char *reference;
  } rows[] = {
      {qpc, "compose(itoh-abe, blanes-moan4)", 1, 20, 4, "compose(gonzalez, kahan-li8)"},
      {qpc, "compose(itoh-abe, suzuki4)", 1, 20, 4, "compose(gonzalez, kahan-li8)"},
      {qpc, "compose(itoh-abe*, kahan-li6)", 1, 10, 6, "compose(gonzalez, kahan-li8)"},
      {spheroid, "compose(reich, blanes-moan4)", 1, 20, 4, "compose(rattle, kahan-li8)"},
      {spheroid, "compose(reich*, blanes-moan4)", 1, 20, 4, "compose(rattle, kahan-li8)"},
      {sleigh, "compose(dla-mp, blanes-moan4)", 8, 80, 4, "compose(dla-mp, kahan-li8)"},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    double order = trial_order_against(rows[k].make, rows[k].method, rows[k].until, rows[k].steps,
                                       rows[k].reference);
    printf("%-32s order %.3f\n", rows[k].method, order);
    check_near(order, rows[k].order, 0.1);
  }
}

// compose(M, scheme) is compose(compose(M, symmetric), scheme), to the last bit
static void nested_is_the_same(void **unused) {
  (void)unused;
  double x[2*trial_most];
  trial a = spheroid("compose(reich, suzuki4)", 0.1);
  trial b = spheroid("compose(compose(reich, symmetric), suzuki4)", 0.1);
  trial_steps(&a, 20);
  trial_steps(&b, 20);
  trial_state(&a, x);
  check_near(trial_distance(&b, x), 0, 0);
  trial_close(&b);

  // stage by stage: reich and its adjoint, each with half of a coefficient
  b = spheroid("reich", 0.1);
  noslip_run *r = b.run;
  stepper *pair[2] = {r->stepper, method_make(method_adjoint(r->method), &r->evaluator, &r->arena)};
  const scheme *s = scheme_find("suzuki4");
  failure why;
  for (int i = 0; i < 20*s->stages; i++)
    for (int k = 0; k < 2; k++)
      assert_int_equal(method_step(pair[k], &r->state, scheme_stage(s, i % s->stages)*0.05, &why),
                       NOSLIP_OK);
  observed_forget(&r->observed);
  check_below(trial_distance(&b, x), 1e-14);
  trial_close(&a);
  trial_close(&b);
}

// a stage that fails leaves the state of the last whole step, and is named
static void failed_stage_leaves_no_trace(void **unused) {
  (void)unused;
  double start[2*trial_most];
  trial t = trial_text("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                       "nonholonomic c: x'^2 + y'^2 = 1 - t\ninit x' = -0.6, y' = 0.8\n",
                       NULL, "compose(dla-mp, yoshida4)", 0.9);
  trial_state(&t, start);
  assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "in stage 1 of 3 of yoshida4");
  check_near(trial_distance(&t, start), 0, 0);
  check_near(noslip_time(t.run), 0, 0);
  trial_close(&t);
}

// --- names -----------------------------------------------------------------------------------

static void names_are_read(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_method_info info;
  assert_int_equal(noslip_method_find(c, "compose( dla-mp ,kahan-li8)", &info), NOSLIP_OK);
  assert_string_equal(info.name, "compose(dla-mp, kahan-li8)");
  assert_int_equal(info.order, 8);
  check_text(info.summary, "17 stages");
  static const struct {
    const char *name;
    int order;
    const char *summary;
  } good[] = {
      {"compose(reich, symmetric)", 2, "2 stages, reich and its adjoint in turn, order 2"},
      {"compose(reich, blanes-moan4)", 4, "12 stages, reich and its adjoint in turn, order 4"},
      {"compose(rattle, blanes-moan4)", 4, "rattle composed by blanes-moan4: 12 stages, order 4"},
      {"compose(compose(reich, symmetric), suzuki4)", 4,
       "compose(reich, symmetric) composed by suzuki4: 10 stages, reich and its adjoint in turn, "
       "order"},
      {"compose(compose(reich*, symmetric), kahan-li8)", 8, "34 stages"},
      {"compose(compose(reich, symmetric), blanes-moan4)", 4, "24 stages"},
      {"compose(itoh-abe, suzuki4)", 4, "itoh-abe composed by suzuki4: 10 stages"},
  };
  for (size_t i = 0; i < sizeof good/sizeof *good; i++) {
    if (noslip_method_find(c, good[i].name, &info) != NOSLIP_OK)
      check_fail("%s", noslip_last_error(c));
    assert_int_equal(info.order, good[i].order);
    assert_true(info.symmetric);
    check_text(info.summary, good[i].summary);
  }
  static const char *const bad[][2] = {
      {"compose(dla-mp)", "written compose(METHOD, SCHEME)"},
      {"compose(dla-mp, suzuki5)", "did you mean `suzuki4`?"},
      {"compose(dla-mp, x)", "`yoshida4`"},
      {"compose(dla-nn, suzuki4)", "no method `dla-nn`"},
      {"compose(compose(dla-mp, suzuki4), suzuki4)", "has order 4"},
      {"compose(dla-mp, suzuki4(2))", "no composition scheme"},
      {"compose(dla-mp, suzuki4*)", "a star belongs to a method"},
      {"compose(3, suzuki4)", "written compose(METHOD, SCHEME)"},
      {"compose(dla-mp, symmetric)", "dla-mp is symmetric already"},
      {"compose(rk-radau2a(2), suzuki4)", "and compose(rk-radau2a(2), symmetric) has order 4"},
      {"compose(compose(reich, symmetric), symmetric)", "symmetric) is symmetric already"},
      {"compose(compose(reich, suzuki4), suzuki4)", "has order 4"},
      {"compose(compose(reich, blanes-moan4), suzuki4)", "has order 4"},
      {"compose(lobatto(3), blanes-moan4)", "of a lower order, and lobatto(3) has order 4"},
      {"compose(index1, blanes-moan4)", "chooses its steps itself"},
      {"compose(index1, symmetric)", "chooses its steps itself"},
  };
  for (size_t i = 0; i < sizeof bad/sizeof *bad; i++) {
    assert_int_equal(noslip_method_find(c, bad[i][0], &info), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(c), bad[i][1]);
  }
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_hold),    cmocka_unit_test(spheroid_reference),
      cmocka_unit_test(twofold_reference),  cmocka_unit_test(orders_are_observed),
      cmocka_unit_test(errors_are_small),   cmocka_unit_test(constraints_and_symmetry_are_kept),
      cmocka_unit_test(orders_of_rods),     cmocka_unit_test(orders_of_pairs),
      cmocka_unit_test(nested_is_the_same), cmocka_unit_test(failed_stage_leaves_no_trace),
      cmocka_unit_test(names_are_read),
  };
  return check_run(argc, argv, tests);
}
