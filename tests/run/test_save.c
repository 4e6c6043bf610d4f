// Runs that are saved, loaded and branched: what a checkpoint holds beside the motion, and files that
// are refused.

#define _XOPEN_SOURCE 700  // nftw

#include "run/run.h"  // before tests/support/tool.h, which has a type of a name in it

#include "tests/support/backends.h"
#include "tests/support/check.h"

#include "methods/moreau/moreau.h"
#include "run/checkpoint.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char cart[] = "model cart\n"
                           "input u = 0.5\n"
                           "param k = 4\n"
                           "coord x, th: angle\n"
                           "lagrangian x'^2/2 + th'^2/2 - k*x^2/2 + cos(th)\n"
                           "force x = u\n"
                           "observe far = x + u\n"
                           "invariant never = x\n"
                           "stop top: x = 3 rising\n"
                           "init x = 1, th' = 3\n";

typedef struct loaded {
  noslip_context *c;
  noslip_model *m;
  noslip_run *r;
} loaded;

static loaded begin(const char *text, const noslip_model_options *how,
                    const noslip_run_options *options) {
  loaded l = {.c = noslip_open(NULL)};
  if (noslip_model_parse(l.c, "cart", text, how, &l.m) != NOSLIP_OK ||
      noslip_run_new(l.c, l.m, options, &l.r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(l.c));
  return l;
}

static loaded load(const char *path, const noslip_load_options *options) {
  loaded l = {.c = noslip_open(NULL)};
  if (noslip_run_load(l.c, path, options, &l.m, &l.r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(l.c));
  return l;
}

static void end(loaded *l) {
  noslip_run_free(l->r);
  noslip_model_free(l->m);
  noslip_close(l->c);
}

static const noslip_run_options common = {
    .method = "rattle", .step = 0.01, .steps = 500, .backend = "interpret"};

// ---------------------------------------------------------------------------------------------
// what is in it

static void settings_inputs_and_starts_are_kept(void **unused) {
  (void)unused;
  const char *path = in_folder("cart");
  double times[] = {0, 1, 2, 3}, values[] = {1, 2, -1, 0};
  noslip_signal signal = {"u", times, values, 4, true};
  noslip_start start = {"th", 0.25};
  noslip_setting set = {"k", "9"}, init = {"x", "2"};
  noslip_run_options o = common;
  o.signals = &signal;
  o.nsignal = 1;
  o.start = &start;
  o.nstart = 1;
  loaded a =
      begin(cart, &(noslip_model_options){.set = &set, .nset = 1, .init = &init, .ninit = 1}, &o);
  noslip_advance(a.r, 130);
  assert_int_equal(noslip_run_save(a.r, path), NOSLIP_OK);
  loaded b = load(path, NULL);
  assert_null(course_difference(a.c, a.r, b.r, 150));
  assert_true(noslip_run_input(b.r, 0) == -1);
  assert_true(noslip_model_parameter_value(b.m, 0) == 9);
  noslip_report r;
  noslip_run_report(b.r, &r);
  assert_int_equal(r.steps, 280);
  end(&a);
  end(&b);
}

// live parameters: those of the options, and those set on the way, which others follow
static void live_parameters_are_kept(void **unused) {
  (void)unused;
  const char *path = in_folder("live"), *live[] = {"k"};
  static const char hop[] = "model hop\nparam k = 0.5\nparam e = k\nparam g = 8*k\ncoord z\n"
                            "lagrangian z'^2/2 - g*z\ncontact floor: z >= 0, restitution e\n"
                            "init z = 1\n";
  noslip_parameter given = {"k", 0.8};
  noslip_run_options o = common;
  o.parameters = &given;
  o.nparameter = 1;
  loaded a = begin(hop, &(noslip_model_options){.live = live, .nlive = 1}, &o);
  noslip_advance(a.r, 100);
  assert_int_equal(noslip_set_parameter(a.r, "k", 0.7), NOSLIP_OK);
  noslip_advance(a.r, 10);
  assert_int_equal(noslip_run_save(a.r, path), NOSLIP_OK);
  loaded b = load(path, NULL);
  assert_true(noslip_run_parameter(b.r, 0) == 0.7);
  assert_null(course_difference(a.c, a.r, b.r, 150));
  assert_true(noslip_run_event_count(a.r) > 1);
  end(&a);
  end(&b);
}

// an input that the caller has set stays what it is
static void a_branch_does_not_disturb_the_other(void **unused) {
  (void)unused;
  loaded a = begin(cart, NULL, &common), b = begin(cart, NULL, &common);
  noslip_run *copy;
  noslip_advance(a.r, 40);
  noslip_advance(b.r, 40);
  assert_int_equal(noslip_run_copy(a.r, &copy), NOSLIP_OK);
  noslip_set_input(copy, "u", 7);
  noslip_advance(copy, 100);
  assert_null(course_difference(a.c, a.r, b.r, 100));
  check_above(fabs(noslip_value(copy, "x") - noslip_value(a.r, "x")), 0.01);
  noslip_run_free(copy);
  end(&a);
  end(&b);
}

static void a_visit_after_loading_is_that_of_the_last_step(void **unused) {
  (void)unused;
  noslip_run_options o = common;
  o.visits = true;
  loaded a = begin(cart, NULL, &o);
  noslip_advance(a.r, 40);
  assert_int_equal(noslip_run_save(a.r, in_folder("visit")), NOSLIP_OK);
  loaded b = load(in_folder("visit"), NULL);
  assert_int_equal(noslip_visit(a.r, 0.393), NOSLIP_OK);
  assert_int_equal(noslip_visit(b.r, 0.393), NOSLIP_OK);
  assert_null(run_difference(a.r, b.r));
  assert_null(course_difference(a.c, a.r, b.r, 40));
  end(&a);
  end(&b);
}

static void a_later_end_is_planned_as_from_the_start(void **unused) {
  (void)unused;
  noslip_run_options o = common;
  o.steps = 0;
  o.until = 0.5;
  loaded a = begin(cart, NULL, &o);
  noslip_advance(a.r, 50);
  assert_int_equal(noslip_run_save(a.r, in_folder("end")), NOSLIP_OK);
  o.until = 0.875;
  loaded b = load(in_folder("end"), &(noslip_load_options){.until = 0.875}),
         whole = begin(cart, NULL, &o);
  assert_int_equal(noslip_run_steps(b.r), 87);
  noslip_advance(b.r, 37);
  noslip_advance(whole.r, 87);
  assert_int_equal(noslip_finish(b.r), NOSLIP_OK);
  assert_int_equal(noslip_finish(whole.r), NOSLIP_OK);
  assert_null(run_difference(b.r, whole.r));
  noslip_report r;
  noslip_run_report(b.r, &r);
  assert_int_equal(r.nwarning, 1);
  check_text(r.warnings[0], "0.875 is not a multiple of the step");

  // a shorter last step leads nowhere; an end before where it stands is none
  noslip_model *m;
  noslip_run *none;
  assert_int_equal(noslip_run_save(b.r, in_folder("ended")), NOSLIP_OK);
  assert_int_equal(
      noslip_run_load(b.c, in_folder("ended"), &(noslip_load_options){.until = 2}, &m, &none),
      NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(b.c), "has ended with a shorter step at t = 0.875");
  assert_int_equal(
      noslip_run_load(b.c, in_folder("end"), &(noslip_load_options){.until = 0.1}, &m, &none),
      NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(b.c),
             "has come to t = 0.5 already, after 50 steps; give a later end");
  end(&a);
  end(&b);
  end(&whole);
}

static void a_note_goes_with_it(void **unused) {
  (void)unused;
  noslip_checkpoint_info info;
  loaded a = begin(cart, NULL, &common);
  noslip_advance(a.r, 3);
  assert_string_equal(noslip_run_note(a.r), "");
  assert_int_equal(noslip_run_set_note(a.r, "row 7\n"), NOSLIP_OK);
  assert_int_equal(noslip_run_save(a.r, in_folder("note")), NOSLIP_OK);
  loaded b = load(in_folder("note"), NULL);
  assert_string_equal(noslip_run_note(b.r), "row 7\n");
  assert_int_equal(noslip_checkpoint_read(a.c, in_folder("note"), &info), NOSLIP_OK);
  assert_string_equal(info.kind, "run");
  assert_string_equal(info.model, "cart");
  assert_string_equal(info.method, "rattle");
  assert_string_equal(info.note, "row 7\n");
  assert_int_equal(info.steps, 3);
  check_near(info.time, 0.03, 1e-15);
  end(&a);
  end(&b);
}

static void compiled_runs_go_on_as_they_were(void **unused) {
  (void)unused;
  use_compiler(NOSLIP_CC);
  empty_cache("cache");
  noslip_run_options o = common;
  o.backend = "native";
  loaded a = begin(cart, NULL, &o), plain = begin(cart, NULL, &common);
  noslip_advance(a.r, 40);
  assert_int_equal(noslip_run_save(a.r, in_folder("native")), NOSLIP_OK);
  loaded b = load(in_folder("native"), NULL),
         c = load(in_folder("native"), &(noslip_load_options){.backend = "interpret"});
  assert_string_equal(noslip_run_backend(b.r), "native");
  assert_string_equal(noslip_run_backend(c.r), "interpret");
  noslip_advance(plain.r, 40);
  noslip_advance(c.r, 100);
  assert_null(course_difference(b.c, b.r, plain.r, 100));
  assert_null(run_difference(b.r, c.r));
  end(&a);
  end(&b);
  end(&c);
  end(&plain);
}

// ---------------------------------------------------------------------------------------------
// files that are refused

static void refuse(const char *path, noslip_status status, const char *words) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = (noslip_model *)c;
  noslip_run *r = (noslip_run *)c;
  assert_int_equal(noslip_run_load(c, path, NULL, &m, &r), status);
  check_text(noslip_last_error(c), words);
  assert_null(m);
  assert_null(r);
  noslip_close(c);
}

static void write_bytes(const char *path, const unsigned char *bytes, size_t size) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, size, f), size);
  assert_int_equal(fclose(f), 0);
}

