// Tests of starts as the tool has them: free values, --project, rows of --init-file, the start time,
// models without a run line.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

static const char coin[] = "model coin\nparam R = 1/4\ncoord x, y, phi: angle, th: angle\n"
                           "lagrangian (x'^2 + y'^2 + phi'^2/4 + th'^2/2)/2\n"
                           "nonholonomic rx: x' = R*cos(phi)*th'\n"
                           "nonholonomic ry: y' = R*sin(phi)*th'\n"
                           "init phi = 0.3, phi' = 1, th' = 5\n"
                           "run method dla-mp, step 0.01, until 1\n";

static const char henon[] = "model henon\nparam E = 1/10\ncoord x momentum px, y momentum py\n"
                            "hamiltonian (px^2 + py^2 + x^2 + y^2)/2 + x^2*y - y^3/3\n"
                            "init px = sqrt(2*E - y^2 + 2/3*y^3 - py^2)\nobserve H = energy\n"
                            "run method rattle, step 1/16, until 2\n";

static void says(result r, const char *part, const char *more) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  check_text(r.out, part);
  check_text(r.out, more);
  forget(&r);
}

static void reports_say_what_was_found(void **state) {
  (void)state;
  const char *m = write_file("coin.noslip", coin);
  says(tool("run", m), "found         x' = 1.194170611, y' = 0.3694002583", "were not given");
  says(tool("run", m, "--json"), "\"found\": [{\"name\": \"x'\", \"from\": 0, \"to\": 1.194170611",
       "\"given\": false}");
  says(tool("check", m), "found      x' = 1.194170611, y' = 0.3694002583", "independent");
  says(tool("run", m, "--init", "x'=1", "--project"), "moved         x' = ", "(given 1)");
  says(tool("run", m, "--init", "x'=1", "--project", "--json"), "\"given\": true", "warnings");
}

// `check` and `run` agree
static void contradictions_are_refused(void **state) {
  (void)state;
  const char *m = write_file("coin.noslip", coin);
  const char *said = "over-determined: x' = 1 and th' = 5 contradict `rx`";
  refused(2, said, "run", m, "--init", "x'=1");
  refused(2, said, "check", m, "--init", "x'=1");
}

// the last line of a file
static char *last_line(const char *path) {
  char *text = read_file(path), *end = text + strlen(text) - 1;
  assert_true(*end == '\n');
  *end = 0;
  char *line = strdup(strrchr(text, '\n') + 1);
  free(text);
  return line;
}

// a run that is continued from its file comes to the same state; of a power of 2 the times are exact
static void runs_are_continued(void **state) {
  (void)state;
  const char *models[] = {write_file("coin.noslip", coin), write_file("henon.noslip", henon)};
  const char *half = in_folder("half.csv"), *rest = in_folder("rest.csv");
  for (int k = 0; k < 2; k++) {
    says(tool("run", models[k], "--step", "1/64", "--until", "1/2", "-o", half), "t = 0.5", "");
    says(tool("run", models[k], "--step", "1/64", "--until", "1", "-o", rest, "--init-file", half,
              "--row", "last"),
         "32 steps", "to t = 1");
    char *text = read_file(rest), *first = strchr(text, '\n') + 1, *line = last_line(half);
    check_that(strncmp(first, line, strlen(line)) == 0, __FILE__, __LINE__, "%s\n%s\n", first,
               line);
    free(line);
    free(text);
  }
  says(tool("check", models[1], "--init-file", half, "--row", "17"), "starts at t = 0.25",
       "energy");
  says(tool("run", models[1], "--init-file", half, "--row", "1", "--steps", "0"), "to t = 0\n", "");
}

// columns that are no initial values are passed over, and rows that start together have one time
static void files_of_runs_are_members(void **state) {
  (void)state;
  const char *m = write_file("henon.noslip", henon), *out = in_folder("orbit.csv");
  says(tool("run", m, "-o", out), "t = 2", "");
  says(tool("ensemble", m, "--init-file", out, "--until", "1"), "33 members", "");
  says(tool("ensemble", m, "--init-file", out, "--row", "last", "--until", "3"), "1 member, ",
       "\n  2             1 ");
}

