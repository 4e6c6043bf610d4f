// Tests of src/study: the fit on errors that were made up, the orders of methods on models, and what
// they are measured against.

#include "study/fit.h"

#include "tests/support/counting.h"

enum { most = 24 };

// ---------------------------------------------------------------------------------------------
// the fit

// errors of steps 0.5, 0.25, ...
typedef struct data {
  int n, order;
  double h[most], e[most], unit;
  noslip_point_use use[most];
  double slope[most];
} data;

// e = C h^p
static data powers(double C, int p, int n) {
  data d = {.n = n, .order = p, .unit = 1e-14};
  for (int i = 0; i < n; i++) {
    d.h[i] = ldexp(0.5, -i);
    d.e[i] = C*pow(d.h[i], p);
  }
  return d;
}

static noslip_fit fit(data *d) {
  const fit_points points = {d->n, d->h, d->e, d->order, d->unit};
  return fit_line(&points, d->use, d->slope);
}

static void slope_is_recovered(void **state) {
  (void)state;
  for (int p = 1; p <= 4; p++) {
    data d = powers(0.3, p, 6);
    noslip_fit f = fit(&d);
    check_near(f.slope, p, 1e-13);  // rounding of logarithms
    assert_int_equal(f.points, 6);
    assert_true(f.coarsest == 0.5 && f.finest == 0.5/32);
    assert_int_equal(f.left_coarse + f.left_floor, 0);
    assert_true(isnan(d.slope[0]));
    for (int i = 1; i < 6; i++)
      check_near(d.slope[i], p, 1e-13);
  }
}

// the twin: one error that is 7 % off changes the slope
static void slope_can_be_missed(void **state) {
  (void)state;
  data d = powers(0.3, 2, 6);
  d.e[5] *= 1.07;
  check_above(fabs(fit(&d).slope - 2), 0.01);
}

// steps need not be halves: 0.1, 0.04, 0.01
static void any_steps_will_do(void **state) {
  (void)state;
  data d = {.n = 3, .order = 3, .unit = 1e-14, .h = {0.1, 0.04, 0.01}};
  for (int i = 0; i < d.n; i++)
    d.e[i] = 5*pow(d.h[i], 3);
  check_near(fit(&d).slope, 3, 1e-13);
}

// e = h^4 + rounding of 1e-13: the last points do not shrink any more, and the one before them is
// rounding to a tenth
static void floor_is_left_out(void **state) {
  (void)state;
  static const double noise[] = {0.3, 1, 0.6, 1.1, 0.8, 0.9, 1.2, 0.7};
  data d = powers(1, 4, 16);
  for (int i = 0; i < d.n; i++)
    d.e[i] += 1e-13*noise[i % 8];
  noslip_fit f = fit(&d);
  check_near(f.slope, 4, 0.02);
  assert_int_equal(f.left_coarse, 0);
  assert_int_equal(f.points + f.left_floor, 16);
  for (int i = 0; i < d.n; i++)
    assert_int_equal(d.use[i], d.e[i] > 2e-12 ? NOSLIP_POINT_FITTED : NOSLIP_POINT_FLOOR);

  // where rounding is thought to be nowhere near, the line is one through noise
  d.unit = 1e-20;
  d.order = 0;
  check_above(fabs(fit(&d).slope - 4), 1);
}

// a floor above the unit, as after many steps: what gives it away is that nothing shrinks
static void higher_floor_is_left_out(void **state) {
  (void)state;
  data d = powers(1, 6, 8);
  for (int i = 0; i < d.n; i++)
    d.e[i] += 3e-11;
  noslip_fit f = fit(&d);
  check_near(f.slope, 6, 0.1);
  assert_int_equal(d.use[7], NOSLIP_POINT_FLOOR);
  check_above(f.left_floor, 1);
  check_above(f.points, 3);
}

