// The energy of a chaotic ensemble: a random walk, whose mean square at the end is known for every
// method. One ensemble of 101 members has a statistical error of 14 %; the band is a factor of two.

#include "tests/check.h"
#include "tests/systems.h"

#include <stdio.h>

#if defined(__SANITIZE_ADDRESS__)
enum { share = 20 };  // sanitizers are slow: a part of the time, and only the upper bound
#else
enum { share = 1 };
#endif

// mean over the members of (E - E0)^2 after a time of 1000
static double mean_square(const char *name, double h) {
  enum { members = 101 };
  double sum = 0;
  for (int j = 0; j < members; j++) {
    char member[16];
    snprintf(member, sizeof member, "j=%d", j);
    trial t = trial_file("chaotic.noslip", member, name, h);
    double before = noslip_energy(t.run);
    check_near(before, 3.06, 1e-14);
    trial_steps(&t, lround(1000/h)/share);
    double change = noslip_energy(t.run) - before;
    sum += change*change;
    trial_close(&t);
  }
  return sum/members;
}

static void energies_walk_as_known(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    double expected;
  } rows[] = {{"dla-mp", 7.7e-4},
              {"spark(2)", 4.7e-4},
              {"lobatto(2)", 3.8e-3},
              {"lobatto(2, multiplier=carry)", 2.4e-3},
              {"spark(3)", 1.9e-8},
              {"lobatto(3)", 1.9e-7},
              {"lobatto(3, multiplier=carry)", 2.8e-8}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    double seen = mean_square(rows[i].method, 0.2);
    printf("%-30s %.2e, expected %.1e\n", rows[i].method, seen, rows[i].expected);
    check_below(seen, 2*rows[i].expected);
    if (share == 1)
      check_above(seen, 0.5*rows[i].expected);
  }
}

// half the step: a sixteenth for order 2, so that the check above would notice another order
static void it_scales_with_the_order(void **unused) {
  (void)unused;
  if (share == 1)
    check_near(log2(mean_square("spark(2)", 0.2)/mean_square("spark(2)", 0.1)), 4, 1);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energies_walk_as_known),
      cmocka_unit_test(it_scales_with_the_order),
  };
  return check_run(argc, argv, tests);
}
