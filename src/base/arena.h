// An arena: memory that is taken piece by piece and given back all at once.
//
// A request that cannot be met returns NULL and sets `failed`, which stays set: code that builds
// a large structure may test it once at the end.

#pragma once

#include "base/layout.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct arena_block arena_block;
typedef struct arena_ending arena_ending;

typedef struct arena {
  const memory *memory;
  arena_block *last;      // newest block; it points to the one before
  bool failed;            // a request was not met
  arena_ending *endings;  // what is called before its memory is given back, newest first
} arena;

void arena_init(arena *a, const memory *m);
void arena_free(arena *a);

// What is not memory of the arena, and ends with it: `end` is called with `what` before the memory is
// given back, the newest first. False: no memory, and it was called at once.
bool arena_at_end(arena *a, void (*end)(void *what), void *what);

// `size` bytes, all zero, aligned for any type; NULL if there is no memory
void *arena_alloc(arena *a, size_t size);

// `count` zeroed elements; NULL also if the product does not fit
void *arena_array(arena *a, size_t count, size_t size);

#define ARENA_ARRAY(arena, type, count) \
  ((type *)arena_array((arena), (size_t)(count), sizeof(type)))

// The same without zeros, for what is written before it is read: of long arrays that are used in part the
// rest then costs addresses, no memory.
void *arena_unset(arena *a, size_t count, size_t size);

#define ARENA_UNSET(arena, type, count) \
  ((type *)arena_unset((arena), (size_t)(count), sizeof(type)))

// memory for what was counted, all zero, nothing of it taken
layout arena_layout(arena *a, const layout *counted);

// a copy of `length` bytes, ended by a zero
char *arena_text(arena *a, const char *text, size_t length);

// printf into the arena
__attribute__((format(printf, 2, 3))) char *arena_print(arena *a, const char *format, ...);
