// Tests of noslip_run_structure: what is measured is what is there, and what is broken shows.

#include "tests/support/counting.h"

#include "base/vec.h"
#include "noslip/structure.h"
#include "run/stepmap.h"

#include <math.h>

static const char oscillator[] = "model oscillator\ncoord x momentum p\nhamiltonian p^2/2 + x^2/2\n"
                                 "init x = 1, p = 0.5\n";
static const char pendulum[] = "model pendulum\ncoord th\nlagrangian th'^2/2 + cos(th)\n"
                               "init th = 1, th' = 0.5\n";
static const char rods[] = "model rods\ncoord x, y, z, w\n"
                           "lagrangian (x'^2 + y'^2 + z'^2 + w'^2)/2 - y - w\n"
                           "holonomic a: x^2 + y^2 = 1\n"
                           "holonomic b: (z - x)^2 + (w - y)^2 = 1\n"
                           "init x = 1, z = 1, w = 1, y' = 0.3, z' = 0.5, w' = 0.3\n";
static const char central[] = "model central\ncoord x, y, z\n"
                              "lagrangian (x'^2 + y'^2 + z'^2)/2 - (x^2 + y^2 + z^2)^2/4\n"
                              "holonomic plane: z = x/2\n"
                              "invariant L = 1.25*x*y' - 1.25*y*x'\n"
                              "init x = 1, z = 0.5, y' = 0.7\n";
static const char blade[] = "model blade\ncoord x, y, th\n"
                            "lagrangian (x'^2 + y'^2 + th'^2)/2 - x/10\n"
                            "nonholonomic c: y'*cos(th) = x'*sin(th)\ninit x' = 1, th' = 0.5\n";

// on groups: a top, with a line and a motion of the plane beside it, held at a point, and on a wheel
static const char top[] =
    "model top\ncoord R: SO(3) velocity w\n"
    "lagrangian (1.5*w[1]^2 + 1.44*w[2]^2 + 0.94*w[3]^2)/2 - R[3,3]\n"
    "invariant up = 1.5*w[1]*R[3,1] + 1.44*w[2]*R[3,2] + 0.94*w[3]*R[3,3]\n"
    "init R = [[0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]], w = [0.5, -0.3, 1]\n";
static const char loose[] =
    "model loose\ncoord g: SE(2) velocity (v, om), z, R: SO(3) velocity w\n"
    "lagrangian dot(v, v)/2 + 0.3*om^2 + z'^2/2 + dot(w, w)/2 + 0.2*om*w[3]\n"
    "  + 0.1*z*w[1]*R[1,1] - (g.x^2 + g.y^2)/2 - z^2*R[3,3] - 0.4*g.x*R[1,2]\n"
    "init g.x = 0.4, v = [0.5, 0], z' = 0.3, om = 0.8, w = [0, 0.5, 1]\n";
static const char held[] = "model held\ncoord g: SE(3) velocity (v, w)\n"
                           "lagrangian (0.3*w[1]^2 + 0.4*w[2]^2 + 0.5*w[3]^2 + dot(v, v))/2 - g.z\n"
                           "let rho = [0.1, 0.2, -0.5]\n"
                           "holonomic pin: g.R*rho + [g.x, g.y, g.z] = [0, 0, 0]\n"
                           "init g.x = -rho[1], g.y = -rho[2], g.z = -rho[3]\n"
                           "init w = [0.5, -0.8, 1.1], v = -cross([0.5, -0.8, 1.1], rho)\n";
static const char wheel[] = "model wheel\ncoord g: SE(2) velocity (v, om)\n"
                            "lagrangian (dot(v, v) + om^2/2)/2 - (g.x^2 + g.y^2)/2\n"
                            "nonholonomic c: v[2] = 0\n"
                            "init g.x = 1, g.y = 0.3, v = [0.7, 0], om = 1.2\n";

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
  noslip_structure found;
} trial;

static trial begin(const char *text, const char *name, double h) {
  trial t = {.context = noslip_open(NULL)};
  noslip_run_options o = {.method = name, .step = h, .steps = 5, .backend = "interpret"};
  if (noslip_model_parse(t.context, "test", text, NULL, &t.model) != NOSLIP_OK ||
      noslip_run_new(t.context, t.model, &o, &t.run) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  return t;
}

static trial measure(const char *text, const char *name, double h) {
  trial t = begin(text, name, h);
  noslip_status status = noslip_run_structure(t.run, &t.found);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t.context));
  return t;
}

