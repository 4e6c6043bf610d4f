// A gas of discs in a box under moreau: memory and time per disc do not depend on how many there are,
// and islands of contacts do not concern each other.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// k^2 discs; the radius is small enough that they begin apart
static const char gas[] =
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

// bytes that are asked for and not given back, and the most there were
typedef struct tally {
  double now, most;
} tally;

// a block knows its size
static void *count_bytes(void *context, void *block, size_t size) {
  enum { head = 64 };
  tally *t = context;
  char *old = block ? (char *)block - head : NULL;
  t->now += (double)size - (old ? (double)*(size_t *)old : 0);
  t->most = fmax(t->most, t->now);
  if (size == 0) {
    free(old);
    return NULL;
  }
  char *made = realloc(old, size + head);
  assert_non_null(made);
  *(size_t *)made = size;
  return made + head;
}

static trial open_gas(int k, tally *counted) {
  char text[2000];
  trial t;
  noslip_options options = {count_bytes, counted};
  noslip_run_options run = {.method = "moreau", .step = 0.01, .backend = "interpret"};
  snprintf(text, sizeof text, gas, k);
  t.context = noslip_open(counted ? &options : NULL);
  assert_int_equal(noslip_model_parse(t.context, "gas", text, NULL, &t.model), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.context, t.model, &run, &t.run), NOSLIP_OK);
  return t;
}

// bytes per disc of model and run, with some steps
static double bytes_per_disc(int k) {
  tally counted = {0};
  trial t = open_gas(k, &counted);
  trial_steps(&t, 5);
  trial_close(&t);
  check_near(counted.now, 0, 0.5);
  print_message("%d discs: %.0f bytes each\n", k*k, counted.most/k/k);
  return counted.most/k/k;
}

// What a disc takes becomes less: matrices of the solver have a limit.
static void memory_is_linear(void **state) {
  (void)state;
  double few = bytes_per_disc(16), more = bytes_per_disc(check_long() ? 64 : 32);
  check_below(more, 1.1*few);
}

static double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

static double time_per_disc(trial *t, int k, long steps) {
  double from = seconds_now();
  trial_steps(t, steps);
  return (seconds_now() - from)/(double)steps/k/k;
}

// The sizes take turns, and the least time of each counts, so that other work on the machine does not.
static void time_is_linear(void **state) {
  (void)state;
  enum { few = 32, many = 100, rounds = 6 };
  double least[2] = {HUGE_VAL, HUGE_VAL};
  if (!check_long())
    return;
  trial a = open_gas(few, NULL), b = open_gas(many, NULL);
  trial_steps(&a, 30);
  trial_steps(&b, 30);
  for (int i = 0; i < rounds; i++) {
    least[0] = fmin(least[0], time_per_disc(&a, few, 60));
    least[1] = fmin(least[1], time_per_disc(&b, many, 6));
  }
  print_message("ns per disc and step: %.0f of 10^3, %.0f of 10^4\n", 1e9*least[0],
                1e9*least[1]);
  check_below(least[1], 1.5*least[0]);
  trial_close(&a);
  trial_close(&b);
}

// n discs of which `struck` pairs, far from each other, meet head on but not quite
static const char meeting[] =
    "model meeting\nconst m = %d\nconst n = 2*m\nparam r = 0.5, g = 0.1\ncoord x[1..n], y[1..n]\n"
    "lagrangian (dot(x', x') + dot(y', y'))/2 - g*sum(i in 1..n: y[i])\n"
    "contact pair[i,j] for i < j in 1..n within 3*r in x, y:\n"
    "  norm([x[i] - x[j], y[i] - y[j]]) >= 2*r, restitution 0.7\n"
    "for i in 1..m {\n"
    "  init x[2*i-1] = 10*i, x[2*i] = 10*i + 1.2, y[2*i] = 0.1*i,\n"
    "       x[2*i-1]' = 1, x[2*i]' = -1/i\n"
    "}\n";

// where the first pair is after a second, alone or beside others
static void first_pair(int pairs, double x[8]) {
  static const char *names[] = {"x[1]", "x[2]", "y[1]", "y[2]", "x[1]'", "x[2]'", "y[1]'", "y[2]'"};
  char text[1500];
  snprintf(text, sizeof text, meeting, pairs);
  trial t = trial_text(text, NULL, "moreau", 0.01);
  trial_steps(&t, 100);
  for (int i = 0; i < 8; i++)
    x[i] = trial_value(&t, names[i]);
  trial_close(&t);
}

static void islands_do_not_concern_each_other(void **state) {
  (void)state;
  double alone[8], beside[8];
  first_pair(1, alone);
  first_pair(40, beside);
  check_above(fabs(alone[4] - 1), 0.1);  // it was struck
  for (int i = 0; i < 8; i++)
    check_near(beside[i], alone[i], 1e-14*fabs(alone[0]));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_linear),
      cmocka_unit_test(time_is_linear),
      cmocka_unit_test(islands_do_not_concern_each_other),
  };
  return check_run(argc, argv, tests);
}
