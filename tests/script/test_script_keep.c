// What is kept from one run of a study to the next, and what is not; stopping; memory that runs out.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/script/studying.h"
#include "tests/support/counting.h"

#include "script/keep.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/noslip-keep-XXXXXX";

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void)info, (void)kind, (void)at;
  return remove(path);
}

static const char text[] = "study m\nrun a: disk, step 0.1, steps 20\n"
                           "run b: disk, method spark(2), step 0.1/k for k in 1..3, steps 10\n"
                           "measure x = last(a.x)\nmeasure y = last(b.y)";
static const noslip_script_options keep = {0};

static void finished_parts_are_kept(void **state) {
  (void)state;
  studied first = study_with(text, &keep), again = study_with(text, &keep);
  assert_int_equal(first.status, NOSLIP_OK);
  assert_int_equal(first.result->nkept, 0);
  assert_int_equal(again.result->nkept, 4);
  assert_true(measured(&again, "x", 0) == measured(&first, "x", 0));
  for (int k = 0; k < 3; k++)
    assert_true(measured(&again, "y", k) == measured(&first, "y", k));
  study_forget(&first);
  study_forget(&again);
  first = study_with(text, &(noslip_script_options){.fresh = true});
  assert_int_equal(first.result->nkept, 0);
  study_forget(&first);
}

// another step, method, parameter, start, length or model is another part
static void other_parts_are_computed(void **state) {
  (void)state;
  static const char *const others[] = {
      "study m\nrun a: disk, step 0.05, steps 20",
      "study m\nrun a: disk, method dla-cm, step 0.1, steps 20",
      "study m\nrun a: disk with R = 0.5, step 0.1, steps 20",
      "study m\nrun a: disk, init x = 1, step 0.1, steps 20",
      "study m\nrun a: disk, step 0.1, steps 21",
      "study m\nrun a: disk, step 0.1, steps 20, every 2",
      "study m\nrun a: disk_midpoint, step 0.1, steps 20",
  };
  studied s = study_with(text, &keep);
  study_forget(&s);
  for (size_t i = 0; i < sizeof others/sizeof *others; i++) {
    s = study_with(others[i], &keep);
    assert_int_equal(s.status, NOSLIP_OK);
    assert_int_equal(s.result->nkept, 0);
    study_forget(&s);
  }
}

// columns with rows of their own are kept with them
static void events_and_members_are_kept(void **state) {
  (void)state;
  static const char bounces[] =
      "study m\nrun a: bouncing_ball, until 1\n"
      "ensemble e: bouncing_ball, members 3, sample e = 0.2..0.6, until 0.5\n"
      "measure end = last(a.event.impact)\nmeasure n = count(a.event.impact)\n"
      "measure most = max(e.member.e)\nmeasure who = count(e.member.energy.min)";
  studied first = study_with(bounces, &keep), again = study_with(bounces, &keep);
  assert_int_equal(first.result->nkept, 0);
  assert_int_equal(again.result->nkept, 2);
  assert_true(measured(&first, "n", 0) == 2);
  assert_true(measured(&first, "who", 0) == 3);
  for (int k = 0; k < first.result->nmeasure; k++)
    assert_true(first.result->measures[k].values[0] == again.result->measures[k].values[0]);
  study_forget(&first);
  study_forget(&again);
}

// ---------------------------------------------------------------------------------------------
// another library

// the first line that a command prints
static void line_of(const char *command, char line[128]) {
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  if (!fgets(line, 128, pipe))
    line[0] = 0;
  assert_int_equal(pclose(pipe), 0);
}

