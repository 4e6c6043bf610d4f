// What lower_coord.c and lower_group.c share: the unknowns behind the items of a coord statement.

#pragma once

#include "lang/lower.h"

// the indices of a family
typedef struct family {
  bool given;  // false: one unknown, and no index
  int first, last;
  int columns, first_column;  // length and start of the second index; 0: there is none
} family;

// the indices of an item, each of which stands for `width` positions, within the limits
bool coord_family(lowering *l, const tree_item *item, int width, family *f);

// append one unknown; `name` is its key
bool coord_push(lowering *l, unknowns *list, unsigned kind, const char *name, int at);

bool coord_declare(lowering *l, const char *name, int at, name_kind kind, value v, int item,
                   int base);

// the value of `count` unknowns from list[base]: a vector that starts at `first`
value coord_vector(lowering *l, const unknowns *list, int base, int count, int first);

// SO(n), SE(n), or a family of them: lower_group.c
bool coord_group(lowering *l, const tree_item *item, coord_item *c);
