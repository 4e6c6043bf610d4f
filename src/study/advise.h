// Inside the advice by trials: the study and what is on the way.

#pragma once

#include "model/model.h"
#include "study/result.h"
#include "study/tryout.h"

enum { advise_methods = 24, advise_attempts = 24*20, advise_notes = 4 };

// the result, and the memory behind it
typedef struct advised_study {
  noslip_advised result;
  noslip_context *context;
  arena arena;
  noslip_candidate candidates[advise_methods];
  noslip_attempt attempts[advise_attempts];
  const char *notes[advise_notes];
} advised_study;

// of a candidate
typedef struct advise_kind {
  int order;
  bool adaptive;
} advise_kind;

typedef struct advise_work {
  advised_study *study;
  tryout tryout;
  double until;        // of the clock
  double from, whole;  // the start, and the time to the end asked for
  double length;       // the time of a trial
  double scale;        // the first step
  double target;       // the error of a trial that is small enough
  bool late;           // the last trial took too many operations
  bool too_long;       // a reference took too many operations
  bool unpredictable;  // the motion could not be followed to the end asked for
  double *room;        // 3 x what.total  states of a trial at T/4, T/2, T
  double *reference;   // 3 x what.total  and of the reference
  advise_kind kinds[advise_methods];
  double halves[advise_attempts];  // errors at T/2
} advise_work;
