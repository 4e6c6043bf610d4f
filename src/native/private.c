#include "native/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static bool is_own(const struct stat *s) {
  return s->st_uid == geteuid() && (s->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static int refuse(int file) {
  close(file);
  errno = EACCES;
  return -1;
}

int private_directory(int at, const char *name) {
  struct stat s;
  int d = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (d < 0)
    return -1;
  bool good = fstat(d, &s) == 0 && is_own(&s) && faccessat(d, ".", W_OK | X_OK, AT_EACCESS) == 0;
  return good ? d : refuse(d);
}

// mkdir -p; the umask may have taken rights from the user, who gets them back
static bool make_directories(const char *path) {
  char part[1024];
  if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
    return false;
  for (char *at = part + 1;; at++) {
    if (*at && *at != '/')
      continue;
    char keep = *at;
    *at = 0;
    if (mkdir(part, 0700) == 0)
      fchmodat(AT_FDCWD, part, 0700, AT_SYMLINK_NOFOLLOW);
    else if (errno != EEXIST)
      return false;
    *at = keep;
    if (!keep)
      return true;
  }
}

int private_make_directory(const char *path) {
  return make_directories(path) ? private_directory(AT_FDCWD, path) : -1;
}

int private_file(int at, const char *name, int flags) {
  struct stat s;
  int file = openat(at, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0)
    return -1;
  return fstat(file, &s) == 0 && S_ISREG(s.st_mode) && is_own(&s) ? file : refuse(file);
}

int private_new_file(int at, const char *name) {
  int file = openat(at, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return -1;
  return fchmod(file, 0600) == 0 ? file : refuse(file);
}
