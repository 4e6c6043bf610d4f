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

typedef struct kept_model {
  const noslip_model *model;
  noslip_context *by;
} kept_model;

static void let_go(void *what) {
  const kept_model *k = what;
  model_release(k->model, k->by);
}

static bool keep_model(arena *a, noslip_context *context, const noslip_model *model) {
  kept_model *k = arena_alloc(a, sizeof *k);
  if (!k)
    return false;
  *k = (kept_model){model, context};
  model_keep(model);
  return arena_at_end(a, let_go, k);
}

void *study_new(noslip_context *context, const noslip_model *model, size_t size, size_t arena_at) {
  arena own;
  assert(arena_at + sizeof own <= size);
  arena_init(&own, &context->memory);
  unsigned char *made = arena_alloc(&own, size);
  if (!made || (model && !keep_model(&own, context, model))) {
    arena_free(&own);
    fail_memory(&context->failure);
    return NULL;
  }
  context_keep(context);
  memcpy(made + arena_at, &own, sizeof own);
  return made;
}

void study_free(void *result, size_t arena_at) {
  arena own;
  if (!result)
    return;
  memcpy(&own, (unsigned char *)result + arena_at, sizeof own);  // it goes with what it frees
  arena_free(&own);
  context_release(context_of(own.memory));
}
