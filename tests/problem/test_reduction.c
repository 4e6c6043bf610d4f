// Tests of src/problem/reduction.h, frame.h and of discrete gradients on mechanical models: energy and
// constraints to rounding, reference values, order, symmetry, damping, and what is refused.

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "base/vec.h"
#include "methods/families.h"
#include "methods/gradient/avf.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --- systems ---------------------------------------------------------------------------------

static trial gearbox(const char *name, double h) {
  return trial_file("gearbox.noslip", NULL, name, h);
}

// a mass matrix that changes
static trial sleigh(const char *name, double h) {
  return trial_text("model sleigh\ncoord x, y, theta: angle\nconst J = 8, m = 1, a = 1\n"
                    "lagrangian ((J + m*a^2)*theta'^2 + m*(x'^2 + y'^2\n"
                    "            + 2*a*theta'*(y'*cos(theta) - x'*sin(theta))))/2\n"
                    "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
                    "init x = -5, theta = 0.1, theta' = 0.4\n"
                    "init x' = 0.3*cos(theta), y' = 0.3*sin(theta)\n",
                    NULL, name, h);
}

// seven coordinates, the identity for a mass matrix, a quartic energy
static trial chaotic(const char *name, double h) {
  return trial_file("chaotic.noslip",
                    "x=0.3 w[1]=0.5 w[2]=-0.2 w[3]=0.4 z[1]=0.1 z[2]=-0.6 z[3]=0.7 "
                    "x'=-0.20689655172413793103 w[1]'=-0.1 w[2]'=0.4 w[3]'=0.3 "
                    "z[1]'=0.29655172413793103448 z[2]'=-0.21862068965517241379 "
                    "z[3]'=0.03724137931034482759",
                    name, h);
}

#define TWO                                                         \
  "let V = (q1^2 + q2^2 + q3^2 + q4^2)/2 + q1^2*q4^2/4 - cos(q3)\n" \
  "init q1 = 0.4, q2 = -0.3, q3 = 0.5, q4 = 0.6\n"                  \
  "nonholonomic a: -cos(q4)*q1' + sin(q4)*q2' + q2*q3' = 0\n"       \
  "nonholonomic b: q3*q1' - q2' + q1*q3' + q4' = 0\n"
#define TWO_SPEEDS                                                    \
  "init q1' = 0.02396083741106569843, q2' = 0.20863122702650453513\n" \
  "init q3' = 0.32675439859091312055, q4' = 0.06594904888460643769\n"

// two constraints with negative pivots, a full mass matrix that changes
static trial two(const char *name, double h) {
  return trial_text(
      "model two\ncoord q1, q2, q3, q4\n" TWO
      "lagrangian (2*q1'^2 + (1 + q1^2)*q2'^2 + q3'^2 + 2*sin(q2)*q3'*q4' + 3*q4'^2)/2"
      " - V\n" TWO_SPEEDS,
      NULL, name, h);
}

// the same as a hamiltonian: the inverse of the mass matrix is given
static trial two_hamiltonian(const char *name, double h) {
  return trial_text("model two\n"
                    "coord q1 momentum p1, q2 momentum p2, q3 momentum p3, q4 momentum p4\n" TWO
                    "let s = sin(q2)\n"
                    "hamiltonian (p1^2/2 + p2^2/(1 + q1^2)\n"
                    "  + (3*p3^2 - 2*s*p3*p4 + p4^2)/(3 - s^2))/2 + V\n"
                    "init p1 = 2*0.02396083741106569843\n"
                    "init p2 = (1 + q1^2)*0.20863122702650453513\n"
                    "init p3 = 0.32675439859091312055 + s*0.06594904888460643769\n"
                    "init p4 = s*0.32675439859091312055 + 3*0.06594904888460643769\n",
                    NULL, name, h);
}

