#include "native/cache.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { most_entries = 300, old_work = 86400 };

static const char magic[16] = "noslip native 1";
static const char work_name[] = "work-";  // and six letters

// at the end of an entry
typedef struct trailer {
  char key[cache_key];
  unsigned char digest[sha256_size];  // of the shared object and the key
  char magic[sizeof magic];
} trailer;

// ---- the directory

// mkdir -p, private
static bool make_directories(const char *path) {
  char part[cache_path];
  snprintf(part, sizeof part, "%s", path);
  for (char *at = part + 1;; at++) {
    if (*at && *at != '/')
      continue;
    char keep = *at;
    *at = 0;
    if (mkdir(part, 0700) != 0 && errno != EEXIST)
      return false;
    *at = keep;
    if (!keep)
      return true;
  }
}

static bool is_private(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() &&
         (s.st_mode & (S_IWGRP | S_IWOTH)) == 0 && access(path, W_OK | X_OK) == 0;
}

static bool try_directory(cache *c, const char *start, const char *rest) {
  if (!start || start[0] != '/')
    return false;
  int length = snprintf(c->directory, sizeof c->directory, "%s%s", start, rest);
  if (length < 0 || length >= (int)sizeof c->directory)
    return false;
  return make_directories(c->directory) && is_private(c->directory);
}

static bool temporary(cache *c) {
  const char *parent = getenv("TMPDIR");
  if (!parent || parent[0] != '/' || strlen(parent) > sizeof c->directory - 32)
    parent = "/tmp";
  snprintf(c->directory, sizeof c->directory, "%s/noslip-XXXXXX", parent);
  return mkdtemp(c->directory) != NULL;
}

bool cache_open(cache *c) {
  c->lasting = true;
  const char *own = getenv("NOSLIP_CACHE"), *common = getenv("XDG_CACHE_HOME");
  if (own && own[0] ? try_directory(c, own, "")
                    : try_directory(c, common, "/noslip") ||
                          try_directory(c, getenv("HOME"), "/.cache/noslip"))
    return true;
  c->lasting = false;
  return temporary(c);
}

// ---- removing

// the files in a directory, one by one
typedef void visit(const char *path, const struct stat *s, void *context);

static void for_each(const char *directory, visit *f, void *context) {
  DIR *d = opendir(directory);
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[2*cache_path];
    struct stat s;
    snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || lstat(path, &s) != 0)
      continue;
    f(path, &s, context);
  }
  if (d)
    closedir(d);
}

static void remove_file(const char *path, const struct stat *s, void *context) {
  (void)s, (void)context;
  unlink(path);
}

void cache_end(const char *work) {
  for_each(work, remove_file, NULL);
  rmdir(work);
}

void cache_close(cache *c) {
  if (!c->lasting)
    cache_end(c->directory);
}

// A directory that the user has named may hold other things: only names that were given here count.
static bool is_entry(const char *path) {
  const char *name = strrchr(path, '/') + 1;
  return strspn(name, "0123456789abcdef") == cache_key - 1 &&
         strcmp(name + cache_key - 1, ".so") == 0;
}

static bool is_work(const char *path) {
  const char *name = strrchr(path, '/') + 1;
  return strncmp(name, work_name, sizeof work_name - 1) == 0 &&
         strlen(name) == sizeof work_name + 5;
}

// the oldest entry, and work that somebody left behind
typedef struct oldest {
  char path[2*cache_path];
  time_t when;
  int entries;
} oldest;

static void look(const char *path, const struct stat *s, void *context) {
  oldest *o = context;
  if (S_ISDIR(s->st_mode) && is_work(path) && time(NULL) - s->st_mtime > old_work)
    cache_end(path);
  if (!S_ISREG(s->st_mode) || !is_entry(path))
    return;
  o->entries++;
  if (!o->path[0] || s->st_mtime < o->when) {
    snprintf(o->path, sizeof o->path, "%s", path);
    o->when = s->st_mtime;
  }
}

static void make_room(const cache *c) {
  oldest o = {{0}, 0, 0};
  for_each(c->directory, look, &o);
  if (o.entries >= most_entries)
    unlink(o.path);
}

// ---- entries

// the digest of the first `length` bytes of a file and of the key; false if they are not there
static bool digest_file(FILE *file, long length, const char *key, unsigned char *digest) {
  char piece[1 << 14];
  sha256 s;
  sha256_begin(&s);
  while (length > 0) {
    size_t want = length < (long)sizeof piece ? (size_t)length : sizeof piece;
    if (fread(piece, 1, want, file) != want)
      return false;
    sha256_add(&s, piece, want);
    length -= (long)want;
  }
  sha256_add(&s, key, strlen(key));
  sha256_end(&s, digest);
  return true;
}

static bool is_whole(FILE *file, const char *key) {
  trailer t;
  unsigned char digest[sha256_size];
  if (fseek(file, -(long)sizeof t, SEEK_END) != 0)
    return false;
  long length = ftell(file);
  return length > 0 && fread(&t, sizeof t, 1, file) == 1 &&
         memcmp(t.magic, magic, sizeof magic) == 0 && memcmp(t.key, key, cache_key) == 0 &&
         fseek(file, 0, SEEK_SET) == 0 && digest_file(file, length, key, digest) &&
         memcmp(digest, t.digest, sizeof digest) == 0;
}

bool cache_find(const cache *c, const char *key, char path[cache_path]) {
  snprintf(path, cache_path, "%s/%s.so", c->directory, key);
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  bool whole = is_whole(file, key);
  fclose(file);
  return whole;
}

bool cache_begin(const cache *c, char work[cache_path]) {
  snprintf(work, cache_path, "%s/%sXXXXXX", c->directory, work_name);
  return mkdtemp(work) != NULL;
}

static bool seal(const char *made, const char *key) {
  trailer t = {{0}, {0}, {0}};
  memcpy(t.key, key, cache_key);
  memcpy(t.magic, magic, sizeof magic);
  FILE *file = fopen(made, "r+b");
  if (!file)
    return false;
  bool done = fseek(file, 0, SEEK_END) == 0;
  long length = ftell(file);
  done = done && length > 0 && fseek(file, 0, SEEK_SET) == 0 &&
         digest_file(file, length, key, t.digest) && fseek(file, 0, SEEK_END) == 0 &&
         fwrite(&t, sizeof t, 1, file) == 1;
  return fclose(file) == 0 && done;
}

bool cache_keep(const cache *c, const char *key, const char *made, char path[cache_path]) {
  make_room(c);
  snprintf(path, cache_path, "%s/%s.so", c->directory, key);
  return seal(made, key) && rename(made, path) == 0;
}