// a slope that sinks far above rounding is no floor: the order is lower than claimed, and it shows
static void lost_order_is_no_floor(void **state) {
  (void)state;
  data d = powers(1, 2, 12);
  for (int i = 0; i < d.n; i++)
    d.e[i] += 0.01*d.h[i];
  noslip_fit f = fit(&d);
  assert_int_equal(f.left_floor, 0);
  check_near(f.slope, 1, 0.1);

  // errors that do not shrink at all
  for (int i = 0; i < d.n; i++)
    d.e[i] = 1e-3;
  f = fit(&d);
  assert_int_equal(f.left_floor, 0);
  check_below(fabs(f.slope), 1e-12);
}

// e = h^2 (1 + 40 h^2): the order shows from h = 1/8 on
static void coarse_points_are_left_out(void **state) {
  (void)state;
  data d = powers(1, 2, 9);
  for (int i = 0; i < d.n; i++)
    d.e[i] *= 1 + 40*d.h[i]*d.h[i];
  noslip_fit f = fit(&d);
  check_near(f.slope, 2, 0.05);
  assert_int_equal(d.use[0], NOSLIP_POINT_COARSE);
  assert_int_equal(d.use[1], NOSLIP_POINT_COARSE);
  assert_int_equal(d.use[8], NOSLIP_POINT_FITTED);
  assert_int_equal(f.points + f.left_coarse, 9);
  assert_true(f.coarsest < 0.25 && f.finest == d.h[8]);

  // the line through all of them is another one
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int i = 0; i < d.n; i++) {
    double a = log(d.h[i]), b = log(d.e[i]);
    x += a, y += b, xx += a*a, xy += a*b;
  }
  check_above((d.n*xy - x*y)/(d.n*xx - x*x), 2.2);
}

// errors that grow at first: saturated
static void saturated_points_are_left_out(void **state) {
  (void)state;
  data d = powers(100, 2, 10);
  for (int i = 0; i < d.n; i++)
    d.e[i] = fmin(d.e[i], 1.3);
  noslip_fit f = fit(&d);
  check_near(f.slope, 2, 1e-12);
  check_above(f.left_coarse, 1);
}

static void no_points_no_slope(void **state) {
  (void)state;
  data d = powers(1e-17, 2, 5);
  noslip_fit f = fit(&d);
  assert_true(isnan(f.slope) && isnan(f.coarsest) && isnan(f.finest));
  assert_int_equal(f.points, 0);
  assert_int_equal(f.left_floor, 5);

  // an exact method: all errors are 0
  for (int i = 0; i < d.n; i++)
    d.e[i] = 0;
  f = fit(&d);
  assert_int_equal(f.points, 0);
  assert_int_equal(f.left_floor, 5);

  // nothing was computed
  for (int i = 0; i < d.n; i++)
    d.e[i] = (double)NAN;
  f = fit(&d);
  assert_int_equal(f.points + f.left_floor + f.left_coarse, 0);
  assert_int_equal(d.use[2], NOSLIP_POINT_MISSING);

  // one point: a line needs two
  d = powers(1, 2, 1);
  f = fit(&d);
  assert_int_equal(f.points, 1);
  assert_true(isnan(f.slope) && f.coarsest == 0.5 && f.finest == 0.5);
}

// the neighbours of a gap are neighbours
static void gaps_are_bridged(void **state) {
  (void)state;
  data d = powers(1, 3, 7);
  d.e[0] = d.e[3] = (double)NAN;
  noslip_fit f = fit(&d);
  check_near(f.slope, 3, 1e-13);
  assert_int_equal(f.points, 5);
  assert_int_equal(d.use[3], NOSLIP_POINT_MISSING);
  assert_true(isnan(d.slope[1]) && isnan(d.slope[3]));
  check_near(d.slope[4], 3, 1e-13);
}

// ---------------------------------------------------------------------------------------------
// models

static const char knife_edge[] = NOSLIP_MODELS "/knife_edge.noslip";
static const char disk[] = NOSLIP_MODELS "/disk.noslip";
static const char pendulum[] = NOSLIP_MODELS "/spherical_double.noslip";
static const double halves[] = {0.1, 0.05, 0.025, 0.0125};