// rods are quadratic: their lengths stay
static trial rods(const char *name, double h) {
  return trial_file("double_spherical_pendulum_lagrangian.noslip", NULL, name, h);
}

// --- numbers ---------------------------------------------------------------------------------

typedef struct reference {
  trial_maker *make;
  const char *method;
  double q[7], p[7];
} reference;

// after ten steps of 0.1, found with 30 digits
static const reference references[] = {
    {gearbox,
     "gonzalez",
     {1.4508420976185635, -0.0034168063817380144, 2.6336175745966277},
     {-0.086933439984344111, 0.17872497929394075, 2.5637448617013434}},
    {gearbox,
     "gonzalez(frame=fd)",
     {1.4512174665238573, -0.0038558896307060488, 2.6335149781346712},
     {-0.086647742747466654, 0.17810479669379721, 2.563556713227369}},
    {gearbox,
     "avf(5)",
     {1.4508882009322593, -0.0035451996191432871, 2.6334233676363534},
     {-0.08696193546556877, 0.17872121880964482, 2.5636650810345691}},
    {gearbox,
     "avfc(3)",
     {1.4508882010795726, -0.0035451997613510895, 2.6334233674597532},
     {-0.086961935522252235, 0.17872121886946982, 2.563665080896883}},
    {gearbox,
     "avf(2)",
     {1.4508882067412423, -0.0035452040912447985, 2.6334237624397257},
     {-0.086961867034304896, 0.17872120485983619, 2.563666018803312}},
    {gearbox,
     "gonzalez-f",
     {1.4508755543434734, -0.0033905899031273531, 2.6336366798421499},
     {-0.093435009066504194, 0.17469053875752338, 2.5637805300220427}},
    {gearbox,
     "avf-f(5)",
     {1.4509798943155284, -0.0035844204367092148, 2.6334233676363534},
     {-0.093933585621310172, 0.17439544728021152, 2.5636650810345691}},
    {sleigh,
     "gonzalez",
     {-4.6423315474274365, 0.11485345998079481, 0.49226995855662473},
     {0.21872833781867548, 0.55253049666339885, 3.451925280257565}},
    {sleigh,
     "avf(3)",
     {-4.6423315474274365, 0.11485345998079481, 0.49226995855662473},
     {0.21872833781867548, 0.55253049666339885, 3.451925280257565}},
    {sleigh,
     "gonzalez-f",
     {-4.6423924777526868, 0.11483331776539351, 0.49226894765723263},
     {0.21870993334954657, 0.55253156270724547, 3.4519443364855319}},
    {chaotic,
     "gonzalez",
     {0.26654598899984672, 0.17817950653796736, 0.23713137732633415, 0.37777302806202294,
      0.37185197345646929, -0.50889096946578416, 0.4732365839998985},
     {0.055887976167051498, -0.49415032783292757, 0.37521941138214767, -0.31943681894801119,
      0.13428788431730111, 0.43310290485340583, -0.48314093363672964}},
    {two,
     "gonzalez",
     {0.4251810435773365, -0.29050300798966151, 0.43740613437680091, 0.6235201953288816},
     {0.031129660799620195, -0.2258506233793714, -0.42332599734699339, 0.074198504928884731}},
    {two,
     "gonzalez(frame=fd)",
     {0.42520728836800316, -0.290488110060485, 0.43734908613362192, 0.62354787095441337},
     {0.031235727880225488, -0.22578423296610432, -0.42341176394028755, 0.074438349117486523}},
    {two,
     "avf(2)",
     {0.4251923224539092, -0.29048111925300927, 0.4374113250538378, 0.62353494357970764},
     {0.031141627279047489, -0.22580794618942313, -0.42331599695524978, 0.074278728149139247}},
    {two,
     "avfc(2)",
     {0.42519232250938964, -0.29048111844096824, 0.43741132595436509, 0.6235349439845836},
     {0.031141627114823388, -0.22580794703017906, -0.42331599968049447, 0.074278729879913019}},
    {two,
     "gonzalez-f",
     {0.42517230951791843, -0.29051426787610316, 0.43741708065506966, 0.62350810171919527},
     {0.029826043496718745, -0.22546224594568006, -0.42358115129720769, 0.075160835559123335}},
    {gearbox,
     "itoh-abe",
     {1.4508882009322593, -0.0035451996191432871, 2.6334233676363534},
     {-0.08696193546556877, 0.17872121880964482, 2.5636650810345691}},
    {gearbox,
     "itoh-abe-sym",
     {1.4508882009322593, -0.0035451996191432871, 2.6334233676363534},
     {-0.08696193546556877, 0.17872121880964482, 2.5636650810345691}},
    {gearbox,
     "ep-collocation(2)",
     {1.4509781793194703, -0.0042487286301424466, 2.6333992608681433},
     {-0.086671042573960256, 0.17811567629053741, 2.56365852532932}},
    {gearbox,
     "ep-collocation(3)",
     {1.4509781302065584, -0.0042479659083610148, 2.6333992673018908},
     {-0.08667120633251177, 0.17811601488439616, 2.563658527078951}},
    {sleigh,
     "ep-collocation(2, quadrature=4)",
     {-4.6423587899655163, 0.11490390361147952, 0.49227472632239794},
     {0.21872945179402689, 0.5525329569419486, 3.4519205783027615}},
    {sleigh,
     "ep-collocation(3, quadrature=6)",
     {-4.6423587892063702, 0.11490390357044172, 0.49227472631718906},
     {0.21872945180378156, 0.55253295694340967, 3.4519205782941353}},
    {chaotic,
     "itoh-abe-sym",
     {0.26654869431273862, 0.17813128508682032, 0.23712713637975587, 0.37774524797021662,
      0.37182126688894629, -0.50867852816122814, 0.47320609393305231},
     {0.055845416857521909, -0.49419962861343501, 0.37520829101651342, -0.31950119957371401,
      0.13418375263323861, 0.43341614995085277, -0.48318932569292919}},
    {two,
     "itoh-abe",
     {0.42292952558359357, -0.29355350913693634, 0.43898339248668294, 0.62078745293959439},
     {0.038042091601424926, -0.22453054191455182, -0.42521545473537043, 0.073732139361894697}},
    {two,
     "itoh-abe-sym",
     {0.42522844027724242, -0.2903999728915331, 0.43744741446847065, 0.62358494535072672},
     {0.031190364354150824, -0.22563787479181568, -0.42326380082459404, 0.074569645448339273}},
    {two,
     "compose(itoh-abe, symmetric)",
     {0.42524649207493575, -0.29060350764101895, 0.43690125061543763, 0.62360576815161383},
     {0.031451470619442343, -0.22603194458980211, -0.42398550641558605, 0.074694798946315837}},
    {two,
     "ep-collocation(2)",
     {0.42521565844441363, -0.29070473245374627, 0.43675637937197221, 0.62357961611180245},
     {0.031454231887771141, -0.22625135392111261, -0.42417663004495967, 0.07448033653602557}},
    {two_hamiltonian,
     "gonzalez",
     {0.4251810435773365, -0.29050300798966151, 0.43740613437680091, 0.6235201953288816},
     {0.031129660799620195, -0.2258506233793714, -0.42332599734699339, 0.074198504928884731}},
    {two_hamiltonian,
     "gonzalez-f",
     {0.42517230951791843, -0.29051426787610316, 0.43741708065506966, 0.62350810171919527},
     {0.029826043496718745, -0.22546224594568006, -0.42358115129720769, 0.075160835559123335}},
};

