// noslip sweep: one run, or an ensemble of them, for each value of a parameter, an initial value or
// the step.

#include "cli/command.h"
#include "cli/kept.h"
#include "cli/message.h"
#include "cli/ranges.h"
#include "output/sweep.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_axes = 8 };

typedef struct sweep_command {
  study_command study;
  option_settings over;
  const char *columns;
  kept_option keep;
  noslip_axis axes[most_axes];
  range_values values[most_axes];
  list_texts names;                    // of --columns: names of columns
  char *quantities[sweep_most_shown];  // what statistics they need
  int nquantity;
  sweep_view view;
} sweep_command;

// ---------------------------------------------------------------------------------------------
// the command line

static bool read_options(study_command *s, int argc, char **argv) {
  sweep_command *c = (sweep_command *)s;
  const option options[] = {
      {"--over", 0, OPTION_SETTING, &c->over},
      {"--columns", 0, OPTION_TEXT, &c->columns},
      STARTS_OPTIONS(&s->starts_options),
      KEPT_OPTION(&c->keep),
      CHECKPOINT_OPTION(s),
      RUN_OPTIONS(&s->run),
      STUDY_OPTIONS(s),
      {0},
  };
  return options_read(argc, argv, options, &s->run.model.path);
}

static int read_axes(sweep_command *c) {
  int status = exit_done;
  if (c->over.n == 0)
    return message_wrong("a sweep needs values: give --over \"v=4:7:31\"");
  if (c->over.n > most_axes)
    return message_wrong("--over is given %d times; a sweep has at most %d keys", c->over.n,
                         most_axes);
  for (int i = 0; i < c->over.n && status == exit_done; i++) {
    const noslip_setting *o = &c->over.list[i];
    range_values *v = &c->values[i];
    status = range_read_values(v, o->name, o->value);
    c->axes[i] = (noslip_axis){o->name, v->numbers.items, v->numbers.n, v->ratios};
  }
  return status;
}

// what belongs to every run, not to a quantity
static bool is_of_the_run(const char *name) {
  return strcmp(name, "t") == 0 || strncmp(name, "run.", 4) == 0 ||
         strcmp(name, "energy.error") == 0 || strcmp(name, "constraint.error") == 0;
}

// "x.max" needs the quantity x; "x" alone is "x.end"
static int read_column(sweep_command *c, char **item) {
  char *dot = strrchr(*item, '.');
  bool statistic = dot && sweep_is_statistic(dot + 1);
  size_t length = statistic ? (size_t)(dot - *item) : strlen(*item);
  if (is_of_the_run(*item))
    return exit_done;
  c->quantities[c->nquantity++] = strndup(*item, length);
  if (!statistic) {
    char *longer = realloc(*item, length + sizeof ".end");
    if (!longer)
      return message_failed("no memory");
    memcpy(longer + length, ".end", sizeof ".end");
    *item = longer;
  }
  return c->quantities[c->nquantity - 1] ? exit_done : message_failed("no memory");
}

static int read_columns(sweep_command *c) {
  int status = c->columns ? list_read_texts(&c->names, "--columns", c->columns) : exit_done;
  if (status == exit_done && c->names.n > sweep_most_shown)
    return message_wrong("--columns %s: %d columns, at most %d are shown; -o FILE.csv without "
                         "--columns has all",
                         c->columns, c->names.n, sweep_most_shown);
  for (int i = 0; i < c->names.n && status == exit_done; i++)
    status = read_column(c, &c->names.items[i]);
  return status;
}

