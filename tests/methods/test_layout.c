// Tests of src/base/layout.h and of what a step hands to the next: with the state and what is carried
// a run goes on to the last bit, whatever is in the rest of the memory.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "methods/baseline/cvode.h"
#include "methods/method.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

// ---- the cursor

static void what_is_counted_is_what_is_taken(void **unused) {
  (void)unused;
  layout counted = {0};
  assert_null(layout_scratch(&counted, 3));
  assert_null(layout_scratch(&counted, 9));
  assert_null(layout_integers(&counted, LAYOUT_CARRIED, 2));
  assert_int_equal(counted.area[LAYOUT_SCRATCH].nnumber, 8 + 9);  // long ones begin with a line
  assert_int_equal(counted.area[LAYOUT_CARRIED].ninteger, 2);

  double numbers[17];
  int integers[2];
  layout taken = {0};
  taken.area[LAYOUT_SCRATCH].numbers = numbers;
  taken.area[LAYOUT_CARRIED].integers = integers;
  assert_ptr_equal(layout_scratch(&taken, 3), numbers);
  assert_ptr_equal(layout_scratch(&taken, 9), numbers + 8);
  assert_false(layout_agrees(&taken, &counted));
  assert_ptr_equal(layout_integers(&taken, LAYOUT_CARRIED, 2), integers);
  assert_true(layout_agrees(&taken, &counted));
}

// ---- steps

enum { steps = 40 };

static void advance(noslip_run *r, state *x, int count) {
  failure why = {0};
  for (int k = 0; k < count; k++) {
    assert_int_equal(method_step(r->stepper, x, r->h, &why), NOSLIP_OK);
    x->t += r->h;
  }
}

// do two states have the same bits?
static bool same(const state *a, const state *b, int n) {
  return memcmp(a->q, b->q, (size_t)n*sizeof *a->q) == 0 &&
         memcmp(a->p, b->p, (size_t)n*sizeof *a->p) == 0 &&
         memcmp(a->v, b->v, (size_t)n*sizeof *a->v) == 0;
}

// Is what the stepper carries the same as what was saved? The counters of the solver are a part of it.
static bool carries(const stepper *s, const void *saved, size_t size) {
  void *now = calloc(1, size);
  stepper_save(s, now);
  bool equal = memcmp(now, saved, size) == 0;
  free(now);
  return equal;
}

// Steps, then the same again from what was saved, all else spoilt; `forget` loses what is carried.
static bool goes_on(const char *model, const char *name, double h, bool forget) {
  bool text = strncmp(model, "model ", 6) == 0;
  trial t = text ? trial_text(model, NULL, name, h) : trial_file(model, NULL, name, h);
  noslip_run *r = t.run;
  state *x = &r->state, kept, end;
  assert_true(state_init(&kept, &r->arena, r->problem) && state_init(&end, &r->arena, r->problem));
  advance(r, x, steps);
  state_copy(&kept, x);
  size_t size = stepper_carried_size(r->stepper);
  void *carried = calloc(1, size), *later = calloc(1, size);
  stepper_save(r->stepper, carried);
  advance(r, x, steps);
  state_copy(&end, x);
  stepper_save(r->stepper, later);

  state_copy(x, &kept);
  stepper_spoil(r->stepper, &r->evaluator);
  if (forget)
    memset(carried, 0, size);
  stepper_restore(r->stepper, carried);
  advance(r, x, steps);
  bool equal = same(x, &end, r->problem->n) && (forget || carries(r->stepper, later, size));
  if (!equal && !forget)
    print_message("%s, %s: another trajectory\n", model, name);
  free(carried);
  free(later);
  trial_close(&t);
  return equal;
}

// 48 unknowns: a large system, whose factors are used for more than one step
static const char lattice[] =
    "model lattice\ncoord q[1..24]\n"
    "lagrangian sum(i in 1..24: q[i]'^2/2) - sum(i in 2..24: (q[i] - q[i-1])^4/4 + q[i]^2/2)\n"
    "for i in 1..24 { init q[i] = 1/i, q[i]' = 0.1*i }\n";

