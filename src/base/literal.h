// A shape as C text: a literal with designated initialisers, and the arrays it refers to.

#pragma once

#include "base/text.h"

typedef struct literal {
  text_buffer *arrays;  // definitions, to stand before the literal
  text_buffer *fields;  // ".n = 3, .own = 1, "
  int narray;
  bool in_turn;  // the text is that of a method and of its adjoint, which are taken in turn
} literal;

// The fields of a struct by their names: LITERAL_INTEGER(l, shape, n) adds ".n = 3".
#define LITERAL_INTEGER(l, s, field) literal_integer((l), #field, (long)(s)->field)
#define LITERAL_NUMBER(l, s, field) literal_number((l), #field, (s)->field)
#define LITERAL_NUMBERS(l, s, field, count) literal_numbers((l), #field, (s)->field, (count))
#define LITERAL_INTEGERS(l, s, field, count) literal_integers((l), #field, (s)->field, (count))

void literal_integer(literal *l, const char *name, long value);
void literal_number(literal *l, const char *name, double value);

// an array of numbers; NULL if there are none of them
void literal_numbers(literal *l, const char *name, const double *list, long count);
void literal_integers(literal *l, const char *name, const int *list, long count);

// The name of the next array, into `array`, and as the field's value; false if it would be empty: then
// NULL takes its place. Its definition is the caller's.
bool literal_array(literal *l, const char *name, char array[32], long count);

// a struct in the struct; name NULL: an element of an array
void literal_open(literal *l, const char *name);
void literal_close(literal *l);
