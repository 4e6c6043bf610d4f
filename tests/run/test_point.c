// A model at a point: its numbers belong together, and are those of runs.
//
//   p = d(p v - E)/dv, f = d(p v - E)/dq of a lagrangian;  v = dE/dp, f = -dE/dq of a hamiltonian
//   M = dp/dv,  J = d(rate)/dv
//   M v' + dp/dt (with v as it is) = f + J^T lambda (+ ad*_v p),  d(rate)/dt = 0 along (v, v')

#include "tests/model/model_trial.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "model/model.h"
#include "problem/group.h"
#include "run/run.h"

#include <dirent.h>
#include <stdlib.h>

enum { most = 400, most_n = 60 };

typedef struct place {
  double t, q[most], v[most], p[most];
} place;

typedef struct looking {
  trial t;
  noslip_point *point;
  const problem *problem;
  int n, m;
  place at;
} looking;

static void expect_point(looking *k, noslip_status status) {
  if (status != NOSLIP_OK)
    check_fail("%s: %s\n", noslip_model_name(k->t.model), noslip_last_error(k->t.context));
}

static looking look(trial t) {
  looking k = {.t = t, .problem = t.model->problem};
  noslip_point_size size;
  expect_point(&k, noslip_point_new(t.context, t.model, &k.point));
  noslip_point_sizes(k.point, &size);
  k.n = size.nvelocity;
  k.m = size.nconstraint;
  return k;
}

static void leave(looking *k) {
  noslip_point_free(k->point);
  end(&k->t);
}

static void stand(looking *k, const place *x) {
  expect_point(k, noslip_point_set(k->point, x->t, x->q, x->v));
}

// the point of a run: positions and velocities by their keys
static place place_of(const trial *t) {
  place x = {.t = noslip_time(t->run)};
  const double *row = noslip_run_values(t->run, NOSLIP_STATE);
  const model_system *s = t->model->system;
  for (int c = 0; c < noslip_run_count(t->run, NOSLIP_STATE); c++) {
    const char *name = noslip_run_name(t->run, NOSLIP_STATE, c);
    const char *key = noslip_model_start_key(t->model, name);
    for (int i = 0; i < s->positions.count; i++)
      if (strcmp(s->positions.list[i].name, key) == 0)
        x.q[i] = row[c];
    for (int i = 0; i < s->velocities.count; i++)
      if (strcmp(s->velocities.list[i].name, name) == 0)
        x.v[i] = row[c];
  }
  memcpy(x.p, t->run->state.p, (size_t)t->run->problem->nv*sizeof *x.p);
  return x;
}

// ---------------------------------------------------------------------------------------------
// differences: g moved along a line, (8 (g(d) - g(-d)) - (g(2d) - g(-2d)))/12d

typedef void line(looking *k, int axis, double d, place *x);
typedef void measure(looking *k, double *out);

static void along_q(looking *k, int axis, double d, place *x) {
  double move[most] = {0};
  move[axis] = d;
  group_move(k->problem, x->q, move);
}

static void along_v(looking *k, int axis, double d, place *x) {
  (void)k;
  x->v[axis] += d;
}

static void along_motion(looking *k, int axis, double d, place *x) {
  double move[most];
  (void)axis;
  for (int i = 0; i < k->n; i++)
    move[i] = d*x->v[i];
  group_move(k->problem, x->q, move);
  x->t += d;
}

static void differ(looking *k, line *go, int axis, measure *look_at, int count, double *out) {
  static const double weight[] = {8, -1};
  const double d = 2e-4;
  double here[most];
  for (int i = 0; i < count; i++)
    out[i] = 0;
  for (int far = 1; far <= 2; far++)
    for (int side = -1; side <= 1; side += 2) {
      place x = k->at;
      go(k, axis, side*far*d, &x);
      stand(k, &x);
      look_at(k, here);
      for (int i = 0; i < count; i++)
        out[i] += side*weight[far - 1]*here[i]/(12*d);
    }
  stand(k, &k->at);
}

static void momenta(looking *k, double *out) {
  expect_point(k, noslip_point_motion(k->point, NULL, out));
}

static void rates(looking *k, double *out) {
  expect_point(k, noslip_point_constraints(k->point, NULL, out));
}

// p v - E = L
static void lagrangian(looking *k, double *out) {
  double v[most], p[most];
  expect_point(k, noslip_point_motion(k->point, v, p));
  *out = -noslip_point_energy(k->point);
  for (int i = 0; i < k->n; i++)
    *out += p[i]*v[i];
}

