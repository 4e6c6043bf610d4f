// Tests of src/native and src/run/backend.c: which backend serves, what it is made of, memory, and
// that the comparison of test_native_models.c could fail.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "native/sources.h"
#include "native/unit.h"
#include "run/run.h"

#include "tests/support/backends.h"
#include "tests/support/counting.h"
#include "tests/support/tool_models.h"

// the cache that most tests share: what is in it was made by cc, in haste
static void common_cache(void) {
  setenv("NOSLIP_CACHE", in_folder("cache"), 1);
  hasty_compiler("cc");
}

static const char pendulum[] = "model pendulum\nparam g = 1\ncoord th: angle\n"
                               "lagrangian th'^2/2 + g*cos(th)\ninit th' = 1.5\n"
                               "observe height = -cos(th)\ninvariant E = energy\n"
                               "run method dla-mp, step 0.1, steps 40\n";

// turns over and over; one of its observables takes the angle without full turns, the other with
static const char spinning[] = "model spinning\ncoord th: angle, x\n"
                               "lagrangian (th'^2 + x'^2)/2 + cos(th)\ninit th' = 5, x = 1\n"
                               "observe height = x*cos(th)\nobserve winding = x + th\n"
                               "run method dla-mp, step 0.1, steps 40\n";

// ---- making runs

typedef struct made {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
  noslip_status status;
} made;

