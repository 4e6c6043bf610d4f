// How rounding grows: the energy of the contact oscillator over 10^8 steps and more.
//
//   method     compose(dla-mp, kahan-li8), with a step at which truncation is below rounding
//   sample     E - E0 at the last node, at half of the way, a quarter, ..., 20000 steps or more; of the
//              ten orbits of the model
//   growth     rms over the orbits ~ k^exponent, by least squares through the logarithms
//   bar        0.6: compensated summation leaves a random walk, exponent 1/2 (Brouwer's law)
//   twins      the same composition by hand: compensated, which must walk like noslip; and plain with
//              arithmetic that rounds towards zero, which must drift, exponent 1, or this check
//              could not fail

#include "bench/bench.h"
#include "bench/table.h"
#include "bench/timing.h"

#include <fenv.h>
#include <stdio.h>
#include <unistd.h>

enum { norbit = 10, most_samples = 40, first_sample = 20000 };

// At h = 0.49 truncation moves the energy, 1.5, by 8e-7 (bench reach); of order 8, at this h by 3e-17.
static const double h = 0.025;
static const double bar = 0.6, drift = 0.9;

typedef struct growth {
  const char *way;  // how the steps were taken
  int nsample;
  long steps[most_samples];
  double sum[most_samples];  // of squares, over the orbits
} growth;

// the places of the samples: `steps`, its half, its quarter, ...
static growth new_growth(long steps) {
  growth g = {0};
  while (steps >> g.nsample >= first_sample && g.nsample < most_samples)
    g.nsample++;
  for (int i = 0; i < g.nsample; i++)
    g.steps[i] = steps >> (g.nsample - 1 - i);
  return g;
}

// slope of log rms against log k
static double exponent(const growth *g, int norbits) {
  double n = g->nsample, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < g->nsample; i++) {
    double x = log((double)g->steps[i]), y = 0.5*log(g->sum[i]/norbits);
    sx += x;
    sy += y;
    sxx += x*x;
    sxy += x*y;
  }
  return (n*sxy - sx*sy)/(n*sxx - sx*sx);
}

// one line on a terminal, rewritten
static void progress(const char *who, int orbit, long k, double began) {
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r  %-12s orbit %2d  step %11ld  %7.0f s", who, orbit, k,
            timing_now() - began);
}

static void progress_end(void) {
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%60s\r", "");
}

// ---------------------------------------------------------------------------------------------
// noslip

static loaded load_orbit(int orbit) {
  char z0[40];
  snprintf(z0, sizeof z0, "(-0.9 + 0.2*%d)*sqrt(2)", orbit);
  return load_file("contact_oscillator", &(noslip_setting){"z0", z0}, 1);
}

static noslip_run *orbit_run(const loaded *l) {
  return new_run(l, &(noslip_run_options){
                        .method = "compose(dla-mp, kahan-li8)", .step = h, .unmonitored = true});
}

static void walk_noslip(growth *g, int orbit, double began) {
  loaded l = load_orbit(orbit);
  noslip_run *run = orbit_run(&l);
  double E0 = noslip_energy(run);
  long taken = 0;
  for (int i = 0; i < g->nsample; i++) {
    take_steps(&l, run, g->steps[i] - taken);
    taken = g->steps[i];
    double change = noslip_energy(run) - E0;
    g->sum[i] += change*change;
    progress(noslip_run_backend(run), orbit, taken, began);
  }
  g->way = noslip_run_backend(run);
  noslip_run_free(run);
  unload(&l);
}

// ---------------------------------------------------------------------------------------------
// the twins

enum { half_stages = 9, nstage = 17 };

// Kahan, Li, Math. Comp. 66 (1997): order 8, 17 stages, symmetric
static const double gammas[half_stages] = {
    0.13020248308889008087881763, 0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911, 0.29501172360931029887096624,  -0.60550853383003451169892108,
};

static void compose(hand_state *s, hand_advance *advance, long steps) {
  for (long k = 0; k < steps; k++)
    for (int i = 0; i < nstage; i++)
      advance(s, h*gammas[i < half_stages ? i : nstage - 1 - i], 1);
}

static void walk_hand(growth *g, int orbit, bool drifting, double began) {
  loaded l = load_orbit(orbit);
  noslip_run *run = orbit_run(&l);
  hand_advance *advance = drifting ? hand_contact.plain : hand_contact.compensated;
  hand_state s;
  long taken = 0;
  read_node(&s, run, false);
  double E0 = hand_contact.energy(&s);
  for (int i = 0; i < g->nsample; i++) {
    fesetround(drifting ? FE_TOWARDZERO : FE_TONEAREST);
    compose(&s, advance, g->steps[i] - taken);
    fesetround(FE_TONEAREST);
    taken = g->steps[i];
    double change = hand_contact.energy(&s) - E0;
    g->sum[i] += change*change;
    progress(drifting ? "drifting" : "hand", orbit, taken, began);
  }
  g->way = "by hand";
  noslip_run_free(run);
  unload(&l);
}

// ---------------------------------------------------------------------------------------------
// the whole

static void print_growth(const char *who, const growth *g, double limit, double seconds) {
  double slope = exponent(g, norbit);
  const table_cell cells[] = {
      {"who", "who", -12, who, NULL, 0},
      {"way", "way", -9, g->way, NULL, 0},
      {"steps", "steps", 11, NULL, "%.0f", (double)g->steps[g->nsample - 1]},
      {"first", "rms first", 10, NULL, "%.1e", sqrt(g->sum[0]/norbit)},
      {"last", "rms last", 10, NULL, "%.1e", sqrt(g->sum[g->nsample - 1]/norbit)},
      {"exponent", "exponent", 9, NULL, "%.3f", slope},
      {"bar", "bar", 6, limit > 0 ? NULL : "", "%.2f", limit},
      {"met", "met", 4, table_met(slope, limit), NULL, 0},
      {"seconds", "seconds", 9, NULL, "%.1f", seconds},
  };
  table_line("long", cells, sizeof cells/sizeof *cells);
}

bool bench_long(long steps) {
  growth g[3] = {new_growth(steps), new_growth(steps), new_growth(steps)};
  static const char *const who[] = {"noslip", "hand", "drifting"};
  if (g[0].nsample < 3) {
    table_note("%ld steps are too few for an exponent: take 80000 at least", steps);
    return true;
  }
  for (int i = 2; i >= 0; i--) {
    double began = timing_now();
    for (int orbit = 0; orbit < norbit; orbit++) {
      if (i == 0)
        walk_noslip(&g[i], orbit, began);
      else
        walk_hand(&g[i], orbit, i == 2, began);
    }
    progress_end();
    print_growth(who[i], &g[i], i < 2 ? bar : 0, timing_now() - began);
  }
  return exponent(&g[2], norbit) > drift;
}
