// The rows of a run that is resumed, where its HDF5 file is complete already.

#pragma once

#include "cli/run_job.h"

// A run that has come to its end has made an HDF5 file of its rows (output/rows.c) and has removed
// them. If the job needs them, they are read back. An exit status.
int rows_back(const job *j);
