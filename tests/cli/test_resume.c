// noslip run --checkpoint and noslip resume: a run that was killed at any moment and taken up again has
// the rows, the events and the report of one that went through, byte for byte. NOSLIP_KILLS=17 does
// this for a hundred runs.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

#include "cli/note.h"

// ---------------------------------------------------------------------------------------------
// one kind of run

typedef struct kind {
  const char *model, *method, *step, *until, *backend, *file, *every;
} kind;

static const kind kinds[] = {
    {"chaotic", "dla-mp", "0.1", "400", "interpret", "rows.csv", "3"},
    {"chaotic", "spark(2)", "0.1", "90.03", "interpret", "rows.h5", "7"},
    {"bouncing_ball", "lobatto(2)", "0.0005", "2", "interpret", "rows.csv", "2"},
    {"ladder", "moreau", "0.0005", "1", "interpret", "rows.h5", "5"},
    {"sleigh", "dla-mp", "0.01", "200", "native", "rows.csv", "11"},
    {"sleigh", "dla-mp", "0.01", "200", "native", "rows.h5", "11"},
};
enum { nkind = sizeof kinds/sizeof *kinds };

// the command, in a folder of its own: names are the same in each
static pid_t begin(const kind *k, const char *directory, const char *checkpoint) {
  char model[512];
  snprintf(model, sizeof model, "%s/%s.noslip", NOSLIP_MODELS, k->model);
  char here[512];
  assert_non_null(getcwd(here, sizeof here));
  assert_int_equal(chdir(directory), 0);
  pid_t child = start(WORDS("run", model, "--method", k->method, "--step", k->step, "--until",
                            k->until, "--backend", k->backend, "--every", k->every, "-o", k->file,
                            "--json", "--quiet", "--checkpoint", checkpoint),
                      usual);
  assert_int_equal(chdir(here), 0);
  return child;
}

static char *path_in(const char *directory, const char *name) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static void same_file(const char *one, const char *other, const char *name) {
  char a[1024];
  snprintf(a, sizeof a, "%s", path_in(one, name));
  FILE *x = fopen(a, "rb"), *y = fopen(path_in(other, name), "rb");
  if (!x && !y)
    return;
  assert_true(x && y);
  long at = 0;
  for (int c, d; (c = getc(x)) == (d = getc(y)); at++)
    if (c == EOF) {
      at = -1;
      break;
    }
  fclose(x);
  fclose(y);
  check_that(at < 0, __FILE__, __LINE__, "%s differs at byte %ld\n", name, at);
}

// the report without the time it took
static char *report(void) {
  char *text = read_file(in_folder("out")), *wall = strstr(text, "\"wall_seconds\"");
  assert_non_null(wall);
  *wall = 0;
  return text;
}

static const char *fresh(const char *name) {
  const char *path = in_folder(name);
  nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  assert_int_equal(mkdir(path, 0700), 0);
  return path;
}

// Kill it after so many milliseconds, again and again, and resume it each time. Before the first
// checkpoint there is nothing to resume, and it is begun again.
static void kill_and_resume(const kind *k, const char *directory, const long *ms, int n) {
  char checkpoint[1024];
  bool begun = false;
  snprintf(checkpoint, sizeof checkpoint, "%s", path_in(directory, "check"));
  for (int i = 0; i < n; i++) {
    pid_t child = begun ? start(WORDS("resume", checkpoint, "--quiet"), usual)
                        : begin(k, directory, "check:0.01");
    wait_ms(ms[i]);
    kill(child, SIGKILL);
    finish(child);
    begun = access(checkpoint, F_OK) == 0;
  }
  if (!begun)
    assert_int_equal(finish(begin(k, directory, "check:0.01")), 0);
  else
    assert_int_equal(finish(start(WORDS("resume", checkpoint, "--quiet"), usual)), 0);
}

static unsigned long seed = 12345;

static long random_ms(long most) {
  seed = seed*6364136223846793005u + 1442695040888963407u;
  return (long)((seed >> 33) % (unsigned long)most);
}

static void killed_runs_end_as_if_never_interrupted(void **unused) {
  (void)unused;
  const char *given = getenv("NOSLIP_KILLS");
  int turns = given ? atoi(given) : check_long() ? 2 : 1;
  for (int i = 0; i < nkind; i++) {
    const kind *k = &kinds[i];
    if (!check_long() && !given && strcmp(k->backend, "native") == 0)
      continue;
    const char *whole = fresh("whole");
    assert_int_equal(finish(begin(k, whole, "check:0.01")), 0);
    char *said = report();
    for (int turn = 0; turn < turns; turn++) {
      const char *cut = fresh("cut");
      long ms[] = {random_ms(250), random_ms(150)};
      kill_and_resume(k, cut, ms, 2);
      char *again = report();
      assert_string_equal(said, again);
      same_file(whole, cut, k->file);
      same_file(whole, cut, "rows.events.csv");
      free(again);
    }
    free(said);
  }
}

