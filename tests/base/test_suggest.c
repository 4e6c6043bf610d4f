// What is suggested for a misspelled word, and what is not.

#include "base/suggest.h"

#include "tests/support/check.h"

// the question asked for `name`, if `list` (ended by NULL) is what there is
static const char *asked(const char *name, const char *const *list) {
  static char question[suggest_room];
  suggestion near = {0};
  for (; *list; list++)
    suggest(&near, name, *list);
  return suggest_text(question, &near, "`");
}

static const char *const known[] = {"lagrangian", "nonholonomic", "holonomic", "theta", "run",
                                    "x",          "Phi",          NULL};

static void near_words_are_suggested(void **state) {
  (void)state;
  assert_string_equal(asked("lagrangean", known), "did you mean `lagrangian`?");
  assert_string_equal(asked("holonomc", known), "did you mean `holonomic`?");
  assert_string_equal(asked("thata", known), "did you mean `theta`?");
  assert_string_equal(asked("thetaa", known), "did you mean `theta`?");
}

// two neighbours exchanged are one mistake, not two
static void exchanged_letters_are_one_mistake(void **state) {
  (void)state;
  assert_string_equal(asked("rnu", known), "did you mean `run`?");
  assert_string_equal(asked("tehta", known), "did you mean `theta`?");
  assert_string_equal(asked("uxn", known), "");
  assert_string_equal(asked("tahet", known), "");
}

static void far_words_are_not(void **state) {
  (void)state;
  assert_string_equal(asked("velocity", known), "");
  assert_string_equal(asked("thxtx", known), "");  // two changes are too many for five letters
  assert_string_equal(asked("y", known), "");      // one letter: any other letter is a new word
  assert_string_equal(asked("theta", known), "");  // it is there: nothing to suggest
  assert_string_equal(asked("", known), "");
}

static void capitals_are_no_difference(void **state) {
  (void)state;
  assert_string_equal(asked("phi", known), "did you mean `Phi`?");
  assert_string_equal(asked("X", known), "did you mean `x`?");
}

// all at the least distance, none farther away, and not more than three
static void all_that_are_equally_near_are_suggested(void **state) {
  (void)state;
  const char *const methods[] = {"dla-mp", "dla-cm", "rattle", NULL};
  const char *const many[] = {"ka", "kb", "kc", "kd", NULL};
  assert_string_equal(asked("dla-pm", methods), "did you mean `dla-mp` or `dla-cm`?");
  assert_string_equal(asked("dla-m", methods), "did you mean `dla-mp` or `dla-cm`?");
  assert_string_equal(asked("dla-p", methods), "did you mean `dla-mp`?");
  assert_string_equal(asked("k", many), "");
  assert_string_equal(asked("kx", many), "did you mean `ka`, `kb` or `kc`?");
}

static void words_offered_twice_are_suggested_once(void **state) {
  (void)state;
  const char *const twice[] = {"theta", "theta", NULL};
  assert_string_equal(asked("teta", twice), "did you mean `theta`?");
}

// an index that is missing is nearest of all, and one entry stands for its family
static void a_missing_index_is_nearest(void **state) {
  (void)state;
  const char *const list[] = {"v", "w[1]", "w[2]", "w[1]'", NULL};
  assert_string_equal(asked("w", list), "did you mean `w[1]`?");
}

// `lobatto(s)` is what a list shows; people write the name
static void parentheses_do_not_count(void **state) {
  (void)state;
  const char *const list[] = {"lobatto(s)", "spark(s)", NULL};
  assert_string_equal(asked("lobato", list), "did you mean `lobatto(s)`?");
  assert_string_equal(asked("sprak", list), "did you mean `spark(s)`?");
}

// characters count, not bytes: one Greek letter in the place of another is one change
static void letters_beyond_ascii_count_once(void **state) {
  (void)state;
  const char *const list[] = {"θdot", NULL};
  assert_string_equal(asked("φdot", list), "did you mean `θdot`?");
  assert_string_equal(asked("𝜑dot", list), "did you mean `θdot`?");
}

// the distance is not computed for very long words, and what is shown is cut between characters
static void long_words_are_far_or_cut(void **state) {
  (void)state;
  char name[10001], candidate[10004];
  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = 0;
  const char *const list[] = {candidate, NULL};
  snprintf(candidate, sizeof candidate, "%s", name);
  candidate[0] = 'b';
  assert_string_equal(asked(name, list), "");
  snprintf(candidate, sizeof candidate, "%s[1]", name);
  assert_in_range(strlen(asked(name, list)), 60, 100);

  // 61 bytes: the 60th is the first of two
  char greek[64];
  const char *const one[] = {greek, NULL};
  snprintf(greek, sizeof greek, "%.58sxθ", name);
  snprintf(candidate, sizeof candidate, "%.58sθ", name);
  assert_non_null(strstr(asked(candidate, one), "ax…`?"));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_words_are_suggested),
      cmocka_unit_test(exchanged_letters_are_one_mistake),
      cmocka_unit_test(far_words_are_not),
      cmocka_unit_test(capitals_are_no_difference),
      cmocka_unit_test(all_that_are_equally_near_are_suggested),
      cmocka_unit_test(words_offered_twice_are_suggested_once),
      cmocka_unit_test(a_missing_index_is_nearest),
      cmocka_unit_test(parentheses_do_not_count),
      cmocka_unit_test(letters_beyond_ascii_count_once),
      cmocka_unit_test(long_words_are_far_or_cut),
  };
  return check_run(argc, argv, tests);
}
