// A file that takes the place of an older one.
//
// It is written beside its place, under another name, and moved there when it is of use: a whole
// result at its end, a trajectory when its first row is written. The older file of a trajectory is
// kept under a third name until the new one is complete, so that a full disk does not destroy it.
// Pipes and devices are written to as they are; so is a file in a directory in which none can be
// made. A link stays, and the file behind it is replaced.

#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct replace {
  char *path;    // its place, behind all links
  char *beside;  // where it is written; NULL: in its place
  char *older;   // where the older file is; NULL: nowhere
  int file;      // descriptor, at its beginning; -1: closed
} replace;

// Does the path mean standard output? "-", /dev/stdout and the like.
bool replace_is_standard_output(const char *path);

// Are both there, and the same file?
bool replace_is_same(const char *a, const char *b);

// Could it be written? Nothing is created, and the call does not wait; false with errno.
bool replace_check(const char *path);

// Open it; false with errno, and then there is nothing to end.
bool replace_open(replace *r, const char *path);

// Open a file that has taken its place before, and cut it to `size` bytes; `older` is what
// r->older was, NULL: nowhere. False with errno: EINVAL if it is no file, or shorter.
bool replace_resume(replace *r, const char *path, long size, const char *older);

// what is to be opened by name: `beside` or the place
const char *replace_name(const replace *r);

// Move it to its place, once; with `keep_older` the older file gets another name, otherwise it is
// gone. False with errno.
bool replace_take_place(replace *r, bool keep_older);

// The last call after success: closes, with `sync` after waiting for the disk, and removes what was
// older. False with errno: then the older file is where r->older says.
bool replace_end(replace *r, bool sync);

// The last call after a failure: what is not in its place is removed, an older file that was kept
// stays where it is.
void replace_give_up(replace *r);

// free the names; after replace_end and replace_give_up
void replace_free(replace *r);

// A whole file in one call: `print` is called with the stream and the result; the file appears
// whole or not at all. False with errno.
typedef void replace_print(FILE *out, const void *result);
bool replace_write(const char *path, replace_print *print, const void *result, bool sync);

// Is it time to wait for the disk at the end? Yes for results that took a minute or more.
bool replace_is_worth_sync(double seconds);
