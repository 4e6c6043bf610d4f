// Tests of moreau against exact solutions and references: errors as they have been found by two
// other programs, with steps that are not commensurate with the events.

#include "tests/support/check.h"
#include "tests/support/systems.h"

// a value that is known at the end of a run
typedef struct known {
  const char *name;
  double value;
} known;

// the largest error after n steps of T/n, of values up to a NULL
static double error_of(const char *file, const char *settings, const char *method, double T, long n,
                       const known *list) {
  trial t = trial_file(file, settings, method, T/(double)n);
  double worst = 0;
  trial_steps(&t, n);
  for (; list->name; list++)
    worst = fmax(worst, fabs(trial_value(&t, list->name) - list->value));
  trial_close(&t);
  return worst;
}

typedef struct table_row {
  const char *file, *settings;
  double T;
  known values[8];
  int count;
  long steps[4];
  double errors[4];
} table_row;

// each error within `share` of the one that is known, two digits of which are printed
static void check_row(const table_row *row, double share) {
  for (int i = 0; i < row->count; i++) {
    double error = error_of(row->file, row->settings, "moreau", row->T, row->steps[i], row->values);
    print_message("%s, t = %g, h = %.3g: %.2e, known %.1e\n", row->file, row->T,
                  row->T/(double)row->steps[i], error, row->errors[i]);
    check_near(error, row->errors[i], share*row->errors[i]);
  }
}

static const double two_digits = 0.06;

static const known block_end[] = {{"x", 0.103770184948077}, {"y", 0.396810462034951}, {NULL, 0}};

static void a_block_stops_on_a_slope(void **state) {
  (void)state;
  table_row row = {"block_slope.noslip",    NULL, 1.5, {{0}}, 3, {73, 151, 307},
                   {5.7e-4, 9.8e-5, 2.3e-5}};
  memcpy(row.values, block_end, sizeof block_end);
  check_row(&row, two_digits);
}

// the twin: with friction by the end of the step the order is 1
static void friction_by_the_end_of_a_step_is_of_order_1(void **state) {
  (void)state;
  static const double errors[] = {1.1e-2, 5.6e-3, 2.8e-3};
  for (int i = 0; i < 3; i++) {
    double error =
        error_of("block_slope.noslip", NULL, "moreau(order=1)", 1.5, 150L << i, block_end);
    check_near(error, errors[i], two_digits*errors[i]);
  }
}

static void a_struck_ball_slides_and_rolls(void **state) {
  (void)state;
  table_row row = {"backspin.noslip",
                   NULL,
                   2,
                   {{"x", 1.68584256531811}, {"y", -0.69424723040457}, {NULL, 0}},
                   3,
                   {47, 97, 199},
                   {2.0e-4, 4.6e-5, 2.2e-5}};
  check_row(&row, two_digits);
  const known end[] = {{"x'", 4.0/7}, {"y'", -3.0/7}, {NULL, 0}};
  check_below(error_of("backspin.noslip", NULL, "moreau", 2, 97, end), 2e-14);
}

static void a_disk_rolls_slides_and_leaves(void **state) {
  (void)state;
  table_row row = {
      "disk_hill.noslip",
      NULL,
      1.1,
      {{"x", 1.1070695970417}, {"z", 0.4841261057171}, {"th", -6.4228825538212}, {NULL, 0}},
      3,
      {110, 220, 440},
      {2.0e-4, 5.5e-5, 2.1e-5}};
  check_row(&row, two_digits);
}

