// The studies that come with noslip, in their quick versions: every expectation is met; altered by
// its tolerance, every one fails; and each study notices another method.

#include "tests/script/studying.h"

#include "base/arena.h"
#include "base/text.h"
#include "script/tree.h"

#include <dirent.h>

static const noslip_script_options quick = {.quick = true, .fresh = true};
static const noslip_script_options kept = {.quick = true};

// ---------------------------------------------------------------------------------------------
// all of them

typedef void visit(const char *name, const char *text);

static int each_study(visit *f) {
  DIR *d = opendir(NOSLIP_SOURCE "/studies");
  int count = 0;
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    char path[512];
    if (!strstr(e->d_name, ".study"))
      continue;
    snprintf(path, sizeof path, NOSLIP_SOURCE "/studies/%s", e->d_name);
    char *text = study_text(path);
    f(e->d_name, text);
    free(text);
    count++;
  }
  closedir(d);
  return count;
}

static void show_failures(const studied *s, const char *name) {
  for (int i = 0; s->result && i < s->result->nexpectation; i++) {
    const noslip_expectation *e = &s->result->expectations[i];
    if (e->verdict == NOSLIP_EXPECTATION_FAILED || e->verdict == NOSLIP_EXPECTATION_UNMEASURED)
      print_error("%s:%d: %s is %.17g, expected %s %.17g within %g\n", name, e->line, e->what,
                  e->measured, e->relation, e->expected, e->tolerance);
  }
  if (!s->result)
    print_error("%s: %s\n", name, noslip_last_error(s->context));
}

// a study has the name of its file, a title, and a source for every expectation
static void check_study(const char *name, const char *text) {
  studied s = study_with(text, &quick);
  if (s.status != NOSLIP_OK || s.result->nfailed > 0)
    show_failures(&s, name);
  assert_int_equal(s.status, NOSLIP_OK);
  assert_int_equal(s.result->nfailed, 0);
  check_above(s.result->nmet + s.result->ndeviation, 2);
  assert_int_equal(strncmp(name, s.result->name, strlen(name) - strlen(".study")), 0);
  assert_true(s.result->title[0] != 0);
  for (int i = 0; i < s.result->nexpectation; i++)
    assert_non_null(s.result->expectations[i].source);
  study_forget(&s);
}

static void expectations_are_met(void **state) {
  (void)state;
  check_above(each_study(check_study), 25);
}

// ---------------------------------------------------------------------------------------------
// altered by the tolerance

static void put(text_buffer *out, const char *text, int from, int to) {
  text_add(out, text + from, (size_t)(to - from));
}

// (R) + 3*(T), or (R)*(1 + 3*(T)) of a relative tolerance
static void put_shifted(text_buffer *out, const char *text, const tree *right,
                        const tree *tolerance, bool relative) {
  text_print(out, "(");
  put(out, text, right->start, right->end);
  text_print(out, relative ? ")*(1 + 3*(" : ") + 3*(");
  put(out, text, tolerance->start, tolerance->end);
  text_print(out, relative ? "))" : ")");
}

static const char *opposite(script_relation r) {
  return r == RELATION_LESS         ? " >= "
         : r == RELATION_LESS_EQUAL ? " > "
         : r == RELATION_GREATER    ? " <= "
                                    : " < ";
}

// the study with all its expectations altered
static void alter(text_buffer *out, const script_tree *t, const char *text) {
  int at = 0;
  for (int i = 0; i < t->expects.count; i++) {
    const script_expect *e = &t->expects.list[i];
    const tree *tolerance = e->quick_tolerance ? e->quick_tolerance : e->tolerance;
    put(out, text, at, e->left->end);
    if (e->relation != RELATION_EQUAL) {
      text_print(out, "%s", opposite(e->relation));
      at = e->right->start;
      continue;
    }
    text_print(out, " = ");
    put_shifted(out, text, e->right, tolerance, e->relative);
    at = e->right->end;
    if (e->quick_right) {
      put(out, text, at, e->quick_right->start);
      put_shifted(out, text, e->quick_right, tolerance, e->relative);
      at = e->quick_right->end;
    }
  }
  put(out, text, at, (int)strlen(text));
}

