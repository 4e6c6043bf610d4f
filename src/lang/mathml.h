// Statements as mathematics: MathML as a book would print them, with the names of the model.

#pragma once

#include "base/array.h"
#include "base/text.h"
#include "lang/tree.h"

// Append an expression. What would take more than `limit` bytes ends in an ellipsis, with all elements
// closed.
void mathml_tree(text_buffer *t, const tree *e, size_t limit);

// what an equation is
typedef enum mathml_role {
  MATHML_DEFINITION,  // let
  MATHML_FUNCTION,    // lagrangian, hamiltonian, dissipation
  MATHML_FORCE,
  MATHML_CONSTRAINT,  // holonomic, nonholonomic, constraint
  MATHML_CONTACT,
  MATHML_EQUATION,  // y' = ..., brackets
  MATHML_QUANTITY,  // invariant, observe
} mathml_role;

typedef struct mathml_line {
  mathml_role role;
  const char *word;   // of the statement: "lagrangian"
  const char *label;  // of a constraint or quantity, "" if it has none
  const char *text;   // <math ...>...</math>
} mathml_line;

typedef ARRAY_OF(mathml_line) mathml_lines;

// The lines of a model in the order of its text, in the arena: one for each statement that is
// mathematics, those inside `for` with their range. What is beyond these limits is left out. False: no
// memory.
enum {
  mathml_most_lines = 200,
  mathml_longest_line = 20000,  // bytes of an expression
  mathml_longest = 200000,      // of all lines
};
bool mathml_model(const tree_model *m, arena *a, mathml_lines *out);
