// The errata of docs/errata.md: what was printed is run, and does not do what it should; what is
// right does.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"

// write each listing of the page to a file named after its model; returns how many there were
static int write_listings(void) {
  char *page = read_file(NOSLIP_SOURCE "/docs/errata.md");
  int count = 0;
  for (const char *at = page; (at = strstr(at, "```noslip\n")); count++) {
    char name[64], file[80];
    at += strlen("```noslip\n");
    char *end = strstr(at, "```");
    assert_non_null(end);
    assert_int_equal(sscanf(at, "model %63s", name), 1);
    *end = 0;
    snprintf(file, sizeof file, "%s.noslip", name);
    write_file(file, at);
    at = end + 1;
  }
  free(page);
  return count;
}

// the report of a run as JSON, of a listing or of a model of noslip
static result report(const char *model, const char *method, const char *until) {
  static char path[512];
  char name[80];
  bool ours = strchr(model, '/') != NULL;
  snprintf(name, sizeof name, "%s.noslip", model);
  snprintf(path, sizeof path, "%s/%s", NOSLIP_SOURCE, name);
  assert_true(write_listings() > 0);
  result r = tool("run", ours ? path : in_folder(name), "--json", "--project", "--method", method,
                  "--until", until);
  check_that(r.status == 0, __FILE__, __LINE__, "%s: %s", model, r.err);
  return r;
}

// a number of a report: of its state, or the largest error of an invariant
static double state_of(const char *model, const char *method, const char *until, const char *key) {
  result r = report(model, method, until);
  double x = number(member(r.out, "state"), key);
  forget(&r);
  return x;
}

static double change_of(const char *model, const char *method, const char *until,
                        const char *invariant) {
  result r = report(model, method, until);
  double x = number(member(member(r.out, "invariant"), invariant), "max_error");
  forget(&r);
  return x;
}

static void every_listing_is_there(void **state) {
  (void)state;
  assert_int_equal(write_listings(), 6);
}

static void the_gearbox_has_another_sign(void **state) {
  (void)state;
  check_above(fabs(state_of("gearbox_printed", "dla-mp", "40", "q1")), 1e14);
  check_below(fabs(state_of("models/gearbox", "dla-mp", "40", "q1")), 2);
}

static void the_disk_slips_in_the_printed_frame(void **state) {
  (void)state;
  check_above(change_of("disk_printed", "gonzalez", "5", "slip"), 1);
}

static void the_pendulum_has_relative_momenta(void **state) {
  (void)state;
  double right = state_of("models/double_spherical_pendulum", "rattle", "1", "a[1]");
  double same = state_of("models/double_spherical_pendulum_lagrangian", "rattle", "1", "a[1]");
  check_near(same, right, 1e-9);
  check_above(fabs(state_of("pendulum_printed", "rattle", "1", "a[1]") - right), 0.1);
}

static void reich_has_order_one_where_the_constraint_is_cubic(void **state) {
  (void)state;
  write_listings();
  result r = tool("converge", in_folder("special_linear.noslip"), "--methods", "reich,rattle",
                  "--steps", "0.1:0.0125", "--until", "1", "--project");
  assert_int_equal(r.status, 0);
  check_text(r.out, "q           theory 1, slope 1.00");
  check_text(r.out, "q           theory 2, slope 2.00");
  forget(&r);
}

static void the_chaotic_system_as_printed_is_holonomic(void **state) {
  (void)state;
  check_below(change_of("chaotic_printed", "spark(2)", "100", "paraboloid"), 1e-13);
}

static void the_ball_slips_with_body_components(void **state) {
  (void)state;
  check_above(change_of("turntable_printed", "lobatto(2)", "40", "slip"), 1);
}

static result converge(const char *methods, const char *steps) {
  result r = tool("converge", NOSLIP_SOURCE "/models/odae.noslip", "--methods", methods, "--steps",
                  steps, "--until", "1");
  assert_int_equal(r.status, 0);
  return r;
}

static void compositions_need_the_adjoint(void **state) {
  (void)state;
  result r = converge("compose(euler-true, symmetric)", "0.025,0.0125");
  check_text(r.out, "  compose(euler-true, symmetric)  0.025   5.43e-03          5.68e-03          "
                    "8.59e-04\n");
  check_text(r.out, "  0.0125  1.35e-03    2.00  1.42e-03    2.00  2.14e-04    2.00\n");
  forget(&r);
}

static void the_natural_method_converges_to_something_else(void **state) {
  (void)state;
  result r = converge("euler-natural", "0.0025,0.00125");
  check_text(r.out, "  euler-natural  0.0025   4.67e-01          1.26e+00          3.10e-01\n");
  check_text(r.out, "  0.00125  4.46e-01    0.07  1.23e+00    0.03  3.11e-01   -0.00\n");
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_listing_is_there),
      cmocka_unit_test(the_gearbox_has_another_sign),
      cmocka_unit_test(the_disk_slips_in_the_printed_frame),
      cmocka_unit_test(the_pendulum_has_relative_momenta),
      cmocka_unit_test(reich_has_order_one_where_the_constraint_is_cubic),
      cmocka_unit_test(the_chaotic_system_as_printed_is_holonomic),
      cmocka_unit_test(the_ball_slips_with_body_components),
      cmocka_unit_test(compositions_need_the_adjoint),
      cmocka_unit_test(the_natural_method_converges_to_something_else),
  };
  return tool_run(argc, argv, tests);
}
