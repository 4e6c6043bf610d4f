// The context behind the public handle.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "base/holders.h"
#include "base/memory.h"
#include "base/sized.h"

#include <assert.h>
#include <stddef.h>

struct noslip_context {
  memory memory;
  failure failure;                 // of the last call that failed
  char parts[failure_length + 4];  // its parts as texts: noslip_last_diagnostic
  arena arena;                     // what a caller was shown and may still look at: methods by name
  holders holders;                 // of the caller, and of all that was made with it
  // models that were freed in other threads, where the last of their runs was: context_tidy
  struct noslip_model *_Atomic retired;
  struct reduced_form *forms;  // of models of this context, the newest first: reduced_forms.c
};
static_assert(offsetof(struct noslip_context, memory) == 0, "context_of");

// One more that was made with it; and one less: the last frees it, in whichever thread that is.
void context_keep(noslip_context *context);
void context_release(noslip_context *context);

// Free what was retired. Only in the thread that uses the context, or when nobody does any more.
void context_tidy(noslip_context *context);

// the context whose memory this is
noslip_context *context_of(const memory *m);

// An argument that must not be NULL is: the sentence names it. The context itself may be NULL.
noslip_status context_refuse_null(noslip_context *context, const char *argument);

// own = given, as sized_take; the sentence of what is not known here names the struct
noslip_status context_take(noslip_context *context, const char *name, void *own, size_t own_size,
                           const void *given, size_t size);
#define CONTEXT_TAKE(context, type, own, given, size) \
  context_take(context, #type, &(own), sizeof(type), given, size)
