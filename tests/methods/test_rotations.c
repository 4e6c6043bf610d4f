// Tests of src/methods/rotations/moser_veselov.h: rattle, reich and reich* on rotations. Digits that were
// computed elsewhere, the same maps in the space of matrices, orders, what is refused.

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/group_systems.h"
#include "tests/support/rotation_reference.h"

#include "problem/group.h"
#include "run/run.h"

static double distance(const double *a, const double *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(a[i] - b[i]));
  return worst;
}

// the largest difference of q and p of two runs on the same group
static double gap(const trial *a, const trial *b) {
  const state *x = &a->run->state, *y = &b->run->state;
  return fmax(distance(x->q, y->q, a->run->problem->n), distance(x->p, y->p, a->run->problem->nv));
}

// --- digits --------------------------------------------------------------------------------------

// ten steps on SO(4), which were computed with 30 digits
static void digits_of_so4(void **unused) {
  (void)unused;
  trial t = body_of_space("moser-veselov", 0.1);
  trial_steps(&t, 10);
  check_below(distance(t.run->state.p, space_momentum, 6), 1e-15);
  check_below(distance(t.run->state.q, space_row, 4), 1e-15);
  check_near(noslip_energy(t.run), 0.4596905466992289, 1e-15);
  trial_close(&t);
}

// twenty steps of the heavy top, of order one and two, by velocities and by momenta
static void digits_of_the_top(void **unused) {
  (void)unused;
  for (int i = 0; i < 4; i++) {
    trial t = trial_file(i < 2 ? "heavy_top_group.noslip" : "heavy_top_hamiltonian.noslip", NULL,
                         top_rows[i % 2].name, 0.05);
    trial_steps(&t, 20);
    check_below(distance(t.run->state.p, top_rows[i % 2].Pi, 3), 2e-15);
    check_below(distance(t.run->state.q + 6, top_rows[i % 2].v, 3), 2e-15);
    check_near(noslip_energy(t.run) - t.run->energy.start, top_rows[i % 2].energy, 1e-8*1.1);
    trial_close(&t);
  }
  check_above(distance(top_rows[0].Pi, top_rows[1].Pi, 3), 1e-3);  // the two are told apart
}

// one map, two names
static void rattle_is_moser_veselov(void **unused) {
  (void)unused;
  trial a = heavy_top("rattle", 0.1), b = heavy_top("moser-veselov", 0.1);
  trial_steps(&a, 100);
  trial_steps(&b, 100);
  assert_true(gap(&a, &b) == 0);
  trial_close(&a);
  trial_close(&b);
}

// --- the same in the space of matrices -------------------------------------------------------------

// a body of R^n on its group, that of rigid_body_embedded.noslip
static trial reduced(int n, double c, const char *name, double h) {
  char text[1024];
  if (n == 3)
    snprintf(text, sizeof text,
             "model body\ncoord R: SO(3) velocity w\n"
             "lagrangian (1.5*w[1]^2 + 1.44*w[2]^2 + 0.94*w[3]^2)/2 - %g*R[3,3]\n"
             "init w = [-sin(12)/2, sin(9)/2, -sin(7)/2]\n",
             c);
  else
    snprintf(text, sizeof text,
             "model body\nlet alpha = [0.44, 0.5, 1, 0.7, 0.9]\nconst n = %d\n"
             "coord q: SO(n) velocity X\nlagrangian sum(i in 1..n-1: sum(j in i+1..n:\n"
             "  (alpha[i] + alpha[j])*X[i,j]^2))/2 - %g*q[n,n]\n"
             "for i in 1..n-1 { for j in i+1..n { init X[i,j] = sin(3*i + 2*j)/2 } }\n",
             n, c);
  return trial_text(text, NULL, name, h);
}

static trial embedded(int n, double c, const char *name, double h) {
  char settings[40];
  snprintf(settings, sizeof settings, "n=%d c=%g", n, c);
  return trial_file("rigid_body_embedded.noslip", settings, name, h);
}

