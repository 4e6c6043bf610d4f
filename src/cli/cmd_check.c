// noslip check: what a model is, whether a run could start, which methods apply.

#include "cli/command.h"
#include "cli/loading.h"
#include "cli/message.h"

#include <stdio.h>
#include <string.h>

static int describe(loading *l, bool project) {
  bool sound = false;
  const char *text = noslip_model_describe(l->model, project, &sound);
  if (!text)
    return message_failed("no memory");
  size_t length = strlen(text);
  fputs(text, stdout);
  if (length == 0 || text[length - 1] != '\n')
    fputc('\n', stdout);
  return sound ? exit_done : exit_wrong;
}

int cmd_check(int argc, char **argv) {
  loading l = {0};
  bool project = false;
  const option table[] = {
      {"--set", 0, OPTION_SETTING, &l.set},
      {"--init", 0, OPTION_SETTING, &l.init},
      {"--project", 0, OPTION_FLAG, &project},
      {0},
  };
  int status = options_read(argc, argv, table, &l.path) ? exit_done : exit_wrong;
  if (status == exit_done)
    status = loading_model(&l, argv[0]);
  if (status == exit_done)
    status = describe(&l, project);
  loading_end(&l);
  return status;
}
