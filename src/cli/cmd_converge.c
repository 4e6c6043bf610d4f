// noslip converge: methods, smaller and smaller steps, and the orders that the errors show.

#include "cli/command.h"
#include "cli/drawing.h"
#include "cli/interrupt.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/target.h"
#include "cli/watching.h"
#include "output/convergence.h"

#include <stdio.h>
#include <string.h>

typedef struct arguments {
  planning plan;  // the model, the end, the backend
  target target;
  const char *methods, *steps, *reference;
  option_number reference_step;
  bool json, quiet;

  list_texts method_list;
  list_numbers step_list;
} arguments;

// the study, and how far it is
typedef struct job {
  const arguments *given;
  noslip_context *context;
  noslip_convergence *result;
  watching watch;
} job;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option table[] = {
      {"--methods", 0, OPTION_TEXT, &a->methods},
      {"--steps", 0, OPTION_TEXT, &a->steps},
      {"--until", 0, OPTION_NUMBER, &a->plan.until},
      {"--reference", 0, OPTION_TEXT, &a->reference},
      {"--reference-step", 0, OPTION_NUMBER, &a->reference_step},
      {"--set", 0, OPTION_SETTING, &a->plan.model.set},
      {"--init", 0, OPTION_SETTING, &a->plan.model.init},
      {"--project", 0, OPTION_FLAG, &a->plan.project},
      {"--output", 'o', OPTION_TEXT, &a->target.path},
      {"--backend", 0, OPTION_TEXT, &a->plan.backend},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {0},
  };
  return options_read(argc, argv, table, &a->plan.model.path);
}

static int check_arguments(arguments *a) {
  int status = target_check(&a->target, a->json);
  if (status == exit_done && a->plan.until.given && !(a->plan.until.value > 0))
    status = message_wrong("--until %.10g: a study ends at a positive time, as in --until 1",
                           a->plan.until.value);
  if (status == exit_done && a->methods)
    status = list_read_texts(&a->method_list, "--methods", a->methods);
  if (status == exit_done && a->steps)
    status = list_read_steps(&a->step_list, "--steps", a->steps);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the work

static noslip_against against(const arguments *a) {
  if (a->reference && strcmp(a->reference, "exact") == 0)
    return NOSLIP_AGAINST_EXACT;
  if (a->reference && strcmp(a->reference, "richardson") == 0)
    return NOSLIP_AGAINST_HALVES;
  return a->reference ? NOSLIP_AGAINST_RUN : NOSLIP_AGAINST_DEFAULT;
}

static noslip_status compute(job *j) {
  const arguments *a = j->given;
  noslip_against kind = against(a);
  noslip_converge_options options = {
      .methods = (const char *const *)a->method_list.items,
      .nmethod = a->method_list.n,
      .steps = a->step_list.items,
      .nstep = a->step_list.n,
      .until = a->plan.until.value,
      .against = kind,
      .reference = kind == NOSLIP_AGAINST_RUN ? a->reference : NULL,
      .reference_step = a->reference_step.value,
      .project = a->plan.project,
      .backend = a->plan.backend,
      .progress = watching_go_on,
      .progress_context = &j->watch,
  };
  watching_begin(&j->watch, a->quiet);
  noslip_status status = noslip_converge(j->context, a->plan.model.model, &options, &j->result);
  watching_end(&j->watch);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the end

// a replace_print
static void print_csv(FILE *out, const void *result) {
  convergence_csv(out, result);
}

static int write_figure(const job *j) {
  convergence_figure made;
  place places[NOSLIP_COLUMNS];
  int status = exit_done;
  if (!convergence_draw(&made, j->result))
    status = message_failed("no memory");
  else if (made.npanel == 0)
    status = message_failed("there is no picture: no error above 0");
  figure page = {.panels = made.panels,
                 .npanel = made.npanel,
                 .title = made.title,
                 .kind = j->given->target.kind,
                 .across = made.npanel,
                 .page_key = true};
  if (status == exit_done) {
    figure_layout(&page, places);
    status = drawing_write(&page, places, j->given->target.path);
  }
  convergence_figure_free(&made);
  return status;
}

static int write_output(const job *j) {
  const target *t = &j->given->target;
  if (!t->path)
    return exit_done;
  return t->is_csv ? target_write(t, print_csv, j->result, watching_seconds(&j->watch))
                   : write_figure(j);
}

// why the study is not whole, "" if it is
static void find_trouble(char *trouble, size_t size, const job *j, noslip_status status) {
  const noslip_convergence *r = j->result;
  trouble[0] = 0;
  if (status == NOSLIP_STOPPED)
    snprintf(trouble, size, "interrupted after %ld of %ld steps", j->watch.done, j->watch.total);
  else if (r->nfailed > 0)
    snprintf(trouble, size, "%d of %d errors could not be computed", r->nfailed,
             r->nmethod*r->nstep);
}

static int conclude(const job *j, noslip_status status) {
  const arguments *a = j->given;
  const noslip_convergence *r = j->result;
  char trouble[128];
  find_trouble(trouble, sizeof trouble, j, status);
  if (a->json)
    convergence_json(stdout, r, trouble[0] ? trouble : NULL);
  else if (!a->quiet)
    convergence_table(target_is_standard_output(&a->target) ? stderr : stdout, r);
  if (a->quiet)
    watching_warnings(r->notes, r->nnote);
  int written = write_output(j);
  return trouble[0] ? message_failed("%s", trouble) : written;
}

static int run_job(job *j) {
  const arguments *a = j->given;
  int writable = target_place(&a->target, &a->plan);
  if (writable != exit_done)
    return writable;
  noslip_status status = compute(j);
  int result = status == NOSLIP_OK || status == NOSLIP_STOPPED
                   ? conclude(j, status)
                   : message_library(j->context, status, a->plan.model.path);
  noslip_convergence_free(j->result);
  return result;
}

int cmd_converge(int argc, char **argv) {
  arguments a = {0};
  int status = read_arguments(&a, argc, argv) ? check_arguments(&a) : exit_wrong;
  if (status == exit_done) {
    interrupt_spare_writes();
    status = loading_model(&a.plan.model, argv[0]);
  }
  if (status == exit_done) {
    job j = {.given = &a, .context = a.plan.model.context};
    status = run_job(&j);
  }
  loading_end(&a.plan.model);
  list_free_texts(&a.method_list);
  list_free_numbers(&a.step_list);
  return status;
}
