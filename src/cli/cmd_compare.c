// noslip compare: methods side by side, and what they keep on the way.

#include "cli/command.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/study_command.h"

#include <stdio.h>

typedef struct compare_command {
  study_command study;
  const char *methods;
  list_texts method_list;
} compare_command;

static bool read_options(study_command *s, int argc, char **argv) {
  compare_command *c = (compare_command *)s;
  const option options[] = {
      {"--methods", 0, OPTION_TEXT, &c->methods},
      RUN_COURSE_OPTIONS(&s->run),
      STUDY_OPTIONS(s),
      {0},
  };
  return options_read(argc, argv, options, &s->run.model.path);
}

static int check_options(study_command *s) {
  compare_command *c = (compare_command *)s;
  const run_arguments *a = &s->run;
  int status = target_check(&s->target, TARGET_FIGURE, s->json);
  if (status == exit_done)
    status = run_arguments_check(a);
  if (status == exit_done && run_arguments_start_alone(a))
    status = message_wrong(
        a->steps.given ? "--steps 0: there is nothing to compare at the start; give 1 or more"
                       : "--until 0: there is nothing to compare at the start; give a later "
                         "time");
  if (status == exit_done && c->methods)
    status = list_read_texts(&c->method_list, "--methods", c->methods);
  return status;
}

static noslip_status compute(study_command *s) {
  const compare_command *c = (compare_command *)s;
  const noslip_compare_options options = {
      .methods = (const char *const *)c->method_list.items,
      .nmethod = c->method_list.n,
      .step = s->run.step.value,
      .until = s->run.until.value,
      .steps = s->run.steps.value,
      .project = s->run.project,
      .backend = s->run.backend,
      .progress = study_go_on,
      .progress_context = s,
      .signals = s->run.signals.list,
      .nsignal = s->run.signals.n,
  };
  noslip_comparison *result;
  noslip_status status =
      noslip_compare(s->run.model.context, s->run.model.model, &options, &result);
  s->result = result;
  return status;
}

static int write_figure(const study_command *s) {
  study_figure f;
  return study_write_figure(s, &f, comparison_draw(&f, s->result), "no error above 0");
}

static void find_trouble(study_command *s) {
  const noslip_comparison *r = s->result;
  if (s->stopped)
    snprintf(s->trouble, sizeof s->trouble, "interrupted after %ld of %ld steps", s->done,
             s->total);
  else if (r->nfailed > 0)
    snprintf(s->trouble, sizeof s->trouble, "%d of %d methods did not get to the end", r->nfailed,
             r->nmethod);
}

static void free_result(void *result) {
  noslip_comparison_free(result);
}

int cmd_compare(int argc, char **argv) {
  static const study_kind kind = {
      &comparison_output, read_options, check_options, compute, write_figure,
      find_trouble,       free_result,  NULL,          NULL};
  compare_command c = {.study.kind = &kind};
  int status = study_main(&c.study, argc, argv);
  list_free_texts(&c.method_list);
  return status;
}
