#include "cli/kept.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/rows_back.h"
#include "output/ensemble.h"

#include <string.h>

static int check_name(const kept_option *k, const study_command *s) {
  target own = {.path = k->path};
  bool hdf5 = target_is_hdf5(&own);
  if (target_is_standard_output(&own) || (!hdf5 && !sink_is_csv(k->path)))
    return message_wrong("--keep %s: trajectories of members are written as .csv or .h5", k->path);
  if (hdf5 && !ensemble_writes_hdf5())
    return message_wrong("--keep %s: this build has no HDF5; use .csv", k->path);
  if (s->target.path && strcmp(s->target.path, k->path) == 0)
    return message_wrong("--keep and -o name the same file, %s; choose another name", k->path);
  return exit_done;
}

// With checkpoints the file can be taken up again. That of a command that is resumed may be complete
// already.
static int open_file(kept_option *k, const study_command *s) {
  const resumption *r = s->saving.resumed;
  const sink_place *stood = r ? &r->note->place : NULL;
  int status = stood && stood->rows > 0 ? rows_back(k->path) : exit_done;
  if (status != exit_done)
    return status;
  bool opened = s->saving.file.path ? members_file_open_kept(&k->file, k->path, stood)
                                    : members_file_open(&k->file, k->path);
  return opened ? exit_done : message_wrong("%s", k->file.why);
}

int kept_open(kept_option *k, const study_command *s) {
  if (!k->path)
    return exit_done;
  int status = check_name(k, s);
  if (status == exit_done)
    status = model_file_spare(&s->run.model, k->path);
  if (status == exit_done)
    status = starts_spare(&s->starts_options, k->path);
  return status == exit_done ? open_file(k, s) : status;
}

members_file *kept_file(kept_option *k) {
  return k->path ? &k->file : NULL;
}

void kept_take(kept_option *k, const study_command *s, noslip_ensemble_options *options) {
  const model_file *m = &s->run.model;
  if (!k->path)
    return;
  k->file.from = (provenance){.model = m->model, .init = m->init.list, .ninit = m->init.n};
  options->keep = members_file_add;
  options->keep_context = &k->file;
}

int kept_end(kept_option *k, const study_command *s, int status) {
  if (k->file.sink && status != exit_wrong &&
      !members_file_end(&k->file, study_trouble(s), replace_is_worth_sync(study_seconds(s))))
    status = message_failed("%s", k->file.why);
  members_file_free(&k->file);
  return status;
}
