// Tests of the files in models/: what they conserve, two ways to the same motion, families of any
// size.

#include "tests/model/model_trial.h"

#include <time.h>

// sanitizers make everything slower; the times below are those of a plain build
#if defined(__SANITIZE_ADDRESS__)
enum { slowness = 20 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { slowness = 20 };
#else
enum { slowness = 1 };
#endif
#else
enum { slowness = 1 };
#endif

// --- invariants and energies

static void energies_are_those_of_the_files(void **state) {
  (void)state;
  static const struct {
    const char *file, *name, *value;  // with this setting
    double energy, tolerance;
  } table[] = {
      {"falling_disk.noslip", NULL, NULL, 11.512487979161098, 1e-13},
      {"four_bar.noslip", NULL, NULL, 54.122774905808, 1e-12},
      {"knife_edge.noslip", NULL, NULL, 0.29358573359947031, 1e-15},
      {"sleigh_thesis.noslip", NULL, NULL, 7.7878e-5, 1e-9},
      {"spheroid.noslip", NULL, NULL, 0.9292, 1e-15},
      {"double_spherical_pendulum.noslip", NULL, NULL, -24.8026, 1e-13},
      {"double_spherical_pendulum_lagrangian.noslip", NULL, NULL, -24.8026, 1e-13},
      {"triatomics.noslip", NULL, NULL, 0.92044321739806110, 1e-14},
      {"contact_oscillator.noslip", "z0", "0.3", 1.5, 1e-15},
      {"contact_perturbed.noslip", "z0", "0.93", 1.5, 1e-15},
      {"chaotic.noslip", "j", "37", 3.06, 1e-14},
      {"cvt.noslip", NULL, NULL, 1.8, 1e-15},
      {"cvt.noslip", "rotating", "1", 4, 1e-14},
      {"gearbox.noslip", NULL, NULL, 3.65489, 1e-5},
      {"gearbox.noslip", "rotating", "0", 1.6351, 1e-5},
  };
  for (size_t i = 0; i < sizeof table/sizeof *table; i++) {
    trial t = load_set(table[i].file, table[i].name, table[i].value);
    begin(&t, &(noslip_run_options){0});
    check_near(noslip_energy(t.run), table[i].energy, table[i].tolerance);
    end(&t);
  }
}

// momenta of linear symmetries, and what no force acts on: kept to rounding over 1000 steps
static void exact_invariants_are_kept(void **state) {
  (void)state;
  static const char *const files[] = {"spherical_pendulum.noslip",
                                      "spheroid.noslip",
                                      "double_spherical_pendulum.noslip",
                                      "double_spherical_pendulum_lagrangian.noslip",
                                      "double_pendulum_free.noslip",
                                      "spherical_double.noslip",
                                      "triatomics.noslip",
                                      "disk.noslip",
                                      "disk_midpoint.noslip",
                                      "knife_edge.noslip",
                                      "trailers.noslip"};
  for (size_t i = 0; i < sizeof files/sizeof *files; i++) {
    trial t = load(files[i], NULL);
    begin(&t, &(noslip_run_options){0});
    steps(&t, 1000);
    int n = noslip_run_count(t.run, NOSLIP_INVARIANT);
    check_above(n, 0);
    for (int k = 0; k < n; k++)
      check_below(report(&t).invariant_errors[k], 1e-13);
    end(&t);
  }
}

// where a reversing symmetry maps the orbit to itself the energy oscillates; where none does, it
// drifts: the rotating transmission with ep = 1/2 loses 2.1e-4 per unit of time with dla-mp and
// h = 0.1, and gains 1.1e-4 with lobatto(2)
static void energy_drifts_only_where_it_may(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double rate;
  } rows[] = {{"dla-mp", -2.1e-4}, {"lobatto(2)", 1.1e-4}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = load("cvt.noslip", NULL);
    begin(&t, &(noslip_run_options){.method = rows[i].method});
    steps(&t, 5000);
    check_below(fabs(report(&t).energy_trend), 1e-3);
    end(&t);

    t = load_set("cvt.noslip", "rotating", "1");
    begin(&t, &(noslip_run_options){.method = rows[i].method});
    steps(&t, 5000);
    check_near(report(&t).energy_trend/500, rows[i].rate, 1e-5);
    end(&t);
  }
}

