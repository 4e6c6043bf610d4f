#include "tests/support/systems.h"

#include "tests/support/check.h"

#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// settings

typedef struct given {
  char text[1024];
  noslip_setting set[16], init[trial_most];
  int nset, ninit;
} given;

static bool declares(const char *model, const char *word, const char *name);

// split "a=1 x'=2" into settings; a name that is no parameter of the model is an initial value
static void split(given *g, const char *settings, const char *model) {
  memset(g, 0, sizeof *g);
  snprintf(g->text, sizeof g->text, "%s", settings ? settings : "");
  for (char *item = strtok(g->text, " "); item; item = strtok(NULL, " ")) {
    char *equal = strchr(item, '=');
    assert_non_null(equal);
    *equal = 0;
    noslip_setting s = {item, equal + 1};
    if (declares(model, "param", item) || declares(model, "const", item))
      g->set[g->nset++] = s;
    else
      g->init[g->ninit++] = s;
  }
}

// does a line of the model that begins with `word` assign to `name`?
static bool declares(const char *model, const char *word, const char *name) {
  char needle[64];
  snprintf(needle, sizeof needle, " %s = ", name);
  for (const char *line = model; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *end = strchr(line, '\n');
    size_t length = end ? (size_t)(end - line) : strlen(line);
    char copy[512];
    snprintf(copy, sizeof copy, "%.*s", (int)(length < 500 ? length : 500), line);
    if (strncmp(copy, word, strlen(word)) == 0 && strstr(copy, needle))
      return true;
    if (!end)
      break;
  }
  return false;
}

static char *file_text(const char *file) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *text = calloc(1, 1 << 16);
  size_t length = fread(text, 1, (1 << 16) - 1, f);
  fclose(f);
  text[length] = 0;
  return text;
}

// ---------------------------------------------------------------------------------------------
// trials

trial trial_text(const char *text, const char *settings, const char *name, double h) {
  trial t = {.context = noslip_open(NULL)};
  given g;
  split(&g, settings, text);
  noslip_model_options options = {.set = g.set, .nset = g.nset, .init = g.init, .ninit = g.ninit};
  noslip_run_options run = {.method = name, .step = h, .steps = 1, .comparison = true};
  if (noslip_model_parse(t.context, "test", text, &options, &t.model) != NOSLIP_OK ||
      noslip_run_new(t.context, t.model, &run, &t.run) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  return t;
}

trial trial_file(const char *file, const char *settings, const char *name, double h) {
  char *text = file_text(file);
  trial t = trial_text(text, settings, name, h);
  free(text);
  return t;
}

void trial_close(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

void trial_steps(trial *t, long n) {
  for (long i = 0; i < n; i++)
    if (noslip_step(t->run) != NOSLIP_OK)
      check_fail("%s", noslip_last_error(t->context));
}

void trial_back(trial *t, long n) {
  noslip_run *r = t->run;
  failure why;
  for (long i = 0; i < n; i++) {
    if (method_step(r->stepper, &r->state, -r->h, &why) != NOSLIP_OK)
      check_fail("%s", why.sentence);
    r->state.t -= r->h;
    state_wrap(&r->state, r->problem->angle);
  }
  observed_forget(&r->observed);
  r->observed.known_multipliers = false;
}

int trial_state(trial *t, double *x) {
  noslip_run *r = t->run;
  int n = r->problem->n;
  noslip_run_values(r, NOSLIP_STATE);
  for (int i = 0; i < n; i++) {
    x[i] = r->observed.unwrapped[i];
    x[n + i] = r->problem->mechanical.lagrangian ? r->state.v[i] : r->state.p[i];
  }
  return 2*n;
}

double trial_distance(trial *t, const double *x) {
  double now[2*trial_most], worst = 0;
  int n = trial_state(t, now);
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(now[i] - x[i]));
  return worst;
}

double trial_value(trial *t, const char *name) {
  return noslip_value(t->run, name);
}

noslip_report trial_report(trial *t) {
  noslip_report report;
  noslip_run_report(t->run, &report);
  return report;
}

// the state after n steps to t = T
static void arrive(trial_maker *make, const char *name, double T, long n, double *x) {
  trial t = make(name, T/(double)n);
  trial_steps(&t, n);
  trial_state(&t, x);
  trial_close(&t);
}

// log2 of the ratio of the errors of n and 2n steps
static double order_to(trial_maker *make, const char *name, double T, long n, const double *exact) {
  double error[2];
  for (int k = 0; k < 2; k++) {
    long steps = n << k;
    trial t = make(name, T/(double)steps);
    trial_steps(&t, steps);
    error[k] = trial_distance(&t, exact);
    trial_close(&t);
  }
  return log2(error[0]/error[1]);
}

void trial_energy_falls(trial *t, long n) {
  double energy = noslip_energy(t->run);
  for (long i = 0; i < n; i++) {
    trial_steps(t, 1);
    assert_true(noslip_energy(t->run) < energy);
    energy = noslip_energy(t->run);
  }
}

void trial_refused(const char *text, const char *name, const char *words) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "text", text, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, name, m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), words);
  noslip_model_free(m);
  noslip_close(c);
}

double trial_order(trial_maker *make, const char *name, double T, long n) {
  double exact[2*trial_most];
  arrive(make, name, T, 32*n, exact);
  // the reference is off by e/1024 for an order 2 method: (1 - 1/1024)/(1/4 - 1/1024) for the ratio
  return order_to(make, name, T, n, exact) - log2((1 - 1/1024.0)/(1 - 4/1024.0));
}

double trial_order_against(trial_maker *make, const char *name, double T, long n,
                           const char *reference) {
  double exact[2*trial_most];
  arrive(make, reference, T, 200, exact);
  return order_to(make, name, T, n, exact);
}

double trial_asymmetry(trial_maker *make, const char *name, double h, long n) {
  return trial_way_back(make, name, name, h, n);
}

double trial_way_back(trial_maker *make, const char *forth, const char *back, double h, long n) {
  double start[2*trial_most];
  trial t = make(forth, h);
  noslip_run *r = t.run;
  const method *m;
  failure why;
  trial_state(&t, start);
  trial_steps(&t, n);
  check_above(trial_distance(&t, start), 0.05);  // it did go somewhere

  // both steppers work on the same state
  if (strcmp(forth, back) != 0) {
    assert_int_equal(method_find(&r->arena, back, &m, &why), NOSLIP_OK);
    r->stepper = method_make(m, &r->evaluator, &r->arena);
    assert_non_null(r->stepper);
  }
  trial_back(&t, n);
  double distance = trial_distance(&t, start);
  trial_close(&t);
  return distance;
}

double trial_jacobian_error(trial *t, double spoil) {
  const newton_equations *e = &t->run->stepper->equations;
  int n = t->run->stepper->kernel->newton.shape.n;
  double *J = calloc((size_t)(n*n), sizeof *J), *x = calloc((size_t)(3*n), sizeof *x);
  double *a = x + n, *b = a + n, worst = 0;
  for (int i = 0; i < n; i++)
    x[i] = t->run->stepper->kernel->newton.x[i] + 0.01*(1 + i % 3);
  e->both(e->context, x, a, J);
  J[0] += spoil;
  for (int j = 0; j < n; j++) {
    double d = 1e-5, keep = x[j];
    x[j] = keep + d;
    e->residual(e->context, x, a);
    x[j] = keep - d;
    e->residual(e->context, x, b);
    x[j] = keep;
    for (int i = 0; i < n; i++)
      worst = fmax(worst, fabs((a[i] - b[i])/(2*d) - J[i*n + j]));
  }
  free(J);
  free(x);
  return worst;
}
