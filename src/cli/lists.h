// Lists of the command line: methods and steps.

#pragma once

#include <stddef.h>

// The items of "lobatto(3, multiplier=carry),dla-mp": commas outside of parentheses separate.
typedef struct list_texts {
  char **items;
  int n;
} list_texts;

// The numbers of "0.2:0.0125" (0.2, 0.1, ... 0.0125) or "0.1,0.05,1/60"; an item may be a range.
typedef struct list_numbers {
  double *items;
  int n;
} list_numbers;

// Read the value of an option; an exit status, after a sentence if it is not exit_done. To be freed
// in both cases.
int list_read_texts(list_texts *out, const char *option, const char *text);
int list_read_steps(list_numbers *out, const char *option, const char *text);

// length of the item at `text`: to the next comma outside of parentheses and brackets, or to the
// end
size_t list_item_length(const char *text);

// a copy of `length` bytes without the spaces around it, to be freed; NULL: no memory
char *list_trimmed(const char *text, size_t length);

void list_free_texts(list_texts *l);
void list_free_numbers(list_numbers *l);
