// What cannot be live, values that a live parameter cannot have, and the sentences of these.

#include "tests/support/live.h"

#include <math.h>

typedef struct mistake {
  const char *name, *text, *sentence;
} mistake;

static void what_decides_the_model_is_refused(void **state) {
  (void)state;
#define COORD "coord x\nlagrangian x'^2/2\n"
  static const mistake list[] = {
      {"n", "model a\nconst n = 2\n" COORD, "the constant `n` cannot be live"},
      {"n", "model a\nconst n = 2\n" COORD, "declare it with `param`"},
      {"f", "model a\nparam g = 2\n" COORD, "the option `live`: a has no parameter `f`"},
      {"gg", "model a\nparam g = 2\n" COORD, "did you mean `g`?"},
      {"m[4]", "model a\nparam m[1..3] = 1\n" COORD, "no parameter `m[4]`"},
      {"u", "model a\ninput u\n" COORD, "`u` is an input, which is set between steps"},
      {"h", "model a\nparam h = 2\n" COORD "run method dla-mp, step h/3\n",
       "the step cannot contain the live parameter `h`"},
      {"h", "model a\nparam h = 2\n" COORD "run method dla-mp, step h/3\n",
       "leave it out of the option `live`, and give its value with `set`"},
      {"h", "model a\nparam h = 2\n" COORD "init t = h\n",
       "the start time cannot contain the live"},
      {"h", "model a\nparam h = 2\nconst n = h\n" COORD, "cannot depend on the parameter `h`"},
      {"h", "model a\nparam h = 2\ninput u = h\n" COORD,
       "start of an input cannot contain the live"},
      {"h", "model a\nparam h = 1\ncoord x[1..2]\nlagrangian x[h]'^2 + x[2]'^2\n",
       "an index cannot contain the live parameter `h`"},
      {"k", "model a\nparam k = 2\ncoord th: angle\nlagrangian th'^2/2 - cos(k*th)\n",
       "changes when it makes a full turn, with other values of a live parameter"},
      {"k", "model a\nparam k = 1\ncoord x\nlagrangian x'^2/2 - floor(k)*x\n",
       "cannot contain floor()"},
      {"d", gas, "test:"},
      {"e", "model a\nparam e = 2\ncoord x\nlagrangian x'^2\ncontact c: x >= 0, restitution e\n",
       "the restitution lies between 0 and 1, not at 2"},
      {"e", "model a\nparam e = 0, f = 1/e\n" COORD, "is not a finite number"},
      {"mu",
       "model a\nparam mu = -1\ncoord x, y\nlagrangian x'^2 + y'^2\n"
       "contact c: y >= 0, friction mu along x'\n",
       "a coefficient of friction is not negative, this is -1"},
  };
#undef COORD
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    noslip_context *c = noslip_open(NULL);
    noslip_model *m = load(c, list[i].text, (live_names){list[i].name});
    if (list[i].text == gas)
      assert_non_null(m);  // d stands nowhere
    else {
      assert_null(m);
      check_text(noslip_last_error(c), list[i].sentence);
    }
    noslip_model_free(m);
    noslip_close(c);
  }
}

static void distances_of_pairs_are_numbers(void **state) {
  (void)state;
  static const char *const wrong[2] = {
      "model a\nparam d = 0.3\ncoord x[1..3]\nlagrangian sum(i in 1..3: x[i]'^2)\n"
      "contact p[i,j] for i < j in 1..3 within d: (x[i] - x[j])^2 - 0.01 >= 0\n",
      "model a\nparam d = 0.1\ncoord x[1..3]\nlagrangian sum(i in 1..3: x[i]'^2)\n"
      "contact p[i,j] for i < j in 1..3 within 0.3: (x[i] - x[j])^2 - d^2 >= 0\n"};
  static const char *const sentence[2] = {
      "the distance after `within` cannot contain the live parameter `d`",
      "that of a contact of pairs cannot contain the live parameter `d`"};
  for (int i = 0; i < 2; i++) {
    noslip_context *c = noslip_open(NULL);
    assert_null(load(c, wrong[i], (live_names){"d"}));
    check_text(noslip_last_error(c), sentence[i]);
    check_text(noslip_last_error(c), "give its value with `set`");
    noslip_close(c);
  }
}