// ---------------------------------------------------------------------------------------------
// signals, ends

static const kind endless = {"chaotic", "dla-mp", "0.1", "1e7", "interpret", "rows.csv", "1000"};

static void a_signal_leaves_a_last_checkpoint(void **unused) {
  (void)unused;
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (int i = check_long() ? 0 : 2; i < 3; i++) {
    const char *directory = fresh("signal");
    pid_t child = begin(&endless, directory, "check:1000");
    wait_for_handler(child);
    kill(child, signals[i]);
    assert_int_equal(finish(child), 1);
    char *said = read_file(in_folder("err"));
    check_text(said, "; `noslip resume check` goes on");
    free(said);
    noslip_context *c = noslip_open(NULL);
    noslip_checkpoint_info info;
    assert_int_equal(noslip_checkpoint_read(c, path_in(directory, "check"), &info), NOSLIP_OK);
    assert_true(info.steps > 0);
    noslip_close(c);
  }
}

// a run that has ended, taken up with a later end, is the run with that end
static void a_later_end_gives_the_run_with_that_end(void **unused) {
  (void)unused;
  const char *const files[] = {"rows.csv", "rows.h5"};
  for (int i = 0; i < 2; i++) {
    kind k = {"chaotic", "dla-mp", "0.1", "80.07", "interpret", files[i], "7"};
    const char *one = fresh("short"), *other = fresh("long");
    assert_int_equal(finish(begin(&k, one, "check")), 0);
    result r = tool("resume", path_in(one, "check"), "--until", "160.03", "--quiet");
    assert_int_equal(r.status, 0);
    char *said = report();
    k.until = "160.03";
    assert_int_equal(finish(begin(&k, other, "check")), 0);
    char *whole = report();
    assert_string_equal(said, whole);
    if (i == 0)  // an HDF5 file has the command in it
      same_file(one, other, files[i]);
    forget(&r);
    free(said);
    free(whole);
  }
}

// ---------------------------------------------------------------------------------------------
// what is refused

static void mistakes_are_told(void **unused) {
  (void)unused;
  const char *model = NOSLIP_MODELS "/sleigh.noslip", *check = in_folder("check");
  refused(2, "`resume` needs a checkpoint, as in: noslip resume run.check", "resume");
  refused(2, "no-such-file`: No such file", "resume", in_folder("no-such-file"));
  refused(2, "is no checkpoint of noslip", "resume", model);
  refused(2, "expected a time above 0 behind the colon", "run", model, "--checkpoint", "c:0");
  refused(2, "expected the name of a file", "run", model, "--checkpoint", ":5");
  refused(2, "choose another place", "run", model, "--checkpoint", "/no/where");
  refused(2, "rows on standard output cannot be taken up again", "run", model, "-o", "-",
          "--checkpoint", check);
  refused(2, "both name", "run", model, "-o", check, "--checkpoint", check);
  result r = tool("run", model, "--until", "1", "--checkpoint", check, "-o", in_folder("r.csv"));
  assert_int_equal(r.status, 0);
  forget(&r);
  refused(2, "has come to t = 1 already", "resume", check, "--until", "0.5");
  remove(in_folder("r.csv"));
  refused(2, "cannot go on with", "resume", check);
}

static void a_note_reads_back(void **unused) {
  (void)unused;
  char *words[] = {"run", "a\nb\\c", "", NULL};
  note n = {.argc = 3,
            .argv = words,
            .directory = "/tmp/x y",
            .seconds = 0.1,
            .written = 7,
            .times = 2,
            .place = {.rows = 5, .events = 6, .nevent = 1, .older = "o"}};
  note back;
  char *text = note_print(&n);
  assert_true(note_read(&back, text));
  assert_int_equal(back.argc, 3);
  for (int i = 0; i < 3; i++)
    assert_string_equal(back.argv[i], words[i]);
  assert_string_equal(back.directory, n.directory);
  assert_true(back.seconds == 0.1 && back.written == 7 && back.times == 2 && back.place.rows == 5);
  assert_string_equal(back.place.older, "o");
  assert_null(back.place.events_older);
  note_free(&back);
  for (size_t i = 0; text[i]; i++) {  // any bytes
    char kept = text[i];
    text[i] = (char)(kept ^ 0x15);
    note_read(&back, text);
    note_free(&back);
    text[i] = kept;
  }
  free(text);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(killed_runs_end_as_if_never_interrupted),
      cmocka_unit_test(a_signal_leaves_a_last_checkpoint),
      cmocka_unit_test(a_later_end_gives_the_run_with_that_end),
      cmocka_unit_test(mistakes_are_told),
      cmocka_unit_test(a_note_reads_back),
  };
  return tool_run(argc, argv, tests);
}
