// noslip_open, noslip_close, noslip_last_error, noslip_version.

#include "model/context.h"

#include <stdlib.h>

noslip_context *noslip_open(const noslip_options *options) {
  memory m = memory_default();
  if (options && options->allocator)
    m = (memory){options->allocator, options->allocator_context};
  noslip_context *context = memory_resize(&m, NULL, sizeof *context);
  if (!context)
    return NULL;
  context->memory = m;
  context->failure.status = NOSLIP_OK;
  context->failure.sentence[0] = 0;
  arena_init(&context->arena, &context->memory);
  return context;
}

void noslip_close(noslip_context *context) {
  if (!context)
    return;
  memory m = context->memory;
  arena_free(&context->arena);
  memory_free(&m, context);
}

const char *noslip_last_error(const noslip_context *context) {
  return context->failure.sentence;
}

const char *noslip_version(void) {
  return NOSLIP_VERSION;
}
