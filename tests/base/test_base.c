// Tests of src/base: memory, arena, text, tables, method names, compensated sums.

#include "base/arena.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/shown.h"
#include "base/spec.h"
#include "base/table.h"
#include "base/text.h"
#include "base/vec.h"
#include "tests/support/check.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

// --- an allocator that counts, and fails from the n-th request on

typedef struct counter {
  int left;  // requests that will still be met
  int live;  // blocks not yet freed
} counter;

static void *counted(void *context, void *block, size_t size) {
  counter *c = context;
  if (size == 0) {
    c->live--;
    free(block);
    return NULL;
  }
  if (c->left == 0)
    return NULL;
  c->left--;
  if (!block)
    c->live++;
  return realloc(block, size);
}

static bool is_zero(const unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (bytes[i])
      return false;
  return true;
}

// --- arena

static void pieces_are_aligned_and_zero(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  for (size_t size = 0; size < 3000; size += 7) {
    unsigned char *piece = arena_alloc(&a, size);
    assert_non_null(piece);
    assert_int_equal((uintptr_t)piece % (size >= 64 ? 64 : 16), 0);
    assert_true(is_zero(piece, size));
    memset(piece, 0xff, size);  // the next piece must not show it
  }
  assert_false(a.failed);
  arena_free(&a);
}

