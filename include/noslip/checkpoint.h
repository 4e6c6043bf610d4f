// noslip/checkpoint.h: runs that are saved, loaded and branched.
//
// A run that was loaded, or copied, goes on bit for bit as the one it was made of: it has the state
// with its low parts, what the method carries from step to step, contacts, inputs, and everything the
// report, the verdicts and the list of events are made of.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// A second run that stands where this one does; both go on independently. It has the model, the
// context and the monitor of the first, which need not outlive it. On failure *copy is NULL.
NOSLIP_API noslip_status noslip_run_copy(noslip_run *run, noslip_run **copy);

// Save a run as a file: model text and settings, options, method and all that the steps so far have
// left. It is written beside its place as PATH.new, the disk has it, and then it is renamed: at every
// moment there is a whole file. A run that visits a time between its nodes returns.
NOSLIP_API noslip_status noslip_run_save(noslip_run *run, const char *path);

// A text that is saved with the run, for the caller; NULL: none. After loading it is
// noslip_run_note, "" if there is none.
NOSLIP_API noslip_status noslip_run_set_note(noslip_run *run, const char *text);
NOSLIP_API const char *noslip_run_note(const noslip_run *run);

// Zero means: as it was saved.
typedef struct noslip_load_options {
  noslip_model *model;      // NULL: that of the file. A model made of functions has to be given.
  double until;             // another end time,
  long steps;               // or another number of steps, of the whole run
  const char *backend;      // "interpret", "native", "auto"
  noslip_monitor *monitor;  // functions are not in the file
  void *monitor_context;
  noslip_progress *progress;
  void *progress_context;
} noslip_load_options;

// Load a run. *model is the model it runs, to be freed, too; with `options->model` it is that
// one. `options` and `model` may be NULL, `model` only if options give one. On failure *run and
// *model are NULL. NOSLIP_ERROR_FILE: the file is no checkpoint, damaged, cut off, of another version
// of noslip or of something else than one run; the sentence says which.
NOSLIP_API noslip_status noslip_run_load_sized(noslip_context *context, const char *path,
                                               const noslip_load_options *options, size_t size,
                                               noslip_model **model, noslip_run **run);
static inline noslip_status noslip_run_load(noslip_context *context_, const char *path_,
                                            const noslip_load_options *options_,
                                            noslip_model **model_, noslip_run **run_) {
  return noslip_run_load_sized(context_, path_, options_, sizeof *options_, model_, run_);
}

// What a file holds, without running anything. Texts are valid until the context is closed.
typedef struct noslip_checkpoint_info {
  const char *kind;     // "run"; of studies "ensemble", "sweep", "section" (noslip_saving), "study"
  const char *version;  // of noslip, that has written it
  const char *note;     // noslip_run_set_note, "" if none
  const char *model, *method;
  double time, step;
  long steps;  // taken
} noslip_checkpoint_info;

NOSLIP_API noslip_status noslip_checkpoint_read_sized(noslip_context *context, const char *path,
                                                      noslip_checkpoint_info *info, size_t size);
static inline noslip_status noslip_checkpoint_read(noslip_context *context_, const char *path_,
                                                   noslip_checkpoint_info *info_) {
  return noslip_checkpoint_read_sized(context_, path_, info_, sizeof *info_);
}

// The model of a checkpoint of any kind except "study", with its settings; to be freed. On failure
// *model is NULL: a model made of functions is not in the file.
NOSLIP_API noslip_status noslip_checkpoint_model(noslip_context *context, const char *path,
                                                 noslip_model **model);

#ifdef __cplusplus
}
#endif
