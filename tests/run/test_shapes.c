// Shapes: what `draw` describes, as numbers at the nodes of a run.

#include "tests/support/counting.h"
#include "tests/support/trial.h"

#include <math.h>
#include <string.h>

#define FREE                                                      \
  "model f\ncoord x, y, th\nlagrangian (x'^2 + y'^2 + th'^2)/2\n" \
  "init x = 1, y = 2, th = 0.5, x' = 3, y' = -1, th' = 1\n"
#define SPACE                                           \
  "model s\ncoord c[1..3]\ncoord R: SO(3) velocity w\n" \
  "lagrangian (dot(c', c') + dot(w, w))/2\ninit c = [1, 2, 3], w = [0, 0, 1], c[1]' = 1\n"

typedef struct scene {
  trial trial;
  noslip_shapes *shapes;
} scene;

static scene begin(const char *text, const char *method) {
  scene s = {.trial = trial_with(text, method, 0.1)};
  if (noslip_shapes_new(s.trial.r, &s.shapes) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(s.trial.c));
  return s;
}

static void end(scene *s) {
  noslip_shapes_free(s->shapes);
  trial_end(&s->trial);
}

static noslip_shape get(const scene *s, int i) {
  noslip_shape shape;
  assert_true(noslip_shapes_get(s->shapes, i, &shape));
  return shape;
}

static void check_vector(const double *x, double a, double b, double c) {
  static const double rounding = 1e-15;
  check_near(x[0], a, rounding*(1 + fabs(a)));
  check_near(x[1], b, rounding*(1 + fabs(b)));
  check_near(x[2], c, rounding*(1 + fabs(c)));
}

// ---------------------------------------------------------------------------------------------
// each kind

static void kinds_in_the_plane(void **state) {
  (void)state;
  scene s =
      begin(FREE "draw point [x, y]\ndraw rod [0, 0], [x, y], [y, x] colour green\n"
                 "draw spring [0, 0], [x, y]\ndraw trail [x, y]\ndraw trail [y, x]\n"
                 "draw arrow [x, y], [x', y']\ndraw wheel [x, y], 2, th\n"
                 "draw box [x, y], [3, 4]\ndraw ball [x, y], 5\ndraw ellipsoid [x, y], [6, 7], th\n"
                 "draw disk [x, y], 8, th\ndraw frame [x, y], 9, th\ndraw ground [0, 1], [0, 1]",
            "rk-gauss(2)");
  assert_int_equal(noslip_shapes_count(s.shapes), 13);
  assert_int_equal(noslip_shapes_dimension(s.shapes), 2);
  assert_true(noslip_shapes_given(s.shapes));
  noslip_shape rod = get(&s, 1), arrow = get(&s, 5), wheel = get(&s, 6);
  assert_true(rod.kind == NOSLIP_SHAPE_ROD && rod.npoint == 3);
  assert_string_equal(rod.name, "rod [0, 0], [x, y], [y, x]");
  assert_string_equal(rod.colour, "green");
  check_vector(rod.points, 0, 0, 0);
  check_vector(rod.points + 3, 1, 2, 0);
  check_vector(rod.points + 6, 2, 1, 0);
  check_vector(arrow.direction, 3, -1, 0);
  check_vector(wheel.size, 2, 2, 0);
  check_vector(wheel.turn, cos(0.5), -sin(0.5), 0);
  check_vector(wheel.turn + 3, sin(0.5), cos(0.5), 0);
  check_vector(wheel.turn + 6, 0, 0, 1);
  check_vector(get(&s, 7).size, 3, 4, 0);
  check_vector(get(&s, 8).size, 5, 5, 0);
  check_vector(get(&s, 9).size, 6, 7, 0);
  check_vector(get(&s, 11).size, 9, 9, 0);
  check_vector(get(&s, 12).direction, 0, 1, 0);
  assert_string_not_equal(get(&s, 3).colour, get(&s, 4).colour);
  assert_false(noslip_shapes_get(s.shapes, 13, &rod) || noslip_shapes_get(s.shapes, -1, &rod));
  end(&s);
}

