#include "base/literal.h"

#include <assert.h>
#include <stdio.h>

static void name_field(literal *l, const char *name) {
  if (name)
    text_print(l->fields, ".%s = ", name);
}

void literal_integer(literal *l, const char *name, long value) {
  name_field(l, name);
  text_print(l->fields, "%ld, ", value);
}

void literal_number(literal *l, const char *name, double value) {
  name_field(l, name);
  text_c_number(l->fields, value);
  text_print(l->fields, ", ");
}

bool literal_array(literal *l, const char *name, char array[32], long count) {
  assert(count >= 0);
  name_field(l, name);
  if (count == 0) {
    text_print(l->fields, "NULL, ");
    return false;
  }
  snprintf(array, 32, "shape_%d", ++l->narray);
  text_print(l->fields, "%s, ", array);
  return true;
}

void literal_numbers(literal *l, const char *name, const double *list, long count) {
  char array[32];
  if (literal_array(l, name, array, count))
    text_c_array(l->arrays, array, list, (int)count);
}

void literal_integers(literal *l, const char *name, const int *list, long count) {
  char array[32];
  if (literal_array(l, name, array, count))
    text_c_integers(l->arrays, "int", array, list, (int)count);
}

void literal_open(literal *l, const char *name) {
  name_field(l, name);
  text_print(l->fields, "{");
}

void literal_close(literal *l) {
  text_print(l->fields, "}, ");
}
