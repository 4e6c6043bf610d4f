// Interpreter and compiled code agree bit for bit: every model of models/ under every method that
// treats it, alone and composed (in short, every method on some model); and what compiling a large
// model costs.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "methods/method.h"  // before tests/support/tool.h, which has a type of a name in it

#include "tests/support/backends.h"

#include <sys/times.h>

enum { nsteps = 40, nworker = 4 };

// ---- one model, one method

typedef struct tally {
  int agreed, failed;
} tally;

static noslip_status new_run(noslip_context *c, noslip_model *m, const char *name,
                             const char *backend, noslip_run **r) {
  noslip_run_options options = {.method = name, .backend = backend, .steps = nsteps};
  return noslip_run_new(c, m, &options, r);
}

// what goes wrong, NULL if nothing
static const char *try_method(noslip_context *c, noslip_model *m, const char *name) {
  static char text[1000];
  noslip_run *plain = NULL, *compiled = NULL;
  const char *what = NULL;
  if (new_run(c, m, name, "interpret", &plain) != NOSLIP_OK) {
    // more closed contacts than can be followed from event to event: that is said of a start
    what = noslip_last_error(c);
    return strstr(what, "use method moreau") ? NULL : what;
  }
  if (new_run(c, m, name, "native", &compiled) != NOSLIP_OK)
    what = noslip_last_error(c);
  else if (strcmp(noslip_run_backend(plain), "interpret") != 0 ||
           strcmp(noslip_run_backend(compiled), "native") != 0)
    what = "a backend is not the one that was asked for";
  else
    what = course_difference(c, plain, compiled, nsteps);
  if (what)
    snprintf(text, sizeof text, "%s", what);
  noslip_run_free(plain);
  noslip_run_free(compiled);
  return what ? text : NULL;
}

// A unit takes a second to compile. A method is tried on half of the files, and those that share a
// kernel on a tenth, so that each file has one of them: the rules of stages, the adaptive methods,
// the discrete gradients.
// reich and reich* are rattle with other weights, and on rotations rattle is moser-veselov. On groups
// lobatto has a kernel of its own, which is composed with its adjoint.
static bool is_its_turn(int file, int k, bool group) {
  enum { turns = 2, turns_alike = 10 };
  const method *m = method_at(k);
  bool weights = strncmp(m->name, "reich", 5) == 0 || (group && strcmp(m->name, "rattle") == 0);
  bool alike =
      m->numbered || method_is_adaptive(m) || weights || m->treats & (TREATS_SKEW | TREATS_FULL);
  if (group && strncmp(m->name, "lobatto", 7) == 0)  // which takes some seconds
    return file % 3 == 0;
  return (file + k) % (alike ? turns_alike : turns) == 0;
}

// ---- which pairs

typedef struct pair {
  int file;
  char name[80];  // of the method
} pair;

static noslip_model *load(noslip_context *c, const char *file) {
  char path[512];
  noslip_model *m;
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  return noslip_model_load(c, path, &m) == NOSLIP_OK ? m : NULL;
}

// the k-th name, every second one composed: does it treat the model, and is it to be tried there?
static bool name_pair(pair *p, noslip_context *c, noslip_model *m, int k, bool every) {
  bool group = strstr(noslip_model_class(m), "Lie groups");
  const char *scheme = group ? "symmetric" : "yoshida4";
  snprintf(p->name, sizeof p->name, k % 2 ? "compose(%s, %s)" : "%s", method_at(k/2)->name,
           scheme);
  return (every || is_its_turn(p->file, k/2, group)) &&
         noslip_method_applies(c, p->name, m) == NOSLIP_OK;
}

static int list_pairs(pair *pairs, struct dirent **list, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    noslip_context *c = noslip_open(NULL);
    noslip_model *m = load(c, list[i]->d_name);
    if (!m)
      check_fail("%s\n", noslip_last_error(c));
    for (int k = 0; k < 2*method_count(); k++) {
      pairs[count].file = i;
      count += name_pair(&pairs[count], c, m, k, false);
    }
    noslip_model_free(m);
    noslip_close(c);
  }
  return count;
}

