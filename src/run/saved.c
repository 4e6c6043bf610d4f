#include "run/saved.h"

// ---------------------------------------------------------------------------------------------
// the options

static const transfer_field option_fields[] = {
    TRANSFER_SKIP(noslip_run_options, method),
    TRANSFER_FIELD(noslip_run_options, step),
    TRANSFER_FIELD(noslip_run_options, until),
    TRANSFER_WITHIN(noslip_run_options, steps, 0, LONG_MAX),
    TRANSFER_WITHIN(noslip_run_options, every, 0, LONG_MAX),
    TRANSFER_FIELD(noslip_run_options, project),
    TRANSFER_FIELD(noslip_run_options, unmonitored),
    TRANSFER_SKIP(noslip_run_options, backend),
    TRANSFER_SKIP(noslip_run_options, monitor),
    TRANSFER_SKIP(noslip_run_options, monitor_context),
    TRANSFER_SKIP(noslip_run_options, start),
    TRANSFER_SKIP(noslip_run_options, nstart),
    TRANSFER_SKIP(noslip_run_options, signals),
    TRANSFER_SKIP(noslip_run_options, nsignal),
    TRANSFER_FIELD(noslip_run_options, whole_steps),
    TRANSFER_FIELD(noslip_run_options, visits),
    TRANSFER_FIELD(noslip_run_options, comparison),
    TRANSFER_SKIP(noslip_run_options, parameters),
    TRANSFER_SKIP(noslip_run_options, nparameter),
    TRANSFER_FIELD(noslip_run_options, past_stops),
    TRANSFER_SKIP(noslip_run_options, progress),
    TRANSFER_SKIP(noslip_run_options, progress_context),
};

// an array that is read, or that of the caller; each of its elements takes `each` bytes of the file
static void *array_of(transfer *t, arena *a, const char *name, const void *old, int *count,
                      size_t size, size_t each) {
  long n = *count;
  transfer_length(t, name, &n, each);
  if (t->failed || n > INT_MAX)
    return NULL;
  *count = (int)n;
  if (!t->in)
    return (void *)old;
  void *list = arena_array(a, (size_t)n, size);
  t->failed = t->failed || !list;
  return list;
}

static void transfer_named(transfer *t, arena *a, const char **name, double *value) {
  transfer_text(t, "name", name, a);
  transfer_numbers(t, "value", value, 1);
  if (!t->failed && !*name)
    transfer_refuse(t, "name");
}

static void transfer_starts(noslip_run_options *o, transfer *t, arena *a) {
  noslip_start *list = array_of(t, a, "starts", o->start, &o->nstart, sizeof *list, 8);
  for (int i = 0; !t->failed && i < o->nstart; i++)
    transfer_named(t, a, &list[i].name, &list[i].value);
  o->start = list;
}

static void transfer_parameters(noslip_run_options *o, transfer *t, arena *a) {
  noslip_parameter *list =
      array_of(t, a, "parameters", o->parameters, &o->nparameter, sizeof *list, 8);
  for (int i = 0; !t->failed && i < o->nparameter; i++)
    transfer_named(t, a, &list[i].name, &list[i].value);
  o->parameters = list;
}

static void transfer_signals(noslip_run_options *o, transfer *t, arena *a) {
  noslip_signal *list = array_of(t, a, "signals", o->signals, &o->nsignal, sizeof *list, 8);
  for (int i = 0; !t->failed && i < o->nsignal; i++) {
    noslip_signal *s = &list[i];
    transfer_text(t, "name", &s->name, a);
    transfer_flags(t, "hold", &s->hold, 1);
    double *times = array_of(t, a, "times", s->times, &s->count, sizeof *times, 16);
    double *values = t->in && times ? ARENA_ARRAY(a, double, s->count) : (double *)s->values;
    if (t->failed || !values || !s->name)
      break;
    transfer_numbers(t, "times", times, s->count);
    transfer_numbers(t, "values", values, s->count);
    s->times = times;
    s->values = values;
  }
  o->signals = list;
}

void saved_transfer_given(run_given *g, transfer *t, arena *a) {
  noslip_run_options *o = &g->options;
  TRANSFER_RECORD(t, o, option_fields);
  transfer_text(t, "method", &o->method, a);
  transfer_text(t, "backend", &o->backend, a);
  transfer_starts(o, t, a);
  transfer_signals(o, t, a);
  transfer_parameters(o, t, a);
  transfer_text(t, "said", &g->said, a);
}

// ---------------------------------------------------------------------------------------------
// the model

saved_model saved_model_of(const noslip_model *m) {
  return (saved_model){
      .name = m->system->name, .path = m->path, .text = m->text, .given = m->given};
}

static const transfer_field model_option_fields[] = {
    TRANSFER_SKIP(noslip_model_options, set),     TRANSFER_SKIP(noslip_model_options, nset),
    TRANSFER_SKIP(noslip_model_options, init),    TRANSFER_SKIP(noslip_model_options, ninit),
    TRANSFER_SKIP(noslip_model_options, section), TRANSFER_SKIP(noslip_model_options, live),
    TRANSFER_SKIP(noslip_model_options, nlive),   TRANSFER_SKIP(noslip_model_options, forces),
    TRANSFER_SKIP(noslip_model_options, nforces),
};

static void transfer_live(noslip_model_options *o, transfer *t, arena *a) {
  const char **list = array_of(t, a, "live", o->live, &o->nlive, sizeof *list, 8);
  for (int i = 0; !t->failed && i < o->nlive; i++) {
    transfer_text(t, "live", &list[i], a);
    if (!t->failed && !list[i])
      transfer_refuse(t, "live");
  }
  o->live = list;
}

// what they act on: a file has no functions
static void transfer_forces(noslip_model_options *o, transfer *t, arena *a) {
  noslip_extra_force *list = array_of(t, a, "forces", o->forces, &o->nforces, sizeof *list, 8);
  for (int i = 0; !t->failed && i < o->nforces; i++) {
    transfer_text(t, "force", &list[i].on, a);
    if (!t->failed && !list[i].on)
      transfer_refuse(t, "force");
  }
  o->forces = list;
}

static void transfer_settings(transfer *t, arena *a, const noslip_setting **given, int *n) {
  noslip_setting *list = array_of(t, a, "settings", *given, n, sizeof *list, 8);
  for (int i = 0; !t->failed && i < *n; i++) {
    transfer_text(t, "name", &list[i].name, a);
    transfer_text(t, "value", &list[i].value, a);
    if (!t->failed && (!list[i].name || !list[i].value))
      transfer_refuse(t, "settings");
  }
  *given = list;
}

void saved_transfer_model(saved_model *m, transfer *t, arena *a) {
  transfer_text(t, "model", &m->name, a);
  transfer_text(t, "path", &m->path, a);
  transfer_text(t, "text", &m->text, a);
  TRANSFER_RECORD(t, &m->given, model_option_fields);
  transfer_text(t, "section", &m->given.section, a);
  transfer_settings(t, a, &m->given.set, &m->given.nset);
  transfer_settings(t, a, &m->given.init, &m->given.ninit);
  transfer_live(&m->given, t, a);
  transfer_forces(&m->given, t, a);
}
