// The model of a file of rows, as it stands in the file.

#pragma once

#include "cli/model_file.h"

// Load the model that the HDF5 file m->rows was made with: its text, its parameters and what was given for
// its start, unless --set and --init say otherwise; and what the file says of the run. An exit status, after
// a sentence if it is not exit_done. The context is open.
int model_back(model_file *m);
