#include "native/cache.h"

#include "native/private.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static bool try_directory(cache *c, const char *start, const char *rest) {
  if (!start || start[0] != '/')
    return false;
  int length = snprintf(c->directory, sizeof c->directory, "%s%s", start, rest);
  if (length < 0 || length >= (int)sizeof c->directory)
    return false;
  while (length > 1 && c->directory[length - 1] == '/')  // behind a slash a link would be followed
    c->directory[--length] = 0;
  c->at = private_make_directory(c->directory);
  return c->at >= 0;
}

// A new directory with a name of its own, reached as `name` in `at`; the umask may have taken
// rights from it.
static int new_directory(char *pattern, int at, size_t name) {
  assert(name < strlen(pattern));
  if (!mkdtemp(pattern))
    return -1;
  fchmodat(at, pattern + name, 0700, AT_SYMLINK_NOFOLLOW);
  int made = private_directory(at, pattern + name);
  if (made < 0)
    rmdir(pattern);
  return made;
}

static bool temporary(cache *c) {
  const char *parent = getenv("TMPDIR");
  if (!parent || parent[0] != '/' || strlen(parent) > sizeof c->directory - 32)
    parent = "/tmp";
  snprintf(c->directory, sizeof c->directory, "%s/noslip-XXXXXX", parent);
  c->at = new_directory(c->directory, AT_FDCWD, 0);
  return c->at >= 0;
}

bool cache_open(cache *c) {
  return cache_open_below(c, "", most_entries);
}

bool cache_open_below(cache *c, const char *below, int most) {
  char in_common[64], in_home[64];
  snprintf(in_common, sizeof in_common, "/noslip%s", below);
  snprintf(in_home, sizeof in_home, "/.cache/noslip%s", below);
  c->lasting = true;
  c->most = most;
  const char *own = getenv("NOSLIP_CACHE"), *common = getenv("XDG_CACHE_HOME");
  if (own && own[0]
          ? try_directory(c, own, below)
          : try_directory(c, common, in_common) || try_directory(c, getenv("HOME"), in_home))
    return true;
  c->lasting = false;
  return temporary(c);
}

// ---- removing

// the names in a directory, one by one
typedef void visit(int at, const char *name, const struct stat *s, void *context);

