// Bodies that turn, with rotations as coordinates, from event to event: balls and tops that slide, roll,
// bounce and leave.

#include "tests/run/contact_trial.h"

// ---- a ball that slides, then rolls

static const double backspin_rolls = 0.760179591445358;

// errors of the time at which it rolls, and of its place at t = 2
static double backspin(const char *method, long n, double *place) {
  trial t = contact_run("backspin.noslip", NULL, method, 2, n);
  double time = fabs(contact_event(&t, "stick", 0).time - backspin_rolls);
  assert_int_equal(noslip_run_event_count(t.run), 1);
  *place = fmax(fabs(trial_value(&t, "x") - 1.68584256531811),
                fabs(trial_value(&t, "y") + 0.69424723040457));
  check_near(trial_value(&t, "x'"), 4/7.0, 2e-13);
  check_near(trial_value(&t, "y'"), -3/7.0, 2e-13);
  check_near(noslip_energy(t.run), 5.462142857142857, 1e-13);
  check_below(trial_report(&t).constraint_scaled_error, 1e-14);
  trial_close(&t);
  return time;
}

static void a_ball_slides_and_rolls(void **unused) {
  (void)unused;
  static const char *const methods[] = {"lobatto(2)", "lobatto(3)", "lobatto(4)"};
  static const double orders[] = {2, 4, 6}, last[] = {2e-5, 1e-9, 1e-12};
  for (int k = 0; k < 3; k++) {
    double place[3];
    for (int i = 0; i < 3; i++)
      check_below(backspin(methods[k], 50L << i, &place[i]), 4e-7);
    check_below(place[2], last[k]);
    contact_order(place, 2, orders[k], 0.5);
  }
  double place;
  check_below(backspin("lobatto(4)", 200, &place), 1e-14);
}

// ---- the tippe top

typedef struct top_row {
  double t, c[3], tilt, w3, energy;
} top_row;

static const top_row top_rows[] = {
    {2, {-0.0323148878, -0.0166739863, 0.7179776782}, 0.9400744060, 5.5150498104, 7.6807264273},
    {5, {-0.1068939874, -0.0071793512, 0.7562251512}, 0.8125828294, 4.5042614126, 7.1170467215},
    {10, {-0.2033188150, 0.0234057739, 0.8814973439}, 0.3950088536, 1.6821305502, 5.6256754811},
    {15, {-0.268463152, 0.114843913, 1.128187808}, -0.427292695, -1.878544982, 3.978865270},
};

static double top_error(trial *t, const top_row *r) {
  static const char *const names[] = {"c[1]", "c[2]", "c[3]"};
  double worst =
      fmax(fabs(trial_value(t, "cos_tilt") - r->tilt),
           fmax(fabs(trial_value(t, "w[3]") - r->w3), fabs(noslip_energy(t->run) - r->energy)));
  for (int i = 0; i < 3; i++)
    worst = fmax(worst, fabs(trial_value(t, names[i]) - r->c[i]));
  return worst;
}

// all digits of the table, which has ten, and at t = 15 nine
static void a_top_turns_over(void **unused) {
  (void)unused;
  trial t = trial_file("tippe_top.noslip", NULL, "lobatto(4)", 0.0125);
  double now = 0;
  for (int i = 0; i < 4; i++) {
    trial_steps(&t, lround((top_rows[i].t - now)/0.0125));
    now = top_rows[i].t;
    check_below(top_error(&t, &top_rows[i]), now < 15 ? 1e-10 : 6e-10);
  }
  assert_int_equal(noslip_run_event_count(t.run), 0);
  check_below(trial_report(&t).invariant_errors[0], 2e-14);  // of Jellett's integral
  trial_close(&t);
}

static void its_errors_have_the_order(void **unused) {
  (void)unused;
  double error[2][2];
  for (int s = 3; s <= 4; s++)
    for (int i = 0; i < 2; i++) {
      const char *method = s == 3 ? "lobatto(3)" : "lobatto(4)";
      trial t = contact_run("tippe_top.noslip", NULL, method, 5, 100L << i);
      error[s - 3][i] = top_error(&t, &top_rows[1]);
      trial_close(&t);
    }
  contact_order(error[0], 2, 4, 0.2);
  contact_order(error[1], 2, 6, 0.4);
}

