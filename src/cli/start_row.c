#include "cli/start_row.h"

#include "cli/command.h"
#include "cli/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum key_kind { KEY_START, KEY_PARAMETER, KEY_STEP } key_kind;

// As in an ensemble: a name that the model has means that. What is no key is left to the library, which
// says so.
static key_kind find_kind(const noslip_model *m, const char *key) {
  if (noslip_model_start_key(m, key))
    return KEY_START;
  for (int i = 0; i < noslip_model_parameter_count(m); i++)
    if (strcmp(noslip_model_parameter_name(m, i), key) == 0)
      return KEY_PARAMETER;
  return strcmp(key, "step") == 0 || strcmp(key, "h") == 0 ? KEY_STEP : KEY_START;
}

static int given_twice(const run_arguments *a, const char *key, const char *by) {
  return message_wrong("`%s` is given twice, by %s and by a column of %s; delete one of them", key,
                       by, a->init_file);
}

// ---------------------------------------------------------------------------------------------
// parameters

typedef struct setting_text {
  char value[32];
} setting_text;

// the settings of the command line and those of the row
static int read_again(start_row *r, model_file *m, const noslip_setting *set, int n) {
  noslip_model_options options = {
      .set = set, .nset = n, .init = m->init.list, .ninit = m->init.n, .section = m->section};
  r->older = m->model;
  m->model = NULL;
  noslip_status status = noslip_model_parse(m->context, noslip_model_path(r->older),
                                            noslip_model_text(r->older), &options, &m->model);
  return status == NOSLIP_OK ? exit_done : message_library(m->context, status, m->path);
}

static int set_parameters(start_row *r, run_arguments *a) {
  model_file *m = &a->model;
  const starts *from = &r->from;
  int n = m->set.n, status = exit_done;
  noslip_setting *set = malloc((size_t)(n + from->nkey)*sizeof *set + 1);
  setting_text *texts = malloc((size_t)from->nkey*sizeof *texts + 1);
  if (!set || !texts)
    status = message_failed("no memory");
  else if (n > 0)
    memcpy(set, m->set.list, (size_t)n*sizeof *set);
  for (int i = 0; i < from->nkey && status == exit_done; i++) {
    const char *key = from->keys[i];
    if (find_kind(m->model, key) != KEY_PARAMETER)
      continue;
    if (model_file_gives(&m->set, key))
      status = given_twice(a, key, "--set");
    snprintf(texts[i].value, sizeof texts[i].value, "%.17g", from->x[i]);
    set[n++] = (noslip_setting){key, texts[i].value};
  }
  if (status == exit_done && n > m->set.n)
    status = read_again(r, m, set, n);
  free(set);
  free(texts);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the row

static int take_key(start_row *r, const run_arguments *a, int i) {
  const char *key = r->from.keys[i];
  double x = r->from.x[i];
  switch (find_kind(a->model.model, key)) {
  case KEY_PARAMETER: return exit_done;  // set_parameters
  case KEY_START: r->list[r->n++] = (noslip_start){key, x}; return exit_done;
  case KEY_STEP: break;
  }
  if (r->step != 0)
    return given_twice(a, key, a->step.given ? "--step" : "another column");
  if (!(x > 0 || x < 0))
    return message_wrong("%s: the step `%s` is %g; give a length, as 0.01", a->init_file, key, x);
  r->step = x;
  return exit_done;
}

int start_row_read(start_row *r, run_arguments *a) {
  *r = (start_row){.step = a->step.value};
  int status = starts_one(&r->from, a->init_file, a->row, a->model.model);
  if (status != exit_done)
    return status;
  r->list = malloc((size_t)r->from.nkey*sizeof *r->list + 1);
  if (!r->list)
    return message_failed("no memory");
  for (int i = 0; i < r->from.nkey && status == exit_done; i++)
    status = take_key(r, a, i);
  return status == exit_done ? set_parameters(r, a) : status;
}

void start_row_free(start_row *r) {
  free(r->list);
  starts_free(&r->from);
  noslip_model_free(r->older);
  *r = (start_row){0};
}
