// Poincaré sections on several threads: ten orbits of the contact oscillator, 8000 turns of the driver
// with 40 steps each.
//
//   seconds   of the wall clock on one thread and on two; of the processor, on two, over two: what two
//             free processors would take
//   ratio     a step of the section against a plain step of the same run, which is not monitored
//   bars      of the processor: dla-mp 3 s, spark(2) 15 s

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { norbit = 10, nkey = 2, turns = 8000, per_turn = 40, rounds = 2 };

typedef struct outcome {
  double wall[2];    // on one thread and on two
  double processor;  // seconds of both
  double plain;      // of as many plain steps on one thread
  double energy;     // largest error at a point
  long points;
  bool same;  // bits
} outcome;

static double processor_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

// x and z of energy 3/2
static void make_starts(double *starts) {
  for (int k = 0; k < norbit; k++) {
    double z = (-0.9 + 0.2*k)*sqrt(2);
    starts[nkey*k] = sqrt(2 - z*z);
    starts[nkey*k + 1] = z;
  }
}

static noslip_section_result *compute(const loaded *l, const noslip_section_options *o) {
  noslip_section_result *r;
  if (noslip_section(l->context, l->model, o, &r) != NOSLIP_OK) {
    fprintf(stderr, "bench: %s\n", noslip_last_error(l->context));
    exit(1);
  }
  return r;
}

static double energy_error(const noslip_section_result *r) {
  int column = 0;
  double worst = 0;
  while (strcmp(r->columns[column], "energy") != 0)
    column++;
  for (int k = 0; k < r->nstart; k++)
    for (long i = 0; i < r->starts[k].npoint; i++)
      worst = fmax(worst, fabs(r->starts[k].points[i*r->ncolumn + column] - 1.5));
  return worst;
}

static bool same_points(const noslip_section_result *a, const noslip_section_result *b) {
  bool same = true;
  for (int k = 0; k < a->nstart; k++)
    same = same && a->starts[k].npoint == b->starts[k].npoint &&
           memcmp(a->starts[k].points, b->starts[k].points,
                  (size_t)(a->starts[k].npoint*a->ncolumn)*sizeof(double)) == 0;
  return same;
}

static void time_threads(outcome *out, const loaded *l, noslip_section_options *o) {
  noslip_section_result *r[2];
  for (int k = 0; k < 2; k++) {
    o->runs.threads = k + 1;
    double from = processor_now();
    r[k] = compute(l, o);
    out->wall[k] = fmin(out->wall[k], r[k]->wall_seconds);
    if (k == 1)
      out->processor = fmin(out->processor, processor_now() - from);
  }
  out->points = r[0]->npoint;
  out->energy = energy_error(r[0]);
  out->same = out->same && same_points(r[0], r[1]);
  noslip_section_free(r[0]);
  noslip_section_free(r[1]);
}

// as many steps, in processor time
static double time_plain(const loaded *l, const char *method) {
  const long steps = (long)norbit*turns*per_turn;
  noslip_run *run =
      new_run(l, &(noslip_run_options){.method = method, .steps = steps, .unmonitored = true});
  double from = processor_now();
  take_steps(l, run, steps);
  double seconds = processor_now() - from;
  noslip_run_free(run);
  return seconds;
}

static outcome run(const loaded *l, const char *method, const double *starts) {
  static const char *const keys[nkey] = {"x", "z"};
  outcome out = {{HUGE_VAL, HUGE_VAL}, HUGE_VAL, HUGE_VAL, 0, 0, true};
  noslip_section_options o = {.runs = {.keys = keys,
                                       .nkey = nkey,
                                       .starts = starts,
                                       .nmember = norbit,
                                       .method = method,
                                       .steps = 1,
                                       .backend = "native"}};
  noslip_section_free(compute(l, &o));  // compiles, which is not in the times
  o.runs.steps = (long)turns*per_turn;
  for (int round = 0; round < rounds; round++) {
    time_threads(&out, l, &o);
    out.plain = fmin(out.plain, time_plain(l, method));
  }
  return out;
}

static void show(const char *method, double bar, const outcome *c) {
  const table_cell cells[] = {
      {"method", "method", -9, method, NULL, 0},
      {"points", "points", 7, NULL, "%.0f", (double)c->points},
      {"energy", "energy error", 13, NULL, "%.1e", c->energy},
      {"seconds", "1 thread s", 11, NULL, "%.2f", c->wall[0]},
      {"seconds2", "2 threads s", 12, NULL, "%.2f", c->wall[1]},
      {"processor", "processor/2", 12, NULL, "%.2f", c->processor/2},
      {"bar", "bar", 4, NULL, "%.0f", bar},
      {"met", "met", 4, table_met(c->processor/2, bar), NULL, 0},
      {"ratio", "/plain", 7, NULL, "%.1f", c->processor/c->plain},
      {"same", "same bits", 10, c->same ? "yes" : "no", NULL, 0},
  };
  table_line("section", cells, sizeof cells/sizeof *cells);
}

bool bench_section(void) {
  static const struct {
    const char *method;
    double bar;
  } list[] = {{"dla-mp", 3}, {"spark(2)", 15}};
  double starts[nkey*norbit];
  loaded l = load_file("contact_oscillator", NULL, 0);
  bool good = true;
  make_starts(starts);
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    outcome c = run(&l, list[i].method, starts);
    show(list[i].method, list[i].bar, &c);
    good &= c.same;
  }
  unload(&l);
  return good;
}
