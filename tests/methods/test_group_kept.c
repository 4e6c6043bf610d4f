// What lobatto(s) on groups keeps over long times, and what it does not: rotations, momenta, linear
// integrals, the energy; and what becomes of a carried multiplier.

#include "tests/support/check.h"
#include "tests/support/group_systems.h"

#include "problem/group.h"
#include "run/run.h"

#include <stdio.h>

// --- rotations and momenta ---------------------------------------------------------------------

static double defect(const trial *t) {
  int from;
  return group_defect(t->run->problem, t->run->state.q, &from);
}

// the largest error of any invariant of the model
static double invariant_error(trial *t) {
  noslip_report r = trial_report(t);
  return vec_max(r.invariant_errors, noslip_run_count(t->run, NOSLIP_INVARIANT));
}

// 100 000 steps: rotations are made orthonormal in each of them; momenta walk at random by rounding
static void rotations_stay_rotations(void **unused) {
  (void)unused;
  static const char *const names[] = {"lobatto(2)", "lobatto(2, retraction=exp)"};
  for (int i = 0; i < 2; i++) {
    trial t = free_body(names[i], 0.1);
    trial_steps(&t, 100000);
    check_below(defect(&t), 4e-15);
    check_below(invariant_error(&t), 2e-13);
    trial_close(&t);
  }
}

// without that, they would not be: products alone lose them, if slowly
static void rotations_can_be_lost(void **unused) {
  (void)unused;
  double step[9], R[9], next[9], xi[3] = {0.05, -0.03, 0.1}, E[9];
  so3_identity(R);
  for (int i = 0; i < 100000; i++) {
    so3_cay(step, xi);
    so3_compose(next, R, step);
    vec_copy(R, next, 9);
  }
  mat_tmul(E, R, R, 3);
  mat_add_scalar(E, -1, 3);
  check_above(vec_max(E, 9), 1e-14);
}

// of SO(4) and of tops: 2000 steps
static void momenta_are_kept(void **unused) {
  (void)unused;
  trial_maker *const systems[] = {body_of_space, heavy_top, fixed_point};
  for (int i = 0; i < 3; i++)
    for (int s = 2; s < 4; s++) {
      trial t = systems[i](s == 2 ? "lobatto(2)" : "lobatto(3, retraction=exp)", 0.05);
      trial_steps(&t, 2000);
      int momenta = i == 0 ? 7 : 1;  // Manakov's integrals, on SO(4), are another matter
      check_below(vec_max(trial_report(&t).invariant_errors, momenta), 1e-13);
      check_above(trial_report(&t).energy_max_error, 1e-11);  // it is not that nothing happens
      trial_close(&t);
    }
}

// three linear integrals of the turntable in 400 steps, whatever becomes of the multiplier; the moving
// energy is kept by the method only
static void linear_integrals_are_kept(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    double moving;
  } cases[] = {{"lobatto(2)", 1e-12},
               {"lobatto(2, multiplier=carry)", 4e-10},
               {"lobatto(3, multiplier=carry)", 5e-12},
               {"lobatto(3, multiplier=restart, retraction=exp)", 1e-8}};
  for (int i = 0; i < 4; i++) {
    trial t = turntable(cases[i].name, 0.1);
    trial_steps(&t, 400);
    noslip_report r = trial_report(&t);
    check_below(vec_max(r.invariant_errors, 3), 1e-13);
    check_below(r.invariant_errors[3], cases[i].moving);
    check_above(r.energy_max_error, 0.01);  // the table does work
    trial_close(&t);
  }
}

// --- the symplectic form --------------------------------------------------------------------------

enum { widest = 9 };

// a tangent vector of (g, mu), seen from the body
typedef struct tangent {
  double zeta[widest], dmu[widest];
} tangent;

// zeta1.dmu2 - zeta2.dmu1 + mu.[zeta1, zeta2]
static double form(const group *G, const double *mu, const tangent *a, const tangent *b) {
  double both[widest], ad[widest*widest];
  group_ad(G, ad, a->zeta);
  mat_vec(both, ad, b->zeta, G->dim, G->dim);
  return vec_dot(a->zeta, b->dmu, G->dim) - vec_dot(b->zeta, a->dmu, G->dim) +
         vec_dot(mu, both, G->dim);
}

