// A table from names to integers. It grows in an arena and is never emptied.

#pragma once

#include "base/arena.h"

typedef struct table_slot {
  const char *name;  // NULL: empty
  int value;
} table_slot;

typedef struct table {
  arena *arena;
  table_slot *slots;  // room slots, a power of two, at least half of them empty
  int room, count;
} table;

void table_init(table *t, arena *a);

// the value of a name, or -1
int table_find(const table *t, const char *name);

// set the value of a name (value >= 0); the name is kept as a pointer. False: no memory.
bool table_set(table *t, const char *name, int value);
