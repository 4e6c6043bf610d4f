// noslip ensemble: one model from many initial states, in parallel, and statistics over them.

#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/kept.h"
#include "cli/message.h"
#include "output/ensemble.h"

#include <stdio.h>
#include <string.h>

typedef struct ensemble_command {
  study_command study;
  char members[4096];  // the file of the members beside that of -o; "": there is none
  kept_option keep;
  const char *log;
  bool log_x, log_y;
} ensemble_command;

static bool read_options(study_command *s, int argc, char **argv) {
  ensemble_command *c = (ensemble_command *)s;
  const option options[] = {
      RUN_OPTIONS(&s->run),
      STARTS_OPTIONS(&s->starts_options),
      KEPT_OPTION(&c->keep),
      {"--log", 0, OPTION_TEXT, &c->log},
      CHECKPOINT_OPTION(s),
      STUDY_OPTIONS(s),
      {0},
  };
  return options_read(argc, argv, options, &s->run.model.path);
}

static int check_members(const starts_options *o) {
  if (!o->init_file && !o->sample)
    return message_wrong("an ensemble needs members: --init-file many.csv, or --sample \"x=-1:1\" "
                         "--members N");
  return starts_check(o);
}

// the file of the members: NAME.members.csv for -o NAME.csv
static int place_members(ensemble_command *c) {
  const target *t = &c->study.target;
  if (!t->path || t->format != TARGET_CSV ||
      !sink_beside(c->members, sizeof c->members, t->path, "members"))
    return exit_done;
  if (c->keep.path && strcmp(c->members, c->keep.path) == 0)
    return message_wrong("--keep %s: this file has the members of -o %s; choose another name",
                         c->keep.path, t->path);
  int status = model_file_spare(&c->study.run.model, c->members);
  return status == exit_done ? starts_spare(&c->study.starts_options, c->members) : status;
}

static int check_log(ensemble_command *c) {
  const target *t = &c->study.target;
  if (c->log && !(t->path && t->format == TARGET_FIGURE))
    return message_wrong("--log belongs to a picture: give -o FILE.svg, too");
  return figure_file_log(c->log, &c->log_x, &c->log_y);
}

static int check_options(study_command *s) {
  ensemble_command *c = (ensemble_command *)s;
  s->target.has_hdf5 = true;
  int status = run_arguments_check(&s->run);
  if (status == exit_done)
    status = check_members(&s->starts_options);
  if (status == exit_done)
    status =
        target_check(&s->target, target_is_hdf5(&s->target) ? TARGET_HDF5 : TARGET_FIGURE, s->json);
  if (status == exit_done)
    status = check_log(c);
  if (status == exit_done && run_arguments_start_alone(&s->run))
    status = message_wrong(
        "an ensemble takes at least one step: give --steps 1 or more, or a later --until");
  if (status == exit_done)
    status = place_members(c);
  if (status == exit_done)
    status = study_saving_spare(s, c->keep.path);
  return status == exit_done ? kept_open(&c->keep, s) : status;
}

static noslip_status compute(study_command *s) {
  ensemble_command *c = (ensemble_command *)s;
  noslip_ensemble_options options = study_members(s);
  noslip_ensemble_result *result;
  bool file = s->target.path && s->target.format != TARGET_FIGURE;
  options.extremes = file || s->json;  // otherwise no one sees them
  kept_take(&c->keep, s, &options);
  study_saving_take(s, &options, kept_file(&c->keep));
  noslip_status status =
      noslip_ensemble(s->run.model.context, s->run.model.model, &options, &result);
  s->result = result;
  return status;
}

static ensemble_starts starts_of(const study_command *s) {
  return (ensemble_starts){s->starts.keys, s->starts.nkey, s->starts.x};
}

static int write_members(const study_command *s) {
  const ensemble_command *c = (const ensemble_command *)s;
  const ensemble_members members = {s->result, starts_of(s)};
  const target to = {.path = c->members, .format = TARGET_CSV};
  return c->members[0] ? target_write(&to, ensemble_members_csv, &members, study_seconds(s))
                       : exit_done;
}

static int write_hdf5(const study_command *s) {
  const model_file *m = &s->run.model;
  char why[1024];
  provenance from = {.model = m->model, .init = m->init.list, .ninit = m->init.n};
  ensemble_starts begin = starts_of(s);
  ensemble_file file = {s->target.path, replace_is_worth_sync(study_seconds(s)), why, sizeof why};
  bool done = ensemble_hdf5(&file, s->result, study_trouble(s), &from, &begin);
  return done ? exit_done : message_failed("%s", why);
}

static int write_result(const study_command *s) {
  const ensemble_command *c = (const ensemble_command *)s;
  study_figure f;
  if (s->target.format != TARGET_FIGURE)
    return write_hdf5(s);
  return study_write_figure(s, &f, ensemble_draw(&f, s->result, c->log_x, c->log_y),
                            "no quantity has numbers that can be drawn");
}

static void find_trouble(study_command *s) {
  const noslip_ensemble_result *r = s->result;
  if (s->stopped)
    snprintf(s->trouble, sizeof s->trouble,
             "interrupted: %s; %d of %d members did not come to the end",
             noslip_last_error(s->run.model.context), r->nunfinished + r->nfailed, r->nmember);
  else if (r->nfailed > 0)
    snprintf(s->trouble, sizeof s->trouble, "%d of %d members failed", r->nfailed, r->nmember);
}

static void free_result(void *result) {
  noslip_ensemble_free(result);
}

static int end_kept(study_command *s, int status) {
  return kept_end(&((ensemble_command *)s)->keep, s, status);
}

static int run_command(int argc, char **argv, const resumption *resumed) {
  static const study_kind kind = {&ensemble_output, read_options,  check_options,
                                  compute,          write_result,  find_trouble,
                                  free_result,      write_members, end_kept};
  ensemble_command c = {.study = {.kind = &kind, .saving.resumed = resumed}};
  return study_main(&c.study, argc, argv);
}

int cmd_ensemble(int argc, char **argv) {
  return run_command(argc, argv, NULL);
}

int ensemble_resume(const resumption *r) {
  return run_command(r->note->argc, r->note->argv, r);
}
