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

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bdf_is_refused),
      cmocka_unit_test(methods_say_so),
      cmocka_unit_test(a_comparison_leaves_it_out),
  };
  return tool_run(argc, argv, tests);
}
