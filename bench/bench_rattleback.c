// What a step costs on a group: the rattleback to t = 1, a rotation and two lines with a holonomic and two
// rolling constraints, beside the error that it makes and what becomes of the energy.

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

static const double T = 1, bar = 20;  // microseconds a step

// the body's angular velocity at T, from two other programs
static const double omega[3] = {5.0410423064087, 1.7614231694758, -3.1175435374237};

typedef struct stone {
  const char *method;
  double h;
  double bar;  // 0: none
  double best, error;
  noslip_report report;
} stone;

// one run to T: with monitors it tells errors, without them time
static void roll(const loaded *l, stone *s, bool timed) {
  static const char *const names[] = {"omega[1]", "omega[2]", "omega[3]"};
  long steps = lround(T/s->h);
  noslip_run *run = new_run(l, &(noslip_run_options){.method = s->method,
                                                     .step = s->h,
                                                     .steps = steps,
                                                     .backend = "native",
                                                     .unmonitored = timed});
  double from = timing_now();
  take_steps(l, run, steps);
  double each = (timing_now() - from)/(double)steps;
  if (timed)
    s->best = fmin(s->best, each);
  for (int i = 0; !timed && i < 3; i++)
    s->error = fmax(s->error, fabs(noslip_value(run, names[i]) - omega[i]));
  if (!timed)
    noslip_run_report(run, &s->report);
  noslip_run_free(run);
}

static void show(const stone *s) {
  const noslip_report *r = &s->report;
  const table_cell cells[] = {
      {"method", "method", -27, s->method, NULL, 0},
      {"h", "h", 7, NULL, "%g", s->h},
      {"error", "error", 9, NULL, "%.1e", s->error},
      {"energy", "energy error", 13, NULL, "%.1e", r->energy_max_error/r->energy_initial},
      {"constraint", "constraint", 11, NULL, "%.1e", r->constraint_max_error},
      {"iterations", "iterations", 11, NULL, "%.2f",
       (double)r->newton_iterations/(double)r->steps},
      {"us", "us", 7, NULL, "%.2f", 1e6*s->best},
      {"bar", "bar", 5, s->bar > 0 ? NULL : "", "%.0f", s->bar},
      {"met", "met", 4, table_met(1e6*s->best, s->bar), NULL, 0},
  };
  table_line("rattleback", cells, sizeof cells/sizeof *cells);
}

void bench_rattleback(void) {
  stone list[] = {{"lobatto(2)", 1e-3, bar, HUGE_VAL, 0, {0}},
                  {"lobatto(3)", 1e-3, bar, HUGE_VAL, 0, {0}},
                  {"lobatto(4)", 1e-3, 0, HUGE_VAL, 0, {0}},
                  {"gonzalez", 1e-3, bar, HUGE_VAL, 0, {0}},
                  {"avfc(3)", 1e-3, 0, HUGE_VAL, 0, {0}},
                  {"ep-collocation(2)", 1e-3, 0, HUGE_VAL, 0, {0}},
                  {"ep-collocation(3)", 1e-3, 0, HUGE_VAL, 0, {0}}};
  enum { count = sizeof list/sizeof *list };
  loaded l = load_file("rattleback", NULL, 0);
  for (int round = 0; round < timing_rounds; round++)
    for (int i = 0; i < count; i++)
      roll(&l, &list[i], true);
  for (int i = 0; i < count; i++) {
    roll(&l, &list[i], false);
    show(&list[i]);
  }
  unload(&l);
}