// 64 unknowns and more, most of them apart: their factors are made again from what is carried
static const char rods[] =
    "model rods\nconst n = 16\ncoord x[1..n], y[1..n]\n"
    "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2 - 9.81*y[i])\n"
    "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
    "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
    "for i in 1..n { init x[i] = 0.6*i, y[i] = 0.8*i }\n";

// 45 constraints, whose Jacobian is packed
static const char rope[] =
    "model rope\nconst n = 45\ncoord x[1..n], y[1..n]\n"
    "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2 + x[i]'*y[i]'/5 - 9.81*y[i])\n"
    "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
    "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
    "for i in 1..n { init x[i] = 0.6*i, y[i] = 0.8*i }\n";

// a constraint with small numbers: its multiplier has a size of its own
static const char blade[] =
    "model blade\ncoord x, y, theta: angle\n"
    "lagrangian (x'^2 + y'^2 + theta'^2)/2 - x - cos(theta)\n"
    "nonholonomic blade: 0.001*(y'*cos(theta) - x'*sin(theta)) = 0\n"
    "init theta = 0.1, theta' = 2, x' = 0.3*cos(theta), y' = 0.3*sin(theta)\n";

// pairs that come and go
static const char discs[] =
    "model discs\ncoord x[1..5], y[1..5]\n"
    "lagrangian (dot(x', x') + dot(y', y'))/2 - sum(i in 1..5: y[i] + x[i]^2)\n"
    "for i in 1..5 { contact floor[i]: y[i] >= 0.2 }\n"
    "for i in 1..5 { init x[i] = 0.3*i - 1, y[i] = 0.25 + 0.45*i }\n"
    "contact pair[i,j] for i < j in 1..5 within 0.7: norm([x[i] - x[j], y[i] - y[j]]) >= 0.4\n";