enum { nreference = sizeof references/sizeof *references };

// the largest difference from a row
static double reference_error(const reference *r, const char *name) {
  trial t = r->make(name, 0.1);
  double worst = 0;
  trial_steps(&t, 10);
  noslip_energy(t.run);
  for (int i = 0; i < t.run->problem->n; i++)
    worst = fmax(worst, fmax(fabs(t.run->state.q[i] - r->q[i]), fabs(t.run->state.p[i] - r->p[i])));
  trial_close(&t);
  return worst;
}

static void reference_values(void **unused) {
  (void)unused;
  for (int i = 0; i < nreference; i++)
    check_below(reference_error(&references[i], references[i].method), 4e-15);
}

// another gradient, fewer points, or differences of the frame are another method
static void reference_check_can_fail(void **unused) {
  (void)unused;
  check_above(reference_error(&references[0], "gonzalez(frame=fd)"), 1e-4);
  check_above(reference_error(&references[0], "avfc(2)"), 1e-5);
  check_above(reference_error(&references[2], "avf(4)"), 1e-13);
  check_above(reference_error(&references[11], "avfc(2)"), 1e-6);
}

static void multipliers_have_their_values(void **unused) {
  (void)unused;
  trial t = two("gonzalez", 0.1);
  trial_steps(&t, 10);
  const double *lambda = monitor_multipliers(t.run);
  check_near(lambda[0], -0.41967703608721277, 3e-15);
  check_near(lambda[1], 0.50266576710476625, 3e-15);
  trial_close(&t);

  // those of a step, by the direct form
  t = gearbox("gonzalez-f", 0.1);
  trial_steps(&t, 1);
  check_near(full_multipliers(t.run->stepper)[0]/0.1, 1.9772797260413486, 2e-14);
  trial_close(&t);
  t = two("gonzalez-f", 0.1);
  trial_steps(&t, 1);
  check_near(full_multipliers(t.run->stepper)[0]/0.1, -0.46418783556216289, 1e-14);
  check_near(full_multipliers(t.run->stepper)[1]/0.1, 0.4810648033604185, 1e-14);
  trial_close(&t);
}

