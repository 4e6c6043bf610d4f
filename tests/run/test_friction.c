// Contacts with friction, from event to event: sticking, slipping, rolling, impacts; what is refused.

#include "tests/run/contact_trial.h"

static const char euler4[] = "compose(euler-true, suzuki4)";
static const char euler2[] = "compose(euler-true, symmetric)";

// ---- a mass on a slope

static const char incline[] =
    "model incline\nparam g = 9.81, al = 0.4, mu = 0.2, v0 = 3, A = 0\ncoord x, y\n"
    "lagrangian (x'^2 + y'^2)/2 - g*y\n"
    "contact slope: y*cos(al) - x*sin(al) >= 0, friction mu along x'*cos(al) + y'*sin(al)\n"
    "force x = A*sin(5*t)*cos(al)\nforce y = A*sin(5*t)*sin(al)\n"
    "init x' = v0*cos(al), y' = v0*sin(al)\n"
    "observe s = x*cos(al) + y*sin(al)\nobserve v = x'*cos(al) + y'*sin(al)\n";

// stops, and slides back or stays: exact at any step
static void a_mass_on_a_slope(void **unused) {
  (void)unused;
  static const char *const names[] = {"compose(euler-true, suzuki4)",
                                      "compose(euler-true, symmetric)"};
  for (int i = 0; i < 2; i++) {
    trial t = contact_text(incline, NULL, names[i], 1.5, 15);
    check_near(contact_event(&t, "reverse", 0).time, 0.533113869708144, 1e-14);
    check_near(trial_value(&t, "s"), -0.141308411978695, 1e-14);
    check_near(trial_value(&t, "v"), -1.94641165502472, 1e-14);
    trial_close(&t);
    t = contact_text(incline, "mu=0.6", names[i], 1.5, 15);
    check_near(contact_event(&t, "stick", 0).time, 0.324620555540161, 1e-14);
    check_near(trial_value(&t, "s"), 0.486930833310242, 1e-14);
    check_below(fabs(trial_value(&t, "v")), 1e-15);
    assert_int_equal(noslip_run_event_count(t.run), 1);
    trial_close(&t);
  }
}

// slip, reverse, stick, slip, stick, slip under a shaking force; x(4)
static double shaken(const char *method, long n, double *place) {
  static const double times[] = {0.143415526814055, 0.670410264418953, 1.77955813838867,
                                 1.88905304244957,  3.04326686685546,  3.14569010388549};
  static const char *const kinds[] = {"slip", "reverse", "stick", "slip", "stick", "slip"};
  trial t = contact_text(incline, "mu=0.45 A=12 v0=0", method, 4, n);
  double worst = 0;
  noslip_event e;
  assert_int_equal(noslip_run_event_count(t.run), 6);
  for (long k = 0; k < 6; k++) {
    assert_true(noslip_run_event(t.run, k, &e));
    assert_string_equal(e.kind, kinds[k]);
    worst = fmax(worst, fabs(e.time - times[k]));
  }
  *place = fabs(trial_value(&t, "s") + 7.77021126717077);
  trial_close(&t);
  return worst;
}

static void sticking_and_slipping(void **unused) {
  (void)unused;
  double place[3], time[3];
  for (int i = 0; i < 3; i++)
    time[i] = shaken(euler4, 80L << i, &place[i]);
  check_below(time[0], 7.1e-7);
  check_below(time[1], 4.4e-8);
  check_below(time[2], 2.8e-9);
  contact_order(place, 3, 4, 0.3);
  for (int i = 0; i < 2; i++)
    time[i] = shaken(euler2, 80L << i, &place[i]);
  check_near(time[0], 2.1e-3, 1e-4);
  contact_order(place, 2, 2, 0.1);
}

// ---- a mass in a bowl

static const char bowl[] =
    "model bowl\nparam g = 9.81, mu = 0.15\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - g*y\n"
    "contact bowl: 1 - sqrt(x^2 + y^2) >= 0,\n"
    "  friction mu along (x*y' - y*x')/sqrt(x^2 + y^2)\n"
    "init x = -sin(1), y = -cos(1)\nobserve th = atan2(x, -y)\n";

static void a_mass_in_a_bowl(void **unused) {
  (void)unused;
  double error[2];
  for (int i = 0; i < 2; i++) {
    trial t = contact_text(bowl, NULL, euler4, 3.5, 175L << i);
    check_near(contact_event(&t, "reverse", 0).time, 1.040319244976, 2e-8);
    check_near(contact_event(&t, "reverse", 1).time, 2.048913283562, 4e-8);
    check_near(contact_event(&t, "stick", 0).time, 3.046947296755, 6e-8);
    error[i] = fabs(trial_value(&t, "th") + 0.0573303911563189);
    trial_close(&t);
  }
  check_below(error[1], 4e-10);
  contact_order(error, 2, 4, 0.3);
}

