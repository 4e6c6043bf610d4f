#include "cli/model_back.h"

#include "cli/command.h"
#include "cli/message.h"
#include "table/model_text.h"

#include <stdlib.h>
#include <string.h>

// those of the command line, and those of the file that are not given there; to be freed
static noslip_setting *join(const option_settings *given, const table_note *notes, int nnote,
                            int *count) {
  noslip_setting *list = calloc((size_t)(given->n + nnote) + 1, sizeof *list);
  *count = 0;
  for (int i = 0; list && i < given->n; i++)
    list[(*count)++] = given->list[i];
  for (int i = 0; list && i < nnote; i++)
    if (!model_file_gives(given, notes[i].name))
      list[(*count)++] = (noslip_setting){notes[i].name, notes[i].value};
  return list;
}

static int parse(model_file *m, const table_model *from) {
  noslip_model_options options = {.section = m->section};
  noslip_setting *set = join(&m->set, from->parameters, from->nparameter, &options.nset);
  noslip_setting *init = join(&m->init, from->init, from->ninit, &options.ninit);
  options.set = set;
  options.init = init;
  noslip_status status =
      set && init ? noslip_model_parse(m->context, from->file, from->text, &options, &m->model)
                  : NOSLIP_ERROR_MEMORY;
  int result = !set || !init         ? message_failed("no memory")
               : status == NOSLIP_OK ? exit_done
                                     : message_library(m->context, status, from->file);
  free(set);
  free(init);
  return result;
}

// a text that is taken out of the file; NULL: there is none
static char *take(char **text) {
  char *taken = (*text)[0] ? *text : NULL;
  if (taken)
    *text = NULL;
  return taken;
}

static void take_run(model_file *m, table_model *from) {
  m->step = strtod(from->step, NULL);
  m->method = take(&from->method);
  m->trouble = take(&from->trouble);
}

int model_back(model_file *m) {
  char why[512];
  table_model from;
  if (!table_read_model(&from, m->rows, &table_usual, why, sizeof why))
    return message_about(m->rows, why);
  int status = parse(m, &from);
  take_run(m, &from);
  table_model_free(&from);
  return status;
}
