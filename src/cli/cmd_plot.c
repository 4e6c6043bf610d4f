// noslip plot: columns of files, or of runs of a model, become a figure.

#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/plot_events.h"
#include "cli/quantity.h"
#include "output/plain.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct arguments {
  option_operands words;  // files and models, then panels
  int nfile;              // of these
  plot_sources sources;
  panels_options panels;
  const char *output, *size, *title, *log, *x_range, *y_range;
  char path[4096];  // of the figure
  figure_kind kind;
  int width, height;
} arguments;

// ---------------------------------------------------------------------------------------------
// the command line

// -o, or the name of the first file with another end
static int name_figure(arguments *a) {
  const char *file = a->words.list[0], *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  size_t stem =
      dot && dot > file && (!slash || dot > slash + 1) ? (size_t)(dot - file) : strlen(file);
  int length = a->output ? snprintf(a->path, sizeof a->path, "%s", a->output)
                         : snprintf(a->path, sizeof a->path, "%.*s.png", (int)stem, file);
  if (length < 0 || length >= (int)sizeof a->path - 32)
    return message_wrong("the name of the picture is too long; give a shorter one with -o");
  if (figure_file_kind(a->path, &a->kind))
    return exit_done;
  return message_wrong("-o %s: pictures are .png, .svg or .pdf", a->path);
}

// a:b, a: or :b
static int read_range(limits *l, const char *name, const char *text) {
  char first[64];
  const char *colon = text ? strchr(text, ':') : NULL;
  if (!text)
    return exit_done;
  bool good = colon && (size_t)(colon - text) < sizeof first;
  if (good) {
    snprintf(first, sizeof first, "%.*s", (int)(colon - text), text);
    l->from = first[0] != 0;
    l->to = colon[1] != 0;
    good = (l->from || l->to) && (!l->from || quantity_read(first, &l->least)) &&
           (!l->to || quantity_read(colon + 1, &l->most));
  }
  if (!good)
    return message_wrong("%s %s: expected two numbers, as in -1:2.5; one of them may be missing",
                         name, text);
  return !l->from || !l->to || l->least < l->most
             ? exit_done
             : message_wrong("%s %s: the range does not end above its beginning; write the smaller "
                             "number first",
                             name, text);
}

// an end of a range that is not on a logarithmic axis; NULL: both are
static const double *not_positive(const limits *l) {
  if (l->from && l->least <= 0)
    return &l->least;
  return l->to && l->most <= 0 ? &l->most : NULL;
}

static int check_ranges(const arguments *a) {
  const panels_options *p = &a->panels;
  const double *wrong = p->log_x ? not_positive(&p->x) : NULL;
  if (!wrong && p->log_y)
    wrong = not_positive(&p->y);
  if (wrong)
    return message_wrong(
        "--log %s: a logarithmic axis has positive numbers only; the range has %g; "
        "give a positive number, or leave it out",
        a->log, *wrong);
  if (p->points && p->lines)
    return message_wrong("--points and --lines say opposite things; give one of them");
  return exit_done;
}

// options that belong together
static int check_sources(const arguments *a) {
  const plot_sources *s = &a->sources;
  bool model = false;
  for (int i = 0; i < a->nfile; i++)
    model |= plot_is_model(a->words.list[i]);
  const run_arguments *r = &s->run;
  bool of_runs = s->methods || r->method || r->step.given || r->until.given || r->steps.given ||
                 r->every.given || r->project || r->backend || r->input.n > 0;
  if (of_runs && !model)
    return message_wrong("--methods, --step and the like belong to a model, as in: noslip plot "
                         "models/sleigh.noslip x:y --methods \"dla-mp,spark(3)\"");
  if (s->methods && r->method)
    return message_wrong("--method and --methods both name the methods; give one of them");
  if (s->model && (!s->against || strcmp(s->against, "exact") != 0))
    return message_wrong("--model belongs to --error-against exact; give both, or none");
  return run_arguments_check(r);
}

// Words that name files come first; a word that is there as a file is one, unless it has a colon.
static int count_files(const option_operands *words) {
  static const char *const ends[] = {".csv", ".h5", ".hdf5", ".noslip"};
  int n = 1;
  for (; n < words->n; n++) {
    const char *word = words->list[n], *dot = strrchr(word, '.');
    struct stat info;
    bool file = stat(word, &info) == 0 && S_ISREG(info.st_mode);
    for (int i = 0; i < 4 && dot; i++)
      file = file || strcmp(dot, ends[i]) == 0;
    if (!file)
      break;
  }
  return n;
}

