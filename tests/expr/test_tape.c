// Tests of src/expr: tapes, copies of graphs, and what happens when memory or the limit runs out.

#include "tests/expr/graph_setting.h"

#include "expr/diff.h"
#include "expr/show.h"
#include "expr/tape.h"

#include <stdlib.h>

// ---- tapes

// a tape over the group of all symbols, and room to run it
typedef struct machine {
  arena arena;
  tape *t;
  double *work, *out;
} machine;

static void machine_begin(machine *m, setting *s, const expr *f, int nf) {
  tape_group group = {.symbols = s->s, .n = variables};
  arena_init(&m->arena, &s->memory);
  m->t = tape_new(&m->arena, s->g, &group, 1, f, nf);
  assert_non_null(m->t);
  m->work = ARENA_ARRAY(&m->arena, double, m->t->nwork);
  m->out = ARENA_ARRAY(&m->arena, double, nf);
  tape_prepare(m->t, m->work);
}

static const double *machine_run(machine *m, const double *at) {
  const double *in[] = {at};
  tape_run(m->t, m->work, in, m->out);
  return m->out;
}

// bit for bit, integer powers too
static void tape_agrees_with_nodes(void **state) {
  (void)state;
  enum { outputs = 3, cases = 1000 };
  for (uint64_t seed = 1; seed <= cases; seed++) {
    setting s;
    machine m;
    expr f[outputs];
    setting_begin(&s);
    maker random = {.g = s.g, .dice = {seed}, .x = s.s, .n = variables};
    for (int i = 0; i < outputs; i++)
      f[i] = make_expr(&random, 4);
    machine_begin(&m, &s, f, outputs);
    for (int k = 0; k < 3; k++) {
      double at[variables];
      for (int j = 0; j < variables; j++)
        at[j] = dice_real(&random.dice, -2, 2);
      double *value = evaluate(s.g, s.s, at, variables);
      const double *out = machine_run(&m, at);
      for (int i = 0; i < outputs; i++)
        assert_memory_equal(&out[i], &value[f[i]], sizeof out[i]);
      free(value);
    }
    arena_free(&m.arena);
    setting_end(&s);
  }
}

static int instructions(setting *s, const expr *f, int n) {
  machine m;
  machine_begin(&m, s, f, n);
  int ncode = m.t->ncode;
  arena_free(&m.arena);
  return ncode;
}

static void common_subexpressions_are_computed_once(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *g = s.g;
  expr sine = expr_call(g, EXPR_SIN, expr_mul(g, s.x, s.y));
  expr f[] = {expr_add(g, sine, s.x), expr_mul(g, sine, s.y), sine, s.x, expr_one};
  assert_int_equal(instructions(&s, f, 5), 4);  // product, sine, sum, product

  // x^2 = x*x, x^3 = x*x^2, x^4 = x^2*x^2, x^7 = x^3*x^4, x^-2 = 1/x^2
  expr powers[] = {expr_power(g, s.x, 3), expr_power(g, s.x, 2), expr_power(g, s.x, 4),
                   expr_power(g, s.x, 7), expr_power(g, s.x, -2)};
  assert_int_equal(instructions(&s, powers, 1), 2);
  assert_int_equal(instructions(&s, powers, 2), 2);
  assert_int_equal(instructions(&s, powers, 3), 3);
  assert_int_equal(instructions(&s, powers, 4), 4);
  assert_int_equal(instructions(&s, powers, 5), 5);
  setting_end(&s);
}

static void powers_have_the_right_value(void **state) {
  (void)state;
  enum { largest = 40 };
  setting s;
  machine m;
  expr f[2*largest + 1];
  setting_begin(&s);
  for (int k = -largest; k <= largest; k++)
    f[k + largest] = expr_power(s.g, s.x, k);
  machine_begin(&m, &s, f, 2*largest + 1);
  const double at[variables] = {-1.1, 0, 0};
  const double *out = machine_run(&m, at);
  for (int k = -largest; k <= largest; k++)
    check_below(fabs(out[k + largest]/pow(at[0], k) - 1), 2e-15);
  arena_free(&m.arena);
  setting_end(&s);
}

