// Tests of src/expr/print_c.c: every operation, compiled with the options of the native backend,
// gives the bits of the interpreter. Any NaN is as good as another: the standard leaves its sign
// and payload open, and a run never gets past one.

#define _XOPEN_SOURCE 700  // nftw, in tests/support/tool.h

#include "tests/support/check.h"
#include "tests/support/expressions.h"
#include "tests/support/tool.h"

#include "expr/print_c.h"
#include "expr/tape.h"
#include "native/amalgam.h"
#include "native/compiler.h"

#include <dlfcn.h>
#include <float.h>

enum { ninput = 3, most_output = 4096 };

// a bundle of expressions of x[0], x[1], x[2]
typedef struct bench {
  memory memory;
  arena arena;
  graph *g;
  expr x[ninput];
  expr out[most_output];
  int nout;
  tape *t;
  double *work;
} bench;

static void bench_open(bench *b) {
  static const char *const names[ninput] = {"a", "b", "c"};
  *b = (bench){.memory = memory_default()};
  arena_init(&b->arena, &b->memory);
  b->g = graph_new(&b->memory, 1 << 20);
  for (int i = 0; i < ninput; i++)
    b->x[i] = expr_symbol(b->g, 1u, names[i]);
}

static void add(bench *b, expr e) {
  assert_true(b->nout < most_output);
  b->out[b->nout++] = e;
}

static void bench_tape(bench *b) {
  tape_group group = {b->x, ninput};
  b->t = tape_new(&b->arena, b->g, &group, 1, b->out, b->nout);
  assert_non_null(b->t);
  b->work = calloc((size_t)b->t->nwork + 1, sizeof *b->work);
  tape_prepare(b->t, b->work);
}

static void bench_close(bench *b) {
  free(b->work);
  graph_free(b->g);
  arena_free(&b->arena);
}

// ---- compiled code

typedef void function(const double *const *in, double *out);

typedef struct compiled {
  void *library;
  function *run;
} compiled;

// the tape through the compiler `cc`, NULL: as the environment says
static compiled compile(const bench *b, const char *cc, bool large) {
  text_buffer text, unit;
  text_init(&text, &b->memory);
  text_init(&unit, &b->memory);
  for (int op = 0; op < EXPR_OP_COUNT; op++)
    if (print_c_file((expr_op)op) && print_c_uses(b->t, (expr_op)op))
      text_print(&text, "#include \"%s\"\n", print_c_file((expr_op)op));
  text_print(&text, "#include <math.h>\n");
  print_c_tape(&text, b->t, "body", true);
  text_print(&text, "void run(const double *const *in, double *out) { body(in, out); }\n");
  assert_false(text.failed);
  const amalgam_change change = {"unit", text.data};
  amalgam all = {.out = &unit, .changes = &change, .nchange = 1};
  amalgam_add(&all, "unit");
  assert_false(unit.failed);
  write_file("unit.c", unit.data);
  text_free(&text);
  text_free(&unit);

  compiler found;
  failure why;
  char *before = getenv("CC") ? strdup(getenv("CC")) : NULL;
  if (cc)
    setenv("CC", cc, 1);
  assert_true(compiler_find(&found));
  if (cc)
    before ? setenv("CC", before, 1) : unsetenv("CC");
  free(before);
  remove(in_folder("unit.so"));
  remove(in_folder("log"));
  compiler_job job = {.directory = folder, .at = open(folder, O_RDONLY), .large = large};
  if (compiler_run(&found, &job, &why) != NOSLIP_OK)
    check_fail("%s", why.sentence);
  close(job.at);
  compiled c = {.library = dlopen(in_folder("unit.so"), RTLD_NOW | RTLD_LOCAL)};
  assert_non_null(c.library);
  void *run = dlsym(c.library, "run");
  assert_non_null(run);
  memcpy(&c.run, &run, sizeof run);
  return c;
}

// ---- comparison