static void pieces_do_not_overlap(void **state) {
  (void)state;
  enum { n = 500 };
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  unsigned char *pieces[n];
  for (int i = 0; i < n; i++) {
    pieces[i] = arena_alloc(&a, (size_t)i);
    memset(pieces[i], i % 256, (size_t)i);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      assert_int_equal(pieces[i][j], i % 256);
  arena_free(&a);
}

// larger than any growth of the blocks
static void a_large_piece_fits(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  enum { large = 5 << 20 };
  unsigned char *piece = arena_alloc(&a, large);
  assert_non_null(piece);
  assert_true(is_zero(piece, large));
  arena_free(&a);
}

static void an_impossible_size_is_refused(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  assert_null(arena_alloc(&a, SIZE_MAX));
  assert_true(a.failed);
  a.failed = false;
  assert_null(arena_array(&a, SIZE_MAX/2, 8));  // the product does not fit in a size_t
  assert_true(a.failed);
  assert_non_null(arena_alloc(&a, 8));  // small requests are still met
  assert_true(a.failed);                // but the mark stays
  arena_free(&a);
}

static void arena_prints(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  assert_string_equal(arena_print(&a, "%s = %d", "n", 42), "n = 42");
  assert_string_equal(arena_text(&a, "blade: y'", 5), "blade");
  arena_free(&a);
}

// build something with an arena; true if nothing failed
static bool build(const memory *m) {
  arena a;
  arena_init(&a, m);
  int where = 0;
  const char *what = NULL;
  spec *s = spec_read(&a, "compose(euler-true(alpha=0.5), suzuki4)", &where, &what);
  bool good = s && ARENA_ARRAY(&a, double, 100000) && spec_text(&a, s);
  arena_free(&a);
  return good;
}

// what ends with an arena: 2, then 1
static void note_end(void *what) {
  int *order = *(int **)what;
  order[0] = 10*order[0] + ((int **)what)[1][0];
}

// The newest is ended first, while the memory of the arena is still there; without memory for the note,
// at once.
static void others_end_with_an_arena(void **unused) {
  (void)unused;
  memory m = memory_default();
  arena a;
  int order = 0, first = 1, second = 2;
  arena_init(&a, &m);
  int **one = arena_alloc(&a, 2*sizeof *one), **two = arena_alloc(&a, 2*sizeof *two);
  one[0] = two[0] = &order;
  one[1] = &first;
  two[1] = &second;
  assert_true(arena_at_end(&a, note_end, one) && arena_at_end(&a, note_end, two));
  assert_int_equal(order, 0);
  arena_free(&a);
  assert_int_equal(order, 21);
  arena_free(&a);
  assert_int_equal(order, 21);
}

// whichever request fails, it is reported, nothing leaks, and enough memory is enough
static void any_request_may_fail(void **state) {
  (void)state;
  bool good = false;
  int n = 0;
  for (; !good && n < 100; n++) {
    counter c = {.left = n};
    memory m = {.hook = counted, .context = &c};
    good = build(&m);
    assert_int_equal(c.live, 0);
  }
  assert_true(good);
  check_above(n, 3);  // several requests did fail
}

// --- text

static void text_grows(void **state) {
  (void)state;
  memory m = memory_default();
  text_buffer t;
  text_init(&t, &m);
  for (int i = 0; i < 1000; i++)
    text_print(&t, "%d,", i % 10);
  text_add(&t, "end", 3);
  assert_false(t.failed);
  assert_int_equal(t.length, 2003);
  assert_int_equal(strlen(t.data), 2003);
  assert_memory_equal(t.data + 1998, "9,end", 6);
  text_free(&t);
  assert_null(t.data);
}

static void text_remembers_that_memory_ran_out(void **state) {
  (void)state;
  counter c = {.left = 1};
  memory m = {.hook = counted, .context = &c};
  text_buffer t;
  text_init(&t, &m);
  text_print(&t, "x");
  assert_false(t.failed);
  text_print(&t, "%1000d", 1);
  text_print(&t, "y");
  assert_true(t.failed);
  assert_string_equal(t.data, "x");  // what was there stays
  text_free(&t);
  assert_int_equal(c.live, 0);
}

// names in messages: short ones as they are, long ones cut in the middle and between characters
static void long_names_are_cut_in_the_middle(void **state) {
  (void)state;
  char name[10001], text[20100];
  assert_string_equal(SHOWN("theta"), "theta");
  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = 0;
  name[0] = 'b', name[sizeof name - 2] = 'c';
  assert_string_equal(SHOWN(name), "baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaac");

  // two bytes for each letter, and the cuts fall between letters whatever stands before them
  for (int shift = 0; shift < 2; shift++) {
    char greek[401] = "x";
    for (int i = shift; i + 2 < 400; i += 2)
      memcpy(greek + i, "θ", 3);
    const char *cut = SHOWN(greek), *dots = strstr(cut, "…");
    assert_non_null(dots);
    assert_true((dots - cut) % 2 == shift && strlen(dots + 3) % 2 == 0);
    assert_true(strlen(cut) <= shown_longest);
  }

  // in a text, words only
  snprintf(text, sizeof text, "unknown name `%s`, and %s too\nshort", name, name);
  shown_words(text, shown_longest);
  assert_string_equal(text,
                      "unknown name `baaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaac`, and "
                      "baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaac too\nshort");
}

// every double comes back, in no more digits than it needs
static void numbers_read_back(void **state) {
  (void)state;
  const double numbers[] = {0,       1,       -1,     0.1,       3.141592653589793,   1e22, 1e-5,
                            DBL_MAX, DBL_MIN, 5e-324, 0.1 + 0.2, 123456789012345678.0};
  char buffer[32];
  for (size_t i = 0; i < sizeof numbers/sizeof *numbers; i++)
    assert_true(strtod(text_number(buffer, numbers[i]), NULL) == numbers[i]);

  uint64_t bits = 88172645463325252u;  // xorshift: the same numbers every time
  for (int i = 0; i < 20000; i++) {
    double x;
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    memcpy(&x, &bits, sizeof x);
    if (isfinite(x))
      assert_true(strtod(text_number(buffer, x), NULL) == x);
  }
}

static void numbers_are_short(void **state) {
  (void)state;
  char buffer[32];
  assert_string_equal(text_number(buffer, 0.1), "0.1");
  assert_string_equal(text_number(buffer, 0.05), "0.05");
  assert_string_equal(text_number(buffer, -2), "-2");
  assert_string_equal(text_number(buffer, 0.1 + 0.2), "0.30000000000000004");
  assert_string_equal(text_number(buffer, (double)NAN) + (buffer[0] == '-'), "nan");
  assert_string_equal(text_number(buffer, -(double)INFINITY), "-inf");
}

// --- table

static void table_finds_what_was_set(void **state) {
  (void)state;
  enum { n = 1000 };
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  table t;
  table_init(&t, &a);
  assert_int_equal(table_find(&t, "x"), -1);
  for (int i = 0; i < n; i++)
    assert_true(table_set(&t, arena_print(&a, "w[%d]", i), i));
  assert_true(table_set(&t, "w[7]", 70));
  for (int i = 0; i < n; i++) {
    char name[32];
    snprintf(name, sizeof name, "w[%d]", i);
    assert_int_equal(table_find(&t, name), i == 7 ? 70 : i);
  }
  assert_int_equal(table_find(&t, "w[1000]"), -1);
  arena_free(&a);
}

// --- failure

static void a_long_sentence_is_cut(void **state) {
  (void)state;
  failure why = {0};
  assert_int_equal(fail(&why, NOSLIP_ERROR_MODEL, "%*d", 3*failure_length, 1),
                   NOSLIP_ERROR_MODEL);
  assert_int_equal(strlen(why.sentence), failure_length - 1);
  fail_more(&why, "more");
  assert_int_equal(strlen(why.sentence), failure_length - 1);
  assert_int_equal(fail_memory(&why), NOSLIP_ERROR_MEMORY);
  fail_more(&why, " in step %d", 3);
  assert_string_equal(why.sentence, "out of memory in step 3");
}

// --- method names

// the canonical spelling, or "offset: sentence" for an error
static const char *reread(arena *a, const char *method) {
  int where = -1;
  const char *what = NULL;
  spec *s = spec_read(a, method, &where, &what);
  return s ? spec_text(a, s) : arena_print(a, "%d: %s", where, what);
}

static void methods_are_read(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"dla-mp", "dla-mp"},
      {"reich*", "reich*"},
      {" lobatto( 3 ,multiplier=carry ) ", "lobatto(3, multiplier=carry)"},
      {"euler-true*(alpha=0.75)", "euler-true*(alpha=0.75)"},
      {"compose(euler-true(alpha=.5), suzuki4)", "compose(euler-true(alpha=0.5), suzuki4)"},
      {"compose(compose(reich, symmetric), yoshida4)",
       "compose(compose(reich, symmetric), yoshida4)"},
      {"m(-2, 1e-3)", "m(-2, 0.001)"},
  };
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++)
    assert_string_equal(reread(&a, cases[i][0]), cases[i][1]);
  arena_free(&a);
}