// the tangent vector x carried along by ten steps, with friction of `spoil`
static void carry(noslip_run *r, const group *G, const tangent *x, double spoil, tangent *out) {
  const double d = 1e-5;
  state s[2];
  failure why;
  double between[3*widest], back[3*widest], move[widest];
  for (int side = 0; side < 2; side++) {
    double by = side == 0 ? d : -d;
    assert_true(state_init(&s[side], &r->arena, r->problem));
    state_copy(&s[side], &r->state);
    vec_zero(move, G->dim);
    vec_axpy(move, by, x->zeta, move, G->dim);
    group_move(r->problem, s[side].q, move);
    vec_axpy(s[side].p, by, x->dmu, s[side].p, G->dim);
    for (int i = 0; i < 10; i++)
      assert_int_equal(method_step(r->stepper, &s[side], r->h, &why), NOSLIP_OK);
  }
  group_inverse(G, back, s[1].q);
  group_compose(G, between, back, s[0].q);
  assert_true(group_tau_inverse(G, out->zeta, between));
  for (int i = 0; i < G->dim; i++) {
    out->zeta[i] /= 2*d;
    out->dmu[i] = (1 - spoil)*(s[0].p[i] - s[1].p[i])/(2*d);
  }
}

// the largest change of the form in ten steps
static double symplectic_defect(trial_maker *make, const char *name, double spoil) {
  enum { vectors = 4 };
  trial t = make(name, 0.2);
  noslip_run *r = t.run;
  group G = group_of_problem(r->problem, GROUP_CAY);
  tangent before[vectors], after[vectors];
  double mu[widest], worst = 0;
  assert_true(G.dim <= widest && G.size <= 3*widest);
  for (int k = 0; k < vectors; k++) {
    for (int i = 0; i < G.dim; i++) {
      before[k].zeta[i] = sin(1 + 2.3*i + 1.7*k);
      before[k].dmu[i] = cos(2 + 1.9*i + 2.9*k);
    }
    carry(r, &G, &before[k], spoil, &after[k]);
  }
  vec_copy(mu, r->state.p, G.dim);
  trial_steps(&t, 10);
  for (int a = 0; a < vectors; a++)
    for (int b = 0; b < a; b++)
      worst = fmax(worst, fabs(form(&G, r->state.p, &after[a], &after[b]) -
                               form(&G, mu, &before[a], &before[b])));
  trial_close(&t);
  return worst;
}

// a rotation, a rigid motion and a line, without constraints
static trial loose(const char *name, double h) {
  return trial_text("model loose\n"
                    "coord g: SE(2) velocity (v, om), z, R: SO(3) velocity w\n"
                    "lagrangian dot(v, v)/2 + 0.3*om^2 + z'^2/2 + dot(w, w)/2 + 0.2*om*w[3]\n"
                    "  + 0.1*z*w[1]*R[1,1] - (g.x^2 + g.y^2)/2 - z^2*R[3,3] - 0.4*g.x*R[1,2]\n"
                    "init g.x = 0.4, v = [0.5, 0], z' = 0.3, om = 0.8, w = [0, 0.5, 1]\n",
                    NULL, name, h);
}

// central differences with a step of 1e-5: 1e-10 of truncation and of rounding, times the growth of the
// tangent vectors
static void symplectic_form_is_kept(void **unused) {
  (void)unused;
  static const char *const names[] = {"lobatto(2)", "lobatto(2, retraction=exp)", "lobatto(3)",
                                      "lobatto(4, retraction=exp)"};
  for (int i = 0; i < 4; i++) {
    check_below(symplectic_defect(heavy_top, names[i], 0), 2e-9);
    check_below(symplectic_defect(loose, names[i], 0), 2e-9);
  }
  check_below(symplectic_defect(heavy_top, "moser-veselov", 0), 2e-9);
  check_below(symplectic_defect(heavy_top, "reich", 0), 2e-9);
  check_above(symplectic_defect(heavy_top, "lobatto(2)", 1e-6), 2e-7);
  check_above(symplectic_defect(loose, "lobatto(3)", 1e-6), 2e-7);
}

