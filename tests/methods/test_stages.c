// Tests of the stage methods on mechanical problems: src/methods/stages/stages.h with the rules of
// lobatto.h, spark.h, srk.h and rk.h. Their orders are in test_orders.c, long runs in
// test_stages_long.c.

#include "tests/methods/stage_systems.h"
#include "tests/methods/symplectic.h"
#include "tests/support/callback_systems.h"
#include "tests/support/callback_trial.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "run/run.h"

#include <math.h>
#include <stdio.h>

// --- methods and systems -----------------------------------------------------------------------

typedef struct family {
  const char *format;  // of its name, for s stages
  int least;           // stages
  bool holonomic;      // treats constraints of positions
  bool symmetric, keeps_constraints;
} family;

static const family families[] = {
    {"lobatto(%d)", 2, true, true, true},
    {"lobatto(%d, multiplier=carry)", 2, true, true, true},
    {"lobatto(%d, multiplier=restart)", 2, true, false, true},
    {"spark(%d)", 2, true, true, true},
    {"srk-gauss(%d)", 1, false, true, true},
    {"srk-radau1a(%d)", 1, false, false, true},
    {"rk-gauss(%d)", 1, false, true, false},
    {"rk-radau1a(%d)", 1, false, false, false},
    {"rk-radau2a(%d)", 1, false, false, true},
    {"rk-lobatto3a(%d)", 2, false, true, true},
    {"rk-lobatto3c(%d)", 2, false, false, true},
    {"rk-lobatto3d(%d)", 2, false, true, false},
};
enum { nfamily = sizeof families/sizeof *families };

static const struct {
  const char *name;
  trial_maker *make;
  bool holonomic;
} systems[] = {
    {"sleigh", sleigh, false},
    {"sleigh, hamiltonian", sleigh_hamiltonian, false},
    {"disk", disk, false},
    {"particle", particle, false},
    {"cone", cone, false},
    {"cone, hamiltonian", cone_hamiltonian, false},
    {"affine", affine, false},
    {"driven", driven, false},
    {"relativistic", relativistic, false},
    {"pendulum", pendulum, false},
    {"holonomic", holonomic, true},
    {"mixed", mixed, true},
    {"mixed, hamiltonian", mixed_hamiltonian, true},
    {"moving", moving, true},
    {"crowded", crowded, true},
};
enum { nsystem = sizeof systems/sizeof *systems };

typedef struct visited {
  const family *family;
  const char *method, *system;
  trial_maker *make;
} visited;

// all families with up to `most` stages on all systems they treat
static void visit(void (*visitor)(const visited *v), int most) {
  for (int f = 0; f < nfamily; f++)
    for (int s = families[f].least; s <= most; s++)
      for (int i = 0; i < nsystem; i++) {
        char name[40];
        snprintf(name, sizeof name, families[f].format, s);
        if (!systems[i].holonomic || families[f].holonomic)
          visitor(&(visited){&families[f], name, systems[i].name, systems[i].make});
      }
}

static void check_visited(const visited *v, const char *what, double value, double bound) {
  if (!(value < bound))
    check_fail("%s of %s on %s is %g, not below %g\n", what, v->method, v->system, value, bound);
}

// the largest difference between two runs of the same coordinates, momenta included
static double gap(trial *a, trial *b) {
  double x[2*trial_most], p[trial_most], worst = 0;
  int n = a->run->problem->n;
  trial_state(a, x);
  for (int i = 0; i < n; i++)
    p[i] = noslip_run_values(a->run, NOSLIP_MOMENTUM)[i];
  const double *other = noslip_run_values(b->run, NOSLIP_MOMENTUM);
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(b->run->observed.unwrapped[i] - x[i]));
    worst = fmax(worst, fabs(other[i] - p[i]));
  }
  return worst;
}

// --- reference values ------------------------------------------------------------------------

typedef struct reference {
  const char *system, *method;
  trial_maker *make;
  double q[4], p[4], multipliers[2], energy, unit;
} reference;

// clang-format off
#define V(...) {__VA_ARGS__}
// clang-format on
#define ROW(system, method, q, p, multipliers, energy, unit) \
  {#system, method, system, q, p, multipliers, energy, unit},
static const reference references[] = {
#include "tests/methods/stages_reference.inl"
};
#undef ROW
#undef V
enum { nreference = sizeof references/sizeof *references };

static double distance(const double *x, const double *y, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(x[i] - y[i]));
  return worst;
}

