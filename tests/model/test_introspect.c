// What a model tells without a run: the same names that its runs have, and what its text says.

#include "tests/model/model_trial.h"
#include "tests/support/check.h"

#include <dirent.h>

static trial parsed(const char *text) {
  trial t = {.context = noslip_open(NULL)};
  expect(&t, noslip_model_parse(t.context, "m.noslip", text, NULL, &t.model));
  return t;
}

// ---------------------------------------------------------------------------------------------
// names

static const noslip_group groups[] = {NOSLIP_STATE,      NOSLIP_MOMENTUM,  NOSLIP_MULTIPLIER,
                                      NOSLIP_CONSTRAINT, NOSLIP_INVARIANT, NOSLIP_OBSERVABLE};
enum { ngroup = sizeof groups/sizeof *groups };

// how many names of a model are not those of a run of it
static int differences(const noslip_model *m, const noslip_run *r) {
  int count = 0;
  for (int g = 0; g < ngroup; g++) {
    int n = noslip_run_count(r, groups[g]);
    count += noslip_model_entry_count(m, groups[g]) != n;
    for (int i = 0; i < n; i++) {
      const char *name = noslip_model_entry_name(m, groups[g], i);
      count += !name || strcmp(name, noslip_run_name(r, groups[g], i)) != 0;
    }
  }
  return count;
}

// numbers of a group of coordinates, and whether every key is an initial value
static void check_coordinates(const noslip_model *m) {
  noslip_coordinate_info c;
  int velocities = 0, n = noslip_model_coordinate_count(m);
  for (int i = 0; noslip_model_coordinate(m, i, &c); i++, n--) {
    assert_true(c.name[0] && c.kind[0] && c.nposition > 0);
    for (int k = 0; k < c.nposition; k++)
      assert_non_null(noslip_model_start_key(m, c.positions[k]));
    for (int k = 0; k < c.nvelocity; k++) {
      assert_non_null(noslip_model_start_key(m, c.velocities[k]));
      if (c.momenta)
        assert_string_equal(noslip_model_start_key(m, c.momenta[k]), c.momenta[k]);
    }
    velocities += c.nvelocity;
  }
  assert_int_equal(n, 0);
  assert_int_equal(velocities, noslip_model_entry_count(m, NOSLIP_MOMENTUM));
}

// each initial value can be given to a run; of the constraints, labels and places
static void check_lists(const noslip_model *m) {
  noslip_initial_info x;
  noslip_constraint_info c;
  int n = 0, lines = 0;
  for (; noslip_model_initial(m, n, &x); n++)
    assert_true(x.key[0] && x.value == x.value);
  assert_int_equal(n, noslip_model_initial_count(m));
  for (const char *at = noslip_model_text(m); *at; at++)
    lines += *at == '\n';
  for (n = 0; noslip_model_constraint(m, n, &c); n++)
    assert_true(c.label[0] && c.kind[0] && 1 < c.line && c.line <= lines);
  assert_int_equal(n, noslip_model_constraint_count(m));
}

static int nmodel;

static void check_model(const char *file) {
  trial t = load(file, NULL);
  begin(&t, &(noslip_run_options){.backend = "interpret"});
  if (differences(t.model, t.run) != 0)
    check_fail("%s: names are not those of a run\n", file);
  check_coordinates(t.model);
  check_lists(t.model);
  nmodel++;
  end(&t);
}

static void names_are_those_of_runs(void **state) {
  (void)state;
  DIR *folder = opendir(NOSLIP_MODELS);
  assert_non_null(folder);
  for (struct dirent *f = readdir(folder); f; f = readdir(folder))
    if (strstr(f->d_name, ".noslip"))
      check_model(f->d_name);
  closedir(folder);
  assert_true(nmodel > 80);
}

// the comparison can fail
static void other_names_are_noticed(void **state) {
  (void)state;
  trial a = load("sleigh.noslip", NULL), b = load("pendulum.noslip", NULL);
  begin(&a, &(noslip_run_options){.backend = "interpret"});
  assert_true(differences(b.model, a.run) > 0);
  end(&a);
  end(&b);
}