static made make_run(const char *text, const char *setting, noslip_run_options options) {
  made m = {.context = noslip_open(NULL)};
  noslip_setting set = {"g", setting};
  noslip_model_options values = {.set = &set, .nset = setting != NULL};
  if (noslip_model_parse(m.context, "test", text, &values, &m.model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(m.context));
  m.status = noslip_run_new(m.context, m.model, &options, &m.run);
  return m;
}

static void unmake(made *m) {
  noslip_run_free(m->run);
  noslip_model_free(m->model);
  noslip_close(m->context);
}

// forty steps of two backends; what differs
static const char *compare_method(const char *text, const char *name, const char *one,
                                  const char *two, const char *setting) {
  static char what[1000];
  made a = make_run(text, NULL, (noslip_run_options){.method = name, .backend = one});
  made b = make_run(text, setting, (noslip_run_options){.method = name, .backend = two});
  if (a.status != NOSLIP_OK || b.status != NOSLIP_OK)
    check_fail("%s\n%s\n", noslip_last_error(a.context), noslip_last_error(b.context));
  assert_string_equal(noslip_run_backend(a.run), one);
  assert_string_equal(noslip_run_backend(b.run), two);
  const char *found = course_difference(b.context, a.run, b.run, 40);
  snprintf(what, sizeof what, "%s", found ? found : "");
  unmake(&a);
  unmake(&b);
  return found ? what : NULL;
}

static const char *compare(const char *text, const char *one, const char *two,
                           const char *setting) {
  return compare_method(text, NULL, one, two, setting);
}

// ---- the same numbers

static void both_backends_give_the_same_bits(void **unused) {
  (void)unused;
  static const char *const texts[] = {pendulum, spinning, sleigh, rod};
  use_compiler("cc");
  empty_cache("optimised");
  for (int i = 0; i < 4; i++) {
    const char *what = compare(texts[i], "interpret", "native", NULL);
    if (what)
      check_fail("%s\n", what);
  }
  common_cache();
}

// methods and their adjoints in turn: by one compiled step, or where the tableaux differ by none
static void adjoints_give_the_same_bits(void **unused) {
  (void)unused;
  static const char *const names[] = {"compose(reich, symmetric)", "reich*"};
  static const char *const stages[] = {"rk-radau2a*(2)", "compose(rk-radau2a(1), blanes-moan4)"};
  for (int i = 0; i < 4; i++) {
    const char *what = compare_method(i < 2 ? rod : sleigh, i < 2 ? names[i] : stages[i - 2],
                                      "interpret", "native", NULL);
    if (what)
      check_fail("%d: %s\n", i, what);
  }
}

// the forms of rattle that have a step of their own
static void forms_of_rattle_give_the_same_bits(void **unused) {
  (void)unused;
  static const char *const names[] = {"rattle(representative=tn)", "reich*(solve=reduced)",
                                      "compose(reich(solve=reduced, representative=tn), suzuki4)"};
  for (int i = 0; i < 3; i++) {
    const char *what = compare_method(rod, names[i], "interpret", "native", NULL);
    if (what)
      check_fail("%s: %s\n", names[i], what);
  }
}

// A bundle that is too long for a compiler is interpreted, and leaves zeros unwritten: the mass matrix
// of a step whose arrays are in its frame would be full of what was there before.
static void what_is_too_long_to_compile_gives_the_same_bits(void **unused) {
  (void)unused;
  static const char text[] =
      "model long\ncoord x, y, w[1..4]\n"
      "lagrangian (x'^2 + y'^2 + sum(i in 1..4: w[i]'^2))/2\n"
      "           - sum(i in 1..9000: sin(i*x/1000)*cos(y/i))/10000\n"
      "nonholonomic g: y' - x*w[1]' = 0\ninit x = 1, y' = 0.2, w[1]' = 0.2, w[2]' = 0.4\n"
      "run step 0.01, steps 40\n";
  const char *what = compare_method(text, "dla-cm", "interpret", "native", NULL);
  if (what)
    check_fail("%s\n", what);
}

// also where two stages of a composition have another direction in one compiled step
static void discrete_gradients_give_the_same_bits(void **unused) {
  (void)unused;
  static const char text[] =
      "model top\nparam g = 1\nstate x, y, z\n"
      "hamiltonian x^4/4 + y^2/2 + g*cos(z) + x*z\nbracket {x, y} = 1 + z^2\n"
      "bracket {y, z} = x - z\ninit x = 0.3, y = 0.4, z = 0.5\n"
      "run step 0.1, steps 40\n";
  static const char *const names[] = {"compose(itoh-abe, symmetric)", "avf(2)",
                                      "ep-collocation(2)"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++) {
    const char *what = compare_method(text, names[i], "interpret", "native", NULL);
    if (what)
      check_fail("%s: %s\n", names[i], what);
    if (i == 0 || check_long())
      assert_non_null(compare_method(text, names[i], "interpret", "native", "1.0000000000000002"));
  }
}

// in frames that change, where H depends on them, and in a magnetic field
static void reduced_steps_give_the_same_bits(void **unused) {
  (void)unused;
  static const char text[] =
      "model charged\nparam g = 1\ncoord x, y, z\n"
      "lagrangian (x'^2 + y'^2 + 2*z'^2)/2 - 2*g*z + 1.5*(x*y' - y*x') + x*y*z'\n"
      "holonomic rod: x^2 + y^2 + z^2 = 1\ninit x = 0.6, z = -0.8, y' = 1.3\n"
      "run step 0.1, steps 60\n";
  static const char *const names[] = {"gonzalez", "avfc", "itoh-abe-sym", "ep-collocation(2)"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++) {
    const char *what = compare_method(text, names[i], "interpret", "native", NULL);
    if (what)
      check_fail("%s: %s\n", names[i], what);
    if (i == 0 || check_long())
      assert_non_null(compare_method(text, names[i], "interpret", "native", "1.0000000000000002"));
  }
}

// with a literal group, too: a product of a rotation, a rigid motion and a line
static void steps_on_groups_give_the_same_bits(void **unused) {
  (void)unused;
  static const char text[] =
      "model several\nparam g = 1\ncoord R: SO(3) velocity w, h: SE(2) velocity (v, om), z\n"
      "lagrangian dot(w, w)/2 + w[1]*w[2]/3 + dot(v, v)/2 + om^2/3 + z'^2/2 - g*R[3,3]*h.x^2 - "
      "z^2\n"
      "nonholonomic edge: v[2] = 0.1*w[1]\nholonomic tie: z + h.y = R[2,1]\n"
      "init w = [0, 1, 0.4], v = [0.5, 0], om = 1, h.x = 1, h.theta = 0.3\n"
      "init z' = w[3] - 0.5*sin(h.theta)\n"
      "run step 0.05, steps 40\n";
  static const char *const names[] = {
      "lobatto(2)", "lobatto(3, retraction=exp, multiplier=restart)", "lobatto*(3)",
      "compose(lobatto(2, multiplier=carry, retraction=exp), suzuki4)",
      "compose(lobatto(2, multiplier=restart), symmetric)"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++) {
    const char *what = compare_method(text, names[i], "interpret", "native", NULL);
    if (what)
      check_fail("%s: %s\n", names[i], what);
    if ((int)i < 2/check_share(2))  // a unit takes seconds to compile
      if (i == 0 || check_long())
        assert_non_null(
            compare_method(text, names[i], "interpret", "native", "1.0000000000000002"));
  }
}

// also where the steps are chosen by their errors, and their number is compared
static void adaptive_steps_give_the_same_bits(void **unused) {
  (void)unused;
  static const char *const names[] = {"index1", "index0"};
  static const char *const texts[] = {sleigh, rod, pendulum};
  for (int i = 0; i < 6; i++) {
    const char *what = compare_method(texts[i/2], names[i % 2], "interpret", "native", NULL);
    if (what)
      check_fail("%s\n", what);
  }
}

// the comparison notices one bit in one parameter
static void one_bit_is_noticed(void **unused) {
  (void)unused;
  check_text(compare(pendulum, "interpret", "interpret", "1.0000000000000002"), "`");
  check_text(compare(pendulum, "interpret", "native", "1.0000000000000002"), "`");
}

static bool has_fma(void) {
  FILE *file = fopen("/proc/cpuinfo", "r");
  char line[8192];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file))
    found = strstr(line, " fma ") != NULL;
  if (file)
    fclose(file);
  return found;
}

