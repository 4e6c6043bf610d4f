// Tests of src/run/start.c, src/problem/initial_find.c and src/run/contact/find.c: initial values that
// are not given are found from the constraints, given ones stay, and contradictions are told.

#include "tests/support/check.h"

#include "base/vec.h"
#include "run/run.h"
#include "solve/least_norm.h"

#include <dirent.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
  noslip_status status;
} trial;

static trial load(const char *text) {
  trial t = {.context = noslip_open(NULL)};
  noslip_status status = noslip_model_parse(t.context, "test", text, NULL, &t.model);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t.context));
  return t;
}

static void start(trial *t, noslip_run_options o) {
  o.backend = "interpret";
  t->status = noslip_run_new(t->context, t->model, &o, &t->run);
}

// a model, and the start of its run
static trial begin(const char *text, noslip_run_options o) {
  trial t = load(text);
  start(&t, o);
  return t;
}

static void started(const trial *t) {
  check_that(t->status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t->context));
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static double value(const trial *t, const char *name) {
  return noslip_value(t->run, name);
}

static noslip_report report_of(const trial *t) {
  noslip_report r;
  noslip_run_report(t->run, &r);
  return r;
}

// ---- by hand

#define COIN                                                                     \
  "model coin\nparam R = 1/4\ncoord x, y, phi: angle, th: angle\n"               \
  "lagrangian (x'^2 + y'^2 + phi'^2/4 + th'^2/2)/2\n"                            \
  "nonholonomic rx: x' = R*cos(phi)*th'\nnonholonomic ry: y' = R*sin(phi)*th'\n" \
  "run method dla-mp, step 0.01, until 1\n"

static void a_coin_rolls_as_fast_as_it_turns(void **unused) {
  (void)unused;
  trial t = begin(COIN "init phi = 0.3, th' = 5\n", (noslip_run_options){0});
  started(&t);
  assert_true(value(&t, "th'") == 5 && value(&t, "phi'") == 0 && value(&t, "phi") == 0.3);
  check_near(value(&t, "x'"), 1.25*cos(0.3), 1e-15);
  check_near(value(&t, "y'"), 1.25*sin(0.3), 1e-15);
  noslip_report r = report_of(&t);
  assert_int_equal(r.nfound, 2);
  assert_string_equal(r.found[0].name, "x'");
  assert_true(r.found[0].from == 0 && r.found[0].to == value(&t, "x'") && !r.found[0].given);
  assert_int_equal(r.nwarning, 0);
  end(&t);
}

// a crank of length 1 and bars of lengths l and 1.8
#define LINKAGE(l)                                                               \
  "model m\ncoord a: angle, b: angle, c: angle\nlagrangian a'^2 + b'^2 + c'^2\n" \
  "holonomic close: [cos(a) + " l "*cos(b), sin(a) + " l "*sin(b)]\n"            \
  "  = [2.2 + 1.8*cos(c), 1.8*sin(c)]\ninit a = 1\nrun method lobatto(3), step 0.01, until 1\n"

// Both bars of a linkage lie along x at first, and the search turns them several times. What is found
// is the position next to the start, and satisfies the constraint.
static void angles_are_found_without_turns(void **unused) {
  (void)unused;
  trial t = begin(LINKAGE("2"), (noslip_run_options){0});
  started(&t);
  double b = value(&t, "b"), c = value(&t, "c");
  check_near(b, 0.49832490, 1e-7);
  check_near(c, 1.51684175, 1e-7);
  check_near(cos(1) + 2*cos(b), 2.2 + 1.8*cos(c), 1e-14);
  check_near(sin(1) + 2*sin(b), 1.8*sin(c), 1e-14);
  end(&t);
}

