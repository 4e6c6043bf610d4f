// Tests of src/methods/baseline/dop853.h: what its header block claims.

#include "tests/support/callback_trial.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "bench/callback_models.h"
#include "methods/baseline/dop853_step.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static dop853 *kernel_of(trial *t) {
  return t->run->stepper->self;
}

static trial disk(const char *name, double h) {
  return trial_file("disk.noslip", NULL, name, h);
}

// where the disk is at time t: x, y, phi, theta and their rates
static void disk_exact(double t, double *y) {
  double c = cos(2*t), s = sin(2*t);
  double exact[] = {s/8, (1 - c)/8, 2*t, t, c/4, s/4, 2, 1};
  memcpy(y, exact, sizeof exact);
}

static double largest_difference(const double *x, const double *y, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(x[i] - y[i]));
  return worst;
}

// --- order conditions ------------------------------------------------------------------------
//
// A method has order p if sum_i b_i Phi_i(t) = 1/gamma(t) for all rooted trees t of up to p nodes,
// Phi_i([t1 ... tk]) = prod_j sum_l a_il Phi_l(tj), gamma(t) = |t| prod_j gamma(tj).

enum { most_trees = 200, most_nodes = 8 };

typedef struct tree {
  int nodes;
  double gamma, inner[dop853_all];  // inner: sum_l a_il Phi_l
  double phi[dop853_all];
} tree;

typedef struct forest {
  tree list[most_trees];
  int count;
  double a[dop853_all][dop853_all];
} forest;

static void add_tree(forest *f, tree t) {
  assert_true(f->count < most_trees);
  t.gamma *= t.nodes;
  for (int i = 0; i < dop853_all; i++) {
    t.inner[i] = 0;
    for (int l = 0; l < i; l++)
      t.inner[i] += f->a[i][l]*t.phi[l];
  }
  f->list[f->count++] = t;
}

// all trees of `nodes` nodes whose branches are `t` and smaller trees from place `from` on
static void grow(forest *f, tree t, int nodes, int from, int known) {
  if (t.nodes == nodes) {
    add_tree(f, t);
    return;
  }
  for (int k = from; k < known; k++) {
    tree branch = f->list[k], more = t;
    if (t.nodes + branch.nodes > nodes)
      break;
    more.nodes += branch.nodes;
    more.gamma *= branch.gamma;
    for (int i = 0; i < dop853_all; i++)
      more.phi[i] *= branch.inner[i];
    grow(f, more, nodes, k, known);
  }
}

// `spoil` is added to one coefficient
static void grow_all(forest *f, double spoil) {
  tree root = {.nodes = 1, .gamma = 1};
  f->count = 0;
  for (int i = 0; i < dop853_all; i++) {
    root.phi[i] = 1;
    for (int j = 0; j < dop853_all; j++)
      f->a[i][j] = j < i && (j == 0 || j >= dop853_from[i]) ? dop853_a[i][j] : 0;
  }
  f->a[9][6] += spoil;
  for (int nodes = 1; nodes <= most_nodes; nodes++)
    grow(f, root, nodes, 0, f->count);
}

// the largest defect of weights b, of trees with up to `nodes` nodes; theta: the share of the step
static double defect(const forest *f, const double *b, double theta, int nodes) {
  double worst = 0;
  for (int k = 0; k < f->count; k++) {
    double sum = 0;
    if (f->list[k].nodes > nodes)
      continue;
    for (int i = 0; i < dop853_all; i++)
      sum += b[i]*f->list[k].phi[i];
    worst = fmax(worst, fabs(sum - pow(theta, f->list[k].nodes)/f->list[k].gamma));
  }
  return worst;
}

static forest trees;

// weights of the continuous extension at theta: what it makes of a rate of 1 in one stage
static void extension_weights(double theta, double *b) {
  for (int i = 0; i < dop853_all; i++) {
    double k[2*dop853_all] = {0}, r[2*dop853_terms], y0[2] = {0}, y[2];
    double y1[2] = {i < dop853_end ? trees.a[dop853_end][i] : 0};
    k[2*i] = 1;
    dop853_extend(2, r, y0, y1, 1, k, true);
    dop853_read(2, r, theta, y);
    b[i] = y[0];
  }
}

