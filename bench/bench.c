// The benchmark: what a step costs, against the same step written by hand, and at what accuracy.

#include "bench/bench.h"
#include "bench/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { exit_failed = 1, exit_wrong = 2 };

static const char help[] =
    "usage: bench [CASE...] [options]\n"
    "\n"
    "Time noslip against steps written by hand, in turns, and print ratios. Without CASE: all "
    "cases\n"
    "but the long ones, `section`, `ensemble` and --long.\n"
    "\n"
    "  --list          the cases\n"
    "  --json          an array of objects instead of tables\n"
    "  --verify        only check that the hand steps agree with noslip; no timing\n"
    "  --long          only the growth of rounding; 10^8 steps of ten orbits take their time\n"
    "  --steps N       another number of steps for --long or --profile\n"
    "  --profile WAY   only take steps of the given cases: plain, compensated or rate (by hand),\n"
    "                  native or interpret (noslip); for perf and valgrind\n"
    "  --help          this text\n"
    "\n"
    "docs/speed.md says how to read a line.\n"
    "\n"
    "exit status: 0 done, 1 a hand step does not agree with noslip or an ensemble or a section is "
    "not\n"
    "as known,\n"
    "2 the command is wrong\n";

typedef struct options {
  bool json, verify, endless, list, help;
  const char *profile;  // NULL: none
  long steps;           // 0: the default
  char **cases;         // in front of argv, as many as there are; none: all
  int ncase;
} options;

// cases that are not steps by hand
static const char *const others[] = {"reach", "stages", "gradients", "sleigh-reach", "rattleback",
                                     "gas",   "first",  "section",   "ensemble"};
enum { nother = sizeof others/sizeof *others };

// ---------------------------------------------------------------------------------------------
// the command line

static int wrong(const char *what, const char *word) {
  fprintf(stderr, "bench: %s `%s`; `bench --help` shows what there is\n", what, word);
  return exit_wrong;
}

static bool is_case(const char *name) {
  for (int i = 0; i < subject_count(); i++)
    if (strcmp(subject_at(i)->name, name) == 0)
      return true;
  for (int i = 0; i < nother; i++)
    if (strcmp(others[i], name) == 0)
      return true;
  return false;
}

// 1000 or 1e8; 0 if it is no such number
static long read_steps(const char *text) {
  char *end;
  double x = strtod(text, &end);
  return *text && !*end && x >= 1 && x <= 1e15 ? (long)x : 0;
}

// the flag a word stands for, NULL if none
static bool *flag(options *o, const char *word) {
  const struct {
    const char *word;
    bool *flag;
  } flags[] = {{"--json", &o->json}, {"--verify", &o->verify}, {"--long", &o->endless},
               {"--list", &o->list}, {"--help", &o->help},     {"-h", &o->help}};
  for (size_t i = 0; i < sizeof flags/sizeof *flags; i++)
    if (strcmp(flags[i].word, word) == 0)
      return flags[i].flag;
  return NULL;
}

// --steps N, --profile WAY
static int read_value(options *o, const char *word, const char *value) {
  if (!value)
    return wrong("a value is missing after", word);
  if (strcmp(word, "--profile") == 0)
    o->profile = value;
  else if ((o->steps = read_steps(value)) == 0)
    return wrong("not a number of steps:", value);
  return 0;
}

static int read_options(options *o, int argc, char **argv) {
  *o = (options){.cases = argv};
  for (int i = 1; i < argc; i++) {
    bool *set = flag(o, argv[i]);
    if (set) {
      *set = true;
    } else if (strcmp(argv[i], "--steps") == 0 || strcmp(argv[i], "--profile") == 0) {
      int status = read_value(o, argv[i], argv[i + 1]);
      if (status != 0)
        return status;
      i++;
    } else if (argv[i][0] == '-') {
      return wrong("there is no option", argv[i]);
    } else if (!is_case(argv[i])) {
      return wrong("there is no case", argv[i]);
    } else {
      o->cases[o->ncase++] = argv[i];
    }
  }
  return 0;
}

static bool named(const options *o, const char *name) {
  for (int i = 0; i < o->ncase; i++)
    if (strcmp(o->cases[i], name) == 0)
      return true;
  return false;
}

static bool wanted(const options *o, const char *name) {
  return o->ncase == 0 || named(o, name);
}

