#define _XOPEN_SOURCE 700  // realpath

#include "cli/study_saving.h"

#include "cli/command.h"
#include "cli/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// the command line

int resumption_take_up(const resumption *r, check_file *file) {
  *file = (check_file){.path = realpath(r->path, NULL), .seconds = r->note->seconds};
  if (!file->path)
    return message_failed("no memory");
  if (chdir(r->note->directory) != 0)
    return message_wrong("cannot go to the folder of the command, `%s`: %s", r->note->directory,
                         strerror(errno));
  return exit_done;
}

static int take_up(study_command *s) {
  const resumption *r = s->saving.resumed;
  int status = resumption_take_up(r, &s->saving.file);
  s->run.model.checkpoint = s->saving.file.path;
  s->json |= r->json;
  s->quiet |= r->quiet;
  return status;
}

int study_saving_read(study_command *s, int argc, char **argv) {
  s->saving.argc = argc;
  s->saving.argv = argv;
  return s->saving.resumed ? take_up(s) : check_file_read(&s->saving.file, s->saving.given);
}

static bool same_name(const char *a, const char *b) {
  return a && b && strcmp(a, b) == 0;
}

int study_saving_spare(const study_command *s, const char *keep) {
  const char *path = s->saving.file.path;
  if (!path || s->saving.resumed)
    return exit_done;
  if (same_name(path, s->target.path))
    return message_wrong("--checkpoint and -o both name `%s`; give them two files", path);
  if (same_name(path, keep))
    return message_wrong("--checkpoint and --keep both name `%s`; give them two files", path);
  int status = run_arguments_spare(&s->run, path);
  return status == exit_done ? starts_spare(&s->starts_options, path) : status;
}

// ---------------------------------------------------------------------------------------------
// checkpoints

// `note` of a noslip_saving: the command, and where the file of the trajectories stands
static const char *print_note(void *context) {
  study_command *s = context;
  study_saving *v = &s->saving;
  sink_place stand = {0};
  if (v->keep)
    members_file_stand(v->keep, &stand);
  free(v->note);
  v->note = note_command(v->argc, v->argv, v->file.seconds, &stand);
  return v->note;
}

static void complain(void *context, const char *sentence) {
  study_command *s = context;
  check_file_complain(&s->saving.file, sentence);
}

void study_saving_take(study_command *s, noslip_ensemble_options *options, members_file *keep) {
  study_saving *v = &s->saving;
  if (!v->file.path)
    return;
  v->keep = keep;
  v->options = (noslip_saving){.path = v->file.path,
                               .seconds = v->file.seconds,
                               .resume = v->resumed != NULL,
                               .note = print_note,
                               .complain = complain,
                               .context = s};
  options->saving = &v->options;
}

void study_saving_free(study_saving *s) {
  check_file_free(&s->file);
  free(s->note);
}
