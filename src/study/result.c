#include "study/result.h"

#include <assert.h>
#include <string.h>

bool study_lacks(noslip_context *context, const void *model, const void *result) {
  if (context && model && result)
    return false;
  context_refuse_null(context, model ? "result" : "model");
  return true;
}

noslip_status study_refusal(const noslip_context *context) {
  return context ? context->failure.status : NOSLIP_ERROR_ARGUMENT;
}

void *study_new(noslip_context *context, size_t size, size_t arena_at) {
  arena own;
  assert(arena_at + sizeof own <= size);
  arena_init(&own, &context->memory);
  unsigned char *made = arena_alloc(&own, size);
  if (!made) {
    fail_memory(&context->failure);
    return NULL;
  }
  memcpy(made + arena_at, &own, sizeof own);
  return made;
}

void study_free(void *result, size_t arena_at) {
  arena own;
  if (!result)
    return;
  memcpy(&own, (unsigned char *)result + arena_at, sizeof own);  // it goes with what it frees
  arena_free(&own);
}