// ---- two directions

static void a_block_across_a_slope(void **unused) {
  (void)unused;
  double error[3];
  for (int i = 0; i < 3; i++) {
    trial t = contact_run("block_slope.noslip", NULL, euler4, 1.5, 30L << i);
    error[i] = fabs(contact_event(&t, "stick", 0).time - 0.932667027529606);
    check_near(trial_value(&t, "x"), 0.103770184948077, 2*error[i]);
    check_near(trial_value(&t, "y"), 0.396810462034951, 2*error[i]);
    trial_close(&t);
  }
  check_below(error[2], 2.6e-8);
  check_above(error[0]/error[2], 64);
}

// held up by friction in two directions until a slow pull is too strong: m g mu = 1.962
static void slips_begin_in_their_direction(void **unused) {
  (void)unused;
  static const char text[] = "model pulled\ncoord x, y, z\n"
                             "lagrangian (x'^2 + y'^2 + z'^2)/2 - 9.81*z\n"
                             "contact table: z >= 0, friction 0.2 along [x', y']\n"
                             "force x = 3*t\nforce y = 4*t\n";
  trial t = contact_text(text, NULL, euler4, 1, 100);
  double begins = 1.962/5, left = 1 - begins;
  check_near(contact_event(&t, "slip", 0).time, begins, 1e-13);
  check_near(trial_value(&t, "x"), 0.6*5*left*left*left/6, 1e-8);
  check_near(trial_value(&t, "y"), 0.8*5*left*left*left/6, 1e-8);
  trial_close(&t);
}

// ---- bodies

static void a_disk_rolls_slides_and_leaves(void **unused) {
  (void)unused;
  double slip[2], off[2];
  for (int i = 0; i < 2; i++) {
    trial t = contact_run("disk_hill.noslip", NULL, euler4, 1.1, 55L << i);
    slip[i] = fabs(contact_event(&t, "slip", 0).time - 0.8607492311923);
    off[i] = fabs(contact_event(&t, "off", 0).time - 1.0047542078117);
    check_near(trial_value(&t, "x"), 1.1070695970417, 2e-8);
    check_near(trial_value(&t, "z"), 0.4841261057171, 3e-8);
    check_near(trial_value(&t, "th"), -6.4228825538212, 2e-7);
    check_below(trial_report(&t).constraint_scaled_error, 1e-13);
    trial_close(&t);
  }
  check_below(slip[1], 1e-9);
  check_below(off[1], 1e-9);
  contact_order(slip, 2, 4, 0.3);
  contact_order(off, 2, 4, 0.4);
}

static void a_drum_drags_a_disk(void **unused) {
  (void)unused;
  trial t = contact_run("drum.noslip", NULL, euler4, 3, 300);
  check_near(contact_event(&t, "stick", 0).time, 0.3577095438548, 2e-9);
  check_near(trial_value(&t, "x"), 0.3246835199559, 1e-9);
  check_near(trial_value(&t, "z"), -0.7311501978862, 1e-9);
  check_near(trial_value(&t, "th"), 40.7205036632598, 2e-8);
  check_near(trial_value(&t, "th'"), 15.64661593826, 1e-7);
  trial_close(&t);
}

static void a_ladder_falls(void **unused) {
  (void)unused;
  trial t = contact_run("ladder.noslip", NULL, euler4, 1.5, 150);
  noslip_event bang = contact_event(&t, "land", 0);
  check_near(contact_event(&t, "off", 0).time, 0.6355031967110, 2e-10);
  check_near(bang.time, 0.8514340456500, 5e-10);
  check_near(bang.impulse, 2.23470251, 1e-8);
  check_near(bang.energy_after - bang.energy_before, -7.79339258, 1e-8);
  check_near(trial_value(&t, "x"), 1.3440791152160, 1e-9);
  check_near(trial_value(&t, "x'"), 0.0987340454357, 1e-9);
  trial_close(&t);
}

