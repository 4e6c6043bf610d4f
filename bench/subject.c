#include "bench/subject.h"

#include "bench/callback_models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bars are set where the project has agreed on one.
//
// Rounding grows: linearly where the motion is regular (contact, sleigh), exponentially where it is
// chaotic, so the number of steps is such that 1e-16 has not grown beyond the agreement asked for.
static const subject subjects[] = {
    {"contact",
     "contact_oscillator",
     {0},
     "dla-mp",
     0.1569181914556899,  // 2 sin(pi/40)
     &hand_contact,
     20000,
     false,
     20000,
     1e-11,
     {1.5, 40, 6},
     {1.05, 1.25},
     contact_callbacks},
    {"chaotic",
     "chaotic",
     {0},
     "dla-mp",
     0.1,
     &hand_chaotic,
     10000,
     false,
     500,
     1e-11,
     {1.5, 40, 6},
     {1.05, 1.25},
     chaotic_callbacks},
    {"sleigh",
     "sleigh",
     {0},
     "dla-mp",
     0.05,
     &hand_sleigh,
     1200,
     true,
     1200,
     1e-11,
     {2},
     {0},
     NULL},
    {"pendulum",
     "double_spherical_pendulum",
     {0},
     "rattle",
     0.01,
     &hand_pendulum,
     2000,
     false,
     1000,
     1e-11,
     {2},
     {0},
     NULL},
    {"chain", "chain", {0}, "rattle", 0.001, &hand_chain, 2000, false, 1000, 1e-11, {0}, {0}, NULL},
    {"chain-20",
     "chain",
     {"n", "20"},
     "rattle",
     0.001,
     &hand_chain,
     500,
     false,
     200,
     1e-11,
     {0},
     {0},
     NULL},
};

const char *const ways[nway] = {"native", "interpret", "callbacks"};

int subject_count(void) {
  return (int)(sizeof subjects/sizeof *subjects);
}

const subject *subject_at(int i) {
  return &subjects[i];
}

static void give_up(noslip_context *context) {
  fprintf(stderr, "bench: %s\n", context ? noslip_last_error(context) : "no memory");
  exit(1);
}

loaded load_file(const char *file, const noslip_setting *set, int nset) {
  char path[1000];
  loaded l = {.context = noslip_open(NULL)};
  noslip_model_options o = {.set = set, .nset = nset};
  snprintf(path, sizeof path, NOSLIP_MODELS "/%s.noslip", file);
  if (!l.context || noslip_model_load_with(l.context, path, &o, &l.model) != NOSLIP_OK)
    give_up(l.context);
  return l;
}

loaded load_subject(const subject *s) {
  loaded l = load_file(s->file, &s->set, s->set.name != NULL);
  l.method = s->method;
  l.step = s->step;
  if (!s->callbacks)
    return l;
  noslip_callbacks functions = s->callbacks();
  if (noslip_model_bind(l.context, &functions, &l.bound) != NOSLIP_OK)
    give_up(l.context);
  return l;
}

void unload(loaded *l) {
  noslip_model_free(l->bound);
  noslip_model_free(l->model);
  noslip_close(l->context);
}

noslip_run *new_run(const loaded *l, const noslip_run_options *o) {
  noslip_run *run;
  if (noslip_run_new(l->context, l->model, o, &run) != NOSLIP_OK)
    give_up(l->context);
  return run;
}

noslip_run *new_way(const loaded *l, const char *backend, bool monitored) {
  noslip_run *run;
  bool functions = strcmp(backend, "callbacks") == 0;
  noslip_run_options o = {
      .method = l->method, .step = l->step, .backend = backend, .unmonitored = !monitored};
  if (functions && !l->bound)
    return NULL;
  if (noslip_run_new(l->context, functions ? l->bound : l->model, &o, &run) != NOSLIP_OK)
    return NULL;
  if (strcmp(noslip_run_backend(run), backend) == 0)
    return run;
  noslip_run_free(run);
  return NULL;
}

void take_steps(const loaded *l, noslip_run *run, long steps) {
  if (noslip_advance(run, steps) != NOSLIP_OK)
    give_up(l->context);
}

void read_node(hand_state *s, noslip_run *run, bool momenta) {
  char name[100];
  *s = (hand_state){.n = noslip_run_count(run, NOSLIP_MOMENTUM)};
  for (int i = 0; i < s->n && i < hand_most; i++) {
    const char *q = noslip_run_name(run, NOSLIP_MOMENTUM, i);
    snprintf(name, sizeof name, "%s'", q);
    s->q[i] = noslip_value(run, q);
    s->x[i] = momenta ? noslip_run_values(run, NOSLIP_MOMENTUM)[i] : noslip_value(run, name);
  }
}
