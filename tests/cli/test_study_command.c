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
  check_text(r.out, "  2 met (1 not as printed), 0 failed; 1 run");
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

// a page has a part for every study; what was written above them stays
static void pages_are_written(void **state) {
  (void)state;
  const char *page = write_file("page.md", "# Mine\n\nWords.\n\n\n## Old\n\nnumbers\n");
  result r = tool("study", in_folder("good.study"), "--page", page, "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  char *text = read_file(page), *svg = read_file(in_folder("good-1.svg"));
  check_text(
      text,
      "# Mine\n\nWords.\n\n## A disk\n\n`noslip study good`: 2 met, 1 of them not as "
      "printed.\n\n![A disk](good-1.svg)\n\n| what | printed | expected | ours | verdict |\n");
  check_text(text, "| *theory* | | | | |\n| `last(a.theta)` |  | 2 ± 1e-12 | 2 | met |\n");
  check_text(text, "| `last(a.x)` | -0.2 | -0.09 ± 0.01 | -0.094 | met, not as printed |\n");
  check_text(text, "\n- `last(a.x)`: a misprint\n");
  assert_null(strstr(text, "Old"));
  check_text(svg, "<svg");
  free(text);
  free(svg);
  r = tool("study", in_folder("good.study"), "--page", in_folder("nowhere/page.md"), "--quiet");
  assert_int_equal(r.status, 2);
  check_text(r.err, "--page: cannot write `");
  forget(&r);
}

// numbers of several runs are one row; of a bound, the one that is nearest to it
static void rows_of_pages_have_all_runs(void **state) {
  (void)state;
  const char *file = write_file(
      "rows.study",
      "# Runs\n# of a disk.\nstudy rows \"Rows\"\npaper \"A *paper*\"\n"
      "run a: " DISK ", method [dla-mp, spark(2)], step 0.1*2^(-k) for k in 0..1, until 2\n"
      "run b: " DISK ", step 0.1, steps 20 for k in 1..20\n"
      "measure e = last(norm(a.q - exact(a.q)))\n"
      "expect slope(a.step, e) = [2, 2] within 0.1 printed [2, 3]\n"
      "expect e < 0.5 printed \"a | b\"\nexpect last(b.theta) = 2 within 1e-9\n");
  result r = tool("study", file, "--page", in_folder("rows.md"), "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  char *text = read_file(in_folder("rows.md"));
  check_text(text,
             "# Studies\n\n## Rows\n\nA \\*paper\\*. Runs of a disk.\n\n`noslip study rows`: ");
  check_text(text, "| `slope(a.step, e)`: dla-mp; spark(2) | 2, 3 | 2 ± 0.1 | ");
  check_text(text, " | 1 met; 1 met, not as printed |\n");
  check_text(text,
             "dla-mp, h = 0.1; dla-mp, h = 0.05; spark(2), h = 0.1; spark(2), h = 0.05 | a \\| b | "
             "&lt; 0.5 | ");
  check_text(text, " at most | ");
  check_text(text, "| `last(b.theta)`: 20 numbers |  | 2 ± 1e-09 | 2 to 2 | met |\n");
  free(text);
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
      cmocka_unit_test(pages_are_written),
      cmocka_unit_test(rows_of_pages_have_all_runs),
      cmocka_unit_test(mistakes_have_a_place),
      cmocka_unit_test(shipped_studies_are_found),
      cmocka_unit_test(time_is_limited),
      cmocka_unit_test(documented_study_runs),
  };
  return tool_run(argc, argv, tests);
}
