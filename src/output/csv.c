// CSV: a header line with the names of the columns, then numbers that read back as the same
// numbers. Names with commas or quotes are quoted as in RFC 4180. The events of a model with contacts
// have a file of their own beside it.

#include "base/csv_name.h"
#include "output/events_csv.h"
#include "output/lines.h"
#include "output/number.h"
#include "output/plain.h"
#include "output/sink.h"

#include <stdlib.h>
#include <string.h>

typedef struct csv {
  sink base;
  lines rows;
  bool begun;             // the first row is written
  const noslip_run *run;  // of the events
  events_csv events;      // open if `has_events`
  bool has_events;
} csv;

// the sentence of what has failed becomes that of the sink
static bool refuse(csv *c, const lines *failed) {
  snprintf(c->base.why, sizeof c->base.why, "%s", failed->why);
  return false;
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
  if (out)
    print_notes(out, from);
  bool done = out && fclose(out) == 0;
  if (!done)
    snprintf(c->rows.why, sizeof c->rows.why, "no memory");
  done = done && lines_add(&c->rows, text, length);
  free(text);
  return done;
}

// ---------------------------------------------------------------------------------------------
// the calls of a sink

// a header line is all that readers of CSV expect
static bool add_header(csv *c, const provenance *from, char *const *names, int n) {
  bool done = !from->notes || add_notes(c, from);
  for (int i = 0; i < n && done; i++)
    done = (i == 0 || lines_add(&c->rows, ",", 1)) && csv_name(lines_add, &c->rows, names[i], "");
  return done && lines_add(&c->rows, "\n", 1) && lines_hand_over(&c->rows);
}

// the file of events first: if it cannot be made, the older rows are still in their place
static bool begin(sink *s, const provenance *from, char *const *names, int n) {
  csv *c = (csv *)s;
  char path[events_longest_path];
  c->run = from->run;
  if (events_file(path, c->rows.copy, from->run)) {
    c->has_events = events_csv_open(&c->events, path);
    if (!c->has_events)
      return refuse(c, &c->events.lines);
  }
  return add_header(c, from, names, n) || refuse(c, &c->rows);
}

// new events reach their file with the row
static bool add_events(csv *c) {
  return !c->has_events || events_csv_follow(&c->events, c->run) || refuse(c, &c->events.lines);
}

// the first row is written at once, and then the files replace older ones
static bool begin_rows(csv *c) {
  c->begun = true;
  if (!lines_take_place(&c->rows))
    return refuse(c, &c->rows);
  return !c->has_events || lines_take_place(&c->events.lines) || refuse(c, &c->events.lines);
}

static bool row(sink *s, const double *values, int n) {
  csv *c = (csv *)s;
  bool done = true;
  for (int i = 0; i < n && done; i++)
    done = (i == 0 || lines_add(&c->rows, ",", 1)) && lines_add_number(&c->rows, values[i]);
  if (!done || !lines_end_line(&c->rows))
    return refuse(c, &c->rows);
  return add_events(c) && (c->begun || begin_rows(c));
}

static bool end(sink *s, noslip_run *run, const char *trouble, bool sync) {
  (void)run, (void)trouble;
  csv *c = (csv *)s;
  bool done = add_events(c) && (lines_end(&c->rows, sync) || refuse(c, &c->rows));
  return done &&
         (!c->has_events || lines_end(&c->events.lines, sync) || refuse(c, &c->events.lines));
}

static bool keep(sink *s, bool sync, sink_place *place) {
  csv *c = (csv *)s;
  if (!lines_keep(&c->rows, sync))
    return refuse(c, &c->rows);
  if (c->has_events && !(add_events(c) && lines_keep(&c->events.lines, sync)))
    return refuse(c, &c->events.lines);
  *place = (sink_place){.rows = (long)c->rows.whole, .older = c->rows.place.older};
  if (c->has_events) {
    place->events = (long)c->events.lines.whole;
    place->nevent = c->events.written;
    place->events_older = c->events.lines.place.older;
  }
  return true;
}

static bool resume(sink *s, const provenance *from, char *const *names, int n,
                   const sink_place *place) {
  (void)names, (void)n;
  csv *c = (csv *)s;
  char path[events_longest_path], *rows = strdup(c->rows.copy);
  c->run = from->run;
  c->begun = true;
  lines_free(&c->rows);
  bool done = rows && lines_resume(&c->rows, rows, place->rows, place->older);
  free(rows);
  if (!done)
    return refuse(c, &c->rows);
  if (!events_file(path, c->rows.copy, from->run))
    return true;
  c->events.written = place->nevent;
  c->has_events = lines_resume(&c->events.lines, path, place->events, place->events_older);
  return c->has_events || refuse(c, &c->events.lines);
}

static void free_csv(sink *s) {
  csv *c = (csv *)s;
  if (c->has_events)
    lines_free(&c->events.lines);
  lines_free(&c->rows);
  free(c);
}

static sink *make(const char *path, bool (*open)(lines *, const char *), char *why, size_t size) {
  csv *c = calloc(1, sizeof *c);
  if (!c)
    snprintf(why, size, "no memory");
  else if (!open(&c->rows, path))
    snprintf(why, size, "%s", c->rows.why);
  else {
    c->base = (sink){
        .begin = begin, .row = row, .end = end, .keep = keep, .resume = resume, .free = free_csv};
    return &c->base;
  }
  free(c);
  return NULL;
}

sink *csv_open(const char *path, char *why, size_t size) {
  return make(path, lines_open, why, size);
}

sink *csv_open_again(const char *path, char *why, size_t size) {
  return make(path, lines_name, why, size);
}
