// Where rows go. A sink is one file: begin with the names of the columns, rows, end. What it has
// written can be read at any time. Every call returns false when the file cannot be written; `why`
// then has the sentence, and what was written before stays.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct sink sink;

struct sink {
  bool (*begin)(sink *s, char *const *names, int n);
  bool (*row)(sink *s, const double *values, int n);
  bool (*end)(sink *s);  // the last call: everything is in the file, or it is an error
  void (*free)(sink *s);
  char why[512];
};

// Open the sink that fits the name: .csv or no extension is CSV, "-" is CSV on standard output.
// Returns NULL with a sentence in `why`.
sink *sink_open(const char *path, char *why, size_t size);

// the kinds, one file each; NULL with a sentence
sink *csv_open(const char *path, char *why, size_t size);
