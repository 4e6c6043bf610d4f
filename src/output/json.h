// JSON: the report of a run as one object, and the pieces for other objects.

#pragma once

#include "noslip.h"

#include <stdio.h>

// Print the report of a run and a newline. `trouble`, if not NULL, is the sentence of what ended
// the run early; it is the last of the warnings.
void json_report(FILE *out, noslip_run *run, const char *trouble);

void json_text(FILE *out, const char *text);  // quoted and escaped
void json_number(FILE *out, double x);        // null if it is not finite
void json_numbers(FILE *out, const double *x, int n);

// members of an object; `before` is what separates one from the item before, or opens the object
void json_key(FILE *out, const char *before, const char *name);
void json_member(FILE *out, const char *before, const char *name, double x);
void json_member_text(FILE *out, const char *before, const char *name, const char *text);
void json_member_sentence(FILE *out, const char *before, const char *name, const char *sentence);
void json_member_flag(FILE *out, const char *before, const char *name, bool flag);
void json_list(FILE *out, const char *before, const char *name, const double *x, int n);

// the member "warnings", with a comma before it; `trouble`, if not NULL, is the last of them
void json_warnings(FILE *out, const char *const *list, int n, const char *trouble);
