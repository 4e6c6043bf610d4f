// Files that results go to: what becomes of an older one, full disks, links, pipes, directories that
// cannot be written to; notes in CSV files.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "output/replace.h"

#include "tests/support/backends.h"
#include "tests/support/tool_models.h"

#include <sys/resource.h>

static const char older[] = "t,x\n0,1\nthe work of a week\n";

// a model and a folder of its own for the results
static const char *swing(void) {
  return write_file("swing.noslip",
                    "model swing\nparam k = 1\ncoord x\nlagrangian x'^2/2 - k*x^2/2\n"
                    "init x = 1\nrun method dla-mp, step 0.01, steps 3000\n");
}

static const char *results(void) {
  return empty_directory("results");
}

static bool ends_with(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n >= m && strcmp(name + n - m, end) == 0;
}

// the only file of the results whose name has this word in it; "" if there is none
static const char *found(const char *word) {
  static char path[700];
  DIR *d = opendir(in_folder("results"));
  path[0] = 0;
  for (struct dirent *e; d && (e = readdir(d));)
    if (strstr(e->d_name, word))
      snprintf(path, sizeof path, "%s/%s", in_folder("results"), e->d_name);
  closedir(d);
  return path;
}

static void has_text(const char *path, const char *expected) {
  char *text = read_file(path);
  assert_string_equal(text, expected);
  free(text);
}

// no file of the tool may grow beyond `most` bytes
static result run_within(rlim_t most, const char *const *words) {
  struct rlimit before, small;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = most;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  streams s = {open("/dev/null", O_WRONLY), -1};
  result r = run_words(words, s);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  return r;
}

// ---- older files

static void older_files_are_replaced(void **unused) {
  (void)unused;
  const char *m = swing(), *store = results(), *path = in_folder("results/a.csv");
  write_file("results/a.csv", older);
  assert_int_equal(chmod(path, 0640), 0);
  result r = tool("run", m, "--steps", "10", "-o", path);
  assert_int_equal(r.status, 0);
  forget(&r);
  struct stat s;
  assert_int_equal(stat(path, &s), 0);
  assert_int_equal(s.st_mode & 0777, 0640);
  char *text = read_file(path);
  assert_null(strstr(text, "work of a week"));
  free(text);
  assert_int_equal(count_names(store), 1);
}

// rows came to 20 000 bytes and no further: they are whole, and the older file is still there
static void full_disk_keeps_rows_and_the_older_file(void **unused) {
  (void)unused;
  static const rlim_t limits[] = {20000, 20001, 20017, 70000};
  const char *m = swing(), *path = in_folder("results/a.csv");
  for (int i = 0; i < 4; i++) {
    const char *store = results();
    write_file("results/a.csv", older);
    result r = run_within(limits[i], WORDS("run", m, "-o", path));
    assert_int_equal(r.status, 1);
    check_text_(r.err, "the older file is now", "the message", __FILE__, __LINE__);
    forget(&r);
    char *text = read_file(path);
    check_that(ends_with(text, "\n"), __FILE__, __LINE__, "a torn line\n");
    assert_true(strlen(text) > limits[i] - 500);
    const char *last = text + strlen(text) - 1;
    while (last > text && last[-1] != '\n')
      last--;
    int commas = 0;
    for (const char *at = last; *at; at++)
      commas += *at == ',';
    assert_int_equal(commas, 5);  // t, x, x', energy, constraint, momentum.x
    free(text);
    assert_int_equal(count_names(store), 2);
    has_text(found(".old-"), older);
  }
}

// not even the first row: the older file has not moved
static void full_disk_before_the_first_row_changes_nothing(void **unused) {
  (void)unused;
  static const rlim_t limits[] = {0, 10, 40};
  const char *m = swing(), *path = in_folder("results/a.csv");
  for (int i = 0; i < 3; i++) {
    const char *store = results();
    write_file("results/a.csv", older);
    struct rlimit none;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &none), 0);
    streams s = {open("/dev/null", O_WRONLY), open("/dev/null", O_WRONLY)};
    struct rlimit small = none;
    small.rlim_cur = limits[i];
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int status = finish(start(WORDS("run", m, "-o", path), s));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_int_equal(status, 1);
    assert_int_equal(count_names(store), 1);
    has_text(path, older);
  }
}

static void failed_runs_keep_their_rows(void **unused) {
  (void)unused;
  const char *m = write_file("cliff.noslip", cliff), *store = results();
  const char *path = in_folder("results/a.csv");
  write_file("results/a.csv", older);
  result r = tool("run", m, "-o", path);
  assert_int_equal(r.status, 1);
  forget(&r);
  char *text = read_file(path);
  assert_null(strstr(text, "work of a week"));
  assert_true(ends_with(text, "\n") && strstr(text, "\n0.1,"));
  free(text);
  assert_int_equal(count_names(store), 1);
}

static size_t size_of(const char *path) {
  struct stat file;
  return stat(path, &file) == 0 ? (size_t)file.st_size : 0;
}

