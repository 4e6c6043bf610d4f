// The wait before the first step: from the text of a model with 20 coordinates to a step taken.
//
// Each trial is a process of its own, so that nothing is left over from the one before but the cache
// directory, named by NOSLIP_CACHE: empty for the first trial, filled for the others.

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// seconds with an empty cache and with a filled one; of a run that waits for the compiler, and of one
// that begins with the interpreter
static const double bar_cold = 1.0, bar_cached = 0.030;
static const double bar_cold_beside = 0.020, bar_cached_beside = 0.004;

static const char *const first_ways[] = {"native", "interpret", "auto"};
enum { nfirst = sizeof first_ways/sizeof *first_ways };

// 20 links in angles: every entry of the mass matrix depends on two of them
static const char dense_text[] =
    "model dense_pendulum\n"
    "const n = 20\n"
    "param g = 9.81\n"
    "coord th[1..n]\n"
    "let c(i, j) = n + 1 - max(i, j)\n"
    "lagrangian sum(i in 1..n: sum(j in 1..n: c(i, j)/2*cos(th[i] - th[j])*th[i]'*th[j]'))\n"
    "           + g*sum(i in 1..n: (n + 1 - i)*cos(th[i]))\n"
    "for i in 1..n { init th[i] = 1 + i/10 }\n"
    "run method dla-mp, step 0.001, until 1\n";

// 10 rods in Cartesian coordinates
static const char chain_text[] =
    "model rods\n"
    "const n = 10\n"
    "param g = 9.81\n"
    "coord x[1..n], y[1..n]\n"
    "lagrangian (dot(x', x') + dot(y', y'))/2 - g*sum(i in 1..n: y[i])\n"
    "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
    "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
    "for i in 1..n { init x[i] = i*sin(0.5), y[i] = -i*cos(0.5) }\n"
    "run method rattle, step 0.001, until 1\n";

// ---------------------------------------------------------------------------------------------
// the cache directory

static void empty_directory(const char *path) {
  char inner[1500];
  DIR *d = opendir(path);
  if (!d)
    return;
  for (struct dirent *e; (e = readdir(d));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
      continue;
    snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
    if (unlink(inner) == 0)
      continue;
    empty_directory(inner);
    rmdir(inner);
  }
  closedir(d);
}

// ---------------------------------------------------------------------------------------------
// one trial

// in the child: seconds to the first step; NaN if it fails or the backend is another. A plan of this
// length is worth compiling.
static double first_step(const char *text, const char *way) {
  noslip_run_options o = {.backend = way, .steps = 100000000};
  noslip_model *model;
  noslip_run *run;
  double from = timing_now();
  noslip_context *context = noslip_open(NULL);
  if (!context || noslip_model_parse(context, "bench", text, NULL, &model) != NOSLIP_OK ||
      noslip_run_new(context, model, &o, &run) != NOSLIP_OK || noslip_step(run) != NOSLIP_OK) {
    fprintf(stderr, "bench: %s\n", context ? noslip_last_error(context) : "no memory");
    return (double)NAN;
  }
  double seconds = timing_now() - from;
  bool other = strcmp(way, "auto") != 0 && strcmp(noslip_run_backend(run), way) != 0;
  noslip_run_free(run);  // which ends a compiler that works beside it
  return other ? (double)NAN : seconds;
}

static double trial(const char *text, const char *way) {
  int ends[2];
  double seconds = (double)NAN;
  fflush(stdout);
  if (pipe(ends) != 0)
    return seconds;
  pid_t child = fork();
  if (child == 0) {
    seconds = first_step(text, way);
    bool written = write(ends[1], &seconds, sizeof seconds) == (ssize_t)sizeof seconds;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  if (child < 0 || read(ends[0], &seconds, sizeof seconds) != (ssize_t)sizeof seconds)
    seconds = (double)NAN;
  close(ends[0]);
  if (child > 0)
    waitpid(child, NULL, 0);
  return seconds;
}

static void print_line(const char *name, const char *way, double cold, double cached) {
  bool native = strcmp(way, "native") == 0;
  bool beside = strcmp(way, "auto") == 0, bar = native || beside;
  double limit = native ? bar_cold : beside ? bar_cold_beside : 0;
  double limit_cached = native ? bar_cached : beside ? bar_cached_beside : 0;
  const table_cell cells[] = {
      {"model", "model", -15, name, NULL, 0},
      {"way", "way", -10, way, NULL, 0},
      {"cold", "cold ms", 8, NULL, "%.1f", 1e3*cold},
      {"bar_cold", "bar", 6, bar ? NULL : "", "%.0f", 1e3*limit},
      {"met_cold", "met", 4, table_met(cold, limit), NULL, 0},
      {"cached", "cached ms", 9, NULL, "%.1f", 1e3*cached},
      {"bar_cached", "bar", 6, bar ? NULL : "", "%.0f", 1e3*limit_cached},
      {"met_cached", "met", 4, table_met(cached, limit_cached), NULL, 0},
  };
  table_line("first", cells, sizeof cells/sizeof *cells);
}

void bench_first(void) {
  enum { rounds_cold = 3, rounds_cached = 5 };
  static const struct {
    const char *name, *text;
  } models[] = {{"dense pendulum", dense_text}, {"rods", chain_text}};
  char directory[] = "/tmp/noslip-bench-XXXXXX";
  if (!mkdtemp(directory) || setenv("NOSLIP_CACHE", directory, 1) != 0) {
    table_note("no directory for the cache: %s cannot be made", directory);
    return;
  }
  for (int m = 0; m < 2; m++)
    for (int way = 0; way < nfirst; way++) {
      double cold = HUGE_VAL, cached = HUGE_VAL;
      for (int k = 0; k < rounds_cold; k++) {
        empty_directory(directory);
        double seconds = trial(models[m].text, first_ways[way]);
        cold = isnan(seconds) ? seconds : fmin(cold, seconds);
      }
      trial(models[m].text, "native");  // "auto" has ended its compiler with the run
      for (int k = 0; k < rounds_cached; k++) {
        double seconds = trial(models[m].text, first_ways[way]);
        cached = isnan(seconds) ? seconds : fmin(cached, seconds);
      }
      print_line(models[m].name, first_ways[way], cold, cached);
    }
  empty_directory(directory);
  rmdir(directory);
  unsetenv("NOSLIP_CACHE");
}