static void order_conditions_hold_to_rounding(void **unused) {
  (void)unused;
  double b[dop853_all], five[dop853_all];
  grow_all(&trees, 0);
  assert_int_equal(trees.count, 200);  // 1 + 1 + 2 + 4 + 9 + 20 + 48 + 115
  check_below(defect(&trees, trees.a[dop853_end], 1, 8), 1e-14);
  for (int i = 0; i < dop853_all; i++)
    five[i] = trees.a[dop853_end][i] - (i < dop853_stages ? dop853_e5[i] : 0);
  check_below(defect(&trees, five, 1, 5), 1e-14);
  check_above(defect(&trees, five, 1, 6), 1e-6);
  for (int k = 1; k < 10; k++) {
    extension_weights(k/10.0, b);
    check_below(defect(&trees, b, k/10.0, 7), 2e-13);  // weights up to 400
    check_above(defect(&trees, b, k/10.0, 8), 1e-8);
  }
}

// the same measurement, one coefficient off by 1e-9
static void a_wrong_digit_is_noticed(void **unused) {
  (void)unused;
  grow_all(&trees, 1e-9);
  check_above(defect(&trees, trees.a[dop853_end], 1, 8), 1e-11);
}

static void rows_sum_to_their_nodes(void **unused) {
  (void)unused;
  for (int i = 0; i < dop853_all; i++) {
    double sum = 0;
    for (int j = 0; j < dop853_all - 1; j++)
      sum += dop853_a[i][j];
    check_near(sum, dop853_c[i], 2e-15*10);
    for (int j = 1; j < dop853_from[i] && j < i; j++)
      assert_true(dop853_a[i][j] == 0);
  }
}

// --- observed orders -------------------------------------------------------------------------

// steps of one size, whatever their errors, to t = 2
static double fixed_error(int steps) {
  trial t = disk("dop853", 1);
  dop853 *s = kernel_of(&t);
  double h = 2.0/steps, exact[8], size;
  assert_int_equal(dop853_begin(s->shape, s, &t.run->state, 1), KERNEL_DONE);
  for (int i = 0; i < steps; i++) {
    assert_int_equal(dop853_attempt(s->shape, s, h, &size), KERNEL_DONE);
    assert_int_equal(dop853_accept(s->shape, s, h), KERNEL_DONE);
  }
  disk_exact(2, exact);
  double error = largest_difference(s->y, exact, 8);
  trial_close(&t);
  return error;
}

static void steps_have_order_eight(void **unused) {
  (void)unused;
  double coarse = fixed_error(4), fine = fixed_error(8);
  check_above(fine, 1e-13);  // not rounding yet
  check_near(log2(coarse/fine), 8, 0.6);
}

// the error of the continuous extension within one step of size h, largest of nine points
static double extension_error(double h, bool whole) {
  trial t = disk("dop853", 1);
  dop853 *s = kernel_of(&t);
  double size, worst = 0, exact[8];
  assert_int_equal(dop853_begin(s->shape, s, &t.run->state, 1), KERNEL_DONE);
  assert_int_equal(dop853_attempt(s->shape, s, h, &size), KERNEL_DONE);
  assert_int_equal(dop853_accept(s->shape, s, h), KERNEL_DONE);
  dop853_raise(s->shape, s);
  if (!whole)
    dop853_extend(8, s->terms, s->from, s->y, h, s->k, false);
  for (int i = 1; i < 10; i++) {
    dop853_read(8, s->terms, i/10.0, s->node);
    disk_exact(i/10.0*h, exact);
    worst = fmax(worst, largest_difference(s->node, exact, 8));
  }
  trial_close(&t);
  return worst;
}

// locally one more than order 7; without the three stages, order 3
static void extension_has_order_seven(void **unused) {
  (void)unused;
  check_near(log2(extension_error(0.8, true)/extension_error(0.4, true)), 8, 0.3);
  check_near(log2(extension_error(0.2, false)/extension_error(0.1, false)), 4, 0.3);
}

static double error_at(const char *name, double T) {
  trial t = disk(name, T/100);
  double x[8], exact[8];
  trial_steps(&t, 100);
  trial_state(&t, x);
  disk_exact(T, exact);
  trial_close(&t);
  return largest_difference(x, exact, 8);
}

static void error_follows_rtol(void **unused) {
  (void)unused;
  double error[4];
  for (int i = 0; i < 4; i++) {
    char name[60];
    snprintf(name, sizeof name, "dop853(1e-%d)", 4 + 2*i);
    error[i] = error_at(name, 20);
    check_below(error[i], 30*pow(10, -4 - 2*i));
  }
  check_near(log10(error[0]/error[3])/6, 1, 0.25);
}

// --- nodes -----------------------------------------------------------------------------------

