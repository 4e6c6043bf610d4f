#include "cli/watching.h"

#include "cli/interrupt.h"
#include "cli/message.h"
#include "output/clock.h"

void watching_begin(watching *w, bool quiet) {
  *w = (watching){.quiet = quiet, .began = clock_seconds()};
  interrupt_watch();
}

bool watching_go_on(void *context, long done, long total) {
  watching *w = context;
  if (!w->begun)
    progress_begin(&w->bar, stderr, total, !w->quiet);
  w->begun = true;
  w->done = done;
  w->total = total;
  progress_update(&w->bar, done);
  return !interrupt_seen();
}

void watching_end(watching *w) {
  if (w->begun)
    progress_end(&w->bar);
}

double watching_seconds(const watching *w) {
  return clock_seconds() - w->began;
}

void watching_warnings(const char *const *notes, int n) {
  for (int i = 0; i < n; i++)
    message_warning(notes[i]);
}
