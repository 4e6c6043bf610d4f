#include "native/native.h"

#include "native/cache.h"
#include "native/compiler.h"
#include "native/private.h"
#include "native/unit.h"
#include "problem/unilateral.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct native {
  int users;
  const memory *memory;
  void *library;
  bundle_function *const *bundles;
  bundle_function *const *tapes;  // of time stepping; NULL: there are none
  kernel_step *step;              // NULL: only the bundles are compiled
  many_function *many;            // with it
};

// Beyond this many instructions, or coordinates whose arrays fit into registers, the compiler is
// asked for less. Where n > kernel_small, -O3 takes twice the time of -O1 and gains nothing (chains
// of 10 and 25 rods, 20 pendulums); below it gains 5 to 25 % of a step.
enum { large_unit = 4000 };

static bool is_large(const problem *p, const stepper *s) {
  return p->n > kernel_small || unit_instructions(p, s) > large_unit;
}

// ---- does it pay?

// instructions of some bundles, 0 of those that the problem does not have
static double instructions(const problem *p, const bundle_kind *kinds, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p->bundles[kinds[i]] ? p->bundles[kinds[i]]->ncode : 0;
  return sum;
}

// places in a step where the model is asked: stages of a composition times those of its method
static int places(const stepper *s) {
  int stages = stepper_base(s)->method->number;
  return (s->nstage > 0 ? s->nstage : 1)*(stages > 0 ? stages : 1);
}

// instructions of one step: what the kernel asks, with three iterations, and what is watched
static double step_instructions(const problem *p, const stepper *s) {
  static const bundle_kind asked[] = {BUNDLE_VALUES, BUNDLE_PHI, BUNDLE_G, BUNDLE_PARTS,
                                      BUNDLE_GAP};
  static const bundle_kind differentiated[] = {BUNDLE_BLOCKS,       BUNDLE_PHI_BLOCKS,
                                               BUNDLE_G_BLOCKS,     BUNDLE_REACTION,
                                               BUNDLE_PARTS_BLOCKS, BUNDLE_GAP_BLOCKS};
  static const bundle_kind observed_last[] = {BUNDLE_ENERGY, BUNDLE_RESIDUALS, BUNDLE_MONITORS};
  double values = instructions(p, asked, 5), blocks = instructions(p, differentiated, 6);
  double watched = instructions(p, observed_last, 3);
  if (p->unilateral)
    return unilateral_effort(p->unilateral) + watched;
  return places(s)*(6*values + blocks) + watched;
}

native_estimate native_weigh(const problem *p, const stepper *s, long steps) {
  assert(steps >= 0);
  const double per_instruction = 3e-9, per_step = 2e-7;  // in the interpreter
  const double compiled_instruction = 2e-4;              // in the compiler
  double least = stepper_base(s)->unrolled ? 0.6 : 1.2;
  return (native_estimate){(double)steps *
                               (per_step*places(s) + per_instruction*step_instructions(p, s)),
                           least + compiled_instruction*(double)unit_instructions(p, s)};
}

// ---- the key

static bool make_key(char key[cache_key], const compiler *c, const problem *p, const stepper *s,
                     const memory *m) {
  sha256 all;
  unsigned char digest[sha256_size];
  sha256_begin(&all);
  sha256_add(&all, NOSLIP_VERSION, sizeof NOSLIP_VERSION);
  for (int i = 0; i < c->nword; i++)
    sha256_add(&all, c->words[i], strlen(c->words[i]) + 1);
  sha256_add(&all, c->path, strlen(c->path));
  sha256_add(&all, &c->size, sizeof c->size);
  sha256_add(&all, &c->changed, sizeof c->changed);
  bool done = unit_digest(&all, p, s, m);
  sha256_end(&all, digest);
  sha256_text(digest, key);
  return done;
}

// ---- making and loading

