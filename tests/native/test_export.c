// Tests of `noslip export` and noslip_run_export: the file is compiled, with warnings as errors, and
// writes the bytes that `noslip run` writes.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "noslip.h"

#include "tests/support/callback_systems.h"
#include "tests/support/counting.h"
#include "tests/support/tool.h"
#include "tests/support/tool_models.h"

#define WARNINGS "-std=c17 -ffp-contract=off -Wall -Wextra -pedantic -Werror"

// ---- models

// turns over and over, driven; functions that compilers know too much of
static const char driven[] =
    "model driven \"a driven pendulum\"\n"
    "param a = 0.3\n"
    "coord th: angle\n"
    "lagrangian th'^2/2 + (1 + a*cos(2*t))*cos(th)\n"
    "observe powers = abs(th)^1.5 + (1 + th'^2)^2 + 2^sin(th) + sin(1.5)\n"
    "observe others = sin(atan(th')) + exp(-t)*atan2(sin(th), 2) + log(1 + t) + tanh(th) + tan(1)\n"
    "observe more = asin(sin(th)) + acos(cos(th)) + sinh(th') + cosh(th') + min(th, 1) + sign(th)\n"
    "observe periodic = cos(th) + sin(2*th - t)/3\n"
    "init th' = 3\n"
    "run method dla-mp, step 0.05, steps 300\n";

// p is no linear function of the velocity: the other picture is found by iteration
static const char relativistic[] = "model relativistic\n"
                                   "coord x momentum p, y momentum r\n"
                                   "hamiltonian sqrt(1 + p^2 + r^2) + x^2 + y^2*x^2/4 + y^2/3\n"
                                   "init x = 1, y = 0.3, p = 0.4, r = -0.2\n"
                                   "observe speed = sqrt(x'^2 + y'^2)\n"
                                   "run method dla-mp, step 0.05, steps 200\n";

static const char relativistic_lagrangian[] =
    "model relativistic\n"
    "coord x, y\n"
    "lagrangian -sqrt(1 - x'^2 - y'^2) - x^2 - y^2*x^2/4\n"
    "init x = 1, y = 0.3, x' = 0.4, y' = -0.2\n"
    "run method rattle, step 0.05, steps 200\n";

// a rail that moves, and an observable that has the multiplier in it
static const char rail[] = "model rail\n"
                           "coord x, y\n"
                           "lagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                           "holonomic rail: y = x^2/2 + 0.1*sin(3*t)  multiplier N\n"
                           "observe load = N\n"
                           "init x = 1\n"
                           "run method rattle, step 0.01, steps 100, every 3\n";

// a blade in a magnetic field, with a mass beside it
static const char charged[] = "model charged\n"
                              "coord x, y, th: angle\n"
                              "lagrangian (3*th'^2 + x'^2 + y'^2)/2 - x^2 - y^4/4\n"
                              "           + th'*(y'*cos(th) - x'*sin(th))/5\n"
                              "           + (1 + x^2)*(x*y' - y*x')\n"
                              "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0\n"
                              "init x = 1, x' = 0.5, th' = 3\n"
                              "run method gonzalez, step 0.05, steps 100\n";

static const char pushed[] = "model pushed\ninput u = 1, w\ncoord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - (x - u)^2/2\nforce y = u*x + w\n"
                             "nonholonomic c: y' = x*x'\ninit x = 1\nobserve s = u + t\n"
                             "run method lobatto(2), step 0.05, steps 40\n";

// ---- compiling

static char *read_output(const char *path) {
  char *text = read_file(path);
  check_above((double)strlen(text), 10);
  return text;
}

// what the compiler says is in the file `made`.log
static bool try_compile(const char *compiler, const char *options, const char *source,
                        const char *made) {
  char command[2000];
  snprintf(command, sizeof command, "%s %s %s %s -o %s -lm 2>%s.log", compiler, WARNINGS, options,
           source, made, made);
  return system(command) == 0;
}

static void compile(const char *compiler, const char *options, const char *source,
                    const char *made) {
  char path[600];
  if (try_compile(compiler, options, source, made))
    return;
  snprintf(path, sizeof path, "%s.log", made);
  check_fail("%s %s\n%.2000s\n", compiler, options, read_file(path));
}

