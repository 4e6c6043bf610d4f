#include "cli/step_loop.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "output/progress.h"

static noslip_status take_step(const step_loop *l) {
  bool last = l->taken == l->planned - 1 && noslip_run_rest(l->run) != 0;
  return last ? noslip_finish(l->run) : noslip_step(l->run);
}

int step_loop_take(step_loop *l) {
  progress bar;
  int status = l->see(l->who);
  noslip_status done = NOSLIP_OK;
  progress_begin(&bar, stderr, l->planned, true);
  while (status == exit_done && done == NOSLIP_OK && l->taken < l->planned && !interrupt_seen()) {
    done = take_step(l);
    if (done != NOSLIP_OK && done != NOSLIP_STOPPED)
      status = message_failed("%s", noslip_last_error(l->context));
    else {
      l->taken++;
      status = l->see(l->who);
    }
    progress_update(&bar, l->taken);
  }
  progress_end(&bar);
  l->stopped = done != NOSLIP_OK && l->taken < l->planned;
  return interrupt_seen() ? message_failed("interrupted") : status;
}
