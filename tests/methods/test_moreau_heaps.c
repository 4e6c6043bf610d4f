// Heaps under moreau: many contacts that hold bodies in more ways than one, and slide at once.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <stdio.h>

// the lowest box of the stack is struck; returns the energy that the motion has lost
static double struck_stack(double h) {
  trial t = trial_file("stack.noslip", "x[1]'=2", "moreau", h);
  double energy = noslip_energy(t.run), last = energy, gained = 0, fastest = 0;
  long n = (long)nearbyint(1/h);
  for (long i = 0; i < n; i++) {
    trial_steps(&t, 1);
    gained = fmax(gained, noslip_energy(t.run) - last);
    last = noslip_energy(t.run);
  }
  for (int i = 1; i <= 10; i++) {
    char name[16];
    snprintf(name, sizeof name, "x[%d]'", i);
    fastest = fmax(fastest, fabs(trial_value(&t, name)));
  }
  noslip_event_totals totals;
  noslip_run_event_totals(t.run, &totals);
  print_message(
      "struck stack, h = %g: lost %.4f, most gained in a step %.1e, speed at the end %.1e, "
      "penetration %.1e\n",
      h, energy - last, gained, fastest, totals.largest_penetration);
  // a landing that is put onto the box below lifts all boxes above it; sticking steps gain h^2
  check_below(gained, 98.1*totals.largest_penetration + h*h);
  check_below(fastest, 1e-12);
  check_below(totals.largest_penetration, h);
  trial_close(&t);
  return energy - last;
}

// Friction takes all of the blow and the stack stands again. On its way slips of many contacts
// reverse in one step.
static void a_struck_stack_stands_again(void **state) {
  (void)state;
  static const double steps[] = {0.01, 0.007, 0.005, 0.003, 0.002, 0.001, 0.0005};
  int count = check_long() ? 7 : 6;
  for (int i = 0; i < count; i++)
    check_near(struck_stack(steps[i]), 2, 0.02);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_struck_stack_stands_again),
  };
  return check_run(argc, argv, tests);
}
