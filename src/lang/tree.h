// The syntax tree: what the grammar says, nothing more. Everything lives in one arena.

#pragma once

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

// momentum p[1..3], velocity omega, velocity (v, omega)
typedef struct tree_names {
  bool given;
  int at;  // of the first name
  const char *first;
  tree_range range;    // after the first
  const char *second;  // NULL: no pair
  int second_at;
} tree_names;

typedef enum tree_coord_kind { TREE_REAL, TREE_ANGLE, TREE_SO, TREE_SE } tree_coord_kind;

// one item of coord, state or algebraic
typedef struct tree_item {
  const char *name;
  int at, end;
  tree_range range;
  tree_coord_kind kind;
  int kind_at;
  tree *kind_size;  // of SO(n), SE(n)
  tree_names velocity, momentum;
} tree_item;

// name = value (const, param); target = value, target' = value (init, exact, equations)
typedef struct tree_assign {
  tree_target target;
  bool prime;
  tree *value;
} tree_assign;

typedef enum tree_direction { TREE_RISING, TREE_FALLING, TREE_BOTH } tree_direction;
typedef enum tree_drawing { DRAW_POINT, DRAW_ROD, DRAW_WHEEL, DRAW_BOX, DRAW_TRAIL } tree_drawing;
typedef enum tree_run_kind { RUN_METHOD, RUN_STEP, RUN_UNTIL, RUN_STEPS, RUN_EVERY } tree_run_kind;

typedef struct tree_run_item {
  tree_run_kind kind;
  int at;              // of the word
  tree *value;         // but for RUN_METHOD
  const char *method;  // of RUN_METHOD: the text, read to its end by spec_read
  int method_at;
} tree_run_item;

// clang-format off
typedef enum statement_kind {
  STATEMENT_CONST, STATEMENT_PARAM,                             // assigns
  STATEMENT_COORD, STATEMENT_STATE, STATEMENT_ALGEBRAIC,        // items
  STATEMENT_LET,                                                // name, params, value
  STATEMENT_LAGRANGIAN, STATEMENT_HAMILTONIAN,                  // value
  STATEMENT_FORCE,                                              // target, value
  STATEMENT_HOLONOMIC, STATEMENT_NONHOLONOMIC,                  // label, left, right, clauses
  STATEMENT_CONTACT,                                            // label, left, right, clauses
  STATEMENT_EQUATIONS,                                          // part (NULL: none), assigns
  STATEMENT_CONSTRAINT,                                         // label (optional), left, right
  STATEMENT_BRACKET,                                            // target, target2, value
  STATEMENT_INIT, STATEMENT_EXACT,                              // assigns
  STATEMENT_INVARIANT, STATEMENT_OBSERVE,                       // label, value
  STATEMENT_SECTION,                                            // label, left, right, ...
  STATEMENT_DRAW,                                               // drawing, values
  STATEMENT_FOR,                                                // name, range, body
  STATEMENT_RUN,                                                // run
} statement_kind;
// clang-format on

// One fat struct: a statement uses the fields named beside its kind above.
typedef struct statement {
  statement_kind kind;
  int at;            // of its first word
  const char *word;  // that word

  tree_assign *assigns;
  int nassign;
  tree_item **items;
  int nitem;
  const char *name;  // of let; the index of for
  int name_at;
  const char **params;  // of let f(u, v)
  int *param_at;
  int nparam;
  bool is_function;  // let f(...)
  tree *value;
  tree_target target, target2;
  tree_label label;
  tree *left, *right;
  int relation_at;         // of the = or >=
  const char *multiplier;  // NULL: none
  int multiplier_at;
  tree *multiplier_index;
  tree *restitution;         // NULL: none
  tree_label while_contact;  // name NULL: none
  tree *part;
  tree_direction direction;
  tree *when;  // NULL: none
  tree *plot[3];
  int nplot;
  tree_drawing drawing;
  tree **values;
  int nvalue;
  tree_range range;
  struct statement **body;
  int nbody;
  tree_run_item *run;
  int nrun;
} statement;

typedef struct tree_model {
  const char *name;
  int name_at;
  const char *title;  // NULL: none
  statement **body;
  int nbody;
} tree_model;
