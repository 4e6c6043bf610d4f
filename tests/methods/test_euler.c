// Tests of src/methods/euler/euler.h: what its header block claims, on the two problems of its
// source, seed (4.1) `odae` and (4.2) `teflon`.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "methods/families.h"
#include "run/run.h"

#include <stdio.h>

typedef struct euler_row {
  const char *method;
  double x[4], Psi[2];
} euler_row;

#include "tests/methods/euler_reference.inl"

static const char *const truly[] = {"euler-true", "euler-true*", "euler-true-conj",
                                    "euler-true-conj*"};

static trial odae(const char *name, double h) {
  return trial_file("odae.noslip", NULL, name, h);
}

static trial teflon(const char *name, double h) {
  return trial_file("teflon.noslip", NULL, name, h);
}

// y, then z
static void state_of(trial *t, double x[4]) {
  const state *s = &t->run->state;
  bool bare = t->run->problem->class == PROBLEM_OVERDETERMINED;
  for (int i = 0; i < 2; i++) {
    x[i] = s->q[i];
    x[2 + i] = bare ? s->q[2 + i] : s->v[i];
  }
}

// the stepper of the last map of a step
static const stepper *last_map(const stepper *s) {
  return s->nstage > 0 ? s->stages[s->nstage - 1] : s;
}

// --- numbers from elsewhere --------------------------------------------------------------------

// Rounding: 1e-15 of the states, and eps |y|/h^2 of Psi0
static void check_row(trial_maker *make, const euler_row *row) {
  trial t = make(row->method, 0.05);
  double x[4], size = 0;
  trial_steps(&t, 10);
  state_of(&t, x);
  for (int i = 0; i < 4; i++)
    size = fmax(size, fabs(row->x[i]));
  for (int i = 0; i < 4; i++)
    check_near(x[i], row->x[i], 3e-15*size);
  const double *Psi = euler_multipliers(last_map(t.run->stepper));
  check_near(Psi[0], row->Psi[0], 1e-11*size);
  check_near(Psi[1], row->Psi[1], 1e-11*size);
  trial_close(&t);
}

static void odae_reference(void **unused) {
  (void)unused;
  for (size_t k = 0; k < sizeof odae_rows/sizeof *odae_rows; k++)
    check_row(odae, &odae_rows[k]);
}

static void teflon_reference(void **unused) {
  (void)unused;
  for (size_t k = 0; k < sizeof teflon_rows/sizeof *teflon_rows; k++)
    check_row(teflon, &teflon_rows[k]);
}

// --- errors ------------------------------------------------------------------------------------

typedef struct errors {
  double y, z;
} errors;

static const double odae_exact[4] = {7.38905609893065023, 0.36787944117144232, 7.38905609893065023,
                                     0.36787944117144232};
// of the reduced equation with one degree of freedom
static const double teflon_exact[4] = {0.4779342601939, 0.0010917029672, -16.6321081911103,
                                       -0.1139737619244};

// Euclidean norms at t = 1
static errors errors_of(trial_maker *make, const char *name, long n) {
  trial t = make(name, 1.0/(double)n);
  double x[4];
  trial_steps(&t, n);
  state_of(&t, x);
  const double *X = make == odae ? odae_exact : teflon_exact;
  errors e = {hypot(x[0] - X[0], x[1] - X[1]), hypot(x[2] - X[2], x[3] - X[3])};
  trial_close(&t);
  return e;
}

typedef struct error_row {
  const char *method;
  long n;
  double y, z;  // 0: not in the table
} error_row;

static void check_errors(trial_maker *make, const error_row *rows, size_t count, double share) {
  for (size_t k = 0; k < count; k++) {
    errors e = errors_of(make, rows[k].method, rows[k].n);
    if (rows[k].y > 0)
      check_near(e.y, rows[k].y, share*rows[k].y);
    check_near(e.z, rows[k].z, share*rows[k].z);
  }
}

