// Tests of src/cli: what the tool writes, read back; and the pieces that can be tested alone.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp, pseudo terminals

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "noslip.h"

#include "output/columns.h"
#include "output/number.h"
#include "run/row.h"

#include <signal.h>

// ---------------------------------------------------------------------------------------------
// provenance

// text, file and parameters of a model, for those who keep them with a result
static void models_know_where_they_come_from(void **state) {
  (void)state;
  const char *path = write_file("sleigh.noslip", sleigh);
  const noslip_setting set = {"g", "1/8"};
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_model_options options = {.set = &set, .nset = 1};
  assert_int_equal(noslip_model_load_with(context, path, &options, &m), NOSLIP_OK);
  assert_string_equal(noslip_model_text(m), sleigh);
  assert_string_equal(noslip_model_path(m), path);
  static const char *const names[] = {"m", "a", "I", "g"};
  static const double values[] = {1, 1, 1, 0.125};
  assert_int_equal(noslip_model_parameter_count(m), 4);
  for (int i = 0; i < 4; i++) {
    assert_string_equal(noslip_model_parameter_name(m, i), names[i]);
    assert_true(noslip_model_parameter_value(m, i) == values[i]);
  }
  noslip_model_free(m);

  assert_int_equal(noslip_model_parse(context, "by hand", rod, NULL, &m), NOSLIP_OK);
  assert_string_equal(noslip_model_text(m), rod);
  assert_string_equal(noslip_model_path(m), "by hand");
  noslip_model_free(m);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// trajectories

static void columns_are_those_of_the_contract(void **state) {
  (void)state;
  static const char *const names[] = {"t",
                                      "x",
                                      "x'",
                                      "y",
                                      "y'",
                                      "theta",
                                      "theta'",
                                      "energy",
                                      "constraint",
                                      "momentum.x",
                                      "momentum.y",
                                      "momentum.theta",
                                      "multiplier.blade",
                                      "speed"};
  const char *m = write_file("sleigh.noslip", sleigh), *path = in_folder("a.csv");
  result r = tool("run", m, "-o", path);
  assert_int_equal(r.status, 0);
  csv c = load_csv(path);
  assert_int_equal(c.ncolumn, sizeof names/sizeof *names);
  for (int i = 0; i < c.ncolumn; i++)
    column(&c, names[i]);
  assert_string_equal(c.names[0], "t");
  assert_string_equal(c.names[c.ncolumn - 1], "speed");

  // 20 steps and the start, which is exact
  assert_int_equal(c.nrow, 21);
  assert_true(entry(&c, 0, "t") == 0 && entry(&c, 0, "x") == 1 && entry(&c, -1, "t") == 1);
  for (int i = 0; i < c.nrow; i++)
    check_below(entry(&c, i, "constraint"), 1e-14);
  free(c.values);
  forget(&r);
}

// names with commas are quoted, and read back
static void names_are_quoted(void **state) {
  (void)state;
  const char *path = in_folder("rod.csv");
  result r = tool("run", write_file("rod.noslip", rod), "-o", path);
  assert_int_equal(r.status, 0);
  char *text = read_file(path);
  check_text(text, ",\"multiplier.pair[1,2]\",total\n");
  csv c = read_csv(text);
  assert_int_equal(c.nrow, 21);
  check_near(entry(&c, 0, "total"), 0, 0);
  check_near(entry(&c, 0, "multiplier.pair[1,2]"), 0, 1e-15);
  free(text);
  free(c.values);
  forget(&r);
}

static void rows_come_every_so_often(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh), *path = in_folder("every.csv");
  result r = tool("run", m, "--steps", "10", "--every", "4", "-o", path);
  csv c = load_csv(path);
  assert_int_equal(c.nrow, 4);
  const double t[] = {0, 4, 8, 10};
  for (int i = 0; i < 4; i++)
    check_near(entry(&c, i, "t"), 0.05*t[i], 1e-15);
  free(c.values);
  forget(&r);
}

