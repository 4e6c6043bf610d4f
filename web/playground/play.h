// The playground's side of the library: a WebAssembly module with a few functions that a page calls.
//
// Texts come in as zero-ended strings in memory that `room` gave; an answer is a zero-ended string, JSON
// or HTML, that is valid until the next call. The module has one model and one run at a time.

#pragma once

#include "noslip.h"
#include "output/recording.h"

#include <stdio.h>

// a function that the page calls by this name
#define PLAY_EXPORT(name) __attribute__((export_name(#name))) name

typedef struct play {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;  // of this model; NULL: there is none
  recording recording;
  long planned, taken;
  bool ended;
  char trouble[1024];  // what ended the run early; "" nothing did
} play;

extern play playing;

// Load a text as the model in use; a model and a run before it are gone.
noslip_status play_load(const char *text);
void play_end_run(void);

// Print the sentence of the last failed call as the member "mistake", with its place in the text.
void play_mistake(FILE *out, const char *before, const char *text);

// The stream that an answer is printed to, and the answer; both are NULL for want of memory.
FILE *answer_begin(void);
const char *answer_end(void);

// ---- the functions of the page

// a place for texts of this many bytes together
void *room(size_t size);

// the words of the language
const char *words(void);

// {"mistake": {...}} for a text that is no model; otherwise what it is, and beside it the mistake that
// keeps a run from starting
const char *check(const char *text);

// Begin a run of a text. An empty method, a step and an end of 0 are those of the model. {"mistake": ...}
// if it cannot begin.
const char *start(const char *text, const char *method, double step, double until);

// Up to so many steps. 1: the run goes on; 0: it has ended.
int advance(int steps);
double steps_taken(void);

// of the run so far: curves and film as in a report; numbers and verdicts as `noslip run --json`; the
// sections of a report. `stopped`: the user has ended it here.
const char *data(void);
const char *report(void);
const char *sections(int stopped);
