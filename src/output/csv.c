// CSV: a header line with the names of the columns, then numbers that read back as the same
// numbers. Names with commas or quotes are quoted as in RFC 4180. Whole lines are collected and
// handed to the system together, at least five times a second, so that the file ends with a whole
// line whenever it is read; also when the disk is full: a line that was written in part is then
// removed.

#include "base/csv_name.h"
#include "output/clock.h"
#include "output/number.h"
#include "output/plain.h"
#include "output/replace.h"
#include "output/sink.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { enough = 1 << 16 };               // bytes that are written without waiting
static const double longest_wait = 0.2;  // seconds until fewer are

typedef struct csv {
  sink base;
  const char *path;  // as the user has named it; NULL: standard output
  char *copy;        // of it
  replace place;
  bool begun;   // the first row is written
  off_t whole;  // bytes in the file, up to the end of a line
  char *lines;  // collected; all are whole except the one that is being made
  size_t length, room;
  double written;  // when lines were last handed over, in seconds
} csv;

static bool refuse(csv *c, int error) {
  const char *older = c->place.older;
  snprintf(c->base.why, sizeof c->base.why, "cannot write %s%s%s: %s%s%s%s", c->path ? "`" : "",
           c->path ? plain_name(c->path) : "standard output", c->path ? "`" : "", strerror(error),
           older ? "; the older file is now `" : "", older ? plain_name(older) : "",
           older ? "`" : "");
  return false;
}

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

// hand the collected lines to the system
static bool write_lines(csv *c) {
  int error = 0;
  size_t done = hand_over(c->place.file, c->lines, c->length, &error);
  c->whole += (off_t)whole_lines(c->lines, done);
  bool all = done == c->length;
  c->length = 0;
  c->written = clock_seconds();
  if (!all && c->path && ftruncate(c->place.file, c->whole) != 0)
    return refuse(c, error);  // a pipe cannot take bytes back
  return all || refuse(c, error);
}

// a csv_put
static bool add(void *to, const char *bytes, size_t length) {
  csv *c = to;
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

// ---------------------------------------------------------------------------------------------
// what the numbers come from, as lines that begin with #: the reader of noslip passes them over,
// and so does pandas.read_csv(..., comment="#")

static void note(FILE *out, const char *word, const char *text) {
  if (text && text[0])
    fprintf(out, "# %s: %s\n", word, plain_name(text));
}

static void note_value(FILE *out, const char *word, const char *name, double x) {
  char number[number_size];
  fprintf(out, "# %s: %s = %s\n", word, plain_name(name), number_print(number, x));
}

static void note_model(FILE *out, const noslip_model *m) {
  note(out, "model", noslip_model_name(m));
  note(out, "title", noslip_model_title(m));
  note(out, "file", noslip_model_path(m));
  for (int i = 0; i < noslip_model_parameter_count(m); i++)
    note_value(out, "parameter", noslip_model_parameter_name(m, i),
               noslip_model_parameter_value(m, i));
}

static void print_notes(FILE *out, const provenance *from) {
  noslip_report r;
  char number[number_size];
  noslip_run_report(from->run, &r);
  fprintf(out, "# noslip: %s\n", noslip_version());
  note(out, "command", from->command);
  note_model(out, from->model);
  for (int i = 0; i < from->ninit; i++)
    fprintf(out, "# init: %s = %s\n", plain_name(from->init[i].name),
            plain_name(from->init[i].value));
  note(out, "method", r.method);
  fprintf(out, "# step: %s\n# every: %ld\n", number_print(number, r.step),
          noslip_run_every(from->run));
  note(out, "backend", noslip_run_backend(from->run));
}

static bool add_notes(csv *c, const provenance *from) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return refuse(c, ENOMEM);
  print_notes(out, from);
  bool done = fclose(out) == 0 ? add(c, text, length) : refuse(c, ENOMEM);
  free(text);
  return done;
}

// ---------------------------------------------------------------------------------------------
// the calls of a sink

// a header line is all that readers of CSV expect
static bool begin(sink *s, const provenance *from, char *const *names, int n) {
  csv *c = (csv *)s;
  bool done = !from->notes || add_notes(c, from);
  for (int i = 0; i < n && done; i++)
    done = (i == 0 || add(c, ",", 1)) && csv_name(add, c, names[i], "");
  return done && add(c, "\n", 1) && write_lines(c);
}

// the first row is written at once, and then the file replaces an older one
static bool begin_rows(csv *c) {
  c->begun = true;
  return write_lines(c) && (!c->path || replace_take_place(&c->place, true) || refuse(c, errno));
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
  if (!c->begun)
    return begin_rows(c);
  return (c->length < enough && clock_seconds() - c->written < longest_wait) || write_lines(c);
}

static bool end(sink *s, noslip_run *run, const char *trouble, bool sync) {
  (void)run, (void)trouble;
  csv *c = (csv *)s;
  bool done = write_lines(c);
  return done && (!c->path || replace_end(&c->place, sync) || refuse(c, errno));
}

static void free_csv(sink *s) {
  csv *c = (csv *)s;
  if (c->path)
    replace_give_up(&c->place);
  replace_free(&c->place);
  free(c->lines);
  free(c->copy);
  free(c);
}

// standard output: what was printed before comes first
static bool open_place(csv *c) {
  if (c->path)
    return replace_open(&c->place, c->path);
  c->place.file = STDOUT_FILENO;
  return fflush(stdout) == 0;
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
  c->copy = copy;
  c->path = replace_is_standard_output(path) ? NULL : copy;
  if (!open_place(c)) {
    snprintf(why, size, "cannot write `%s`: %s; choose another place", plain_name(path),
             strerror(errno));
    c->path = NULL;
    free_csv(&c->base);
    return NULL;
  }
  return &c->base;
}
