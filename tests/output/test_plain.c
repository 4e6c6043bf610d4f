// Texts of others on the terminal, in JSON and in command lines: src/output/plain.c and the places
// that print names, titles and lines they have not made.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "output/plain.h"

#include "tests/support/tool.h"

// every kind of character that must not reach a terminal, inside a name
#define HOSTILE                                                                   \
  "a\x1b[31m\n\r\x07\x7f\xc2\x9b\xd8\x9c\xe2\x80\x8e\xe2\x80\xae\xe2\x81\xa6\xff" \
  "b"
#define SHOWN                                                            \
  "a\\x1b[31m\\n\\x0d\\x07\\x7f\\u009b\\u061c\\u200e\\u202e\\u2066\\xff" \
  "b"

// ---- the function

static void hidden_characters_are_written_out(void **unused) {
  (void)unused;
  assert_string_equal(plain_name(HOSTILE), SHOWN);
  assert_string_equal(plain_text("one\n\ttwo\x1b"), "one\n\ttwo\\x1b");
  assert_string_equal(plain_name("\xe2\x80\xa8\xe2\x80\xa9"), "\\u2028\\u2029");
  // overlong, a surrogate, cut off
  assert_string_equal(plain_name("\xc0\x80"), "\\xc0\\x80");
  assert_string_equal(plain_name("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  assert_string_equal(plain_name("x\xe2\x80"), "x\\xe2\\x80");
}

// the twin: what shows itself is returned as it is, without a copy
static void other_texts_stay(void **unused) {
  (void)unused;
  static const char *const texts[] = {"", "models/sleigh.noslip", "θ' und Straße", "漢字 🎡",
                                      "it's \"quoted\" \\ "};
  for (size_t i = 0; i < sizeof texts/sizeof *texts; i++) {
    assert_ptr_equal(plain_name(texts[i]), texts[i]);
    assert_ptr_equal(plain_text(texts[i]), texts[i]);
  }
}

// options of the library get the names that they have on the command line
static void options_are_those_of_the_tool(void **unused) {
  (void)unused;
  static const char *const pairs[][2] = {
      {"give one with the option `step`", "give one with --step"},
      {"the option `reference_step`: no", "--reference-step: no"},
      {"(the option `backend` = \"interpret\")", "(--backend interpret)"},
      {"the option `reference` = METHOD, too", "--reference METHOD, too"},
      {"as in the option `section` = \"y' = 0 rising\"", "as in --section \"y' = 0 rising\""},
      {"the option `init` = \"x=1\"", "--init \"x=1\""},
      {"the option `until`, or the option `count`", "--until, or --count"},
      {"the option `set` k:1:4: error: \x1b", "--set k:1:4: error: \\x1b"},
      {"the option `every` = ", "--every = "},
      {"the option `section` = \"y", "--section = \"y"},
  };
  for (size_t i = 0; i < sizeof pairs/sizeof *pairs; i++)
    assert_string_equal(plain_sentence(pairs[i][0]), pairs[i][1]);
}

// the twin: those of a method, and what only begins like one, are left alone
static void other_options_stay(void **unused) {
  (void)unused;
  static const char *const texts[] = {"`lobatto` has the option `multiplier` twice",
                                      "the option `step",
                                      "the option ``",
                                      "the option `steps'`",
                                      "the option step",
                                      "cannot read opt/the option `set`.x",
                                      "unknown name\n  y  # the option `step`\n  ^\n  write x"};
  for (size_t i = 0; i < sizeof texts/sizeof *texts; i++)
    assert_string_equal(plain_sentence(texts[i]), texts[i]);
}

// ---- messages and tables

// nothing hidden in what was written, and the name stands there written out
static void clean_(const char *text, const char *part, int line) {
  check_that(plain_text(text) == text, __FILE__, line, "hidden characters in\n%s\n",
             plain_text(text));
  check_text_(text, part, "the text", __FILE__, line);
}

static void tool_is_clean_(const char *const *words, const char *part, int line) {
  result r = run_words(words, usual);
  char *all = malloc(strlen(r.out) + strlen(r.err) + 1);
  strcpy(stpcpy(all, r.out), r.err);
  clean_(all, part, line);
  free(all);
  forget(&r);
}

#define tool_is_clean(part, ...) tool_is_clean_(WORDS(__VA_ARGS__), part, __LINE__)

static const char pendulum[] = "model pendulum\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\n"
                               "init th' = 1.5\nrun method dla-mp, step 0.1, steps 20\n";

static void names_in_messages_are_plain(void **unused) {
  (void)unused;
  const char *model = write_file(HOSTILE ".noslip", pendulum);
  const char *wrong = write_file(HOSTILE "w.noslip", "model x\ncoord y\nlagrangian z\n");
  const char *numbers = write_file(HOSTILE ".csv", "t,x\n1,one\n");
  const char *good = write_file("pendulum.noslip", pendulum);
  tool_is_clean("cannot read", "run", in_folder(HOSTILE "-missing.noslip"));
  tool_is_clean(SHOWN "-missing", "run", in_folder(HOSTILE "-missing.noslip"));
  tool_is_clean(SHOWN "w.noslip:3:12: error", "run", wrong);
  tool_is_clean(SHOWN, "run", model, "-o", model);
  tool_is_clean(SHOWN, "run", good, "-o", "/nonexistent/" HOSTILE ".csv");
  tool_is_clean(SHOWN, "run", good, "-o", "/nonexistent/" HOSTILE ".h5");
  tool_is_clean(SHOWN, "run", good, "-o", HOSTILE ".txt");
  tool_is_clean("\\x1b[31m", "run", good, "--method", HOSTILE);
  tool_is_clean(SHOWN, "run", good, "--step", HOSTILE);
  tool_is_clean(SHOWN, "run", good, "--" HOSTILE);
  tool_is_clean(SHOWN, HOSTILE, good);
  tool_is_clean("\\u202e\\u2066\\xff", "plot", numbers, "x:t");
  tool_is_clean("\\u202e\\u2066\\xff", "plot", in_folder(HOSTILE "-missing.csv"));
  tool_is_clean("\\u202e\\u2066\\xff", "ensemble", good, "--init-file", numbers);
  tool_is_clean(SHOWN, "compare", good, "-o", "/nonexistent/" HOSTILE ".csv");
  tool_is_clean(SHOWN, "export", good, "-o", "/nonexistent/" HOSTILE ".c");
}

static void columns_of_tables_are_plain(void **unused) {
  (void)unused;
  const char *numbers = write_file("hostile.csv", "t,x\x1b[31m\xe2\x80\xae\n1,one\x1b[0m\n");
  tool_is_clean("\\u202e", "plot", numbers, "x:t");
}

// the direction of writing is turned in a title and in a comment
static void lines_of_models_are_plain(void **unused) {
  (void)unused;
  const char *title = write_file("title.noslip", "model x \"left \xe2\x80\xae right\"\ncoord y\n"
                                                 "lagrangian y'^2/2\n");
  const char *line = write_file("line.noslip", "model x\ncoord y # \xe2\x80\xae\xe2\x81\xa6 )\n"
                                               "lagrangian y'^2/2 + nothing # \xe2\x80\xae\n");
  tool_is_clean("left \\u202e right", "check", title);
  tool_is_clean("# \\u202e", "check", line);
}

// a mark of direction is no letter: it cannot stand in a name
static void marks_are_no_letters(void **unused) {
  (void)unused;
  const char *model = write_file("mark.noslip", "model x\ncoord y\xd8\x9c\nlagrangian 0\n");
  refused(2, "U+061C", "check", model);
}

// ---- JSON

static bool is_json_text(const char *text) {
  for (int length; *text; text += length) {
    int c = plain_read(text, &length);
    if (c == plain_invalid || (c < 0x20 && c != '\n'))
      return false;
  }
  return true;
}

// a disk that is full is told with the name of the file, in the warnings
static void json_is_valid_whatever_the_name(void **unused) {
  (void)unused;
  const char *good = write_file("pendulum.noslip", pendulum), *path = in_folder(HOSTILE "f.csv");
  if (access("/dev/full", W_OK) != 0 || symlink("/dev/full", path) != 0)
    skip();
  result r = tool("run", good, "--json", "-o", path);
  assert_int_equal(r.status, 1);
  assert_true(is_json_text(r.out));
  assert_true(plain_text(r.out) == r.out);
  check_text_(r.out, "cannot write", "the object", __FILE__, __LINE__);
  forget(&r);
}

// ---- command lines

// what `export` shows is pasted into a shell whose cc notes its words
static void export_shows_a_line_for_a_shell(void **unused) {
  (void)unused;
  static const char *const names[] = {"plain.c",        "with space.c",    "it's \"so\".c",
                                      "$HOME `id`;&.c", "new\nline\x1b.c", "-dash.c",
                                      "back\\slash.c",  "no-end",          "turned\xe2\x80\xae.c"};
  const char *model = write_file("pendulum.noslip", pendulum);
  const char *cc = write_file("cc", "#!/bin/sh\nfor w; do case $w in -*|c) ;; *) "
                                    "[ -f \"$w\" ] && echo found; esac; done\n");
  assert_int_equal(chmod(cc, 0700), 0);
  assert_int_equal(chdir(folder), 0);
  for (size_t i = 0; i < sizeof names/sizeof *names; i++) {
    result r = tool("export", model, "-o", names[i]);
    assert_int_equal(r.status, 0);
    assert_true(plain_text(r.err) == r.err);
    const char *line = strstr(r.err, "compile it: ");
    assert_non_null(line);
    char script[1200];
    snprintf(script, sizeof script, "PATH=%s:$PATH\n%s", folder, line + strlen("compile it: "));
    write_file("script", script);
    FILE *shell = popen("bash script 2>&1", "r");
    char said[200] = "";
    assert_non_null(shell);
    said[fread(said, 1, sizeof said - 1, shell)] = 0;
    assert_int_equal(pclose(shell), 0);
    check_that(strcmp(said, "found\n") == 0, __FILE__, __LINE__, "%s: %s", names[i], said);
    forget(&r);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hidden_characters_are_written_out),
      cmocka_unit_test(other_texts_stay),
      cmocka_unit_test(options_are_those_of_the_tool),
      cmocka_unit_test(other_options_stay),
      cmocka_unit_test(names_in_messages_are_plain),
      cmocka_unit_test(columns_of_tables_are_plain),
      cmocka_unit_test(lines_of_models_are_plain),
      cmocka_unit_test(marks_are_no_letters),
      cmocka_unit_test(json_is_valid_whatever_the_name),
      cmocka_unit_test(export_shows_a_line_for_a_shell),
  };
  return tool_run(argc, argv, tests);
}
