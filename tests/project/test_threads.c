// Two contexts in two threads: every thread gets, bit for bit, what one thread alone gets. Built
// with NOSLIP_SANITIZE_THREAD, this program also shows that nothing is shared.

#include "tests/support/callback_systems.h"
#include "tests/support/check.h"

#include "noslip.h"
#include "run/run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// The loader locks its lists where the thread sanitizer does not see it: a library that one thread
// opened and another closes looks like a race between them.
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
  return "race:_dl_close_worker\nrace:_dl_open_worker\n";
}

enum { nthread = 4, most_values = 64, message_length = 200 };

// a model, a method, a number of steps
typedef struct job {
  const char *file;  // of models/, or
  const callback_system *system;
  const char *method, *backend;  // NULL: any
  double h;
  long steps;
} job;

static const job files[] = {
    {"sleigh.noslip", NULL, "dla-mp", "interpret", 0.05, 200},
    {"disk.noslip", NULL, "dla-cm", "interpret", 0.02, 100},
    {"chaotic.noslip", NULL, "compose(dla-mp, kahan-li8)", "interpret", 0.1, 50},
    {"spheroid.noslip", NULL, "rattle", "interpret", 0.01, 100},
    {"double_spherical_pendulum.noslip", NULL, "compose(rattle, suzuki4)", NULL, 0.01, 100},
    {"chetaev.noslip", NULL, "dla-mp", NULL, 0.01, 40},
    {"contact_oscillator.noslip", NULL, "dla-mp", "native", 0.1, 500},
    {"parallel_velocities.noslip", NULL, "dla-cm", "native", 0.01, 50},
};
enum { nfile = sizeof files/sizeof *files, most_jobs = 32 };

static int list_jobs(job *jobs) {
  int n = 0;
  for (; n < nfile; n++)
    jobs[n] = files[n];
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    jobs[n++] = (job){NULL, s, s->methods[0], NULL, s->h, s->steps};
  }
  return n;
}

// what came out of a job; all zero where nothing was written
typedef struct result {
  noslip_status status;
  double values[most_values];
  int count;
  long iterations;
  char message[message_length];
} result;

static void keep_group(result *r, noslip_run *run, noslip_group group) {
  const double *values = noslip_run_values(run, group);
  for (int i = 0; i < noslip_run_count(run, group) && r->count < most_values; i++)
    r->values[r->count++] = values[i];
}

static void keep_run(result *r, noslip_run *run) {
  noslip_report report;
  for (int g = NOSLIP_STATE; g <= NOSLIP_OBSERVABLE; g++)
    keep_group(r, run, (noslip_group)g);
  noslip_run_report(run, &report);
  r->iterations = report.newton_iterations;
}

static noslip_status open_model(noslip_context *context, const job *j, noslip_model **m) {
  char path[500];
  if (j->system) {
    noslip_callbacks c = j->system->make();
    return noslip_model_bind(context, &c, m);
  }
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, j->file);
  return noslip_model_load(context, path, m);
}

// one life of a context: a mistake of its own, then the job
static result do_job(const job *j, int thread) {
  result r;
  char text[100], expected[100];
  memset(&r, 0, sizeof r);
  noslip_context *context = noslip_open(NULL);
  noslip_model *m = NULL;
  noslip_run *run = NULL;

  // the sentence of a failure belongs to its context
  snprintf(text, sizeof text, "model m\ncoord x\nlagrangian x'^2 + thread%d\n", thread);
  snprintf(expected, sizeof expected, "unknown name `thread%d`", thread);
  noslip_model_parse(context, "text", text, NULL, &m);

  noslip_run_options o = {.method = j->method, .step = j->h, .backend = j->backend};
  if (!strstr(noslip_last_error(context), expected))
    snprintf(r.message, sizeof r.message, "the sentence of another thread");
  r.status = open_model(context, j, &m);
  if (r.status == NOSLIP_OK)
    r.status = noslip_run_new(context, m, &o, &run);
  if (r.status == NOSLIP_OK)
    r.status = noslip_advance(run, j->steps);
  if (run)
    keep_run(&r, run);
  if (r.status != NOSLIP_OK)
    snprintf(r.message, sizeof r.message, "%.*s", message_length - 1, noslip_last_error(context));
  noslip_run_free(run);
  noslip_model_free(m);
  noslip_close(context);
  return r;
}

typedef struct worker {
  int number, njob;
  const job *jobs;
  result results[most_jobs];
} worker;

// all jobs, each thread beginning with another
static void *work(void *context) {
  worker *w = context;
  for (int k = 0; k < w->njob; k++) {
    int i = (k + w->number*w->njob/nthread) % w->njob;
    w->results[i] = do_job(&w->jobs[i], w->number);
  }
  return NULL;
}

static void threads_do_not_meet(void **unused) {
  (void)unused;
  static job jobs[most_jobs];
  static worker alone, workers[nthread];
  pthread_t threads[nthread];
  int njob = list_jobs(jobs);
  alone = (worker){.njob = njob, .jobs = jobs};
  for (int i = 0; i < nthread; i++) {
    workers[i] = (worker){.number = i, .njob = njob, .jobs = jobs};
    assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < nthread; i++)
    assert_int_equal(pthread_join(threads[i], NULL), 0);
  work(&alone);

  for (int k = 0; k < njob; k++) {
    const result *one = &alone.results[k];
    bool compiled = jobs[k].backend && strcmp(jobs[k].backend, "native") == 0;
    if (one->status != NOSLIP_OK && !compiled)  // there may be no compiler here
      check_fail("%s: %s\n", jobs[k].file ? jobs[k].file : jobs[k].system->name, one->message);
    for (int i = 0; i < nthread; i++)
      assert_memory_equal(&workers[i].results[k], one, sizeof *one);
  }
}