// the tables have two to four digits
static void odae_errors(void **unused) {
  (void)unused;
  static const error_row rows[] = {
      {"euler-natural", 10, 2.957, 4.766},
      {"euler-natural", 20, 1.415, 2.586},
      {"euler-natural", 40, 0.8720, 1.824},
      {"euler-natural", 80, 0.6385, 1.498},
      {"euler-natural", 1000, 0.4419, 1.2249},
      {"euler-true", 10, 3.824, 4.472},
      {"euler-true", 20, 1.140, 1.300},
      {"euler-true", 40, 0.4908, 0.5565},
      {"euler-true", 80, 0.2301, 0.2604},
      {"euler-true-conj", 80, 0, 0.1763},
      {"euler-true*", 80, 0, 0.2316},
      {"euler-true-conj*", 80, 0, 0.1899},
      {"compose(euler-true, symmetric)", 10, 0, 9.521e-2},
      {"compose(euler-true, symmetric)", 20, 0, 2.293e-2},
      {"compose(euler-true, symmetric)", 40, 0, 5.681e-3},
      {"compose(euler-true, symmetric)", 80, 0, 1.417e-3},
      {"compose(euler-true*, symmetric)", 80, 0, 3.610e-3},
      {"compose(euler-true-conj, symmetric)", 80, 0, 2.362e-3},
      {"compose(euler-true, suzuki4)", 10, 0, 5.418e-5},
      {"compose(euler-true, suzuki4)", 20, 0, 3.275e-6},
      {"compose(euler-true, suzuki4)", 40, 0, 2.027e-7},
      {"compose(euler-true, suzuki4)", 80, 0, 1.264e-8},
      {"compose(euler-true, yoshida4)", 80, 0, 4.153e-6},
      {"compose(euler-true, yoshida6)", 80, 0, 4.44e-10},
      {"euler-true(alpha=0.25)", 80, 0, 0.412},
      {"euler-true(alpha=0.75)", 80, 0, 0.187},
      {"euler-true(alpha=1)", 80, 0, 0.143},
      {"euler-true(alpha=2)", 80, 0, 0.061},
      {"compose(euler-true(alpha=0.25), symmetric)", 80, 0, 2.8e-3},
      {"compose(euler-true(alpha=2), symmetric)", 80, 0, 7.3e-4},
  };
  check_errors(odae, rows, sizeof rows/sizeof *rows, 2e-2);
  check_errors(odae, rows, 9, 5e-4);  // half a unit of the last digit
  check_errors(odae, rows + 12, 4, 5e-4);
}

static void teflon_errors(void **unused) {
  (void)unused;
  static const error_row rows[] = {
      {"euler-natural", 10, 0.4478, 0.3009},
      {"euler-natural", 20, 0.2110, 0.1618},
      {"euler-natural", 40, 0.1035, 0.08580},
      {"euler-natural", 80, 0.05237, 0.04614},
      {"euler-true", 10, 0.4464, 0.2954},
      {"euler-true", 20, 0.2089, 0.1571},
      {"euler-true", 40, 0.1010, 0.08086},
      {"euler-true", 80, 0.04964, 0.04099},
      {"compose(euler-true, symmetric)", 10, 0, 1.283e-2},
      {"compose(euler-true, symmetric)", 20, 0, 3.266e-3},
      {"compose(euler-true, symmetric)", 40, 0, 8.202e-4},
      {"compose(euler-true, symmetric)", 80, 0, 2.053e-4},
      {"compose(euler-true, suzuki4)", 10, 0, 5.252e-5},
      {"compose(euler-true, suzuki4)", 20, 0, 3.063e-6},
      {"compose(euler-true, suzuki4)", 40, 0, 1.905e-7},
      {"compose(euler-true, suzuki4)", 80, 0, 1.190e-8},
  };
  check_errors(teflon, rows, sizeof rows/sizeof *rows, 5e-4);
  static const error_row coarse[] = {{"euler-natural", 1000, 6.9e-3, 8.9e-3}};
  check_errors(teflon, coarse, 1, 1e-2);
}

// slopes of the errors for steps up to 1/160, in y and z
static void order_is_one(void **unused) {
  (void)unused;
  static trial_maker *const both[] = {odae, teflon};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 4; i++) {
      errors coarse = errors_of(both[k], truly[i], 160);
      for (long n = 320; n <= 1280; n *= 2) {
        errors fine = errors_of(both[k], truly[i], n);
        check_near(log2(coarse.y/fine.y), 1, 0.05);
        check_near(log2(coarse.z/fine.z), 1, 0.05);
        coarse = fine;
      }
    }
}

