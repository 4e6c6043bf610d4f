// noslip check: what a model is, whether a run could start, which methods apply; and what one step of a
// method keeps of it.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/planning.h"
#include "output/plain.h"
#include "output/structure.h"

#include <stdio.h>
#include <string.h>

typedef struct arguments {
  planning plan;  // the model; with --structure, method and step
  bool structure, json;
} arguments;

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option table[] = {
      {"--set", 0, OPTION_SETTING, &a->plan.model.set},
      {"--init", 0, OPTION_SETTING, &a->plan.model.init},
      {"--project", 0, OPTION_FLAG, &a->plan.project},
      {"--structure", 0, OPTION_FLAG, &a->structure},
      {"--method", 0, OPTION_TEXT, &a->plan.method},
      {"--step", 0, OPTION_NUMBER, &a->plan.step},
      {"--json", 0, OPTION_FLAG, &a->json},
      {0},
  };
  return options_read(argc, argv, table, &a->plan.model.path);
}

static int check_arguments(const arguments *a) {
  const char *alone = a->plan.method       ? "--method"
                      : a->plan.step.given ? "--step"
                      : a->json            ? "--json"
                                           : NULL;
  if (alone && !a->structure)
    return message_wrong(
        "%s belongs to --structure, which measures what a step keeps; give that, too", alone);
  return planning_check(&a->plan);
}

static int describe(const loading *l, bool project) {
  bool sound = false;
  const char *text = noslip_model_describe(l->model, project, &sound);
  if (!text)
    return message_failed("no memory");
  size_t length = strlen(text);
  fputs(plain_text(text), stdout);
  if (length == 0 || text[length - 1] != '\n')
    fputc('\n', stdout);
  return sound ? exit_done : exit_wrong;
}

static int measure(arguments *a) {
  noslip_run *run;
  noslip_structure found;
  long planned;
  a->plan.steps = (option_count){true, noslip_structure_nodes};
  a->plan.backend = "interpret";
  int status = planning_run(&a->plan, &run, &planned);
  if (status != exit_done) {
    noslip_run_free(run);
    return status;
  }
  planning_warnings(run);
  noslip_status done = noslip_run_structure(run, &found);
  if (done != NOSLIP_OK)
    status = message_library(a->plan.model.context, done, a->plan.model.path);
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
    status = loading_model(&a.plan.model, argv[0]);
  if (status == exit_done)
    status = a.structure ? measure(&a) : describe(&a.plan.model, a.plan.project);
  loading_end(&a.plan.model);
  return status;
}
