// Tests of src/solve/small_lu.h, dense.h and rank.h: residuals at rounding, pivots, what depends on
// what. Newton has a file of its own, test_newton.c.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "solve/dense.h"
#include "solve/dense_tile.h"
#include "solve/rank.h"
#include "solve/small_lu.h"

#include <float.h>

enum { largest = 60, trials = 20 };

// the two ways to solve, with one contract
typedef struct solver {
  int (*factor)(double *A, int *pivot, int n);
  void (*solve)(const double *A, const int *pivot, double *b, int n);
} solver;

static int small_factor(double *A, int *pivot, int n) {
  return small_lu_factor(A, pivot, n);
}

static void small_solve(const double *A, const int *pivot, double *b, int n) {
  small_lu_solve(A, pivot, b, n);
}

static const solver small = {small_factor, small_solve};
static const solver large = {dense_large_factor, dense_large_solve};
static const solver any = {dense_factor, dense_solve};

static void throw_matrix(dice *d, double *A, int count) {
  for (int i = 0; i < count; i++)
    A[i] = dice_real(d, -1, 1);
}

// largest |b - A x|_i/(|b_i| + sum_j |A_ij x_j|), with sums in long double
static double backward_error(const double *A, const double *x, const double *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    long double r = (long double)b[i], size = fabsl(r);
    for (int j = 0; j < n; j++) {
      r -= (long double)A[i*n + j]*(long double)x[j];
      size += fabsl((long double)A[i*n + j]*(long double)x[j]);
    }
    worst = fmax(worst, (double)(fabsl(r)/size));
  }
  return worst;
}

// solve one random system; its backward error
static double random_error(const solver *s, dice *d, int n) {
  double A[largest*largest] = {0}, lu[largest*largest], b[largest] = {0}, x[largest];
  int pivot[largest];
  throw_matrix(d, A, n*n);
  throw_matrix(d, b, n);
  memcpy(lu, A, sizeof lu);
  memcpy(x, b, sizeof x);
  assert_int_equal(s->factor(lu, pivot, n), -1);
  s->solve(lu, pivot, x, n);
  return backward_error(A, x, b, n);
}

// ---- residuals

// every size from nothing to 60, every path: the residual is n roundings at most
static void residual_is_rounding(void **state) {
  (void)state;
  const solver *all[] = {&small, &large, &any};
  for (int k = 0; k < 3; k++) {
    dice d = {7};
    for (int n = k == 1 ? 1 : 0; n <= largest; n++)
      for (int trial = 0; trial < trials; trial++)
        check_below(random_error(all[k], &d, n), (n + 4)*DBL_EPSILON);
  }
}

// elimination without exchanges, for comparison
static void solve_without_pivots(double *A, double *b, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double l = A[i*n + k]/A[k*n + k];
      for (int j = k; j < n; j++)
        A[i*n + j] -= l*A[k*n + j];
      b[i] -= l*b[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      b[i] -= A[i*n + j]*b[j];
    b[i] /= A[i*n + i];
  }
}

// pivoting: a tiny corner does no harm, and a zero one neither
static void tiny_pivots_are_avoided(void **state) {
  (void)state;
  const double A[] = {1e-20, 1, 1, 1}, b[] = {1, 2};
  double lu[4], x[2];
  int pivot[2];
  for (int zero = 0; zero < 2; zero++) {
    memcpy(lu, A, sizeof lu);
    memcpy(x, b, sizeof x);
    lu[0] = zero ? 0 : 1e-20;
    assert_int_equal(small_lu_factor(lu, pivot, 2), -1);
    small_lu_solve(lu, pivot, x, 2);
    check_near(x[0], 1, DBL_EPSILON);
    check_near(x[1], 1, DBL_EPSILON);
  }
}

// the test above has teeth: without exchanges the same system is solved with an error of 1
static void tiny_pivots_do_harm(void **state) {
  (void)state;
  double A[] = {1e-20, 1, 1, 1}, b[] = {1, 2};
  solve_without_pivots(A, b, 2);
  check_above(fabs(b[0] - 1), 0.9);
}

