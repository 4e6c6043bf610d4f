// Tests of src/contact/impact.h: a rod that hits the floor, chains of balls, the rule of energy.

#include "tests/contact/contact_systems.h"

static impact_result strike(contact_system *s, const double *e, double *P, double *after) {
  arena a;
  memory plain = memory_default();
  arena_init(&a, &plain);
  impulse_problem p = system_problem(s);
  impact_law law = {.before = s->b, .restitution = e};
  impact_result r = impact_solve(solver_for(&a, s), &p, &law, P);
  assert_int_equal(r.solved.status, IMPULSE_SOLVED);
  system_velocities(s, P, after);
  arena_free(&a);
  return r;
}

// The same without the rule of energy; returns the work.
static double strike_freely(contact_system *s, const double *e, double *P) {
  arena a;
  double before[most_rows], after[most_rows], work = 0;
  memory plain = memory_default();
  arena_init(&a, &plain);
  impulse_problem p = system_problem(s);
  vec_copy(before, s->b, s->nrow);
  for (int i = 0; i < s->ncontact; i++)
    s->b[s->contacts[i].row] += e[i]*fmin(before[s->contacts[i].row], 0);
  if (impulse_solve(solver_for(&a, s), &p, P).status != IMPULSE_SOLVED)
    vec_zero(P, s->nrow);  // a body that is held from both sides
  vec_copy(s->b, before, s->nrow);
  system_velocities(s, P, after);
  for (int i = 0; i < s->nrow; i++)
    work += P[i]*(before[i] + after[i])/2;
  arena_free(&a);
  return work;
}

// a rod of length 2 and mass 1 that hits the floor with its left tip, its angle to the floor th
static void make_rod(contact_system *s, double th, double mu, double normal, double slip) {
  *s = (contact_system){.nv = 3, .mass = {1, 1, 1.0/3}};
  int row = add_contact(s, 1, 1, mu);
  double *N = row_of(s, row), *T = row_of(s, row + 1);
  N[1] = T[0] = 1;
  N[2] = -cos(th);
  T[2] = sin(th);
  s->b[row] = normal;
  s->b[row + 1] = slip;
}

// known values; the digits of the energy have been computed twice
static void rods_hit_the_floor(void **state) {
  (void)state;
  static const struct {
    double e, slip, P[2], after[2], work;
  } rods[] = {
      {0.5, -2, {0.63979327, 0.31989663}, {0.5, -2.26860245}, -0.842704096278},
      {0.5, 0.4, {0.5938679, 0.21991832}, {0.5, 0}, -0.104483310516},
      {0, -2, {0.42652885, 0.21326442}, {0, -2.17906830}, -0.658887717770},
  };
  for (int i = 0; i < 3; i++) {
    contact_system s;
    double P[most_rows] = {0}, after[most_rows];
    make_rod(&s, 0.6, 0.5, -1, rods[i].slip);
    impact_result r = strike(&s, &rods[i].e, P, after);
    for (int k = 0; k < 2; k++) {
      check_near(P[k], rods[i].P[k], 6e-9);
      check_near(after[k], rods[i].after[k], 6e-9);
    }
    check_near(r.work, rods[i].work, 1e-12);
    assert_int_equal(r.reduced, 0);
  }
}

// Kane and Levinson: restitution and friction together create energy, unless e is reduced
static void the_rod_of_kane_and_levinson_is_reduced(void **state) {
  (void)state;
  contact_system s;
  double e = 1, P[most_rows] = {0}, after[most_rows];
  make_rod(&s, 49.0/52, 1, -1, 0.7);
  check_near(strike_freely(&s, &e, P), 0.124916125635, 1e-12);
  check_near(P[0], 1.23184015, 6e-9);
  check_near(P[1], 0.35690322, 6e-9);
  impact_result r = strike(&s, &e, P, after);
  assert_int_equal(r.reduced, 1);
  check_near(r.factor, 0.814085526497, 1e-12);
  check_below(fabs(r.work), 1e-14);
  check_below(r.work, 1e-15);
}

// n touching balls, the first hit with speed 1: 1 - (n-1)(1+e)/n, all others (1+e)/n
static void chains_follow_the_law_of_newton(void **state) {
  (void)state;
  for (int n = 3; n <= 5; n++)
    for (int k = 0; k <= 2; k++) {
      contact_system s = {.nv = n};
      double e[most_contacts], P[most_rows] = {0}, after[most_rows], v[most_velocities] = {1};
      for (int i = 0; i < n; i++)
        s.mass[i] = 1;
      for (int i = 0; i + 1 < n; i++) {
        double *N = row_of(&s, add_contact(&s, 0, 0, 0));
        N[i] = -1;
        N[i + 1] = 1;
        e[i] = 0.5*k;
      }
      s.b[0] = -1;
      impact_result r = strike(&s, e, P, after);
      mat_tvec_add(v, 1, s.Y, P, s.nrow, n);
      check_near(v[0], 1 - (n - 1)*(1 + e[0])/n, 1e-14);
      for (int i = 1; i < n; i++)
        check_near(v[i], (1 + e[0])/n, 1e-14);
      check_near(r.work, -(1 - e[0]*e[0])/2*(n - 1)/n, 1e-14);
      assert_int_equal(r.reduced, 0);
    }
}

// a random unit vector, and two that are orthogonal to it and to each other
static void throw_frame(dice *d, double F[9]) {
  for (int i = 0; i < 3; i++) {
    double *own = F + 3*i, l;
    do {
      for (int k = 0; k < 3; k++)
        own[k] = dice_real(d, -1, 1);
      for (int j = 0; j < i; j++)
        vec_axpy(own, -vec_dot(own, F + 3*j, 3), F + 3*j, own, 3);
      l = sqrt(vec_dot(own, own, 3));
    } while (l < 0.1);
    for (int k = 0; k < 3; k++)
      own[k] /= l;
  }
}

