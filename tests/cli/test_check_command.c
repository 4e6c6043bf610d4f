// `noslip check`: its exit status is that of `noslip run` with one step, whatever is wrong, and it says
// what is: hidden constraints, gaps, a method that there is not.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool.h"
#include "tests/support/tool_models.h"

#include <dirent.h>

// ---------------------------------------------------------------------------------------------
// the same status

// `more` are options that both commands have; returns the status
static int agree(const char *path, const char *option, const char *value) {
  result check = option ? tool("check", path, option, value) : tool("check", path);
  result run = option ? tool("run", path, "--steps", "1", "--quiet", option, value)
                      : tool("run", path, "--steps", "1", "--quiet");
  int status = check.status;
  if (check.status != run.status)
    check_fail("%s %s: check ends with %d, run with %d\n%s%s%s", path, value ? value : "",
               check.status, run.status, check.out, check.err, run.err);
  if (status != 0)  // and the same reason
    assert_string_equal(check.err, run.err);
  forget(&check);
  forget(&run);
  return status;
}

static void every_model_has_the_status_of_its_run(void **unused) {
  (void)unused;
  DIR *models = opendir(NOSLIP_MODELS);
  assert_non_null(models);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(models));) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, entry->d_name);
    if (!strstr(entry->d_name, ".noslip"))
      continue;
    assert_int_equal(agree(path, NULL, NULL), 0);
    count++;
  }
  closedir(models);
  assert_true(count > 25);
}

#define PLANE "coord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
#define RUN "run method rattle, step 0.1, until 1\n"
#define OVERDETERMINED                                                      \
  "model shell\nparam a = 1\nstate y[1..2], z[1..2]\nalgebraic psi\n"       \
  "part 1: y' = z, z' = [0, -1]\npart 2: z' = [-y[1]*psi^3, -2*y[2]*psi]\n" \
  "constraint shell: y[1]^2 + 2*y[2]^2 = a^2\n"
#define BALL                                                                                      \
  "model ball\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\ncontact floor: y >= x^2, restitution " \
  "1\n"

static void broken_models_have_the_status_of_their_runs(void **unused) {
  (void)unused;
  static const struct {
    const char *what, *text;
    int status;
  } cases[] = {
      {"sound", "model m\n" PLANE RUN, 0},
      {"no method", "model m\n" PLANE "run step 0.1\n", 0},
      {"no step, and no time scale", "model m\n" PLANE "run method rattle\n", 2},
      {"no run line, and no time scale", "model m\n" PLANE, 2},
      {"no run line", "model m\n" PLANE "init x = 1, x' = 1\n", 0},
      {"no end", "model m\n" PLANE "run method rattle, step 0.1\n", 0},  // --steps gives it
      {"a method that there is not", "model m\n" PLANE "run method ratle, step 0.1\n", 2},
      {"a method for other models",
       "model m\n" PLANE "holonomic r: x^2 + y^2 = 1\ninit x = 1\n"
       "run method dla-mp, step 0.1\n",
       2},
      {"off the constraint", "model m\n" PLANE "holonomic r: x^2 + y^2 = 1\ninit x = 1.1\n" RUN, 2},
      {"off the hidden one",
       "model m\n" PLANE "holonomic r: x^2 + y^2 = 1\ninit x = 1, x' = 1\n" RUN, 2},
      {"singular", "model m\n" PLANE "holonomic cone: x^2 - y^2 = 0\n" RUN, 2},
      {"undefined", "model m\ncoord x\nlagrangian x'^2/2 - sqrt(x)\ninit x = -1\n" RUN, 2},
      {"a contact", BALL "init y = 1\n" RUN, 0},
      {"overlapping", BALL "init y = -1\n" RUN, 2},
      {"overdetermined", OVERDETERMINED "init y = [1, 0], z = [0, 1]\n" RUN, 2},
      {"a step that fails",
       "model m\n" PLANE "holonomic r: x^2 + y^2 = 1\ninit x = 1\n"
       "run method rattle, step 1e6\n",
       1},
  };
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    int status = agree(write_file("case.noslip", cases[i].text), NULL, NULL);
    if (status != cases[i].status)
      check_fail("%s: exit status %d, expected %d\n", cases[i].what, status, cases[i].status);
  }
}

