// What `noslip animate` shows: the shapes of a model along a run, or along the rows of a file.

#pragma once

#include "cli/run_arguments.h"
#include "output/film.h"

typedef struct film_source {
  run_arguments run;  // its model is loaded
  const char *rows;   // a file of rows, CSV or HDF5; NULL: the model is run
  const char
      *model;  // whose rows they are; NULL: of a model, or of an HDF5 file, which has its own
  option_count frames;  // evenly spread, start and end among them
  const char *at;       // or these times; NULL: none
} film_source;

// their lines in the table of options, those of the course apart
// clang-format off
#define FILM_SOURCE_OPTIONS(s)                             \
  {"--model", 0, OPTION_TEXT, &(s)->model},                \
  RUN_START_OPTIONS(&(s)->run),                            \
  {"--backend", 0, OPTION_TEXT, &(s)->run.backend},        \
  {"--input", 0, OPTION_SETTING, &(s)->run.input}
// clang-format on

// What the command line says: is the path a model, or rows of --model? An exit status, after a sentence
// if it is not exit_done.
int film_source_check(film_source *s, const char *path, const char *name);

// Record the frames; an exit status, after a sentence if it is not exit_done. A run that fails
// leaves the frames up to there, and exit_failed. To be freed in every case.
int film_run(film *f, film_source *s);

// Are these not too many shapes in this many frames? An exit status, after a sentence if they are.
int film_check(const noslip_shapes *shapes, long frames);

// film_rows.c: the same from the rows of a file; `run` is one of its model, for its names
int film_rows(film *f, const film_source *s, noslip_run *run, noslip_shapes *shapes);