// the start alone: one row
static void no_steps_are_a_run(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh), *path = in_folder("none.csv");
  result r = tool("run", m, "--steps", "0", "--json", "-o", path);
  assert_int_equal(r.status, 0);
  csv c = load_csv(path);
  assert_int_equal(c.nrow, 1);
  assert_true(number(r.out, "steps") == 0 && number(r.out, "time") == 0);
  free(c.values);
  forget(&r);
  result s = tool("run", m, "--until", "0");
  assert_int_equal(s.status, 0);
  check_text(s.out, "0 steps");
  forget(&s);
}

static void runs_end_where_they_are_asked_to(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = tool("run", m, "--step", "0.3", "--until", "1", "--json");
  assert_int_equal(r.status, 0);
  assert_true(number(r.out, "steps") == 4);
  assert_true(number(r.out, "time") == 1);
  check_text(member(r.out, "warnings"), "the last step, from t = 0.9, is shorter");
  forget(&r);

  // 0.1 is not a binary number, 30 of them are 3
  r = tool("run", m, "--step", "0.1", "--until", "3", "--json");
  assert_true(number(r.out, "steps") == 30);
  assert_memory_equal(member(r.out, "warnings"), "[]", 2);
  forget(&r);

  r = tool("run", m, "--step", "0.3", "--until", "1", "--quiet");
  assert_string_equal(r.out, "");
  check_text(r.err, "noslip: warning:");
  forget(&r);
}

static void settings_change_the_run(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = tool("run", m, "--set", "m=2", "--set=g=1/4", "--init", "x=3", "--init", "theta'=pi/2",
                  "--steps", "0", "--json");
  assert_int_equal(r.status, 0);
  const char *start = member(r.out, "state");
  assert_true(number(start, "x") == 3);
  check_near(number(start, "theta'"), acos(-1.0)/2, 1e-15);
  // (I + m a^2)/2 theta'^2, and y = theta = 0
  check_near(number(member(r.out, "energy"), "initial"), 1.5*acos(-1.0)*acos(-1.0)/4, 1e-14);
  forget(&r);
}

// initial data that slip sideways: refused with the label, projected if asked
static void data_are_projected_when_asked(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "blade", "run", m, "--init", "y'=1");
  result r = tool("run", m, "--init", "y'=1", "--project", "--json");
  assert_int_equal(r.status, 0);
  check_below(number(member(r.out, "constraint"), "max_error"), 1e-13);
  assert_memory_not_equal(member(r.out, "warnings"), "[]", 2);
  forget(&r);

  result bad = tool("check", m, "--init", "y'=1"),
         good = tool("check", m, "--init", "y'=1", "--project");
  assert_int_equal(bad.status, 2);
  assert_int_equal(good.status, 0);
  check_text(bad.out, "blade");
  forget(&bad);
  forget(&good);
}

// ---------------------------------------------------------------------------------------------
// JSON

// the object has every key of the contract, and its numbers are those of the last row
static void json_is_the_last_row(void **state) {
  (void)state;
  static const char *const keys[] = {"model",  "method",     "step",        "steps",
                                     "time",   "state",      "momentum",    "multiplier",
                                     "energy", "constraint", "invariant",   "newton",
                                     "events", "warnings",   "wall_seconds"};
  const char *m = write_file("sleigh.noslip", sleigh), *path = in_folder("json.csv");
  result r = tool("run", m, "--until", "5", "--json", "-o", path);
  assert_int_equal(r.status, 0);
  assert_string_equal(r.err, "");
  check_json(r.out);
  for (int i = 0; i < (int)(sizeof keys/sizeof *keys); i++)
    assert_non_null(member(r.out, keys[i]));
  assert_memory_equal(member(r.out, "model"), "\"sleigh\"", 8);
  assert_memory_equal(member(r.out, "method"), "\"dla-mp\"", 8);
  assert_memory_equal(member(r.out, "events"), "[]", 2);

  csv c = load_csv(path);
  static const char *const state_keys[] = {"x", "x'", "y", "y'", "theta", "theta'"};
  for (int i = 0; i < 6; i++)
    assert_true(
        same_bits(number(member(r.out, "state"), state_keys[i]), entry(&c, -1, state_keys[i])));
  assert_true(same_bits(number(r.out, "time"), entry(&c, -1, "t")));
  assert_true(same_bits(number(member(r.out, "energy"), "final"), entry(&c, -1, "energy")));
  assert_true(same_bits(number(member(r.out, "energy"), "initial"), entry(&c, 0, "energy")));
  assert_true(same_bits(number(member(r.out, "momentum"), "x"), entry(&c, -1, "momentum.x")));
  assert_true(
      same_bits(number(member(r.out, "multiplier"), "blade"), entry(&c, -1, "multiplier.blade")));

  const char *newton = member(r.out, "newton");
  check_above(number(newton, "iterations"), 99);
  check_above(number(newton, "max_per_step"), 0);
  assert_non_null(member(newton, "factorisations"));
  free(c.values);
  forget(&r);
}

