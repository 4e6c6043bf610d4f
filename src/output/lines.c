#include "output/lines.h"

#include "output/clock.h"
#include "output/number.h"
#include "output/plain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

bool lines_add(void *to, const char *bytes, size_t length) {
  lines *l = to;
  if (l->length + length > l->room) {
    size_t room = 2*(l->length + length);
    char *text = realloc(l->text, room);
    if (!text)
      return refuse(l, ENOMEM);
    l->text = text;
    l->room = room;
  }
  memcpy(l->text + l->length, bytes, length);
  l->length += length;
  return true;
}

bool lines_add_number(lines *l, double x) {
  char number[number_size];
  number_print(number, x);
  return lines_add(l, number, strlen(number));
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
}

// standard output: what was printed before comes first
static bool open_place(lines *l) {
  if (l->path)
    return replace_open(&l->place, l->path);
  l->place.file = STDOUT_FILENO;
  return fflush(stdout) == 0;
}

bool lines_open(lines *l, const char *path) {
  *l = (lines){.copy = strdup(path)};
  if (!l->copy) {
    snprintf(l->why, sizeof l->why, "no memory");
    return false;
  }
  l->path = replace_is_standard_output(path) ? NULL : l->copy;
  if (open_place(l))
    return true;
  snprintf(l->why, sizeof l->why, "cannot write `%s`: %s; choose another place", plain_name(path),
           strerror(errno));
  l->path = NULL;
  lines_free(l);
  return false;
}
