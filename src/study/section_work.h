// The parts of a section between its files: what a start leaves, and what the work needs.

#pragma once

#include "noslip/section.h"
#include "study/crew.h"
#include "study/ledger.h"
#include "study/section_columns.h"
#include "study/spent.h"

// what a start has left
typedef struct course {
  double *points;  // on the heap
  long npoint, room;
  double largest;    // of what is left of the equation
  long planned;      // steps
  long steps, last;  // taken so far; up to the last point
  spent spent;
  bool complete, idle;  // idle: it has not crossed the section for most_idle steps
  noslip_status status;
  char *trouble;  // on the heap; NULL if the status is NOSLIP_OK or NOSLIP_STOPPED
} course;

// the result, and the memory behind it
typedef struct study {
  noslip_section_result result;
  noslip_context *context;
  arena arena;
  section_columns columns;
  course *courses;  // nstart
} study;

// what is not needed after the call
typedef struct work {
  study *study;
  noslip_context *context;
  noslip_section_options options;
  arena arena;
  crew crew;
  int section, direction;
  bool endless;  // it ends with the number of points
  ledger ledger;
} work;

// room for one more point; false: no memory
bool section_reserve(const work *w, course *s);

// The sentence of a start; without memory for it the whole study fails.
void section_note_trouble(const work *w, course *s, const char *sentence);

// section_choose.c: which section, and in which direction
noslip_status section_choose(work *w);

// section_save.c: how checkpoints have the starts; does what was read belong to the run?
extern const ledger_kind section_saved;
bool section_fits(const work *w, const course *s, const noslip_run *run);
