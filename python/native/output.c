#include "output.h"

#include "output/json.h"
#include "output/page.h"
#include "output/report.h"
#include "output/sink.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct text {
  FILE *out;
  char *bytes;
  size_t length;
} text;

static bool text_open(text *t) {
  *t = (text){0};
  t->out = open_memstream(&t->bytes, &t->length);
  return t->out;
}

static char *text_close(text *t) {
  if (fclose(t->out) == 0)
    return t->bytes;
  free(t->bytes);
  return NULL;
}

void python_free(void *block) {
  free(block);
}

char *python_report(noslip_run *run, long planned) {
  text t;
  if (!text_open(&t))
    return NULL;
  report_print(t.out, run, planned, NULL);
  return text_close(&t);
}

char *python_json(noslip_run *run, const char *trouble) {
  text t;
  if (!text_open(&t))
    return NULL;
  json_report(t.out, run, trouble);
  return text_close(&t);
}

// ---------------------------------------------------------------------------------------------
// pages

static bool record(recording *r, const python_rows *from) {
  bool good = recording_begin(r, from->run) == NOSLIP_OK;
  for (long i = 0; i < from->nrow && good; i++)
    good = recording_row(r, from->rows + i*from->ncolumn);
  return good;
}

static char *print_page(const python_rows *from, recording *r, const char *title, bool film_only) {
  text t;
  if (!text_open(&t))
    return NULL;
  page_write(t.out, &(page){.title = title,
                            .command = "",
                            .context = from->context,
                            .model = from->model,
                            .run = from->run,
                            .recording = r,
                            .trouble = from->trouble,
                            .planned = from->planned,
                            .film_only = film_only});
  return text_close(&t);
}

char *python_page(const python_rows *from, const char *title, bool film_only) {
  recording r;
  char *bytes = record(&r, from) ? print_page(from, &r, title, film_only) : NULL;
  recording_free(&r);
  return bytes;
}

// ---------------------------------------------------------------------------------------------
// files

static bool write_rows(sink *s, const python_rows *from) {
  const provenance origin = {.model = from->model, .run = from->run};
  bool good = sink_begin(s, &origin, from->names, from->ncolumn);
  for (long i = 0; i < from->nrow && good; i++)
    good = sink_row(s, from->rows + i*from->ncolumn, from->ncolumn);
  return good && sink_end(s, from->run, from->trouble, false);
}

bool python_write(const python_rows *from, const char *path, char *why, size_t size) {
  sink *s = sink_open(path, why, size);
  if (!s)
    return false;
  bool good = write_rows(s, from);
  if (!good)
    snprintf(why, size, "%s", s->why);
  sink_free(s);
  return good;
}