static void kinds_in_space(void **state) {
  (void)state;
  scene s = begin(SPACE "draw ball c, 2, R\ndraw ellipsoid c, [1, 2, 3], R\ndraw box c, 4, R\n"
                        "draw cylinder c, [0.5, 2], R\ndraw disk c, 3, R\ndraw wheel c, 3",
                  "lobatto(3)");
  assert_int_equal(noslip_shapes_dimension(s.shapes), 3);
  trial_advance(&s.trial, 10);
  assert_int_equal(noslip_shapes_look(s.shapes), NOSLIP_OK);
  check_near(get(&s, 0).points[0], 2, 1e-12);
  for (int i = 0; i < 5; i++) {
    check_near(get(&s, i).turn[0], cos(1), 1e-6);  // the error of the method is 4e-7
    check_near(get(&s, i).turn[3], sin(1), 1e-6);
  }
  check_vector(get(&s, 5).turn, 1, 0, 0);
  check_vector(get(&s, 0).size, 2, 2, 2);
  check_vector(get(&s, 1).size, 1, 2, 3);
  check_vector(get(&s, 2).size, 4, 4, 4);
  check_vector(get(&s, 3).size, 0.5, 0.5, 2);
  check_vector(get(&s, 4).size, 3, 3, 0);
  end(&s);
}

// a weight on a string: the force of the string is that of its multiplier, and x'' what it makes
static void forces_and_accelerations(void **state) {
  (void)state;
  static const char text[] =
      "model p\nparam m = 2, g = 9.81\ncoord x, y\nlagrangian m/2*(x'^2 + y'^2) - m*g*y\n"
      "holonomic rod: x^2 + y^2 = 1 multiplier F\ninit x = 0.6, y = -0.8\n"
      "draw arrow [x, y], 2*F*[x, y]/m\ndraw arrow [x, y], [x'', y'']\n"
      "draw arrow [x, y], [energy, t]";
  scene s = begin(text, "rattle");
  for (int k = 0; k < 5; k++) {
    noslip_shape force = get(&s, 0), rate = get(&s, 1), other = get(&s, 2);
    check_near(rate.direction[0], force.direction[0], 1e-12);
    check_near(rate.direction[1], force.direction[1] - 9.81, 1e-12);
    check_near(other.direction[0], noslip_energy(s.trial.r), 0);
    check_near(other.direction[1], noslip_time(s.trial.r), 0);
    trial_advance(&s.trial, 1);
    assert_int_equal(noslip_shapes_look(s.shapes), NOSLIP_OK);
  }
  end(&s);
}

// Euler's equations: the body velocity of a free body changes by its inertia alone
static void accelerations_of_a_body(void **state) {
  (void)state;
  scene s = begin("model e\ncoord R: SO(3) velocity w\n"
                  "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2\ninit w = [1, 2, 3]\n"
                  "draw arrow [0, 0, 0], w'",
                  "lobatto(2)");
  check_vector(get(&s, 0).direction, (2 - 3)*2*3/1.0, (3 - 1)*3*1/2.0,
               (1 - 2)*1*2/3.0);
  end(&s);
}

static void other_classes(void **state) {
  (void)state;
  scene s = begin("model d\nstate y[1..2]\nalgebraic z\ny[1]' = y[1]*y[2]^2*z^2\n"
                  "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\nconstraint y[1]^2*y[2] = 1\n"
                  "init y = [1, 1], z = 1\ndraw point [y[1], z]",
                  "srk-gauss(2)");
  trial_advance(&s.trial, 2);
  noslip_shapes_look(s.shapes);
  check_near(get(&s, 0).points[0], exp(0.2), 1e-3);
  check_near(get(&s, 0).points[1], exp(0.4), 1e-2);
  end(&s);

  // a closed contact: the arrow is its force
  s = begin("model b\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
            "contact floor: y >= 0 multiplier N\ninit x' = 1\n"
            "draw point [x, y]\ndraw arrow [x, 0], [0, N]",
            "lobatto(2)");
  trial_advance(&s.trial, 3);
  noslip_shapes_look(s.shapes);
  check_near(get(&s, 1).direction[1], 9.81, 1e-12);
  end(&s);
}

