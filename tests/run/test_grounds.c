// Grounds of contacts: planes and curves where the gap is zero, under the point that touches.

#include "tests/support/counting.h"
#include "tests/support/trial.h"

#include <math.h>
#include <string.h>

// a body at [x, y] with an angle; `rest` has the contact and its ground
#define BODY                                           \
  "model b\nparam r = 0.25, s = 0.6\ncoord x, y, th\n" \
  "lagrangian (x'^2 + y'^2 + th'^2)/2 - y\n"           \
  "init x = 1, y = 2, th = 0.5, x' = 1, th' = 3\n"
#define POINT                                                                           \
  "model p\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - z\ninit z = 3, x' = 1\n" \
  "contact bowl: z - x^2 - 2*y^2 >= 0\ndraw ground bowl, [x, y, z]"

typedef struct scene {
  trial trial;
  noslip_shapes *shapes;
} scene;

static scene begin(const char *text) {
  const char *method = strstr(text, "contact") ? "moreau" : "rattle";
  scene s = {.trial = trial_with(text, method, 0.01)};
  if (noslip_shapes_new(s.trial.r, &s.shapes) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(s.trial.c));
  return s;
}

static void end(scene *s) {
  noslip_shapes_free(s->shapes);
  trial_end(&s->trial);
}

static noslip_shape get(const scene *s) {
  noslip_shape shape;
  assert_true(noslip_shapes_get(s->shapes, 0, &shape));
  assert_int_equal(shape.kind, NOSLIP_SHAPE_GROUND);
  return shape;
}

// does the plane of the shape have this point, and this normal up to its length?
static void check_plane(const noslip_shape *s, double x, double y, double nx, double ny) {
  static const double rounding = 1e-15;
  double length = hypot(s->direction[0], s->direction[1]);
  check_near(s->direction[0]/length, nx, rounding);
  check_near(s->direction[1]/length, ny, rounding);
  check_near((s->points[0] - x)*nx + (s->points[1] - y)*ny, 0, 4*rounding);
  assert_false(s->curved);
}

// ---------------------------------------------------------------------------------------------
// planes

// The ground is where the point touches, wherever the body is and however it is turned.
static void a_plane_stays_where_it_is(void **state) {
  (void)state;
  static const char *const texts[] = {
      BODY "contact table: y - r >= 0\ndraw ground table, [x, y - r]",
      BODY "contact foot: y - sin(th) >= 0\ndraw ground foot, [x + cos(th), y - sin(th)]",
  };
  for (int i = 0; i < 2; i++) {
    scene s = begin(texts[i]);
    for (int k = 0; k < 3; k++) {
      const noslip_shape shape = get(&s);
      check_plane(&shape, 5, 0, 0, 1);
      trial_advance(&s.trial, 20);
      assert_int_equal(noslip_shapes_look(s.shapes), NOSLIP_OK);
    }
    end(&s);
  }
}

// twin: of another point of the body the ground is another, as far away as the points are
static void the_point_counts(void **state) {
  (void)state;
  scene s = begin(BODY "contact table: y - r >= 0\ndraw ground table, [x, y]");
  const noslip_shape shape = get(&s);
  check_plane(&shape, 0, 0.25, 0, 1);
  end(&s);
}

static void slopes_and_families(void **state) {
  (void)state;
  scene s = begin(BODY "contact hill[2]: -x*sin(s) + y*cos(s) - r >= 0\n"
                       "draw ground hill[2], [x + r*sin(s), y - r*cos(s)] colour green");
  noslip_shape shape = get(&s);
  check_plane(&shape, 0, 0, -sin(0.6), cos(0.6));
  assert_string_equal(shape.colour, "green");
  end(&s);
  // an axis along which nothing moves, and a holonomic constraint
  s = begin("model l\ncoord y\nlagrangian y'^2/2 - y\ncontact floor: y - 2 >= 0\ninit y = 3\n"
            "draw ground floor, [7, y]");
  shape = get(&s);
  check_plane(&shape, 0, 2, 0, 1);
  end(&s);
  s = begin(BODY "holonomic rail: x + y = 3\ndraw ground rail, [x, y]");
  shape = get(&s);
  check_plane(&shape, 1, 2, sqrt(0.5), sqrt(0.5));
  end(&s);
}

// ---------------------------------------------------------------------------------------------
// curves and surfaces

static double gap_at(const scene *s, double x, double y, double z) {
  const double place[3] = {x, y, z};
  double gap = (double)NAN;
  assert_true(noslip_shapes_gap(s->shapes, 0, place, &gap));
  return gap;
}

static void a_curve_is_where_the_gap_is_zero(void **state) {
  (void)state;
  scene s = begin(BODY "contact hill: y - r - cos(x) >= 0\ndraw ground hill, [x, y - r]");
  assert_true(get(&s).curved);
  for (int k = 0; k < 3; k++) {
    for (double x = -3; x < 3; x += 0.25)
      check_near(gap_at(&s, x, cos(x), 0), 0, 1e-15);
    check_near(gap_at(&s, 0, 3, 0), 2, 1e-15);  // twin: above it, it is not
    trial_advance(&s.trial, 20);
    assert_int_equal(noslip_shapes_look(s.shapes), NOSLIP_OK);
  }
  end(&s);
}

// next to the point there is the plane that touches: Newton's step from it
static void a_surface_has_a_plane_below_the_point(void **state) {
  (void)state;
  scene s = begin(POINT);
  const noslip_shape shape = get(&s);
  assert_true(shape.curved);
  check_near(gap_at(&s, 1, 2, 9), 0, 0);
  check_near(gap_at(&s, 1, 2, 8), -1, 0);
  check_near(shape.points[2], 0, 1e-15);
  check_near(shape.direction[2], 1, 0);
  end(&s);
}

// of other shapes there is no gap
static void planes_have_no_gap(void **state) {
  (void)state;
  const double place[3] = {0};
  double gap;
  scene s = begin(BODY "contact table: y >= 0\ndraw ground table, [x, y]\ndraw point [x, y]");
  assert_false(noslip_shapes_gap(s.shapes, 0, place, &gap));
  assert_false(noslip_shapes_gap(s.shapes, 1, place, &gap));
  assert_false(noslip_shapes_gap(s.shapes, 2, place, &gap));
  assert_false(noslip_shapes_gap(NULL, 0, place, &gap));
  end(&s);
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
    const noslip_run_options options = {.method = "moreau", .step = 0.1, .backend = "interpret"};
    assert_int_equal(noslip_model_parse(c, "test", POINT, NULL, &m), NOSLIP_OK);
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

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plane_stays_where_it_is),
      cmocka_unit_test(the_point_counts),
      cmocka_unit_test(slopes_and_families),
      cmocka_unit_test(a_curve_is_where_the_gap_is_zero),
      cmocka_unit_test(a_surface_has_a_plane_below_the_point),
      cmocka_unit_test(planes_have_no_gap),
      cmocka_unit_test(memory_that_runs_out),
  };
  return check_run(argc, argv, tests);
}
