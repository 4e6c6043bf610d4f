// Inside the forces that are functions: what their files share.

#pragma once

#include "problem/added_forces.h"

// a bundle, and its own function
typedef struct added_bundle {
  struct added_work *work;
  bundle inside;
  int outputs;
} added_bundle;

// work arrays of a run
typedef struct added_work {
  const problem *problem;
  added_bundle values, blocks, acceleration;
  double *chart;              // 2n     y and f of the tape alone
  double *f;                  // n      all forces
  double *part, *near, *far;  // most   one of them, and at two places nearby
  double *q, *v, *move;       // n, nv, nv  such a place, and the way to it
  double *part_q, *part_v;    // most x nv  derivatives of one force
  double *by_q, *by_v;        // nv x nv    of all
  const added_force *failed;  // gave no number,
  double failed_at;           // last at this time
} added_work;

typedef struct added_place {
  double t;
  const double *q, *v;
} added_place;

// all arrays; false when there is no memory
bool added_work_init(added_work *w, arena *a, const problem *p);

// F_q and F_v of one force, count x nv each
void added_differences(added_work *w, const added_force *force, added_place at, double *by_q,
                       double *by_v);
