// Tests of src/study/advise.c: the method and the step for an error, measured.

#include "tests/support/check.h"

#include "noslip.h"

#include <math.h>
#include <stdio.h>

typedef struct advice {
  noslip_context *context;
  noslip_model *model;
  noslip_advised *result;
  noslip_status status;
} advice;

static advice ask(const char *text, noslip_advise_options o) {
  advice a = {.context = noslip_open(NULL)};
  if (noslip_model_parse(a.context, "test", text, NULL, &a.model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(a.context));
  a.status = noslip_advise(a.context, a.model, &o, &a.result);
  return a;
}

static void end(advice *a) {
  noslip_advised_free(a->result);
  noslip_model_free(a->model);
  noslip_close(a->context);
}

#define OSCILLATOR \
  "model o\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\nrun step 0.05, until 6\n"
#define PENDULUM                                          \
  "model p\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n" \
  "holonomic rod: x^2 + y^2 = 1\ninit x = 1, y = 0, y' = 0.5\nrun step 0.05, until 4\n"

static const noslip_attempt *chosen(const advice *a, int k) {
  const noslip_candidate *c = &a->result->candidates[k];
  return c->chosen < 0 ? NULL : &a->result->attempts[c->chosen];
}

// a run with what is recommended, by nothing of the study
static double error_of_run(const advice *a, const noslip_attempt *t) {
  noslip_run *r;
  double step = t->step > 0 ? t->step : a->result->until;
  noslip_run_options o = {.method = t->method, .step = step, .until = a->result->until};
  if (noslip_run_new(a->context, a->model, &o, &r) != NOSLIP_OK ||
      noslip_advance(r, lround(a->result->until/step)) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(a->context));
  double error =
      fmax(fabs(noslip_value(r, "x")/cos(6) - 1), fabs(noslip_value(r, "x'")/-sin(6) - 1));
  noslip_run_free(r);
  return error;
}

// The errors are those of the methods: cos 6 is known. The twin: with ten times the step it is larger.
static void the_recommended_run_has_the_error(void **unused) {
  (void)unused;
  static const double errors[] = {1e-3, 1e-6, 1e-9};
  for (int i = 0; i < 3; i++) {
    advice a = ask(OSCILLATOR, (noslip_advise_options){.error = errors[i]});
    assert_int_equal(a.status, NOSLIP_OK);
    assert_int_equal(a.result->recommended, 0);
    int met = 0;
    for (int k = 0; k < a.result->ncandidate; k++) {
      const noslip_attempt *t = chosen(&a, k);
      assert_non_null(t);
      if (!a.result->candidates[k].meets)
        continue;  // order 2 needs too many steps for 1e-9
      met++;
      check_below(t->error, errors[i]*1.0001);
      check_below(error_of_run(&a, t), errors[i]*1.1);
      if (k > 0)
        check_above(t->work, chosen(&a, k - 1)->work*0.9999);
    }
    check_above(met, 3);
    check_below(a.result->doubt, errors[i]);
    end(&a);
  }
}

// fewer operations would not do: half of the steps have a larger error
static void steps_are_not_shorter_than_needed(void **unused) {
  (void)unused;
  advice a = ask(OSCILLATOR, (noslip_advise_options){.error = 1e-6});
  for (int k = 0; k < a.result->ncandidate; k++) {
    noslip_attempt t = *chosen(&a, k);
    if (t.step == 0 || t.step > 1.4)
      continue;
    t.step *= 2;
    t.step = a.result->until/ceil(a.result->until/t.step - 1e-9);
    check_above(error_of_run(&a, &t), 1e-6);
  }
  end(&a);
}

static void the_frontier_is_one(void **unused) {
  (void)unused;
  advice a = ask(PENDULUM, (noslip_advise_options){.error = 1e-8});
  int frontier = 0;
  for (int i = 0; i < a.result->nattempt; i++) {
    const noslip_attempt *s = &a.result->attempts[i];
    bool beaten = false;
    for (int j = 0; j < a.result->nattempt; j++) {
      const noslip_attempt *t = &a.result->attempts[j];
      beaten |= t->error < s->error && t->work < s->work;
    }
    assert_false(s->frontier && beaten);
    frontier += s->frontier;
  }
  check_above(frontier, 2);
  check_below(frontier, a.result->nattempt);
  end(&a);
}

// the same answer, whatever else runs on the machine
static void the_answer_is_the_same(void **unused) {
  (void)unused;
  advice a = ask(PENDULUM, (noslip_advise_options){.error = 1e-7}),
         b = ask(PENDULUM, (noslip_advise_options){.error = 1e-7});
  assert_int_equal(a.result->nattempt, b.result->nattempt);
  for (int i = 0; i < a.result->nattempt; i++) {
    assert_string_equal(a.result->attempts[i].method, b.result->attempts[i].method);
    assert_true(a.result->attempts[i].error == b.result->attempts[i].error);
    assert_true(a.result->attempts[i].work == b.result->attempts[i].work);
  }
  end(&a);
  end(&b);
}

// an end that is too far away: shorter trials, an estimate, and a method that keeps the structure
static void long_runs_are_estimated(void **unused) {
  (void)unused;
  advice a = ask(PENDULUM, (noslip_advise_options){.error = 1e-4, .until = 1e7});
  if (a.status != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(a.context));
  check_below(a.result->trial_until, 1e6);
  check_above(a.result->growth, 0.99);
  check_below(a.result->growth, 2.6);
  assert_int_equal(a.result->nnote > 0, 1);
  check_text(a.result->notes[0], "In long runs the energy decides");
  assert_true(a.result->for_long >= 0);
  const noslip_attempt *t = &a.result->attempts[a.result->for_long];
  assert_true(a.result->candidates[t->candidate].structure);
  check_below(t->energy_error, 1e-4);
  end(&a);
}

// a motion that cannot be followed: no method has the error, and the sentence says so
static void chaos_is_told(void **unused) {
  (void)unused;
  advice a = {.context = noslip_open(NULL)};
  assert_int_equal(noslip_model_load(a.context, NOSLIP_MODELS "/chaotic.noslip", &a.model),
                   NOSLIP_OK);
  a.status = noslip_advise(a.context, a.model, &(noslip_advise_options){.until = 1000}, &a.result);
  assert_int_equal(a.status, NOSLIP_OK);
  assert_int_equal(a.result->recommended, -1);
  assert_true(isnan(a.result->growth));
  check_text(a.result->notes[0], "Take a method for what it keeps");
  check_below(a.result->trial_until, 300);
  check_below(a.result->attempts[a.result->for_long].energy_error, 1e-6);
  end(&a);
}

static bool stop_at_two(void *context, long done, long total) {
  (void)context, (void)total;
  return done < 2;
}

static void progress_can_stop_it(void **unused) {
  (void)unused;
  advice a = ask(PENDULUM, (noslip_advise_options){.progress = stop_at_two});
  assert_int_equal(a.status, NOSLIP_STOPPED);
  check_above(a.result->nattempt, 0);
  end(&a);
}

static void refused(const char *text, noslip_advise_options o, const char *words) {
  advice a = ask(text, o);
  assert_int_not_equal(a.status, NOSLIP_OK);
  assert_null(a.result);
  check_text(noslip_last_error(a.context), words);
  end(&a);
}

static void wrong_numbers_are_refused(void **unused) {
  (void)unused;
  refused(OSCILLATOR, (noslip_advise_options){.error = 2}, "from 1e-14 to 1");
  refused(OSCILLATOR, (noslip_advise_options){.error = 1e-16}, "below the rounding of numbers");
  refused(OSCILLATOR, (noslip_advise_options){.until = -1}, "not after the start");
  refused(OSCILLATOR, (noslip_advise_options){.until = 5e-324}, "not after the start");
  refused(OSCILLATOR, (noslip_advise_options){.seconds = 1e-9}, "`seconds` is too small");
  refused("model o\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n", (noslip_advise_options){0},
          "give the option `until`");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_recommended_run_has_the_error),
      cmocka_unit_test(steps_are_not_shorter_than_needed),
      cmocka_unit_test(the_frontier_is_one),
      cmocka_unit_test(the_answer_is_the_same),
      cmocka_unit_test(long_runs_are_estimated),
      cmocka_unit_test(chaos_is_told),
      cmocka_unit_test(progress_can_stop_it),
      cmocka_unit_test(wrong_numbers_are_refused),
  };
  return check_run(argc, argv, tests);
}