static void options_are_those_of_the_run(void **unused) {
  (void)unused;
  const char *plain = write_file("plain.noslip", "model m\n" PLANE "run step 0.1\n");
  assert_int_equal(agree(plain, NULL, NULL), 0);
  assert_int_equal(agree(plain, "--method", "rattle"), 0);
  assert_int_equal(agree(plain, "--method", "ratle"), 2);
  assert_int_equal(agree(plain, "--method", "moser-veselov"), 2);
  const char *m = write_file("sleigh.noslip", sleigh);
  assert_int_equal(agree(m, "--step", "0.1"), 0);
  assert_int_equal(agree(m, "--backend", "interpret"), 0);
  assert_int_equal(agree(m, "--backend", "fast"), 2);
  assert_int_equal(agree(m, "--init", "y'=1"), 2);
}

// ---------------------------------------------------------------------------------------------
// what is said of the start

// the number after "(scaled "
static double relative_size(const char *text) {
  static const char before[] = "(scaled ";
  const char *at = strstr(text, before);
  assert_non_null(at);
  return strtod(at + strlen(before), NULL);
}

static void check_says(const char *text, const char *part) {
  result r = tool("check", write_file("case.noslip", text));
  check_text(r.out, part);
  assert_int_equal(r.status, strstr(r.out, "NOT sound") || strstr(r.err, "no step") ? 2 : 0);
  forget(&r);
}

static void hidden_constraints_are_looked_at(void **unused) {
  (void)unused;
  check_says(
      OVERDETERMINED "init y = [1, 0], z = [0, 1], psi = 1\n",
      "  start      K = g_y v_z r_psi regular, largest residual 0.0e+00, time derivatives of "
      "the constraints included\n");
  check_says(OVERDETERMINED "init y = [1, 0], z = [0.5, 1], psi = 1\n",
             "  start      NOT sound: the initial data violate the constraint `shell`: its time "
             "derivative's residual is 1 (scaled 5.0e-01");
  check_says(
      OVERDETERMINED "init y = [1.01, 0], z = [0, 1], psi = 1\n",
      "  start      NOT sound: the initial data violate the constraint `shell`: its residual "
      "is 0.0201 (scaled 6.6e-03");
  check_says(OVERDETERMINED "init y = [1, 0], z = [0, 1]\n",
             "  start      NOT sound: the algebraic variables are not determined here: K = g_y v_z "
             "r_psi is singular in the row of the constraint `shell`\n");
  // a holonomic constraint beside a contact
  check_says(
      BALL "holonomic wall: x = 1\ninit x = 1, y = 2, x' = 3\n",
      "NOT sound: the initial data violate the constraint `wall`: its velocity residual is 3");
}

// metres or micrometres: the same part of the terms
static void no_unit_matters(void **unused) {
  (void)unused;
  static const char *const units[] = {"1", "1e6", "1e-9"};
  for (int i = 0; i < 3; i++) {
    char text[1024], setting[32];
    snprintf(setting, sizeof setting, "a=%s", units[i]);
    snprintf(text, sizeof text, "%sinit y = [1.01*a, 0], z = [0, a], psi = 1\n", OVERDETERMINED);
    result r = tool("check", write_file("case.noslip", text), "--set", setting);
    // 0.0201 a^2 of 2.04 a^2, and of 3.06 a^2 where its last bits are rounded
    check_near(relative_size(r.out), 8.3e-3, 1.8e-3);
    forget(&r);
    snprintf(text, sizeof text, "%sinit y = [(1 + 1e-13)*a, 0], z = [0, a], psi = 1\n",
             OVERDETERMINED);
    r = tool("check", write_file("case.noslip", text), "--set", setting);
    assert_null(strstr(r.out, "NOT sound"));  // the twin: rounding of what was typed
    forget(&r);
  }
}

static void negative_gaps_are_named(void **unused) {
  (void)unused;
  check_says(BALL "init y = 1\n", "  contact    `floor` is open, its gap 1\n");
  check_says(BALL "init x = 1, y = 1\n", "  contact    `floor` is closed, its force 0.2\n");
  check_says(
      BALL "init x = 1, y = 0.9\n",
      "  start      NOT sound: the gap of the contact `floor` is -0.1 at the start, and must");
  // what holds while a contact is closed is not asked for while it is open
  check_says(BALL "nonholonomic roll: x' = 1, while floor\ninit y = 1\n", "`floor` is open");
  check_says(BALL "nonholonomic roll: x' = 1, while floor\ninit x' = 0\n",
             "NOT sound: the initial data violate");
}

