#include "study/ending.h"

#include "base/vec.h"

#include <math.h>
#include <string.h>

enum {
  progress_stride = 16,  // steps from one call of the progress to the next
  looks = 32,            // nodes of a run that are looked at for the size of the numbers
};

// a noslip_monitor: the progress of the caller
static bool go_on(void *context, noslip_run *run) {
  runner *r = context;
  const noslip_converge_options *o = r->options;
  (void)run;
  r->done++;
  return !o->progress || r->done % progress_stride != 0 ||
         o->progress(o->progress_context, r->done, r->total);
}

static void look(runner *r, noslip_run *run) {
  const measured *m = r->what;
  measured_read(r->look, m, run);
  for (int c = 0; c < NOSLIP_COLUMNS; c++) {
    double size = vec_max(r->look + m->begin[c], m->n[c]);
    if (isfinite(size))
      r->size[c] = fmax(r->size[c], size);
  }
}

static noslip_status advance(runner *r, noslip_run *run, long n) {
  long legs = n < looks ? n : looks, taken = 0;
  noslip_status status = NOSLIP_OK;
  look(r, run);
  for (long k = 1; k <= legs && status == NOSLIP_OK; k++) {
    long to = k*(n/legs) + k*(n % legs)/legs;
    status = noslip_advance(run, to - taken);
    taken = to;
    if (status == NOSLIP_OK)
      look(r, run);
  }
  return status;
}

// a run that cannot be made, or a step that fails, is the trouble of the point
static noslip_status keep_trouble(ending *out, runner *r, noslip_status status, long n) {
  const char *sentence = noslip_last_error(r->context);
  if (status == NOSLIP_ERROR_MEMORY)
    return status;
  out->trouble = arena_text(r->arena, sentence, strlen(sentence));
  r->done += n - out->spent.steps;
  return out->trouble ? NOSLIP_OK : fail_memory(&r->context->failure);
}

noslip_status ending_compute(ending *out, runner *r, const char *method, double h, long n) {
  noslip_run *run;
  const noslip_run_options options = {
      .whole_steps = true,
      .method = method,
      .step = h,
      .steps = n,
      .project = r->options->project,
      .unmonitored = true,
      .backend = r->options->backend,
      .monitor = go_on,
      .monitor_context = r,
      .signals = r->options->signals,
      .nsignal = r->options->nsignal,
  };
  noslip_status status = noslip_run_new(r->context, r->model, &options, &run);
  if (status != NOSLIP_OK)
    return keep_trouble(out, r, status, n);
  status = advance(r, run, n);
  out->spent = spent_by(run);
  out->reached = status == NOSLIP_OK;
  if (out->reached)
    vec_copy(out->x, r->look, r->what->total);
  if (status == NOSLIP_ERROR_STEP)
    status = keep_trouble(out, r, status, n);
  noslip_run_free(run);
  return status;
}