// a permutation needs an exchange in every column, and is solved without any rounding
static void permutations_are_exact(void **state) {
  (void)state;
  dice d = {11};
  for (int n = 1; n <= largest; n++) {
    double A[largest*largest] = {0}, b[largest], x[largest];
    int pivot[largest], to[largest];
    for (int i = 0; i < n; i++)
      to[i] = i;
    for (int i = n - 1; i > 0; i--) {
      int j = dice_below(&d, i + 1), t = to[i];
      to[i] = to[j];
      to[j] = t;
    }
    throw_matrix(&d, b, n);
    memcpy(x, b, sizeof x);
    for (int i = 0; i < n; i++)
      A[i*n + to[i]] = 1;
    assert_int_equal(dense_factor(A, pivot, n), -1);
    dense_solve(A, pivot, x, n);
    for (int i = 0; i < n; i++)
      assert_true(x[to[i]] == b[i]);
  }
}

// ---- singular matrices

// column c is zero: that column is returned, by all paths
static void zero_column_is_found(void **state) {
  (void)state;
  const solver *all[] = {&small, &large, &any};
  dice d = {13};
  for (int k = 0; k < 3; k++)
    for (int n = 1; n <= largest; n++) {
      double A[largest*largest];
      int pivot[largest], c = dice_below(&d, n);
      throw_matrix(&d, A, n*n);
      for (int i = 0; i < n; i++)
        A[i*n + c] = 0;
      assert_int_equal(all[k]->factor(A, pivot, n), c);
    }
}

// Two equal rows stay equal in every elimination, and their difference is exactly zero: the last
// column is returned. This needs a division by the pivot, a (1/a) is not always 1.
static void equal_rows_are_found(void **state) {
  (void)state;
  dice d = {17};
  for (int n = 2; n <= largest; n++)
    for (int trial = 0; trial < trials; trial++) {
      double A[largest*largest];
      int pivot[largest], a = dice_below(&d, n), b = (a + 1 + dice_below(&d, n - 1)) % n;
      throw_matrix(&d, A, n*n);
      memcpy(A + b*n, A + a*n, (size_t)n*sizeof *A);
      assert_int_equal(dense_factor(A, pivot, n), n - 1);
    }
}

// the first of several columns is returned
static void first_column_is_returned(void **state) {
  (void)state;
  double A[] = {1, 2, 3, 4, 2, 4, 6, 8, -1, -2, -3, -4, 4, 8, 12, 16};  // rank 1
  int pivot[4];
  assert_int_equal(dense_factor(A, pivot, 4), 1);
}

// what is not a number is no pivot, wherever it stands
static void not_a_number_is_found(void **state) {
  (void)state;
  const solver *all[] = {&small, &large, &any};
  const double bad[] = {(double)NAN, (double)INFINITY};
  dice d = {19};
  for (int k = 0; k < 3; k++)
    for (int n = 1; n <= largest; n++)
      for (int kind = 0; kind < 2; kind++) {
        double A[largest*largest];
        int pivot[largest];
        throw_matrix(&d, A, n*n);
        A[dice_below(&d, n*n)] = bad[kind];
        int found = all[k]->factor(A, pivot, n);
        assert_in_range(found, 0, n - 1);
      }
}

// nothing to solve is solved
static void empty_system_is_fine(void **state) {
  (void)state;
  assert_int_equal(dense_factor(NULL, NULL, 0), -1);
  dense_solve(NULL, NULL, NULL, 0);
}

// numbers near the end of their range: pivots of 1e-300 and, gradual, 1e-310
static void small_numbers_are_no_zeros(void **state) {
  (void)state;
  for (double size = 1; size > 1e-312; size *= 1e-10) {
    double A[] = {2*size, size, size, 3*size}, b[] = {3*size, 4*size};
    int pivot[2];
    assert_int_equal(dense_factor(A, pivot, 2), -1);
    dense_solve(A, pivot, b, 2);
    double rounding = fmax(DBL_EPSILON, DBL_MIN*DBL_EPSILON/size);  // of the numbers themselves
    check_near(b[0], 1, 4*rounding);
    check_near(b[1], 1, 4*rounding);
  }
}

// ---- two ways to the same numbers

