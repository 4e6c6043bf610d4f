#include "cli/loading.h"

#include "cli/command.h"
#include "cli/message.h"

int loading_model(loading *l, const char *name) {
  if (!l->path)
    return message_wrong("`%s` needs a model file, as in: noslip %s models/sleigh.noslip", name,
                         name);
  l->context = noslip_open(NULL);
  if (!l->context)
    return message_failed("no memory");
  noslip_model_options options = {.set = l->set.list,
                                  .nset = l->set.n,
                                  .init = l->init.list,
                                  .ninit = l->init.n,
                                  .section = l->section};
  noslip_status status = noslip_model_load_with(l->context, l->path, &options, &l->model);
  return status == NOSLIP_OK ? exit_done : message_library(l->context, status, l->path);
}

void loading_end(loading *l) {
  noslip_model_free(l->model);
  noslip_close(l->context);
  options_free_settings(&l->set);
  options_free_settings(&l->init);
}