static unsigned char *read_bytes(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  static unsigned char bytes[1 << 20];
  assert_non_null(f);
  *size = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  return bytes;
}

static void files_that_are_none_are_refused(void **unused) {
  (void)unused;
  size_t size;
  loaded a = begin(cart, NULL, &common);
  const char *good = in_folder("good"), *bad = in_folder("bad");
  noslip_advance(a.r, 10);
  assert_int_equal(noslip_run_save(a.r, good), NOSLIP_OK);
  unsigned char *bytes = read_bytes(good, &size);
  refuse(in_folder("nowhere"), NOSLIP_ERROR_FILE, "nowhere`: No such file");
  refuse("/dev/null", NOSLIP_ERROR_FILE, "`/dev/null` is no file");
  refuse(write_file("foreign", "t,x\n0,1\n"), NOSLIP_ERROR_FILE,
         "foreign` is no checkpoint of noslip");
  write_bytes(bad, bytes, size/2);
  refuse(bad, NOSLIP_ERROR_FILE, "cut off");
  write_bytes(bad, bytes, 30);
  refuse(bad, NOSLIP_ERROR_FILE, "cut off");
  bytes[size/2] ^= 1;
  write_bytes(bad, bytes, size);
  refuse(bad, NOSLIP_ERROR_FILE,
         "is a damaged checkpoint: its digest is another one; take an older");
  bytes[size/2] ^= 1;
  bytes[18] = '2';
  write_bytes(bad, bytes, size);
  refuse(bad, NOSLIP_ERROR_FILE, "was written by a newer noslip");
  end(&a);
}