// small and large path, well-conditioned matrices: the same solution to rounding
static void paths_agree(void **state) {
  (void)state;
  dice d = {23};
  for (int n = 1; n <= largest; n++) {
    double A[largest*largest] = {0}, B[largest*largest], x[largest] = {0}, y[largest];
    int pivot[largest];
    throw_matrix(&d, A, n*n);
    throw_matrix(&d, x, n);
    for (int i = 0; i < n; i++)
      A[i*n + i] += n;  // diagonally dominant: condition below 4
    memcpy(B, A, sizeof B);
    memcpy(y, x, sizeof y);
    assert_int_equal(small_lu_factor(A, pivot, n), -1);
    small_lu_solve(A, pivot, x, n);
    assert_int_equal(dense_large_factor(B, pivot, n), -1);
    dense_large_solve(B, pivot, y, n);
    for (int i = 0; i < n; i++)
      check_near(x[i], y[i], 16*DBL_EPSILON/n);  // |x| is about 1/n
  }
}

// up to dense_small the plain loops are taken: bit for bit
static void small_sizes_take_the_small_path(void **state) {
  (void)state;
  dice d = {29};
  double A[dense_small*dense_small], B[dense_small*dense_small];
  int p[dense_small], r[dense_small];
  throw_matrix(&d, A, dense_small*dense_small);
  memcpy(B, A, sizeof B);
  dense_factor(A, p, dense_small);
  small_lu_factor(B, r, dense_small);
  assert_memory_equal(A, B, sizeof A);
  assert_memory_equal(p, r, sizeof p);
}

// Blocks change no bit: factors and pivots are those of plain loops, also where zeros are passed over.
static void blocks_are_plain_loops(void **state) {
  (void)state;
  enum { most = 131 };
  static double A[most*most], B[most*most];
  int p[most], r[most];
  dice d = {31};
  for (int n = 1; n <= most; n += n < 70 ? 1 : 20)
    for (int band = 3; band <= most; band += 64) {
      throw_matrix(&d, A, n*n);
      for (int i = 0; i < n*n; i++)
        A[i] = abs(i/n - i % n) > band ? 0 : A[i];
      memcpy(B, A, (size_t)(n*n)*sizeof *A);
      assert_int_equal(dense_large_factor(A, p, n), -1);
      assert_int_equal(small_lu_factor(B, r, n), -1);
      assert_memory_equal(A, B, (size_t)(n*n)*sizeof *A);
      assert_memory_equal(p, r, (size_t)n*sizeof *p);
    }
}

// so are solutions: rows of L from the first column on, rows of U from the last
static void solutions_are_plain_loops(void **state) {
  (void)state;
  double A[largest*largest], x[largest], b[largest];
  int pivot[largest];
  dice d = {37};
  for (int n = 1; n <= largest; n++) {
    throw_matrix(&d, A, n*n);
    throw_matrix(&d, x, n);
    assert_int_equal(dense_large_factor(A, pivot, n), -1);
    memcpy(b, x, sizeof b);
    dense_large_solve(A, pivot, x, n);
    for (int k = 0; k < n; k++) {
      double t = b[pivot[k]];
      b[pivot[k]] = b[k];
      b[k] = t;
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        b[i] -= A[i*n + j]*b[j];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = n - 1; j > i; j--)
        b[i] -= A[i*n + j]*b[j];
      b[i] /= A[i*n + i];
    }
    assert_memory_equal(x, b, (size_t)n*sizeof *x);
  }
}

#if defined __GNUC__ && defined __x86_64__
// A -= L U with vectors of two, of four, and without: the same bits
static void widths_of_vectors_agree(void **state) {
  (void)state;
  enum { m = 12, n = 40 };
  double A[3][m*n], L[m*n], U[tile_depth*tile_width];
  dice d = {41};
  throw_matrix(&d, A[0], m*n);
  throw_matrix(&d, L, m*n);
  throw_matrix(&d, U, tile_depth*tile_width);
  for (int k = 0; k < 3; k++)
    memcpy(A[k], A[0], sizeof A[0]);
  tile_block t = {
      .A = A[0], .L = L, .U = U, .n = n, .m = m, .depth = tile_depth, .width = tile_width};
  tile_plain(&t, 0, tile_width);
  t.A = A[1];
  assert_int_equal(tile_rows_in_pairs(&t), m);
  t.A = A[2];
  if (__builtin_cpu_supports("avx2"))
    assert_int_equal(tile_rows_in_quads(&t), m);
  else
    tile_plain(&t, 0, tile_width);
  assert_memory_equal(A[0], A[1], sizeof A[0]);
  assert_memory_equal(A[0], A[2], sizeof A[0]);
}
#endif

// ---- rank

