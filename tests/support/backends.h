// The same run by the interpreter and by compiled code, side by side; and a cache and a compiler of
// the test's own. NOSLIP_CACHE and CC are set for the whole test program.

#pragma once

#include "tests/support/tool.h"

#include "noslip.h"

#include <dirent.h>

// ---- comparison

static const noslip_group backend_groups[] = {NOSLIP_STATE,      NOSLIP_MOMENTUM,
                                              NOSLIP_MULTIPLIER, NOSLIP_CONSTRAINT,
                                              NOSLIP_INVARIANT,  NOSLIP_OBSERVABLE};
enum { nbackend_group = sizeof backend_groups/sizeof *backend_groups };

static inline bool same_bits(const double *a, const double *b, int n) {
  return n == 0 || memcmp(a, b, (size_t)n*sizeof *a) == 0;
}

// What differs between two runs at their nodes, in the report too; NULL if not a bit does.
static inline const char *run_difference(noslip_run *a, noslip_run *b) {
  static char text[200];
  noslip_report x, y;
  for (int g = 0; g < nbackend_group; g++) {
    int n = noslip_run_count(a, backend_groups[g]);
    const double *u = noslip_run_values(a, backend_groups[g]);
    const double *v = noslip_run_values(b, backend_groups[g]);
    for (int i = 0; i < n; i++)
      if (!same_bits(u + i, v + i, 1)) {
        snprintf(text, sizeof text, "`%s` of group %d at t = %g is %a and %a",
                 noslip_run_name(a, backend_groups[g], i), g, noslip_time(a), u[i], v[i]);
        return text;
      }
  }
  noslip_run_report(a, &x);
  noslip_run_report(b, &y);
  double numbers[2][7] = {
      {x.time, x.energy_initial, x.energy_final, x.energy_max_error, x.energy_trend,
       x.constraint_max_error, noslip_energy(a)},
      {y.time, y.energy_initial, y.energy_final, y.energy_max_error, y.energy_trend,
       y.constraint_max_error, noslip_energy(b)},
  };
  for (int i = 0; i < 7; i++)
    if (!same_bits(&numbers[0][i], &numbers[1][i], 1)) {
      snprintf(text, sizeof text, "number %d of the report at t = %g is %a and %a", i, x.time,
               numbers[0][i], numbers[1][i]);
      return text;
    }
  if (x.newton_iterations != y.newton_iterations ||
      x.newton_factorisations != y.newton_factorisations ||
      x.newton_max_per_step != y.newton_max_per_step) {
    snprintf(text, sizeof text, "Newton took %ld and %ld iterations, %ld and %ld factorisations",
             x.newton_iterations, y.newton_iterations, x.newton_factorisations,
             y.newton_factorisations);
    return text;
  }
  if (x.right_hand_sides != y.right_hand_sides || x.steps_accepted != y.steps_accepted ||
      x.steps_rejected != y.steps_rejected) {
    snprintf(text, sizeof text, "%ld and %ld right-hand sides, %ld and %ld steps",
             x.right_hand_sides, y.right_hand_sides, x.steps_accepted, y.steps_accepted);
    return text;
  }
  return NULL;
}

// up to n steps, one call for each
static inline noslip_status one_by_one(noslip_run *r, long n) {
  noslip_status status = NOSLIP_OK;
  for (long i = 0; i < n && status == NOSLIP_OK; i++)
    status = noslip_step(r);
  return status;
}

// Steps of both, compared after every eighth: those of the first are calls of their own, those of the
// second between two comparisons are one call. A step that fails has to fail in both, with the same words.
static inline const char *course_difference(noslip_context *c, noslip_run *a, noslip_run *b,
                                            long steps) {
  enum { block = 8 };
  const char *what = run_difference(a, b);
  for (long done = 0; done < steps && !what; done += block) {
    char sentence[1000];
    long n = steps - done < block ? steps - done : block;
    noslip_status one = one_by_one(a, n);
    snprintf(sentence, sizeof sentence, "%s", one == NOSLIP_OK ? "" : noslip_last_error(c));
    noslip_status two = noslip_advance(b, n);
    if (one != two)
      return two == NOSLIP_OK ? sentence[0] ? "only the first failed" : "" : noslip_last_error(c);
    what = run_difference(a, b);
    if (one != NOSLIP_OK)
      return strncmp(sentence, noslip_last_error(c), sizeof sentence - 1) == 0
                 ? what
                 : noslip_last_error(c);
  }
  return what;
}

// ---- files

static inline bool is_name(const char *name) {
  return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

// how many names there are in a directory; 0 if it is not there
static inline int count_names(const char *directory) {
  DIR *d = opendir(directory);
  int n = 0;
  for (struct dirent *e; d && (e = readdir(d));)
    n += is_name(e->d_name);
  if (d)
    closedir(d);
  return n;
}

// an empty directory in the folder of the tests
static inline const char *empty_directory(const char *name) {
  const char *path = in_folder(name);
  chmod(path, 0700);
  nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  assert_int_equal(mkdir(path, 0700), 0);
  return path;
}

// the same, as the cache
static inline const char *empty_cache(const char *name) {
  const char *path = empty_directory(name);
  setenv("NOSLIP_CACHE", path, 1);
  return path;
}

// ---- compilers

// A shell script as the compiler: $out is the file that it is to make, and each call leaves a line
// in the file `calls`.
static inline const char *compiler_script(const char *name, const char *body) {
  char text[3000];
  snprintf(text, sizeof text,
           "#!/bin/sh\necho x >> '%s'\nold=; out=\n"
           "for word; do [ \"$old\" = -o ] && out=$word; old=$word; done\n%s\n",
           in_folder("calls"), body);
  const char *path = write_file(name, text);
  assert_int_equal(chmod(path, 0700), 0);
  setenv("CC", path, 1);
  return path;
}

// A C compiler without optimisation, which is most of its time; what a unit has inlined is called. The
// bits are the same.
static inline const char *hasty_compiler(const char *name) {
  char body[200];
  snprintf(body, sizeof body, "exec %s \"$@\" -O0 -Dalways_inline=noinline", name);
  return compiler_script("unoptimised", body);
}

// A C compiler as users have it, if the long tests run in full.
static inline void use_compiler(const char *name) {
  if (check_long())
    setenv("CC", name, 1);
  else
    hasty_compiler(name);
}

// calls of scripts so far
static inline int count_calls(void) {
  FILE *file = fopen(in_folder("calls"), "r");
  int n = 0;
  for (int c; file && (c = getc(file)) != EOF;)
    n += c == '\n';
  if (file)
    fclose(file);
  return n;
}

// a compiler that always gives what cc made of the first text it saw
static inline void quick_compiler(void) {
  char body[2000];
  const char *kept = in_folder("kept.so");
  remove(kept);
  snprintf(body, sizeof body, "[ -f '%s' ] || { cc \"$@\" && cp \"$out\" '%s'; }\ncp '%s' \"$out\"",
           kept, kept, kept);
  compiler_script("quick", body);
}