// the digest of two sources, by the script that is run while noslip is built
static const char *digest_of(const char *name, const char *code, const char *flags) {
  static char line[128];
  char command[2000];
  snprintf(command, sizeof command,
           "cd %s && rm -rf tree && mkdir -p tree/src/run tree/src/cli && cd tree && "
           "echo '%s' >src/run/%s && echo 'int b;' >src/run/b.h && echo $$ >src/cli/c.c && "
           "%s -DROOT=$PWD '-DFOLDERS=include src/run' '-DBUILT=%s' -DOUT=digest "
           "-P %s/cmake/digest.cmake && cat digest",
           folder, code, name, NOSLIP_CMAKE, flags, NOSLIP_SOURCE);
  line_of(command, line);
  return line;
}

static void every_source_counts(void **state) {
  (void)state;
  char same[128];
  snprintf(same, sizeof same, "%s", digest_of("a.c", "int a = 1;", "gcc -O2"));
  assert_int_equal(strlen(same), 2*sha256_size + 3);  // quotes and the end of the line
  assert_string_equal(same, digest_of("a.c", "int a = 1;", "gcc -O2"));
  assert_string_not_equal(same, digest_of("a.c", "int a = 2;", "gcc -O2"));
  assert_string_not_equal(same, digest_of("d.c", "int a = 1;", "gcc -O2"));
  assert_string_not_equal(same, digest_of("a.c", "int a = 1;", "gcc -O2 -ffast-math"));
}

// the digest of the library is part of every key
static void keys_depend_on_the_library(void **state) {
  (void)state;
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  assert_int_equal(noslip_model_load(context, NOSLIP_MODELS "/disk.noslip", &model), NOSLIP_OK);
  const script_source from = {0};
  script_part a = {.from = &from}, b = {.from = &from};
  unsigned char library[sha256_size], other[sha256_size];
  keep_library(library);
  keep_library(other);
  assert_memory_equal(library, other, sha256_size);
  keep_key(&a, model, library);
  keep_key(&b, model, other);
  assert_string_equal(a.key, b.key);
  other[0] ^= 1;
  keep_key(&b, model, other);
  assert_string_not_equal(a.key, b.key);
  noslip_model_free(model);
  noslip_close(context);
}

static int count_entries(const char *path) {
  int count = 0;
  DIR *d = opendir(path);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));)
    count += strstr(e->d_name, ".so") != NULL;
  closedir(d);
  return count;
}

// about 5000 results are kept, and the oldest go
static void old_results_make_room(void **state) {
  (void)state;
  char path[256], name[512];
  snprintf(path, sizeof path, "%s/full", folder);
  assert_int_equal(mkdir(path, 0700), 0);
  setenv("NOSLIP_CACHE", path, 1);
  snprintf(path, sizeof path, "%s/full/studies", folder);
  assert_int_equal(mkdir(path, 0700), 0);
  for (int i = 0; i < 5000; i++) {
    snprintf(name, sizeof name, "%s/%064x.so", path, i);
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
    struct timespec old[2] = {{.tv_sec = 1000000 + i}, {.tv_sec = 1000000 + i}};
    assert_int_equal(utimensat(AT_FDCWD, name, old, 0), 0);
  }
  studied s = study_with("study m\nrun a: disk, step 0.001*k for k in 1..400, steps 1", &keep);
  assert_int_equal(s.status, NOSLIP_OK);
  study_forget(&s);
  setenv("NOSLIP_CACHE", folder, 1);
  int left = count_entries(path);
  check_below(left, 5000 + 200);
  check_above(left, 5000 - 200);
  snprintf(name, sizeof name, "%s/%064x.so", path, 0);
  assert_int_not_equal(access(name, F_OK), 0);
  snprintf(name, sizeof name, "%s/%064x.so", path, 4999);
  assert_int_equal(access(name, F_OK), 0);
}

// change byte `at` of every entry; how many there are
static int damage(long at) {
  char path[512];
  int count = 0;
  snprintf(path, sizeof path, "%s/studies", folder);
  DIR *d = opendir(path);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.')
      continue;
    snprintf(path, sizeof path, "%s/studies/%s", folder, e->d_name);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int c = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(c ^ 1, file);
    fclose(file);
    count++;
  }
  closedir(d);
  return count;
}

