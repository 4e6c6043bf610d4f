// The parts of a study: every run, ensemble or section that is computed by itself, with all its
// numbers known.

#pragma once

#include "native/sha256.h"
#include "noslip/study.h"
#include "script/eval.h"

typedef struct script_part {
  const script_source *from;
  int number;          // in the plan
  const char *label;   // "b, spark(2), h = 0.0125"
  const char *path;    // of the model
  const char *method;  // NULL: that of the model
  noslip_setting *set, *init;
  int nset, ninit;
  double numbers[ITEM_KINDS];  // 0: not given
  const char **keys;           // of `sample`
  noslip_range *ranges;
  int nsample;
  bool quick;
  int source;                   // its number in the tree
  double low, high, tolerance;  // of `seek`
  int tries;                    // runs that it takes: 1, or as many as `seek` needs

  // when it is computed
  arena arena;  // of the table
  script_table table;
  char key[2*sha256_size + 1];  // what the table is kept under; "" before the model is read
  bool kept;                    // it was found there
  double when;                  // it was kept, of the clock of files
  double seconds;
} script_part;

typedef struct script_plan {
  script_part *parts;  // source by source, methods x indices
  int nparts;
  script_tables *sources;  // of the tree: their axes; the tables come later
  int *first;              // of the tree: the first part of a source
} script_plan;

// Evaluate the items of a part again, for another value of the index in the scope.
bool script_fill_part(script_scope *s, script_part *p);

// Evaluate what `let`, `for` and the items say, and find the models. `directories` (ended by NULL) are
// searched for a model after that of the study file. The values of `let` go into scope->measures.
bool script_make_plan(script_scope *s, bool quick, const char *const *directories,
                      script_plan *out);