static void wrong_values_are_refused(void **state) {
  (void)state;
  const noslip_parameter wrong[] = {{"g", (double)NAN}, {"h", 1}, {NULL, 1},
                                    {"g", 0},           {"k", 1}, {"gg", 2}};
  static const char *const sentences[] = {
      "the parameter `g` is not a finite number; give one",
      "p has no live parameter `h`; name it in the option `live`",
      "`name` of a parameter is NULL",
      "the parameter `k`, which is computed from others, is not a finite number with these",
      "the parameter `k` is a number of the model; load it with `k` in the option `live`",
      "p has no live parameter `gg`; did you mean `g`?"};
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = load(c, pendulum, (live_names){"l", "g"});
  for (int i = 0; i < 6; i++) {
    noslip_run *r;
    assert_int_equal(noslip_run_new(c, m,
                                    &(noslip_run_options){.method = "rattle",
                                                          .step = 0.01,
                                                          .parameters = &wrong[i],
                                                          .nparameter = 1},
                                    &r),
                     NOSLIP_ERROR_ARGUMENT);
    assert_null(r);
    check_text(noslip_last_error(c), sentences[i]);
  }
  noslip_run *r;
  const noslip_run_options bad = {.method = "rattle", .step = 0.01, .nparameter = 2};
  assert_int_equal(noslip_run_new(c, m, &bad, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`parameters` has 2 entries and is NULL");
  noslip_model_free(m);
  const noslip_model_options none = {.nlive = 1};
  assert_int_equal(noslip_model_parse(c, "test", pendulum, &none, &m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`live` has 1 entries and is NULL");
  const char *nothing = NULL;
  const noslip_model_options null = {.live = &nothing, .nlive = 1};
  assert_int_equal(noslip_model_parse(c, "test", pendulum, &null, &m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "`live[0]` is NULL");
  noslip_close(c);
}

// a parameter in a constraint is of the start; the run goes on as if it had not been asked
static void parameters_of_constraints_are_of_the_start(void **state) {
  (void)state;
  const noslip_parameter longer = {"l", 2};
  trial t =
      live_trial(pendulum, (live_names){"l", "g"},
                 &(noslip_run_options){
                     .method = "rattle", .step = 0.01, .parameters = &longer, .nparameter = 1});
  check_near(noslip_value(t.r, "x"), 2, 0);
  trial_advance(&t, 10);
  check_near(hypot(noslip_value(t.r, "x"), noslip_value(t.r, "y")), 2, 1e-14);
  assert_int_equal(noslip_set_parameter(t.r, "l", 1), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c),
             "the parameter `l` stands in `rod`, which the run satisfies "
             "with 2; start another run with `l` in its option `parameters`");
  assert_int_equal(noslip_set_parameter(t.r, "l", 2), NOSLIP_OK);
  live_set(&t, "g", 1);
  assert_int_equal(noslip_set_parameter(t.r, "g", 0), NOSLIP_ERROR_ARGUMENT);
  check_near(noslip_run_parameter(t.r, 1), 1, 0);
  assert_int_equal(noslip_set_parameter_at(t.r, 7, 0), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "there is no live parameter 7; p has 2");
  assert_int_equal(noslip_set_parameter(t.r, NULL, 0), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_set_parameter(NULL, "g", 0), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_set_parameter_at(t.r, 1, (double)INFINITY), NOSLIP_ERROR_ARGUMENT);
  trial_advance(&t, 10);
  trial_end(&t);
}

// A live parameter that is computed from another one does not leave its constraint with that, unless it
// has a value of its own.
static void parameters_of_constraints_follow_no_others(void **state) {
  (void)state;
  static const char text[] = "model p\nparam a = 1\nparam l = 2*a\ncoord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - a*y\n"
                             "holonomic rod: x^2 + y^2 = l^2\ninit x = l, y = 0\n";
  trial t = live_trial(text, (live_names){"a", "l"},
                       &(noslip_run_options){.method = "rattle", .step = 0.01});
  trial_advance(&t, 10);
  assert_int_equal(noslip_set_parameter(t.r, "a", 1.5), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c),
             "the parameter `l` stands in `rod`, which the run satisfies with 2;");
  assert_true(noslip_run_parameter(t.r, 0) == 1 && noslip_run_parameter(t.r, 1) == 2);
  trial_advance(&t, 1);
  live_set(&t, "l", 2);
  live_set(&t, "a", 1.5);
  assert_true(noslip_run_parameter(t.r, 0) == 1.5 && noslip_run_parameter(t.r, 1) == 2);
  trial_advance(&t, 10);
  trial_end(&t);
}

// Without live parameters nothing of this is there.
static void models_without_any_have_none(void **state) {
  (void)state;
  trial t = trial_with(spring, "dla-mp", 0.1);
  assert_int_equal(noslip_run_parameter_count(t.r), 0);
  assert_true(isnan(noslip_run_parameter(t.r, 0)));
  assert_int_equal(noslip_set_parameter(t.r, "k", 2), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "load it with `k` in the option `live`");
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_decides_the_model_is_refused),
      cmocka_unit_test(distances_of_pairs_are_numbers),
      cmocka_unit_test(wrong_values_are_refused),
      cmocka_unit_test(parameters_of_constraints_are_of_the_start),
      cmocka_unit_test(parameters_of_constraints_follow_no_others),
      cmocka_unit_test(models_without_any_have_none),
  };
  return check_run(argc, argv, tests);
}
