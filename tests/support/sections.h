// Sections of small models: parse, follow, look at the points.

#pragma once

#include "tests/support/check.h"

#include "noslip.h"

#include <stdbool.h>
#include <string.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_section_result *points;
} trial;

// a model with one more section, NULL: none
static inline trial load(const char *text, const char *section) {
  trial t = {.context = noslip_open(NULL)};
  noslip_model_options o = {.section = section};
  noslip_status status = noslip_model_parse(t.context, "test", text, &o, &t.model);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t.context));
  return t;
}

static inline void follow(trial *t, noslip_section_options o) {
  noslip_section_free(t->points);
  noslip_status status = noslip_section(t->context, t->model, &o, &t->points);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t->context));
}

// one start of a model
static inline trial collect(const char *text, const char *section, const char *method, double h,
                            double until) {
  trial t = load(text, section);
  follow(&t, (noslip_section_options){.runs = {.method = method, .step = h, .until = until}});
  return t;
}

static inline long count_points(const trial *t) {
  return t->points->npoint;
}

// column `name` of point i of a start
static inline double at(const trial *t, int start, long i, const char *name) {
  const noslip_section_result *r = t->points;
  assert_true(i < r->starts[start].npoint);
  for (int k = 0; k < r->ncolumn; k++)
    if (strcmp(r->columns[k], name) == 0)
      return r->starts[start].points[i*r->ncolumn + k];
  check_fail("there is no column %s", name);
  return 0;
}

static inline void drop(trial *t) {
  noslip_section_free(t->points);
  noslip_model_free(t->model);
  noslip_close(t->context);
}
