// What a step of high order costs: stage methods on the contact oscillator, against the step of
// dla-mp by hand; what a step costs that keeps the energy: discrete gradients on the chaotic system;
// and what high order buys: the sleigh to t = 60 with an error of 1e-10 at the end.

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <stdlib.h>
#include <string.h>

// results are written here, so that they are needed
static volatile double sink;

// ---------------------------------------------------------------------------------------------
// one step

static const double stages_bar = 150, gradients_bar = 100;  // in hand steps

typedef struct stage_step {
  const char *method;
  int stages;
  double bar;  // 0: none
  double best;
  noslip_report report;
} stage_step;

static double time_hand(const subject *s, const hand_state *start, double h) {
  hand_state a = *start;
  double from = timing_now();
  for (long k = 0; k < s->segment; k++)
    s->hand->plain(&a, h, 1);
  sink = a.q[0];
  return (timing_now() - from)/(double)s->segment;
}

static double time_stages(const subject *s, const loaded *l, stage_step *c) {
  noslip_run_options o = {
      .method = c->method, .step = l->step, .backend = "native", .unmonitored = true};
  noslip_run *run = new_run(l, &o);
  take_steps(l, run, 10);
  double from = timing_now();
  take_steps(l, run, s->segment);
  double seconds = timing_now() - from;
  noslip_run_report(run, &c->report);
  noslip_run_free(run);
  return seconds/(double)s->segment;
}

static double iterations(const stage_step *c) {
  return (double)c->report.newton_iterations/(double)c->report.steps;
}

// right-hand sides in a step: all stages in every iteration, and once more at the end
static double evaluations(const stage_step *c) {
  return c->stages*(1 + iterations(c));
}

static void show_step(const char *table, const stage_step *c, double hand) {
  double ratio = c->best/hand;
  const table_cell cells[] = {
      {"method", "method", -27, c->method, NULL, 0},
      {"energy", "energy error", 13, NULL, "%.1e", c->report.energy_max_error},
      {"hand", "hand ns", 8, NULL, "%.1f", 1e9*hand},
      {"ns", "ns", 8, NULL, "%.0f", 1e9*c->best},
      {"evaluations", "right sides", 12, NULL, "%.1f", evaluations(c)},
      {"iterations", "iterations", 11, NULL, "%.2f", iterations(c)},
      {"ratio", "ratio", 7, NULL, "%.1f", ratio},
      {"bar", "bar", 6, c->bar > 0 ? NULL : "", "%.0f", c->bar},
      {"met", "met", 4, table_met(ratio, c->bar), NULL, 0},
  };
  table_line(table, cells, sizeof cells/sizeof *cells);
}

// the error of the energy over the same steps, with monitors
static void know_energy(const subject *s, const loaded *l, stage_step *c) {
  noslip_report r;
  noslip_run *run =
      new_run(l, &(noslip_run_options){.method = c->method, .step = l->step, .backend = "native"});
  take_steps(l, run, s->segment);
  noslip_run_report(run, &r);
  c->report.energy_max_error = r.energy_max_error;
  noslip_run_free(run);
}

static void compare_steps(const char *table, const subject *s, stage_step *list, int count) {
  loaded l = load_subject(s);
  noslip_run *first = new_way(&l, "interpret", true);
  double h = l.step, hand = HUGE_VAL;
  hand_state start;
  read_node(&start, first, false);
  noslip_run_free(first);
  for (int i = 0; i < count; i++)
    list[i].best = HUGE_VAL;
  for (int round = 0; round < timing_rounds; round++) {
    hand = fmin(hand, time_hand(s, &start, h));
    for (int i = 0; i < count; i++)
      list[i].best = fmin(list[i].best, time_stages(s, &l, &list[i]));
  }
  for (int i = 0; i < count; i++) {
    know_energy(s, &l, &list[i]);
    show_step(table, &list[i], hand);
  }
  unload(&l);
}

void bench_stages(void) {
  stage_step list[] = {{"spark(2)", 2, 0, 0, {0}},
                       {"lobatto(3)", 3, stages_bar, 0, {0}},
                       {"spark(3)", 3, stages_bar, 0, {0}},
                       {"srk-gauss(3)", 3, stages_bar, 0, {0}},
                       {"srk-gauss(6)", 6, 0, 0, {0}}};
  compare_steps("stages", subject_at(0), list, sizeof list/sizeof *list);
}

void bench_gradients(void) {
  stage_step list[] = {{"gonzalez", 1, gradients_bar, 0, {0}},
                       {"avf(2)", 2, 0, 0, {0}},
                       {"avfc(3)", 3, 0, 0, {0}},
                       {"gonzalez-f", 1, 0, 0, {0}},
                       {"spark(2)", 2, 0, 0, {0}}};
  compare_steps("gradients", subject_at(1), list, sizeof list/sizeof *list);
}

