// Tests of src/problem/initial.c on groups: rotations that are given by their entries.

#include "tests/support/check.h"

#include "noslip.h"
#include "run/run.h"

#include "problem/group.h"

#include <math.h>
#include <string.h>

static const char body[] = "model body\ncoord R: SO(3) velocity w\n"
                           "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 - R[3,3]\n"
                           "init w = [0.1, 0.2, 0.3]\n";
static const char wide[] = "model wide\ncoord Q: SO(4) velocity W, x\n"
                           "lagrangian tr(Q'*transpose(Q'))/2 + x'^2/2\ninit W[1,2] = 1\n";

// a start by entries, rotated about an axis: what became of it
typedef struct outcome {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;  // NULL: the context has the sentence
} outcome;

static outcome start(const char *text, const noslip_start *given, int count, bool project) {
  outcome o = {.context = noslip_open(NULL)};
  noslip_run_options with = {
      .method = "lobatto(2)", .step = 0.1, .start = given, .nstart = count, .project = project};
  assert_int_equal(noslip_model_parse(o.context, "test", text, NULL, &o.model), NOSLIP_OK);
  noslip_status status = noslip_run_new(o.context, o.model, &with, &o.run);
  assert_true(status == NOSLIP_OK || status == NOSLIP_ERROR_MODEL ||
              status == NOSLIP_ERROR_ARGUMENT);
  return o;
}

static void end(outcome *o) {
  noslip_run_free(o->run);
  noslip_model_free(o->model);
  noslip_close(o->context);
}

static void refused(const char *text, const noslip_start *given, int count, bool project,
                    const char *sentence) {
  outcome o = start(text, given, count, project);
  assert_null(o.run);
  check_text(noslip_last_error(o.context), sentence);
  end(&o);
}

// R with the angle a about the third axis, each entry off by `off`
static void turned(noslip_start given[4], double a, double off) {
  given[0] = (noslip_start){"R[1,1]", cos(a) + off};
  given[1] = (noslip_start){"R[1,2]", -sin(a) - off};
  given[2] = (noslip_start){"R[2,1]", sin(a) + off};
  given[3] = (noslip_start){"R[2,2]", cos(a) - off};
}

// --- determinant --------------------------------------------------------------------------------

// columns that are orthonormal are not enough
static void reflections_are_refused(void **unused) {
  (void)unused;
  static const noslip_start mirror[] = {{"R[3,3]", -1}}, mirror4[] = {{"Q[2,2]", -1}};
  static const noslip_start half[] = {{"R[3,3]", -1}, {"R[1,1]", -1}};
  refused(body, mirror, 1, false, "begins with `R[1,1]` is no rotation: its determinant is -1");
  refused(body, mirror, 1, true, "its determinant is -1");
  refused(wide, mirror4, 1, false, "begins with `Q[1,1]` is no rotation: its determinant is -1");
  outcome o = start(body, half, 2, false);  // a half turn
  assert_non_null(o.run);
  end(&o);
}

// --- nearest rotations --------------------------------------------------------------------------

// what has six digits is refused with the remedy, and with that is made the nearest rotation
static void rotations_are_projected(void **unused) {
  (void)unused;
  int from;
  noslip_start given[4];
  turned(given, 0.7, 1e-6);
  refused(body, given, 4, false, "its columns are not orthonormal, by 2.8e-06 (allowed 1e-10)");
  refused(body, given, 4, false, "or project the data with the option `project`");

  outcome o = start(body, given, 4, true);
  assert_non_null(o.run);
  check_below(group_defect(o.run->problem, o.run->state.q, &from), 1e-15);
  check_near(o.run->state.q[0], cos(0.7), 3e-6);
  check_near(o.run->state.q[3], sin(0.7), 3e-6);
  check_text(o.run->warnings.list[0], "projected R[1,1] from 0.76484");
  end(&o);
}

// as positions are: a little is projected without being asked, with a note; much never is
static void little_and_much(void **unused) {
  (void)unused;
  static const noslip_start zero[] = {{"R[1,1]", 0}}, wide_zero[] = {{"Q[3,3]", 0.2}};
  int from;
  noslip_start given[4];
  turned(given, 0.7, 1e-11);
  outcome o = start(body, given, 4, false);
  assert_non_null(o.run);
  check_below(group_defect(o.run->problem, o.run->state.q, &from), 1e-15);
  check_text(o.run->warnings.list[0], "projected R[1,1]");
  end(&o);
  refused(body, zero, 1, true, "is no rotation");
  refused(wide, wide_zero, 1, true, "begins with `Q[1,1]` is no rotation");
}

// rounding is left alone
static void rounding_is_left(void **unused) {
  (void)unused;
  noslip_start given[4];
  turned(given, 0.7, 1e-15);
  outcome o = start(body, given, 4, false);
  assert_non_null(o.run);
  assert_true(o.run->state.q[0] == given[0].value);
  assert_int_equal(o.run->warnings.count, 0);
  end(&o);
}

// --- names --------------------------------------------------------------------------------------

static void names_are_suggested(void **unused) {
  (void)unused;
  static const struct {
    noslip_start given;
    const char *sentence;
  } rows[] = {
      {{"w", 1}, "there is no initial value `w`; did you mean `w[1]`?"},
      {{"W[1]", 1}, "there is no initial value `W[1]`; did you mean `w[1]`?"},
      {{"w[1]'", 1}, "did you mean `w[1]`?"},
      {{"R[4,1]", 1}, "there is no initial value `R[4,1]`"},
      {{"w[2]", (double)NAN}, "`w[2]` is not a finite number"},
      {{"R[2,2]", (double)INFINITY}, "`R[2,2]` is not a finite number"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    refused(body, &rows[i].given, 1, false, rows[i].sentence);
}

// of a hamiltonian the momenta are named
static void momenta_are_suggested(void **unused) {
  (void)unused;
  static const char spinning[] = "model spinning\ncoord R: SO(3) velocity w momentum Pi\n"
                                 "hamiltonian dot(Pi, Pi)/2\ninit Pi = [1, 2, 3]\n";
  static const noslip_start velocity[] = {{"w[2]", 1}}, momentum[] = {{"Pi[2]", 1}};
  refused(spinning, velocity, 1, false,
          "a hamiltonian model starts from momenta, not from `w[2]`: give `Pi[2]`");
  outcome o = start(spinning, momentum, 1, false);
  assert_non_null(o.run);
  check_near(o.run->state.v[1], 1, 1e-15);
  end(&o);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reflections_are_refused), cmocka_unit_test(rotations_are_projected),
      cmocka_unit_test(little_and_much),         cmocka_unit_test(rounding_is_left),
      cmocka_unit_test(names_are_suggested),     cmocka_unit_test(momenta_are_suggested),
  };
  return check_run(argc, argv, tests);
}
