// Verdicts: for each structure a method claims to keep, what the run has seen of it.

#pragma once

#include "noslip.h"

typedef enum verdict_word {
  VERDICT_KEPT,
  VERDICT_BROKEN,
  VERDICT_UNSEEN,  // a single run cannot measure it
} verdict_word;

typedef struct verdict {
  verdict_word word;
  char text[200];  // "constraints: hold to 3.1e-16 (claimed: to rounding)"
} verdict;

enum { max_verdicts = 5 };

// what there is in the run to judge by
typedef struct evidence {
  noslip_report report;
  int nconstraint, ninvariant;
  bool bare;         // a bare DAE: it has no energy, no momenta, no symplectic form
  double size;       // largest entry of the state
  double asymmetry;  // how well a step back undoes a step
} evidence;

// fill `list` (max_verdicts of them), return how many
int verdict_list(verdict *list, const noslip_method_info *method, const evidence *seen);
