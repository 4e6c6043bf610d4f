// Nothing depends on the units of a model: the same system in other units of length, mass and time has
// the same start, the same digits and the same verdicts.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <stdio.h>
#include <string.h>

enum { most_states = 8, most_methods = 7, steps = 40 };

// powers of the units of length, mass and time in a number of the state
typedef struct unit_of {
  int length, mass, time;
} unit_of;

#define NONE \
  { 0, 0, 0 }
#define LENGTH \
  { 1, 0, 0 }
#define SPEED \
  { 1, 0, -1 }
#define RATE \
  { 0, 0, -1 }
#define MOMENTUM \
  { 1, 1, -1 }

// a model with parameters L, M, T, and `off` by which its start violates a constraint
typedef struct system {
  const char *text, *constraint;
  double step;  // in units of T
  unit_of state[most_states];
  const char *methods[most_methods];
  int exact;  // the first of them: their equations have one unit, so units change no pivot
} system;

#define UNITS "param L = 1, M = 1, T = 1, off = 0\n"

static const system systems[] = {
    {"model pendulum\n" UNITS "coord x, y\n"
     "lagrangian M/2*(x'^2 + y'^2) - M*9.81*L/T^2*y\n"
     "holonomic rod: x^2 + y^2 = L^2\n"
     "init x = 0.6*L*(1 + off), y = -0.8*L*(1 + off)\n",
     "rod",
     0.01,
     {LENGTH, SPEED, LENGTH, SPEED},
     {"rattle", "lobatto(2)", "spark(2)", "reich", "lobatto(3)", "avf(3)"},
     4},
    {"model sleigh\n" UNITS "coord x, y, th: angle\n"
     "let X = x + 0.3*L*cos(th)\nlet Y = y + 0.3*L*sin(th)\n"
     "lagrangian M/2*(X'^2 + Y'^2) + 0.2*M*L^2*th'^2 - M*0.7*L/T^2*Y\n"
     "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0\n"
     "init th = 0.3, x' = 0.5*L/T*cos(th), y' = 0.5*L/T*sin(th)*(1 + off), th' = 1.5/T\n",
     "blade",
     0.02,
     {LENGTH, SPEED, LENGTH, SPEED, NONE, RATE},
     {"dla-mp", "dla-cm", "lobatto(2)", "spark(3)", "srk-gauss(2)", "itoh-abe", "rk-gauss(2)"},
     0},
    {"model wheel\n" UNITS "coord x, y, phi, th\n"
     "lagrangian M/2*(x'^2 + y'^2) + M*L^2/8*(phi'^2 + 2*th'^2) - M*0.3*L/T^2*x\n"
     "nonholonomic rx: x' = L/4*cos(phi)*th'\nnonholonomic ry: y' = L/4*sin(phi)*th'\n"
     "init x' = L/4*(1 + off)/T, phi' = 2/T, th' = 1/T\n",
     "rx",
     0.02,
     {LENGTH, SPEED, LENGTH, SPEED, NONE, RATE, NONE, RATE},
     {"dla-mp", "lobatto(3)", "spark(2)", "srk-gauss(2)"},
     4},
    {"model suslov\n" UNITS "coord R: SO(3) velocity w\n"
     "let A = [[2, 0.1, 0.3], [0.1, 1.5, 0.2], [0.3, 0.2, 1]]\n"
     "lagrangian M*L^2*dot(w, A*w)/2 - M*L^2/T^2*R[3,3]\n"
     "nonholonomic axis: w[3] = 0.25*w[1]\n"
     "init w = [0.8/T, -0.5/T, 0.2*(1 + off)/T]\n",
     "axis",
     0.05,
     {NONE},
     {"lobatto(2)", "lobatto(3)", "lobatto(3, retraction=exp)", "avf(3)"},
     0},
    {"model skate\n" UNITS "coord g: SE(2) velocity (v, omega)\n"
     "lagrangian (M*v[1]^2 + M*(v[2] + 0.3*L*omega)^2 + 0.4*M*L^2*omega^2)/2\n"
     "nonholonomic blade: v[2] = 0.1*v[1]\n"
     "init v = [0.5*L/T, 0.05*L/T*(1 + off)], omega = 1.5/T\n",
     "blade",
     0.05,
     {NONE},
     {"lobatto(2)", "lobatto(3)", "lobatto(2, retraction=exp)", "avf(2)"},
     0},
    {"model sphere\n" UNITS "coord x momentum px, y momentum py, z momentum pz\n"
     "hamiltonian (px^2 + py^2 + pz^2)/(2*M) + M*9.81*L/T^2*z\n"
     "holonomic rod: x^2 + y^2 + z^2 = L^2\n"
     "init x = 0.6*L*(1 + off), z = -0.8*L*(1 + off), py = 0.9*M*L/T\n",
     "rod",
     0.01,
     {LENGTH, SPEED, LENGTH, SPEED, LENGTH, SPEED},
     {"rattle", "lobatto(2)", "spark(2)", "reich", "lobatto(3)"},
     4},
    {"model dae\n" UNITS "state x, y, u, v\nalgebraic z\n"
     "x' = u\ny' = v\nu' = x*z\nv' = y*z - 9.81*L/T^2\n"
     "constraint tangent: x*u + y*v = 0\n"
     "init x = 0.6*L, y = -0.8*L, u = 0.8*L/T, v = 0.6*L/T*(1 + off), z = -1/T^2\n",
     "tangent",
     0.01,
     {LENGTH, LENGTH, SPEED, SPEED},
     {"srk-gauss(2)", "srk-radau1a(2)", "rk-radau2a(2)", "rk-gauss(2)"},
     0},
};
enum { nsystem = sizeof systems/sizeof *systems };