// run a program; its output is in the file `to`, its exit status is returned
static int run_program(const char *program, const char *to) {
  char command[2000];
  snprintf(command, sizeof command, "%s >%s 2>%s", program, to, in_folder("said"));
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// ---- agreement

enum { most_words = 12 };

typedef struct trial {
  const char *model;  // a file of models/, or
  const char *text;   // a text
  const char *words[most_words];
} trial;

static const trial trials[] = {
    {"contact_oscillator", NULL, {"--method", "dla-mp", "--steps", "300", "--every", "7"}},
    {"contact_oscillator", NULL, {"--method", "compose(dla-mp, kahan-li8)", "--steps", "40"}},
    {"sleigh", NULL, {"--method", "dla-cm", "--steps", "200"}},
    {"appell_hamel", NULL, {"--method", "dla-mp", "--steps", "60"}},
    {"knife_edge", NULL, {"--method", "dla-mp", "--step", "-0.02", "--steps", "100"}},
    {"double_spherical_pendulum", NULL, {"--method", "rattle", "--steps", "200"}},
    {"double_spherical_pendulum", NULL, {"--method", "compose(rattle, suzuki4)", "--steps", "40"}},
    {"double_spherical_pendulum", NULL, {"--method", "reich*", "--steps", "100"}},
    {"double_spherical_pendulum_lagrangian", NULL, {"--steps", "200"}},
    {"spheroid", NULL, {"--method", "compose(reich, yoshida4)", "--steps", "50"}},
    {"teflon", NULL, {"--steps", "100"}},
    {"teflon",
     NULL,
     {"--method", "compose(euler-true, suzuki4)", "--step", "0.05", "--steps", "20"}},
    {"spheroid", NULL, {"--method", "euler-true-conj(alpha=0.7)", "--steps", "50"}},
    {"chain", NULL, {"--steps", "150"}},
    {"chain", NULL, {"--set", "n=28", "--steps", "12"}},
    {"four_bar", NULL, {"--steps", "100"}},
    {NULL, driven, {"--every", "9"}},
    {"sleigh", NULL, {"--method", "lobatto(2, multiplier=carry)", "--steps", "100"}},
    {"double_spherical_pendulum", NULL, {"--method", "lobatto(3)", "--steps", "40"}},
    {NULL, relativistic, {"--method", "rk-gauss(3)", "--steps", "50"}},
    {"sleigh", NULL, {"--method", "rk-radau2a*(2)", "--steps", "50"}},
    {NULL, driven, {"--method", "dla-cm", "--until", "-5", "--step", "-0.1"}},
    {NULL, driven, {"--method", "rattle", "--set", "a=0.5"}},
    {NULL, relativistic, {"--method", "dla-mp"}},
    {NULL, relativistic, {"--method", "compose(dla-cm, yoshida4)", "--steps", "50"}},
    {NULL, relativistic, {"--method", "rattle"}},
    {NULL, driven, {"--method", "compose(reich*, blanes-moan4)", "--steps", "50"}},
    {NULL, relativistic_lagrangian, {"--steps", "150"}},
    {"spherical_pendulum", NULL, {"--method", "gonzalez", "--steps", "300", "--every", "9"}},
    {"chaotic", NULL, {"--method", "compose(itoh-abe, symmetric)", "--steps", "40"}},
    {"gearbox", NULL, {"--method", "gonzalez-f", "--steps", "50"}},
    {"four_bar", NULL, {"--method", "gonzalez", "--step", "0.01", "--steps", "60"}},
    {"charged_particle", NULL, {"--method", "gonzalez-f", "--steps", "50"}},
    {NULL, charged, {"--method", "ep-collocation(2)", "--steps", "50"}},
    {"gearbox", NULL, {"--method", "ep-collocation(2)", "--steps", "50"}},
    {"disk", NULL, {"--method", "index1", "--steps", "200", "--every", "3"}},
    {"sleigh", NULL, {"--method", "index0(rtol=1e-8)", "--steps", "100"}},
    {"double_spherical_pendulum", NULL, {"--method", "index0", "--steps", "50"}},
    {"pendulum", NULL, {"--method", "index1", "--step", "-0.1", "--steps", "30"}},
    {"mixed", NULL, {"--method", "dop853", "--steps", "60", "--every", "7"}},
    {"double_spherical_pendulum", NULL, {"--method", "dop853(1e-6)", "--steps", "50"}},
    {NULL, pushed, {"--set", "u=0.25", "--steps", "30"}},
    {NULL, rail, {"--project"}},
    {NULL, rod, {"--init", "x=0.6", "--init", "y=0.8", "--steps", "20"}},
    {NULL, sleigh, {"--steps", "0"}},
    {NULL, sleigh, {"--until", "1"}},
    {"spheroid", NULL, {"--method", "rattle(representative=tn)", "--steps", "100"}},
    {"double_spherical_pendulum", NULL, {"--method", "reich(solve=reduced)", "--steps", "100"}},
    {"heavy_top_group", NULL, {"--method", "lobatto(3)", "--steps", "60"}},
    {"sleigh_se2", NULL, {"--method", "lobatto(2, multiplier=carry)", "--steps", "80"}},
    {"rigid_body_so4", NULL, {"--method", "lobatto(2)", "--steps", "30"}},
    {"fixed_point_se3", NULL, {"--method", "lobatto(3, retraction=exp)", "--steps", "20"}},
    {"turntable", NULL, {"--method", "lobatto(3, multiplier=restart)", "--steps", "30"}},
    {"unicycle",
     NULL,
     {"--method", "compose(lobatto(2, multiplier=carry), symmetric)", "--steps", "40"}},
    {"rigid_body_so4", NULL, {"--method", "reich", "--steps", "30"}},
    {"heavy_top", NULL, {"--method", "compose(reich, blanes-moan4)", "--steps", "30"}},
    {"rattleback", NULL, {"--method", "gonzalez", "--step", "0.001", "--steps", "30"}},
};
enum { ntrial = sizeof trials/sizeof *trials };

static const char *model_of(const trial *t) {
  static char path[512];
  if (t->text)
    return write_file("model.noslip", t->text);
  snprintf(path, sizeof path, "%s/%s.noslip", NOSLIP_MODELS, t->model);
  return path;
}

// a command of the tool with the words of a trial and an output; what it said is dropped
static int call(const trial *t, const char *command, const char *setting, const char *output) {
  const char *words[most_words + 8] = {command, model_of(t), "-o", output, "--quiet"};
  int n = 5;
  for (int i = 0; i < most_words && t->words[i]; i++)
    words[n++] = t->words[i];
  if (setting) {
    words[n++] = "--set";
    words[n++] = setting;
  }
  result r = run_words(words, usual);
  int status = r.status;
  if (status == 2)
    check_fail("%s %s: %s\n", command, words[1], r.err);
  forget(&r);
  return status;
}

// the same bytes, the same exit status
static void check_same(const trial *t, const char *program, const char *how, int status) {
  int got = run_program(program, in_folder("made.csv"));
  char *expected = read_output(in_folder("run.csv")), *made = read_output(in_folder("made.csv"));
  const char *name = t->model ? t->model : "text";
  if (strcmp(expected, made) != 0)
    check_fail("%s %s, %s: other bytes\n%.400s\n%.400s\n", name, t->words[1], how, expected, made);
  check_that(got == status, __FILE__, __LINE__, "%s, %s: status %d, expected %d", name, how, got,
             status);
  free(expected);
  free(made);
}

static void check_trial(const trial *t, const char *compiler, const char *options) {
  int status = call(t, "run", NULL, in_folder("run.csv"));
  call(t, "export", NULL, in_folder("made.c"));
  compile(compiler, options, in_folder("made.c"), in_folder("made"));
  check_same(t, in_folder("made"), options, status);
}

// with and without optimisation, side by side
static void check_both(const trial *t) {
  int status = call(t, "run", NULL, in_folder("run.csv"));
  call(t, "export", NULL, in_folder("made.c"));
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0)
    _exit(try_compile(NOSLIP_CC, "-O0", in_folder("made.c"), in_folder("slow")) ? 0 : 1);
  compile(NOSLIP_CC, "-O2", in_folder("made.c"), in_folder("made"));
  assert_int_equal(finish(child), 0);
  check_same(t, in_folder("made"), "-O2", status);
  check_same(t, in_folder("slow"), "-O0", status);
}

