// Tests of the energy-preserving methods on groups: reduction.h, phase.h and rotation.h keep what they
// claim on rotations, rigid motions and products.

#include "tests/support/check.h"
#include "tests/support/group_systems.h"

#include "geometry/rotation.h"
#include "methods/gradient/gradient_make.h"
#include "problem/group.h"
#include "run/run.h"

// --- the structure -------------------------------------------------------------------------------

static trial_maker *const systems[] = {
    free_body,     heavy_top,       unicycle,           suslov,    sleigh_plane, fixed_point, bowl,
    body_of_space, top_hamiltonian, suslov_hamiltonian, rattleback};
enum { nsystem = sizeof systems/sizeof *systems };

// w.P w over |w| |P w| in the reduced form, at numbers that are `off` an element of the group
static double skewness(trial_maker *make, double off) {
  trial t = make("gonzalez", 0.01);
  gradient *s = t.run->stepper->self;
  int n = t.run->problem->skew.nz;
  double w[trial_most], z[trial_most];
  trial_steps(&t, 3);
  for (int i = 0; i < n; i++) {
    z[i] = s->phase.end[i] + off*sin(1 + 1.3*i);
    w[i] = cos(2 + 1.7*i);
  }
  const double *Pw = evaluator_run(s->e, BUNDLE_STRUCTURE, 0, z, w, s->phase.frame);
  double size = sqrt(vec_dot(Pw, Pw, n)*vec_dot(w, w, n)), product = fabs(vec_dot(w, Pw, n));
  check_above(size, 0.1);
  trial_close(&t);
  return product/size;
}

static void structure_is_skew(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++) {
    check_below(skewness(systems[i], 0), 1e-15);
    check_below(skewness(systems[i], 0.02), 1e-15);
  }
}

// --- what steps keep -----------------------------------------------------------------------------

static const char *const exact[] = {"gonzalez",  "avfc(3)",      "gonzalez(frame=fd)", "itoh-abe",
                                    "itoh-abe*", "itoh-abe-sym", "ep-collocation(2)"};
enum { nexact = sizeof exact/sizeof *exact };

// how large the energies are that are exchanged
static double energy_size(const trial *t) {
  const problem *p = t->run->problem;
  return 1e-2 + fabs(t->run->energy.start) +
         0.5*fabs(vec_dot(t->run->state.p, t->run->state.v, p->nv));
}

// 200 steps
static void energy_and_constraints_are_kept(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++)
    for (int k = 0; k < nexact; k++) {
      trial t = systems[i](exact[k], systems[i] == rattleback ? 0.001 : 0.02);
      double size = energy_size(&t);
      trial_steps(&t, 200);
      noslip_report r = trial_report(&t);
      check_below(r.energy_max_error, 1e-14*size);
      check_below(r.constraint_max_error, 1e-14);
      trial_close(&t);
    }
}

// others do not: the same steps of lobatto
static void energy_can_be_lost(void **unused) {
  (void)unused;
  trial_maker *const moving[] = {heavy_top, unicycle, fixed_point, bowl};
  for (int i = 0; i < 4; i++) {
    trial t = moving[i]("lobatto(2)", 0.02);
    double size = energy_size(&t);
    trial_steps(&t, 500);
    check_above(trial_report(&t).energy_max_error, 1e-6*size);
    trial_close(&t);
  }
}

// R^T R - 1 where a step has ended, before rotation_straighten; with `spoil` the step is longer
static double raw_defect(trial_maker *make, const char *name, double h, double spoil) {
  double worst = 0;
  trial t = make(name, h);
  gradient *s = t.run->stepper->self;
  const problem *p = t.run->problem;
  for (int k = 0; k < 5; k++) {
    double end[trial_most];
    int from;
    vec_copy(end, t.run->state.q, p->n);
    trial_steps(&t, 1);
    for (int i = 0; i < p->skew.zq; i++)
      end[p->skew.kept[i]] += (1 + spoil)*s->D[i];
    worst = fmax(worst, group_defect(p, end, &from));
  }
  trial_close(&t);
  return worst;
}

