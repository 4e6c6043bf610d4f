// Labels of the runs of `for`, in tables and in keys of pictures.

#pragma once

#include "script/eval.h"

// labels[0..n-1] for the values x of the index. False: a mistake in what depends on it, or no memory.
bool script_index_labels(script_scope *s, const script_source *from, bool quick, const double *x,
                         int n, const char **labels);