// how far a run is from its row
typedef struct misses {
  double q, p, multipliers, energy;
} misses;

static misses missed(const reference *r, double h) {
  trial t = r->make(r->method, h);
  noslip_run *run = t.run;
  int n = run->problem->n, m = run->problem->m;
  double start = noslip_energy(run);
  trial_steps(&t, r->make == cone ? 5 : 10);
  misses miss = {.energy = fabs(noslip_energy(run) - start - r->energy)};
  miss.p = distance(noslip_run_values(run, NOSLIP_MOMENTUM), r->p, n);
  miss.multipliers = distance(noslip_run_values(run, NOSLIP_MULTIPLIER), r->multipliers, m);
  miss.q = distance(run->observed.unwrapped, r->q, n);
  trial_close(&t);
  return miss;
}

// Rounding: ten steps leave 5e-16 in q and p. A multiplier of the last stage is known to
// eps |p|/(h b_s) only, 1e-13 for s = 5; the energy to 4e-16, and to the digits that are printed.
static void reference_values(void **unused) {
  (void)unused;
  for (int k = 0; k < nreference; k++) {
    const reference *r = &references[k];
    bool last_stage = strstr(r->method, "carry") || strstr(r->method, "radau2a") ||
                      strstr(r->method, "3a") || strstr(r->method, "3c");
    visited v = {NULL, r->method, r->system, r->make};
    misses miss = missed(r, 0.1);
    check_visited(&v, "error of q", miss.q, 5e-15);
    check_visited(&v, "error of p", miss.p, 5e-15);
    check_visited(&v, "error of the multipliers", miss.multipliers, last_stage ? 1e-12 : 5e-15);
    if (r->unit > 0)
      check_visited(&v, "error of the energy error", miss.energy, r->unit + 1e-15);
  }
}

// every row notices a step that is off in its twelfth digit
static void reference_check_can_fail(void **unused) {
  (void)unused;
  for (int k = 0; k < nreference; k++) {
    misses miss = missed(&references[k], 0.1*(1 + 1e-12));
    check_above(miss.q, 5e-14);
    check_above(fmax(miss.p, miss.multipliers), 5e-14);
  }
}

// --- Jacobian --------------------------------------------------------------------------------

// against differences with step 1e-5; and the same measurement notices an entry that is off by 1e-6
static void compare_jacobian(const visited *v) {
  trial t = v->make(v->method, 0.1);
  trial_steps(&t, 1);
  check_visited(v, "error of the Jacobian", trial_jacobian_error(&t, 0), 1e-8);
  if (!(trial_jacobian_error(&t, 1e-6) > 0.9e-6))
    check_fail("a wrong Jacobian of %s on %s is not noticed\n", v->method, v->system);
  trial_close(&t);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  visit(compare_jacobian, 4);
}

// --- symmetry --------------------------------------------------------------------------------

// Ten steps with h, ten with -h: how far from the start? Carried multipliers of nonholonomic
// constraints belong to the state.
static double way_back(const visited *v, double h) {
  double start[2*trial_most], kept[4] = {0};
  trial t = v->make(v->method, h);
  const problem *p = t.run->problem;
  trial_state(&t, start);
  for (int c = 0; c < p->mechanical.mn; c++)
    kept[c] = t.run->state.kept[p->mechanical.declared_n[c]];
  trial_steps(&t, 10);
  check_above(trial_distance(&t, start), 0.05);  // it did go somewhere
  trial_back(&t, 10);
  double off = trial_distance(&t, start);
  // they are known to eps |p|/(h b_s), with constraints of positions to a multiple of eps |q|/h^2
  double weight = p->mechanical.mh > 0 ? 1e-4 : 1e-2;
  for (int c = 0; strstr(v->method, "carry") && c < p->mechanical.mn; c++)
    off = fmax(off, weight*fabs(t.run->state.kept[p->mechanical.declared_n[c]] - kept[c]));
  trial_close(&t);
  return off;
}

static void compare_ways(const visited *v) {
  double off = way_back(v, 0.05);
  if (v->family->symmetric)
    check_visited(v, "asymmetry", off, 1e-14);
}

static void steps_are_symmetric(void **unused) {
  (void)unused;
  visit(compare_ways, 5);
}

