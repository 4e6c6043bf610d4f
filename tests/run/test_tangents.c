// Slips that are given with three components, the whole velocity of the point that touches, from event
// to event: with rotations and without, in any unit of the gap.

#include "tests/run/contact_trial.h"

// the ball of backspin.noslip by the square of its height and the whole velocity of its lowest point
static const char backspin3[] =
    "model backspin\nparam m = 1, r = 0.5, g = 9.81, mu = 0.2\nparam I = 2*m*r^2/5\n"
    "coord x, y, z\ncoord R: SO(3) velocity w\nlet W = R*w\n"
    "lagrangian m/2*(x'^2 + y'^2 + z'^2) + I/2*dot(w, w) - m*g*z\n"
    "contact table: z^2 - r^2 >= 0,\n"
    "  friction mu along [x', y', z'] + r*cross([0, 0, 1], W)\n"
    "init z = r, x' = 2, w = [3, -6, 2]\n";

static void three_components_are_two(void **unused) {
  (void)unused;
  trial two = contact_run("backspin.noslip", NULL, "lobatto(3)", 2, 100);
  trial t = contact_text(backspin3, NULL, "lobatto(3)", 2, 100);
  check_near(contact_event(&t, "stick", 0).time, contact_event(&two, "stick", 0).time, 1e-13);
  check_near(trial_value(&t, "x"), trial_value(&two, "x"), 1e-13);
  check_near(trial_value(&t, "y"), trial_value(&two, "y"), 1e-13);
  trial_close(&two);
  trial_close(&t);
  t = contact_text(backspin3, NULL, "lobatto(3)", 0.5, 50);
  const double *force = noslip_run_values(t.run, NOSLIP_MULTIPLIER), mu_N = 0.2*9.81;
  check_near(force[0], 9.81, 1e-12);  // 2 r is 1
  check_near(hypot(force[1], force[2]), mu_N, 1e-12);
  check_near(force[1]/force[2], 5/1.5, 4e-8);  // the error of h^4
  check_below(fabs(force[3]), 1e-13);
  trial_close(&t);
}

// a block on a slope, without rotations, and pulled until it slips
static void three_components_of_a_block(void **unused) {
  (void)unused;
  static const char slope[] = "model slope\nparam g = 9.81, al = 0.4\ncoord x, y, z\n"
                              "lagrangian (x'^2 + y'^2 + z'^2)/2 + g*sin(al)*x - g*cos(al)*z\n"
                              "contact slope: 3*z >= 0, friction 1.2*tan(al) along [x', y', z']\n"
                              "init x' = 2*cos(2), y' = 2*sin(2)\n";
  static const char pulled[] = "model pulled\ncoord x, y, z\n"
                               "lagrangian (x'^2 + y'^2 + z'^2)/2 - 9.81*z\n"
                               "contact table: z >= 0, friction 0.2 along [x', y', z']\n"
                               "force x = 3*t\nforce y = 4*t\n";
  static const char *const methods[] = {"lobatto(4)", "spark(4)", "compose(euler-true, suzuki4)"};
  for (int i = 0; i < 3; i++) {
    trial t = contact_text(slope, NULL, methods[i], 1.5, 150);
    check_near(contact_event(&t, "stick", 0).time, 0.932667027529606, 2e-8);
    check_near(trial_value(&t, "x"), 0.103770184948077, 2e-8);
    check_near(trial_value(&t, "y"), 0.396810462034951, 2e-8);
    trial_close(&t);
    t = contact_text(pulled, NULL, methods[i], 1, 100);
    double begins = 1.962/5, left = 1 - begins;
    check_near(contact_event(&t, "slip", 0).time, begins, 1e-13);
    check_near(trial_value(&t, "x"), 0.6*5*left*left*left/6, 1e-10);
    check_near(trial_value(&t, "y"), 0.8*5*left*left*left/6, 1e-10);
    trial_close(&t);
  }
}

// the disk of disk_hill.noslip as a ball of the same inertia that goes down a dome, between the axes:
// rolls, slides, leaves
static const char dome[] =
    "model dome\nparam a = 0.2, rho = 1.2, g = 9.81, mu = 0.4, v0 = 0.5\n"
    "coord c[1..3]\ncoord R: SO(3) velocity w\nlet n = c/norm(c)\n"
    "lagrangian dot(c', c')/2 + a^2/4*dot(w, w) - g*c[3]\n"
    "contact hill: dot(c, c) - rho^2 >= 0, friction mu along c' - cross(R*w, a*n)\n"
    "init c = [0, 0, rho], c' = v0*[0.6, 0.8, 0], w = v0/a*[-0.8, 0.6, 0]\n"
    "observe x = sqrt(c[1]^2 + c[2]^2)\n";