// every place with the 8 bytes of one value gets those of another, and the digest is made again
static void forge(const char *from, const char *to, const void *old, const void *new) {
  size_t size;
  failure why;
  noslip_context *c = noslip_open(NULL);
  unsigned char *bytes = read_bytes(from, &size);
  transfer in;
  int places = 0;
  assert_int_equal(checkpoint_open(from, bytes, size, &c->memory, &in, &why), NOSLIP_OK);
  for (size_t i = 0; i + 8 <= in.size; i++)
    if (memcmp(in.bytes + i, old, 8) == 0) {
      memcpy(in.bytes + i, new, 8);
      places++;
    }
  assert_true(places > 0);
  in.in = false;
  assert_int_equal(checkpoint_write(to, &in, &why), NOSLIP_OK);
  noslip_close(c);
}

// The digest is right, and the numbers are none that a run can have.
static void forged_numbers_are_refused(void **unused) {
  (void)unused;
  static const char ball[] = "model ball\nparam f = 0.8750246\ncoord z\nlagrangian z'^2/2 - z\n"
                             "contact floor: z >= 0, restitution f/2\ninit z = 1\n";
  static const double bad[] = {2, -1, (double)NAN};
  const char *good = in_folder("ball"), *forged = in_folder("forged"), *live[] = {"f"};
  const double e = 0.8750246/2;
  const int64_t count = 123457, most = INT64_MAX, less = -1;
  noslip_run_options o = {.method = "moreau", .step = 0.125};
  loaded a = begin(ball, &(noslip_model_options){.live = live, .nlive = 1}, &o);
  noslip_advance(a.r, 10);
  assert_int_equal(noslip_run_save(a.r, good), NOSLIP_OK);
  for (int i = 0; i < 3; i++) {
    forge(good, forged, &e, &bad[i]);
    refuse(forged, NOSLIP_ERROR_FILE, "its `restitution` does not fit the model");
  }
  a.r->progress.iterations = count;
  assert_int_equal(noslip_run_save(a.r, good), NOSLIP_OK);
  forge(good, forged, &count, &most);
  refuse(forged, NOSLIP_ERROR_FILE, "its `iterations` does not fit the model");
  a.r->stepper->kernel->newton.carried.without = (int)count;
  assert_int_equal(noslip_run_save(a.r, good), NOSLIP_OK);
  forge(good, forged, &count, &less);
  refuse(forged, NOSLIP_ERROR_FILE, "its `without` does not fit the model");
  end(&a);
}

