// Events in everything that is written of a run: CSV, HDF5, JSON and the report. The events are noted
// here, on a run that is told that its model has contacts.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "output/events.h"
#include "output/json.h"
#include "output/report.h"
#include "output/sink.h"
#include "output/study.h"
#include "run/run.h"
#include "table/table.h"

#include "tests/support/readers.h"

#include <hdf5.h>
#include <sys/resource.h>

static const char mover[] = "model mover\ncoord x\nlagrangian x'^2/2\ninit x' = 1\n"
                            "run method dla-mp, step 0.5, steps 8\n";

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

static trial begin(bool contacts) {
  trial t = {.context = noslip_open(NULL)};
  noslip_run_options o = {.backend = "interpret"};
  assert_int_equal(noslip_model_parse(t.context, "test", mover, NULL, &t.model), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.context, t.model, &o, &t.run), NOSLIP_OK);
  t.run->events.expected = contacts;
  return t;
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// what happens in step k: two impacts, a take-off from a contact whose name has a comma
static void happen(noslip_run *r, int k) {
  if (k == 1 || k == 3)
    event_note(r, NOSLIP_EVENT_IMPACT, "floor", 1.5, 0.5, 0.5 - 0.125*k);
  if (k == 5)
    event_note(r, NOSLIP_EVENT_OFF, "pair[1,2]", 0, 0.125, (double)NAN);
  event_work(r, -0.125, k == 6 ? 0.0625 : -0.25);
  event_gap(r, k == 2 ? -1e-9 : 0);
}

static void take_steps(trial *t, int n) {
  for (int k = 1; k <= n; k++) {
    assert_int_equal(noslip_step(t->run), NOSLIP_OK);
    happen(t->run, k);
  }
}

// eight steps into a file; `trouble`, NULL: none
static void write_rows(trial *t, const char *path, const char *trouble) {
  char why[512], name_t[] = "t", *names[] = {name_t};
  sink *s = sink_open(path, why, sizeof why);
  check_that(s != NULL, __FILE__, __LINE__, "%s\n", why);
  const provenance from = {.model = t->model, .run = t->run, .command = "test"};
  assert_true(sink_begin(s, &from, names, 1));
  for (int k = 0; k <= 8; k++) {
    if (k > 0)
      assert_int_equal(noslip_step(t->run), NOSLIP_OK);
    happen(t->run, k);
    assert_true(sink_row(s, &(double){noslip_time(t->run)}, 1));
  }
  assert_true(sink_end(s, t->run, trouble, false));
  sink_free(s);
}

static void has_text(const char *path, const char *expected) {
  char *text = read_file(path);
  assert_string_equal(text, expected);
  free(text);
}

static bool is_there(const char *path) {
  return access(path, F_OK) == 0;
}

// ---------------------------------------------------------------------------------------------
// CSV

static const char rows_text[] = "t\n0\n0.5\n1\n1.5\n2\n2.5\n3\n3.5\n4\n";
static const char events_text[] = "time,kind,name,impulse,energy_before,energy_after\n"
                                  "0.5,impact,floor,1.5,0.5,0.375\n"
                                  "1.5,impact,floor,1.5,0.5,0.125\n"
                                  "2.5,off,\"pair[1,2]\",0,0.125,nan\n";

static void csv_has_a_file_of_events_beside_it(void **unused) {
  (void)unused;
  static const char *const names[][2] = {
      {"a.csv", "a.events.csv"}, {"b", "b.events.csv"}, {"c.CSV", "c.events.csv"}};
  for (int i = 0; i < 3; i++) {
    trial t = begin(true);
    write_file(names[i][1], "older\n");
    write_rows(&t, in_folder(names[i][0]), i == 0 ? NULL : "interrupted");
    has_text(in_folder(names[i][0]), rows_text);
    has_text(in_folder(names[i][1]), events_text);
    end(&t);
  }
}