static void check_altered(const char *name, const char *text) {
  noslip_context *context = noslip_open(NULL);
  source from = {name, text, (int)strlen(text)};
  const memory own = memory_default();
  arena a;
  script_tree t;
  failure why;
  text_buffer altered;
  arena_init(&a, &own);
  text_init(&altered, &own);
  assert_int_equal(script_parse(&from, &a, &t, &why), NOSLIP_OK);
  alter(&altered, &t, text);
  studied s = study_with(altered.data, &kept);
  if (s.status != NOSLIP_OK)
    show_failures(&s, name);
  assert_int_equal(s.status, NOSLIP_OK);
  for (int i = 0; i < s.result->nexpectation; i++) {
    const noslip_expectation *e = &s.result->expectations[i];
    if (e->verdict != NOSLIP_EXPECTATION_FAILED && e->verdict != NOSLIP_EXPECTATION_LEFT_OUT)
      print_error("%s:%d: %s is met although it was altered\n", name, e->line, e->what);
    assert_true(e->verdict == NOSLIP_EXPECTATION_FAILED ||
                e->verdict == NOSLIP_EXPECTATION_LEFT_OUT);
  }
  study_forget(&s);
  text_free(&altered);
  arena_free(&a);
  noslip_close(context);
}

static void altered_expectations_fail(void **state) {
  (void)state;
  each_study(check_altered);
}

// ---------------------------------------------------------------------------------------------
// another method, another digit

// the text with the first `from` replaced; the caller frees it
static char *replaced(const char *text, const char *from, const char *to) {
  const char *at = strstr(text, from);
  assert_non_null(at);
  char *out = calloc(1, strlen(text) + strlen(to) + 1);
  assert_non_null(out);
  memcpy(out, text, (size_t)(at - text));
  strcat(out, to);
  strcat(out, at + strlen(from));
  return out;
}

