// Mistakes in study files: each is told at its place, with what to write instead.

#include "tests/script/studying.h"
#include "tests/support/mistakes.h"

#include "model/context.h"

static void study_fails(const char *text, failure *why) {
  studied s = study_with(text, NULL);
  assert_true(s.status == s.context->failure.status);
  *why = s.context->failure;
  study_forget(&s);
}

static const char names[] = "names are declared by let, run and measure, before they are used";

static void statements_are_checked(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"meazure x = 1", 2, 1, "unknown statement `meazure`", "did you mean `measure`?"},
      {"3 = x", 2, 1, "unknown statement `3`",
       "statements are let, paper, run, ensemble, points, measure, expect, draw and panel"},
      {"let run = 1", 2, 5, "`run` is a reserved word", "choose another name"},
      {"let source = 1", 2, 5, "`source` is a reserved word", "choose another name"},
      {"let a = 1\nlet a = 2", 3, 5, "`a` is already the name of something (line 2)",
       "choose another name"},
      {"let a = 1 2", 2, 11, "missing operator between `1` and `2`", "write * to multiply"},
      {"paper Hilden", 2, 7, "expected the paper in quotes, found `Hilden`",
       "texts stand in quotes: \"...\""},
      {"paper \"Hilden", 2, 7, "a quote that is not closed",
       "a text begins and ends with \" on one line"},
      {"expect 1 = 1", 2, 12, "an equation needs a tolerance",
       "write expect x = 2 within 0.05; within 0 asks for every digit"},
      {"expect 1 < 2 within 3", 2, 21, "a bound has no tolerance",
       "delete it, or write an equation with ="},
      {"expect 1 < 2 printed 1 printed 2", 2, 24, "`printed` is given twice", "delete one of them"},
      {"draw 1", 2, 7, "expected `:`, found the end of the file",
       "it is written as in: draw \"the orbit\" a.x:a.y"},
      {"panel 1:2", 2, 1, "a `panel` belongs to the `draw` above it, and there is none",
       "write draw instead"},
  };
  mistakes_hold("study m\n", rows, study_fails);
}

static void items_are_checked(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"run a: pendulum, step", 2, 22, "expected an expression, found the end of the file",
       "it is written as in: run a: pendulum, method rattle, step 0.01, until 10"},
      {"run a: pendulum, step 1, step 2", 2, 26, "`step` is given twice", "delete one of them"},
      {"run a: pendulum, method [rattle, ]", 2, 34, "a method is missing",
       "write method rattle, or method [rattle, dla-mp]"},
      {"run a: pendulum, method [rattle", 2, 25, "the list of methods does not end with `]`",
       "write method [rattle, dla-mp], then a comma"},
      {"run a: pendulum, members 3", 2, 26, "`members` does not belong to `run`",
       "delete it, or use another statement"},
      {"run a: pendulum, sample x = 0..1", 2, 25, "only an ensemble has a `sample`",
       "write `ensemble` instead of `run`"},
      {"ensemble a: pendulum", 2, 10, "an ensemble needs `members`", "write members 100"},
      {"run a: pendulum, step h", 2, 23, "there is no `h` here", names},
      {"run a: pendulum, step 0.1 for k in 0..1, for j in 0..1", 2, 42, "`for` is given twice",
       "delete one of them"},
      {"run a: pendulum, steps 1.5", 2, 24,
       "`steps` is 1.5, and must be a whole number from 1 to 2e+09",
       "write a whole number in this range"},
      {"run a: pendulum, step 0", 2, 23, "`step` is 0",
       "write a number that is finite, and a step that is not 0"},
      {"run a: pendulum, step 0.1 for k in 3..1", 2, 36,
       "the range has no whole numbers, or more than 1000",
       "write a range such as 0..4, or a list such as [0.1, 0.2]"},
      {"run a: pendulum, method dla-mp, tolerance 1e-6", 2, 25,
       "`dla-mp` takes steps of one size and has no tolerance", "write index1, index0 or bdf"},
      {"run a: pendulum, method index1(rtol=1e-3), tolerance 1e-6", 2, 54,
       "`tolerance` needs `method` with names alone", "write method [index1, bdf], tolerance 1e-6"},
      {"run a: pendulum, tolerance 1e-6", 2, 28, "`tolerance` needs `method` with names alone",
       "write method [index1, bdf], tolerance 1e-6"},
      {"run a: nowhere", 2, 8, "there is no model `nowhere`",
       "a model stands beside the study or in ../models; a path is written in quotes"},
  };
  mistakes_hold("study m\n", rows, study_fails);
}