// steps keep rotations by themselves, whatever their size
static void steps_keep_rotations(void **unused) {
  (void)unused;
  for (int k = 0; k < nexact; k++) {
    check_below(raw_defect(heavy_top, exact[k], 0.2, 0), 1e-14);
    check_below(raw_defect(fixed_point, exact[k], 0.05, 0), 1e-14);
    check_below(raw_defect(body_of_space, exact[k], 0.2, 0), 1e-14);
    check_above(raw_defect(heavy_top, exact[k], 0.2, 0.01), 1e-5);
  }
}

// 30 000 steps; rounding is not gathered, neither in the energy
static void rotations_stay_rotations(void **unused) {
  (void)unused;
  trial_maker *const turning[] = {heavy_top, body_of_space};
  for (int i = 0; i < 2; i++) {
    trial t = turning[i]("gonzalez", 0.05);
    int from;
    trial_steps(&t, 30000);
    check_below(group_defect(t.run->problem, t.run->state.q, &from), 2e-15);
    check_below(trial_report(&t).energy_max_error, 4e-15*energy_size(&t));
    trial_close(&t);
  }
}

// --- rotations with twice the digits ---------------------------------------------------------------

// the largest entry of (R + low)^T (R + low) - 1
static double fine_defect(const double *R, const double *low) {
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      worst = fmax(worst, fabs(rotation_defect(R, low, i, j, 3)));
  return worst;
}

static void rotations_have_more_digits(void **unused) {
  (void)unused;
  double R[9], low[9] = {0}, xi[3] = {0.7, -0.3, 1.1};
  so3_exp(R, xi);
  for (int i = 0; i < 9; i++)
    R[i] += 1e-10*sin(1 + i);
  check_above(fine_defect(R, low), 1e-11);
  rotation_straighten(R, low, 3);
  check_below(fine_defect(R, low), 1e-19);
  vec_zero(low, 9);
  check_above(fine_defect(R, low), 1e-17);  // what doubles alone can do
}

// 0.3 about one axis; a run warns of more than a right angle
static void turns_are_measured(void **unused) {
  (void)unused;
  double R0[9], R1[9], d[9], a[3] = {0.1, 0.2, -0.1}, b[3] = {0, 0.3, 0}, turned[9];
  so3_exp(R0, a);
  so3_exp(R1, b);
  so3_compose(turned, R0, R1);
  vec_sub(d, turned, R0, 9);
  check_near(rotation_turn(d, 3), 0.3, 1e-14);
  trial t = free_body("gonzalez", 2);
  trial_steps(&t, 1);
  check_above(t.run->stepper->kernel->carried.turn, 1.58);
  assert_true(t.run->watches.turn.said);
  trial_close(&t);
}

// --- order and symmetry ----------------------------------------------------------------------------

static void orders_are_observed(void **unused) {
  (void)unused;
  trial_maker *const moving[] = {heavy_top, unicycle, bowl};
  for (int i = 0; i < 3; i++) {
    check_near(trial_order_against(moving[i], "gonzalez", 1, 20, "lobatto(5)"), 2, 0.1);
    check_near(trial_order_against(moving[i], "gonzalez(frame=fd)", 1, 20, "lobatto(5)"), 2, 0.1);
    check_near(trial_order_against(moving[i], "itoh-abe-sym", 1, 20, "lobatto(5)"), 2, 0.1);
    check_near(trial_order_against(moving[i], "ep-collocation(2)", 1, 10, "lobatto(5)"), 4, 0.15);
    check_near(trial_order_against(moving[i], "ep-collocation(3)", 1, 5, "lobatto(6)"), 6, 0.3);
  }
}

