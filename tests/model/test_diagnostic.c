// The last failure as data: what noslip_last_diagnostic gives is what the sentence says. (The messages
// of every mistake in tests/lang are compared with their parts by tests/support/mistakes.h.)

#include "tests/support/check.h"
#include "tests/support/mistakes.h"

#include "lang/source.h"

#include "noslip.h"

#include <stdio.h>

static noslip_context *opened(void) {
  noslip_context *c = noslip_open(NULL);
  assert_non_null(c);
  return c;
}

// the diagnostic of a text that cannot be read
static noslip_diagnostic failing(noslip_context *c, const char *text) {
  noslip_diagnostic d;
  noslip_model *m;
  assert_int_equal(noslip_model_parse(c, "m.noslip", text, NULL, &m), NOSLIP_ERROR_MODEL);
  assert_true(noslip_last_diagnostic(c, &d));
  assert_int_equal(d.status, NOSLIP_ERROR_MODEL);
  return d;
}

static void a_mistake_has_its_parts(void **state) {
  (void)state;
  noslip_context *c = opened();
  noslip_diagnostic d = failing(c, "model m\ncoord theta\nlagrangian theta'^2 - thta\n");
  assert_string_equal(d.file, "m.noslip");
  assert_int_equal(d.line, 3);
  assert_int_equal(d.column, 23);
  assert_int_equal(d.length, 4);
  assert_string_equal(d.message, "unknown name `thta`");
  assert_string_equal(d.hint, "did you mean `theta`?");
  assert_string_equal(d.source, "lagrangian theta'^2 - thta");
  assert_int_equal(d.source_column, 23);
  noslip_close(c);
}

// columns count characters: letters of several bytes are one, a tab is one
static void columns_count_characters(void **state) {
  (void)state;
  noslip_context *c = opened();
  noslip_diagnostic d = failing(c, "model m\ncoord θ\n\tlagrangian θ'^2 - θω₂ά\n");
  assert_int_equal(d.line, 3);
  assert_int_equal(d.column, 20);
  assert_int_equal(d.source_column, 20);
  assert_int_equal(d.length, 4);
  assert_string_equal(d.source, "\tlagrangian θ'^2 - θω₂ά");
  assert_true(d.source[strlen("\tlagrangian θ'^2 - ")] == "θ"[0]);

  // a symbol has the length 1, and so has the end of the text
  d = failing(c, "model m\ncoord x\nlagrangian (x'^2\n");
  assert_int_equal(d.length, 1);
  noslip_close(c);
}

// of a long line there is the part around the place
static void long_lines_are_cut(void **state) {
  (void)state;
  noslip_context *c = opened();
  char text[600] = "model m\ncoord x\nlagrangian x'^2";
  for (int i = 0; i < 40; i++)
    strcat(text, " + x^2");
  size_t before = strlen(strstr(text, "lagrangian"));
  strcat(text, " + lost");
  for (int i = 0; i < 20; i++)
    strcat(text, " + x^2");
  noslip_diagnostic d = failing(c, text);
  assert_int_equal(d.column, (int)before + 4);
  assert_int_equal(d.length, 4);
  assert_int_equal(d.source_column, 61);
  assert_int_equal((int)strlen(d.source), 100);
  assert_memory_equal(d.source + d.source_column - 1, "lost", 4);
  noslip_close(c);
}

