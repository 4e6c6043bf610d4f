#define _XOPEN_SOURCE 700  // setitimer

#include "cli/interrupt.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static volatile sig_atomic_t seen, rang;

static void note(int number) {
  (void)number;
  seen = 1;
}

static void ring(int number) {
  (void)number;
  rang = 1;
}

// a write in progress is taken up again; the second signal finds the usual behaviour
static void watch(int number) {
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)}, old;
  sigemptyset(&action.sa_mask);
  if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
    sigaction(number, &action, NULL);
}

void interrupt_watch(void) {
  watch(SIGINT);
  watch(SIGTERM);
  watch(SIGHUP);
}

bool interrupt_seen(void) {
  return seen;
}

void interrupt_alarm(double seconds) {
  const double most = 1e8;
  double whole = floor(fmin(seconds, most));
  struct sigaction action = {.sa_handler = ring, .sa_flags = SA_RESTART};
  struct timeval time = {(time_t)whole, (suseconds_t)(1e6*(fmin(seconds, most) - whole))};
  if (time.tv_sec == 0 && time.tv_usec == 0)
    time.tv_usec = 1;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){time, time}, NULL);
}

bool interrupt_alarm_rang(void) {
  if (!rang)
    return false;
  rang = 0;
  return true;
}

void interrupt_spare_writes(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}
