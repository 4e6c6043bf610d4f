// The C compiler of the system.

#pragma once

#include "base/failure.h"

#include <stdbool.h>

enum { compiler_words = 32, compiler_length = 2048 };

typedef struct compiler {
  char text[compiler_length];   // $CC or cc, cut into words
  char *words[compiler_words];  // as the first arguments; ended by NULL
  int nword;
  char path[compiler_length];  // the program itself
  long long size, changed;     // of its file: another compiler gives other code
} compiler;

// Find it; false if there is none.
bool compiler_find(compiler *c);

// Compile the file unit.c in a directory to the shared object unit.so; what the compiler says goes
// into the file log. The options, which come after those of $CC, forbid what would change the last
// bit: contraction of a*b + c, knowledge of pow, atan, ... (print_c.c), -ffast-math. A large text
// is optimised less. One in halves is compiled by two at once, with NOSLIP_HALF 1 and 2 defined.
extern const char compiler_source[], compiler_made[];

typedef struct compiler_job {
  const char *directory;
  int at;  // its descriptor
  bool large, halves;
} compiler_job;

// Fails also when it takes longer than $NOSLIP_COMPILE_SECONDS. If this process is ended on the
// way, the compiler, the files and the directory go with it.
noslip_status compiler_run(const compiler *c, const compiler_job *job, failure *why);
