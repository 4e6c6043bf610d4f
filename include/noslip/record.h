// noslip/record.h: many values at once: columns by name, arrays that follow a run, matrices of rows.
//
// A column is one of the CSV file of `noslip run`: "t", "x", "x'", "energy", "constraint",
// "momentum.x", "multiplier.blade", invariants and observables by their labels.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// all columns of a run, in the order of that file; NULL if there is no column i, or no memory. Names
// are valid until the run is freed. The first call takes memory for them.
NOSLIP_API int noslip_run_column_count(const noslip_run *run);
NOSLIP_API const char *noslip_run_column_name(const noslip_run *run, int i);

// The place of a column in its group, so that noslip_run_values(run, group)[index] is its value. False
// if there is none: "t", "energy" and "constraint" are in no group.
NOSLIP_API bool noslip_run_find(const noslip_run *run, const char *name, noslip_group *group,
                                int *index);

// The values of a group, as noslip_run_values gives them, in an array that stays where it is until the
// run is freed, and that every later call which moves the run brings up to date before it returns:
// a step, noslip_advance, noslip_finish, noslip_run_record, noslip_visit, noslip_return, and what sets
// inputs and parameters; also before a monitor is called. The first call for a group takes memory for
// it, none does afterwards. A copy of the run has arrays of its own. NULL: there is no memory. A group
// costs its evaluation at each of these calls, multipliers a linear system.
NOSLIP_API const double *noslip_run_view(noslip_run *run, noslip_group group);

// Fill a matrix of rows x ncolumn numbers, row by row: first the node where the run stands, then one
// after every `every` steps, (rows - 1)*every steps in all. `columns` has names of columns, NULL and 0
// are all columns. Only what these need is computed: no multipliers unless they are asked for, and in
// an unmonitored run no energy and no momenta either. The numbers are those of the file of
// `noslip run`.
//
// *made is how many rows were filled, also if the status is that of a step that has failed or stopped
// (as noslip_advance returns it). Where a `stop` of the model ends the run between two rows, its end is
// a row of its own. A run that visits a time between its nodes returns first. Takes memory once for
// the list of columns, none for rows.
NOSLIP_API noslip_status noslip_run_record(noslip_run *run, const char *const *columns, int ncolumn,
                                           long rows, long every, double *out, long *made);

#ifdef __cplusplus
}
#endif
