// Tests of src/solve/nearest.h: the nearest point of a set, with components that are held.

#include "tests/support/check.h"

#include "base/memory.h"
#include "base/vec.h"
#include "solve/nearest.h"

#include <math.h>
#include <string.h>

enum { most = 8 };

// r and A at x
typedef void equations(const double *x, double *r, double *A);

typedef struct trial {
  int n, m;
  equations *look;
  double x[most], start[most], place[nearest_places][most];
  double W[most*most], width[most];
  bool held[most];
  arena arena;
  memory memory;
  nearest solver;
} trial;

static bool look(void *self, double *r, double *A, double *c) {
  trial *t = self;
  double d[most];
  t->look(t->x, r, A);
  vec_sub(d, t->x, t->start, t->n);
  mat_vec(c, t->W, d, t->n, t->n);
  return true;
}

static void move(void *self, const double *d) {
  trial *t = self;
  vec_axpy(t->x, 1, d, t->x, t->n);
}

static void keep(void *self, int place) {
  trial *t = self;
  memcpy(t->place[place], t->x, sizeof t->x);
}

static void back(void *self, int place) {
  trial *t = self;
  memcpy(t->x, t->place[place], sizeof t->x);
}

static trial begin(int n, int m, equations *e, const double *start) {
  trial t = {.n = n, .m = m, .look = e};
  for (int i = 0; i < n; i++) {
    t.W[i*n + i] = 1;
    t.width[i] = 1;
    t.x[i] = t.start[i] = start[i];
  }
  return t;
}

static nearest_result find(trial *t, bool yield) {
  t->memory = memory_default();
  arena_init(&t->arena, &t->memory);
  nearest_problem of = {t->n, t->m, t, look, move, keep, back, t->held, t->W, t->width};
  assert_true(nearest_init(&t->solver, &t->arena, &of));
  return nearest_find(&t->solver, yield, 1e-12);
}

static void end(trial *t) {
  arena_free(&t->arena);
}

// ---- the equations

static void plane(const double *x, double *r, double *A) {
  r[0] = x[0] + 2*x[1] + 3*x[2] - 6;
  memcpy(A, (double[]){1, 2, 3}, 3*sizeof *A);
}

static void ellipse(const double *x, double *r, double *A) {
  r[0] = x[0]*x[0]/4 + x[1]*x[1] - 1;
  A[0] = x[0]/2;
  A[1] = 2*x[1];
}

// the second is twice the first
static void twice(const double *x, double *r, double *A) {
  r[0] = x[0] + x[1] - 1;
  r[1] = 2*r[0];
  A[0] = A[1] = 1;
  A[2] = A[3] = 2;
}

static void pair(const double *x, double *r, double *A) {
  r[0] = x[0] - x[1];
  r[1] = x[2] - x[3] - 1;
  memcpy(A, (double[]){1, -1, 0, 0, 0, 0, 1, -1}, 8*sizeof *A);
}

// ---- claims

// d = W^-1 A^T (A W^-1 A^T)^-1 (-r)
static void a_plane_is_reached_in_the_metric(void **unused) {
  (void)unused;
  trial t = begin(3, 1, plane, (double[]){0, 0, 0});
  t.W[4] = 4;
  assert_int_equal(find(&t, false), NEAREST_FOUND);
  double nu = 6/(1 + 4.0/4 + 9);
  check_near(t.x[0], nu, 1e-15);
  check_near(t.x[1], nu*2/4, 1e-15);
  check_near(t.x[2], nu*3, 1e-15);
  end(&t);
}

static void what_is_held_stays(void **unused) {
  (void)unused;
  trial t = begin(3, 1, plane, (double[]){0.1, 0, 0});
  t.held[0] = true;
  assert_int_equal(find(&t, false), NEAREST_FOUND);
  assert_true(t.x[0] == 0.1);
  check_near(t.x[1], 2*5.9/13, 1e-15);
  check_near(t.x[2], 3*5.9/13, 1e-15);
  end(&t);
}

