// The context behind the public handle.

#pragma once

#include "base/arena.h"
#include "base/failure.h"
#include "base/memory.h"
#include "base/sized.h"

struct noslip_context {
  memory memory;
  failure failure;                 // of the last call that failed
  char parts[failure_length + 4];  // its parts as texts: noslip_last_diagnostic
  arena arena;                     // what a caller was shown and may still look at: methods by name
  struct reduced_form *forms;  // of models of this context, the newest first: reduced_forms.c
};

// An argument that must not be NULL is: the sentence names it. The context itself may be NULL.
noslip_status context_refuse_null(noslip_context *context, const char *argument);

// own = given, as sized_take; the sentence of what is not known here names the struct
noslip_status context_take(noslip_context *context, const char *name, void *own, size_t own_size,
                           const void *given, size_t size);
#define CONTEXT_TAKE(context, type, own, given, size) \
  context_take(context, #type, &(own), sizeof(type), given, size)