// --- what is kept ----------------------------------------------------------------------------

typedef struct kept {
  double energy;  // against 1 + |E|
  double constraint;
} kept;

static kept after(trial t, long steps) {
  trial_steps(&t, steps);
  noslip_report r = trial_report(&t);
  trial_close(&t);
  return (kept){r.energy_max_error/(1 + fabs(r.energy_initial)), r.constraint_max_error};
}

static void energy_and_constraints_are_kept(void **unused) {
  (void)unused;
  static trial_maker *const systems[] = {gearbox, sleigh, chaotic, two, two_hamiltonian, rods};
  static const char *const methods[] = {"gonzalez", "gonzalez(frame=fd)", "avfc(2)", "itoh-abe-sym",
                                        "itoh-abe(frame=fd)"};
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 5; k++) {
      kept a = after(systems[i](methods[k], 0.05), 1000);
      check_below(a.energy, 4e-15);
      check_below(a.constraint, 5e-14);
    }
}

// with a rule that is not exact, or by the direct form, one of them is lost
static void keeping_can_fail(void **unused) {
  (void)unused;
  check_above(after(gearbox("avf(2)", 0.1), 1000).energy, 1e-6);
  check_above(after(gearbox("dla-mp", 0.1), 1000).energy, 1e-3);
  kept full = after(gearbox("gonzalez-f", 0.1), 20);
  check_below(full.energy, 1e-14);
  check_near(full.constraint, 8.5e-3, 5e-4);
}

