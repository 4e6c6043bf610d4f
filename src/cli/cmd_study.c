// noslip study: study files, what they compute, draw and expect.

#include "base/suggest.h"
#include "cli/command.h"
#include "cli/figure_file.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/shipped.h"
#include "cli/study_list.h"
#include "cli/study_page.h"
#include "cli/study_saving.h"
#include "output/plain.h"
#include "output/progress.h"
#include "output/replace.h"
#include "output/script.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct arguments {
  option_operands files;
  const char *output, *only, *pictures, *page;
  figure_kind kind;  // of the pictures
  bool quick, fresh, json, quiet;
  option_count threads;
  option_number timeout;
  const char *checkpoint;  // FILE[:seconds]
  check_file saved;        // read from it
  int argc;
  char **argv;                // as it was given
  const resumption *resumed;  // NULL: it begins
} arguments;

typedef struct job {
  arguments *given;
  char **shipped;
  int nshipped;
  char models[PATH_MAX];  // of the shipped models; "" if there are none
  int done, failed;       // studies that ran; expectations that failed
  study_page page;        // of --page
  progress bar;
  bool begun;
  noslip_saving saving;
  char *note;
} job;

static bool read_arguments(arguments *a, int argc, char **argv) {
  const option options[] = {
      {"--quick", 0, OPTION_FLAG, &a->quick},
      {"--only", 0, OPTION_TEXT, &a->only},
      {"--fresh", 0, OPTION_FLAG, &a->fresh},
      {"--timeout", 0, OPTION_NUMBER, &a->timeout},
      {"--output", 'o', OPTION_TEXT, &a->output},
      {"--pictures", 0, OPTION_TEXT, &a->pictures},
      {"--threads", 0, OPTION_COUNT, &a->threads},
      {"--json", 0, OPTION_FLAG, &a->json},
      {"--quiet", 0, OPTION_FLAG, &a->quiet},
      {"--page", 0, OPTION_TEXT, &a->page},
      {"--checkpoint", 0, OPTION_TEXT, &a->checkpoint},
      {0},
  };
  a->argc = argc;
  a->argv = argv;
  return options_read_all(argc, argv, options, &a->files);
}

