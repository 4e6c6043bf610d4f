// noslip plot: columns of a file become a figure.

#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/plot_events.h"
#include "output/plain.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct arguments {
  option_operands words;  // the file, then the panels
  const char *output, *size, *title;
  char path[4096];  // of the figure
  figure_kind kind;
  int width, height;
} arguments;

// ---------------------------------------------------------------------------------------------
// the command line

static int read_kind(arguments *a) {
  if (figure_file_kind(a->path, &a->kind))
    return exit_done;
  return message_wrong("-o %s: pictures are .png, .svg or .pdf", a->path);
}

// -o, or the name of the file with another end
static int name_figure(arguments *a) {
  const char *file = a->words.list[0], *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  size_t stem =
      dot && dot > file && (!slash || dot > slash + 1) ? (size_t)(dot - file) : strlen(file);
  int length = a->output ? snprintf(a->path, sizeof a->path, "%s", a->output)
                         : snprintf(a->path, sizeof a->path, "%.*s.png", (int)stem, file);
  if (length < 0 || length >= (int)sizeof a->path - 32)
    return message_wrong("the name of the picture is too long; give a shorter one with -o");
  return read_kind(a);
}

static int read_size(arguments *a) {
  enum { least = 100, most = 10000 };
  char rest;
  if (!a->size)
    return exit_done;
  bool good = sscanf(a->size, "%5dx%5d%c", &a->width, &a->height, &rest) == 2 &&
              a->width >= least && a->width <= most && a->height >= least && a->height <= most;
  return good ? exit_done
              : message_wrong("--size %s: expected width and height in pixels, each from %d to %d, "
                              "as in 1200x600",
                              a->size, least, most);
}

static int read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--size", 0, OPTION_TEXT, &a->size},
      {"--title", 0, OPTION_TEXT, &a->title},
      {0},
  };
  if (!options_read_all(argc, argv, options, &a->words))
    return exit_wrong;
  if (a->words.n == 0)
    return message_wrong("`plot` needs a file, as in: noslip plot sleigh.h5 x:y -o sleigh.png");
  int status = name_figure(a);
  return status == exit_done ? read_size(a) : status;
}

// ---------------------------------------------------------------------------------------------
// the figure

// "run.png: 3 panels, 1000 rows of run.csv, 12 events of run.events.csv"
static void tell(const arguments *a, const table *t, const panels *p, const plot_events *e) {
  printf("%s: %d panel%s, %zu rows of %s", plain_name(a->path), p->n, p->n == 1 ? "" : "s", t->nrow,
         plain_name(a->words.list[0]));
  if (e->total > 0)
    printf(", %zu event%s of %s", e->total, e->total == 1 ? "" : "s", plain_name(e->path));
  putchar('\n');
}

static int plot(const arguments *a, const table *t, panels *p, const plot_events *e) {
  bool good =
      a->words.n > 1 ? panels_read(p, t, a->words.list + 1, a->words.n - 1) : panels_default(p, t);
  if (!good)
    return message_wrong("%s", p->why);
  plot_events_mark(e, p->list, p->n);
  figure page = {.panels = p->list,
                 .npanel = p->n,
                 .title = a->title,
                 .kind = a->kind,
                 .width = a->width,
                 .height = a->height};
  int status = figure_file_write(&page, a->path);
  if (status == exit_done)
    tell(a, t, p, e);
  return status;
}

static int plot_file(const arguments *a) {
  char why[512];
  table t;
  if (!table_read(&t, a->words.list[0], &table_usual, why, sizeof why))
    return message_about(a->words.list[0], why);
  plot_events e;
  plot_events_read(&e, a->words.list[0]);
  panels *p = calloc(1, sizeof *p);
  int status = p ? plot(a, &t, p, &e) : message_failed("no memory");
  plot_events_free(&e);
  if (p)
    panels_free(p);
  free(p);
  table_free(&t);
  return status;
}

int cmd_plot(int argc, char **argv) {
  arguments a = {0};
  signal(SIGPIPE, SIG_IGN);  // that gnuplot has ended early is known by its exit status
  int status = read_arguments(&a, argc, argv);
  if (status == exit_done)
    status = plot_file(&a);
  free(a.words.list);
  return status;
}