// ---------------------------------------------------------------------------------------------
// families

#define PAIRS                                                                            \
  "model b\nconst n = 10000\ncoord x[1..n], y[1..n]\n"                                   \
  "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2)\n"                                   \
  "contact pair[i,j] for i < j in 1..n within 1 in x, y: "                               \
  "norm([x[i] - x[j], y[i] - y[j]]) >= 1\nfor i in 1..n { init x[i] = 2*i, y[i] = i }\n" \
  "for i in 1..n { draw disk [x[i], y[i]], 0.5 }\n"

// ten thousand discs are read from the state: their tape has nothing to compute
static void families_are_read_from_the_state(void **state) {
  (void)state;
  scene s = begin(PAIRS, "moreau");
  assert_int_equal(noslip_shapes_count(s.shapes), 10000);
  check_vector(get(&s, 9999).points, 20000, 10000, 0);
  check_vector(get(&s, 4).points, 10, 5, 0);
  check_vector(get(&s, 4).size, 0.5, 0.5, 0);
  end(&s);
}

static void forces_of_pairs_are_refused(void **state) {
  (void)state;
  trial t =
      trial_with("model b\ncoord x[1..3]\nlagrangian dot(x', x')/2\n"
                 "contact floor: x[1] >= -9 multiplier N\n"
                 "contact pair[i,j] for i < j in 1..3 within 1 in x: abs(x[j] - x[i]) >= 0.5\n"
                 "init x = [0, 2, 4]\ndraw arrow [x[1], 0], [0, N]",
                 "moreau", 0.1);
  noslip_shapes *shapes;
  assert_int_equal(noslip_shapes_new(t.r, &shapes), NOSLIP_ERROR_MODEL);
  assert_null(shapes);
  check_text(noslip_last_error(t.c), "leave them out of `draw`");
  trial_end(&t);
}

// ---------------------------------------------------------------------------------------------
// without `draw`

typedef struct expected {
  const char *text, *method;
  int count, dimension;
  noslip_shape_kind first;
} expected;

static void models_without_drawings_have_shapes(void **state) {
  (void)state;
  static const expected list[] = {
      {FREE, "rk-gauss(2)", 2, 2, NOSLIP_SHAPE_POINT},
      {SPACE, "lobatto(3)", 2, 3, NOSLIP_SHAPE_FRAME},
      {"model a\ncoord a: angle, b: angle\nlagrangian (a'^2 + b'^2)/2", "rk-gauss(2)", 2, 2,
       NOSLIP_SHAPE_WHEEL},
      {"model a\ncoord u\nlagrangian u'^2/2", "rk-gauss(2)", 2, 2, NOSLIP_SHAPE_POINT},
      {"model a\ncoord g: SE(2) velocity (v, w)\nlagrangian (dot(v, v) + w^2)/2", "lobatto(2)", 2,
       2, NOSLIP_SHAPE_FRAME},
      {"model a\ncoord g: SE(3) velocity (v, w)\nlagrangian (dot(v, v) + dot(w, w))/2",
       "lobatto(2)", 2, 3, NOSLIP_SHAPE_FRAME},
      {"model a\ncoord x[1..4], y[1..4]\nlagrangian (dot(x', x') + dot(y', y'))/2", "rk-gauss(2)",
       8, 2, NOSLIP_SHAPE_POINT},
      {"model a\ncoord c[1..4, 1..3]\nlagrangian sum(i in 1..4: dot(c[i]', c[i]'))/2",
       "rk-gauss(2)", 8, 3, NOSLIP_SHAPE_POINT},
      {"model a\ncoord x1, y1, x2, y2\nlagrangian (x1'^2 + y1'^2 + x2'^2 + y2'^2)/2\n"
       "holonomic rod: (x1 - x2)^2 + (y1 - y2)^2 = 1\nholonomic track: x1 = y1\ninit x2 = 1",
       "rattle", 5, 2, NOSLIP_SHAPE_ROD},
      {"model a\ncoord x1, y1, x2, y2\nlagrangian (x1'^2 + y1'^2 + x2'^2 + y2'^2)/2\n"
       "holonomic level: y1 = y2\ninit x2 = 1",
       "rattle", 4, 2, NOSLIP_SHAPE_POINT},
      {"model a\nstate y[1..3]\ny[1]' = y[2]\ny[2]' = y[3]\ny[3]' = -y[1]\ninit y = [1, 2, 3]",
       "rk-gauss(2)", 2, 2, NOSLIP_SHAPE_POINT},
  };
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    scene s = begin(list[i].text, list[i].method);
    assert_false(noslip_shapes_given(s.shapes));
    assert_int_equal(noslip_shapes_count(s.shapes), list[i].count);
    assert_int_equal(noslip_shapes_dimension(s.shapes), list[i].dimension);
    assert_int_equal(get(&s, 0).kind, list[i].first);
    end(&s);
  }
}