static void a_ball_rolls_slides_and_leaves(void **unused) {
  (void)unused;
  double slip[2];
  for (int i = 0; i < 2; i++) {
    trial t = contact_text(dome, NULL, "lobatto(3)", 1.1, 55L << i);
    slip[i] = fabs(contact_event(&t, "slip", 0).time - 0.8607492311923);
    check_near(contact_event(&t, "off", 0).time, 1.0047542078117, 1e-9);
    check_near(trial_value(&t, "x"), 1.1070695970417, 2e-8);
    check_near(trial_value(&t, "c[3]"), 0.4841261057171, 2e-8);
    trial_close(&t);
  }
  contact_order(slip, 2, 4, 0.3);
}

// Velocities in the stages of lobatto(2) are those of the middle of a step: a slip that begins on the
// dome is smaller than their error.
static void two_stages_do_not_see_it_begin(void **unused) {
  (void)unused;
  trial t = trial_text(dome, NULL, "lobatto(2)", 0.01);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 110 && status == NOSLIP_OK; i++)
    status = noslip_step(t.run);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context),
             "the contact `hill` begins to slip, and the stages of `lobatto(2)` do not tell which "
             "way; use lobatto(3) or more stages, or the method moreau");
  trial_close(&t);
}

// A ball rolls all the way round inside a sphere: its normal points everywhere, and tangents have to
// be taken anew. The factor of the gap is only its unit.
static double loop(const char *method, const char *factor, long n) {
  static const char text[] =
      "model loop\nparam r = 0.1, k = 1\ncoord c[1..3]\ncoord R: SO(3) velocity w\n"
      "lagrangian dot(c', c')/2 + r^2/5*dot(w, w) - 9.81*c[3]\n"
      "contact shell: k*(1 - dot(c, c)) >= 0, friction 5 along c' + cross(R*w, r*c/norm(c))\n"
      "init c = [0, 0, -1], c' = [8, 0.3, 0], w = [-0.3, 8, 0.7]/r\n";
  trial t = contact_text(text, factor, method, 1.5, n);
  assert_int_equal(noslip_run_event_count(t.run), 0);
  check_below(trial_report(&t).constraint_scaled_error, 1e-13);
  double error = fabs(noslip_energy(t.run) - 35.151);
  trial_close(&t);
  return error;
}

static void a_ball_rolls_round_a_sphere(void **unused) {
  (void)unused;
  double error[2] = {loop("lobatto(3)", NULL, 150), loop("lobatto(3)", NULL, 300)};
  contact_order(error, 2, 4, 0.2);
  check_below(loop("lobatto(4)", NULL, 300), 3e-12);
  check_near(loop("lobatto(3)", "k=1e-3", 150), error[0], 1e-12);
  check_near(loop("lobatto(3)", "k=1e3", 150), error[0], 1e-12);
}

// ---- impacts

// a ball with spin, in space, with known bounces
static void a_ball_bounces_with_spin(void **unused) {
  (void)unused;
  static const char text[] =
      "model super\nparam m = 1, r = 0.1, g = 9.81, mu = 0.3\nparam I = 2*m*r^2/5\n"
      "coord c[1..3]\ncoord R: SO(3) velocity w\n"
      "lagrangian m/2*dot(c', c') + I/2*dot(w, w) - m*g*c[3]\n"
      "contact floor: c[3]^2 - r^2 >= 0, restitution 0.8,\n"
      "  friction mu along c' + r*cross([0, 0, 1], R*w)\n"
      "init c = [0, 0, 1.1], c' = [0.6, 0.8, 0], w = 60*[0.8, -0.6, 0]\n";
  trial t = contact_text(text, NULL, "lobatto(3)", 3, 100);
  check_near(contact_event(&t, "impact", 0).time, 0.4515236409857, 1e-13);
  check_near(contact_event(&t, "impact", 5).time, 2.8800706354459, 1e-12);
  check_near(trial_value(&t, "c[1]"), 0.6*-2.0969527180285, 1e-12);
  check_near(trial_value(&t, "c[2]"), 0.8*-2.0969527180285, 1e-12);
  check_near(trial_value(&t, "c[3]"), 0.1687074609658, 1e-12);
  trial_close(&t);
  t = contact_text(text, "mu=0.1", "lobatto(3)", 3, 100);
  check_near(trial_value(&t, "c[1]"), 0.6*-0.8763777292119, 1e-12);
  trial_close(&t);
}

// ---- units

