// What is said of a method that does not treat a model: why, and only methods that do what was asked
// for; of a name that there is not, all that may have been meant.

#include "tests/support/check.h"

#include "noslip.h"

#include <stdio.h>

static const char can[] = "; methods that can: ";

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
} trial;

static trial load(const char *file) {
  trial t = {.context = noslip_open(NULL)};
  char path[512];
  snprintf(path, sizeof path, "%s/%s.noslip", NOSLIP_MODELS, file);
  if (noslip_model_load(t.context, path, &t.model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.context));
  return t;
}

static trial parse(const char *text) {
  trial t = {.context = noslip_open(NULL)};
  if (noslip_model_parse(t.context, "test", text, NULL, &t.model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.context));
  return t;
}

static void end(trial *t) {
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// the same model with a term that is linear in the velocities, and without
#define PLANE "model plane\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - x^4/4 - y^2"
#define START "\ninit x = 1, y' = 0.3\nrun method rattle, step 0.1, until 1\n"

// a method that is refused because the energy cannot be kept does not propose one that loses it
static void energy_is_not_promised_by_others(void **unused) {
  (void)unused;
  trial t = parse("model forced\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - x^4/4\n"
                  "force x = cos(t)" START);
  if (noslip_method_applies(t.context, "gonzalez", t.model) != NOSLIP_OK) {
    check_text(noslip_last_error(t.context), "; no method keeps the energy of this model");
    assert_null(strstr(noslip_last_error(t.context), can));
  } else {
    check_fail("this test wants a model whose energy cannot be kept\n");
  }
  end(&t);

  // the twin: where it can be kept, nothing is refused
  t = parse(PLANE START);
  assert_int_equal(noslip_method_applies(t.context, "gonzalez", t.model), NOSLIP_OK);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// all methods on some models

// does a method of the list keep what another one is taken for, on the model of the run?
static bool keeps_as_much(noslip_run *run, const noslip_method_info *asked) {
  noslip_method_info m;
  noslip_run_method(run, &m);
  bool constraints = asked->keeps_constraints && noslip_run_count(run, NOSLIP_CONSTRAINT) > 0;
  return asked->keeps_energy ? m.keeps_energy
         : asked->symplectic ? m.symplectic
                             : m.keeps_constraints || !constraints;
}

// the method of the list with this label: its example treats the model and keeps as much
static void check_proposed(const trial *t, const char *label, const noslip_method_info *asked) {
  noslip_method_info m;
  noslip_run *run;
  assert_int_equal(noslip_method_find(t->context, label, &m), NOSLIP_OK);
  const noslip_run_options options = {.method = m.example, .step = 1e-3, .steps = 1};
  if (noslip_run_new(t->context, t->model, &options, &run) != NOSLIP_OK)
    check_fail("%s is proposed for %s: %s\n", label, asked->name, noslip_last_error(t->context));
  if (!keeps_as_much(run, asked))
    check_fail("%s is proposed where %s was asked for, and keeps less\n", label, asked->name);
  noslip_run_free(run);
}

// all proposals of one refusal; returns how many
static int check_refusal(const trial *t, const noslip_method_info *asked) {
  char sentence[4096], *at;
  int count = 0;
  if (noslip_method_applies(t->context, asked->example, t->model) == NOSLIP_OK)
    return 0;
  snprintf(sentence, sizeof sentence, "%s", noslip_last_error(t->context));
  at = strstr(sentence, can);
  for (at = at ? at + strlen(can) : NULL; at && *at == '`'; count++) {
    char *close = strchr(at + 1, '`');
    assert_non_null(close);
    *close = 0;
    check_proposed(t, at + 1, asked);
    at = close + 1 + strspn(close + 1, ", ");
  }
  return count;
}

static void proposals_do_what_was_asked_for(void **unused) {
  (void)unused;
  static const char *const files[] = {"sleigh",          "pendulum_chain", "mixed",
                                      "heavy_top_group", "suslov_so3",     "disk_bracket"};
  int proposals = 0;
  for (size_t k = 0; k < sizeof files/sizeof *files; k++) {
    trial t = load(files[k]);
    noslip_method_info m;
    for (int i = 0; noslip_method_get(i, &m); i++)
      proposals += check_refusal(&t, &m);
    end(&t);
  }
  assert_true(proposals > 100);
}

// the reason alone, for a list in which every method has a line
static void reasons_stand_alone(void **unused) {
  (void)unused;
  trial t = load("sleigh");
  const char *reason;
  assert_int_equal(noslip_method_refusal(t.context, "rattle", t.model, &reason), NOSLIP_OK);
  check_text(reason, "`blade` is nonholonomic");
  assert_null(strstr(reason, ";"));
  assert_int_equal(noslip_method_refusal(t.context, "dla-mp", t.model, &reason), NOSLIP_OK);
  assert_null(reason);
  assert_int_equal(noslip_method_refusal(t.context, "ratle", t.model, &reason),
                   NOSLIP_ERROR_ARGUMENT);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// names

static void near_methods_are_all_suggested(void **unused) {
  (void)unused;
  static const struct {
    const char *name, *suggestion;
  } some[] = {
      {"dla-pm", "; did you mean `dla-mp` or `dla-cm`?"},  // two letters swapped, or one replaced
      {"dla-mq", "; did you mean `dla-mp`?"},
      {"lobato(3)", "; did you mean `lobatto(s)`?"},  // without what stands in parentheses
      {"compose(dla-pm, suzuki4)", "; did you mean `dla-mp` or `dla-cm`?"},
      {"newmark", " (`noslip methods` lists those there are)"},
  };
  noslip_context *context = noslip_open(NULL);
  noslip_method_info m;
  for (size_t i = 0; i < sizeof some/sizeof *some; i++) {
    assert_int_equal(noslip_method_find(context, some[i].name, &m), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(context), some[i].suggestion);
  }
  noslip_close(context);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_is_not_promised_by_others),
      cmocka_unit_test(proposals_do_what_was_asked_for),
      cmocka_unit_test(reasons_stand_alone),
      cmocka_unit_test(near_methods_are_all_suggested),
  };
  return check_run(argc, argv, tests);
}
