// Fuzz target: any bytes as a model. It is read, described, and run for a few steps with every
// method; nothing may crash, leak or hang.

#include "noslip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_all(noslip_context *context, noslip_model *model) {
  enum { most_coordinates = 40 };  // larger models are slow, not wrong
  noslip_method_info info;         // an adaptive one may try for long on the way to a node
  for (int i = 0; noslip_method_get(i, &info); i++) {
    noslip_run *run;
    noslip_run_options options = {.method = info.example, .step = 0.01, .project = true};
    if (noslip_run_new(context, model, &options, &run) != NOSLIP_OK)
      continue;
    int steps = noslip_run_count(run, NOSLIP_STATE) > 2*most_coordinates ? 0
                : info.adaptive                                            ? 1
                                                                           : 3;
    for (int k = 0; k < steps && noslip_step(run) == NOSLIP_OK; k++)
      noslip_run_values(run, NOSLIP_MULTIPLIER);
    noslip_run_free(run);
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
  if (noslip_model_parse(context, "fuzz", text, NULL, &model) == NOSLIP_OK) {
    noslip_model_describe(model, false, NULL);
    run_all(context, model);
    noslip_model_free(model);
  }
  noslip_close(context);
  free(text);
  return 0;
}
