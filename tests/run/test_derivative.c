// The derivative of a step: against matrices that are known, against runs, and it leaves no trace.

#include "tests/support/check.h"

#include "noslip.h"

#include <math.h>

enum { most = 12 };

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

static trial begin(const char *text, const char *method, double h, const noslip_start *start,
                   int nstart) {
  trial t = {.context = noslip_open(NULL)};
  const noslip_run_options o = {.method = method,
                                .step = h,
                                .steps = 20,
                                .backend = "interpret",
                                .start = start,
                                .nstart = nstart};
  if (noslip_model_parse(t.context, "test", text, NULL, &t.model) != NOSLIP_OK ||
      noslip_run_new(t.context, t.model, &o, &t.run) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  return t;
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// the derivative; how far it may be off
static double derive(trial *t, double *S) {
  double error = (double)NAN;
  if (noslip_run_derivative(t->run, S, &error) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t->context));
  return error;
}

static double farthest(const double *x, const double *y, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(x[i] - y[i]));
  return worst;
}

// ---------------------------------------------------------------------------------------------
// matrices that are known

static const char oscillator[] = "model oscillator\ncoord x\nlagrangian x'^2/2 - x^2/2\n"
                                 "init x = 1, x' = 0.5\n";

static void of_an_oscillator(void **unused) {
  (void)unused;
  const double h = 0.3, d = 1 + h*h/4;
  const double c = 1 - h*h/2, known[3][4] = {
                                  {(1 - h*h/4)/d, h/d, -h/d, (1 - h*h/4)/d},
                                  {c, h - h*h*h/4, -h,
                                   c},  // half a step of q, a step of p, half a step of q
                                  {c, h, -h + h*h*h/4,
                                   c},  // half a step of p, a step of q, half a step of p
                              };
  static const char *const methods[] = {"midpoint", "dla-mp", "rattle"};
  for (int i = 0; i < 3; i++) {
    double S[4];
    trial t = begin(oscillator, methods[i], h, NULL, 0);
    double error = derive(&t, S);
    check_below(farthest(S, known[i], 4), 1e-11);
    check_above(farthest(S, known[(i + 1) % 3], 4), 1e-3);  // the twin
    check_below(error, 1e-10);
    end(&t);
  }
}

// largest entry of S^T J S - J
static double asymplectic(const double *S, int n) {
  double worst = 0;
  for (int a = 0; a < 2*n; a++)
    for (int b = 0; b < 2*n; b++) {
      double w = 0, J = a < n && b == a + n ? 1 : b < n && a == b + n ? -1 : 0;
      for (int i = 0; i < n; i++)
        w += S[i*2*n + a]*S[(n + i)*2*n + b] - S[(n + i)*2*n + a]*S[i*2*n + b];
      worst = fmax(worst, fabs(w - J));
    }
  return worst;
}

static const char pendula[] = "model pendula\ncoord a: angle, b: angle\n"
                              "lagrangian a'^2 + b'^2/2 + a'*b'*cos(a - b) + 2*cos(a) + "
                              "cos(b)\ninit a = 1, b = 0.3, a' = 0.5\n";

