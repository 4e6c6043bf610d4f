// Tests of completion: what `noslip --complete` offers, and the files for bash, zsh and fish, which
// ask for it. What a shell does is tested where there is one.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/shell.h"

#include "cli/command.h"
#include "cli/options.h"

#include "noslip.h"

static const char text[] =
    "model m\nconst n = 3\ninput u\nparam I[1..2] = 1, mass = 1, g = 9.81\ncoord x, th: angle, "
    "w[1..n]\ncoord R: SO(3) velocity omega\nlagrangian x'^2/2\n"
    "section cut: x = 0 rising\nobserve height = x\n";

// is there a line with this word?
static bool offers(const char *lines, const char *word) {
  size_t length = strlen(word);
  for (const char *at = lines; *at; at += *at == '\n') {
    if (strncmp(at, word, length) == 0 && at[length] == '\t')
      return true;
    at += strcspn(at, "\n");
  }
  return false;
}

// complete the words: all of a list are offered, none of another one
static void complete_(const char *const *words, const char *yes, const char *no, int line) {
  char word[128];
  result r = run_words(words, usual);
  check_that(r.status == 0 && !r.err[0], __FILE__, line, "status %d\n%s", r.status, r.err);
  for (int pass = 0; pass < 2; pass++)
    for (const char *at = pass ? no : yes; *at; at += *at == '|') {
      size_t length = strcspn(at, "|");
      snprintf(word, sizeof word, "%.*s", (int)length, at);
      check_that(offers(r.out, word) == !pass, __FILE__, line, "`%s` is %soffered:\n%s", word,
                 pass ? "" : "not ", r.out);
      at += length;
    }
  forget(&r);
}

#define completes(yes, no, ...) complete_(WORDS("--complete", __VA_ARGS__), yes, no, __LINE__)

// files that end so are asked for
static void files_(const char *const *words, const char *ends, int line) {
  char expected[64];
  result r = run_words(words, usual);
  snprintf(expected, sizeof expected, "\t%s\n", ends);
  check_that(strcmp(r.out, expected) == 0, __FILE__, line, "found %s\n", r.out);
  forget(&r);
}

#define asks_for_files(ends, ...) files_(WORDS("--complete", __VA_ARGS__), ends, __LINE__)

static void commands_are_offered(void **state) {
  (void)state;
  result r = tool("--complete", "");
  for (int i = 0; command_at(i); i++)
    assert_true(offers(r.out, command_at(i)->name));
  assert_false(offers(r.out, "--help"));
  forget(&r);
  completes("converge|compare|check", "run|plot", "c");
  completes("--help|--version", "run", "--");
  completes("run|section", "help", "help", "");
  completes("", "run", "frobnicate", "");
}

static void offer_all(void *context, const command *c, const option *table) {
  (void)context;
  result r = tool("--complete", c->name, "--");
  for (const option *o = table; o->name; o++)
    assert_true(offers(r.out, o->name));
  assert_false(offers(r.out, "--frobnicate"));
  forget(&r);
}

static void every_option_is_offered(void **state) {
  (void)state;
  for (int i = 0; command_at(i); i++)
    command_options(command_at(i), offer_all, NULL);
}

// once, except those that are repeated; not behind --
static void options_are_offered_once(void **state) {
  (void)state;
  completes("--step|--set|--help", "--json|--output", "run", "m", "--json", "-o", "f", "--set",
            "a=1", "--");
  completes("", "--step", "run", "--", "--");
  completes("--steps", "--step", "run", "--step=1", "--st");
}

static void values_are_offered(void **state) {
  (void)state;
  completes("native|interpret|auto", "--step", "run", "m", "--backend", "");
  completes("--backend=native", "native", "run", "m", "--backend=n");
  completes("rising|falling|both", "", "section", "m", "--direction", "");
  completes("exact|rattle|spark(", "", "converge", "m", "--reference", "");
  completes("", "1", "run", "m", "--step", "");
  asks_for_files(".csv .h5", "run", "m", "-o", "");
  asks_for_files(".noslip", "run", "");
  asks_for_files(".noslip", "run", "--json", "");
  asks_for_files(".noslip", "methods", "--for", "");
  asks_for_files(".csv .h5 .hdf5", "plot", "");
}

