// What the commands that make a run have in common: the model, the method, the step, the end.

#pragma once

#include "cli/loading.h"

typedef struct planning {
  loading model;
  const char *method, *backend;
  option_number step, until;
  option_count steps, every;
  bool project;
} planning;

// their lines in the table of options; those of the course alone, without method and rows
// clang-format off
#define PLANNING_COURSE(p)                         \
  {"--step", 0, OPTION_NUMBER, &(p)->step},        \
  {"--until", 0, OPTION_NUMBER, &(p)->until},      \
  {"--steps", 0, OPTION_COUNT, &(p)->steps},       \
  {"--set", 0, OPTION_SETTING, &(p)->model.set},   \
  {"--init", 0, OPTION_SETTING, &(p)->model.init}, \
  {"--project", 0, OPTION_FLAG, &(p)->project}

#define PLANNING_OPTIONS(p)                        \
  {"--method", 0, OPTION_TEXT, &(p)->method},      \
  {"--every", 0, OPTION_COUNT, &(p)->every},       \
  PLANNING_COURSE(p)
// clang-format on

// What each option alone allows, but not the run: an exit status, after a sentence if it is not
// exit_done.
int planning_check(const planning *p);

// Make the run of the loaded model and say how many steps are planned; an exit status. *run is to be
// freed in every case.
int planning_run(const planning *p, noslip_run **run, long *planned);

// would a file of this name take the place of the model?
bool planning_is_model(const planning *p, const char *path);

// what the library warns of, on standard error
void planning_warnings(noslip_run *run);