// While it rolls, and while it slides. References at these times are from the scalar equations of
// motion in the angle on the hill, by the classical rule with 8000 steps; they meet the take-off that
// is known at 1.0047542078117, th' = -10.9117984445628, in 13 digits.
static void a_disk_rolls_and_slides(void **state) {
  (void)state;
  table_row rolls = {
      "disk_hill.noslip",
      NULL,
      0.8,
      {{"x", 0.638665571221465}, {"z", 1.015926320230143}, {"th", -3.367333152000099}, {NULL, 0}},
      3,
      {80, 160, 320},
      {2.9e-4, 7.3e-5, 1.8e-5}};
  check_row(&rolls, two_digits);
  table_row slides = {
      "disk_hill.noslip",
      NULL,
      0.98,
      {{"x", 0.911423234685662}, {"z", 0.780581633959655}, {"th", -5.113973258104596}, {NULL, 0}},
      3,
      {98, 196, 392},
      {2.8e-4, 7.4e-5, 2.2e-5}};
  check_row(&slides, two_digits);
}

// On floor and wall, and on the floor alone. References likewise: they leave the wall at
// 0.6355031967110 with th = 0.5780986922509, th' = -2.0463403991282, which is known.
static void a_ladder_leaves_the_wall(void **state) {
  (void)state;
  table_row both = {
      "ladder.noslip",
      NULL,
      0.6,
      {{"x", 0.797833536746482}, {"z", 0.602877804901291}, {"th", 0.647103238456231}, {NULL, 0}},
      4,
      {30, 60, 120, 240},
      {2.6e-4, 6.6e-5, 1.6e-5, 4.1e-6}};
  check_row(&both, two_digits);
  table_row floor = {
      "ladder.noslip",
      NULL,
      0.8,
      {{"x", 1.018368836780551}, {"z", 0.162514466304010}, {"th", 0.163238464706459}, {NULL, 0}},
      4,
      {40, 80, 160, 320},
      {5.2e-4, 1.5e-4, 3.1e-5, 8.0e-6}};
  check_row(&floor, two_digits);
}

static void a_ladder_slides_down(void **state) {
  (void)state;
  table_row row = {"ladder.noslip",
                   NULL,
                   1.5,
                   {{"x", 1.3440791152160}, {NULL, 0}},
                   4,
                   {75, 150, 300, 600},
                   {6.2e-3, 9.6e-4, 3.6e-4, 7.8e-4}};
  check_row(&row, two_digits);
}

static void a_disk_rolls_in_a_drum(void **state) {
  (void)state;
  table_row row = {
      "drum.noslip",
      NULL,
      3,
      {{"x", 0.3246835199559}, {"z", -0.7311501978862}, {"th", 40.7205036632598}, {NULL, 0}},
      3,
      {150, 300, 600},
      {1.3e-3, 4.6e-4, 1.4e-4}};
  check_row(&row, two_digits);
  table_row rates = {"drum.noslip",
                     NULL,
                     3,
                     {{"x'", -0.1181933428038}, {"th'", 15.64661593826}, {NULL, 0}},
                     3,
                     {150, 300, 600},
                     {1.1e-2, 2.9e-3, 7.5e-4}};
  check_row(&rates, two_digits);
}

static void a_top_turns_over(void **state) {
  (void)state;
  table_row row = {
      "tippe_top.noslip",
      NULL,
      5,
      {{"c[1]", -0.1068939874}, {"c[2]", -0.0071793512}, {"c[3]", 0.7562251512}, {NULL, 0}},
      3,
      {125, 250, 500},
      {1.4e-3, 3.5e-4, 8.7e-5}};
  check_row(&row, two_digits);
  table_row tilt = {
      "tippe_top.noslip",      NULL, 5, {{"cos_tilt", 0.8125828294}, {NULL, 0}}, 3, {125, 250, 500},
      {1.7e-3, 4.4e-4, 1.1e-4}};
  check_row(&tilt, two_digits);
  table_row jellett = {"tippe_top.noslip",
                       NULL,
                       10,
                       {{"jellett", 1.6882624834917}, {NULL, 0}},
                       3,
                       {250, 500, 1000},
                       {2.4e-3, 6.2e-4, 1.6e-4}};
  check_row(&jellett, two_digits);
}

