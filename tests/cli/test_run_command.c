// What `noslip run` does with inputs, stops, times of rows, ends between nodes and a model on
// standard input.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

static const char fall[] =
    "model fall\ninput wind\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
    "force x = wind\ninit y = 1\nstop ground: y = 0 falling\n"
    "observe gust = wind\nrun method dla-mp, step 0.1, until 10\n";

static result run(const char *const *words) {
  return run_words(words, usual);
}

static double number_after(const char *text, const char *key) {
  const char *at = strstr(text, key);
  if (!at)
    check_fail("no %s in\n%.1000s\n", key, text);
  return strtod(at + strlen(key), NULL);
}

static void stops_are_told(void **state) {
  (void)state;
  const char *model = write_file("fall.noslip", fall);
  result r = run((const char *[]){"run", model, "--json", NULL});
  assert_int_equal(r.status, 0);
  check_near(number_after(r.out, "\"stopped\": {\"name\": \"ground\", \"time\": "), sqrt(2/9.81),
             1e-15);
  forget(&r);
  r = run((const char *[]){"run", model, NULL});
  assert_int_equal(r.status, 0);
  check_text(r.out, "fall: 5 steps of dla-mp");
  check_text(r.out, "stopped       by `ground` at t = 0.451523640985731");
  forget(&r);

  // without one there is no such key
  r = run((const char *[]){"run", model, "--until", "0.3", "--json", NULL});
  assert_null(strstr(r.out, "stopped"));
  forget(&r);
}

// x'' = wind: a line, stairs, and a number
static void inputs_come_from_files(void **state) {
  (void)state;
  const char *model = write_file("fall.noslip", fall);
  static const struct {
    const char *form;
    double speed;  // the area below lines or stairs
  } rows[] = {{"wind=%s", 0.06}, {"wind=%s:linear", 0.06}, {"wind=%s:hold", 0.02}, {"wind=2", 0.8}};
  char path[600], word[700];
  snprintf(path, sizeof path, "%s",
           write_file("wind.csv", "t,other,wind\n0,9,0\n0.2,9,0.1\n0.4,9,0.4\n"));
  for (int i = 0; i < 4; i++) {
    snprintf(word, sizeof word, rows[i].form, path);
    result r =
        run((const char *[]){"run", model, "--input", word, "--until", "0.4", "--json", NULL});
    check_near(number_after(r.out, "\"x'\": "), rows[i].speed, 1e-15);
    assert_null(strstr(r.out, "outside"));
    forget(&r);
  }
  snprintf(word, sizeof word, "wind=%s", path);
  result r = run((const char *[]){"run", model, "--input", word, "--steps", "20", "--json", NULL});
  check_text(r.out, "is from t = 0 to 0.4, and the run from 0 to 2: outside it keeps");
  forget(&r);
}

// rows at the times that are asked for, and the run as without them
static void rows_are_at_times(void **state) {
  (void)state;
  const char *model = write_file("fall.noslip", fall);
  result r =
      run((const char *[]){"run", model, "--at", "0.25, 1/8,0, 5", "-o", "-", "--quiet", NULL});
  assert_int_equal(r.status, 0);
  const char *line = strchr(r.out, '\n') + 1;
  check_near(strtod(line, NULL), 0, 0);
  line = strchr(line, '\n') + 1;
  check_near(strtod(line, NULL), 0.125, 1e-16);
  line = strchr(line, '\n') + 1;
  double y = 0;
  assert_int_equal(sscanf(line, "0.25,0,0,%lf", &y), 1);
  check_near(y, 1 - 9.81/2*0.0625, 1e-15);
  assert_string_equal(strchr(line, '\n'), "\n");  // 5 is behind the ground
  forget(&r);

  result a = run((const char *[]){"run", model, "--at", "0.25,0.33", "-o", in_folder("at.csv"),
                                  "--json", NULL});
  result b = run((const char *[]){"run", model, "-o", in_folder("all.csv"), "--json", NULL});
  *strstr(a.out, "\"wall_seconds\"") = *strstr(b.out, "\"wall_seconds\"") = 0;
  assert_string_equal(a.out, b.out);
  forget(&a);
  forget(&b);
}

static void ends_may_lie_between_nodes(void **state) {
  (void)state;
  const char *model = write_file("fall.noslip", fall);
  result r = run((const char *[]){"run", model, "--until", "0.25", "-o", "-", NULL});
  assert_int_equal(r.status, 0);
  check_text(r.err, "fall: 3 steps of dla-mp with h = 0.1, to t = 0.25");
  check_text(r.err,
             "0.25 is not a multiple of the step 0.1: the last step, from t = 0.2, is shorter");
  check_text(r.out, "\n0.25,");
  forget(&r);
  r = run((const char *[]){"help", "run", NULL});
  check_text(r.out, "symmetric method takes a last step that is shorter");
  forget(&r);
}

static void models_come_from_standard_input(void **state) {
  (void)state;
  const char *model = write_file("fall.noslip", fall);
  assert_non_null(freopen(model, "r", stdin));
  result r = run((const char *[]){"run", "-", "--until", "0.2", "--json", NULL});
  assert_int_equal(r.status, 0);
  check_text(r.out, "\"model\": \"fall\"");
  forget(&r);
  assert_non_null(freopen(write_file("bad.noslip", "model m\ncord x\n"), "r", stdin));
  r = run((const char *[]){"check", "-", NULL});
  assert_int_equal(r.status, 2);
  check_text(r.err, "stdin:2:1: error: unknown statement `cord`");
  check_text(r.err, "did you mean `coord`?");
  forget(&r);
  assert_non_null(freopen("/dev/null", "r", stdin));
  r = run((const char *[]){"run", "-", NULL});
  assert_int_equal(r.status, 2);
  check_text(r.err, "stdin:1:1: error: a model begins with `model NAME`");
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stops_are_told),
      cmocka_unit_test(inputs_come_from_files),
      cmocka_unit_test(rows_are_at_times),
      cmocka_unit_test(ends_may_lie_between_nodes),
      cmocka_unit_test(models_come_from_standard_input),
  };
  return tool_run(argc, argv, tests);
}
