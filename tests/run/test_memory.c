// Everything that a run remembers: a copy, and a run that was saved and loaded, go on to the last bit,
// for every method on every model of models/ that it can treat. A method is tested from the day it is
// listed.

#define _XOPEN_SOURCE 700  // nftw

#include "tests/run/pairs.h"

#include "tests/support/callback_systems.h"
#include "tests/support/callback_trial.h"
#include "tests/support/counting.h"

enum { first_steps = 13, later_steps = 21 };

static bool loads_alike(const pair *p, noslip_run *r) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *loaded;
  const char *path = in_folder("checkpoint");
  if (noslip_run_save(r, path) != NOSLIP_OK)
    return complain(p, noslip_last_error(r->context));
  if (noslip_run_load(c, path, NULL, &m, &loaded) != NOSLIP_OK)
    return complain(p, noslip_last_error(c));
  bool good = same(r, loaded) ? go_on_alike(r, loaded, later_steps) || complain(p, "another way")
                              : complain(p, "something else was read");
  noslip_run_free(loaded);
  noslip_model_free(m);
  noslip_close(c);
  return good;
}

static bool copies_alike(const pair *p, noslip_run *r) {
  noslip_run *copy;
  if (noslip_run_copy(r, &copy) != NOSLIP_OK)
    return complain(p, noslip_last_error(r->context));
  bool good = go_on_alike(r, copy, later_steps) || complain(p, "the copy goes another way");
  noslip_run_free(copy);
  return good;
}

static bool goes_on(const pair *p, noslip_context *c, noslip_model *m) {
  noslip_run *r;
  noslip_run_options o = {
      .method = p->method, .step = p->h, .steps = 1000, .backend = p->backend, .visits = true};
  if (noslip_run_new(c, m, &o, &r) != NOSLIP_OK)
    return true;  // test_methods.c says which pairs there are
  noslip_advance(r, first_steps);
  bool good = loads_alike(p, r) && copies_alike(p, r);
  noslip_run_free(r);
  return good;
}

static void every_run_goes_on_as_if_never_interrupted(void **unused) {
  (void)unused;
  assert_int_equal(visit_all("interpret", goes_on), 0);
}

// methods that are written with others, or with options
static void compositions_and_options_go_on(void **unused) {
  (void)unused;
  static const pair pairs[] = {
      {"disk.noslip", "compose(dla-cm, suzuki4)", "interpret", 0.1},
      {"sleigh.noslip", "compose(itoh-abe, blanes-moan4)", "interpret", 0.1},
      {"spheroid.noslip", "compose(reich, symmetric)", "interpret", 0.05},
      {"double_spherical_pendulum.noslip", "rattle(solve=reduced)", "interpret", 0.02},
      {"disk.noslip", "lobatto(3, multiplier=carry)", "interpret", 0.05},
      {"suslov_so3.noslip", "compose(lobatto(2), symmetric)", "interpret", 0.1},
      {"snakeboard.noslip", "lobatto(8)", "interpret", 0.02},
  };
  for (size_t i = 0; i < sizeof pairs/sizeof *pairs; i++) {
    trial t = trial_file(pairs[i].file, NULL, pairs[i].method, pairs[i].h);
    assert_true(goes_on(&pairs[i], t.context, t.model));
    trial_close(&t);
  }
}

// the twin: the last bit of a position, a counter of the solver, a warning
static void what_is_lost_is_noticed(void **unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    trial t = trial_file("sleigh.noslip", NULL, "dla-mp", 0.1);
    noslip_run *copy;
    noslip_advance(t.run, first_steps);
    assert_int_equal(noslip_run_copy(t.run, &copy), NOSLIP_OK);
    assert_true(same(t.run, copy));
    if (i == 0)
      copy->state.q[0] = nextafter(copy->state.q[0], 10);
    if (i == 1)
      copy->stepper->kernel->newton.carried.iterations++;
    if (i == 2)
      run_warn(copy, "something");
    assert_false(same(t.run, copy));
    assert_false(go_on_alike(t.run, copy, later_steps));
    noslip_run_free(copy);
    trial_close(&t);
  }
}

// a model made of functions is not in the file, but may be given
static void functions_are_given_again(void **unused) {
  (void)unused;
  noslip_callbacks c = callback_system_at(0)->make();
  trial t = callback_trial(&c, "lobatto(2)", 0.01);
  noslip_run *copy, *loaded;
  noslip_model *m;
  noslip_advance(t.run, first_steps);
  assert_int_equal(noslip_run_copy(t.run, &copy), NOSLIP_OK);
  assert_true(go_on_alike(t.run, copy, later_steps));
  assert_int_equal(noslip_run_save(t.run, in_folder("functions")), NOSLIP_OK);
  assert_int_equal(noslip_run_load(t.context, in_folder("functions"), NULL, &m, &loaded),
                   NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "of a model made of functions");
  assert_int_equal(noslip_run_load(t.context, in_folder("functions"),
                                   &(noslip_load_options){.model = t.model}, NULL, &loaded),
                   NOSLIP_OK);
  assert_true(go_on_alike(t.run, loaded, later_steps));
  noslip_run_free(copy);
  noslip_run_free(loaded);
  trial_close(&t);
}

// ---------------------------------------------------------------------------------------------
// memory fails at the n-th request, for every n

// A run, its copy, and it saved and loaded; true if all worked. Nothing is left.
static bool live_twice(counter *n) {
  noslip_context *c = noslip_open(&(noslip_options){count, n});
  noslip_model *m = NULL, *other = NULL;
  noslip_run *r = NULL, *copy = NULL, *loaded = NULL;
  const char *path = in_folder("fails");
  noslip_run_options o = {.method = "lobatto(2)", .step = 0.01, .backend = "interpret"};
  if (!c)
    return false;
  noslip_status status = noslip_model_load(c, NOSLIP_MODELS "/bouncing_ball.noslip", &m);
  if (status == NOSLIP_OK)
    status = noslip_run_new(c, m, &o, &r);
  if (status == NOSLIP_OK)
    status = noslip_advance(r, 60);
  if (status == NOSLIP_OK)
    status = noslip_run_copy(r, &copy);
  if (status == NOSLIP_OK)
    status = noslip_run_save(r, path);
  if (status == NOSLIP_OK)
    status = noslip_run_load(c, path, NULL, &other, &loaded);
  if (status != NOSLIP_OK)
    assert_int_equal(status, NOSLIP_ERROR_MEMORY);
  noslip_run_free(copy);
  noslip_run_free(loaded);
  noslip_run_free(r);
  noslip_model_free(other);
  noslip_model_free(m);
  noslip_close(c);
  assert_int_equal(n->blocks, 0);
  return status == NOSLIP_OK;
}

static void without_memory_nothing_is_left(void **unused) {
  (void)unused;
  counter all = {0};
  assert_true(live_twice(&all));
  for (long k = 1; k <= all.requests; k += check_share(17)) {
    counter n = {.fail_at = k};
    live_twice(&n);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_run_goes_on_as_if_never_interrupted),
      cmocka_unit_test(compositions_and_options_go_on),
      cmocka_unit_test(what_is_lost_is_noticed),
      cmocka_unit_test(functions_are_given_again),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return tool_run(argc, argv, tests);
}