// the momentum of the body, entries i < j of q^T p - p^T q, or as it is carried
static void body_momentum(const trial *t, int n, double *m) {
  const state *x = &t->run->state;
  double Q[son_square];
  if (t->run->problem->class == PROBLEM_MECHANICAL) {
    mat_tmul(Q, x->q, x->p, n);
    son_vee(m, Q, n);
    for (int i = 0; i < son_dim(n); i++)
      m[i] *= 2;
  } else {
    for (int i = 0; i < son_dim(n); i++)
      m[i] = n > 3 ? x->p[i] : (i == 1 ? 1 : -1)*x->p[2 - i];
  }
}

// how far apart the two are after 20 steps, seen in q and in m
static double gap_to_embedded(int n, double c, const char *name) {
  double a[son_most], b[son_most];
  trial body = reduced(n, c, name, 0.1), matrix = embedded(n, c, name, 0.1);
  trial_steps(&body, 20);
  trial_steps(&matrix, 20);
  body_momentum(&body, n, a);
  body_momentum(&matrix, n, b);
  double far =
      fmax(distance(body.run->state.q, matrix.run->state.q, n*n), distance(a, b, son_dim(n)));
  trial_close(&body);
  trial_close(&matrix);
  return far;
}

static void embedded_steps_are_the_same(void **unused) {
  (void)unused;
  static const char *const names[] = {"rattle", "reich", "reich*"};
  for (int n = 3; n <= 5; n++)
    for (int i = 0; i < 3; i++) {
      check_below(gap_to_embedded(n, 0, names[i]), 2e-14);
      check_below(gap_to_embedded(n, 1, names[i]), 2e-14);
    }
}

// and it could be seen if they were not: reich is none of the others where there is a weight
static void another_map_is_another(void **unused) {
  (void)unused;
  trial a = reduced(4, 1, "reich", 0.1), b = reduced(4, 1, "rattle", 0.1);
  trial_steps(&a, 20);
  trial_steps(&b, 20);
  check_above(gap(&a, &b), 1e-3);
  trial_close(&a);
  trial_close(&b);
}

// J in any axes: R^n with tr(q' J q'^T)/2, a full J, against the same in the space of matrices
static trial tilted(const char *name, double h, bool reduced_form) {
  static const char common[] = "let J = [[0.6, 0.1, -0.2, 0.05], [0.1, 0.9, 0.15, 0], [-0.2, 0.15, "
                               "1.1, 0.1], [0.05, 0, 0.1, 0.5]]\n";
  char text[2048];
  if (reduced_form)
    snprintf(text, sizeof text,
             "model a\n%scoord q: SO(4) velocity X\nlagrangian tr(q'*J*transpose(q'))/2 - q[4,4]\n"
             "for i in 1..3 { for j in i+1..4 { init X[i,j] = sin(3*i + 2*j)/2 } }\n",
             common);
  else
    snprintf(text, sizeof text,
             "model b\n%sconst n = 4\ncoord q[1..16]\n"
             "let Q(i, j) = q[(i - 1)*n + j]\n"
             "lagrangian sum(i in 1..n: sum(j in 1..n: sum(k in 1..n:\n"
             "  J[j,k]*Q(i, j)'*Q(i, k)')))/2 - Q(n, n)\n"
             "for i in 1..n { for j in i..n {\n"
             "  holonomic u[i,j]: sum(k in 1..n: Q(k, i)*Q(k, j)) = max(0, 1 + i - j) } }\n"
             "for i in 1..n { init q[(i - 1)*n + i] = 1\n"
             "  for j in i+1..n { init q[(i - 1)*n + j]' = sin(3*i + 2*j)/2,\n"
             "                         q[(j - 1)*n + i]' = -sin(3*i + 2*j)/2 } }\n",
             common);
  return trial_text(text, NULL, name, h);
}

static void any_axes_serve(void **unused) {
  (void)unused;
  static const char *const names[] = {"rattle", "reich", "reich*"};
  for (int i = 0; i < 3; i++) {
    double m[2][son_most];
    trial a = tilted(names[i], 0.1, true), b = tilted(names[i], 0.1, false);
    trial_steps(&a, 20);
    trial_steps(&b, 20);
    check_below(distance(a.run->state.q, b.run->state.q, 16), 2e-14);
    body_momentum(&a, 4, m[0]);
    body_momentum(&b, 4, m[1]);
    check_below(distance(m[0], m[1], 6), 2e-14);
    trial_close(&a);
    trial_close(&b);
  }
}

