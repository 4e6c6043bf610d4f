// What order buys: the time two methods need for one accuracy, on the contact oscillator.
//
// For each method the largest step is searched for that keeps the energy within 1e-6 over T = 2000,
// at every node; then runs with these steps are timed, in turn.

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

static const double T = 2000, target = 1e-6;
static const double bar = 0.1;  // of the ratio of the two times

typedef struct contender {
  const char *method;
  int order;
  long steps;      // found
  double error;    // with these steps
  double seconds;  // shortest time
  const char *way;
} contender;

static noslip_run *start(const loaded *l, const contender *c, long steps, bool monitored) {
  return new_run(l, &(noslip_run_options){.method = c->method,
                                          .step = T/(double)steps,
                                          .steps = steps,
                                          .unmonitored = !monitored});
}

static double energy_error(const loaded *l, const contender *c, long steps) {
  noslip_report r;
  noslip_run *run = start(l, c, steps, true);
  take_steps(l, run, steps);
  noslip_run_report(run, &r);
  noslip_run_free(run);
  return r.energy_max_error;
}

// The error goes like N^-order: a few corrections lead to the number of steps at which it is just
// below the target.
static void search(const loaded *l, contender *c) {
  enum { most = 12 };
  const double near = 0.9;
  long steps = (long)(T/0.1);
  c->steps = 0;
  for (int k = 0; k < most; k++) {
    double error = energy_error(l, c, steps);
    if (error <= target && (c->steps == 0 || steps < c->steps)) {
      c->steps = steps;
      c->error = error;
    }
    if (error <= target && error >= near*target)
      break;
    steps = (long)ceil((double)steps*pow(error/(0.95*target), 1.0/c->order));
  }
}

static double time_run(const loaded *l, contender *c) {
  noslip_run *run = start(l, c, c->steps, false);
  double from = timing_now();
  take_steps(l, run, c->steps);
  double seconds = timing_now() - from;
  c->way = noslip_run_backend(run);
  noslip_run_free(run);
  return seconds;
}

void bench_reach(void) {
  enum { ncontender = 2, rounds = 3 };
  contender c[ncontender] = {{"dla-mp", 2, 0, 0, HUGE_VAL, ""},
                             {"compose(dla-mp, kahan-li8)", 8, 0, 0, HUGE_VAL, ""}};
  loaded l = load_file("contact_oscillator", NULL, 0);
  for (int i = 0; i < ncontender; i++)
    search(&l, &c[i]);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < ncontender; i++)
      c[i].seconds = fmin(c[i].seconds, time_run(&l, &c[i]));
  for (int i = 0; i < ncontender; i++) {
    double ratio = c[i].seconds/c[0].seconds, limit = i > 0 ? bar : 0;
    const table_cell cells[] = {
        {"method", "method", -27, c[i].method, NULL, 0},
        {"way", "way", -9, c[i].way, NULL, 0},
        {"steps", "steps", 9, NULL, "%.0f", (double)c[i].steps},
        {"h", "h", 9, NULL, "%.4g", T/(double)c[i].steps},
        {"energy", "energy", 8, NULL, "%.1e", c[i].error},
        {"seconds", "seconds", 8, NULL, "%.3f", c[i].seconds},
        {"ratio", "ratio", 7, NULL, "%.3f", ratio},
        {"bar", "bar", 6, limit > 0 ? NULL : "", "%.2f", limit},
        {"met", "met", 4, table_met(ratio, limit), NULL, 0},
    };
    table_line("reach", cells, sizeof cells/sizeof *cells);
  }
  unload(&l);
}