// ---------------------------------------------------------------------------------------------
// one accuracy

static const double T = 60, target = 1e-10, reach_bar = 0.05;  // of dla-mp's time

typedef struct runner {
  const char *method;
  int order;
  long steps;      // with these
  double error;    // the error at the end is this
  double seconds;  // shortest time for the whole run
} runner;

// infinite if the steps are too long
static double end_error(const loaded *l, const char *method, long steps, const hand_state *exact) {
  hand_state end;
  double largest = 0;
  noslip_run *run = new_run(
      l, &(noslip_run_options){
             .method = method, .step = T/(double)steps, .steps = steps, .unmonitored = true});
  bool arrived = noslip_advance(run, steps) == NOSLIP_OK;
  read_node(&end, run, false);
  noslip_run_free(run);
  for (int i = 0; exact && i < end.n; i++)
    largest = fmax(largest, fmax(fabs(end.q[i] - exact->q[i]), fabs(end.x[i] - exact->x[i])));
  return arrived ? largest : HUGE_VAL;
}

static hand_state find_end(const loaded *l) {
  hand_state end;
  noslip_run *run = new_run(l, &(noslip_run_options){.method = "srk-gauss(8)", .step = 0.125});
  take_steps(l, run, (long)(T/0.125));
  read_node(&end, run, false);
  noslip_run_free(run);
  return end;
}

// the fewest steps with which a method of high order is good enough
static void search(const loaded *l, runner *c, const hand_state *exact) {
  for (c->steps = 16; c->steps < 20000; c->steps += 1 + c->steps/16) {
    c->error = end_error(l, c->method, c->steps, exact);
    if (c->error <= target)
      return;
  }
}

static double time_runner(const loaded *l, const runner *c, const char *backend, long steps) {
  noslip_run *run = new_run(l, &(noslip_run_options){.method = c->method,
                                                     .step = T/(double)c->steps,
                                                     .steps = c->steps,
                                                     .backend = backend,
                                                     .unmonitored = true});
  double from = timing_now();
  take_steps(l, run, steps);
  double seconds = timing_now() - from;
  noslip_run_free(run);
  return seconds;
}

// a method of order 2 would take too long here: its steps, and its time, are extrapolated from an
// error that can be seen, with the time of a native step
static void extrapolate(const loaded *l, runner *c, const hand_state *exact) {
  const long seen = 48000;
  double error = end_error(l, c->method, seen, exact);
  c->steps = (long)((double)seen*sqrt(error/target));
  c->error = target;
}

static void show_reach(const runner *c, const runner *base) {
  double ratio = c->seconds/base->seconds, bar = c == base ? 0 : reach_bar;
  const table_cell cells[] = {
      {"method", "method", -27, c->method, NULL, 0},
      {"steps", "steps", 11, NULL, "%.0f", (double)c->steps},
      {"h", "h", 9, NULL, "%.3g", T/(double)c->steps},
      {"error", "error", 8, NULL, "%.1e", c->error},
      {"seconds", "seconds", 10, NULL, "%.2e", c->seconds},
      {"ratio", "ratio", 9, NULL, "%.1e", ratio},
      {"bar", "bar", 6, bar > 0 ? NULL : "", "%.2f", bar},
      {"met", "met", 4, table_met(ratio, bar), NULL, 0},
  };
  table_line("sleigh-reach", cells, sizeof cells/sizeof *cells);
}

void bench_sleigh(void) {
  runner list[] = {
      {"dla-mp", 2, 0, 0, HUGE_VAL},       {"compose(dla-mp, kahan-li8)", 8, 0, 0, HUGE_VAL},
      {"spark(6)", 10, 0, 0, HUGE_VAL},    {"lobatto(6)", 10, 0, 0, HUGE_VAL},
      {"srk-gauss(4)", 8, 0, 0, HUGE_VAL}, {"srk-gauss(6)", 12, 0, 0, HUGE_VAL},
      {"srk-gauss(8)", 16, 0, 0, HUGE_VAL}};
  enum { count = sizeof list/sizeof *list };
  loaded l = load_file("sleigh", NULL, 0);
  hand_state exact = find_end(&l);
  extrapolate(&l, &list[0], &exact);
  for (int i = 1; i < count; i++)
    search(&l, &list[i], &exact);
  const long few = 20000;
  for (int round = 0; round < timing_rounds; round++) {
    double each = time_runner(&l, &list[0], "native", few)/(double)few;
    list[0].seconds = fmin(list[0].seconds, each*(double)list[0].steps);
    for (int i = 1; i < count; i++)
      list[i].seconds =
          fmin(list[i].seconds, time_runner(&l, &list[i], "interpret", list[i].steps));
  }
  for (int i = 0; i < count; i++)
    show_reach(&list[i], &list[0]);
  unload(&l);
}