// slots: constants, the inputs that are used, one for each instruction
static void slots_are_in_order(void **state) {
  (void)state;
  setting s;
  machine m;
  setting_begin(&s);
  graph *g = s.g;
  expr f[] = {expr_zero, expr_add(g, expr_number(g, 2.5), expr_mul(g, s.x, s.z)), expr_zero};
  machine_begin(&m, &s, f, 3);
  assert_int_equal(m.t->nconstant, 1);
  assert_true(m.t->constants[0] == 2.5);
  assert_int_equal(m.t->nload[0], 2);
  assert_int_equal(m.t->load[0][1].from, 2);
  assert_int_equal(m.t->load[0][1].to, 2);
  assert_int_equal(m.t->ncode, 2);
  assert_int_equal(m.t->nwork, 5);
  for (int i = 0; i < m.t->ncode; i++)
    assert_int_equal(m.t->code[i].dst, 3 + i);

  // only the output that is not identically zero is stored
  assert_int_equal(m.t->nout, 3);
  assert_int_equal(m.t->nstore, 1);
  assert_int_equal(m.t->store[0].to, 1);
  arena_free(&m.arena);
  setting_end(&s);
}

static void groups_have_their_own_arrays(void **state) {
  (void)state;
  setting s;
  arena a;
  setting_begin(&s);
  arena_init(&a, &s.memory);
  tape_group groups[] = {{&s.x, 1}, {NULL, 0}, {&s.y, 2}};
  expr f = expr_sub(s.g, expr_mul(s.g, s.x, s.z), s.y);
  tape *t = tape_new(&a, s.g, groups, 3, &f, 1);
  assert_non_null(t);
  double x = 2, yz[] = {3, 5}, out = 0;
  const double *in[] = {&x, NULL, yz};
  double *work = ARENA_ARRAY(&a, double, t->nwork);
  tape_prepare(t, work);
  tape_run(t, work, in, &out);
  assert_true(out == 7);
  arena_free(&a);
  setting_end(&s);
}

static void branch_not_taken_does_not_leak(void **state) {
  (void)state;
  setting s;
  machine m;
  setting_begin(&s);
  expr root = expr_call(s.g, EXPR_SQRT, s.x);
  expr f = expr_select(s.g, expr_call2(s.g, EXPR_LESS, expr_zero, s.x), root, s.y);
  machine_begin(&m, &s, &f, 1);
  const double at[variables] = {-1, 0.5, 0};
  assert_true(machine_run(&m, at)[0] == 0.5);
  arena_free(&m.arena);
  setting_end(&s);
}

// ---- when something runs out

static void limit_is_a_failure_of_the_model(void **state) {
  (void)state;
  memory m = memory_default();
  graph *g = graph_new(&m, 100);
  expr x = expr_symbol(g, 1, "x"), e = x;
  for (int i = 0; i < 97; i++)
    e = expr_call(g, EXPR_SIN, e);
  assert_int_equal(graph_status(g), NOSLIP_OK);
  assert_int_equal(graph_size(g), 100);

  // from here on everything is zero
  assert_int_equal(expr_call(g, EXPR_SIN, e), expr_zero);
  assert_int_equal(graph_status(g), NOSLIP_ERROR_MODEL);
  assert_int_equal(expr_call(g, EXPR_SIN, x), expr_zero);
  expr df;
  assert_false(diff_gradient(g, e, &x, 1, &df));
  assert_int_equal(graph_status(g), NOSLIP_ERROR_MODEL);
  graph_free(g);
}

// an allocator that fails from its n-th request on, and counts the blocks in use
typedef struct meter {
  int requests, allowed, blocks;
} meter;

static void *metered(void *context, void *block, size_t size) {
  meter *m = context;
  if (size == 0) {
    m->blocks -= block != NULL;
    free(block);
    return NULL;
  }
  if (m->requests++ >= m->allowed)
    return NULL;
  void *more = realloc(block, size);
  m->blocks += !block && more;
  return more;
}