// the velocity of the point r of a body in direction n, times a sign, in the row of its 6
// velocities
static void add_point(double *row, const double *n, const double *r, double sign) {
  vec_axpy(row, sign, n, row, 3);
  row[3] += sign*(r[1]*n[2] - r[2]*n[1]);
  row[4] += sign*(r[2]*n[0] - r[0]*n[2]);
  row[5] += sign*(r[0]*n[1] - r[1]*n[0]);
}

// 1 to 3 bodies in space that touch each other and the ground, 1 to 6 contacts: their points are
// anywhere within the bodies, so that normal and slip are coupled; every contact has its e
static void throw_impact(dice *d, contact_system *s, double *e) {
  int nbody = 1 + dice_below(d, 3), ncontact = 1 + dice_below(d, 2*nbody);
  double v[18];
  *s = (contact_system){.nv = 6*nbody};
  for (int j = 0; j < s->nv; j++) {
    s->mass[j] = j % 6 < 3 ? 1 + j/6 : (1 + j/6)*dice_real(d, 0.2, 0.6);
    v[j] = dice_real(d, -1, 1);
  }
  for (int i = 0; i < ncontact; i++) {
    int row = add_contact(s, 1, 2, dice_real(d, 0, 1)), a = i % nbody, b = dice_below(d, nbody);
    double F[9], r[6];
    throw_frame(d, F);
    for (int k = 0; k < 6; k++)
      r[k] = dice_real(d, -1, 1);
    for (int k = 0; k < 3; k++) {
      add_point(row_of(s, row + k) + 6*a, F + 3*k, r, 1);
      if (b != a)
        add_point(row_of(s, row + k) + 6*b, F + 3*k, r + 3, -1);
    }
    e[i] = dice_real(d, 0, 1);
  }
  mat_vec(s->b, s->H, v, s->nrow, s->nv);
}

static void no_impact_creates_energy(void **state) {
  (void)state;
  dice d = {7};
  double worst = 0, without = 0;
  int reduced = 0, created = 0;
  for (int i = 0; i < 10000; i++) {
    contact_system s;
    double e[most_contacts], P[most_rows] = {0}, Q[most_rows] = {0}, after[most_rows], size = 0;
    throw_impact(&d, &s, e);
    impact_result r = strike(&s, e, P, after);
    for (int k = 0; k < s.nrow; k++)
      size += fabs(P[k])*(fabs(s.b[k]) + fabs(after[k]));
    worst = fmax(worst, size > 0 ? r.work/size : 0);
    reduced += r.reduced;
    double freely = strike_freely(&s, e, Q);
    created += freely > 1e-9;
    without = fmax(without, freely);
  }
  print_message("impacts: %d reduced, largest work %.2g of its size; without the rule %d, %.2g\n",
                reduced, worst, created, without);
  check_below(worst, 2e-12);
  check_above(reduced, 10);
  check_above(created, 10);
  check_above(without, 0.01);
}

// two rods in one problem: only the one that would gain energy is reduced
static void impacts_apart_are_reduced_apart(void **state) {
  (void)state;
  contact_system kane, other, s = {.nv = 6, .mass = {1, 1, 1.0/3, 1, 1, 1.0/3}};
  double e[] = {1, 0.5}, P[most_rows] = {0}, after[most_rows];
  make_rod(&kane, 49.0/52, 1, -1, 0.7);
  make_rod(&other, 0.6, 0.5, -1, 0.4);
  for (int i = 0; i < 2; i++) {
    contact_system *from = i == 0 ? &kane : &other;
    int row = add_contact(&s, 1, 1, from->contacts[0].clause[0].mu);
    for (int k = 0; k < 2; k++) {
      vec_copy(row_of(&s, row + k) + 3*i, row_of(from, k), 3);
      s.b[row + k] = from->b[k];
    }
  }
  impact_result r = strike(&s, e, P, after);
  assert_int_equal(r.reduced, 1);
  check_near(r.factor, 0.814085526497, 1e-12);
  check_near(r.work, -0.104483310516, 1e-12);
}

// a body between two walls: it cannot leave one of them with any speed
static void a_body_that_is_held_stays(void **state) {
  (void)state;
  contact_system s = {.nv = 2, .mass = {1, 1}};
  double e[] = {0.5, 0.5}, P[most_rows] = {0}, after[most_rows];
  for (int i = 0; i < 2; i++) {
    int row = add_contact(&s, 1, 1, 0.5);
    row_of(&s, row)[0] = i == 0 ? 1 : -1;
    row_of(&s, row + 1)[1] = 1;
    s.b[row] = i == 0 ? -1 : 1;
    s.b[row + 1] = 0.2;
  }
  impact_result r = strike(&s, e, P, after);
  assert_int_equal(r.reduced, 1);
  assert_true(r.factor == 0);
  check_below(fabs(after[0]), 1e-13);
  check_below(r.work, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rods_hit_the_floor),
      cmocka_unit_test(the_rod_of_kane_and_levinson_is_reduced),
      cmocka_unit_test(chains_follow_the_law_of_newton),
      cmocka_unit_test(no_impact_creates_energy),
      cmocka_unit_test(impacts_apart_are_reduced_apart),
      cmocka_unit_test(a_body_that_is_held_stays),
  };
  return check_run(argc, argv, tests);
}
