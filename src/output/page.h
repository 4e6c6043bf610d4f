// A page: one HTML file that needs nothing else, with what a run has shown. Its texts, equations and
// tables are markup, so it can be read without a program; its film and plots are drawn by web/report
// from the numbers in it.

#pragma once

#include "noslip.h"
#include "output/recording.h"

#include <stdio.h>

// an event, as of noslip_run_event or of a file
typedef struct page_event {
  double time, impulse, change;  // of the energy
  const char *kind, *name;
} page_event;

typedef struct page {
  const char *title;    // NULL: that of the model
  const char *command;  // with which it was made
  const char *source;   // the file of rows; NULL: the run was computed
  const char *method;   // of `source`; NULL: not known
  double step;          // of the method
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;  // of `source` one that stands at its start
  recording *recording;
  const char *trouble;       // what ended the run early; NULL: nothing
  long planned;              // steps
  bool film_only;            // nothing except the film and the title
  const page_event *events;  // of `source`; otherwise those of the run are taken
  long nevent;
  const char *results;  // JSON of a comparison or a study; then all of the above are not used
} page;

// Write it; whether that went well is known by the stream.
void page_write(FILE *out, const page *p);

// ---- for the files of the page

// page_model.c: equations, parameters, text; page_run.c: summary, method, verdicts, events
void page_equations(FILE *out, const page *p);
void page_parameters(FILE *out, const page *p);
void page_text(FILE *out, const page *p);
void page_summary(FILE *out, const page *p);
void page_method(FILE *out, const page *p);
void page_verdicts(FILE *out, const page *p);
void page_events(FILE *out, const page *p);

// page_data.c: curves, film and events as one JSON object; event i, false if there is none, and how many
// there are
void page_data(FILE *out, const page *p);
bool page_event_get(const page *p, long i, page_event *e);
long page_event_count(const page *p);

// a section with a heading, open until page_end_section; `id` is for links
void page_section(FILE *out, const char *id, const char *heading);
void page_end_section(FILE *out);