// ---------------------------------------------------------------------------------------------
// what belongs together

static double size_of(const double *x, int n) {
  double largest = 1;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(x[i]));
  return largest;
}

static void near(looking *k, const char *what, const double *x, const double *y, int n,
                 double least) {
  const double bound = 1e-6*fmax(fmax(size_of(x, n), size_of(y, n)), least);
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i] - y[i]) <= bound))
      check_fail("%s: %s[%d] is %.12g, by differences %.12g\n", noslip_model_name(k->t.model), what,
                 i, x[i], y[i]);
}

// columns of the mass matrix and of the constraints
static void check_matrices(looking *k) {
  double *M = calloc((size_t)(k->n*k->n + k->n*k->m + 1), sizeof *M), *J = M + k->n*k->n;
  double column[most], other[most];
  expect_point(k, noslip_point_mass(k->point, M));
  expect_point(k, noslip_point_jacobian(k->point, J));
  const double size = size_of(M, k->n*k->n);
  for (int j = 0; j < k->n; j++) {
    differ(k, along_v, j, momenta, k->n, column);
    for (int i = 0; i < k->n; i++)
      other[i] = M[i*k->n + j];
    near(k, "M", other, column, k->n, size);
    differ(k, along_v, j, rates, k->m, column);
    for (int i = 0; i < k->m; i++)
      other[i] = J[i*k->n + j];
    near(k, "J", other, column, k->m, 1);
  }
  free(M);
}

// of how many models each part was checked: it is left out where it has no meaning
static struct { int model, node, matrix, force, motion; } checked;

// where there are no forces and L has no singular masses
static void check_forces(looking *k) {
  double f[most], p[most], by_q[most], by_v[most];
  if (!k->problem->mechanical.lagrangian || k->problem->mechanical.structure.forces)
    return;
  expect_point(k, noslip_point_forces(k->point, f));
  momenta(k, p);
  for (int j = 0; j < k->n; j++) {
    differ(k, along_q, j, lagrangian, 1, &by_q[j]);
    differ(k, along_v, j, lagrangian, 1, &by_v[j]);
  }
  const double size = fabs(noslip_point_energy(k->point));
  checked.force++;
  near(k, "f", f, by_q, k->n, size);
  near(k, "p", p, by_v, k->n, size);
}

// M a + dp/dt - f - J^T lambda - ad*_v p, and d(rate)/dt + J a
static void check_motion(looking *k) {
  double f[most], a[most], lambda[most], p[most], left[most], right[most], ad[most];
  if (k->problem->mechanical.structure.loaded ||
      noslip_point_accelerations(k->point, a, lambda) != NOSLIP_OK)
    return;
  checked.motion++;
  double *M = calloc((size_t)(k->n*k->n + k->n*k->m + 1), sizeof *M), *J = M + k->n*k->n;
  expect_point(k, noslip_point_mass(k->point, M));
  expect_point(k, noslip_point_jacobian(k->point, J));
  expect_point(k, noslip_point_forces(k->point, f));
  momenta(k, p);
  differ(k, along_motion, 0, momenta, k->n, left);
  if (k->problem->class == PROBLEM_GROUP) {
    group G = group_of_problem(k->problem, GROUP_CAY);
    group_ad_star(&G, ad, k->at.v, p);
  }
  double size = 1;
  for (int i = 0; i < k->n; i++) {
    right[i] = f[i] + (k->problem->class == PROBLEM_GROUP ? ad[i] : 0);
    for (int j = 0; j < k->n; j++) {
      left[i] += M[i*k->n + j]*a[j];
      size = fmax(size, fabs(M[i*k->n + j]*a[j]));
    }
    for (int c = 0; c < k->m; c++) {
      right[i] += J[c*k->n + i]*lambda[c];
      size = fmax(size, fabs(J[c*k->n + i]*lambda[c]));
    }
  }
  near(k, "M a", left, right, k->n, size);
  differ(k, along_motion, 0, rates, k->m, left);
  for (int c = 0; c < k->m; c++) {
    right[c] = 0;
    for (int j = 0; j < k->n; j++)
      right[c] -= J[c*k->n + j]*a[j];
  }
  bool contacts = k->t.model->system->contacts.count > 0;
  near(k, "J a", right, left, contacts ? k->t.model->system->constraints.count : k->m, size);
  free(M);
}

// ---------------------------------------------------------------------------------------------
// runs