// any inertia of SO(3), by velocities and by momenta
static void any_inertia_serves(void **unused) {
  (void)unused;
  static const char M[] = "let M = [[2, 0.1, 0.3], [0.1, 1.5, 0.2], [0.3, 0.2, 1]]\n";
  char text[2][512];
  snprintf(text[0], sizeof text[0],
           "model a\ncoord R: SO(3) velocity w momentum m\n%slagrangian dot(w, M*w)/2 - R[3,1]\n"
           "init w = [0.8, -0.5, 0.3]\ninvariant vertical = dot(transpose(R)*[0, 0, 1], m)\n",
           M);
  snprintf(text[1], sizeof text[1],
           "model b\ncoord R: SO(3) velocity w momentum m\n%s"
           "hamiltonian dot(m, inv(M)*m)/2 + R[3,1]\ninit m = M*[0.8, -0.5, 0.3]\n",
           M);
  trial a = trial_text(text[0], NULL, "moser-veselov", 0.05);
  trial b = trial_text(text[1], NULL, "moser-veselov", 0.05);
  trial fine = trial_text(text[0], NULL, "lobatto(5)", 0.05);
  trial_steps(&a, 20);
  trial_steps(&b, 20);
  trial_steps(&fine, 20);
  check_below(gap(&a, &b), 2e-14);
  check_below(gap(&a, &fine), 2e-3);  // the error of order 2
  trial_steps(&a, 10000);
  check_below(trial_report(&a).invariant_errors[0], 1e-14);
  trial_close(&a);
  trial_close(&b);
  trial_close(&fine);
}

// --- orders and symmetry ---------------------------------------------------------------------------

// two rotations and a number, coupled by the potential
static trial molecule(const char *name, double h) {
  return trial_text("model molecule\ncoord R: SO(3) velocity w, x, y, q: SO(4) velocity X\n"
                    "lagrangian (w[1]^2 + 1.2*w[2]^2 + 1.5*w[3]^2 + x'^2 + x'*y' + 2*y'^2)/2\n"
                    "  + sum(i in 1..3: sum(j in i+1..4: 0.2*(i + j)*X[i,j]^2))/2\n"
                    "  - x^2*(2 + R[3,3]) - x*q[1,2] - R[1,1]*q[4,4] - y^2 - cos(t)*y\n"
                    "init x = 0.3, x' = 0.2, w = [0.5, 0.4, -0.3], X[1,2] = 0.3, X[2,4] = -0.4\n",
                    NULL, name, h);
}

static void orders_are_observed(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    double order;
  } rows[] = {{"moser-veselov", 2},
              {"reich", 1},
              {"reich*", 1},
              {"compose(reich, symmetric)", 2},
              {"compose(moser-veselov, suzuki4)", 4},
              {"compose(reich, blanes-moan4)", 4},
              {"compose(reich, suzuki4)", 4},
              {"compose(rattle, kahan-li6)", 6}};
  trial_maker *const systems[] = {heavy_top, molecule};
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 8; i++)
      check_near(trial_order_against(systems[k], rows[i].name, 1, rows[i].order > 4 ? 4 : 20,
                                     "lobatto(5)"),
                 rows[i].order, rows[i].order > 4 ? 0.3 : 0.12);
}

// a step back undoes a step, that of reich one of reich*; and it is not that nothing happens
static void steps_back_undo_steps(void **unused) {
  (void)unused;
  trial_maker *const systems[] = {heavy_top, molecule, body_of_space};
  for (int i = 0; i < 3; i++) {
    check_below(trial_asymmetry(systems[i], "moser-veselov", 0.1, 100), 1e-13);
    check_below(trial_way_back(systems[i], "reich", "reich*", 0.1, 100), 1e-13);
    if (i < 2)
      check_above(trial_asymmetry(systems[i], "reich", 0.1, 100), 1e-3);
  }
  check_below(trial_asymmetry(heavy_top, "compose(reich, blanes-moan4)", 0.1, 100), 1e-13);

  // without a potential all three are one map
  check_below(trial_asymmetry(body_of_space, "reich", 0.1, 100), 1e-13);
}

