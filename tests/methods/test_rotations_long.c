// A million steps on rotations and on groups of matrices: integrals that are kept to rounding walk at
// random, like the square root of the steps, and rotations stay rotations.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "geometry/moser_veselov.h"
#include "problem/group.h"
#include "run/run.h"

#include <fenv.h>
#include <stdio.h>

enum { nsample = 64, most_integrals = 24 };

// a million steps, or a fiftieth of them
static long million(void) {
  return 1000000/check_share(50);
}

// --- growth ----------------------------------------------------------------------------------------

// errors of integrals against their size, over some starts
typedef struct growth {
  double sum[nsample];   // of squares
  double worst, defect;  // the largest error, the largest entry of R^T R - 1
} growth;

// a run without monitors, as fast as it can be
static trial start(const char *file, const char *settings, const char *name, double h) {
  trial t = trial_file(file, settings, name, h);
  noslip_run_free(t.run);
  noslip_run_options o = {
      .method = name, .step = h, .backend = "auto", .steps = million(), .unmonitored = true};
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &t.run), NOSLIP_OK);
  return t;
}

// the invariants of the model, and of a free body its energy
static int integrals(trial *t, double *out) {
  int n = noslip_run_count(t->run, NOSLIP_INVARIANT);
  assert_true(n < most_integrals);
  vec_copy(out, noslip_run_values(t->run, NOSLIP_INVARIANT), n);
  if (t->run->problem->class == PROBLEM_GROUP && t->run->problem->mechanical.structure.unforced)
    out[n++] = noslip_energy(t->run);
  return n;
}

// `steps` steps, with a look after each 64th part of them; small integrals count as 0.1
static void walk(growth *g, trial t, long steps, int rounding) {
  double before[most_integrals], now[most_integrals];
  int n = integrals(&t, before), from;
  for (int k = 0; k < nsample; k++) {
    fesetround(rounding);
    noslip_status status = noslip_advance(t.run, steps/nsample);
    fesetround(FE_TONEAREST);
    assert_int_equal(status, NOSLIP_OK);
    integrals(&t, now);
    for (int i = 0; i < n; i++) {
      double error = fabs(now[i] - before[i])/fmax(fabs(before[i]), 0.1);
      g->sum[k] += error*error;
      g->worst = fmax(g->worst, error);
    }
    if (t.run->problem->class == PROBLEM_GROUP)
      g->defect = fmax(g->defect, group_defect(t.run->problem, t.run->state.q, &from));
  }
  trial_close(&t);
}

// the slope of the logarithm of the rms error against that of the steps: 1/2 of a random walk, 1 of a
// drift, and eight starts leave 0.1 or so of doubt
static const double between = 0.75;

static double exponent(const growth *g) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int k = 0; k < nsample; k++) {
    double x = log(k + 1.0), y = 0.5*log(g->sum[k]);
    sx += x, sy += y, sxx += x*x, sxy += x*y;
  }
  return (nsample*sxy - sx*sy)/(nsample*sxx - sx*sx);
}

static growth walks(const char *file, const char *const *starts, int nstart, const char *name,
                    double h, int rounding) {
  growth g = {.worst = 0};
  for (int i = 0; i < nstart; i++)
    walk(&g, start(file, starts[i], name, h), million(), rounding);
  printf("%s, %s: largest error %.1e, exponent %.2f, R^T R - 1 %.1e\n", file, name, g.worst,
         exponent(&g), g.defect);
  return g;
}

enum { nstart = 8 };
static const char *const spins[nstart] = {NULL,
                                          "omega=[0.3,0.6,-0.5]",
                                          "omega=[-0.6,0.2,0.7]",
                                          "omega=[0.1,-0.9,0.2]",
                                          "omega=[0.5,0.5,0.3]",
                                          "omega=[-0.2,0.7,0.6]",
                                          "omega=[0.8,-0.1,-0.4]",
                                          "omega=[0.4,0.3,-0.8]"};
static const char *const of_space[nstart] = {NULL,
                                             "Omega[1,2]=-0.3",
                                             "Omega[2,4]=0.6",
                                             "Omega[3,4]=0.4",
                                             "Omega[1,3]=0.5",
                                             "Omega[2,3]=-0.4",
                                             "Omega[1,4]=0.1",
                                             "Omega[1,2]=0.7"};

// --- free bodies ---------------------------------------------------------------------------------------

// the momentum in space, the energy, Casimirs and Manakov's integrals
static void integrals_of_free_bodies_walk(void **unused) {
  (void)unused;
  static const char *const files[] = {"rigid_body.noslip", "rigid_body_so4.noslip",
                                      "rigid_body_so5.noslip"};
  for (int i = 0; i < 3; i++) {
    growth g =
        walks(files[i], i == 0 ? spins : of_space, nstart, "moser-veselov", 0.1, FE_TONEAREST);
    check_below(g.worst, 1e-11);
    check_below(exponent(&g), between);
    check_below(g.defect, 2e-15);
  }
}

// arithmetic that rounds towards zero drifts, and that shows
static void a_drift_is_noticed(void **unused) {
  (void)unused;
  growth g = walks("rigid_body.noslip", spins, nstart, "moser-veselov", 0.1, FE_TOWARDZERO);
  check_above(exponent(&g), 0.95);
}

