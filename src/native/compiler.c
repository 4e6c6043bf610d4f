#include "native/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// clang-format off
static const char *const options[] = {
    "-std=c17", "-shared", "-fPIC", "-pipe", "-w", "-fno-tree-vectorize",
    "-fno-fast-math", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
    // what print_c.c declares
    "-fno-builtin-pow", "-fno-builtin-atan2", "-fno-builtin-tan", "-fno-builtin-asin",
    "-fno-builtin-acos", "-fno-builtin-atan", "-fno-builtin-sinh", "-fno-builtin-cosh",
    "-fno-builtin-tanh", "-fno-builtin-exp", "-fno-builtin-log", "-fno-builtin-log1p",
};
// clang-format on
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

// start it with its messages in `log`; 0 or an error number
static int start(const char *path, char *const *arguments, const char *log, pid_t *child) {
  posix_spawn_file_actions_t files;
  int error = posix_spawn_file_actions_init(&files);
  if (error)
    return error;
  error = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  if (!error)
    error = posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!error)
    error = posix_spawn_file_actions_adddup2(&files, 1, 2);
  if (!error)
    error = posix_spawn(child, path, &files, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

// its exit status; -1 if nobody knows, because the program does not wait for its children
static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// the first lines of what it said
static void append_log(const char *log, failure *why) {
  char text[600];
  FILE *file = fopen(log, "r");
  if (!file)
    return;
  size_t length = fread(text, 1, sizeof text - 1, file);
  text[length] = 0;
  if (length > 0)
    fail_more(why, "\n%s", text);
  fclose(file);
}

// one command: the words of $CC, the options, and what is special, ended by NULL
typedef struct command {
  const char *words[compiler_words + noption + 12];
  pid_t child;
} command;

static int start_command(command *d, const compiler *c, const compiler_job *job,
                         const char *const *special) {
  int n = 0;
  for (int i = 0; i < c->nword; i++)
    d->words[n++] = c->words[i];
  for (int i = 0; i < noption; i++)
    d->words[n++] = options[i];
  d->words[n++] = job->large ? "-O1" : "-O3";
  while (*special)
    d->words[n++] = *special++;
  d->words[n] = NULL;
  return start(c->path, (char *const *)d->words, job->log, &d->child);
}

static int run_whole(const compiler *c, const compiler_job *job, int *error) {
  command d;
  const char *const special[] = {"-DNOSLIP_HALF=0", "-o", job->made, job->source, "-lm", NULL};
  *error = start_command(&d, c, job, special);
  return *error ? 1 : wait_for(d.child);
}

// two halves at once, then both together; the status of the first that fails
static int run_halves(const compiler *c, const compiler_job *job, int *error) {
  char object[2][compiler_length];
  command half[2];
  int status[2] = {0, 0}, failed = 0;
  for (int k = 0; k < 2; k++) {
    snprintf(object[k], sizeof object[k], "%.*s%s", compiler_length - 8, job->made,
             k == 0 ? ".1.o" : ".2.o");
    const char *const special[] = {
        "-c", k == 0 ? "-DNOSLIP_HALF=1" : "-DNOSLIP_HALF=2", "-o", object[k], job->source, NULL};
    status[k] = start_command(&half[k], c, job, special);
    *error = status[k] ? status[k] : *error;
  }
  for (int k = 0; k < 2; k++)
    if (status[k] == 0 && failed == 0)
      failed = wait_for(half[k].child);
    else if (status[k] == 0)
      wait_for(half[k].child);
  if (*error || failed > 0)
    return failed;
  const char *const special[] = {"-o", job->made, object[0], object[1], "-lm", NULL};
  *error = start_command(&half[0], c, job, special);
  return *error ? 1 : wait_for(half[0].child);
}

noslip_status compiler_run(const compiler *c, const compiler_job *job, failure *why) {
  int error = 0;
  int status = job->halves ? run_halves(c, job, &error) : run_whole(c, job, &error);
  if (error)
    return fail(why, NOSLIP_ERROR_FILE, "the C compiler `%s` cannot be started: %s", c->path,
                strerror(error));
  struct stat s;
  if (status > 0 || stat(job->made, &s) != 0 || s.st_size == 0) {
    fail(why, NOSLIP_ERROR_FILE,
         "the C compiler `%s` made no native code (status %d); set CC, or take the interpreter "
         "(--backend interpret)",
         c->path, status);
    append_log(job->log, why);
    return NOSLIP_ERROR_FILE;
  }
  return NOSLIP_OK;
}