// and so would it notice a compiler that makes one operation of a*b + c
static void contraction_is_noticed(void **unused) {
  (void)unused;
  if (!has_fma())
    skip();
  compiler_script("fusing", "exec cc \"$@\" -ffp-contract=fast -mfma");
  empty_cache("fused");
  check_text(compare(sleigh, "interpret", "native", NULL), "`");
  common_cache();
}

// while the user's own CC may say so: what forbids it comes after
static void contraction_is_forbidden(void **unused) {
  (void)unused;
  if (!has_fma())
    skip();
  setenv("CC", "cc -mfma -ffp-contract=fast -ffast-math", 1);
  empty_cache("forbidden");
  const char *what = compare(sleigh, "interpret", "native", NULL);
  common_cache();
  if (what)
    check_fail("%s\n", what);
}

// another compiler, the same bits
static void clang_gives_the_same_bits(void **unused) {
  (void)unused;
  if (system("clang --version >/dev/null 2>&1") != 0)
    skip();
  static const char *const texts[] = {sleigh, rod};
  use_compiler("clang");
  empty_cache("clang");
  for (int i = 0; i < 2; i++) {
    const char *what = compare(texts[i], "interpret", "native", NULL);
    if (what)
      check_fail("%s\n", what);
    hasty_compiler("clang");  // which takes ten seconds for a unit if it optimises
  }
  common_cache();
}

// a step back undoes a step: with compiled code the same number comes out
static void asymmetry_is_the_same(void **unused) {
  (void)unused;
  made a = make_run(sleigh, NULL, (noslip_run_options){.backend = "interpret"});
  made b = make_run(sleigh, NULL, (noslip_run_options){.backend = "native"});
  double x = noslip_run_asymmetry(a.run), y = noslip_run_asymmetry(b.run);
  assert_true(same_bits(&x, &y, 1));
  unmake(&a);
  unmake(&b);
}

// ---- which backend

static void check_backend(noslip_run_options options, const char *expected) {
  made m = make_run(pendulum, NULL, options);
  if (m.status != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(m.context));
  backend_settle(m.run);
  assert_string_equal(noslip_run_backend(m.run), expected);
  unmake(&m);
}

// compiled code where it pays: in a long plan
static void automatic_weighs_the_plan(void **unused) {
  (void)unused;
  quick_compiler();
  const char *cache = empty_cache("auto");
  check_backend((noslip_run_options){.steps = 100}, "interpret");
  check_backend((noslip_run_options){.backend = "auto", .steps = 100}, "interpret");
  assert_int_equal(count_names(cache), 0);
  check_backend((noslip_run_options){.steps = 10000000}, "native");
  assert_int_equal(count_names(cache), 1);
  check_backend((noslip_run_options){.backend = "auto", .until = 1e6}, "native");
  check_backend((noslip_run_options){.backend = "interpret", .steps = 10000000}, "interpret");
  common_cache();
}