static int check_words(arguments *a) {
  int status = exit_done;
  if (a->words.n == 0)
    return message_wrong("`plot` needs a file, as in: noslip plot sleigh.h5 x:y -o sleigh.png");
  if (strcmp(a->words.list[0], "-") == 0)
    return message_wrong("`plot` does not read standard input; give the name of a file");
  a->nfile = count_files(&a->words);
  a->sources.paths = a->words.list;
  a->sources.n = a->nfile;
  a->panels.errors = a->sources.against != NULL;
  a->panels.log_given = a->log != NULL;
  if (status == exit_done)
    status = name_figure(a);
  if (status == exit_done)
    status = figure_file_size(a->size, &a->width, &a->height);
  if (status == exit_done)
    status = figure_file_log(a->log, &a->panels.log_x, &a->panels.log_y);
  if (status == exit_done)
    status = read_range(&a->panels.x, "--x-range", a->x_range);
  if (status == exit_done)
    status = read_range(&a->panels.y, "--y-range", a->y_range);
  if (status == exit_done)
    status = check_ranges(a);
  return status == exit_done ? check_sources(a) : status;
}

static int read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--size", 0, OPTION_TEXT, &a->size},
      {"--title", 0, OPTION_TEXT, &a->title},
      {"--log", 0, OPTION_TEXT, &a->log},
      {"--x-range", 0, OPTION_TEXT, &a->x_range},
      {"--y-range", 0, OPTION_TEXT, &a->y_range},
      {"--points", 0, OPTION_FLAG, &a->panels.points},
      {"--lines", 0, OPTION_FLAG, &a->panels.lines},
      {"--by", 0, OPTION_TEXT, &a->sources.by},
      {"--error-against", 0, OPTION_TEXT, &a->sources.against},
      {"--model", 0, OPTION_TEXT, &a->sources.model},
      {"--relative", 0, OPTION_FLAG, &a->panels.relative},
      {"--norm", 0, OPTION_FLAG, &a->panels.norm},
      {"--methods", 0, OPTION_TEXT, &a->sources.methods},
      {"--backend", 0, OPTION_TEXT, &a->sources.run.backend},
      {"--input", 0, OPTION_SETTING, &a->sources.run.input},
      RUN_OPTIONS(&a->sources.run),
      {0},
  };
  if (!options_read_all(argc, argv, options, &a->words))
    return exit_wrong;
  return check_words(a);
}

// ---------------------------------------------------------------------------------------------
// the figure

// "run.png: 3 panels, 1000 rows of run.csv, 12 events of run.events.csv"
static void tell(const arguments *a, const plot_runs *r, const panels *p, const plot_events *e) {
  size_t rows = 0, left = 0;
  for (int i = 0; i < r->n; i++) {
    rows += r->list[i].table.nrow;
    left += r->list[i].rows_left;
  }
  printf("%s: %d panel%s, %zu rows of ", plain_name(a->path), p->n, p->n == 1 ? "" : "s", rows);
  if (r->n == 1)
    fputs(plain_name(r->list[0].path), stdout);
  else
    printf("%d %s", r->n, plot_is_model(a->words.list[0]) ? "runs" : "files");
  if (e->total > 0)
    printf(", %zu event%s of %s", e->total, e->total == 1 ? "" : "s", plain_name(e->path));
  putchar('\n');
  if (left > 0)
    printf("  %zu row%s left out: at the same time %s has none\n", left,
           left == 1 ? " is" : "s are", plain_name(a->sources.against));
  if (p->not_drawn > 0)
    printf("  %zu number%s not positive and not on the logarithmic axis\n", p->not_drawn,
           p->not_drawn == 1 ? " is" : "s are");
}

static int draw(const arguments *a, const plot_runs *r, panels *p, const plot_events *e) {
  int n = a->words.n - a->nfile;
  if (!(n > 0 ? panels_read(p, a->words.list + a->nfile, n) : panels_default(p)))
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
    tell(a, r, p, e);
  return status;
}

static int plot(const arguments *a, const plot_runs *r) {
  plot_events e = {0};
  panels *p = calloc(1, sizeof *p);
  noslip_context *context = noslip_open(NULL);
  if (r->n == 1 && !plot_is_model(r->list[0].path))
    plot_events_read(&e, r->list[0].path);
  int status = exit_failed;
  if (p && context) {
    p->runs = r;
    p->options = &a->panels;
    p->context = context;
    status = draw(a, r, p, &e);
  } else {
    message_failed("no memory");
  }
  plot_events_free(&e);
  if (p)
    panels_free(p);
  free(p);
  noslip_close(context);
  return status;
}

int cmd_plot(int argc, char **argv) {
  arguments a = {0};
  plot_runs runs = {0};
  signal(SIGPIPE, SIG_IGN);  // that gnuplot has ended early is known by its exit status
  int status = read_arguments(&a, argc, argv);
  if (status == exit_done)
    status = plot_runs_read(&runs, &a.sources);
  if (status == exit_done || (status == exit_failed && runs.n > 0 && runs.list[0].begin)) {
    int drawn = plot(&a, &runs);  // what there is of runs that failed is drawn, too
    status = drawn == exit_done ? status : drawn;
  }
  plot_runs_free(&runs);
  options_free_settings(&a.sources.run.model.set);
  options_free_settings(&a.sources.run.model.init);
  options_free_settings(&a.sources.run.input);
  free(a.words.list);
  return status;
}
