#include "native/compiler.h"

#include "native/child.h"
#include "native/private.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char compiler_source[] = "unit.c", compiler_made[] = "unit.so";
static const char log_name[] = "log";
static const char *const objects[2] = {"unit.1.o", "unit.2.o"};

// The longest unit of the models here takes seconds; on a machine that is busy with a hundred other
// things it may take a hundred times as long. Whatever takes longer is taken not to end.
static const double usual_limit = 300;  // seconds

static const char *const options[] = {
    "-std=c17",
    "-shared",
    "-fPIC",
    "-pipe",
    "-w",
    "-fno-tree-vectorize",
    "-fno-fast-math",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
};
enum { noption = sizeof options/sizeof *options };

// the file of a program, searched in $PATH
static bool search(compiler *c) {
  const char *name = c->words[0], *path = getenv("PATH");
  if (strchr(name, '/')) {
    snprintf(c->path, sizeof c->path, "%s", name);
    return access(c->path, X_OK) == 0;
  }
  for (const char *at = path ? path : ""; *at;) {
    size_t length = strcspn(at, ":");
    int size = snprintf(c->path, sizeof c->path, "%.*s/%s", (int)length, at, name);
    if (length > 0 && size < (int)sizeof c->path && access(c->path, X_OK) == 0)
      return true;
    at += length + (at[length] == ':');
  }
  return false;
}

bool compiler_find(compiler *c) {
  const char *given = getenv("CC");
  struct stat s;
  *c = (compiler){.nword = 0};
  snprintf(c->text, sizeof c->text, "%s", given && given[strspn(given, " ")] ? given : "cc");
  char *next = NULL;
  for (char *word = strtok_r(c->text, " ", &next); word && c->nword < compiler_words - 1;
       word = strtok_r(NULL, " ", &next))
    c->words[c->nword++] = word;
  if (!search(c) || stat(c->path, &s) != 0)
    return false;
  c->size = s.st_size;
  c->changed = s.st_mtime;
  return true;
}

// ---- what a job needs

// seconds for one command
static noslip_status find_limit(double *limit, failure *why) {
  const char *given = getenv("NOSLIP_COMPILE_SECONDS");
  char *end = NULL;
  *limit = given && given[0] ? strtod(given, &end) : usual_limit;
  if (isfinite(*limit) && *limit > 0 && (!end || *end == 0))
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_FILE,
              "NOSLIP_COMPILE_SECONDS is `%.100s`; it is the time limit of the C compiler in "
              "seconds, a positive number (the option `backend` = \"interpret\" needs none)",
              given);
}

static bool set_path(char path[compiler_length], const compiler_job *job, const char *name) {
  return snprintf(path, compiler_length, "%s/%s", job->directory, name) < compiler_length;
}

static noslip_status open_work(compiler_work *w, const compiler *c, const compiler_job *job,
                               failure *why) {
  *w = (compiler_work){.compiler = c, .job = *job, .log = -1};
  if (find_limit(&w->limit, why) != NOSLIP_OK)
    return NOSLIP_ERROR_FILE;
  bool done = set_path(w->source, job, compiler_source) && set_path(w->made, job, compiler_made);
  for (int k = 0; k < 2; k++)
    done = done && set_path(w->object[k], job, objects[k]);
  w->log = done ? private_new_file(job->at, log_name) : -1;
  return w->log >= 0 ? NOSLIP_OK
                     : fail(why, NOSLIP_ERROR_FILE, "cannot write in `%s`: %s", job->directory,
                            strerror(errno));
}

// this process has ended: nobody else removes what it has begun
static void remove_all(const void *context) {
  const compiler_work *w = context;
  int at = w->job.at;
  const char *const names[] = {compiler_source, compiler_made, objects[0], objects[1], log_name};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    unlinkat(at, names[i], 0);
  rmdir(w->job.directory);
}

// the first lines of what it said
static void append_log(const compiler_work *w, failure *why) {
  char text[600];
  ssize_t length = pread(w->log, text, sizeof text - 1, 0);
  if (length <= 0)
    return;
  text[length] = 0;
  fail_more(why, "\n%s", text);
}

// ---- running it