// --- long steps --------------------------------------------------------------------------------------

// beyond 25 rounds Newton takes over; the answer is as good
static void newton_takes_over(void **unused) {
  (void)unused;
  trial t = body_of_space("moser-veselov", 0.4);
  trial_steps(&t, 1000);
  noslip_report r = trial_report(&t);
  check_above((double)r.newton_max_per_step, 25);
  check_below(r.energy_max_error, 1e-14);
  check_below(vec_max(r.invariant_errors, 7), 1e-14);
  trial_close(&t);
}

static void long_steps_are_refused(void **unused) {
  (void)unused;
  trial_maker *const systems[] = {heavy_top, body_of_space};
  for (int i = 0; i < 2; i++) {
    double start[2*trial_most];
    trial t = systems[i]("rattle", 3);
    trial_state(&t, start);
    assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
    check_text(noslip_last_error(t.context), "the step is too large: no rotation near 1");
    check_text(noslip_last_error(t.context), "try a smaller one");
    check_below(trial_distance(&t, start), 1e-300);
    trial_close(&t);
  }
  trial t = heavy_top("compose(rattle, suzuki4)", 3);
  assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "in stage 1 of 5");
  trial_close(&t);
}

// a potential that ends: nothing is carried on
static void what_is_not_finite_is_refused(void **unused) {
  (void)unused;
  double start[2*trial_most];
  trial t = trial_text("model a\ncoord R: SO(3) velocity w\n"
                       "lagrangian dot(w, w)/2 - sqrt(R[1,1] - 0.9)\ninit w = [0, 0, 1]\n",
                       NULL, "moser-veselov", 0.1);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 20 && status == NOSLIP_OK; i++) {
    trial_state(&t, start);
    status = noslip_step(t.run);
  }
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "no longer be finite");
  check_below(trial_distance(&t, start), 1e-300);
  trial_close(&t);
}

// --- sections of the heavy top ------------------------------------------------------------------------

// Figure 1 of McLachlan and Scovel: orbits with Pi[2] = 0, Pi[3] = s sqrt(2 I3) on the section v3 = 0
typedef struct band {
  double least, most;  // of |Pi[3]| on the section
  double energy[2];    // largest error in each half
  int points;
} band;

// by linear interpolation between steps
static band section_of_top(double s, long steps) {
  char settings[40];
  band b = {.least = HUGE_VAL};
  snprintf(settings, sizeof settings, "s=%g", s);
  trial t = trial_file("heavy_top.noslip", settings, "moser-veselov", 0.05);
  const state *x = &t.run->state;
  for (long i = 0; i < steps; i++) {
    double before[3] = {x->q[8], x->p[0], x->p[2]};
    trial_steps(&t, 1);
    double *largest = &b.energy[2*i/steps];
    *largest = fmax(*largest, fabs(noslip_energy(t.run) - 1));
    if (i == 0 || before[0] >= 0 || x->q[8] < 0)
      continue;
    double part = before[0]/(before[0] - x->q[8]);
    double Pi3 = fabs(before[2] + part*(x->p[2] - before[2]));
    if (before[1] + part*(x->p[0] - before[1]) > 0) {
      b.least = fmin(b.least, Pi3);
      b.most = fmax(b.most, Pi3);
      b.points++;
    }
  }
  trial_close(&t);
  return b;
}

