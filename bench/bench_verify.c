// Is the hand step the step of the method? It must arrive where noslip does.

#include "bench/bench.h"
#include "bench/table.h"

// largest difference, against 1 + |x|
static double distance(const hand_state *a, const hand_state *b) {
  double largest = 0;
  for (int i = 0; i < a->n; i++) {
    double dq = fabs(a->q[i] - b->q[i])/(1 + fabs(b->q[i]));
    double dx = fabs(a->x[i] - b->x[i])/(1 + fabs(b->x[i]));
    if (!(dq <= largest))
      largest = dq;
    if (!(dx <= largest))
      largest = dx;
  }
  return largest;
}

// where a hand step leads, and its largest errors on the way
typedef struct walk {
  double distance, constraint, energy;
} walk;

static walk go(const subject *s, hand_advance *advance, const hand_state *start,
               const hand_state *end, double h) {
  hand_state a = *start;
  walk w = {0};
  for (long k = 0; k < s->verified; k++) {
    advance(&a, h, 1);
    w.constraint = fmax(w.constraint, s->hand->constraint(&a));
    w.energy = fmax(w.energy, fabs(s->hand->energy(&a) - s->hand->energy(start)));
  }
  w.distance = distance(&a, end);
  return w;
}

// does one call with many steps give the same numbers as many calls with one?
static bool same_in_a_loop(hand_advance *advance, const hand_state *start, double h) {
  hand_state one = *start, many = *start;
  for (int k = 0; k < 50; k++)
    advance(&one, h, 1);
  advance(&many, h, 50);
  return distance(&one, &many) == 0 && one.iterations == many.iterations;
}

// The right-hand side by hand against the central difference of two steps, of h and -h, relative to
// the largest rate. Its error is of order h^2, and rounding/h.
static double rate_error(const subject *s, const hand_state *node) {
  const double h = 1e-5;
  hand_state ahead = *node, back = *node;
  double rate[hand_most], largest = 0, size = 0;
  s->hand->rate(rate, node->q, node->x, node->n);
  s->hand->compensated(&ahead, h, 1);
  s->hand->compensated(&back, -h, 1);
  for (int i = 0; i < node->n; i++) {
    largest = fmax(largest, fabs((ahead.x[i] - back.x[i])/(2*h) - rate[i]));
    size = fmax(size, fabs(rate[i]));
  }
  return largest/size;
}

bool bench_verify(const subject *s) {
  const double spoil = 1e-6;         // of the step: must be noticed
  const double rate_allowed = 1e-7;  // rounding/h, and more for stiff chains
  hand_state start, end;
  loaded l = load_subject(s);
  noslip_run *run = new_way(&l, "interpret", true);
  double h = l.step;
  read_node(&start, run, s->hand->momenta);
  take_steps(&l, run, s->verified);
  read_node(&end, run, s->hand->momenta);
  noslip_report report;
  noslip_run_report(run, &report);

  walk plain = go(s, s->hand->plain, &start, &end, h);
  walk compensated = go(s, s->hand->compensated, &start, &end, h);
  walk twin = go(s, s->hand->compensated, &start, &end, h*(1 + spoil));
  double rate = rate_error(s, &end);
  bool good = rate <= rate_allowed && plain.distance <= s->agreement &&
              compensated.distance <= s->agreement && twin.distance > s->agreement &&
              same_in_a_loop(s->hand->plain, &start, h) &&
              same_in_a_loop(s->hand->compensated, &start, h);
  const table_cell cells[] = {
      {"case", "case", -10, s->name, NULL, 0},
      {"steps", "steps", 6, NULL, "%.0f", (double)s->verified},
      {"plain", "plain", 8, NULL, "%.1e", plain.distance},
      {"compensated", "compens.", 8, NULL, "%.1e", compensated.distance},
      {"allowed", "allowed", 8, NULL, "%.1e", s->agreement},
      {"twin", "twin", 8, NULL, "%.1e", twin.distance},
      {"rate", "rate", 8, NULL, "%.1e", rate},
      {"hand_constraint", "constr.", 8, NULL, "%.1e", compensated.constraint},
      {"constraint", "noslip", 8, NULL, "%.1e", report.constraint_max_error},
      {"hand_energy", "energy", 8, NULL, "%.1e", compensated.energy},
      {"energy", "noslip", 8, NULL, "%.1e", report.energy_max_error},
      {"good", "good", 5, good ? "yes" : "NO", NULL, 0},
  };
  table_line("verify", cells, sizeof cells/sizeof *cells);
  noslip_run_free(run);
  unload(&l);
  return good;
}
