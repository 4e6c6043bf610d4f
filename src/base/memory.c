// All calls of the allocator.

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

static void *plain(void *context, void *block, size_t size) {
  (void)context;
  if (size > 0)
    return realloc(block, size);

  free(block);
  return NULL;
}

memory memory_default(void) {
  return (memory){.hook = plain, .context = NULL};
}

void *memory_resize(const memory *m, void *block, size_t size) {
  assert(m->hook);
  return m->hook(m->context, block, size > 0 ? size : 1);
}

void memory_free(const memory *m, void *block) {
  if (block)
    m->hook(m->context, block, 0);
}
