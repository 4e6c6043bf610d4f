// A million steps on a rotation, in short a twentieth of them: does it stay one?

#include "tests/support/check.h"
#include "tests/support/group_systems.h"

#include "problem/group.h"
#include "run/run.h"

static void rotations_stay_rotations_for_a_million_steps(void **unused) {
  (void)unused;
  static const char *const names[] = {"lobatto(2)", "lobatto(2, retraction=exp)"};
  for (int i = 0; i < 2; i++) {
    int from;
    trial t = free_body(names[i], 0.1);
    trial_steps(&t, 1000000/check_share(20));
    noslip_report r = trial_report(&t);
    check_below(group_defect(t.run->problem, t.run->state.q, &from), 1e-13);
    check_below(vec_max(r.invariant_errors, 4), 1e-12);  // a walk of 1000 roundings
    trial_close(&t);
  }
}

// and so they do where the energy is kept, which does not walk, either
static void energy_stays_for_a_million_steps(void **unused) {
  (void)unused;
  int from;
  trial t = heavy_top("gonzalez", 0.05);
  trial_steps(&t, 1000000/check_share(20));
  check_below(group_defect(t.run->problem, t.run->state.q, &from), 4e-15);
  check_below(trial_report(&t).energy_max_error, 5e-15);  // of 1.5, in rounding of the state
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rotations_stay_rotations_for_a_million_steps),
      cmocka_unit_test(energy_stays_for_a_million_steps),
  };
  return check_run(argc, argv, tests);
}
