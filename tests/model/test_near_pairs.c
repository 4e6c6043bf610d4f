// Pairs of bodies that are near each other at the start: the grid of cells finds what looking at all
// pairs finds.

#include "tests/support/language.h"

#include "model/model.h"

#include <math.h>

enum { balls = 300 };

// a number in [0, 1)
static double next(unsigned *random) {
  *random = *random*1664525u + 1013904223u;
  return (double)(*random >> 8)/16777216;
}

typedef struct scene {
  reading r;
  near_gaps found;
  int axes;
} scene;

static double place(const scene *s, int axis, int i) {
  return s->r.model->positions.list[axis*balls + i - 1].start;
}

// balls of radius 1/2 in a box of this size, at random; `range` is what stands after `for`
static void drop_balls(scene *s, int axes, const char *range, double box, unsigned seed) {
  static const char *const gaps[] = {"abs(x[i] - x[j]) >= 1",
                                     "norm([x[i] - x[j], y[i] - y[j]]) >= 1",
                                     "norm([x[i] - x[j], y[i] - y[j], z[i] - z[j]]) >= 1"};
  char text[1000];
  *s = (scene){.axes = axes};
  snprintf(text, sizeof text,
           "model m\nconst n = %d\ncoord x[1..n], y[1..n], z[1..n]\n"
           "lagrangian dot(x', x') + dot(y', y') + dot(z', z')\n"
           "contact pair[i,j] for %s within 1.3: %s",
           balls, range, gaps[axes - 1]);
  model_system *m = reading_good(&s->r, text);
  for (int k = 0; k < 3*balls; k++)
    m->positions.list[k].start = box*(next(&seed) - 0.5);
  assert_true(near_pairs_find(&s->r.arena, m, &m->pairs.list[0], &s->found));
}

static bool overlap(const scene *s, int i, int j) {
  double square = 0;
  for (int k = 0; k < s->axes; k++)
    square += pow(place(s, k, i) - place(s, k, j), 2);
  return square < 1;
}

static bool is_found(const scene *s, int i, int j) {
  int count = 0;
  for (int k = 0; k < s->found.count; k++)
    count += s->found.list[k].i == i && s->found.list[k].j == j;
  assert_true(count <= 1);
  return count == 1;
}

// the number of pairs that overlap, all of which must have been found, and those in adjacent cells
static int agree(const scene *s, int *adjacent) {
  const contact_pairs *p = &s->r.model->pairs.list[0];
  int count = 0;
  *adjacent = 0;
  for (int i = p->first[0]; i <= p->last[0]; i++)
    for (int j = p->ordered ? i + 1 : p->first[1]; j <= p->last[1]; j++) {
      bool there = overlap(s, i, j);
      assert_int_equal(is_found(s, i, j), there);
      count += there;
      for (int k = 0; there && k < s->axes; k++)
        *adjacent += floor(place(s, k, i)/p->within) != floor(place(s, k, j)/p->within);
    }
  assert_int_equal(count, s->found.count);
  return count;
}

static void the_grid_finds_all_pairs(void **unused) {
  (void)unused;
  static const double boxes[] = {300, 20, 8};
  static const char *const ranges[] = {"i < j in 1..n", "i < j in 7..120",
                                       "i in 1..100, j in 101..n", "i in 200..290, j in 3..50"};
  for (int axes = 1; axes <= 3; axes++)
    for (int k = 0; k < 4; k++) {
      scene s;
      int adjacent;
      drop_balls(&s, axes, ranges[k], boxes[axes - 1], (unsigned)(axes + 10*k));
      assert_true(s.found.all);
      check_above(agree(&s, &adjacent), 5);
      check_above(adjacent, 3);  // a search in the cell of a body alone would miss these
      reading_end(&s.r);
    }
}

// Bodies with coordinates of their own: x of the one and y of the other count as places on one axis.
static void bodies_of_two_kinds_are_found(void **unused) {
  (void)unused;
  scene s = {.axes = 1};
  unsigned seed = 5;
  model_system *m = reading_good(
      &s.r,
      "model m\nconst n = 300\ncoord x[1..n], y[1..n]\nlagrangian dot(x', x') + dot(y', y')\n"
      "contact c[i,j] for i in 1..n, j in 51..n within 1.3 in x[i] - y[j]: abs(x[i] - y[j]) >= 1");
  for (int k = 0; k < 2*balls; k++)
    m->positions.list[k].start = 400*next(&seed);
  assert_true(near_pairs_find(&s.r.arena, m, &m->pairs.list[0], &s.found));
  int count = 0;
  for (int i = 1; i <= balls; i++)
    for (int j = 51; j <= balls; j++) {
      bool there = fabs(place(&s, 0, i) - place(&s, 1, j)) < 1;
      assert_int_equal(is_found(&s, i, j), there);
      count += there;
    }
  assert_int_equal(count, s.found.count);
  check_above(count, 50);
  reading_end(&s.r);
}

// a search that would take too long ends, and says so
static void crowds_are_noticed(void **unused) {
  (void)unused;
  scene s;
  drop_balls(&s, 2, "i < j in 1..n", 0.1, 1);
  assert_int_equal(s.found.count, near_gaps_most);
  assert_false(s.found.all);
  reading_end(&s.r);
}

// numbers beyond all cells, and no numbers at all
static void bodies_may_be_anywhere(void **unused) {
  (void)unused;
  scene s;
  drop_balls(&s, 3, "i < j in 1..n", 1e12, 1);
  assert_int_equal(s.found.count, 0);
  model_system *m = s.r.model;
  static const double far[] = {(double)INFINITY, -(double)INFINITY, (double)NAN};
  for (int k = 0; k < 3*balls; k++)
    m->positions.list[k].start = far[k % 3];
  for (int k = 0; k < 3; k++)
    m->positions.list[k*balls + 6].start = m->positions.list[k*balls + 8].start = 1e200;
  assert_true(near_pairs_find(&s.r.arena, m, &m->pairs.list[0], &s.found));
  assert_int_equal(s.found.count, 1);
  assert_true(is_found(&s, 7, 9));
  reading_end(&s.r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_grid_finds_all_pairs),
      cmocka_unit_test(bodies_of_two_kinds_are_found),
      cmocka_unit_test(crowds_are_noticed),
      cmocka_unit_test(bodies_may_be_anywhere),
  };
  return check_run(argc, argv, tests);
}
