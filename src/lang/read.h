// Text to system: the model and what is given beside it are parsed, then lowered together.

#pragma once

#include "lang/source.h"
#include "lang/system.h"

// --set name=text and --init target=text
typedef struct setting {
  const char *name, *text;
} setting;

typedef struct settings {
  const setting *set, *init;
  int nset, ninit;
  const char *section;      // text of --section, NULL: none
  const char *const *live;  // parameters that stay symbols: "g", "m[2]"
  int nlive;
} settings;

// Read a model. `given` may be NULL; its texts, the source and the arena must outlive the system,
// whose graph is freed with graph_free. `why` gets the first error.
noslip_status system_read(const source *s, arena *a, const settings *given, model_system **out,
                          failure *why);