static void samples_are_followed(void **state) {
  (void)state;
  const char *m = write_file("henon.noslip", henon);
  result r = tool("ensemble", m, "--sample", "y=-0.3:0.3", "--members", "40", "--steps", "1",
                  "--every", "1", "-o", "-", "--quiet");
  assert_int_equal(r.status, 0);
  double t, members, e[5], h[4];
  const char *row = strchr(r.out, '\n') + 1;
  assert_int_equal(sscanf(row, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &members, e,
                          e + 1, e + 2, e + 3, e + 4, h, h + 1, h + 2, h + 3),
                   11);
  assert_true(members == 40);
  check_near(h[2], 0.1, 3e-17);
  check_near(h[3], 0.1, 3e-17);
  forget(&r);
}

static void rows_that_are_wrong_are_refused(void **state) {
  (void)state;
  const char *m = write_file("coin.noslip", coin);
  const char *rows = write_file("rows.csv", "t,th'\n0,1\n1,2\n"),
             *one = write_file("one.csv", "th'\n3\n");
  const char *odd = write_file("odd.csv", "thh'\n3\n");
  says(tool("run", m, "--init-file", one, "--steps", "0"), "th'  = 3", "");
  refused(2, "rows.csv has 2 rows, and a run starts from one: give --row last, or --row N", "run",
          m, "--init-file", rows);
  refused(2, "has 2 rows; give one of them, or `last`", "run", m, "--init-file", rows, "--row",
          "3");
  refused(2, "--row 0: expected `last` or the number of a row, 1 or more", "run", m, "--init-file",
          rows, "--row", "0");
  refused(2, "--row belongs to --init-file, as in", "run", m, "--row", "1");
  refused(2, "--row belongs to --init-file, as in", "ensemble", m, "--row", "1", "--sample",
          "x=0:1", "--members", "2");
  refused(2, "there is no initial value `thh'`; did you mean `th'`?", "run", m, "--init-file", odd);
  refused(2, "would overwrite the file of --init-file; choose another name", "run", m,
          "--init-file", one, "-o", one);
}

static char *rows_of(result r) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  char *text = strdup(r.out);
  forget(&r);
  return text;
}

// a row with parameters and a step is --set, --step and --init; and the twin, another row
static void rows_have_parameters_and_steps(void **state) {
  (void)state;
  const char *m = write_file("coin.noslip", coin);
  const char *many = write_file("many.csv", "R,step,th'\n0.5,0.02,3\n0.5,0.02,4\n");
  char *set = rows_of(
      tool("run", m, "--set", "R=0.5", "--step", "0.02", "--init", "th'=3", "-o", "-", "--quiet"));
  char *row = rows_of(tool("run", m, "--init-file", many, "--row", "1", "-o", "-", "--quiet"));
  char *other = rows_of(tool("run", m, "--init-file", many, "--row", "2", "-o", "-", "--quiet"));
  assert_string_equal(row, set);
  assert_string_not_equal(other, set);
  free(set);
  free(row);
  free(other);
  says(tool("run", m, "--init-file", many, "--row", "2", "--steps", "0"), "h = 0.02", "th'  = 4");
  refused(2, "`R` is given twice, by --set and by a column of ", "run", m, "--init-file", many,
          "--row", "1", "--set", "R=2");
  refused(2, "`step` is given twice, by --step and by a column of ", "run", m, "--init-file", many,
          "--row", "1", "--step", "0.1");
  refused(2, "`h` is given twice, by another column and by a column of ", "run", m, "--init-file",
          write_file("twice.csv", "step,h\n0.1,0.1\n"));
  refused(2, "the step `step` is 0; give a length", "run", m, "--init-file",
          write_file("zero.csv", "step\n0\n"));
}

