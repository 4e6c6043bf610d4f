// A program that is ended, with everything it has started, when its time is over or when this
// process ends, however that comes about.
//
// Between the two stands a watcher, a process that does nothing but wait. It has a process group of
// its own, so Ctrl-C does not end it, and so has the program. The watcher learns of our end by a
// signal where the system has one (Linux), otherwise by looking ten times a second who its parent
// is.

#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct child_plan {
  const char *path;        // the program
  char *const *arguments;  // ended by NULL
  int output;              // a descriptor, for what it says; it reads nothing
  double limit;            // seconds

  // Called in the watcher when this process has ended before the program: clean up. May be NULL.
  // Only calls that are safe in signal handlers.
  void (*abandoned)(const void *context);
  const void *context;
} child_plan;

// what child_wait returns besides the exit status of the program
enum {
  child_unknown = -1,     // this process does not wait for its children (SIGCHLD is ignored)
  child_timed_out = 124,  // as timeout(1) has it
  child_no_program = 127  // as shells have it: it cannot be executed
};

// Start it: 0 or an error number. Safe with threads.
int child_start(const child_plan *plan, pid_t *watcher);

// Wait for its end: its exit status; 1 if a signal ended it; or one of the above.
int child_wait(pid_t watcher);

// Has it ended? Then *status is what child_wait would have returned, which must not be called any more.
bool child_ended(pid_t watcher, int *status);

// End it, with everything that it has started, and wait until that is done.
void child_end(pid_t watcher);
