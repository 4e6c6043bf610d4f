// The compiler works beside the interpreter: a run of the backend "auto" begins at once, and goes on
// with compiled code from a node on; the bits are the same. What it has started ends with the run.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "run/run.h"

#include "tests/support/backends.h"
#include "tests/support/tool_models.h"

static const long worth_compiling = 100000000;  // steps

typedef struct beside {
  noslip_context *context;
  noslip_model *model[2];
  noslip_run *plain, *run;  // "interpret", "auto"
} beside;

static noslip_run *make(beside *b, int k, const char *text, const char *backend, const char *g) {
  noslip_setting set = {"g", g};
  noslip_model_options values = {.set = &set, .nset = g != NULL};
  noslip_run_options o = {.backend = backend, .steps = worth_compiling};
  noslip_run *run = NULL;
  if (noslip_model_parse(b->context, "test", text, &values, &b->model[k]) != NOSLIP_OK ||
      noslip_run_new(b->context, b->model[k], &o, &run) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(b->context));
  return run;
}

// `g`: of the second run, NULL: that of the model
static beside begin(const char *text, const char *g) {
  beside b = {.context = noslip_open(NULL)};
  b.plain = make(&b, 0, text, "interpret", NULL);
  b.run = make(&b, 1, text, "auto", g);
  return b;
}

static void end(beside *b) {
  noslip_run_free(b->plain);
  noslip_run_free(b->run);
  noslip_model_free(b->model[0]);
  noslip_model_free(b->model[1]);
  noslip_close(b->context);
}

// ---- the same bits

static const char pendulum[] = "model pendulum\nparam g = 1\ncoord th: angle\n"
                               "lagrangian th'^2/2 + g*cos(th)\ninit th' = 1.5\n"
                               "run method dla-mp, step 0.1\n";

static const char ball[] =
    "model ball\nparam g = 9.81\ncoord y\nlagrangian y'^2/2 - g*y\n"
    "contact floor: y >= 0, restitution 0.5\ninit y = 0.01\nrun method rattle, step 0.01\n";

static void compiled_code_takes_over_at_a_node(void **unused) {
  (void)unused;
  static const char *const texts[] = {pendulum, sleigh, rod};
  for (int i = 0; i < 3; i++) {
    empty_cache("over");
    beside b = begin(texts[i], NULL);
    noslip_report report;
    assert_non_null(b.run->compiling.making);
    assert_string_equal(noslip_run_backend(b.run), "interpret");
    assert_null(course_difference(b.context, b.plain, b.run, 7));
    backend_settle(b.run);
    assert_string_equal(noslip_run_backend(b.run), "native");
    assert_null(course_difference(b.context, b.plain, b.run, 40));
    noslip_run_report(b.run, &report);
    assert_int_equal(report.interpreted_steps, 7);
    end(&b);
  }
}

// each mode when it is ready: in flight, and later on the floor
static void modes_are_taken_over(void **unused) {
  (void)unused;
  empty_cache("modes");
  beside b = begin(ball, NULL);
  assert_string_equal(noslip_run_backend(b.run), "interpret");
  for (int k = 0; k < 5; k++) {
    assert_null(course_difference(b.context, b.plain, b.run, 7));
    backend_settle(b.run);
  }
  assert_string_equal(noslip_run_backend(b.run), "native");
  assert_null(course_difference(b.context, b.plain, b.run, 40));
  end(&b);
}

// the comparison notices code that was made of another model
static void other_code_is_noticed(void **unused) {
  (void)unused;
  static const char *const texts[] = {pendulum, ball}, *const values[] = {"1.0000000000000002",
                                                                          "9.8"};
  for (int i = 0; i < 2; i++) {
    empty_cache("other");
    beside b = begin(texts[i], values[i]);
    backend_settle(b.run);
    assert_string_equal(noslip_run_backend(b.run), "native");
    assert_non_null(course_difference(b.context, b.plain, b.run, 40));
    end(&b);
  }
}

// nobody waits for it by a call: it is looked for
static void it_is_found_on_the_way(void **unused) {
  (void)unused;
  empty_cache("way");
  beside b = begin(pendulum, NULL);
  double from = run_clock();
  while (b.run->compiling.making && run_clock() - from < 100)
    assert_int_equal(noslip_advance(b.run, 1000), NOSLIP_OK);
  assert_string_equal(noslip_run_backend(b.run), "native");
  assert_int_equal(b.run->compiling.interpreted % 32, 0);
  end(&b);
}

// ---- the end

// it does not end by itself; what it starts says that it is there
static void endless(void) {
  char body[700];
  remove(in_folder("started"));
  snprintf(body, sizeof body, "sleep 300 &\necho $! > '%s'\nmv '%s' '%s'\nwait",
           in_folder("starting"), in_folder("starting"), in_folder("started"));
  compiler_script("endless", body);
}

static pid_t started(void) {
  for (int i = 0; i < 1000 && access(in_folder("started"), F_OK) != 0; i++)
    wait_ms(10);
  char *text = read_file(in_folder("started"));
  pid_t pid = (pid_t)strtol(text, NULL, 10);
  free(text);
  return pid;
}

static bool is_gone(pid_t pid) {
  for (int i = 0; i < 500 && kill(pid, 0) == 0; i++)
    wait_ms(10);
  return kill(pid, 0) != 0;
}

// the run does not wait for it, and takes it along
static void compilers_end_with_the_run(void **unused) {
  (void)unused;
  const char *store = empty_cache("ends");
  endless();
  double from = run_clock();
  beside b = begin(pendulum, NULL);
  pid_t below = started();
  assert_int_equal(noslip_advance(b.run, 200), NOSLIP_OK);
  assert_int_equal(kill(below, 0), 0);
  assert_int_equal(count_names(store), 1);
  assert_string_equal(noslip_run_backend(b.run), "interpret");
  end(&b);
  assert_true(is_gone(below));
  assert_int_equal(count_names(store), 0);
  check_below(run_clock() - from, 100);
}

// what fails is not said
static void failures_are_silent(void **unused) {
  (void)unused;
  empty_cache("fails");
  compiler_script("failing", "echo no >&2\nexit 1");
  beside b = begin(pendulum, NULL);
  backend_settle(b.run);
  assert_null(b.run->compiling.making);
  assert_string_equal(noslip_run_backend(b.run), "interpret");
  assert_null(course_difference(b.context, b.plain, b.run, 40));
  end(&b);
}

static int prepare(void **unused) {
  (void)unused;
  hasty_compiler("cc");
  return 0;
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(compiled_code_takes_over_at_a_node, prepare),
      cmocka_unit_test_setup(modes_are_taken_over, prepare),
      cmocka_unit_test_setup(other_code_is_noticed, prepare),
      cmocka_unit_test_setup(it_is_found_on_the_way, prepare),
      cmocka_unit_test(compilers_end_with_the_run),
      cmocka_unit_test(failures_are_silent),
  };
  return tool_run(argc, argv, tests);
}