// every third file optimised as well; in short every second file, and every fifteenth optimised
static void files_write_what_runs_write(void **unused) {
  (void)unused;
  for (int i = 0; i < ntrial; i += check_share(2))
    if (i % (3*check_share(5)) == 0)
      check_both(&trials[i]);
    else
      check_trial(&trials[i], NOSLIP_CC, "-O0");
}

// whatever the compiler, whatever it is asked for
static void compilers_agree(void **unused) {
  (void)unused;
  static const char *const compilers[] = {"gcc", "clang"};
  static const int chosen[] = {2, 11, 14};
  for (int c = 0; c < 2; c++) {
    char there[100];
    snprintf(there, sizeof there, "%s --version >/dev/null 2>&1", compilers[c]);
    for (int i = 0; i < 3/check_share(3) && system(there) == 0; i++)
      check_trial(&trials[chosen[i]], compilers[c], "-O3");
  }
}

// one bit in one parameter is noticed
static void one_bit_is_noticed(void **unused) {
  (void)unused;
  const trial t = {NULL, driven, {"--steps", "50"}};
  call(&t, "run", NULL, in_folder("run.csv"));
  call(&t, "export", "a=0.30000000000000004", in_folder("made.c"));
  compile(NOSLIP_CC, "-O0", in_folder("made.c"), in_folder("made"));
  assert_int_equal(run_program(in_folder("made"), in_folder("made.csv")), 0);
  char *one = read_output(in_folder("run.csv")), *two = read_output(in_folder("made.csv"));
  assert_string_not_equal(one, two);
  free(one);
  free(two);
}

