// Tests of `noslip study`: its table, JSON, pictures, exit statuses; and the study of the documents.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

#define DISK "\"" NOSLIP_MODELS "/disk.noslip\""

static const char good[] =
    "study good \"A disk\"\n"
    "run a: " DISK ", method dla-mp, step 0.1, steps 20\n"
    "expect last(a.theta) = 2 within 1e-12 source \"theory\"\n"
    "expect last(a.x) = -0.09 within 0.01 printed -0.2 because \"a misprint\"\n"
    "draw a.x:a.y equal\n";

static void table_is_printed(void **state) {
  (void)state;
  result r = tool("study", write_file("good.study", good));
  assert_int_equal(r.status, 0);
  assert_string_equal(r.err, "");
  check_text(r.out, "good: A disk\n");
  check_text(r.out, "printed                  expected        measured  verdict\n  theory\n");
  check_text(r.out, "last(a.theta)");
  check_text(r.out, "2 +- 1e-12               2  met\n");
  check_text(r.out, "met, not as printed\n      a misprint\n");
  check_text(r.out, "  2 met (1 not as printed), 0 failed; 1 runs");
  forget(&r);
}

// the twin: one digit is altered
static void failed_expectations_are_an_error(void **state) {
  (void)state;
  const char *file = write_file("bad.study", "study bad\nrun a: " DISK ", step 0.1, steps 20\n"
                                             "expect last(a.theta) = 2.1 within 1e-12\n");
  result r = tool("study", file);
  assert_int_equal(r.status, 1);
  check_text(r.out, "FAILED");
  check_text(r.err, "noslip: 1 expectation was not met\n");
  forget(&r);
  r = tool("study", file, in_folder("good.study"), "--quiet");
  assert_int_equal(r.status, 1);
  assert_string_equal(r.out, "");
  forget(&r);
}

static void files_are_written(void **state) {
  (void)state;
  result r = tool("study", in_folder("good.study"), "-o", in_folder("pictures"), "--json");
  assert_int_equal(r.status, 0);
  check_text(r.out, "[{\"study\": \"good\", \"title\": \"A disk\", ");
  check_text(r.out, "\"verdict\": \"met, not as printed\", \"failed\": false, \"line\": 4");
  check_text(r.out, "\"because\": \"a misprint\"");
  forget(&r);
  char *json = read_file(in_folder("pictures/good.json")),
       *svg = read_file(in_folder("pictures/good-1.svg"));
  check_text(json, "\"met\": 2, ");
  check_text(svg, "<svg");
  free(json);
  free(svg);
  r = tool("study", in_folder("good.study"), "-o", in_folder("pictures"), "--pictures", "gif");
  assert_int_equal(r.status, 2);
  check_text(r.err, "--pictures gif: pictures are svg, png or pdf");
  forget(&r);
  r = tool("study", in_folder("good.study"), "-o", in_folder("good.study"));
  assert_int_equal(r.status, 2);
  check_text(r.err, "cannot make the directory `");
  forget(&r);
}

static void mistakes_have_a_place(void **state) {
  (void)state;
  const char *file = write_file("wrong.study", "study wrong\nmeasure x = lst(a.x)\n");
  result r = tool("study", file);
  assert_int_equal(r.status, 2);
  check_text(r.err, "wrong.study:2:13: error: there is no function `lst`\n");
  check_text(r.err, "did you mean `last`?");
  forget(&r);
  r = tool("study");
  assert_int_equal(r.status, 2);
  check_text(r.err, "noslip: which study? `noslip study FILE`");
  forget(&r);
  r = tool("study", "nowhere.study");
  assert_int_equal(r.status, 2);
  check_text(r.err, "there is no study `nowhere.study`; give the path of a file, or a name of ");
  forget(&r);
  r = tool("study", "hilden_fig_33_4");
  assert_int_equal(r.status, 2);
  check_text(r.err, "there is no study `hilden_fig_33_4`; did you mean `hilden_fig_3_4`");
  forget(&r);
}

static void shipped_studies_are_found(void **state) {
  (void)state;
  result r = tool("study", "list");
  assert_int_equal(r.status, 0);
  check_text(r.out, "hilden_table_2_1 ");
  check_text(r.out, "             2  Orders of Runge-Kutta methods on a DAE of index 2\n");
  forget(&r);
  r = tool("study", "list", "--json");
  assert_int_equal(r.status, 0);
  check_text(r.out,
             "{\"study\": \"hilden_table_2_1\", \"title\": \"Orders of Runge-Kutta methods on a "
             "DAE of index 2\", \"paper\": \"Hilden, thesis, NTNU 2009, Table 2.1\", "
             "\"expectations\": 2, \"file\": \"");
  forget(&r);
  r = tool("study", "all", "--only", "hilden_fig_3_4", "--quick");
  assert_int_equal(r.status, 0);
  check_text(r.out, "hilden_fig_3_4: ");
  assert_null(strstr(r.out, "hilden_fig_2_2"));
  forget(&r);
  r = tool("study", "hilden_fig_3_4", "--quick", "--timeout", "100");
  assert_int_equal(r.status, 0);
  forget(&r);
  r = tool("study", "all", "--only", "nothing");
  assert_int_equal(r.status, 2);
  check_text(r.err, "--only nothing: none of the studies has this name");
  forget(&r);
}

static void time_is_limited(void **state) {
  (void)state;
  const char *file =
      write_file("long.study", "study long\nrun a: " DISK ", step 0.1, steps 1e9, every 1000\n");
  result r = tool("study", file, "--timeout", "0.1");
  assert_int_equal(r.status, 1);
  check_text(r.err, "long: stopped before the end; parts that are finished are kept");
  forget(&r);
}

// the study in docs/studies.md has ten lines, and does what it says
static void documented_study_runs(void **state) {
  (void)state;
  char *page = read_file(NOSLIP_SOURCE "/docs/studies.md");
  char *from = strstr(page, "```study\n"), *end = from ? strstr(from + 9, "```") : NULL;
  assert_non_null(end);
  *end = 0;
  int lines = 0;
  for (const char *at = from + 9; (at = strchr(at, '\n')); at++)
    lines++;
  assert_int_equal(lines, 10);
  result r = tool("study", write_file("my_sleigh.study", from + 9));
  assert_string_equal(r.err, "");
  assert_int_equal(r.status, 0);
  check_text(r.out, "4 met, 0 failed; 14 runs");
  forget(&r);
  free(page);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_printed),
      cmocka_unit_test(failed_expectations_are_an_error),
      cmocka_unit_test(files_are_written),
      cmocka_unit_test(mistakes_have_a_place),
      cmocka_unit_test(shipped_studies_are_found),
      cmocka_unit_test(time_is_limited),
      cmocka_unit_test(documented_study_runs),
  };
  return tool_run(argc, argv, tests);
}
