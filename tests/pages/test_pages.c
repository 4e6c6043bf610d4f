// Tests of src/pages: manual pages. Readers of such pages are asked whether they are sound, where
// there are some.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/shell.h"

#include "cli/options.h"
#include "lang/lex.h"
#include "pages/pages.h"

static char *page(const char *name) {
  char path[512];
  snprintf(path, sizeof path, NOSLIP_MADE "/man/%s", name);
  return read_file(path);
}

// ---------------------------------------------------------------------------------------------
// the pages that were made

// --step as it stands in a page: \fB\-\-step\fR
static void check_option(const char *text, const char *name) {
  char term[128] = "\\fB";
  for (; *name; name++)
    snprintf(term + strlen(term), sizeof term - strlen(term), *name == '-' ? "\\-" : "%c", *name);
  strcat(term, "\\fR");
  check_text(text, term);
}

static void check_command(void *context, const command *c, const option *table) {
  char name[64];
  (void)context;
  snprintf(name, sizeof name, "man1/noslip-%s.1", c->name);
  char *text = page(name);
  check_text(text, ".SH NAME\n");
  check_text(text, c->summary);
  for (const option *o = table; o->name; o++)
    check_option(text, o->name);
  free(text);
}

static void every_option_is_in_its_page(void **state) {
  (void)state;
  char *all = page("man1/noslip.1");
  for (int i = 0; command_at(i); i++) {
    command_options(command_at(i), check_command, NULL);
    check_text(all, command_at(i)->summary);
  }
  free(all);
}

static void every_method_is_in_the_page_of_the_tool(void **state) {
  (void)state;
  char *text = page("man1/noslip.1");
  noslip_method_info m;
  for (int i = 0; noslip_method_get(i, &m); i++)
    check_option(text, m.name);
  free(text);
}

static void every_word_is_in_the_page_of_the_language(void **state) {
  (void)state;
  char *text = page("man5/noslip-model.5");
  for (const lex_list *l = lex_reserved_words; l->name; l++)
    for (const char *const *word = l->words; *word; word++)
      check_text(text, *word);
  check_text(text, ".SH 14. GRAMMAR");
  free(text);
}

static void the_page_of_the_library_has_its_functions(void **state) {
  (void)state;
  char *text = page("man3/noslip.3");
  check_text(text, "noslip_open()");
  check_text(text, "noslip_model_load_with()");
  check_text(text, "noslip_run_verdict()");
  assert_null(strstr(text, "_sized()"));
  free(text);
}

// ---------------------------------------------------------------------------------------------
// readers of pages

static void pages_have_no_warnings(void **state) {
  (void)state;
  bool any = false;
  if (has_program("mandoc")) {
    any = true;
    shell_prints("mandoc -Tlint -Wall " NOSLIP_MADE "/man/man?/*", "");
  }
  if (has_program("groff")) {
    any = true;
    shell_prints("groff -man -ww -z -Tutf8 " NOSLIP_MADE "/man/man?/*", "");
  }
  if (!any)
    skip();
}

// the twin: a page that is not sound has some
static void a_broken_page_is_found(void **state) {
  (void)state;
  write_file("broken.1", ".TH BROKEN 1 2026-01-01\n.SH NAME\nbroken \\- x\n.RE\n.frobnicate\n");
  char line[1024];
  if (!has_program("mandoc"))
    skip();
  snprintf(line, sizeof line, "mandoc -Tlint -Wall %s", in_folder("broken.1"));
  char *found = shell_output(line);
  check_text(found, "broken.1:5");
  free(found);
}

static void man_shows_a_page(void **state) {
  (void)state;
  if (!has_program("man"))
    skip();
  char *text = shell_output("MANPAGER=cat MANWIDTH=80 LC_ALL=C.UTF-8 man -l " NOSLIP_MADE
                            "/man/man1/noslip-section.1");
  check_text(text, "       noslip section MODEL [options]\n");
  check_text(text, "noslip-model(5)");
  free(text);
}

// ---------------------------------------------------------------------------------------------
// texts to roff

static void becomes_(const char *text, const char *const *sections, const char *expected,
                     int line) {
  char *found = NULL;
  size_t size = 0;
  roff r = {.out = open_memstream(&found, &size)};
  assert_non_null(r.out);
  markdown_print(&r, text, sections);
  fclose(r.out);
  check_that(strcmp(found, expected) == 0, __FILE__, line, "found\n%s\nexpected\n%s\n", found,
             expected);
  free(found);
}

