// Checks that print what was compared: the expression, its value and the bound. Over cmocka.
//
//   check_below(energy_drift(run), 1e-12);     fails for NaN, too
//   check_above(distance(x, start, n), 0.1);
//   check_near(order, 2, 0.05);
//   check_text(message, "expected `,`");       the message contains these words
//
// A test program ends with `return check_run(argc, argv, tests);`: a name on its command line
// (with * and ?) runs that test alone.
//
// What takes long runs in full with `make test LONG=1`, which sets NOSLIP_LONG; otherwise a part of it
// stands for the whole:
//
//   trial_steps(&t, 1000000/check_share(20));  a twentieth of the steps
//   if (check_long()) ...                      the other compilers, the other pairs

#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>

#undef fail  // cmocka's macro; ours is a function in base/failure.h

// one failure, told like those of cmocka: values first, then file and line
#define check_that(holds, file, line, ...) \
  do {                                     \
    if (!(holds)) {                        \
      print_error(__VA_ARGS__);            \
      _fail(file, line);                   \
    }                                      \
  } while (0)

static inline void check_below_(double value, double bound, const char *what, const char *limit,
                                const char *file, int line) {
  check_that(value < bound, file, line, "%s = %.17g is not below %s = %g\n", what, value, limit,
             bound);
}

static inline void check_above_(double value, double bound, const char *what, const char *limit,
                                const char *file, int line) {
  check_that(value > bound, file, line, "%s = %.17g is not above %s = %g\n", what, value, limit,
             bound);
}

static inline void check_near_(double value, double expected, double tolerance, const char *what,
                               const char *file, int line) {
  check_that(fabs(value - expected) <= tolerance, file, line,
             "%s = %.17g is not %.17g: off by %g, allowed %g\n", what, value, expected,
             fabs(value - expected), tolerance);
}

static inline void check_text_(const char *value, const char *part, const char *what,
                               const char *file, int line) {
  check_that(value && strstr(value, part), file, line, "%s does not contain\n  %s\nit is\n  %s\n",
             what, part, value ? value : "(NULL)");
}

// fail with a sentence
#define check_fail(...) check_that(0, __FILE__, __LINE__, __VA_ARGS__)

#define check_below(value, bound) check_below_((value), (bound), #value, #bound, __FILE__, __LINE__)
#define check_above(value, bound) check_above_((value), (bound), #value, #bound, __FILE__, __LINE__)
#define check_near(value, expected, tolerance) \
  check_near_((value), (expected), (tolerance), #value, __FILE__, __LINE__)
#define check_text(text, part) check_text_((text), (part), #text, __FILE__, __LINE__)

char *getenv(const char *name);  // not <stdlib.h>, whose `system` is a type in some tests

// do the long tests run in full?
static inline bool check_long(void) {
  const char *given = getenv("NOSLIP_LONG");
  return given && given[0];
}

// a long test does one part of this many; all of it if it is to run in full
static inline int check_share(int parts) {
  return check_long() ? 1 : parts;
}

// all tests, or those the first argument names
#define check_run(argc, argv, tests)                      \
  (cmocka_set_test_filter((argc) > 1 ? (argv)[1] : NULL), \
   cmocka_run_group_tests((tests), NULL, NULL))
