// LaTeX in tests: are braces, fences and environments closed, and is nothing in it that ends a formula?

#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// how often a piece occurs
static inline int latex_count(const char *text, const char *piece) {
  int count = 0;
  for (const char *at = strstr(text, piece); at; at = strstr(at + strlen(piece), piece))
    count++;
  return count;
}

static inline bool latex_begins(const char *at, const char *command) {
  return strncmp(at, command, strlen(command)) == 0;
}

// True, or a sentence is printed. In words, \text{...} and \mathrm{...}, there is nothing but escaped
// characters.
static inline bool latex_is_closed(const char *text) {
  int depth = 0, word = -1, fences = 0, tables = 0;
  for (const char *at = text; *at; at++) {
    if (latex_begins(at, "\\text{") || latex_begins(at, "\\mathrm{"))
      word = depth;
    fences += latex_begins(at, "\\left") - latex_begins(at, "\\right");
    tables += latex_begins(at, "\\begin{") - latex_begins(at, "\\end{");
    if (at[0] == '\\' && at[1]) {
      at++;
      continue;
    }
    depth += (*at == '{') - (*at == '}');
    if (depth <= word && *at == '}')
      word = -1;
    bool inside = word >= 0 && depth > word;
    if (depth < 0 || fences < 0 || strchr("$%#~", *at) || (inside && strchr("_^&", *at))) {
      printf("not closed at: %.40s\n", at);
      return false;
    }
  }
  return depth == 0 && fences == 0 && tables == 0;
}
