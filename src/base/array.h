// Arrays that grow in an arena: ARRAY_PUSH(arena, a, item) on a struct with list, count and room.

#pragma once

#include "base/arena.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

// room for one more element of `size` bytes; false when there is no memory
static inline bool array_grow(arena *a, void **list, int count, int *room, size_t size) {
  assert(0 <= count && count <= *room);
  if (count < *room)
    return true;
  if (*room > INT_MAX/4)
    return false;
  int more = *room > 0 ? 2 * *room : 8;
  void *longer = arena_array(a, (size_t)more, size);
  if (!longer)
    return false;
  if (count > 0)
    memcpy(longer, *list, (size_t)count*size);
  *list = longer;
  *room = more;
  return true;
}

// a growing array of `type`: struct with list, count, room
#define ARRAY_OF(type) \
  struct {             \
    type *list;        \
    int count, room;   \
  }

// append; false when there is no memory
#define ARRAY_PUSH(arena, a, item)                                                 \
  (array_grow((arena), (void **)&(a).list, (a).count, &(a).room, sizeof *(a).list) \
       ? ((a).list[(a).count++] = (item), true)                                    \
       : false)