static void same(looking *k, const char *what, const double *x, const double *y, int n) {
  const double bound = 1e-11*fmax(size_of(x, n), size_of(y, n));
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i] - y[i]) <= bound || (isnan(x[i]) && isnan(y[i]))))
      check_fail("%s: %s[%d] is %.17g, of the run %.17g\n", noslip_model_name(k->t.model), what, i,
                 x[i], y[i]);
}

// what both show at a node
static void check_node(looking *k) {
  static const noslip_group groups[] = {NOSLIP_STATE, NOSLIP_MOMENTUM, NOSLIP_INVARIANT,
                                        NOSLIP_OBSERVABLE};
  noslip_run *r = k->t.run;
  if (r->problem != k->problem)
    return;  // a method that sees another form of the model carries other momenta
  for (int g = 0; g < 4; g++)
    if (groups[g] != NOSLIP_MOMENTUM || k->m == 0)  // of a constraint p may lack its normal part
      same(k, noslip_run_name(r, groups[g], 0), noslip_point_values(k->point, groups[g]),
           noslip_run_values(r, groups[g]), noslip_run_count(r, groups[g]));
  checked.node++;
  double mine = noslip_point_energy(k->point), its = noslip_energy(r);
  same(k, "energy", &mine, &its, 1);
}

// Several momenta may have the velocities of the node where H is not quadratic in p.
static void check_differences(looking *k) {
  double M[most_n*most_n];
  if (!k->problem->mechanical.lagrangian && !k->problem->mechanical.structure.quadratic)
    return;
  expect_point(k, noslip_point_motion(k->point, k->at.v, NULL));
  if (noslip_point_mass(k->point, M) != NOSLIP_OK)
    return;
  stand(k, &k->at);
  checked.matrix++;
  check_matrices(k);
  check_forces(k);
  check_motion(k);
}

static void check_model(const char *file) {
  trial t = load(file, NULL);
  begin(&t, &(noslip_run_options){.backend = "interpret"});
  looking k = look(t);
  if (k.n > 0 && k.n < most_n) {
    const bool touching = t.model->system->contacts.count > 0;
    noslip_advance(t.run, touching ? 0 : 3);
    k.at = place_of(&t);
    if (k.problem->mechanical.lagrangian)
      stand(&k, &k.at);
    else
      expect_point(&k, noslip_point_set_momenta(k.point, k.at.t, k.at.q, k.at.p));
    if (!touching)
      check_node(&k);
    check_differences(&k);
    checked.model++;
  }
  leave(&k);
}

static void numbers_belong_together(void **unused) {
  (void)unused;
  DIR *folder = opendir(NOSLIP_MODELS);
  assert_non_null(folder);
  for (struct dirent *f = readdir(folder); f; f = readdir(folder))
    if (strstr(f->d_name, ".noslip"))
      check_model(f->d_name);
  closedir(folder);
  printf("%d models: %d like runs, %d with M and J, %d with L and f, %d with the motion\n",
         checked.model, checked.node, checked.matrix, checked.force, checked.motion);
  assert_true(checked.node > 50 && checked.matrix > 50 && checked.force > 30 &&
              checked.motion > 50);
}

// ---------------------------------------------------------------------------------------------
// single models

static looking parsed(const char *text) {
  trial t = {.context = noslip_open(NULL)};
  expect(&t, noslip_model_parse(t.context, "m.noslip", text, NULL, &t.model));
  return look(t);
}

// a pendulum on a rod: N = m v^2/l - m g y/l
static void of_a_pendulum(void **unused) {
  (void)unused;
  looking k = parsed("model m\ncoord x, y\nlagrangian x'^2 + y'^2 - 2*10*y\n"
                     "holonomic rod: (x^2 + y^2 - 4)/4 = 0\nobserve twice = 2*x\n");
  const double q[] = {2, 0}, v[] = {0, 3};
  double a[2], lambda[1], M[4], f[2], J[2], g[1], rate[1];
  expect_point(&k, noslip_point_set(k.point, 1, q, v));
  expect_point(&k, noslip_point_accelerations(k.point, a, lambda));
  check_near(a[0], -4.5, 1e-14);
  check_near(a[1], -10, 1e-14);
  check_near(lambda[0], -9, 1e-14);
  expect_point(&k, noslip_point_mass(k.point, M));
  assert_true(M[0] == 2 && M[1] == 0 && M[2] == 0 && M[3] == 2);
  expect_point(&k, noslip_point_forces(k.point, f));
  assert_true(f[0] == 0 && f[1] == -20);
  expect_point(&k, noslip_point_jacobian(k.point, J));
  assert_true(J[0] == 1 && J[1] == 0);
  expect_point(&k, noslip_point_constraints(k.point, g, rate));
  assert_true(g[0] == 0 && rate[0] == 0);
  assert_true(noslip_point_energy(k.point) == 9 && noslip_point_value(k.point, "twice") == 4);
  assert_true(noslip_point_time(k.point) == 1);
  assert_true(noslip_point_values(k.point, NOSLIP_MULTIPLIER)[0] == lambda[0]);
  leave(&k);
}

