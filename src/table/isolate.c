#include "table/isolate.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// bytes of address space in use; 0 where that cannot be known
static size_t address_space(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file)
    return 0;
  bool known = fscanf(file, "%lu", &pages) == 1;
  fclose(file);
  return known ? pages*(size_t)sysconf(_SC_PAGESIZE) : 0;
}

// the memory limit includes what is in use already, which with sanitizers is a great deal
static void limit(int seconds, size_t bytes) {
  size_t used = address_space();
  struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds + 1};
  struct rlimit space = {used + bytes, used + bytes};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (used > 0)
    setrlimit(RLIMIT_AS, &space);
}

// The child writes to the pipe alone. A crash just ends it, whatever handlers the program has for
// crashes of its own.
static void become_quiet(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGPIPE};
  for (size_t k = 0; k < sizeof crashes/sizeof *crashes; k++)
    signal(crashes[k], SIG_DFL);
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
}

static void run_child(isolate_work *work, const void *context, int end) {
  FILE *out = fdopen(end, "wb");
  if (!out)
    _exit(EXIT_FAILURE);
  work(context, out);
  _exit(fflush(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

bool isolate_begin(isolated *i, isolate_work *work, const void *context, int seconds,
                   size_t bytes) {
  int ends[2];
  if (pipe(ends) != 0)
    return false;
  i->child = fork();
  if (i->child == 0) {
    close(ends[0]);
    become_quiet();
    limit(seconds, bytes);
    run_child(work, context, ends[1]);
  }
  close(ends[1]);
  i->in = i->child > 0 ? fdopen(ends[0], "rb") : NULL;
  if (!i->in)
    close(ends[0]);
  if (i->child > 0 && !i->in)
    waitpid(i->child, NULL, 0);
  return i->in != NULL;
}

isolate_end_kind isolate_end(isolated *i) {
  int status = 0;
  assert(i->in && i->child > 0);  // isolate_begin
  fclose(i->in);
  while (waitpid(i->child, &status, 0) < 0)
    if (errno != EINTR)
      return ISOLATE_CRASHED;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return ISOLATE_SLOW;
  return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS ? ISOLATE_DONE : ISOLATE_CRASHED;
}