// everything this room does, in one graph
static void do_everything(graph *g, arena *a, text_buffer *t) {
  enum { n = 40 };
  expr x[n], df[n], H[n*n], out[n];
  for (int i = 0; i < n; i++)
    x[i] = expr_symbol(g, 1, "x");
  expr f = expr_zero;
  for (int i = 0; i + 1 < n; i++) {
    expr less = expr_call2(g, EXPR_LESS, x[i], x[i + 1]);
    expr power = expr_power(g, expr_sub(g, x[i], x[i + 1]), i - 10);
    f = expr_add(g, f, expr_select(g, less, power, expr_call(g, EXPR_SIN, power)));
  }
  bool ok = diff_gradient(g, f, x, n, df) && diff_jacobian(g, df, n, x, n, H) &&
            diff_directional(g, df, n, x, df, n, out) && diff_substitute(g, df, n, x, H, n, out);
  assert_int_equal(ok, graph_status(g) == NOSLIP_OK);
  tape_group group = {.symbols = x, .n = n};
  tape *made = tape_new(a, g, &group, 1, H, n*n);
  assert_int_equal(made != NULL, graph_status(g) == NOSLIP_OK && !a->failed);
  expr_show(t, g, f, 1000);
}

// returns false once the allowance was enough
static bool fails_with(int allowed) {
  meter used = {.allowed = allowed};
  memory m = {.hook = metered, .context = &used};
  arena a;
  text_buffer t;
  arena_init(&a, &m);
  text_init(&t, &m);
  graph *g = graph_new(&m, 1000000);
  bool failed = !g;
  if (g) {
    do_everything(g, &a, &t);
    failed = graph_status(g) != NOSLIP_OK || a.failed || t.failed;
    if (graph_status(g) != NOSLIP_OK)
      assert_int_equal(graph_status(g), NOSLIP_ERROR_MEMORY);
  }
  graph_free(g);
  arena_free(&a);
  text_free(&t);
  assert_int_equal(used.blocks, 0);
  assert_int_equal(failed, used.requests > allowed);
  return failed;
}

static void memory_may_run_out_at_any_request(void **state) {
  (void)state;
  int allowed = 0;
  while (fails_with(allowed))
    allowed++;
  check_above(allowed, 100);  // there was something to fail
}

// ---- copies

// the same expression has the same node in both, and what is new in one is not in the other
static void a_copy_goes_its_own_way(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  expr a = expr_call(s.g, EXPR_SIN, expr_mul(s.g, s.x, s.y)), d[variables];
  int32_t size = graph_size(s.g);
  graph *copy = graph_copy(s.g, &s.memory);
  assert_non_null(copy);
  assert_int_equal(graph_size(copy), size);
  assert_int_equal(expr_call(copy, EXPR_SIN, expr_mul(copy, s.y, s.x)), a);
  assert_int_equal(expr_kinds(copy, a), expr_kinds(s.g, a));
  assert_string_equal(expr_symbol_name(copy, s.z), "z");
  assert_true(diff_gradient(copy, a, s.s, variables, d));
  check_above(graph_size(copy), size);
  assert_int_equal(graph_size(s.g), size);

  // and the original would have made the same nodes
  expr e[variables];
  assert_true(diff_gradient(s.g, a, s.s, variables, e));
  assert_memory_equal(d, e, sizeof d);
  assert_int_equal(graph_size(s.g), graph_size(copy));
  graph_free(copy);
  setting_end(&s);
}

static void a_copy_may_lack_memory(void **state) {
  (void)state;
  setting s;
  setting_begin(&s);
  graph *copy = NULL;
  int allowed = 0;
  for (; !copy; allowed++) {
    meter used = {.allowed = allowed};
    memory m = {.hook = metered, .context = &used};
    copy = graph_copy(s.g, &m);
    graph_free(copy);
    assert_int_equal(used.blocks, 0);
  }
  check_above(allowed, 5);  // there was something to fail
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tape_agrees_with_nodes),
      cmocka_unit_test(common_subexpressions_are_computed_once),
      cmocka_unit_test(powers_have_the_right_value),
      cmocka_unit_test(slots_are_in_order),
      cmocka_unit_test(groups_have_their_own_arrays),
      cmocka_unit_test(branch_not_taken_does_not_leak),
      cmocka_unit_test(limit_is_a_failure_of_the_model),
      cmocka_unit_test(memory_may_run_out_at_any_request),
      cmocka_unit_test(a_copy_goes_its_own_way),
      cmocka_unit_test(a_copy_may_lack_memory),
  };
  return check_run(argc, argv, tests);
}
