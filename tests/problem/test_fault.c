// Tests of src/problem/fault.h and bundles.h: the problems of every class fit the list of bundles, and what
// is wrong with one that was broken is found.

#include "tests/problem/problems.h"

#include "problem/bundles.h"
#include "problem/fault.h"

static const char sleigh[] = "model sleigh\n"
                             "coord x, y, th: angle\n"
                             "lagrangian (x'^2 + y'^2 + th'^2)/2 - y\n"
                             "nonholonomic blade: y'*cos(th) - x'*sin(th) = 0\n";
static const char mixed[] = "model mixed\n"
                            "coord x momentum px, y momentum py, z momentum pz, w momentum pw\n"
                            "hamiltonian (px^2 + py^2 + pz^2 + pw^2)/2 + y\n"
                            "nonholonomic blade: y' - z*x' = 0\n"
                            "holonomic rod: x^2 + y^2 + z^2 = 1\n"
                            "nonholonomic roll: w' = x'\n"
                            "init x = 1\n";
static const char body[] = "model body\n"
                           "coord R: SO(3) velocity w\n"
                           "lagrangian (2*w[1]^2 + w[2]^2 + w[3]^2)/2\n";
static const char dae[] = "model dae\n"
                          "state y1, y2\n"
                          "algebraic z\n"
                          "part 1: y1' = y2\n"
                          "part 2: y2' = -z*y1\n"
                          "constraint c: y2 = 1\n"
                          "init y1 = 1, y2 = 1\n";
static const char ode[] = "model ode\nstate a\na' = -a\ninit a = 1\n";
static const char skew[] = "model oscillator\n"
                           "state a, b\n"
                           "hamiltonian (a^2 + b^2)/2\n"
                           "bracket {a, b} = 1\n"
                           "init a = 1\n";

static const problem *reduced(setting *s, reduction_kind kind) {
  const problem *made;
  failure why;
  assert_int_equal(reduced_forms_get(s->context, NULL, s->model, kind, &made, &why), NOSLIP_OK);
  return made;
}

// ---- whole problems

static void problems_of_every_class_are_whole(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    problem_class class;
  } all[] = {{sleigh, PROBLEM_MECHANICAL}, {mixed, PROBLEM_MECHANICAL}, {body, PROBLEM_GROUP},
             {dae, PROBLEM_INDEX2},        {ode, PROBLEM_ODE},          {skew, PROBLEM_SKEW}};
  for (size_t i = 0; i < sizeof all/sizeof *all; i++) {
    setting s;
    setting_begin(&s, all[i].text);
    assert_int_equal(s.p->class, all[i].class);
    assert_null(problem_fault(s.p));
    setting_end(&s);
  }
}

static void reduced_forms_are_whole(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, sleigh);
  for (int kind = 0; kind < REDUCTION_COUNT; kind++)
    assert_null(problem_fault(reduced(&s, (reduction_kind)kind)));
  setting_end(&s);
}

// ---- the twins: one thing is broken, and that is found

static void finds(const problem *p, const char *words) {
  const char *fault = problem_fault(p);
  if (!fault || !strstr(fault, words))
    check_fail("found: %s; wanted: %s\n", fault ? fault : "nothing", words);
}

static void broken_sizes_and_names_are_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, sleigh);
  const char *names[] = {"x", NULL, "th"};
  problem p = *s.p;
  p.nv = 2;
  finds(&p, "as many velocities");
  p = *s.p;
  p.class = PROBLEM_ODE;
  finds(&p, "velocities of no mechanical problem");
  p.nv = 0;
  finds(&p, "has no constraints");
  p = *s.p;
  p.coordinate = names;
  finds(&p, "a coordinate has no name");
  p = *s.p;
  p.constraint = NULL;
  finds(&p, "a constraint has no name");
  p = *s.p;
  p.has_angles = false;
  finds(&p, "has_angles");
  p = *s.p;
  p.class = PROBLEM_GROUP;
  finds(&p, "a group has factors");
  setting_end(&s);
}

static void broken_permutations_are_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, mixed);
  const int other_n[] = {0, 1}, other_h[] = {2};
  assert_int_equal(s.p->mechanical.declared_n[1], 2);
  assert_int_equal(s.p->mechanical.declared_h[0], 1);
  problem p = *s.p;
  p.mechanical.declared_n = other_n;
  finds(&p, "declared_n");
  p = *s.p;
  p.mechanical.declared_h = other_h;
  finds(&p, "declared_h");
  p = *s.p;
  p.mechanical.mn = 3;
  finds(&p, "mn + mh");
  setting_end(&s);
}

