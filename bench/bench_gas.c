// Time stepping with contacts: a gas of discs in a box, from a thousand to a hundred thousand.
//
// n = k^2 discs of radius 0.3 in a box of k x k, elastic, with speeds of 1 in all directions; steps of
// 0.01 with moreau, compiled. Times are those of the processor, the least of several rounds in which
// the sizes take turns: a machine that others use as well disturbs all of them. A contact is one that is
// struck or closed in a step, counted by its event.

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
enum { warm_steps = 30, rounds = 8 };

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
  long steps;          // of a round
  double per_ball;     // ns of a step
  double per_contact;  // ns
  double iterations;   // of a step
  double energy;       // error, of the whole
  double memory;       // bytes per ball
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
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

static void open_gas(gas *g) {
  char text_of_it[1500];
  double before = most_memory();
  noslip_context *c = g->context = noslip_open(NULL);
  noslip_run_options options = {.method = "moreau", .step = 0.01, .backend = "native"};
  snprintf(text_of_it, sizeof text_of_it, text, g->k);
  check(c, noslip_model_parse(c, "gas", text_of_it, NULL, &g->model));
  check(c, noslip_run_new(c, g->model, &options, &g->run));
  check(c, noslip_advance(g->run, warm_steps));
  g->memory = (most_memory() - before)/((double)g->k*g->k);
  g->per_ball = g->per_contact = HUGE_VAL;
}

static void run_round(gas *g) {
  long before = events(g->run);
  double from = processor_time();
  check(g->context, noslip_advance(g->run, g->steps));
  double ns = 1e9*(processor_time() - from);
  g->per_ball = fmin(g->per_ball, ns/(double)g->steps/((double)g->k*g->k));
  g->per_contact = fmin(g->per_contact, ns/(double)(events(g->run) - before));
}

static void close_gas(gas *g) {
  noslip_report report;
  noslip_run_report(g->run, &report);
  g->iterations = (double)report.newton_iterations/(double)report.steps;
  g->energy = report.energy_max_error/report.energy_initial;
  noslip_run_free(g->run);
  noslip_model_free(g->model);
  noslip_close(g->context);
}

static void print(const gas *g, const gas *first) {
  double ratio = fmax(g->per_ball/first->per_ball, g->per_contact/first->per_contact);
  table_line("gas",
             (table_cell[]){
                 {"balls", "balls", 8, NULL, "%.0f", (double)g->k*g->k},
                 {"steps", "steps", 6, NULL, "%.0f", (double)(rounds*g->steps)},
                 {"ns_per_ball", "/ball", 8, NULL, "%.0f", g->per_ball},
                 {"ns_per_contact", "/contact", 9, NULL, "%.0f", g->per_contact},
                 {"iterations", "passes", 7, NULL, "%.1f", g->iterations},
                 {"ratio", "ratio", 6, NULL, "%.2f", ratio},
                 {"bar", "bar", 5, NULL, "%.1f", 1.5},
                 {"met", "met", 4, table_met(ratio, 1.5), NULL, 0},
                 {"energy_error", "energy", 8, NULL, "%.0e", g->energy},
                 {"bytes_per_ball", "B/ball", 8, NULL, "%.0f", g->memory},
             },
             10);
}

void bench_gas(bool all) {
  gas list[] = {{.k = 32, .steps = 100}, {.k = 100, .steps = 20}, {.k = 316, .steps = 5}};
  int count = all ? 3 : 2;
  for (int i = 0; i < count; i++)
    open_gas(&list[i]);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++)
      run_round(&list[i]);
  for (int i = 0; i < count; i++) {
    close_gas(&list[i]);
    print(&list[i], &list[0]);
  }
}