// Modes of more than six closed contacts with friction are not made; a method that steps through time
// does not need them.
static void closed_contacts_are_as_the_method_needs_them(void **unused) {
  (void)unused;
  static const char blocks[] =
      "model blocks\nconst n = 8\ncoord x[1..n], y[1..n]\nlagrangian (dot(x', x') + dot(y', y'))/2 "
      "- "
      "sum(i in 1..n: y[i])\nfor i in 1..n { contact c[i]: y[i] >= 0, friction 0.3 along x[i]' }\n"
      "run method moreau, step 0.01, until 1\n";
  const char *m = write_file("case.noslip", blocks);
  result r = tool("check", m);
  assert_int_equal(r.status, 0);
  check_text(r.out, "  contact    `c[1]` touches, its gap 0\n");
  assert_null(strstr(r.out, "NOT sound"));
  forget(&r);
  r = tool("check", m, "--method", "spark(2)");
  assert_int_equal(r.status, 2);
  check_text(r.out, "NOT sound: more than 6 contacts are closed at t = 0");
  forget(&r);
}

// of a method that steps through time `check` finds the start that a run finds, or says what that says
static void starts_of_time_stepping_are_those_of_the_run(void **unused) {
  (void)unused;
  static const char start[] = "run method moreau, step 0.01, until 1\n";
  static const struct {
    const char *text, *found;
    int status;
  } cases[] = {
      {"holonomic rod: x^2 + y^2 = 1\ncontact floor: y >= 0\ninit x = 0.6\n", "y = 0.8", 0},
      {"contact floor: y >= 1\ninit x = 0.6\n", "y = 1", 0},
      {"contact floor: y >= 0, friction 0.3 along x'\nnonholonomic roll: x' = 2*y' + 1\n"
       "init y = 0.5\n",
       "x' = 0.2, y' = -0.4", 0},
      {"contact floor: y >= 1\ninit y = 0.5\n", NULL, 2},
  };
  for (int i = 0; i < 4; i++) {
    char text[600];
    snprintf(text, sizeof text, "model m\n" PLANE "%s%s", cases[i].text, start);
    const char *m = write_file("case.noslip", text);
    assert_int_equal(agree(m, NULL, NULL), cases[i].status);
    result check = tool("check", m), run = tool("run", m, "--steps", "1");
    assert_int_equal(strstr(check.out, "NOT sound") != NULL, cases[i].status == 2);
    if (cases[i].found) {
      check_text(check.out, cases[i].found);
      check_text(run.out, cases[i].found);
    }
    forget(&check);
    forget(&run);
  }
}

#define BALLS                                                                                \
  "model balls\ncoord x[1..3], y[1..3]\nlagrangian (dot(x', x') + dot(y', y'))/2\n"          \
  "contact pair[i,j] for i < j in 1..3 within 1.5: norm([x[i] - x[j], y[i] - y[j]]) >= 1,\n" \
  "  restitution 0.5, friction 0.3 along x[i]' - x[j]'\n"

static void pairs_are_shown_and_looked_at(void **unused) {
  (void)unused;
  check_says(BALLS "init x = [0, 1, 5]\n", "  structure  restitution 0.5, with friction\n");
  check_says(BALLS "init x = [0, 1, 5]\n",
             "  pair[i,j]  sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2) - 1 >= 0\n"
             "             for i < j in 1..3, within 1.5 in x, y\n"
             "             friction 0.3 along x[i]' - x[j]'\n");
  check_says("model m\ncoord x[1..2]\nlagrangian dot(x', x')/2\ninit x = [0, 3]\n"
             "contact c[i,j] for i < j in 1..2 within 2: abs(x[i] - x[j]) >= 1\n",
             "  c[i,j]     abs(x[i] - x[j]) - 1 >= 0\n             for i < j");
  check_says(BALLS "init x = [0, 1, 5]\n", "  start      no gap is negative\n");
  check_says(BALLS "init x = [5, 1, 0], y = [7, 0, 0.5]\n",  // at a distance of sqrt(5)/2
             "  start      no gap is negative\n");
  check_says(BALLS "init x = [5, 1, 0.5]\n",
             "  start      NOT sound: the gap of `pair[2,3]` is -0.5, and must not be negative\n");
}