static void expressions_are_checked(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"measure m = b.x", 3, 13, "there is no `b` here", names},
      {"measure m = a", 3, 13, "`a` is a run, not a number",
       "write a column of it, as a.x or a.energy"},
      {"measure m = lst(a.x)", 3, 13, "there is no function `lst`", "did you mean `last`?"},
      {"measure m = slope(a.x)", 3, 13, "`slope` takes 2 arguments, not 1",
       "see docs/studies.md for what it takes"},
      {"measure m = a.enrgy", 3, 13, "there is no column `enrgy`", "did you mean `energy`?"},
      {"measure m = where(1 < 2, 3, 4)", 3, 13, "sums and conditions do not stand in a study",
       "write max(a, b), min(a, b) or abs(a)"},
      {"measure m = exact(a.x)", 3, 19, "the model has no exact solution of `x` in force",
       "write `exact` statements into the model"},
      {"measure m = at(a.x, 0.25)", 3, 21, "there is no row at t = 0.25",
       "the steps and `every` of the two must meet at these times"},
      {"measure m = at(a.x, [0.1, 0.25])", 3, 21, "there is no row at t = 0.25",
       "the steps and `every` of the two must meet at these times"},
      {"measure m = at(a.q, [0.1, 0.2])", 3, 21, "these are no times for it", "write at(r.x, b.t)"},
      {"expect a.x < 1", 3, 8, "a series cannot be compared with a number",
       "take max, last, mean or drift of it"},
      {"expect last(a.x) = [1, 2] within 1", 3, 20, "there are 2 numbers for 1 that are measured",
       "write one number for all, or a list of as many"},
      {"measure m = blocks(a.x, 100)", 3, 25, "100 blocks cannot be made of 4 rows",
       "give fewer blocks than there are rows"},
      {"measure m = entry(a.x, 9)", 3, 24, "there is no entry 9 of 4", "entries count from 1"},
      {"measure m = across_mean(a.x)", 3, 25, "there is no index to take the mean over",
       "write `for` in its run"},
      {"let m = a.x", 3, 9, "there is no `a` here", names},
      {"draw a.t:a.state", 3, 10, "a vector is not one curve",
       "write norm(v), or one entry such as a.w[2]"},
  };
  mistakes_hold("study m\nrun a: sleigh, step 0.1, steps 3\n", rows, study_fails);
}

// `seek` has a range, a tolerance and a value of its own run that changes its sign
static void searches_are_checked(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"run a: disk, seek k in 0..1", 3, 28, "expected `within`, found the end of the file",
       "it is written as in: run a: pendulum, method rattle, step 0.01, until 10"},
      {"run a: disk, seek k in 0..1 within 0.1", 3, 39, "expected `of`, found the end of the file",
       "it is written as in: run a: pendulum, method rattle, step 0.01, until 10"},
      {"run a: disk, step 0.1 for k in 1..2, seek k in 0..1 within 0.1 of a.step", 3, 38,
       "`for` or `seek` is given twice", "delete one of them"},
      {"ensemble a: disk, members 3, seek k in 0..1 within 0.1 of a.step", 3, 35,
       "only a run can `seek`", "write `run`"},
      {"run a: disk, seek k in 0..1 within 0.1 of last(h.x)", 3, 48,
       "`seek` of `a` cannot wait for `h`", "write columns of the run itself"},
      {"measure m = last(h.x)\nrun a: disk, seek k in 0..1 within 0.1 of m", 4, 43,
       "a measure is not known while `a` runs", "write the expression of the measure"},
      {"run a: disk, step 0.1, steps 3, seek k in 2..1 within 0.1 of last(a.x)", 3, 43,
       "the range is empty, or more than 60 halves of it are needed",
       "write seek k in 0.1..0.2 within 1e-6 of ..."},
      {"run a: disk, step 0.1, steps 3, seek k in 1..2 within 0 of last(a.x)", 3, 43,
       "the range is empty, or more than 60 halves of it are needed",
       "write seek k in 0.1..0.2 within 1e-6 of ..."},
      {"run a: disk, step k, steps 3, seek k in 1..2 within 0.1 of a.step", 3, 60,
       "it is 1 for k = 1 and 2 for 2: its sign does not change", "choose other ends of the range"},
      {"run a: disk, step 0.1, steps 3, seek k in 1..2 within 0.1 of a.x", 3, 62,
       "what `seek` seeks is one number, this is several",
       "last(a.x), max(a.x) or entry(b.step, 1) is one number"},
      {"run a: disk, step 0.1, steps 3, seek k in 1..2 within 0.1 of last(a.xx)", 3, 67,
       "there is no column `xx`", "did you mean `x` or `x'`?"},
  };
  mistakes_hold("study m\nrun h: hill\n", rows, study_fails);
}

