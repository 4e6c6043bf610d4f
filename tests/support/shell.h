// Programs of the system, where they are there: shells, editors, readers of manual pages.

#pragma once

#include "tests/support/tool.h"

// Is there such a program? A test that needs one is skipped otherwise.
static inline bool has_program(const char *name) {
  char line[128];
  snprintf(line, sizeof line, "command -v %s >/dev/null", name);
  return system(line) == 0;
}

// What a line of the shell prints, both streams, with the tool in the PATH; the caller frees it.
static inline char *shell_output(const char *line) {
  const char *slash = strrchr(NOSLIP_TOOL, '/');
  const char *script = in_folder("script"), *out = in_folder("shell.out");
  char call[1200];
  FILE *file = fopen(script, "w");
  assert_non_null(file);
  fprintf(file, "PATH=%.*s:$PATH\nexport PATH\n%s\n", (int)(slash - NOSLIP_TOOL), NOSLIP_TOOL,
          line);
  assert_int_equal(fclose(file), 0);
  snprintf(call, sizeof call, "sh %s >%s 2>&1 </dev/null", script, out);
  int status = system(call);
  assert_true(WIFEXITED(status));
  return read_file(out);
}

static inline void shell_prints_(const char *line, const char *expected, const char *file, int at) {
  char *found = shell_output(line);
  check_that(strcmp(found, expected) == 0, file, at, "%s\nprints\n%s\nexpected\n%s", line, found,
             expected);
  free(found);
}

#define shell_prints(line, expected) shell_prints_(line, expected, __FILE__, __LINE__)
