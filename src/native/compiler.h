// The C compiler of the system.

#pragma once

#include "base/failure.h"

#include <stdbool.h>
#include <sys/types.h>

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

// A job under way; it stays where it is, and so do the compiler and the directory of the job. If this
// process is ended, the compiler, the files and the directory go with it.
typedef struct compiler_work {
  const compiler *compiler;
  compiler_job job;
  double limit;  // seconds for one command
  int log;       // descriptor
  char source[compiler_length], made[compiler_length], object[2][compiler_length];
  pid_t watcher[2];  // of the commands that run; 0: there is none
  bool linking;      // of halves: both are compiled
  int status;        // of the first command that has failed
  int error;         // why a command cannot be started; 0: it was
} compiler_work;

// Each of these fails also where $NOSLIP_COMPILE_SECONDS says nonsense, the second where it takes
// longer.
noslip_status compiler_begin(compiler_work *w, const compiler *c, const compiler_job *job,
                             failure *why);
noslip_status compiler_end(compiler_work *w, failure *why);  // waits for it

// Has it ended, well or not? At once; to be asked again and again, since one command follows another.
bool compiler_ended(compiler_work *w);

// in the place of compiler_end: its commands are ended
void compiler_give_up(compiler_work *w);

// from its beginning to its end
noslip_status compiler_run(const compiler *c, const compiler_job *job, failure *why);
