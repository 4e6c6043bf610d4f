// Expressions of a study, evaluated over the tables of what was computed.

#pragma once

#include "base/failure.h"
#include "script/table.h"
#include "script/tree.h"
#include "script/value.h"

// A value that has a name, and why it has none if a run that it needs did not get to its end.
typedef struct script_measured {
  script_value value;
  const char *trouble;  // NULL: none
  bool absent;          // a run that it needs is not in this build
} script_measured;

// What a source has computed: a table for each of its parts.
typedef struct script_tables {
  const script_axis *axis[AXES];
  const script_table *parts;  // methods x indices; NULL: nothing is computed yet
} script_tables;

// Where names in an expression are looked up.
typedef struct script_scope {
  const script_tree *tree;
  arena *arena;
  failure *why;
  script_measured *measures;  // of tree->measures, the first `known` of them
  int known;
  const script_tables *sources;  // of tree->sources; NULL: numbers only
  const char *index;             // the name after `for`, NULL: none
  double index_value;
  const char *trouble;  // the value needs a run that has failed: its sentence
  bool absent;          // or one that is not in this build
  long numbers;         // that were made so far
  int depth;            // of the expression that is checked
} script_scope;

// The value of an expression. False: a mistake, with its place in `why`; or scope->trouble is set.
bool script_eval(script_scope *s, const tree *e, script_value *out);

// the same, and it must be one number; `what` is what it is for, "the step"
bool script_eval_number(script_scope *s, const tree *e, const char *what, double *out);

// Mistakes that can be seen before anything is computed: names and functions. `known` of the scope
// are the measures that may be used; without sources, runs may not.
bool script_check(script_scope *s, const tree *e);

// --- between the files of the evaluation -----------------------------------------------------------

// fail at a place: a sentence with a remedy. Always false.
__attribute__((format(printf, 4, 5))) bool script_wrong(script_scope *s, int at, const char *remedy,
                                                        const char *format, ...);
bool script_no_memory(script_scope *s);

// cells for these directions; every cell is then to be filled. False: no memory, or too large.
bool script_new_cells(script_scope *s, script_value *v);

// room for the numbers of a cell; NULL likewise
double *script_new_numbers(script_scope *s, long rows, int width);

bool script_number(script_scope *s, double x, script_value *out);

// a function of the language of studies (functions.c), *known false: there is none of this name
bool script_call(script_scope *s, const tree *e, script_value *out, bool *known);

// is it such a function with as many arguments? The mistake is told; *known as above
bool script_check_call(script_scope *s, const tree *e, bool *known);

// the names of these functions, ended by NULL
extern const char *const script_functions[];

// columns (column.c): the source that an expression begins with, -1: none
int script_root(const script_tree *t, const tree *e);

// a.x, a.w[2]', a.step; `exact`: the exact solution of the model at the times of the rows
bool script_column(script_scope *s, const tree *e, bool exact, script_value *out);

// the times of the rows of a source
bool script_times(script_scope *s, int root, script_value *out);

// a and b as one, number by number: directions that one of them lacks are those of the other
typedef double script_operation(const void *context, double a, double b);
bool script_join(script_scope *s, int at, const script_value *a, const script_value *b,
                 script_operation *f, const void *context, script_value *out);
