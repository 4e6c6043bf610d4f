// Tests of src/contact/impulse.h: one contact exactly, many by sweeps and Newton's method.

#include "tests/contact/contact_systems.h"

#include "contact/bilateral.h"
#include "contact/one.h"
#include "contact/solver.h"

typedef struct trial {
  contact_rows contact;
  double W[contact_width*contact_width], r[contact_width], P[contact_width], u[contact_width];
} trial;

static double size_of_W(const trial *t, int width) {
  double largest = 0;
  for (int i = 0; i < width; i++)
    largest = fmax(largest, vec_max(t->W + i*contact_width, width));
  return largest;
}

// A random contact: W = A A^T + shift, and a part that is not symmetric; r_N < 0 half of the time.
static void throw_contact(dice *d, trial *t, int count, double shift, double skew) {
  int width = 1 + count;
  double A[9], mu = exp(dice_real(d, log(0.03), log(5)));
  *t = (trial){.contact = {.nclause = 1, .clause = {{count, mu}}}};
  for (int i = 0; i < 9; i++)
    A[i] = dice_real(d, -1, 1);
  for (int i = 0; i < width; i++) {
    t->r[i] = dice_real(d, -1, 1);
    for (int j = 0; j < width; j++)
      t->W[i*contact_width + j] = vec_dot(A + 3*i, A + 3*j, width) + (i == j)*shift;
  }
  for (int i = 0; i < width; i++)
    for (int j = 0; j < i; j++) {
      double part = skew*dice_real(d, -1, 1);
      t->W[i*contact_width + j] += part;
      t->W[j*contact_width + i] -= part;
    }
}

static double solve_trial(trial *t) {
  int width = contact_rows_width(&t->contact);
  one_contact(&t->contact, t->W, t->r, t->P);
  for (int i = 0; i < width; i++)
    t->u[i] = t->r[i] + vec_dot(t->W + i*contact_width, t->P, width);
  return natural_residual(&t->contact, t->W, t->u, t->P);
}

static void one_contact_solves_random_problems(void **state) {
  (void)state;
  dice d = {1};
  double worst = 0;
  for (int i = 0; i < 6000; i++) {
    trial t;
    throw_contact(&d, &t, 1 + i % 2, 0.05, 0);
    assert_true(one_contact_fits(&t.contact, t.W));
    worst = fmax(worst, solve_trial(&t)/vec_max(t.r, 3));
  }
  check_below(worst, 8e-14);
}

// down to nearly singular, half of them not symmetric
static void one_contact_solves_hard_problems(void **state) {
  (void)state;
  dice d = {2};
  double worst = 0, of_r = 0;
  int solved = 0;
  for (int i = 0; i < 8000; i++) {
    trial t;
    throw_contact(&d, &t, 1 + i % 2, pow(10, dice_real(&d, -8, 0)), i % 4 < 2 ? 0 : 0.3);
    if (!one_contact_fits(&t.contact, t.W))
      continue;
    double residual = solve_trial(&t), size = vec_max(t.r, 3);
    solved++;
    worst = fmax(worst, residual/(size + size_of_W(&t, 3)*vec_max(t.P, 3)));
    of_r = fmax(of_r, residual/size);
  }
  print_message("hard contacts: %d solved, %.2g, %.2g of |b|\n", solved, worst, of_r);
  check_above(solved, 7900);
  check_below(worst, 8e-14);
}

// the residual can fail: another friction coefficient, a wrong direction, a pulling normal
static void the_residual_notices(void **state) {
  (void)state;
  dice d = {3};
  int nslip = 0;
  for (int i = 0; i < 200; i++) {
    trial t;
    throw_contact(&d, &t, 2, 0.3, 0);
    check_below(solve_trial(&t), 1e-13);
    double slip = sqrt(t.u[1]*t.u[1] + t.u[2]*t.u[2]);
    if (!(t.P[0] > 0.1 && slip > 0.1))
      continue;
    trial other = t;
    nslip++;
    other.contact.clause[0].mu *= 1.01;
    check_above(natural_residual(&other.contact, t.W, t.u, t.P), 1e-6);
    other = t;
    other.P[1] = t.P[2];
    other.P[2] = -t.P[1];
    check_above(natural_residual(&t.contact, t.W, t.u, other.P), 1e-3);
    other.P[0] = -t.P[0];
    check_above(natural_residual(&t.contact, t.W, t.u, other.P), 1e-3);
  }
  check_above(nslip, 10);
}