// A pair that is remembered is one of bodies that there are: its indices are told in events. The twin
// is the pair as it was.
static void forged_pairs_are_refused(void **unused) {
  (void)unused;
  static const char gas[] =
      "model gas\ncoord x[1..3]\nlagrangian sum(i in 1..3: x[i]'^2)/2 - sum(i in 1..3: x[i]^2)/2\n"
      "contact hit[i,j] for i < j in 1..3 within 1: abs(x[j] - x[i]) >= 0.5\n"
      "init x = [-0.5, 0, 0.5]\n";
  static const int bad[][2] = {{-1, 1}, {0, 3}, {3, 0}, {0, INT_MAX}, {INT_MIN, 1}};
  const char *path = in_folder("pairs");
  loaded a = begin(gas, NULL, &(noslip_run_options){.method = "moreau", .step = 0.01});
  noslip_advance(a.r, 3);
  moreau *s = a.r->stepper->self;
  assert_true(s->memory.npair[0] > 0);
  int *pair = s->memory.pair + 2*s->shape.room->law[0].first, kept[2] = {pair[0], pair[1]};
  for (int i = 0; i < 5; i++) {
    memcpy(pair, bad[i], sizeof kept);
    assert_int_equal(noslip_run_save(a.r, path), NOSLIP_OK);
    refuse(path, NOSLIP_ERROR_FILE, "its `carried integers` does not fit the model");
  }
  memcpy(pair, kept, sizeof kept);
  assert_int_equal(noslip_run_save(a.r, path), NOSLIP_OK);
  loaded b = load(path, NULL);
  end(&b);
  end(&a);
}

static void other_versions_and_kinds_are_refused(void **unused) {
  (void)unused;
  failure why;
  noslip_context *c = noslip_open(NULL);
  checkpoint_head heads[] = {{"run", "99.1.0", NULL}, {"ensemble", noslip_version(), NULL}};
  const char *words[] = {"was written by noslip 99.1.0, and this is", "checkpoint of `ensemble`"};
  for (int i = 0; i < 2; i++) {
    transfer t = transfer_out(&c->memory);
    checkpoint_transfer_head(&t, &heads[i], NULL);
    assert_int_equal(checkpoint_write(in_folder("other"), &t, &why), NOSLIP_OK);
    refuse(in_folder("other"), NOSLIP_ERROR_FILE, words[i]);
    transfer_free(&t);
  }
  noslip_close(c);
}

static void a_place_that_cannot_be_written_is_told(void **unused) {
  (void)unused;
  loaded a = begin(cart, NULL, &common);
  assert_int_equal(noslip_run_save(a.r, in_folder("no/where")), NOSLIP_ERROR_FILE);
  check_text(noslip_last_error(a.c), "cannot write the checkpoint");
  assert_int_equal(noslip_run_save(a.r, NULL), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_run_save(NULL, "x"), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_run_copy(a.r, NULL), NOSLIP_ERROR_ARGUMENT);
  end(&a);
}

// twin: a file is replaced
static void what_is_no_file_stays(void **unused) {
  (void)unused;
  struct stat info;
  const char *path = in_folder("pipe");
  loaded a = begin(cart, NULL, &common);
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_int_equal(noslip_run_save(a.r, path), NOSLIP_ERROR_FILE);
  check_text(noslip_last_error(a.c), "it is no file; give one");
  assert_true(stat(path, &info) == 0 && S_ISFIFO(info.st_mode));
  assert_int_equal(unlink(path), 0);
  fclose(fopen(path, "w"));
  assert_int_equal(noslip_run_save(a.r, path), NOSLIP_OK);
  loaded b = load(path, NULL);
  end(&b);
  end(&a);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(settings_inputs_and_starts_are_kept),
      cmocka_unit_test(live_parameters_are_kept),
      cmocka_unit_test(a_branch_does_not_disturb_the_other),
      cmocka_unit_test(a_visit_after_loading_is_that_of_the_last_step),
      cmocka_unit_test(a_later_end_is_planned_as_from_the_start),
      cmocka_unit_test(a_note_goes_with_it),
      cmocka_unit_test(compiled_runs_go_on_as_they_were),
      cmocka_unit_test(files_that_are_none_are_refused),
      cmocka_unit_test(forged_numbers_are_refused),
      cmocka_unit_test(forged_pairs_are_refused),
      cmocka_unit_test(other_versions_and_kinds_are_refused),
      cmocka_unit_test(a_place_that_cannot_be_written_is_told),
      cmocka_unit_test(what_is_no_file_stays),
  };
  return tool_run(argc, argv, tests);
}