// the map of a step of the run; its arrays are in the arena
static void open_map(trial *t, arena *a, stepmap *map) {
  arena_init(a, &t->context->memory);
  assert_true(stepmap_init(map, t->run, a));
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static const noslip_measure *of(const trial *t, noslip_structure_kind kind) {
  assert_int_equal(t->found.measures[kind].kind, kind);
  return &t->found.measures[kind];
}

// the value of one measurement, which is kept or not
static double look(const char *text, const char *name, double h, noslip_structure_kind kind,
                   bool kept) {
  trial t = measure(text, name, h);
  const noslip_measure *m = of(&t, kind);
  check_that(!m->reason, __FILE__, __LINE__, "%s: %s\n", name, m->reason);
  check_that(m->kept == kept, __FILE__, __LINE__, "%s, %s: %g with accuracy %g\n", name, m->name,
             m->value, m->accuracy);
  double value = m->value;
  end(&t);
  return value;
}

// ---------------------------------------------------------------------------------------------
// the form

// Radau IA with two stages multiplies a linear oscillator by R(ih), R(z) = (1 + z/3)/(1 - 2z/3 + z^2/6):
// area, and form, by |R|^2
static void values_are_those_of_theory(void **unused) {
  (void)unused;
  const double h = 0.5;
  double square = (1 + h*h/9)/(pow(1 - h*h/6, 2) + pow(2*h/3, 2));
  check_near(look(oscillator, "srk-radau1a(2)", h, NOSLIP_STRUCTURE_SYMPLECTIC, false),
             fabs(square - 1), 1e-12);
  check_near(look(oscillator, "srk-radau1a(2)", h, NOSLIP_STRUCTURE_VOLUME, false),
             fabs(square - 1), 1e-12);
  check_above(fabs(square - 1), 1e-4);
}

static void symplectic_methods_keep_the_form(void **unused) {
  (void)unused;
  static const char *const plain[] = {"dla-mp",
                                      "rattle",
                                      "lobatto(3)",
                                      "spark(3)",
                                      "srk-gauss(2)",
                                      "srk-gauss(3)",
                                      "compose(dla-mp, suzuki4)"};
  static const char *const rod_methods[] = {"rattle", "lobatto(2)", "lobatto(3)", "spark(3)",
                                            "compose(rattle, yoshida4)"};
  for (size_t i = 0; i < sizeof plain/sizeof *plain; i++) {
    check_below(look(pendulum, plain[i], 0.2, NOSLIP_STRUCTURE_SYMPLECTIC, true), 5e-12);
    check_below(look(pendulum, plain[i], 0.2, NOSLIP_STRUCTURE_VOLUME, true), 5e-12);
  }
  for (size_t i = 0; i < sizeof rod_methods/sizeof *rod_methods; i++)
    check_below(look(rods, rod_methods[i], 0.1, NOSLIP_STRUCTURE_SYMPLECTIC, true), 5e-11);
}

// A step of rattle for H = p^2/2 - cos(5 q) is q1 = q + h p - h^2/2 V'(q), p1 = p - h/2 (V'(q) + V'(q1)),
// V'(q) = 5 sin(5 q). One extrapolation alone would leave 4e-9.
static void derivatives_are_those_of_the_formula(void **unused) {
  (void)unused;
  static const char steep[] = "model steep\ncoord q momentum p\nhamiltonian p^2/2 - cos(5*q)\n"
                              "init q = 1, p = 0.5\n";
  const double h = 0.5, q = 1, p = 0.5;
  double q1 = q + h*p - h*h/2*5*sin(5*q), a = 25*cos(5*q), b = 25*cos(5*q1);
  double dq = 1 - h*h/2*a, exact[] = {dq, -h/2*(a + b*dq), h, 1 - h/2*b*h};
  trial t = begin(steep, "rattle", h);
  stepmap map;
  arena scratch;
  failure why;
  open_map(&t, &scratch, &map);
  assert_int_equal(stepmap_differentiate(&map, &why), NOSLIP_OK);
  for (int i = 0; i < 4; i++)
    check_near(map.after[i], exact[i], 2e-10);
  arena_free(&scratch);
  end(&t);
}

// where the derivatives are known badly the accuracy says so, and a form that is kept still is
static void accuracy_is_honest(void **unused) {
  (void)unused;
  static const char steeper[] =
      "model steeper\ncoord q momentum p\nhamiltonian p^2/2 - cos(20*q)/4\n"
      "init q = 1, p = 0.5\n";
  check_above(look(steeper, "rattle", 0.5, NOSLIP_STRUCTURE_SYMPLECTIC, true), 1e-10);
  check_above(look(steeper, "rattle", 0.5, NOSLIP_STRUCTURE_VOLUME, true), 1e-10);
}

// and the twins: methods that keep the energy instead, or nothing
static void other_methods_do_not(void **unused) {
  (void)unused;
  check_above(look(pendulum, "srk-radau1a(2)", 0.2, NOSLIP_STRUCTURE_SYMPLECTIC, false), 1e-5);
  check_above(look(pendulum, "dla-cm", 0.2, NOSLIP_STRUCTURE_SYMPLECTIC, false), 1e-4);
  check_above(look(pendulum, "gonzalez", 0.2, NOSLIP_STRUCTURE_SYMPLECTIC, false), 1e-6);
  check_above(look(rods, "gonzalez", 0.1, NOSLIP_STRUCTURE_SYMPLECTIC, false), 1e-6);
  check_below(look(rods, "gonzalez", 0.1, NOSLIP_STRUCTURE_ENERGY, true), 1e-13);
  check_above(look(rods, "rattle", 0.1, NOSLIP_STRUCTURE_ENERGY, false), 1e-6);
}

// a point beside a node is on the constraints, and on the hidden ones
static void points_are_on_the_constraints(void **unused) {
  (void)unused;
  trial t = begin(rods, "rattle", 0.1);
  stepmap map;
  arena a;
  failure why;
  open_map(&t, &a, &map);
  for (int k = 0; k < 8; k++) {
    assert_int_equal(stepmap_beside(&map, k, 1e-2, &why), NOSLIP_OK);
    const double *left =
        evaluator_run(&t.run->evaluator, BUNDLE_RESIDUALS, 0, map.x.q, map.x.v, NULL);
    check_below(vec_max(left, 4), 1e-14);
  }
  arena_free(&a);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// symmetry, invariants, constraints

static void steps_back_are_measured(void **unused) {
  (void)unused;
  static const noslip_structure_kind kinds[] = {NOSLIP_STRUCTURE_SYMMETRY,
                                                NOSLIP_STRUCTURE_REVERSIBILITY};
  for (int i = 0; i < 2; i++) {
    check_below(look(pendulum, "srk-gauss(2)", 0.2, kinds[i], true), 1e-14);
    check_below(look(rods, "rattle", 0.1, kinds[i], true), 1e-13);
    check_below(look(blade, "dla-mp", 0.1, kinds[i], true), 1e-13);
    check_above(look(pendulum, "srk-radau1a(2)", 0.2, kinds[i], false), 1e-5);
    check_above(look(blade, "srk-radau1a(2)", 0.1, kinds[i], false), 1e-7);
  }
}

// the angular momentum of a central field, in a plane that is a constraint
static void invariants_are_measured(void **unused) {
  (void)unused;
  check_below(look(central, "rattle", 0.1, NOSLIP_STRUCTURE_INVARIANT, true), 1e-15);
  check_above(look(central, "gonzalez", 0.1, NOSLIP_STRUCTURE_INVARIANT, false), 1e-8);
  trial t = measure(central, "rattle", 0.1);
  assert_int_equal(t.found.nmeasure, NOSLIP_STRUCTURE_INVARIANT + 2);  // and a symmetry
  assert_string_equal(of(&t, NOSLIP_STRUCTURE_INVARIANT)->name, "L");
  end(&t);
}

// Gauss with the constraint in its stages leaves it at the nodes
static void constraints_are_measured(void **unused) {
  (void)unused;
  check_below(look(blade, "srk-gauss(2)", 0.2, NOSLIP_STRUCTURE_CONSTRAINTS, true), 1e-15);
  check_above(look(blade, "rk-gauss(2)", 0.2, NOSLIP_STRUCTURE_CONSTRAINTS, false), 1e-8);
}

// ---------------------------------------------------------------------------------------------
// groups

static const char *const on_groups[] = {"lobatto(2)", "lobatto(3, retraction=exp)", "lobatto*(3)",
                                        "compose(lobatto(2, retraction=exp), symmetric)"};
enum { ngroup_method = sizeof on_groups/sizeof *on_groups };

static void form_is_kept_on_groups(void **unused) {
  (void)unused;
  for (int i = 0; i < ngroup_method; i++) {
    check_below(look(top, on_groups[i], 0.2, NOSLIP_STRUCTURE_SYMPLECTIC, true), 2e-12);
    check_below(look(top, on_groups[i], 0.2, NOSLIP_STRUCTURE_VOLUME, true), 2e-12);
    check_below(look(loose, on_groups[i], 0.2, NOSLIP_STRUCTURE_SYMPLECTIC, true), 5e-12);
    check_below(look(loose, on_groups[i], 0.2, NOSLIP_STRUCTURE_VOLUME, true), 5e-12);
    check_below(look(held, on_groups[i], 0.1, NOSLIP_STRUCTURE_SYMPLECTIC, true), 2e-11);
  }
}

static kernel_step *whole;

// a step that loses a millionth of the momenta
static kernel_result lossy(void *self, state *x, double h) {
  kernel_result result = whole(self, x, h);
  for (int i = 0; i < x->n; i++)
    x->p[i] *= 1 - 1e-6;
  return result;
}

// form and volume at the start, with a step that loses something, or not
static void differentiate(const char *text, bool loses, double *defect, double *volume) {
  trial t = begin(text, "lobatto(2)", 0.2);
  stepmap map;
  arena a;
  failure why;
  open_map(&t, &a, &map);
  whole = map.stepper->take;
  map.stepper->take = loses ? lossy : whole;
  assert_int_equal(stepmap_differentiate(&map, &why), NOSLIP_OK);
  *defect = stepmap_form(&map).value;
  *volume = stepmap_volume(&map).value;
  arena_free(&a);
  end(&t);
}

// what breaks the form shows: a step that loses momentum (of the volume 1e-6 for each of them), and
// a nonholonomic constraint
static void form_can_be_broken_on_groups(void **unused) {
  (void)unused;
  double defect, volume;
  differentiate(top, false, &defect, &volume);
  check_below(defect, 1e-12);
  differentiate(top, true, &defect, &volume);
  check_above(defect, 5e-7);
  check_near(volume, 3e-6, 1e-8);
  differentiate(held, true, &defect, &volume);
  check_above(defect, 5e-7);
  differentiate(wheel, false, &defect, &volume);
  check_above(defect, 1e-2);
}

// without mu.[u, v] there would be no form to be kept
static void bracket_belongs_to_the_form(void **unused) {
  (void)unused;
  enum { n = 3, N = 2*n };
  trial t = begin(top, "lobatto(2)", 0.2);
  stepmap map;
  arena a;
  failure why;
  double worst = 0;
  open_map(&t, &a, &map);
  assert_int_equal(stepmap_differentiate(&map, &why), NOSLIP_OK);
  for (int j = 0; j < N; j++)
    for (int k = 0; k < j; k++) {
      const double *u = map.after + j*N, *v = map.after + k*N;
      double form = vec_dot(u, v + n, n) - vec_dot(u + n, v, n), was = j == k + n ? -1 : 0;
      worst = fmax(worst, fabs(form - was));
    }
  check_above(worst, 1e-2);
  arena_free(&a);
  end(&t);
}

static void symmetry_on_groups(void **unused) {
  (void)unused;
  static const noslip_structure_kind kinds[] = {NOSLIP_STRUCTURE_SYMMETRY,
                                                NOSLIP_STRUCTURE_REVERSIBILITY};
  static const char pair[] = "compose(lobatto(3, multiplier=carry), symmetric)";
  for (int i = 0; i < 2; i++) {
    check_below(look(top, pair, 0.2, kinds[i], true), 1e-14);
    check_below(look(held, pair, 0.1, kinds[i], true), 1e-13);
    check_below(look(wheel, pair, 0.2, kinds[i], true), 1e-14);
    check_above(look(top, "lobatto(3)", 0.2, kinds[i], false), 1e-9);
    check_above(look(held, "lobatto(3)", 0.1, kinds[i], false), 1e-10);
    check_above(look(wheel, "lobatto(3)", 0.2, kinds[i], false), 1e-9);
  }
  check_below(look(top, "lobatto(3)", 0.2, NOSLIP_STRUCTURE_INVARIANT, true), 1e-14);
  check_above(look(top, "lobatto(3)", 0.2, NOSLIP_STRUCTURE_ENERGY, false), 1e-8);
  check_below(look(held, "lobatto(2)", 0.1, NOSLIP_STRUCTURE_CONSTRAINTS, true), 1e-14);
}

// ---------------------------------------------------------------------------------------------
// what is not measured, and why

static void refused(const char *text, const char *name, noslip_structure_kind kind,
                    const char *reason) {
  trial t = measure(text, name, 0.1);
  const noslip_measure *m = of(&t, kind);
  assert_non_null(m->reason);
  check_text(m->reason, reason);
  assert_true(isnan(m->value) && !m->kept && !m->claimed);
  end(&t);
}

static void reasons_are_given(void **unused) {
  (void)unused;
  static const char magnet[] = "model magnet\ncoord x, y\n"
                               "lagrangian (x'^2 + y'^2)/2 + (x*y' - y*x')\ninit x' = 1\n";
  static const char damped[] = "model damped\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = -x'\n"
                               "init x = 1\n";
  static const char driven[] = "model driven\ncoord x\nlagrangian x'^2/2 - x^2/2 + x*sin(t)\n"
                               "init x = 1\n";
  static const char slope[] = "model slope\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                              "nonholonomic c: y' = x*x' + 1\ninit y' = 1\n";
  static const char dae[] = "model dae\nstate y[1..2]\ny[1]' = y[2], y[2]' = -y[1]\n"
                            "init y[1] = 1\n";
  static const char carousel[] = "model carousel\ncoord g: SE(2) velocity (v, om)\n"
                                 "lagrangian (dot(v, v) + om^2)/2 + g.x*v[2]\n"
                                 "force om = -om\ninit om = 1, v = [0.2, 0.1]\n";
  refused(wheel, "lobatto(2)", NOSLIP_STRUCTURE_SYMPLECTIC, "nonholonomic constraints");
  refused(held, "lobatto(2)", NOSLIP_STRUCTURE_VOLUME, "with constraints");
  refused(carousel, "lobatto(2)", NOSLIP_STRUCTURE_SYMPLECTIC, "forces");
  refused(carousel, "lobatto(2)", NOSLIP_STRUCTURE_REVERSIBILITY, "not reversible");
  refused(blade, "dla-mp", NOSLIP_STRUCTURE_SYMPLECTIC, "nonholonomic constraints");
  refused(rods, "rattle", NOSLIP_STRUCTURE_VOLUME, "with constraints");
  refused(damped, "dla-mp", NOSLIP_STRUCTURE_SYMPLECTIC, "forces");
  refused(damped, "dla-mp", NOSLIP_STRUCTURE_REVERSIBILITY, "not reversible");
  refused(damped, "dla-mp", NOSLIP_STRUCTURE_ENERGY, "no invariant of this model");
  refused(magnet, "dla-mp", NOSLIP_STRUCTURE_REVERSIBILITY, "not reversible");
  refused(slope, "dla-mp", NOSLIP_STRUCTURE_REVERSIBILITY, "not reversible");
  refused(driven, "dla-mp", NOSLIP_STRUCTURE_REVERSIBILITY, "depends on t");
  refused(dae, "srk-gauss(2)", NOSLIP_STRUCTURE_SYMPLECTIC, "no mechanical system");
  refused(dae, "srk-gauss(2)", NOSLIP_STRUCTURE_ENERGY, "has no energy");
  refused(pendulum, "index1", NOSLIP_STRUCTURE_SYMPLECTIC, "chooses its steps");
  refused(pendulum, "rattle", NOSLIP_STRUCTURE_CONSTRAINTS, "there are none");
  check_below(look(magnet, "dla-mp", 0.1, NOSLIP_STRUCTURE_SYMPLECTIC, true), 1e-11);
  check_below(look(driven, "dla-mp", 0.1, NOSLIP_STRUCTURE_SYMPLECTIC, true), 1e-11);
}

// ---------------------------------------------------------------------------------------------
// every method

// how many claims a method makes of a model; none if it cannot treat it. All are kept.
static int check_claims(const char *text, const char *name) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  assert_int_equal(noslip_model_parse(context, "test", text, NULL, &model), NOSLIP_OK);
  bool applies = noslip_method_applies(context, name, model) == NOSLIP_OK;
  noslip_model_free(model);
  noslip_close(context);
  if (!applies)
    return 0;
  trial t = measure(text, name, 0.1);
  int claims = 0;
  for (int i = 0; i < t.found.nmeasure; i++) {
    const noslip_measure *m = &t.found.measures[i];
    check_that(m->kept || !m->claimed, __FILE__, __LINE__, "%s on %s, %s: %g with accuracy %g\n",
               name, t.found.model, m->name, m->value, m->accuracy);
    claims += m->claimed;
  }
  end(&t);
  return claims;
}

static void claims_hold(void **unused) {
  (void)unused;
  static const char *const texts[] = {oscillator, pendulum, rods, central, blade, top, held, wheel};
  int claims = 0;
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < noslip_method_count(); k++) {
      noslip_method_info info;
      assert_true(noslip_method_get(k, &info));
      claims += check_claims(texts[i], info.example);
    }
  check_above(claims, 150);
}

