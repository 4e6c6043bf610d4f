// Tests of src/solve/newton_sparse.h: Newton's method with a sparse Jacobian, as an array n x n and
// packed, against the dense one.

#include "tests/support/check.h"

#include "solve/newton_solve.h"
#include "solve/newton_sparse.h"

enum { n = 50, most = 3*n };

// r_i = x_i^3/3 + 2 x_i - x_(i-1) - x_(i+1) - 1; with `equal` equations 20 and 21 are the same
typedef struct chain {
  bool packed, equal;
  int first[n + 1], column[most], at[most];
} chain;

static void list_entries(chain *c) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; j++, count++) {
      c->column[count] = j;
      c->at[count] = c->packed ? count : i*n + j;
    }
    c->first[i + 1] = count;
  }
}

// row 21 takes the place of row 20, as far as the pattern goes
static bool is_alone(const chain *c, int i) {
  return c->equal && (i == 20 || i == 21);
}

static double entry(const chain *c, const double *x, int i, int j) {
  if (is_alone(c, i))
    return j == 20 || j == 21;
  return i == j ? x[i]*x[i] + 2 : -1;
}

static void residual(void *context, const double *x, double *r) {
  const chain *c = context;
  for (int i = 0; i < n; i++) {
    r[i] =
        x[i]*x[i]*x[i]/3 + 2*x[i] - (i > 0 ? x[i - 1] : 0) - (i < n - 1 ? x[i + 1] : 0) - 1;
    if (is_alone(c, i))
      r[i] = x[20] + x[21] - i;
  }
}

static void both(void *context, const double *x, double *r, double *J) {
  const chain *c = context;
  residual(context, x, r);
  for (int i = 0; !c->packed && i < n*n; i++)
    J[i] = 0;
  for (int i = 0; i < n; i++)
    for (int k = c->first[i]; k < c->first[i + 1]; k++)
      J[c->at[k]] = entry(c, x, i, c->column[k]);
}

typedef enum kind { DENSE, SPARSE, PACKED } kind;

// as stepper_find_zeros does it: a solve that only looks
static void find_pattern(newton *s, arena *a, const newton_equations *e) {
  arena scratch;
  arena_init(&scratch, a->memory);
  s->sparse = newton_sparse_seek(a, &scratch, n);
  for (int i = 0; i < n; i++)
    s->x[i] = 0.3 + 0.01*i;
  assert_int_equal(newton_solve(s, e), NEWTON_SINGULAR);
  assert_true(newton_sparse_found(s->sparse, a, n));
  assert_true(s->sparse->first[n] <= most - 2);
  arena_free(&scratch);
}

// solve from 0 into x; returns the result, and the equation that is named as the worst
static newton_result solve(kind which, bool equal, double *x, int *worst) {
  memory plain = memory_default();
  arena a;
  newton s;
  newton_sparse packed;
  chain c = {.packed = which == PACKED, .equal = equal};
  newton_equations e = {.context = &c, .residual = residual, .both = both};
  newton_shape shape = newton_one_block(n);
  list_entries(&c);
  shape.entries = c.packed ? c.first[n] : 0;
  arena_init(&a, &plain);
  assert_true(newton_init(&s, &a, shape));
  if (which == SPARSE)
    find_pattern(&s, &a, &e);
  if (which == PACKED) {
    sparse_rows of = {.first = c.first, .column = c.column, .packed = true};
    assert_true(newton_sparse_pack(&packed, &a, of, n));
    s.sparse = &packed;
  }
  for (int i = 0; i < n; i++) {
    s.x[i] = 0;
    s.scale[i] = 1;
  }
  newton_result result = newton_solve(&s, &e);
  for (int i = 0; i < n; i++)
    x[i] = s.x[i];
  *worst = s.last.worst;
  arena_free(&a);
  return result;
}

static void all_three_solve_alike(void **state) {
  (void)state;
  double x[3][n], off = 0, r[n];
  int worst;
  for (int k = DENSE; k <= PACKED; k++) {
    assert_int_equal(solve((kind)k, false, x[k], &worst), NEWTON_CONVERGED);
    for (int i = 0; i < n; i++)
      off = fmax(off, fabs(x[k][i] - x[0][i]));
  }
  check_below(off, 1e-14);
  x[PACKED][17] += 1e-9;
  residual(&(chain){false}, x[PACKED], r);
  assert_true(fabs(r[17]) > 1e-10);
}

// the dense solver names the equation that depends on those before it, and so does the sparse one; of
// a packed Jacobian it is one of those that depend on each other
static void dependent_equations_are_named(void **state) {
  (void)state;
  double x[n];
  int dense, sparse, packed;
  assert_int_equal(solve(DENSE, true, x, &dense), NEWTON_SINGULAR);
  assert_int_equal(solve(SPARSE, true, x, &sparse), NEWTON_SINGULAR);
  assert_int_equal(solve(PACKED, true, x, &packed), NEWTON_SINGULAR);
  assert_int_equal(dense, 21);
  assert_int_equal(sparse, dense);
  assert_true(packed == 20 || packed == 21);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_three_solve_alike),
      cmocka_unit_test(dependent_equations_are_named),
  };
  return check_run(argc, argv, tests);
}
