// What a study of convergence is going to do: its options, checked and completed.

#pragma once

#include "model/model.h"
#include "noslip/study.h"
#include "study/chosen.h"

typedef struct plan {
  double from, until;  // times of the start and of the end
  chosen_list methods;
  int nstep;
  double *steps;  // nstep  falling

  // the runs of each method: its steps, and their halves where those are needed
  int nrun;
  double *h;  // nrun   falling
  long *n;    // nrun   steps up to `until`
  int *own;   // nstep  the run of a step
  int *half;  // nstep  the run with half of it, -1: none

  noslip_against against;
  const char *reference;  // method of the reference run; NULL: there is none
  double reference_step;
  long reference_n;
  long total;  // steps of all runs
} plan;

// Check the options and complete them from the model. The plan lives in the arena.
noslip_status plan_make(plan *p, arena *a, noslip_context *context, const noslip_model *model,
                        const noslip_converge_options *o);