#define becomes(text, expected) becomes_(text, NULL, expected, __LINE__)

static void marks_become_fonts(void **state) {
  (void)state;
  becomes("a **b c** d\n", ".PP\na \\fBb c\\fR d\n");
  becomes("*a* 2 * 3 * 4\n", ".PP\n\\fIa\\fR 2 * 3 * 4\n");
  becomes("use `x - y*z` so\n", ".PP\nuse \\fBx \\- y*z\\fR so\n");
  becomes("`reich*` and `itoh-abe*`\n", ".PP\n\\fBreich*\\fR and \\fBitoh\\-abe*\\fR\n");
  becomes("[the **text**](a.md#b), [1, 2]\n", ".PP\nthe \\fBtext\\fR, [1, 2]\n");
  becomes("with --step, well-known\n", ".PP\nwith \\-\\-step, well-known\n");
}

static void characters_are_escaped(void **state) {
  (void)state;
  becomes("x' and \\n\n", ".PP\nx\\(aq and \\en\n");
  becomes("`.csv` x\n", ".PP\n\\fB.csv\\fR x\n");
  becomes(".csv x\n", ".PP\n\\&.csv x\n");
  becomes("\xce\xb8\n", ".PP\n\\[u03B8]\n");
  becomes("```\n.x\n'y\n\n```\n", ".PP\n.RS 4\n.EX\n\\&.x\n\\&\\(aqy\n\n.EE\n.RE\n");
}

static void blocks_are_recognised(void **state) {
  (void)state;
  becomes("# T\n\n1. [a](#a)\n2. [b](#b)\n\n## A b\n\ntext\ngoes on\n\n### C\n\nmore\n",
          ".SH A B\ntext goes on\n.SS C\nmore\n");
  becomes("- a\n  b\n- c\n", ".IP \\(bu 2\na b\n.IP \\(bu 2\nc\n");
  becomes("x\n\n    a\n\n      b\n\ny\n", ".PP\nx\n.PP\n.RS 4\n.EX\na\n\n  b\n.EE\n.RE\n.PP\ny\n");
  becomes("| a | b |\n| --- | --- |\n| `c` | d |\n", ".TP\n\\fBc\\fR\nd\n");
  becomes("| a | b | e |\n| --- | --- | --- |\n| c | d | f |\n",
          ".TP\nc\n\\fIb:\\fR d; \\fIe:\\fR f\n");
}

static void sections_are_chosen(void **state) {
  (void)state;
  becomes_("a\n\n## B\n\nb\n\n    x\n\n## C\n\nc\n\n- d\n\n## E\n\n```\ne\n```\n",
           (const char *const[]){"C", NULL}, ".PP\na\n.SH C\nc\n.IP \\(bu 2\nd\n", __LINE__);
}

// lines of a page are not long, wherever they may be broken
static void long_texts_are_broken(void **state) {
  (void)state;
  char *text = page("man5/noslip-model.5");
  bool lines = false;
  for (const char *at = text; *at; at += *at == '\n') {
    size_t length = strcspn(at, "\n");
    lines = strncmp(at, ".EX", 3) == 0 || (lines && strncmp(at, ".EE", 3) != 0);
    bool words = !lines && at[0] != '.' && strncmp(at - 4, ".TP\n", 4) != 0;
    check_that(!words || length <= 80, __FILE__, __LINE__, "%.*s\n", (int)length, at);
    at += length;
  }
  free(text);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_option_is_in_its_page),
      cmocka_unit_test(every_method_is_in_the_page_of_the_tool),
      cmocka_unit_test(every_word_is_in_the_page_of_the_language),
      cmocka_unit_test(the_page_of_the_library_has_its_functions),
      cmocka_unit_test(pages_have_no_warnings),
      cmocka_unit_test(a_broken_page_is_found),
      cmocka_unit_test(man_shows_a_page),
      cmocka_unit_test(marks_become_fonts),
      cmocka_unit_test(characters_are_escaped),
      cmocka_unit_test(blocks_are_recognised),
      cmocka_unit_test(sections_are_chosen),
      cmocka_unit_test(long_texts_are_broken),
  };
  return tool_run(argc, argv, tests);
}
