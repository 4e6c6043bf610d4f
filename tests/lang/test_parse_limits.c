// Tests of the limits of the parser: nothing a file may contain brings the reader down, be it deep,
// long, cut off, damaged, or more than the memory holds.

#include "tests/lang/parsing.h"

#include <dirent.h>
#include <stdlib.h>
#include <time.h>

#ifndef NOSLIP_MODELS
#define NOSLIP_MODELS "models"
#endif

// --- bombs ---------------------------------------------------------------------------------------

// `before`, `count` times `piece`, `after`: parses or fails with this sentence, within a second
static void bomb(const char *before, const char *piece, int count, const char *after,
                 const char *sentence) {
  parsing r;
  text_buffer t;
  memory m = memory_default();
  text_init(&t, &m);
  text_print(&t, "model m\n%s", before);
  for (int i = 0; i < count; i++)
    text_add(&t, piece, strlen(piece));
  text_print(&t, "%s", after);

  clock_t start = clock();
  noslip_status status = parsing_bytes(&r, t.data, t.length);
  check_below((double)(clock() - start)/CLOCKS_PER_SEC, 5);  // sanitizers make it slow
  assert_int_equal(status, sentence ? NOSLIP_ERROR_MODEL : NOSLIP_OK);
  if (sentence)
    check_text(r.why.sentence, sentence);
  parsing_end(&r);
  text_free(&t);
}

// in short a tenth of it
static int million(void) {
  return 1000000/check_share(10);
}

static const char too_deep[] = "error: expressions nest deeper than the limit of 200\n";

// a million of anything that nests is refused in time
static void nesting_is_limited(void **state) {
  (void)state;
  bomb("lagrangian ", "(", million(), "x", too_deep);
  bomb("lagrangian ", "[", million(), "x", too_deep);
  bomb("lagrangian ", "f(", million(), "x", too_deep);
  bomb("lagrangian x", "[x", million(), "", too_deep);
  bomb("lagrangian ", "-", million(), "x", too_deep);
  bomb("lagrangian ", "+", million(), "x", too_deep);
  bomb("lagrangian a", "^a", million(), "", too_deep);
  bomb("lagrangian ", "sum(i in ", million()/10, "", too_deep);
  bomb("lagrangian ", "where(", million()/10, "", too_deep);
  bomb("lagrangian x", "'", million(), "", "more than 8 indices, fields and primes");
  bomb("lagrangian x", ".x", million(), "", "more than 8 indices, fields and primes");
  bomb("", "for i in 1..2 {", million()/10, "",
       "error: `for` nests deeper than the limit of 200\n");
}

// 200 levels are read, 201 are not
static void the_limit_of_nesting_is_200(void **state) {
  (void)state;
  char after[256] = "x";
  memset(after + 1, ')', 200);
  bomb("lagrangian ", "(", 200, after, NULL);
  bomb("lagrangian ", "(", 201, after, too_deep);
  bomb("lagrangian ", "-", 200, "x", NULL);
  bomb("lagrangian ", "-", 201, "x", too_deep);
}

// what does not nest may be as long as it likes
static void long_chains_are_fine(void **state) {
  (void)state;
  bomb("lagrangian a", "+a", million(), "", NULL);
  bomb("lagrangian a", "*a", million(), "", NULL);
  bomb("observe b = where(a < 1", " and a < 1", million()/10, ", 0, 1)", NULL);
  bomb("observe b = [1", ",1", million(), "]", NULL);
  bomb("", "init x = 1\n", million()/10, "", NULL);
  bomb("", "\n", million(), "", NULL);
  bomb("", "# comment\n", million(), "", NULL);
  bomb("lagrangian ", "a", million(), "", NULL);
  bomb("lagrangian ", "1", million(), "", "is too large");
  bomb("lagrangian 0.", "1", million(), "", NULL);
  bomb("constraint a[", "[", million(), "", too_deep);
}

// --- hostility -----------------------------------------------------------------------------------

// call `visit` with the text of every model
static int each_model(void visit(const char *bytes, size_t length)) {
  int count = 0;
  DIR *folder = opendir(NOSLIP_MODELS);
  if (!folder)
    return 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (length < 7 || strcmp(entry->d_name + length - 7, ".noslip") != 0)
      continue;
    parsing r;
    parsing_begin(&r, "", 0);
    const char *path = arena_print(&r.arena, "%s/%s", NOSLIP_MODELS, entry->d_name);
    assert_int_equal(source_load(&r.source, &r.arena, path, &r.why), NOSLIP_OK);
    visit(r.source.text, (size_t)r.source.length);
    count++;
    parsing_end(&r);
  }
  closedir(folder);
  return count;
}

