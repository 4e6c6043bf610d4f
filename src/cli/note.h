// The note of a checkpoint: what the tool has to know to go on, as lines of text. The library keeps
// it with the run (noslip_run_set_note).
//
//   directory /home/me/sleigh     where the command was given; names are relative to it
//   word run                      the command line, word by word; \n and \\ stand for their bytes
//   word sleigh.noslip
//   seconds 30                    between two checkpoints
//   written 1200                  steps up to the last row
//   times 3                       rows of --at that are written
//   rows 81920                    where the file stands: output/sink.h
//   events 512, nevent 7, older ..., events_older ...

#pragma once

#include "output/sink.h"

typedef struct note {
  int argc;
  char **argv;  // argc words, then NULL
  char *directory;
  double seconds;
  long written;
  int times;
  sink_place place;
  bool owned;  // all texts are to be freed
} note;

// The text, NULL: no memory. The caller frees it.
char *note_print(const note *n);

// The same for a command that is given here; the place may be NULL.
char *note_command(int argc, char **argv, double seconds, const sink_place *place);

// Read a text that may come from anywhere; false if it is no such note. Free it in both cases.
bool note_read(note *n, const char *text);
void note_free(note *n);