// those that are not symmetric are seen not to be
static void symmetry_check_can_fail(void **unused) {
  (void)unused;
  static const char *const methods[] = {"srk-radau1a(1)",
                                        "srk-radau1a(2)",
                                        "rk-radau1a(2)",
                                        "rk-radau2a(2)",
                                        "rk-lobatto3c(2)",
                                        "rk-lobatto3c(3)",
                                        "lobatto(2, multiplier=restart)",
                                        "lobatto(3, multiplier=restart)"};
  for (size_t k = 0; k < sizeof methods/sizeof *methods; k++)
    check_above(way_back(&(visited){NULL, methods[k], "sleigh", sleigh}, 0.1), 1e-9);
}

// --- constraints -------------------------------------------------------------------------------

static void keep_constraints(const visited *v) {
  trial t = v->make(v->method, 0.05);
  trial_steps(&t, v->make == cone || v->make == cone_hamiltonian ? 20 : 100);  // the cone will rest
  if (v->family->keeps_constraints)
    check_visited(v, "constraint", trial_report(&t).constraint_max_error, 5e-15);
  trial_close(&t);
}

static void constraints_are_kept(void **unused) {
  (void)unused;
  visit(keep_constraints, 5);
}

// those that keep them in the stages only miss them at the nodes, by their error
static void constraint_check_can_fail(void **unused) {
  (void)unused;
  static const char *const methods[] = {"rk-gauss(2)", "rk-radau1a(2)", "rk-lobatto3d(2)"};
  for (int k = 0; k < 3; k++) {
    trial t = sleigh(methods[k], 0.05);
    trial_steps(&t, 100);
    check_above(trial_report(&t).constraint_max_error, 1e-6);
    trial_close(&t);
  }
}

// --- two ways to the same step -----------------------------------------------------------------

static double gap_of_runs(trial a, trial b, long steps) {
  trial_steps(&a, steps);
  trial_steps(&b, steps);
  double off = gap(&a, &b);
  trial_close(&a);
  trial_close(&b);
  return off;
}

static trial spheroid(const char *name, double h) {
  return trial_file("spheroid.noslip", NULL, name, h);
}

static trial rods(const char *name, double h) {
  return trial_file("double_spherical_pendulum.noslip", NULL, name, h);
}

// a rod that moves by itself
static trial pivot(const char *name, double h) {
  return trial_text("model pivot\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                    "holonomic rod: (x - sin(2*t)/5)^2 + y^2 = (1 + t/10)^2\n"
                    "force x = 0.2*cos(3*t) - 0.1*x'\nforce y = -0.1*y'\n"
                    "init x = 0, y = -1, x' = 0.6, y' = -0.1\n",
                    NULL, name, h);
}

static trial_maker *const with_rods[] = {holonomic, spheroid, rods, pivot};

// with constraints of positions only, two stages are RATTLE, whatever becomes of the multiplier
static void two_stages_are_rattle(void **unused) {
  (void)unused;
  static const char *const methods[] = {"lobatto(2)", "lobatto(2, multiplier=carry)", "spark(2)"};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      check_below(gap_of_runs(with_rods[i](methods[k], 0.02), with_rods[i]("rattle", 0.02), 50),
                  2e-14);
  check_above(gap_of_runs(holonomic("lobatto(3)", 0.02), holonomic("rattle", 0.02), 50), 1e-6);
}

// and all methods of the pair IIIA-IIIB are one
static void holonomic_methods_are_one(void **unused) {
  (void)unused;
  for (int s = 2; s <= 6; s++) {
    char lobatto[40], carry[40], spark[40];
    snprintf(lobatto, sizeof lobatto, "lobatto(%d)", s);
    snprintf(carry, sizeof carry, "lobatto(%d, multiplier=carry)", s);
    snprintf(spark, sizeof spark, "spark(%d)", s);
    for (int i = 0; i < 4; i++) {
      trial_maker *make = with_rods[i];
      check_below(gap_of_runs(make(lobatto, 0.02), make(spark, 0.02), 50), 2e-14);
      check_below(gap_of_runs(make(lobatto, 0.02), make(carry, 0.02), 50), 2e-14);
    }
  }
  // with constraints of velocities they are not
  check_above(gap_of_runs(particle("lobatto(3)", 0.1), particle("spark(3)", 0.1), 50), 1e-8);
}

