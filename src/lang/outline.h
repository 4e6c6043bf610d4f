// The names that a text declares, found by its tokens alone: no statement is parsed, nothing is
// evaluated, so a model that is not finished has an outline, too.

#pragma once

#include "lang/lex.h"

typedef struct outline_name {
  const char *word;  // the statement or clause that declares it: `param`, `coord`, `momentum`
  const char *name;
  const char *kind;  // of a coordinate: `angle`, `SO` or `SE`; NULL: none
  bool family;       // an index follows, or a vector: `w[1..3]`, `P = [x, y]`
} outline_name;

typedef struct outline {
  outline_name *list;  // in the order of the text
  int count;
} outline;

// the outline of a text, in the arena
noslip_status outline_make(const source *s, arena *a, outline *out, failure *why);
