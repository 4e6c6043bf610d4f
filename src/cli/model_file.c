#include "cli/model_file.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/model_back.h"
#include "output/replace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int model_file_load(model_file *m, const char *name) {
  assert(!m->context && !m->model);
  if (!m->path)
    return message_wrong("`%s` needs a model file, as in: noslip %s models/sleigh.noslip", name,
                         name);
  m->context = noslip_open(NULL);
  if (!m->context)
    return message_failed("no memory");
  if (m->rows)
    return model_back(m);
  noslip_model_options options = {.set = m->set.list,
                                  .nset = m->set.n,
                                  .init = m->init.list,
                                  .ninit = m->init.n,
                                  .section = m->section};
  noslip_status status = m->checkpoint
                             ? noslip_checkpoint_model(m->context, m->checkpoint, &m->model)
                             : noslip_model_load_with(m->context, m->path, &options, &m->model);
  return status == NOSLIP_OK ? exit_done : message_library(m->context, status, m->path);
}

bool model_file_gives(const option_settings *s, const char *name) {
  for (int i = 0; i < s->n; i++) {
    size_t n = strlen(s->list[i].name);
    if (strncmp(s->list[i].name, name, n) == 0 && (name[n] == 0 || name[n] == '['))
      return true;
  }
  return false;
}

int model_file_spare(const model_file *m, const char *path) {
  if (strcmp(m->path, "-") != 0 && replace_is_same(m->path, path))
    return message_wrong("-o %s would overwrite the model; choose another name", path);
  return exit_done;
}

void model_file_free(model_file *m) {
  free(m->method);
  free(m->trouble);
  noslip_model_free(m->model);
  noslip_close(m->context);
  options_free_settings(&m->set);
  options_free_settings(&m->init);
}
