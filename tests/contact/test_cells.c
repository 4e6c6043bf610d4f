// Tests of src/contact/cells.h: the pairs of the grid are those of brute force, in the same order.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "contact/cells.h"

enum { most = 400 };

static bool brute_close(const double *a, const double *b, int dimension, double distance) {
  double largest = 0;
  for (int k = 0; k < dimension; k++)
    largest = fmax(largest, fabs(a[k] - b[k]));
  return largest <= distance;
}

// compare with brute force; returns how many pairs there are
static long compare(const double *x, int n, int dimension, double distance) {
  int partner[most];
  long total = 0;
  arena a;
  cells c;
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(cells_init(&c, &a, n));
  cells_fill(&c, x, n, dimension, distance);
  for (int i = 0; i < n; i++) {
    int count = cells_partners(&c, i, partner), next = 0;
    for (int j = i + 1; j < n; j++)
      if (brute_close(x + i*dimension, x + j*dimension, dimension, distance)) {
        assert_true(next < count);
        assert_int_equal(partner[next++], j);
      }
    assert_int_equal(next, count);
    total += count;
  }
  arena_free(&a);
  return total;
}

static void the_grid_finds_what_brute_force_finds(void **state) {
  (void)state;
  dice d = {1};
  long total = 0;
  for (int i = 0; i < 120; i++) {
    double x[3*most];
    int dimension = 1 + i % 3, n = 1 + (int)dice_real(&d, 0, most - 1);
    double spread = exp(dice_real(&d, -3, 12)), distance = spread*exp(dice_real(&d, -6, 0));
    double far = i % 4 == 0 ? 1e9*spread : 0;
    for (int k = 0; k < n*dimension; k++)
      x[k] = far + dice_real(&d, -spread, spread);
    total += compare(x, n, dimension, distance);
  }
  check_above((double)total, 10000);
}

// points on a lattice whose spacing is the distance: every quotient is at the edge of a cell
static void points_at_the_distance_are_pairs(void **state) {
  (void)state;
  double x[3*343];
  for (int s = 0; s < 3; s++) {
    double step = s == 0 ? 1 : s == 1 ? 0.1 : 1.0/3;
    for (int i = 0; i < 343; i++) {
      x[3*i] = step*(i % 7 - 3);
      x[3*i + 1] = step*(i/7 % 7 - 3);
      x[3*i + 2] = step*(i/49 - 3);
    }
    check_above((double)compare(x, 343, 3, step*(1 + 1e-12)), 881);  // 3*7*7*6 = 882
  }
}

static void strange_points_have_no_partners(void **state) {
  (void)state;
  double x[] = {0, (double)NAN, 0.5, (double)INFINITY, 1e300, -1e300, 1e300, 0.25};
  int partner[8];
  arena a;
  cells c;
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(cells_init(&c, &a, 8));
  cells_fill(&c, x, 8, 1, 1);
  assert_int_equal(cells_partners(&c, 0, partner), 2);
  assert_int_equal(partner[0], 2);
  assert_int_equal(partner[1], 7);
  assert_int_equal(cells_partners(&c, 1, partner), 0);
  assert_int_equal(cells_partners(&c, 3, partner), 0);
  assert_int_equal(cells_partners(&c, 4, partner), 1);
  assert_int_equal(partner[0], 6);
  arena_free(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_grid_finds_what_brute_force_finds),
      cmocka_unit_test(points_at_the_distance_are_pairs),
      cmocka_unit_test(strange_points_have_no_partners),
  };
  return check_run(argc, argv, tests);
}