static int check_options(study_command *s) {
  sweep_command *c = (sweep_command *)s;
  s->target.has_hdf5 = true;
  int status = run_arguments_check(&s->run);
  if (status == exit_done)
    status = starts_check(&s->starts_options);
  if (status == exit_done)
    status =
        target_check(&s->target, target_is_hdf5(&s->target) ? TARGET_HDF5 : TARGET_FIGURE, s->json);
  if (status == exit_done && run_arguments_start_alone(&s->run))
    status = message_wrong(
        "a sweep takes at least one step: give --steps 1 or more, or a later --until");
  if (status == exit_done)
    status = read_axes(c);
  if (status == exit_done)
    status = read_columns(c);
  if (status == exit_done)
    status = study_saving_spare(s, c->keep.path);
  return status == exit_done ? kept_open(&c->keep, s) : status;
}

// ---------------------------------------------------------------------------------------------
// the work

// the columns of the table; names that are not there are only lowest and highest of one member
static int choose_shown(sweep_command *c) {
  static const char *const usual[] = {"energy.error", "constraint.error"};
  sweep_view *v = &c->view;
  for (int i = 0; i < (c->columns ? c->names.n : 2); i++) {
    const char *name = c->columns ? c->names.items[i] : usual[i];
    int column = sweep_find(v->result, name);
    if (column >= 0)
      v->shown[v->nshown++] = column;
    else if (c->columns)
      message_warning("a column that this sweep does not have is left out");
  }
  return exit_done;
}

static noslip_status compute(study_command *s) {
  sweep_command *c = (sweep_command *)s;
  noslip_sweep_options options = {
      .axes = c->axes,
      .naxis = c->over.n,
      .runs = study_members(s),
      .quantities = (const char *const *)c->quantities,
      .nquantity = c->nquantity,
  };
  kept_take(&c->keep, s, &options.runs);
  study_saving_take(s, &options.runs, kept_file(&c->keep));
  noslip_status status =
      noslip_sweep(s->run.model.context, s->run.model.model, &options, &c->view.result);
  if (!c->view.result)
    return status;
  choose_shown(c);
  s->result = &c->view;
  return status;
}

static int write_result(const study_command *s) {
  const model_file *m = &s->run.model;
  const sweep_view *v = s->result;
  char why[1024];
  study_figure f;
  if (s->target.format == TARGET_FIGURE)
    return study_write_figure(s, &f, sweep_draw(&f, v), "no column has numbers");
  provenance from = {.model = m->model, .init = m->init.list, .ninit = m->init.n};
  ensemble_file file = {s->target.path, replace_is_worth_sync(study_seconds(s)), why, sizeof why};
  return sweep_hdf5(&file, v, study_trouble(s), &from) ? exit_done : message_failed("%s", why);
}

static void find_trouble(study_command *s) {
  const noslip_sweep_result *r = ((const sweep_view *)s->result)->result;
  if (s->stopped)
    snprintf(s->trouble, sizeof s->trouble, "interrupted: %s",
             noslip_last_error(s->run.model.context));
  else if (r->nfailed > 0)
    snprintf(s->trouble, sizeof s->trouble, "%d of %d runs failed", r->nfailed,
             r->npoint*r->nmember);
}

static void free_result(void *result) {
  if (result)
    noslip_sweep_free(((sweep_view *)result)->result);
}

static int end_kept(study_command *s, int status) {
  return kept_end(&((sweep_command *)s)->keep, s, status);
}

static int run_command(int argc, char **argv, const resumption *resumed) {
  static const study_kind kind = {&sweep_output, read_options, check_options, compute, write_result,
                                  find_trouble,  free_result,  NULL,          end_kept};
  sweep_command c = {.study = {.kind = &kind, .saving.resumed = resumed}};
  int status = study_main(&c.study, argc, argv);
  for (int i = 0; i < most_axes; i++)
    list_free_numbers(&c.values[i].numbers);
  for (int i = 0; i < c.nquantity; i++)
    free(c.quantities[i]);
  list_free_texts(&c.names);
  options_free_settings(&c.over);
  return status;
}

int cmd_sweep(int argc, char **argv) {
  return run_command(argc, argv, NULL);
}

int sweep_resume(const resumption *r) {
  return run_command(r->note->argc, r->note->argv, r);
}
