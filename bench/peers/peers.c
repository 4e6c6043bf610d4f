// peers: the time that noslip and other solvers take for one error at the end.
//
// Each solver runs with smaller and smaller tolerances, each two thirds of the one before, or with more
// and more steps, until it has the error. Then all are timed in turns, the least of several rounds.
//
//   peers [SYSTEM...]      sleigh, chaotic, chain-10, pendulum

#include "bench/peers/peer.h"
#include "bench/subject.h"
#include "bench/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_size = 2*hand_most, most_settings = 60, rounds = 9 };

static const double slowest = 3;  // seconds of one run

static const double targets[] = {1e-4, 1e-10};

// how far, and where it is from
typedef struct course {
  const char *file;
  noslip_setting set;
  double T;
  const char *fixed[4];  // methods of noslip with steps of one size
} course;

static const course courses[] = {
    {"sleigh", {0}, 60, {"compose(dla-mp, kahan-li8)", "srk-gauss(6)", "srk-gauss(8)", "spark(6)"}},
    {"chaotic",
     {0},
     20,
     {"compose(dla-mp, kahan-li8)", "compose(dla-mp, suzuki4)", "srk-gauss(4)", NULL}},
    {"chain",
     {"n", "10"},
     1,
     {"compose(rattle, kahan-li8)", "compose(rattle, suzuki4)", NULL, NULL}},
    {"double_spherical_pendulum",
     {0},
     2,
     {"compose(rattle, kahan-li8)", "compose(rattle, suzuki4)", "lobatto(6)", NULL}},
};

typedef struct solver {
  const char *name;
  peer_solve *solve;  // NULL: a method of noslip
  bool fixed;         // with steps of one size
} solver;

typedef struct setting {
  double value;  // tolerance, or number of steps
  double error, seconds;
} setting;

typedef struct work {
  const peer_system *system;
  const course *course;
  loaded model;
  double start[most_size], end[most_size];
} work;

static double distance(const work *w, const double *y) {
  int n = w->system->n;
  double worst = 0;
  for (int c = 0; c < 2; c++) {
    double apart = 0, size = 0;
    for (int i = c*n; i < (c + 1)*n; i++) {
      apart = fmax(apart, fabs(y[i] - w->end[i]));
      size = fmax(size, fabs(w->end[i]));
      if (isnan(y[i]))
        return HUGE_VAL;
    }
    worst = fmax(worst, apart/size);
  }
  return worst;
}

static void read_state(const work *w, noslip_run *run, double *y) {
  hand_state s;
  int n = w->system->n;
  read_node(&s, run, w->system->hand->momenta);
  memcpy(y, s.q, (size_t)n*sizeof *y);
  memcpy(y + n, s.x, (size_t)n*sizeof *y);
}

// one run; its time
static double take(const work *w, const solver *s, double value, double *y) {
  double T = w->course->T, from;
  if (s->solve) {
    memcpy(y, w->start, sizeof w->start);
    from = timing_now();
    bool done = s->solve(w->system, y, T, value);
    double seconds = timing_now() - from;
    y[0] = done ? y[0] : (double)NAN;
    return seconds;
  }
  char method[80];
  long steps = s->fixed ? (long)value : 1;
  snprintf(method, sizeof method, s->fixed ? "%s" : "%s(%.3e)", s->name, value);
  const noslip_run_options o = {.method = method,
                                .step = T/(double)steps,
                                .steps = steps,
                                .backend = "native",
                                .unmonitored = true};

  // the pages of the compiled step are mapped by another run, as those of the peers are by now
  noslip_run *before = new_run(&w->model, &o), *run = new_run(&w->model, &o);
  noslip_advance(before, steps);
  from = timing_now();
  noslip_status status = noslip_advance(run, steps);
  double seconds = timing_now() - from;
  read_state(w, run, y);
  if (status != NOSLIP_OK)
    y[0] = (double)NAN;
  noslip_run_free(before);
  noslip_run_free(run);
  return seconds;
}

// the first setting that has the error; value 0: there is none
static setting search(const work *w, const solver *s, double target) {
  double y[most_size], value = s->fixed ? 4 : fmin(1e-2, 3000*target);
  for (int i = 0; i < most_settings; i++) {
    double seconds = take(w, s, value, y), error = distance(w, y);
    if (error <= target)
      return (setting){value, error, seconds};
    if (seconds > slowest || (!s->fixed && value < 2e-14))
      break;
    value = s->fixed ? ceil(1.3*value) : value/1.5;
  }
  return (setting){0};
}

static void compare(const work *w, const solver *list, int count, double target) {
  setting found[16];
  double y[most_size], own = HUGE_VAL;
  for (int k = 0; k < count; k++)
    found[k] = search(w, &list[k], target);
  for (int round = 0; round < rounds; round++)
    for (int k = 0; k < count; k++)
      if (found[k].value > 0)
        found[k].seconds = fmin(found[k].seconds, take(w, &list[k], found[k].value, y));
  for (int k = 0; k < count; k++)
    if (!list[k].solve && found[k].value > 0)
      own = fmin(own, found[k].seconds);
  printf("\n%s to t = %g with an error of %.0e\n", w->system->name, w->course->T, target);
  printf("  %-28s  %10s  %8s  %10s  %s\n", "", "setting", "error", "ms", "noslip/this");
  for (int k = 0; k < count; k++)
    if (found[k].value > 0)
      printf("  %-28s  %10.3g  %8.1e  %10.4f  %6.2f\n", list[k].name, found[k].value,
             found[k].error, 1e3*found[k].seconds, own/found[k].seconds);
    else
      printf("  %-28s  %10s\n", list[k].name, "not reached");
}

static void run_system(int i) {
  work w = {.system = &peer_systems[i], .course = &courses[i]};
  solver list[16];
  int count = 0;
#ifdef PEERS_ODEINT
  list[count++] = (solver){"odeint, rkf78, projected", peer_odeint, false};
#endif
#ifdef PEERS_SUNDIALS
  list[count++] = (solver){"CVODE, Adams", peer_cvode, false};
  list[count++] = (solver){"IDA", peer_ida, false};
#endif
  list[count++] = (solver){"dop853", NULL, false};
  for (int k = 0; k < 4 && w.course->fixed[k]; k++)
    list[count++] = (solver){w.course->fixed[k], NULL, true};
  w.model = load_file(w.course->file, &w.course->set, w.course->set.name != NULL);
  noslip_run *run = new_run(&w.model, &(noslip_run_options){.method = "dop853", .step = 1});
  read_state(&w, run, w.start);
  noslip_run_free(run);
  take(&w, &(solver){"dop853", NULL, false}, 1e-14, w.end);
  for (size_t k = 0; k < sizeof targets/sizeof *targets; k++)
    compare(&w, list, count, targets[k]);
  fflush(stdout);
  unload(&w.model);
}

int main(int argc, char **argv) {
  for (int i = 0; i < peer_count; i++) {
    bool wanted = argc < 2;
    for (int k = 1; k < argc; k++)
      wanted |= strcmp(argv[k], peer_systems[i].name) == 0;
    if (wanted)
      run_system(i);
  }
  return 0;
}
