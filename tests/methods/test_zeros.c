// Tests of src/methods/zeros.c: what is taken to be always zero in a large Jacobian is.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "methods/rattle/rattle_make.h"
#include "methods/stages/stages_make.h"
#include "run/run.h"
#include "solve/newton_sparse.h"

#include <stdlib.h>
#include <string.h>

// rods that hang, with springs between their ends: masses, forces and constraints all have zeros
static const char rods[] =
    "model rods\nconst n = 16\ncoord x[1..n], y[1..n]\n"
    "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2 - 9.81*y[i])\n"
    "         - sum(i in 3..n: (x[i] - x[i-2])^2)\n"
    "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
    "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
    "for i in 1..n { init x[i] = 0.6*i, y[i] = 0.8*i }\n";

// velocities that depend on their neighbours, without holonomic constraints
static const char train[] =
    "model train\nconst n = 30\ncoord q[1..n]\n"
    "lagrangian sum(i in 1..n: q[i]'^2/2) - sum(i in 2..n: cos(q[i] - q[i-1]))\n"
    "for i in 1..n/2 { nonholonomic g[i]: q[2*i]' - (1 + 0.1*q[2*i])*q[2*i-1]' = 0 }\n"
    "for i in 1..n { init q[i] = 0.3*i }\n";

// a mass matrix that is not constant
static const char heavy[] =
    "model heavy\nconst n = 24\ncoord q[1..n]\n"
    "lagrangian sum(i in 1..n: (1 + q[i]^2)*q[i]'^2/2) - sum(i in 2..n: (q[i] - q[i-1])^4)\n"
    "for i in 1..n { init q[i] = 1/i, q[i]' = 0.1 }\n";

// 45 constraints, and masses that are coupled
static const char rope[] =
    "model rope\nconst n = 45\ncoord x[1..n], y[1..n]\n"
    "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2 + x[i]'*y[i]'/5 - 9.81*y[i])\n"
    "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
    "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
    "for i in 1..n { init x[i] = 0.6*i, y[i] = 0.8*i }\n";

static const struct {
  const char *model, *method;
  double h;
} rows[] = {
    {rods, "lobatto(2)", 0.01},    {rods, "spark(2)", 0.01},
    {rods, "lobatto(3)", 0.01},    {rods, "compose(lobatto(2), suzuki4)", 0.01},
    {train, "dla-cm", 0.02},       {train, "dla-mp", 0.02},
    {train, "srk-gauss(2)", 0.02}, {train, "spark(2)", 0.02},
    {heavy, "lobatto(2)", 0.01},   {heavy, "srk-gauss(2)", 0.01},
    {rope, "rattle", 0.01},        {rope, "reich", 0.01},
    {rope, "reich*", 0.01},        {rope, "rattle(representative=tn)", 0.01},
};
enum { nrow = sizeof rows/sizeof *rows, npacked = 4, steps = 20 };

static newton *solver_of(noslip_run *r) {
  return &((stepper *)stepper_base(r->stepper))->kernel->newton;
}

// how many entries of J at the last solution the pattern lacks
static int missing(noslip_run *r) {
  const stepper *s = stepper_base(r->stepper);
  const newton *solve = solver_of(r);
  const newton_sparse *found = solve->sparse;
  size_t n = (size_t)solve->shape.n;
  double *J = calloc(n*n, sizeof *J), *residual = calloc(n, sizeof *residual);
  int count = 0;
  s->equations.both(s->equations.context, solve->x, residual, J);
  for (size_t i = 0; i < n; i++)
    for (int k = found->first[i]; k < found->first[i + 1]; k++)
      J[i*n + (size_t)found->column[k]] = 0;
  for (size_t i = 0; i < n*n; i++)
    count += J[i] != 0;
  free(J);
  free(residual);
  return count;
}

static noslip_run *begin(trial *t, int i) {
  *t = trial_text(rows[i].model, NULL, rows[i].method, rows[i].h);
  return t->run;
}

static void every_entry_is_in_the_pattern(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow - npacked; i++) {  // a packed Jacobian has no place for others
    trial t;
    noslip_run *r = begin(&t, i);
    assert_non_null(solver_of(r)->sparse);
    for (int k = 0; k < steps; k++) {
      trial_steps(&t, 1);
      if (missing(r) > 0)
        check_fail("%s: %d entries are missing\n", rows[i].method, missing(r));
    }
    trial_close(&t);
  }
}

// and the other way: an entry taken out of the pattern is noticed
static void a_lost_entry_is_noticed(void **unused) {
  (void)unused;
  trial t;
  noslip_run *r = begin(&t, 0);
  trial_steps(&t, 1);
  newton_sparse *found = solver_of(r)->sparse;
  found->column[3] = found->column[2];
  assert_true(missing(r) > 0);
  trial_close(&t);
}

// the dense solver in the place of the sparse one, and all loops over all columns
static void make_dense(noslip_run *r) {
  const stepper *s = stepper_base(r->stepper);
  solver_of(r)->sparse = NULL;
  if (strcmp(s->binding->family, "stages") == 0)
    ((stages *)s->self)->shape.zeros = NULL;
  if (strcmp(s->binding->family, "rattle") != 0)
    return;
  rattle_shape *k = &((rattle *)s->self)->shape;
  assert_non_null(k->project);
  k->zeros = (rattle_zeros){.G = rows_all};
  k->project = NULL;
  solver_of(r)->shape.entries = 0;
}

// with it the motion is the same to rounding, which steps amplify
static double distance_to_dense(int i, double other) {
  double x[100], distance = 0;
  trial t;
  noslip_run *r = begin(&t, i);
  int n = r->problem->n;
  assert_true(n <= 100);
  trial_steps(&t, steps);
  vec_copy(x, r->state.q, n);
  trial_close(&t);
  r = begin(&t, i);
  make_dense(r);
  r->h *= other;
  trial_steps(&t, steps);
  for (int k = 0; k < n; k++)
    distance = fmax(distance, fabs(r->state.q[k] - x[k]));
  trial_close(&t);
  return distance;
}

static void sparse_and_dense_steps_agree(void **unused) {
  (void)unused;
  for (int i = 0; i < nrow; i++)
    if (strncmp(rows[i].method, "compose", 7) != 0)
      check_below(distance_to_dense(i, 1), 1e-10);
  assert_true(distance_to_dense(0, 1 + 1e-6) > 1e-8);
}

// small systems stay as they are
static void small_systems_have_no_pattern(void **unused) {
  (void)unused;
  trial t = trial_file("chain.noslip", NULL, "lobatto(2)", 0.001);
  assert_null(solver_of(t.run)->sparse);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_entry_is_in_the_pattern),
      cmocka_unit_test(a_lost_entry_is_noticed),
      cmocka_unit_test(sparse_and_dense_steps_agree),
      cmocka_unit_test(small_systems_have_no_pattern),
  };
  return check_run(argc, argv, tests);
}
