#include "cli/film_run.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/row_times.h"
#include "output/progress.h"

#include <math.h>

typedef struct recorder {
  film *film;
  const film_source *source;
  noslip_context *context;
  noslip_run *run;
  noslip_shapes *shapes;
  row_times times;
  long planned, taken, next;  // steps; `next` frame
} recorder;

int film_check(const noslip_shapes *shapes, long frames) {
  enum { most = 500000 };  // which gnuplot draws in a minute
  int n = noslip_shapes_count(shapes);
  return (double)n*(double)frames <= most
             ? exit_done
             : message_wrong("%d shapes in %ld frames are more than the limit of %d in a picture; "
                             "give fewer frames, or draw less",
                             n, frames, (int)most);
}

// ---------------------------------------------------------------------------------------------
// frames

// the step of frame i, of those that are evenly spread
static long step_of(const recorder *r, long i) {
  long n = r->source->frames.value;
  return n > 1 ? lround((double)r->planned*(double)i/(double)(n - 1)) : r->planned;
}

static int failed(const recorder *r) {
  return message_failed("%s", noslip_last_error(r->context));
}

static int add(recorder *r) {
  if (noslip_shapes_look(r->shapes) != NOSLIP_OK)
    return failed(r);
  return film_add(r->film, r->shapes, noslip_time(r->run)) ? exit_done
                                                           : message_failed("no memory");
}

// those of --at up to where the run stands
static int add_times(recorder *r) {
  double t;
  int status = exit_done;
  while (status == exit_done && row_times_next(&r->times, r->run, &t)) {
    status = noslip_visit(r->run, t) == NOSLIP_OK ? add(r) : failed(r);
    noslip_return(r->run);
  }
  return status;
}

// trails, and the frames that are due
static int see(recorder *r) {
  if (r->film->ntrail > 0) {
    if (noslip_shapes_look(r->shapes) != NOSLIP_OK)
      return failed(r);
    film_trace(r->film, r->shapes);
  }
  if (r->source->at)
    return add_times(r);
  if (r->next >= r->source->frames.value || step_of(r, r->next) > r->taken)
    return exit_done;
  while (r->next < r->source->frames.value && step_of(r, r->next) <= r->taken)
    r->next++;
  return add(r);
}

// ---------------------------------------------------------------------------------------------
// the run

// all steps; `stopped`: the model has ended it before its plan
static int take_steps(recorder *r, bool *stopped) {
  progress bar;
  int status = see(r);
  noslip_status done = NOSLIP_OK;
  progress_begin(&bar, stderr, r->planned, true);
  while (status == exit_done && done == NOSLIP_OK && r->taken < r->planned && !interrupt_seen()) {
    bool last = r->taken == r->planned - 1 && noslip_run_rest(r->run) != 0;
    done = last ? noslip_finish(r->run) : noslip_step(r->run);
    if (done != NOSLIP_OK && done != NOSLIP_STOPPED)
      status = failed(r);
    else {
      r->taken++;
      status = see(r);
    }
    progress_update(&bar, r->taken);
  }
  progress_end(&bar);
  *stopped = done != NOSLIP_OK && r->taken < r->planned;
  return interrupt_seen() ? message_failed("interrupted") : status;
}

static int begin(recorder *r, film_source *s) {
  s->run.visits = s->at != NULL;
  int status = run_arguments_make(&s->run, &r->run, &r->planned);
  if (status == exit_done && !s->rows)
    status = row_times_read(&r->times, s->at, r->run, r->planned);
  if (status != exit_done)
    return status;
  if (noslip_run_rest(r->run) != 0)
    r->planned++;
  noslip_status made = noslip_shapes_new(r->run, &r->shapes);
  if (made != NOSLIP_OK)
    return message_library(r->context, made, s->run.model.path);
  status = film_check(r->shapes, s->at ? r->times.n : s->frames.value);
  if (status != exit_done)
    return status;
  return film_begin(r->film, r->shapes) ? exit_done : message_failed("no memory");
}

static void end(recorder *r) {
  noslip_shapes_free(r->shapes);
  noslip_run_free(r->run);
  row_times_free(&r->times);
  r->shapes = NULL;
  r->run = NULL;
}

// once more, for frames that are spread over the steps that were taken
static int repeat(recorder *r, film_source *s) {
  bool stopped;
  long taken = r->taken;
  film_free(r->film);
  end(r);
  signals_free(&s->run.signals);
  r->taken = r->next = 0;
  int status = begin(r, s);
  r->planned = taken;
  return status == exit_done ? take_steps(r, &stopped) : status;
}

int film_run(film *f, film_source *s) {
  bool stopped = false;
  recorder r = {.film = f, .source = s, .context = s->run.model.context};
  interrupt_watch();
  int status = begin(&r, s);
  if (status == exit_done)
    status = s->rows ? film_rows(f, s, r.run, r.shapes) : take_steps(&r, &stopped);
  if (status == exit_done && stopped && !s->at)
    status = repeat(&r, s);
  if (r.run && !s->rows)
    run_arguments_warn(r.run);
  end(&r);
  return status;
}