static void changes_are_noticed(void **state) {
  (void)state;
  static const struct {
    const char *study, *from, *to;
  } rows[] = {
      {"hilden_table_2_1", "rk-radau2a(3)", "rk-radau2a(2)"},
      {"hilden_fig_2_1", "dla-mp, step", "index1, step"},
      {"hilden_fig_2_2", "spark(2)", "spark(4)"},
      {"hilden_fig_2_3", "srk-gauss(3)", "srk-gauss(1)"},
      {"hilden_fig_3_4", "dla-cm, dla-mp", "dla-cm, spark(3)"},
      {"hilden_fig_4_1", "method spark(2)", "method dla-mp"},
      {"hilden_fig_4_1", "R = 1/4", "R = 1/5"},
      {"hilden_fig_4_9", "spark(2)", "dla-cm"},
      {"hilden_fig_4_11", "method dla-mp", "method dla-cm"},
      {"hilden_fig_4_11", "-0.9", "-0.95"},
      {"hilden_fig_4_15", "with ep = 0.3", "with ep = 0.6"},
      {"hilden_fig_4_18", "srk-radau1a(2)", "srk-radau1a(3)"},
      {"jay_simeon_fig_4_1", "euler-natural", "euler-true"},
      {"jay_simeon_fig_4_3", "euler-natural", "euler-true"},
      {"celledoni_fig_2", "gonzalez", "midpoint"},
      {"celledoni_fig_3", "gonzalez", "rk-gauss(2)"},
      {"celledoni_fig_4", "gonzalez", "midpoint"},
      {"celledoni_fig_4", "skew = 0", "skew = 3"},
      {"celledoni_prop_4_1", "speed = 0.6", "speed = 0.7"},
      {"celledoni_suslov", "ep-collocation(3)", "ep-collocation(2)"},
      {"celledoni_suslov", "itoh-abe, midpoint", "itoh-abe, rk-gauss(2)"},
      {"celledoni_fig_4", "method gonzalez-f", "method gonzalez"},
      {"celledoni_fig_2", "0.13312315", "0.13412315"},
      {"mclachlan_scovel_fig_1", "method moser-veselov", "method reich"},
      {"mclachlan_scovel_fig_1", "-0.7, -0.5", "-0.7, -0.52"},
      {"mclachlan_scovel_fig_2", "double_pendulum_canonical", "double_pendulum_reactions"},
      {"mclachlan_scovel_orders", "rattle, yoshida6", "rattle, yoshida4"},
      {"mclachlan_scovel_equivariance", "lobatto(3)]", "itoh-abe]"},
      {"mclachlan_scovel_theorem_5", "[reich, rattle]", "[rattle, rattle]"},
      {"mclachlan_scovel_rigid_bodies", "moser-veselov", "lobatto(3)"},
      {"martin_sato_fig_3", "lobatto(3, multiplier=carry)", "lobatto(4, multiplier=carry)"},
      {"martin_sato_fig_4", "rotating = 0", "rotating = 1"},
      {"martin_sato_fig_7", "lobatto(2, multiplier=carry)", "lobatto(3, multiplier=carry)"},
      {"martin_sato_fig_8", "run ten: turntable,", "run ten: turntable_printed,"},
      {"martin_sato_section_4", "rk-gauss(2)", "srk-gauss(2)"},
      {"martin_sato_multiplier", "lobatto(2, multiplier=carry)", "lobatto(2)"},
      {"hilden_fig_4_5", "method loose(spark(2), 1e-3), step", "method spark(2), step"},
      {"hilden_table_4_1", "rtol=1e-5, atol=1e-8", "rtol=1e-3, atol=1e-6"},
      {"hilden_eq_4_3", "method dla-left, step 0.1", "method dla-mp, step 0.1"},
      {"hilden_fig_4_9", "method [dla-left", "method [dla-cm"},
      {"hilden_fig_4_14", "k + 1e-9", "k + 1e-3"},
      {"hilden_contact_period", "step 2*sin(pi/n), steps 8000", "step 2*tan(pi/n), steps 8000"},
      {"hilden_fig_3_4", "let d = 0.1", "let d = 0.11"},
      {"jay_simeon_adjoint", "euler-true-conj(alpha=0.5), step 0.02",
       "euler-true*(alpha=0.5), step 0.02"},
      {"celledoni_remark_3_2", "itoh-abe, midpoint", "itoh-abe, rk-gauss(2)"},
      {"celledoni_remark_3_5", "gonzalez(frame=fd)], step 0.1", "gonzalez-f], step 0.1"},
      {"celledoni_remark_4_2", "rk-radau2a(1)", "rk-radau2a(3)"},
      {"martin_sato_fig_6", "lobatto(3, multiplier=carry)], step 0.1*2",
       "lobatto(4, multiplier=carry)], step 0.1*2"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    char path[512];
    snprintf(path, sizeof path, NOSLIP_SOURCE "/studies/%s.study", rows[i].study);
    char *text = study_text(path), *other = replaced(text, rows[i].from, rows[i].to);
    studied s = study_with(other, &kept);
    if (s.status != NOSLIP_OK || s.result->nfailed == 0)
      print_error("%s with %s: %s\n", rows[i].study, rows[i].to,
                  s.result ? "nothing fails" : noslip_last_error(s.context));
    assert_int_equal(s.status, NOSLIP_OK);
    assert_true(s.result->nfailed > 0);
    study_forget(&s);
    free(other);
    free(text);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expectations_are_met),
      cmocka_unit_test(altered_expectations_fail),
      cmocka_unit_test(changes_are_noticed),
  };
  return check_run(argc, argv, tests);
}