// a contact whose slip follows from its normal velocity, or from nothing
static void singular_contacts_are_found(void **state) {
  (void)state;
  trial t = {.contact = {.nclause = 1, .clause = {{1, 0.3}}}};
  t.W[0] = 2;
  assert_false(one_contact_fits(&t.contact, t.W));
  t.W[1] = t.W[contact_width] = 4;
  t.W[contact_width + 1] = 8;
  assert_false(one_contact_fits(&t.contact, t.W));
  t.W[contact_width + 1] = 8.001;
  assert_true(one_contact_fits(&t.contact, t.W));
  t.W[contact_width + 1] = 8;
  t.contact.clause[0].mu = 0;
  assert_true(one_contact_fits(&t.contact, t.W));
  t.W[0] = 0;
  assert_false(one_contact_fits(&t.contact, t.W));
}

// ---- clauses after the first, and contacts that are tied

static void later_clauses_have_discs_of_their_own(void **state) {
  (void)state;
  arena a;
  dice d = {4};
  double worst = 0;
  memory plain = memory_default();
  arena_init(&a, &plain);
  for (int i = 0; i < 300; i++) {
    contact_system s = {.nv = 6};
    int row = add_contact(&s, 1 + i % 3, 1 + i/3 % 2, 0.2), width = s.nrow;
    for (int j = 0; j < 6; j++)
      s.mass[j] = dice_real(&d, 0.5, 2);
    for (int j = 0; j < width*6; j++)
      row_of(&s, row)[j] = dice_real(&d, -1, 1) + (j % 7 == 0)*2;
    for (int j = 0; j < width; j++)
      s.b[j] = j == 0 ? -1 : dice_real(&d, -1, 1);
    double P[most_rows] = {0};
    impulse_problem p = system_problem(&s);
    impulse_result r = impulse_solve(solver_for(&a, &s), &p, P);
    if (r.status == IMPULSE_SINGULAR)  // seven rows on six velocities
      continue;
    assert_int_equal(r.status, IMPULSE_SOLVED);
    worst = fmax(worst, r.residual);
    double u[most_rows];
    system_velocities(&s, P, u);
    for (int k = 0, at = 1; k < s.contacts[0].nclause; at += s.contacts[0].clause[k++].count) {
      int count = s.contacts[0].clause[k].count;
      check_below(sqrt(vec_dot(P + at, P + at, count)), 0.2*P[0]*(1 + 1e-12) + 1e-12);
      check_below(vec_dot(P + at, u + at, count), 1e-12);
    }
  }
  check_below(worst, 1e-11);
  arena_free(&a);
}

static void tied_impulses_keep_their_slope(void **state) {
  (void)state;
  arena a;
  contact_system s;
  double P[most_rows] = {0}, u[most_rows];
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, 3, 0.01, 0.4);
  s.contacts[2].tied = true;
  s.contacts[2].slope = -0.13;
  impulse_problem p = system_problem(&s);
  impulse_result r = impulse_solve(solver_for(&a, &s), &p, P);
  assert_int_equal(r.status, IMPULSE_SOLVED);
  system_velocities(&s, P, u);
  int row = s.contacts[2].row;
  check_above(P[row], 0);
  check_near(P[row + 1], -0.13*P[row], 1e-14);
  check_below(fabs(u[row]), 1e-12);
  arena_free(&a);
}

// ---- the stack

static impulse_result cold_stack(int n, double *P, double *u) {
  arena a;
  contact_system s;
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, n, 0.01, 0.4);
  vec_zero(P, s.nrow);
  impulse_problem p = system_problem(&s);
  impulse_result r = impulse_solve(solver_for(&a, &s), &p, P);
  system_velocities(&s, P, u);
  arena_free(&a);
  return r;
}

static void stacks_are_solved_from_nothing(void **state) {
  (void)state;
  double P[most_rows], u[most_rows];
  for (int n = 5; n <= 10; n += 5) {
    impulse_result r = cold_stack(n, P, u);
    print_message("stack of %d: %d sweeps, %d steps, residual %.2g\n", n, r.sweeps, r.steps,
                  r.residual);
    assert_int_equal(r.status, IMPULSE_SOLVED);
    assert_int_equal(r.sweeps, 5);
    check_below(r.steps, n == 5 ? 4 : 12);
    check_below(r.residual, 5e-14);
    // at rest, and the ground carries all
    check_below(vec_max(u, 4*n), 1e-14);
    check_near(P[0] + P[2], n*9.81*0.01, 1e-13);
  }
}