static noslip_status write_source(const cache_work *w, const text_buffer *text, failure *why) {
  int at = private_new_file(w->at, compiler_source);
  FILE *file = at >= 0 ? fdopen(at, "w") : NULL;
  bool done = file && fwrite(text->data, 1, text->length, file) == text->length;
  if (file)
    done = fclose(file) == 0 && done;
  else if (at >= 0)
    close(at);
  return done ? NOSLIP_OK
              : fail(why, NOSLIP_ERROR_FILE, "cannot write in `%s`: %s", w->directory,
                     strerror(errno));
}

// a compiler, a place in the cache, and what is on the way to it
struct native_making {
  const memory *memory;
  compiler compiler;
  cache cache;
  char key[cache_key];
  cache_work files;
  compiler_work work;
};

static noslip_status open_making(native_making *w, const problem *p, const stepper *s,
                                 const memory *m, failure *why) {
  w->memory = m;
  if (!compiler_find(&w->compiler))
    return fail(why, NOSLIP_ERROR_FILE,
                "there is no C compiler `%s` for native code; set CC, or take the interpreter "
                "(the option `backend` = \"interpret\")",
                w->compiler.words[0]);
  if (!cache_open(&w->cache))
    return fail(why, NOSLIP_ERROR_FILE,
                "there is no place for compiled code: %s; NOSLIP_CACHE may "
                "name a directory",
                strerror(errno));
  if (make_key(w->key, &w->compiler, p, s, m))
    return NOSLIP_OK;
  cache_close(&w->cache);
  return fail_memory(why);
}

static noslip_status refuse_directory(const cache *c, failure *why) {
  return fail(why, NOSLIP_ERROR_FILE, "cannot write in `%s`: %s", c->directory, strerror(errno));
}

// start the compiler in a directory of its own
static noslip_status begin(native_making *w, const text_buffer *text, compiler_job job,
                           failure *why) {
  if (!cache_begin(&w->cache, &w->files))
    return refuse_directory(&w->cache, why);
  job.directory = w->files.directory;
  job.at = w->files.at;
  noslip_status status = write_source(&w->files, text, why);
  if (status == NOSLIP_OK)
    status = compiler_begin(&w->work, &w->compiler, &job, why);
  if (status != NOSLIP_OK)
    cache_end(&w->cache, &w->files);
  return status;
}

static noslip_status begin_from(native_making *w, const problem *p, const stepper *s,
                                failure *why) {
  text_buffer text;
  text_init(&text, w->memory);
  unit_print(&text, p, s);
  compiler_job job = {.large = is_large(p, s), .halves = unit_in_halves(p, s)};
  noslip_status status = text.failed ? fail_memory(why) : begin(w, &text, job, why);
  text_free(&text);
  return status;
}

// wait for the compiler, then move the result to its place
static noslip_status keep(native_making *w, failure *why) {
  noslip_status status = compiler_end(&w->work, why);
  if (status == NOSLIP_OK && !cache_keep(&w->cache, w->key, &w->files, compiler_made))
    status = refuse_directory(&w->cache, why);
  cache_end(&w->cache, &w->files);
  return status;
}