// coordinates one after the other: where they are not apart in H, and this is not the middle's gradient
static void one_after_the_other_has_order_one(void **unused) {
  (void)unused;
  check_near(trial_order_against(rattleback, "itoh-abe", 0.05, 200, "lobatto(5)"), 1, 0.1);
  check_above(trial_asymmetry(rattleback, "itoh-abe", 0.001, 50), 1e-4);
  check_below(trial_way_back(rattleback, "itoh-abe", "itoh-abe*", 0.001, 50), 1e-11);
}

// a point of a rigid motion is held: by the translation of SE(3)
static void rigid_motions_converge(void **unused) {
  (void)unused;
  check_near(trial_order_against(fixed_point, "avfc(3)", 0.5, 40, "lobatto(5)"), 2, 0.1);
  check_near(trial_order_against(fixed_point, "ep-collocation(2)", 0.5, 40, "lobatto(5)"), 4, 0.15);
}

static void steps_are_symmetric(void **unused) {
  (void)unused;
  static const char *const names[] = {"gonzalez", "avfc(3)", "itoh-abe-sym", "ep-collocation(2)"};
  for (int k = 0; k < 4; k++) {
    check_below(trial_asymmetry(heavy_top, names[k], 0.1, 50), 1e-12);
    check_below(trial_asymmetry(unicycle, names[k], 0.1, 50), 1e-12);
    check_below(trial_asymmetry(bowl, names[k], 0.02, 20), 1e-12);
  }
}

// what is made of symmetric steps has a higher order, also here
static void compositions_work(void **unused) {
  (void)unused;
  check_near(trial_order_against(heavy_top, "compose(gonzalez, suzuki4)", 1, 10, "lobatto(5)"), 4,
             0.2);
}

// --- damping, and what is refused ------------------------------------------------------------------

static trial damped_top(const char *name, double h) {
  return trial_text("model top\n"
                    "coord R: SO(3) velocity w\n"
                    "lagrangian (1.5*w[1]^2 + 1.44*w[2]^2 + 0.94*w[3]^2)/2 - R[3,3]\n"
                    "force w = -0.2*w\n"
                    "init R = [[0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]], w = [0.7, -0.4, 0.9]\n",
                    NULL, name, h);
}

static void damped_energy_falls(void **unused) {
  (void)unused;
  trial t = damped_top("gonzalez", 0.1);
  trial_energy_falls(&t, 200);
  trial_close(&t);
  check_near(trial_order_against(damped_top, "gonzalez", 1, 20, "lobatto(5)"), 2, 0.05);
}

#define BODY "model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)/2"

static void others_are_refused(void **unused) {
  (void)unused;
  trial_refused(BODY " + sqrt(1 + w[1]^2)\n", "gonzalez", "not quadratic in the velocities");
  trial_refused(BODY " - t*R[1,1]\n", "gonzalez", "depends on time");
  trial_refused(BODY "\nnonholonomic a: w[3] = 1\ninit w = [0, 0, 1]\n", "gonzalez", "affine");
  trial_refused(BODY "\nholonomic a: R[1,1]^4 = 1\n", "gonzalez", "not quadratic");
  trial_refused("model m\ncoord g: SE(3) velocity (v, w)\nlagrangian (dot(w, w) + dot(v, v))/2\n"
                "holonomic a: g.z = g.x^3\n",  // no number of R^n
                "gonzalez", "not quadratic");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(structure_is_skew),
      cmocka_unit_test(energy_and_constraints_are_kept),
      cmocka_unit_test(energy_can_be_lost),
      cmocka_unit_test(steps_keep_rotations),
      cmocka_unit_test(rotations_stay_rotations),
      cmocka_unit_test(rotations_have_more_digits),
      cmocka_unit_test(turns_are_measured),
      cmocka_unit_test(orders_are_observed),
      cmocka_unit_test(one_after_the_other_has_order_one),
      cmocka_unit_test(rigid_motions_converge),
      cmocka_unit_test(steps_are_symmetric),
      cmocka_unit_test(compositions_work),
      cmocka_unit_test(damped_energy_falls),
      cmocka_unit_test(others_are_refused),
  };
  return check_run(argc, argv, tests);
}