static void sections_are_those_of_the_figure(void **unused) {
  (void)unused;
  static const struct {
    double s, least, most;
  } rows[] = {{0.9, 1.191, 1.255}, {-0.9, 1.191, 1.255}, {0.5, 0.482, 0.801}, {-0.5, 0.482, 0.801},
              {0.1, 0, 0.31},      {-0.1, 0, 0.31},      {0.02, 0, 0.31}};
  for (int i = 0; i < 7; i++) {
    band b = section_of_top(rows[i].s, 60000);
    check_above(b.points, 100);
    check_above(b.least, rows[i].least - 0.0005);
    check_below(b.most, rows[i].most + 0.0005);
    if (fabs(rows[i].s) > 0.2) {  // the curve is all of it
      check_near(b.least, rows[i].least, 0.0005);
      check_near(b.most, rows[i].most, 0.0005);
    }
    check_below(fmax(b.energy[0], b.energy[1]), 1.6e-3);
    check_below(b.energy[1], 1.1*b.energy[0]);  // no growth
  }

  // others are in neither: with s = 0.2, a method of order 6 says so, too
  band other = section_of_top(0.2, 60000);
  check_near(other.least, 0.232, 0.001);
  check_near(other.most, 0.523, 0.001);
}

// --- long steps ----------------------------------------------------------------------------------------

// a step may turn by up to a right angle, and rotations stay rotations
static void long_steps_stay_on_the_group(void **unused) {
  (void)unused;
  static const double steps[] = {1.25, 1.4};  // 62 and 82 degrees
  int from;
  for (int i = 0; i < 2; i++) {
    trial t = trial_text("model ball\ncoord R: SO(3) velocity w momentum m\n"
                         "lagrangian dot(w, w)/2\ninit w = [0.3, 0.4, 0.5]\n"
                         "invariant s = R*m\n",
                         NULL, "moser-veselov", steps[i]);
    trial_steps(&t, 20000);
    check_below(group_defect(t.run->problem, t.run->state.q, &from), 2e-15);
    check_below(vec_max(trial_report(&t).invariant_errors, 3), 1e-13);
    trial_close(&t);
  }
  trial t = trial_file("rigid_body_so4.noslip", NULL, "moser-veselov", 1.2);
  trial_steps(&t, 2000);
  check_below(group_defect(t.run->problem, t.run->state.q, &from), 2e-15);
  check_below(trial_report(&t).energy_max_error, 1e-13);
  trial_close(&t);
}

// --- what is refused -----------------------------------------------------------------------------------

static void refused(const char *rest, const char *named, const char *sentence) {
  char text[600];
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  snprintf(text, sizeof text, "model a\n%s", rest);
  assert_int_equal(noslip_model_parse(context, "test", text, NULL, &m), NOSLIP_OK);
  assert_int_not_equal(noslip_method_applies(context, named, m), NOSLIP_OK);
  check_text(noslip_last_error(context), sentence);
  noslip_model_free(m);
  noslip_close(context);
}

#define SO3 "coord R: SO(3) velocity w\nlagrangian dot(w, w)/2"
#define SO4 "coord q: SO(4) velocity X\nlagrangian sum(i in 1..3: sum(j in i+1..4: X[i,j]^2))/2"

