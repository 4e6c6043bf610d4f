// Time stepping with contacts: a gas of discs in a box, from a thousand to a hundred thousand.
//
// n = k^2 discs of radius 0.3 in a box of k x k, elastic, with speeds of 1 in all directions; steps of
// 0.01 with moreau, compiled. Times are those of the processor, between two lengths of the same run;
// contacts are those that are struck or closed, counted by their events.

#include "bench/bench.h"
#include "bench/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static const char text[] =
    "model gas\nconst k = %d\nconst n = k*k\nparam r = 0.3\ncoord x[1..n], y[1..n]\n"
    "lagrangian (dot(x', x') + dot(y', y'))/2\n"
    "contact pair[i,j] for i < j in 1..n within 3*r in x, y:\n"
    "  norm([x[i] - x[j], y[i] - y[j]]) >= 2*r, restitution 1\n"
    "for i in 1..n {\n"
    "  contact left[i]: x[i] >= r, restitution 1\n"
    "  contact right[i]: k - r >= x[i], restitution 1\n"
    "  contact low[i]: y[i] >= r, restitution 1\n"
    "  contact high[i]: k - r >= y[i], restitution 1\n"
    "}\n"
    "for a in 1..k { for b in 1..k {\n"
    "  init x[(b-1)*k + a] = a - 1/2, y[(b-1)*k + a] = b - 1/2,\n"
    "       x[(b-1)*k + a]' = cos(3*a*a + 7*b), y[(b-1)*k + a]' = sin(5*a + 2*b*b)\n"
    "} }\n";

// the first impacts come after 0.2: steps before are not timed
enum { warm_steps = 30 };

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

// of this process so far, in bytes
static double most_memory(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return 1024.0*(double)r.ru_maxrss;
}

typedef struct gas {
  int k;
  long steps;         // timed
  double per_ball;    // ns of a step
  double per_event;   // ns
  double iterations;  // of a step
  double energy;      // error, of the whole
  double memory;      // bytes per ball
} gas;

static void check(noslip_context *c, noslip_status status) {
  if (status == NOSLIP_OK)
    return;
  fprintf(stderr, "bench: %s\n", noslip_last_error(c));
  exit(1);
}

static long events(const noslip_run *r) {
  noslip_event_totals t;
  noslip_run_event_totals(r, &t);
  return t.events;
}

static void measure(gas *g) {
  char model[1500];
  double n = (double)g->k*g->k;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_report report;
  noslip_run_options options = {.method = "moreau", .step = 0.01, .backend = "native"};
  snprintf(model, sizeof model, text, g->k);
  check(c, noslip_model_parse(c, "gas", model, NULL, &m));
  check(c, noslip_run_new(c, m, &options, &r));
  check(c, noslip_advance(r, warm_steps));
  long before = events(r);
  double from = processor_time();
  check(c, noslip_advance(r, g->steps));
  double seconds = processor_time() - from;
  noslip_run_report(r, &report);
  g->per_ball = 1e9*seconds/(double)g->steps/n;
  g->per_event = 1e9*seconds/(double)(events(r) - before);
  g->iterations = (double)report.newton_iterations/(double)report.steps;
  g->energy = report.energy_max_error/report.energy_initial;
  g->memory = most_memory()/n;
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

void bench_gas(bool all) {
  gas list[] = {{.k = 32, .steps = 300}, {.k = 100, .steps = 60}, {.k = 316, .steps = 20}};
  for (int i = 0; i < (all ? 3 : 2); i++) {
    gas *g = &list[i];
    measure(g);
    double ratio = g->per_ball/list[0].per_ball;
    table_line("gas",
               (table_cell[]){
                   {"balls", "balls", 8, NULL, "%.0f", (double)g->k*g->k},
                   {"steps", "steps", 6, NULL, "%.0f", (double)g->steps},
                   {"ns_per_ball", "/ball", 8, NULL, "%.0f", g->per_ball},
                   {"ns_per_event", "/event", 8, NULL, "%.0f", g->per_event},
                   {"iterations", "passes", 7, NULL, "%.1f", g->iterations},
                   {"ratio", "ratio", 6, NULL, "%.2f", ratio},
                   {"bar", "bar", 5, NULL, "%.1f", 1.5},
                   {"met", "met", 4, table_met(ratio, 1.5), NULL, 0},
                   {"energy_error", "energy", 8, NULL, "%.0e", g->energy},
                   {"kilobytes_per_ball", "kB/ball", 8, NULL, "%.1f", g->memory/1000},
               },
               10);
  }
}
