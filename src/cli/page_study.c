// A study as a page: it is run, and all that it has expected, measured and drawn is shown.

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/page_file.h"
#include "cli/shipped.h"
#include "output/page.h"
#include "output/plain.h"
#include "output/progress.h"
#include "output/replace.h"
#include "output/script.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
  const page_file *file;
  const char *path;
  noslip_context *context;
  noslip_script *script;
  noslip_script_result *result;
  progress bar;
  bool begun;
} work;

static bool go_on(void *context, long done, long total) {
  work *w = context;
  if (!w->begun)
    progress_begin(&w->bar, stderr, total, true);
  w->begun = true;
  progress_update(&w->bar, done);
  return !interrupt_seen();
}

static int run(work *w) {
  char models[PATH_MAX];
  const char *places[] = {models};
  bool there = shipped_directory("models", models, sizeof models);
  const noslip_script_options o = {
      .models = places, .nmodel = there, .progress = go_on, .progress_context = w};
  noslip_status status = noslip_script_load(w->context, w->path, &w->script);
  if (status == NOSLIP_OK)
    status = noslip_script_run(w->context, w->script, &o, &w->result);
  if (w->begun)
    progress_end(&w->bar);
  if (status == NOSLIP_STOPPED)
    return message_failed("%s", noslip_last_error(w->context));
  return status == NOSLIP_OK ? exit_done : message_library(w->context, status, w->path);
}

static void print(FILE *out, const void *p) {
  page_write(out, p);
}

// the JSON of `noslip study --json`, and the curves
static char *print_results(const noslip_script_result *r) {
  char *json = NULL;
  size_t length = 0;
  FILE *text = open_memstream(&json, &length);
  if (!text)
    return NULL;
  fputs("{\"study\": ", text);
  script_json(text, r);
  fputs(",\n\"pictures\": [", text);
  for (int i = 0; i < r->npicture; i++) {
    fputs(i > 0 ? ",\n " : "\n ", text);
    script_curves(text, &r->pictures[i]);
  }
  fputs("]}\n", text);
  return fclose(text) == 0 ? json : NULL;
}

// what failed is in the page, and in the exit status
static int write_page(const work *w) {
  const noslip_script_result *r = w->result;
  const page_file *f = w->file;
  char *json = print_results(r);
  const char *title = f->title ? f->title : r->title[0] ? r->title : r->name;
  const page p = {.title = title, .command = f->command, .results = json};
  bool written = json && replace_write(f->output, print, &p, false);
  int error = errno;
  free(json);
  if (!json)
    return message_failed("no memory");
  if (!written)
    return message_failed("cannot write `%s`: %s", plain_name(f->output), strerror(error));
  printf("%s: %s, %d met, %d failed\n", plain_name(f->output), plain_name(r->name),
         r->nmet + r->ndeviation, r->nfailed);
  return r->nfailed == 0 ? exit_done
                         : message_failed("%d expectation%s not met", r->nfailed,
                                          r->nfailed == 1 ? " was" : "s were");
}

int page_file_study(const page_file *f, const char *path) {
  work w = {.file = f, .path = path, .context = noslip_open(NULL)};
  if (!w.context)
    return message_failed("no memory");
  interrupt_watch();
  int status = run(&w);
  if (status == exit_done)
    status = write_page(&w);
  noslip_script_result_free(w.result);
  noslip_script_free(w.script);
  noslip_close(w.context);
  return status;
}