static void what_cannot_be_done_is_said(void **unused) {
  (void)unused;
  static const char *const names[] = {"moser-veselov", "rattle", "reich", "reich*",
                                      "compose(rattle, suzuki4)"};
  for (int i = 0; i < 5; i++)
    refused(SO3 "\nnonholonomic axis: w[3] = 0\n", names[i],
            "has no equations for constraints, and `axis` is one; no method is symplectic on this "
            "model, and these treat it without: `lobatto(s)`");
  refused("coord g: SE(2) velocity (v, om)\nlagrangian dot(v, v)/2 + om^2\n", "rattle",
          "treats rotations only, and here is a rigid motion, with `v[1]`");
  refused(SO3 " + R[3,3]*w[1]^2/4\n", "rattle", "wants a constant mass matrix");
  refused(SO3 " + cos(t)*w[1]^2/4\n", "rattle", "wants a constant mass matrix");
  refused(SO3 " + where(t > 5, 1, 0)*w[1]^2\n", "rattle", "wants a constant mass matrix");
  refused(SO3 " + max(0, -0.5 - R[3,3])^2*w[1]^2\n", "rattle", "wants a constant mass matrix");
  refused(SO3 " + exp(-1000*(R[3,3] + 0.8)^2)*w[1]^2\n", "rattle", "wants a constant mass matrix");
  refused("coord R: SO(3) velocity w, z\nlagrangian dot(w, w)/2 + (1 + max(0, z - 2)^2)*z'^2\n",
          "rattle", "wants a constant mass matrix");
  refused(SO3 " + where(t > 5, 2, 0)*w[3]*R[3,3]\n", "rattle", "terms linear in the velocities");
  refused(SO3 "\nforce w = -max(norm(w) - 3, 0)*w\n", "rattle", "do not depend on velocities");
  refused("coord R: SO(3) velocity w, z\nlagrangian dot(w, w)/2 + z'^2 - sqrt(z - 3)\n"
          "force z = -2*z'\ninit z = 4\n",
          "rattle", "do not depend on velocities");
  refused(SO3 "\n", "rattle(representative=tn)", "leave out its options");
  refused("coord R: SO(3) velocity w momentum m\nhamiltonian (m[1]^2 + m[2]^2)/2\n", "lobatto(2)",
          "do not determine the momenta");
  refused(SO3 " + w[1]^4\n", "rattle", "quadratic in the velocities");
  refused(SO3 " + w[1]\n", "rattle", "without terms linear in the velocities");
  refused(SO3 "\nforce w = -w\n", "rattle", "forces that do not depend on velocities");
  refused(SO3 "\nforce w = [0, 0, -sign(w[3])]\n", "rattle", "do not depend on velocities");
  refused("coord R: SO(3) velocity w, z\nlagrangian dot(w, w)/2 + z'^2 + z'*w[2]/4\n", "rattle",
          "couples `w[1]` with `z`");
  refused(SO3 " - w[3]^2\n", "rattle", "alpha[i] + alpha[j] > 0 in every plane, and of `w[1]`");
  refused(SO4 " + X[1,2]^2\n", "rattle", "of a rigid body of R^4");
  refused(SO4 " + X[1,2]*X[3,4]/4\n", "rattle", "of a rigid body of R^4");
  refused("coord x\nlagrangian x'^2/2\n", "moser-veselov",
          "treats rotations, and here are none: `rattle` is the same on R^n");
  refused("state x\nx' = -x\ninit x = 1\n", "moser-veselov", "treats mechanical models");
}

// --- memory ----------------------------------------------------------------------------------------------

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  static const char *const names[] = {"moser-veselov", "compose(reich, blanes-moan4)"};
  for (int i = 0; i < 2; i++) {
    counter c = {0};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    assert_int_equal(noslip_model_parse(context, "test", "model a\n" SO4 " - q[4,4]\n", NULL, &m),
                     NOSLIP_OK);
    noslip_run_options with = {.method = names[i], .step = 0.01, .backend = "interpret"};
    assert_int_equal(noslip_run_new(context, m, &with, &r), NOSLIP_OK);
    assert_int_equal(requests_of_steps(&c, r), 0);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  bool done = false;
  for (long at = 1; !done; at++) {
    counter c = {.fail_at = at};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    if (!context)
      continue;
    noslip_model *m = NULL;
    noslip_status status =
        noslip_model_parse(context, "test", "model a\n" SO3 " - R[3,3]\n", NULL, &m);
    done =
        live(&c, context, m, status,
             (noslip_run_options){.method = "moser-veselov", .step = 0.1, .backend = "interpret"},
             "interpret");
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_of_so4),
      cmocka_unit_test(digits_of_the_top),
      cmocka_unit_test(rattle_is_moser_veselov),
      cmocka_unit_test(embedded_steps_are_the_same),
      cmocka_unit_test(another_map_is_another),
      cmocka_unit_test(any_axes_serve),
      cmocka_unit_test(any_inertia_serves),
      cmocka_unit_test(orders_are_observed),
      cmocka_unit_test(steps_back_undo_steps),
      cmocka_unit_test(newton_takes_over),
      cmocka_unit_test(long_steps_are_refused),
      cmocka_unit_test(what_is_not_finite_is_refused),
      cmocka_unit_test(sections_are_those_of_the_figure),
      cmocka_unit_test(long_steps_stay_on_the_group),
      cmocka_unit_test(what_cannot_be_done_is_said),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return check_run(argc, argv, tests);
}