static void rolling_resistance_brings_a_ball_to_rest(void **state) {
  (void)state;
  table_row row = {
      "rolling_rest.noslip",   NULL, 4, {{"x", 0.7438631291842}, {NULL, 0}}, 3, {101, 199, 401},
      {4.1e-4, 1.5e-4, 1.0e-5}};
  check_row(&row, two_digits);
}

static void a_super_ball_bounces(void **state) {
  (void)state;
  table_row row = {"super_ball.noslip",
                   NULL,
                   3,
                   {{"x", -2.0969527180285}, {NULL, 0}},
                   4,
                   {331, 661, 1327, 2657},
                   {1.2e-2, 1.3e-4, 3.5e-3, 1.4e-3}};
  check_row(&row, two_digits);
}

// With mu = 0.1 it slides in three impacts, then sticks: x' = -1, th' = 10, exactly those of rolling.
// Impacts are off by a step, so velocities after them by O(h), except after the last.
static void a_super_ball_slides_in_three_impacts(void **state) {
  (void)state;
  static const double speeds[][2] = {{0.2026995547474, 40.0674888686849},
                                     {-0.4351408014547, 24.1214799636330},
                                     {-0.9454130864163, 11.3646728395915},
                                     {-1, 10}};
  static const double times[] = {0.8, 1.4, 2, 2.4};  // between the impacts
  for (int i = 0; i < 4; i++)
    for (long n = 500; n <= 8000; n *= 4) {
      trial t = trial_file("super_ball.noslip", "mu=0.1", "moreau", times[i]/(double)n);
      trial_steps(&t, n);
      double h = times[i]/(double)n, bound = i < 3 ? 20*h : 1e-13;
      check_near(trial_value(&t, "x'"), speeds[i][0], bound);
      check_near(trial_value(&t, "th'"), speeds[i][1], 10*(i < 3 ? 25*h : bound));
      trial_close(&t);
    }
  const known end[] = {{"x", -0.8763777292119}, {NULL, 0}};
  for (long n = 331; n <= 21227; n *= 4)
    check_below(error_of("super_ball.noslip", "mu=0.1", "moreau", 3, n, end), 2.0/(double)n);
}

// A ball that spins on a table about the vertical: drilling friction takes c m g from I W in each
// unit of time, so W = W0 - c m g t/I up to its stop at I W0/(c m g), and the ball turns by W0/2 times
// that. A second clause in the plane of no slip: the first has nothing to do.
static const char drill[] =
    "model drill\n"
    "param m = 2, r = 0.1, g = 9.81, mu = 0.3, rc = 0.01, W0 = 7\n"
    "param I = 2*m*r^2/5\n"
    "coord x, y, z\n"
    "coord R: SO(3) velocity w\n"
    "let W = R*w\n"
    "lagrangian m/2*(x'^2 + y'^2 + z'^2) + I/2*dot(w, w) - m*g*z\n"
    "contact table: z - r >= 0, friction mu along [x' - r*W[2], y' + r*W[1]],\n"
    "  friction 2/3*mu*rc along W[3]\n"
    "init z = r, w = [0, 0, W0]\n"
    "observe spin = W[3]\nobserve turned = atan2(R[2,1], R[1,1])\n";

static void drilling_friction_stops_a_spin(void **state) {
  (void)state;
  double I = 2*2*0.01/5, slope = 2.0/3*0.3*0.01*2*9.81/I, stop = 7/slope;
  double error[2];
  for (int k = 0; k < 2; k++) {
    long n = 79L << k;
    double h = 1.25*stop/(double)n;
    trial t = trial_text(drill, NULL, "moreau", h);
    trial_steps(&t, n/2);
    check_near(trial_value(&t, "spin"), 7 - slope*noslip_time(t.run), 1e-13);
    check_above(trial_value(&t, "spin"), 1);
    trial_steps(&t, n - n/2);
    check_near(trial_value(&t, "spin"), 0, 1e-13);
    error[k] = fabs(remainder(trial_value(&t, "turned") - 7*stop/2, 6.283185307179586));
    print_message("drilling, h = %.3g: angle off by %.2e\n", h, error[k]);
    // cay(h W) turns by h W - (h W)^3/12: h^2/12 times the integral of W^3, W0^4/(4 slope), in all
    check_near(error[k], h*h/48*2401/slope, 0.1*error[k]);
    trial_close(&t);
  }
  check_below(error[1], error[0]/2.5);
}