// the passenger of the gearbox grows like exp(1.7e-4 t) with its skew, and not at all without
static void the_gearbox_grows_with_its_skew(void **state) {
  (void)state;
  trial t = load("gearbox.noslip", NULL);
  begin(&t, &(noslip_run_options){.method = "dla-mp"});
  double start = value(&t, "passenger");
  steps(&t, 10000);
  check_near(log(value(&t, "passenger")/start)/1000, 1.7e-4, 1e-5);
  end(&t);

  t = load_set("gearbox.noslip", "skew", "0");
  begin(&t, &(noslip_run_options){.method = "dla-mp"});
  steps(&t, 10000);
  check_below(fabs(report(&t).energy_trend), 1e-3);
  end(&t);
}

// --- the contact oscillator

// one turn of the driver from (x, z, z') and the consistent x'; the end in `to`
static void turn(const double from[3], double to[3]) {
  char text[4][32];
  const char *names[4] = {"x", "z", "z'", "x'"};
  noslip_setting init[4];
  for (int i = 0; i < 4; i++) {
    snprintf(text[i], sizeof text[i], "%.17g", i < 3 ? from[i] : -from[2]);
    init[i] = (noslip_setting){names[i], text[i]};
  }
  trial t = load("contact_oscillator.noslip", &(noslip_model_options){.init = init, .ninit = 4});
  begin(&t, &(noslip_run_options){0});
  steps(&t, 40);
  check_near(value(&t, "y"), 1, 1e-14);  // the driver is back
  check_near(value(&t, "y'"), 0, 1e-14);
  for (int i = 0; i < 3; i++)
    to[i] = value(&t, names[i]);
  end(&t);
}

// For ep = 0 a turn is a linear map with eigenvalues 1 and exp(+-i gamma), gamma = 2.596600: its
// determinant is 1, and its trace and that of its inverse are 1 + 2 cos(gamma). So no orbit drifts.
static void a_turn_of_the_oscillator_is_a_rotation(void **state) {
  (void)state;
  double A[3][3];  // columns are images
  for (int j = 0; j < 3; j++) {
    double unit[3] = {0}, image[3];
    unit[j] = 1;
    turn(unit, image);
    for (int i = 0; i < 3; i++)
      A[i][j] = image[i];
  }
  double minors = 0, determinant = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    minors += A[i][i]*A[j][j] - A[i][j]*A[j][i];
    determinant += A[0][i]*(A[1][j]*A[2][k] - A[1][k]*A[2][j]);
  }
  double trace = A[0][0] + A[1][1] + A[2][2];
  check_near(determinant, 1, 1e-13);
  check_near(minors, trace, 1e-13);
  check_near(acos((trace - 1)/2), 2.596600, 1e-6);
}

// 500 turns of the first orbit: the energy stays in its band, without trend
static void energy_of_the_oscillator_stays_in_its_band(void **state) {
  (void)state;
  trial t = load("contact_oscillator.noslip", NULL);
  begin(&t, &(noslip_run_options){0});
  steps(&t, 500*40);
  check_below(report(&t).energy_max_error, 1.35e-2);
  check_above(report(&t).energy_max_error, 1.30e-2);
  check_below(fabs(report(&t).energy_trend), 1e-5);
  end(&t);
}

// --- two ways to the same motion

// the Hamiltonian and the Lagrangian file of the double spherical pendulum are one system
static void both_forms_of_the_pendulum_agree(void **state) {
  (void)state;
  trial h = load("double_spherical_pendulum.noslip", NULL);
  trial l = load("double_spherical_pendulum_lagrangian.noslip", NULL);
  begin(&h, &(noslip_run_options){0});
  begin(&l, &(noslip_run_options){0});
  steps(&h, 200);
  steps(&l, 200);
  int n = noslip_run_count(h.run, NOSLIP_STATE);
  assert_int_equal(n, noslip_run_count(l.run, NOSLIP_STATE));
  const double *a = noslip_run_values(h.run, NOSLIP_STATE);
  const double *b = noslip_run_values(l.run, NOSLIP_STATE);
  check_below(distance(a, b, n), 1e-11);  // rounding, grown by the sensitivity of the motion
  end(&h);
  end(&l);
}