// ---------------------------------------------------------------------------------------------
// coordinates

static noslip_coordinate_info coordinate(const trial *t, int i) {
  noslip_coordinate_info c;
  assert_true(noslip_model_coordinate(t->model, i, &c));
  return c;
}

static void families_have_indices(void **state) {
  (void)state;
  trial t = parsed("model m\ncoord x, th: angle, w[2..3], c[1..2, 1..3]\n"
                   "lagrangian x'^2 + th'^2 + dot(w', w') + dot(c[1]', c[1]') + "
                   "dot(c[2]', c[2]')\n");
  assert_int_equal(noslip_model_coordinate_count(t.model), 10);
  noslip_coordinate_info c = coordinate(&t, 0);
  assert_string_equal(c.name, "x");
  assert_string_equal(c.kind, "real");
  assert_string_equal(c.family, "");
  assert_true(c.nindex == 0 && c.nposition == 1 && c.nvelocity == 1 && !c.momenta);
  assert_string_equal(coordinate(&t, 1).kind, "angle");
  c = coordinate(&t, 3);
  assert_string_equal(c.name, "w[3]");
  assert_string_equal(c.family, "w");
  assert_true(c.nindex == 1 && c.index[0] == 3);
  assert_string_equal(c.velocities[0], "w[3]'");
  c = coordinate(&t, 8);
  assert_string_equal(c.name, "c[2,2]");
  assert_string_equal(c.family, "c");
  assert_true(c.nindex == 2 && c.index[0] == 2 && c.index[1] == 2);
  assert_false(noslip_model_coordinate(t.model, 10, &c));
  assert_null(c.name);
  end(&t);
}

static void groups_have_matrices(void **state) {
  (void)state;
  trial t = parsed("model m\ncoord R: SO(3) velocity om, g: SE(2) velocity (v, a)\n"
                   "lagrangian dot(om, om) + dot(v, v) + a^2\n");
  noslip_coordinate_info c = coordinate(&t, 0);
  assert_string_equal(c.name, "R");
  assert_string_equal(c.kind, "SO(3)");
  assert_true(c.nposition == 9 && c.nvelocity == 3);
  assert_string_equal(c.positions[1], "R[1,2]");
  assert_string_equal(c.velocities[2], "om[3]");
  c = coordinate(&t, 1);
  assert_string_equal(c.kind, "SE(2)");
  assert_true(c.nposition == 3 && c.nvelocity == 3);
  assert_string_equal(c.velocities[1], "v[2]");
  assert_string_equal(c.velocities[2], "a");
  end(&t);

  t = parsed("model m\ncoord R[1..2]: SO(3) velocity w[1..2], x\n"
             "lagrangian dot(w[1], w[1]) + dot(w[2], w[2]) + x'^2\n");
  c = coordinate(&t, 1);
  assert_string_equal(c.name, "R[2]");
  assert_string_equal(c.family, "R");
  assert_true(c.nindex == 1 && c.index[0] == 2);
  assert_string_equal(c.positions[0], "R[2,1,1]");
  assert_string_equal(coordinate(&t, 2).name, "x");
  end(&t);
}

static void hamiltonians_have_momenta(void **state) {
  (void)state;
  trial t = parsed("model m\ncoord x momentum px\nhamiltonian px^2/2 + x^2\ninit px = 2\n");
  noslip_coordinate_info c = coordinate(&t, 0);
  assert_string_equal(c.momenta[0], "px");
  assert_string_equal(c.velocities[0], "x'");
  noslip_initial_info x;
  assert_true(noslip_model_initial(t.model, 2, &x));
  assert_string_equal(x.key, "px");
  assert_true(x.value == 2 && x.given && !x.guess);
  end(&t);
}