// what the natural method tends to: its error at h = 0, extrapolated from three steps
static void natural_tends_to_another_solution(void **unused) {
  (void)unused;
  static const struct {
    trial_maker *make;
    double y, z;
  } rows[] = {{odae, 0.4256, 1.2022}, {teflon, 0.003007, 0.005703}};
  for (int k = 0; k < 2; k++) {
    long n = 2000;
    errors a = errors_of(rows[k].make, "euler-natural", n);
    errors b = errors_of(rows[k].make, "euler-natural", 2*n);
    errors c = errors_of(rows[k].make, "euler-natural", 4*n);
    // of errors e0 + e1 h + e2 h^2
    double y = (8*c.y - 6*b.y + a.y)/3, z = (8*c.z - 6*b.z + a.z)/3;
    check_near(y, rows[k].y, 2e-3*rows[k].y);
    check_near(z, rows[k].z, 2e-3*rows[k].z);
  }
}

// --- the adjoints ------------------------------------------------------------------------------

static void a_step_back_of_the_adjoint_undoes_a_step(void **unused) {
  (void)unused;
  static const char *const pairs[][2] = {{"euler-true", "euler-true*"},
                                         {"euler-true-conj", "euler-true-conj*"},
                                         {"euler-true(alpha=0.3)", "euler-true*(alpha=0.3)"},
                                         {"euler-true-conj(alpha=2)", "euler-true-conj*(alpha=2)"}};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) {
      check_below(trial_way_back(odae, pairs[i][k], pairs[i][1 - k], 0.05, 1), 3e-15);
      check_below(trial_way_back(teflon, pairs[i][k], pairs[i][1 - k], 0.05, 1), 3e-14);
    }
  // and the conjugate is not the adjoint
  check_above(trial_way_back(odae, "euler-true", "euler-true-conj", 0.05, 1), 1e-4);
}

// M, then N, each with h/2
static errors errors_in_turn(trial_maker *make, const char *M, const char *N, long n) {
  double h = 0.5/(double)n, x[4];
  trial t = make(M, h), u = make(N, h);
  failure why;
  state *s = &t.run->state;
  for (long i = 0; i < n; i++) {
    assert_int_equal(method_step(t.run->stepper, s, h, &why), NOSLIP_OK);
    s->t += h;
    assert_int_equal(method_step(u.run->stepper, s, h, &why), NOSLIP_OK);
    s->t += h;
  }
  state_of(&t, x);
  const double *X = make == odae ? odae_exact : teflon_exact;
  errors e = {hypot(x[0] - X[0], x[1] - X[1]), hypot(x[2] - X[2], x[3] - X[3])};
  trial_close(&t);
  trial_close(&u);
  return e;
}

// The twin of the compositions: in turn with its conjugate euler-true has order 1, and the natural
// pair none.
static void conjugates_do_not_raise_the_order(void **unused) {
  (void)unused;
  errors e = errors_in_turn(odae, "euler-true", "euler-true-conj", 80);
  check_near(e.z, 1.682e-2, 2e-5);
  errors f = errors_in_turn(odae, "euler-true", "euler-true-conj", 160);
  check_near(log2(e.z/f.z), 1.1, 0.1);
  e = errors_in_turn(odae, "euler-true", "euler-true*", 80);
  f = errors_in_turn(odae, "euler-true", "euler-true*", 160);
  check_near(e.z, 1.417e-3, 2e-6);
  check_near(log2(e.z/f.z), 2, 0.05);
  e = errors_in_turn(odae, "euler-natural", "euler-natural-conj", 320);
  f = errors_in_turn(odae, "euler-natural", "euler-natural-conj", 640);
  check_near(log2(e.z/f.z), 0, 0.1);
}

static void orders_of_compositions(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    long n;
    double order;
  } rows[] = {
      {"compose(euler-true, symmetric)", 80, 2},     {"compose(euler-true-conj, symmetric)", 80, 2},
      {"compose(euler-true*, symmetric)", 80, 2},    {"compose(euler-true, suzuki4)", 40, 4},
      {"compose(euler-true-conj, yoshida4)", 80, 4}, {"compose(euler-true, blanes-moan4)", 20, 4},
      {"compose(euler-true, yoshida6)", 40, 6}};
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    errors a = errors_of(odae, rows[k].method, rows[k].n);
    errors b = errors_of(odae, rows[k].method, 2*rows[k].n);
    check_near(log2(a.z/b.z), rows[k].order, 0.2);
    check_near(log2(a.y/b.y), rows[k].order, 0.2);
  }
}

