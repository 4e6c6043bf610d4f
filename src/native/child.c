// After fork() in a process that may have threads only calls are allowed that are safe in signal
// handlers; nothing else is used in the watcher and in the program before it is executed.

#include "native/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

static const double look_every = 0.1;  // seconds between looks at the parent
static const double grace = 1;         // seconds from SIGTERM to SIGKILL: it removes its files

// ---- the program

static void execute(const child_plan *plan) {
  sigset_t none;
  int nothing = open("/dev/null", O_RDONLY);
  setpgid(0, 0);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(plan->output, STDOUT_FILENO) >= 0 &&
      dup2(plan->output, STDERR_FILENO) >= 0)
    execve(plan->path, plan->arguments, environ);
  _exit(child_no_program);
}

// ---- the watcher

static volatile sig_atomic_t asked;  // by the parent, to end the program

static void wake(int number) {
  if (number == SIGUSR1)
    asked = 1;
}

// Handlers of the host are not to run here; what it ignores stays ignored, in the program as well.
static void reset_signals(void) {
  struct sigaction old, usual = {.sa_handler = SIG_DFL};
  for (int k = 1; k < 32; k++)
    if (sigaction(k, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(k, &usual, NULL);
}

// SIGCHLD, SIGTERM and SIGUSR1 do nothing but end a wait; *waiting is the mask for it
static void prepare_signals(sigset_t *waiting) {
  static const int wakes[] = {SIGCHLD, SIGTERM, SIGUSR1};
  struct sigaction action = {.sa_handler = wake};
  sigset_t blocked;
  sigemptyset(&action.sa_mask);
  sigemptyset(&blocked);
  sigemptyset(waiting);
  for (int i = 0; i < 3; i++) {
    sigaddset(&blocked, wakes[i]);
    sigaction(wakes[i], &action, NULL);
  }
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

// until a signal, at most until `end`, and no longer than between two looks
static void doze(const sigset_t *waiting, double end) {
  double left = end - now();
  left = left < look_every ? left : look_every;
  if (left > 0)
    pselect(0, NULL, NULL, NULL, &(struct timespec){.tv_nsec = (long)(1e9*left)}, waiting);
}

static bool has_ended(pid_t program, int *status) {
  pid_t who = waitpid(program, status, WNOHANG);
  return who == program || (who < 0 && errno != EINTR);
}

// the program and all of its group: asked first, so that it removes its own files
static void end_group(pid_t program, const sigset_t *waiting) {
  int status;
  kill(-program, SIGTERM);
  for (double end = now() + grace; !has_ended(program, &status) && now() < end;)
    doze(waiting, end);
  kill(-program, SIGKILL);
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
}

// the exit status of the watcher
static int watch(const child_plan *plan, pid_t program, pid_t parent, const sigset_t *waiting) {
  int status = 0;
  double end = now() + plan->limit;
  while (!has_ended(program, &status)) {
    bool alone = getppid() != parent;
    if (alone || asked || now() >= end) {
      end_group(program, waiting);
      if (alone && plan->abandoned)
        plan->abandoned(plan->context);
      return child_timed_out;
    }
    doze(waiting, end);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void be_watcher(const child_plan *plan, pid_t parent) {
  sigset_t waiting;
  setpgid(0, 0);
  reset_signals();
  prepare_signals(&waiting);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  pid_t program = fork();
  if (program == 0)
    execute(plan);
  if (program < 0)
    _exit(child_no_program);
  setpgid(program, program);  // by both, since one of them is first
  _exit(watch(plan, program, parent, &waiting));
}

// ---- this process

int child_start(const child_plan *plan, pid_t *watcher) {
  pid_t parent = getpid();
  assert(plan->path && plan->arguments && plan->output >= 0 && plan->limit > 0);
  *watcher = fork();
  if (*watcher == 0)
    be_watcher(plan, parent);
  return *watcher < 0 ? errno : 0;
}

int child_wait(pid_t watcher) {
  int status;
  while (waitpid(watcher, &status, 0) < 0)
    if (errno != EINTR)
      return child_unknown;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool child_ended(pid_t watcher, int *status) {
  int found;
  pid_t who = waitpid(watcher, &found, WNOHANG);
  if (who == 0 || (who < 0 && errno == EINTR))
    return false;
  *status = who < 0 ? child_unknown : WIFEXITED(found) ? WEXITSTATUS(found) : 1;
  return true;
}

void child_end(pid_t watcher) {
  int status;
  if (child_ended(watcher, &status))
    return;  // its number may be that of another process by now
  kill(watcher, SIGUSR1);
  child_wait(watcher);
}