// a run without events has the file, too: an older one would be taken for its own
static void no_events_are_a_header(void **unused) {
  (void)unused;
  trial t = begin(true);
  char why[512], name[] = "t", *names[] = {name};
  write_file("d.events.csv", "older\n");
  sink *s = sink_open(in_folder("d.csv"), why, sizeof why);
  const provenance from = {.model = t.model, .run = t.run, .command = "test"};
  assert_true(sink_begin(s, &from, names, 1));
  has_text(in_folder("d.events.csv"), "older\n");  // until the first row
  assert_true(sink_row(s, &(double){0}, 1));
  has_text(in_folder("d.events.csv"), "time,kind,name,impulse,energy_before,energy_after\n");
  event_note(t.run, NOSLIP_EVENT_LAND, "floor", 1, 1, 1);
  assert_true(sink_row(s, &(double){0.5}, 1));
  assert_true(sink_end(s, t.run, NULL, false));
  sink_free(s);
  has_text(in_folder("d.events.csv"),
           "time,kind,name,impulse,energy_before,energy_after\n0,land,floor,1,1,1\n");
  end(&t);
}

// models without contacts, standard output, pipes and HDF5 files have none
static void others_have_none(void **unused) {
  (void)unused;
  char path[events_longest_path], long_name[events_longest_path];
  trial none = begin(false), some = begin(true);
  write_rows(&none, in_folder("e.csv"), NULL);
  has_text(in_folder("e.csv"), rows_text);
  assert_false(is_there(in_folder("e.events.csv")));
  memset(long_name, 'x', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = 0;
  const char *const others[] = {"-", "/dev/stdout", "/dev/null", "a.h5", long_name};
  for (int i = 0; i < 5; i++) {
    assert_false(events_file(path, others[i], some.run));
    assert_string_equal(path, "");
  }
  assert_true(events_file(path, "x/y.csv", some.run));
  assert_string_equal(path, "x/y.events.csv");
  end(&none);
  end(&some);
}

// a disk that is full of events: both files end with a whole line, and the sentence names the one
static void full_disks_keep_whole_lines(void **unused) {
  (void)unused;
  enum { most = 4000 };
  trial t = begin(true);
  char why[512], name[] = "t", *names[] = {name};
  struct rlimit before, small;
  signal(SIGXFSZ, SIG_IGN);
  sink *s = sink_open(in_folder("f.csv"), why, sizeof why);
  const provenance from = {.model = t.model, .run = t.run, .command = "test"};
  assert_true(sink_begin(s, &from, names, 1) && sink_row(s, &(double){0}, 1));
  for (int i = 0; i < 1000; i++)
    event_note(t.run, NOSLIP_EVENT_SLIP, "floor", i, 1, 1);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = most;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  bool done = sink_row(s, &(double){1}, 1) && sink_end(s, t.run, NULL, false);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_false(done);
  check_text(s->why, "f.events.csv");
  sink_free(s);
  char *text = read_file(in_folder("f.events.csv"));
  size_t length = strlen(text);
  assert_true(length > most - 50 && length <= most && text[length - 1] == '\n');
  check_text(text, "\n0,slip,floor,100,1,1\n");
  free(text);
  has_text(in_folder("f.csv"), "t\n0\n1\n");
  end(&t);
}

// if the file of events cannot be made, the rows that were there stay
static void nothing_is_lost_where_events_cannot_be_written(void **unused) {
  (void)unused;
  trial t = begin(true);
  char why[512], name[] = "t", *names[] = {name};
  write_file("g.csv", "older\n");
  assert_int_equal(mkdir(in_folder("g.events.csv"), 0700), 0);
  sink *s = sink_open(in_folder("g.csv"), why, sizeof why);
  const provenance from = {.model = t.model, .run = t.run, .command = "test"};
  assert_false(sink_begin(s, &from, names, 1));
  check_text(s->why, "g.events.csv");
  sink_free(s);
  has_text(in_folder("g.csv"), "older\n");
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// HDF5

static hid_t open_events(const char *path) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  return file;
}

static hsize_t rows_of(hid_t set) {
  hsize_t n = 0;
  hid_t space = H5Dget_space(set);
  H5Sget_simple_extent_dims(space, &n, NULL);
  H5Sclose(space);
  return n;
}

static void read_numbers(hid_t file, const char *name, double *x, hsize_t n) {
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  assert_int_equal(rows_of(set), n);
  assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  H5Dclose(set);
}

// row i of a column of texts
static void read_word(hid_t file, const char *name, hsize_t i, char word[80]) {
  char all[16][80];
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
  assert_true(rows_of(set) <= 16 && i < rows_of(set));
  H5Tset_size(type, 80);
  H5Tset_cset(type, H5T_CSET_UTF8);
  assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0);
  memcpy(word, all[i], 80);
  H5Tclose(type);
  H5Dclose(set);
}

