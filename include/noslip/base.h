// noslip/base.h: contexts, status codes, version.

#pragma once

#include <stdbool.h>
#include <stddef.h>

// The version: these three lines are the one place that says it, and CMake reads them.
#define NOSLIP_VERSION_MAJOR 0
#define NOSLIP_VERSION_MINOR 1
#define NOSLIP_VERSION_PATCH 0

// "0.1.0", and 100 for it: versions compare as numbers do
#define NOSLIP_VERSION_JOINED(a, b, c) #a "." #b "." #c
#define NOSLIP_VERSION_TEXT(a, b, c) NOSLIP_VERSION_JOINED(a, b, c)
#define NOSLIP_VERSION \
  NOSLIP_VERSION_TEXT(NOSLIP_VERSION_MAJOR, NOSLIP_VERSION_MINOR, NOSLIP_VERSION_PATCH)
#define NOSLIP_VERSION_NUMBER \
  (NOSLIP_VERSION_MAJOR*10000 + NOSLIP_VERSION_MINOR*100 + NOSLIP_VERSION_PATCH)

#if defined(__GNUC__)
#define NOSLIP_API __attribute__((visibility("default")))
#else
#define NOSLIP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Structs that a caller hands over may get more fields, at the end. So the library has functions
// NAME_sized, which are told how large the struct is that the caller knows, and the headers have the
// functions NAME, which tell it. Bindings call NAME_sized. (The names of their arguments end with _,
// so that they hide no name of the program.)
//
// An argument that must not be NULL, and is, is NOSLIP_ERROR_ARGUMENT, with a sentence if there is a
// context to keep it. Functions without a status then return NULL, "", 0, false or NaN, do nothing,
// or fill in zeros. Freeing NULL does nothing.

// What a call came to. The sentence that goes with a failure is noslip_last_error().
typedef enum noslip_status {
  NOSLIP_OK = 0,
  NOSLIP_ERROR_MEMORY,    // no memory
  NOSLIP_ERROR_FILE,      // a file cannot be read or written
  NOSLIP_ERROR_MODEL,     // the model is wrong: the sentence has its place
  NOSLIP_ERROR_ARGUMENT,  // an option is wrong: a name, a number, a method that does not fit
  NOSLIP_ERROR_STEP,      // the computation failed: the state is that of the last good step
  NOSLIP_STOPPED,         // no failure: a monitor of the caller has ended the run here
} noslip_status;

// One allocation function for everything, with the meaning of realloc: `block` is NULL for new
// memory, `size` 0 frees. It returns NULL when there is no memory.
typedef void *noslip_allocator(void *context, void *block, size_t size);

typedef struct noslip_options {
  noslip_allocator *allocator;  // NULL: realloc and free of the C library
  void *allocator_context;      // handed to the allocator
} noslip_options;

typedef struct noslip_context noslip_context;

// A context keeps the last error. Not thread-safe; use one context per thread.
// `options` may be NULL. Returns NULL when there is no memory.
NOSLIP_API noslip_context *noslip_open_sized(const noslip_options *options, size_t size);
static inline noslip_context *noslip_open(const noslip_options *options_) {
  return noslip_open_sized(options_, sizeof *options_);
}

// Handles may be freed in any order: contexts, models, runs, equations, shapes, results of studies. What
// was freed stays alive inside as long as something that was made with it does, and must not be used by
// the caller any more. NULL is fine.
//
// A model may have runs in several threads, each with a context of its own. If the last of them ends
// after the model was freed, the model's own context frees it with its next model or run; if that
// context is closed, too, the thread of the last run does. So the allocator of a context may be called
// in that thread, after all its other calls.
NOSLIP_API void noslip_close(noslip_context *context);

// The sentence of the last failed call, "" if none failed. Valid until the next call.
NOSLIP_API const char *noslip_last_error(const noslip_context *context);

// The last failure as data: the parts of its sentence, for editors and bindings. The texts are valid
// until the next call with the context.
typedef struct noslip_diagnostic {
  noslip_status status;
  const char *file;  // as it was given; "" without a place
  int line, column;  // from 1, as printed; column in characters, a tab is one. line 0: no place
  int length;  // characters of the name or number there, 1 of anything else; 0 without a place
  const char *message;  // the first sentence, without place and hint
  const char *hint;    // what may be done about it: "did you mean `theta`?"; "" if nothing is known
  const char *source;  // the line of the model as it is printed: of one longer than 100 characters
                       // those around the place, and `?` for what is not text; "" without a place
  int source_column;   // the column in `source`; that of the line, unless the line was cut
} noslip_diagnostic;

// false: no call has failed, and all of *diagnostic is 0
NOSLIP_API bool noslip_last_diagnostic_sized(noslip_context *context, noslip_diagnostic *diagnostic,
                                             size_t size);
static inline bool noslip_last_diagnostic(noslip_context *context_,
                                          noslip_diagnostic *diagnostic_) {
  return noslip_last_diagnostic_sized(context_, diagnostic_, sizeof *diagnostic_);
}

// The version of the library that the program runs with; NOSLIP_VERSION and NOSLIP_VERSION_NUMBER are
// those of the header it was compiled with.
NOSLIP_API const char *noslip_version(void);
NOSLIP_API int noslip_version_number(void);

#ifdef __cplusplus
}
#endif