// --- stage methods -----------------------------------------------------------------------------

// spark(s) imposes both constraints, and has order 2s-2 there, too
static void spark_has_its_order(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    long n;
    double order;
  } rows[] = {{"spark(2)", 40, 2}, {"spark(3)", 20, 4}, {"spark(4)", 10, 6}};
  for (int k = 0; k < 3; k++) {
    errors a = errors_of(odae, rows[k].method, rows[k].n);
    errors b = errors_of(odae, rows[k].method, 2*rows[k].n);
    check_near(log2(a.z/b.z), rows[k].order, 0.05);
    check_near(log2(a.y/b.y), rows[k].order, 0.05);
    trial t = odae(rows[k].method, 0.05);
    trial_steps(&t, 20);
    check_below(trial_jacobian_error(&t, 0), 1e-7);
    check_below(trial_report(&t).constraint_scaled_error, 1e-13);
    trial_close(&t);
  }
  trial t = trial_file("ellipsoid.noslip", "a=0.3 b=0.3", "spark(3)", 0.01);
  trial u = trial_file("ellipsoid.noslip", "a=0.3 b=0.3", "compose(euler-true, yoshida6)", 0.01);
  trial_steps(&t, 100);
  trial_steps(&u, 100);
  for (int i = 0; i < 6; i++)
    check_near(t.run->state.q[i], u.run->state.q[i], 1e-8);
  check_below(trial_report(&t).constraint_scaled_error, 1e-13);
  trial_close(&t);
  trial_close(&u);
}

// --- equations ---------------------------------------------------------------------------------

static void jacobian_is_exact(void **unused) {
  (void)unused;
  static const char *const methods[] = {"euler-true",       "euler-true*",   "euler-true-conj",
                                        "euler-true-conj*", "euler-natural", "euler-natural-conj"};
  for (int i = 0; i < 6; i++) {
    trial_maker *const both[] = {odae, teflon};
    for (int k = 0; k < 2; k++) {
      trial t = both[k](methods[i], 0.05);
      trial_steps(&t, 2);
      check_below(trial_jacobian_error(&t, 0), 3e-8);
      check_above(trial_jacobian_error(&t, 1e-4), 1e-5);
      trial_close(&t);
    }
  }
}

static void constraints_hold_to_rounding(void **unused) {
  (void)unused;
  trial_maker *const both[] = {odae, teflon};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 4; i++)
      for (long n = 10; n <= 1000; n *= 10) {
        trial t = both[k](truly[i], 1.0/(double)n);
        trial_steps(&t, n);
        check_below(trial_report(&t).constraint_scaled_error, 1e-13);
        trial_close(&t);
      }
}

// the multiplier that is shown is that of the node, not Psi0 or Psi1
static void multipliers_are_consistent(void **unused) {
  (void)unused;
  trial t = odae("compose(euler-true, yoshida6)", 0.0125);
  trial_steps(&t, 80);
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], exp(1), 1e-8);
  trial_close(&t);
  t = teflon("euler-true", 0.05);
  trial_steps(&t, 10);
  const state *s = &t.run->state;
  double psi = (9.81 + 0.06*s->q[0]*s->v[0]*s->v[0])/(1 + 9e-4*pow(s->q[0], 4));
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], psi, 1e-13*psi);
  check_above(fabs(euler_multipliers(t.run->stepper)[0] - psi), 0.4);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(odae_reference),
      cmocka_unit_test(teflon_reference),
      cmocka_unit_test(odae_errors),
      cmocka_unit_test(teflon_errors),
      cmocka_unit_test(order_is_one),
      cmocka_unit_test(natural_tends_to_another_solution),
      cmocka_unit_test(a_step_back_of_the_adjoint_undoes_a_step),
      cmocka_unit_test(conjugates_do_not_raise_the_order),
      cmocka_unit_test(orders_of_compositions),
      cmocka_unit_test(spark_has_its_order),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(constraints_hold_to_rounding),
      cmocka_unit_test(multipliers_are_consistent),
  };
  return check_run(argc, argv, tests);
}
