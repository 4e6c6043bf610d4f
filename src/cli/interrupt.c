#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t seen;

static void note(int number) {
  (void)number;
  seen = 1;
}

// a write in progress is taken up again; the second signal finds the usual behaviour
void interrupt_watch(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

bool interrupt_seen(void) {
  return seen;
}

void interrupt_spare_writes(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}
