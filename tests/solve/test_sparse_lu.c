// Tests of src/solve/sparse_lu.h: sparse systems against dense ones.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "base/vec.h"
#include "solve/dense.h"
#include "solve/sparse_lu.h"

#include <string.h>

enum { largest = 60 };

// a matrix with a pattern by chance, its number of rows, and its factors
typedef struct equations {
  arena arena;
  memory memory;
  int n, first[largest + 1], column[largest*largest], at[largest*largest];
  double A[largest*largest], dense[largest*largest], x[largest], b[largest];
  int pivot[largest];
  sparse_lu lu;
} equations;

static void list_entries(equations *s, const bool *there) {
  int count = 0;
  for (int i = 0; i < s->n; i++) {
    for (int j = 0; j < s->n; j++)
      if (there[i*s->n + j]) {
        s->column[count] = j;
        s->at[count++] = i*s->n + j;
      }
    s->first[i + 1] = count;
  }
}

// entries on a permuted diagonal and `more` others in each row
static void make_pattern(equations *s, dice *d, int n, int more) {
  bool there[largest*largest] = {false};
  s->n = n;
  for (int i = 0; i < n; i++) {
    there[i*n + (i*7 + 3) % n] = true;
    for (int k = 0; k < more; k++)
      there[i*n + dice_below(d, n)] = true;
  }
  list_entries(s, there);
}

static void open_system(equations *s) {
  sparse_pattern of;
  s->memory = memory_default();
  arena_init(&s->arena, &s->memory);
  assert_true(sparse_pattern_init(&of, &s->arena, s->n, s->first, s->column, s->at));
  assert_true(sparse_lu_init(&s->lu, &s->arena, of));
}

static void fill(equations *s, dice *d) {
  memset(s->A, 0, sizeof s->A);
  for (int k = 0; k < s->first[s->n]; k++)
    s->A[s->at[k]] = dice_real(d, -1, 1);
  for (int i = 0; i < s->n; i++)
    s->x[i] = dice_real(d, -1, 1);
  mat_vec(s->b, s->A, s->x, s->n, s->n);
}

// the largest error of the sparse solution and of the dense one
static double error_of(equations *s, bool sparse) {
  double x[largest], worst = 0;
  vec_copy(x, s->b, s->n);
  vec_copy(s->dense, s->A, s->n*s->n);
  if (sparse)
    sparse_lu_solve(&s->lu, x);
  else if (dense_factor(s->dense, s->pivot, s->n) < 0)
    dense_solve(s->dense, s->pivot, x, s->n);
  for (int i = 0; i < s->n; i++)
    worst = fmax(worst, fabs(x[i] - s->x[i]));
  return worst;
}

static void systems_are_solved_as_dense_ones(void **state) {
  (void)state;
  dice d = {5};
  static equations s;
  for (int k = 0; k < 60; k++) {
    make_pattern(&s, &d, 1 + dice_below(&d, largest), 1 + k % 4);
    open_system(&s);
    fill(&s, &d);
    vec_copy(s.dense, s.A, s.n*s.n);
    bool singular = dense_factor(s.dense, s.pivot, s.n) >= 0;
    assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL) >= 0, singular);
    if (!singular)
      check_below(error_of(&s, true), 1e-14 + 1e3*error_of(&s, false));
    arena_free(&s.arena);
  }
}

// and the other way: with a number changed the same measure is far from that
static void a_changed_number_shows(void **state) {
  (void)state;
  dice d = {7};
  static equations s;
  make_pattern(&s, &d, 40, 3);
  open_system(&s);
  fill(&s, &d);
  s.A[s.at[11]] += 1e-6;
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL), -1);
  assert_true(error_of(&s, true) > 1e-9);
  arena_free(&s.arena);
}