static void a_super_ball_bounces(void **unused) {
  (void)unused;
  static const double times[] = {0.4515236409857, 1.1739614665629, 1.7519117270246,
                                 2.2142719353940, 2.5841601020895, 2.8800706354459};
  trial t = contact_run("super_ball.noslip", NULL, euler4, 3, 300);
  assert_int_equal(contact_count(&t, "impact"), 6);
  for (int k = 0; k < 6; k++)
    check_near(contact_event(&t, "impact", k).time, times[k], 1e-13);
  check_near(trial_value(&t, "x"), -2.0969527180285, 1e-12);
  check_near(trial_value(&t, "z"), 0.1687074609658, 1e-12);
  check_near(trial_value(&t, "th'"), 10, 1e-12);
  trial_close(&t);
  t = contact_run("super_ball.noslip", "mu=0.1", euler4, 3,
                  300);  // slides three times, then sticks
  check_near(trial_value(&t, "x"), -0.8763777292119, 1e-12);
  check_near(trial_value(&t, "x'"), -1, 1e-12);
  trial_close(&t);
}

// ---- what is refused, with its remedy

static void stops_with(const char *file, const char *text, const char *settings,
                       const char *words) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_setting set = {"mu", settings};
  noslip_model_options given = {.set = &set, .nset = settings ? 1 : 0};
  char path[500];
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file ? file : "");
  noslip_status status = file ? noslip_model_load_with(c, path, &given, &m)
                              : noslip_model_parse(c, "text", text, &given, &m);
  assert_int_equal(status, NOSLIP_OK);
  noslip_run_options o = {.method = euler4, .step = 0.01};
  status = noslip_run_new(c, m, &o, &r);
  if (status == NOSLIP_OK)
    status = noslip_advance(r, 100);
  assert_int_not_equal(status, NOSLIP_OK);
  check_text(noslip_last_error(c), words);
  check_text(noslip_last_error(c), "use method moreau");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// a rod on its tip, moving towards the side of the tip: 1 + 3 cos^2 - 3 mu sin cos < 0
static const char rod[] = "model rod\nparam mu = 1.6, v = -3, g = 9.81\ncoord x, y, th\n"
                          "lagrangian (x'^2 + y'^2)/2 + th'^2/6 - g*y\n"
                          "let tip = [x - cos(th), y - sin(th)]\n"
                          "contact tip: tip[2] >= 0, friction mu along tip[1]'\n"
                          "init th = atan2(2, 1), y = sin(th), x' = v\n";

static void what_is_refused(void **unused) {
  (void)unused;
  stops_with("ladder.noslip", NULL, "0.2405", "are not unique");
  stops_with("block_slope.noslip", NULL, "1e300",
             "`slope` slides with a coefficient of friction of");
  stops_with(NULL, rod, NULL, "can neither stick nor slide nor open");
  trial t = contact_text(rod, "v=3", euler4, 0.05, 5);  // the other way it slides
  check_above(trial_value(&t, "x"), 0.1);
  trial_close(&t);
  // lifted it leaves at once, however large friction would be
  t = contact_text(rod, "g=-9.81", euler4, 0.05, 5);
  check_near(trial_value(&t, "x'"), -3, 1e-14);
  check_near(trial_value(&t, "y'"), 9.81*0.05, 1e-14);
  trial_close(&t);
  trial_refused(rod, "rattle", "slide and stick, and the contact `tip` has friction");
}

// A gap in any units, with the whole velocity: a penetration is a distance. 7e-12 if it were the gap.
static void penetration_is_a_distance(void **unused) {
  (void)unused;
  noslip_event_totals totals;
  trial t = contact_text("model wave\ncoord c[1..3]\nlagrangian dot(c', c')/2 - 9.81*c[3]\n"
                         "contact floor: 1e6*(c[3] - sin(c[1])/5) >= 0, friction 0.3 along c'\n"
                         "init c' = [1, 0.3, 0.2]\n",
                         NULL, "lobatto(3)", 1.5, 150);
  noslip_run_event_totals(t.run, &totals);
  check_above(totals.largest_penetration, 0);
  check_below(totals.largest_penetration, 1e-15);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mass_on_a_slope),
      cmocka_unit_test(sticking_and_slipping),
      cmocka_unit_test(a_mass_in_a_bowl),
      cmocka_unit_test(a_block_across_a_slope),
      cmocka_unit_test(slips_begin_in_their_direction),
      cmocka_unit_test(a_disk_rolls_slides_and_leaves),
      cmocka_unit_test(a_drum_drags_a_disk),
      cmocka_unit_test(a_ladder_falls),
      cmocka_unit_test(a_super_ball_bounces),
      cmocka_unit_test(penetration_is_a_distance),
      cmocka_unit_test(what_is_refused),
  };
  return check_run(argc, argv, tests);
}