// start command k; `special` is ended by NULL
static void start(compiler_work *w, int k, const char *const *special) {
  const char *words[compiler_words + noption + 12];  // of $CC, the options, what is special
  int n = 0;
  for (int i = 0; i < w->compiler->nword; i++)
    words[n++] = w->compiler->words[i];
  for (int i = 0; i < noption; i++)
    words[n++] = options[i];
  words[n++] = w->job.large ? "-O1" : "-O3";
  while (*special)
    words[n++] = *special++;
  assert(w->compiler->nword > 0 && n < (int)(sizeof words/sizeof *words));
  words[n] = NULL;
  const child_plan plan = {.path = w->compiler->path,
                           .arguments = (char *const *)words,
                           .output = w->log,
                           .limit = w->limit,
                           .abandoned = remove_all,
                           .context = w};
  int error = child_start(&plan, &w->watcher[k]);
  if (error) {
    w->watcher[k] = 0;
    w->error = error;
    w->status = 1;
  }
}

static void start_whole(compiler_work *w) {
  const char *const special[] = {"-DNOSLIP_HALF=0", "-o", w->made, w->source, "-lm", NULL};
  start(w, 0, special);
}

// two halves at once, then both together
static void start_halves(compiler_work *w) {
  for (int k = 0; k < 2; k++) {
    const char *const special[] = {
        "-c", k == 0 ? "-DNOSLIP_HALF=1" : "-DNOSLIP_HALF=2", "-o", w->object[k], w->source, NULL};
    start(w, k, special);
  }
}

static void start_linking(compiler_work *w) {
  const char *const special[] = {"-o", w->made, w->object[0], w->object[1], "-lm", NULL};
  w->linking = true;
  start(w, 0, special);
}

// have all commands ended that were started? They are waited for, or not.
static bool collect(compiler_work *w, bool wait) {
  for (int k = 0; k < 2; k++) {
    int status = 0;
    if (w->watcher[k] == 0)
      continue;
    if (wait)
      status = child_wait(w->watcher[k]);
    else if (!child_ended(w->watcher[k], &status))
      continue;
    w->watcher[k] = 0;
    w->status = w->status > 0 ? w->status : status;
  }
  return w->watcher[0] == 0 && w->watcher[1] == 0;
}

static bool advance(compiler_work *w, bool wait) {
  if (!collect(w, wait))
    return false;
  if (!w->job.halves || w->linking || w->status > 0)
    return true;
  start_linking(w);
  return collect(w, wait);
}

static noslip_status judge(const compiler_work *w, failure *why) {
  int status = w->status;
  const char *path = w->compiler->path;
  struct stat s;
  if (w->error)
    return fail(why, NOSLIP_ERROR_FILE, "the C compiler `%s` cannot be started: %s", path,
                strerror(w->error));
  if (status == child_timed_out)
    return fail(why, NOSLIP_ERROR_FILE,
                "the C compiler `%s` was ended after %g s; set NOSLIP_COMPILE_SECONDS to give it "
                "more, or take the interpreter (the option `backend` = \"interpret\")",
                path, w->limit);
  if (status <= 0 && fstatat(w->job.at, compiler_made, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
      s.st_size > 0)
    return NOSLIP_OK;
  fail(why, NOSLIP_ERROR_FILE,
       "the C compiler `%s` made no native code (status %d); set CC, or take the interpreter "
       "(the option `backend` = \"interpret\")",
       path, status);
  append_log(w, why);
  return NOSLIP_ERROR_FILE;
}

noslip_status compiler_begin(compiler_work *w, const compiler *c, const compiler_job *job,
                             failure *why) {
  noslip_status status = open_work(w, c, job, why);
  if (status == NOSLIP_OK && job->halves)
    start_halves(w);
  else if (status == NOSLIP_OK)
    start_whole(w);
  return status;
}

bool compiler_ended(compiler_work *w) {
  return advance(w, false);
}

noslip_status compiler_end(compiler_work *w, failure *why) {
  advance(w, true);
  noslip_status done = judge(w, why);
  close(w->log);
  return done;
}

void compiler_give_up(compiler_work *w) {
  for (int k = 0; k < 2; k++)
    if (w->watcher[k] != 0)
      child_end(w->watcher[k]);
  close(w->log);
}

noslip_status compiler_run(const compiler *c, const compiler_job *job, failure *why) {
  compiler_work w;
  noslip_status status = compiler_begin(&w, c, job, why);
  return status == NOSLIP_OK ? compiler_end(&w, why) : status;
}
