#include "run/checkpoint.h"

#include "base/shown.h"
#include "native/sha256.h"
#include "noslip/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = "noslip checkpoint ";
enum {
  format = 1,
  mark_length = sizeof mark - 1,
  length_at = mark_length + 2,
  bytes_at = length_at + 8
};

// ---------------------------------------------------------------------------------------------
// writing

static bool write_all(int file, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size > 0) {
    ssize_t n = write(file, at, size);
    if (n < 0 && errno != EINTR)
      return false;
    at += n > 0 ? n : 0;
    size -= n > 0 ? (size_t)n : 0;
  }
  return true;
}

static void print_head(unsigned char head[bytes_at], size_t size) {
  memcpy(head, mark, mark_length);
  head[mark_length] = '0' + format;
  head[mark_length + 1] = '\n';
  for (int i = 0; i < 8; i++)
    head[length_at + i] = (unsigned char)((uint64_t)size >> 8*i);
}

static void find_digest(unsigned char digest[sha256_size], const void *head, const void *bytes,
                        size_t size) {
  sha256 s;
  sha256_begin(&s);
  sha256_add(&s, head, bytes_at);
  sha256_add(&s, bytes, size);
  sha256_end(&s, digest);
}

void checkpoint_digest(unsigned char digest[checkpoint_digest_size], const void *bytes,
                       size_t size) {
  sha256 s;
  static_assert((int)checkpoint_digest_size == (int)sha256_size, "digests are those of SHA-256");
  sha256_begin(&s);
  if (size > 0)
    sha256_add(&s, bytes, size);
  sha256_end(&s, digest);
}

static bool write_file(int file, const transfer *t) {
  unsigned char head[bytes_at], digest[sha256_size];
  print_head(head, t->size);
  find_digest(digest, head, t->bytes, t->size);
  return write_all(file, head, sizeof head) && write_all(file, t->bytes, t->size) &&
         write_all(file, digest, sizeof digest) &&
         (fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP);
}

// the new name is on the disk when its directory is
static void sync_name(const char *path) {
  const char *slash = strrchr(path, '/');
  char *directory = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  int at = directory ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (at >= 0) {
    fsync(at);
    close(at);
  }
  free(directory);
}

static bool write_beside(const char *path, const char *beside, const transfer *t) {
  int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0)
    return false;
  bool written = write_file(file, t);
  int error = errno;
  if (close(file) != 0 && written) {
    error = errno;
    written = false;
  }
  if (written && rename(beside, path) == 0) {
    sync_name(path);
    return true;
  }
  errno = written ? errno : error;
  error = errno;
  unlink(beside);
  errno = error;
  return false;
}

// a device or a pipe, which the new file would take the place of
static bool is_no_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

noslip_status checkpoint_write(const char *path, transfer *t, failure *why) {
  assert(!t->in);
  if (t->failed)
    return fail_memory(why);
  if (is_no_file(path))
    return fail(why, NOSLIP_ERROR_FILE, "cannot write the checkpoint `%s`: it is no file; give one",
                SHOWN(path));
  size_t length = strlen(path);
  char *beside = memory_resize(t->memory, NULL, length + sizeof ".new");
  if (!beside)
    return fail_memory(why);
  memcpy(beside, path, length);
  memcpy(beside + length, ".new", sizeof ".new");
  bool done = write_beside(path, beside, t);
  memory_free(t->memory, beside);
  return done ? NOSLIP_OK
              : fail(why, NOSLIP_ERROR_FILE, "cannot write the checkpoint `%s`: %s", SHOWN(path),
                     strerror(errno));
}

// ---------------------------------------------------------------------------------------------
// reading

static noslip_status refuse(const char *path, const char *reason, failure *why) {
  return fail(why, NOSLIP_ERROR_FILE, "`%s` %s", SHOWN(path), reason);
}

static bool is_checkpoint(const unsigned char *bytes, size_t size) {
  return size >= mark_length && memcmp(bytes, mark, mark_length) == 0;
}