// a file of models/, or a text
static const struct {
  const char *model, *method;
  double h;
} rows[] = {
    {"sleigh.noslip", "dla-mp", 0.1},
    {"disk.noslip", "dla-cm", 0.1},
    {"one_part.noslip", "srk-gauss(2)", 0.05},
    {"one_part.noslip", "rk-lobatto3a(3)", 0.05},
    {"disk.noslip", "compose(dla-cm, suzuki4)", 0.1},
    {"sleigh.noslip", "gonzalez", 0.1},
    {"spherical_pendulum.noslip", "gonzalez", 0.02},
    {"four_bar.noslip", "avfc(2)", 0.005},
    {"chaotic.noslip", "avf(1)", 0.2},
    {"heavy_top_group.noslip", "avf", 0.05},
    {"sleigh_bracket.noslip", "itoh-abe-sym", 0.1},
    {"pendulum.noslip", "itoh-abe", 0.1},
    {"sleigh.noslip", "compose(itoh-abe, blanes-moan4)", 0.1},
    {"heavy_top_group.noslip", "compose(gonzalez, yoshida4)", 0.05},
    {"sleigh.noslip", "ep-collocation(1)", 0.1},
    {"spherical_pendulum.noslip", "ep-collocation(2)", 0.02},
    {"sleigh.noslip", "gonzalez-f", 0.1},
    {"chaotic.noslip", "avf-f(2)", 0.2},
    {"pendulum.noslip", "rattle", 0.05},
    {"double_spherical_pendulum.noslip", "rattle(solve=reduced)", 0.02},
    {"double_spherical_pendulum_lagrangian.noslip", "rattle(solve=reduced)", 0.02},
    {"spheroid.noslip", "rattle(representative=tn)", 0.05},
    {"andrews.noslip", "rattle", 0.0001},
    {"chain.noslip", "reich", 0.01},
    {"spheroid.noslip", "compose(reich, symmetric)", 0.05},
    {"four_bar.noslip", "compose(reich*, suzuki4)", 0.01},
    {"odae.noslip", "euler-true", 0.02},
    {"teflon.noslip", "euler-true*", 0.01},
    {"ellipsoid.noslip", "compose(euler-true-conj, suzuki4)", 0.01},
    {"odae.noslip", "spark(3)", 0.01},
    {"teflon.noslip", "lobatto(3)", 0.01},
    {"teflon.noslip", "lobatto(2, multiplier=restart)", 0.01},
    {"heavy_top_group.noslip", "moser-veselov", 0.01},
    {"heavy_top_group.noslip", "compose(reich, symmetric)", 0.01},
    {"disk.noslip", "index1", 0.01},
    {"disk.noslip", "index0", 0.3},
    {"double_spherical_pendulum.noslip", "index1", 0.02},
    {"mixed.noslip", "dop853", 0.05},
    {"double_spherical_pendulum.noslip", "dop853", 0.05},
    {"spheroid.noslip", "index0(rtol=1e-8)", 0.02},
    {"disk.noslip", "bdf", 0.05},
    {"falling_disk.noslip", "bdf", 0.02},
    {"disk.noslip", "lobatto(3)", 0.1},
    {"disk.noslip", "lobatto(3, multiplier=carry)", 0.05},
    {"sleigh.noslip", "lobatto(2, multiplier=restart)", 0.05},
    {"disk.noslip", "spark(3)", 0.1},
    {"disk.noslip", "rk-lobatto3a(3)", 0.1},
    {"disk.noslip", "rk-radau2a(2)", 0.1},
    {"sleigh.noslip", "srk-gauss(2)", 0.1},
    {"disk.noslip", "compose(srk-radau1a(2), symmetric)", 0.1},
    {"pendulum.noslip", "lobatto(2)", 0.05},
    {"mixed.noslip", "lobatto(3)", 0.02},
    {"falling_disk.noslip", "lobatto(2)", 0.02},
    {"chain.noslip", "lobatto(2)", 0.02},  // sizes of the multipliers after the last B
    {"chain.noslip", "lobatto(3)", 0.001},
    {"double_spherical_pendulum.noslip", "lobatto(3)", 0.02},
    {"double_spherical_pendulum.noslip", "lobatto(3)", 0.1},  // plain starts in between
    {"snakeboard.noslip", "lobatto(8)", 0.02},                // kept factors of the block solver,
    {"falling_disk.noslip", "lobatto(8)", 0.01},              // and of a mass matrix that changes
    {"suslov_so3.noslip", "lobatto(2)", 0.1},
    {"heavy_top_group.noslip", "lobatto(3, retraction=exp)", 0.02},
    {"sleigh_se2.noslip", "lobatto(3, multiplier=restart)", 0.05},
    {"suslov_so3.noslip", "compose(lobatto(2), symmetric)", 0.1},
    {lattice, "avf(2)", 0.02},
    {blade, "gonzalez-f", 0.02},
    {rope, "rattle", 0.01},
    {rope, "reich", 0.01},
    {rope, "rattle(representative=tn)", 0.01},
    {rods, "lobatto(2)", 0.001},
    {rods, "spark(2)", 0.001},
    {rods, "compose(lobatto(2), suzuki4)", 0.001},
    {"ladder.noslip", "moreau", 0.01},
    {"drum.noslip", "moreau", 0.02},
    {"pile.noslip", "moreau", 0.01},
    {"tippe_top.noslip", "moreau", 0.04},
    {discs, "moreau", 0.01},
};
enum { nrow = sizeof rows/sizeof *rows };

// a build may lack the library of a method
static bool is_there(int i) {
  return strncmp(rows[i].method, "bdf", 3) != 0 || !cvode_missing();
}

static void a_run_goes_on_from_what_is_carried(void **unused) {
  (void)unused;
  int lost = 0;
  for (int i = 0; i < nrow; i++)
    lost += is_there(i) && !goes_on(rows[i].model, rows[i].method, rows[i].h, false);
  assert_int_equal(lost, 0);
}

// the twin: without it the starts of the solves are others, and last bits with them
static void without_it_a_run_is_another(void **unused) {
  (void)unused;
  int same_still = 0;
  for (int i = 0; i < nrow; i++)
    same_still += is_there(i) && goes_on(rows[i].model, rows[i].method, rows[i].h, true);
  check_below(same_still, nrow/2 + 1);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_counted_is_what_is_taken),
      cmocka_unit_test(a_run_goes_on_from_what_is_carried),
      cmocka_unit_test(without_it_a_run_is_another),
  };
  return check_run(argc, argv, tests);
}