// Down the dome and onto a floor, in other units of length, mass and time
static void no_unit_matters(void **unused) {
  (void)unused;
  static const char text[] =
      "model dome\nparam L = 1, T = 1, M = 1\n"
      "param a = 0.2*L, rho = 1.2*L, g = 9.81*L/T^2, mu = 0.4, v0 = 0.5*L/T\n"
      "coord c[1..3]\ncoord R: SO(3) velocity w\n"
      "lagrangian M*(dot(c', c')/2 + a^2/4*dot(w, w) - g*c[3])\n"
      "contact hill: dot(c, c) - rho^2 >= 0, friction mu along c' - cross(R*w, a*c/norm(c))\n"
      "contact floor: c[3] >= 0, restitution 0.6, friction mu along c' - cross(R*w, [0, 0, a])\n"
      "init c = [0, 0, rho], c' = v0*[0.6, 0.8, 0], w = v0/a*[-0.8, 0.6, 0]\n";
  static const double units[][3] = {
      {1, 1, 1}, {1e-6, 1, 1}, {1e3, 1, 1e-6}, {1e-3, 1e6, 1e5}, {1e6, 1e-3, 1}};
  for (int i = 0; i < 5; i++) {
    const double *u = units[i];
    char settings[80];
    snprintf(settings, sizeof settings, "L=%g T=%g M=%g", u[0], u[1], u[2]);
    trial t = contact_text(text, settings, "lobatto(3)", 1.6*u[1], 160);
    check_near(contact_event(&t, "slip", 0).time/u[1], 0.86074923115, 1e-11);
    check_near(contact_event(&t, "off", 0).time/u[1], 1.00475420745, 1e-10);
    check_near(contact_event(&t, "impact", 0).time/u[1], 1.2308489824, 1e-10);
    check_near(trial_value(&t, "w[1]")*u[1], -7.258985465, 1e-8);
    trial_close(&t);
  }
}

// A ball that rolls down a plane: entries of the normal that are 0, or nearly so, and
// bodies that are large in the unit of length are no other points. Rolling without slip it goes
// 5/14 g sin(a) t^2.
static void all_planes_in_all_units(void **unused) {
  (void)unused;
  static const struct {
    const char *method, *normal;
    double slope, error;
  } list[] = {{"lobatto(3)", "[sin(0.3), 0, cos(0.3)]", 0.3, 1e-11},
              {"lobatto(3)", "[0, sin(0.3), cos(0.3)]", 0.3, 1e-11},
              {"lobatto(3)", "[1e-9, 0, 1]", 1e-9, 1e-11},
              {"moreau", "[0, sin(0.3), cos(0.3)]", 0.3, 1e-12},
              {"moreau", "[sin(0.3)*cos(0.7), sin(0.3)*sin(0.7), cos(0.3)]", 0.3, 1e-12}};
  static const char plane[] =
      "model plane\nparam L = 1\nparam r = 0.5*L, g = 9.81*L\n"
      "coord c[1..3]\ncoord R: SO(3) velocity w\nlet n = %s\n"
      "lagrangian dot(c', c')/2 + r^2/5*dot(w, w) - g*c[3]\n"
      "contact plane: dot(n, c) - r >= 0, friction 0.3 along c' - cross(R*w, r*n)\n"
      "init c = r*n\n";
  static const double lengths[] = {1, 1e6, 1e-6};
  char text[500], settings[20];
  for (int i = 0; i < 15; i++) {
    double L = lengths[i % 3],
           fall = 5.0/14*9.81*sin(list[i/3].slope)*sin(list[i/3].slope);
    snprintf(text, sizeof text, plane, list[i/3].normal);
    snprintf(settings, sizeof settings, "L=%g", L);
    trial t = contact_text(text, settings, list[i/3].method, 1, 37);
    check_near(trial_value(&t, "c[3]")/L, 0.5*cos(list[i/3].slope) - fall, list[i/3].error);
    trial_close(&t);
  }
}

// ---- what is refused

static void wrong_points_are_refused(void **unused) {
  (void)unused;
  static const char text[] =
      "model wrong\ncoord c[1..3]\ncoord R: SO(3) velocity w\n"
      "lagrangian dot(c', c')/2 + dot(w, w)/5 - 9.81*c[3]\n"
      "contact floor: c[3] - 1 >= 0, friction 0.2 along c' + cross(R*w, [1, 0, 0])\n"
      "init c = [0, 0, 1.5]\n";
  trial t = trial_text(text, NULL, "lobatto(3)", 0.01);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 100 && status == NOSLIP_OK; i++)
    status = noslip_step(t.run);
  check_near(noslip_time(t.run), sqrt(1/9.81), 1e-12);
  check_text(noslip_last_error(t.context),
             "the gap of the contact `floor` and the velocity after `along` do not belong to the "
             "same contact point; look at what stands after `along`");
  trial_close(&t);
  trial_refused("model drill\ncoord c[1..3]\ncoord R: SO(3) velocity w\n"
                "lagrangian dot(c', c')/2 + dot(w, w)/5 - 9.81*c[3]\n"
                "contact floor: c[3] - 1 >= 0, friction 0.2 along [c[1]', c[2]'],\n"
                "  friction 0.1 along (R*w)[3]\ninit c = [0, 0, 1]\n",
                "lobatto(3)", "treats one law of friction of a contact, and `floor` has 2");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(three_components_are_two),
      cmocka_unit_test(three_components_of_a_block),
      cmocka_unit_test(a_ball_rolls_slides_and_leaves),
      cmocka_unit_test(two_stages_do_not_see_it_begin),
      cmocka_unit_test(a_ball_rolls_round_a_sphere),
      cmocka_unit_test(a_ball_bounces_with_spin),
      cmocka_unit_test(no_unit_matters),
      cmocka_unit_test(all_planes_in_all_units),
      cmocka_unit_test(wrong_points_are_refused),
  };
  return check_run(argc, argv, tests);
}