static double attribute(hid_t file, const char *name) {
  double x = (double)NAN;
  hid_t a = H5Aopen_by_name(file, "events", name, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Aread(a, H5T_NATIVE_DOUBLE, &x) >= 0);
  H5Aclose(a);
  return x;
}

static void hdf5_has_a_group_of_events(void **unused) {
  (void)unused;
  trial t = begin(true);
  double x[3];
  char word[80];
  write_rows(&t, in_folder("a.h5"), NULL);
  assert_false(is_there(in_folder("a.events.csv")) && is_there(in_folder("a.h5.events.csv")));
  hid_t file = open_events(in_folder("a.h5"));
  read_numbers(file, "events/time", x, 3);
  assert_true(x[0] == 0.5 && x[1] == 1.5 && x[2] == 2.5);
  read_numbers(file, "events/impulse", x, 3);
  assert_true(x[0] == 1.5 && x[1] == 1.5 && x[2] == 0);
  read_numbers(file, "events/energy_before", x, 3);
  assert_true(x[0] == 0.5 && x[2] == 0.125);
  read_numbers(file, "events/energy_after", x, 3);
  assert_true(x[0] == 0.375 && x[1] == 0.125 && isnan(x[2]));
  read_word(file, "events/kind", 0, word);
  assert_string_equal(word, "impact");
  read_word(file, "events/kind", 2, word);
  assert_string_equal(word, "off");
  read_word(file, "events/name", 2, word);
  assert_string_equal(word, "pair[1,2]");
  assert_true(attribute(file, "events") == 3 && attribute(file, "normal_work") == -9*0.125);
  assert_true(attribute(file, "largest_penetration") == 1e-9);
  H5Fclose(file);
  end(&t);
}

// more events than a burst has, at a time; and names that are too long are cut between characters
static void hdf5_takes_many_events_at_once(void **unused) {
  (void)unused;
  static const char name[] =
      "a name of sixty-three letters, and then an umlaut that is cut ..\xC3\xA4";
  trial t = begin(true);
  char word[80];
  double x[1003];
  for (int i = 0; i < 1000; i++)
    event_note(t.run, NOSLIP_EVENT_STICK, "floor", i, 0, 0);
  write_rows(&t, in_folder("b.h5"), "stopped");
  hid_t file = open_events(in_folder("b.h5"));
  read_numbers(file, "events/impulse", x, 1003);
  for (int i = 0; i < 1000; i++)
    assert_true(x[i] == i);
  assert_true(x[1000] == 1.5 && x[1002] == 0);
  H5Fclose(file);
  end(&t);

  t = begin(true);
  event_note(t.run, NOSLIP_EVENT_STICK, name, 1, 0, 0);
  write_rows(&t, in_folder("c.h5"), NULL);
  file = open_events(in_folder("c.h5"));
  read_word(file, "events/name", 0, word);
  assert_int_equal(strlen(word), 64);
  assert_memory_equal(word, name, 64);
  H5Fclose(file);
  end(&t);
}

// noslip plot finds times and kinds in it
static void hdf5_events_are_read_back(void **unused) {
  (void)unused;
  static const char *const kinds[] = {"off", "impact"};
  const table_words words = {"events", kinds, 2, NULL};
  trial t = begin(true);
  table read;
  char why[512];
  write_rows(&t, in_folder("e.h5"), NULL);
  bool good = table_read_words(&read, in_folder("e.h5"), &words, &table_usual, why, sizeof why);
  check_that(good, __FILE__, __LINE__, "%s\n", why);
  assert_int_equal(read.nrow, 3);
  const double *kind = read.columns[table_column(&read, "kind")];
  assert_true(kind[0] == 1 && kind[1] == 1 && kind[2] == 0);
  assert_true(read.columns[table_column(&read, "time")][2] == 2.5);
  assert_true(isnan(read.columns[table_column(&read, "name")][0]));
  table_free(&read);
  assert_true(table_read(&read, in_folder("e.h5"), &table_usual, why, sizeof why));
  assert_int_equal(read.ncolumn, 1);  // its rows are still those of the run
  table_free(&read);
  end(&t);
}

// what a model without contacts writes is what it always was
static void hdf5_without_contacts_has_no_group(void **unused) {
  (void)unused;
  trial t = begin(false);
  write_rows(&t, in_folder("d.h5"), NULL);
  hid_t file = open_events(in_folder("d.h5"));
  assert_false(H5Lexists(file, "events", H5P_DEFAULT) > 0);
  H5Fclose(file);
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// JSON and the report

static char *printed(trial *t, bool json, const char *file) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (json)
    json_report(out, t->run, NULL);
  else
    report_print(out, t->run, 8, file);
  fclose(out);
  return text;
}

