// Fuzz target: any bytes as a checkpoint. The first byte chooses a run, the others change the bytes
// of its checkpoint: two for a place, one for what stands there. The digest is that of the changed
// bytes, so that they are read to the end; without changes they are the file as it is. A run or a
// sentence; then a few steps. Nothing may crash, leak or hang.

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

// the items of a checkpoint of run i, made once
static const transfer *original(unsigned i) {
  static transfer made[nrun];
  static const char path[] = "/tmp/noslip-fuzz-checkpoint";
  if (made[i].bytes)
    return &made[i];
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_run_options o = {
      .method = runs[i].method, .step = 0.01, .backend = "interpret", .visits = true};
  void *bytes;
  failure why;
  transfer t;
  static const memory *lasting;
  static memory usual;
  usual = memory_default();
  lasting = &usual;
  if (noslip_model_parse(c, "fuzz", runs[i].model, NULL, &m) != NOSLIP_OK ||
      noslip_run_new(c, m, &o, &r) != NOSLIP_OK || noslip_advance(r, first_steps) != NOSLIP_OK ||
      noslip_run_save(r, path) != NOSLIP_OK ||
      checkpoint_read(path, lasting, &t, &bytes, &why) != NOSLIP_OK) {
    fprintf(stderr, "%s\n", noslip_last_error(c));
    abort();
  }
  made[i] = t;
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
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
  const transfer *from = original(data[0] % nrun);
  transfer t = transfer_out(&m);
  t.bytes = malloc(from->size);
  if (!t.bytes)
    return 0;
  memcpy(t.bytes, from->bytes, from->size);
  t.size = t.room = from->size;
  change(&t, data + 1, size - 1);
  snprintf(path, sizeof path, "/tmp/noslip-fuzz-%d", (int)getpid());
  if (checkpoint_write(path, &t, &why) == NOSLIP_OK)
    load(path);
  transfer_free(&t);
  unlink(path);
  return 0;
}