// Steps of the tolerance, not of the nodes, to the last bit; three right-hand sides more for a step that
// has a node.
static void nodes_do_not_restrict_the_steps(void **unused) {
  (void)unused;
  trial a = disk("dop853", 10), b = disk("dop853", 1.0/128);
  double x[8];
  trial_steps(&a, 2);
  trial_steps(&b, 2560);
  trial_state(&a, x);
  check_below(trial_distance(&b, x), 1e-12);
  noslip_report p = trial_report(&a), q = trial_report(&b);
  assert_int_equal(p.steps_accepted, q.steps_accepted);
  check_below((double)q.steps_accepted, 2560/20);  // one in twenty nodes
  long tried = 11*(p.steps_accepted + p.steps_rejected) + p.steps_accepted;
  assert_int_equal(p.right_hand_sides, tried + 2 + 3*2);
  check_below((double)q.right_hand_sides, (double)(tried + 3 + 3*q.steps_accepted));
  trial_close(&a);
  trial_close(&b);
}

static void steps_back_lead_back(void **unused) {
  (void)unused;
  double start[trial_most];
  trial t = trial_file("mixed.noslip", NULL, "dop853", 0.1);
  trial_state(&t, start);
  trial_steps(&t, 15);
  check_above(trial_distance(&t, start), 0.1);
  trial_back(&t, 15);
  check_below(trial_distance(&t, start), 1e-8);
  trial_close(&t);
}

// --- constraints -----------------------------------------------------------------------------

// as a part of the terms that the constraint adds up
static double residual_after(const char *file, const char *name, long steps) {
  trial t = trial_file(file, NULL, name, 0.05);
  trial_steps(&t, steps);
  double worst = trial_report(&t).constraint_scaled_error;
  trial_close(&t);
  return worst;
}

// Holonomic and nonholonomic, both forms, at nodes between the steps; however loose the tolerance. The
// twin: what is not projected drifts.
static void constraints_hold_to_rounding(void **unused) {
  (void)unused;
  static const char *const files[] = {"disk.noslip",
                                      "mixed.noslip",
                                      "chaotic.noslip",
                                      "chain.noslip",
                                      "double_spherical_pendulum.noslip",
                                      "double_spherical_pendulum_lagrangian.noslip"};
  for (size_t i = 0; i < sizeof files/sizeof *files; i++) {
    check_below(residual_after(files[i], "dop853(1e-6)", 20000/check_share(10)), 2e-15);
    check_above(residual_after(files[i], "index1(1e-6)", 2000), 1e-10);
  }
}

// constraints that move, and mass that depends on the place: g and G v + g_t
static const char moving[] = "model moving\ncoord x, y, z\n"
                             "lagrangian (x'^2*(1 + z^2) + y'^2 + z'^2)/2 - z - x*sin(t)/2\n"
                             "holonomic sphere: x^2 + y^2 + z^2 = 1 + sin(t)/10\n"
                             "nonholonomic belt: x' + 0.3*z*y' = cos(t)/20\n"
                             "init y = 1, y' = 0.05, x' = 0.05, z' = 0.5\n";
static const char moving_hamiltonian[] =
    "model moving\ncoord x momentum px, y momentum py, z momentum pz\n"
    "hamiltonian (px^2/(1 + z^2) + py^2 + pz^2)/2 + z + x*sin(t)/2\n"
    "nonholonomic belt: x' + 0.3*z*y' = cos(t)/20\n"
    "holonomic sphere: x^2 + y^2 + z^2 = 1 + sin(t)/10\n"
    "init y = 1, py = 0.05, px = 0.05, pz = 0.5\n";
static const char cone[] = "model cone\ncoord x, y, z\n"
                           "lagrangian (x'^2 + (1 + x^2/4)*y'^2 + z'^2)/2 + x*z' - z - y^2/4\n"
                           "force x = -0.1*x' + 0.2*cos(t)\n"
                           "nonholonomic cone: z'^2 = x'^2 + y'^2\n"
                           "init x = 0.3, y = -0.2, z = 0.5, x' = 0.6, y' = 0.8, z' = 1\n";

static void moving_constraints_hold_too(void **unused) {
  (void)unused;
  static const char *const texts[] = {moving, moving_hamiltonian, cone};
  double first[3];
  for (int i = 0; i < 3; i++) {
    trial t = trial_text(texts[i], NULL, "dop853(1e-12)", 0.1);
    trial_steps(&t, 20);
    check_below(trial_report(&t).constraint_max_error, 1e-14);
    double q[] = {t.run->state.q[0], t.run->state.q[1], t.run->state.q[2]};
    if (i == 0)
      memcpy(first, q, sizeof q);
    if (i == 1)
      check_below(largest_difference(q, first, 3), 1e-10);
    if (i == 2)
      check_above(largest_difference(q, first, 3), 0.1);
    trial_close(&t);
  }
}

// --- the motion as one tape ------------------------------------------------------------------

