// Studies in tests: from text to their result, in a folder that the models of the tests are found from.

#pragma once

#include "tests/support/check.h"

#include "noslip.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct studied {
  noslip_context *context;
  noslip_script *script;
  noslip_script_result *result;
  noslip_status status;
} studied;

static inline studied study_with(const char *text, const noslip_script_options *o) {
  studied s = {.context = noslip_open(NULL)};
  const char *models[] = {NOSLIP_MODELS};
  noslip_script_options own = o ? *o : (noslip_script_options){.fresh = true};
  own.models = models;
  own.nmodel = 1;
  s.status = noslip_script_parse(s.context, "m.noslip", text, &s.script);
  if (s.status == NOSLIP_OK)
    s.status = noslip_script_run(s.context, s.script, &own, &s.result);
  return s;
}

// the study must run
static inline studied study_of(const char *text) {
  studied s = study_with(text, NULL);
  if (s.status != NOSLIP_OK)
    print_error("%s\n", noslip_last_error(s.context));
  assert_int_equal(s.status, NOSLIP_OK);
  return s;
}

static inline void study_forget(studied *s) {
  noslip_script_result_free(s->result);
  noslip_script_free(s->script);
  noslip_close(s->context);
}

// number k of a measure
static inline double measured(const studied *s, const char *name, int k) {
  for (int i = 0; i < s->result->nmeasure; i++) {
    const noslip_script_measure *m = &s->result->measures[i];
    if (strcmp(m->name, name) == 0 && k < m->n)
      return m->values[k];
  }
  return (double)NAN;
}

// how many numbers a measure has
static inline int measured_count(const studied *s, const char *name) {
  for (int i = 0; i < s->result->nmeasure; i++)
    if (strcmp(s->result->measures[i].name, name) == 0)
      return s->result->measures[i].n;
  return -1;
}

// a whole file, ended by a zero; the caller frees it
static inline char *study_text(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 16);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}
