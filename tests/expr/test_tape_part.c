// Tests of src/expr/tape_part.c: parts compute the bits of the whole, and are shared where they are
// the same law.

#include "tests/expr/graph_setting.h"

#include "expr/tape_part.h"

#include <stdlib.h>

typedef struct cutting {
  arena kept, scratch;
  const tape *all;
  tape_cutter *cutter;
} cutting;

static void begin(cutting *c, setting *s, const expr *f, int nf, int limit) {
  tape_group group = {.symbols = s->s, .n = variables};
  arena_init(&c->kept, &s->memory);
  arena_init(&c->scratch, &s->memory);
  c->all = tape_new(&c->scratch, s->g, &group, 1, f, nf);
  assert_non_null(c->all);
  c->cutter = tape_cutter_new(&c->kept, &c->scratch, c->all, limit);
  assert_non_null(c->cutter);
}

static void end(cutting *c, setting *s) {
  arena_free(&c->kept);
  arena_free(&c->scratch);
  setting_end(s);
}

// a tape at x, from fresh arrays
static void run(const tape *t, const double *x, double *out) {
  double work[2000] = {0};
  const double *in[] = {x};
  assert_true(t->nwork <= 2000);
  memset(out, 0, (size_t)t->nout*sizeof *out);
  tape_prepare(t, work);
  tape_run(t, work, in, out);
}

// the outputs [first, first + count) of the whole and by their part
static void check_part(cutting *c, const double *at, int first, int count) {
  double whole[8], part[8], x[variables];
  const int *input;
  int which = tape_cut(c->cutter, first, count), n = tape_part_inputs(c->cutter, &input);
  assert_true(which >= 0);
  for (int k = 0; k < n; k++) {
    assert_true(k == 0 || input[k] > input[k - 1]);
    x[k] = at[input[k]];
  }
  run(c->all, at, whole);
  run(tape_part(c->cutter, which), x, part);
  assert_memory_equal(part, whole + first, (size_t)count*sizeof *part);
}

static void parts_have_the_bits_of_the_whole(void **state) {
  (void)state;
  enum { outputs = 4, cases = 300 };
  for (uint64_t seed = 1; seed <= cases; seed++) {
    setting s;
    cutting c;
    expr f[outputs];
    double at[variables];
    setting_begin(&s);
    maker random = {.g = s.g, .dice = {seed}, .x = s.s, .n = variables};
    for (int i = 0; i < outputs; i++)
      f[i] = i == 2 && seed % 3 == 0 ? expr_zero : make_expr(&random, 4);
    for (int j = 0; j < variables; j++)
      at[j] = dice_real(&random.dice, -2, 2);
    begin(&c, &s, f, outputs, outputs + 2);
    for (int i = 0; i < outputs; i++)
      check_part(&c, at, i, 1);
    check_part(&c, at, 1, 3);
    end(&c, &s);
  }
}

// c - sin(x_i) x_{i+1}
static expr law(setting *s, double constant, int i) {
  expr sine = expr_call(s->g, EXPR_SIN, s->s[i]);
  return expr_sub(s->g, expr_number(s->g, constant), expr_mul(s->g, sine, s->s[i + 1]));
}

// one law of other inputs is one part; another constant is another part, and more than the limit none
static void laws_are_shared(void **state) {
  (void)state;
  setting s;
  cutting c;
  setting_begin(&s);
  expr f[] = {law(&s, 3, 0), law(&s, 3, 1), law(&s, 4, 0), law(&s, 5, 1)};
  begin(&c, &s, f, 4, 2);
  const int *input;
  assert_int_equal(tape_cut(c.cutter, 0, 1), 0);
  assert_int_equal(tape_cut(c.cutter, 1, 1), 0);
  assert_int_equal(tape_part_inputs(c.cutter, &input), 2);
  assert_true(input[0] == 1 && input[1] == 2);
  assert_int_equal(tape_cut(c.cutter, 2, 1), 1);
  assert_int_equal(tape_cut(c.cutter, 3, 1), -1);
  assert_int_equal(tape_part_count(c.cutter), 2);
  end(&c, &s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_have_the_bits_of_the_whole),
      cmocka_unit_test(laws_are_shared),
  };
  return check_run(argc, argv, tests);
}