// ---------------------------------------------------------------------------------------------
// rows, memory, motion

// a row of a trajectory shows what the run showed there
static void rows_show_the_same(void **state) {
  (void)state;
  scene s = begin(SPACE "draw ball c + [t, 0, energy], 2, R\ndraw arrow c, w", "lobatto(3)");
  double row[64], kept[3], turn[9];
  trial_advance(&s.trial, 3);
  noslip_shapes_look(s.shapes);
  memcpy(kept, get(&s, 0).points, sizeof kept);
  memcpy(turn, get(&s, 0).turn, sizeof turn);
  int n = noslip_shapes_columns(s.shapes), at = 0;
  assert_int_equal(n, 1 + 18 + 1 + 1 + 6);
  row[at++] = noslip_time(s.trial.r);
  memcpy(row + at, noslip_run_values(s.trial.r, NOSLIP_STATE), 18*sizeof *row);
  at += 18;
  row[at++] = noslip_energy(s.trial.r);
  row[at++] = 0;
  memcpy(row + at, noslip_run_values(s.trial.r, NOSLIP_MOMENTUM), 6*sizeof *row);
  trial_advance(&s.trial, 5);
  noslip_shapes_look(s.shapes);
  assert_true(get(&s, 0).points[0] != kept[0]);
  assert_int_equal(noslip_shapes_look_at(s.shapes, row), NOSLIP_OK);
  check_vector(get(&s, 0).points, kept[0], kept[1], kept[2]);
  for (int i = 0; i < 9; i++)
    check_near(get(&s, 0).turn[i], turn[i], 0);
  end(&s);
}

// looking takes no memory and leaves no trace; the twin has the same bits without a look
static void looking_leaves_no_trace(void **state) {
  (void)state;
  static const char text[] = FREE "draw wheel [x, y], 2, th\ndraw arrow [x, y], [x'', y'']";
  counter used = {0};
  noslip_context *c = noslip_open(&(noslip_options){count, &used});
  noslip_model *m;
  noslip_run *r;
  noslip_shapes *shapes;
  assert_int_equal(noslip_model_parse(c, "test", text, NULL, &m), NOSLIP_OK);
  const noslip_run_options options = {.method = "dla-mp", .step = 0.1, .backend = "interpret"};
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
  assert_int_equal(noslip_shapes_new(r, &shapes), NOSLIP_OK);
  long before = used.requests;
  trial twin = trial_with(text, "dla-mp", 0.1);
  for (int i = 0; i < 20; i++) {
    noslip_shape s;
    noslip_step(r);
    assert_int_equal(noslip_shapes_look(shapes), NOSLIP_OK);
    assert_true(noslip_shapes_get(shapes, 0, &s));
    trial_advance(&twin, 1);
    check_near(noslip_value(r, "th"), noslip_value(twin.r, "th"), 0);
  }
  assert_int_equal(used.requests, before);
  trial_end(&twin);
  noslip_shapes_free(shapes);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  assert_int_equal(used.blocks, 0);
}