// momenta of a hamiltonian lead to the same point as its velocities
static void momenta_or_velocities(void **unused) {
  (void)unused;
  looking k = parsed("model m\ncoord x momentum p\nhamiltonian p^2/(4 + 2*sin(t)) + x^4\n");
  const double q[] = {0.5}, p[] = {3};
  double v[1], M[1], a[1], b[1], back[1];
  expect_point(&k, noslip_point_set_momenta(k.point, 0.7, q, p));
  expect_point(&k, noslip_point_motion(k.point, v, NULL));
  expect_point(&k, noslip_point_mass(k.point, M));
  expect_point(&k, noslip_point_accelerations(k.point, a, NULL));
  const double m = 2 + sin(0.7);
  check_near(v[0], 3/m, 1e-15);
  check_near(M[0], m, 1e-14);
  check_near(a[0], -0.5/m - 3*cos(0.7)/(m*m), 1e-9);
  expect_point(&k, noslip_point_set(k.point, 0.7, q, v));
  expect_point(&k, noslip_point_motion(k.point, NULL, back));
  expect_point(&k, noslip_point_accelerations(k.point, b, NULL));
  check_near(back[0], 3, 1e-14);
  check_near(b[0], a[0], 1e-14);
  leave(&k);
}

// an open contact has no force, and shows its gap
static void contacts_are_open(void **unused) {
  (void)unused;
  looking k = parsed("model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 10*y\n"
                     "contact floor: y - 1 >= 0, friction 0.5 along x'\ninit y = 3\n");
  double a[2], lambda[2], gap[2], rate[2];
  assert_int_equal(k.m, 2);
  expect_point(&k, noslip_point_set(k.point, 0, (const double[]){0, 1}, (const double[]){4, -2}));
  expect_point(&k, noslip_point_accelerations(k.point, a, lambda));
  assert_true(a[0] == 0 && a[1] == -10 && lambda[0] == 0 && lambda[1] == 0);
  expect_point(&k, noslip_point_constraints(k.point, gap, rate));
  assert_true(gap[0] == 0 && rate[0] == -2 && rate[1] == 4);
  leave(&k);
}

static void singular_masses_are_told(void **unused) {
  (void)unused;
  looking k = parsed("model m\ncoord x, y\nlagrangian (x' + y')^2/2 - x^2 - y^2\n");
  double a[2];
  expect_point(&k, noslip_point_set(k.point, 0, (const double[]){1, 1}, (const double[]){0, 0}));
  assert_int_equal(noslip_point_accelerations(k.point, a, NULL), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(k.t.context), "the mass matrix is singular");
  leave(&k);
}

static void models_of_states(void **unused) {
  (void)unused;
  looking k = parsed("model m\nstate y[1..2]\ny' = [y[2], -y[1]]\ninvariant r = dot(y, y)\n");
  double M[4];
  expect_point(&k, noslip_point_set(k.point, 0, (const double[]){3, 4}, NULL));
  assert_true(noslip_point_value(k.point, "r") == 25);
  assert_int_equal(noslip_point_mass(k.point, M), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(k.t.context), "model of states");
  leave(&k);
}

