// Tests of src/native/cache.c and compiler.c: what is kept and what is trusted, places that cannot
// be used, compilers that are none.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "native/cache.h"

#include "tests/native/native_runs.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>

static const char oscillator[] = "model oscillator\ncoord x\nlagrangian x'^2/2 - x^4\n"
                                 "init x = 1\nrun method dla-mp, step 0.1, steps 20\n";

// ---- entries

typedef struct bytes {
  char *data;
  size_t length;
} bytes;

static bytes read_bytes(const char *path) {
  struct stat s;
  assert_int_equal(stat(path, &s), 0);
  bytes b = {malloc((size_t)s.st_size + 1), (size_t)s.st_size};
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fread(b.data, 1, b.length, file), b.length);
  fclose(file);
  return b;
}

static void write_bytes(const char *path, const char *data, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void second_run_compiles_nothing(void **unused) {
  (void)unused;
  quick_compiler();
  const char *store = empty_cache("second");
  int calls = count_calls();
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls + 1);
  served_by(pendulum, "native", "native");
  served_by(pendulum, "auto", "native");
  assert_int_equal(count_calls(), calls + 1);
  assert_int_equal(count_names(store), 1);  // no work is left either
}

// whatever is in the place of the entry is not loaded: it is made anew, and is whole again
static void replaced_by(const char *entry, const char *data, size_t length) {
  int calls = count_calls();
  write_bytes(entry, data, length);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls + 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls + 1);
}

static void damaged_entries_are_made_anew(void **unused) {
  (void)unused;
  quick_compiler();
  const char *store = empty_cache("damaged");
  served_by(pendulum, "native", "native");
  const char *entry = entry_of(store);
  bytes good = read_bytes(entry);
  const size_t tail = cache_key + sha256_size + 16;  // key, digest and mark

  // cut off
  const size_t lengths[] = {0, 1, tail - 1, tail, tail + 1, good.length/2, good.length - 1};
  for (size_t i = 0; i < sizeof lengths/sizeof *lengths; i++)
    replaced_by(entry, good.data, lengths[i]);

  // one bit turned: in the code, at its ends, in the key, the digest and the mark
  const size_t places[] = {0,
                           18,
                           good.length/3,
                           good.length - tail - 1,
                           good.length - tail,
                           good.length - tail + cache_key,
                           good.length - 16,
                           good.length - 1};
  for (size_t i = 0; i < sizeof places/sizeof *places; i++) {
    good.data[places[i]] ^= 1;
    replaced_by(entry, good.data, good.length);
    good.data[places[i]] ^= 1;
  }

  // one byte more, and the twin: the entry as it was is taken
  good.data[good.length] = 0;
  replaced_by(entry, good.data, good.length + 1);
  int calls = count_calls();
  write_bytes(entry, good.data, good.length);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls);
  free(good.data);
}

// a whole entry under the name of another
static void entries_of_others_are_made_anew(void **unused) {
  (void)unused;
  unsetenv("CC");
  const char *store = empty_cache("oscillator");
  served_by(oscillator, "native", "native");
  bytes other = read_bytes(entry_of(store));
  quick_compiler();
  store = empty_cache("pendulum");
  served_by(pendulum, "native", "native");
  replaced_by(entry_of(store), other.data, other.length);
  free(other.data);
}

// other words, or another program of the same name: other code
static void other_compilers_have_other_entries(void **unused) {
  (void)unused;
  char words[600];
  quick_compiler();
  const char *store = empty_cache("compilers"), *script = getenv("CC");
  served_by(pendulum, "native", "native");
  snprintf(words, sizeof words, "%s -DOTHER", script);
  setenv("CC", words, 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(store), 2);
  FILE *file = fopen(in_folder("quick"), "a");
  fputs("# longer\n", file);
  fclose(file);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(store), 3);
}

// ---- places

// Without a cache the code is made in a directory of its own in $TMPDIR, and leaves nothing there.
static void works_without_a_cache(const char *store) {
  const char *place = empty_directory("tmp");
  setenv("TMPDIR", place, 1);
  int calls = count_calls(), names = count_names(store);
  served_by(pendulum, "native", "native");
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls + 2);
  assert_int_equal(count_names(store), names);
  assert_int_equal(count_names(place), 0);
  unsetenv("TMPDIR");
}

