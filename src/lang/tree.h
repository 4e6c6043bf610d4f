// The syntax tree: what the grammar says, nothing more. Everything lives in one arena.

#pragma once

#include "lang/source.h"

#include <stdbool.h>

// clang-format off
typedef enum tree_kind {
  TREE_NUMBER,         // number
  TREE_NAME,           // name
  TREE_CALL,           // name(arg, ...); `sum` and `where` have kinds of their own
  TREE_LIST,           // [arg, ...]
  TREE_INDEX,          // arg[0] [ arg[1], ... ]
  TREE_FIELD,          // arg[0] . name
  TREE_PRIME,          // arg[0] '
  TREE_NEGATE,         // - arg[0]    (a sign + leaves no node)
  TREE_ADD, TREE_SUB, TREE_MUL, TREE_DIV, TREE_POW,
  TREE_SUM,            // sum(name in arg[0]..arg[1]: arg[2])
  TREE_WHERE,          // where(arg[0], arg[1], arg[2])
  TREE_LESS, TREE_LESS_EQUAL, TREE_GREATER, TREE_GREATER_EQUAL, TREE_AND, TREE_OR,
} tree_kind;
// clang-format on

typedef struct tree {
  tree_kind kind;
  int at;          // where an error in this node points: the operator, the name, the bracket
  int start, end;  // bytes of the whole expression in the source (with its parentheses)
  double number;
  const char *name;
  int name_at;  // of TREE_SUM: its index, of TREE_FIELD: the word after the dot
  struct tree **args;
  int nargs;
} tree;

// a range lo..hi; `given` is false where the grammar makes it optional and it is absent
typedef struct tree_range {
  bool given;
  tree *lo, *hi;
} tree_range;

// x, w[i], Omega[1,2], g.x
typedef struct tree_target {
  const char *name;
  int at, end;
  tree **index;
  int nindex;
  const char *field;  // NULL: none
  int field_at;
} tree_target;

// a label: blade, rod[i], pair[i,j]; name is NULL where it is optional and absent
typedef struct tree_label {
  const char *name;
  int at, end;
  tree **index;
  int nindex;
} tree_label;

// momentum p[1..3], velocity omega, velocity (v, omega), velocity (v[1..n], omega[1..n])
typedef struct tree_names {
  bool given;
  int at;  // of the first name
  const char *first;
  tree_range range, columns;  // after the first
  const char *second;         // NULL: no pair
  int second_at;
  tree_range second_range;
} tree_names;

typedef enum tree_coord_kind { TREE_REAL, TREE_ANGLE, TREE_SO, TREE_SE } tree_coord_kind;

// one item of coord, state or algebraic
typedef struct tree_item {
  const char *name;
  int at, end;
  tree_range range;
  tree_range columns;  // of coord c[1..n, 1..3]: the second
  tree_coord_kind kind;
  int kind_at;
  tree *kind_size;  // of SO(n), SE(n)
  tree_names velocity, momentum;
} tree_item;

// name = value, name[range] = value (const, param); target = value, target' = value (init, exact,
// equations)
typedef struct tree_assign {
  tree_target target;
  tree_range range;  // of const and param: m[1..3] = value
  bool prime;
  tree *value;
} tree_assign;

// const, param: name = value; input: the same, the value may be NULL; init, exact: target = value;
// equations: target' = value
typedef struct tree_assigns {
  tree_assign *list;
  int count;
  tree *part;  // of `part k:` before equations; NULL: none
} tree_assigns;

// coord, state, algebraic
typedef struct tree_items {
  tree_item **list;
  int count;
} tree_items;

// name = value, after `with`
typedef struct tree_local {
  const char *name;
  int at;
  tree *value;
} tree_local;

// let name = value, let name(params) = value, perhaps: with local = value, ...
typedef struct tree_let {
  const char *name;
  int at;  // of the name
  const char **params;
  int *param_at;
  int nparam;
  bool is_function;
  tree *value;
  tree_local *locals;
  int nlocal;
} tree_let;

// force target = value
typedef struct tree_force {
  tree_target target;
  tree *value;
} tree_force;

// bracket {first, second} = value
typedef struct tree_bracket {
  tree_target first, second;
  tree *value;
} tree_bracket;

// invariant label = value, observe label = value
typedef struct tree_quantity {
  tree_label label;
  tree *value;
} tree_quantity;

// left = right, left >= right
typedef struct tree_sides {
  tree *left, *right;
  int at;  // of the = or >=
} tree_sides;

// multiplier N, multiplier N[i]
typedef struct tree_multiplier {
  const char *name;  // NULL: none
  int at;
  tree *index;  // NULL: none
} tree_multiplier;

enum { tree_most_frictions = 3 };  // clauses of one contact

// friction mu along slip
typedef struct tree_friction {
  int at;  // of the word
  tree *mu, *slip;
} tree_friction;

// x, or x[i] - X[j]: where two bodies are on an axis
typedef struct tree_axis {
  tree_label part[2];  // the second has no name: one family for both
} tree_axis;