static void states_are_coordinates_without_velocities(void **state) {
  (void)state;
  trial t = parsed("model m\nstate y[1..2]\nalgebraic z\ny' = [y[2], -y[1] - 2*y[1]*z]\n"
                   "constraint c: y[1]^2 = 1\ninit y[1] = 1, z = 3\n");
  noslip_coordinate_info c = coordinate(&t, 1);
  assert_string_equal(c.name, "y[2]");
  assert_string_equal(c.kind, "state");
  assert_int_equal(c.nvelocity, 0);
  assert_string_equal(coordinate(&t, 2).kind, "algebraic");
  noslip_constraint_info k;
  assert_true(noslip_model_constraint(t.model, 0, &k));
  assert_string_equal(k.kind, "constraint");
  assert_int_equal(k.line, 5);
  noslip_initial_info x;
  assert_true(noslip_model_initial(t.model, 3, &x));
  assert_true(strcmp(x.key, "z") == 0 && x.value == 3 && x.guess);
  end(&t);

  t = parsed("model m\nstate a, b\nbracket {a, b} = 1\nhamiltonian a^2 + b^2\n");
  assert_string_equal(coordinate(&t, 0).kind, "state");
  assert_int_equal(noslip_model_entry_count(t.model, NOSLIP_STATE), 2);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// the rest

static void constraints_have_kinds_and_lines(void **state) {
  (void)state;
  trial t = parsed("model m\ncoord x, y, r[1..2]\nlagrangian x'^2 + y'^2 + dot(r', r')\n"
                   "holonomic rod: x^2 + y^2 = 1 multiplier N\n"
                   "nonholonomic k: r[1]' = x'\ncontact floor: y >= -2\ninit x = 1\n");
  noslip_constraint_info c;
  assert_int_equal(noslip_model_constraint_count(t.model), 3);
  assert_true(noslip_model_constraint(t.model, 0, &c));
  assert_string_equal(c.label, "rod");
  assert_string_equal(c.kind, "holonomic");
  assert_string_equal(c.multiplier, noslip_model_entry_name(t.model, NOSLIP_MULTIPLIER, 0));
  assert_int_equal(c.line, 4);
  assert_true(noslip_model_constraint(t.model, 1, &c));
  assert_string_equal(c.kind, "nonholonomic");
  assert_int_equal(c.line, 5);
  assert_true(noslip_model_constraint(t.model, 2, &c));
  assert_string_equal(c.kind, "contact");
  assert_string_equal(c.label, "floor");
  assert_string_equal(c.multiplier, "floor");
  assert_int_equal(c.line, 6);
  assert_false(noslip_model_constraint(t.model, 3, &c));
  end(&t);
}

static void pairs_are_one_law(void **state) {
  (void)state;
  trial t = parsed("model m\ncoord x[1..3]\nlagrangian dot(x', x')\n"
                   "holonomic h: x[1] = 0\ncontact floor: x[2] >= -9\n"
                   "contact pair[i,j] for i < j in 1..3 within 2: abs(x[i] - x[j]) >= 1\n"
                   "init x[2] = 4, x[3] = 8\n");
  noslip_constraint_info c;
  assert_int_equal(noslip_model_constraint_count(t.model), 3);
  assert_true(noslip_model_constraint(t.model, 1, &c));
  assert_string_equal(c.label, "floor");
  assert_string_equal(c.multiplier, "");  // time stepping has contacts beside the rows
  assert_true(noslip_model_constraint(t.model, 2, &c));
  assert_string_equal(c.label, "pair");
  assert_string_equal(c.kind, "contact");
  assert_int_equal(c.line, 6);
  assert_string_equal(c.multiplier, "");
  end(&t);
}

static void sections_inputs_and_the_run_line(void **state) {
  (void)state;
  trial t = parsed("model m\ninput u = 2, w\ncoord x\nlagrangian x'^2 - x^2\nforce x = u + w\n"
                   "section a: x = 0 rising\nsection b: x' = 0 both\nstop end: x = 5 falling\n"
                   "init t = 3, x = 1\nrun method dla-mp, step 0.1, steps 30, every 2\n");
  noslip_section_info s;
  assert_int_equal(noslip_model_section_count(t.model), 2);
  assert_true(noslip_model_section(t.model, 0, &s));
  assert_string_equal(s.name, "a");
  assert_string_equal(s.equation, "x = 0");
  assert_string_equal(s.direction, "rising");
  assert_true(noslip_model_section(t.model, 1, &s));
  assert_string_equal(s.direction, "both");
  assert_int_equal(noslip_model_stop_count(t.model), 1);
  assert_true(noslip_model_stop(t.model, 0, &s));
  assert_string_equal(s.equation, "x = 5");
  assert_string_equal(s.direction, "falling");

  assert_int_equal(noslip_model_input_count(t.model), 2);
  assert_string_equal(noslip_model_input_name(t.model, 0), "u");
  assert_true(noslip_model_input_value(t.model, 0) == 2);
  assert_null(noslip_model_input_name(t.model, 2));

  noslip_run_line line;
  noslip_model_run_line(t.model, &line);
  assert_string_equal(line.method, "dla-mp");
  assert_true(line.step == 0.1 && line.until == 0 && line.steps == 30 && line.every == 2);
  noslip_initial_info x;
  assert_true(noslip_model_initial(t.model, 0, &x));
  assert_true(strcmp(x.key, "t") == 0 && x.value == 3 && x.given);
  assert_true(noslip_model_initial(t.model, 2, &x));
  assert_true(strcmp(x.key, "x'") == 0 && x.value == 0 && !x.given);
  end(&t);
}

static double one(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  return v[0]*v[0]/2 - q[0]*q[0]/2;
}

static void models_of_functions(void **state) {
  (void)state;
  const noslip_callbacks c = {.name = "m",
                              .coordinates = 1,
                              .coordinate = (const char *const[]){"th"},
                              .angle = (const bool[]){true},
                              .start_q = (const double[]){0.5},
                              .function = one};
  trial t = {.context = noslip_open(NULL)};
  expect(&t, noslip_model_bind(t.context, &c, &t.model));
  begin(&t, &(noslip_run_options){.method = "dla-mp", .step = 0.1});
  assert_int_equal(differences(t.model, t.run), 0);
  assert_string_equal(coordinate(&t, 0).kind, "angle");
  noslip_initial_info x;
  assert_true(noslip_model_initial(t.model, 1, &x));
  assert_true(strcmp(x.key, "th") == 0 && x.value == 0.5);
  noslip_run_line line;
  noslip_model_run_line(t.model, &line);
  assert_true(!line.method && line.step == 0);
  end(&t);
}

static void of_nothing_there_is_nothing(void **state) {
  (void)state;
  noslip_coordinate_info c;
  noslip_constraint_info k;
  noslip_section_info s;
  noslip_initial_info x;
  noslip_run_line line;
  assert_false(noslip_model_coordinate(NULL, 0, &c) || noslip_model_constraint(NULL, 0, &k) ||
               noslip_model_section(NULL, 0, &s) || noslip_model_stop(NULL, 0, &s) ||
               noslip_model_initial(NULL, 0, &x));
  assert_true(!c.name && !k.label && !s.name && !x.key);
  noslip_model_run_line(NULL, &line);
  assert_null(line.method);
  assert_int_equal(noslip_model_entry_count(NULL, NOSLIP_STATE), 0);
  assert_int_equal(noslip_model_initial_count(NULL), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_those_of_runs),
      cmocka_unit_test(other_names_are_noticed),
      cmocka_unit_test(families_have_indices),
      cmocka_unit_test(groups_have_matrices),
      cmocka_unit_test(hamiltonians_have_momenta),
      cmocka_unit_test(states_are_coordinates_without_velocities),
      cmocka_unit_test(constraints_have_kinds_and_lines),
      cmocka_unit_test(pairs_are_one_law),
      cmocka_unit_test(sections_inputs_and_the_run_line),
      cmocka_unit_test(models_of_functions),
      cmocka_unit_test(of_nothing_there_is_nothing),
  };
  return check_run(argc, argv, tests);
}