// units of length, mass and time
typedef struct units {
  double L, M, T;
} units;

// what is compared
typedef struct outcome {
  int nstate, nwarning;
  double state[16];
  double scaled, asymmetry;  // of the constraints, and of a step
} outcome;

// what rounding leaves of constraints and of a symmetry, in any units: the bound of the verdicts
static const double rounding_limit = 1e-10;

static void settings_of(char *text, size_t size, units u, double off) {
  snprintf(text, size, "L=%.17g M=%.17g T=%.17g off=%.17g", u.L, u.M, u.T, off);
}

// numbers of the state in units of one; on a group by their names
static double in_units(const system *s, trial *t, int i, units u) {
  const char *name = noslip_run_name(t->run, NOSLIP_STATE, i);
  unit_of d = i < most_states ? s->state[i] : (unit_of)NONE;
  if (strstr(s->text, ": SO(3)") && name[0] == 'w')
    d = (unit_of)RATE;
  bool moves = strstr(name, ",3]") || strcmp(name, "g.x") == 0 || strcmp(name, "g.y") == 0;
  if (strstr(s->text, ": SE(2)"))
    d = strcmp(name, "omega") == 0 ? (unit_of)RATE
        : name[0] == 'v'           ? (unit_of)SPEED
        : moves                    ? (unit_of)LENGTH
                                   : (unit_of)NONE;
  double x = noslip_run_values(t->run, NOSLIP_STATE)[i];
  for (int k = 0; k < d.length; k++)
    x /= u.L;
  for (int k = 0; k < d.mass; k++)
    x /= u.M;
  return d.time < 0 ? x*u.T : x;
}

static outcome run_in(const system *s, const char *method, units u) {
  char settings[200];
  settings_of(settings, sizeof settings, u, 0);
  trial t = trial_text(s->text, settings, method, s->step*u.T);
  trial_steps(&t, steps);
  outcome out = {.nstate = noslip_run_count(t.run, NOSLIP_STATE)};
  assert_true(out.nstate <= 16);
  for (int i = 0; i < out.nstate; i++)
    out.state[i] = in_units(s, &t, i, u);
  noslip_report report = trial_report(&t);
  out.nwarning = report.nwarning;
  out.scaled = report.constraint_scaled_error;
  out.asymmetry = noslip_run_asymmetry(t.run);
  trial_close(&t);
  return out;
}