// a method that chooses its steps says how many, and makes no promise that could be judged
static void adaptive_steps_are_counted(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result json = tool("run", m, "--method", "index1", "--json"),
         r = tool("run", m, "--method", "index1");
  assert_int_equal(json.status, 0);
  check_json(json.out);
  const char *adaptive = member(json.out, "adaptive");
  assert_non_null(adaptive);
  double steps = number(adaptive, "accepted") + number(adaptive, "rejected");
  check_above(steps, 1);
  check_above(number(adaptive, "right_hand_sides"), 6*steps);
  assert_int_equal(r.status, 0);
  check_text(r.out, " right-hand sides; ");
  check_text(r.out, " rejected, average step ");
  check_near(number(adaptive, "average_step")*number(adaptive, "accepted"),
             number(json.out, "time"), 1e-12);
  check_text(r.out, "--            constraints: violated by ");
  assert_null(strstr(r.out, "Newton"));
  assert_null(strstr(r.out, "kept  "));
  forget(&json);
  forget(&r);

  result plain = tool("run", m, "--json");
  assert_null(member(plain.out, "adaptive"));
  forget(&plain);
}

// the largest errors are those of the rows
static void json_errors_are_those_of_the_rows(void **state) {
  (void)state;
  const char *path = in_folder("errors.csv");
  result r = tool("run", write_file("rod.noslip", rod), "--steps", "100", "--json", "-o", path);
  assert_int_equal(r.status, 0);
  check_json(r.out);
  csv c = load_csv(path);
  double energy = 0, constraint = 0, total = 0;
  for (int i = 0; i < c.nrow; i++) {
    energy = fmax(energy, fabs(entry(&c, i, "energy") - entry(&c, 0, "energy")));
    constraint = fmax(constraint, entry(&c, i, "constraint"));
    total = fmax(total, fabs(entry(&c, i, "total") - entry(&c, 0, "total")));
  }
  check_above(energy, 1e-8);  // it is not exact
  assert_true(same_bits(number(member(r.out, "energy"), "max_error"), energy));
  assert_true(same_bits(number(member(r.out, "constraint"), "max_error"), constraint));
  assert_true(same_bits(number(member(r.out, "constraint"), "pair[1,2]"), constraint));
  const char *invariant = member(member(r.out, "invariant"), "total");
  assert_true(same_bits(number(invariant, "max_error"), total));
  assert_true(number(invariant, "initial") == 0);
  free(c.values);
  forget(&r);
}

