#include "cli/page_file.h"

#include "cli/command.h"
#include "cli/event_rows.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/model_rows.h"
#include "cli/step_loop.h"
#include "output/page.h"
#include "output/plain.h"
#include "output/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct maker {
  const page_file *file;
  recording recording;
  step_loop steps;
  long seen;  // steps at the last row
  page page;
} maker;

bool page_file_is(const char *path) {
  const char *dot = path ? strrchr(path, '.') : NULL;
  return dot && (strcasecmp(dot, ".html") == 0 || strcasecmp(dot, ".htm") == 0);
}

// ---------------------------------------------------------------------------------------------
// rows

static int failed(const maker *m) {
  return message_failed("%s", noslip_last_error(m->steps.context));
}

static int keep_row(maker *m) {
  m->seen = m->steps.taken;
  return recording_see(&m->recording, m->steps.run) ? exit_done : failed(m);
}

static int see(void *who) {
  maker *m = who;
  long every = m->file->film_only ? 1 : noslip_run_every(m->steps.run);
  return m->steps.taken % every == 0 ? keep_row(m) : exit_done;
}

// the last state is the last row, whatever ended the run
static int take_steps(maker *m) {
  static char trouble[4096];
  m->steps.see = see;
  m->steps.who = m;
  int status = step_loop_take(&m->steps);
  if (status != exit_done) {
    snprintf(trouble, sizeof trouble, "%s",
             interrupt_seen() ? "interrupted" : noslip_last_error(m->steps.context));
    m->page.trouble = trouble;
  }
  if (m->seen != m->steps.taken && keep_row(m) != exit_done)
    return exit_failed;
  return status;
}

static int read_rows(maker *m, const char *path) {
  model_rows rows;
  int status = model_rows_read(&rows, path, m->steps.run);
  for (size_t i = 0; i < rows.table.nrow && status == exit_done; i++)
    if (!recording_row(&m->recording, model_rows_take(&rows, i)))
      status = failed(m);
  model_rows_free(&rows);
  return status;
}

// ---------------------------------------------------------------------------------------------
// the file

static void print(FILE *out, const void *result) {
  page_write(out, result);
}

static int write_page(const page *p, const char *path) {
  return replace_write(path, print, p, false)
             ? exit_done
             : message_failed("cannot write `%s`: %s", plain_name(path), strerror(errno));
}

static page_event *list_events(const event_rows *rows) {
  size_t n = rows->table.nrow;
  page_event *list = malloc((n + 1)*sizeof *list);
  for (size_t i = 0; list && i < n; i++) {
    event_row e = event_rows_get(rows, i);
    list[i] = (page_event){.time = e.time,
                           .impulse = e.impulse,
                           .change = e.change,
                           .kind = e.kind < 0 ? "" : noslip_event_name((noslip_event_kind)e.kind),
                           .name = e.name};
  }
  return list;
}

static int write_rows_page(maker *m) {
  event_rows events;
  event_rows_read(&events, m->page.source);
  page_event *list = list_events(&events);
  m->page.events = list;
  m->page.nevent = (long)events.table.nrow;
  int status = list ? write_page(&m->page, m->file->output) : message_failed("no memory");
  free(list);
  event_rows_free(&events);
  return status;
}

static int begin(maker *m) {
  film_source *s = m->file->source;
  int status = run_arguments_make(&s->run, &m->steps.run, &m->steps.planned);
  if (status != exit_done)
    return status;
  if (noslip_run_rest(m->steps.run) != 0)
    m->steps.planned++;
  m->page.run = m->steps.run;
  m->page.planned = m->steps.planned;
  noslip_status made = recording_begin(&m->recording, m->steps.run);
  if (made == NOSLIP_ERROR_MEMORY)
    return message_failed("no memory");
  return made == NOSLIP_OK ? exit_done : message_library(m->steps.context, made, s->run.model.path);
}

static void tell(const maker *m) {
  const buckets *rows = &m->recording.rows;
  printf("%s: %ld row%s, t = %.6g to %.6g\n", plain_name(m->file->output), rows->total,
         rows->total == 1 ? "" : "s", buckets_first(rows, 0, 0),
         buckets_first(rows, buckets_points(rows) - 1, 0));
}

static int record_and_write(maker *m) {
  const char *rows = m->file->source->rows;
  int status = rows ? read_rows(m, rows) : take_steps(m);
  if (m->recording.rows.count == 0 || status == exit_wrong)
    return status;
  int written = rows ? write_rows_page(m) : write_page(&m->page, m->file->output);
  if (written == exit_done)
    tell(m);
  return written == exit_done ? status : written;
}

int page_file_make(const page_file *f) {
  film_source *s = f->source;
  maker m = {.file = f, .steps = {.context = s->run.model.context}};
  m.page = (page){.title = f->title,
                  .command = f->command,
                  .source = s->rows,
                  .method = s->run.model.method,
                  .step = s->run.model.step,
                  .trouble = s->run.model.trouble,
                  .context = s->run.model.context,
                  .model = s->run.model.model,
                  .recording = &m.recording,
                  .film_only = f->film_only};
  interrupt_watch();
  int status = begin(&m);
  if (status == exit_done)
    status = record_and_write(&m);
  recording_free(&m.recording);
  noslip_run_free(m.steps.run);
  return status;
}
