// noslip animate: the shapes of a model at some times of a run, as a strip of frames or as a film.

#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/film_run.h"
#include "cli/message.h"
#include "cli/page_file.h"
#include "cli/quantity.h"
#include "cli/quote.h"
#include "output/plain.h"
#include "output/strip.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct arguments {
  const char *path;  // of the model, or of a file of rows
  film_source source;
  const char *output, *size, *title, *view;
  strip strip;
} arguments;

// ---------------------------------------------------------------------------------------------
// the command line

static int read_kind(arguments *a) {
  const char *dot = a->output ? strrchr(a->output, '.') : NULL;
  if (!a->output)
    return message_wrong("`animate` needs a name for the picture, as in: noslip animate "
                         "models/sleigh.noslip -o sleigh.png");
  if (dot && strcasecmp(dot, ".gif") == 0)
    a->strip.kind = FIGURE_GIF;
  else if (!figure_file_kind(a->output, &a->strip.kind))
    return message_wrong("-o %s: a strip of frames is .png, .svg or .pdf, a film is .gif or "
                         ".html",
                         a->output);
  return exit_done;
}

// a film in a page is turned and stopped by who looks at it
static int check_page(const arguments *a) {
  const char *word = a->source.frames.given ? "--frames"
                     : a->source.at         ? "--at"
                     : a->view              ? "--view"
                     : a->size              ? "--size"
                                            : NULL;
  return word ? message_wrong(
                    "%s is for pictures; in the film of a .html file the view, the size and "
                    "the time are chosen by who looks at it",
                    word)
              : exit_done;
}

static int read_frames(arguments *a) {
  enum { most_of_strip = 100, most_of_film = 2000, usual_strip = 6, usual_film = 100 };
  film_source *s = &a->source;
  bool moving = a->strip.kind == FIGURE_GIF;
  long most = moving ? most_of_film : most_of_strip;
  if (s->frames.given && s->at)
    return message_wrong("--frames and --at both say which frames there are; give one of them");
  if (s->frames.given && (s->frames.value < 1 || s->frames.value > most))
    return message_wrong("--frames %ld: expected a number from 1 to %ld", s->frames.value, most);
  if (!s->frames.given)
    s->frames.value = moving ? usual_film : usual_strip;
  return exit_done;
}

// "30,22": degrees around the vertical, and above the horizon
static int read_view(arguments *a) {
  char first[64];
  const char *comma = a->view ? strchr(a->view, ',') : NULL;
  a->strip.azimuth = strip_azimuth;
  a->strip.elevation = strip_elevation;
  if (!a->view)
    return exit_done;
  bool good = comma && (size_t)(comma - a->view) < sizeof first;
  if (good) {
    snprintf(first, sizeof first, "%.*s", (int)(comma - a->view), a->view);
    good = quantity_read(first, &a->strip.azimuth) && quantity_read(comma + 1, &a->strip.elevation);
  }
  return good ? exit_done
              : message_wrong("--view %s: expected two angles in degrees, around the vertical and "
                              "above the horizon, as in 30,22",
                              a->view);
}

static int read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--frames", 0, OPTION_COUNT, &a->source.frames},
      {"--at", 0, OPTION_TEXT, &a->source.at},
      {"--size", 0, OPTION_TEXT, &a->size},
      {"--title", 0, OPTION_TEXT, &a->title},
      {"--view", 0, OPTION_TEXT, &a->view},
      {"--method", 0, OPTION_TEXT, &a->source.run.method},
      RUN_COURSE_OPTIONS(&a->source.run),
      FILM_SOURCE_OPTIONS(&a->source),
      {0},
  };
  if (!options_read(argc, argv, options, &a->path))
    return exit_wrong;
  int status = film_source_check(&a->source, a->path, argv[0]);
  if (status == exit_done && page_file_is(a->output))
    return check_page(a);
  if (status == exit_done)
    status = read_kind(a);
  if (status == exit_done)
    status = read_frames(a);
  if (status == exit_done)
    status = read_view(a);
  if (status == exit_done)
    status = figure_file_size(a->size, &a->strip.width, &a->strip.height);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the picture

static bool draw(const void *context, int out, char *why, size_t size) {
  return strip_draw(context, out, why, size);
}

static int write_picture(arguments *a, const film *f) {
  static const double pause = 0.05;
  a->strip.film = f;
  a->strip.title = a->title;
  a->strip.pause = pause;
  int status = figure_file_draw(draw, &a->strip, a->output);
  if (status == exit_done)
    printf("%s: %d frame%s of %s, t = %.6g to %.6g\n", plain_name(a->output), f->nframe,
           f->nframe == 1 ? "" : "s", plain_name(a->path), f->frames[0].time,
           f->frames[f->nframe - 1].time);
  return status;
}

static int make_picture(arguments *a) {
  film f = {0};
  int status = film_run(&f, &a->source);
  if (f.nframe > 0 && status != exit_wrong) {
    int drawn = write_picture(a, &f);  // what there is of a run that failed is drawn, too
    status = drawn == exit_done ? status : drawn;
  }
  film_free(&f);
  return status;
}

static int make_page(arguments *a, int argc, char **argv) {
  char *given = quote_command(argc, argv);
  const page_file file = {.source = &a->source,
                          .output = a->output,
                          .title = a->title,
                          .command = given,
                          .film_only = true};
  int status = given ? page_file_make(&file) : message_failed("no memory");
  free(given);
  return status;
}

int cmd_animate(int argc, char **argv) {
  arguments a = {0};
  signal(SIGPIPE, SIG_IGN);  // that gnuplot has ended early is known by its exit status
  int status = read_arguments(&a, argc, argv);
  if (status == exit_done)
    status = run_arguments_spare(&a.source.run, a.output);
  if (status == exit_done)
    status = model_file_load(&a.source.run.model, argv[0]);
  if (status == exit_done)
    status = page_file_is(a.output) ? make_page(&a, argc, argv) : make_picture(&a);
  run_arguments_free(&a.source.run);
  return status;
}
