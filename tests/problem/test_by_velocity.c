// Tests of constraints on momenta: Psi(t,q,p) = 0 is the constraint Phi(t,q,v) = Psi(t,q,p(t,q,v)).

#include "noslip.h"
#include "tests/support/check.h"

#include <math.h>
#include <stdio.h>

typedef struct motion {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} motion;

static motion begin(const char *head, const char *rest, const char *method, double h) {
  char text[2000];
  motion m = {.context = noslip_open(NULL)};
  snprintf(text, sizeof text, "%s%s", head, rest);
  if (noslip_model_parse(m.context, "m", text, NULL, &m.model) != NOSLIP_OK)
    print_error("%s\n", noslip_last_error(m.context));
  assert_non_null(m.model);
  noslip_run_options o = {.method = method, .step = h, .steps = 100, .backend = "interpret"};
  noslip_run_new(m.context, m.model, &o, &m.run);
  return m;
}

static void end(motion *m) {
  noslip_run_free(m->run);
  noslip_model_free(m->model);
  noslip_close(m->context);
}

// the largest difference of the states after 100 steps
static double apart(const char *head, const char *one, const char *other, const char *method) {
  motion a = begin(head, one, method, 0.02), b = begin(head, other, method, 0.02);
  assert_true(a.run && b.run);
  assert_int_equal(noslip_advance(a.run, 100), NOSLIP_OK);
  assert_int_equal(noslip_advance(b.run, 100), NOSLIP_OK);
  const double *x = noslip_run_values(a.run, NOSLIP_STATE);
  const double *y = noslip_run_values(b.run, NOSLIP_STATE);
  double worst = 0;
  for (int i = 0; i < noslip_run_count(a.run, NOSLIP_STATE); i++)
    worst = fmax(worst, fabs(x[i] - y[i]));
  end(&a);
  end(&b);
  return worst;
}

// a sleigh in a field, its mass matrix full and dependent on place: H = p A p/2 + b p + V
static const char sleigh[] =
    "model m\ncoord x momentum px, y momentum py, th: angle momentum pt\n"
    "hamiltonian px^2/4 + py^2/4 + (pt + 0.2*px)^2/(2*(1 + x^2)) + 0.3*py + 0.2*x\n";

// x' = px/2 + 0.2*th', y' = py/2 + 0.3, th' = (pt + 0.2*px)/(1 + x^2)
static const char momenta[] = "nonholonomic c: px*sin(th) - py*cos(th) = 0.1*pt\n"
                              "init x = 0.1, px = 1, py = -0.2, pt = 2\n";
static const char velocities[] = "nonholonomic c: 2*(x' - 0.2*th')*sin(th) - 2*(y' - 0.3)*cos(th)"
                                 " = 0.1*((1 + x^2)*th' - 0.4*(x' - 0.2*th'))\n"
                                 "init x = 0.1, px = 1, py = -0.2, pt = 2\n";
static const char others[] =
    "nonholonomic c: 2*(x' - 0.2*th')*sin(th) - 2*(y' - 0.3)*cos(th)"
    " = 0.1*((1 + x^2)*th' - 0.39*(x' - 0.2*th')) - 0.1*0.02*(x' - 0.2*th')^2\n"
    "init x = 0.1, px = 1, py = -0.2, pt = 2\n";

static void momenta_are_velocities(void **state) {
  (void)state;
  static const char *const methods[] = {"lobatto(2)", "lobatto(3)", "spark(3)", "dla-mp"};
  for (int i = 0; i < 4; i++)
    check_below(apart(sleigh, momenta, velocities, methods[i]), 1e-12);  // rounding, 100 steps
}

// the same measurement notices another constraint that the start satisfies, too
static void another_constraint_differs(void **state) {
  (void)state;
  check_above(apart(sleigh, momenta, others, "lobatto(3)"), 1e-6);
}

// momenta and velocities in one constraint, nonlinear, and one of several
static void mixed_constraints(void **state) {
  (void)state;
  static const char head[] = "model m\ncoord q[1..3] momentum p[1..3]\n"
                             "hamiltonian dot(p, p)/4 + p[1]*p[2]/8 + dot(q, q)/2\n";
  static const char one[] = "nonholonomic c: p[1]*q[2]' + q[1]*p[3] = 1\n"
                            "nonholonomic d: q[3]' = q[1]*q[2]'\n"
                            "init q = [1, 0, 0], p = [0, 1, 1]\n";
  // q1' = p1/2 + p2/8, q2' = p2/2 + p1/8: p1 = (32 q1' - 8 q2')/15
  static const char other[] = "nonholonomic c: (32*q[1]' - 8*q[2]')/15*q[2]' + q[1]*2*q[3]' = 1\n"
                              "nonholonomic d: q[3]' = q[1]*q[2]'\n"
                              "init q = [1, 0, 0], p = [0, 1, 1]\n";
  check_below(apart(head, one, other, "lobatto(2)"), 1e-12);
}

// a body velocity: Pi = J omega
static void momenta_of_rotations(void **state) {
  (void)state;
  static const char head[] = "model m\ncoord R: SO(3) velocity w momentum Pi\n"
                             "hamiltonian Pi[1]^2/2 + Pi[2]^2/4 + Pi[3]^2/6 + 0.3*R[3,3]\n"
                             "init Pi = [1, 4, -3]\n";
  check_below(apart(head, "nonholonomic c: Pi[1] + Pi[2]/2 + Pi[3] = 0\n",
                    "nonholonomic c: w[1] + w[2] + 3*w[3] = 0\n", "lobatto(2)"),
              1e-12);
}

// what cannot be run is said by the model, with its reason
static void what_cannot_be_expressed(void **state) {
  (void)state;
  static const struct {
    const char *hamiltonian, *sentence;
  } rows[] = {
      {"px^4 + py^2",
       "the constraint `c` contains momenta, and the hamiltonian is not quadratic in "
       "them; write it with velocities"},
      {"sqrt(1 + px^2) + py^2", "the hamiltonian is not quadratic in them"},
      {"px + py^2", "velocities do not determine them: the kinetic energy is singular"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    char head[200];
    snprintf(head, sizeof head, "model m\ncoord x momentum px, y momentum py\nhamiltonian %s\n",
             rows[i].hamiltonian);
    motion m = begin(head, "nonholonomic c: px = x*py\n", "lobatto(2)", 0.1);
    assert_null(m.run);
    check_text(noslip_last_error(m.context), rows[i].sentence);
    end(&m);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(momenta_are_velocities),   cmocka_unit_test(another_constraint_differs),
      cmocka_unit_test(mixed_constraints),        cmocka_unit_test(momenta_of_rotations),
      cmocka_unit_test(what_cannot_be_expressed),
  };
  return check_run(argc, argv, tests);
}
