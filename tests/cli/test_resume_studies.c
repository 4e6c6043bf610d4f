// --checkpoint and noslip resume of ensembles, sweeps, sections and studies: one that was killed at any
// moment and taken up again has the files and the report of one that went through, byte for byte, with
// any number of threads. NOSLIP_KILLS=20 does this twenty times for each.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

enum { most_words = 40, most_files = 4 };

// a command and the files it leaves; MODELS/ stands for the folder of the models
typedef struct kind {
  const char *words[most_words];
  const char *files[most_files];
} kind;

static const kind kinds[] = {
    {{"ensemble", "MODELS/chaotic.noslip", "--method", "dla-mp", "--until", "300", "--every", "7",
      "--sample", "x=-1:1", "--members", "9", "--backend", "interpret", "-o", "e.csv", "--keep",
      "k.h5"},
     {"e.csv", "e.members.csv", "k.h5"}},
    {{"ensemble",  "MODELS/bouncing_ball.noslip",
      "--method",  "lobatto(2)",
      "--step",    "0.001",
      "--sample",  "y=0.5:2",
      "--members", "7",
      "--until",   "2",
      "--every",   "50",
      "--backend", "interpret",
      "-o",        "e.h5",
      "--keep",    "k.csv"},
     {"e.h5", "k.csv"}},
    {{"sweep",     "MODELS/sleigh.noslip",
      "--over",    "m=1:2:3",
      "--over",    "step=0.01,0.004",
      "--sample",  "theta=0:1",
      "--members", "2",
      "--until",   "12",
      "--every",   "9",
      "--backend", "interpret",
      "-o",        "s.csv",
      "--keep",    "k.csv"},
     {"s.csv", "k.csv"}},
    {{"section", "MODELS/contact_oscillator.noslip", "--sample", "z=-0.1:0.1", "--members", "3",
      "--until", "160", "--backend", "interpret", "-o", "p.csv"},
     {"p.csv"}},
    {{"study", "t.study", "--fresh", "-o", "files"}, {"files/safe-1.svg"}},
};
enum { nkind = sizeof kinds/sizeof *kinds };

static const char *study_end = "300";

static const char study[] =
    "study safe\n"
    "run a: \"" NOSLIP_MODELS "/chaotic.noslip\", method [dla-mp, spark(2)], step 0.1, until %s, "
    "every 7\n"
    "ensemble e: \"" NOSLIP_MODELS "/chaotic.noslip\", method dla-mp, step 0.1, until 90, "
    "members 8, seed 1, sample x = -1..1, every 10\n"
    "points p: \"" NOSLIP_MODELS "/contact_oscillator.noslip\", section S, until 200\n"
    "measure m = last(a.energy)\n"
    "measure v = mean(e.energy.variance)\n"
    "measure z = last(p.z)\n"
    "expect m > 0\n"
    "draw a.t:a.x\n";

// ---------------------------------------------------------------------------------------------
// the command, in a folder of its own: names are the same in each

static const char *path_in(char path[1024], const char *directory, const char *name) {
  snprintf(path, 1024, "%s/%s", directory, name);
  return path;
}

// a study has tables of its own, and its text
static void prepare(const kind *k, const char *directory) {
  char path[1024];
  assert_int_equal(setenv("NOSLIP_CACHE", path_in(path, directory, "cache"), 1), 0);
  if (strcmp(k->words[0], "study") != 0)
    return;
  FILE *out = fopen(path_in(path, directory, "t.study"), "w");
  assert_non_null(out);
  fprintf(out, study, study_end);
  assert_int_equal(fclose(out), 0);
}

static pid_t begin(const kind *k, const char *directory, const char *checkpoint,
                   const char *threads) {
  const char *words[most_words + 8];
  char model[512], here[512];
  int n = 0;
  for (; k->words[n]; n++)
    words[n] = k->words[n];
  if (strncmp(words[1], "MODELS/", 7) == 0) {
    snprintf(model, sizeof model, "%s/%s", NOSLIP_MODELS, words[1] + 7);
    words[1] = model;
  }
  const char *const more[] = {"--json", "--quiet", "--checkpoint", checkpoint, "--threads",
                              threads,  NULL};
  for (int i = 0; i < 7; i++)
    words[n + i] = more[i];
  prepare(k, directory);
  assert_non_null(getcwd(here, sizeof here));
  assert_int_equal(chdir(directory), 0);
  pid_t child = start(words, usual);
  assert_int_equal(chdir(here), 0);
  return child;
}