// once it is there, a plan of middle length takes it; a short one does not even look
static void automatic_takes_what_is_there(void **unused) {
  (void)unused;
  quick_compiler();
  empty_cache("middle");
  check_backend((noslip_run_options){.steps = 200000}, "interpret");
  check_backend((noslip_run_options){.backend = "native"}, "native");
  check_backend((noslip_run_options){.steps = 200000}, "native");
  check_backend((noslip_run_options){.steps = 100}, "interpret");
  common_cache();
}

static void without_a_plan_it_is_interpreted(void **unused) {
  (void)unused;
  static const char text[] = "model m\ncoord x\nlagrangian x'^2/2\n";
  made m = make_run(text, NULL, (noslip_run_options){.method = "dla-mp", .step = 0.1});
  assert_int_equal(m.status, NOSLIP_OK);
  assert_string_equal(noslip_run_backend(m.run), "interpret");
  unmake(&m);
}

static void unknown_backends_are_refused(void **unused) {
  (void)unused;
  static const char *const names[] = {"nativ", "", "NATIVE", "gpu"};
  for (int i = 0; i < 4; i++) {
    made m = make_run(pendulum, NULL, (noslip_run_options){.backend = names[i]});
    assert_int_equal(m.status, NOSLIP_ERROR_ARGUMENT);
    assert_null(m.run);
    check_text(noslip_last_error(m.context), "there is no backend `");
    check_text(noslip_last_error(m.context), names[i]);
    check_text(noslip_last_error(m.context), "`auto`, `interpret` and `native`");
    unmake(&m);
  }
}

// ---- the text

// every #include "..." of every kernel names a kernel, or one of the files that have another text
// in a compiled step
static void kernels_include_only_kernels(void **unused) {
  (void)unused;
  static const char *const changed[] = {"problem/evaluate.h", "solve/dense.h",
                                        "solve/newton_call.h"};
  int includes = 0, files = 0;
  for (; source_at(files); files++)
    for (const char *at = source_at(files); (at = strstr(at, "#include \"")); includes++) {
      char name[80] = {0};
      at += strlen("#include \"");
      memcpy(name, at, strcspn(at, "\""));
      bool is_changed = false;
      for (int k = 0; k < 3; k++)
        is_changed |= strcmp(changed[k], name) == 0;
      if (!is_changed && !source_text(name))
        check_fail("a kernel includes \"%s\", which is not among the kernels\n", name);
    }
  check_above(files, 10);
  check_above(includes, 15);
}

// the whole text of a unit, for every method and a composition: nothing is left to include
static void units_are_complete(void **unused) {
  (void)unused;
  static const char *const names[] = {"dla-mp",
                                      "dla-cm",
                                      "rattle",
                                      "compose(rattle, yoshida4)",
                                      "reich",
                                      "index1",
                                      "index0(rtol=1e-8)",
                                      "dop853"};
  for (int i = 0; i < 8; i++) {
    made m = make_run(pendulum, NULL, (noslip_run_options){.method = names[i], .step = 0.1});
    assert_int_equal(m.status, NOSLIP_OK);
    text_buffer text;
    text_init(&text, m.run->arena.memory);
    unit_print(&text, m.run->problem, m.run->stepper);
    assert_false(text.failed);
    assert_null(strstr(text.data, "#include \""));
    assert_null(strstr(text.data, "#pragma once"));
    check_text(text.data, "noslip_bundles[]");
    check_text(text.data, "noslip_take(");
    text_free(&text);
    unmake(&m);
  }
}

// the script of docs/native.md shows the text
static void printed_c_can_be_seen(void **unused) {
  (void)unused;
  char *page = read_file(NOSLIP_SOURCE "/docs/native.md"), here[1000];
  const char *script = strstr(page, "```sh\n");
  assert_non_null(script);
  script += strlen("```sh\n");
  *strstr(script, "```") = 0;
  chmod(write_file("keep-c", script), 0700);
  free(page);
  assert_non_null(getcwd(here, sizeof here));
  assert_int_equal(chdir(folder), 0);
  setenv("CC", in_folder("keep-c"), 1);
  const char *what = compare(pendulum, "interpret", "native", NULL);
  assert_int_equal(chdir(here), 0);
  common_cache();
  assert_null(what);
  char *text = read_file(in_folder("unit.c"));
  check_text(text, "static inline void bundle_values(");
  check_text(text, "noslip_take(");
  free(text);
}

// ---- memory