// incline, mu = 0.45, a force 12 sin(5t) along it: sticks, slides, reverses
static const char stick_slip[] = "model stick_slip\n"
                                 "param al = 0.4, mu = 0.45, g = 9.81\n"
                                 "coord x, z\n"
                                 "lagrangian (x'^2 + z'^2)/2 - g*sin(al)*x - g*cos(al)*z\n"
                                 "force x = 12*sin(5*t)\n"
                                 "contact slope: z >= 0, friction mu along x'\n";

static double stick_slip_error(const char *method, long n) {
  trial t = trial_text(stick_slip, NULL, method, 4.0/(double)n);
  trial_steps(&t, n);
  double error = fabs(trial_value(&t, "x") + 7.77021126717077);
  trial_close(&t);
  return error;
}

static void a_driven_block_sticks_and_slips(void **state) {
  (void)state;
  static const long steps[] = {233, 467, 941, 1871};
  static const double errors[] = {1.7e-3, 5.3e-4, 8.0e-5, 4.6e-5};
  for (int i = 0; i < 4; i++) {
    double error = stick_slip_error("moreau", steps[i]);
    print_message("stick and slip, 4/%ld: %.2e, known %.1e\n", steps[i], error, errors[i]);
    check_near(error, errors[i], two_digits*errors[i]);
  }
  check_above(stick_slip_error("moreau(order=1)", 467), 2e-3);
}

// on a shaken table: the slip changes by c(t) as well
static const char shaken[] =
    "model shaken\n"
    "coord x, z\n"
    "lagrangian (x'^2 + z'^2)/2 - 9.81*z\n"
    "contact table: z >= 0.05*sin(4*t), friction 0.3 along x' - 1.5*cos(6*t)\n"
    "init x' = 1.5, z' = 0.2\n";

static void a_table_shakes(void **state) {
  (void)state;
  static const long steps[] = {173, 347, 701};
  static const double errors[] = {8.4e-5, 3.4e-5, 7.4e-6};
  for (int i = 0; i < 3; i++) {
    trial t = trial_text(shaken, NULL, "moreau", 3.0/(double)steps[i]);
    trial_steps(&t, steps[i]);
    double error = fabs(trial_value(&t, "x") - 0.43648084685);
    print_message("shaken table, 3/%ld: %.2e, known %.1e\n", steps[i], error, errors[i]);
    check_near(error, errors[i], two_digits*errors[i]);
    trial_close(&t);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block_stops_on_a_slope),
      cmocka_unit_test(friction_by_the_end_of_a_step_is_of_order_1),
      cmocka_unit_test(a_struck_ball_slides_and_rolls),
      cmocka_unit_test(a_disk_rolls_slides_and_leaves),
      cmocka_unit_test(a_disk_rolls_and_slides),
      cmocka_unit_test(a_ladder_leaves_the_wall),
      cmocka_unit_test(a_ladder_slides_down),
      cmocka_unit_test(a_disk_rolls_in_a_drum),
      cmocka_unit_test(a_top_turns_over),
      cmocka_unit_test(rolling_resistance_brings_a_ball_to_rest),
      cmocka_unit_test(a_super_ball_bounces),
      cmocka_unit_test(a_super_ball_slides_in_three_impacts),
      cmocka_unit_test(drilling_friction_stops_a_spin),
      cmocka_unit_test(a_driven_block_sticks_and_slips),
      cmocka_unit_test(a_table_shakes),
  };
  return check_run(argc, argv, tests);
}
