// noslip compare: methods side by side, and what they keep on the way.

#include "cli/command.h"
#include "cli/drawing.h"
#include "cli/interrupt.h"
#include "cli/lists.h"
#include "cli/message.h"
#include "cli/target.h"
#include "cli/watching.h"
#include "output/comparison.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct arguments {
  planning plan;  // the model, the step, the end, the backend
  target target;
  const char *methods;
  list_texts method_list;
  bool json, quiet;
} arguments;

// the study, and how far it is
typedef struct job {
  const arguments *given;
  noslip_context *context;
  noslip_comparison *result;
  watching watch;
} job;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option table[] = {
      {"--methods", 0, OPTION_TEXT, &a->methods},
      PLANNING_COURSE(&a->plan),
      {"--output", 'o', OPTION_TEXT, &a->target.path},
      {"--backend", 0, OPTION_TEXT, &a->plan.backend},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {0},
  };
  return options_read(argc, argv, table, &a->plan.model.path);
}

static int check_arguments(arguments *a) {
  const planning *p = &a->plan;
  int status = target_check(&a->target, a->json);
  if (status == exit_done)
    status = planning_check(p);
  if (status == exit_done && p->steps.given && p->steps.value == 0)
    status = message_wrong("--steps 0: there is nothing to compare at the start; give 1 or more");
  if (status == exit_done && p->until.given && p->until.value == 0)
    status =
        message_wrong("--until 0: there is nothing to compare at the start; give a later time");
  if (status == exit_done && a->methods)
    status = list_read_texts(&a->method_list, "--methods", a->methods);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the work

static noslip_status compute(job *j) {
  const arguments *a = j->given;
  const noslip_compare_options options = {
      .methods = (const char *const *)a->method_list.items,
      .nmethod = a->method_list.n,
      .step = a->plan.step.value,
      .until = a->plan.until.value,
      .steps = a->plan.steps.value,
      .project = a->plan.project,
      .backend = a->plan.backend,
      .progress = watching_go_on,
      .progress_context = &j->watch,
  };
  watching_begin(&j->watch, a->quiet);
  noslip_status status = noslip_compare(j->context, a->plan.model.model, &options, &j->result);
  watching_end(&j->watch);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the end

// a replace_print
static void print_csv(FILE *out, const void *result) {
  comparison_csv(out, result);
}

static int draw_panels(const comparison_figure *made, const target *t) {
  figure page = {.panels = made->panels,
                 .npanel = made->npanel,
                 .title = made->title,
                 .kind = t->kind,
                 .page_key = true};
  place *places = calloc((size_t)made->npanel, sizeof *places);
  if (!places)
    return message_failed("no memory");
  figure_layout(&page, places);
  int status = drawing_write(&page, places, t->path);
  free(places);
  return status;
}

static int write_figure(const job *j) {
  comparison_figure made;
  int status;
  if (!comparison_draw(&made, j->result))
    status = message_failed("no memory");
  else if (made.npanel == 0)
    status = message_failed("there is no picture: no error above 0");
  else
    status = draw_panels(&made, &j->given->target);
  comparison_figure_free(&made);
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
  const noslip_comparison *r = j->result;
  trouble[0] = 0;
  if (status == NOSLIP_STOPPED)
    snprintf(trouble, size, "interrupted after %ld of %ld steps", j->watch.done, j->watch.total);
  else if (r->nfailed > 0)
    snprintf(trouble, size, "%d of %d methods did not get to the end", r->nfailed, r->nmethod);
}

static int conclude(const job *j, noslip_status status) {
  const arguments *a = j->given;
  const noslip_comparison *r = j->result;
  char trouble[128];
  find_trouble(trouble, sizeof trouble, j, status);
  if (a->json)
    comparison_json(stdout, r, trouble[0] ? trouble : NULL);
  else if (!a->quiet)
    comparison_table(target_is_standard_output(&a->target) ? stderr : stdout, r);
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
  noslip_comparison_free(j->result);
  return result;
}

int cmd_compare(int argc, char **argv) {
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
  return status;
}
