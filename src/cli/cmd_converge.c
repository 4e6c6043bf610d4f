// noslip converge: methods, smaller and smaller steps, and the orders that the errors show.

#include "cli/command.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/study_command.h"
#include "output/plain.h"

#include <stdio.h>
#include <string.h>

typedef struct converge_command {
  study_command study;
  const char *methods, *steps, *reference, *over;
  precision_axis axis;
  option_number reference_step;
  list_texts method_list;
  list_numbers step_list;
} converge_command;

static bool read_options(study_command *s, int argc, char **argv) {
  converge_command *c = (converge_command *)s;
  const option options[] = {
      {"--methods", 0, OPTION_TEXT, &c->methods},
      {"--steps", 0, OPTION_TEXT, &c->steps},
      {"--until", 0, OPTION_NUMBER, &s->run.until},
      {"--reference", 0, OPTION_TEXT, &c->reference},
      {"--reference-step", 0, OPTION_NUMBER, &c->reference_step},
      {"--over", 0, OPTION_TEXT, &c->over},
      {"--set", 0, OPTION_SETTING, &s->run.model.set},
      {"--init", 0, OPTION_SETTING, &s->run.model.init},
      {"--project", 0, OPTION_FLAG, &s->run.project},
      STUDY_OPTIONS(s),
      {0},
  };
  return options_read(argc, argv, options, &s->run.model.path);
}

static int check_options(study_command *s) {
  converge_command *c = (converge_command *)s;
  const option_number *until = &s->run.until;
  int status = target_check(&s->target, TARGET_FIGURE, s->json);
  if (status == exit_done && until->given && !(until->value > 0))
    status = message_wrong("--until %.10g: a study ends at a positive time, as in --until 1",
                           until->value);
  if (status == exit_done && c->over && !convergence_axis_read(c->over, &c->axis))
    status = message_wrong("--over %s: errors are drawn over h, steps, newton or seconds",
                           plain_name(c->over));
  if (status == exit_done && c->over && (!s->target.path || s->target.format != TARGET_FIGURE))
    status = message_wrong("--over is for pictures: give -o work.png, or .svg or .pdf");
  if (status == exit_done && c->methods)
    status = list_read_texts(&c->method_list, "--methods", c->methods);
  if (status == exit_done && c->steps)
    status = list_read_steps(&c->step_list, "--steps", c->steps);
  return status;
}

static noslip_against against(const char *reference) {
  if (!reference)
    return NOSLIP_AGAINST_DEFAULT;
  if (strcmp(reference, "exact") == 0)
    return NOSLIP_AGAINST_EXACT;
  return strcmp(reference, "richardson") == 0 ? NOSLIP_AGAINST_HALVES : NOSLIP_AGAINST_RUN;
}

static noslip_status compute(study_command *s) {
  const converge_command *c = (converge_command *)s;
  noslip_against kind = against(c->reference);
  const noslip_converge_options options = {
      .methods = (const char *const *)c->method_list.items,
      .nmethod = c->method_list.n,
      .steps = c->step_list.items,
      .nstep = c->step_list.n,
      .until = s->run.until.value,
      .against = kind,
      .reference = kind == NOSLIP_AGAINST_RUN ? c->reference : NULL,
      .reference_step = c->reference_step.value,
      .project = s->run.project,
      .backend = s->run.backend,
      .progress = study_go_on,
      .progress_context = s,
      .signals = s->run.signals.list,
      .nsignal = s->run.signals.n,
  };
  noslip_convergence *result;
  noslip_status status =
      noslip_converge(s->run.model.context, s->run.model.model, &options, &result);
  s->result = result;
  return status;
}

static int write_figure(const study_command *s) {
  const converge_command *c = (const converge_command *)s;
  study_figure f;
  return study_write_figure(s, &f, convergence_draw(&f, s->result, c->axis), "no error above 0");
}

static void find_trouble(study_command *s) {
  const noslip_convergence *r = s->result;
  if (s->stopped)
    snprintf(s->trouble, sizeof s->trouble, "interrupted after %ld of %ld steps", s->done,
             s->total);
  else if (r->nfailed > 0)
    snprintf(s->trouble, sizeof s->trouble, "%d of %d errors could not be computed", r->nfailed,
             r->nmethod*r->nstep);
}

static void free_result(void *result) {
  noslip_convergence_free(result);
}

int cmd_converge(int argc, char **argv) {
  static const study_kind kind = {
      &convergence_output, read_options, check_options, compute, write_figure,
      find_trouble,        free_result,  NULL,          NULL};
  converge_command c = {.study.kind = &kind};
  int status = study_main(&c.study, argc, argv);
  list_free_texts(&c.method_list);
  list_free_numbers(&c.step_list);
  return status;
}
