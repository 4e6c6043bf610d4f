// noslip_open, noslip_close, noslip_last_error, noslip_version.

#include "model/model.h"

#include <stdlib.h>

noslip_context *noslip_open_sized(const noslip_options *given, size_t size) {
  memory m = memory_default();
  noslip_options options;
  if (!sized_take(&options, sizeof options, given, size))
    return NULL;
  if (options.allocator)
    m = (memory){options.allocator, options.allocator_context};
  noslip_context *context = memory_resize(&m, NULL, sizeof *context);
  if (!context)
    return NULL;
  context->memory = m;
  context->failure.status = NOSLIP_OK;
  context->failure.sentence[0] = 0;
  context->forms = NULL;
  arena_init(&context->arena, &context->memory);
  return context;
}

void noslip_close(noslip_context *context) {
  if (!context)
    return;
  memory m = context->memory;
  reduced_forms_free(context);
  arena_free(&context->arena);
  memory_free(&m, context);
}

const char *noslip_last_error(const noslip_context *context) {
  return context ? context->failure.sentence : "there is no context: it is NULL";
}

const char *noslip_version(void) {
  return NOSLIP_VERSION;
}

int noslip_version_number(void) {
  return NOSLIP_VERSION_NUMBER;
}

noslip_status context_refuse_null(noslip_context *context, const char *argument) {
  if (!context)
    return NOSLIP_ERROR_ARGUMENT;
  return fail(&context->failure, NOSLIP_ERROR_ARGUMENT, "`%s` is NULL", argument);
}

noslip_status context_take(noslip_context *context, const char *name, void *own, size_t own_size,
                           const void *given, size_t size) {
  if (sized_take(own, own_size, given, size))
    return NOSLIP_OK;
  return fail(&context->failure, NOSLIP_ERROR_ARGUMENT,
              "`%s` has a field that noslip %s does not know: the program was compiled with the "
              "header of a newer version",
              name, noslip_version());
}
