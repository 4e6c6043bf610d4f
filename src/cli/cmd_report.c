// noslip report: a run with its model, equations, plots and film as one HTML file.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/page_file.h"
#include "cli/quote.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct arguments {
  const char *path;  // of the model, of a file of rows, of results, or of a study
  film_source source;
  const char *output, *title;
} arguments;

static bool ends_with(const char *path, const char *end) {
  const char *dot = path ? strrchr(path, '.') : NULL;
  return dot && strcasecmp(dot, end) == 0;
}

static bool is_results(const char *path) {
  return ends_with(path, ".json");
}

static bool is_study(const char *path) {
  return ends_with(path, ".study");
}

// a study says itself how its models run
static int check_study(const arguments *a) {
  const run_arguments *r = &a->source.run;
  bool given = r->method || r->step.given || r->until.given || r->steps.given || r->every.given ||
               r->model.set.n > 0 || r->model.init.n > 0 || r->init_file || a->source.model;
  return given ? message_wrong("%s says itself how its models run; give -o and --title alone, or "
                               "change the study",
                               a->path)
               : exit_done;
}

static int check_source(arguments *a, const char *name) {
  if (is_study(a->path))
    return check_study(a);
  return is_results(a->path) ? exit_done : film_source_check(&a->source, a->path, name);
}

static int check(arguments *a, const char *name) {
  int status = check_source(a, name);
  if (status != exit_done)
    return status;
  if (!a->output)
    return message_wrong("`report` needs a name for the page, as in: noslip report "
                         "models/sleigh.noslip -o sleigh.html");
  if (!page_file_is(a->output))
    return message_wrong("-o %s: a report is .html", a->output);
  return exit_done;
}

static int read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--title", 0, OPTION_TEXT, &a->title},
      RUN_OPTIONS(&a->source.run),
      FILM_SOURCE_OPTIONS(&a->source),
      {0},
  };
  if (!options_read(argc, argv, options, &a->path))
    return exit_wrong;
  return check(a, argv[0]);
}

static int make(arguments *a, const char *given) {
  const page_file file = {
      .source = &a->source, .output = a->output, .title = a->title, .command = given};
  if (is_results(a->path))
    return page_file_results(&file, a->path);
  if (is_study(a->path))
    return page_file_study(&file, a->path);
  int status = run_arguments_spare(&a->source.run, a->output);
  if (status == exit_done)
    status = model_file_load(&a->source.run.model, "report");
  return status == exit_done ? page_file_make(&file) : status;
}

int cmd_report(int argc, char **argv) {
  arguments a = {0};
  int status = read_arguments(&a, argc, argv);
  char *given = status == exit_done ? quote_command(argc, argv) : NULL;
  if (status == exit_done)
    status = given ? make(&a, given) : message_failed("no memory");
  free(given);
  run_arguments_free(&a.source.run);
  return status;
}
