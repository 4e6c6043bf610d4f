// Tests of `noslip section`: its texts, its files, its exit statuses.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

static const char oscillator[] = NOSLIP_MODELS "/contact_oscillator.noslip";

static const char orbits[] = "z,z'\n0.2,0\n-0.5,0\n0.9,0\n";

static void table_is_printed(void **state) {
  (void)state;
  const char *starts = write_file("orbits.csv", orbits);
  result r = tool("section", oscillator, "--init-file", starts, "--count", "12", "--threads", "2");
  assert_int_equal(r.status, 0);
  check_text(
      r.out,
      "contact_oscillator: section y' = 0 falling, 3 starts, dla-mp with h = 0.1569181915\n");
  check_text(r.out, "\n  start     points       steps             t\n      0         12  ");
  check_text(r.out, "\n  points  36, the equation holds to ");
  assert_null(strstr(r.out, " \n"));  // nothing invisible at the ends of lines
  forget(&r);
}

static char *csv_of(const char *threads, const char *seed) {
  result r = tool("section", oscillator, "--sample", "z=-1:1", "--members", "5", "--seed", seed,
                  "--threads", threads, "--steps", "2000", "-o", "-");
  assert_int_equal(r.status, 0);
  check_text(r.err, "section y' = 0 falling, 5 starts");
  char *text = strdup(r.out);
  forget(&r);
  return text;
}

static void threads_do_not_matter(void **state) {
  (void)state;
  char *one = csv_of("1", "3"), *three = csv_of("3", "3"), *other = csv_of("2", "4");
  assert_string_equal(one, three);
  assert_string_not_equal(one, other);
  assert_true(strncmp(one, "start,t,x,x',y,y',z,z',energy,momentum.x,", 41) == 0);
  free(one);
  free(three);
  free(other);
}

// the equation of the command line, in a file: g is 0 there
static void equations_are_read(void **state) {
  (void)state;
  const char *out = in_folder("points.csv");
  result r = tool("section", oscillator, "--section", "y = 1/2 plot (x, z)", "--direction",
                  "rising", "--count", "7", "-o", out, "--quiet");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, "");
  csv c = load_csv(out);
  assert_int_equal(c.nrow, 7);
  for (int i = 0; i < 7; i++) {
    check_near(entry(&c, i, "y"), 0.5, 1e-15);
    check_above(entry(&c, i, "y'"), 0.5);
  }
  free(c.values);
  forget(&r);
}

static void json_has_its_keys(void **state) {
  (void)state;
  result r = tool("section", oscillator, "--count", "3", "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  check_text(member(r.out, "model"), "\"contact_oscillator\"");
  check_text(member(r.out, "section"), "\"S\"");
  check_text(member(r.out, "equation"), "\"y' = 0\"");
  check_text(member(r.out, "direction"), "\"falling\"");
  check_text(member(r.out, "columns"), "[\"t\", \"x\", \"x'\", ");
  check_text(member(r.out, "axes"), "[\"z\", \"z'\"]");
  assert_true(number(r.out, "starts") == 1 && number(r.out, "points") == 3);
  assert_true(number(r.out, "failed") == 0 && number(r.out, "unfinished") == 0);
  check_below(number(r.out, "largest"), 1e-15);
  check_text(member(r.out, "orbits"), "{\"start\": 0, \"steps\": 1");
  forget(&r);
}

// a picture of the axes of the section, and of other columns
static void pictures_are_drawn(void **state) {
  (void)state;
  const char *starts = write_file("orbits.csv", orbits), *png = in_folder("section.png");
  result r = tool("section", oscillator, "--init-file", starts, "--count", "50", "-o", png);
  if (r.status == 1 && strstr(r.err, "gnuplot")) {
    forget(&r);
    skip();
  }
  assert_int_equal(r.status, 0);
  char *bytes = read_file(png);
  assert_memory_equal(bytes, "\x89PNG", 4);
  free(bytes);
  result s = tool("section", oscillator, "--count", "50", "--columns", "x:momentum.x", "-o",
                  in_folder("section.svg"), "--quiet");
  assert_int_equal(s.status, 0);
  char *svg = read_file(in_folder("section.svg"));
  check_text(svg, "momentum.x");
  free(svg);
  forget(&r);
  forget(&s);
}

static void failing_starts_are_told(void **state) {
  (void)state;
  const char *m = write_file("cliff.noslip", cliff);
  const char *speeds = write_file("speeds.csv", "x'\n0.01\n2\n");
  result r = tool("section", m, "--section", "x = 0.005", "--init-file", speeds, "--until", "1");
  assert_int_equal(r.status, 1);
  check_text(r.out, "      1          1  ");
  check_text(r.out, "  failed\n");
  check_text(r.out, "\n  start 1: stopped at t = 0.");
  check_text(r.err, "noslip: 1 of 2 starts failed\n");
  forget(&r);
}

static void interrupts_keep_what_is_there(void **state) {
  (void)state;
  const char *out = in_folder("part.csv");
  pid_t child = start(WORDS("section", oscillator, "--steps", "1e10", "--backend", "interpret",
                            "-o", out, "--json"),
                      usual);
  wait_for_handler(child);
  assert_int_equal(kill(child, SIGINT), 0);
  assert_int_equal(finish(child), 1);
  char *json = read_file(in_folder("out")), *err = read_file(in_folder("err"));
  check_text(err, "noslip: interrupted: stopped after ");
  check_json(json);
  assert_true(number(json, "unfinished") == 1);
  check_above(number(json, "points"), 10);
  csv c = load_csv(out);
  assert_true(c.nrow == (int)number(json, "points"));
  free(c.values);
  free(json);
  free(err);
}

static void mistakes_are_refused(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  const char *starts = write_file("orbits.csv", orbits);
  refused(2, "the model has no section", "section", m);
  refused(2, "the model has no section `T`", "section", oscillator, "--section", "T");
  refused(2, "--section:1:1: error: unknown name `yy`", "section", m, "--section", "yy = 0");
  refused(2, "expected rising, falling or both", "section", oscillator, "--direction", "up");
  refused(2, "--count 0", "section", oscillator, "--count", "0");
  refused(2, "give --steps 1 or more", "section", oscillator, "--until", "0");
  refused(2, "belongs to --sample", "section", oscillator, "--members", "3");
  refused(2, "overwrite the members", "section", oscillator, "--init-file", starts, "-o", starts);
  refused(2, "pictures are .png", "section", oscillator, "-o", "a.h5");
  refused(2, "there is no initial value or parameter `q`", "section", oscillator, "--sample",
          "q=0:1", "--members", "2");
  refused(2, "no column `zz`; did you mean `z` or `z'`?", "section", oscillator, "--count", "2",
          "--columns", "zz:x", "-o", in_folder("a.png"));
  refused(2, "expected two columns", "section", oscillator, "--count", "2", "--columns", "z", "-o",
          in_folder("a.png"));
  refused(2, "no `plot (u, v)`", "section", oscillator, "--section", "y = 0", "--count", "2", "-o",
          in_folder("a.png"));
  refused(1, "no crossing", "section", oscillator, "--section", "y = 5", "--columns", "x:y", "-o",
          in_folder("a.png"), "--steps", "100");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_printed),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(equations_are_read),
      cmocka_unit_test(json_has_its_keys),
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(failing_starts_are_told),
      cmocka_unit_test(interrupts_keep_what_is_there),
      cmocka_unit_test(mistakes_are_refused),
  };
  return tool_run(argc, argv, tests);
}