// ---- one model, runs of several threads: a run does not write its model

typedef struct sharer {
  noslip_model *model;
  const char *method;
  double energy;
} sharer;

// methods of reduced_forms.c among them: each thread makes its form
static const job shared[] = {
    {"sleigh.noslip", NULL, "gonzalez", "interpret", 0.05, 20},
    {"spheroid.noslip", NULL, "avfc(3)", "interpret", 0.01, 20},
    {"disk.noslip", NULL, "gonzalez(frame=fd)", "interpret", 0.01, 20},
};
enum { nshared = sizeof shared/sizeof *shared };

static void *share(void *context) {
  sharer *s = context;
  noslip_context *own = noslip_open(NULL);
  noslip_run *run;
  noslip_run_options o = {.method = s->method, .step = 0.01, .steps = 100};
  if (noslip_run_new(own, s->model, &o, &run) == NOSLIP_OK) {
    noslip_advance(run, 100);
    s->energy = noslip_energy(run);
    noslip_run_values(run, NOSLIP_MULTIPLIER);
  }
  noslip_run_free(run);
  noslip_close(own);
  return NULL;
}

// memory of a context whose blocks can be looked at
enum { most_blocks = 4096 };
typedef struct ledger {
  void *block[most_blocks];
  size_t size[most_blocks];
  int count;
} ledger;

static void *note_block(void *context, void *block, size_t size) {
  ledger *l = context;
  int i = 0;
  while (block && l->block[i] != block)
    i++;
  if (!block)
    i = l->count++;
  assert_true(l->count < most_blocks);
  if (size > 0) {
    l->block[i] = realloc(block, size);
    l->size[i] = size;
    return l->block[i];
  }
  free(block);
  l->block[i] = l->block[--l->count];
  l->size[i] = l->size[l->count];
  return NULL;
}

// a digest of every byte in all blocks: FNV
static uint64_t digest(const ledger *l) {
  uint64_t h = UINT64_C(14695981039346656037);
  for (int i = 0; i < l->count; i++)
    for (size_t k = 0; k < l->size[i]; k++)
      h = (h ^ ((const unsigned char *)l->block[i])[k])*UINT64_C(1099511628211);
  return h;
}

static void share_model(const job *j) {
  static ledger blocks;
  blocks.count = 0;
  noslip_context *context = noslip_open(&(noslip_options){note_block, &blocks});
  noslip_model *m;
  pthread_t threads[nthread];
  sharer sharers[nthread];
  assert_int_equal(open_model(context, j, &m), NOSLIP_OK);
  uint64_t before = digest(&blocks);
  for (int i = 0; i < nthread; i++) {
    sharers[i] = (sharer){m, j->method, 0};
    assert_int_equal(pthread_create(&threads[i], NULL, share, &sharers[i]), 0);
  }
  for (int i = 0; i < nthread; i++)
    assert_int_equal(pthread_join(threads[i], NULL), 0);
  for (int i = 0; i < nthread; i++)
    assert_true(sharers[i].energy != 0 && sharers[i].energy == sharers[0].energy);

  // no byte of the model has changed; the twin: a text that is kept in it is noticed
  assert_true(digest(&blocks) == before);
  assert_non_null(noslip_model_describe(m, false, NULL));
  assert_true(digest(&blocks) != before);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(blocks.count, 0);
}

static void threads_share_a_model(void **unused) {
  (void)unused;
  for (int k = 0; k < nfile; k++)
    share_model(&files[k]);
  for (int k = 0; k < nshared; k++)
    share_model(&shared[k]);
}

// runs in the context of their model share a form, which goes with the model
static void a_form_is_made_once(void **unused) {
  (void)unused;
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *runs[2];
  noslip_run_options o = {.method = "gonzalez", .step = 0.01, .steps = 1};
  assert_int_equal(open_model(context, &shared[0], &m), NOSLIP_OK);
  assert_null(context->forms);
  for (int i = 0; i < 2; i++)
    assert_int_equal(noslip_run_new(context, m, &o, &runs[i]), NOSLIP_OK);
  assert_ptr_equal(runs[0]->problem, runs[1]->problem);
  assert_ptr_not_equal(runs[0]->problem, m->problem);
  for (int i = 0; i < 2; i++)
    noslip_run_free(runs[i]);
  noslip_model_free(m);
  assert_null(context->forms);
  noslip_close(context);
}

// the twin: the comparison notices one more step
static void another_result_is_noticed(void **unused) {
  (void)unused;
  job j = files[0];
  result a = do_job(&j, 0);
  j.steps++;
  result b = do_job(&j, 0);
  assert_true(memcmp(&a, &b, sizeof a) != 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_do_not_meet),
      cmocka_unit_test(threads_share_a_model),
      cmocka_unit_test(a_form_is_made_once),
      cmocka_unit_test(another_result_is_noticed),
  };
  // compiled steps go to a place of their own, where no other run has left any
  char cache[] = "/tmp/noslip_threads_XXXXXX", remove[100];
  if (mkdtemp(cache))
    setenv("NOSLIP_CACHE", cache, 1);
  if (!check_long())  // what is compiled is not the point: faster, if nothing has to be inlined
    setenv("CC", "cc -Dalways_inline=noinline", 1);
  int status = check_run(argc, argv, tests);
  snprintf(remove, sizeof remove, "rm -rf %s", cache);
  return system(remove) == 0 ? status : 1;
}