// An island that is too large for matrices: the matrix of the velocities comes to the same end, and
// without it sweeps with conjugate directions do.
static void large_islands_need_no_matrix(void **state) {
  (void)state;
  arena a;
  contact_system s;
  double P[most_rows] = {0}, u[most_rows];
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, 10, 0.01, 0.4);
  impulse_problem p = system_problem(&s);
  impulse_solver *solver = solver_for(&a, &s);
  solver->newton.limit = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      solver->bodies.matrix.order.limits.numbers = 0;
    vec_zero(P, s.nrow);
    impulse_result r = impulse_solve(solver, &p, P);
    print_message("stack of 10: %d sweeps, %d steps, residual %.2g\n", r.sweeps, r.steps,
                  r.residual);
    assert_int_equal(r.status, IMPULSE_SOLVED);
    assert_true(i == 0 ? r.sweeps == 5 : r.steps == 0);
    check_below(r.residual, 1e-11);
    system_velocities(&s, P, u);
    check_below(vec_max(u, s.nrow), 1e-11);
    check_near(P[0] + P[2], 10*9.81*0.01, 1e-9);
  }
  arena_free(&a);
}

// rows that are held from both sides: directly, by bodies and by conjugate gradients
static void held_rows_are_solved_in_all_ways(void **state) {
  (void)state;
  arena a;
  contact_system s;
  double P[most_rows], u[most_rows];
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, 10, 0.01, 0);
  for (int i = 0; i < s.ncontact; i++) {  // normals alone
    int row = s.contacts[i].row;
    memmove(row_of(&s, i), row_of(&s, row), (size_t)s.nv*sizeof *s.H);
    s.contacts[i] = (contact_rows){.row = i};
    s.b[i] = sin(i);
  }
  s.nrow = s.ncontact;
  impulse_problem p = system_problem(&s);
  impulse_solver *solver = solver_for(&a, &s);
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      solver->newton.limit = 0;
    if (i == 2)
      solver->bodies.matrix.order.limits.numbers = 0;
    bilateral_solve(solver, &p, P);
    system_velocities(&s, P, u);
    check_below(vec_max(u, s.nrow), i < 2 ? 1e-12 : 1e-10);
  }
  arena_free(&a);
}

static void a_solved_problem_costs_nothing(void **state) {
  (void)state;
  arena a;
  contact_system s;
  double P[most_rows] = {0}, again[most_rows];
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, 10, 0.01, 0.4);
  impulse_problem p = system_problem(&s);
  impulse_solver *solver = solver_for(&a, &s);
  impulse_solve(solver, &p, P);
  vec_copy(again, P, s.nrow);
  impulse_result r = impulse_solve(solver, &p, again);
  check_below(r.sweeps + r.steps, 3);
  vec_zero(s.b, s.nrow);  // nothing moves: no impulses
  r = impulse_solve(solver, &p, again);
  assert_int_equal(r.status, IMPULSE_SOLVED);
  assert_true(vec_max(again, s.nrow) == 0);
  int first = s.contacts[2].row;  // rows before those of a part are not touched
  impulse_problem part = p;
  part.ncontact -= 2;
  part.nrow -= first;
  part.first = first;
  part.contacts += 2;
  part.left += 2;
  part.right += 2;
  for (int i = 0; i < s.nrow; i++)
    again[i] = 1;
  r = impulse_solve(solver, &part, again);
  assert_int_equal(r.status, IMPULSE_SOLVED);
  assert_true(again[0] == 1 && again[first - 1] == 1);
  assert_true(vec_max(again + first, s.nrow - first) == 0);
  arena_free(&a);
}

// forces are not unique, velocities are
static void two_starts_differ_in_forces_alone(void **state) {
  (void)state;
  arena a;
  contact_system s;
  dice d = {5};
  double P[most_rows] = {0}, other[most_rows], u[most_rows], v[most_rows];
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, 10, 0.01, 0.4);
  impulse_problem p = system_problem(&s);
  impulse_solver *solver = solver_for(&a, &s);
  for (int i = 0; i < s.nrow; i++)
    other[i] = dice_real(&d, 0, 1);
  assert_int_equal(impulse_solve(solver, &p, P).status, IMPULSE_SOLVED);
  assert_int_equal(impulse_solve(solver, &p, other).status, IMPULSE_SOLVED);
  assert_int_equal(impulse_rank(solver, &p), 30);
  int does[most_contacts];
  for (int i = 0; i < s.ncontact; i++)
    does[i] = contact_touches;
  assert_int_equal(impulse_is_unique(solver, &p, does, P), IMPULSE_NOT_UNIQUE);
  system_velocities(&s, P, u);
  system_velocities(&s, other, v);
  vec_sub(v, u, v, s.nrow);
  vec_sub(other, other, P, s.nrow);
  check_below(vec_max(v, s.nrow), 1e-13);
  check_above(vec_max(other, s.nrow), 1e-3);
  arena_free(&a);
}

