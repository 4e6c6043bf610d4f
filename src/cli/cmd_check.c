// noslip check: what a model is, which methods apply, whether `noslip run` with the same options
// would take a step, with its exit status; and what one step of a method keeps of it.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/run_arguments.h"
#include "cli/start_row.h"
#include "output/plain.h"
#include "output/structure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct arguments {
  run_arguments run;  // the model, and what a run would be told
  bool structure, json;
} arguments;

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--set", 0, OPTION_SETTING, &a->run.model.set},
      {"--init", 0, OPTION_SETTING, &a->run.model.init},
      {"--project", 0, OPTION_FLAG, &a->run.project},
      RUN_START_OPTIONS(&a->run),
      {"--structure", 0, OPTION_FLAG, &a->structure},
      {"--method", 0, OPTION_TEXT, &a->run.method},
      {"--step", 0, OPTION_NUMBER, &a->run.step},
      {"--backend", 0, OPTION_TEXT, &a->run.backend},
      {"--json", 0, OPTION_FLAG, &a->json},
      {0},
  };
  return options_read(argc, argv, options, &a->run.model.path);
}

static int check_arguments(const arguments *a) {
  if (a->json && !a->structure)
    return message_wrong(
        "--json belongs to --structure, which measures what a step keeps; give that, too");
  return run_arguments_check(&a->run);
}

// the text, and what ends a run of one step
static int describe_from(const run_arguments *p, const start_row *from) {
  const noslip_run_options options = {.method = p->method,
                                      .step = from->step,
                                      .project = p->project,
                                      .backend = p->backend,
                                      .start = from->list,
                                      .nstart = from->n};
  const char *text;
  noslip_status status = noslip_run_check(p->model.context, p->model.model, &options, &text);
  if (text) {
    size_t length = strlen(text);
    fputs(plain_sentence(text), stdout);
    if (length == 0 || text[length - 1] != '\n')
      fputc('\n', stdout);
  }
  return status == NOSLIP_OK ? exit_done : message_library(p->model.context, status, p->model.path);
}

static int describe(run_arguments *p) {
  start_row from;
  int status = start_row_read(&from, p);
  if (status == exit_done)
    status = describe_from(p, &from);
  start_row_free(&from);
  return status;
}

static int measure(arguments *a) {
  noslip_run *run;
  noslip_structure found;
  long planned;
  a->run.steps = (option_count){true, noslip_structure_nodes};
  a->run.whole_steps = true;
  if (!a->run.backend)
    a->run.backend = "interpret";
  int status = run_arguments_make(&a->run, &run, &planned);
  if (status != exit_done) {
    noslip_run_free(run);
    return status;
  }
  run_arguments_warn(run);
  noslip_status done = noslip_run_structure(run, &found);
  if (done != NOSLIP_OK)
    status = message_library(a->run.model.context, done, a->run.model.path);
  else if (a->json)
    structure_json(stdout, &found);
  else
    structure_table(stdout, &found);
  noslip_run_free(run);
  return status;
}

int cmd_check(int argc, char **argv) {
  arguments a = {0};
  int status = read_arguments(&a, argc, argv) ? check_arguments(&a) : exit_wrong;
  if (status == exit_done)
    status = model_file_load(&a.run.model, argv[0]);
  if (status == exit_done)
    status = a.structure ? measure(&a) : describe(&a.run);
  run_arguments_free(&a.run);
  return status;
}
