#include "cli/planning.h"

#include "cli/command.h"
#include "cli/message.h"

#include <sys/stat.h>

int planning_check(const planning *p) {
  if (p->step.given && p->step.value == 0)
    return message_wrong(
        "--step 0: steps of length 0 lead nowhere; give a length, as in --step 0.01");
  if (p->every.given && p->every.value == 0)
    return message_wrong("--every 0: expected 1 (every step) or more, as in --every 10");
  if (p->until.given && p->steps.given)
    return message_wrong("--until and --steps both say where the run ends; give one of them");
  return exit_done;
}

// --steps 0 and --until 0 ask for the start alone
static bool start_alone(const planning *p) {
  return (p->steps.given && p->steps.value == 0) || (p->until.given && p->until.value == 0);
}

int planning_run(const planning *p, noslip_run **run, long *planned) {
  noslip_context *context = p->model.context;
  noslip_run_options options = {
      .method = p->method,
      .step = p->step.value,
      .until = p->until.value,
      .steps = start_alone(p) ? 1 : p->steps.value,
      .every = p->every.value,
      .project = p->project,
      .backend = p->backend,
  };
  noslip_status status = noslip_run_new(context, p->model.model, &options, run);
  if (status != NOSLIP_OK)
    return message_library(context, status, p->model.path);

  *planned = start_alone(p) ? 0 : noslip_run_steps(*run);
  if (*planned == 0 && !start_alone(p))
    return message_wrong("the run has no end: give --until T or --steps N, or a `run until` in the "
                         "model; with a negative step, --until too is negative");
  return exit_done;
}

bool planning_is_model(const planning *p, const char *path) {
  struct stat model, output;
  return stat(p->model.path, &model) == 0 && stat(path, &output) == 0 &&
         model.st_dev == output.st_dev && model.st_ino == output.st_ino;
}

void planning_warnings(noslip_run *run) {
  noslip_report r;
  noslip_run_report(run, &r);
  for (int i = 0; i < r.nwarning; i++)
    message_warning(r.warnings[i]);
}