// one link in angles and one in Cartesian coordinates: the same pendulum, two discretizations
static void pendulum_in_angles_agrees_with_the_chain(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    noslip_run_options fine = {.method = "rattle", .step = 1e-3/(1 + k)};
    noslip_setting one = {"n", "1"}, tilt[] = {{"n", "1"}, {"tilt", "1"}};
    trial a = load("pendulum.noslip", &(noslip_model_options){.set = &one, .nset = 1});
    trial c = load("pendulum_chain.noslip", &(noslip_model_options){.set = tilt, .nset = 2});
    begin(&a, &fine);
    begin(&c, &fine);
    steps(&a, 1000*(1 + k));
    steps(&c, 1000*(1 + k));
    error[k] = fabs(sin(value(&a, "th[1]")) - value(&c, "x[1]"));
    end(&a);
    end(&c);
  }
  check_below(error[0], 1e-5);
  check_near(log2(error[0]/error[1]), 2, 0.05);
}

// --- families

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9*(double)now.tv_nsec;
}

// 100 coordinates and 50 rods load in a moment and step: 0.02 s and 0.03 s were measured
static void chain_of_fifty_links_is_quick(void **state) {
  (void)state;
  double start = seconds();
  trial t = load_set("pendulum_chain.noslip", "n", "50");
  begin(&t, &(noslip_run_options){0});
  check_below(seconds() - start, 2.0*slowness);
  assert_int_equal(noslip_run_count(t.run, NOSLIP_STATE), 200);
  assert_int_equal(noslip_run_count(t.run, NOSLIP_CONSTRAINT), 50);
  start = seconds();
  steps(&t, 10);
  check_below(seconds() - start, 2.0*slowness);
  check_below(report(&t).constraint_max_error, 1e-15);  // of squares of lengths 0.02
  end(&t);
}

static void sizes_can_be_set(void **state) {
  (void)state;
  static const struct {
    const char *file, *name, *value;
    int state, constraints;
  } table[] = {
      {"chain.noslip", "n", "1", 4, 1},     {"chain.noslip", "n", "12", 48, 12},
      {"trailers.noslip", "N", "0", 6, 1},  {"trailers.noslip", "N", "7", 20, 8},
      {"pendulum.noslip", "n", "6", 12, 0}, {"chaotic.noslip", "n", "2", 10, 1},
      {"chaotic.noslip", "n", "10", 42, 1}, {"pendulum_chain.noslip", "n", "1", 4, 1},
  };
  for (size_t i = 0; i < sizeof table/sizeof *table; i++) {
    trial t = load_set(table[i].file, table[i].name, table[i].value);
    begin(&t, &(noslip_run_options){0});
    assert_int_equal(noslip_run_count(t.run, NOSLIP_STATE), table[i].state);
    assert_int_equal(noslip_run_count(t.run, NOSLIP_CONSTRAINT), table[i].constraints);
    steps(&t, 20);
    check_below(report(&t).constraint_max_error, 1e-12);
    end(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energies_are_those_of_the_files),
      cmocka_unit_test(exact_invariants_are_kept),
      cmocka_unit_test(energy_drifts_only_where_it_may),
      cmocka_unit_test(the_gearbox_grows_with_its_skew),
      cmocka_unit_test(a_turn_of_the_oscillator_is_a_rotation),
      cmocka_unit_test(energy_of_the_oscillator_stays_in_its_band),
      cmocka_unit_test(both_forms_of_the_pendulum_agree),
      cmocka_unit_test(pendulum_in_angles_agrees_with_the_chain),
      cmocka_unit_test(chain_of_fifty_links_is_quick),
      cmocka_unit_test(sizes_can_be_set),
  };
  return check_run(argc, argv, tests);
}