static void for_each(int at, visit *f, void *context) {
  int again = openat(at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = again >= 0 ? fdopendir(again) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) {
    struct stat s;
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
        fstatat(at, e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    f(at, e->d_name, &s, context);
  }
  if (d)
    closedir(d);
  else if (again >= 0)
    close(again);
}

static void remove_file(int at, const char *name, const struct stat *s, void *context) {
  (void)s, (void)context;
  unlinkat(at, name, 0);
}

void cache_end(const cache *c, cache_work *w) {
  assert(w->at >= 0 && strchr(w->directory, '/'));
  for_each(w->at, remove_file, NULL);
  close(w->at);
  unlinkat(c->at, strrchr(w->directory, '/') + 1, AT_REMOVEDIR);
}

void cache_close(cache *c) {
  assert(c->at >= 0);
  if (!c->lasting) {
    for_each(c->at, remove_file, NULL);
    rmdir(c->directory);
  }
  close(c->at);
}

// a key, and `rest` after it
static bool is_key(const char *name, const char *rest) {
  return strspn(name, "0123456789abcdef") == cache_key - 1 &&
         strcmp(name + cache_key - 1, rest) == 0;
}

// A directory that the user has named may hold other things: only names that were given here count.
static bool is_entry(const char *name) {
  return is_key(name, ".so");
}

static bool is_work(const char *name) {
  return strncmp(name, work_name, sizeof work_name - 1) == 0 &&
         strlen(name) == sizeof work_name + 5;
}

static void remove_work(int at, const char *name) {
  int work = private_directory(at, name);
  if (work < 0)
    return;
  for_each(work, remove_file, NULL);
  close(work);
  unlinkat(at, name, AT_REMOVEDIR);
}

// A directory with thousands of entries takes long to read: there one key in 16 looks, and makes room for
// more than as many.
enum { large = 1000, seldom = 16, batch = 64 };

// the oldest entries, the first of them first, and work that another process left behind
typedef struct oldest {
  char name[batch][cache_key + 8];
  time_t when[batch];
  int n, most;
  int entries;
} oldest;

static void insert_entry(oldest *o, const char *name, time_t when) {
  int k = o->n < o->most ? o->n++ : o->most - 1;
  for (; k > 0 && when < o->when[k - 1]; k--) {
    o->when[k] = o->when[k - 1];
    memcpy(o->name[k], o->name[k - 1], sizeof o->name[k]);
  }
  o->when[k] = when;
  snprintf(o->name[k], sizeof o->name[k], "%s", name);
}

static void look(int at, const char *name, const struct stat *s, void *context) {
  oldest *o = context;
  if (S_ISDIR(s->st_mode) && is_work(name) && time(NULL) - s->st_mtime > old_work)
    remove_work(at, name);
  if (!S_ISREG(s->st_mode) || !is_entry(name))
    return;
  o->entries++;
  if (o->n < o->most || s->st_mtime < o->when[o->n - 1])
    insert_entry(o, name, s->st_mtime);
}

static void make_room(const cache *c, const char *key) {
  oldest o = {.most = c->most >= large ? batch : 1};
  if (c->most >= large && strtol((char[]){key[0], key[1], 0}, NULL, 16) % seldom != 0)
    return;
  for_each(c->at, look, &o);
  for (int i = 0; i < o.n && o.entries >= c->most; i++, o.entries--)
    unlinkat(c->at, o.name[i], 0);
}

// ---- entries

static void entry_name(char name[cache_key + 8], const char *key) {
  assert(is_key(key, ""));
  snprintf(name, cache_key + 8, "%s.so", key);
}

void cache_drop(const cache *c, const char *key) {
  char name[cache_key + 8];
  entry_name(name, key);
  unlinkat(c->at, name, 0);
}

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

// does the path lead to the directory that was opened?
static bool leads_to(const char *path, const cache *c) {
  struct stat there, opened;
  return stat(path, &there) == 0 && fstat(c->at, &opened) == 0 && there.st_dev == opened.st_dev &&
         there.st_ino == opened.st_ino;
}

// Other processes of the user may exchange the entry for one of the same key, nobody else can.
static bool find_path(const cache *c, const char *name, char path[cache_path]) {
  char directory[64];
  snprintf(directory, sizeof directory, "/proc/self/fd/%d", c->at);
  bool by_descriptor = leads_to(directory, c);
  snprintf(path, cache_path, "%s/%s", by_descriptor ? directory : c->directory, name);
  return by_descriptor || leads_to(c->directory, c);
}

bool cache_find(const cache *c, const char *key, char path[cache_path]) {
  char name[cache_key + 8];
  entry_name(name, key);
  int entry = private_file(c->at, name, O_RDONLY);
  FILE *file = entry >= 0 ? fdopen(entry, "rb") : NULL;
  if (!file) {
    if (entry >= 0)
      close(entry);
    return false;
  }
  bool whole = is_whole(file, key) && find_path(c, name, path);
  fclose(file);
  return whole;
}

bool cache_begin(const cache *c, cache_work *w) {
  snprintf(w->directory, sizeof w->directory, "%s/%sXXXXXX", c->directory, work_name);
  w->at = new_directory(w->directory, c->at, strlen(c->directory) + 1);
  return w->at >= 0;
}

static bool add_trailer(FILE *file, const char *key) {
  trailer t = {{0}, {0}, {0}};
  memcpy(t.key, key, cache_key);
  memcpy(t.magic, magic, sizeof magic);
  if (fseek(file, 0, SEEK_END) != 0)
    return false;
  long length = ftell(file);
  return length > 0 && fseek(file, 0, SEEK_SET) == 0 && digest_file(file, length, key, t.digest) &&
         fseek(file, 0, SEEK_END) == 0 && fwrite(&t, sizeof t, 1, file) == 1;
}

// The compiler has made it with the umask of the user: others may not even read it from here on.
static bool seal(const cache_work *w, const char *made, const char *key) {
  fchmodat(w->at, made, 0600, 0);
  int entry = private_file(w->at, made, O_RDWR);
  FILE *file = entry >= 0 && fchmod(entry, 0600) == 0 ? fdopen(entry, "r+b") : NULL;
  if (!file) {
    if (entry >= 0)
      close(entry);
    return false;
  }
  bool done = add_trailer(file, key);
  return fclose(file) == 0 && done;
}

bool cache_keep(const cache *c, const char *key, const cache_work *w, const char *made) {
  char name[cache_key + 8];
  make_room(c, key);
  entry_name(name, key);
  return seal(w, made, key) && renameat(w->at, made, c->at, name) == 0;
}
