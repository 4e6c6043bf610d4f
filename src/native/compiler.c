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

typedef struct command {
  const char *words[compiler_words + noption + 12];  // those of $CC, the options, what is special
  pid_t watcher;
} command;

typedef struct workshop {
  const compiler *compiler;
  const compiler_job *job;
  double limit;
  int log;  // descriptor
  char source[compiler_length], made[compiler_length], object[2][compiler_length];
  int error;  // why a command cannot be started; 0: it was
} workshop;

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

static noslip_status open_workshop(workshop *w, const compiler *c, const compiler_job *job,
                                   failure *why) {
  *w = (workshop){.compiler = c, .job = job, .log = -1};
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
  const workshop *w = context;
  int at = w->job->at;
  const char *const names[] = {compiler_source, compiler_made, objects[0], objects[1], log_name};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    unlinkat(at, names[i], 0);
  rmdir(w->job->directory);
}

// the first lines of what it said
static void append_log(const workshop *w, failure *why) {
  char text[600];
  ssize_t length = pread(w->log, text, sizeof text - 1, 0);
  if (length <= 0)
    return;
  text[length] = 0;
  fail_more(why, "\n%s", text);
}

// ---- running it

// start one command; `special` is ended by NULL
static bool start(workshop *w, command *d, const char *const *special) {
  int n = 0;
  for (int i = 0; i < w->compiler->nword; i++)
    d->words[n++] = w->compiler->words[i];
  for (int i = 0; i < noption; i++)
    d->words[n++] = options[i];
  d->words[n++] = w->job->large ? "-O1" : "-O3";
  while (*special)
    d->words[n++] = *special++;
  assert(w->compiler->nword > 0 && n < (int)(sizeof d->words/sizeof *d->words));
  d->words[n] = NULL;
  const child_plan plan = {.path = w->compiler->path,
                           .arguments = (char *const *)d->words,
                           .output = w->log,
                           .limit = w->limit,
                           .abandoned = remove_all,
                           .context = w};
  int error = child_start(&plan, &d->watcher);
  w->error = error ? error : w->error;
  return error == 0;
}

static int run_one(workshop *w, const char *const *special) {
  command d;
  return start(w, &d, special) ? child_wait(d.watcher) : 1;
}

static int run_whole(workshop *w) {
  const char *const special[] = {"-DNOSLIP_HALF=0", "-o", w->made, w->source, "-lm", NULL};
  return run_one(w, special);
}

// two halves at once, then both together; the status of the first that fails
static int run_halves(workshop *w) {
  command half[2];
  bool started[2];
  int failed = 0;
  for (int k = 0; k < 2; k++) {
    const char *const special[] = {
        "-c", k == 0 ? "-DNOSLIP_HALF=1" : "-DNOSLIP_HALF=2", "-o", w->object[k], w->source, NULL};
    started[k] = start(w, &half[k], special);
  }
  for (int k = 0; k < 2; k++) {
    int status = started[k] ? child_wait(half[k].watcher) : 1;
    failed = failed > 0 ? failed : status;
  }
  if (failed > 0)
    return failed;
  const char *const special[] = {"-o", w->made, w->object[0], w->object[1], "-lm", NULL};
  return run_one(w, special);
}

static noslip_status judge(const workshop *w, int status, failure *why) {
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
  if (status <= 0 && fstatat(w->job->at, compiler_made, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
      s.st_size > 0)
    return NOSLIP_OK;
  fail(why, NOSLIP_ERROR_FILE,
       "the C compiler `%s` made no native code (status %d); set CC, or take the interpreter "
       "(the option `backend` = \"interpret\")",
       path, status);
  append_log(w, why);
  return NOSLIP_ERROR_FILE;
}

noslip_status compiler_run(const compiler *c, const compiler_job *job, failure *why) {
  workshop w;
  if (open_workshop(&w, c, job, why) != NOSLIP_OK)
    return NOSLIP_ERROR_FILE;
  int status = job->halves ? run_halves(&w) : run_whole(&w);
  noslip_status done = judge(&w, status, why);
  close(w.log);
  return done;
}