// --- what is known of models ---------------------------------------------------------------------

// a ball on a plane that turns, and one in a cylinder, where they are at t = 10
static void balls_are_where_they_should_be(void **unused) {
  (void)unused;
  trial t = trial_file("ball_plane.noslip", NULL, "lobatto(5)", 0.05);
  double k = 0.4, kap = 1.3*k/(1 + k), Gx = 0.3/(1 + k), Gy = -0.2/(1 + k);
  double Ax = 0.4 + Gy/kap, Ay = 0.2 - Gx/kap, s = sin(10*kap), c = 1 - cos(10*kap);
  trial_steps(&t, 200);
  check_near(trial_value(&t, "x"), 0.5 + (Ax*s - Ay*c - 10*Gy)/kap, 1e-10);
  check_near(trial_value(&t, "y"), -0.3 + (Ay*s + Ax*c + 10*Gx)/kap, 1e-10);
  trial_close(&t);

  t = trial_file("ball_cylinder.noslip", NULL, "lobatto(5)", 0.05);
  double rate = 1.5, nu = sqrt(k/(1 + k))*rate;
  double middle = -(9.81 + k*rate*0.5)/((1 + k)*nu*nu);
  trial_steps(&t, 200);
  check_near(trial_value(&t, "c[1]"), 2*cos(10*rate), 1e-9);
  check_near(trial_value(&t, "c[3]"), middle*(1 - cos(10*nu)) + 0.8/nu*sin(10*nu), 1e-9);
  trial_close(&t);
}

// the rattleback turns back, as another program has it to four digits; the other way it does not
static void rattleback_turns_back(void **unused) {
  (void)unused;
  static const double spin[] = {-4.9996, -3.2440, -1.1890, 0.2757, 2.8045, 4.2728, 5.2678};
  trial t = trial_file("rattleback.noslip", NULL, "lobatto(5)", 0.002);
  for (int k = 0; k <= 6; k++) {
    check_near(trial_value(&t, "spin"), spin[k], 2e-4);
    trial_steps(&t, 500);
  }
  check_below(trial_report(&t).constraint_max_error, 1e-14);
  trial_close(&t);
  t = trial_file("rattleback.noslip", "omega=[0,0,5]", "lobatto(3)", 0.004);
  trial_steps(&t, 1500);
  check_above(trial_value(&t, "spin"), 1);
  trial_close(&t);
}

// --- energy --------------------------------------------------------------------------------------

// the largest energy error in each quarter of n steps
static void quarters(trial *t, long n, double out[4]) {
  for (int k = 0; k < 4; k++) {
    out[k] = 0;
    for (long i = 0; i < n/4; i++) {
      trial_steps(t, 1);
      out[k] = fmax(out[k], fabs(noslip_energy(t->run) - t->run->energy.start));
    }
  }
}

static void quarters_are(trial_maker *make, const char *name, double h, long n,
                         const double expected[4], double share) {
  double found[4];
  trial t = make(name, h);
  quarters(&t, n, found);
  for (int k = 0; k < 4; k++)
    check_near(found[k], expected[k], share*expected[k]);
  trial_close(&t);
}

// bounded without constraints: no quarter has more than another
static void energy_of_a_top_is_bounded(void **unused) {
  (void)unused;
  quarters_are(heavy_top, "lobatto(2)", 0.1, 3000, (double[]){6.5e-3, 6.5e-3, 6.5e-3, 6.5e-3},
               0.06);
  quarters_are(heavy_top, "lobatto(3)", 0.2, 1000, (double[]){6.5e-5, 6.5e-5, 6.5e-5, 6.5e-5},
               0.06);
}

