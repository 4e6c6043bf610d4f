// Tests of src/native/private.c, cache.c and compiler.c against others: what stands in the place of
// an entry and is none, who may read and write what is kept, and compilers that do not end.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/native/native_runs.h"

#include <signal.h>
#include <sys/sysmacros.h>

enum { too_slow = 20 };  // seconds: what hangs ends the test program

// ---- what stands in the place of an entry

// it is made again, and the place then has a file of the user's own
static void made_anew_at_(const char *entry, int line) {
  struct stat s;
  int calls = count_calls();
  alarm(too_slow);
  served_by_(pendulum, "native", "native", __FILE__, line);
  alarm(0);
  check_that(count_calls() == calls + 1, __FILE__, line, "the compiler was not asked\n");
  assert_int_equal(lstat(entry, &s), 0);
  check_that(S_ISREG(s.st_mode) && (s.st_mode & 0777) == 0600, __FILE__, line, "mode %o\n",
             (unsigned)s.st_mode);
}

#define made_anew_at(entry) made_anew_at_(entry, __LINE__)

// the real compiler is asked once, for all tests
static void usual_compiler(void) {
  if (access(in_folder("kept.so"), F_OK) != 0)
    quick_compiler();
  else
    setenv("CC", in_folder("quick"), 1);
}

static const char *first_entry(const char *name) {
  usual_compiler();
  const char *store = empty_cache(name);
  served_by(pendulum, "native", "native");
  return entry_of(store);
}

static void links_are_not_followed(void **unused) {
  (void)unused;
  const char *entry = first_entry("links"), *elsewhere = in_folder("elsewhere.so");
  assert_int_equal(rename(entry, elsewhere), 0);
  assert_int_equal(symlink(elsewhere, entry), 0);
  made_anew_at(entry);
  assert_int_equal(unlink(entry), 0);
  assert_int_equal(symlink("/nonexistent/entry.so", entry), 0);
  made_anew_at(entry);
}

// nobody writes into it: an open that waits for somebody would wait for ever
static void pipes_do_not_hang(void **unused) {
  (void)unused;
  const char *entry = first_entry("pipes");
  assert_int_equal(unlink(entry), 0);
  assert_int_equal(mkfifo(entry, 0600), 0);
  made_anew_at(entry);
}

static void devices_are_refused(void **unused) {
  (void)unused;
  const char *entry = first_entry("devices");
  assert_int_equal(unlink(entry), 0);
  if (mknod(entry, S_IFCHR | 0600, makedev(1, 5)) != 0)  // /dev/zero
    skip();
  made_anew_at(entry);
}

// whole, but anybody may have written it
static void open_entries_are_made_anew(void **unused) {
  (void)unused;
  static const mode_t modes[] = {0666, 0620, 0602};
  const char *entry = first_entry("open");
  for (int i = 0; i < 3; i++) {
    assert_int_equal(chmod(entry, modes[i]), 0);
    made_anew_at(entry);
  }
  // the twin: others may read it
  int calls = count_calls();
  assert_int_equal(chmod(entry, 0644), 0);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_calls(), calls);
}

static void entries_that_others_own_are_made_anew(void **unused) {
  (void)unused;
  if (geteuid() != 0)
    skip();
  const char *entry = first_entry("theirs");
  assert_int_equal(chown(entry, 65534, 65534), 0);
  made_anew_at(entry);
}

// the directory itself is none if it is a link; one above it may be
static void linked_directories_are_passed_over(void **unused) {
  (void)unused;
  usual_compiler();
  const char *real = empty_directory("real"), *link = in_folder("link");
  assert_int_equal(symlink(real, link), 0);
  setenv("NOSLIP_CACHE", link, 1);
  setenv("TMPDIR", empty_directory("tmp"), 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(real), 0);
  setenv("NOSLIP_CACHE", in_folder("link/below"), 1);
  served_by(pendulum, "native", "native");
  assert_int_equal(count_names(in_folder("real/below")), 1);
  unsetenv("TMPDIR");
}

// two entries of one directory are two codes, whatever descriptors they were read through
static void entries_are_not_confused(void **unused) {
  (void)unused;
  static const char weight[] = "model weight\ncoord x\nlagrangian x'^2/2 - x^4\n"
                               "init x = 1\nrun method dla-mp, step 0.1, steps 20\n";
  unsetenv("CC");
  empty_cache("two");
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = NULL;
  noslip_run *first = NULL;
  noslip_run_options options = {.backend = "native", .steps = 20};
  assert_int_equal(noslip_model_parse(c, "test", pendulum, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &options, &first), NOSLIP_OK);
  served_by(weight, "native", "native");
  served_by(pendulum, "native", "native");
  noslip_run_free(first);
  served_by(weight, "native", "native");
  noslip_model_free(m);
  noslip_close(c);
}

// ---- modes, whatever the umask

