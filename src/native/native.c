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
  const memory *memory;
  void *library;
  bundle_function *const *bundles;
  bundle_function *const *tapes;  // of time stepping; NULL: there are none
  kernel_step *step;              // NULL: only the bundles are compiled
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

// compile in a directory of its own, then move the result to its place
static noslip_status make(const cache *c, const compiler *cc, const text_buffer *text,
                          const char *key, compiler_job job, failure *why) {
  cache_work work;
  if (!cache_begin(c, &work))
    return fail(why, NOSLIP_ERROR_FILE, "cannot write in `%s`: %s", c->directory, strerror(errno));
  job.directory = work.directory;
  job.at = work.at;
  noslip_status status = write_source(&work, text, why);
  if (status == NOSLIP_OK)
    status = compiler_run(cc, &job, why);
  if (status == NOSLIP_OK && !cache_keep(c, key, &work, compiler_made))
    status =
        fail(why, NOSLIP_ERROR_FILE, "cannot write in `%s`: %s", c->directory, strerror(errno));
  cache_end(c, &work);
  return status;
}

static noslip_status make_from(const cache *c, const compiler *cc, const evaluator *e,
                               const stepper *s, const memory *m, const char *key, failure *why) {
  text_buffer text;
  text_init(&text, m);
  unit_print(&text, e->problem, s);
  compiler_job job = {.large = is_large(e->problem, s), .halves = unit_in_halves(e->problem, s)};
  noslip_status status = text.failed ? fail_memory(why) : make(c, cc, &text, key, job, why);
  text_free(&text);
  return status;
}

// what cannot be loaded is not kept: it was no compiler, or one for another machine
static noslip_status load(const cache *c, const char *key, const char *path, const memory *m,
                          native **out, failure *why) {
  native *n = memory_resize(m, NULL, sizeof *n);
  if (!n)
    return fail_memory(why);
  *n = (native){.memory = m, .library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
  if (n->library) {
    n->bundles = (bundle_function *const *)dlsym(n->library, "noslip_bundles");
    n->tapes = (bundle_function *const *)dlsym(n->library, "noslip_tapes");
    void *step = dlsym(n->library, "noslip_take");
    memcpy(&n->step, &step, sizeof step);  // C has no cast from objects to functions
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

void native_free(native *n) {
  if (!n)
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
  if (n->step && s->nstage == 0)
    s->take = n->step;
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

noslip_status native_bind(evaluator *e, stepper *s, const memory *m, bool compile, native **out,
                          failure *why) {
  compiler cc;
  cache c;
  char key[cache_key], path[cache_path];
  *out = NULL;
  if (!compiler_find(&cc))
    return fail(why, NOSLIP_ERROR_FILE,
                "there is no C compiler `%s` for native code; set CC, or take the interpreter "
                "(the option `backend` = \"interpret\")",
                cc.words[0]);
  if (!cache_open(&c))
    return fail(why, NOSLIP_ERROR_FILE,
                "there is no place for compiled code: %s; NOSLIP_CACHE may "
                "name a directory",
                strerror(errno));
  if (!make_key(key, &cc, e->problem, s, m)) {
    cache_close(&c);
    return fail_memory(why);
  }
  noslip_status status = NOSLIP_OK;
  bool there = cache_find(&c, key, path);
  if (!there && compile) {
    status = make_from(&c, &cc, e, s, m, key, why);
    there = status == NOSLIP_OK && cache_find(&c, key, path);
    if (status == NOSLIP_OK && !there)
      status = fail(why, NOSLIP_ERROR_FILE,
                    "the compiled code in `%s` has been changed by somebody", c.directory);
  }
  if (there)
    status = load(&c, key, path, m, out, why);
  cache_close(&c);
  if (!*out)
    return status;
  native_attach(*out, e, s);
  return NOSLIP_OK;
}
