#define _XOPEN_SOURCE 700  // realpath

#include "output/replace.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- places

bool replace_is_standard_output(const char *path) {
  static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    if (strcmp(path, names[i]) == 0)
      return true;
  return false;
}

bool replace_is_same(const char *a, const char *b) {
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

// the directory of a path; the caller frees it
static char *directory_of(const char *path) {
  char *copy = strdup(path), *directory = copy ? strdup(dirname(copy)) : NULL;
  free(copy);
  return directory;
}

bool replace_check(const char *path) {
  struct stat info;
  if (stat(path, &info) == 0) {
    errno = EISDIR;
    return !S_ISDIR(info.st_mode) && access(path, W_OK) == 0;
  }
  if (lstat(path, &info) == 0)
    return true;  // a link to a file that is to be made: opening it will tell
  char *directory = directory_of(path);
  bool good = directory && access(directory, W_OK | X_OK) == 0;
  free(directory);
  return good;
}

// path with an end for mkstemp; the caller frees it
static char *named_after(const char *path, const char *end) {
  char *name = malloc(strlen(path) + strlen(end) + 1);
  if (name)
    stpcpy(stpcpy(name, path), end);
  return name;
}

// ---- opening

// the new file has the rights of the older one, or those that the umask leaves
static void give_rights(int file, const struct stat *older) {
  mode_t mask = umask(0);
  umask(mask);
  bool mine = !older || (older->st_uid == geteuid() && older->st_gid == getegid()) ||
              fchown(file, older->st_uid, older->st_gid) == 0;
  mode_t mode = older ? older->st_mode & 0777 : 0666 & ~mask;
  fchmod(file, mine ? mode : mode & 0755);
}

static bool open_beside(replace *r, const struct stat *older) {
  r->beside = named_after(r->path, ".XXXXXX");
  r->file = r->beside ? mkstemp(r->beside) : -1;
  if (r->file >= 0) {
    give_rights(r->file, older);
    return true;
  }
  free(r->beside);
  r->beside = NULL;
  return false;
}

static bool open_in_place(replace *r) {
  r->file = open(r->path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  return r->file >= 0;
}

bool replace_open(replace *r, const char *path) {
  struct stat older, *is_there = stat(path, &older) == 0 ? &older : NULL;
  *r = (replace){.path = is_there ? realpath(path, NULL) : strdup(path), .file = -1};
  if (!r->path && errno != ENOMEM)
    r->path = strdup(path);  // a pipe behind /proc/self/fd has no path of its own
  bool special = is_there && !S_ISREG(older.st_mode), link = !is_there && lstat(path, &older) == 0;
  bool good = r->path && (!is_there || special || access(r->path, W_OK) == 0) &&
              ((!special && !link && open_beside(r, is_there)) || open_in_place(r));
  if (!good) {
    int error = errno;
    replace_free(r);
    errno = error;
  }
  return good;
}

// its bytes up to `size`, and the next one goes behind them
static bool cut(int file, long size) {
  struct stat info;
  if (fstat(file, &info) != 0)
    return false;
  errno = EINVAL;
  return S_ISREG(info.st_mode) && info.st_size >= size && ftruncate(file, size) == 0 &&
         lseek(file, size, SEEK_SET) == size;
}

bool replace_resume(replace *r, const char *path, long size, const char *older) {
  *r = (replace){.path = strdup(path), .older = older ? strdup(older) : NULL};
  r->file = r->path && (r->older || !older) ? open(path, O_RDWR) : -1;
  if (r->file >= 0 && cut(r->file, size))
    return true;
  int error = errno;
  if (r->file >= 0)
    close(r->file);
  replace_free(r);
  errno = error;
  return false;
}

const char *replace_name(const replace *r) {
  assert(r->path);
  return r->beside ? r->beside : r->path;
}

void replace_free(replace *r) {
  free(r->path);
  free(r->beside);
  free(r->older);
  *r = (replace){.file = -1};
}

// ---- taking the place

// A second name for the older file; where there are no links, another one instead of its own.
static bool put_aside(replace *r) {
  struct stat older;
  if (stat(r->path, &older) != 0)
    return true;
  char *name = named_after(r->path, ".old-XXXXXX");
  int file = name ? mkstemp(name) : -1;
  if (file < 0) {
    free(name);
    return false;
  }
  close(file);
  unlink(name);
  if (link(r->path, name) != 0 && rename(r->path, name) != 0) {
    free(name);
    return false;
  }
  r->older = name;
  return true;
}

bool replace_take_place(replace *r, bool keep_older) {
  assert(r->path && r->file >= 0 && !r->older);  // open, and not in its place yet
  if (!r->beside)
    return true;
  if ((keep_older && !put_aside(r)) || rename(r->beside, r->path) != 0)
    return false;
  free(r->beside);
  r->beside = NULL;
  return true;
}

// ---- the end

// the name is on the disk when its directory is; some systems cannot say so
static void sync_directory(const char *path) {
  char *directory = directory_of(path);
  int at = directory ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (at >= 0) {
    fsync(at);
    close(at);
  }
  free(directory);
}

// a pipe has no disk to wait for
static bool wait_for_disk(const replace *r) {
  return r->file < 0 || fsync(r->file) == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool replace_end(replace *r, bool sync) {
  assert(r->path && !r->beside);  // it has taken its place
  bool synced = !sync || wait_for_disk(r);
  int error = errno;
  bool closed = r->file < 0 || close(r->file) == 0;
  r->file = -1;
  if (!synced || !closed) {
    errno = synced ? errno : error;
    return false;
  }
  if (sync)
    sync_directory(r->path);
  if (r->older)
    unlink(r->older);
  free(r->older);
  r->older = NULL;
  return true;
}

void replace_give_up(replace *r) {
  if (r->file >= 0)
    close(r->file);
  r->file = -1;
  if (r->beside)
    unlink(r->beside);
}

// ---- whole files

static bool print_into(const replace *r, replace_print *print, const void *result) {
  int file = dup(r->file);
  FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
  if (!out) {
    close(file);
    return false;
  }
  errno = 0;
  print(out, result);
  bool written = fflush(out) == 0 && !ferror(out);
  int error = errno;
  bool closed = fclose(out) == 0;
  errno = !written ? (error ? error : EIO) : errno;
  return written && closed;
}

bool replace_write(const char *path, replace_print *print, const void *result, bool sync) {
  replace r;
  if (!replace_open(&r, path))
    return false;
  bool done = print_into(&r, print, result) && (!sync || wait_for_disk(&r)) &&
              replace_take_place(&r, false) && replace_end(&r, sync);
  int error = errno;
  replace_give_up(&r);
  replace_free(&r);
  errno = error;
  return done;
}

bool replace_is_worth_sync(double seconds) {
  return seconds >= 60;
}