static bool same(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

// the first output in which the two differ at this place, -1 if none
static int difference(bench *b, const compiled *c, const double *at) {
  static double expected[most_output], got[most_output];
  const double *in[] = {at};
  memset(expected, 0, sizeof expected);
  memset(got, 0xff, sizeof got);  // zeros are to be written, too
  tape_run(b->t, b->work, in, expected);
  c->run(in, got);
  for (int i = 0; i < b->nout; i++)
    if (!same(expected[i], got[i]))
      return i;
  return -1;
}

static void agree(bench *b, const compiled *c, const double *at) {
  int i = difference(b, c, at);
  if (i >= 0)
    check_fail("output %d (operation %d) differs at %a, %a, %a\n", i,
               graph_node(b->g, b->out[i]).op, at[0], at[1], at[2]);
}

// any number at all: all exponents, signs, NaN and infinity among them
static double any_number(dice *d) {
  uint64_t bits = (uint64_t)dice_next(d) << 33 ^ (uint64_t)dice_next(d) << 11 ^ dice_next(d);
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static const double special[] = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    3,
    -3,
    1.0/3,
    1.5,
    -2.5,
    1e3,
    -1e3,
    1e22,
    -1e22,
    5e-324,
    -5e-324,
    DBL_MIN/2,
    DBL_MIN,
    -DBL_MIN,
    DBL_MAX,
    -DBL_MAX,
    9007199254740993.0,
    1e-9,
    -1e-9,
    1 + DBL_EPSILON,
    1.570796326794896619,
    -3.14159265358979312,
    709.782712893384,
    -745.2,
    (double)INFINITY,
    -(double)INFINITY,
    (double)NAN,
};
enum { nspecial = sizeof special/sizeof *special };

// pairs of all special numbers, then random ones
static void agree_everywhere(bench *b, const compiled *c, int random) {
  dice d = {7};
  for (int i = 0; i < nspecial; i++)
    for (int j = 0; j < nspecial; j++)
      agree(b, c, (double[]){special[i], special[j], special[(i + 3*j) % nspecial]});
  for (int k = 0; k < random; k++) {
    double moderate[] = {dice_real(&d, -4, 4), dice_real(&d, -4, 4), dice_real(&d, -4, 4)};
    agree(b, c, moderate);
    agree(b, c, (double[]){any_number(&d), any_number(&d), any_number(&d)});
  }
}

// ---- what is computed

static void add_operations(bench *b) {
  expr x = b->x[0], y = b->x[1], z = b->x[2];
  graph *g = b->g;
  add(b, expr_add(g, x, y));
  add(b, expr_sub(g, x, y));
  add(b, expr_mul(g, x, y));
  add(b, expr_div(g, x, y));
  add(b, expr_neg(g, x));
  add(b, expr_pow(g, x, y));
  for (expr_op op = EXPR_SIN; op <= EXPR_SIGN; op++)
    add(b, expr_call(g, op, x));
  for (expr_op op = EXPR_ATAN2; op <= EXPR_OR; op++)
    add(b, expr_call2(g, op, x, y));
  add(b, expr_select(g, x, y, z));
  add(b, expr_add(g, expr_mul(g, x, y), z));  // a*b + c, which may not become one operation
}

// all of node.h is there, in small and in large units, and by itself: sin without cos of the same
// argument is another call than the two together
static void every_operation_agrees(void **unused) {
  (void)unused;
  bench all;
  bench_open(&all);
  add_operations(&all);
  bool seen[EXPR_OP_COUNT] = {[EXPR_NUMBER] = true, [EXPR_SYMBOL] = true, [EXPR_POWER] = true};
  for (int i = 0; i < all.nout; i++)
    seen[graph_node(all.g, all.out[i]).op] = true;
  for (int op = 0; op < EXPR_OP_COUNT; op++)
    if (!seen[op])
      check_fail("operation %d is not tried\n", op);

  bench_tape(&all);
  for (int large = 0; large < 2; large++) {
    compiled c = compile(&all, NULL, large);
    agree_everywhere(&all, &c, 20000);
    dlclose(c.library);
  }
  bench_close(&all);
}

static void operations_agree_one_by_one(void **unused) {
  (void)unused;
  static const expr_op alone[] = {EXPR_SIN, EXPR_COS, EXPR_TAN, EXPR_SINH, EXPR_EXP};
  for (size_t k = 0; k < sizeof alone/sizeof *alone; k++) {
    bench b;
    bench_open(&b);
    add(&b, expr_call(b.g, alone[k], b.x[0]));
    bench_tape(&b);
    compiled c = compile(&b, NULL, false);
    agree_everywhere(&b, &c, 20000);
    dlclose(c.library);
    bench_close(&b);
  }
}

// a million arguments of all sizes: the compiler makes one call of the two
static void sine_and_cosine_together_agree(void **unused) {
  (void)unused;
  dice d = {11};
  bench b;
  bench_open(&b);
  add(&b, expr_call(b.g, EXPR_SIN, b.x[0]));
  add(&b, expr_call(b.g, EXPR_COS, b.x[0]));
  bench_tape(&b);
  compiled c = compile(&b, NULL, false);
  for (int k = 0; k < 1000000; k++) {
    double x = k % 2 ? any_number(&d) : ldexp(dice_real(&d, -1, 1), dice_below(&d, 60) - 30);
    double expected[2], got[2], at[ninput] = {x, 0, 0};
    const double *in[] = {at};
    tape_run(b.t, b.work, in, expected);
    c.run(in, got);
    if (!same(expected[0], got[0]) || !same(expected[1], got[1]))
      check_fail("sin or cos of %a differs\n", x);
  }
  dlclose(c.library);
  bench_close(&b);
}

// whole powers are products; others, with constant exponents of all kinds, are calls of pow
static void powers_agree(void **unused) {
  (void)unused;
  static const int whole[] = {-100, -9, -5, -4, -3, -2, -1, 2, 3, 4, 5, 7, 10, 31, 64, 1000};
  bench b;
  bench_open(&b);
  for (size_t i = 0; i < sizeof whole/sizeof *whole; i++)
    add(&b, expr_power(b.g, b.x[0], whole[i]));
  for (int i = 0; i < nspecial; i++)
    add(&b, expr_pow(b.g, b.x[1], expr_number(b.g, special[i])));
  for (int i = 0; i < nspecial; i++)
    add(&b, expr_pow(b.g, expr_number(b.g, special[i]), b.x[1]));
  bench_tape(&b);
  compiled c = compile(&b, NULL, false);
  agree_everywhere(&b, &c, 20000);
  dlclose(c.library);
  bench_close(&b);
}

// constants as the tape has them: 2000 random ones and the special ones, stored and added
static void constants_are_exact(void **unused) {
  (void)unused;
  dice d = {3};
  bench b;
  bench_open(&b);
  for (int i = 0; i < 1000 + nspecial; i++) {
    expr k = expr_number(b.g, i < nspecial ? special[i] : any_number(&d));
    add(&b, k);
    add(&b, expr_mul(b.g, k, b.x[0]));
  }
  bench_tape(&b);
  compiled c = compile(&b, NULL, true);
  agree_everywhere(&b, &c, 100);
  dlclose(c.library);
  bench_close(&b);
}

// a condition that chooses between constants makes f(constant) on each branch: the compiler would
// know its value to a last bit of its own
static void chosen_constants_agree(void **unused) {
  (void)unused;
  dice d = {5};
  bench b;
  bench_open(&b);
  expr less = expr_call2(b.g, EXPR_LESS, b.x[0], b.x[1]);
  expr sign = expr_call(b.g, EXPR_SIGN, b.x[2]);
  for (int i = 0; i < 100; i++)
    for (expr_op op = EXPR_SIN; op <= EXPR_LOG; op++) {
      expr k = expr_number(b.g, dice_real(&d, 0, 1)), l = expr_number(b.g, dice_real(&d, 0, 1));
      expr chosen = i % 2 ? expr_select(b.g, less, k, l) : expr_mul(b.g, k, sign);
      expr other = expr_call2(b.g, EXPR_MIN, k, b.x[0]);
      add(&b, expr_call(b.g, op, i % 3 ? chosen : expr_add(b.g, expr_mul(b.g, chosen, l), other)));
    }
  for (int i = 0; i < 100; i++) {
    expr k = expr_number(b.g, dice_real(&d, 0, 9)), l = expr_number(b.g, dice_real(&d, 0, 9));
    add(&b, expr_call2(b.g, EXPR_ATAN2, expr_select(b.g, less, k, l), k));
    add(&b, expr_pow(b.g, expr_select(b.g, less, l, k), expr_select(b.g, sign, k, l)));
  }
  bench_tape(&b);
  compiled c = compile(&b, NULL, false);
  agree_everywhere(&b, &c, 100);
  dlclose(c.library);
  bench_close(&b);
}

// deep random expressions; many of them make a tape that is cut into pieces
static void random_expressions_agree(void **unused) {
  (void)unused;
  static const int sizes[] = {1, 20, 400};
  for (int k = 0; k < 3; k++) {
    bench b;
    bench_open(&b);
    maker m = {.g = b.g, .dice = {(uint64_t)(100 + k)}, .x = b.x, .n = ninput};
    for (int i = 0; i < sizes[k]; i++) {
      add(&b, make_expr(&m, 5));
      add(&b, expr_zero);
    }
    add(&b, b.x[1]);
    bench_tape(&b);
    compiled c = compile(&b, NULL, b.t->ncode > 500);
    agree_everywhere(&b, &c, 500);
    dlclose(c.library);
    if (k == 2)
      check_above(b.t->ncode, 3000);  // pieces, indeed
    bench_close(&b);
  }
}

// ---- the comparison has teeth

// a compiler that may do as it likes with sums and quotients is found out
static void loose_arithmetic_is_noticed(void **unused) {
  (void)unused;
  const char *script = write_file("loose", "#!/bin/sh\nexec cc \"$@\" "
                                           "-fno-signed-zeros -fno-trapping-math "
                                           "-fassociative-math -freciprocal-math\n");
  chmod(script, 0700);
  dice d = {9};
  bench b;
  bench_open(&b);
  expr third = expr_div(b.g, b.x[0], expr_number(b.g, 3));
  add(&b, expr_sub(b.g, expr_add(b.g, b.x[0], b.x[1]), b.x[0]));
  add(&b, third);
  bench_tape(&b);
  compiled c = compile(&b, script, false);
  int found = 0;
  for (int k = 0; k < 100; k++) {
    double at[] = {dice_real(&d, -4, 4), dice_real(&d, -4, 4), 0};
    found += difference(&b, &c, at) >= 0;
  }
  check_above(found, 10);
  dlclose(c.library);
  bench_close(&b);
}

// the same options in CC, where ours come after them, do no harm
static void options_of_the_user_do_no_harm(void **unused) {
  (void)unused;
  bench b;
  bench_open(&b);
  add_operations(&b);
  bench_tape(&b);
  compiled c = compile(&b, "cc -ffast-math -ffp-contract=fast", false);
  agree_everywhere(&b, &c, 2000);
  dlclose(c.library);
  bench_close(&b);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation_agrees),
      cmocka_unit_test(operations_agree_one_by_one),
      cmocka_unit_test(sine_and_cosine_together_agree),
      cmocka_unit_test(powers_agree),
      cmocka_unit_test(constants_are_exact),
      cmocka_unit_test(chosen_constants_agree),
      cmocka_unit_test(random_expressions_agree),
      cmocka_unit_test(loose_arithmetic_is_noticed),
      cmocka_unit_test(options_of_the_user_do_no_harm),
  };
  return tool_run(argc, argv, tests);
}
