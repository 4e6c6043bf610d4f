// The syntax tree of a study file: what its grammar says, nothing more. It lives in one arena, and
// its expressions are those of models (lang/tree.h).

#pragma once

#include "base/array.h"
#include "lang/lex.h"
#include "lang/tree.h"

// Items of `run`, `ensemble` and `points` that have one number.
typedef enum item_kind {
  ITEM_STEP,
  ITEM_UNTIL,
  ITEM_STEPS,
  ITEM_EVERY,
  ITEM_MEMBERS,
  ITEM_SEED,
  ITEM_COUNT,
  ITEM_TOLERANCE,  // of adaptive methods
  ITEM_KINDS,
} item_kind;

// name = value of `with`, key = value of `init`, key = low..high of `sample`
typedef struct script_setting {
  const char *name;  // as it is written, without spaces
  int at;
  tree *value;       // of `with` and `init`
  tree_range range;  // of `sample`
} script_setting;

typedef ARRAY_OF(script_setting) script_settings;

// for k in 0..4, for a in [0.1, 0.2]; `values` is a list, or `range` is given
typedef struct script_index_values {
  tree_range range;
  tree *values;
  int at;
} script_index_values;

typedef struct script_index {
  const char *name;  // NULL: none
  int at;
  script_index_values full, quick;  // quick: at < 0 if there are none
  tree *within, *of;                // of `seek`, which has a range; NULL: `for`
} script_index;

typedef enum source_kind { SOURCE_RUN, SOURCE_ENSEMBLE, SOURCE_POINTS } source_kind;

// run NAME: model, item, ...
typedef struct script_source {
  source_kind kind;
  const char *name;
  int at;             // of the name
  const char *model;  // a name, or a path if it is quoted
  int model_at;
  bool is_path;
  script_settings with, init, sample;
  const char **methods;  // nmethod; none: that of the model
  int nmethod;
  int *methods_at;          // where each of them stands
  bool method_list;         // in brackets: an axis
  tree *items[ITEM_KINDS];  // NULL: not given
  tree *quick[ITEM_KINDS];
  script_index index;
  const char *section;  // of `points`; NULL: the only one
  bool project;
} script_source;

// measure NAME = value; let NAME = value
typedef struct script_measure {
  const char *name;
  int at;
  tree *value;
  bool constant;  // of `let`: it may stand in items, and contains no runs
} script_measure;

typedef enum script_relation {
  RELATION_EQUAL,
  RELATION_LESS,
  RELATION_LESS_EQUAL,
  RELATION_GREATER,
  RELATION_GREATER_EQUAL,
} script_relation;

// expect left relation right [within tolerance [relative]] [printed ...] [because ...] [source ...]
typedef struct script_expect {
  int at;  // of the word
  tree *left, *right, *tolerance, *printed;
  script_relation relation;
  bool relative;                        // the tolerance is a part of the right side
  tree *quick_right, *quick_tolerance;  // NULL: as in full
  bool quick_never;                     // it is not checked in the quick version
  const char *source, *because;         // NULL: none
  const char *printed_text;  // what the source shows where it prints no number; NULL: none
} script_expect;

// x : y [ as STRING ]
typedef struct script_curve {
  tree *x, *y;
  const char *name;  // NULL: none
} script_curve;

// draw [STRING] curve { , curve } { style }        the same: panel
typedef struct script_draw {
  int at;
  bool joined;                  // a panel of the picture before
  const char *title;            // NULL: none
  const char *xlabel, *ylabel;  // NULL: the expressions of the first curve
  ARRAY_OF(script_curve) curves;
  bool log_x, log_y, dotted, equal;
  ARRAY_OF(tree *) references;  // slopes of lines for comparison
} script_draw;

typedef struct script_tree {
  const source *source;
  const char *name, *title;  // the title may be NULL
  const char *paper;         // the first of the file; NULL: none
  ARRAY_OF(script_source) sources;
  ARRAY_OF(script_measure) measures;  // `let` among them, in the order of the file
  ARRAY_OF(script_expect) expects;
  ARRAY_OF(script_draw) draws;
} script_tree;

// how the relation is written
extern const char *const script_relations[];

// the words of the items, by item_kind
extern const char *const script_item_words[];

// what is different from models in the tokens
extern const lex_dialect script_dialect;

// a word of the language of studies, of statements or of clauses: no name
bool script_reserved(const char *word);

// Read a whole study file. The first mistake ends it.
noslip_status script_parse(const source *s, arena *a, script_tree *out, failure *why);