// The energy does not drift at all: what rounding has taken is corrected. A part of it that the
// method keeps, too, is not looked after.
static void energy_does_not_drift(void **unused) {
  (void)unused;
  trial t = gearbox("itoh-abe-sym", 0.1);
  trial_steps(&t, 50000);
  noslip_report r = trial_report(&t);
  check_below(r.energy_max_error, 4e-15);
  check_below(r.invariant_errors[0], 1e-12);  // of the driver
  check_below(r.invariant_errors[1], 1e-12);  // of the passenger
  trial_close(&t);

  // nor with a rule that is exact to rounding; where nothing is corrected there is the bias of that
  for (int steered = 0; steered < 2; steered++) {
    t = gearbox("avf(6)", 0.1);
    ((avf *)stepper_base(t.run->stepper)->self)->shape.of.phase.steered = steered;
    trial_steps(&t, 50000);
    r = trial_report(&t);
    check_below(r.energy_max_error, steered ? 4e-15 : 1e-12);
    check_above(r.energy_max_error, steered ? 0 : 1e-14);
    check_below(r.invariant_errors[0], 1e-12);
    trial_close(&t);
  }

  // gonzalez keeps the sum only
  t = gearbox("gonzalez", 0.1);
  trial_steps(&t, 10000);
  r = trial_report(&t);
  check_below(r.energy_max_error, 4e-15);
  check_near(r.invariant_errors[1], 0.17, 0.02);
  trial_close(&t);
}

// Far from the start exp(-x) cannot be compared with what it was there: the difference is inf times 0.
// Taken for a correction, that was an error of 2e-12. A rule that is not exact shows what is seen of
// the rest.
static void energy_does_not_drift_far_away(void **unused) {
  (void)unused;
  static const char text[] = "model m\ncoord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - exp(-x) - y^2/2 - y^4/4\n"
                             "init x' = 3, y = 1\n";
  static const char *const methods[] = {"gonzalez", "itoh-abe-sym", "avf(4)"};
  double error[3];
  for (int k = 0; k < 3; k++) {
    trial t = trial_text(text, NULL, methods[k], 0.1);
    trial_steps(&t, 15000);
    error[k] = trial_report(&t).energy_max_error;
    trial_close(&t);
  }
  check_below(error[0], 1e-14);
  check_below(error[1], 1e-14);
  check_above(error[2], 2e-14);
}

// |d|^2 is next to the smallest numbers, or zero
static void tiny_motions_are_steps(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "avfc(2)", "gonzalez-f", "ep-collocation(2)"};
  for (int k = 0; k < 4; k++) {
    double turned[2];
    for (int small = 0; small < 2; small++) {
      trial t = trial_text("model m\nparam c = 1e-100\ncoord x, y\n"
                           "lagrangian (x'^2 + y'^2)/2 - (x^2 + 2*y^2)/2 - x^3*y\n"
                           "init x = c, y = 3*c\n",
                           small ? "c=1e-157" : NULL, methods[k], 0.1);
      trial_steps(&t, 100);
      turned[small] = t.run->state.q[0]/(small ? 1e-157 : 1e-100);
      trial_close(&t);
    }
    check_near(turned[1], turned[0], 1e-12);
  }
}

// a power that is no integer, of zero: before a contact closes
static void springs_may_be_slack(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x\nlagrangian x'^2/2 - max(0, x)^2.5\n"
                       "init x = -1, x' = 1\n",
                       NULL, "gonzalez", 0.01);
  trial_steps(&t, 400);
  check_below(trial_report(&t).energy_max_error, 2e-15);
  check_near(t.run->state.p[0], -1, 1e-14);
  trial_close(&t);
}

// 1e8 more in the potential: not a bit changes, not an iteration more
static void constants_do_not_matter(void **unused) {
  (void)unused;
  static const char text[] = "model gearbox\nparam C = 0\ncoord q1, q2, q3: angle\n"
                             "let V3 = cos(q3) - sin(2*q3)/5\n"
                             "lagrangian (q1'^2 + q2'^2 + q3'^2)/2 - (q1^2 + q2^2)/2 - V3 - C\n"
                             "nonholonomic gear: q1' + sin(q3)*q2' = 0\n"
                             "init q1 = 1.3, q2 = 0.2, q3 = 0.4\n"
                             "init q2' = -0.6, q3' = 1.9, q1' = -sin(q3)*q2'\n";
  static const char *const methods[] = {"gonzalez", "avfc(3)", "gonzalez-f", "avf(5)"};
  for (int k = 0; k < 4; k++) {
    trial with = trial_text(text, "C=1e8", methods[k], 0.1);
    trial without = trial_text(text, NULL, methods[k], 0.1);
    trial_steps(&with, 200);
    trial_steps(&without, 200);
    for (int i = 0; i < 3; i++)
      assert_true(with.run->state.q[i] == without.run->state.q[i]);
    assert_int_equal(trial_report(&with).newton_iterations,
                     trial_report(&without).newton_iterations);
    trial_close(&with);
    trial_close(&without);
  }
}

