// Live parameters of the models of models/: a run with the value v of a live parameter agrees with a run
// of the model that was loaded with v in its place.

#define _XOPEN_SOURCE 700

#include "noslip.h"
#include "tests/support/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { steps = 10 };

typedef struct tally {
  int models, agree, constants, refused, neither;
} tally;

// one side of a comparison
typedef struct side {
  noslip_context *c;
  noslip_model *m;
  noslip_run *r;
  noslip_status status;  // of loading, starting and running
} side;

static void end(side *s) {
  noslip_run_free(s->r);
  noslip_model_free(s->m);
  noslip_close(s->c);
}

static side begin(const char *path, const noslip_model_options *mo, const noslip_run_options *ro) {
  side s = {.c = noslip_open(NULL)};
  s.status = noslip_model_load_with(s.c, path, mo, &s.m);
  if (s.status == NOSLIP_OK)
    s.status = noslip_run_new(s.c, s.m, ro, &s.r);
  if (s.status == NOSLIP_OK)
    s.status = noslip_advance(s.r, steps);
  return s;
}

// with the value v of one parameter, live or not
static side begin_with(const char *path, const char *name, double v, bool live) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", v);
  const noslip_setting set = {name, text};
  const noslip_parameter given = {name, v};
  const noslip_model_options free = {.live = &name, .nlive = 1}, fixed = {.set = &set, .nset = 1};
  return begin(path, live ? &free : &fixed,
               &(noslip_run_options){.backend = "interpret",
                                     .project = true,
                                     .whole_steps = true,
                                     .parameters = &given,
                                     .nparameter = live});
}

// ---- how far two runs are from each other

static double largest(noslip_run *r, noslip_group g) {
  const double *x = noslip_run_values(r, g);
  double size = 0;
  for (int i = 0; i < noslip_run_count(r, g); i++)
    size = fmax(size, fabs(x[i]));
  return size;
}

// the largest difference of a group, against its largest number, or that of the state
static double group_difference(side *a, side *b, noslip_group g) {
  int n = noslip_run_count(a->r, g);
  double most = 0, size = fmax(largest(b->r, g), largest(b->r, NOSLIP_STATE));
  assert_int_equal(n, noslip_run_count(b->r, g));
  double *x = calloc((size_t)n + 1, sizeof *x);
  assert_non_null(x);
  if (n > 0)
    memcpy(x, noslip_run_values(a->r, g), (size_t)n*sizeof *x);
  const double *y = noslip_run_values(b->r, g);
  for (int i = 0; i < n; i++)
    if (!(isnan(x[i]) && isnan(y[i])) && !(fabs(x[i] - y[i]) <= most))
      most = fabs(x[i] - y[i]);
  free(x);
  return most == 0 ? 0 : most/size;
}

static double difference(side *a, side *b) {
  static const noslip_group groups[] = {NOSLIP_STATE, NOSLIP_MOMENTUM, NOSLIP_MULTIPLIER,
                                        NOSLIP_INVARIANT, NOSLIP_OBSERVABLE};
  double most = fabs(noslip_time(a->r) - noslip_time(b->r));
  for (size_t g = 0; g < sizeof groups/sizeof *groups; g++) {
    double d = group_difference(a, b, groups[g]);
    most = !(d <= most) ? d : most;
  }
  return most;
}

// ---- every parameter of every model

// what is refused as live, by its sentence: a constant, the `run` line, compiled numbers
static void refused(const char *file, const char *name, const side *live, tally *t) {
  const char *why = noslip_last_error(live->c);
  if (strstr(why, "the constant `")) {
    t->constants++;
    return;
  }
  t->refused++;
  if (!strstr(why, "the step cannot contain the live parameter") &&
      !strstr(why, "wants a mass matrix of numbers, and here a live parameter stands in it"))
    check_fail("%s, %s: %s\n", file, name, why);
  if (check_long())
    printf("%s, %s: %s\n", file, name, why);
}

// of two that do not run the sentences are the same, to the first number that rounding may change
static void both_stop(const side *live, const side *fixed) {
  const char *a = noslip_last_error(live->c), *b = noslip_last_error(fixed->c);
  assert_int_equal(live->status, fixed->status);
  assert_int_equal(strcspn(a, "("), strcspn(b, "("));
  if (strncmp(a, b, strcspn(a, "(")) != 0)
    check_fail("%s\nand\n%s\n", a, b);
}

static void compare(const char *file, const char *path, const char *name, double value, tally *t) {
  double v = value == 0 ? 0.1 : 1.1*value;
  side live = begin_with(path, name, v, true), fixed = begin_with(path, name, v, false);
  if (!live.r && (!live.m || fixed.status == NOSLIP_OK))
    refused(file, name, &live, t);
  else if (fixed.status != NOSLIP_OK) {
    t->neither++;
    both_stop(&live, &fixed);
  } else {
    if (live.status != NOSLIP_OK)
      check_fail("%s, %s = %g: %s\n", file, name, v, noslip_last_error(live.c));
    const double rounding = 1e-13;  // of ten steps
    double d = difference(&live, &fixed);
    if (!(d <= rounding))
      check_fail("%s, %s = %g: differs by %.3g\n", file, name, v, d);
    t->agree++;
  }
  end(&live);
  end(&fixed);
}

static void every_parameter(const char *file, const char *path, tally *t) {
  side s = {.c = noslip_open(NULL)};
  assert_int_equal(noslip_model_load(s.c, path, &s.m), NOSLIP_OK);
  for (int i = 0; i < noslip_model_parameter_count(s.m); i++)
    compare(file, path, noslip_model_parameter_name(s.m, i), noslip_model_parameter_value(s.m, i),
            t);
  t->models++;
  end(&s);
}

// the quick suite takes every seventh model
static void live_parameters_agree(void **state) {
  (void)state;
  tally t = {0};
  int at = 0;
  DIR *folder = opendir(NOSLIP_MODELS);
  assert_non_null(folder);
  for (struct dirent *e; (e = readdir(folder)) != NULL;) {
    char path[1000];
    if (!strstr(e->d_name, ".noslip") || at++ % check_share(7) != 0)
      continue;
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, e->d_name);
    every_parameter(e->d_name, path, &t);
  }
  closedir(folder);
  printf("%d models: %d parameters agree, %d are constants, %d refused, of %d neither runs\n",
         t.models, t.agree, t.constants, t.refused, t.neither);
  if (!check_long())
    return;
  assert_true(t.models >= 88);
  assert_true(t.agree >= 450);
  assert_int_equal(t.refused, 11);
}

// a value that is off in its eleventh digit is noticed
static void comparison_notices_another_value(void **state) {
  (void)state;
  const char *path = NOSLIP_MODELS "/sleigh.noslip";
  side live = begin_with(path, "m", 1.1, true), fixed = begin_with(path, "m", 1.1 + 1e-11, false);
  assert_int_equal(live.status, NOSLIP_OK);
  assert_int_equal(fixed.status, NOSLIP_OK);
  check_above(difference(&live, &fixed), 1e-13);
  end(&live);
  end(&fixed);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(live_parameters_agree),
      cmocka_unit_test(comparison_notices_another_value),
  };
  return check_run(argc, argv, tests);
}
