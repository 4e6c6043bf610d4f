// Tests of src/problem/state.h: angles over many turns, and what compensated summation is for.

#include "tests/problem/problems.h"

#include "base/vec.h"

#include <float.h>

// 2 pi in long double
static const long double full_turn = 6.283185307179586476925286766559L;

// one angle and one number that is none
static const char both[] = "model m\ncoord th: angle, x\nlagrangian (th'^2 + x'^2)/2\n";

// a state that moves on by d at every step, with compensation or without
static void turn(setting *s, double d, long steps, bool compensated) {
  double add[] = {d, d};
  for (long k = 0; k < steps; k++) {
    if (compensated)
      vec_add_compensated(s->s.q, s->s.q_low, add, 2);
    else
      vec_axpy(s->s.q, 1, add, s->s.q, 2);
    state_wrap(&s->s, s->p->angle);
  }
}

// ---- angles

// whatever comes in, (-pi, pi] comes out, and turns make up for it
static void angles_are_wrapped(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, both);
  for (double q = -1000; q < 1000; q += 0.37) {
    double out[2];
    s.s.q[0] = s.s.q[1] = q;
    s.s.turns[0] = s.s.q_low[0] = 0;
    state_wrap(&s.s, s.p->angle);
    check_below(fabs(s.s.q[0]), 3.1415926535897936);
    assert_true(s.s.turns[0] == nearbyint(s.s.turns[0]));
    assert_true(s.s.q[1] == q && s.s.turns[1] == 0);  // x is no angle
    state_unwrapped(&s.s, s.p->angle, out);
    check_near(out[0], q, DBL_EPSILON*fabs(q));
    assert_true(out[1] == q);
    // exactly, in long double: the low part has the rest of the turns
    long double whole =
        (long double)s.s.q[0] + (long double)s.s.q_low[0] + (long double)s.s.turns[0]*full_turn;
    check_below((double)fabsl(whole - (long double)q), 2e-19*(1 + fabs(q)));
  }
  setting_end(&s);
}

// pi stays, what is beyond comes back from the other side
static void half_turn_stays(void **unused) {
  (void)unused;
  const double pi = 3.141592653589793;
  setting s;
  setting_begin(&s, both);
  s.s.q[0] = pi;
  state_wrap(&s.s, s.p->angle);
  assert_true(s.s.q[0] == pi && s.s.turns[0] == 0);
  s.s.q[0] = 3.15;
  state_wrap(&s.s, s.p->angle);
  check_near(s.s.q[0], 3.15 - 2*pi, DBL_EPSILON);
  assert_true(s.s.turns[0] == 1);
  s.s.q[0] = -3.15;
  state_wrap(&s.s, s.p->angle);
  assert_true(s.s.turns[0] == 0);
  setting_end(&s);
}

// A million turns in 9 million steps of 0.7: the unwrapped angle is right to its own rounding,
// 1e-9, and the place within the turn to 2e-11, because the roundings of the steps do not add up.
static void million_turns_cost_nothing(void **unused) {
  (void)unused;
  const long steps = 9000000;
  setting s;
  setting_begin(&s, both);
  turn(&s, 0.7, steps, true);
  check_above(s.s.turns[0], 1e6);
  long double exact = (long double)0.7*steps;
  double out[2];
  state_unwrapped(&s.s, s.p->angle, out);
  check_below(fabs((double)((long double)out[0] - exact)), DBL_EPSILON*(double)exact);
  long double within = exact - (long double)s.s.turns[0]*full_turn;
  check_below(fabs((double)((long double)s.s.q[0] - within)), 1e-10);
  setting_end(&s);
}

// a plain sum of the same steps is off by 5e-10, and by 1e-3 if it is not wrapped either
static void plain_sums_drift(void **unused) {
  (void)unused;
  const long steps = 9000000;
  setting s;
  setting_begin(&s, both);
  turn(&s, 0.7, steps, false);
  long double exact = (long double)0.7*steps;
  long double within = exact - (long double)s.s.turns[0]*full_turn;
  check_above(fabs((double)((long double)s.s.q[0] - within)), 2e-10);  // the angle, wrapped
  check_above(fabs((double)((long double)s.s.q[1] - exact)),
              1e-4);  // the number, which reaches 6e6
  setting_end(&s);
}

// ---- compensated summation

// ten million steps of 1e-3 from 1: the pair is right to the last bit, the plain sum is not
static void compensation_keeps_the_sum(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, both);
  s.s.q[1] = 1;
  turn(&s, 1e-3, 10000000, true);
  long double exact = 1 + (long double)1e-3*10000000;
  check_below((double)fabsl((long double)s.s.q[1] + (long double)s.s.q_low[1] - exact), 1e-15);
  setting_end(&s);

  setting_begin(&s, both);
  s.s.q[1] = 1;
  turn(&s, 1e-3, 10000000, false);
  check_above((double)fabsl((long double)s.s.q[1] - exact), 1e-8);
  setting_end(&s);
}

// ---- copies

// a copy has everything, and is its own
static void copy_is_complete(void **unused) {
  (void)unused;
  setting s;
  state to;
  setting_begin(&s, "model m\ncoord th: angle, x\nlagrangian (th'^2 + x'^2)/2\n"
                    "nonholonomic c: x' = th'\n");
  assert_true(state_init(&to, &s.arena, s.p));
  double *from_arrays[] = {s.s.q, s.s.v, s.s.p, s.s.q_low, s.s.v_low, s.s.p_low, s.s.turns};
  double *to_arrays[] = {to.q, to.v, to.p, to.q_low, to.v_low, to.p_low, to.turns};
  for (int k = 0; k < 7; k++)
    for (int i = 0; i < 2; i++)
      from_arrays[k][i] = 10*k + i + 1;
  s.s.lambda[0] = 99;
  s.s.t = 7;
  state_copy(&to, &s.s);
  assert_true(to.t == 7 && to.lambda[0] == 99);
  for (int k = 0; k < 7; k++)
    assert_memory_equal(from_arrays[k], to_arrays[k], 2*sizeof(double));
  s.s.q[0] = -1;
  assert_true(to.q[0] == 1);
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(angles_are_wrapped),         cmocka_unit_test(half_turn_stays),
      cmocka_unit_test(million_turns_cost_nothing), cmocka_unit_test(plain_sums_drift),
      cmocka_unit_test(compensation_keeps_the_sum), cmocka_unit_test(copy_is_complete),
  };
  return check_run(argc, argv, tests);
}
