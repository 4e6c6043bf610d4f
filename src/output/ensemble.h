// An ensemble for a person, for a program and for a spreadsheet.

#pragma once

#include "noslip.h"

#include <stdio.h>

// the energy error at eleven times, everything else at the end, members that failed
void ensemble_table(FILE *out, const noslip_ensemble_result *r);

// one object and a newline; `trouble`, if not NULL, is the last of the warnings
void ensemble_json(FILE *out, const noslip_ensemble_result *r, const char *trouble);

// One line of names, then one line per output time: t, members, and the statistics of each quantity,
// energy.mean, energy.variance, ...; the same ensemble gives the same bytes.
void ensemble_csv(FILE *out, const noslip_ensemble_result *r);
