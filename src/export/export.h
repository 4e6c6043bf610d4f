// A run as one C file that needs nothing of noslip: the functions of the model, the kernel of the
// method, the numbers of the start, and a main. What it writes is what the run writes.

#pragma once

#include "base/text.h"
#include "methods/method.h"
#include "problem/observed.h"

typedef struct export_value {
  const char *name;
  double value;
} export_value;

typedef struct export_run {
  // where it comes from: for the comment at the top
  const char *model, *title, *text;
  const export_value *parameters;
  int nparameter;
  const char *const *inputs;  // names of the inputs

  const problem *problem;
  const stepper *stepper;
  const evaluator *evaluator;
  const state *start;        // checked, completed
  const observed *observed;  // and what is observed there
  double h;
  long steps, every;

  // the columns as the first line of a CSV file has them, and what those of the state hold: i for
  // the position i, n + i for the velocity i; 2n + i, 3n + i and 4n + i for the cosine of an angle,
  // its sine, and that with a minus sign
  const char *const *columns;
  int ncolumn;
  const int *places;  // nplace
  int nplace;
} export_run;

// Append the text. The problem must not be made of functions of a caller.
void export_print(text_buffer *out, const export_run *r);

// export_head.c: the comment at the top
void export_head(text_buffer *out, const export_run *r);

// a text as a C string, quotes included
void export_string(text_buffer *out, const char *text);