// a step that fails: the rows so far, a sentence, exit status 1
static void failing_steps_end_it(void **unused) {
  (void)unused;
  const trial t = {NULL, cliff, {"--every", "10"}};
  assert_int_equal(call(&t, "run", NULL, in_folder("run.csv")), 1);
  assert_int_equal(call(&t, "export", NULL, in_folder("made.c")), 0);
  compile(NOSLIP_CC, "-O2", in_folder("made.c"), in_folder("made"));
  check_same(&t, in_folder("made"), "-O2", 1);
  char *said = read_output(in_folder("said"));
  check_text(said, "stopped at t = ");
  check_text(said, "of size 0.01");
  free(said);
}

static void full_disks_are_noticed(void **unused) {
  (void)unused;
  if (access("/dev/full", W_OK) != 0)
    skip();
  const trial t = {NULL, sleigh, {"--steps", "5"}};
  call(&t, "export", NULL, in_folder("made.c"));
  compile(NOSLIP_CC, "-O0", in_folder("made.c"), in_folder("made"));
  assert_int_equal(run_program(in_folder("made"), "/dev/full"), 1);
  char *said = read_output(in_folder("said"));
  check_text(said, "cannot write");
  free(said);
}

// ---- texts of others

// nothing in a model can end a comment, or a string, or begin a line of code
static void hostile_texts_stay_comments(void **unused) {
  (void)unused;
  static const char text[] =
      "# */ int main(void) { return 1; } /* \n"
      "# a backslash at the end \\\n"
      "# and one with blanks behind it \\  \n"
      "# a trigraph at the end ?\?/\n"
      "# ?\?=define x ?\?' \"quotes\" 'more' 100% %s %n // /* \t tab \\\r\n"
      "# \xe2\x80\xae turned \xe2\x81\xa6 around \xe2\x81\xa9, \xc3\xa9t\xc3\xa9 \xce\xb8\n"
      "model hostile \"*/ 100% ?\?/ \\\\ %s\"\n"
      "coord x, \xce\xb8\n"
      "lagrangian x'^2/2 + \xce\xb8'^2/2\n"
      "nonholonomic pair[1,2]: x' = \xce\xb8'\n"
      "init x' = 1, \xce\xb8' = 1\n"
      "run method dla-mp, step 0.1, steps 3\n"
      "# the last line has no end \\";
  const trial t = {NULL, text, {"--steps", "3"}};
  check_trial(&t, NOSLIP_CC, "-O0");
  char *rows = read_output(in_folder("made.csv"));
  check_text(rows, "\"multiplier.pair[1,2]\"");
  check_text(rows, ",momentum.\xce\xb8");
  free(rows);
}

