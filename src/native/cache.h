// Compiled code and other results on disk, by their key: the digest of everything they were made from.
//
// An entry is a file, as a shared object, with a trailer: key and digest of all that stands before. What does
// not carry the right trailer, because it is torn, stale or somebody else's, counts as missing,
// and so does what is not a file of the user's own: a link, a pipe, a file that others may write.
// Entries appear whole, by renaming, so any number of processes may use one directory.
//
// The directory belongs to the user and nobody else may write to it. That is checked on its
// descriptor, and everything in it is reached through this descriptor, so that it does not matter
// what becomes of its name.

#pragma once

#include "native/sha256.h"

#include <stdbool.h>

enum { cache_path = 1024, cache_key = 2*sha256_size + 1 };

typedef struct cache {
  char directory[cache_path - 128];
  int at;        // its descriptor
  bool lasting;  // otherwise it was made for this process, and is to be removed
  int most;      // entries, or a few more; the oldest make room for others
} cache;

// $NOSLIP_CACHE, $XDG_CACHE_HOME/noslip, ~/.cache/noslip, or a new directory in $TMPDIR; false if
// there is none that can be used
bool cache_open(cache *c);

// the same for the directory below it for other results, "/studies", with `most` entries
bool cache_open_below(cache *c, const char *below, int most);
void cache_close(cache *c);

// True if the entry is there and whole. `path` is then what to load it by: through the descriptor
// of the directory where /proc is mounted, otherwise by name, after a check that it still leads
// there. It holds while the cache is open, and has the key in it: a loader takes equal names for
// equal files.
bool cache_find(const cache *c, const char *key, char path[cache_path]);

// A new directory inside the cache to work in, and its removal with the files in it.
typedef struct cache_work {
  char directory[cache_path];
  int at;  // its descriptor
} cache_work;

bool cache_begin(const cache *c, cache_work *w);
void cache_end(const cache *c, cache_work *w);

// Make the file `made` of the work the entry, with mode 0600.
bool cache_keep(const cache *c, const char *key, const cache_work *w, const char *made);

// remove an entry that cannot be used
void cache_drop(const cache *c, const char *key);
