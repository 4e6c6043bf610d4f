// Compiled code on disk, by its key: the digest of everything it was made from.
//
// An entry is a shared object with a trailer: key and digest of all that stands before. What does
// not carry the right trailer, because it is torn, stale or somebody else's, is as good as not
// there. Entries appear whole, by renaming, so any number of processes may use one directory. Code
// is loaded only from a directory that belongs to the user and that nobody else may write to.

#pragma once

#include "native/sha256.h"

#include <stdbool.h>

enum { cache_path = 1024, cache_key = 2*sha256_size + 1 };

typedef struct cache {
  char directory[cache_path - 128];
  bool lasting;  // otherwise it was made for this process, and is to be removed
} cache;

// $NOSLIP_CACHE, $XDG_CACHE_HOME/noslip, ~/.cache/noslip, or a new directory in $TMPDIR; false if
// there is none that can be used
bool cache_open(cache *c);
void cache_close(cache *c);

// the path of an entry; true if it is there and whole
bool cache_find(const cache *c, const char *key, char path[cache_path]);

// A new directory inside the cache to work in, and its removal with the files named in it.
bool cache_begin(const cache *c, char work[cache_path]);
void cache_end(const char *work);

// Make the shared object at `made` the entry; its path in `path`.
bool cache_keep(const cache *c, const char *key, const char *made, char path[cache_path]);
