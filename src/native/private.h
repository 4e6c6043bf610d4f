// Files and directories of the user alone. They are opened without following a link, and checked by
// what was opened, not by a name that somebody may meanwhile have given to something else. All
// functions return a descriptor, which programs that are started do not inherit, or -1.

#pragma once

#include <stdbool.h>
#include <sys/stat.h>

// The directory `name` in the directory `at`: it belongs to the user, nobody else may write to it,
// and the user may. A link above it is followed, since ~/.cache may well be one; the last name is
// not.
int private_directory(int at, const char *name);

// the same by its path; it and what is missing above it is made, with mode 0700
int private_make_directory(const char *path);

// A regular file that belongs to the user and that nobody else may write to; `flags` as those of
// open(). A pipe or a device is refused at once, without waiting for its other end.
int private_file(int at, const char *name, int flags);

// a new file with mode 0600
int private_new_file(int at, const char *name);