static void what_is_refused(void **unused) {
  (void)unused;
  looking k = parsed("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)\n");
  const double good[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, bad[] = {2, 0, 0, 0, 1, 0, 0, 0, 1};
  const double mirror[] = {1, 0, 0, 0, 1, 0, 0, 0, -1}, v[] = {1, 2, 3},
               nan[] = {0, (double)NAN, 0};
  noslip_point *other;
  expect_point(&k, noslip_point_set(k.point, 0, good, v));
  assert_int_equal(noslip_point_set(k.point, 0, bad, v), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(k.t.context), "is no rotation");
  assert_int_equal(noslip_point_set(k.point, 0, mirror, v), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_point_set(k.point, 0, good, nan), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(k.t.context), "`v[1]`");
  assert_int_equal(noslip_point_set(k.point, 0, NULL, v), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_point_mass(k.point, NULL), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(k.t.context), "`M`");
  assert_true(noslip_point_energy(k.point) == 14);  // it stays where it was
  assert_int_equal(noslip_point_new(k.t.context, NULL, &other), NOSLIP_ERROR_ARGUMENT);
  assert_null(other);
  noslip_point_free(NULL);
  assert_true(isnan(noslip_point_energy(NULL)));
  leave(&k);
}

static void pairs_are_refused(void **unused) {
  (void)unused;
  trial t = {.context = noslip_open(NULL)};
  noslip_point *point;
  expect(&t, noslip_model_parse(t.context, "m",
                                "model m\ncoord x[1..3]\nlagrangian dot(x', x')\n"
                                "contact pair[i,j] for i < j in 1..3 within 2: abs(x[i] - x[j]) >= "
                                "1\ninit x[2] = 4, x[3] = 8\n",
                                NULL, &t.model));
  assert_int_equal(noslip_point_new(t.context, t.model, &point), NOSLIP_ERROR_ARGUMENT);
  assert_null(point);
  check_text(noslip_last_error(t.context), "contacts of pairs");
  end(&t);
}

// one life of a point with the n-th request failing; true if all worked
static bool live_once(counter *c) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  noslip_point *point = NULL;
  noslip_status status = NOSLIP_ERROR_MEMORY;
  if (context && noslip_model_load(context, NOSLIP_MODELS "/sleigh.noslip", &m) == NOSLIP_OK) {
    status = noslip_point_new(context, m, &point);
    assert_true(status == NOSLIP_OK ? point != NULL : status == NOSLIP_ERROR_MEMORY && !point);
  }
  noslip_point_free(point);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return status == NOSLIP_OK;
}

static void memory_may_run_out(void **unused) {
  (void)unused;
  counter all = {0};
  assert_true(live_once(&all));
  for (long i = 1; i <= all.requests; i += check_long() ? 1 : 3) {
    counter c = {.fail_at = i};
    if (live_once(&c))
      assert_false(request_failed(&c));
  }
}

// before it is set it stands where the model begins, and elsewhere after that
static void it_begins_at_the_start(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "model m\ncoord x\nlagrangian x'^2 - x^2\ninit t = 5, x = 2, x' = 3\n",
      "model m\ncoord x momentum p\nhamiltonian p^2/4 + x^2\ninit t = 5, x = 2, p = 6\n"};
  for (int i = 0; i < 2; i++) {
    looking k = parsed(texts[i]);
    double v, p;
    expect_point(&k, noslip_point_motion(k.point, &v, &p));
    assert_true(noslip_point_value(k.point, "x") == 2 && noslip_point_time(k.point) == 5);
    assert_true(v == 3 && p == 6 && noslip_point_energy(k.point) == 13);
    k.at = (place){.q = {1}, .v = {2}};
    stand(&k, &k.at);
    assert_true(noslip_point_value(k.point, "x") == 1 && noslip_point_energy(k.point) == 5);
    leave(&k);
  }
}

// the comparison with differences can fail
static void other_numbers_are_noticed(void **unused) {
  (void)unused;
  looking k = parsed("model m\ncoord x\nlagrangian x'^4 - x^2\n");
  double column[1], M[1];
  k.at = (place){.q = {1}, .v = {2}};
  stand(&k, &k.at);
  expect_point(&k, noslip_point_mass(k.point, M));
  differ(&k, along_v, 0, momenta, 1, column);
  check_near(column[0], M[0], 1e-7);
  k.at.v[0] = 2.01;
  differ(&k, along_v, 0, momenta, 1, column);
  check_above(fabs(column[0] - M[0]), 0.1);
  leave(&k);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_belong_together),  cmocka_unit_test(of_a_pendulum),
      cmocka_unit_test(momenta_or_velocities),    cmocka_unit_test(contacts_are_open),
      cmocka_unit_test(singular_masses_are_told), cmocka_unit_test(models_of_states),
      cmocka_unit_test(what_is_refused),          cmocka_unit_test(pairs_are_refused),
      cmocka_unit_test(memory_may_run_out),       cmocka_unit_test(other_numbers_are_noticed),
      cmocka_unit_test(it_begins_at_the_start),
  };
  return check_run(argc, argv, tests);
}
