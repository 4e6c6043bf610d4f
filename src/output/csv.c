// CSV: a header line with the names of the columns, then numbers that read back as the same numbers.
// Names with commas or quotes are quoted as in RFC 4180. Whole lines are collected and handed to the
// system together, at least five times a second, so that the file ends with a whole line whenever
// somebody looks.

#include "output/clock.h"
#include "output/number.h"
#include "output/plain.h"
#include "output/sink.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { enough = 1 << 16 };           // bytes that are written without waiting
static const double patience = 0.2;  // seconds until fewer are

typedef struct csv {
  sink base;
  FILE *file;
  char *path;
  char *lines;  // collected, whole but for the one that is being made
  size_t length, room;
  double written;  // when lines were last handed over, in seconds
} csv;

static bool is_standard_output(const char *path) {
  return strcmp(path, "-") == 0;
}

static bool refuse(csv *c, int error) {
  bool standard = is_standard_output(c->path);
  snprintf(c->base.why, sizeof c->base.why, "cannot write %s%s%s: %s", standard ? "" : "`",
           standard ? "standard output" : plain_name(c->path), standard ? "" : "`",
           strerror(error));
  return false;
}

// hand the collected lines to the system
static bool write_lines(csv *c) {
  errno = 0;
  bool done = fwrite(c->lines, 1, c->length, c->file) == c->length && fflush(c->file) == 0;
  c->length = 0;
  c->written = clock_seconds();
  return done || refuse(c, errno ? errno : EIO);
}

static bool add(csv *c, const char *bytes, size_t length) {
  if (c->length + length > c->room) {
    size_t room = 2*(c->length + length);
    char *lines = realloc(c->lines, room);
    if (!lines)
      return refuse(c, ENOMEM);
    c->lines = lines;
    c->room = room;
  }
  memcpy(c->lines + c->length, bytes, length);
  c->length += length;
  return true;
}

static bool add_name(csv *c, const char *name) {
  if (!strpbrk(name, ",\"\r\n"))
    return add(c, name, strlen(name));
  bool done = add(c, "\"", 1);
  for (const char *at = name; *at && done; at++)
    done = *at == '"' ? add(c, "\"\"", 2) : add(c, at, 1);
  return done && add(c, "\"", 1);
}

static bool begin(sink *s, const provenance *from, char *const *names, int n) {
  (void)from;  // a header line is all that readers of CSV expect
  csv *c = (csv *)s;
  bool done = true;
  for (int i = 0; i < n && done; i++)
    done = (i == 0 || add(c, ",", 1)) && add_name(c, names[i]);
  return done && add(c, "\n", 1) && write_lines(c);
}

static bool row(sink *s, const double *values, int n) {
  csv *c = (csv *)s;
  for (int i = 0; i < n; i++) {
    char number[number_size];
    number_print(number, values[i]);
    if ((i > 0 && !add(c, ",", 1)) || !add(c, number, strlen(number)))
      return false;
  }
  if (!add(c, "\n", 1))
    return false;
  return (c->length < enough && clock_seconds() - c->written < patience) || write_lines(c);
}

static bool end(sink *s, noslip_run *run, const char *trouble) {
  (void)run, (void)trouble;
  csv *c = (csv *)s;
  bool done = write_lines(c);
  FILE *file = c->file;
  c->file = NULL;
  if (is_standard_output(c->path))
    return done;
  bool closed = fclose(file) == 0;
  return done && (closed || refuse(c, errno));
}

static void free_csv(sink *s) {
  csv *c = (csv *)s;
  if (c->file && !is_standard_output(c->path))
    fclose(c->file);
  free(c->lines);
  free(c->path);
  free(c);
}

sink *csv_open(const char *path, char *why, size_t size) {
  csv *c = calloc(1, sizeof *c);
  char *copy = strdup(path);
  if (!c || !copy) {
    snprintf(why, size, "no memory");
    free(c);
    free(copy);
    return NULL;
  }
  c->base = (sink){.begin = begin, .row = row, .end = end, .free = free_csv};
  c->path = copy;
  c->file = is_standard_output(path) ? stdout : fopen(path, "w");
  if (!c->file) {
    snprintf(why, size, "cannot write `%s`: %s", plain_name(path), strerror(errno));
    free_csv(&c->base);
    return NULL;
  }
  // what is handed over goes to the system in one piece: between two, a line would be broken
  setvbuf(c->file, NULL, _IONBF, 0);
  return &c->base;
}
