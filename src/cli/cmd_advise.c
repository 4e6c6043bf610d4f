// noslip advise: which method and which step have an error at a time, measured.

#include "cli/command.h"
#include "cli/message.h"
#include "cli/study_command.h"

#include <stdio.h>

typedef struct advise_command {
  study_command study;
  option_number error;
} advise_command;

static bool read_options(study_command *s, int argc, char **argv) {
  advise_command *c = (advise_command *)s;
  const option options[] = {
      {"--error", 0, OPTION_NUMBER, &c->error},
      {"--until", 0, OPTION_NUMBER, &s->run.until},
      {"--set", 0, OPTION_SETTING, &s->run.model.set},
      {"--init", 0, OPTION_SETTING, &s->run.model.init},
      {"--project", 0, OPTION_FLAG, &s->run.project},
      {"--output", 'o', OPTION_TEXT, &s->target.path},
      {"--json", 0, OPTION_FLAG, &s->json},
      {"--quiet", 0, OPTION_FLAG, &s->quiet},
      {0},
  };
  return options_read(argc, argv, options, &s->run.model.path);
}

static int check_options(study_command *s) {
  const advise_command *c = (const advise_command *)s;
  const option_number *until = &s->run.until;
  int status = target_check(&s->target, TARGET_FIGURE, s->json);
  if (status == exit_done && c->error.given && !(c->error.value >= 1e-14 && c->error.value < 1))
    status = message_wrong("--error %.10g: an error is a number from 1e-14 to 1, as in --error "
                           "1e-8",
                           c->error.value);
  if (status == exit_done && until->given && !(until->value > 0))
    status = message_wrong("--until %.10g: trials end at a positive time, as in --until 10",
                           until->value);
  return status;
}

static noslip_status compute(study_command *s) {
  const advise_command *c = (const advise_command *)s;
  const noslip_advise_options options = {.error = c->error.value,
                                         .until = s->run.until.value,
                                         .project = s->run.project,
                                         .progress = study_go_on,
                                         .progress_context = s};
  noslip_advised *result;
  noslip_status status = noslip_advise(s->run.model.context, s->run.model.model, &options, &result);
  s->result = result;
  return status;
}

static int write_figure(const study_command *s) {
  study_figure f;
  return study_write_figure(s, &f, advice_draw(&f, s->result), "no error above 0");
}

static void find_trouble(study_command *s) {
  if (s->stopped)
    snprintf(s->trouble, sizeof s->trouble, "interrupted after %ld of %ld methods", s->done,
             s->total);
}

static void free_result(void *result) {
  noslip_advised_free(result);
}

int cmd_advise(int argc, char **argv) {
  static const study_kind kind = {&advice_output, read_options, check_options,
                                  compute,        write_figure, find_trouble,
                                  free_result,    NULL,         NULL};
  advise_command c = {.study.kind = &kind};
  return study_main(&c.study, argc, argv);
}
