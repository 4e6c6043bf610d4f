// Tests of src/run/unplanned.c and src/run/timescale.c: models without a `run` line.

#include "tests/support/check.h"

#include "model/model.h"
#include "noslip.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
  noslip_status status;
} trial;

static trial begin(const char *text, noslip_run_options o) {
  trial t = {.context = noslip_open(NULL)};
  if (noslip_model_parse(t.context, "test", text, NULL, &t.model) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  o.backend = "interpret";
  t.status = noslip_run_new(t.context, t.model, &o, &t.run);
  return t;
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static noslip_report report_of(const trial *t) {
  noslip_report r;
  if (t->status != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t->context));
  noslip_run_report(t->run, &r);
  return r;
}

static void step_is(const char *text, double h) {
  trial t = begin(text, (noslip_run_options){0});
  noslip_report r = report_of(&t);
  check_that(r.step == h, __FILE__, __LINE__, "%s: step %.17g, not %.17g\n", text, r.step, h);
  assert_int_equal(noslip_run_steps(t.run), 1000);
  end(&t);
}

#define SPRING(k, start) \
  "model s\nparam k = " k "\ncoord x\nlagrangian x'^2/2 - k*x^2/2\ninit x = " start "\n"

// 1/20 of the shortest scale, rounded down: of frequencies, whatever the units and the start
static void steps_follow_the_frequencies(void **unused) {
  (void)unused;
  step_is(SPRING("1.0001", "1"), 0.02);
  step_is(SPRING("0.9999", "1"), 0.05);
  step_is(SPRING("0.9999e6", "1"), 5e-5);
  step_is(SPRING("0.9999e-12", "1e9"), 5e4);
  step_is(SPRING("0.9999", "0"), 0.05);
  step_is("model two\ncoord x, y\nlagrangian (x'^2 + y'^2 - x^2 - 98*(x - y)^2)/2\ninit x = 1\n",
          0.002);
  step_is("model p\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 0.99*y\nholonomic r: x^2 + y^2 = 1\n"
          "init y = -1\n",
          0.05);
  step_is("model h\ncoord x momentum p\nhamiltonian p^2/2 + 0.99*x^2/2\ninit x = 1\n", 0.05);
  step_is("model o\nstate y[1..2]\ny[1]' = 50*y[2]\ny[2]' = -50.01*y[1]\ninit y = [1, 0]\n", 5e-4);
}

// of turns, and where nothing oscillates of lengths: the size of a number that stands alone is twice it
static void steps_follow_turns_and_lengths(void **unused) {
  (void)unused;
  step_is("model w\ncoord th: angle\nlagrangian th'^2/2\ninit th' = 9.9\n", 0.005);
  step_is("model b\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)/2\ninit w = [0, 0, 0.99]\n",
          0.05);
  step_is("model f\ncoord x\nlagrangian x'^2/2\ninit x = 3, x' = 2.9\n", 0.1);
  step_is("model g\ncoord z\nlagrangian z'^2/2 - 9.81*z\ninit z = 10\n", 0.05);
  step_is("model g\ncoord z\nlagrangian z'^2/2 - 9.81*z\ninit z' = 9.82\n", 0.1);
  step_is("model g\ncoord x, z\nlagrangian (x'^2 + z'^2)/2 - 9.81*z\ninit x' = 9.82\n", 0.05);
}

static void it_is_said_aloud(void **unused) {
  (void)unused;
  trial t = begin(SPRING("1", "1"), (noslip_run_options){0});
  noslip_report r = report_of(&t);
  assert_int_equal(r.nwarning, 1);
  check_text(r.warnings[0], "chosen, since the model does not say: method dla-mp (order 2, ");
  check_text(r.warnings[0], ", step 0.0");
  check_text(r.warnings[0], "at most 1/20 of the shortest time scale at the start, 1000 steps");
  end(&t);
  t = begin(SPRING("1", "1"), (noslip_run_options){.method = "rattle", .until = 1});
  r = report_of(&t);
  assert_string_equal(r.method, "rattle");
  check_text(r.warnings[0], "chosen, since the model does not say: step ");
  assert_null(strstr(r.warnings[0], "1000 steps"));
  end(&t);
  // nothing is chosen that is given
  t = begin(SPRING("1", "1"), (noslip_run_options){.method = "rattle", .step = 0.1});
  assert_int_equal(report_of(&t).nwarning, 0);
  assert_int_equal(noslip_run_steps(t.run), 0);
  end(&t);
}

static void what_has_no_scale_is_refused(void **unused) {
  (void)unused;
  trial t = begin("model f\ncoord x\nlagrangian x'^2/2\ninit x' = 1\n", (noslip_run_options){0});
  assert_int_equal(t.status, NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "nothing in it has a time scale at the start; give one");
  assert_null(t.run);
  end(&t);
}

// members of an ensemble have one step, that of the first
static void members_share_a_step(void **unused) {
  (void)unused;
  trial t = begin("model w\ncoord th: angle\nlagrangian th'^2/2\ninit th' = 1\n",
                  (noslip_run_options){0});
  static const char *const keys[] = {"th'"};
  const double starts[] = {9.9, 99, 0.99};
  noslip_ensemble_options o = {.keys = keys, .nkey = 1, .starts = starts, .nmember = 3, .steps = 4};
  noslip_ensemble_result *r;
  if (noslip_ensemble(t.context, t.model, &o, &r) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  assert_true(r->step == 0.005 && r->nfailed == 0);
  for (int k = 0; k < 3; k++)
    assert_true(r->members[k].steps == 4 && fabs(r->members[k].time - 0.02) < 1e-17);
  noslip_ensemble_free(r);
  end(&t);
}

// every model of models/ takes a step without its run line
static void models_run_without_their_line(void **unused) {
  (void)unused;
  DIR *folder = opendir(NOSLIP_MODELS);
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char path[1000];
    const char *dot = strrchr(entry->d_name, '.');
    trial t = {.context = noslip_open(NULL)};
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, entry->d_name);
    if (dot && strcmp(dot, ".noslip") == 0) {
      assert_int_equal(noslip_model_load(t.context, path, &t.model), NOSLIP_OK);
      ((model_system *)t.model->system)->run = (run_defaults){0};
      const problem *p = t.model->problem;
      if (p->nv <= 60 && !p->lean) {
        const noslip_run_options o = {.backend = "interpret"};
        t.status = noslip_run_new(t.context, t.model, &o, &t.run);
        check_that(t.status == NOSLIP_OK && noslip_step(t.run) == NOSLIP_OK, __FILE__, __LINE__,
                   "%s: %s\n", entry->d_name, noslip_last_error(t.context));
        assert_int_equal(noslip_run_steps(t.run), 1000);
        count++;
      }
    }
    end(&t);
  }
  closedir(folder);
  check_above(count, 60);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_follow_the_frequencies),
      cmocka_unit_test(steps_follow_turns_and_lengths),
      cmocka_unit_test(it_is_said_aloud),
      cmocka_unit_test(what_has_no_scale_is_refused),
      cmocka_unit_test(members_share_a_step),
      cmocka_unit_test(models_run_without_their_line),
  };
  return check_run(argc, argv, tests);
}