// an ensemble that is continued from the file of its trajectories comes to the same ends, and so
// does one that starts where the members began; of a power of 2 the times are exact
static void files_of_members_are_starts(void **state) {
  (void)state;
  const char *m = write_file("henon.noslip", henon);
  const char *half = in_folder("half.csv"), *rest = in_folder("rest.csv"),
             *all = in_folder("all.csv"), *again = in_folder("again.csv");
#define MEMBERS "--sample", "y=-0.1:0.1", "--members", "3", "--quiet", "--every", "8"
  says(tool("ensemble", m, MEMBERS, "--until", "1", "--keep", half), "", "");
  says(tool("ensemble", m, MEMBERS, "--until", "2", "--keep", all), "", "");
  refused(2, "has 3 rows of member 0: give --row last, to start each member where it ended",
          "ensemble", m, "--init-file", half);
  says(tool("ensemble", m, "--init-file", half, "--row", "last", "--until", "2", "--keep", rest,
            "--quiet"),
       "", "");
  says(tool("ensemble", m, "--init-file", half, "--row", "1", "--until", "2", "--keep", again,
            "--quiet"),
       "", "");
  const char *files[] = {all, rest, again};
  double x[3], t, member;
  for (int i = 0; i < 3; i++) {
    char *line = last_line(files[i]);
    assert_int_equal(sscanf(line, "%lf,%lf,%lf", &member, &t, &x[i]), 3);
    assert_true(member == 2 && t == 2);
    check_near(x[i], x[0], 1e-15);  // the file does not have what compensated sums keep
    free(line);
  }
  refused(2, "--row 4: member 0 of ", "section", m, "--section", "x=0", "--init-file", half,
          "--row", "4");
}

// of each member one line: what it started from, parameters among them; how it ended is passed over
static void lines_of_members_are_starts(void **state) {
  (void)state;
  const char *m = write_file("coin.noslip", coin);
  const char *out = in_folder("ens.csv"), *same = in_folder("same.csv");
  says(tool("ensemble", m, "--sample", "th'=1:2, R=0.2:0.3", "--members", "3", "-o", out), "", "");
  says(tool("ensemble", m, "--init-file", in_folder("ens.members.csv"), "-o", same), "3 members",
       "");
  char *a = read_file(in_folder("ens.csv")), *b = read_file(in_folder("same.csv"));
  assert_string_equal(a, b);
  free(a);
  free(b);
  says(tool("run", m, "--init-file", in_folder("ens.members.csv"), "--row", "2", "--steps", "0"),
       "th'  = 1.", "");
  says(tool("sweep", m, "--over", "R=0.2,0.3", "--until", "0.1", "--keep", in_folder("swept.csv"),
            "--quiet"),
       "", "");
  says(tool("ensemble", m, "--init-file", in_folder("swept.csv"), "--row", "last"), "2 members",
       "");
}

static void times_are_options(void **state) {
  (void)state;
  const char *m = write_file("coin.noslip", coin);
  says(tool("run", m, "--init", "t=0.5"), "50 steps", "to t = 1\n");
  says(tool("check", m, "--init", "t=0.5"), "the run starts at t = 0.5", "");
  refused(2, "do not lead to t = 1 from t = 2; give another end", "run", m, "--init", "t=2");
  refused(2, "write t, without the prime", "run", m, "--init", "t'=2");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reports_say_what_was_found),
      cmocka_unit_test(contradictions_are_refused),
      cmocka_unit_test(runs_are_continued),
      cmocka_unit_test(files_of_runs_are_members),
      cmocka_unit_test(samples_are_followed),
      cmocka_unit_test(rows_that_are_wrong_are_refused),
      cmocka_unit_test(rows_have_parameters_and_steps),
      cmocka_unit_test(files_of_members_are_starts),
      cmocka_unit_test(lines_of_members_are_starts),
      cmocka_unit_test(times_are_options),
  };
  return tool_run(argc, argv, tests);
}
