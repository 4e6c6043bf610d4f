// What the table, the files and the picture of a sweep have in common: its columns.
//
//   the swept keys; t, run.steps, run.failed, run.verdict (0 kept, 1 not kept, 2 not resolved);
//   energy.error and constraint.error, where there is such a thing; of each quantity x.end, x.mean,
//   x.variance, x.square, x.min, x.max, and with several members x.lowest, x.highest

#pragma once

#include "output/ensemble.h"
#include "output/study.h"

enum { sweep_name = 160, sweep_most_shown = 12 };

// A sweep and the columns that its table and its picture show.
typedef struct sweep_view {
  noslip_sweep_result *result;
  int shown[sweep_most_shown];
  int nshown;
} sweep_view;

int sweep_ncolumn(const noslip_sweep_result *r);
const char *sweep_column(char name[sweep_name], const noslip_sweep_result *r, int column);
double sweep_value(const noslip_sweep_result *r, int column, int point);
int sweep_find(const noslip_sweep_result *r, const char *name);  // -1: there is none

// is this the ending of a column of a quantity: "mean"?
bool sweep_is_statistic(const char *ending);

// "done", "stopped by NAME", "failed", ...
const char *sweep_outcome(char text[sweep_name], const noslip_sweep_point *p);

// Curves: the first axis goes along them, each combination of values of the others is one.
int sweep_ncurve(const noslip_sweep_result *r);
void sweep_curve(double *x, double *y, const noslip_sweep_result *r, int column, int which);

// "m = 2, k = 3": the values that a curve belongs to; "" if there is one curve
const char *sweep_curve_name(char name[sweep_name], const noslip_sweep_result *r, int which);

// Does the first axis have equal ratios, or is it the step? Then a power is fitted: noslip_fit_power
// over the points of a curve. points < 2: there is none.
bool sweep_is_logarithmic(const noslip_sweep_result *r);
noslip_power sweep_fit(const noslip_sweep_result *r, int column, int which);

// sweep_view: swept values and shown columns line by line, slopes; CSV has all columns, one line per
// point
extern const study_output sweep_output;

// the shown columns over the first axis, one panel each, with the fitted slopes; false: no memory
bool sweep_draw(study_figure *f, const sweep_view *v);

// HDF5: the columns of the CSV file in the group `run`, the model in `model`
bool sweep_hdf5(const ensemble_file *f, const sweep_view *v, const char *trouble,
                const provenance *from);