// A linkage closes from every angle of its crank, also where steps from bars in line stop before. The
// twin: bars that are too short to reach each other.
static void linkages_close(void **unused) {
  (void)unused;
  for (int k = 0; k < 63; k++) {
    const noslip_start a = {"a", 0.1*k};
    trial t = begin(LINKAGE("2"), (noslip_run_options){.start = &a, .nstart = 1});
    started(&t);
    double b = value(&t, "b"), c = value(&t, "c");
    check_near(cos(a.value) + 2*cos(b), 2.2 + 1.8*cos(c), 1e-12);
    check_near(sin(a.value) + 2*sin(b), 1.8*sin(c), 1e-12);
    end(&t);
  }
  trial t = begin(LINKAGE("0.01"), (noslip_run_options){0});
  assert_int_equal(t.status, NOSLIP_ERROR_MODEL);
  end(&t);
}

static void contradictions_name_constraint_and_values(void **unused) {
  (void)unused;
  trial t = begin(COIN "init phi = 0.3, phi' = 2, th' = 5, x' = 1\n", (noslip_run_options){0});
  assert_int_equal(t.status, NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.context), "the initial data violate the constraint `rx`");
  check_text(noslip_last_error(t.context), "over-determined: x' = 1 and th' = 5 contradict `rx`");
  check_text(noslip_last_error(t.context), "correct `init`, or project the data");
  assert_null(strstr(noslip_last_error(t.context), "phi'"));
  end(&t);
}

// 5 and 1 have the masses 1/2 and 1; y' is free: x' and th' alone yield, phi' is not concerned
static void projection_moves_given_values_as_little_as_it_must(void **unused) {
  (void)unused;
  trial t = begin(COIN "init phi = 0.3, phi' = 2, th' = 5, x' = 1\n",
                  (noslip_run_options){.project = true});
  started(&t);
  double a = cos(0.3)/4, nu = (1 - 5*a)/(1 + a*a/0.5);
  check_near(value(&t, "x'"), 1 - nu, 1e-15);
  check_near(value(&t, "th'"), 5 + nu*a/0.5, 2e-15);
  check_near(value(&t, "y'"), sin(0.3)/4*value(&t, "th'"), 1e-15);
  assert_true(value(&t, "phi'") == 2);
  noslip_report r = report_of(&t);
  assert_int_equal(r.nfound, 3);
  assert_int_equal(r.nwarning, 2);
  check_text(r.warnings[0], "projected x' from 1 to ");
  end(&t);
}

// Two rods, the first 0.12 too long: its end moves, and the end of the second with it, since (z, w)
// alone would have to move the first by 1.1; the nearest point of all is 0.12653 away. u and s have a
// constraint of their own and stay.
static void projection_moves_what_hangs_on_what_it_moves(void **unused) {
  (void)unused;
  trial t = begin("model rods\ncoord x, y, z, w, u, s\n"
                  "lagrangian (x'^2 + y'^2 + z'^2 + w'^2 + u'^2 + s'^2)/2 - y\n"
                  "holonomic a: x^2 + y^2 = 1\nholonomic b: (z - x)^2 + (w - y)^2 = 1\n"
                  "holonomic c: u^2 + s^2 = 2\n"
                  "init x = 1, y = 0.5, z = 1, w = 1.5, u = 1, s = 1\n"
                  "run method rattle, step 0.01, until 1\n",
                  (noslip_run_options){.project = true});
  started(&t);
  double x = value(&t, "x") - 1, y = value(&t, "y") - 0.5;
  double z = value(&t, "z") - 1, w = value(&t, "w") - 1.5;
  check_above(fabs(w), 0.01);
  check_near(sqrt(x*x + y*y + z*z + w*w), 0.12653, 2e-4);
  assert_true(value(&t, "u") == 1 && value(&t, "s") == 1);
  assert_int_equal(report_of(&t).nfound, 4);
  end(&t);
}

static void positions_come_before_velocities(void **unused) {
  (void)unused;
  trial t = begin("model p\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                  "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y' = 3\n"
                  "run method rattle, step 0.01, until 1\n",
                  (noslip_run_options){0});
  started(&t);
  assert_true(value(&t, "x") == 0.6 && value(&t, "y'") == 3);
  check_near(fabs(value(&t, "y")), 0.8, 1e-15);
  check_near(0.6*value(&t, "x'") + value(&t, "y")*3, 0, 1e-15);
  check_text(report_of(&t).warnings[0], "`rod` holds in several directions from this start");
  end(&t);
}

