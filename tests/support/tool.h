// Running the tool as a user would: a folder of its own, models in it, exit status and texts.

#pragma once

#include "tests/support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// a folder for the tests

static char folder[] = "/tmp/noslip-cli-XXXXXX";

static inline int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void)info, (void)kind, (void)at;
  return remove(path);
}

// returns what it is given
static inline int remove_folder(int failed) {
  nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  return failed;
}

// a path in the folder; it stays valid
static inline const char *in_folder(const char *name) {
  static char *paths[64];
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int i = 0;
  while (paths[i] && strcmp(paths[i], path) != 0)
    assert_true(++i < 64);
  if (!paths[i])
    paths[i] = strdup(path);
  return paths[i];
}

static inline const char *write_file(const char *name, const char *text) {
  const char *path = in_folder(name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
  return path;
}

// a whole file, ended by a zero; the caller frees it
static inline char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = NULL;
  size_t length = 0, room = 4096, got = 1;
  while (got > 0) {
    text = realloc(text, room + 1);
    assert_non_null(text);
    got = fread(text + length, 1, room - length, file);
    length += got;
    room *= length == room ? 2 : 1;
  }
  text[length] = 0;
  fclose(file);
  return text;
}

// ---------------------------------------------------------------------------------------------
// running the tool

typedef struct result {
  int status;       // exit status, -1 if a signal ended it
  char *out, *err;  // what it wrote
} result;

// what the tool writes to, each -1 or a descriptor that replaces the file it usually is
typedef struct streams {
  int out, err;
} streams;

enum { too_long = 120 };  // seconds, then a forgotten tool ends itself

static inline int create(const char *path) {
  int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  assert_true(file >= 0);
  return file;
}

// start the tool; words end with NULL, the first is the command
static inline pid_t start(const char *const *words, streams s) {
  enum { most = 64 };
  char *argv[most] = {(char *)NOSLIP_TOOL};
  int n = 1;
  for (; words[n - 1] && n < most - 1; n++)
    argv[n] = (char *)words[n - 1];
  argv[n] = NULL;
  if (s.out < 0)
    s.out = create(in_folder("out"));
  if (s.err < 0)
    s.err = create(in_folder("err"));

  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    alarm(too_long);
    dup2(s.out, STDOUT_FILENO);
    dup2(s.err, STDERR_FILENO);
    execv(NOSLIP_TOOL, argv);
    _exit(127);
  }
  close(s.out);
  close(s.err);
  return child;
}

static inline int finish(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    assert_int_equal(errno, EINTR);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline void wait_ms(long ms) {
  nanosleep(&(struct timespec){ms/1000, ms % 1000*1000000}, NULL);
}

// until SIGINT is caught: its bit in the mask of the process, where there is one
static inline void wait_for_handler(pid_t child) {
  char path[64], line[256];
  unsigned long caught = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)child);
  for (int i = 0; i < 1000 && !(caught >> (SIGINT - 1) & 1); i++) {
    FILE *file = fopen(path, "r");
    if (!file)
      break;
    while (fgets(line, sizeof line, file))
      sscanf(line, "SigCgt: %lx", &caught);
    fclose(file);
    wait_ms(10);
  }
  wait_ms(300);
}

static inline result run_words(const char *const *words, streams s) {
  result r = {.status = finish(start(words, s))};
  r.out = s.out < 0 ? read_file(in_folder("out")) : strdup("");
  r.err = s.err < 0 ? read_file(in_folder("err")) : strdup("");
  return r;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define usual ((streams){-1, -1})
#define tool(...) run_words(WORDS(__VA_ARGS__), usual)

static inline void forget(result *r) {
  free(r->out);
  free(r->err);
}

// run, check the exit status and words on standard error, forget
static inline void refused_(const char *const *words, int status, const char *part,
                            const char *file, int line) {
  result r = run_words(words, usual);
  check_that(r.status == status, file, line, "exit status %d, expected %d\n%s%s", r.status, status,
             r.out, r.err);
  check_text_(r.err, part, "the message", file, line);
  forget(&r);
}

#define refused(status, part, ...) refused_(WORDS(__VA_ARGS__), status, part, __FILE__, __LINE__)

// all tests, in a folder that is there as long as they run
#define tool_run(argc, argv, tests) \
  (mkdtemp(folder) ? remove_folder(check_run((argc), (argv), (tests))) : 1)
