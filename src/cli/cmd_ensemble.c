// noslip ensemble: one model from many initial states, in parallel, and statistics over them.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/planning.h"
#include "cli/starts.h"
#include "cli/watching.h"
#include "output/ensemble.h"
#include "output/replace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef struct arguments {
  planning plan;  // the model, the method, the step, the end
  starts_options starts;
  const char *output;
  bool json, quiet;
} arguments;

// the ensemble, and how far it is
typedef struct job {
  const arguments *given;
  noslip_context *context;
  starts starts;
  noslip_ensemble_result *result;
  watching watch;
} job;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      PLANNING_OPTIONS(&a->plan),
      STARTS_OPTIONS(&a->starts),
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--backend", 0, OPTION_TEXT, &a->plan.backend},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {0},
  };
  return options_read(argc, argv, options, &a->plan.model.path);
}

static bool to_standard_output(const arguments *a) {
  return a->output && replace_is_standard_output(a->output);
}

static bool ends_with(const char *path, const char *end) {
  const char *dot = strrchr(path, '.');
  return dot && strcasecmp(dot, end) == 0;
}

static bool is_hdf5(const char *path) {
  return ends_with(path, ".h5") || ends_with(path, ".hdf5");
}

static int check_output(const arguments *a) {
  if (!a->output)
    return exit_done;
  if (a->json && to_standard_output(a))
    return message_wrong("--json and -o - both want standard output; give -o a file");
  if (!to_standard_output(a) && !ends_with(a->output, ".csv") && !is_hdf5(a->output))
    return message_wrong("-o %s: the statistics of an ensemble are written as .csv or .h5",
                         a->output);
  if (is_hdf5(a->output) && !ensemble_writes_hdf5())
    return message_wrong("-o %s: this build has no HDF5; use .csv", a->output);
  return exit_done;
}

static int check_members(const arguments *a) {
  if (!a->starts.init_file && !a->starts.sample)
    return message_wrong("an ensemble needs members: --init-file many.csv, or --sample \"x=-1:1\" "
                         "--members N");
  return starts_check(&a->starts);
}

static int check_arguments(const arguments *a) {
  int status = planning_check(&a->plan);
  if (status == exit_done)
    status = check_members(a);
  if (status == exit_done)
    status = check_output(a);
  if (status != exit_done)
    return status;
  if ((a->plan.steps.given && a->plan.steps.value == 0) ||
      (a->plan.until.given && a->plan.until.value == 0))
    return message_wrong(
        "an ensemble takes at least one step: give --steps 1 or more, or a later --until");
  return exit_done;
}

// ---------------------------------------------------------------------------------------------
// the work

static noslip_status compute(job *j) {
  const planning *p = &j->given->plan;
  noslip_ensemble_options options = {
      .keys = j->starts.keys,
      .nkey = j->starts.nkey,
      .starts = j->starts.x,
      .nmember = j->starts.nmember,
      .method = p->method,
      .step = p->step.value,
      .until = p->until.value,
      .steps = p->steps.value,
      .every = p->every.value,
      .project = p->project,
      .backend = p->backend,
      .threads = (int)j->given->starts.threads.value,
      .progress = watching_go_on,
      .progress_context = &j->watch,
  };
  watching_begin(&j->watch, j->given->quiet);
  noslip_status status = noslip_ensemble(j->context, p->model.model, &options, &j->result);
  watching_end(&j->watch);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the end

// a replace_print
static void print_csv(FILE *out, const void *result) {
  ensemble_csv(out, result);
}

static bool wants_sync(const job *j) {
  return replace_is_worth_sync(watching_seconds(&j->watch));
}

static int write_hdf5(const job *j, const char *trouble) {
  const loading *m = &j->given->plan.model;
  char why[1024];
  provenance from = {.model = m->model, .init = m->init.list, .ninit = m->init.n};
  ensemble_starts begin = {j->starts.keys, j->starts.nkey, j->starts.x};
  ensemble_file file = {j->given->output, wants_sync(j), why, sizeof why};
  bool done = ensemble_hdf5(&file, j->result, trouble, &from, &begin);
  return done ? exit_done : message_failed("%s", why);
}

static int write_output(const job *j, const char *trouble) {
  const char *path = j->given->output;
  if (!path)
    return exit_done;
  if (to_standard_output(j->given)) {
    ensemble_csv(stdout, j->result);
    return exit_done;  // main sees whether it was written
  }
  if (is_hdf5(path))
    return write_hdf5(j, trouble);
  if (replace_write(path, print_csv, j->result, wants_sync(j)))
    return exit_done;
  return message_failed("cannot write `%s`: %s", path, strerror(errno));
}

// why the ensemble is not whole, NULL if it is; `room` is for the sentence
static const char *find_trouble(char *room, size_t size, const job *j) {
  const noslip_ensemble_result *r = j->result;
  if (r->nunfinished > 0)
    snprintf(room, size, "interrupted: %s; %d of %d members did not come to the end",
             noslip_last_error(j->context), r->nunfinished + r->nfailed, r->nmember);
  else if (r->nfailed > 0)
    snprintf(room, size, "%d of %d members failed", r->nfailed, r->nmember);
  else
    return NULL;
  return room;
}

static int conclude(const job *j) {
  const arguments *a = j->given;
  const noslip_ensemble_result *r = j->result;
  char room[256];
  const char *trouble = find_trouble(room, sizeof room, j);
  if (a->json)
    ensemble_json(stdout, r, trouble);
  else if (!a->quiet)
    ensemble_table(to_standard_output(a) ? stderr : stdout, r);
  if (a->quiet)
    watching_warnings(r->notes, r->nnote);
  int written = write_output(j, trouble);
  return trouble ? message_failed("%s", trouble) : written;
}

static bool is_special(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

// a file that cannot be written is better known before the work; one that is there stays as it is
static int check_place(const arguments *a) {
  if (!a->output || to_standard_output(a))
    return exit_done;
  if (planning_is_model(&a->plan, a->output))
    return message_wrong("-o %s would overwrite the model; choose another name", a->output);
  if (starts_spare(&a->starts, a->output) != exit_done)
    return exit_wrong;
  if (is_hdf5(a->output) && is_special(a->output))
    return message_wrong("-o %s: HDF5 needs a regular file; use .csv", a->output);
  if (!replace_check(a->output))
    return message_wrong("cannot write %s: %s; choose another place", a->output, strerror(errno));
  return exit_done;
}

static int run_job(job *j) {
  int result = check_place(j->given);
  if (result == exit_done)
    result = starts_read(&j->starts, &j->given->starts);
  if (result != exit_done)
    return result;
  noslip_status status = compute(j);
  result = status == NOSLIP_OK || status == NOSLIP_STOPPED
               ? conclude(j)
               : message_library(j->context, status, j->given->plan.model.path);
  noslip_ensemble_free(j->result);
  return result;
}

int cmd_ensemble(int argc, char **argv) {
  arguments a = {0};
  int status = read_arguments(&a, argc, argv) ? check_arguments(&a) : exit_wrong;
  if (status == exit_done) {
    interrupt_spare_writes();
    status = loading_model(&a.plan.model, argv[0]);
  }
  if (status == exit_done) {
    job j = {.given = &a, .context = a.plan.model.context};
    status = run_job(&j);
    starts_free(&j.starts);
  }
  loading_end(&a.plan.model);
  return status;
}