// a hamiltonian model evaluates its stages by a Legendre transform, a lagrangian one its nodes
static void both_forms_agree(void **unused) {
  (void)unused;
  trial_maker *const forms[][2] = {
      {sleigh, sleigh_hamiltonian}, {cone, cone_hamiltonian}, {mixed, mixed_hamiltonian}};
  for (int f = 0; f < nfamily; f++)
    for (int i = 0; i < 2 + families[f].holonomic; i++)
      for (int s = families[f].least; s <= 4; s++) {
        char name[40];
        snprintf(name, sizeof name, families[f].format, s);
        check_below(gap_of_runs(forms[i][0](name, 0.05), forms[i][1](name, 0.05), 20), 5e-14);
      }
}

// a constant mass matrix takes a path of its own: the general path gives the same digits
static void constant_mass_agrees(void **unused) {
  (void)unused;
  for (int f = 0; f < nfamily; f++) {
    char name[40];
    snprintf(name, sizeof name, families[f].format, 3);
    trial a = particle(name, 0.05), b = particle(name, 0.05);
    assert_true(a.run->problem->mechanical.structure.uniform);
    ((problem *)b.run->problem)->mechanical.structure.uniform = false;
    b.run->stepper = method_make(b.run->method, &b.run->evaluator, &b.run->arena);
    check_below(gap_of_runs(a, b, 100), 2e-14);
  }
}

// --- functions instead of expressions ------------------------------------------------------------

static trial text_of(const callback_system *s, const char *name) {
  char file[100];
  snprintf(file, sizeof file, "%s.noslip", s->name);
  return s->text ? trial_text(s->text, NULL, name, s->h) : trial_file(file, NULL, name, s->h);
}

static void functions_are_as_good_as_text(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++)
    for (int f = 0; f < nfamily; f++) {
      const callback_system *s = callback_system_at(i);
      noslip_callbacks c = s->make();
      char name[40];
      snprintf(name, sizeof name, families[f].format, 3);
      if (c.holonomic.count > 0 && !families[f].holonomic)
        continue;
      check_below(gap_of_runs(text_of(s, name), callback_trial(&c, name, s->h), 40), 1e-13);
    }
}

// without second derivatives Newton works with differences, and the solution is the same
static void differences_find_the_same_solution(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    noslip_callbacks c = callbacks_without_second(s->make());
    check_below(gap_of_runs(text_of(s, "spark(3)"), callback_trial(&c, "spark(3)", s->h), 40),
                1e-12);
  }
}

// --- what is kept without constraints of velocities ----------------------------------------------

static void symplectic_form_is_kept(void **unused) {
  (void)unused;
  static const char *const files[] = {"spheroid.noslip", "spherical_pendulum.noslip"};
  for (int i = 0; i < 2; i++)
    for (int s = 2; s <= 5; s++)
      for (int k = 0; k < 2; k++) {
        char name[40];
        snprintf(name, sizeof name, k == 0 ? "lobatto(%d)" : "spark(%d)", s);
        trial t = trial_file(files[i], NULL, name, 0.1);
        check_below(symplectic_defect(&t, 0), 1e-8);     // differences with step 1e-5
        check_above(symplectic_defect(&t, 1e-4), 1e-5);  // and it can fail: a little friction
        trial_close(&t);
      }
}

// --- from rest, in other units ------------------------------------------------------------------

static const char *const with_positions[] = {"lobatto(2)", "lobatto(3)", "spark(2)", "spark(4)",
                                             "lobatto(3, multiplier=carry)"};
enum { nwith_position = sizeof with_positions/sizeof *with_positions };

// a start at rest has no velocity to measure by: the constraints must hold all the same, or the
// step be refused
static void rest_is_no_excuse(void **unused) {
  (void)unused;
  static const char heavy[] = "model m\ncoord x, y, z\n"
                              "lagrangian ((1 + x^2)*x'^2 + y'^2 + z'^2)/2 - y\n"
                              "holonomic rod: x^2 + y^2 = 1\nnonholonomic c: z' - x*y' = 0\n"
                              "init x = 0.6, y = -0.8\n";
  static const char light[] = "model m\nparam m = 1\ncoord x, y\n"
                              "lagrangian m*(x'^2 + y'^2)/2 - m*9.81*y\n"
                              "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y = -0.8\n";
  static const double steps[] = {1e-6, 1e-3, 0.05, 0.1, 0.2, 0.3, 1, 3};
  static const char *const masses[] = {"m=1", "m=1e-10", "m=1e-16", "m=1e10"};
  for (size_t i = 0; i < sizeof steps/sizeof *steps; i++)
    for (int j = 0; j < nwith_position; j++)
      for (int k = 0; k < 5; k++) {
        trial t = k == 4 ? trial_text(heavy, NULL, with_positions[j], steps[i])
                         : trial_text(light, masses[k], with_positions[j], steps[i]);
        noslip_status status = NOSLIP_OK;
        for (int n = 0; n < 20 && status == NOSLIP_OK; n++)
          status = noslip_step(t.run);
        check_below(trial_report(&t).constraint_max_error, 1e-13);
        if (steps[i] <= 0.1 && status != NOSLIP_OK)
          check_fail("%s, h = %g, case %d: %s\n", with_positions[j], steps[i], k,
                     noslip_last_error(t.context));
        trial_close(&t);
      }
}