// The nearest point of an ellipse: the normal there goes through the start. A step of Gauss and
// Newton alone, which is the twin, is 0.04 off.
static void the_nearest_point_is_found_far_away(void **unused) {
  (void)unused;
  const double starts[][2] = {{3, 2}, {0.4, 0.3}, {-5, 0.1}, {0.01, 40}};
  for (int k = 0; k < 4; k++) {
    trial t = begin(2, 1, ellipse, starts[k]);
    assert_int_equal(find(&t, false), NEAREST_FOUND);
    double r, A[2], dx = t.x[0] - starts[k][0], dy = t.x[1] - starts[k][1];
    ellipse(t.x, &r, A);
    check_below(fabs(r), 1e-15);
    check_below(fabs(dx*A[1] - dy*A[0])/hypot(dx, dy)/hypot(A[0], A[1]), 1e-13);
    end(&t);
  }
  double r, A[2], x = 3, y = 2;
  for (int k = 0; k < 20; k++) {
    ellipse((double[]){x, y}, &r, A);
    double nu = -r/(A[0]*A[0] + A[1]*A[1]);
    x += nu*A[0];
    y += nu*A[1];
  }
  ellipse((double[]){x, y}, &r, A);
  check_above(fabs((x - 3)*A[1] - (y - 2)*A[0])/hypot(x - 3, y - 2)/hypot(A[0], A[1]),
              0.01);
}

static void the_centre_of_a_circle_is_left(void **unused) {
  (void)unused;
  trial t = begin(2, 1, ellipse, (double[]){0, 0});
  assert_int_equal(find(&t, false), NEAREST_FOUND);
  assert_true(t.solver.left);
  check_near(t.x[0]*t.x[0]/4 + t.x[1]*t.x[1], 1, 1e-15);
  end(&t);
}

static void equations_may_depend_on_each_other(void **unused) {
  (void)unused;
  trial t = begin(2, 2, twice, (double[]){0, 0});
  assert_int_equal(find(&t, false), NEAREST_FOUND);
  check_near(t.x[0], 0.5, 1e-15);
  check_near(t.x[1], 0.5, 1e-15);
  end(&t);
}

// x0 = x1 cannot hold; the other equation and its held component have no part in it
static void a_contradiction_is_told(void **unused) {
  (void)unused;
  trial t = begin(4, 2, pair, (double[]){1, 2, 5, 0});
  t.held[0] = t.held[1] = t.held[2] = true;
  assert_int_equal(find(&t, false), NEAREST_CONTRADICTION);
  check_above(fabs(t.solver.of_equation[0]), 0.9);
  check_below(fabs(t.solver.of_equation[1]), 1e-15);
  check_above(fabs(t.solver.of_component[0]), 0.5);
  check_above(fabs(t.solver.of_component[1]), 0.5);
  assert_true(t.solver.of_component[2] == 0);
  end(&t);
}

// given ones move where they must, and only these: x2 stays, since x3 can follow it
static void held_components_yield_as_little_as_they_must(void **unused) {
  (void)unused;
  trial t = begin(4, 2, pair, (double[]){1, 2, 5, 0});
  t.held[0] = t.held[1] = t.held[2] = true;
  assert_int_equal(find(&t, true), NEAREST_FOUND);
  check_near(t.x[0], 1.5, 1e-15);
  check_near(t.x[1], 1.5, 1e-15);
  assert_true(t.x[2] == 5);
  check_near(t.x[3], 4, 1e-15);
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plane_is_reached_in_the_metric),
      cmocka_unit_test(what_is_held_stays),
      cmocka_unit_test(the_nearest_point_is_found_far_away),
      cmocka_unit_test(the_centre_of_a_circle_is_left),
      cmocka_unit_test(equations_may_depend_on_each_other),
      cmocka_unit_test(a_contradiction_is_told),
      cmocka_unit_test(held_components_yield_as_little_as_they_must),
  };
  return check_run(argc, argv, tests);
}
