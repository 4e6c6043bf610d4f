// What the command line says of a key: the distribution from which its values are drawn (--sample),
// or the values that it takes one after the other (--over).

#pragma once

#include "cli/lists.h"
#include "noslip.h"

// The functions return an exit status, after a sentence if it is not exit_done.

// An item, which is cut after its key: "x=-1:1" is uniform, "x=normal(0, 0.1)" has a mean and a deviation, "m=log(0.1:10)" is uniform in
// the logarithm
int range_read_distribution(noslip_distribution *out, char *item);

// the values of one key; `ratios`: they are spaced in equal ratios
typedef struct range_values {
  list_numbers numbers;
  bool ratios;
} range_values;

// What stands behind the key: "4:7:31" are 31 numbers from 4 to 7, "log(0.1:10:21)" the same in equal
// ratios, "1,2,5" is a list. To be freed (numbers) in both cases.
int range_read_values(range_values *out, const char *key, const char *text);
