// noslip/script.h: study files. A study says as text which models are run with which methods and
// steps, what is measured, what is drawn, and what is expected: docs/studies.md.
//
//   noslip_script *script;
//   noslip_script_result *result;
//   noslip_script_load(ctx, "studies/sleigh.study", &script);
//   noslip_script_run(ctx, script, NULL, &result);
//   printf("%d expectations failed\n", result->nfailed);

#pragma once

#include "noslip/study.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_script noslip_script;

// Read a study file, "-" is standard input. On failure *script is NULL and the sentence has file, line
// and column. Nothing is computed, and models are not looked for yet.
NOSLIP_API noslip_status noslip_script_load(noslip_context *context, const char *path,
                                            noslip_script **script);

// The same from text; `name` stands for the file: in messages, and models are looked for beside it.
NOSLIP_API noslip_status noslip_script_parse(noslip_context *context, const char *name,
                                             const char *text, noslip_script **script);

// Free a study before its context. NULL is fine.
NOSLIP_API void noslip_script_free(noslip_script *script);

// The name after `study`, the title, the first `paper`, the comment above `study` as one line ("" if
// none), and how many `expect` statements it has.
NOSLIP_API const char *noslip_script_name(const noslip_script *script);
NOSLIP_API const char *noslip_script_title(const noslip_script *script);
NOSLIP_API const char *noslip_script_paper(const noslip_script *script);
NOSLIP_API const char *noslip_script_about(const noslip_script *script);
NOSLIP_API int noslip_script_expectations(const noslip_script *script);

// Zero means the default.
typedef struct noslip_script_options {
  bool quick;                 // the short version: what follows `quick` instead of what is there
  const char *const *models;  // directories where models are looked for, after that of the file and
  int nmodel;                 // ../models beside it
  bool fresh;                 // compute everything, also what was kept from a run before
  int threads;                // 0: one per core
  double seconds;             // stop after this time; 0: never
  noslip_progress *progress;  // NULL: none; called by any thread, never by two at once
  void *progress_context;
  // Checkpoints (noslip/study.h); NULL: none. The file says when the study was begun. Parts that were kept
  // since then are its own: with `resume` they are used even if all are to be computed, and count as
  // computed. Parts on their way have files in the directory PATH.parts. Several studies may share a file, one
  // after the other, if all except the first have `resume`.
  const noslip_saving *saving;
} noslip_script_options;

typedef enum noslip_expectation_verdict {
  NOSLIP_EXPECTATION_MET,
  NOSLIP_EXPECTATION_DEVIATES,    // met, while the printed number does not meet it
  NOSLIP_EXPECTATION_FAILED,      // not met
  NOSLIP_EXPECTATION_UNMEASURED,  // a run that it needs did not get to its end
  NOSLIP_EXPECTATION_LEFT_OUT,    // not in the quick version
  NOSLIP_EXPECTATION_ABSENT,      // this build lacks the library of a method that it needs
} noslip_expectation_verdict;

// one number that is expected; an `expect` statement about several methods has one each
typedef struct noslip_expectation {
  const char *what;      // "order, spark(2)"
  const char *relation;  // "=", "<=", ...
  double measured, expected;
  double tolerance;  // NaN unless the relation is "="
  double printed;    // in the source; NaN: not given
  noslip_expectation_verdict verdict;
  const char *source, *because;  // NULL: not given
  const char *trouble;           // why it was not measured; NULL: it was
  int line;                      // of the statement
  const char *printed_text;      // what the source shows, where that is no number; NULL: not given
  const char *subject;           // the left side as it is written: `what` without the run
} noslip_expectation;

typedef struct noslip_script_measure {
  const char *name;
  int n;  // numbers; 0 for a series or after trouble
  const double *values;
  const char *const *labels;  // n: "spark(2), h = 0.0125"; "" for a single number
  const char *trouble;        // NULL: none
} noslip_script_measure;

typedef struct noslip_script_curve {
  const char *name;  // "" if there is only one
  const double *x, *y;
  size_t n;
  bool marked;  // few points, one for each run
  bool guide;   // a line for comparison
} noslip_script_curve;

typedef struct noslip_script_picture {
  const char *title;  // "" if there is none
  const char *xlabel, *ylabel;
  bool series;  // against time
  bool log_x, log_y, dotted, equal;
  int ncurve;
  const noslip_script_curve *curves;
  const char *trouble;  // why a curve is missing; NULL: none is
  bool joined;          // a panel of the picture before
} noslip_script_picture;

// one run, ensemble or section
typedef struct noslip_script_part {
  const char *label;    // "b, spark(2), h = 0.0125"
  const char *key;      // the digest that its numbers are kept under
  bool kept;            // they were there already
  double seconds;       // that it has taken
  const char *trouble;  // why it ended early; NULL: it did not
} noslip_script_part;

typedef struct noslip_script_result {
  const char *name, *title;
  bool quick;
  int nexpectation;
  const noslip_expectation *expectations;
  int nmet, ndeviation, nfailed, nleft;  // of these; nfailed: not met, or not measured
  int nmeasure;
  const noslip_script_measure *measures;
  int npicture;
  const noslip_script_picture *pictures;
  int npart, nkept;
  const noslip_script_part *parts;
  double wall_seconds;
  int nabsent;  // expectations about methods that are not in this build
} noslip_script_result;

// Compute everything that is not kept from before, measure, and compare. An expectation that is not met
// is no failure of the call. NOSLIP_STOPPED if `progress` returned false or the time was over: parts that
// are finished are kept, and *result is NULL. On other failures, too: a mistake in the study or a
// model, a run that cannot begin. An allocator of the context is called by all threads.
NOSLIP_API noslip_status noslip_script_run_sized(noslip_context *context,
                                                 const noslip_script *script,
                                                 const noslip_script_options *options, size_t size,
                                                 noslip_script_result **result);
static inline noslip_status noslip_script_run(noslip_context *context_,
                                              const noslip_script *script_,
                                              const noslip_script_options *options_,
                                              noslip_script_result **result_) {
  return noslip_script_run_sized(context_, script_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_script_result_free(noslip_script_result *result);

#ifdef __cplusplus
}
#endif