static void rattle_keeps_the_form(void **unused) {
  (void)unused;
  double S[16];
  trial t = begin(pendula, "rattle", 0.1, NULL, 0);
  for (int k = 0; k < 3; k++) {
    derive(&t, S);
    check_below(asymplectic(S, 2), 1e-10);
    assert_int_equal(noslip_advance(t.run, 4), NOSLIP_OK);
  }
  end(&t);
  t = begin(pendula, "srk-radau1a(2)", 0.1, NULL, 0);  // the twin
  derive(&t, S);
  check_above(asymplectic(S, 2), 1e-7);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// constraints and groups

// the state of a run that starts from `start` after a step: positions and momenta
static void image(const char *text, const char *method, double h, const noslip_start *start, int n,
                  double *out) {
  trial t = begin(text, method, h, start, n);
  assert_int_equal(noslip_step(t.run), NOSLIP_OK);
  const int nv = noslip_run_count(t.run, NOSLIP_MOMENTUM);
  for (int i = 0; i < nv; i++)
    out[i] = noslip_value(t.run, noslip_run_name(t.run, NOSLIP_MOMENTUM, i));
  memcpy(out + nv, noslip_run_values(t.run, NOSLIP_MOMENTUM), (size_t)nv*sizeof *out);
  end(&t);
}

// at (1, 0), at rest, y is along the circle: the column of y is what runs from beside it show
static void of_tangents_of_constraints(void **unused) {
  (void)unused;
  static const char text[] = "model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 3*y\n"
                             "holonomic rod: x^2 + y^2 = 1\ninit x = 1, y' = 0.4\n";
  const double h = 0.1, d = 1e-3;
  double S[16], to[2][4], other[4];
  trial t = begin(text, "rattle", h, NULL, 0);
  derive(&t, S);
  end(&t);
  for (int side = 0; side < 2; side++) {
    // a move of y by d, projected: (1, d)/|(1, d)|, and the momentum (0, 0.4) along the tangent there
    double y = side == 0 ? -d : d, r = sqrt(1 + y*y), along = 0.4/r;
    const noslip_start start[] = {
        {"x", 1/r}, {"y", y/r}, {"x'", -along*y/r}, {"y'", along/r}};
    image(text, "rattle", h, start, 4, to[side]);
  }
  for (int i = 0; i < 4; i++)
    other[i] = (to[1][i] - to[0][i])/(2*d);
  for (int i = 0; i < 4; i++)
    check_near(S[i*4 + 1], other[i], 1e-5);
  check_above(fabs(S[1*4 + 1]), 0.1);
}

// a step of h = 0 would be 1; a free turn about a fixed axis moves angles by h times their rates
static void of_a_rotation(void **unused) {
  (void)unused;
  static const char text[] = "model body\ncoord R: SO(3) velocity w\n"
                             "lagrangian dot(w, w)/2\ninit w = [0, 0, 1e-9]\n";
  double S[36];
  trial t = begin(text, "lobatto(2)", 0.1, NULL, 0);
  derive(&t, S);
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++)
      check_near(S[6*i + k], i == k ? 1 : k == i + 3 ? 0.1 : 0, 1e-8);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// no trace

static void same_values(trial *a, trial *b) {
  static const noslip_group groups[] = {NOSLIP_STATE, NOSLIP_MOMENTUM, NOSLIP_MULTIPLIER};
  for (int g = 0; g < 3; g++) {
    int n = noslip_run_count(a->run, groups[g]);
    if (n > 0)
      assert_memory_equal(noslip_run_values(a->run, groups[g]),
                          noslip_run_values(b->run, groups[g]), (size_t)n*sizeof(double));
  }
}

static void the_run_is_left_as_it_was(void **unused) {
  (void)unused;
  static const char fast[] = "model fast\ncoord x, y\n"
                             "lagrangian -sqrt(1 - x'^2 - y'^2) - x^2 - y^2/3 + x*y'/9\n"
                             "init x = 0.5, y' = 0.3\n";
  static const char rod[] = "model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 3*y\n"
                            "holonomic rod: x^2 + y^2 = 1\ninit x = 1, y' = 0.4\n";
  static const struct {
    const char *text, *method;
  } rows[] = {{fast, "dla-mp"},  {fast, "spark(2)"}, {fast, "rattle"},
              {rod, "spark(3)"}, {rod, "rattle"},    {pendula, "compose(rattle, suzuki4)"}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double S[most*most];
    trial a = begin(rows[i].text, rows[i].method, 0.05, NULL, 0);
    trial b = begin(rows[i].text, rows[i].method, 0.05, NULL, 0);
    for (int k = 0; k < 20; k++) {
      if (k % 3 == 0)
        derive(&a, S);
      assert_int_equal(noslip_step(a.run), NOSLIP_OK);
      assert_int_equal(noslip_step(b.run), NOSLIP_OK);
      same_values(&a, &b);
    }
    noslip_report ra, rb;
    noslip_run_report(a.run, &ra);
    noslip_run_report(b.run, &rb);
    assert_true(ra.energy_max_error == rb.energy_max_error || isnan(ra.energy_max_error));
    assert_true(ra.newton_iterations == rb.newton_iterations);
    assert_true(ra.constraint_scaled_error == rb.constraint_scaled_error);
    end(&a);
    end(&b);
  }
}

// ---------------------------------------------------------------------------------------------
// refusals

static void refuses(const char *text, const char *method, const char *words) {
  double S[most*most];
  trial t = begin(text, method, 0.01, NULL, 0);
  assert_int_equal(noslip_run_derivative(t.run, S, NULL), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), words);
  end(&t);
}

static void what_has_no_derivative(void **unused) {
  (void)unused;
  double S[4];
  refuses("model m\ncoord x\nlagrangian x'^2/2 - x\ncontact c: x >= 0\ninit x = 1\n", "rattle",
          "has contacts");
  refuses("model m\nstate x\nx' = -x\ninit x = 1\n", "rk-gauss(1)", "has none");
  refuses(oscillator, "index1", "chooses its steps");
  assert_int_equal(noslip_run_derivative(NULL, S, NULL), NOSLIP_ERROR_ARGUMENT);
  trial t = begin(oscillator, "dla-mp", 0.1, NULL, 0);
  assert_int_equal(noslip_run_derivative(t.run, NULL, NULL), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "`S`");
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_an_oscillator),           cmocka_unit_test(rattle_keeps_the_form),
      cmocka_unit_test(of_tangents_of_constraints), cmocka_unit_test(of_a_rotation),
      cmocka_unit_test(the_run_is_left_as_it_was),  cmocka_unit_test(what_has_no_derivative),
  };
  return check_run(argc, argv, tests);
}