// the largest difference of rates, and of ways back, between the tape and the linear equations
static double forms_apart(trial *t, double off) {
  dop853 *s = kernel_of(t);
  dop853_shape dense = s->shape;
  int N = rates_numbers(dense.of);
  double one[trial_most], other[trial_most], y[trial_most];
  assert_true(s->shape.motion && N <= trial_most);
  dense.motion = false;
  node_take(dense.of, &t->run->state, y);
  for (int i = 0; i < N; i++)
    y[i] += 0.01*sin(i + 1);
  assert_int_equal(dop853_rate(s->shape, s, t->run->state.t, y, one), KERNEL_DONE);
  const double *back = dop853_back(s->shape, s, t->run->state.t, y);
  for (int i = 0; i < N; i++)
    y[i] += off*(i + 1);
  assert_int_equal(dop853_rate(dense, s, t->run->state.t, y, other), KERNEL_DONE);
  double apart = largest_difference(one, other, N)/(1 + vec_max(one, N));
  const double *solved = dop853_back(dense, s, t->run->state.t, y);
  assert_true(back && solved && solved != back);
  check_above(vec_max(back, N), 1e-4);  // there is a way to go
  return fmax(apart, largest_difference(back, solved, N)/(1 + vec_max(back, N)));
}

static void tape_and_equations_agree(void **unused) {
  (void)unused;
  static const char *const texts[] = {moving, moving_hamiltonian, cone};
  static const char *const files[] = {"chain.noslip", "double_spherical_pendulum.noslip",
                                      "snakeboard.noslip", "mixed.noslip"};
  for (int i = 0; i < 7; i++) {
    trial t = i < 3 ? trial_text(texts[i], NULL, "dop853", 0.1)
                    : trial_file(files[i - 3], NULL, "dop853", 0.1);
    check_below(forms_apart(&t, 0), 1e-12);
    check_above(forms_apart(&t, 1e-6), 1e-10);
    trial_close(&t);
  }
}

// A pivot that is 0 at the start, and a mass matrix without the first pivot: the linear equations choose
// others.
static void pivots_that_vanish_do_not_matter(void **unused) {
  (void)unused;
  static const char at_start[] =
      "model a\ncoord x, y\nlagrangian x*x'^2/2 + x'*y' - y^2/2 - x^2/2\ninit y = 1, y' = 0.3\n";
  static const char never[] = "model b\ncoord x, y\nlagrangian x'*y' - x*y\ninit x = 1, y' = 1\n";
  trial t = trial_text(at_start, NULL, "dop853(1e-12)", 0.1);
  trial u = trial_text(at_start, NULL, "index1(1e-13)", 0.1);
  double x[4];
  assert_true(kernel_of(&t)->shape.motion);
  trial_steps(&t, 10);
  trial_steps(&u, 10);
  trial_state(&u, x);
  check_below(trial_distance(&t, x), 1e-9);
  trial_close(&t);
  trial_close(&u);
  t = trial_text(never, NULL, "dop853", 0.1);
  assert_false(kernel_of(&t)->shape.motion);
  trial_steps(&t, 10);
  check_near(trial_value(&t, "x"), cos(1), 1e-9);
  check_near(trial_value(&t, "y"), sin(1), 1e-9);
  trial_close(&t);
}

// functions in C have no expressions
static void functions_are_eliminated_in_numbers(void **unused) {
  (void)unused;
  noslip_callbacks c = contact_callbacks();
  trial a = callback_trial(&c, "dop853", 0.1);
  trial b = trial_file("contact_oscillator.noslip", NULL, "dop853", 0.1);
  double x[6];
  assert_true(!kernel_of(&a)->shape.motion && kernel_of(&b)->shape.motion);
  trial_steps(&a, 100);
  trial_steps(&b, 100);
  trial_state(&b, x);
  check_below(trial_distance(&a, x), 1e-9);
  check_below(trial_report(&a).constraint_max_error, 1e-14);
  trial_close(&a);
  trial_close(&b);
}

// --- failures --------------------------------------------------------------------------------

static void check_stop(trial t, const char *words) {
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 100 && status == NOSLIP_OK; i++)
    status = noslip_step(t.run);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), words);
  check_text(noslip_last_error(t.context), "t = ");
  trial_close(&t);
}

static void check_stops(const char *text, const char *words) {
  check_stop(trial_text(text, NULL, "dop853", 0.25), words);
}