// two contacts of a rod that slides have four rows on three velocities, and one solution
static void sliding_forces_are_unique(void **state) {
  (void)state;
  arena a;
  contact_system s = {.nv = 3, .mass = {1, 1, 0.3}};
  double P[most_rows] = {0};
  memory plain = memory_default();
  arena_init(&a, &plain);
  for (int i = 0; i < 2; i++) {
    int row = add_contact(&s, 1, 1, 0.1);
    row_of(&s, row)[1] = row_of(&s, row + 1)[0] = 1;
    row_of(&s, row)[2] = i == 0 ? 1 : -1;
    s.b[row] = -0.1;
    s.b[row + 1] = 1;
  }
  impulse_problem p = system_problem(&s);
  impulse_solver *solver = solver_for(&a, &s);
  assert_int_equal(impulse_solve(solver, &p, P).status, IMPULSE_SOLVED);
  assert_int_equal(impulse_rank(solver, &p), 3);
  int does[] = {contact_touches | contact_slides, contact_touches | contact_slides};
  assert_int_equal(impulse_is_unique(solver, &p, does, P), IMPULSE_UNIQUE);
  does[0] = does[1] = contact_touches;
  assert_int_equal(impulse_is_unique(solver, &p, does, P), IMPULSE_NOT_UNIQUE);
  does[1] = 0;
  assert_int_equal(impulse_is_unique(solver, &p, does, P), IMPULSE_UNIQUE);
  arena_free(&a);
}

// ---- islands

// two stacks whose contacts alternate are solved as each alone, to the last bit
static void islands_do_not_see_each_other(void **state) {
  (void)state;
  enum { n = 4 };
  arena a;
  contact_system one, two = {.nv = 6*n};
  double P[most_rows] = {0}, both[most_rows] = {0};
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&one, n, 0.01, 0.4);
  for (int j = 0; j < 3*n; j++)
    two.mass[j] = two.mass[j + 3*n] = one.mass[j];
  for (int i = 0; i < 2*one.ncontact; i++) {
    int row = add_contact(&two, 1, 1, 0.4), from = one.contacts[i/2].row;
    for (int k = 0; k < 2; k++) {
      vec_copy(row_of(&two, row + k) + i % 2*3*n, row_of(&one, from + k), 3*n);
      two.b[row + k] = one.b[from + k];
    }
  }
  impulse_problem p = system_problem(&one), q = system_problem(&two);
  impulse_result r = impulse_solve(solver_for(&a, &one), &p, P);
  impulse_result s = impulse_solve(solver_for(&a, &two), &q, both);
  assert_int_equal(s.status, IMPULSE_SOLVED);
  assert_int_equal(s.sweeps, 2*r.sweeps);
  for (int i = 0; i < two.ncontact; i++)
    for (int k = 0; k < 2; k++)
      assert_true(both[two.contacts[i].row + k] == P[one.contacts[i/2].row + k]);
  arena_free(&a);
}

// numbers that are not finite end the solve
static void nan_is_told(void **state) {
  (void)state;
  arena a;
  contact_system s;
  double P[most_rows] = {0};
  memory plain = memory_default();
  arena_init(&a, &plain);
  make_stack(&s, 2, 0.01, 0.4);
  s.b[3] = (double)NAN;
  impulse_problem p = system_problem(&s);
  assert_int_equal(impulse_solve(solver_for(&a, &s), &p, P).status, IMPULSE_NOT_FINITE);
  row_of(&s, 4)[3] = (double)NAN;
  p = system_problem(&s);
  assert_int_equal(impulse_solve(solver_for(&a, &s), &p, P).status, IMPULSE_SINGULAR);
  arena_free(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_contact_solves_random_problems),
      cmocka_unit_test(one_contact_solves_hard_problems),
      cmocka_unit_test(the_residual_notices),
      cmocka_unit_test(singular_contacts_are_found),
      cmocka_unit_test(later_clauses_have_discs_of_their_own),
      cmocka_unit_test(tied_impulses_keep_their_slope),
      cmocka_unit_test(stacks_are_solved_from_nothing),
      cmocka_unit_test(large_islands_need_no_matrix),
      cmocka_unit_test(held_rows_are_solved_in_all_ways),
      cmocka_unit_test(a_solved_problem_costs_nothing),
      cmocka_unit_test(two_starts_differ_in_forces_alone),
      cmocka_unit_test(sliding_forces_are_unique),
      cmocka_unit_test(islands_do_not_see_each_other),
      cmocka_unit_test(nan_is_told),
  };
  return check_run(argc, argv, tests);
}