// momenta of which one is given: the others move in the metric of H_pp
static void momenta_are_found(void **unused) {
  (void)unused;
  trial t = begin("model h\ncoord x momentum px, y momentum py, z momentum pz\n"
                  "hamiltonian px^2/2 + py^2/4 + pz^2/6 + z\n"
                  "holonomic plane: x + y + z = 0\ninit px = 2\n"
                  "run method rattle, step 0.01, until 1\n",
                  (noslip_run_options){0});
  started(&t);
  const double *p = noslip_run_values(t.run, NOSLIP_MOMENTUM);
  assert_true(p[0] == 2);
  check_near(p[1]/2 + p[2]/3, -2, 1e-15);
  check_near(p[1], p[2], 1e-15);  // v2 and v3 = p/m, d_p H_pp = B^T nu: both equal
  end(&t);
}

// a rotation that is free turns from 1 until R e_3 points to where it must, by the shortest way: about the second axis
static void rotations_move_along_the_group(void **unused) {
  (void)unused;
  trial t = begin("model b\ncoord x, R: SO(3) velocity w\nlagrangian (x'^2 + dot(w, w))/2\n"
                  "holonomic tilt: R[1,3] = 0.6\n"
                  "init w = [0, 0, 2]\nrun method lobatto(3), step 0.01, until 1\n",
                  (noslip_run_options){0});
  started(&t);
  check_near(value(&t, "R[1,1]"), 0.8, 1e-14);
  check_near(value(&t, "R[3,3]"), 0.8, 1e-14);
  check_near(value(&t, "R[2,2]"), 1, 1e-14);
  assert_true(value(&t, "w[3]") == 2);
  end(&t);
}

// x of an element of SE(2) stays to the last bit, while the angle is free
static void fields_of_a_motion_are_held_one_by_one(void **unused) {
  (void)unused;
  trial t = begin("model m\ncoord g: SE(2) velocity (v, w)\nlagrangian (dot(v, v) + w^2)/2\n"
                  "holonomic line: g.y = g.x + sin(g.theta)\ninit g.x = 0.3\n"
                  "run method lobatto(3), step 0.01, until 1\n",
                  (noslip_run_options){0});
  started(&t);
  double y = value(&t, "g.y"), th = value(&t, "g.theta");
  assert_true(value(&t, "g.x") == 0.3);
  check_near(y - 0.3 - sin(th), 0, 1e-15);
  check_near(th, -cos(th)*y, 1e-14);  // (y, th) is parallel to the gradient (1, -cos th)
  end(&t);
}

static void states_of_a_dae_are_found(void **unused) {
  (void)unused;
  trial t = begin("model d\nstate y[1..2]\nalgebraic z\ny[1]' = y[1]*y[2]^2*z^2\n"
                  "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\nconstraint y[1]^2*y[2] = 1\n"
                  "init y[1] = 1, z = 1\nrun method srk-gauss(3), step 0.01, until 0.1\n",
                  (noslip_run_options){0});
  started(&t);
  assert_true(value(&t, "y[1]") == 1);
  check_near(value(&t, "y[2]"), 1, 1e-15);
  check_near(noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0], 1, 1e-14);
  end(&t);

  t = begin("model d\nstate y[1..2], z[1..2]\nalgebraic psi\ny' = z\n"
            "z' = [-2*y[1]*psi, -1 - 2*y[2]*psi]\nconstraint rod: y[1]^2 + y[2]^2 = 1\n"
            "init y = [0.6, 0.8], z[1] = 1\nrun method spark(3), step 0.01, until 0.1\n",
            (noslip_run_options){0});
  started(&t);
  assert_true(value(&t, "z[1]") == 1);
  check_near(value(&t, "z[2]"), -0.75, 1e-15);
  end(&t);
}

#define BALL                                                                                       \
  "model ball\nparam r = 0.5\ncoord x, z, th\nlagrangian (x'^2 + z'^2 + r^2*th'^2/2)/2 - 9.81*z\n" \
  "contact floor: z - r >= 0 restitution 0\nnonholonomic roll: x' = r*th' while floor\n"           \
  "run method lobatto(3), step 0.01, until 0.1\n"