// in short: each method, and some of them composed, with the first file that it treats, each time from
// another file on
static int list_some_pairs(pair *pairs, struct dirent **list, int n) {
  int count = 0;
  for (int k = 0; k < 2*method_count(); k++) {
    bool left_out = k % 2 == 1 && k % 8 != 1, found = false;
    for (int i = 0; i < n && !found && !left_out; i++) {
      noslip_context *c = noslip_open(NULL);
      pairs[count].file = (i + 5*k) % n;
      noslip_model *m = load(c, list[pairs[count].file]->d_name);
      found = m && name_pair(&pairs[count], c, m, k, true);
      noslip_model_free(m);
      noslip_close(c);
    }
    count += found;
  }
  return count;
}

// ---- all of them, by a few processes

static char hasty[512];  // a compiler that does not optimise

static int is_model(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 7 && strcmp(entry->d_name + n - 7, ".noslip") == 0;
}

// In a child, where the checks of cmocka cannot be used. One worker has all pairs of a file: a method
// and its composition are mostly one unit, which is compiled once.
static tally try_pairs(const pair *pairs, int count, struct dirent **list, int worker) {
  enum {
    share = 8
  };  // of the files that are compiled as users do, where the long tests run in full
  tally t = {0, 0};
  for (int i = 0; i < count; i++) {
    if (pairs[i].file % nworker != worker)
      continue;
    const char *file = list[pairs[i].file]->d_name;
    bool optimised = check_long() && pairs[i].file/nworker % share == 0;
    setenv("CC", optimised ? "cc" : hasty, 1);
    noslip_context *c = noslip_open(NULL);
    noslip_model *m = load(c, file);
    const char *what = m ? try_method(c, m, pairs[i].name) : noslip_last_error(c);
    if (what)
      fprintf(stderr, "%s with %s: %s\n", file, pairs[i].name, what);
    t.failed += what != NULL;
    t.agreed += !what;
    noslip_model_free(m);
    noslip_close(c);
  }
  return t;
}