// with nonholonomic constraints s = 2 is bounded, s = 3 grows with the time
static void energy_of_the_unicycle(void **unused) {
  (void)unused;
  quarters_are(unicycle, "lobatto(2, multiplier=carry)", 0.1, 4000,
               (double[]){5.3e-3, 5.3e-3, 5.3e-3, 5.3e-3}, 0.03);
  quarters_are(unicycle, "lobatto(3, multiplier=carry)", 0.1, 4000,
               (double[]){4.3e-6, 9.2e-6, 1.41e-5, 1.90e-5}, 0.03);
  quarters_are(unicycle, "lobatto(3, multiplier=carry, retraction=exp)", 0.1, 4000,
               (double[]){5.4e-7, 4.8e-7, 9.5e-7, 1.45e-6}, 0.03);
  quarters_are(unicycle, "lobatto(2, multiplier=restart)", 0.1, 2000,
               (double[]){0.022, 0.041, 0.057, 0.074}, 0.03);
  quarters_are(unicycle, "lobatto(2)", 0.1, 4000, (double[]){1.7e-3, 1.7e-3, 1.7e-3, 1.7e-3}, 0.03);
}

// --- the carried multiplier -----------------------------------------------------------------------

// by how much the carried multiplier is off the consistent one
static double astray(trial *t) {
  monitor_motion(t->run);
  observed_consistent(&t->run->observed, &t->run->state);
  return fabs(t->run->state.kept[0] - t->run->state.lambda[0]);
}

// On the sleigh it grows by 35 in 5 units of time. The other closures are cured, each with an energy
// error that stays as it is from t = 5 on.
static void carried_multiplier_goes_astray(void **unused) {
  (void)unused;
  trial t = sleigh_plane("lobatto(2, multiplier=carry)", 0.1);
  trial_steps(&t, 20);
  double early = astray(&t);
  trial_steps(&t, 50);
  check_near(astray(&t)/early, 35, 10);
  trial_steps(&t, 100);
  check_above(astray(&t), 1);
  check_text(trial_report(&t).warnings[0], "the carried multiplier of `blade` goes astray");
  trial_close(&t);
}

static void other_closures_are_cured(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    double energy;
  } cases[] = {{"lobatto(2, multiplier=restart, retraction=exp)", 5.4e-4},
               {"lobatto(3, multiplier=restart, retraction=exp)", 3.6e-7},
               {"lobatto(2, multiplier=restart)", 3.0e-4},
               {"lobatto(3, multiplier=restart)", 5.9e-7},
               {"lobatto(3)", 3.7e-7}};
  for (int i = 0; i < 5; i++) {
    trial t = sleigh_plane(cases[i].name, 0.1);
    for (int k = 0; k < 4; k++) {
      trial_steps(&t, 50);
      double error = fabs(noslip_energy(t.run) - t.run->energy.start);
      check_near(error, cases[i].energy, 0.03*cases[i].energy);
    }
    assert_int_equal(trial_report(&t).nwarning, 0);
    trial_close(&t);
  }
  trial t = sleigh_plane("lobatto(2)", 0.1);
  trial_steps(&t, 200);
  check_below(trial_report(&t).energy_max_error, 2e-14);
  trial_close(&t);
}

// a multiplier that is 0.01 off at the start stays 0.01 off, with carry; with reduce it is forgotten
static void memory_of_the_multiplier(void **unused) {
  (void)unused;
  for (int s = 2; s <= 4; s++) {
    char name[40];
    snprintf(name, sizeof name, "lobatto(%d, multiplier=carry)", s);
    trial right = unicycle(name, 0.1), wrong = unicycle(name, 0.1);
    wrong.run->state.kept[0] += 0.01;
    trial_steps(&right, 100);
    trial_steps(&wrong, 100);
    check_near(fabs(wrong.run->state.kept[0] - right.run->state.kept[0]), 0.01, 0.002);
    trial_close(&right);
    trial_close(&wrong);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rotations_stay_rotations),
      cmocka_unit_test(rotations_can_be_lost),
      cmocka_unit_test(momenta_are_kept),
      cmocka_unit_test(linear_integrals_are_kept),
      cmocka_unit_test(symplectic_form_is_kept),
      cmocka_unit_test(energy_of_a_top_is_bounded),
      cmocka_unit_test(balls_are_where_they_should_be),
      cmocka_unit_test(rattleback_turns_back),
      cmocka_unit_test(energy_of_the_unicycle),
      cmocka_unit_test(carried_multiplier_goes_astray),
      cmocka_unit_test(other_closures_are_cured),
      cmocka_unit_test(memory_of_the_multiplier),
  };
  return check_run(argc, argv, tests);
}
