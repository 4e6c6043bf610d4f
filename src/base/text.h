// Small services for text: a growing buffer, numbers printed so that they read back.

#pragma once

#include "base/arena.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

// a text that grows; `failed` stays set once memory ran out
typedef struct text_buffer {
  const memory *memory;
  char *data;  // ended by a zero; NULL while empty
  size_t length, room;
  bool failed;
} text_buffer;

void text_init(text_buffer *t, const memory *m);
void text_free(text_buffer *t);
void text_clear(text_buffer *t);  // empty, with its memory
__attribute__((format(printf, 2, 3))) void text_print(text_buffer *t, const char *format, ...);
void text_add(text_buffer *t, const char *bytes, size_t length);

// a number as a C constant that reads back as the same number, in any locale
void text_c_number(text_buffer *t, double x);

// `static const double NAME[count] = {...};` and the same for integers of a type; C has no empty
// arrays: of none, there is one zero
void text_c_array(text_buffer *t, const char *name, const double *list, int count);
void text_c_integers(text_buffer *t, const char *type, const char *name, const int *list,
                     int count);

// shortest of %.15g, %.16g, %.17g that reads back as the same number; `buffer` holds 32 bytes
const char *text_number(char *buffer, double x);
