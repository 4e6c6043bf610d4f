// Tests of src/run/events.c: what is noted comes back, in rows and in totals, within bounds.

#include "tests/support/counting.h"

#include "run/run.h"
#include "study/spent.h"

#include <math.h>

static const char mover[] = "model mover\ncoord x\nlagrangian x'^2/2\ninit x' = 1\n";

typedef struct trial {
  counter counter;
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

static void begin(trial *t) {
  noslip_run_options o = {.method = "dla-mp", .step = 0.5, .backend = "interpret"};
  t->counter = (counter){0};
  t->context = noslip_open(&(noslip_options){count, &t->counter});
  assert_int_equal(noslip_model_parse(t->context, "test", mover, NULL, &t->model), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t->context, t->model, &o, &t->run), NOSLIP_OK);
}

// nothing is left behind
static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
  assert_int_equal(t->counter.blocks, 0);
}

static noslip_event row_of(const trial *t, long i) {
  noslip_event e;
  assert_true(noslip_run_event(t->run, i, &e));
  return e;
}

static noslip_event_totals totals(const trial *t) {
  noslip_event_totals all;
  noslip_run_event_totals(t->run, &all);
  return all;
}

static int warnings(const trial *t, const char *words) {
  int n = 0;
  for (int i = 0; i < t->run->warnings.count; i++)
    n += strstr(t->run->warnings.list[i], words) != NULL;
  return n;
}

// ---------------------------------------------------------------------------------------------

// in their order, at the time where the run stands
static void rows_are_what_was_noted(void **unused) {
  (void)unused;
  trial t;
  begin(&t);
  assert_int_equal(noslip_run_event_count(t.run), 0);
  event_note(t.run, NOSLIP_EVENT_IMPACT, "floor", 2.5, 1, 0.75);
  assert_int_equal(noslip_step(t.run), NOSLIP_OK);
  event_note(t.run, NOSLIP_EVENT_OFF, "wall", 0, 0.75, 0.75);
  assert_int_equal(noslip_run_event_count(t.run), 2);
  noslip_event first = row_of(&t, 0), second = row_of(&t, 1);
  assert_true(first.time == 0 && second.time == 0.5);
  assert_string_equal(first.kind, "impact");
  assert_string_equal(first.name, "floor");
  assert_true(first.impulse == 2.5 && first.energy_before == 1 && first.energy_after == 0.75);
  assert_string_equal(second.kind, "off");
  assert_string_equal(second.name, "wall");
  end(&t);
}

static void totals_add_up(void **unused) {
  (void)unused;
  trial t;
  begin(&t);
  noslip_event_totals none = totals(&t);
  assert_true(none.events == 0 && !none.has_contacts && isnan(none.first[NOSLIP_EVENT_SLIP]));
  for (int i = 0; i < 3; i++) {
    event_note(t.run, NOSLIP_EVENT_SLIP, "floor", 0, 1, 1);
    event_work(t.run, -0.5, i == 1 ? 0.125 : -0.25);
    event_gap(t.run, i == 1 ? -1e-3 : i == 2 ? -1e-4 : 1);
    assert_int_equal(noslip_step(t.run), NOSLIP_OK);
  }
  event_note(t.run, NOSLIP_EVENT_REDUCED, "floor", 0, 1, 1);
  noslip_event_totals all = totals(&t);
  assert_int_equal(all.events, 4);
  assert_int_equal(spent_by(t.run).events, 4);  // what studies add up
  assert_int_equal(all.nkind, NOSLIP_EVENT_KIND_COUNT);
  assert_int_equal(all.counts[NOSLIP_EVENT_SLIP], 3);
  assert_int_equal(all.counts[NOSLIP_EVENT_REDUCED], 1);
  assert_int_equal(all.counts[NOSLIP_EVENT_IMPACT], 0);
  assert_true(all.first[NOSLIP_EVENT_SLIP] == 0 && all.last[NOSLIP_EVENT_SLIP] == 1);
  assert_true(all.first[NOSLIP_EVENT_REDUCED] == 1.5 && isnan(all.last[NOSLIP_EVENT_OFF]));
  assert_true(all.normal_work == -1.5 && all.friction_work == -0.375);
  assert_true(all.positive_friction_work == 0.125 && all.largest_penetration == 1e-3);
  end(&t);
}