// what is not a number is null
static void json_has_no_nan(void **state) {
  (void)state;
  const char *m = write_file("nan.noslip", "model nan\n"
                                           "coord x\n"
                                           "lagrangian x'^2/2\n"
                                           "invariant root = sqrt(0.5 - x)\n"
                                           "init x' = 1\n"
                                           "run method dla-mp, step 0.1, until 1\n");
  result r = tool("run", m, "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  const char *root = member(member(r.out, "invariant"), "root");
  assert_memory_equal(member(root, "max_error"), "null", 4);
  forget(&r);
}

static void same_command_same_bytes(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result a = tool("run", m, "-o", "-", "--quiet"), b = tool("run", m, "-o", "-", "--quiet");
  assert_string_equal(a.out, b.out);
  check_above((double)strlen(a.out), 1000);
  forget(&a);
  forget(&b);
}

// ---------------------------------------------------------------------------------------------
// the report

static void the_report_has_verdicts(void **state) {
  (void)state;
  result r = tool("run", write_file("sleigh.noslip", sleigh), "--until", "60");
  assert_int_equal(r.status, 0);
  check_text(r.out, "sleigh: 1200 steps of dla-mp with h = 0.05, to t = 60");
  check_text(r.out, "steps per second");
  check_text(r.out, "iterations per step");
  check_text(r.out, "constraints: hold to");
  check_text(r.out, "(claimed: to rounding)");
  check_text(r.out, "energy: at most");
  check_text(r.out, "theta'");
  assert_null(strstr(r.out, "NOT kept"));
  assert_null(strchr(r.out, '\033'));
  assert_string_equal(r.err, "");
  forget(&r);
}

static void quiet_is_quiet(void **state) {
  (void)state;
  result r = tool("run", write_file("sleigh.noslip", sleigh), "--quiet");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, "");
  assert_string_equal(r.err, "");
  forget(&r);
}

// rows on standard output, the report beside them
static void rows_can_go_to_standard_output(void **state) {
  (void)state;
  result r = tool("run", write_file("sleigh.noslip", sleigh), "-o", "-");
  assert_int_equal(r.status, 0);
  csv c = read_csv(r.out);
  assert_int_equal(c.nrow, 21);
  check_text(r.err, "sleigh: 20 steps");
  free(c.values);
  forget(&r);
}

// ---------------------------------------------------------------------------------------------
// files that cannot be written

static void wrong_outputs_are_refused(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "trajectories are CSV (.csv) or HDF5 (.h5)", "run", m, "-o", in_folder("a.txt"));
  refused(2, "cannot write", "run", m, "-o", in_folder("no/such/folder.csv"));
  refused(2, "cannot write", "run", m, "-o", folder);
  const char *plain = write_file("plain", sleigh);
  refused(2, "would overwrite the model", "run", plain, "-o", plain);
}

// a mistake does not cost the file of the run before
static void mistakes_leave_the_file_alone(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh), *kept = write_file("kept.csv", "precious\n");
  refused(2, "no method", "run", m, "--method", "nothing-like-it", "-o", kept);
  refused(2, "blade", "run", m, "--init", "y'=1", "-o", kept);
  char *text = read_file(kept);
  assert_string_equal(text, "precious\n");
  free(text);
}

static void full_disks_are_noticed(void **state) {
  (void)state;
  if (access("/dev/full", W_OK) != 0)
    skip();
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(1, "cannot write `/dev/full`", "run", m, "-o", "/dev/full");

  static const char *const commands[] = {"--help", "methods", "--version"};
  for (int i = 0; i < 3; i++) {
    result r = run_words(WORDS(commands[i]), (streams){open("/dev/full", O_WRONLY), -1});
    assert_int_equal(r.status, 1);
    check_text(r.err, "cannot write standard output");
    forget(&r);
  }
  result r = run_words(WORDS("run", m, "-o", "-"), (streams){open("/dev/full", O_WRONLY), -1});
  assert_int_equal(r.status, 1);
  check_text(r.err, "cannot write standard output");
  forget(&r);
}

// nobody reads the other end
static void closed_pipes_are_noticed(void **state) {
  (void)state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  close(ends[0]);
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = run_words(WORDS("run", m, "-o", "-", "--quiet"), (streams){ends[1], -1});
  assert_int_equal(r.status, 1);
  check_text(r.err, "noslip: cannot write standard output");
  forget(&r);
}

// ---------------------------------------------------------------------------------------------
// terminals

// a pseudo terminal; -1 where there are none
static int open_terminal(int *slave) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
    return -1;
  *slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  return *slave < 0 ? -1 : master;
}

// read until a word has come, or the end; adds to text
static void read_terminal(int master, char *text, size_t size, const char *word) {
  size_t length = strlen(text);
  while (length + 1 < size && !(word && strstr(text, word))) {
    ssize_t got = read(master, text + length, size - length - 1);
    if (got <= 0)
      return;
    length += (size_t)got;
    text[length] = 0;
  }
}

