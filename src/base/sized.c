#include "base/sized.h"

#include <assert.h>
#include <string.h>

bool sized_take(void *own, size_t own_size, const void *given, size_t size) {
  const unsigned char *bytes = given;
  assert(own && own_size > 0);
  memset(own, 0, own_size);
  if (!given)
    return true;
  memcpy(own, given, size < own_size ? size : own_size);
  for (size_t i = own_size; i < size; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

void sized_give(void *to, size_t size, const void *own, size_t own_size) {
  assert(to && own);
  size_t both = size < own_size ? size : own_size;
  memcpy(to, own, both);
  memset((char *)to + both, 0, size - both);
}