static void check_verdicts(const outcome *a, const outcome *b, const char *what) {
  bool kept = a->scaled <= rounding_limit, symmetric = a->asymmetry <= rounding_limit;
  check_that(kept == (b->scaled <= rounding_limit), __FILE__, __LINE__,
             "%s: constraints %g, not %g\n", what, b->scaled, a->scaled);
  check_that(symmetric == (b->asymmetry <= rounding_limit), __FILE__, __LINE__,
             "%s: asymmetry %g, not %g\n", what, b->asymmetry, a->asymmetry);
  check_that(a->nwarning == b->nwarning, __FILE__, __LINE__, "%s: %d warnings\n", what,
             b->nwarning);
}

static void check_outcome(const outcome *a, const outcome *b, double allowed, const char *what) {
  double size = 0;
  check_verdicts(a, b, what);
  for (int i = 0; i < a->nstate; i++)
    size = fmax(size, fabs(a->state[i]));
  for (int i = 0; i < a->nstate; i++)
    check_that(fabs(a->state[i] - b->state[i]) <= allowed*size, __FILE__, __LINE__,
               "%s: state %d is %.17g, not %.17g\n", what, i, b->state[i], a->state[i]);
}

// `exact` methods give the same bits, all others differ by rounding
static void visit(const units *list, int n, bool exact) {
  static const double rounding = 1e-13;  // 40 steps, of which srk-radau1a leaves 2.4e-14
  for (int k = 0; k < nsystem; k++)
    for (int m = 0; m < most_methods && systems[k].methods[m]; m++) {
      outcome plain = run_in(&systems[k], systems[k].methods[m], (units){1, 1, 1});
      for (int i = 0; i < n; i++) {
        char what[200];
        snprintf(what, sizeof what, "%.20s, %s, units %g %g %g", systems[k].text,
                 systems[k].methods[m], list[i].L, list[i].M, list[i].T);
        outcome other = run_in(&systems[k], systems[k].methods[m], list[i]);
        check_outcome(&plain, &other, exact && m < systems[k].exact ? 0 : rounding, what);
      }
    }
}

// units that are powers of two: the same bits where units change no pivot, elsewhere the same digits
static void powers_of_two_give_the_same_bits(void **unused) {
  (void)unused;
  static const units list[] = {{0x1p-40, 1, 1},
                               {0x1p40, 1, 1},
                               {1, 0x1p-40, 1},
                               {1, 0x1p40, 1},
                               {1, 1, 0x1p-40},
                               {1, 1, 0x1p40},
                               {0x1p-30, 0x1p20, 0x1p-13},
                               {0x1p40, 0x1p-40, 0x1p17}};
  visit(list, sizeof list/sizeof *list, true);
}

// of ten: what the rounding of the parameters makes in 40 steps
static void powers_of_ten_give_the_same_digits(void **unused) {
  (void)unused;
  static const units list[] = {{1e-12, 1, 1},        {1e12, 1, 1},      {1, 1e-12, 1},
                               {1, 1e12, 1},         {1, 1, 1e-12},     {1, 1, 1e12},
                               {1e-9, 1e6, 1e3},     {1e6, 1e-9, 1e-6}, {1e12, 1e12, 1e12},
                               {1e-12, 1e-12, 1e-12}};
  visit(list, sizeof list/sizeof *list, false);
}

// is a start that is off by so much refused, in the name of its constraint?
static bool is_refused(const system *s, units u, double off) {
  char text[4][40];
  const double numbers[] = {u.L, u.M, u.T, off};
  for (int i = 0; i < 4; i++)
    snprintf(text[i], sizeof text[i], "%.17g", numbers[i]);
  const noslip_setting set[] = {{"L", text[0]}, {"M", text[1]}, {"T", text[2]}, {"off", text[3]}};
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *run;
  noslip_model_options options = {.set = set, .nset = 4};
  noslip_run_options ro = {.method = s->methods[0], .step = s->step*u.T, .steps = 1};
  assert_int_equal(noslip_model_parse(c, "test", s->text, &options, &m), NOSLIP_OK);
  noslip_status status = noslip_run_new(c, m, &ro, &run);
  if (status != NOSLIP_OK)
    check_text(noslip_last_error(c), s->constraint);
  noslip_run_free(run);
  noslip_model_free(m);
  noslip_close(c);
  return status == NOSLIP_ERROR_MODEL;
}