static void open_directories_are_not_trusted(void **unused) {
  (void)unused;
  static const mode_t modes[] = {0777, 0770, 0702};
  quick_compiler();
  for (int i = 0; i < 3; i++) {
    const char *store = empty_cache("open");
    served_by(pendulum, "native", "native");  // an entry that could be taken
    assert_int_equal(chmod(store, modes[i]), 0);
    works_without_a_cache(store);
  }
}

static void directories_of_others_are_not_trusted(void **unused) {
  (void)unused;
  if (geteuid() != 0)
    skip();
  quick_compiler();
  const char *store = empty_cache("theirs");
  assert_int_equal(chown(store, 65534, 65534), 0);
  works_without_a_cache(store);
}

static void files_and_relative_names_are_no_directories(void **unused) {
  (void)unused;
  quick_compiler();
  setenv("NOSLIP_CACHE", write_file("a-file", ""), 1);
  works_without_a_cache("/nonexistent");
  setenv("NOSLIP_CACHE", "relative/cache", 1);
  works_without_a_cache("relative/cache");
  setenv("NOSLIP_CACHE", "/proc/nowhere/cache", 1);
  works_without_a_cache("/proc/nowhere");
  char name[2000];
  memset(name, 'x', sizeof name);
  name[0] = '/';
  name[sizeof name - 1] = 0;
  setenv("NOSLIP_CACHE", name, 1);
  works_without_a_cache("/nonexistent");
}

static void missing_directories_are_made(void **unused) {
  (void)unused;
  quick_compiler();
  empty_directory("deep");
  const char *store = in_folder("deep/er/est");
  setenv("NOSLIP_CACHE", store, 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(store), 1);
  assert_int_equal(mode_of(store), 0700);
  assert_int_equal(mode_of(in_folder("deep/er")), 0700);
}

// $XDG_CACHE_HOME/noslip, then $HOME/.cache/noslip, then none
static void usual_places_are_found(void **unused) {
  (void)unused;
  char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
  quick_compiler();
  setenv("NOSLIP_CACHE", "", 1);
  setenv("XDG_CACHE_HOME", empty_directory("xdg"), 1);
  setenv("HOME", empty_directory("home"), 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(in_folder("xdg/noslip")), 1);
  assert_int_equal(count_names(in_folder("home")), 0);
  unsetenv("NOSLIP_CACHE");
  setenv("XDG_CACHE_HOME", "relative", 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(in_folder("home/.cache/noslip")), 1);
  unsetenv("HOME");
  works_without_a_cache("relative");
  unsetenv("XDG_CACHE_HOME");
  works_without_a_cache("/nonexistent");
  if (home)
    setenv("HOME", home, 1);
  free(home);
}

static void no_place_at_all_is_told(void **unused) {
  (void)unused;
  quick_compiler();
  setenv("NOSLIP_CACHE", "relative", 1);
  setenv("TMPDIR", "/nonexistent", 1);
  refused_natively("no place for compiled code");
  refused_natively("NOSLIP_CACHE");
  unsetenv("TMPDIR");
}

// in a child, without the rights of the superuser
static void nobody_writes(const char *store) {
  if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
    _exit(2);
  outcome o = live(pendulum, "native"), expected = live(pendulum, "interpret");
  bool good = o.status == NOSLIP_OK && same_bits(o.end, expected.end, 2);
  if (!good)
    fprintf(stderr, "%s\n", o.sentence);
  _exit(!(good && strcmp(o.backend, "native") == 0 && count_names(store) == 0));
}

static void read_only_directories_are_passed_over(void **unused) {
  (void)unused;
  quick_compiler();
  const char *store = empty_cache("read-only"), *place = empty_directory("tmp");
  served_by(pendulum, "native", "native");  // the compiler has something to give
  remove(entry_of(store));
  setenv("TMPDIR", place, 1);
  assert_int_equal(chmod(folder, 0755), 0);
  assert_int_equal(chmod(in_folder("quick"), 0755), 0);
  assert_int_equal(chmod(in_folder("kept.so"), 0644), 0);
  assert_int_equal(chmod(in_folder("calls"), 0666), 0);
  assert_int_equal(chmod(place, 01777), 0);
  if (geteuid() == 0)
    assert_int_equal(chown(store, 65534, 65534), 0);
  assert_int_equal(chmod(store, 0555), 0);
  pid_t child = fork();
  if (child == 0)
    nobody_writes(store);
  int status = finish(child);
  assert_int_equal(count_names(place), 0);
  unsetenv("TMPDIR");
  chmod(store, 0700);
  chmod(folder, 0700);
  assert_int_equal(status, 0);
}

