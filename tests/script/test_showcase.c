// The studies of showcase systems and of contacts.

#include "tests/script/studies.h"

static bool ours(const char *name) {
  return strncmp(name, "showcase_", 9) == 0 || strncmp(name, "contact_", 8) == 0;
}

static void expectations_are_met(void **state) {
  (void)state;
  check_above(each_study(ours, check_study), 30);
}

static void altered_expectations_fail(void **state) {
  (void)state;
  each_study(ours, check_altered);
}

static void changes_are_noticed(void **state) {
  (void)state;
  static const change rows[] = {
      {"showcase_rattleback", "lobatto(4), step 0.001", "lobatto(3), step 0.001"},
      {"showcase_rattleback", "init omega[3] = 5", "init omega[3] = -5"},
      {"showcase_falling_disk", "cos(tilt)))", "cos(tilt + 0.01)))"},
      {"showcase_falling_disk", "let g = 9.81", "let g = 9.82"},
      {"showcase_snakeboard", "method [spark(2), spark(3), dla-mp]",
       "method [spark(2), spark(2), dla-mp]"},
      {"showcase_roller_racer", "method gonzalez", "method dla-mp"},
      {"showcase_stiff_baselines", "method bdf", "method index1"},
      {"showcase_trailers", "0.6*cos(a.th[1])", "0.61*cos(a.th[1])"},
      {"showcase_ball_plane", "gx = 0, gy = 0", "gx = 0.01, gy = 0"},
      {"showcase_ball_cylinder", "method lobatto(3), step 0.02", "method lobatto(2), step 0.02"},
      {"showcase_ball_bowl", "run a: ball_bowl, method lobatto(3)",
       "run a: ball_bowl, method lobatto(2)"},
      {"showcase_chain", "method rattle, step k/100", "method rattle, step 0.8*k/100"},
      {"showcase_chain", "method lobatto(4), step 0.0025", "method lobatto(2), step 0.0025"},
      {"showcase_four_bar", "method lobatto(4)", "method lobatto(3)"},
      {"showcase_spherical_double", "method rattle, step 0.01",
       "method loose(rattle, 1e-6), step 0.01"},
      {"showcase_triatomics", "method lobatto(3), step 0.02", "method rattle, step 0.02"},
      {"showcase_knife_edge", "with phi0 = 0, V0 = 0,", "with phi0 = 0.1, V0 = 0,"},
      {"showcase_appell_hamel", "with k = 0, method lobatto(3), step 0.01",
       "with k = 0.1, method lobatto(3), step 0.01"},
      {"showcase_parallel_velocities", "with k = 0, l = 0, method", "with k = 0.1, l = 0, method"},
      {"showcase_bicycle", "run i: whipple_bicycle with w0 = 1e-4",
       "run i: whipple_bicycle with w0 = 1e-4, IFyy = 0.3"},
      {"showcase_odae", "step 0.05, steps 10", "step 0.051, steps 10"},
      {"showcase_odae", "with b = 0, a = 0.3", "with b = 0.1, a = 0.3"},
      {"contact_hill", "run fine: hill, step 0.005", "run fine: hill with v0 = 0.51, step 0.005"},
      {"contact_parabola", "run z: parabola, method", "run z: parabola with g = 9.82, method"},
      {"contact_ski_jump", "compose(euler-true, suzuki4), step 0.01, until 2\nrun n",
       "compose(euler-true, symmetric), step 0.01, until 2\nrun n"},
      {"contact_teflon", "with e = 0, method", "with e = 0, rf = 0.84, method"},
      {"contact_bouncing_ball", "run h: bouncing_ball,", "run h: bouncing_ball with e = 0.51,"},
      {"contact_ball_off_sphere", "compose(euler-true, suzuki4), step 0.04/2^k",
       "compose(euler-true, symmetric), step 0.04/2^k"},
      {"contact_balls", "with e = 1,", "with e = 0.99,"},
      {"contact_backspin", "run a: backspin,", "run a: backspin with mu = 0.201,"},
      {"contact_super_ball", "with mu = 0.1,", "with mu = 0.101,"},
      {"contact_block_slope", "method moreau, step 1.5/k", "method moreau(order=1), step 1.5/k"},
      {"contact_tippe_top", "run e: tippe_top,", "run e: tippe_top with mu = 0.301,"},
      {"contact_stack", "run a: stack,", "run a: stack with g = 9.82,"},
      {"contact_pile", "0.315, 0.32,", "0.315, 0.317,"},
      {"contact_drum", "run a: drum,", "run a: drum with Om = 3.01,"},
      {"contact_ladder", "0.2405, 0.25]", "0.2395, 0.25]"},
      {"contact_disk_hill", "run a: disk_hill,", "run a: disk_hill with mu = 0.401,"},
      {"contact_rolling_rest", "run m: rolling_rest,", "run m: rolling_rest with delta = 0.0101,"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_change(&rows[i]);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expectations_are_met),
      cmocka_unit_test(altered_expectations_fail),
      cmocka_unit_test(changes_are_noticed),
  };
  return check_run(argc, argv, tests);
}
