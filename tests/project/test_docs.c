// The listings of the manual are read: every block ```noslip in docs/*.md and README.md is a whole
// model, and the reader takes it.

#include "tests/support/language.h"

#include "lang/lex.h"

#include <dirent.h>

#ifndef NOSLIP_SOURCE
#define NOSLIP_SOURCE "."
#endif

static const char opening[] = "```noslip\n", closing[] = "\n```";

// Call `visit` with each listing of a page; returns how many there were.
static int each_listing(const char *page, void *context,
                        void visit(void *context, const char *text, size_t length, int line)) {
  int count = 0;
  for (const char *at = page; (at = strstr(at, opening)); count++) {
    at += strlen(opening);
    const char *end = strstr(at, closing);
    int line = 1;
    for (const char *c = page; c < at; c++)
      line += *c == '\n';
    assert_non_null(end);
    visit(context, at, (size_t)(end - at) + 1, line);
    at = end;
  }
  return count;
}

typedef struct tally {
  const char *page;
  int read, refused;
  char message[failure_length];  // of the last that was refused
} tally;

static void read_listing(void *context, const char *text, size_t length, int line) {
  tally *t = context;
  reading r;
  char *copy = calloc(length + 1, 1);
  memcpy(copy, text, length);
  reading_bytes(&r, memory_default(), copy, length, NULL);
  t->read += r.status == NOSLIP_OK;
  t->refused += r.status != NOSLIP_OK;
  if (r.status != NOSLIP_OK)
    snprintf(t->message, sizeof t->message, "%s: the listing on line %d\n%.3000s", t->page, line,
             r.why.sentence);
  reading_end(&r);
  free(copy);
}

// the listings of one file: how many there are
static int read_page(const char *path) {
  memory m = memory_default();
  arena a;
  source s;
  failure why = {0};
  tally t = {.page = path};
  arena_init(&a, &m);
  assert_int_equal(source_load(&s, &a, path, &why), NOSLIP_OK);
  int count = each_listing(s.text, &t, read_listing);
  arena_free(&a);
  if (t.refused > 0)
    print_error("%s\n", t.message);
  assert_int_equal(t.refused, 0);
  return count;
}

static bool is_page(const char *name) {
  size_t n = strlen(name);
  return n > 3 && strcmp(name + n - 3, ".md") == 0;
}

static void the_manual_is_read(void **state) {
  (void)state;
  char path[1024];
  int count = 0, pages = 0;
  DIR *folder = opendir(NOSLIP_SOURCE "/docs");
  if (!folder)
    skip();
  for (struct dirent *entry; (entry = readdir(folder));)
    if (is_page(entry->d_name)) {
      snprintf(path, sizeof path, NOSLIP_SOURCE "/docs/%.200s", entry->d_name);
      count += read_page(path);
      pages++;
    }
  closedir(folder);
  if (pages == 0)
    skip();
  assert_true(count >= 5);
}

static void the_readme_is_read(void **state) {
  (void)state;
  FILE *file = fopen(NOSLIP_SOURCE "/README.md", "r");
  if (!file)
    skip();
  fclose(file);
  read_page(NOSLIP_SOURCE "/README.md");
}

// the twin: a listing that is broken is found, and one of another language is passed by
static void a_broken_listing_is_found(void **state) {
  (void)state;
  tally t = {.page = "page"};
  const char *page = "Text.\n\n```noslip\nmodel m\nstate y\ny' = 1\n```\n\n```c\nint x;\n```\n\n"
                     "```noslip\nmodel m\nstate y\ny' = x\n```\n";
  assert_int_equal(each_listing(page, &t, read_listing), 2);
  assert_int_equal(t.read, 1);
  assert_int_equal(t.refused, 1);
  check_text(t.message, "page: the listing on line 14\nm.noslip:3:6: error: unknown name `x`");
}

// is the word in the first cell of a row of the table of expressions?
static bool in_table(const char *table, const char *word) {
  size_t length = strlen(word);
  for (const char *row = table; row[0] == '|'; row = strchr(row, '\n') + 1) {
    const char *end = strchr(row + 1, '|');
    for (const char *at = row; (at = strstr(at, word)) && at < end; at++)
      if (strchr("` ", at[-1]) && strchr("` (", at[length]))
        return true;
  }
  return false;
}

// the reference has a row for every function of the language, and would miss one it has not
static void every_function_is_in_the_reference(void **state) {
  (void)state;
  memory m = memory_default();
  arena a;
  source s;
  failure why = {0};
  arena_init(&a, &m);
  if (source_load(&s, &a, NOSLIP_SOURCE "/docs/language.md", &why) != NOSLIP_OK)
    skip();
  const char *table = strstr(s.text, "| expression | rule |");
  assert_non_null(table);
  for (const char *const *word = lex_functions; *word; word++)
    if (!in_table(table, *word))
      check_fail("%s is not in the table of docs/language.md\n", *word);
  assert_false(in_table(table, "log1p"));
  assert_false(in_table(table, "si"));
  arena_free(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_manual_is_read),
      cmocka_unit_test(the_readme_is_read),
      cmocka_unit_test(a_broken_listing_is_found),
      cmocka_unit_test(every_function_is_in_the_reference),
  };
  return check_run(argc, argv, tests);
}
