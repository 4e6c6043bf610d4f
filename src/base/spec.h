// How a method is written: `dla-mp`, `reich*`, `lobatto(3, multiplier=carry)`,
// `compose(euler-true(alpha=0.5), suzuki4)`. One reader serves --method and the run statement.
//
//   method = NAME [ "*" ] [ "(" item { "," item } ")" ]
//   item   = NUMBER | NAME "=" ( NUMBER | NAME ) | method
//   NAME   = letter { letter | digit | "-" | "_" }

#pragma once

#include "base/arena.h"
#include "base/failure.h"

#include <stdbool.h>

typedef struct spec spec;

typedef struct spec_item {
  const char *option;  // "alpha" of alpha=0.5, NULL for a positional item
  bool is_number;
  double number;  // if is_number
  spec *method;   // a method, or a word such as `carry`: a spec without items
} spec_item;

struct spec {
  const char *name;
  bool adjoint;  // the name carries a star
  spec_item *items;
  int nitem;
};

// Read `text` to its end. On error *where is the offset of the first wrong character and *what the
// sentence, both valid while the arena lives, and NULL is returned.
spec *spec_read(arena *a, const char *text, int *where, const char **what);

// the canonical spelling, "lobatto(3, multiplier=carry)"
const char *spec_text(arena *a, const spec *s);