// --- order, symmetry, derivatives ------------------------------------------------------------

static void order_is_two(void **unused) {
  (void)unused;
  static trial_maker *const systems[] = {gearbox, sleigh, chaotic, two, two_hamiltonian};
  static const char *const methods[] = {"gonzalez", "gonzalez(frame=fd)", "avf(3)",
                                        "avfc(2)",  "gonzalez-f",         "itoh-abe-sym"};
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 6; k++) {
      check_near(trial_order(systems[i], methods[k], 1, 20), 2, 0.1);
      check_below(trial_asymmetry(systems[i], methods[k], 0.05, 20), 1e-13);
    }
}

// the sphere turns: pivots change their signs, and a step back undoes a step all the same
static void signs_change_without_harm(void **unused) {
  (void)unused;
  trial t = trial_file("spherical_pendulum.noslip", NULL, "gonzalez", 0.02);
  double first = 0, least = 1, most = -1;
  for (int i = 0; i < 400; i++) {
    trial_steps(&t, 1);
    first = t.run->state.signs[0];
    least = fmin(least, first);
    most = fmax(most, first);
  }
  assert_true(least == -1 && most == 1);
  noslip_report r = trial_report(&t);
  check_below(r.energy_max_error, 1e-13);
  check_below(r.constraint_max_error, 1e-13);
  trial_close(&t);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  static trial_maker *const systems[] = {gearbox, chaotic, two, two_hamiltonian};
  static const char *const methods[] = {"gonzalez",     "gonzalez(frame=fd)", "avf(2)",
                                        "avfc(3)",      "gonzalez-f",         "itoh-abe",
                                        "itoh-abe-sym", "ep-collocation(2)"};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 8; k++) {
      trial t = systems[i](methods[k], 0.1);
      trial_steps(&t, 3);
      check_below(trial_jacobian_error(&t, 0), 1e-8);
      check_above(trial_jacobian_error(&t, 1e-4), 1e-5);
      trial_close(&t);
    }
}

// --- damping ---------------------------------------------------------------------------------

// In one dimension D_p is the displacement over h: the energy falls by c |q1 - q0|^2/h in every step.
static void damping_takes_its_work(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "avfc(3)", "gonzalez-f"};
  for (int k = 0; k < 3; k++) {
    trial t = trial_text("model slow\ncoord q\nlagrangian q'^2/2 - q^4/4 - cos(q)\n"
                         "force q = -0.3*q'\ninit q = 1.2, q' = 0.4\n",
                         NULL, methods[k], 0.1);
    double energy = noslip_energy(t.run), q = t.run->state.q[0], work = 0;
    for (int i = 0; i < 200; i++) {
      trial_steps(&t, 1);
      double now = noslip_energy(t.run), moved = t.run->state.q[0] - q;
      work += 0.3*moved*moved/0.1;
      assert_true(now <= energy + 1e-15);
      q = t.run->state.q[0];
      energy = now;
    }
    check_near(noslip_energy(t.run) - t.run->energy.start, -work, 2e-14);
    check_above(work, 0.1);
    trial_close(&t);
  }
}

