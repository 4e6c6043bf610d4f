// Arena in blocks of doubling size: few calls of the allocator, nothing to free one by one.

#include "base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { first_block = 4096, largest_growth = 1 << 20, alignment = 64 };

struct arena_block {
  arena_block *before;
  size_t size, used;  // bytes after the header
};

struct arena_ending {
  arena_ending *before;
  void (*end)(void *what);
  void *what;
};

static const size_t header = (sizeof(arena_block) + alignment - 1)/alignment*alignment;

void arena_init(arena *a, const memory *m) {
  assert(m && m->hook);
  *a = (arena){.memory = m};
}

void arena_free(arena *a) {
  for (arena_ending *e = a->endings; e; e = e->before)
    e->end(e->what);
  a->endings = NULL;
  while (a->last) {
    arena_block *before = a->last->before;
    memory_free(a->memory, a->last);
    a->last = before;
  }
}

static arena_block *new_block(arena *a, size_t need) {
  size_t size = a->last ? 2*a->last->size : first_block;
  if (size > largest_growth)
    size = largest_growth;
  if (size < need)
    size = need;
  if (size > SIZE_MAX/2 - header)
    return NULL;

  arena_block *block = memory_resize(a->memory, NULL, header + size);
  if (!block)
    return NULL;
  *block = (arena_block){.before = a->last, .size = size};
  a->last = block;
  return block;
}

// the next address in `block` that is aligned, as an offset from its header
static size_t aligned_offset(const arena_block *block, size_t align) {
  uintptr_t start = (uintptr_t)block + header + block->used;
  uintptr_t up = (start + align - 1)/align*align;
  return header + block->used + (size_t)(up - start);
}

static void *take(arena *a, size_t size) {
  // long arrays start on a cache line, small things are packed
  size_t align = size >= alignment ? alignment : 16;
  size_t need = size > 0 ? size : 1;
  if (need > SIZE_MAX/4) {
    a->failed = true;
    return NULL;
  }

  arena_block *block = a->last;
  if (!block || aligned_offset(block, align) + need > header + block->size)
    block = new_block(a, need + alignment);
  if (!block) {
    a->failed = true;
    return NULL;
  }

  size_t offset = aligned_offset(block, align);
  block->used = offset + need - header;
  assert(block->used <= block->size);
  return (char *)block + offset;
}

void *arena_alloc(arena *a, size_t size) {
  void *taken = take(a, size);
  return taken ? memset(taken, 0, size) : NULL;
}

void *arena_unset(arena *a, size_t count, size_t size) {
  if (size > 0 && count > SIZE_MAX/4/size) {
    a->failed = true;
    return NULL;
  }
  return take(a, count*size);
}

void *arena_array(arena *a, size_t count, size_t size) {
  void *taken = arena_unset(a, count, size);
  return taken ? memset(taken, 0, count*size) : NULL;
}

bool arena_at_end(arena *a, void (*end)(void *what), void *what) {
  arena_ending *e = arena_alloc(a, sizeof *e);
  assert(end);
  if (!e) {
    end(what);
    return false;
  }
  *e = (arena_ending){.before = a->endings, .end = end, .what = what};
  a->endings = e;
  return true;
}

layout arena_layout(arena *a, const layout *counted) {
  layout all = {0};
  for (int i = 0; i < LAYOUT_AREAS; i++) {
    all.area[i].numbers = ARENA_ARRAY(a, double, counted->area[i].nnumber);
    all.area[i].integers = ARENA_ARRAY(a, int, counted->area[i].ninteger);
  }
  return all;
}

char *arena_text(arena *a, const char *text, size_t length) {
  assert(text);
  char *copy = arena_alloc(a, length + 1);
  if (copy)
    memcpy(copy, text, length);
  return copy;
}

char *arena_print(arena *a, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);

  char *text = length >= 0 ? arena_alloc(a, (size_t)length + 1) : NULL;
  if (text)
    vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}
