// Results of studies as text and as figures. Each kind of study has one file, which prints its
// result for a person, for a program and for a spreadsheet, and says what its figure shows.

#pragma once

#include "noslip.h"
#include "output/figure.h"

#include <stdio.h>

// What a study can be printed as; `result` is the result of that study.
typedef struct study_output {
  // some lines, then the notes
  void (*table)(FILE *out, const void *result);

  // one object and a newline; `trouble`, if not NULL, is the last of the warnings
  void (*json)(FILE *out, const void *result, const char *trouble);

  // one line of names, then lines of numbers; the same study gives the same bytes
  void (*csv)(FILE *out, const void *result);

  // its notes, for a user who does not see the table
  const char *const *(*notes)(const void *result, int *count);
} study_output;

// noslip_comparison: one line per method with order, largest errors, trend of the energy, cost; CSV
// has one line per method and sample
extern const study_output comparison_output;

// noslip_convergence: errors and local slopes, then slopes, ranges and cost of each method; CSV has
// one line per method and step
extern const study_output convergence_output;

// noslip_ensemble_result: the energy error at eleven times, everything else at the end, members
// that failed or were stopped; CSV has one line per output time: t, members, and the statistics of
// each quantity, energy.mean, energy.variance, ...
extern const study_output ensemble_output;

// noslip_section_result: points per start, what is left of the equation, starts that failed or were
// stopped; CSV has one line per point, start by start
extern const study_output section_output;

// noslip_advised: one line per method with the attempt that was chosen, then what to type; CSV has one
// line per attempt
extern const study_output advice_output;

// "rising", "falling" or "both"
const char *section_direction(noslip_direction d);

// ---------------------------------------------------------------------------------------------
// figures

enum { study_label = 128 };  // bytes of a label

// The panels of a study and the memory behind them. No panel, or a panel without curves: there is
// nothing to draw.
typedef struct study_figure {
  figure page;
  panel *panels;
  curve *curves;
  double *numbers;
  char (*labels)[study_label];
  char title[256];  // of the page, which points to it: not to be copied
} study_figure;

// All return false when there is no memory; study_figure_free in both cases.

// errors over time, one panel for each of energy, constraint and invariants that has any, one curve
// per method
bool comparison_draw(study_figure *f, const noslip_comparison *r);

// what errors are drawn over: the step, or what they cost
typedef enum precision_axis {
  PRECISION_H,
  PRECISION_STEPS,
  PRECISION_NEWTON,
  PRECISION_TIME,
} precision_axis;

// the axis of a word: h, steps, newton, seconds; false: there is none
bool convergence_axis_read(const char *word, precision_axis *over);

// errors over one of these, one panel per column that has any; over steps a guide with the slope that
// theory has for each order
bool convergence_draw(study_figure *f, const noslip_convergence *r, precision_axis over);

// statistics over time, two panels for each of the first six quantities, with slopes on logarithmic axes
bool ensemble_draw(study_figure *f, const noslip_ensemble_result *r, bool log_x, bool log_y);

// one panel with two columns of the points, a colour per start
bool section_draw(study_figure *f, const noslip_section_result *r, int x, int y);

// errors over operations, one curve per method, and the frontier
bool advice_draw(study_figure *f, const noslip_advised *r);

void study_figure_free(study_figure *f);

// ---------------------------------------------------------------------------------------------
// for the files of the studies

// room for at most this many panels, curves, numbers and labels, and an empty title
typedef struct study_figure_size {
  size_t panels, curves, numbers, labels;
} study_figure_size;

bool study_figure_make(study_figure *f, study_figure_size most);

// numbers that cannot be drawn, on a logarithmic axis or not, become gaps; how many can be
int study_gaps(double *y, int n, bool logarithmic);

// The dashed line of a fitted power, from the first to the last x of the fit, named "slope 1.02" in
// `label`; false: there is none.
enum { study_guide_numbers = 4 };
bool study_guide(curve *to, double *numbers, char *label, const noslip_power *f);

// Append to the title what the figure has no curve of: ", without rattle", then ", dla-mp".
void study_figure_without(study_figure *f, const char *name, int *shown);

// fields of a CSV line: a name of two parts, quoted if need be (base/csv_name.h), and a comma with
// a number
void study_csv_name(FILE *out, const char *first, const char *second);
void study_csv_number(FILE *out, double x);

// the first members of an object about runs of one method
void study_json_head(FILE *out, const char *model, const char *method, double step,
                     const char *backend);

// what the runs of a study have taken together
typedef struct study_cost {
  long steps, iterations, events;
  double seconds;
} study_cost;

// steps, Newton iterations, events if there were any, wall time
void study_json_cost(FILE *out, const char *before, const study_cost *c);

// "20 steps, 3.5 Newton iterations per step, 0.1 s"; with `threads`, unless 0: " on 2 threads"
void study_print_cost(FILE *out, const study_cost *c, int threads);

// "dla-mp with h = 0.1", or that the steps differ: NaN
void study_method(FILE *out, const char *method, double step);

// the notes at the end of a table
void study_notes(FILE *out, const char *const *notes, int n);
