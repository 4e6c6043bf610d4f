// Tests of src/solve/block_lu.h: sparse systems of small dense parts, against dense ones.

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "base/vec.h"
#include "solve/block_lu.h"
#include "solve/dense.h"

enum { side = 9, unknowns = 2*side*side, parts = 2*side*side };

// a net of side x side nodes with two unknowns each, and a part for each pair of neighbours
typedef struct net {
  block_lu lu;
  int npart, part[parts][4];
  double dense[unknowns*unknowns];
} net;

static block_limits room(int numbers) {
  return (block_limits){unknowns, parts, 4*parts, 40*unknowns, numbers};
}

static void make_parts(net *s) {
  s->npart = 0;
  for (int i = 0; i < side*side; i++)
    for (int way = 0; way < 2; way++) {
      int other = way == 0 ? i + 1 : i + side;
      if ((way == 0 && i % side == side - 1) || other >= side*side)
        continue;
      int *part = s->part[s->npart++];
      for (int k = 0; k < 4; k++)
        part[k] = 2*(k < 2 ? i : other) + k % 2;
    }
  block_order_begin(&s->lu.order);
  for (int p = 0; p < s->npart; p++)
    block_order_part(&s->lu.order, s->part[p], 4);
}

// numbers that are not symmetric, definite without being dominated by their diagonal
static void fill(net *s, dice *d) {
  block_lu_clear(&s->lu);
  vec_zero(s->dense, unknowns*unknowns);
  for (int i = 0; i < unknowns; i++)
    s->dense[i*unknowns + i] = 1;
  for (int p = 0; p < s->npart; p++) {
    double A[16], row[4];
    for (int i = 0; i < 16; i++)
      A[i] = dice_real(d, -30, 30);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        row[j] = vec_dot(A + 4*i, A + 4*j, 4) + (i < j ? 20 : i > j ? -20 : 0);
        s->dense[s->part[p][i]*unknowns + s->part[p][j]] += row[j];
      }
      block_lu_add(&s->lu, s->part[p][i], s->part[p], row, 4);
    }
  }
}

static void sparse_systems_are_solved(void **state) {
  (void)state;
  static net s;
  static double x[unknowns], b[unknowns], rest[unknowns];
  arena a;
  dice d = {1};
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(block_lu_init(&s.lu, &a, room(40000)));
  make_parts(&s);
  assert_true(block_lu_lay(&s.lu, unknowns));
  assert_int_equal(s.lu.order.nnode, side*side);
  for (int trial = 0; trial < 5; trial++) {
    fill(&s, &d);
    for (int i = 0; i < unknowns; i++)
      x[i] = b[i] = dice_real(&d, -1, 1);
    assert_true(block_lu_factor(&s.lu));
    block_lu_solve(&s.lu, x);
    mat_vec(rest, s.dense, x, unknowns, unknowns);
    vec_sub(rest, rest, b, unknowns);
    check_below(vec_max(rest, unknowns), 1e-12);
    x[7] += 1e-9;  // the check can fail
    mat_vec(rest, s.dense, x, unknowns, unknowns);
    vec_sub(rest, rest, b, unknowns);
    check_above(vec_max(rest, unknowns), 1e-8);
  }
  arena_free(&a);
}

// the order keeps the factors sparse: row by row they would have 2 side numbers more per row
static void the_order_saves_fill(void **state) {
  (void)state;
  static net s;
  arena a;
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(block_lu_init(&s.lu, &a, room(40000)));
  make_parts(&s);
  assert_true(block_lu_lay(&s.lu, unknowns));
  int blocks = s.lu.order.first[s.lu.order.nnode];
  print_message("net of %d x %d: %d blocks, in rows %d\n", side, side, blocks,
                side*side*(2*side + 1));
  check_below(blocks, side*side*(2*side + 1)*0.7);
  arena_free(&a);
}

static void what_does_not_fit_is_refused(void **state) {
  (void)state;
  static net s;
  arena a;
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(block_lu_init(&s.lu, &a, room(1000)));
  make_parts(&s);
  assert_false(block_lu_lay(&s.lu, unknowns));
  arena_free(&a);
}

static void singular_systems_are_told(void **state) {
  (void)state;
  static net s;
  const double minus = -1;
  arena a;
  memory plain = memory_default();
  arena_init(&a, &plain);
  assert_true(block_lu_init(&s.lu, &a, room(40000)));
  make_parts(&s);
  assert_true(block_lu_lay(&s.lu, unknowns));
  block_lu_clear(&s.lu);
  for (int i = 0; i < 2; i++)
    block_lu_add(&s.lu, s.part[3][i], &s.part[3][i], &minus, 1);
  assert_false(block_lu_factor(&s.lu));
  arena_free(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sparse_systems_are_solved),
      cmocka_unit_test(the_order_saves_fill),
      cmocka_unit_test(what_does_not_fit_is_refused),
      cmocka_unit_test(singular_systems_are_told),
  };
  return check_run(argc, argv, tests);
}