// ---------------------------------------------------------------------------------------------
// the parts

static void list_cases(void) {
  for (int i = 0; i < subject_count(); i++) {
    const subject *s = subject_at(i);
    printf("%-12s models/%s.noslip", s->name, s->file);
    if (s->set.name)
      printf(" with %s = %s", s->set.name, s->set.value);
    printf(": a step against one by hand\n");
  }
  printf("%-12s two methods to the same accuracy\n", "reach");
  printf("%-12s stage methods against the step of dla-mp by hand\n", "stages");
  printf("%-12s discrete gradients against the step of dla-mp by hand\n", "gradients");
  printf("%-12s methods of high order to a small error, on the sleigh\n", "sleigh-reach");
  printf("%-12s steps on a group, on the rattleback\n", "rattleback");
  printf("%-12s a gas of 10^3 and 10^4 discs; named, of 10^5 as well: 1.4 GB\n", "gas");
  printf("%-12s from a model to its first step\n", "first");
  printf("%-12s ten Poincare sections on one thread and on two; a minute\n", "section");
  printf("%-12s 200 chaotic orbits on one thread and on two; half an hour\n", "ensemble");
}

static bool verify(const options *o) {
  bool good = true;
  table_title(
      "hand steps against noslip: distance of the states, errors of constraints and energy");
  for (int i = 0; i < subject_count(); i++)
    if (wanted(o, subject_at(i)->name))
      good &= bench_verify(subject_at(i));
  return good;
}

static void time_steps(const options *o) {
  table_title(
      "nanoseconds per step: by hand (called, in a loop of its own), right-hand side, noslip");
  for (int i = 0; i < subject_count(); i++)
    if (wanted(o, subject_at(i)->name))
      bench_step(subject_at(i));
}

static int profile(const options *o) {
  for (int i = 0; i < subject_count(); i++)
    if (wanted(o, subject_at(i)->name) &&
        !bench_profile(subject_at(i), o->profile, o->steps > 0 ? o->steps : 1000000))
      return wrong("there is no way to run called", o->profile);
  return 0;
}

static int all_parts(const options *o) {
  bool good = true;
  table_begin(o->json);
  if (o->endless) {
    table_title("growth of the energy error: contact oscillator, compose(dla-mp, kahan-li8)");
    good = bench_long(o->steps > 0 ? o->steps : 100000000);
  } else {
    good = verify(o);
    if (!o->verify)
      time_steps(o);
    if (!o->verify && wanted(o, "reach")) {
      table_title("contact oscillator to t = 2000 with the energy kept to 1e-6");
      bench_reach();
    }
    if (!o->verify && wanted(o, "stages")) {
      table_title("contact oscillator: native steps of high order against dla-mp by hand");
      bench_stages();
    }
    if (!o->verify && wanted(o, "gradients")) {
      table_title("chaotic system: native discrete gradients against dla-mp by hand");
      bench_gradients();
    }
    if (!o->verify && wanted(o, "sleigh-reach")) {
      table_title("sleigh to t = 60 with an error of 1e-10 at the end; dla-mp extrapolated");
      bench_sleigh();
    }
    if (!o->verify && wanted(o, "rattleback")) {
      table_title("rattleback to t = 1: microseconds per native step, errors of state and energy");
      bench_rattleback();
    }
    if (!o->verify && wanted(o, "gas")) {
      table_title("gas of discs in a box: nanoseconds of the processor, moreau compiled");
      bench_gas(named(o, "gas"));
    }
    if (!o->verify && wanted(o, "first")) {
      table_title("20 coordinates, from text to the first step");
      bench_first();
    }
    if (!o->verify && named(o, "section")) {
      table_title("contact oscillator: 10 sections of 8000 turns with 40 steps each");
      good &= bench_section();
    }
    if (!o->verify && named(o, "ensemble")) {
      table_title("chaotic: variance of the energy error of 200 orbits up to t = 10000");
      good &= bench_ensemble();
    }
  }
  table_end();
  return good ? 0 : exit_failed;
}

int main(int argc, char **argv) {
  options o;
  int status = read_options(&o, argc, argv);
  if (status != 0)
    return status;
  if (o.help)
    fputs(help, stdout);
  else if (o.list)
    list_cases();
  else if (o.profile)
    return profile(&o);
  else
    return all_parts(&o);
  return 0;
}
