// The report of a run for a person: what was computed, how fast, how large the errors are, and
// whether the method kept what it claims.

#pragma once

#include "noslip.h"

#include <stdio.h>

// `planned`: the number of steps the run was to take. Colours on a terminal only, and not if
// NO_COLOR is set. `event_file`: the file that has the rows of the events, NULL if there is none.
void report_print(FILE *out, noslip_run *run, long planned, const char *event_file);
