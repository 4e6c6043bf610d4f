// Tests of src/solve/least_norm.h: the shortest of the best solutions, whatever the rank.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "base/vec.h"
#include "solve/least_norm.h"

enum { largest = 24 };

// A = B C with B m x r, C r x n: of rank r
static void throw_product(dice *d, double *A, int m, int n, int r) {
  double B[largest*largest], C[largest*largest];
  for (int i = 0; i < largest*largest; i++) {
    B[i] = dice_real(d, -1, 1);
    C[i] = dice_real(d, -1, 1);
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      A[i*n + j] = 0;
      for (int k = 0; k < r; k++)
        A[i*n + j] += B[i*largest + k]*C[k*largest + j];
    }
}

// A^T (A x - b) = 0, and x is in the range of A^T: x = A^T y for the shortest y
static void solutions_are_best_and_shortest(void **state) {
  (void)state;
  arena a;
  least_norm s;
  dice d = {1};
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(least_norm_init(&s, &a, largest));
  for (int i = 0; i < 300; i++) {
    int m = 1 + i % largest, n = 1 + i*7 % largest, least = m < n ? m : n, r = 1 + i*5 % least;
    double A[largest*largest], T[largest*largest], b[largest], x[largest], y[largest],
        rest[largest] = {0}, slope[largest] = {0}, back[largest] = {0};
    throw_product(&d, A, m, n, r);
    for (int k = 0; k < m; k++)
      b[k] = dice_real(&d, -1, 1);
    assert_int_equal(least_norm_factor(&s, A, m, n, 1e-11), r);
    least_norm_solve(&s, b, x);
    double size = 1 + vec_max(x, n)*vec_max(A, m*n)*n;
    mat_vec(rest, A, x, m, n);
    vec_sub(rest, rest, b, m);
    mat_tvec_add(slope, 1, A, rest, m, n);
    check_below(vec_max(slope, n), 1e-12*size*size);
    for (int k = 0; k < m*n; k++)
      T[k % n*m + k/n] = A[k];
    assert_int_equal(least_norm_factor(&s, T, n, m, 1e-11), r);
    least_norm_solve(&s, x, y);
    mat_tvec_add(back, 1, A, y, m, n);
    vec_sub(back, back, x, n);
    check_below(vec_max(back, n), 1e-11*size*size);
  }
  arena_free(&a);
}

static void small_singular_values_are_rounding(void **state) {
  (void)state;
  arena a;
  least_norm s;
  double A[] = {1, 1, 1, 1 + 1e-13}, b[] = {2, 2}, x[2];
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(least_norm_init(&s, &a, 2));
  assert_int_equal(least_norm_factor(&s, A, 2, 2, 1e-11), 1);
  least_norm_solve(&s, b, x);
  check_near(x[0], 1, 1e-12);
  check_near(x[1], 1, 1e-12);
  assert_int_equal(least_norm_factor(&s, A, 2, 2, 1e-15), 2);
  double zero[4] = {0};
  assert_int_equal(least_norm_factor(&s, zero, 2, 2, 1e-11), 0);
  least_norm_solve(&s, b, x);
  assert_true(x[0] == 0 && x[1] == 0);
  arena_free(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_are_best_and_shortest),
      cmocka_unit_test(small_singular_values_are_rounding),
  };
  return check_run(argc, argv, tests);
}