// each word of a row, as the value of its option
static void take_words(const char *command_name, const char *option_name, const char *model) {
  const option_text *t = option_text_find(command_name, option_name);
  char word[64];
  assert_true(t->values == VALUES_WORDS);
  for (const char *at = t->words; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    result r = tool(command_name, model, option_name, word, "--steps", "1");
    check_that(r.status == 0, __FILE__, __LINE__, "%s %s\n%s", option_name, word, r.err);
    forget(&r);
    at += length;
  }
  refused(2, option_name + 2, command_name, model, option_name, "nothing", "--steps", "1");
}

static void offered_words_are_taken(void **state) {
  (void)state;
  take_words("run", "--backend", NOSLIP_MODELS "/contact_oscillator.noslip");
  take_words("section", "--direction", NOSLIP_MODELS "/contact_oscillator.noslip");
}

static void methods_are_offered(void **state) {
  (void)state;
  noslip_method_info m;
  result r = tool("--complete", "methods", "");
  for (int i = 0; noslip_method_get(i, &m); i++) {
    char word[64];
    snprintf(word, sizeof word, "%.*s%s", (int)strcspn(m.name, "("), m.name,
             strchr(m.name, '(') ? "(" : "");
    assert_true(offers(r.out, word));
  }
  forget(&r);
  completes("spark(2)|spark(8)", "spark(1)", "run", "m", "--method", "spark(");
  completes("lobatto(3, multiplier=carry)", "lobatto(3, frame=fd)", "run", "m", "--method",
            "lobatto(3, ");
  completes("gonzalez(frame=fd)", "gonzalez(2)", "run", "m", "--method", "gonzalez(");
  completes("rattle,spark(", "spark(", "compare", "m", "--methods", "rattle,sp");
  completes("compose(rattle,|compose(spark(", "compose(rattle", "run", "m", "--method", "compose(");
  completes("compose(spark(2), kahan-li8)", "", "run", "m", "--method", "compose(spark(2), k");
}

// what is offered for a method is one
static void offered_methods_exist(void **state) {
  (void)state;
  static const char *const asked[] = {"",          "spark(", "lobatto(3,",      "avf(",
                                      "gonzalez(", "rk-",    "compose(rattle, "};
  noslip_context *c = noslip_open(NULL);
  int found = 0;
  for (size_t i = 0; i < sizeof asked/sizeof *asked; i++) {
    result r = tool("--complete", "run", "m", "--method", asked[i]);
    for (const char *at = r.out; *at; at = strchr(at, '\n') + 1, found++) {
      char word[128];
      noslip_method_info m;
      size_t length = strcspn(at, "\t");
      snprintf(word, sizeof word, "%.*s", (int)(length - (at[length - 1] == '(')), at);
      if (strcmp(word, "compose") != 0)
        check_that(noslip_method_find(c, word, &m) == NOSLIP_OK, __FILE__, __LINE__, "%s\n", word);
    }
    forget(&r);
  }
  assert_true(found > 50);
  noslip_close(c);
}

static void names_of_the_model_are_offered(void **state) {
  (void)state;
  const char *m = write_file("names.noslip", text);
  completes("n=|mass=|g=|I=|I[", "x=|omega=|g[", "run", m, "--set", "");
  completes("mass=", "n=", "run", m, "--set", "m");
  completes("--set=mass=", "mass=", "run", m, "--set=m");
  completes("x=|x'=|th'=|w=|w[|R=|omega=", "R'=|mass=|omega'=", "run", m, "--init", "");
  completes("x=1:2, th=", "th=", "ensemble", m, "--sample", "x=1:2, t");
  completes("u=", "x=", "run", m, "--input", "");
  asks_for_files(".csv .h5 .hdf5", "run", m, "--input", "u=da");
  completes("cut", "x", "section", m, "--section", "");
  completes("x:height", "height", "section", m, "--columns", "x:h");
  completes("mass=", "", "methods", "--for", m, "--set", "");
  completes("mass=", "", "run", "--step", "1", m, "--json", "--set", "");
  completes("", "mass=", "run", "--set", "");
}

