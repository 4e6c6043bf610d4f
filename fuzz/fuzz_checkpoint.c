// Fuzz target: any bytes as a checkpoint. The first byte chooses a run or a study, the others change the
// bytes of its checkpoint: two for a place, one for what stands there. The digest is that of the changed
// bytes, so that they are read to the end; without changes they are the file as it is. A run or a
// sentence, then a few steps; of a study its result. Nothing may crash, leak or hang.

#include "noslip.h"
#include "run/checkpoint.h"
#include "run/run.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
  const char *method, *model;
} runs[] = {
    {"lobatto(2)", "model ball\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                   "contact floor: y >= 0, restitution 0.5, friction 0.3 along x'\n"
                   "init y = 0.1, x' = 1\nstop far: x = 9 rising\n"},
    {"moreau",
     "model discs\ncoord x[1..3], y[1..3]\n"
     "lagrangian (dot(x', x') + dot(y', y'))/2 - sum(i in 1..3: y[i])\n"
     "for i in 1..3 { contact floor[i]: y[i] >= 0.2, friction 0.2 along x[i]' }\n"
     "for i in 1..3 { init x[i] = 0.1*i, y[i] = 0.45*i }\n"
     "contact pair[i,j] for i < j in 1..3 within 0.7: norm([x[i] - x[j], y[i] - y[j]]) >= "
     "0.4\n"},
    {"compose(dla-mp, suzuki4)", "model blade\ninput u = 0\ncoord x, y, th: angle\n"
                                 "lagrangian (x'^2 + y'^2 + th'^2)/2 - x\nforce th = u\n"
                                 "nonholonomic b: y'*cos(th) = x'*sin(th)\ninit th' = 2\n"},
    {"spark(3)", "model pendulum\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                 "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n"},
};
enum { nrun = sizeof runs/sizeof *runs, first_steps = 30, more_steps = 5 };

// ---------------------------------------------------------------------------------------------
// studies of the first model: an ensemble, a sweep, a section

enum { nstudy = 3, nall = nrun + nstudy, stop_after = 5 };

// a noslip_progress that ends the first study on its way; the others go on
static bool go_on(void *context, long done, long total) {
  int *calls = context;
  (void)done, (void)total;
  return ++*calls != stop_after;
}

static noslip_status take_study(noslip_context *c, noslip_model *m, unsigned which,
                                const noslip_saving *saving, int *calls) {
  static const char *const keys[] = {"y"};
  static const double starts[] = {0.5, 0.7, 0.9}, speeds[] = {1, 2};
  const noslip_ensemble_options o = {.keys = keys,
                                     .nkey = 1,
                                     .starts = starts,
                                     .nmember = 3,
                                     .method = "lobatto(2)",
                                     .step = 0.01,
                                     .steps = 200,
                                     .every = 10,
                                     .threads = 1,
                                     .backend = "interpret",
                                     .progress = go_on,
                                     .progress_context = calls,
                                     .saving = saving};
  const noslip_axis axis = {"x'", speeds, 2, false};
  noslip_ensemble_result *ensemble = NULL;
  noslip_sweep_result *sweep = NULL;
  noslip_section_result *section = NULL;
  noslip_status status =
      which == 0 ? noslip_ensemble(c, m, &o, &ensemble)
      : which == 1
          ? noslip_sweep(c, m, &(noslip_sweep_options){.axes = &axis, .naxis = 1, .runs = o},
                         &sweep)
          : noslip_section(c, m, &(noslip_section_options){.runs = o}, &section);
  noslip_ensemble_free(ensemble);
  noslip_sweep_free(sweep);
  noslip_section_free(section);
  return status;
}

static noslip_model *study_model(noslip_context *c) {
  noslip_model *m;
  const noslip_model_options o = {.section = "y = 0.05 falling"};
  if (noslip_model_parse(c, "fuzz", runs[0].model, &o, &m) != NOSLIP_OK)
    abort();
  return m;
}

static bool save_study(unsigned which, const char *path) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = study_model(c);
  int calls = 0;
  const noslip_saving saving = {.path = path, .seconds = 1e9};
  noslip_status status = take_study(c, m, which, &saving, &calls);
  noslip_model_free(m);
  noslip_close(c);
  return status == NOSLIP_STOPPED;
}

static void load_study(unsigned which, const char *path) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = study_model(c);
  int calls = stop_after;
  const noslip_saving saving = {.path = path, .seconds = 1e9, .resume = true, .on_the_way = true};
  noslip_status status = take_study(c, m, which, &saving, &calls);
  if (status != NOSLIP_OK && !noslip_last_error(c)[0])
    abort();
  noslip_model_free(m);
  noslip_close(c);
}

// ---------------------------------------------------------------------------------------------
// runs

static bool save_run(unsigned i, const char *path) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = NULL;
  noslip_run *r = NULL;
  noslip_run_options o = {
      .method = runs[i].method, .step = 0.01, .backend = "interpret", .visits = true};
  bool saved = noslip_model_parse(c, "fuzz", runs[i].model, NULL, &m) == NOSLIP_OK &&
               noslip_run_new(c, m, &o, &r) == NOSLIP_OK &&
               noslip_advance(r, first_steps) == NOSLIP_OK && noslip_run_save(r, path) == NOSLIP_OK;
  if (!saved)
    fprintf(stderr, "%s\n", noslip_last_error(c));
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return saved;
}

// the items of a checkpoint of run or study i, made once
static const transfer *original(unsigned i) {
  static transfer made[nall];
  static memory usual;
  char path[64];
  void *bytes;
  failure why;
  if (made[i].bytes)
    return &made[i];
  usual = memory_default();
  snprintf(path, sizeof path, "/tmp/noslip-fuzz-checkpoint-%d", (int)getpid());
  bool saved = i < nrun ? save_run(i, path) : save_study(i - nrun, path);
  if (!saved || checkpoint_read(path, &usual, &made[i], &bytes, &why) != NOSLIP_OK)
    abort();
  unlink(path);
  return &made[i];
}

static void change(transfer *t, const uint8_t *data, size_t size) {
  for (size_t k = 0; k + 4 <= size && t->size > 0; k += 4) {
    size_t at = ((size_t)data[k] | (size_t)data[k + 1] << 8 | (size_t)data[k + 2] << 16) % t->size;
    t->bytes[at] = data[k + 3];
  }
}

static void load(const char *path) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_status status =
      noslip_run_load(c, path, &(noslip_load_options){.backend = "interpret"}, &m, &r);
  if (status != NOSLIP_OK && !noslip_last_error(c)[0])
    abort();
  if (status == NOSLIP_OK) {
    noslip_report report;
    noslip_advance(r, more_steps);
    noslip_run_report(r, &report);
  }
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[64];
  failure why;
  memory m = memory_default();
  if (size < 1)
    return 0;
  unsigned which = data[0] % nall;
  const transfer *from = original(which);
  transfer t = transfer_out(&m);
  t.bytes = malloc(from->size);
  if (!t.bytes)
    return 0;
  memcpy(t.bytes, from->bytes, from->size);
  t.size = t.room = from->size;
  change(&t, data + 1, size - 1);
  snprintf(path, sizeof path, "/tmp/noslip-fuzz-%d", (int)getpid());
  bool written = checkpoint_write(path, &t, &why) == NOSLIP_OK;
  if (written && which < nrun)
    load(path);
  else if (written)
    load_study(which - nrun, path);
  transfer_free(&t);
  unlink(path);
  return 0;
}
