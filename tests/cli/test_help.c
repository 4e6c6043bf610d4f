// Tests of what the tool says about itself: every command and option has its text, and what is
// printed is whole and fits into a terminal.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

#include "cli/command.h"
#include "cli/options.h"

// how many options of a command have no text, or one that does not fit them; each is printed
static void look_at_options(void *context, const command *c, const option *table) {
  int *missing = context;
  for (const option *o = table; o->name; o++) {
    const option_text *t = option_text_find(c->name, o->name);
    bool flag = o->kind == OPTION_FLAG;
    if (t && t->text[0] && flag == !t->argument[0])
      continue;
    print_error("%s %s has no row in option_texts.inl, or one for %s\n", c->name, o->name,
                flag ? "an option with a value" : "a flag");
    ++*missing;
  }
}

static void every_option_has_a_text(void **state) {
  (void)state;
  int missing = 0;
  for (int i = 0; command_at(i); i++)
    command_options(command_at(i), look_at_options, &missing);
  assert_int_equal(missing, 0);
}

// the twin: an option without a row, and a flag whose row has an argument, are found
static void an_option_without_text_is_found(void **state) {
  (void)state;
  const option table[] = {{"--frobnicate", 0, OPTION_TEXT, NULL},
                          {"--step", 0, OPTION_FLAG, NULL},
                          {"--step", 0, OPTION_NUMBER, NULL},
                          {0}};
  int missing = 0;
  look_at_options(&missing, command_at(0), table);
  assert_int_equal(missing, 2);
}

// a row that names the command comes before one for all
static void rows_of_single_commands_win(void **state) {
  (void)state;
  assert_string_equal(option_text_find("converge", "--steps")->argument, "a:b");
  assert_string_equal(option_text_find("compare", "--steps")->argument, "N");
  assert_string_equal(option_text_find("section", "--init")->commands, "ensemble section sweep");
  assert_null(option_text_find("run", "--nothing"));
}

// each row belongs to an option that some command has
typedef struct row {
  const char *name, *commands;
  int used;
} row;

static row rows[] = {
#define OPTION(name, commands, ...) {name, commands, 0},
#include "cli/option_texts.inl"
#undef OPTION
};

static void note_rows(void *context, const command *c, const option *table) {
  (void)context;
  for (const option *o = table; o->name; o++) {
    const option_text *t = option_text_find(c->name, o->name);
    for (size_t i = 0; t && i < sizeof rows/sizeof *rows; i++)
      rows[i].used += !strcmp(rows[i].name, t->name) && !strcmp(rows[i].commands, t->commands);
  }
}

static void every_row_is_used(void **state) {
  (void)state;
  for (int i = 0; command_at(i); i++)
    command_options(command_at(i), note_rows, NULL);
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    if (rows[i].used == 0)
      check_fail("no command has the option %s of `%s`\n", rows[i].name, rows[i].commands);
}

// no line is longer than a terminal is wide, none ends with a space
static void check_lines(const char *text) {
  for (const char *at = text; *at; at += *at == '\n') {
    size_t length = strcspn(at, "\n");
    if (length > 80 || (length > 0 && at[length - 1] == ' '))
      check_fail("this line is longer than 80, or ends with a space:\n%.*s\n", (int)length, at);
    at += length;
  }
}

static void help_fits_into_a_terminal(void **state) {
  (void)state;
  result all = tool("--help");
  check_lines(all.out);
  for (int i = 0; command_at(i); i++) {
    const char *name = command_at(i)->name;
    result a = tool("help", name), b = tool(name, "--help"), c = tool(name, "-h", "--nothing");
    assert_int_equal(a.status, 0);
    assert_int_equal(c.status, 0);
    assert_string_equal(a.out, b.out);
    assert_string_equal(a.out, c.out);
    assert_string_equal(a.err, "");
    check_text(all.out, name);
    check_text(a.out, "usage: noslip ");
    check_text(a.out, "\noptions:\n");
    check_text(a.out, "\nexamples:\n  noslip ");
    check_text(a.out, "\nexit status:\n  0  ");
    check_lines(a.out);
    forget(&a), forget(&b), forget(&c);
  }
  forget(&all);
}

// a text is broken between words, items go on below their text
static void options_are_broken_between_words(void **state) {
  (void)state;
  result r = tool("help", "section");
  check_text(r.out,
             "  --seed S            other starts; 0 without it. A start depends on the seed\n"
             "                      and its number, not on how many there are\n");
  check_text(r.out, "  -o, --output FILE   a picture, .png, .svg or .pdf, or the points, .csv;");
  forget(&r);
  r = tool("help", "help");
  check_text(r.out, "usage: noslip COMMAND");
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_option_has_a_text),
      cmocka_unit_test(an_option_without_text_is_found),
      cmocka_unit_test(rows_of_single_commands_win),
      cmocka_unit_test(every_row_is_used),
      cmocka_unit_test(help_fits_into_a_terminal),
      cmocka_unit_test(options_are_broken_between_words),
  };
  return tool_run(argc, argv, tests);
}