noslip_status checkpoint_open(const char *path, const void *all, size_t size, const memory *m,
                              transfer *t, failure *why) {
  const unsigned char *bytes = all;
  unsigned char head[bytes_at], digest[sha256_size];
  if (!is_checkpoint(bytes, size))
    return refuse(path, "is no checkpoint of noslip; give a file that a run has saved", why);
  if (size < bytes_at + sha256_size)
    return refuse(path, "is a checkpoint that is cut off; take an older copy of it", why);
  if (bytes[mark_length] != '0' + format || bytes[mark_length + 1] != '\n')
    return refuse(path, "was written by a newer noslip, in another layout; resume it with that",
                  why);
  size_t length = size - bytes_at - sha256_size;
  print_head(head, length);
  if (memcmp(head, bytes, bytes_at) != 0)
    return refuse(path,
                  "is a checkpoint that is cut off, or has bytes behind its end; take an older "
                  "copy of it",
                  why);
  find_digest(digest, bytes, bytes + bytes_at, length);
  if (memcmp(digest, bytes + size - sha256_size, sha256_size) != 0)
    return refuse(
        path, "is a damaged checkpoint: its digest is another one; take an older copy of it", why);
  *t = transfer_in(bytes + bytes_at, length, m);
  return NOSLIP_OK;
}

noslip_status checkpoint_misfit(const char *path, const transfer *t, failure *why) {
  if (!t->misfit)
    return fail_memory(why);
  return fail(why, NOSLIP_ERROR_FILE,
              "the checkpoint `%s` cannot be read: its `%s` is wrong; take an older copy of it",
              SHOWN(path), t->misfit);
}

static bool read_all(int file, unsigned char *bytes, size_t size) {
  size_t got = 0;
  while (got < size) {
    ssize_t n = read(file, bytes + got, size - got);
    if (n == 0)
      errno = EIO;
    if (n == 0 || (n < 0 && errno != EINTR))
      return false;
    got += n > 0 ? (size_t)n : 0;
  }
  return true;
}

static noslip_status unreadable(const char *path, failure *why) {
  return fail(why, NOSLIP_ERROR_FILE, "cannot read the checkpoint `%s`: %s", SHOWN(path),
              strerror(errno));
}

// the bytes of a file that is open
static noslip_status load(const char *path, int file, const memory *m, void **bytes, size_t *size,
                          failure *why) {
  struct stat info;
  if (fstat(file, &info) != 0)
    return unreadable(path, why);
  if (!S_ISREG(info.st_mode))
    return refuse(path, "is no file; give one that a run has saved", why);
  *size = (size_t)info.st_size;
  *bytes = memory_resize(m, NULL, *size + 1);
  if (!*bytes)
    return fail_memory(why);
  return read_all(file, *bytes, *size) ? NOSLIP_OK : unreadable(path, why);
}

noslip_status checkpoint_read(const char *path, const memory *m, transfer *t, void **bytes,
                              failure *why) {
  size_t size = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  *bytes = NULL;
  if (file < 0)
    return unreadable(path, why);
  noslip_status status = load(path, file, m, bytes, &size, why);
  close(file);
  if (status == NOSLIP_OK)
    status = checkpoint_open(path, *bytes, size, m, t, why);
  if (status != NOSLIP_OK) {
    memory_free(m, *bytes);
    *bytes = NULL;
  }
  return status;
}

// ---------------------------------------------------------------------------------------------
// the head

void checkpoint_transfer_head(transfer *t, checkpoint_head *head, arena *a) {
  transfer_text(t, "kind", &head->kind, a);
  transfer_text(t, "version", &head->version, a);
  transfer_text(t, "note", &head->note, a);
}

noslip_status checkpoint_begin(const char *path, const char *kind, transfer *t,
                               checkpoint_head *head, arena *a, failure *why) {
  checkpoint_transfer_head(t, head, a);
  if (t->failed && !t->misfit)
    return fail_memory(why);
  if (t->failed || !head->kind || !head->version)
    return refuse(path, "is a checkpoint without a head; take an older copy of it", why);
  if (strcmp(head->version, noslip_version()) != 0)
    return fail(why, NOSLIP_ERROR_FILE,
                "`%s` was written by noslip %s, and this is %s: to the last bit a run goes on with "
                "the version that has begun it",
                SHOWN(path), SHOWN(head->version), noslip_version());
  if (kind && strcmp(head->kind, kind) != 0)
    return fail(why, NOSLIP_ERROR_FILE, "`%s` is a checkpoint of `%s`, not of a %s", SHOWN(path),
                SHOWN(head->kind), kind);
  return NOSLIP_OK;
}