// nothing moves, nothing pulls: that is a step, too, also where g(q0) is not 0 to the last bit
static void rest_without_forces(void **unused) {
  (void)unused;
  for (int j = 0; j < nwith_position; j++)
    for (int k = 0; k < 40; k++) {
      char settings[64];
      double start[2*trial_most];
      snprintf(settings, sizeof settings, "a=%d/41", k + 1);
      trial t = trial_text("model m\nparam a = 0.3\ncoord x, y, z\n"
                           "lagrangian ((1 + y^2)*x'^2 + y'^2 + z'^2)/2\n"
                           "holonomic rod: x^2 + y^2 + z^2 = 1\nnonholonomic c: z' - x*y' = 0\n"
                           "init x = sqrt(a), y = sqrt(0.7*(1 - a)), z = sqrt(0.3*(1 - a))\n",
                           settings, with_positions[j], 0.1);
      trial_state(&t, start);
      trial_steps(&t, 10);
      check_below(trial_distance(&t, start), 1e-14);
      trial_close(&t);
    }
}

// Forces and constraints that set in after the node say nothing at the node: from rest, the pace was
// taken for zero, all increments for rounding, and steps went through that missed the rod by 8e5.
static void rest_before_a_push(void **unused) {
  (void)unused;
  static const char pushed[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                               "force x = 50*t\nholonomic rod: x^2 + y^2 = 1\ninit y = -1\n";
  static const char late[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                             "force x = 50*(t - 0.07 + abs(t - 0.07))^3\n"
                             "holonomic rod: x^2 + y^2 = 1\ninit y = -1\n";
  static const char led[] = "model m\ncoord x, y\nlagrangian (x'^2 + (1 + x^2)*y'^2)/2\n"
                            "holonomic rod: x^2 + y^2 = (1 + t^4)^2\n"
                            "holonomic arm: x = t^3*y\ninit y = -1\n";
  static const char *const models[] = {pushed, late, led};
  static const double steps[] = {1e-3, 0.01, 0.05, 0.1, 0.3};
  for (int k = 0; k < 3; k++)
    for (size_t i = 0; i < sizeof steps/sizeof *steps; i++)
      for (int j = 0; j < nwith_position; j++) {
        trial t = trial_text(models[k], NULL, with_positions[j], steps[i]);
        noslip_status status = NOSLIP_OK;
        for (int n = 0; n < 10 && noslip_time(t.run) < 0.8 && status == NOSLIP_OK; n++)
          status = noslip_step(t.run);
        check_below(trial_report(&t).constraint_max_error, 1e-13);
        if (steps[i] <= 0.05 && status != NOSLIP_OK)
          check_fail("%s, h = %g, case %d: %s\n", with_positions[j], steps[i], k,
                     noslip_last_error(t.context));
        trial_close(&t);
      }
}

// Constraints of positions make multipliers noisy, the more so with many stages and small steps. No
// step is to be taken for solved that only shrinks slowly: when the noise was believed with old
// factors, velocities were off by 5e-12 after 57 of these steps.
static void noise_hides_no_error(void **unused) {
  (void)unused;
  static const char *const methods[] = {"spark(8)", "spark(9)", "spark(10)", "lobatto(8)"};
  for (int k = 0; k < 4; k++)
    for (int n = 128; n <= 256; n *= 2) {
      trial a = crowded(methods[k], 1.0/n),
            b = crowded(k == 3 ? "lobatto(6)" : "spark(6)", 1.0/n);
      for (int i = 0; i < n; i++) {
        trial_steps(&a, 1);
        trial_steps(&b, 1);
        check_below(gap(&a, &b), 5e-15);
      }
      trial_close(&a);
      trial_close(&b);
    }
}

// the same pendulum in metres and in millimetres, light and heavy: no bound may know the unit
static void units_do_not_matter(void **unused) {
  (void)unused;
  for (int j = 0; j < nwith_position; j++) {
    trial a = trial_text("model a\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                         "holonomic rod: x^2 + y^2 = 0.01\ninit x = 0.06, y = -0.08\n",
                         NULL, with_positions[j], 1e-4);
    trial b = trial_text("model b\ncoord x, y\nlagrangian 1e-5*((x'^2 + y'^2)/2 - 9810*y)\n"
                         "holonomic rod: x^2 + y^2 = 1e4\ninit x = 60, y = -80\n",
                         NULL, with_positions[j], 1e-4);
    trial_steps(&a, 300);
    trial_steps(&b, 300);
    check_near(1000*trial_value(&a, "x"), trial_value(&b, "x"), 1e-9);
    trial_close(&a);
    trial_close(&b);
  }
}

// --- failures ----------------------------------------------------------------------------------

// a step that is far too long is refused, and the state stays as it was
static void long_step_is_refused(void **unused) {
  (void)unused;
  for (int j = 0; j < nwith_position; j++) {
    double start[2*trial_most];
    trial t = mixed(with_positions[j], 50);
    trial_state(&t, start);
    assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
    check_text(noslip_last_error(t.context), "stopped at t = 0 (step 1 of size 50)");
    check_text(noslip_last_error(t.context), "smaller");
    check_below(trial_distance(&t, start), 1e-300);
    trial_close(&t);
  }
}

// --- memory --------------------------------------------------------------------------------------

static const char memory_text[] =
    "model a\ncoord x, y, z, u\n"
    "lagrangian (x'^2 + y'^2 + z'^2 + (1 + x^2/2)*u'^2)/2 - z - u^2/2\n"
    "nonholonomic c: u' - x*y' + y*x' = 0\n"
    "%sinit x = 0.6, z = -0.8, u = 0.1, x' = 0.4, y' = 0.7, z' = 0.3, u' = 0.42\n";

static noslip_status memory_model(const family *f, noslip_context *context, noslip_model **m) {
  char text[400];
  snprintf(text, sizeof text, memory_text,
           f->holonomic ? "holonomic sphere: x^2 + y^2 + z^2 = 1\n" : "");
  return noslip_model_parse(context, "test", text, NULL, m);
}

// load, run and step with the n-th request failing; true if everything worked
static bool one_life(counter *c, const family *f, const char *name) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = memory_model(f, context, &m);
  return live(c, context, m, status, (noslip_run_options){.method = name, .step = 0.01},
              "interpret");
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  for (int f = 0; f < nfamily; f++) {
    char name[40];
    snprintf(name, sizeof name, families[f].format, 3);
    counter c = {0, 0, 0};
    assert_true(one_life(&c, &families[f], name));
    long all = c.requests;
    assert_true(all > 5);
    for (long n = 1; n <= all; n++) {
      c = (counter){0, n, 0};
      assert_false(one_life(&c, &families[f], name));
    }
  }
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  for (int f = 0; f < nfamily; f++) {
    char name[40];
    snprintf(name, sizeof name, families[f].format, 3);
    counter c = {0, 0, 0};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    assert_int_equal(memory_model(&families[f], context, &m), NOSLIP_OK);
    noslip_run_options options = {.method = name, .step = 0.01};
    assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
    assert_int_equal(requests_of_steps(&c, r), 0);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_values),
      cmocka_unit_test(reference_check_can_fail),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(steps_are_symmetric),
      cmocka_unit_test(symmetry_check_can_fail),
      cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(constraint_check_can_fail),
      cmocka_unit_test(two_stages_are_rattle),
      cmocka_unit_test(holonomic_methods_are_one),
      cmocka_unit_test(both_forms_agree),
      cmocka_unit_test(constant_mass_agrees),
      cmocka_unit_test(functions_are_as_good_as_text),
      cmocka_unit_test(differences_find_the_same_solution),
      cmocka_unit_test(symplectic_form_is_kept),
      cmocka_unit_test(rest_is_no_excuse),
      cmocka_unit_test(rest_without_forces),
      cmocka_unit_test(rest_before_a_push),
      cmocka_unit_test(noise_hides_no_error),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(long_step_is_refused),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(steps_allocate_nothing),
  };
  return check_run(argc, argv, tests);
}