// Horizontal, then its slip ends. The instant is known from another program, by axis and angular
// momentum, as where |u|/(-d|u|/dt) leads from slips of 1e-6 and 4e-6.
static void a_top_rolls_in_the_end(void **unused) {
  (void)unused;
  trial t = contact_run("tippe_top.noslip", NULL, "lobatto(4)", 12.50136729, 500);
  check_below(fabs(trial_value(&t, "cos_tilt")), 2e-9);
  trial_close(&t);
  t = contact_run("tippe_top.noslip", NULL, "lobatto(4)", 18.48, 924);
  noslip_event e = contact_event(&t, "stick", 0);
  check_near(e.time, 18.4736135213, 2e-9);
  check_near(trial_value(&t, "cos_tilt"), -0.87514, 1e-5);
  check_below(fabs(e.energy_before - e.energy_after), 1e-11);
  assert_int_equal(noslip_run_event_count(t.run), 1);
  check_below(trial_report(&t).invariant_errors[0], 1e-11);
  trial_steps(&t, 76);
  check_near(noslip_energy(t.run), e.energy_after, 1e-9);  // it rolls: nothing is lost
  trial_close(&t);
}

// with the spin along its axis it rises and rolls; with a spin of 10 it hops
static void other_spins(void **unused) {
  (void)unused;
  trial t = contact_run("tippe_top.noslip", "w[1]=0 w[2]=0 w[3]=6", "lobatto(3)", 1, 50);
  check_near(trial_value(&t, "cos_tilt"), 0.9928, 5e-5);
  trial_steps(&t, 50);
  check_near(trial_value(&t, "cos_tilt"), 0.9955, 5e-5);
  check_near(contact_event(&t, "stick", 0).time, 1.4557, 5e-5);
  trial_steps(&t, 150);
  check_near(trial_value(&t, "cos_tilt"), 0.9986, 5e-5);
  trial_close(&t);
  t = contact_run("tippe_top.noslip", "n0=10", "lobatto(4)", 11.3, 1130);
  check_near(contact_event(&t, "off", 0).time, 11.2737, 5e-5);
  trial_close(&t);
}

// ---- other coordinates

// the ball with backspin as a rigid motion, by the velocity of its lowest point and by two components of
// it; and by its momenta
#define SE3_BALL                                                \
  "model ball\nparam r = 0.5\ncoord G: SE(3) velocity (v, w)\n" \
  "let V = G.R*v\nlet W = G.R*w\n"                              \
  "lagrangian dot(v, v)/2 + r^2/5*dot(w, w) - 9.81*G.z\n"       \
  "init G.z = r, v = [2, 0, 0], w = [3, -6, 2]\n"               \
  "contact table: G.z - r >= 0, friction 0.2 along "

static void rigid_motions_and_momenta(void **unused) {
  (void)unused;
  static const char *const balls[] = {
      SE3_BALL "V + r*cross([0, 0, 1], W)\n", SE3_BALL "[V[1] - r*W[2], V[2] + r*W[1]]\n",
      "model ball\nparam r = 0.5, I = 2*r^2/5\ncoord c[1..3] momentum p\n"
      "coord R: SO(3) velocity w momentum L\n"
      "hamiltonian dot(p, p)/2 + dot(L, L)/(2*I) + 9.81*c[3]\n"
      "contact table: c[3] - r >= 0, friction 0.2 along c' + r*cross([0, 0, 1], R*w)\n"
      "init c = [0, 0, r], p = [2, 0, 0], L = I*[3, -6, 2]\n"};
  for (int i = 0; i < 3; i++) {
    trial t = contact_text(balls[i], NULL, "lobatto(4)", 2, 200);
    check_near(contact_event(&t, "stick", 0).time, backspin_rolls, 2e-13);
    check_near(trial_value(&t, i < 2 ? "G.x" : "c[1]"), 1.68584256531811, 4e-12);
    check_near(trial_value(&t, i < 2 ? "G.y" : "c[2]"), -0.69424723040457, 4e-12);
    trial_close(&t);
  }
}

