// The text of a model and the places in it.

#pragma once

#include "base/arena.h"
#include "base/failure.h"

typedef struct source {
  const char *name;  // as the user gave it: "models/sleigh.noslip"
  const char *text;  // ended by a zero
  int length;        // bytes
} source;

enum { source_longest = 16 << 20 };  // bytes in a file

// Read a file into the arena. Fails with a sentence (no such file, a directory, too long).
noslip_status source_load(source *s, arena *a, const char *path, failure *why);

// Line and column (from 1; columns count characters, not bytes) of a byte offset.
void source_locate(const source *s, int at, int *line, int *column);

// Fail at a place: "name:line:column: error: sentence", the line, a caret, and the remedy
// (NULL: none). A long line is shown around the place only. Returns NOSLIP_ERROR_MODEL.
__attribute__((format(printf, 5, 6))) noslip_status source_fail(const source *s, int at,
                                                                failure *why, const char *remedy,
                                                                const char *format, ...);