static void failures_are_explained(void **unused) {
  (void)unused;
  // it comes to x = 1, where the model ends
  check_stops("model a\ncoord x\nlagrangian x'^2/2\nforce x = sqrt(1 - x)\ninit x' = 1\n",
              "is no longer a finite number, however short the step");
  // x'' = x'^3 leaves in finite time, 1/2
  check_stops("model b\ncoord x\nlagrangian x'^2/2\nforce x = x'^3\ninit x' = 1\n",
              "as short as the rounding of the time; the largest error is that of the velocity "
              "of `x`");
  // likewise x'' = 2 x^3, in steps that are accepted, beside a motion that is faster
  check_stops("model b\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + x^4/2\n"
              "init x = 1, x' = 1, y' = 1000\n",
              "the largest error is that of the velocity of `x`");
  // the constraint fades at t = 1
  check_stops("model c\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
              "nonholonomic slot: where(t < 1, 1, 0)*x' = 0\ninit y' = 1\n",
              "singular (first without a pivot: multiplier of `slot`)");
  // a time constant of 1e-9
  check_stops("model d\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = -1e9*x'\ninit x = 1\n",
              "the model may be stiff");
  // bars come into a line; the sentences above, of models without dependent constraints, are twins
  check_stop(trial_file("four_bar_iftomm.noslip", NULL, "dop853", 0.01),
             "the constraints are nearly dependent here (multiplier of `right");
  check_stop(trial_file("four_bar_iftomm.noslip", NULL, "index1(1e-10)", 0.01),
             "the constraints are nearly dependent here (multiplier of `right");
}

static void check_refused(const char *name, const char *words) {
  noslip_context *context = noslip_open(NULL);
  noslip_method_info info;
  assert_int_equal(noslip_method_find(context, name, &info), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), words);
  noslip_close(context);
}

static void options_are_checked(void **unused) {
  (void)unused;
  check_refused("dop853(1e-15)", "rtol of `dop853` is a number from 1e-14 to 1");
  check_refused("dop853(tolerance=1e-3)", "the options of `dop853` are rtol and atol");
  check_refused("dop853(1e-3, 1e-5)", "the options of `dop853` are rtol and atol");
  check_refused("dop853(rtol=1e-6, atol=0)", "atol of `dop853` is a positive number");
  check_refused("dop853*", "has no adjoint");
  check_refused("compose(dop853, suzuki4)", "`dop853` cannot be composed");
  trial t = disk("dop853(1e-8)", 0.1);
  check_near(kernel_of(&t)->shape.of.tolerance.rtol, 1e-8, 1e-300);
  check_near(kernel_of(&t)->shape.of.tolerance.atol, 1e-11, 1e-26);
  trial_close(&t);
  t = disk("dop853", 0.1);
  check_near(kernel_of(&t)->shape.of.tolerance.rtol, 1e-10, 1e-300);
  trial_close(&t);
}

// --- memory ----------------------------------------------------------------------------------

// a model and three steps, or the first call that fails
static bool one_life(counter *c, const char *text) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  noslip_run *r = NULL;
  noslip_run_options options = {.method = "dop853", .step = 0.05};
  bool done = context && noslip_model_parse(context, "test", text, NULL, &m) == NOSLIP_OK &&
              noslip_run_new(context, m, &options, &r) == NOSLIP_OK;
  long before = c->requests;
  for (int i = 0; done && i < 3; i++)
    done = noslip_step(r) == NOSLIP_OK;
  if (done)
    assert_int_equal(c->requests, before);  // a step allocates nothing
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return done;
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  static const char *const texts[] = {moving, moving_hamiltonian};
  for (int k = 0; k < 2; k++) {
    counter c = {0, 0, 0};
    assert_true(one_life(&c, texts[k]));
    for (long n = 1, all = c.requests; n <= all; n++) {
      c = (counter){0, n, 0};
      assert_false(one_life(&c, texts[k]));
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_conditions_hold_to_rounding),
      cmocka_unit_test(a_wrong_digit_is_noticed),
      cmocka_unit_test(rows_sum_to_their_nodes),
      cmocka_unit_test(steps_have_order_eight),
      cmocka_unit_test(extension_has_order_seven),
      cmocka_unit_test(error_follows_rtol),
      cmocka_unit_test(nodes_do_not_restrict_the_steps),
      cmocka_unit_test(steps_back_lead_back),
      cmocka_unit_test(constraints_hold_to_rounding),
      cmocka_unit_test(moving_constraints_hold_too),
      cmocka_unit_test(tape_and_equations_agree),
      cmocka_unit_test(pivots_that_vanish_do_not_matter),
      cmocka_unit_test(functions_are_eliminated_in_numbers),
      cmocka_unit_test(failures_are_explained),
      cmocka_unit_test(options_are_checked),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return check_run(argc, argv, tests);
}
