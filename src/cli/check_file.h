// --checkpoint FILE[:seconds]: where a command leaves what it needs to go on, and how often.

#pragma once

#include "noslip.h"

#include <stdbool.h>

typedef struct check_file {
  char *path;  // NULL: there is none
  double seconds;
  bool failed;  // it could not be written; that is said once
} check_file;

// Read the value of the option, NULL: it is not given. An exit status, after a sentence if it is not
// exit_done; free it in every case.
int check_file_read(check_file *c, const char *text);
void check_file_free(check_file *c);

// from here on check_file_is_due is true after each time of so many seconds, once
void check_file_watch(const check_file *c);
bool check_file_is_due(const check_file *c);

// A run goes on without a checkpoint that cannot be written: a warning, the first time.
void check_file_complain(check_file *c, const char *sentence);