// each kind has a name of its own and a meaning, in one list; what is no kind has neither
static void kinds_have_names(void **unused) {
  (void)unused;
  static const char *const known[] = {"impact", "land",    "off",    "stick",
                                      "slip",   "reverse", "reduced"};
  assert_int_equal(NOSLIP_EVENT_KIND_COUNT, 7);
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++) {
    assert_string_equal(noslip_event_name((noslip_event_kind)k), known[k]);
    assert_true(strlen(noslip_event_meaning((noslip_event_kind)k)) > 10);
  }
  assert_string_equal(noslip_event_name(NOSLIP_EVENT_KIND_COUNT), "");
  assert_string_equal(noslip_event_meaning((noslip_event_kind)-1), "");
}

// the documents have the same list
static void documents_explain_all_kinds(void **unused) {
  (void)unused;
  static char text[200000];
  FILE *in = fopen(NOSLIP_SOURCE "/docs/output.md", "rb");
  assert_non_null(in);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++) {
    char row[200];
    snprintf(row, sizeof row, "\n| `%s` | %s |\n", noslip_event_name((noslip_event_kind)k),
             noslip_event_meaning((noslip_event_kind)k));
    check_text(text, row);
  }
}

// a million rows, and everything is counted after that, too
static void rows_are_bounded(void **unused) {
  (void)unused;
  trial t;
  begin(&t);
  for (long i = 0; i < event_most_rows; i++)
    event_note(t.run, NOSLIP_EVENT_STICK, "floor", (double)i, 0, 0);
  assert_int_equal(warnings(&t, "events"), 0);
  for (int i = 0; i < 3; i++)
    event_note(t.run, NOSLIP_EVENT_SLIP, "floor", 0, 0, 0);
  assert_int_equal(noslip_run_event_count(t.run), event_most_rows);
  assert_true(row_of(&t, event_most_rows - 1).impulse == event_most_rows - 1);
  assert_int_equal(totals(&t).events, event_most_rows + 3);
  assert_int_equal(warnings(&t, "a million events have their rows"), 1);
  end(&t);
}

// the rows that are there stay, and there is no gap in them
static void memory_may_run_out(void **unused) {
  (void)unused;
  trial t;
  begin(&t);
  for (int i = 0; i < 64; i++)
    event_note(t.run, NOSLIP_EVENT_LAND, "floor", i, 0, 0);
  t.counter.fail_at = t.counter.requests + 1;
  for (int i = 64; i < 300; i++)
    event_note(t.run, NOSLIP_EVENT_LAND, "floor", i, 0, 0);
  assert_int_equal(noslip_run_event_count(t.run), 64);
  assert_true(row_of(&t, 63).impulse == 63);
  assert_int_equal(totals(&t).events, 300);
  assert_int_equal(warnings(&t, "no memory for the rows of more events"), 1);
  end(&t);
}

// what callers with another layout, or none, get
static void calls_are_careful(void **unused) {
  (void)unused;
  trial t;
  noslip_event e = {.time = 7};
  noslip_event_totals all;
  struct {
    noslip_event known;
    double newer;
  } wide = {.newer = 3};
  begin(&t);
  event_note(t.run, NOSLIP_EVENT_REDUCED, "floor", 2, 1, 1);
  assert_true(noslip_run_event_sized(t.run, 0, &e, offsetof(noslip_event, kind)));
  assert_true(e.time == 0 && e.kind == NULL);  // an older one has no `kind`
  assert_true(noslip_run_event_sized(t.run, 0, &wide.known, sizeof wide));
  assert_true(wide.newer == 0 && wide.known.impulse == 2);
  assert_false(noslip_run_event(t.run, 1, &e));
  assert_false(noslip_run_event(t.run, -1, &e));
  assert_true(e.kind == NULL && e.name == NULL);
  assert_false(noslip_run_event(NULL, 0, &e));
  assert_false(noslip_run_event(t.run, 0, NULL));
  assert_int_equal(noslip_run_event_count(NULL), 0);
  noslip_run_event_totals(NULL, &all);
  assert_true(all.events == 0 && all.counts == NULL);
  noslip_run_event_totals(t.run, NULL);
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_what_was_noted), cmocka_unit_test(totals_add_up),
      cmocka_unit_test(kinds_have_names),        cmocka_unit_test(documents_explain_all_kinds),
      cmocka_unit_test(rows_are_bounded),        cmocka_unit_test(memory_may_run_out),
      cmocka_unit_test(calls_are_careful),
  };
  return check_run(argc, argv, tests);
}