// the ball lies on the floor, since it may not be below, and rolls there
static void contacts_lift_and_roll(void **unused) {
  (void)unused;
  trial t = begin(BALL "init th' = 4\n", (noslip_run_options){0});
  started(&t);
  assert_true(value(&t, "th'") == 4);
  check_near(value(&t, "z"), 0.5, 1e-15);
  check_near(value(&t, "x'"), 2, 1e-15);
  end(&t);
  t = begin(BALL "init z = 0.7, th' = 4\n", (noslip_run_options){0});  // it flies
  started(&t);
  assert_true(value(&t, "x'") == 0 && value(&t, "z") == 0.7);
  end(&t);
  t = begin(BALL "init z = 0.4\n", (noslip_run_options){0});
  assert_int_equal(t.status, NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.context), "the gap of the contact `floor` is -0.1 at the start");
  end(&t);
  t = begin(BALL "init z = 0.5, x' = 1, th' = 4\n", (noslip_run_options){0});
  assert_int_equal(t.status, NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.context), "x' = 1 and th' = 4 contradict `roll`");
  end(&t);
}

// values of the options are given as well, and so is one that others are computed from
static void options_and_sources_are_given(void **unused) {
  (void)unused;
  const noslip_start th = {"th'", 5}, both[] = {{"th'", 5}, {"x'", 1}};
  trial t = begin(COIN, (noslip_run_options){.start = &th, .nstart = 1});
  started(&t);
  check_near(value(&t, "x'"), 1.25, 1e-15);
  end(&t);
  t = begin(COIN, (noslip_run_options){.start = both, .nstart = 2});
  assert_int_equal(t.status, NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.context), "x' = 1 and th' = 5 contradict `rx`");
  end(&t);
  t = begin(COIN "init th' = 4*x' + 1\n", (noslip_run_options){0});
  assert_int_equal(t.status, NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.context), "x' = 0 and th' = 1 contradict `rx`");
  end(&t);
}

// where there is nothing to find, nothing moves
static void what_is_consistent_stays(void **unused) {
  (void)unused;
  trial t = begin(COIN "init x' = 1.25, th' = 5\n", (noslip_run_options){.project = true});
  started(&t);
  assert_int_equal(report_of(&t).nfound, 0);
  assert_true(value(&t, "x'") == 1.25 && value(&t, "th'") == 5);
  end(&t);
}

// ---- the models of models/, with one velocity each

// forget all velocities, or momenta, except the first that is not 0; returns its place, -1: none
static int keep_one(noslip_model *m) {
  model_system *s = (model_system *)m->system;
  unknowns *list = s->form == FORM_LAGRANGIAN ? &s->velocities : &s->momenta;
  int kept = -1;
  for (int i = 0; i < list->count; i++) {
    unknown *u = &list->list[i];
    u->source = false;
    if (kept < 0 && (u->given || u->fixed) && u->start != 0) {
      kept = i;
      continue;
    }
    u->given = u->fixed = false;
    u->start = 0;
  }
  return kept;
}