// the disk on a hill as a motion of the plane
static void motions_of_the_plane(void **unused) {
  (void)unused;
  static const char text[] =
      "model disk\nparam a = 0.2, rho = 1.2, g = 9.81, mu = 0.4, v0 = 0.5\n"
      "coord G: SE(2) velocity (v, om)\nlet d = sqrt(G.x^2 + G.y^2)\n"
      "lagrangian dot(v, v)/2 + a^2/4*om^2 - g*G.y\n"
      "contact hill: d - rho >= 0, friction mu along dot([G.y, -G.x]/d, G.R*v) + a*om\n"
      "init G.y = rho, v = [v0, 0], om = -v0/a\n";
  double slip[2];
  for (int i = 0; i < 2; i++) {
    trial t = contact_text(text, NULL, "lobatto(4)", 1.1, 55L << i);
    slip[i] = fabs(contact_event(&t, "slip", 0).time - 0.86074923119235);
    check_near(contact_event(&t, "off", 0).time, 1.0047542078117, 1e-9);
    check_near(trial_value(&t, "G.theta"), -6.4228825538212, 2e-7);
    trial_close(&t);
  }
  contact_order(slip, 2, 6, 0.5);
}

// ---- impacts

// an ellipsoid without friction keeps its energy over many bounces, to the order of the method
static double ellipsoid(const char *method, double h, double T, long least) {
  static const char text[] =
      "model ellipsoid\nparam a1 = 0.5, a2 = 0.4, a3 = 0.3, e = 1\n"
      "param I1 = (a2^2 + a3^2)/5, I2 = (a1^2 + a3^2)/5, I3 = (a1^2 + a2^2)/5\n"
      "coord c[1..3]\ncoord R: SO(3) velocity w\nlet up = transpose(R)*[0, 0, 1]\n"
      "lagrangian dot(c', c')/2 + (I1*w[1]^2 + I2*w[2]^2 + I3*w[3]^2)/2 - 9.81*c[3]\n"
      "contact floor: c[3] - sqrt((a1*up[1])^2 + (a2*up[2])^2 + (a3*up[3])^2) >= 0,\n"
      "  restitution e\n"
      "init c = [0, 0, 1], c[1]' = 0.3, w = [0.5, 1, 0.2]\n"
      "invariant Lz = dot([0, 0, 1], R*[I1*w[1], I2*w[2], I3*w[3]])\n";
  trial t = contact_text(text, NULL, method, T, lround(T/h));
  check_above((double)contact_count(&t, "impact"), (double)least);
  check_below(trial_report(&t).invariant_errors[0], 2e-14);
  double error = trial_report(&t).energy_max_error;
  trial_close(&t);
  return error;
}

static void an_ellipsoid_bounces(void **unused) {
  (void)unused;
  check_below(ellipsoid("lobatto(3)", 0.02, 20, 40), 1e-5);
  check_below(ellipsoid("lobatto(3)", 0.01, 20, 40), 1e-6);
  check_below(ellipsoid("lobatto(4)", 0.01, 20, 40), 3e-11);
  check_above(ellipsoid("lobatto(2)", 0.01, 20, 40), 1e-5);
  if (check_long())
    check_below(ellipsoid("lobatto(4)", 0.01, 600, 1000), 1e-10);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_slides_and_rolls),
      cmocka_unit_test(a_top_turns_over),
      cmocka_unit_test(its_errors_have_the_order),
      cmocka_unit_test(a_top_rolls_in_the_end),
      cmocka_unit_test(other_spins),
      cmocka_unit_test(rigid_motions_and_momenta),
      cmocka_unit_test(motions_of_the_plane),
      cmocka_unit_test(an_ellipsoid_bounces),
  };
  return check_run(argc, argv, tests);
}
