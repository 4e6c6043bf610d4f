#include "output/progress.h"

#include "output/clock.h"

#include <assert.h>
#include <unistd.h>

enum { width = 32 };
static const double pause_between = 0.1;  // seconds between two drawings

void progress_begin(progress *p, FILE *out, long steps, bool wanted) {
  *p = (progress){.out = out, .steps = steps, .shown = wanted && isatty(fileno(out))};
  p->began = p->drawn = clock_seconds();
  assert(steps >= 0);
}

// "12 s", "3 min 05 s", "2 h 07 min"
static void print_left(FILE *out, double left) {
  long s = (long)(left + 0.5);
  if (s < 60)
    fprintf(out, "%ld s", s);
  else if (s < 3600)
    fprintf(out, "%ld min %02ld s", s/60, s % 60);
  else
    fprintf(out, "%ld h %02ld min", s/3600, s % 3600/60);
}

static void draw(const progress *p, long k, double t) {
  double part = (double)k/(double)p->steps;
  int full = (int)(part*width);
  fputs("\r[", p->out);
  for (int i = 0; i < width; i++)
    fputc(i < full ? '#' : '.', p->out);
  fprintf(p->out, "] %3d %%, ", (int)(100*part));
  print_left(p->out, (t - p->began)*(1/part - 1));
  fputs(" left\033[K", p->out);
  fflush(p->out);
}

void progress_update(progress *p, long k) {
  assert(k <= p->steps);
  if (!p->shown || k <= 0)
    return;
  double t = clock_seconds();
  if (t - p->drawn < pause_between)
    return;
  draw(p, k, t);
  p->drawn = t;
}

void progress_end(progress *p) {
  if (p->shown && p->drawn > p->began)
    fputs("\r\033[K", p->out);
  p->shown = false;
}