static void columns_are_offered(void **state) {
  (void)state;
  const char *f = write_file("run.csv", "# model: m\nt,x,\"w[1,2]\",energy\n1,2,3,4\n");
  completes("t|x|w[1,2]|energy|energy-error", "m", "plot", f, "");
  completes("x:energy", "energy", "plot", f, "x:e");
  completes("x,w[1,2]", "", "plot", f, "x,w");
}

// files that are not there, not finished, not text, or not files
static void bad_files_do_no_harm(void **state) {
  (void)state;
  completes("", "x=", "run", "/no/such/file", "--set", "");
  completes("", "x=", "run", folder, "--set", "");
  completes("", "x=", "run", "/dev/zero", "--set", "");
  completes("", "x", "plot", "/dev/zero", "");
  completes("", "x", "plot", "/no/such/file", "");
  completes("mass=", "", "run", write_file("half.noslip", "param mass =\ncoord x momentum ("),
            "--set", "");
  completes("", "mass=", "run", write_file("bytes.noslip", "param mass = \x01"), "--set", "");
  completes("", "x", "plot", write_file("bytes.csv", "\x01\x02,\xff\n"), "");
}

// the time of one word, and that of a word that needs a model
static void it_takes_a_moment(void **state) {
  (void)state;
  double least = 1;
  for (int i = 0; i < 10; i++) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    result r = tool("--complete", "run", NOSLIP_MODELS "/whipple_bicycle.noslip", "--set", "");
    clock_gettime(CLOCK_MONOTONIC, &b);
    double seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9*(double)(b.tv_nsec - a.tv_nsec);
    least = seconds < least ? seconds : least;
    assert_true(offers(r.out, "IRxx="));
    forget(&r);
  }
  print_message("the least of 10 was %.1f ms\n", 1000*least);
#ifndef __SANITIZE_ADDRESS__
  assert_true(least < 0.05);
#endif
}

// ---------------------------------------------------------------------------------------------
// shells

#define IN_FOLDER "cd " NOSLIP_SHARE "/completion && "

// bash with COMP_LINE, what it takes for the last word, and where it is
static void bash_(const char *typed, const char *last, const char *expected, int line) {
  char words[1024];
  snprintf(words, sizeof words,
           IN_FOLDER
           "bash --norc -c '. ./noslip.bash; COMP_LINE=$1 COMP_POINT=${#1}; _noslip noslip \"$2\"; "
           "printf \"%%s\\n\" \"${COMPREPLY[@]}\"' bash \"%s\" \"%s\"",
           typed, last);
  shell_prints_(words, expected, __FILE__, line);
}

#define bash_completes(typed, last, expected) bash_(typed, last, expected, __LINE__)

static void bash_asks_the_tool(void **state) {
  (void)state;
  char typed[600];
  if (!has_program("bash"))
    skip();
  const char *m = write_file("names.noslip", text);
  bash_completes("noslip che", "che", "check\n");
  bash_completes("noslip run m --method spa", "spa", "spark\\(\n");
  bash_completes("noslip run m --method \\\"spa", "spa", "spark(\n");
  bash_completes("noslip run m --backend=n", "n", "native\n");
  bash_completes("noslip run m --backend=", "", "native\ninterpret\nauto\n");
  snprintf(typed, sizeof typed, "noslip run '%s' --init x", m);
  bash_completes(typed, "x", "x=\nx\\'=\n");
  snprintf(typed, sizeof typed, "noslip run %.500s", m);
  typed[strlen(typed) - 4] = 0;
  snprintf(typed + 300, 300, "%.250s\n", m);
  bash_completes(typed, typed + strlen("noslip run "), typed + 300);
}

