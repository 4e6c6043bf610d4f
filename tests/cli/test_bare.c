// Tests of a tool that was built without SUNDIALS: the method bdf is refused with a sentence and what to
// do, and studies that use it say what they leave out. In a build without it that is the tool itself.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#undef NOSLIP_TOOL
#define NOSLIP_TOOL NOSLIP_BARE
#include "tests/support/tool.h"

#define DISK NOSLIP_MODELS "/disk.noslip"

static void bdf_is_refused(void **state) {
  (void)state;
  result r = tool("run", DISK, "--method", "bdf(rtol=1e-5)", "--steps", "2");
  assert_int_equal(r.status, 2);
  check_text(r.err, "`bdf(rtol=1e-05)` needs SUNDIALS, and noslip was built without it: install it "
                    "(libsundials-dev) and build again, or take `index1`");
  assert_string_equal(r.out, "");
  forget(&r);
}

static void methods_say_so(void **state) {
  (void)state;
  result r = tool("methods");
  assert_int_equal(r.status, 0);
  check_text(r.out, "the constraints drift (not in this build: needs SUNDIALS)\n");
  forget(&r);
  r = tool("methods", "bdf");
  check_text(r.out, "(not in this build: needs SUNDIALS)\n");
  check_text(r.out, "backward differentiation formulas");
  forget(&r);
  r = tool("methods", "--json");
  check_text(r.out, "\"missing\": \"SUNDIALS\"");
  forget(&r);
  r = tool("methods", "--for", DISK);
  check_text(r.out, "no: `bdf` needs SUNDIALS");
  forget(&r);
}

// the others go on
static void a_comparison_leaves_it_out(void **state) {
  (void)state;
  result r = tool("compare", DISK, "--methods", "dla-mp,bdf", "--steps", "20");
  assert_int_equal(r.status, 0);
  check_text(r.out, "needs SUNDIALS");
  check_text(r.out, "dla-mp");
  forget(&r);
}

static const char mixed[] =
    "study mixed\n"
    "run a: \"" DISK "\", method index1, tolerance 1e-5, step 0.1, steps 20\n"
    "run b: \"" DISK "\", method bdf, tolerance 10^(-k), step 0.1, steps 20 for k in 5..6\n"
    "measure drift = b.max.constraint\n"
    "expect a.max.constraint > 0 source \"x\"\n"
    "expect drift > 0 source \"x\"\n"
    "expect b.average > 0 source \"x\"\n"
    "draw a.t:a.constraint, b.t:b.constraint\n";

// What cannot be measured is said, and is neither met nor failed; the rest is judged.
static void a_study_says_what_it_leaves_out(void **state) {
  (void)state;
  const char *file = write_file("mixed.study", mixed);
  result r = tool("study", file, "-o", in_folder("pictures"));
  assert_int_equal(r.status, 0);
  check_text(r.out, "NOT IN THIS BUILD\n      b, rtol = 1e-05: `bdf(rtol=1e-05, atol=1e-08)` needs "
                    "SUNDIALS, and noslip was built without it\n");
  check_text(r.out, "  1 met, 0 failed, 2 NOT IN THIS BUILD; 3 runs");
  forget(&r);
  r = tool("study", file, "--json");
  check_text(r.out, "\"verdict\": \"NOT IN THIS BUILD\", \"failed\": false");
  check_text(r.out, "\"not_in_this_build\": 2");
  forget(&r);
}

// the studies that come with noslip, and use it
static void shipped_studies_pass(void **state) {
  (void)state;
  static const char *const names[] = {"hilden_fig_2_1", "hilden_table_4_1",
                                      "showcase_stiff_baselines"};
  for (int i = 0; i < 3; i++) {
    result r = tool("study", names[i], "--quick");
    if (r.status != 0)
      check_fail("%s\n%s\n", r.out, r.err);
    check_text(r.out, "NOT IN THIS BUILD; ");
    forget(&r);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bdf_is_refused),
      cmocka_unit_test(methods_say_so),
      cmocka_unit_test(a_comparison_leaves_it_out),
      cmocka_unit_test(a_study_says_what_it_leaves_out),
      cmocka_unit_test(shipped_studies_pass),
  };
  return tool_run(argc, argv, tests);
}