// A full disk: no file may grow beyond a limit. In a child; what it says comes through its exit.
static void live_within(rlim_t most) {
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit limit = {most, most};
  setrlimit(RLIMIT_FSIZE, &limit);
  outcome o = live(pendulum, "native"), silent = live(pendulum, "auto");
  outcome expected = live(pendulum, "interpret");
  bool refused = o.status == NOSLIP_ERROR_FILE && strlen(o.sentence) > 20;
  bool served = silent.status == NOSLIP_OK && strcmp(silent.backend, "interpret") == 0 &&
                same_bits(silent.end, expected.end, 2);
  _exit(!refused + 2*!served);
}

static void full_disk_leaves_the_interpreter(void **unused) {
  (void)unused;
  static const rlim_t most[] = {0, 1000, 15000, 40000};
  unsetenv("CC");
  for (int i = 0; i < 4; i++) {
    const char *store = empty_cache("full"), *place = empty_directory("tmp");
    setenv("TMPDIR", place, 1);
    pid_t child = fork();
    if (child == 0)
      live_within(most[i]);
    int status = finish(child);
    unsetenv("TMPDIR");
    if (status != 0 && i == 3)
      break;  // the code is smaller than this
    assert_int_equal(status, 0);
    assert_int_equal(count_names(store), 0);
    assert_int_equal(count_names(place), 0);
  }
}

// ---- many at once

static void eight_processes_at_once_agree(void **unused) {
  (void)unused;
  enum { many = 8 };
  pid_t children[many];
  compiler_script("plain", "exec cc \"$@\"");
  const char *store = empty_cache("many");
  outcome expected = live(pendulum, "interpret");
  for (int i = 0; i < many; i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] == 0) {
      outcome o = live(pendulum, "native");
      _exit(!(o.status == NOSLIP_OK && strcmp(o.backend, "native") == 0 &&
              same_bits(o.end, expected.end, 2)));
    }
  }
  for (int i = 0; i < many; i++)
    assert_int_equal(finish(children[i]), 0);
  assert_int_equal(count_names(store), 1);
  int calls = count_calls();
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls);
}

// ---- room