// what cannot be loaded is not kept: it was no compiler, or one for another machine
static noslip_status load(const cache *c, const char *key, const char *path, const memory *m,
                          native **out, failure *why) {
  native *n = memory_resize(m, NULL, sizeof *n);
  if (!n)
    return fail_memory(why);
  *n = (native){.users = 1, .memory = m, .library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
  if (n->library) {
    n->bundles = (bundle_function *const *)dlsym(n->library, "noslip_bundles");
    n->tapes = (bundle_function *const *)dlsym(n->library, "noslip_tapes");
    void *step = dlsym(n->library, "noslip_take"), *many = dlsym(n->library, "noslip_take_many");
    memcpy(&n->step, &step, sizeof step);  // C has no cast from objects to functions
    memcpy(&n->many, &many, sizeof many);
  }
  if (!n->bundles) {
    const char *said = dlerror();
    fail(why, NOSLIP_ERROR_FILE,
         "the compiled code cannot be loaded: %s; set CC or NOSLIP_CACHE, or take the interpreter "
         "(the option `backend` = \"interpret\")",
         said ? said : path);
    cache_drop(c, key);
    native_free(n);
    return NOSLIP_ERROR_FILE;
  }
  *out = n;
  return NOSLIP_OK;
}

native *native_keep(native *n) {
  if (n)
    n->users++;
  return n;
}

void native_free(native *n) {
  if (!n || --n->users > 0)
    return;
  const memory *m = n->memory;
  if (n->library)
    dlclose(n->library);
  memory_free(m, n);
}

// ---- binding

void native_bind_stepper(const native *n, stepper *s) {
  assert(s->nstage == 0 || s->stages);
  for (int i = 0; n->step && i < s->nstage; i++)
    s->stages[i]->take = n->step;
  if (n->step && s->nstage == 0) {
    s->take = n->step;
    s->take_many = n->many;
  }
}

void native_attach(const native *n, evaluator *e, stepper *s) {
  assert(n->bundles);
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (n->bundles[k])  // otherwise the interpreter stays
      e->bundles[k].function = n->bundles[k];
  for (int k = 0; n->tapes && e->unilateral && k < unit_tapes(e->problem); k++)
    e->unilateral->functions[k].compiled = n->tapes[k];
  native_bind_stepper(n, s);
}

// what the cache has; *out NULL: it has none
static noslip_status take(const native_making *w, evaluator *e, stepper *s, native **out,
                          failure *why) {
  char path[cache_path];
  if (!cache_find(&w->cache, w->key, path))
    return NOSLIP_OK;
  noslip_status status = load(&w->cache, w->key, path, w->memory, out, why);
  if (*out)
    native_attach(*out, e, s);
  return status;
}

static noslip_status keep_and_take(native_making *w, evaluator *e, stepper *s, native **out,
                                   failure *why) {
  noslip_status status = keep(w, why);
  if (status == NOSLIP_OK)
    status = take(w, e, s, out, why);
  if (status == NOSLIP_OK && !*out)
    status = fail(why, NOSLIP_ERROR_FILE, "the compiled code in `%s` has been changed by somebody",
                  w->cache.directory);
  return status;
}

noslip_status native_bind(evaluator *e, stepper *s, const memory *m, bool compile, native **out,
                          failure *why) {
  native_making w;
  *out = NULL;
  noslip_status status = open_making(&w, e->problem, s, m, why);
  if (status != NOSLIP_OK)
    return status;
  status = take(&w, e, s, out, why);
  if (status == NOSLIP_OK && !*out && compile) {
    status = begin_from(&w, e->problem, s, why);
    if (status == NOSLIP_OK)
      status = keep_and_take(&w, e, s, out, why);
  }
  cache_close(&w.cache);
  return status;
}

// ---- beside the interpreter

static void close_making(native_making *w) {
  cache_close(&w->cache);
  memory_free(w->memory, w);
}

noslip_status native_begin(evaluator *e, stepper *s, const memory *m, native **out,
                           native_making **making, failure *why) {
  *out = NULL;
  *making = NULL;
  native_making *w = memory_resize(m, NULL, sizeof *w);
  if (!w)
    return fail_memory(why);
  noslip_status status = open_making(w, e->problem, s, m, why);
  if (status != NOSLIP_OK) {
    memory_free(m, w);
    return status;
  }
  status = take(w, e, s, out, why);
  if (status == NOSLIP_OK && !*out)
    status = begin_from(w, e->problem, s, why);
  if (status == NOSLIP_OK && !*out)
    *making = w;
  else
    close_making(w);
  return status;
}

bool native_ready(native_making *w) {
  return compiler_ended(&w->work);
}

noslip_status native_finish(native_making *w, evaluator *e, stepper *s, native **out,
                            failure *why) {
  *out = NULL;
  noslip_status status = keep_and_take(w, e, s, out, why);
  close_making(w);
  return status;
}

void native_give_up(native_making *w) {
  if (!w)
    return;
  compiler_give_up(&w->work);
  cache_end(&w->cache, &w->files);
  close_making(w);
}