// until rows have taken the place of the older file; a busy machine takes its time
static void wait_for_rows(const char *path) {
  for (int i = 0; i < 1000 && size_of(path) <= 100; i++)
    wait_ms(10);
}

// Nobody could tidy up: the rows are in their place, the older file beside them. A row in thousands of
// steps: few are written at once, so that the signal does not come in the middle of a large write, which
// then ends within a line.
static void killed_runs_leave_both(void **unused) {
  (void)unused;
  const char *m = swing(), *path = in_folder("results/a.csv");
  results();
  write_file("results/a.csv", older);
  pid_t child = start(WORDS("run", m, "--steps", "1000000000", "--every", "20000", "--backend",
                            "interpret", "-o", path),
                      usual);
  wait_for_handler(child);
  wait_for_rows(path);
  kill(child, SIGKILL);
  finish(child);
  char *text = read_file(path);
  assert_true(ends_with(text, "\n") && strlen(text) > 100);
  free(text);
  has_text(found(".old-"), older);
}

// studies, pictures and exported files: all or nothing
static void other_results_appear_whole(void **unused) {
  (void)unused;
  const char *m = swing(), *path = in_folder("results/a.csv"), *text = in_folder("results/a.c");
  const char *store = results();
  write_file("results/a.csv", older);
  write_file("results/a.c", older);
  const char *const *commands[] = {
      WORDS("compare", m, "--methods", "dla-mp", "-o", path),
      WORDS("converge", m, "--methods", "dla-mp", "--until", "1", "-o", path),
      WORDS("ensemble", m, "--sample", "x=1:2", "--members", "2", "-o", path),
      WORDS("export", m, "-o", text),
  };
  // some libraries of OpenMP want a file of 1024 bytes when a program starts that uses threads
  static const rlim_t limits[] = {100, 100, 2000, 100};
  for (int i = 0; i < 4; i++) {
    result r = run_within(limits[i], commands[i]);
    check_that(r.status == 1, __FILE__, __LINE__, "%s: status %d\n%s", commands[i][0], r.status,
               r.err);
    forget(&r);
    has_text(path, older);
    has_text(text, older);
    assert_int_equal(count_names(store), i < 3 ? 2 : 3);  // with the members of the ensemble
    // the twin: with room the older file is replaced
    r = run_words(commands[i], usual);
    assert_int_equal(r.status, 0);
    forget(&r);
    char *now = read_file(i == 3 ? text : path);
    assert_null(strstr(now, "work of a week"));
    free(now);
    write_file("results/a.csv", older);
  }
}

// ---- places

static void links_stay_links(void **unused) {
  (void)unused;
  const char *m = swing(), *store = results(), *path = in_folder("results/link.csv");
  write_file("results/a.csv", older);
  assert_int_equal(symlink("a.csv", path), 0);
  result r = tool("run", m, "--steps", "10", "-o", path);
  assert_int_equal(r.status, 0);
  forget(&r);
  struct stat s;
  assert_int_equal(lstat(path, &s), 0);
  assert_true(S_ISLNK(s.st_mode));
  assert_int_equal(count_names(store), 2);
  // to a file that is to be made
  const char *other = in_folder("results/other.csv");
  assert_int_equal(symlink("made.csv", other), 0);
  r = tool("run", m, "--steps", "10", "-o", other);
  assert_int_equal(r.status, 0);
  forget(&r);
  char *one = read_file(path), *two = read_file(in_folder("results/made.csv"));
  assert_string_equal(one, two);
  free(one);
  free(two);
}

static void pipes_are_written_to(void **unused) {
  (void)unused;
  const char *m = swing(), *path = in_folder("results/pipe.csv");
  results();
  assert_int_equal(mkfifo(path, 0600), 0);
  pid_t child = start(WORDS("run", m, "--steps", "10", "-o", path), usual);
  char *text = read_file(path);
  assert_int_equal(finish(child), 0);
  assert_true(strncmp(text, "t,x,", 4) == 0 && ends_with(text, "\n"));
  free(text);
  struct stat s;
  assert_int_equal(lstat(path, &s), 0);
  assert_true(S_ISFIFO(s.st_mode));
}

// /dev/stdout is standard output, into a file as well: the report does not write over the rows
static void standard_output_has_many_names(void **unused) {
  (void)unused;
  static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  const char *m = swing();
  result expected = tool("run", m, "--steps", "10", "-o", "-");
  assert_int_equal(strncmp(expected.out, "t,x,", 4), 0);
  for (int i = 0; i < 4; i++) {
    result r = tool("run", m, "--steps", "10", "-o", names[i]);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, expected.out);
    forget(&r);
    refused(2, "both want standard output", "run", m, "--json", "-o", names[i]);
  }
  forget(&expected);
}

