// What the numbers of a CSV file come from, as lines that begin with #. The reader of noslip passes
// them over, and so does pandas.read_csv(..., comment="#").

#pragma once

#include "output/sink.h"

#include <stdio.h>

void csv_notes(FILE *out, const provenance *from);