static void old_file(const char *directory, const char *name, long days) {
  char path[700];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  write_bytes(path, "x", 1);
  struct timespec times[2] = {{.tv_sec = time(NULL) - 86400*days},
                              {.tv_sec = time(NULL) - 86400*days}};
  assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

// A user may name a directory that has other things in it: they stay, however old and many.
static void files_of_the_user_stay(void **unused) {
  (void)unused;
  char name[100];
  quick_compiler();
  const char *store = empty_cache("mixed"), *letters = in_folder("mixed/letters");
  assert_int_equal(mkdir(letters, 0700), 0);
  old_file(letters, "to-grandmother", 900);
  struct timespec old[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
  assert_int_equal(utimensat(AT_FDCWD, letters, old, 0), 0);
  for (int i = 0; i < 400; i++) {
    snprintf(name, sizeof name, "photo-%d.so", i);
    old_file(store, name, 1000 + i);
  }
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(store), 402);
  assert_int_equal(count_names(letters), 1);
}

// 300 entries are kept, the oldest goes first; so does work that was left behind a day ago
static void oldest_entries_go_first(void **unused) {
  (void)unused;
  char name[100];
  quick_compiler();
  const char *store = empty_cache("room"), *work = in_folder("room/work-a1b2c3");
  assert_int_equal(mkdir(work, 0700), 0);
  old_file(work, "unit.c", 3);
  struct timespec old[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
  assert_int_equal(utimensat(AT_FDCWD, work, old, 0), 0);
  for (int i = 0; i < 300; i++) {
    snprintf(name, sizeof name, "%064x.so", (unsigned)i);
    old_file(store, name, 1 + i);
  }
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(store), 300);
  char last[700];
  snprintf(last, sizeof last, "%s/%064x.so", store, 299u);
  assert_int_not_equal(access(last, F_OK), 0);
}

// ---- compilers

static void missing_compilers_are_named(void **unused) {
  (void)unused;
  char *path = strdup(getenv("PATH"));
  const char *store = empty_cache("missing");
  setenv("CC", "/nonexistent/cc", 1);
  refused_natively("`/nonexistent/cc`");
  refused_natively("the option `backend` = \"interpret\"");
  setenv("CC", "no-such-compiler -O9", 1);
  refused_natively("`no-such-compiler`");
  unsetenv("CC");
  setenv("PATH", "", 1);
  refused_natively("no C compiler `cc`");
  refused_natively("set CC");
  unsetenv("PATH");
  refused_natively("no C compiler `cc`");
  setenv("PATH", "/nonexistent:::/proc", 1);
  refused_natively("no C compiler `cc`");
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(count_names(store), 0);
}

// they leave nothing behind, and are asked again the next time
static void bad_compilers_are_told(void **unused) {
  (void)unused;
  static const struct {
    const char *body, *words;
  } bad[] = {
      {"exit 1", "status 1"},
      {"echo 'unit.c:1: error: no room on the moon' >&2; exit 3", "no room on the moon"},
      {"exit 0", "made no native code"},
      {"echo garbage > \"$out\"", "cannot be loaded"},
      {": > \"$out\"", "made no native code"},
      {"cp /bin/sh \"$out\"", "cannot be loaded"},
      {"echo garbage > \"$out\"; exit 1", "status 1"},
      {"kill -9 $$", "made no native code"},
      {"rm -rf \"${out%/*}\"", "made no native code"},
      {"echo 'int x;' | cc -shared -fPIC -o \"$out\" -x c -", "cannot be loaded"},
  };
  const char *store = empty_cache("bad"), *place = empty_directory("tmp");
  setenv("TMPDIR", place, 1);
  for (size_t i = 0; i < sizeof bad/sizeof *bad; i++) {
    compiler_script("broken", bad[i].body);
    int calls = count_calls();
    refused_natively(bad[i].words);
    refused_natively("the option `backend` = \"interpret\"");
    assert_int_equal(count_calls(), calls + 4);
    assert_int_equal(count_names(store), 0);
    assert_int_equal(count_names(place), 0);
  }
  unsetenv("TMPDIR");
  setenv("CC", "false", 1);
  refused_natively("false");
  write_file("no-program", "this is no program\n");
  chmod(in_folder("no-program"), 0700);
  setenv("CC", in_folder("no-program"), 1);
  refused_natively("no-program");
}

// a program that does not wait for its children cannot know how the compiler ended
static void ignored_children_do_no_harm(void **unused) {
  (void)unused;
  quick_compiler();
  empty_cache("ignored");
  signal(SIGCHLD, SIG_IGN);
  served_by(pendulum, "native", "native");
  compiler_script("broken", "echo garbage > \"$out\"; exit 1");
  refused_natively("the option `backend` = \"interpret\"");
  signal(SIGCHLD, SIG_DFL);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(second_run_compiles_nothing),
      cmocka_unit_test(damaged_entries_are_made_anew),
      cmocka_unit_test(entries_of_others_are_made_anew),
      cmocka_unit_test(other_compilers_have_other_entries),
      cmocka_unit_test(open_directories_are_not_trusted),
      cmocka_unit_test(directories_of_others_are_not_trusted),
      cmocka_unit_test(files_and_relative_names_are_no_directories),
      cmocka_unit_test(missing_directories_are_made),
      cmocka_unit_test(usual_places_are_found),
      cmocka_unit_test(no_place_at_all_is_told),
      cmocka_unit_test(read_only_directories_are_passed_over),
      cmocka_unit_test(full_disk_leaves_the_interpreter),
      cmocka_unit_test(eight_processes_at_once_agree),
      cmocka_unit_test(files_of_the_user_stay),
      cmocka_unit_test(oldest_entries_go_first),
      cmocka_unit_test(missing_compilers_are_named),
      cmocka_unit_test(bad_compilers_are_told),
      cmocka_unit_test(ignored_children_do_no_harm),
  };
  return tool_run(argc, argv, tests);
}
