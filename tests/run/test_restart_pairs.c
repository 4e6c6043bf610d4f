// A run that is restarted is a new one, to the last bit of all that it remembers: for every method on
// every model of models/ that it can treat, with the values it had and with others.

#define _XOPEN_SOURCE 700  // nftw

#include "tests/run/pairs.h"

enum { first_steps = 13, later_steps = 21 };

static bool same_warnings(noslip_run *a, noslip_run *b) {
  noslip_report x, y;
  noslip_run_report(a, &x);
  noslip_run_report(b, &y);
  bool good = x.nwarning == y.nwarning && x.nfound == y.nfound && x.nexact == y.nexact;
  for (int i = 0; good && i < x.nwarning; i++)
    good = strcmp(x.warnings[i], y.warnings[i]) == 0;
  for (int i = 0; good && i < x.nfound; i++)
    good = strcmp(x.found[i].name, y.found[i].name) == 0 && x.found[i].to == y.found[i].to;
  return good && noslip_run_steps(a) == noslip_run_steps(b) &&
         noslip_run_rest(a) == noslip_run_rest(b);
}

// a run and its plan, as they are remembered, and on the way
static bool alike(const pair *p, noslip_run *r, noslip_run *fresh) {
  if (!same(r, fresh) || !same_warnings(r, fresh))
    return complain(p, "is not that of a new run");
  return (go_on_alike(r, fresh, later_steps) && same_warnings(r, fresh)) ||
         complain(p, "goes another way");
}

// Where a new run cannot begin, the restart says the same and leaves the run as it was.
static bool refused_alike(const pair *p, noslip_run *r, noslip_run *copy, const char *said) {
  if (strncmp(said, noslip_last_error(r->context), 900) != 0)
    return complain(p, "refused otherwise");
  return !copy || go_on_alike(r, copy, later_steps) ||
         complain(p, "was changed by a restart that failed");
}

static bool restarts(const pair *p, noslip_run *r, const noslip_run_options *like,
                     const noslip_start *start, int n) {
  noslip_run_options o = *like;
  noslip_run *fresh, *copy = NULL;
  char said[1000];
  noslip_advance(r, first_steps);  // a step may fail: it begins again all the same
  if (start) {
    o.start = start;
    o.nstart = n;
  }
  noslip_run_copy(r, &copy);  // after a failed step of contacts there may be none
  noslip_status wanted = noslip_run_new(r->context, (noslip_model *)r->model, &o, &fresh);
  snprintf(said, sizeof said, "%s", noslip_last_error(r->context));
  noslip_status status = noslip_run_restart(r, start, n);
  bool good = status != wanted      ? complain(p, noslip_last_error(r->context))
              : status == NOSLIP_OK ? alike(p, r, fresh)
                                    : refused_alike(p, r, copy, said);
  noslip_run_free(fresh);
  noslip_run_free(copy);
  return good;
}

// as it was, from another time, from another place, and with what the model says again
static bool begins_again(const pair *p, noslip_context *c, noslip_model *m) {
  noslip_run *r;
  noslip_run_options o = {
      .method = p->method, .step = p->h, .steps = 1000, .backend = p->backend, .visits = true};
  if (noslip_run_new(c, m, &o, &r) != NOSLIP_OK)
    return true;  // test_methods.c says which pairs there are
  const char *first = noslip_run_name(r, NOSLIP_STATE, 0);
  double x = noslip_value(r, first);
  const noslip_start time = {"t", 0.25}, place = {first, 1.001*x + 0.003};
  bool good = restarts(p, r, &o, NULL, 0) && restarts(p, r, &o, &time, 1) &&
              restarts(p, r, &o, &place, 1) && restarts(p, r, &o, &time, 0);
  noslip_run_free(r);
  return good;
}

static void every_run_begins_again(void **unused) {
  (void)unused;
  assert_int_equal(visit_all("interpret", begins_again), 0);
}

// the twin: another start is another run, and the comparison says so
static void another_start_is_noticed(void **unused) {
  (void)unused;
  trial t = trial_file("sleigh.noslip", NULL, "dla-mp", 0.1);
  noslip_run *copy;
  assert_int_equal(noslip_run_copy(t.run, &copy), NOSLIP_OK);
  noslip_advance(t.run, first_steps);
  assert_false(same(t.run, copy));
  assert_int_equal(noslip_run_restart(t.run, &(noslip_start){"x", 1e-9}, 1), NOSLIP_OK);
  assert_false(same(t.run, copy));
  assert_int_equal(noslip_run_restart(t.run, &(noslip_start){"x", 0}, 0), NOSLIP_OK);
  assert_true(same(t.run, copy));
  noslip_run_free(copy);
  trial_close(&t);
}

// Compiled code is carried over, that of the modes of contacts as well: no compiler is called, and none
// is looked for.
static void nothing_is_compiled_again(void **unused) {
  (void)unused;
  static const pair pairs[] = {{"sleigh.noslip", "dla-mp", "native", 0.05},
                               {"bouncing_ball.noslip", "lobatto(2)", "native", 0.01}};
  empty_cache("restarts");
  use_compiler("cc");
  for (int i = 0; i < 2; i++) {
    trial t = trial_file(pairs[i].file, NULL, pairs[i].method, pairs[i].h);
    noslip_run_options o = {.method = pairs[i].method, .step = pairs[i].h, .backend = "native"};
    noslip_run *r;
    assert_int_equal(noslip_run_new(t.context, t.model, &o, &r), NOSLIP_OK);
    assert_int_equal(noslip_advance(r, 200), NOSLIP_OK);
    double first = noslip_run_values(r, NOSLIP_STATE)[0];
    char *before = strdup(getenv("CC"));
    setenv("CC", "/nowhere/cc", 1);
    for (int k = 0; k < 3; k++) {
      if (noslip_run_restart(r, NULL, 0) != NOSLIP_OK || noslip_advance(r, 200) != NOSLIP_OK)
        check_fail("%s\n", noslip_last_error(t.context));
      assert_string_equal(noslip_run_backend(r), "native");
      assert_true(noslip_run_values(r, NOSLIP_STATE)[0] == first);
    }
    noslip_run *other;  // the twin: a new run does look for it
    assert_int_not_equal(noslip_run_new(t.context, t.model, &o, &other), NOSLIP_OK);
    setenv("CC", before, 1);
    free(before);
    noslip_run_free(r);
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_run_begins_again),
      cmocka_unit_test(another_start_is_noticed),
      cmocka_unit_test(nothing_is_compiled_again),
  };
  return tool_run(argc, argv, tests);
}
