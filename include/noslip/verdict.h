// noslip/verdict.h: for each structure a method claims to keep, what a run has shown of it.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum noslip_verdict_word {
  NOSLIP_VERDICT_KEPT,          // measured, and as claimed
  NOSLIP_VERDICT_NOT_KEPT,      // measured, and not as claimed
  NOSLIP_VERDICT_NOT_RESOLVED,  // the step is too long for the motion: nothing follows from it
  NOSLIP_VERDICT_NOT_MEASURED,  // this run cannot show it; the reason says why
} noslip_verdict_word;

typedef struct noslip_verdict {
  const char *what;   // "step", "constraints", "energy", "momentum maps", ...
  const char *claim;  // "to rounding"; "" if the method claims nothing
  noslip_verdict_word word;
  double value;        // what was measured: an error, a share of a change; NaN: nothing
  const char *reason;  // "hold to 3.1e-16": what was measured, in words
} noslip_verdict;

// the word as in the JSON: "kept", "not kept", "not resolved", "not measured"
NOSLIP_API const char *noslip_verdict_text(noslip_verdict_word word);

// Judge the run so far; *count verdicts are there afterwards, none before the first step. A run that
// is sound has neither a NOT_KEPT nor a NOT_RESOLVED. Some steps are repeated with halves and quarters
// of the step, and a step is taken back; the run is left as it was. A step that does not resolve the
// motion adds a warning to the report. The first call takes memory: NOSLIP_ERROR_MEMORY, and no
// verdicts, if there is none.
NOSLIP_API noslip_status noslip_run_judge(noslip_run *run, int *count);

// Verdict i of the last call of noslip_run_judge, valid until the next; NULL if there is none.
NOSLIP_API const noslip_verdict *noslip_run_verdict(const noslip_run *run, int i);

#ifdef __cplusplus
}
#endif