static void the_parts_of_a_method_are_kept(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  int where;
  const char *what;
  spec *s = spec_read(&a, "lobatto*(3, retraction=exp)", &where, &what);
  assert_non_null(s);
  assert_string_equal(s->name, "lobatto");
  assert_true(s->adjoint);
  assert_int_equal(s->nitem, 2);
  assert_null(s->items[0].option);
  assert_true(s->items[0].is_number);
  check_near(s->items[0].number, 3, 0);
  assert_string_equal(s->items[1].option, "retraction");
  assert_false(s->items[1].is_number);
  assert_string_equal(s->items[1].method->name, "exp");
  arena_free(&a);
}

static void wrong_methods_are_explained(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"spark(3) step 0.01", "9: expected `,` after the method, found `step`"},
      {"", "0: expected the name of a method, found the end"},
      {"3", "0: expected the name of a method, found `3`"},
      {"spark(", "6: expected the name of a method, found the end"},
      {"spark(3", "7: expected `,` or `)`, found the end"},
      {"spark(3 4)", "8: expected `,` or `)`, found `4`"},
      {"spark()", "6: expected the name of a method, found `)`"},
      {"lobatto(s=)", "10: expected the name of a method, found `)`"},
  };
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++)
    assert_string_equal(reread(&a, cases[i][0]), cases[i][1]);
  arena_free(&a);
}

static void deep_and_long_methods_are_refused(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  arena_init(&a, &m);

  char deep[4000] = "";
  for (int i = 0; i < 1000; i++)
    memcpy(deep + 2*i, "m(", 3);
  check_text(reread(&a, deep), "nested deeper than 8");

  char many[200] = "m(1";
  for (int i = 0; i < 40; i++)
    memcpy(many + 3 + 2*i, ",1", 3);
  check_text(reread(&a, many), "more than 16 options");
  arena_free(&a);
}

// --- vectors

// ten million times 0.1: the plain sum loses eight digits, the pair none
static void compensated_sum_keeps_the_digits(void **state) {
  (void)state;
  enum { n = 10000000 };
  double x = 0, low = 0, plain = 0;
  const double d = 0.1;
  for (int i = 0; i < n; i++) {
    vec_add_compensated(&x, &low, &d, 1);
    plain += d;
  }
  check_below(fabs(x - 1e6), 1e-9);
  check_above(fabs(plain - 1e6), 1e-5);  // the bound has teeth
}

static void largest_entry_shows_nan(void **state) {
  (void)state;
  const double good[] = {1, -3, 2}, bad[] = {1, (double)NAN, 2}, worse[] = {(double)NAN, 5, 7};
  check_near(vec_max(good, 3), 3, 0);
  assert_true(isnan(vec_max(bad, 3)));
  assert_true(isnan(vec_max(worse, 3)));
}

static void matrix_times_vector(void **state) {
  (void)state;
  // clang-format off
  const double A[] = {1, 2, 3,
                      4, 5, 6};
  // clang-format on
  const double x[] = {1, 0, -1}, u[] = {1, 2};
  double y[2], z[3] = {1, 1, 1};
  mat_vec(y, A, x, 2, 3);
  check_near(y[0], -2, 0);
  check_near(y[1], -2, 0);
  mat_tvec_add(z, 2, A, u, 2, 3);  // z = 1 + 2 A^T u
  check_near(z[0], 19, 0);
  check_near(z[1], 25, 0);
  check_near(z[2], 31, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_aligned_and_zero),
      cmocka_unit_test(pieces_do_not_overlap),
      cmocka_unit_test(a_large_piece_fits),
      cmocka_unit_test(an_impossible_size_is_refused),
      cmocka_unit_test(arena_prints),
      cmocka_unit_test(others_end_with_an_arena),
      cmocka_unit_test(any_request_may_fail),
      cmocka_unit_test(text_grows),
      cmocka_unit_test(text_remembers_that_memory_ran_out),
      cmocka_unit_test(long_names_are_cut_in_the_middle),
      cmocka_unit_test(numbers_read_back),
      cmocka_unit_test(numbers_are_short),
      cmocka_unit_test(table_finds_what_was_set),
      cmocka_unit_test(a_long_sentence_is_cut),
      cmocka_unit_test(methods_are_read),
      cmocka_unit_test(the_parts_of_a_method_are_kept),
      cmocka_unit_test(wrong_methods_are_explained),
      cmocka_unit_test(deep_and_long_methods_are_refused),
      cmocka_unit_test(compensated_sum_keeps_the_digits),
      cmocka_unit_test(largest_entry_shows_nan),
      cmocka_unit_test(matrix_times_vector),
  };
  return check_run(argc, argv, tests);
}
