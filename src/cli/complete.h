// Completion: what may stand at the end of a command line. The files of share/completion ask for it
// by `noslip --complete WORD ...`, with the words behind `noslip` up to the cursor; the last one is
// what is there of the word to be completed, perhaps "". Nothing is run: a model is looked at for
// its names, a CSV file for its first line.
//
// Printed are lines
//
//   WORD<tab>what it is      a word; one that ends in = ( [ , or : is not the end of it
//   <tab>.csv .h5            files that end so; without any: all

#pragma once

#include "cli/command.h"

// always exit_done: there may be nothing to offer
int complete(int argc, char **argv);

// ---- complete_values.c

// What is asked for: the part of the word before the value, which every answer begins with, and
// what there is of the value. `text` has both.
typedef struct completion {
  const char *text;
  size_t before;
  const char *model;   // on the line; NULL: none
  const char *behind;  // what follows a whole word; NULL: nothing
} completion;

// offer a word, if it begins as asked
void complete_offer(const completion *q, const char *word, const char *what);

void complete_value(completion q, option_values values, const char *words);

// the columns of a CSV file, for panels x:y
void complete_columns(completion q, const char *path);
