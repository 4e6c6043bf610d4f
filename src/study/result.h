// What stands behind the result of a study. It is a struct that begins with what the user sees, and
// it lives in its own member `arena`, together with everything that it points to.

#pragma once

#include "model/model.h"

#include <stddef.h>

// The first lines of every study: *result = NULL, then arguments that are NULL and options of a
// layout that is not known here are refused, `own` gets the options, and the study its zeroed
// memory. NULL: return study_refusal(context).
#define STUDY_BEGIN(type, result, context, model, options, own, given, size) \
  STUDY_BEGIN_OF(type, result, context, model, model, options, own, given, size)

// the same of something else, `needed`, with a model that the result keeps, or NULL
#define STUDY_BEGIN_OF(type, result, context, needed, model, options, own, given, size) \
  ((result) ? (void)(*(result) = NULL) : (void)0,                                       \
   study_lacks(context, needed, result) ||                                              \
           CONTEXT_TAKE(context, options, own, given, size) != NOSLIP_OK                \
       ? NULL                                                                           \
       : (type *)study_new(context, model, sizeof(type), offsetof(type, arena)))

#define STUDY_FREE(type, result) study_free(result, offsetof(type, arena))

// is one of them NULL? Then the sentence says which
bool study_lacks(noslip_context *context, const void *model, const void *result);

// why there is no study; the context may be NULL
noslip_status study_refusal(const noslip_context *context);

// Zeroed memory of a study whose arena is at `arena_at`; NULL after a sentence. It keeps the context, and
// the model, whose names it may show.
void *study_new(noslip_context *context, const noslip_model *model, size_t size, size_t arena_at);

// free the study behind a result, which may be NULL
void study_free(void *result, size_t arena_at);

// is there something to be shown? Also of a study that was stopped
static inline bool study_is_result(noslip_status status) {
  return status == NOSLIP_OK || status == NOSLIP_STOPPED;
}
