// Tests of equivariance: the symmetries of a model are found, those it does not have are not, and a
// step that does not commute with them shows.

#include "tests/support/check.h"

#include "base/vec.h"
#include "noslip/structure.h"
#include "run/equivariance.h"

#include <math.h>
#include <string.h>

static const char spherical[] = "model spherical\ncoord q[1..3]\n"
                                "lagrangian dot(q', q')/2 - q[3]\nholonomic rod: dot(q, q) = 1\n"
                                "init q = [0.6, 0, -0.8], q' = [0, 0.9, 0]\n";
static const char disk[] = "model disk\ncoord x, y, ph: angle, th: angle\n"
                           "lagrangian (x'^2 + y'^2 + ph'^2 + th'^2)/2\n"
                           "nonholonomic a: x' = th'*cos(ph)\nnonholonomic b: y' = th'*sin(ph)\n"
                           "init ph' = 0.5, th' = 1, x' = 1, x = 2, y = -1\n";
static const char top[] =
    "model top\ncoord R: SO(3) velocity w\n"
    "lagrangian (1.5*w[1]^2 + 1.44*w[2]^2 + 0.94*w[3]^2)/2 - R[3,3]\n"
    "init R = [[0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]], w = [0.5, -0.3, 1]\n";
// rotations about the axis (0, 3, 4), beside which nothing is symmetric
static const char tilted[] = "model tilted\ncoord x, y, z\n"
                             "lagrangian (x'^2 + y'^2 + z'^2)/2 - (3*y + 4*z)^2*(x^2 + y^2 + z^2)\n"
                             "init x = 0.3, y = 0.2, z = 0.1, x' = 0.4, z' = 0.1\n";

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
  noslip_structure found;
} trial;

