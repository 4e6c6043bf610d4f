// Time stepping with compiled functions: the bits of the interpreter, for single contacts, for pairs
// of bodies, and for very many contacts of a few kinds.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "problem/unilateral.h"  // before tests/support/tool.h, which has a type of a name in it
#include "run/run.h"

#include "tests/support/backends.h"

// discs in a box; the first of them are struck
static const char gas[] =
    "model gas\n"
    "const k = %d\n"
    "const n = k*k\n"
    "param r = 0.3, e = 0.9, mu = 0.2\n"
    "coord x[1..n], y[1..n]\n"
    "lagrangian (dot(x', x') + dot(y', y'))/2 - sum(i in 1..n: y[i])\n"
    "contact pair[i,j] for i < j in 1..n within 3*r in x, y:\n"
    "  norm([x[i] - x[j], y[i] - y[j]]) >= 2*r, restitution e\n"
    "for i in 1..n {\n"
    "  contact low[i]: y[i] >= r, restitution e, friction mu along x[i]'\n"
    "  contact left[i]: x[i] >= r, restitution e\n"
    "  contact right[i]: k - r >= x[i], restitution e\n"
    "}\n"
    "for a in 1..k { for b in 1..k {\n"
    "  init x[(b-1)*k + a] = a - 1/2, y[(b-1)*k + a] = b - 1/2,\n"
    "       x[(b-1)*k + a]' = cos(3*a*a + 7*b), y[(b-1)*k + a]' = sin(5*a + b)\n"
    "} }\n";

static noslip_run *begin(noslip_context *c, noslip_model *m, const char *backend) {
  noslip_run *r = NULL;
  noslip_run_options options = {.method = "moreau", .step = 0.01, .backend = backend, .steps = 100};
  if (noslip_run_new(c, m, &options, &r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(c));
  assert_string_equal(noslip_run_backend(r), backend);
  return r;
}

// how many functions of the steps are compiled
static int compiled_functions(const noslip_run *r) {
  const unilateral_evaluator *e = r->evaluator.unilateral;
  int count = 0;
  for (int k = 0; k < unilateral_tapes(e->of); k++)
    count += e->functions[k].compiled != NULL;
  return count;
}

static void pairs_and_members_have_the_same_bits(void **unused) {
  (void)unused;
  char text[2000];
  use_compiler("cc");
  empty_cache("contacts");
  snprintf(text, sizeof text, gas, 6);
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "gas", text, NULL, &m), NOSLIP_OK);
  noslip_run *plain = begin(c, m, "interpret"), *compiled = begin(c, m, "native");
  assert_int_equal(compiled_functions(plain), 0);
  // rows and gap of the pairs, those of three kinds of contacts, two of which have the same gap, motion
  // and constraints
  assert_int_equal(plain->problem->unilateral->npart, 5);
  assert_int_equal(compiled_functions(compiled), 2 + 5 + 2);
  const char *what = course_difference(c, plain, compiled, 100);
  if (what)
    check_fail("%s\n", what);
  assert_true(noslip_run_event_count(plain) > 20);
  assert_int_equal(noslip_run_event_count(plain), noslip_run_event_count(compiled));
  noslip_run_free(plain);
  noslip_run_free(compiled);
  noslip_model_free(m);
  noslip_close(c);
}

// contacts that are all different have one tape, and move like others
static void different_contacts_have_one_tape(void **unused) {
  (void)unused;
  static const char text[] = "model different\nconst n = 12\ncoord x[1..n]\n"
                             "lagrangian dot(x', x')/2 - sum(i in 1..n: x[i])\n"
                             "contact pair[i,j] for i < j in 1..n within 1/100:\n"
                             "  abs(x[i] - x[j]) >= 1/1000\n"
                             "for i in 1..n { contact low[i]: x[i] >= i/7, restitution 1/2 }\n"
                             "for i in 1..n { init x[i] = i/3 }\n";
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "different", text, NULL, &m), NOSLIP_OK);
  noslip_run *r = begin(c, m, "interpret");
  assert_null(r->problem->unilateral->members);
  assert_int_equal(noslip_advance(r, 300), NOSLIP_OK);
  // it fell from 4, met 12/7 and rises to a quarter of that height at most
  double above = noslip_value(r, "x[12]") - 12.0/7;
  assert_true(above > 0 && above < (4 - 12.0/7)/4 + 0.02);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_and_members_have_the_same_bits),
      cmocka_unit_test(different_contacts_have_one_tape),
  };
  return tool_run(argc, argv, tests);
}
