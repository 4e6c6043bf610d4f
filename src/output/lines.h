// A text file that grows by whole lines. Lines are collected and handed to the system together, at
// least five times a second, so that the file ends with a whole line whenever it is read; also when
// the disk is full: a line that was written in part is then removed. It takes the place of an older
// file when it is told to (output/replace.h).

#pragma once

#include "output/replace.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct lines {
  const char *path;  // as the user has named it; NULL: standard output
  char *copy;        // of it
  replace place;
  off_t whole;  // bytes in the file, up to the end of a line
  char *text;   // collected; all lines are whole except the one that is being made
  size_t length, room;
  double written;  // when lines were last handed over, in seconds
  char why[512];   // the sentence of the call that has failed
} lines;

// Open it; false with a sentence, and then there is nothing to end or free.
bool lines_open(lines *l, const char *path);

// its name alone: nothing is opened, lines_resume does so
bool lines_name(lines *l, const char *path);

// The same for a file that was begun before and is `whole` bytes long now, or longer: those behind
// them are cut off. `older` is where the file is that it has replaced, NULL: nowhere.
bool lines_resume(lines *l, const char *path, long whole, const char *older);

// Everything is in the file, with `sync` on the disk; false if it cannot be written, or is no file,
// which could not be taken up again.
bool lines_keep(lines *l, bool sync);

// more bytes: a csv_put
bool lines_add(void *to, const char *bytes, size_t length);
bool lines_add_number(lines *l, double x);

// the end of a line: hands over what is collected, if it is time
bool lines_end_line(lines *l);

// hand over what is collected, now
bool lines_hand_over(lines *l);

// the same, and then the file takes its place; an older one is kept until the end
bool lines_take_place(lines *l);

// The last call: everything is in the file, with `sync` on the disk. Then lines_free.
bool lines_end(lines *l, bool sync);
void lines_free(lines *l);