// a failure without a place: no file, no line, but what can be done about it
static void failures_without_a_place(void **state) {
  (void)state;
  noslip_context *c = opened();
  noslip_diagnostic d;
  noslip_method_info info;
  noslip_model *m;
  assert_false(noslip_last_diagnostic(c, &d));
  assert_int_equal(d.status, NOSLIP_OK);
  assert_null(d.message);
  assert_false(noslip_last_diagnostic(NULL, &d));

  assert_int_equal(noslip_method_find(c, "ratle", &info), NOSLIP_ERROR_ARGUMENT);
  assert_true(noslip_last_diagnostic(c, &d));
  assert_int_equal(d.status, NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(d.line, 0);
  assert_int_equal(d.column, 0);
  assert_int_equal(d.length, 0);
  assert_string_equal(d.file, "");
  assert_string_equal(d.source, "");
  assert_string_equal(d.message, "there is no method `ratle` in this version");
  assert_string_equal(d.hint, "did you mean `rattle`?");

  assert_int_equal(noslip_model_load(c, "/nowhere/x.noslip", &m), NOSLIP_ERROR_FILE);
  assert_true(noslip_last_diagnostic(c, &d));
  assert_int_equal(d.line, 0);
  assert_string_equal(d.hint, "");
  assert_string_equal(d.message, noslip_last_error(c));
  noslip_close(c);
}

// the text of a setting is a source of its own
static void settings_have_places_of_their_own(void **state) {
  (void)state;
  noslip_context *c = opened();
  noslip_diagnostic d;
  noslip_model *m;
  const noslip_setting set = {"k", "2 + * 3"};
  const noslip_model_options options = {.set = &set, .nset = 1};
  const char *text = "model m\nparam k = 1\ncoord x\nlagrangian x'^2 - k*x^2\n";
  assert_int_equal(noslip_model_parse(c, "m.noslip", text, &options, &m), NOSLIP_ERROR_MODEL);
  assert_true(noslip_last_diagnostic(c, &d));
  assert_string_equal(d.file, "the option `set` k");
  assert_int_equal(d.line, 1);
  assert_int_equal(d.column, 5);
  assert_string_equal(d.source, "2 + * 3");
  noslip_close(c);
}

// a step that fails: the first line is the message, the last one what can be tried
static void failures_of_steps(void **state) {
  (void)state;
  noslip_context *c = opened();
  noslip_diagnostic d;
  noslip_model *m;
  noslip_run *r;
  const char *text = "model m\nstate x\nx' = x^2\ninit x = 1\n";
  assert_int_equal(noslip_model_parse(c, "m.noslip", text, NULL, &m), NOSLIP_OK);
  const noslip_run_options options = {.method = "rk-gauss(1)", .step = 0.3};
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_OK);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 100 && status == NOSLIP_OK; i++)
    status = noslip_step(r);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  assert_true(noslip_last_diagnostic(c, &d));
  assert_int_equal(d.line, 0);
  assert_null(strchr(d.message, '\n'));
  assert_true(strncmp(d.message, noslip_last_error(c), strlen(d.message)) == 0);
  check_text(d.hint, "try a smaller step");
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

// a program that was compiled with fewer fields gets these
static void older_layouts(void **state) {
  (void)state;
  noslip_context *c = opened();
  noslip_diagnostic d;
  failing(c, "model m\nx\n");
  memset(&d, 0x55, sizeof d);
  assert_true(noslip_last_diagnostic_sized(c, &d, offsetof(noslip_diagnostic, message)));
  assert_int_equal(d.line, 2);
  assert_int_equal(((unsigned char *)&d)[offsetof(noslip_diagnostic, message)], 0x55);
  assert_true(noslip_last_diagnostic_sized(c, NULL, 0));
  noslip_close(c);
}

// the twin of the comparisons of tests/lang: parts that are off are noticed
static void wrong_parts_are_noticed(void **state) {
  (void)state;
  failure why = {0};
  const source s = {"m.noslip", "model m\n\tlét x = 1\n", 18};
  source_fail(&s, 10, &why, "write it", "something is %s", "wrong");
  assert_true(mistake_parts_agree(&why));
  assert_int_equal(why.parts.length, 2);
  for (int k = 0; k < 7; k++) {
    failure off = why;
    off.parts.line += k == 0;
    off.parts.column += k == 1;
    off.parts.source_column += k == 2;
    off.parts.message.to -= k == 3;
    off.parts.hint.from += k == 4;
    off.parts.source.to += k == 5;
    off.parts.file.to -= k == 6;
    assert_false(mistake_parts_agree(&off));
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mistake_has_its_parts),
      cmocka_unit_test(columns_count_characters),
      cmocka_unit_test(long_lines_are_cut),
      cmocka_unit_test(failures_without_a_place),
      cmocka_unit_test(settings_have_places_of_their_own),
      cmocka_unit_test(failures_of_steps),
      cmocka_unit_test(older_layouts),
      cmocka_unit_test(wrong_parts_are_noticed),
  };
  return check_run(argc, argv, tests);
}