// a start that is off by 1e-6 is refused in all units, one that is off by 1e-15 in none
static void violations_are_refused_in_all_units(void **unused) {
  (void)unused;
  static const double sizes[] = {1e-12, 1e-9, 1e-6, 1, 1e6, 1e9, 1e12};
  for (int k = 0; k < nsystem; k++)
    for (int i = 0; i < 7*7; i++) {
      units u = {sizes[i % 7], sizes[(3*i + k) % 7], sizes[i/7]};
      check_that(is_refused(&systems[k], u, 1e-6) && !is_refused(&systems[k], u, 1e-15), __FILE__,
                 __LINE__, "%.15s, units %g %g %g\n", systems[k].text, u.L, u.M, u.T);
    }
}

// At rest velocities are the rounding of forces that cancel: no measure of themselves. Nothing is violated,
// and a step back undoes a step, in any units.
static void rest_is_no_violation(void **unused) {
  (void)unused;
  static const char *const models[] = {
      "model hanging\n" UNITS
      "coord x, y\nlagrangian M/2*(x'^2 + y'^2) - M*9.81*L/T^2*(x + 3*y)/3\n"
      "holonomic rod: x^2 + y^2 = L^2\ninit x = -L/sqrt(10), y = -3*L/sqrt(10)\n",
      "model spring\n" UNITS "coord x, y\n"
      "lagrangian M/2*(x'^2 + y'^2) - M/T^2*((x - 0.1*L)^2 + (y - 0.7*L)^2)\n"
      "holonomic line: x + y = 0.8*L\ninit x = 0.1*L, y = 0.7*L\n",
  };
  static const char *const methods[] = {"rattle", "lobatto(3)", "spark(2)", "reich"};
  for (int k = 0; k < 2*4*3; k++) {
    double unit = pow(1e9, k % 3 - 1);
    char settings[200];
    settings_of(settings, sizeof settings, (units){unit, 1/unit, unit}, 0);
    trial t = trial_text(models[k/12], settings, methods[k/3 % 4], 0.01*unit);
    trial_steps(&t, 50);
    check_below(trial_report(&t).constraint_scaled_error, rounding_limit);
    if (k/3 % 4 < 3)
      check_below(noslip_run_asymmetry(t.run), rounding_limit);
    trial_close(&t);
  }
}

// ---- what a step keeps

enum { most_measures = 16 };