// a line is read, never run
static void bash_runs_nothing_else(void **state) {
  (void)state;
  char typed[600];
  struct stat info;
  if (!has_program("bash"))
    skip();
  const char *mark = in_folder("mark");
  snprintf(typed, sizeof typed, "noslip run '\\$(touch %s)' \\`touch %s\\` --back", mark, mark);
  bash_completes(typed, "--back", "--backend\n");
  assert_int_not_equal(stat(mark, &info), 0);
}

// zsh: its functions of completion are replaced by some that print
static void zsh_asks_the_tool(void **state) {
  (void)state;
  if (!has_program("zsh"))
    skip();
  shell_prints(IN_FOLDER "zsh -n ./_noslip", "");
  static const char with_words[] = IN_FOLDER
      "zsh -f -c 'compadd() { print -r -- \"$@[1,2]\" \"${(P@)@[-1]}\" }; compset() { : }; "
      "_files() { print -r -- files \"$@\" }; words=(noslip %s); CURRENT=$#words; "
      "PREFIX=$words[-1]; . ./_noslip'";
  char line[1024];
  snprintf(line, sizeof line, with_words, "che");
  shell_prints(line, "-l -d check\n");
  snprintf(line, sizeof line, with_words, "run m --method spa");
  shell_prints(line, "-S  spark(\n");
  snprintf(line, sizeof line, with_words, "run m -o \"\"");
  shell_prints(line, "files -g *(.csv|.h5)(-.)\n");
}

// the whole of it: zsh in a terminal, a line and the key Tab
static void zsh_completes_a_line(void **state) {
  (void)state;
  if (!has_program("zsh") || !check_long())
    skip();
  const char *script = write_file(
      "tab.zsh",
      "zmodload zsh/zpty; zpty z 'TERM=dumb zsh -f -i'\n"
      "zpty -w z \"fpath=($PWD \\$fpath); autoload -U compinit; compinit -u -D; PS1=\"\n"
      "zpty -w z 'show() { print -r -- \"<$BUFFER>\" }; zle -N show; bindkey ^T show'\n"
      "zpty -w z 'print REA''DY'; zpty -r -m z out '*READY*'\n"
      "zpty -w -n z $'noslip run m --method \\\"spar\\t\\x14'; zpty -r -m z out '*<noslip*>*'\n"
      "print -r -- ${${out##*\\<}%%\\>*}; zpty -d z\n");
  char line[1024];
  snprintf(line, sizeof line, IN_FOLDER "timeout 60 zsh -f %s", script);
  shell_prints(line, "noslip run m --method \"spark(\n");
}

static void fish_asks_the_tool(void **state) {
  (void)state;
  if (!has_program("fish"))
    skip();
  shell_prints(IN_FOLDER
               "HOME=. fish --no-config -c 'source ./noslip.fish; complete -C \"noslip run m "
               "--backend=n\"'",
               "--backend=native\n");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands_are_offered),     cmocka_unit_test(every_option_is_offered),
      cmocka_unit_test(options_are_offered_once), cmocka_unit_test(values_are_offered),
      cmocka_unit_test(offered_words_are_taken),  cmocka_unit_test(methods_are_offered),
      cmocka_unit_test(offered_methods_exist),    cmocka_unit_test(names_of_the_model_are_offered),
      cmocka_unit_test(columns_are_offered),      cmocka_unit_test(bad_files_do_no_harm),
      cmocka_unit_test(it_takes_a_moment),        cmocka_unit_test(bash_asks_the_tool),
      cmocka_unit_test(bash_runs_nothing_else),   cmocka_unit_test(zsh_asks_the_tool),
      cmocka_unit_test(zsh_completes_a_line),     cmocka_unit_test(fish_asks_the_tool),
  };
  return tool_run(argc, argv, tests);
}
