#include "cli/film_run.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/plot_run.h"
#include "cli/row_times.h"
#include "cli/step_loop.h"
#include "table/model_text.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct recorder {
  film *film;
  const film_source *source;
  noslip_context *context;
  noslip_run *run;
  noslip_shapes *shapes;
  row_times times;
  step_loop steps;
  long next;  // frame
} recorder;

// rows are as they are: what would make other ones is refused
static int check_rows(const film_source *s) {
  const run_arguments *r = &s->run;
  const char *word = r->step.given    ? "--step"
                     : r->until.given ? "--until"
                     : r->steps.given ? "--steps"
                     : r->every.given ? "--every"
                     : r->init_file   ? "--init-file"
                     : r->method      ? "--method"
                     : r->backend     ? "--backend"
                     : r->project     ? "--project"
                                      : NULL;
  return word ? message_wrong(
                    "%s is for runs, and %s has its rows already; leave it out, or give the "
                    "model",
                    word, s->rows)
              : exit_done;
}

// one that is only called HDF5 is read, so that there is a sentence
static bool has_model(const char *path) {
  const char *dot = strrchr(path, '.');
  return table_is_hdf5(path) ||
         (dot && (strcasecmp(dot, ".h5") == 0 || strcasecmp(dot, ".hdf5") == 0));
}

int film_source_check(film_source *s, const char *path, const char *name) {
  if (!path)
    return message_wrong("`%s` needs a model or a file, as in: noslip %s models/sleigh.noslip -o "
                         "sleigh.%s",
                         name, name, strcmp(name, "animate") == 0 ? "png" : "html");
  s->rows = plot_is_model(path) || strcmp(path, "-") == 0 ? NULL : path;
  if (!s->rows && s->model)
    return message_wrong("--model says whose rows a file has, and %s is a model itself", path);
  if (s->rows && access(s->rows, R_OK) != 0)
    return message_wrong("cannot read %s: %s; check the path", s->rows, strerror(errno));
  bool inside = s->rows && !s->model && has_model(s->rows);
  if (s->rows && !s->model && !inside)
    return message_wrong("%s has rows and no shapes; say whose they are with --model MODEL", path);
  s->run.model.path = s->rows && !inside ? s->model : path;
  s->run.model.rows = inside ? s->rows : NULL;
  int status = s->rows ? check_rows(s) : exit_done;
  return status == exit_done ? run_arguments_check(&s->run) : status;
}

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
  return n > 1 ? lround((double)r->steps.planned*(double)i/(double)(n - 1)) : r->steps.planned;
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
static int see(void *who) {
  recorder *r = who;
  if (r->film->ntrail > 0) {
    if (noslip_shapes_look(r->shapes) != NOSLIP_OK)
      return failed(r);
    film_trace(r->film, r->shapes);
  }
  if (r->source->at)
    return add_times(r);
  if (r->next >= r->source->frames.value || step_of(r, r->next) > r->steps.taken)
    return exit_done;
  while (r->next < r->source->frames.value && step_of(r, r->next) <= r->steps.taken)
    r->next++;
  return add(r);
}

// ---------------------------------------------------------------------------------------------
// the run

static int take_steps(recorder *r) {
  r->steps.context = r->context;
  r->steps.run = r->run;
  r->steps.see = see;
  r->steps.who = r;
  return step_loop_take(&r->steps);
}

static int begin(recorder *r, film_source *s) {
  s->run.visits = s->at != NULL;
  int status = run_arguments_make(&s->run, &r->run, &r->steps.planned);
  if (status == exit_done && !s->rows)
    status = row_times_read(&r->times, s->at, r->run, r->steps.planned);
  if (status != exit_done)
    return status;
  if (noslip_run_rest(r->run) != 0)
    r->steps.planned++;
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
  long taken = r->steps.taken;
  film_free(r->film);
  end(r);
  signals_free(&s->run.signals);
  r->steps.taken = r->next = 0;
  int status = begin(r, s);
  r->steps.planned = taken;
  return status == exit_done ? take_steps(r) : status;
}

int film_run(film *f, film_source *s) {
  recorder r = {.film = f, .source = s, .context = s->run.model.context};
  interrupt_watch();
  int status = begin(&r, s);
  if (status == exit_done)
    status = s->rows ? film_rows(f, s, r.run, r.shapes) : take_steps(&r);
  if (status == exit_done && r.steps.stopped && !s->at)
    status = repeat(&r, s);
  if (f->nframe > 0 && !film_find_ground(f, r.shapes))
    status = message_failed("no memory");
  if (r.run && !s->rows)
    run_arguments_warn(r.run);
  end(&r);
  return status;
}