static const char *fresh(const char *name) {
  const char *path = in_folder(name);
  nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  assert_int_equal(mkdir(path, 0700), 0);
  return path;
}

// where two files differ; -1: nowhere
static long difference(const char *one, const char *other, const char *name) {
  char a[1024], b[1024];
  FILE *x = fopen(path_in(a, one, name), "rb"), *y = fopen(path_in(b, other, name), "rb");
  assert_non_null(x);
  assert_non_null(y);
  long at = 0;
  for (int c, d; (c = getc(x)) == (d = getc(y)); at++)
    if (c == EOF) {
      at = -1;
      break;
    }
  fclose(x);
  fclose(y);
  return at;
}

// the report without the times it took, and without the number of threads
static char *report(void) {
  static const char *const numbers[] = {"seconds\": ", "\"threads\": "};
  char *text = read_file(in_folder("out"));
  for (int i = 0; i < 2; i++)
    for (char *at = text; (at = strstr(at, numbers[i]));) {
      at += strlen(numbers[i]);
      memset(at, '#', 1);
      memmove(at + 1, at + strcspn(at, ",}\n"), strlen(at + strcspn(at, ",}\n")) + 1);
    }
  return text;
}

// ---------------------------------------------------------------------------------------------
// kills

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

static unsigned long seed = 4321;

static long random_ms(long most) {
  seed = seed*6364136223846793005u + 1442695040888963407u;
  return (long)((seed >> 33) % (unsigned long)most);
}

// Kill it twice, and resume it each time. Before the first checkpoint there is nothing to resume, and
// it is begun again. How often it was killed on its way.
static int kill_and_resume(const kind *k, const char *directory, const char *threads, long ms) {
  char checkpoint[1024];
  int killed = 0, status;
  bool begun = false;
  path_in(checkpoint, directory, "check");
  for (int i = 0; i < 2; i++) {
    pid_t child = begun ? start(WORDS("resume", checkpoint, "--quiet"), usual)
                        : begin(k, directory, "check:0.005", threads);
    wait_ms(random_ms(ms));
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status);
    begun = access(checkpoint, F_OK) == 0;
  }
  pid_t last = begun ? start(WORDS("resume", checkpoint, "--quiet"), usual)
                     : begin(k, directory, "check:0.005", threads);
  assert_int_equal(finish(last), 0);
  return killed;
}

static void compare(const kind *k, const char *whole, const char *cut) {
  for (int i = 0; k->files[i]; i++) {
    long at = difference(whole, cut, k->files[i]);
    check_that(at < 0, __FILE__, __LINE__, "%s: %s differs at byte %ld\n", k->words[0], k->files[i],
               at);
  }
}

static void killed_studies_end_as_if_never_interrupted(void **unused) {
  (void)unused;
  const char *given = getenv("NOSLIP_KILLS");
  int turns = given ? atoi(given) : check_long() ? 2 : 1, killed = 0;
  for (int i = 0; i < nkind; i++) {
    const kind *k = &kinds[i];
    if (!check_long() && !given && i == 1)
      continue;
    const char *whole = fresh("whole");
    double began = seconds();
    assert_int_equal(finish(begin(k, whole, "check:0.005", "1")), 0);
    long ms = (long)(1000*(seconds() - began)) + 1;
    char *said = report();
    for (int turn = 0; turn < turns; turn++) {
      const char *cut = fresh("cut");
      killed += kill_and_resume(k, cut, turn % 2 == 0 ? "2" : "1", ms);
      char *again = report();
      assert_string_equal(said, again);
      compare(k, whole, cut);
      free(again);
    }
    free(said);
  }
  assert_true(killed > 0);
  if (given)
    printf("killed on their way: %d\n", killed);
}

// the twin: a start that differs in its ninth digit is another file, and another report
static void the_comparison_can_fail(void **unused) {
  (void)unused;
  kind other = kinds[0];
  other.words[9] = "x=-1:1.00000001";
  const char *one = fresh("whole"), *two = fresh("cut");
  assert_int_equal(finish(begin(&kinds[0], one, "check", "1")), 0);
  char *said = report();
  assert_int_equal(finish(begin(&other, two, "check", "1")), 0);
  char *again = report();
  assert_string_not_equal(said, again);
  for (int i = 0; other.files[i]; i++)
    assert_true(difference(one, two, other.files[i]) >= 0);
  free(said);
  free(again);
}

// ---------------------------------------------------------------------------------------------
// signals, ends