static void json_lists_events(void **unused) {
  (void)unused;
  trial t = begin(true), none = begin(false);
  take_steps(&t, 8);
  take_steps(&none, 0);
  char *text = printed(&t, true, NULL), *plain = printed(&none, true, NULL);
  check_json(text);
  check_text(text,
             "\n \"events\": [\n"
             "  {\"time\": 0.5, \"kind\": \"impact\", \"name\": \"floor\", \"impulse\": 1.5, "
             "\"energy_before\": 0.5, \"energy_after\": 0.375},\n"
             "  {\"time\": 1.5, \"kind\": \"impact\", \"name\": \"floor\", \"impulse\": 1.5, "
             "\"energy_before\": 0.5, \"energy_after\": 0.125},\n"
             "  {\"time\": 2.5, \"kind\": \"off\", \"name\": \"pair[1,2]\", \"impulse\": 0, "
             "\"energy_before\": 0.125, \"energy_after\": null}],\n"
             " \"event_totals\": {\"events\": 3, \"count\": {\"impact\": 2, \"off\": 1}, "
             "\"normal_work\": -1, \"friction_work\": -1.6875, \"positive_friction_work\": 0.0625, "
             "\"largest_penetration\": 1e-09, \"forces_not_unique\": 0},\n");
  check_json(plain);
  check_text(plain, "\n \"events\": [],\n \"warnings\"");
  free(text);
  free(plain);
  end(&t);
  end(&none);
}

static void report_counts_events(void **unused) {
  (void)unused;
  trial t = begin(true);
  char *text = printed(&t, false, "a.events.csv");
  check_text(text, "\n  events        none\n"
                   "  contact work  normal 0, friction 0; largest penetration 0\n");
  free(text);
  take_steps(&t, 8);
  t.run->events.totals.not_unique = 2;
  text = printed(&t, false, "a.events.csv");
  check_text(
      text,
      "\n  events        2 impact (t = 0.5 to 1.5), 1 off (t = 2.5); rows in a.events.csv\n"
      "  contact work  normal -1, friction -1.688 (positive parts 0.062); largest penetration "
      "1e-09\n"
      "                contact forces were not unique at 2 instants; the motion is\n");
  free(text);
  t.run->events.expected = false;
  text = printed(&t, false, NULL);
  assert_null(strstr(text, "contact"));
  free(text);
  end(&t);
}

// one output of a study, as text; the caller frees it
static char *study_text(const study_output *o, const void *of, bool json) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (json)
    o->json(out, of, NULL);
  else
    o->table(out, of);
  fclose(out);
  return text;
}

// the number of events of all members, where there are any
static void studies_count_events(void **unused) {
  (void)unused;
  trial t = begin(false);
  noslip_ensemble_result *r;
  noslip_ensemble_options o = {.nmember = 2, .threads = 1};
  noslip_status status = noslip_ensemble(t.context, t.model, &o, &r);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t.context));
  for (int events = 0; events < 14; events += 7) {
    r->events = events;
    char *json = study_text(&ensemble_output, r, true),
         *lines = study_text(&ensemble_output, r, false);
    check_json(json);
    assert_true((strstr(json, ", \"events\": 7, ") != NULL) == (events == 7));
    assert_true((strstr(lines, "\n  events  7, of all members\n") != NULL) == (events == 7));
    free(json);
    free(lines);
  }
  noslip_ensemble_free(r);
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(csv_has_a_file_of_events_beside_it),
      cmocka_unit_test(no_events_are_a_header),
      cmocka_unit_test(others_have_none),
      cmocka_unit_test(full_disks_keep_whole_lines),
      cmocka_unit_test(nothing_is_lost_where_events_cannot_be_written),
      cmocka_unit_test(hdf5_has_a_group_of_events),
      cmocka_unit_test(hdf5_takes_many_events_at_once),
      cmocka_unit_test(hdf5_events_are_read_back),
      cmocka_unit_test(hdf5_without_contacts_has_no_group),
      cmocka_unit_test(json_lists_events),
      cmocka_unit_test(report_counts_events),
      cmocka_unit_test(studies_count_events),
  };
  assert_non_null(mkdtemp(folder));
  return remove_folder(check_run(argc, argv, tests));
}