// ---------------------------------------------------------------------------------------------
// the run

// four steps, those of a run that is not measured
static void run_is_four_steps_further(void **unused) {
  (void)unused;
  trial a = measure(rods, "spark(3)", 0.1), b = begin(rods, "spark(3)", 0.1);
  assert_int_equal(noslip_advance(b.run, 4), NOSLIP_OK);
  assert_true(noslip_time(a.run) == noslip_time(b.run));
  assert_true(noslip_value(a.run, "z") == noslip_value(b.run, "z"));
  assert_true(noslip_value(a.run, "w'") == noslip_value(b.run, "w'"));
  end(&a);
  end(&b);
}

// every request of the measurement fails once
static void memory_may_run_out(void **unused) {
  (void)unused;
  bool done = false;
  for (long k = 1; !done; k++) {
    counter c = {0};
    trial t = {.context = noslip_open(&(noslip_options){count, &c})};
    noslip_run_options o = {.method = "rattle", .step = 0.1, .backend = "interpret"};
    assert_int_equal(noslip_model_parse(t.context, "test", rods, NULL, &t.model), NOSLIP_OK);
    assert_int_equal(noslip_run_new(t.context, t.model, &o, &t.run), NOSLIP_OK);
    c.fail_at = c.requests + k;
    noslip_status status = noslip_run_structure(t.run, &t.found);
    assert_true(status == NOSLIP_OK || status == NOSLIP_ERROR_MEMORY);
    done = status == NOSLIP_OK && c.requests < c.fail_at;
    end(&t);
    assert_int_equal(c.blocks, 0);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_those_of_theory),
      cmocka_unit_test(symplectic_methods_keep_the_form),
      cmocka_unit_test(derivatives_are_those_of_the_formula),
      cmocka_unit_test(accuracy_is_honest),
      cmocka_unit_test(other_methods_do_not),
      cmocka_unit_test(points_are_on_the_constraints),
      cmocka_unit_test(steps_back_are_measured),
      cmocka_unit_test(invariants_are_measured),
      cmocka_unit_test(constraints_are_measured),
      cmocka_unit_test(form_is_kept_on_groups),
      cmocka_unit_test(form_can_be_broken_on_groups),
      cmocka_unit_test(bracket_belongs_to_the_form),
      cmocka_unit_test(symmetry_on_groups),
      cmocka_unit_test(reasons_are_given),
      cmocka_unit_test(claims_hold),
      cmocka_unit_test(run_is_four_steps_further),
      cmocka_unit_test(memory_may_run_out),
  };
  return check_run(argc, argv, tests);
}
