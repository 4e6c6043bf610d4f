// A build for systems without processes and shared objects: the contracts of native.c and cache.c, and
// the sentence that says so. Every run is interpreted, nothing is kept on disk.

#include "native/cache.h"
#include "native/native.h"

#include <assert.h>

// compiling never pays
native_estimate native_weigh(const problem *p, const stepper *s, long steps) {
  (void)p, (void)s, (void)steps;
  return (native_estimate){0};
}

noslip_status native_bind(evaluator *e, stepper *s, const memory *m, bool compile, native **out,
                          failure *why) {
  (void)e, (void)s, (void)m, (void)compile;
  *out = NULL;
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "this build has no native code; take the interpreter (the option `backend` = "
              "\"interpret\")");
}

noslip_status native_begin(evaluator *e, stepper *s, const memory *m, native **out,
                           native_making **making, failure *why) {
  *making = NULL;
  return native_bind(e, s, m, true, out, why);
}

bool native_ready(native_making *w) {
  (void)w;
  return true;
}

noslip_status native_finish(native_making *w, evaluator *e, stepper *s, native **out,
                            failure *why) {
  (void)w;
  return native_bind(e, s, NULL, true, out, why);
}

void native_give_up(native_making *w) {
  assert(!w);
  (void)w;
}

native *native_keep(native *n) {
  assert(!n);
  return n;
}

void native_free(native *n) {
  assert(!n);
  (void)n;
}

void native_attach(const native *n, evaluator *e, stepper *s) {
  (void)n, (void)e, (void)s;
  assert(false);  // there is no code to attach
}

void native_bind_stepper(const native *n, stepper *s) {
  (void)n, (void)s;
  assert(false);
}

// ---- the cache: none can be opened

bool cache_open_below(cache *c, const char *below, int most) {
  (void)below, (void)most;
  *c = (cache){.at = -1};
  return false;
}

void cache_close(cache *c) {
  (void)c;
}

bool cache_find(const cache *c, const char *key, char path[cache_path]) {
  (void)c, (void)key, (void)path;
  return false;
}

bool cache_begin(const cache *c, cache_work *w) {
  (void)c, (void)w;
  return false;
}

void cache_end(const cache *c, cache_work *w) {
  (void)c, (void)w;
}

bool cache_keep(const cache *c, const char *key, const cache_work *w, const char *made) {
  (void)c, (void)key, (void)w, (void)made;
  return false;
}