// with the pivots of other numbers the factors have the bits of factors made with these at once
static void refactoring_repeats_every_bit(void **state) {
  (void)state;
  dice d = {9};
  static equations s;
  double l[2][largest*largest], u[2][largest*largest];
  make_pattern(&s, &d, 50, 3);
  open_system(&s);
  fill(&s, &d);
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL), -1);
  for (int k = 0; k < s.first[s.n]; k++)
    s.A[s.at[k]] *= 1 + dice_real(&d, -1e-3, 1e-3);
  assert_int_equal(sparse_lu_refactor(&s.lu, s.A), -1);
  size_t nl = (size_t)s.lu.lfirst[s.n]*sizeof **l, nu = (size_t)s.lu.ufirst[s.n]*sizeof **u;
  int pivot[largest];
  memcpy(l[0], s.lu.l, nl);
  memcpy(u[0], s.lu.u, nu);
  memcpy(pivot, s.lu.pivot, sizeof(int)*(size_t)s.n);
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, pivot), -1);
  assert_memory_equal(l[0], s.lu.l, nl);
  assert_memory_equal(u[0], s.lu.u, nu);
  arena_free(&s.arena);
}

// a pivot that has become small is not kept: [e 1; 1 1] needs the other row
static void small_pivots_are_chosen_again(void **state) {
  (void)state;
  static equations s;
  bool all[4] = {true, true, true, true};
  s.n = 2;
  list_entries(&s, all);
  open_system(&s);
  memcpy(s.A, (double[]){2, 1, 1, 1}, 4*sizeof *s.A);
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL), -1);
  int before = s.lu.pivot[0];
  s.A[before*2 + s.lu.order[0]] = 1e-20;
  assert_int_equal(sparse_lu_refactor(&s.lu, s.A), -1);
  assert_int_not_equal(s.lu.pivot[0], before);
  arena_free(&s.arena);
}

// parts without a connection, one row, an empty column, two equal rows
static void special_systems(void **state) {
  (void)state;
  static equations s;
  bool one[1] = {true}, blocks[16] = {[0] = true,  [1] = true,  [4] = true,  [5] = true,
                                      [10] = true, [11] = true, [14] = true, [15] = true};
  s.n = 1;
  list_entries(&s, one);
  open_system(&s);
  s.A[0] = 4;
  s.b[0] = 8;
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL), -1);
  sparse_lu_solve(&s.lu, s.b);
  assert_true(s.b[0] == 2);
  arena_free(&s.arena);

  s.n = 4;
  list_entries(&s, blocks);
  open_system(&s);
  memcpy(s.A, (double[]){1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}, 16*sizeof *s.A);
  assert_true(sparse_lu_factor(&s.lu, s.A, NULL) >= 2);
  s.A[15] = 2;
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL), -1);
  arena_free(&s.arena);

  blocks[0] = blocks[4] = false;
  list_entries(&s, blocks);
  open_system(&s);
  assert_int_equal(sparse_lu_factor(&s.lu, s.A, NULL), 0);
  arena_free(&s.arena);
}

// a tridiagonal matrix keeps at most four numbers a row, whatever its length
static void chains_do_not_fill_in(void **state) {
  (void)state;
  enum { n = 2000 };
  static int first[n + 1], column[3*n], at[3*n];
  static double A[3*n], b[n];
  int count = 0;
  memory m = memory_default();
  arena a;
  sparse_pattern of;
  sparse_lu lu;
  for (int i = 0; i < n; i++) {
    for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; j++, count++) {
      column[count] = j;
      at[count] = count;
      A[count] = i == j ? 2 : -1;
    }
    first[i + 1] = count;
    b[i] = i == 0 || i == n - 1;
  }
  arena_init(&a, &m);
  assert_true(sparse_pattern_init(&of, &a, n, first, column, at) && sparse_lu_init(&lu, &a, of));
  assert_int_equal(sparse_lu_factor(&lu, A, NULL), -1);
  assert_true(sparse_lu_length(&lu) <= 4L*n);
  assert_true(lu.lower + lu.upper <= 8L*n);
  sparse_lu_solve(&lu, b);
  for (int i = 0; i < n; i++)
    check_below(fabs(b[i] - 1), 1e-9);
  arena_free(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(systems_are_solved_as_dense_ones),
      cmocka_unit_test(a_changed_number_shows),
      cmocka_unit_test(refactoring_repeats_every_bit),
      cmocka_unit_test(small_pivots_are_chosen_again),
      cmocka_unit_test(special_systems),
      cmocka_unit_test(chains_do_not_fill_in),
  };
  return check_run(argc, argv, tests);
}