// for each measure: 0 not measured, 1 kept, 2 not
static int measure_in(const system *s, const char *method, units u, int found[most_measures]) {
  char settings[200];
  settings_of(settings, sizeof settings, u, 0);
  trial t = trial_text(s->text, settings, method, 4*s->step*u.T);
  noslip_structure result;
  if (noslip_run_structure(t.run, &result) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  assert_true(result.nmeasure <= most_measures);
  for (int i = 0; i < result.nmeasure; i++)
    found[i] = result.measures[i].reason ? 0 : result.measures[i].kept ? 1 : 2;
  trial_close(&t);
  return result.nmeasure;
}

static void structure_is_the_same_in_all_units(void **unused) {
  (void)unused;
  static const units list[] = {{1e-9, 1, 1}, {1e9, 1, 1}, {1, 1e9, 1e-6}, {1e-6, 1e-9, 1e9}};
  for (int k = 0; k < nsystem; k++)
    for (int m = 0; m < 2; m++) {
      int plain[most_measures], other[most_measures];
      int n = measure_in(&systems[k], systems[k].methods[3*m], (units){1, 1, 1}, plain);
      for (int i = 0; i < 4; i++) {
        assert_int_equal(measure_in(&systems[k], systems[k].methods[3*m], list[i], other), n);
        for (int j = 0; j < n; j++)
          check_that(plain[j] == other[j], __FILE__, __LINE__,
                     "%.20s, %s, units %g %g %g: measure %d is %d, not %d\n", systems[k].text,
                     systems[k].methods[3*m], list[i].L, list[i].M, list[i].T, j, other[j],
                     plain[j]);
      }
    }
}

// ---- functions of a caller, with the sizes that belong to them

static double pendulum_L(void *context, double t, const double *q, const double *v) {
  const units *u = context;
  (void)t;
  return u->M*((v[0]*v[0] + v[1]*v[1])/2 - 9.81*u->L/(u->T*u->T)*q[1]);
}

static void pendulum_rod(void *context, double t, const double *q, double *g) {
  const units *u = context;
  (void)t;
  g[0] = sqrt(q[0]*q[0] + q[1]*q[1]) - u->L;
}

static void pendulum_rod_q(void *context, double t, const double *q, double *G) {
  (void)context;
  (void)t;
  double r = sqrt(q[0]*q[0] + q[1]*q[1]);
  G[0] = q[0]/r;
  G[1] = q[1]/r;
}

// iterations of 40 steps of spark(2), whose Jacobian contains differences of G
static long iterations_in(units u) {
  const double start[] = {0.6*u.L, -0.8*u.L}, size_q[] = {u.L, u.L};
  const double size_x[] = {u.L/u.T, u.L/u.T};
  noslip_callbacks c = {.coordinates = 2,
                        .context = &u,
                        .start_q = start,
                        .function = pendulum_L,
                        .holonomic = {.count = 1, .g = pendulum_rod, .g_q = pendulum_rod_q},
                        .promises = NOSLIP_AUTONOMOUS,
                        .size_q = size_q,
                        .size_x = size_x};
  trial t = {.context = noslip_open(NULL)};
  noslip_run_options options = {.method = "spark(2)", .step = 0.01*u.T, .steps = 1};
  if (noslip_model_bind(t.context, &c, &t.model) != NOSLIP_OK ||
      noslip_run_new(t.context, t.model, &options, &t.run) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  trial_steps(&t, steps);
  long count = trial_report(&t).newton_iterations;
  trial_close(&t);
  return count;
}

static void functions_know_their_sizes(void **unused) {
  (void)unused;
  long plain = iterations_in((units){1, 1, 1});
  check_near((double)iterations_in((units){0x1p-30, 1, 1}), (double)plain, 0.1*(double)plain);
  check_near((double)iterations_in((units){0x1p-30, 1, 0x1p-20}), (double)plain,
             0.1*(double)plain);
}

// x' = R th' and x' = 0 are two constraints, whatever the unit of length
static void ranks_know_no_units(void **unused) {
  (void)unused;
  static const double sizes[] = {1e-12, 1, 1e12};
  for (int k = 0; k < 3; k++) {
    char settings[100];
    settings_of(settings, sizeof settings, (units){sizes[k], 1, 1}, 0);
    trial t = trial_text("model held\n" UNITS "coord x, th, y\n"
                         "lagrangian M/2*(x'^2 + y'^2 + L^2*th'^2) - M*L/T^2*y\n"
                         "nonholonomic roll: x' = L*th'\nnonholonomic hold: x' = 0\n",
                         settings, "dla-mp", 0.01);
    trial_steps(&t, 1);
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(powers_of_two_give_the_same_bits),
      cmocka_unit_test(powers_of_ten_give_the_same_digits),
      cmocka_unit_test(structure_is_the_same_in_all_units),
      cmocka_unit_test(functions_know_their_sizes),
      cmocka_unit_test(ranks_know_no_units),
      cmocka_unit_test(rest_is_no_violation),
      cmocka_unit_test(violations_are_refused_in_all_units),
  };
  return check_run(argc, argv, tests);
}