// in a child without the rights of the superuser: a file that may be written, none beside it
static void write_as_nobody(const char *path) {
  if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
    _exit(2);
  replace r;
  if (!replace_check(path) || !replace_open(&r, path) || r.beside)
    _exit(3);
  bool done =
      write(r.file, "new\n", 4) == 4 && replace_take_place(&r, true) && replace_end(&r, true);
  replace_free(&r);
  // and a file that is not there cannot be made
  char other[600];
  snprintf(other, sizeof other, "%s.other", path);
  _exit(done && !replace_check(other) && !replace_open(&r, other) ? 0 : 4);
}

static void read_only_directories_still_have_their_files(void **unused) {
  (void)unused;
  const char *store = results(), *path = write_file("results/a.csv", older);
  assert_int_equal(chmod(path, 0666), 0);
  assert_int_equal(chmod(store, 0555), 0);
  assert_int_equal(chmod(folder, 0755), 0);
  pid_t child = fork();
  if (child == 0)
    write_as_nobody(path);
  int status = finish(child);
  chmod(store, 0700);
  chmod(folder, 0700);
  assert_int_equal(status, 0);
  has_text(path, "new\n");
}

// a study that would wait for a reader of a pipe before it begins is no good
static void checks_do_not_wait(void **unused) {
  (void)unused;
  results();
  const char *path = in_folder("results/pipe.csv");
  assert_int_equal(mkfifo(path, 0600), 0);
  alarm(10);
  assert_true(replace_check(path));
  alarm(0);
  assert_false(replace_check(in_folder("results")));
  assert_false(replace_check(in_folder("no/such/folder.csv")));
}

static void long_results_are_worth_the_disk(void **unused) {
  (void)unused;
  assert_false(replace_is_worth_sync(59));
  assert_true(replace_is_worth_sync(60));
  const char *m = swing(), *path = in_folder("results/a.csv");
  results();
  result r = tool("run", m, "--steps", "10", "--sync", "-o", path);
  assert_int_equal(r.status, 0);
  forget(&r);
  refused(2, "--no-sync", "run", m, "--sync", "--no-sync");
}

// ---- notes

static void notes_say_where_numbers_come_from(void **unused) {
  (void)unused;
  const char *m = swing(), *plain = in_folder("results/plain.csv");
  const char *noted = in_folder("results/noted.csv");
  results();
  result r = tool("run", m, "--steps", "10", "--set", "k=2", "--init", "x=1/4", "-o", plain);
  forget(&r);
  r = tool("run", m, "--steps", "10", "--set", "k=2", "--init", "x=1/4", "--notes", "-o", noted);
  assert_int_equal(r.status, 0);
  forget(&r);
  char *bare = read_file(plain), *text = read_file(noted);
  assert_null(strchr(bare, '#'));
  static const char *const parts[] = {
      "# noslip: ",        "# command: noslip run ", "# model: swing\n", "# parameter: k = 2\n",
      "# init: x = 1/4\n", "# method: dla-mp\n",     "# step: 0.01\n"};
  for (size_t i = 0; i < sizeof parts/sizeof *parts; i++)
    check_text_(text, parts[i], "the file", __FILE__, __LINE__);
  // without them it is the same table
  const char *rest = text;
  while (*rest == '#')
    rest = strchr(rest, '\n') + 1;
  assert_string_equal(rest, bare);
  free(bare);
  free(text);
  // and noslip itself passes them over
  const char *starts = write_file("starts.csv", "# model: swing\nx\n# one\n1\n2\n");
  r = tool("ensemble", m, "--steps", "10", "--init-file", starts);
  assert_int_equal(r.status, 0);
  check_text_(r.out, "2 members", "the table", __FILE__, __LINE__);
  forget(&r);
}

// a newline in a name does not end a note
static void notes_are_single_lines(void **unused) {
  (void)unused;
  const char *m = write_file("two\nlines.noslip", "model swing\ncoord x\nlagrangian x'^2/2\n"
                                                  "run method dla-mp, step 0.1, steps 3\n");
  result r = tool("run", m, "--notes", "-o", "-");
  assert_int_equal(r.status, 0);
  const char *line = r.out;
  while (*line == '#')
    line = strchr(line, '\n') + 1;
  assert_int_equal(strncmp(line, "t,x,", 4), 0);
  check_text_(r.out, "two\\nlines.noslip", "the notes", __FILE__, __LINE__);
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(older_files_are_replaced),
      cmocka_unit_test(full_disk_keeps_rows_and_the_older_file),
      cmocka_unit_test(full_disk_before_the_first_row_changes_nothing),
      cmocka_unit_test(failed_runs_keep_their_rows),
      cmocka_unit_test(killed_runs_leave_both),
      cmocka_unit_test(other_results_appear_whole),
      cmocka_unit_test(links_stay_links),
      cmocka_unit_test(pipes_are_written_to),
      cmocka_unit_test(standard_output_has_many_names),
      cmocka_unit_test(read_only_directories_still_have_their_files),
      cmocka_unit_test(checks_do_not_wait),
      cmocka_unit_test(long_results_are_worth_the_disk),
      cmocka_unit_test(notes_say_where_numbers_come_from),
      cmocka_unit_test(notes_are_single_lines),
  };
  return tool_run(argc, argv, tests);
}