// load, run and step with the n-th request failing; true if everything worked
static bool one_life(counter *c, const char *text, noslip_run_options options) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = noslip_model_parse(context, "test", text, NULL, &m);
  return live(c, context, m, status, options, "native");
}

// with an empty cache the text is printed and compiled, with a full one the code is loaded
static void every_allocation_may_fail(void **unused) {
  (void)unused;
  static const char *const texts[] = {sleigh, rod};
  static const char *const backends[] = {"native", "auto"};
  for (int k = 0; k < 8; k++) {
    bool full = k & 1;
    if (!check_long() && k % 4 != 0 && k != 3)
      continue;
    noslip_run_options options = {.backend = backends[k/2 % 2], .steps = 10000000};
    counter c = {0, 0, 0};
    if (k % 4 == 0)
      quick_compiler();
    empty_cache("memory");
    assert_true(one_life(&c, texts[k/4], options));
    long all = c.requests;
    for (long n = 1; n <= all; n++) {
      if (!full)
        empty_cache("memory");
      c = (counter){0, n, 0};
      bool lived = one_life(&c, texts[k/4], options);
      if (lived && c.requests >= n)
        check_fail("request %ld of %ld failed, and nobody noticed\n", n, all);
    }
  }
  common_cache();
}

static void native_steps_allocate_nothing(void **unused) {
  (void)unused;
  static const char *const texts[] = {pendulum, sleigh, rod};
  for (int k = 0; k < 3; k++) {
    counter c = {0, 0, 0};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    assert_int_equal(noslip_model_parse(context, "test", texts[k], NULL, &m), NOSLIP_OK);
    noslip_run_options options = {.backend = "native"};
    assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
    long before = c.requests;
    for (int i = 0; i < 40; i++) {
      assert_int_equal(noslip_step(r), NOSLIP_OK);
      for (int g = 0; g < nbackend_group; g++)
        noslip_run_values(r, backend_groups[g]);
    }
    assert_int_equal(c.requests, before);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

// ---- the tool

static void files_of_the_tool_are_identical(void **unused) {
  (void)unused;
  static const char *const names[] = {"chaotic", "four_bar"};
  empty_cache("tool");
  for (int i = 0; i < 2; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.noslip", NOSLIP_MODELS, names[i]);
    const char *one = in_folder("native.csv"), *two = in_folder("interpret.csv");
    result a = tool("run", path, "--steps", "100", "--backend", "native", "-o", one);
    result b = tool("run", path, "--steps", "100", "--backend", "interpret", "-o", two);
    if (a.status != 0 || b.status != 0)
      check_fail("%s%s\n", a.err, b.err);
    char *x = read_file(one), *y = read_file(two);
    check_above((double)strlen(x), 1000);
    assert_string_equal(x, y);
    free(x);
    free(y);
    forget(&a);
    forget(&b);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_backends_give_the_same_bits),
      cmocka_unit_test(what_is_too_long_to_compile_gives_the_same_bits),
      cmocka_unit_test(discrete_gradients_give_the_same_bits),
      cmocka_unit_test(reduced_steps_give_the_same_bits),
      cmocka_unit_test(adjoints_give_the_same_bits),
      cmocka_unit_test(forms_of_rattle_give_the_same_bits),
      cmocka_unit_test(steps_on_groups_give_the_same_bits),
      cmocka_unit_test(adaptive_steps_give_the_same_bits),
      cmocka_unit_test(one_bit_is_noticed),
      cmocka_unit_test(contraction_is_noticed),
      cmocka_unit_test(contraction_is_forbidden),
      cmocka_unit_test(clang_gives_the_same_bits),
      cmocka_unit_test(asymmetry_is_the_same),
      cmocka_unit_test(automatic_weighs_the_plan),
      cmocka_unit_test(automatic_takes_what_is_there),
      cmocka_unit_test(without_a_plan_it_is_interpreted),
      cmocka_unit_test(unknown_backends_are_refused),
      cmocka_unit_test(kernels_include_only_kernels),
      cmocka_unit_test(units_are_complete),
      cmocka_unit_test(printed_c_can_be_seen),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(native_steps_allocate_nothing),
      cmocka_unit_test(files_of_the_tool_are_identical),
  };
  if (!mkdtemp(folder))
    return 1;
  common_cache();
  return remove_folder(check_run(argc, argv, tests));
}
