// JSON: the report of a run as one object, and the pieces for other objects.

#pragma once

#include "noslip.h"

#include <stdio.h>

// Print the report of a run and a newline. `trouble`, if not NULL, is the sentence of what ended
// the run early; it is the last of the warnings.
void json_report(FILE *out, noslip_run *run, const char *trouble);

void json_text(FILE *out, const char *text);  // quoted and escaped
void json_number(FILE *out, double x);        // null if it is not finite

// the member "warnings", with a comma before it; `trouble`, if not NULL, is the last of them
void json_warnings(FILE *out, const char *const *list, int n, const char *trouble);