typedef struct rows {
  memory memory;
  arena arena;
  rank r;
  double *B;  // m x n
} rows;

static void rows_begin(rows *s, int m, int n) {
  s->memory = memory_default();
  arena_init(&s->arena, &s->memory);
  assert_true(rank_init(&s->r, &s->arena, m, n));
  s->B = ARENA_ARRAY(&s->arena, double, m*n);
  assert_non_null(s->B);
}

// m rows in R^n that span r dimensions
static void throw_rows(rows *s, dice *d, int r) {
  int m = s->r.m, n = s->r.n;
  double basis[largest*largest];
  throw_matrix(d, basis, r*n);
  for (int k = 0; k < m; k++)
    for (int l = 0; l < r; l++) {
      double c = dice_real(d, -1, 1);
      for (int i = 0; i < n; i++)
        s->B[k*n + i] += c*basis[l*n + i];
    }
}

// |row - sum of c_j row_j| against the length of the row, of the dependent row at place k
static double combination_error(rows *s, int k) {
  rank *r = &s->r;
  const double *c = rank_combination(r, k);
  double worst = 0, length = r->length[r->order[k]];
  for (int i = 0; i < r->n; i++) {
    long double rest = (long double)s->B[r->order[k]*r->n + i];
    for (int j = 0; j < r->rank; j++)
      rest -= (long double)c[j]*(long double)s->B[r->order[j]*r->n + i];
    worst = fmax(worst, fabs((double)rest));
  }
  return length > 0 ? worst/length : worst;
}

// the chosen directions are orthonormal
static double orthogonality_error(const rank *r) {
  double worst = 0;
  for (int a = 0; a < r->rank; a++)
    for (int b = 0; b <= a; b++) {
      long double dot = a == b ? -1 : 0;
      for (int i = 0; i < r->n; i++)
        dot +=
            (long double)r->Q[r->order[a]*r->n + i]*(long double)r->Q[r->order[b]*r->n + i];
      worst = fmax(worst, fabs((double)dot));
    }
  return worst;
}

static void assert_permutation(const int *order, int m) {
  bool seen[largest] = {false};
  for (int k = 0; k < m; k++) {
    assert_in_range(order[k], 0, m - 1);
    assert_false(seen[order[k]]);
    seen[order[k]] = true;
  }
}

// random sets of every shape, more rows than dimensions too: the rank is found, and the
// coefficients make every dependent row of the chosen ones
static void rank_and_combinations_are_found(void **state) {
  (void)state;
  dice d = {31};
  for (int trial = 0; trial < 2000; trial++) {
    int m = 1 + dice_below(&d, 12), n = 1 + dice_below(&d, 12), most = m < n ? m : n;
    int wanted = dice_below(&d, most + 1);
    rows s;
    rows_begin(&s, m, n);
    throw_rows(&s, &d, wanted);
    assert_int_equal(rank_find(&s.r, s.B), wanted);
    assert_int_equal(s.r.rank, wanted);
    assert_permutation(s.r.order, m);
    check_below(orthogonality_error(&s.r), 1e-14);
    for (int k = wanted; k < m; k++)
      check_below(combination_error(&s, k), 1e-12);  // rounding x condition of the chosen rows
    arena_free(&s.arena);
  }
}

// the check above has teeth: another row than the one at this place is not that combination
static void combination_check_can_fail(void **state) {
  (void)state;
  dice d = {37};
  rows s;
  rows_begin(&s, 5, 6);
  throw_rows(&s, &d, 3);
  assert_int_equal(rank_find(&s.r, s.B), 3);
  s.B[s.r.order[3]*6] += 1e-3;
  check_above(combination_error(&s, 3), 1e-4);
  arena_free(&s.arena);
}

// a zero row depends on none: its coefficients are zero, and it is never chosen
static void zero_rows_depend_on_none(void **state) {
  (void)state;
  dice d = {41};
  rows s;
  rows_begin(&s, 4, 5);
  throw_rows(&s, &d, 4);
  memset(s.B + 2*5, 0, 5*sizeof *s.B);
  assert_int_equal(rank_find(&s.r, s.B), 3);
  assert_int_equal(s.r.order[3], 2);
  assert_true(s.r.length[2] == 0);
  const double *c = rank_combination(&s.r, 3);
  for (int j = 0; j < 3; j++)
    assert_true(c[j] == 0);
  memset(s.B, 0, 4*5*sizeof *s.B);
  assert_int_equal(rank_find(&s.r, s.B), 0);
  arena_free(&s.arena);
}