static void everything_is_private(void **unused) {
  (void)unused;
  static const mode_t masks[] = {0, 0022, 0177};
  char body[700];
  first_entry("kept");
  // what the compiler was given, and where; what it makes has the rights that the umask leaves
  snprintf(body, sizeof body,
           "d=${out%%/*}; stat -c %%a \"$d\" \"$d/unit.c\" > \"$d/../seen\"\ncat '%s' > \"$out\"",
           in_folder("kept.so"));
  compiler_script("modes-cc", body);
  for (int i = 0; i < 3; i++) {
    empty_directory("modes");
    const char *store = in_folder("modes/er/est");
    setenv("NOSLIP_CACHE", store, 1);
    mode_t old = umask(masks[i]);
    outcome o = live(pendulum, "native");
    umask(old);
    assert_int_equal(o.status, NOSLIP_OK);
    char *seen = read_file(in_folder("modes/er/est/seen"));
    assert_string_equal(seen, "700\n600\n");
    free(seen);
    remove(in_folder("modes/er/est/seen"));
    assert_int_equal(mode_of(entry_of(store)), 0600);
    assert_int_equal(mode_of(store), 0700);
    assert_int_equal(mode_of(in_folder("modes/er")), 0700);
  }
}

// ---- compilers that do not end

// it starts a program that goes on, says which, and waits for it
static void endless_compiler(void) {
  char body[700];
  remove(in_folder("started"));
  snprintf(body, sizeof body, "sleep 300 &\necho $! > '%s'\nmv '%s' '%s'\nwait",
           in_folder("starting"), in_folder("starting"), in_folder("started"));
  compiler_script("endless", body);
}

// the program that the compiler has started; 0 if it does not start it
static pid_t wait_for_start(void) {
  int pid = 0;
  for (int i = 0; i < 500 && access(in_folder("started"), F_OK) != 0; i++)
    wait_ms(10);
  FILE *file = fopen(in_folder("started"), "r");
  if (!file || fscanf(file, "%d", &pid) != 1)
    pid = 0;
  if (file)
    fclose(file);
  return (pid_t)pid;
}

// does it end within some seconds? One that nobody waits for counts as ended.
static bool ends(pid_t pid) {
  for (int i = 0; i < 500; i++) {
    char path[64], line[256], kind = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (kill(pid, 0) != 0)
      kind = 'Z';
    else if (file && fgets(line, sizeof line, file) && strrchr(line, ')'))
      kind = strrchr(line, ')')[2];
    if (file)
      fclose(file);
    if (kind == 'Z')
      return true;
    wait_ms(10);
  }
  kill(pid, SIGKILL);
  return false;
}

static void compilers_have_a_time_limit(void **unused) {
  (void)unused;
  const char *store = empty_cache("slow"), *place = empty_directory("tmp");
  setenv("TMPDIR", place, 1);
  setenv("NOSLIP_COMPILE_SECONDS", "0.3", 1);
  endless_compiler();
  alarm(too_slow);
  refused_natively("0.3 s");
  refused_natively("NOSLIP_COMPILE_SECONDS");
  alarm(0);
  assert_true(ends(wait_for_start()));
  assert_int_equal(count_names(store), 0);
  assert_int_equal(count_names(place), 0);
  unsetenv("TMPDIR");
  // the twin: time enough
  setenv("NOSLIP_COMPILE_SECONDS", "100", 1);
  usual_compiler();
  served_by(pendulum, "native", "native");
  unsetenv("NOSLIP_COMPILE_SECONDS");
}

static void wrong_limits_are_told(void **unused) {
  (void)unused;
  static const char *const wrong[] = {"soon", "0", "-1", "nan", "1e400", "5 s"};
  unsetenv("CC");
  empty_cache("limits");
  for (size_t i = 0; i < sizeof wrong/sizeof *wrong; i++) {
    setenv("NOSLIP_COMPILE_SECONDS", wrong[i], 1);
    refused_natively("NOSLIP_COMPILE_SECONDS");
  }
  unsetenv("NOSLIP_COMPILE_SECONDS");
}

// the tool is ended while it compiles: the compiler and its files go with it
static void compilers_end_with_the_tool(void **unused) {
  (void)unused;
  static const int signals[] = {SIGINT, SIGTERM, SIGKILL};
  const char *model = write_file("pendulum.noslip", pendulum);
  for (int i = 0; i < 3; i++) {
    const char *store = empty_cache("ended");
    endless_compiler();
    pid_t child = start(WORDS("run", model, "--backend", "native"), usual);
    pid_t below = wait_for_start();
    assert_true(below > 0);
    kill(child, signals[i]);
    finish(child);
    assert_true(ends(below));
    for (int k = 0; k < 300 && count_names(store) > 0; k++)
      wait_ms(10);
    assert_int_equal(count_names(store), 0);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(links_are_not_followed),
      cmocka_unit_test(pipes_do_not_hang),
      cmocka_unit_test(devices_are_refused),
      cmocka_unit_test(open_entries_are_made_anew),
      cmocka_unit_test(entries_that_others_own_are_made_anew),
      cmocka_unit_test(linked_directories_are_passed_over),
      cmocka_unit_test(entries_are_not_confused),
      cmocka_unit_test(everything_is_private),
      cmocka_unit_test(compilers_have_a_time_limit),
      cmocka_unit_test(wrong_limits_are_told),
      cmocka_unit_test(compilers_end_with_the_tool),
  };
  return tool_run(argc, argv, tests);
}