// for i < j in lo..hi within d, for i in lo..hi, j in lo..hi within d; then perhaps: in x, y
typedef struct tree_pairs {
  int at;                // of `for`
  const char *index[2];  // the names of the indices
  int index_at[2];
  bool ordered;  // i < j, both in the first range
  tree_range range[2];
  tree *within;
  tree_axis *axis;  // after `in`
  int naxis;        // 0: not given
} tree_pairs;

// holonomic, nonholonomic, contact; constraint has sides and an optional label only
typedef struct tree_constraint {
  tree_label label;
  tree_sides sides;
  tree_multiplier multiplier;
  tree *restitution;                             // of contact; NULL: none
  tree_pairs *pairs;                             // of contact; NULL: a single one
  tree_friction frictions[tree_most_frictions];  // of contact
  int nfriction;
  tree_label while_contact;  // not of contact; name NULL: none
} tree_constraint;

typedef enum tree_direction { TREE_RISING, TREE_FALLING, TREE_BOTH } tree_direction;

// section label: left = right direction when condition plot (axis, axis, axis); stop: without plot
typedef struct tree_section {
  tree_label label;  // --section has none
  tree_sides sides;
  tree_direction direction;
  tree *when;  // NULL: none
  tree *plot[3];
  int nplot;
} tree_section;

typedef enum tree_drawing {
#define DRAWING(kind, word, form, roles) DRAW_##kind,
#include "lang/drawings.inl"
#undef DRAWING
  DRAW_COUNT
} tree_drawing;

// draw what value, ... colour name
typedef struct tree_draw {
  tree_drawing what;
  tree **values;
  int nvalue;
  const char *name;  // as it is written: "rod P(i-1), P(i)"; longer ones are cut
  int colour;        // in lex_colours; -1: it has none
} tree_draw;

// for name in range { body }
typedef struct tree_loop {
  const char *name;
  int at;  // of the name
  tree_range range;
  struct statement **body;
  int nbody;
} tree_loop;

typedef enum tree_run_kind { RUN_METHOD, RUN_STEP, RUN_UNTIL, RUN_STEPS, RUN_EVERY } tree_run_kind;

typedef struct tree_run_item {
  tree_run_kind kind;
  int at;              // of the word
  tree *value;         // except of RUN_METHOD
  const char *method;  // of RUN_METHOD: the text, read to its end by spec_read
  int method_at;
} tree_run_item;

typedef struct tree_run {
  tree_run_item *list;
  int count;
} tree_run;

// clang-format off
typedef enum statement_kind {
  STATEMENT_CONST, STATEMENT_PARAM,                             // assigns
  STATEMENT_INPUT,                                              // assigns
  STATEMENT_COORD, STATEMENT_STATE, STATEMENT_ALGEBRAIC,        // items
  STATEMENT_LET,                                                // let
  STATEMENT_LAGRANGIAN, STATEMENT_HAMILTONIAN,                  // function
  STATEMENT_FORCE,                                              // force
  STATEMENT_DISSIPATION,                                        // function
  STATEMENT_HOLONOMIC, STATEMENT_NONHOLONOMIC,                  // constraint
  STATEMENT_CONTACT,                                            // constraint
  STATEMENT_EQUATIONS,                                          // assigns
  STATEMENT_CONSTRAINT,                                         // constraint
  STATEMENT_BRACKET,                                            // bracket
  STATEMENT_INIT, STATEMENT_EXACT,                              // assigns
  STATEMENT_INVARIANT, STATEMENT_OBSERVE,                       // quantity
  STATEMENT_SECTION, STATEMENT_STOP,                            // section
  STATEMENT_DRAW,                                               // draw
  STATEMENT_FOR,                                                // loop
  STATEMENT_RUN,                                                // run
} statement_kind;
// clang-format on

// a statement: what it says is in the member named beside its kind above
typedef struct statement {
  statement_kind kind;
  int at;            // of its first word
  const char *word;  // that word
  union {
    tree_assigns assigns;
    tree_items items;
    tree_let let;
    tree *function;  // the lagrangian, hamiltonian or dissipation
    tree_force force;
    tree_constraint constraint;
    tree_bracket bracket;
    tree_quantity quantity;
    tree_section section;
    tree_draw draw;
    tree_loop loop;
    tree_run run;
  };
} statement;

typedef struct tree_model {
  const source *source;
  const char *name;
  int name_at;
  const char *title;  // NULL: none
  statement **body;
  int nbody;
} tree_model;

// a text that is given beside the model
typedef struct setting_text {
  source source;         // its own, for the places in its tree
  const failure *error;  // if it could not be parsed; NULL: it could
} setting_text;

// --set name=value, --init target=value
typedef struct tree_setting {
  const char *name;  // the left side as it was given
  setting_text left, right;
  tree_target target;  // the left side, parsed
  bool prime;
  tree *value;  // the right side
  bool used;    // lowering has met the name
} tree_setting;

// a parameter that stays a symbol
typedef struct tree_live {
  const char *name;  // "g", "m[2]", "m" for all entries of a vector
  bool used;         // lowering has met the name
} tree_live;

typedef struct tree_settings {
  tree_setting *set, *init;
  int nset, ninit;
  tree_live *live;
  int nlive;
  bool has_section;
  setting_text section_text;
  tree_section section;
} tree_settings;
