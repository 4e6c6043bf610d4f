// Tests of what models with contacts of pairs cannot have: each is refused with what to do instead.

#include "tests/support/trial.h"

#include <stdio.h>

#define BALLS                                                                             \
  "model balls\nconst n = 3\ncoord x[1..n], y[1..n]\n"                                    \
  "lagrangian (dot(x', x') + dot(y', y'))/2 - sum(i in 1..n: y[i])\n"                     \
  "contact floor: y[1] >= 0, restitution 0.5, multiplier N\n"                             \
  "contact pair[i,j] for i < j in 1..n within 2: norm([x[i] - x[j], y[i] - y[j]]) >= 1, " \
  "restitution 0.5\nrun method moreau, step 0.01, until 1\n"

// the same with single contacts, which have all of it
#define FEW                                                             \
  "model few\nconst n = 3\ncoord x[1..n], y[1..n]\n"                    \
  "lagrangian (dot(x', x') + dot(y', y'))/2 - sum(i in 1..n: y[i])\n"   \
  "contact floor: y[1] >= 0, restitution 0.5, multiplier N\n"           \
  "contact a: norm([x[1] - x[2], y[1] - y[2]]) >= 1, restitution 0.5\n" \
  "contact b: norm([x[1] - x[3], y[1] - y[3]]) >= 1, restitution 0.5\n" \
  "contact c: norm([x[2] - x[3], y[2] - y[3]]) >= 1, restitution 0.5\n" \
  "run method moreau, step 0.01, until 1\n"

static const char apart[] = "init x = [0, 2, 4], y = [1, 1, 1]\n";

// status, and the sentence in *said, which is to be freed with the trial
static noslip_status attempt(trial *t, const char *model, const char *more, const char *init,
                             bool project) {
  char text[2000];
  snprintf(text, sizeof text, "%s%s%s", model, more, init);
  const noslip_run_options o = {.backend = "interpret", .project = project};
  *t = (trial){.c = noslip_open(NULL)};
  noslip_status status = noslip_model_parse(t->c, "test", text, NULL, &t->m);
  return status == NOSLIP_OK ? noslip_run_new(t->c, t->m, &o, &t->r) : status;
}

static void what_pairs_cannot_have_is_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *more, *what, *remedy;
  } cases[] = {
      {"observe f = N\n", "forces of contacts, and accelerations, cannot be observed beside",
       "leave them out of `invariant`, `observe`, `section` and `stop`, or write few pairs as "
       "single contacts"},
      {"holonomic rod: x[2] - x[1] = 2\n", "constraints beside contacts of pairs",
       "and `rod` is one; write few pairs as single contacts"},
      {"nonholonomic slide: x[1]' = x[2]'\n", "constraints beside contacts of pairs",
       "and `slide` is one; write few pairs as single contacts"},
  };
  for (int i = 0; i < 3; i++) {
    trial t;
    assert_true(attempt(&t, BALLS, cases[i].more, apart, false) != NOSLIP_OK);
    check_text(noslip_last_error(t.c), cases[i].what);
    check_text(noslip_last_error(t.c), cases[i].remedy);
    trial_end(&t);

    // the remedy is one
    if (attempt(&t, FEW, cases[i].more, apart, false) != NOSLIP_OK)
      check_fail("%s: %s\n", cases[i].more, noslip_last_error(t.c));
    trial_advance(&t, 100);
    trial_end(&t);
  }
}

static void bodies_that_overlap_are_refused(void **unused) {
  (void)unused;
  static const char inside[] = "init x = [0, 0.5, 4], y = [1, 1, 1]\n";
  trial t;
  assert_int_equal(attempt(&t, BALLS, "", inside, false), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.c), "the gap of the contact `pair[1,2]` is -0.5 at the start");
  check_text(noslip_last_error(t.c), "correct `init`");
  trial_end(&t);
  assert_int_equal(attempt(&t, BALLS, "", inside, true), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.c), "the option `project` moves nothing");
  trial_end(&t);
  assert_int_equal(attempt(&t, FEW, "", inside, true), NOSLIP_OK);
  trial_end(&t);
  assert_int_equal(attempt(&t, BALLS, "", apart, true), NOSLIP_OK);
  trial_advance(&t, 100);
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_pairs_cannot_have_is_refused),
      cmocka_unit_test(bodies_that_overlap_are_refused),
  };
  return check_run(argc, argv, tests);
}