// events are those of the list, contacts those of the model
static void events_are_checked(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"measure m = h.event.of", 3, 13, "there is no column `event.of`",
       "did you mean `event.off`?"},
      {"measure m = h.event.off.hil", 3, 13, "there is no column `event.off.hil`",
       "did you mean `event.off.hill`?"},
      {"measure m = at(h.event.off, 0.5)", 3, 29, "there is no row at t = 0.5",
       "the steps and `every` of the two must meet at these times"},
      {"measure m = h.event.off + h.t", 3, 25, "the two sides have 1 and 41 rows",
       "at(r.x, b.t) takes the rows of r at the times of b"},
      {"measure m = crossing(h.t)", 3, 13, "`crossing` takes 2 arguments, not 1",
       "see docs/studies.md for what it takes"},
  };
  mistakes_hold("study m\nrun h: hill\n", rows, study_fails);
  static const mistake several[] = {
      {"measure m = f.event.impact.floor", 3, 13, "`event.impact.floor` is several lists of events",
       "name one of them"},
  };
  mistakes_hold("study m\nrun f: balls, until 0.5\n", several, study_fails);
}

// a method that there is not, at its place in the list; a run that cannot begin, at its name
static void runs_that_cannot_begin_are_told(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"run b: pendulum, method ratle, step 0.1, steps 3", 3, 25,
       "there is no method `ratle` in this version", "did you mean `rattle`?"},
      {"run b: pendulum, method [rattle, spark(2),  ratle], step 0.1", 3, 45,
       "there is no method `ratle` in this version", "did you mean `rattle`?"},
      {"run b: pendulum, method spark(0), step 0.1", 3, 25,
       "there is no spark(0): its tableau has 2 stages or more, as in spark(3)", ""},
      {"run b: pendulum with k = 3, step 0.1", 3, 5,
       "b: the option `set`: pendulum has no constant or parameter `k`",
       "`noslip check` lists what it has"},
  };
  mistakes_hold("study m\nrun a: pendulum, method rattle, step 0.1, steps 3\n", rows, study_fails);
}

// long chains and deep brackets end with a sentence, not with the stack
static void large_expressions_are_refused(void **state) {
  (void)state;
  enum { terms = 100000 };
  char *text = calloc(1, 2*terms + 100);
  assert_non_null(text);
  int n = sprintf(text, "study m\nlet a = 1");
  for (int i = 0; i < terms; i++)
    n += sprintf(text + n, "+1");
  studied s = study_with(text, NULL);
  assert_int_equal(s.status, NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(s.context), "longer than the limit of 500 operators");
  study_forget(&s);
  free(text);
}

// sizes that a file may ask for are limited
static void limits_hold(void **state) {
  (void)state;
  static const struct {
    const char *text, *sentence;
  } rows[] = {
      {"study m\nrun a: pendulum, step 1e-6, steps 1e9", "more than a study keeps"},
      {"study m\nrun a: pendulum, step 0.1 for k in 0..5000", "or more than 1000"},
      {"study m\nensemble e: pendulum, members 1e9", "from 1 to 1e+06"},
      {"study m\nrun a: pendulum, step 0.1, steps 1e12", "from 1 to 2e+09"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    studied s = study_with(rows[i].text, NULL);
    assert_int_not_equal(s.status, NOSLIP_OK);
    check_text(noslip_last_error(s.context), rows[i].sentence);
    study_forget(&s);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statements_are_checked),
      cmocka_unit_test(items_are_checked),
      cmocka_unit_test(expressions_are_checked),
      cmocka_unit_test(events_are_checked),
      cmocka_unit_test(searches_are_checked),
      cmocka_unit_test(runs_that_cannot_begin_are_told),
      cmocka_unit_test(large_expressions_are_refused),
      cmocka_unit_test(limits_hold),
  };
  return check_run(argc, argv, tests);
}
