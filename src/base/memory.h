// All memory of the library passes one hook, so that a caller can supply it and a test can make
// the n-th request fail.

#pragma once

#include "noslip/base.h"

#include <stddef.h>

typedef struct memory {
  noslip_allocator *hook;
  void *context;
} memory;

// the C library's realloc and free
memory memory_default(void);

// realloc through the hook; NULL if there is no memory. The old block is then still there.
void *memory_resize(const memory *m, void *block, size_t size);

// free through the hook; NULL is fine
void memory_free(const memory *m, void *block);
