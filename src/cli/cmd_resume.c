// noslip resume: go on from a checkpoint, as if the command had never been interrupted.

#define _XOPEN_SOURCE 700  // realpath

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/quote.h"
#include "cli/rows_back.h"
#include "cli/run_job.h"
#include "cli/study_saving.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct wanted {
  const char *path;
  option_number until;
  bool json, quiet;
} wanted;

static bool read_wanted(wanted *w, int argc, char **argv) {
  const option options[] = {
      {"--until", 0, OPTION_NUMBER, &w->until},
      {"--json", 0, OPTION_FLAG, &w->json},
      {"--quiet", 0, OPTION_FLAG, &w->quiet},
      {0},
  };
  return options_read(argc, argv, options, &w->path);
}

// the run of the file; its names of files are relative to where the command was given
static int load(job *j, const wanted *w) {
  model_file *m = &j->given->run.model;
  noslip_load_options o = {.until = w->until.value, .backend = j->given->run.backend};
  noslip_status status = noslip_run_load(m->context, w->path, &o, &m->model, &j->run);
  if (status != NOSLIP_OK)
    return message_library(m->context, status, NULL);
  j->checkpoint = (check_file){.path = realpath(w->path, NULL), .seconds = j->resumed->seconds};
  if (!j->checkpoint.path)
    return message_failed("no memory");
  if (chdir(j->resumed->directory) != 0 && errno != ENOENT)
    return message_wrong("cannot go to the folder of the run, `%s`: %s", j->resumed->directory,
                         strerror(errno));
  return exit_done;
}

// where it stands
static int stand(job *j, const wanted *w, const noslip_checkpoint_info *info) {
  bool alone = run_arguments_start_alone(&j->given->run) && !w->until.given;
  j->taken = info->steps;
  j->written = j->resumed->written;
  j->planned = alone ? 0 : noslip_run_steps(j->run) + (noslip_run_rest(j->run) != 0);
  if (j->taken > j->planned)
    return message_wrong("the run of `%s` has taken %ld steps, and %ld are planned", w->path,
                         j->taken, j->planned);
  int status = row_times_resume(&j->times, j->given->at, info->step < 0, j->resumed->times);
  return status == exit_done && j->given->output ? rows_back(j->given->output) : status;
}

static int resume_run(const wanted *w, const noslip_checkpoint_info *info, note *from,
                      noslip_context *context) {
  arguments a = {.run.model.context = context};
  job j = {.given = &a, .context = context, .resumed = from};
  int status = run_job_read(&a, from->argc, from->argv) ? run_job_check(&a) : exit_wrong;
  a.json |= w->json;
  a.quiet |= w->quiet;
  a.command = quote_command(from->argc, from->argv);
  if (status == exit_done && !a.command)
    status = message_failed("no memory");
  if (status == exit_done)
    status = load(&j, w);
  if (status == exit_done)
    status = stand(&j, w, info);
  if (status == exit_done)
    status = run_job_take(&j);
  run_job_free(&j);
  run_job_free_arguments(&a);
  return status;
}

// the studies, which begin with their command line again
static resume_function *find_study(const char *kind) {
  static const struct {
    const char *kind;
    resume_function *function;
  } studies[] = {
      {"ensemble", ensemble_resume},
      {"sweep", sweep_resume},
      {"section", section_resume},
      {"study", study_resume},
  };
  for (size_t i = 0; i < sizeof studies/sizeof *studies; i++)
    if (strcmp(studies[i].kind, kind) == 0)
      return studies[i].function;
  return NULL;
}

static int resume_study(const wanted *w, const note *from, resume_function *function) {
  const resumption r = {w->path, from, w->json, w->quiet};
  if (w->until.given)
    return message_wrong("--until gives a run a later end, and `%s` is a checkpoint of `noslip %s`",
                         w->path, from->argv[0]);
  return function(&r);
}

// The command that has written it, with its words: a run goes on in the context, and closes it.
static int go_on(const wanted *w, noslip_context *context, const noslip_checkpoint_info *info,
                 note *from) {
  resume_function *study = find_study(info->kind);
  bool known = note_read(from, info->note) && strcmp(from->argv[0], info->kind) == 0 &&
               (study || strcmp(info->kind, "run") == 0);
  if (known && !study)
    return resume_run(w, info, from, context);
  int done = known ? resume_study(w, from, study)
                   : message_wrong("`%s` was saved by a program, not by --checkpoint of noslip; "
                                   "load it with the library",
                                   w->path);
  noslip_close(context);
  return done;
}

static int resume(const wanted *w, noslip_context *context) {
  noslip_checkpoint_info info;
  note from = {0};
  noslip_status status = noslip_checkpoint_read(context, w->path, &info);
  if (status != NOSLIP_OK) {
    int done = message_library(context, status, NULL);
    noslip_close(context);
    return done;
  }
  int done = go_on(w, context, &info, &from);
  note_free(&from);
  return done;
}

int cmd_resume(int argc, char **argv) {
  wanted w = {0};
  if (!read_wanted(&w, argc, argv))
    return exit_wrong;
  if (!w.path)
    return message_wrong("`resume` needs a checkpoint, as in: noslip resume run.check");
  interrupt_spare_writes();
  noslip_context *context = noslip_open(NULL);
  return context ? resume(&w, context) : message_failed("no memory");
}
