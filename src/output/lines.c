#include "output/lines.h"

#include "output/clock.h"
#include "output/number.h"
#include "output/plain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { enough = 1 << 16 };               // bytes that are written without waiting
static const double longest_wait = 0.2;  // seconds until fewer are

static bool refuse(lines *l, int error) {
  const char *older = l->place.older;
  snprintf(l->why, sizeof l->why, "cannot write %s%s%s: %s%s%s%s", l->path ? "`" : "",
           l->path ? plain_name(l->path) : "standard output", l->path ? "`" : "", strerror(error),
           older ? "; the older file is now `" : "", older ? plain_name(older) : "",
           older ? "`" : "");
  return false;
}

// ---------------------------------------------------------------------------------------------
// bytes

// hand bytes to the system; how many it took, and why not all of them
static size_t hand_over(int file, const char *bytes, size_t length, int *error) {
  size_t done = 0;
  while (done < length) {
    ssize_t n = write(file, bytes + done, length - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      *error = n < 0 ? errno : EIO;
      break;
    }
    done += (size_t)n;
  }
  return done;
}

// bytes up to the end of the last whole line
static size_t whole_lines(const char *bytes, size_t length) {
  while (length > 0 && bytes[length - 1] != '\n')
    length--;
  return length;
}

bool lines_hand_over(lines *l) {
  int error = 0;
  size_t done = hand_over(l->place.file, l->text, l->length, &error);
  l->whole += (off_t)whole_lines(l->text, done);
  bool all = done == l->length;
  l->length = 0;
  l->written = clock_seconds();
  if (!all && l->path && ftruncate(l->place.file, l->whole) != 0)
    return refuse(l, error);  // a pipe cannot take bytes back
  return all || refuse(l, error);
}

static bool make_room(lines *l, size_t length) {
  if (l->length + length <= l->room)
    return true;
  size_t room = 2*(l->length + length);
  char *text = realloc(l->text, room);
  if (!text)
    return refuse(l, ENOMEM);
  l->text = text;
  l->room = room;
  return true;
}

bool lines_add(void *to, const char *bytes, size_t length) {
  lines *l = to;
  if (!make_room(l, length))
    return false;
  memcpy(l->text + l->length, bytes, length);
  l->length += length;
  return true;
}

bool lines_add_number(lines *l, double x) {
  if (!make_room(l, number_size))
    return false;
  l->length += strlen(number_print(l->text + l->length, x));
  return true;
}

bool lines_end_line(lines *l) {
  if (!lines_add(l, "\n", 1))
    return false;
  return (l->length < enough && clock_seconds() - l->written < longest_wait) || lines_hand_over(l);
}

// ---------------------------------------------------------------------------------------------
// the file

bool lines_take_place(lines *l) {
  return lines_hand_over(l) &&
         (!l->path || replace_take_place(&l->place, true) || refuse(l, errno));
}

bool lines_end(lines *l, bool sync) {
  bool done = lines_hand_over(l);
  return done && (!l->path || replace_end(&l->place, sync) || refuse(l, errno));
}

void lines_free(lines *l) {
  if (l->path)
    replace_give_up(&l->place);
  replace_free(&l->place);
  free(l->text);
  free(l->copy);
  l->text = l->copy = NULL;
}

// standard output: what was printed before comes first
static bool open_place(lines *l) {
  if (l->path)
    return replace_open(&l->place, l->path);
  l->place.file = STDOUT_FILENO;
  return fflush(stdout) == 0;
}

// a sentence about a file that cannot be opened; nothing is left of it
static bool close_unopened(lines *l, const char *sentence, const char *advice) {
  snprintf(l->why, sizeof l->why, "cannot %s `%s`: %s; %s", sentence, plain_name(l->copy),
           strerror(errno), advice);
  l->path = NULL;
  lines_free(l);
  return false;
}

bool lines_name(lines *l, const char *path) {
  *l = (lines){.copy = strdup(path), .place.file = -1};
  if (!l->copy)
    snprintf(l->why, sizeof l->why, "no memory");
  return l->copy != NULL;
}

bool lines_resume(lines *l, const char *path, long whole, const char *older) {
  if (!lines_name(l, path))
    return false;
  l->path = l->copy;
  l->whole = whole;
  if (replace_resume(&l->place, path, whole, older))
    return true;
  if (errno == EINVAL)
    errno = ENODATA;
  return close_unopened(l, "go on with", "it must be there as the run has left it");
}

bool lines_keep(lines *l, bool sync) {
  struct stat info;
  if (!lines_hand_over(l))
    return false;
  if (!l->path || fstat(l->place.file, &info) != 0 || !S_ISREG(info.st_mode))
    return refuse(l, ESPIPE);
  return !sync || fdatasync(l->place.file) == 0 || refuse(l, errno);
}

bool lines_open(lines *l, const char *path) {
  if (!lines_name(l, path))
    return false;
  l->path = replace_is_standard_output(path) ? NULL : l->copy;
  return open_place(l) || close_unopened(l, "write", "choose another place");
}