static tally try_all(const pair *pairs, int count, struct dirent **list) {
  tally all = {0, 0}, t;
  int results[2];
  assert_int_equal(pipe(results), 0);
  for (int w = 0; w < nworker; w++) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      t = try_pairs(pairs, count, list, w);
      _exit(write(results[1], &t, sizeof t) != sizeof t);
    }
  }
  close(results[1]);
  while (read(results[0], &t, sizeof t) == sizeof t) {
    all.agreed += t.agreed;
    all.failed += t.failed;
  }
  close(results[0]);
  for (int w = 0, status; w < nworker; w++) {
    assert_true(wait(&status) > 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  return all;
}

static void every_model_agrees_with_every_method(void **unused) {
  (void)unused;
  struct dirent **list;
  int n = scandir(NOSLIP_MODELS, &list, is_model, alphasort);
  assert_true(n > 0);
  pair *pairs = malloc((size_t)(2*n*method_count())*sizeof *pairs);
  assert_non_null(pairs);
  int count = check_long() ? list_pairs(pairs, list, n) : list_some_pairs(pairs, list, n);
  empty_cache("models");
  snprintf(hasty, sizeof hasty, "%s", hasty_compiler("cc"));
  tally all = try_all(pairs, count, list);
  for (int i = 0; i < n; i++)
    free(list[i]);
  free(list);
  free(pairs);
  assert_int_equal(all.failed, 0);
  check_above(all.agreed, check_long() ? 60 : method_count());
}

// ---- what it costs

// n links that all pull at each other: cos(th_i - th_j) in the mass matrix
static const char dense[] =
    "model dense\nconst n = 20\ncoord th[1..n]: angle\n"
    "lagrangian sum(i in 1..n: sum(j in 1..n:\n"
    "             (n + 1 - max(i, j))*cos(th[i] - th[j])*th[i]'*th[j]'))/2\n"
    "         + sum(i in 1..n: (n + 1 - i)*cos(th[i]))\n"
    "for i in 1..n { init th[i] = 1 - 0.05*i }\nrun step 0.001, until 1\n";

// ten masses on rods
static const char rods[] =
    "model rods\nconst n = 10\ncoord x[1..n], y[1..n]\n"
    "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2 - y[i])\n"
    "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
    "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
    "for i in 1..n { init x[i] = i }\nrun step 0.001, until 1\n";

// of processors, the compiler's included: what others do on this machine does not count
static double seconds(void) {
  struct tms t;
  times(&t);
  return (double)(t.tms_utime + t.tms_stime + t.tms_cutime + t.tms_cstime) /
         (double)sysconf(_SC_CLK_TCK);
}

// from the text to the end of the first step
static double first_step(const char *text, const char *name) {
  double began = seconds();
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = NULL;
  noslip_run *r = NULL;
  if (noslip_model_parse(c, "test", text, NULL, &m) != NOSLIP_OK ||
      new_run(c, m, name, "native", &r) != NOSLIP_OK || noslip_step(r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(c));
  double took = seconds() - began;
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return took;
}

// The aim is a second from the compiler and 30 ms from the cache; there are builds with assertions and
// sanitizers, too.
#ifdef NDEBUG
static const double most_cached = 0.1;
#else
static const double most_cached = 1;
#endif

static void large_models_start_soon(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *name;
  } cases[] = {{dense, "dla-mp"}, {dense, "rattle"}, {rods, "rattle"}};
  unsetenv("CC");
  empty_cache("cost");
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    double cold = first_step(cases[i].text, cases[i].name), cached = 1;
    for (int k = 0; k < 5; k++)
      cached = fmin(cached, first_step(cases[i].text, cases[i].name));
    printf("           %s with %s: %.2f s, from the cache %.1f ms\n",
           cases[i].text == dense ? "dense" : "rods", cases[i].name, cold, 1e3*cached);
    check_below(cold, 5);
    check_below(cached, most_cached);
  }
}

// Beyond 40 unknowns the step is that of the library, and only the model is compiled.
static void beyond_small_systems_they_agree(void **unused) {
  (void)unused;
  static const char chain[] =
      "model m\nconst n = 25\ncoord x[1..n], y[1..n]\n"
      "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2)/2*(1 + 0.1*cos(x[i])) - y[i])\n"
      "holonomic rod[1]: x[1]^2 + y[1]^2 = 1\n"
      "for i in 2..n { holonomic rod[i]: (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n"
      "for i in 1..n { init x[i] = i }\nrun step 0.001, until 1\n";
  static const char *const texts[] = {dense, rods, chain};
  static const char *const names[] = {"dla-mp", "dla-cm", "rattle", "compose(rattle, suzuki4)"};
  int tried = 0;
  use_compiler("cc");
  empty_cache("large");
  for (int i = 0; i < 12; i++) {
    if (!check_long() && i != 0 && i != 8 && i != 10)
      continue;
    noslip_context *c = noslip_open(NULL);
    noslip_model *m;
    assert_int_equal(noslip_model_parse(c, "test", texts[i % 3], NULL, &m), NOSLIP_OK);
    if (noslip_method_applies(c, names[i/3], m) == NOSLIP_OK) {
      const char *what = try_method(c, m, names[i/3]);
      if (what)
        check_fail("model %d with %s: %s\n", i % 3, names[i/3], what);
      tried++;
    }
    noslip_model_free(m);
    noslip_close(c);
  }
  assert_int_equal(tried, check_long() ? 8 : 3);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_model_agrees_with_every_method),
      cmocka_unit_test(beyond_small_systems_they_agree),
      cmocka_unit_test(large_models_start_soon),
  };
  return tool_run(argc, argv, tests);
}