// with a constraint, in one go with dla-mp for comparison
static trial damped(const char *name, double h) {
  return trial_text("model slow\ncoord x, y, theta: angle\n"
                    "lagrangian (x'^2 + y'^2 + theta'^2)/2 - x^2/2 - y^4/4\n"
                    "nonholonomic blade: y'*cos(theta) - x'*sin(theta) = 0\n"
                    "force x = -0.2*x' - 0.1*y'\nforce y = 0.1*x' - 0.2*y'\n"
                    "force theta = -(1 + x^2)*theta'/20\n"
                    "init x = 1, y = 0.4, theta = 0.3, theta' = 0.9\n"
                    "init x' = 0.5*cos(theta), y' = 0.5*sin(theta)\n",
                    NULL, name, h);
}

static void damped_energy_falls(void **unused) {
  (void)unused;
  trial t = damped("gonzalez", 0.1);
  double energy = noslip_energy(t.run);
  for (int i = 0; i < 300; i++) {
    trial_steps(&t, 1);
    double now = noslip_energy(t.run);
    assert_true(now <= energy);
    energy = now;
  }
  check_below(trial_report(&t).constraint_max_error, 1e-15);
  trial_close(&t);
  check_near(trial_order(damped, "gonzalez", 1, 20), 2, 0.05);

  // towards the same motion as another method
  trial a = damped("gonzalez", 0.005), b = damped("srk-gauss(3)", 0.05);
  double x[2*trial_most];
  trial_steps(&a, 200);
  trial_steps(&b, 20);
  trial_state(&b, x);
  check_below(trial_distance(&a, x), 1e-5);
  trial_close(&a);
  trial_close(&b);
}

// --- the rest --------------------------------------------------------------------------------

static void accepted(const char *text, const char *name) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "text", text, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, name, m), NOSLIP_OK);
  noslip_model_free(m);
  noslip_close(c);
}

#define PLANE "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - x^2\n"

static void others_are_refused(void **unused) {
  (void)unused;
  trial_refused(PLANE "nonholonomic c: x' - y = 1\n", "gonzalez", "affine constraint");
  trial_refused(PLANE "nonholonomic c: x'^2 + y'^2 = 1\ninit x' = 1\n", "avf(3)", "not linear");
  trial_refused("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + sqrt(1 + x'^2)\n", "gonzalez-f",
                "not quadratic in the velocities");
  trial_refused(PLANE "force x = 1\n", "gonzalez", "not linear in the velocities");
  trial_refused(PLANE "force x = -x'^3\n", "avfc(3)", "only damping");
  trial_refused(PLANE "force x = -sign(x')\n", "gonzalez", "only damping");
  trial_refused(PLANE "force x = where(x' > 1, -1, 0)\n", "gonzalez", "only damping");
  trial_refused(PLANE "nonholonomic c: x' - sign(y') = 0\n", "gonzalez", "not linear");
  trial_refused("model m\ncoord x\nlagrangian x'^2/2 + abs(x')\n", "gonzalez",
                "not quadratic in the velocities");
  trial_refused("model m\ncoord x\nlagrangian x'^2/2 - x*sin(t)\n", "gonzalez", "depends on time");
  trial_refused(PLANE "holonomic g: x^4 + y^4 = 1\ninit x = 1\n", "gonzalez", "not quadratic");
  trial_refused(PLANE "holonomic g: y - abs(x) = 0\n", "gonzalez", "not quadratic");
  trial_refused("model m\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                "holonomic g: x^2 + y^2 + z^2 = 1\nholonomic k: x^3 + z = 1\ninit x = 1\n",
                "gonzalez", "constraint `k`");
  trial_refused(PLANE "holonomic g: x^2 + y^2 = 1\ninit x = 1\n", "gonzalez-f", "holonomic");
  accepted(PLANE "force x = where(x > 0, -x', 0)\n", "gonzalez");  // where one is

  noslip_context *c = noslip_open(NULL);
  noslip_method_info info;
  assert_int_equal(noslip_method_find(c, "avf(3, frame=fd)", &info), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "lose the energy");
  assert_int_equal(noslip_method_find(c, "gonzalez(frame=2)", &info), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "analytic or fd");
  assert_int_equal(noslip_method_find(c, "gonzalez(frame=analytic)", &info), NOSLIP_OK);
  noslip_close(c);
}