// ---- in a program of one's own

static void steps_can_be_called(void **unused) {
  (void)unused;
  const trial t = {NULL, rod, {"--steps", "0"}};
  call(&t, "export", NULL, in_folder("made.c"));
  write_file("own.c", "#define NOSLIP_NO_MAIN\n#include \"made.c\"\n"
                      "int main(void) {\n"
                      "  static noslip one, two;\n"
                      "  noslip_start(&one);\n"
                      "  noslip_start(&two);\n"
                      "  for (int i = 0; i < 30; i++)\n"
                      "    if (noslip_step(&one) != KERNEL_DONE)\n      return 1;\n"
                      "  for (int i = 0; i < 50; i++)\n"
                      "    if (noslip_step(&two) != KERNEL_DONE)\n      return 1;\n"
                      "  noslip_start(&two);\n"
                      "  for (int i = 0; i < 30; i++)\n"
                      "    if (noslip_step(&two) != KERNEL_DONE)\n      return 1;\n"
                      "  printf(\"%.17g %.17g\\n\", one.state.q[0], one.seen.energy);\n"
                      "  return one.state.q[0] != two.state.q[0];\n}\n");
  compile(NOSLIP_CC, "-O2", in_folder("own.c"), in_folder("own"));
  assert_int_equal(run_program(in_folder("own"), in_folder("own.txt")), 0);

  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  char expected[100];
  assert_int_equal(noslip_model_parse(c, "test", rod, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, NULL, &r), NOSLIP_OK);
  assert_int_equal(noslip_advance(r, 30), NOSLIP_OK);
  snprintf(expected, sizeof expected, "%.17g %.17g\n", noslip_value(r, "x"), noslip_energy(r));
  char *got = read_output(in_folder("own.txt"));
  assert_string_equal(got, expected);
  free(got);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// set between the steps of an exported file, an input does what it does in a run
static void inputs_can_be_set(void **unused) {
  (void)unused;
  const trial t = {NULL, pushed, {"--steps", "0"}};
  call(&t, "export", NULL, in_folder("made.c"));
  write_file("own.c", "#define NOSLIP_NO_MAIN\n#include \"made.c\"\n"
                      "int main(void) {\n"
                      "  static noslip run;\n"
                      "  noslip_start(&run);\n"
                      "  for (int i = 0; i < 30; i++) {\n"
                      "    noslip_set_input(&run, i % 2, 0.1*i);\n"
                      "    if (noslip_step(&run) != KERNEL_DONE)\n      return 1;\n  }\n"
                      "  printf(\"%.17g %.17g %.17g\\n\", run.state.q[0], run.state.q[1],\n"
                      "         run.seen.monitor[0]);\n"
                      "  return NOSLIP_INPUTS != 2 || strcmp(noslip_input_names[1], \"w\") != 0;\n"
                      "}\n");
  compile(NOSLIP_CC, "-O2", in_folder("own.c"), in_folder("own"));
  assert_int_equal(run_program(in_folder("own"), in_folder("own.txt")), 0);

  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  char expected[100];
  assert_int_equal(noslip_model_parse(c, "test", pushed, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, NULL, &r), NOSLIP_OK);
  for (int i = 0; i < 30; i++) {
    assert_int_equal(noslip_set_input_at(r, i % 2, 0.1*i), NOSLIP_OK);
    assert_int_equal(noslip_step(r), NOSLIP_OK);
  }
  snprintf(expected, sizeof expected, "%.17g %.17g %.17g\n", noslip_value(r, "x"),
           noslip_value(r, "y"), noslip_value(r, "s"));
  char *got = read_output(in_folder("own.txt"));
  assert_string_equal(got, expected);
  free(got);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

static const char swung[] = "model swung\nparam m = 1, k = 4\ninput u\ncoord x\n"
                            "lagrangian m*x'^2/2 - k*(x - u)^2/2\ninit x = k, x' = 1\n"
                            "run method dla-mp, step 0.05\n";

// An exported file has the values of its run, and live parameters stand behind the inputs there.
static void live_parameters_can_be_set(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  char expected[100];
  const char *const names[] = {"m", "k"}, *text;
  const noslip_parameter other = {"k", 3};
  const noslip_model_options live = {.live = names, .nlive = 2};
  const noslip_run_options with = {.parameters = &other, .nparameter = 1};
  assert_int_equal(noslip_model_parse(c, "test", swung, &live, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &with, &r), NOSLIP_OK);
  assert_int_equal(noslip_run_export(r, 0, &text), NOSLIP_OK);
  write_file("made.c", text);
  write_file("own.c", "#define NOSLIP_NO_MAIN\n#include \"made.c\"\n"
                      "int main(void) {\n"
                      "  static noslip run;\n"
                      "  noslip_start(&run);\n"
                      "  for (int i = 0; i < 30; i++) {\n"
                      "    if (i == 10)\n      noslip_set_input(&run, 1, 2.5);\n"
                      "    if (i == 20)\n      noslip_set_input(&run, 2, 7);\n"
                      "    if (noslip_step(&run) != KERNEL_DONE)\n      return 1;\n  }\n"
                      "  printf(\"%.17g %.17g\\n\", run.state.q[0], run.state.v[0]);\n"
                      "  return NOSLIP_INPUTS != 3 || strcmp(noslip_input_names[1], \"m\") != 0;\n"
                      "}\n");
  compile(NOSLIP_CC, "-O2", in_folder("own.c"), in_folder("own"));
  assert_int_equal(run_program(in_folder("own"), in_folder("own.txt")), 0);
  for (int i = 0; i < 30; i++) {
    if (i == 10)
      assert_int_equal(noslip_set_parameter(r, "m", 2.5), NOSLIP_OK);
    if (i == 20)
      assert_int_equal(noslip_set_parameter(r, "k", 7), NOSLIP_OK);
    assert_int_equal(noslip_step(r), NOSLIP_OK);
  }
  snprintf(expected, sizeof expected, "%.17g %.17g\n", noslip_value(r, "x"), noslip_value(r, "x'"));
  char *got = read_output(in_folder("own.txt"));
  assert_string_equal(got, expected);
  free(got);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// the program of docs/export.md, as it stands there
static void the_page_is_right(void **unused) {
  (void)unused;
  const trial t = {"sleigh", NULL, {NULL}};
  char *page = read_file(NOSLIP_SOURCE "/docs/export.md");
  char *program = strstr(page, "```c\n");
  assert_non_null(program);
  program += strlen("```c\n");
  *strstr(program, "```") = 0;
  call(&t, "export", NULL, in_folder("sleigh.c"));
  write_file("page.c", program);
  free(page);
  compile(NOSLIP_CC, "-O2", in_folder("page.c"), in_folder("page"));
  assert_int_equal(run_program(in_folder("page"), in_folder("page.txt")), 0);
  char *said = read_output(in_folder("page.txt"));
  check_text(said, "turned at t = ");
  free(said);
}

// ---- what is refused

static void wrong_calls_are_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  const char *text = "before";
  assert_int_equal(noslip_model_parse(c, "test", sleigh, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, NULL, &r), NOSLIP_OK);
  assert_int_equal(noslip_run_export(r, -1, &text), NOSLIP_ERROR_ARGUMENT);
  assert_null(text);
  assert_int_equal(noslip_run_export(r, 0, &text), NOSLIP_OK);
  check_text(text, "int main(void)");
  assert_int_equal(noslip_step(r), NOSLIP_OK);
  check_text(text, "int main(void)");
  assert_int_equal(noslip_run_export(r, 1, &text), NOSLIP_ERROR_ARGUMENT);
  assert_null(text);
  check_text(noslip_last_error(c), "before its first step");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

static void callbacks_are_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  const char *text;
  const callback_system *s = callback_system_at(0);
  noslip_callbacks functions = s->make();
  assert_int_equal(noslip_model_bind(c, &functions, &m), NOSLIP_OK);
  noslip_run_options options = {.method = s->methods[0], .step = s->h};
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
  assert_int_equal(noslip_run_export(r, 1, &text), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "made of functions");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

static void the_command_refuses(void **unused) {
  (void)unused;
  const char *model = write_file("kept.noslip", sleigh), *made = in_folder("kept.c");
  refused(2, "would overwrite the model", "export", model, "-o", model);
  char *kept = read_file(model);
  assert_string_equal(kept, sleigh);
  free(kept);
  refused(2, "needs a model file", "export");
  refused(2, "--step 0", "export", model, "--step", "0");
  refused(2, "both say where the run ends", "export", model, "--steps", "1", "--until", "1");
  refused(2, "--json", "export", model, "--json");
  refused(2, "holonomic", "export", model, "--method", "rattle", "-o", made);
  refused(2, "in turn", "export", model, "--method", "compose(rk-radau2a(1), symmetric)", "-o",
          made);
  refused(2, "the run has no end", "export", model, "--step", "-0.1", "-o", made);
  refused(1, "cannot write", "export", model, "-o", in_folder("none/file.c"));
  assert_int_not_equal(access(made, F_OK), 0);
}

// ---- the command

static void it_says_how_to_compile(void **unused) {
  (void)unused;
  const char *model = write_file("said.noslip", sleigh), *made = in_folder("said.c");
  result file = tool("export", model, "-o", made), out = tool("export", model, "--quiet");
  assert_int_equal(file.status, 0);
  assert_int_equal(out.status, 0);
  check_text(file.err, "cc -std=c17 -O2 -ffp-contract=off ");
  check_text(file.err, "said.c -o said -lm\n");
  assert_string_equal(file.out, "");
  assert_string_equal(out.err, "");
  char *text = read_output(made);
  assert_string_equal(text, out.out);
  free(text);
  forget(&file);
  forget(&out);
}

// ---- memory

// export with the n-th request failing; *from: the first request of the export itself
static noslip_status one_export(counter *c, const char *model, const char *method, long *from) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  noslip_run *r = NULL;
  const char *text;
  noslip_run_options options = {.method = method, .backend = "interpret"};
  assert_int_equal(noslip_model_parse(context, "test", model, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
  *from = c->requests + 1;
  noslip_status status = noslip_run_export(r, 10, &text);
  assert_true((text != NULL) == (status == NOSLIP_OK));
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return status;
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  static const char *const models[] = {rod, relativistic, driven};
  static const char *const methods[] = {"rattle", "compose(dla-mp, suzuki4)", "dla-mp"};
  for (int k = 0; k < 3; k++) {
    counter c = {0, 0, 0};
    long from, ignored;
    assert_int_equal(one_export(&c, models[k], methods[k], &from), NOSLIP_OK);
    long all = c.requests;
    check_above((double)(all - from), 10);
    for (long n = from; n <= all; n++) {
      c = (counter){0, n, 0};
      assert_int_equal(one_export(&c, models[k], methods[k], &ignored), NOSLIP_ERROR_MEMORY);
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_write_what_runs_write), cmocka_unit_test(compilers_agree),
      cmocka_unit_test(one_bit_is_noticed),          cmocka_unit_test(failing_steps_end_it),
      cmocka_unit_test(full_disks_are_noticed),      cmocka_unit_test(hostile_texts_stay_comments),
      cmocka_unit_test(steps_can_be_called),         cmocka_unit_test(the_page_is_right),
      cmocka_unit_test(wrong_calls_are_refused),     cmocka_unit_test(callbacks_are_refused),
      cmocka_unit_test(the_command_refuses),         cmocka_unit_test(it_says_how_to_compile),
      cmocka_unit_test(every_allocation_may_fail),   cmocka_unit_test(inputs_can_be_set),
      cmocka_unit_test(live_parameters_can_be_set),
  };
  return tool_run(argc, argv, tests);
}