static trial measure(const char *text, const char *name, double h) {
  trial t = {.context = noslip_open(NULL)};
  noslip_run_options o = {.method = name, .step = h, .steps = 5, .backend = "interpret"};
  if (noslip_model_parse(t.context, "test", text, NULL, &t.model) != NOSLIP_OK ||
      noslip_run_new(t.context, t.model, &o, &t.run) != NOSLIP_OK ||
      noslip_run_structure(t.run, &t.found) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  return t;
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// the lines about symmetries: the first, and how many there are
static const noslip_measure *symmetries(const trial *t, int *count) {
  const noslip_measure *first = NULL;
  *count = 0;
  for (int i = 0; i < t->found.nmeasure; i++)
    if (t->found.measures[i].kind == NOSLIP_STRUCTURE_EQUIVARIANCE) {
      first = first ? first : &t->found.measures[i];
      ++*count;
    }
  return first;
}

// the model has exactly these, and every one is kept, or none
static double look(const char *text, const char *name, double h, bool kept, int n,
                   const char *const *names) {
  trial t = measure(text, name, h);
  int count;
  double least = (double)INFINITY, most = 0;
  const noslip_measure *m = symmetries(&t, &count);
  assert_int_equal(count, n);
  for (int i = 0; i < n; i++) {
    assert_string_equal(m[i].name, names[i]);
    check_that(m[i].kept == kept, __FILE__, __LINE__, "%s, %s: %g with accuracy %g\n", name,
               m[i].name, m[i].value, m[i].accuracy);
    least = fmin(least, m[i].value);
    most = fmax(most, m[i].value);
  }
  end(&t);
  return kept ? most : least;
}

static void lists_none(const char *text, const char *name, const char *reason) {
  trial t = measure(text, name, 0.1);
  int count;
  const noslip_measure *m = symmetries(&t, &count);
  assert_int_equal(count, 1);
  check_that(m->reason != NULL, __FILE__, __LINE__, "found %s\n", m->name);
  check_text(m->reason, reason);
  assert_true(isnan(m->value) && !m->kept);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// which methods are equivariant

static const char *const turn[] = {"symmetry dq[1] = q[2], dq[2] = -q[1]"};

static void rotations_are_kept_by_rattle_and_stages(void **unused) {
  (void)unused;
  static const char *const methods[] = {"rattle", "lobatto(3)", "spark(3)", "reich",
                                        "compose(rattle, yoshida4)"};
  for (int i = 0; i < 5; i++)
    check_below(look(spherical, methods[i], 0.1, true, 1, turn), 2e-15);
}

// coordinates one after the other: they are not those of a turned frame. The error of a step is of
// third order, and so is what the two frames make of it.
static void rotations_are_not_kept_by_itoh_abe(void **unused) {
  (void)unused;
  double large = look(spherical, "itoh-abe", 0.1, false, 1, turn);
  double small = look(spherical, "itoh-abe", 0.05, false, 1, turn);
  check_above(large, 1e-6);
  check_above(log2(large/small), 1.5);
}

// with a rotation that turns an angle, too
static void motions_of_the_plane_are_found(void **unused) {
  (void)unused;
  static const char *const names[] = {"symmetry dx = y, dy = -x, dph = -1", "symmetry dx = 1",
                                      "symmetry dy = 1", "symmetry dth = 1"};
  check_below(look(disk, "dla-mp", 0.1, true, 4, names), 1e-15);
  check_below(look(disk, "spark(3)", 0.1, true, 4, names), 1e-15);
}

static void left_rotations_are_kept_on_groups(void **unused) {
  (void)unused;
  static const char *const names[] = {"symmetry from the left along w[3]"};
  check_below(look(top, "lobatto(3)", 0.2, true, 1, names), 1e-15);
  check_below(look(top, "lobatto(2, retraction=exp)", 0.2, true, 1, names), 1e-15);
}

// ---------------------------------------------------------------------------------------------
// which symmetries a model has

static void axes_may_be_tilted(void **unused) {
  (void)unused;
  static const char *const names[] = {"symmetry dx = y - 0.75*z, dy = -x, dz = 0.75*x"};
  check_below(look(tilted, "rattle", 0.1, true, 1, names), 1e-14);
}

// what is in forces counts, and a constant one changes nothing
static void forces_are_looked_at(void **unused) {
  (void)unused;
#define PLANE "model plane\ncoord x, y\nlagrangian (x'^2 + y'^2)/2"
#define START "init x = 1, y' = 0.7\n"
  static const char *const all[] = {"symmetry dx = y, dy = -x", "symmetry dx = 1",
                                    "symmetry dy = 1"};
  look(PLANE "\n" START, "dla-mp", 0.1, true, 3, all);
  look(PLANE "\nforce x = -x'\nforce y = -y'\n" START, "dla-mp", 0.1, true, 3, all);
  look(PLANE "\nforce x = -x'\nforce y = -2*y'\n" START, "dla-mp", 0.1, true, 2, all + 1);
  look(PLANE " - 3*y\n" START, "dla-mp", 0.1, true, 2, all + 1);
  look(PLANE " - (x^2 + y^2)^2\n" START, "dla-mp", 0.1, true, 1, all);
  look(PLANE " - (x^2 + y^2)^2\n" START, "itoh-abe", 0.1, false, 1, all);
  look(PLANE " - x^4\n" START, "itoh-abe", 0.1, true, 1, all + 2);
  look(PLANE " + 2*(x*y' - y*x') - x^2 - y^2\n" START, "dla-mp", 0.1, true, 1, all);
}

// a term that is a millionth of the others breaks a symmetry, and one below rounding does not
static void small_terms_are_noticed(void **unused) {
  (void)unused;
  static const char *const all[] = {"symmetry dx = y, dy = -x"};
  lists_none(PLANE " - (x^2 + y^2) - 1e-6*x^2\n" START, "dla-mp", "no linear symmetry");
  look(PLANE " - (x^2 + y^2) - 1e-30*x^2\n" START, "dla-mp", 0.1, true, 1, all);
}

static void many_coordinates_move_alike(void **unused) {
  (void)unused;
  static const char chain[] =
      "model chain\ncoord x[1..8], y[1..8]\n"
      "lagrangian sum(i in 1..8: (x[i]'^2 + y[i]'^2)/2 - (x[i]^2 + y[i]^2)^2/4)\n"
      "for i in 2..8 { holonomic c[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
      "init x = [0, 1, 2, 3, 4, 5, 6, 7], y' = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]\n";
  static const char vectors[] =
      "model vectors\ncoord r[1..5, 1..3]\n"
      "lagrangian sum(i in 1..5: sum(k in 1..3: r[i,k]'^2))/2\n"
      "  - sum(i in 2..5: sum(k in 1..3: (r[i,k] - r[i-1,k])^2))\n"
      "init r[2,1] = 1, r[3,2] = 1, r[4,1] = 0.5, r[5,3] = 2, r[1,3]' = 0.3\n";
  trial t = measure(chain, "rattle", 0.02);
  int count;
  const noslip_measure *m = symmetries(&t, &count);
  assert_int_equal(count, 1);
  check_text(m->name, "dx[1] = y[1], dx[2] = y[2]");
  assert_true(m->kept);
  end(&t);
  t = measure(vectors, "dla-mp", 0.1);
  m = symmetries(&t, &count);
  assert_int_equal(count, 6);  // motions of space
  for (int i = 0; i < 6; i++)
    assert_true(m[i].kept);
  end(&t);
}

static void no_symmetry_is_said(void **unused) {
  (void)unused;
  lists_none("model dae\nstate y[1..2]\ny[1]' = y[2], y[2]' = -y[1]\ninit y[1] = 1\n",
             "srk-gauss(2)", "no mechanical system");
  lists_none("model pendulum\ncoord th\nlagrangian th'^2/2 + cos(th)\ninit th = 1\n", "dla-mp",
             "no linear symmetry");
  lists_none("model body\ncoord R: SO(3) velocity w\n"
             "lagrangian dot(w, w)/2 - R[3,3] - R[1,2] - R[2,1]^2\ninit w = [1, 0.2, 0.3]\n",
             "lobatto(2)", "no symmetry from the left");
}

// more than twelve are told together
static void long_lists_are_cut(void **unused) {
  (void)unused;
  trial t = measure("model free\ncoord q[1..6]\nlagrangian dot(q', q')/2\n"
                    "init q = [1, 2, 3, 4, 5, 6], q' = [1, 0, 1, 0, 1, 0]\n",
                    "dla-mp", 0.1);
  int count;
  const noslip_measure *m = symmetries(&t, &count);
  assert_int_equal(count, 13);  // 15 rotations and 6 shifts
  assert_string_equal(m[12].name, "all other symmetries");
  assert_true(m[12].kept);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// the measurement can fail

static kernel_step *whole;

// a step that pushes one coordinate by a billionth
static kernel_result pushing(void *self, state *x, double h) {
  kernel_result result = whole(self, x, h);
  x->q[0] += 1e-9;
  return result;
}

static double distance_with(bool pushes) {
  trial t = measure(spherical, "rattle", 0.1);
  stepmap map;
  equivariance e;
  arena a;
  failure why;
  double value = (double)NAN;
  arena_init(&a, &t.context->memory);
  assert_true(stepmap_init(&map, t.run, &a) && equivariance_init(&e, &map, &a, &a));
  assert_int_equal(e.found.count, 1);
  whole = map.stepper->take;
  map.stepper->take = pushes ? pushing : whole;
  assert_int_equal(equivariance_at(&e, 0, &value, &why), NOSLIP_OK);
  arena_free(&a);
  end(&t);
  return value;
}

static void a_push_of_a_billionth_shows(void **unused) {
  (void)unused;
  check_below(distance_with(false), 1e-15);
  check_above(distance_with(true), 1e-10);
  check_below(distance_with(true), 1e-8);
}

// Z = exp(s X) is followed as far as s says: a rotation of the plane by s
static void rotations_are_exact(void **unused) {
  (void)unused;
  static const double X[] = {0, 1, -1, 0}, b[] = {0, 0};
  double term[2], next[2], v[] = {3, 4}, p[] = {3, 4};
  symmetry g = {.X = X, .b = b, .s = 0.7};
  symmetry_list list = {.term = term, .next = next};
  symmetry_move_velocity(&list, &g, v, 2);
  symmetry_move_momentum(&list, &g, p, 2);
  check_near(v[0], 3*cos(0.7) + 4*sin(0.7), 2e-15);
  check_near(v[1], 4*cos(0.7) - 3*sin(0.7), 2e-15);
  check_near(p[0], v[0], 1e-15);  // A^-T = A
  check_near(p[1], v[1], 1e-15);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rotations_are_kept_by_rattle_and_stages),
      cmocka_unit_test(rotations_are_not_kept_by_itoh_abe),
      cmocka_unit_test(motions_of_the_plane_are_found),
      cmocka_unit_test(left_rotations_are_kept_on_groups),
      cmocka_unit_test(axes_may_be_tilted),
      cmocka_unit_test(forces_are_looked_at),
      cmocka_unit_test(small_terms_are_noticed),
      cmocka_unit_test(many_coordinates_move_alike),
      cmocka_unit_test(no_symmetry_is_said),
      cmocka_unit_test(long_lists_are_cut),
      cmocka_unit_test(a_push_of_a_billionth_shows),
      cmocka_unit_test(rotations_are_exact),
  };
  return check_run(argc, argv, tests);
}