static void terminals_see_progress(void **state) {
  (void)state;
  int slave = -1, master = open_terminal(&slave);
  if (master < 0)
    skip();
  const char *m = write_file("sleigh.noslip", sleigh);
  static char text[1 << 16];
  text[0] = 0;
  pid_t child = start(WORDS("run", m, "--steps", "1e12"), (streams){-1, slave});
  read_terminal(master, text, sizeof text, " left");
  kill(child, SIGINT);
  read_terminal(master, text, sizeof text, "interrupted");
  assert_int_equal(finish(child), 1);
  close(master);
  check_text(text, "\r[");
  check_text(text, " left\033[K");
  check_text(text, "\r\033[Knoslip: interrupted");  // the bar is cleared
}

static void colours_are_for_terminals(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  setenv("TERM", "xterm", 1);
  for (int coloured = 0; coloured < 2; coloured++) {
    int slave = -1, master = open_terminal(&slave);
    if (master < 0)
      skip();
    if (coloured)
      unsetenv("NO_COLOR");
    else
      setenv("NO_COLOR", "1", 1);
    char text[8192] = "";
    pid_t child = start(WORDS("run", m), (streams){slave, -1});
    read_terminal(master, text, sizeof text, NULL);
    assert_int_equal(finish(child), 0);
    close(master);
    check_text(text, "constraints: hold to");
    assert_int_equal(strchr(text, '\033') != NULL, coloured);
  }
}

// ---------------------------------------------------------------------------------------------
// pieces

static void numbers_are_short(void **state) {
  (void)state;
  char text[number_size];
  assert_string_equal(number_print(text, 0.1), "0.1");
  assert_string_equal(number_print(text, 60), "60");
  assert_string_equal(number_print(text, -0.0), "-0");
  assert_string_equal(number_print(text, 0.1 + 0.2), "0.30000000000000004");
  assert_string_equal(number_print(text, 9.0071992547409), "9.0071992547409");
  assert_string_equal(number_print(text, -(double)NAN), "nan");
  assert_string_equal(number_print(text, -(double)INFINITY), "-inf");
}

// a residual that is not a number is not hidden by one after it
static void largest_keeps_what_is_no_number(void **state) {
  (void)state;
  assert_true(row_largest((double[]){-3, 2}, 2) == 3);
  assert_true(row_largest(NULL, 0) == 0);
  assert_true(isnan(row_largest((double[]){1, (double)NAN, 2}, 3)));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(largest_keeps_what_is_no_number),
      cmocka_unit_test(models_know_where_they_come_from),
      cmocka_unit_test(columns_are_those_of_the_contract),
      cmocka_unit_test(names_are_quoted),
      cmocka_unit_test(rows_come_every_so_often),
      cmocka_unit_test(no_steps_are_a_run),
      cmocka_unit_test(runs_end_where_they_are_asked_to),
      cmocka_unit_test(settings_change_the_run),
      cmocka_unit_test(data_are_projected_when_asked),
      cmocka_unit_test(json_is_the_last_row),
      cmocka_unit_test(adaptive_steps_are_counted),
      cmocka_unit_test(json_errors_are_those_of_the_rows),
      cmocka_unit_test(json_has_no_nan),
      cmocka_unit_test(same_command_same_bytes),
      cmocka_unit_test(the_report_has_verdicts),
      cmocka_unit_test(quiet_is_quiet),
      cmocka_unit_test(rows_can_go_to_standard_output),
      cmocka_unit_test(wrong_outputs_are_refused),
      cmocka_unit_test(mistakes_leave_the_file_alone),
      cmocka_unit_test(full_disks_are_noticed),
      cmocka_unit_test(closed_pipes_are_noticed),
      cmocka_unit_test(terminals_see_progress),
      cmocka_unit_test(colours_are_for_terminals),
      cmocka_unit_test(numbers_are_short),
  };
  return tool_run(argc, argv, tests);
}
