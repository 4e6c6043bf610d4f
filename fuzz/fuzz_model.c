// Fuzz target: any bytes as a model. Its names are listed; it is read, described, its equations are
// printed, and it is run for a few steps with every method; nothing may crash, leak or hang.

#include "noslip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef enum { REFUSED, FREE, CONTACTS, LARGE } outcome;

static outcome kind_of(const noslip_run *run, int most) {
  noslip_event_totals totals;
  noslip_run_event_totals(run, &totals);
  if (noslip_run_count(run, NOSLIP_STATE) > 2*most)
    return LARGE;
  return totals.has_contacts ? CONTACTS : FREE;
}

// a few steps of a model with at most this many coordinates: larger ones are slow, not wrong
static outcome run_few(noslip_context *context, noslip_model *model,
                       const noslip_run_options *options, int steps, int most) {
  noslip_run *run;
  if (noslip_run_new(context, model, options, &run) != NOSLIP_OK)
    return REFUSED;
  outcome kind = kind_of(run, most);
  for (int k = 0; kind != LARGE && k < steps && noslip_step(run) == NOSLIP_OK; k++)
    noslip_run_values(run, NOSLIP_MULTIPLIER);
  noslip_run_free(run);
  return kind;
}

static void run_all(noslip_context *context, noslip_model *model) {
  bool contacts = false;
  noslip_method_info info;
  for (int i = 0; noslip_method_get(i, &info); i++) {
    noslip_run_options options = {.method = info.example, .step = 0.01, .project = true};
    int steps = info.adaptive ? 1 : 3;  // an adaptive one may try for long on the way to a node
    outcome kind = run_few(context, model, &options, steps, 40);
    if (kind == LARGE)
      return;
    contacts |= kind == CONTACTS;
  }
  // until something happens at contacts
  static const char *const methods[] = {"rattle", "lobatto(2)", "compose(euler-true, symmetric)",
                                        "moreau"};
  for (int i = 0; contacts && i < 4; i++) {
    noslip_run_options options = {.method = methods[i], .step = 0.1, .project = true};
    run_few(context, model, &options, 12, 12);
  }
}

// the same with its parameters live, those that are refused excepted, and other values of them
static void run_live(noslip_context *context, noslip_model *model, const char *text) {
  enum { most = 4 };
  noslip_model *free_one;
  for (int i = 0; i < noslip_model_parameter_count(model) && i < most; i++) {
    const char *name = noslip_model_parameter_name(model, i);
    const noslip_parameter other = {name, 1.1*noslip_model_parameter_value(model, i)};
    const noslip_model_options live = {.live = &name, .nlive = 1};
    if (noslip_model_parse(context, "fuzz", text, &live, &free_one) != NOSLIP_OK)
      continue;
    noslip_run_options options = {.step = 0.01, .parameters = &other, .nparameter = 1};
    static const char *const methods[] = {"lobatto(2)", "rattle", "gonzalez", "moreau", "midpoint"};
    for (int k = 0; k < 5; k++) {
      options.method = methods[k];
      run_few(context, free_one, &options, 3, 12);
    }
    noslip_model_free(free_one);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;

  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_outline *outline;
  noslip_equations *equations;
  noslip_outline_parse(context, "fuzz", text, &outline);
  noslip_outline_free(outline);
  if (noslip_model_parse(context, "fuzz", text, NULL, &model) == NOSLIP_OK) {
    noslip_model_describe(model, false, NULL);
    noslip_equations_new(context, model, &equations);
    noslip_equations_free(equations);
    run_all(context, model);
    run_live(context, model, text);
    noslip_model_free(model);
  }
  noslip_close(context);
  free(text);
  return 0;
}
