// A name as a field of a CSV file, as in RFC 4180: one that has a comma, a quote or the end of a
// line stands in quotes, and quotes in it are doubled.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// takes some bytes of the field; false: it cannot
typedef bool csv_put(void *to, const char *bytes, size_t length);

// Hand over the field piece by piece; false as soon as `put` is. The name has two parts, which the
// field does not show: "momentum." and "x".
static inline bool csv_name(csv_put *put, void *to, const char *first, const char *second) {
  static const char special[] = ",\"\r\n";
  if (!strpbrk(first, special) && !strpbrk(second, special))
    return put(to, first, strlen(first)) && put(to, second, strlen(second));
  bool done = put(to, "\"", 1);
  for (const char *part = first; part; part = part == first ? second : NULL)
    for (const char *at = part; *at && done; at++)
      done = *at == '"' ? put(to, "\"\"", 2) : put(to, at, 1);
  return done && put(to, "\"", 1);
}