// The gap of two balls of radius r, as a distance or not; the twin of each is the other. Masses and
// lengths in any unit.
static void gaps_that_are_no_distances(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    bool noted;
  } cases[] = {
      {"lagrangian m/2*(x'^2 + z'^2) + m*r^2/5*th'^2\ncontact c: z >= r, friction 1 along x' + "
       "r*th'",
       false},
      {"lagrangian m/2*(x'^2 + z'^2) + m*r^2/5*th'^2\ncontact c: z^2 >= r^2, friction 1 along x' + "
       "r*th'",
       true},
      {"lagrangian m/2*(x'^2 + z'^2) + m*r^2/5*th'^2\ncontact c: z^2 >= r^2, friction 1 along [x' "
       "+ "
       "r*th', th' - x'/r, z']",
       false},
      {"lagrangian m/2*(x'^2 + z'^2) + m*r^2/5*th'^2\ncontact c: z^2 >= r^2", false},
      {"lagrangian m/2*(x'^2 + z'^2 + x'*z') + m*r^2/5*th'^2\ncontact c: 30*z/r >= 30, friction 1 "
       "along x'",
       true},
  };
  static const char *const lengths[] = {"1e3", "1e-3"};
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++)
    for (int k = 0; k < 2; k++) {
      char text[1000];
      snprintf(text, sizeof text, "model m\nparam r = %s, m = 7\ncoord x, z, th\n%s\ninit z = r\n",
               lengths[k], cases[i].text);
      result r = tool("check", write_file("case.noslip", text));
      bool noted = strstr(r.out, "  note       the gap of `c` does not look like a distance: ");
      if (noted != cases[i].noted)
        check_fail("%s\n%s", text, r.out);
      forget(&r);
    }
  check_says("model m\ncoord x momentum p, z momentum q\nhamiltonian p^2/2 + q^2/2\n"
             "contact c: 9*z >= 0, friction 1 along x'\n",
             "the gap of `c` does not look like a distance");
  check_says("model m\ncoord x[1..3], y[1..3]\nlagrangian dot(x', x') + dot(y', y')\n"
             "contact c[i,j] for i < j in 1..3 within 30: (x[i] - x[j])^2 >= 10, friction 1 along "
             "y[i]' - y[j]'\ninit x = [0, 10, 20]\n",
             "the gap of `c` does not look like a distance");
}

// ---------------------------------------------------------------------------------------------
// the method of the run line

static void wrong_methods_have_their_place(void **unused) {
  (void)unused;
  static const char typo[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                             "run step 0.1, method dla-pm, until 1\n";
  static const char said[] = ":4:22: error: there is no method `dla-pm` in this version; did you "
                             "mean `dla-mp` or `dla-cm`?\n"
                             "  run step 0.1, method dla-pm, until 1\n"
                             "                       ^\n";
  const char *m = write_file("typo.noslip", typo);
  refused(2, said, "check", m);
  refused(2, said, "run", m);
  refused(2, said, "compare", m);
  refused(2, said, "converge", m);
  // the twin: with --method it is not used, and a warning
  result r = tool("run", m, "--method", "dla-mp", "--quiet");
  assert_int_equal(r.status, 0);
  check_text(r.err, "warning: `run` of the model: there is no method `dla-pm` in this version");
  forget(&r);
  r = tool("run", write_file("plain.noslip", "model m\n" PLANE RUN), "--method", "dla-mp",
           "--quiet");
  assert_string_equal(r.err, "");
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_model_has_the_status_of_its_run),
      cmocka_unit_test(broken_models_have_the_status_of_their_runs),
      cmocka_unit_test(options_are_those_of_the_run),
      cmocka_unit_test(hidden_constraints_are_looked_at),
      cmocka_unit_test(no_unit_matters),
      cmocka_unit_test(negative_gaps_are_named),
      cmocka_unit_test(closed_contacts_are_as_the_method_needs_them),
      cmocka_unit_test(starts_of_time_stepping_are_those_of_the_run),
      cmocka_unit_test(pairs_are_shown_and_looked_at),
      cmocka_unit_test(gaps_that_are_no_distances),
      cmocka_unit_test(wrong_methods_have_their_place),
  };
  return tool_run(argc, argv, tests);
}
