// Open addressing with linear probing.

#include "base/table.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

void table_init(table *t, arena *a) {
  *t = (table){.arena = a};
}

// FNV-1a
static uint32_t hash(const char *name) {
  uint32_t h = 2166136261u;
  for (; *name; name++)
    h = (h ^ (unsigned char)*name)*16777619u;
  return h;
}

// the slot of a name, or the empty slot where it belongs
static table_slot *slot_of(const table_slot *slots, int room, const char *name) {
  assert(room > 0 && (room & (room - 1)) == 0);
  uint32_t mask = (uint32_t)room - 1;
  uint32_t i = hash(name) & mask;
  while (slots[i].name && strcmp(slots[i].name, name) != 0)
    i = (i + 1) & mask;
  return (table_slot *)&slots[i];
}

int table_find(const table *t, const char *name) {
  if (t->count == 0)
    return -1;
  const table_slot *slot = slot_of(t->slots, t->room, name);
  return slot->name ? slot->value : -1;
}

static bool grow(table *t) {
  int room = t->room > 0 ? 2*t->room : 16;
  table_slot *slots = ARENA_ARRAY(t->arena, table_slot, room);
  if (!slots)
    return false;
  for (int i = 0; i < t->room; i++)
    if (t->slots[i].name)
      *slot_of(slots, room, t->slots[i].name) = t->slots[i];
  t->slots = slots;
  t->room = room;
  return true;
}

bool table_set(table *t, const char *name, int value) {
  assert(name && value >= 0);
  if (2*(t->count + 1) > t->room && !grow(t))
    return false;
  table_slot *slot = slot_of(t->slots, t->room, name);
  t->count += slot->name == NULL;
  *slot = (table_slot){.name = name, .value = value};
  assert(2*t->count <= t->room);
  return true;
}
