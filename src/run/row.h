// A row of a trajectory, part by part in the order of its columns. Files of the tool, exported
// programs and the points of sections take their columns from this list. It needs only public
// calls.

#pragma once

#include "noslip.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef enum row_kind { ROW_TIME, ROW_ENERGY, ROW_RESIDUAL, ROW_GROUP } row_kind;

typedef struct row_part {
  row_kind kind;
  noslip_group group;  // of ROW_GROUP
  const char *name;    // of the column; of a group, what stands before its names
} row_part;

enum { row_nparts = 8 };

// noslip_row of an exported program (export/run.h) fills a row in the same order
static const row_part row_parts[row_nparts] = {
    {.kind = ROW_TIME, .name = "t"},
    {ROW_GROUP, NOSLIP_STATE, ""},
    {.kind = ROW_ENERGY, .name = "energy"},        // where there is one
    {.kind = ROW_RESIDUAL, .name = "constraint"},  // the largest
    {ROW_GROUP, NOSLIP_MOMENTUM, "momentum."},
    {ROW_GROUP, NOSLIP_MULTIPLIER, "multiplier."},
    {ROW_GROUP, NOSLIP_INVARIANT, ""},
    {ROW_GROUP, NOSLIP_OBSERVABLE, ""},
};

// columns of a part
static inline int row_count(const noslip_run *run, const row_part *p) {
  switch (p->kind) {
  case ROW_GROUP: return noslip_run_count(run, p->group);
  case ROW_ENERGY: return noslip_run_has_energy(run);
  default: return 1;
  }
}

// what stands behind the name of the part in the name of column i of it
static inline const char *row_name(const noslip_run *run, const row_part *p, int i) {
  assert(i >= 0 && i < row_count(run, p));
  return p->kind == ROW_GROUP ? noslip_run_name(run, p->group, i) : "";
}

// largest of |x[i]|, 0 of none; NaN if there is one
static inline double row_largest(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n && !isnan(largest); i++)
    if (!(fabs(x[i]) <= largest))
      largest = fabs(x[i]);
  return largest;
}

static inline double row_residual(noslip_run *run) {
  int n = noslip_run_count(run, NOSLIP_CONSTRAINT);
  return n > 0 ? row_largest(noslip_run_values(run, NOSLIP_CONSTRAINT), n) : 0;
}

// the numbers of a part at the current node; returns where the next part goes
static inline double *row_fill(double *at, noslip_run *run, const row_part *p) {
  int n = row_count(run, p);
  switch (p->kind) {
  case ROW_TIME: *at = noslip_time(run); break;
  case ROW_ENERGY:
    if (n > 0)
      *at = noslip_energy(run);
    break;
  case ROW_RESIDUAL: *at = row_residual(run); break;
  case ROW_GROUP:
    if (n > 0)
      memcpy(at, noslip_run_values(run, p->group), (size_t)n*sizeof *at);
    break;
  }
  return at + n;
}