// lengths do not matter: rows times powers of two give the same choice, bit for bit, and
// coefficients times those powers; the workspace can be used again
static void rank_does_not_see_lengths(void **state) {
  (void)state;
  dice d = {43};
  for (int trial = 0; trial < 200; trial++) {
    rows s;
    double c[8], factor[8];
    int order[8];
    rows_begin(&s, 8, 6);
    throw_rows(&s, &d, 4);
    assert_int_equal(rank_find(&s.r, s.B), 4);
    memcpy(order, s.r.order, sizeof order);
    memcpy(c, rank_combination(&s.r, 5), sizeof c);
    for (int k = 0; k < 8; k++) {
      factor[k] = ldexp(1, dice_below(&d, 1001) - 500);
      for (int i = 0; i < 6; i++)
        s.B[k*6 + i] *= factor[k];
    }
    assert_int_equal(rank_find(&s.r, s.B), 4);
    assert_memory_equal(order, s.r.order, sizeof order);
    const double *scaled = rank_combination(&s.r, 5);
    for (int j = 0; j < 4; j++)
      assert_true(scaled[j]*(factor[order[j]]/factor[order[5]]) == c[j]);
    arena_free(&s.arena);
  }
}

// the tolerance: what stands out of a plane by 1e-9 is a direction, by 1e-11 it is rounding
static void tolerance_is_where_it_says(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    double out = k == 0 ? 10*rank_tolerance : 0.1*rank_tolerance;
    rows s;
    rows_begin(&s, 3, 3);
    const double B[] = {1, 0, 0, 0, 1, 0, 0.6, 0.8, out};
    memcpy(s.B, B, sizeof B);
    assert_int_equal(rank_find(&s.r, s.B), k == 0 ? 3 : 2);
    arena_free(&s.arena);
  }
}

// the longest remainder is chosen, so nearly equal rows do not spoil the rest
static void longest_remainder_is_chosen(void **state) {
  (void)state;
  rows s;
  rows_begin(&s, 3, 3);
  const double B[] = {1, 0, 0, 1, 1e-6, 0, 0, 0, 1};
  memcpy(s.B, B, sizeof B);
  assert_int_equal(rank_find(&s.r, s.B), 3);
  assert_int_equal(s.r.order[0], 0);
  assert_int_equal(s.r.order[1], 2);
  assert_int_equal(s.r.order[2], 1);
  arena_free(&s.arena);
}

// no rows, or rows without entries
static void nothing_has_rank_zero(void **state) {
  (void)state;
  rows s;
  rows_begin(&s, 0, 3);
  assert_int_equal(rank_find(&s.r, s.B), 0);
  arena_free(&s.arena);
  rows_begin(&s, 3, 0);
  assert_int_equal(rank_find(&s.r, s.B), 0);
  arena_free(&s.arena);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(residual_is_rounding),
    cmocka_unit_test(tiny_pivots_are_avoided),
    cmocka_unit_test(tiny_pivots_do_harm),
    cmocka_unit_test(permutations_are_exact),
    cmocka_unit_test(zero_column_is_found),
    cmocka_unit_test(equal_rows_are_found),
    cmocka_unit_test(first_column_is_returned),
    cmocka_unit_test(not_a_number_is_found),
    cmocka_unit_test(empty_system_is_fine),
    cmocka_unit_test(small_numbers_are_no_zeros),
    cmocka_unit_test(paths_agree),
    cmocka_unit_test(small_sizes_take_the_small_path),
    cmocka_unit_test(blocks_are_plain_loops),
    cmocka_unit_test(solutions_are_plain_loops),
#if defined __GNUC__ && defined __x86_64__
    cmocka_unit_test(widths_of_vectors_agree),
#endif
    cmocka_unit_test(rank_and_combinations_are_found),
    cmocka_unit_test(combination_check_can_fail),
    cmocka_unit_test(zero_rows_depend_on_none),
    cmocka_unit_test(rank_does_not_see_lengths),
    cmocka_unit_test(tolerance_is_where_it_says),
    cmocka_unit_test(longest_remainder_is_chosen),
    cmocka_unit_test(nothing_has_rank_zero),
  };
  return check_run(argc, argv, tests);
}