// a study of one method with four steps up to t = 1
typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_convergence *result;
  const noslip_converge_method *method;  // the first
} trial;

static noslip_converge_options plain(const char *const *method) {
  return (noslip_converge_options){
      .methods = method, .nmethod = 1, .steps = halves, .nstep = 4, .until = 1};
}

static trial study_model(noslip_context *context, noslip_model *model,
                         const noslip_converge_options *o) {
  trial t = {.context = context, .model = model};
  noslip_status status = noslip_converge(context, model, o, &t.result);
  if (status != NOSLIP_OK && status != NOSLIP_STOPPED)
    check_fail("%s\n", noslip_last_error(context));
  t.method = &t.result->methods[0];
  return t;
}

static trial study_file(const char *path, const noslip_converge_options *o) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  if (noslip_model_load(context, path, &model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  return study_model(context, model, o);
}

static trial study_text(const char *text, const noslip_converge_options *o) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  if (noslip_model_parse(context, "test", text, NULL, &model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  return study_model(context, model, o);
}

static void trial_end(trial *t) {
  noslip_convergence_free(t->result);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// observed order of a column
static double order(const char *path, const char *method, noslip_column c) {
  noslip_converge_options o = plain(&method);
  trial t = study_file(path, &o);
  double slope = t.method->fit[c].slope;
  trial_end(&t);
  return slope;
}

// 5 % of the slope is what the fit allows its points, and a line through them stays within half of it
static void orders_are_those_of_theory(void **state) {
  (void)state;
  for (int c = 0; c < NOSLIP_COLUMNS; c++) {
    check_near(order(knife_edge, "dla-mp", (noslip_column)c), 2, 0.05);
    check_near(order(knife_edge, "dla-cm", (noslip_column)c), 2, 0.05);
    check_near(order(knife_edge, "compose(dla-mp, suzuki4)", (noslip_column)c), 4, 0.1);
    check_near(order(pendulum, "rattle", (noslip_column)c), 2, 0.05);
    check_near(order(pendulum, "compose(rattle, suzuki4)", (noslip_column)c), 4, 0.1);
  }
}

static void result_tells_everything(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "compose(dla-mp,suzuki4)"};
  noslip_converge_options o = plain(methods);
  o.nmethod = 2;
  trial t = study_file(knife_edge, &o);
  const noslip_convergence *r = t.result;
  assert_string_equal(r->model, "knife_edge");
  assert_int_equal(r->against, NOSLIP_AGAINST_EXACT);
  assert_true(r->until == 1 && r->nmethod == 2 && r->nstep == 4 && r->nfailed == 0);
  assert_true(r->count[0] == 3 && r->count[1] == 3 && r->count[2] == 1);
  assert_string_equal(r->methods[1].name, "compose(dla-mp, suzuki4)");
  assert_int_equal(r->methods[1].order[NOSLIP_COLUMN_Q], 4);
  assert_int_equal(r->methods[0].points[3].steps, 80);
  assert_int_equal(r->methods[0].steps, 10 + 20 + 40 + 80);
  assert_true(r->methods[0].points[1].step == 0.05);
  trial_end(&t);
}

// steps are sorted
static void steps_come_in_any_order(void **state) {
  (void)state;
  const char *method = "dla-mp";
  static const double mixed[] = {0.02, 0.1, 0.05};
  noslip_converge_options o = plain(&method);
  o.steps = mixed;
  o.nstep = 3;
  trial t = study_file(knife_edge, &o);
  for (int i = 1; i < 3; i++)
    check_below(t.method->points[i].step, t.method->points[i - 1].step);
  check_near(t.method->fit[0].slope, 2, 0.05);
  trial_end(&t);
}

// ---------------------------------------------------------------------------------------------
// references

// |x(h) - x(h/2)| is 3/4 of |x(h) - x| for order 2, up to terms of higher order
static void richardson_agrees_with_exact(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  trial exact = study_file(knife_edge, &o);
  o.against = NOSLIP_AGAINST_HALVES;
  trial halved = study_file(knife_edge, &o);
  for (int c = 0; c < NOSLIP_COLUMNS; c++) {
    for (int i = 0; i < 4; i++)
      check_near(halved.method->points[i].error[c]/exact.method->points[i].error[c], 0.75, 0.01);
    check_near(halved.method->fit[c].slope, exact.method->fit[c].slope, 0.01);
  }
  assert_int_equal(halved.method->steps, 10 + 20 + 40 + 80 + 160);
  trial_end(&exact);
  trial_end(&halved);
}

// a run of order 8 is the exact solution, to nine digits of the errors
static void reference_run_agrees_with_exact(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  trial exact = study_file(knife_edge, &o);
  o.reference = "compose(dla-mp, kahan-li8)";
  trial against = study_file(knife_edge, &o);
  assert_int_equal(against.result->against, NOSLIP_AGAINST_RUN);
  assert_true(against.result->reference_step == 0.0125/16);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    for (int i = 0; i < 4; i++) {
      double e = exact.method->points[i].error[c];
      check_near(against.method->points[i].error[c], e, 1e-9*e);
    }

  // the twin: a reference no better than the runs themselves is seen
  o.reference = "dla-mp";
  o.reference_step = 0.025;
  trial poor = study_file(knife_edge, &o);
  double e = exact.method->points[1].error[0];
  check_above(fabs(poor.method->points[1].error[0] - e), 0.1*e);
  trial_end(&exact);
  trial_end(&against);
  trial_end(&poor);
}

// the angles of the disk have turned three times at t = 10: they are compared with all their turns
static void turns_are_counted(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  o.until = 10;
  trial t = study_file(disk, &o);
  check_below(t.method->points[0].error[NOSLIP_COLUMN_Q], 1e-3);

  // its momenta are exact: no order to see
  const noslip_fit *f = &t.method->fit[NOSLIP_COLUMN_P];
  assert_true(isnan(f->slope) && f->points == 0 && f->left_floor == 4);
  check_near(t.method->fit[NOSLIP_COLUMN_Q].slope, 2, 0.05);
  trial_end(&t);
}

// a hamiltonian with momenta that are given, one whose momenta follow, and its lagrangian
static const char both_given[] =
    "model m\ncoord q momentum p\nhamiltonian p^2/4 + q^2\ninit q = 1\n"
    "exact q = cos(t), p = -2*sin(t)\n";
static const char follows[] = "model m\ncoord q momentum p\nhamiltonian p^2/4 + q^2\n"
                              "init q = 1\nexact q = cos(t)\n";
static const char in_velocities[] = "model m\ncoord q\nlagrangian q'^2 - q^2\n"
                                    "init q = 1\nexact q = cos(t)\n";

static void momenta_are_measured(void **state) {
  (void)state;
  static const char *const texts[] = {both_given, follows, in_velocities};
  const char *method = "rattle";
  double error[3];
  for (int k = 0; k < 3; k++) {
    noslip_converge_options o = plain(&method);
    trial t = study_text(texts[k], &o);
    error[k] = t.method->points[0].error[NOSLIP_COLUMN_P];
    check_near(t.method->fit[NOSLIP_COLUMN_P].slope, 2, 0.05);
    assert_int_equal(t.result->count[NOSLIP_COLUMN_P], 1);
    assert_int_equal(t.result->count[NOSLIP_COLUMN_MULTIPLIER], 0);
    assert_true(isnan(t.method->points[0].error[NOSLIP_COLUMN_MULTIPLIER]));
    trial_end(&t);
  }
  check_near(error[1], error[0], 1e-14);
  check_near(error[2], error[0], 1e-14);
}

// p = (1 + t)^2 q' = 1: the momenta that follow are those of the end time
static void moving_masses_are_measured(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  trial t = study_text("model m\ncoord q\nlagrangian (1 + t)^2*q'^2/2\ninit q' = 1\n"
                       "exact q = t/(1 + t)\n",
                       &o);
  check_below(t.method->points[0].error[NOSLIP_COLUMN_P], 0.01);
  check_near(t.method->fit[NOSLIP_COLUMN_Q].slope, 2, 0.05);
  trial_end(&t);
}

// an exact solution that gives y alone: y is measured, the rest is named
static void incomplete_solutions_measure_what_they_give(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  trial whole = study_file(NOSLIP_MODELS "/particle.noslip", &o);
  assert_true(whole.result->against == NOSLIP_AGAINST_HALVES && whole.result->count[0] == 3);
  trial_end(&whole);
  o.against = NOSLIP_AGAINST_EXACT;
  trial t = study_file(NOSLIP_MODELS "/particle.noslip", &o);
  assert_true(t.result->count[0] == 1 && t.result->count[1] == 0 && t.result->count[2] == 0);
  check_near(t.method->fit[NOSLIP_COLUMN_Q].slope, 2, 0.05);
  assert_int_equal(t.result->nnote, 3);
  check_text(t.result->notes[0], "`x`, `z`");
  trial_end(&t);
}

static const char parted[] =
    "model m\ncoord x, y\nlagrangian (x'^2 + y'^2 - x^2 - 4*y^2)/2\n"
    "init x = 1, y = 1\nexact x = cos(t), y = log(0.5 - t) + 1 - log(0.5)\n";

static void infinite_solutions_are_refused(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_convergence *r;
  assert_int_equal(noslip_model_parse(context, "test", parted, NULL, &model), NOSLIP_OK);
  assert_int_equal(noslip_converge(context, model, &o, &r), NOSLIP_ERROR_MODEL);
  assert_null(r);
  check_text(noslip_last_error(context), "exact solution of `y` is not a finite number at t = 1");
  noslip_model_free(model);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// failures

static const char rod[] = "model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                          "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n";

// a pendulum that would fall through its rod within a step of 1/2
static void failures_leave_gaps(void **state) {
  (void)state;
  static const double steps[] = {0.5, 0.0625, 0.03125, 0.015625};
  const char *methods[] = {"rattle", "compose(rattle, suzuki4)"};
  noslip_converge_options o = plain(methods);
  o.nmethod = 2;
  o.steps = steps;
  trial t = study_text(rod, &o);
  assert_int_equal(t.result->against, NOSLIP_AGAINST_HALVES);
  const noslip_converge_point *p = t.method->points;
  check_text(p[0].trouble, "Newton stopped");
  assert_true(isnan(p[0].error[0]));
  assert_int_equal(p[0].use[0], NOSLIP_POINT_MISSING);
  check_above(t.result->nfailed, 0);
  for (int k = 0; k < 2; k++)
    for (int i = 1; i < 4; i++)
      assert_true(!t.result->methods[k].points[i].trouble &&
                  isfinite(t.result->methods[k].points[i].error[0]));
  check_near(t.method->fit[0].slope, 2, 0.1);
  trial_end(&t);
}

static void refused_(const char *text, noslip_converge_options o, const char *part, int line) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_convergence *r;
  assert_int_equal(noslip_model_parse(context, "test", text, NULL, &model), NOSLIP_OK);
  assert_int_equal(noslip_converge(context, model, &o, &r), NOSLIP_ERROR_ARGUMENT);
  assert_null(r);
  check_text_(noslip_last_error(context), part, "the sentence", __FILE__, line);
  noslip_model_free(model);
  noslip_close(context);
}

#define refused(part, ...) refused_(rod, (noslip_converge_options){__VA_ARGS__}, part, __LINE__)

static void wrong_options_are_refused(void **state) {
  (void)state;
  static const double uneven[] = {0.1, 0.3}, twice[] = {0.1, 0.05, 0.1}, negative[] = {-0.1, 0.1};
  static const double infinite[] = {(double)INFINITY}, tiny[] = {1e-14}, long_step[] = {5};
  const char *rattle[] = {"rattle"}, *wrong[] = {"ratle"}, *unfit[] = {"dla-mp"};
  refused("no method", .steps = halves, .nstep = 4, .until = 1);
  refused("did you mean `rattle`?", .methods = wrong, .nmethod = 1, .until = 1);
  refused("holonomic", .methods = unfit, .nmethod = 1, .until = 1);
  refused("the option `until`", .methods = rattle, .nmethod = 1, .steps = halves, .nstep = 4);
  refused("positive time", .methods = rattle, .nmethod = 1, .until = -1);
  refused("the option `steps`", .methods = rattle, .nmethod = 1, .until = 1);

#define STEPS(list, n) .methods = rattle, .nmethod = 1, .until = 1, .steps = list, .nstep = n
  refused("0.3 does not divide the end time 1: it would take 3.333333333 steps; the nearest that "
          "does is 1/3",
          STEPS(uneven, 2));
  refused("given twice", STEPS(twice, 3));
  refused("positive number", STEPS(negative, 2));
  refused("positive number", STEPS(infinite, 1));
  refused("too small", STEPS(tiny, 1));
  refused("does is 1/1", STEPS(long_step, 1));
  refused("no exact solution", STEPS(halves, 4), .against = NOSLIP_AGAINST_EXACT);
  refused("no method for the reference", STEPS(halves, 4), .against = NOSLIP_AGAINST_RUN);
  refused("did you mean `rattle`?", STEPS(halves, 4), .reference = "ratle");
  refused("the reference step 0.3 does not divide", STEPS(halves, 4), .reference = "rattle",
          .reference_step = 0.3);
  refused("reference step needs", STEPS(halves, 4), .reference_step = 0.01);
  refused("no backend `fast`", STEPS(halves, 4), .backend = "fast");
}

// an exact solution is not asked where other initial data are in use
static void solutions_can_be_set_aside(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_converge_options o = plain(&method);
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  const noslip_setting init = {"x", "1"};
  const noslip_model_options other = {.init = &init, .ninit = 1};
  assert_int_equal(noslip_model_load_with(context, disk, &other, &model), NOSLIP_OK);
  trial t = study_model(context, model, &o);
  assert_int_equal(t.result->against, NOSLIP_AGAINST_HALVES);
  check_text(t.result->notes[0], "set aside");
  noslip_convergence *r;
  o.against = NOSLIP_AGAINST_EXACT;
  assert_int_equal(noslip_converge(context, model, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), "does not hold here");
  trial_end(&t);
}

// a failing reference run is the end of the study
static void reference_must_arrive(void **state) {
  (void)state;
  const char *method = "rattle";
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_convergence *r;
  noslip_converge_options o = plain(&method);
  o.reference = "rattle";
  o.reference_step = 0.5;
  assert_int_equal(noslip_model_parse(context, "test", rod, NULL, &model), NOSLIP_OK);
  assert_int_equal(noslip_converge(context, model, &o, &r), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(context), "the reference run with rattle stopped at t = 0");
  assert_null(r);
  noslip_model_free(model);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// progress, memory

typedef struct watch {
  long calls, last, total, stop_at;
} watch;

static bool look(void *context, long done, long total) {
  watch *w = context;
  w->calls++;
  assert_true(done > w->last && done <= total);
  w->last = done;
  w->total = total;
  return w->stop_at == 0 || done < w->stop_at;
}

static void progress_counts_all_steps(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "dla-cm"};
  watch w = {0};
  noslip_converge_options o = plain(methods);
  o.nmethod = 2;
  o.progress = look;
  o.progress_context = &w;
  trial t = study_file(knife_edge, &o);
  assert_int_equal(w.total, 2*150);
  check_above((double)w.calls, 10);
  check_above((double)w.last, 280);
  trial_end(&t);
}

// stopped in the second method: the first is whole, of the second the first steps are there
static void stopping_keeps_what_is_there(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "dla-cm", "dla-mp"};
  watch w = {.stop_at = 200};
  noslip_converge_options o = plain(methods);
  o.nmethod = 3;
  o.progress = look;
  o.progress_context = &w;
  trial t = study_file(knife_edge, &o);
  const noslip_converge_method *m = t.result->methods;
  assert_int_equal(m[0].fit[0].points, 4);
  assert_true(isfinite(m[1].points[1].error[0]) && isnan(m[1].points[3].error[0]));
  assert_true(isnan(m[2].points[0].error[0]) && !m[2].points[0].trouble);
  assert_int_equal(m[2].fit[0].points, 0);
  assert_int_equal(t.result->nfailed, 0);
  trial_end(&t);
}

// every allocation fails once, and nothing is left
static void memory_failures_leave_nothing(void **state) {
  (void)state;
  static const noslip_against kinds[] = {NOSLIP_AGAINST_EXACT, NOSLIP_AGAINST_RUN,
                                         NOSLIP_AGAINST_HALVES};
  const char *method = "dla-mp";
  for (int k = 0; k < 3; k++) {
    bool done = false;
    for (long n = 1; !done; n++) {
      counter c = {.fail_at = n};
      noslip_context *context =
          noslip_open(&(noslip_options){.allocator = count, .allocator_context = &c});
      noslip_model *model = NULL;
      noslip_convergence *r = NULL;
      noslip_converge_options o = plain(&method);
      o.nstep = 2;
      o.against = kinds[k];
      o.reference = kinds[k] == NOSLIP_AGAINST_RUN ? method : NULL;
      noslip_status status = NOSLIP_ERROR_MEMORY;
      if (context)
        status = noslip_model_load(context, NOSLIP_MODELS "/particle.noslip", &model);
      if (status == NOSLIP_OK)
        status = noslip_converge(context, model, &o, &r);
      done = status == NOSLIP_OK;
      assert_int_equal(status, done ? NOSLIP_OK : NOSLIP_ERROR_MEMORY);
      assert_true(done == (r != NULL));
      noslip_convergence_free(r);
      noslip_model_free(model);
      noslip_close(context);
      assert_int_equal(c.blocks, 0);
    }
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slope_is_recovered),
      cmocka_unit_test(slope_can_be_missed),
      cmocka_unit_test(any_steps_will_do),
      cmocka_unit_test(floor_is_left_out),
      cmocka_unit_test(higher_floor_is_left_out),
      cmocka_unit_test(lost_order_is_no_floor),
      cmocka_unit_test(coarse_points_are_left_out),
      cmocka_unit_test(saturated_points_are_left_out),
      cmocka_unit_test(no_points_no_slope),
      cmocka_unit_test(gaps_are_bridged),
      cmocka_unit_test(orders_are_those_of_theory),
      cmocka_unit_test(result_tells_everything),
      cmocka_unit_test(steps_come_in_any_order),
      cmocka_unit_test(richardson_agrees_with_exact),
      cmocka_unit_test(reference_run_agrees_with_exact),
      cmocka_unit_test(turns_are_counted),
      cmocka_unit_test(momenta_are_measured),
      cmocka_unit_test(moving_masses_are_measured),
      cmocka_unit_test(incomplete_solutions_measure_what_they_give),
      cmocka_unit_test(infinite_solutions_are_refused),
      cmocka_unit_test(failures_leave_gaps),
      cmocka_unit_test(wrong_options_are_refused),
      cmocka_unit_test(solutions_can_be_set_aside),
      cmocka_unit_test(reference_must_arrive),
      cmocka_unit_test(progress_counts_all_steps),
      cmocka_unit_test(stopping_keeps_what_is_there),
      cmocka_unit_test(memory_failures_leave_nothing),
  };
  return check_run(argc, argv, tests);
}