// regular, but without factors: said at the start
static void mass_without_factors_is_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_run_options gonzalez = {.method = "gonzalez", .step = 0.1},
                     dla = {.method = "dla-mp", .step = 0.1};
  static const char text[] = "model m\ncoord x, y, z\nlagrangian x'*y' + z'^2/2 - x^2 - z^2\n"
                             "init x = 1, y' = 1\n";
  assert_int_equal(noslip_model_parse(c, "text", text, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &gonzalez, &r), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(c), "singular or indefinite");
  assert_int_equal(noslip_run_new(c, m, &dla, &r), NOSLIP_OK);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// a row that vanishes, as a step leads there: the sentence says so
static void lost_rank_is_named(void **unused) {
  (void)unused;
  trial t = trial_text("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                       "nonholonomic c: x*y' - y*x' = 0\ninit x = 1, x' = -1\n",
                       NULL, "gonzalez", 0.1);
  noslip_status status = noslip_advance(t.run, 100);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "stopped at t = ");
  trial_close(&t);
}

// rods in a chain: with too many of them the reduced form is refused, and other methods go on
// a chain of 40 links; in short of 20, which are too many, too
static void large_models_are_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_model_options more = {.set = &(noslip_setting){"n", check_long() ? "40" : "20"},
                               .nset = 1};
  noslip_run_options gonzalez = {.method = "gonzalez"}, rattle = {.method = "rattle"};
  assert_int_equal(noslip_model_load_with(c, NOSLIP_MODELS "/chain.noslip", &more, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &gonzalez, &r), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(c), "larger than the limit");
  assert_int_equal(noslip_run_new(c, m, &rattle, &r), NOSLIP_OK);
  assert_int_equal(noslip_advance(r, 3), NOSLIP_OK);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "avf(3)", "gonzalez-f"};
  for (int i = 0; i < 3; i++) {
    counter c = {0};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    noslip_run_options options = {.method = methods[i], .step = 0.05};
    assert_int_equal(noslip_model_load(context, NOSLIP_MODELS "/gearbox.noslip", &m), NOSLIP_OK);
    assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
    long before = c.requests;
    assert_int_equal(noslip_advance(r, 50), NOSLIP_OK);
    assert_int_equal(c.requests, before);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

static void memory_may_fail(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "gonzalez(frame=fd)", "itoh-abe-sym",
                                        "ep-collocation(2)", "gonzalez-f"};
  for (int i = 0; i < 5; i++)
    check_failing_memory("gearbox.noslip", methods[i]);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_values),
      cmocka_unit_test(reference_check_can_fail),
      cmocka_unit_test(multipliers_have_their_values),
      cmocka_unit_test(energy_and_constraints_are_kept),
      cmocka_unit_test(keeping_can_fail),
      cmocka_unit_test(energy_does_not_drift),
      cmocka_unit_test(energy_does_not_drift_far_away),
      cmocka_unit_test(tiny_motions_are_steps),
      cmocka_unit_test(springs_may_be_slack),
      cmocka_unit_test(constants_do_not_matter),
      cmocka_unit_test(order_is_two),
      cmocka_unit_test(signs_change_without_harm),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(damping_takes_its_work),
      cmocka_unit_test(damped_energy_falls),
      cmocka_unit_test(others_are_refused),
      cmocka_unit_test(lost_rank_is_named),
      cmocka_unit_test(mass_without_factors_is_refused),
      cmocka_unit_test(large_models_are_refused),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(memory_may_fail),
  };
  return check_run(argc, argv, tests);
}