static void damaged_entries_are_computed_again(void **state) {
  (void)state;
  studied s = study_with(text, &keep);
  double x = measured(&s, "x", 0);
  study_forget(&s);
  for (long at = 3; at < 400; at += 97) {
    check_above(damage(at), 3);
    s = study_with(text, &keep);
    assert_int_equal(s.status, NOSLIP_OK);
    assert_int_equal(s.result->nkept, 0);
    assert_true(measured(&s, "x", 0) == x);
    study_forget(&s);
  }
}

static bool stop_at_once(void *context, long done, long total) {
  assert_true(done <= total);
  (*(int *)context)++;
  return false;
}

static void studies_can_be_stopped(void **state) {
  (void)state;
  int calls = 0;
  const noslip_script_options stop = {
      .fresh = true, .threads = 1, .progress = stop_at_once, .progress_context = &calls};
  studied s = study_with("study m\nrun a: disk, step 0.1, steps 100000, every 1000\n"
                         "run b: disk, step 0.1, steps 100000, every 1000",
                         &stop);
  assert_int_equal(s.status, NOSLIP_STOPPED);
  assert_null(s.result);
  assert_int_equal(calls, 1);
  study_forget(&s);
  s = study_with("study m\nrun a: disk, step 0.1, steps 1000000000, every 1000",
                 &(noslip_script_options){.fresh = true, .seconds = 0.05});
  assert_int_equal(s.status, NOSLIP_STOPPED);
  check_text(noslip_last_error(s.context), "stopped before the end");
  study_forget(&s);
}

// every request for memory fails once: the study ends with a sentence, and everything is given back
static void memory_may_run_out(void **state) {
  (void)state;
  const char *models[] = {NOSLIP_MODELS};
  const noslip_script_options o = {.threads = 1, .models = models, .nmodel = 1, .fresh = true};
  static const char small[] =
      "study m\nrun a: disk, step 0.1/k for k in 1..2, steps 3\n"
      "measure e = max(norm(a.q - exact(a.q)))\nexpect slope(a.step, e) = 2 within 1\n"
      "draw a.step:e reference 2\nrun c: bouncing_ball with e = k, until 0.8, step 0.1, "
      "seek k in 0.1..0.9 within 0.5 of first(c.event.impact.floor) - 0.5*k - 0.3";
  noslip_status status = NOSLIP_ERROR_MEMORY;
  long step = check_long() ? 1 : 37;
  for (long at = 1; status != NOSLIP_OK; at += step) {
    counter c = {.fail_at = at};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_script *script = NULL;
    noslip_script_result *result = NULL;
    status = context ? noslip_script_parse(context, "m", small, &script) : NOSLIP_ERROR_MEMORY;
    if (status == NOSLIP_OK)
      status = noslip_script_run(context, script, &o, &result);
    if (status != NOSLIP_OK && status != NOSLIP_ERROR_MEMORY)
      print_error("request %ld: status %d, %s\n", at, status, noslip_last_error(context));
    assert_true(status == NOSLIP_OK || status == NOSLIP_ERROR_MEMORY);
    noslip_script_result_free(result);
    noslip_script_free(script);
    noslip_close(context);
    assert_int_equal(c.blocks, 0);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finished_parts_are_kept),
      cmocka_unit_test(other_parts_are_computed),
      cmocka_unit_test(events_and_members_are_kept),
      cmocka_unit_test(every_source_counts),
      cmocka_unit_test(keys_depend_on_the_library),
      cmocka_unit_test(damaged_entries_are_computed_again),
      cmocka_unit_test(studies_can_be_stopped),
      cmocka_unit_test(old_results_make_room),
      cmocka_unit_test(memory_may_run_out),
  };
  if (!mkdtemp(folder) || setenv("NOSLIP_CACHE", folder, 1) != 0)
    return 1;
  int failed = check_run(argc, argv, tests);
  nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  return failed;
}