static void broken_flags_are_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, sleigh);
  problem p = *s.p;
  mechanical_structure *found = &p.mechanical.structure;
  assert_true(found->identity_mass && found->linear);
  found->diagonal_mass = false;
  finds(&p, "an identity is diagonal");
  p = *s.p;
  found->constant_mass = false;
  finds(&p, "constant");
  p = *s.p;
  found->affine = false;
  finds(&p, "what is linear is affine");
  p = *s.p;
  found->damping = true;
  finds(&p, "damping is a force");
  p = *s.p;
  found->linear_multipliers = true;
  found->separable = false;
  finds(&p, "without what this needs");
  p = *s.p;
  found->lost = 1;
  finds(&p, "that is lost is none");
  p = *s.p;
  found->degenerate = true;
  finds(&p, "only a hamiltonian");
  setting_end(&s);
}

static void broken_bundles_are_found(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, sleigh);
  problem p = *s.p;
  p.bundles[BUNDLE_BLOCKS] = NULL;
  finds(&p, "is missing");
  p = *s.p;
  p.bundles[BUNDLE_PARTS] = p.bundles[BUNDLE_VALUES];
  finds(&p, "of another class");
  p = *s.p;
  p.bundles[BUNDLE_PHI] = p.bundles[BUNDLE_VALUES];
  finds(&p, "outputs of the list");
  tape far = *s.p->bundles[BUNDLE_VALUES];
  tape_move beyond = {3, 0};
  far.load[2] = &beyond;
  far.nload[2] = 1;
  p = *s.p;
  p.bundles[BUNDLE_VALUES] = &far;
  finds(&p, "beyond its arrays");
  p = *s.p;
  p.callbacks = (struct callbacks *)&far;
  finds(&p, "of another class");
  setting_end(&s);
}

static void broken_parts_and_forms_are_found(void **unused) {
  (void)unused;
  setting s;
  const int twice[] = {0, 1, 1};
  setting_begin(&s, dae);
  problem p = *s.p;
  p.index2.parts = 2;
  p.index2.parts_z = 1;
  finds(&p, "a part that is zero");
  p = *s.p;
  p.index2.nparts = 0;
  finds(&p, "no such parts");
  setting_end(&s);
  setting_begin(&s, skew);
  p = *s.p;
  p.skew.form = SKEW_NONE;
  finds(&p, "the states of a bracket");
  setting_end(&s);
  setting_begin(&s, sleigh);
  p = *reduced(&s, REDUCTION_FRAME);
  p.skew.kept = twice;
  finds(&p, "once each");
  p.skew.nz++;
  finds(&p, "not positions and directions");
  setting_end(&s);
}

// ---- the list itself

static void meaning(const char *wanted, bundle_kind kind, bool lagrangian) {
  text_buffer out;
  memory m = memory_default();
  text_init(&out, &m);
  bundle_print_meaning(&out, kind, lagrangian);
  assert_string_equal(out.data, wanted);
  text_free(&out);
}

static void a_meaning_names_its_inputs(void **unused) {
  (void)unused;
  assert_string_equal(bundle_name(BUNDLE_REACTION_RATE), "reaction_rate");
  meaning("(t,q,v): p = L_v and f = L_q + F", BUNDLE_VALUES, true);
  meaning("(t,q,p): v = H_p and f = -H_q + F", BUNDLE_VALUES, false);
  meaning("(t,q,p): the energy", BUNDLE_ENERGY, false);
  meaning("(t,q,v): Phi, Phi_q, Phi_v", BUNDLE_PHI_BLOCKS, false);
  meaning("(t,q,v,a): d/dt of M, F, B, c along q' = v, v' = a", BUNDLE_ACCELERATION_RATE, true);
  meaning("(t,q,p,r): d/dt of C, B, c along q' = v, p' = r", BUNDLE_ACCELERATION_RATE, false);
  meaning("(t,q,v,p,mu,energy,w): invariants, then observables; w is q without full turns",
          BUNDLE_MONITORS, true);
}

// every word of every line is known: asking for it is asserted
static void every_input_has_a_size(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, sleigh);
  for (int kind = 0; kind < BUNDLE_COUNT; kind++) {
    int count = 0;
    while (bundle_input(s.p, (bundle_kind)kind, count) >= 0)
      count++;
    check_above(count, 1);
    check_below(count, tape_groups + 1);
    assert_non_null(bundle_name((bundle_kind)kind));
  }
  assert_int_equal(bundle_input(s.p, BUNDLE_VALUES, 1), 3);
  assert_int_equal(bundle_input(s.p, BUNDLE_STAGE, 3), 1);
  assert_int_equal(bundle_outputs(s.p, BUNDLE_BLOCKS), 6 + 36);
  assert_int_equal(bundle_outputs(s.p, BUNDLE_MONITORS), -1);
  setting_end(&s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(problems_of_every_class_are_whole),
      cmocka_unit_test(reduced_forms_are_whole),
      cmocka_unit_test(broken_sizes_and_names_are_found),
      cmocka_unit_test(broken_permutations_are_found),
      cmocka_unit_test(broken_flags_are_found),
      cmocka_unit_test(broken_bundles_are_found),
      cmocka_unit_test(broken_parts_and_forms_are_found),
      cmocka_unit_test(a_meaning_names_its_inputs),
      cmocka_unit_test(every_input_has_a_size),
  };
  return check_run(argc, argv, tests);
}
