// Fuzz target: any bytes as a study file. It is read, and run with its models for a moment; nothing may
// crash, leak or hang. Models are those of the source tree: the working directory is its root.

#include "noslip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_shortly(noslip_context *context, const noslip_script *script) {
  const char *models[] = {"models"};
  const noslip_script_options o = {
      .models = models, .nmodel = 1, .fresh = true, .threads = 1, .seconds = 0.05, .quick = true};
  noslip_script_result *result;
  noslip_script_run(context, script, &o, &result);
  noslip_script_result_free(result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;

  noslip_context *context = noslip_open(NULL);
  noslip_script *script;
  if (noslip_script_parse(context, "fuzz", text, &script) == NOSLIP_OK)
    run_shortly(context, script);
  noslip_script_free(script);
  noslip_close(context);
  free(text);
  return 0;
}