// lobatto(2) keeps the momentum in space, but neither the energy nor Manakov's integrals
static void other_methods_lose_integrals(void **unused) {
  (void)unused;
  growth g = {.worst = 0};
  walk(&g, start("rigid_body_so4.noslip", NULL, "lobatto(2)", 0.1), 6400, FE_TONEAREST);
  check_above(g.worst, 1e-5);
}

// --- tops ------------------------------------------------------------------------------------------------

static void momenta_of_tops_walk(void **unused) {
  (void)unused;
  growth g = walks("heavy_top_group.noslip", spins, nstart, "moser-veselov", 0.05, FE_TONEAREST);
  check_below(g.worst, 1e-11);
  check_below(exponent(&g), between);
  check_below(g.defect, 2e-15);

  // where the spin is exact, the vertical momentum pays for it: it drifts, by 3e-19 a step
  g = walks("lagrange_top.noslip", spins, nstart, "rattle", 0.05, FE_TONEAREST);
  check_below(g.worst, 1e-12);
  check_below(g.defect, 2e-15);
}

// the spin of the Lagrange top is what it was, to the last bit; that of another top is not
static void spin_stays(void **unused) {
  (void)unused;
  trial t = start("lagrange_top.noslip", NULL, "rattle", 0.05);
  double spin = t.run->state.p[2];
  assert_int_equal(noslip_advance(t.run, million()), NOSLIP_OK);
  assert_true(t.run->state.p[2] == spin);
  trial_close(&t);
  t = start("heavy_top_group.noslip", NULL, "rattle", 0.05);
  spin = t.run->state.p[2];
  assert_int_equal(noslip_advance(t.run, 100), NOSLIP_OK);
  check_above(fabs(t.run->state.p[2] - spin), 1e-3);
  trial_close(&t);
}

// --- in spaces with constraints ---------------------------------------------------------------------------

static void momenta_with_constraints_walk(void **unused) {
  (void)unused;
  static const char *const heights[] = {NULL, "gr=9", "gr=10", "gr=8"};
  static const char *const beams[] = {NULL, "c=0.9", "c=1.2", "c=1.4"};
  growth g = walks("double_spherical_pendulum.noslip", heights, 4, "rattle", 0.01, FE_TONEAREST);
  check_below(g.worst, 1e-11);
  check_below(exponent(&g), between);

  // the Casimir of sp(2); the motion is periodic, and rounding has a pattern: it drifts by 3e-20 a step
  for (int i = 0; i < 2; i++) {
    g = walks("moment_beam.noslip", beams, 4, i == 0 ? "rattle" : "reich", 0.05, FE_TONEAREST);
    check_below(g.worst, 2e-13);
  }

  // Casimirs of sp(4), and the momenta of the other side
  g = (growth){.worst = 0};
  walk(&g, start("moment_euler.noslip", NULL, "rattle", 0.05), million()/10, FE_TONEAREST);
  walk(&g, start("moment_euler.noslip", NULL, "reich", 0.05), million()/10, FE_TONEAREST);
  check_below(g.worst, 1e-11);

  // a method that knows nothing of them
  growth lost = {.worst = 0};
  walk(&lost, start("moment_euler.noslip", NULL, "index1", 0.05), 640, FE_TONEAREST);
  check_above(lost.worst, 1e-6);
}

// --- orthonormal ------------------------------------------------------------------------------------------

// The free body without and with what keeps q orthonormal: m is the same to the last bit, and with it
// energy and Casimirs; without, q ceases to be a rotation.
static void straightening_does_not_touch_momenta(void **unused) {
  (void)unused;
  static const double alpha[] = {0.3, 0.5, 0.9, 1.4};
  double m[6] = {0.4, -0.3, 0.7, 0.5, 0.2, -0.6}, other[6], q[16], crooked[16], E[16];
  son_identity(q, 4);
  son_identity(crooked, 4);
  vec_copy(other, m, 6);
  for (long i = 0; i < million(); i++) {
    double hm[6], dm[6], X[16], dq[16];
    assert_true(moser_veselov_step(q, m, alpha, 0.1, 4));
    for (int k = 0; k < 6; k++)
      hm[k] = 0.1*other[k];
    assert_true(moser_veselov_solve(X, alpha, hm, 4) > 0);
    moser_veselov_change(dm, X, alpha, other, 4);
    mat_mult(dq, crooked, X, 4);
    vec_axpy(crooked, 1, dq, crooked, 16);
    vec_axpy(other, 1, dm, other, 6);
  }
  assert_int_equal(memcmp(m, other, sizeof m), 0);
  mat_tmul(E, q, q, 4);
  mat_add_scalar(E, -1, 4);
  check_below(vec_max(E, 16), 2e-15);
  mat_tmul(E, crooked, crooked, 4);
  mat_add_scalar(E, -1, 4);
  check_above(vec_max(E, 16), 2e-14/sqrt(check_share(50)));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integrals_of_free_bodies_walk),
      cmocka_unit_test(a_drift_is_noticed),
      cmocka_unit_test(other_methods_lose_integrals),
      cmocka_unit_test(momenta_of_tops_walk),
      cmocka_unit_test(spin_stays),
      cmocka_unit_test(momenta_with_constraints_walk),
      cmocka_unit_test(straightening_does_not_touch_momenta),
  };
  return check_run(argc, argv, tests);
}