// ended by a signal so long after its first checkpoint; its exit status
static int stop_after(const kind *k, const char *cut, long ms) {
  char checkpoint[1024];
  pid_t child = begin(k, cut, "check:1000", "2");
  path_in(checkpoint, cut, "check");
  for (int i = 0; i < 10000 && access(checkpoint, F_OK) != 0; i++)
    wait_ms(1);
  wait_ms(ms);
  kill(child, SIGTERM);
  return finish(child);
}

// stopped on its way: on a busy machine it may end before the signal comes, then that comes sooner
static void stop(const kind *k, const char *cut) {
  int status = stop_after(k, cut, 30);
  for (long ms = 16; status == 0 && ms > 0; ms /= 2)
    status = stop_after(k, fresh("cut"), ms);
  assert_int_equal(status, 1);
}

// stopped, taken up, and once more after the end
static void stop_and_resume(const kind *k, const char *cut) {
  char checkpoint[1024];
  stop(k, cut);
  char *said = read_file(in_folder("err"));
  check_text(said, "; `noslip resume check` goes on");
  free(said);
  path_in(checkpoint, cut, "check");
  for (int i = 0; i < 2; i++) {
    result r = tool("resume", checkpoint, "--quiet");
    assert_int_equal(r.status, 0);
    forget(&r);
  }
}

static void a_signal_leaves_a_last_checkpoint(void **unused) {
  (void)unused;
  kind longer = kinds[0];
  longer.words[5] = "1500";
  const char *whole = fresh("whole"), *cut = fresh("cut");
  assert_int_equal(finish(begin(&longer, whole, "check", "2")), 0);
  stop_and_resume(&longer, cut);
  compare(&longer, whole, cut);
}

// the files of parts that are on their way are there, and go when these are finished
static void a_signal_leaves_the_parts_of_a_study(void **unused) {
  (void)unused;
  const kind *k = &kinds[nkind - 1];
  char parts[1024];
  study_end = "3000";
  const char *whole = fresh("whole"), *cut = fresh("cut");
  assert_int_equal(finish(begin(k, whole, "check", "2")), 0);
  char *said = report();
  stop(k, cut);
  assert_int_equal(access(path_in(parts, cut, "check.parts"), F_OK), 0);
  result r = tool("resume", path_in(parts, cut, "check"), "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  assert_int_not_equal(access(path_in(parts, cut, "check.parts"), F_OK), 0);
  char *again = report();
  assert_string_equal(said, again);
  compare(k, whole, cut);
  free(said);
  free(again);
  study_end = "300";
}

// ---------------------------------------------------------------------------------------------
// what is refused

static void mistakes_are_told(void **unused) {
  (void)unused;
  const char *model = NOSLIP_MODELS "/sleigh.noslip", *check = in_folder("check");
  const char *csv = write_file("starts.csv", "theta\n0.1\n0.2\n");
  refused(2, "both name", "ensemble", model, "--sample", "theta=0:1", "--members", "2", "-o",
          in_folder("c.csv"), "--checkpoint", in_folder("c.csv"));
  refused(2, "--checkpoint and --keep both name", "ensemble", model, "--sample", "theta=0:1",
          "--members", "2", "--keep", in_folder("c.csv"), "--checkpoint", in_folder("c.csv"));
  refused(2, "a study from standard input cannot be taken up again", "study", "-", "--checkpoint",
          check);
  refused(2, "would overwrite the model", "section", model, "--checkpoint", model);
  result r = tool("ensemble", model, "--init-file", csv, "--until", "1", "--checkpoint", check);
  assert_int_equal(r.status, 0);
  forget(&r);
  refused(2, "--until gives a run a later end", "resume", check, "--until", "9");
  write_file("starts.csv", "theta\n0.1\n0.3\n");
  refused(2, "is a checkpoint of other starts", "resume", check);
  remove(in_folder("starts.csv"));
  refused(2, "starts.csv", "resume", check);
  FILE *in = fopen(check, "r+b");
  assert_non_null(in);
  fseek(in, -40, SEEK_END);
  int c = getc(in);
  fseek(in, -40, SEEK_END);
  putc(c ^ 1, in);
  fclose(in);
  refused(2, "is a damaged checkpoint", "resume", check);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(killed_studies_end_as_if_never_interrupted),
      cmocka_unit_test(the_comparison_can_fail),
      cmocka_unit_test(a_signal_leaves_a_last_checkpoint),
      cmocka_unit_test(a_signal_leaves_the_parts_of_a_study),
      cmocka_unit_test(mistakes_are_told),
  };
  return tool_run(argc, argv, tests);
}