static void parses(const char *bytes, size_t length) {
  parsing r;
  parsing_bytes(&r, bytes, length);
  assert_string_equal(r.why.sentence, "");
  parsing_end(&r);
}

// every model of the project
static void all_models_parse(void **state) {
  (void)state;
  if (each_model(parses) == 0)
    skip();
}

// beginnings of every length, in short of every seventh: parsing_bytes checks that there is a tree or a
// sentence
static void truncated(const char *bytes, size_t length) {
  for (size_t n = 0; n < length; n += (size_t)check_share(7)) {
    parsing r;
    parsing_bytes(&r, bytes, n);
    parsing_end(&r);
  }
}

// a model cut anywhere
static void beginnings_of_models(void **state) {
  (void)state;
  if (each_model(truncated) == 0)
    skip();
}

// xorshift, so that a failure can be repeated
static uint32_t random_state = 2463534242;

static size_t random_below(size_t n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state % n;
}

// change, take out or double a few bytes; the new ones are mostly those that mean something
static void mutated(const char *bytes, size_t length) {
  static const char meaning[] = "+-*/^'.,:=<>()[]{}#\"\n 019eEx_\t\r\\;\xC3\xA9\xE2\x80\x99";
  for (int round = 0; round < 200; round++) {
    parsing r;
    char *copy = malloc(length + 1);
    memcpy(copy, bytes, length);
    for (size_t i = 0, changes = 1 + random_below(6); i < changes; i++) {
      size_t at = random_below(length), from = random_below(length);
      size_t some = random_below(length - (at > from ? at : from));
      if (random_below(4) == 0)
        memmove(copy + at, copy + from, some % 40);
      else
        copy[at] = random_below(8) == 0 ? (char)random_below(256)
                                        : meaning[random_below(sizeof meaning - 1)];
    }
    parsing_bytes(&r, copy, length);
    parsing_end(&r);
    free(copy);
  }
}

// a model with a few bytes changed
static void mutations_of_models(void **state) {
  (void)state;
  if (each_model(mutated) == 0)
    skip();
}

// an allocator that has a limited number of blocks to give
static void *scarce(void *context, void *block, size_t size) {
  int *left = context;
  if (size == 0) {
    free(block);
    return NULL;
  }
  return (*left)-- > 0 ? realloc(block, size) : NULL;
}

// whichever request fails, the answer is "out of memory"; with enough blocks it is a model
static void memory_runs_out(void **state) {
  (void)state;
  text_buffer t;
  memory plain = memory_default();
  text_init(&t, &plain);
  text_print(&t, "model m\nlet f(a, b) = a*b\nrun method lobatto(3, multiplier=carry), step 1\n");
  for (int i = 0; i < 3000; i++)
    text_print(&t, "init w[%d] = sum(i in 1..3: [i, 2]), y' = -x\n", i);

  noslip_status status = NOSLIP_ERROR_MEMORY;
  for (int blocks = 0; status != NOSLIP_OK && blocks < 1000; blocks++) {
    int left = blocks;
    memory m = {.hook = scarce, .context = &left};
    failure why = {0};
    tree_model *model = NULL;
    source s = {.name = "m", .text = t.data, .length = (int)t.length};
    arena a;
    arena_init(&a, &m);
    status = parse_model(&s, &a, &model, &why);
    if (status != NOSLIP_OK)
      assert_string_equal(why.sentence, "out of memory");
    assert_true((status == NOSLIP_OK) == (model != NULL));
    arena_free(&a);
  }
  assert_int_equal(status, NOSLIP_OK);
  text_free(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nesting_is_limited),   cmocka_unit_test(the_limit_of_nesting_is_200),
      cmocka_unit_test(long_chains_are_fine), cmocka_unit_test(all_models_parse),
      cmocka_unit_test(beginnings_of_models), cmocka_unit_test(mutations_of_models),
      cmocka_unit_test(memory_runs_out),
  };
  return check_run(argc, argv, tests);
}