static int make_directory(const char *path) {
  struct stat info;
  if (mkdir(path, 0777) == 0 ||
      (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
    return exit_done;
  return message_wrong("cannot make the directory `%s`: %s; choose another place", path,
                       strerror(errno));
}

// where checkpoints go; what is read from standard input is not there a second time
static int check_saved(arguments *a) {
  for (int i = 0; a->checkpoint && i < a->files.n; i++)
    if (strcmp(a->files.list[i], "-") == 0)
      return message_wrong(
          "a study from standard input cannot be taken up again by a checkpoint; give a file");
  if (!a->resumed)
    return check_file_read(&a->saved, a->checkpoint);
  a->json |= a->resumed->json;
  a->quiet |= a->resumed->quiet;
  return resumption_take_up(a->resumed, &a->saved);
}

static int check_arguments(arguments *a) {
  char name[16];
  a->pictures = a->pictures ? a->pictures : "svg";
  snprintf(name, sizeof name, ".%s", a->pictures);
  if (!figure_file_kind(name, &a->kind))
    return message_wrong("--pictures %s: pictures are svg, png or pdf", a->pictures);
  if (a->files.n == 0)
    return message_wrong(
        "which study? `noslip study FILE`, `noslip study all`, or `noslip study list`");
  if (a->timeout.given && !(a->timeout.value > 0))
    return message_wrong("--timeout is %g; give a number of seconds above 0", a->timeout.value);
  int status = check_saved(a);
  return status == exit_done && a->output ? make_directory(a->output) : status;
}

// ---------------------------------------------------------------------------------------------
// files

static int write_pictures(const job *j, const noslip_script_result *r, const char *directory) {
  char path[PATH_MAX];
  int status = exit_done, file = 0;
  for (int i = 0; i < r->npicture && status == exit_done; i++) {
    study_figure f;
    if (r->pictures[i].joined)
      continue;
    snprintf(path, sizeof path, "%s/%s-%d.%s", directory, r->name, ++file, j->given->pictures);
    if (!script_draw_picture(&f, r, i, j->given->kind))
      status = message_failed("no memory");
    else if (f.page.npanel > 0)
      status = figure_file_write(&f.page, path);
    study_figure_free(&f);
  }
  return status;
}

static void print_json(FILE *out, const void *result) {
  script_json(out, result);
  fputc('\n', out);
}

static int write_page(job *j, const noslip_script *s, const noslip_script_result *r) {
  if (!j->given->page)
    return exit_done;
  study_page_add(&j->page, s, r, j->given->pictures);
  return write_pictures(j, r, j->page.directory);
}

static int write_files(const job *j, const noslip_script_result *r) {
  char path[PATH_MAX];
  if (!j->given->output)
    return exit_done;
  snprintf(path, sizeof path, "%s/%s.json", j->given->output, r->name);
  if (!replace_write(path, print_json, r, false))
    return message_failed("cannot write `%s`: %s", path, strerror(errno));
  return write_pictures(j, r, j->given->output);
}

// ---------------------------------------------------------------------------------------------
// one study

static bool go_on(void *context, long done, long total) {
  job *j = context;
  if (!j->begun)
    progress_begin(&j->bar, stderr, total, !j->given->quiet);
  j->begun = true;
  progress_update(&j->bar, done);
  return !interrupt_seen();
}

static int show(job *j, const noslip_script *s, const noslip_script_result *r) {
  if (j->given->json) {
    fputs(j->done > 0 ? ",\n" : "[", stdout);
    script_json(stdout, r);
  } else if (!j->given->quiet) {
    fputs(j->done > 0 ? "\n" : "", stdout);
    script_table_print(stdout, r);
  }
  j->done++;
  j->failed += r->nfailed;
  fflush(stdout);
  int status = write_files(j, r);
  return status == exit_done ? write_page(j, s, r) : status;
}

// ---------------------------------------------------------------------------------------------
// checkpoints

static const char *print_note(void *context) {
  job *j = context;
  free(j->note);
  j->note = note_command(j->given->argc, j->given->argv, j->given->saved.seconds, NULL);
  return j->note;
}

static void complain(void *context, const char *sentence) {
  job *j = context;
  check_file_complain(&j->given->saved, sentence);
}

// The first study begins the file, the others go on with it; NULL: there is none.
static const noslip_saving *make_saving(job *j) {
  const char *path = j->given->saved.path;
  bool again = j->given->resumed || j->saving.path;
  j->saving = (noslip_saving){.path = path,
                              .seconds = j->given->saved.seconds,
                              .resume = again && access(path, F_OK) == 0,
                              .note = print_note,
                              .complain = complain,
                              .context = j};
  return path ? &j->saving : NULL;
}

static int stopped(const job *j, noslip_context *context) {
  const char *path = j->given->saved.path;
  return message_failed("%s%s%s%s", noslip_last_error(context), path ? "; `noslip resume " : "",
                        path ? path : "", path ? "` goes on" : "");
}

// ---------------------------------------------------------------------------------------------
// all of it

static int run_script(job *j, noslip_context *context, const noslip_script *script,
                      const char *path) {
  const char *models[] = {j->models};
  const noslip_script_options o = {
      .quick = j->given->quick,
      .models = models,
      .nmodel = j->models[0] != 0,
      .fresh = j->given->fresh,
      .threads = (int)j->given->threads.value,
      .seconds = j->given->timeout.value,
      .progress = go_on,
      .progress_context = j,
      .saving = make_saving(j),
  };
  noslip_script_result *result;
  j->begun = false;
  noslip_status status = noslip_script_run(context, script, &o, &result);
  if (j->begun)
    progress_end(&j->bar);
  if (status == NOSLIP_STOPPED)
    return stopped(j, context);
  if (status != NOSLIP_OK)
    return message_library(context, status, path);
  int shown = show(j, script, result);
  noslip_script_result_free(result);
  return shown;
}

static int run_file(job *j, const char *path) {
  noslip_context *context = noslip_open(NULL);
  noslip_script *script;
  if (!context)
    return message_failed("no memory");
  noslip_status status = noslip_script_load(context, path, &script);
  int result = status == NOSLIP_OK ? exit_done : message_library(context, status, path);
  const char *only = j->given->only;
  bool wanted = result == exit_done && (!only || strcmp(only, noslip_script_name(script)) == 0);
  if (wanted)
    result = run_script(j, context, script, path);
  noslip_script_free(script);
  noslip_close(context);
  return result;
}

// ---------------------------------------------------------------------------------------------
// which studies

// the name of a file without its directory and .study
static int stem(const char *path, const char **from) {
  const char *slash = strrchr(path, '/');
  *from = slash ? slash + 1 : path;
  return (int)(strlen(*from) - strlen(".study"));
}

// a shipped study by its name, or the path of a file
static const char *find_file(const job *j, const char *word) {
  const char *name;
  struct stat info;
  if (stat(word, &info) == 0)
    return word;
  for (int i = 0; i < j->nshipped; i++) {
    int length = stem(j->shipped[i], &name);
    if ((int)strlen(word) == length && strncmp(word, name, (size_t)length) == 0)
      return j->shipped[i];
  }
  return word;
}

// neither a file nor the name of a study
static int unknown_study(const job *j, const char *word) {
  enum { longest = suggest_longest + 1 };
  char question[suggest_room];
  suggestion near = {0};
  char(*names)[longest] = calloc((size_t)j->nshipped + 1, sizeof *names);
  for (int i = 0; names && i < j->nshipped; i++) {
    const char *from;
    int length = stem(j->shipped[i], &from);
    snprintf(names[i], longest, "%.*s", length, from);
    suggest(&near, word, names[i]);
  }
  int status =
      message_wrong("there is no study `%s`; %s", word,
                    near.count > 0 ? suggest_text(question, &near, "`")
                                   : "give the path of a file, or a name of `noslip study list`");
  free(names);
  return status;
}

static int worse(int a, int b) {
  return a > b ? a : b;
}

static int each_shipped(job *j, int one(job *, const char *)) {
  int status = exit_done;
  if (j->nshipped == 0)
    return message_wrong("no studies are installed; give the path of a file");
  for (int i = 0; i < j->nshipped && !interrupt_seen(); i++)
    status = worse(status, one(j, j->shipped[i]));
  return status;
}

static int list_all(const job *j) {
  if (j->nshipped == 0)
    return message_wrong("no studies are installed; give the path of a file");
  return study_list(j->shipped, j->nshipped, j->given->json);
}

static int run_word(job *j, const char *word) {
  if (strcmp(word, "list") == 0)
    return list_all(j);
  if (strcmp(word, "all") == 0)
    return each_shipped(j, run_file);
  const char *path = find_file(j, word);
  bool missing = path == word && strcmp(word, "-") != 0 && access(word, F_OK) != 0;
  return missing ? unknown_study(j, word) : run_file(j, path);
}

static int conclude(job *j, int status) {
  if (j->given->json && j->done > 0)
    fputs("]\n", stdout);
  if (status == exit_done && j->given->only && j->done == 0)
    return message_wrong("--only %s: none of the studies has this name; see `noslip study list`",
                         j->given->only);
  if (j->failed > 0)
    status = worse(status, message_failed("%d expectation%s not met", j->failed,
                                          j->failed == 1 ? " was" : "s were"));
  return status;
}

// a page is written if every study ran, whatever was measured
static int run_words(job *j) {
  const arguments *a = j->given;
  int status = a->page ? study_page_open(&j->page, a->page) : exit_done;
  if (status != exit_done)
    return status;
  for (int i = 0; i < a->files.n && !interrupt_seen(); i++)
    status = worse(status, run_word(j, a->files.list[i]));
  if (a->page && status == exit_done)
    status = study_page_close(&j->page);
  return status;
}

static int run_all(arguments *a) {
  job j = {.given = a};
  j.shipped = shipped_studies(&j.nshipped);
  if (j.nshipped < 0)
    return message_failed("no memory");
  if (!shipped_directory("models", j.models, sizeof j.models))
    j.models[0] = 0;
  interrupt_spare_writes();
  interrupt_watch();
  int status = run_words(&j);
  study_page_free(&j.page);
  shipped_free(j.shipped, j.nshipped);
  free(j.note);
  return conclude(&j, status);
}

static int run_command(int argc, char **argv, const resumption *resumed) {
  arguments a = {.resumed = resumed};
  int status = read_arguments(&a, argc, argv) ? check_arguments(&a) : exit_wrong;
  if (status == exit_done)
    status = run_all(&a);
  free(a.files.list);
  check_file_free(&a.saved);
  return status;
}

int cmd_study(int argc, char **argv) {
  return run_command(argc, argv, NULL);
}

int study_resume(const resumption *r) {
  return run_command(r->note->argc, r->note->argv, r);
}