// a parameter that has a value in each run, with and without `draw`
static void parameters_of_a_run(void **state) {
  (void)state;
  static const char *const live[] = {"l"};
  static const char model[] = "model a\nparam l = 1\ncoord x1, y1, x2, y2\n"
                              "lagrangian (x1'^2 + y1'^2 + x2'^2 + y2'^2)/2\n"
                              "holonomic rod: (x1 - x2)^2 + (y1 - y2)^2 = l^2\ninit x2 = l\n";
  char drawn[512];
  snprintf(drawn, sizeof drawn, "%sdraw disk [l*x2, y2], 3*l", model);
  const char *const texts[] = {model, drawn};
  for (int i = 0; i < 2; i++) {
    scene s = {.trial = {.c = noslip_open(NULL)}};
    noslip_model_options options = {.live = live, .nlive = 1};
    assert_int_equal(noslip_model_parse(s.trial.c, "test", texts[i], &options, &s.trial.m),
                     NOSLIP_OK);
    const noslip_run_options run = {.method = "rattle", .step = 0.1, .backend = "interpret"};
    assert_int_equal(noslip_run_new(s.trial.c, s.trial.m, &run, &s.trial.r), NOSLIP_OK);
    assert_int_equal(noslip_shapes_new(s.trial.r, &s.shapes), NOSLIP_OK);
    assert_int_equal(get(&s, 0).kind, i == 0 ? NOSLIP_SHAPE_ROD : NOSLIP_SHAPE_DISK);
    if (i == 1)
      check_vector(get(&s, 0).size, 3, 3, 0);
    end(&s);
  }
}

// every request fails once
static void memory_that_runs_out(void **state) {
  (void)state;
  bool done = false;
  for (long at = 1; !done; at++) {
    counter used = {0};
    noslip_context *c = noslip_open(&(noslip_options){count, &used});
    noslip_model *m;
    noslip_run *r;
    noslip_shapes *shapes;
    const noslip_run_options options = {.method = "dla-mp", .step = 0.1, .backend = "interpret"};
    assert_int_equal(noslip_model_parse(c, "test", FREE, NULL, &m), NOSLIP_OK);
    assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
    used.fail_at = used.requests + at;
    noslip_status status = noslip_shapes_new(r, &shapes);
    done = status == NOSLIP_OK;
    assert_true(done || (status == NOSLIP_ERROR_MEMORY && !shapes));
    noslip_shapes_free(shapes);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(c);
    assert_int_equal(used.blocks, 0);
  }
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  scene s = begin(FREE, "dla-mp");
  noslip_shapes *none = s.shapes;
  assert_int_equal(noslip_shapes_new(NULL, &none), NOSLIP_ERROR_ARGUMENT);
  assert_null(none);
  assert_int_equal(noslip_shapes_new(s.trial.r, NULL), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(s.trial.c), "shapes");
  assert_int_equal(noslip_shapes_look(NULL), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_shapes_look_at(s.shapes, NULL), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_shapes_count(NULL), 0);
  assert_false(noslip_shapes_get(NULL, 0, NULL));
  noslip_shapes_free(NULL);
  end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_in_the_plane),
      cmocka_unit_test(kinds_in_space),
      cmocka_unit_test(forces_and_accelerations),
      cmocka_unit_test(accelerations_of_a_body),
      cmocka_unit_test(other_classes),
      cmocka_unit_test(families_are_read_from_the_state),
      cmocka_unit_test(forces_of_pairs_are_refused),
      cmocka_unit_test(models_without_drawings_have_shapes),
      cmocka_unit_test(rows_show_the_same),
      cmocka_unit_test(looking_leaves_no_trace),
      cmocka_unit_test(parameters_of_a_run),
      cmocka_unit_test(memory_that_runs_out),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return check_run(argc, argv, tests);
}