// M (v - v0) = A^T mu in the free components: how far it is from that, against its size
static double kkt_residual(noslip_run *r) {
  const problem *p = r->problem;
  int n = p->nv, m = p->m, nfree = 0;
  arena a;
  arena_init(&a, &r->context->memory);
  const double *x = p->mechanical.lagrangian ? r->state.v : r->state.p;
  const double *x0 = r->start.before + p->n;
  chart_blocks d = chart_blocks_new(&a, n);
  double *y = ARENA_ARRAY(&a, double, n), *f = ARENA_ARRAY(&a, double, n);
  double *At = ARENA_ARRAY(&a, double, n*m), *c = ARENA_ARRAY(&a, double, n);
  double *mu = ARENA_ARRAY(&a, double, m + n);
  chart_eval(&r->evaluator.own, r->state.t, r->state.q, x0, y, f, &d);
  const double *out =
      evaluator_run(&r->evaluator, BUNDLE_ACCELERATION, r->state.t, r->state.q, x, NULL);
  const double *A = p->mechanical.lagrangian ? consistent_directions(&r->consistent) : out;
  vec_sub(f, x, x0, n);
  mat_vec(y, d.yx, f, n, n);
  for (int i = 0; i < n; i++)
    if (!r->start.x[i]) {
      c[nfree] = y[i];
      for (int k = 0; k < m; k++)
        At[nfree*m + k] = A[k*n + i];
      nfree++;
    }
  least_norm s;
  assert_true(least_norm_init(&s, &a, n > m ? n : m));
  least_norm_factor(&s, At, nfree, m, 1e-12);
  least_norm_solve(&s, c, mu);
  double left = 0;
  for (int i = 0; i < nfree; i++)
    left = fmax(left, fabs(c[i] - vec_dot(At + i*m, mu, m)));
  double size = vec_max(c, nfree);
  arena_free(&a);
  return size > 0 ? left/size : 0;
}

static int moved_starts, exact_starts;

static void check_model(const char *file) {
  char path[1000];
  trial t = {.context = noslip_open(NULL)};
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  assert_int_equal(noslip_model_load(t.context, path, &t.model), NOSLIP_OK);
  const problem *p = t.model->problem;
  bool fits = p && problem_is_mechanical(p) && p->m > 0 && !p->lean && p->nv > 1 &&
              t.model->system->contacts.count == 0;
  int kept = fits ? keep_one(t.model) : -1;
  if (kept >= 0) {
    const unknowns *list =
        p->mechanical.lagrangian ? &t.model->system->velocities : &t.model->system->momenta;
    start(&t, (noslip_run_options){0});
    check_that(t.status == NOSLIP_OK, __FILE__, __LINE__, "%s: %s\n", file,
               noslip_last_error(t.context));
    const double *x = p->mechanical.lagrangian ? t.run->state.v : t.run->state.p;
    noslip_report r = report_of(&t);
    double kkt = kkt_residual(t.run);
    // a method that carries momenta shows velocities that were computed from these
    double off = fabs(x[kept] - list->list[kept].start);
    check_that(off <= 4*DBL_EPSILON*fabs(x[kept]) && r.constraint_scaled_error < 1e-12 &&
                   kkt < 1e-11,
               __FILE__, __LINE__, "%s: %.17g, constraints %.1e, KKT %.1e\n", file, x[kept],
               r.constraint_scaled_error, kkt);
    moved_starts += r.nfound > 0;
    exact_starts += off == 0;
  }
  end(&t);
}

static void models_start_from_one_velocity(void **unused) {
  (void)unused;
  DIR *folder = opendir(NOSLIP_MODELS);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    const char *dot = strrchr(entry->d_name, '.');
    if (dot && strcmp(dot, ".noslip") == 0)
      check_model(entry->d_name);
  }
  closedir(folder);
  print_message("%d models had velocities to find\n", moved_starts);
  check_above(moved_starts, 20);
  check_above(exact_starts, 20);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_coin_rolls_as_fast_as_it_turns),
      cmocka_unit_test(contradictions_name_constraint_and_values),
      cmocka_unit_test(projection_moves_given_values_as_little_as_it_must),
      cmocka_unit_test(projection_moves_what_hangs_on_what_it_moves),
      cmocka_unit_test(positions_come_before_velocities),
      cmocka_unit_test(momenta_are_found),
      cmocka_unit_test(rotations_move_along_the_group),
      cmocka_unit_test(fields_of_a_motion_are_held_one_by_one),
      cmocka_unit_test(states_of_a_dae_are_found),
      cmocka_unit_test(angles_are_found_without_turns),
      cmocka_unit_test(linkages_close),
      cmocka_unit_test(contacts_lift_and_roll),
      cmocka_unit_test(options_and_sources_are_given),
      cmocka_unit_test(what_is_consistent_stays),
      cmocka_unit_test(models_start_from_one_velocity),
  };
  return check_run(argc, argv, tests);
}
