// Lifetimes: contexts, models, runs and what was made of them may be freed in any order; what is
// left works, and in the end nothing is.

#include "tests/run/record_models.h"
#include "tests/support/counting.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum kind {
  CONTEXT,
  MODEL,
  RUN,
  SHAPES,
  EQUATIONS,
  OUTLINE,
  FORMULA,
  CONVERGENCE,
  COMPARISON,
  ENSEMBLE,
  SECTION,
  POINT,
} kind;

typedef struct thing {
  kind kind;
  void *it;
} thing;

enum { most_things = 64 };

typedef struct things {
  thing list[most_things];
  int n;
} things;

static void add(things *all, kind what, void *it) {
  assert_non_null(it);
  assert_true(all->n < most_things);
  all->list[all->n++] = (thing){what, it};
}

static void let_go(thing t) {
  switch (t.kind) {
  case CONTEXT: noslip_close(t.it); break;
  case MODEL: noslip_model_free(t.it); break;
  case RUN: noslip_run_free(t.it); break;
  case SHAPES: noslip_shapes_free(t.it); break;
  case EQUATIONS: noslip_equations_free(t.it); break;
  case OUTLINE: noslip_outline_free(t.it); break;
  case FORMULA: noslip_formula_free(t.it); break;
  case CONVERGENCE: noslip_convergence_free(t.it); break;
  case COMPARISON: noslip_comparison_free(t.it); break;
  case ENSEMBLE: noslip_ensemble_free(t.it); break;
  case SECTION: noslip_section_free(t.it); break;
  case POINT: noslip_point_free(t.it); break;
  }
}

// ---------------------------------------------------------------------------------------------
// what is left is used

static void use_run(noslip_run *r) {
  noslip_report report;
  noslip_status status = noslip_advance(r, 3);
  assert_true(status == NOSLIP_OK || status == NOSLIP_STOPPED);
  noslip_run_report(r, &report);
  assert_true(strlen(report.model) > 0 && strlen(report.method) > 0);
  assert_true(isfinite(noslip_run_values(r, NOSLIP_STATE)[0]));
  assert_non_null(noslip_run_column_name(r, 0));
}

static void use_model(noslip_model *m) {
  assert_true(strlen(noslip_model_text(m)) > 0 && strlen(noslip_model_class(m)) > 0);
  assert_non_null(noslip_model_describe(m, false, NULL));
}

static void use_equations(noslip_equations *e) {
  noslip_equation one;
  for (int i = 0; noslip_equations_get(e, i, &one); i++)
    assert_true(strlen(one.mathml) > 0);
}

static void use_formula(noslip_formula *f) {
  double x = 3, y = 0;
  const double *columns[] = {&x};
  assert_int_equal(noslip_formula_fill(f, 0, columns, 1, &y), NOSLIP_OK);
  check_near(y, 9, 0);
}

static void use_section(const noslip_section_result *s) {
  assert_true(strlen(s->section) > 0);
}

static void use_point(noslip_point *p) {
  noslip_point_size size;
  noslip_point_sizes(p, &size);
  assert_true(size.nposition > 0);
}

static void use(thing t) {
  noslip_declared name;
  switch (t.kind) {
  case CONTEXT: assert_non_null(noslip_last_error(t.it)); break;
  case MODEL: use_model(t.it); break;
  case RUN: use_run(t.it); break;
  case SHAPES: assert_int_equal(noslip_shapes_look(t.it), NOSLIP_OK); break;
  case EQUATIONS: use_equations(t.it); break;
  case OUTLINE: assert_true(noslip_outline_get(t.it, 0, &name) && strlen(name.name) > 0); break;
  case FORMULA: use_formula(t.it); break;
  case CONVERGENCE: assert_true(strlen(((noslip_convergence *)t.it)->methods[0].name) > 0); break;
  case COMPARISON: assert_true(strlen(((noslip_comparison *)t.it)->methods[0].name) > 0); break;
  case ENSEMBLE:
    assert_true(strlen(((noslip_ensemble_result *)t.it)->quantities[0].name) > 0);
    break;
  case SECTION: use_section(t.it); break;
  case POINT: use_point(t.it); break;
  }
}

// ---------------------------------------------------------------------------------------------
// a world of them

static void must(noslip_context *c, noslip_status status) {
  if (status != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(c));
}

static const char sections[] = "model s\ncoord x, y\nlagrangian (x'^2 + y'^2 - x^2 - 2*y^2)/2\n"
                               "init x = 1, y' = 1\nsection s: x = 0 rising plot (y, y')\n"
                               "run method dla-mp, step 0.1, until 1\n";

// two models of one context, runs of them in it and in another one, copies, and a run from a file
static void add_runs(things *all, noslip_context *c, noslip_context *other, int which,
                     const char *path) {
  noslip_model *m, *again;
  noslip_run *r, *copy;
  noslip_shapes *shapes;
  noslip_equations *e;
  const char *text = record_runs[which].text;
  noslip_run_options o = {
      .method = record_runs[which].method, .step = 0.01, .backend = "interpret"};
  must(c, noslip_model_parse(c, "a", text, NULL, &m));
  add(all, MODEL, m);
  must(c, noslip_run_new(c, m, &o, &r));
  add(all, RUN, r);
  must(c, noslip_advance(r, 2));
  must(c, noslip_run_copy(r, &copy));
  add(all, RUN, copy);
  must(c, noslip_shapes_new(copy, &shapes));
  add(all, SHAPES, shapes);
  must(c, noslip_equations_new(c, m, &e));
  add(all, EQUATIONS, e);
  must(c, noslip_run_save(r, path));
  must(other, noslip_run_new(other, m, &o, &r));
  add(all, RUN, r);
  must(other, noslip_run_load(other, path, NULL, &again, &r));
  add(all, MODEL, again);
  add(all, RUN, r);
  must(other, noslip_run_load(other, path, &(noslip_load_options){.model = m}, NULL, &copy));
  add(all, RUN, copy);
}

static void add_studies(things *all, noslip_context *c) {
  noslip_model *m;
  noslip_point *p;
  noslip_convergence *v;
  noslip_comparison *k;
  noslip_ensemble_result *e;
  noslip_section_result *s;
  must(c, noslip_model_parse(c, "s", sections, NULL, &m));
  add(all, MODEL, m);
  must(c, noslip_point_new(c, m, &p));
  add(all, POINT, p);
  must(c, noslip_converge(
              c, m, &(noslip_converge_options){.steps = (double[]){0.1, 0.05}, .nstep = 2}, &v));
  add(all, CONVERGENCE, v);
  const char *methods[] = {"dla-mp", "rattle"};
  must(c, noslip_compare(c, m, &(noslip_compare_options){.methods = methods, .nmethod = 2}, &k));
  add(all, COMPARISON, k);
  const char *keys[] = {"x"};
  const double starts[] = {1, 2};
  must(c,
       noslip_ensemble(c, m,
                       &(noslip_ensemble_options){
                           .keys = keys, .nkey = 1, .starts = starts, .nmember = 2, .threads = 1},
                       &e));
  add(all, ENSEMBLE, e);
  must(c, noslip_section(c, m, &(noslip_section_options){.runs = {.threads = 1}}, &s));
  add(all, SECTION, s);
}

static void add_texts(things *all, noslip_context *c) {
  noslip_outline *outline;
  noslip_formula *f;
  must(c, noslip_outline_parse(c, "o", record_swing, &outline));
  add(all, OUTLINE, outline);
  must(c, noslip_formula_new(c, "x^2", (const char *const[]){"x"}, 1, &f));
  add(all, FORMULA, f);
}

static const char *file_for_runs(void) {
  static char path[64];
  snprintf(path, sizeof path, "lifetimes_%ld.checkpoint", (long)getpid());
  return path;
}

// two contexts with one counter
static things make_world(counter *c, int which, bool studies) {
  things all = {.n = 0};
  noslip_context *a = noslip_open(&(noslip_options){count, c});
  noslip_context *b = noslip_open(&(noslip_options){count, c});
  add(&all, CONTEXT, a);
  add(&all, CONTEXT, b);
  add_runs(&all, a, b, which, file_for_runs());
  add_runs(&all, b, a, (which + 7) % record_nrun, file_for_runs());
  add_texts(&all, a);
  if (studies)
    add_studies(&all, b);
  remove(file_for_runs());
  return all;
}

static unsigned next(unsigned *seed) {
  *seed = *seed*1664525u + 1013904223u;
  return *seed >> 8;
}

static void shuffle(things *all, unsigned *seed) {
  for (int i = all->n - 1; i > 0; i--) {
    int j = (int)(next(seed) % (unsigned)(i + 1));
    thing t = all->list[i];
    all->list[i] = all->list[j];
    all->list[j] = t;
  }
}

// ---------------------------------------------------------------------------------------------

// a thousand orders; one thing that is left is used each time, whatever its makers have come to
static void any_order_will_do(void **unused) {
  (void)unused;
  unsigned seed = 7;
  for (int k = 0; k < 1000/check_share(4); k++) {
    counter c = {0};
    things all = make_world(&c, k % record_nrun, k % 10 == 0);
    shuffle(&all, &seed);
    while (all.n > 0) {
      use(all.list[next(&seed) % (unsigned)all.n]);
      let_go(all.list[--all.n]);
    }
    check_that(c.blocks == 0, __FILE__, __LINE__, "order %d leaves %ld blocks\n", k, c.blocks);
  }
}

// the twin: one thing that is not freed is noticed, and keeps what it was made of
static void what_is_left_keeps_its_makers(void **unused) {
  (void)unused;
  counter c = {0};
  things all = make_world(&c, 5, true);
  int n = all.n;
  for (int left = 0; left < n; left++) {
    for (int i = 0; i < all.n; i++)
      if (i != left)
        let_go(all.list[i]);
    assert_true(c.blocks > 0);
    use(all.list[left]);
    let_go(all.list[left]);
    assert_int_equal(c.blocks, 0);
    all = make_world(&c, 5, true);
    assert_int_equal(all.n, n);
  }
  for (int i = 0; i < all.n; i++)
    let_go(all.list[i]);
}

// The last run of a model is in another context: the model goes with the next call of its own one.
static void a_retired_model_is_freed_by_its_context(void **unused) {
  (void)unused;
  for (int closed = 0; closed < 2; closed++) {
    counter own = {0}, others = {0};
    noslip_context *a = noslip_open(&(noslip_options){count, &own});
    noslip_context *b = noslip_open(&(noslip_options){count, &others});
    noslip_model *m, *later;
    noslip_run *r;
    long empty = own.blocks;
    must(a, noslip_model_parse(a, "m", record_rolling, NULL, &m));
    must(b, noslip_run_new(b, m, &(noslip_run_options){.method = "dla-cm", .step = 0.1}, &r));
    noslip_model_free(m);
    if (closed)
      noslip_close(a);
    assert_true(own.blocks > empty);
    assert_int_equal(noslip_advance(r, 3), NOSLIP_OK);
    noslip_run_free(r);
    assert_true(closed ? own.blocks == 0 : own.blocks > empty);
    if (!closed) {
      long requests = own.requests;
      assert_int_not_equal(noslip_model_parse(a, "m", "nonsense", NULL, &later), NOSLIP_OK);
      assert_true(own.requests > requests);
      assert_int_equal(own.blocks, empty);
      noslip_close(a);
    }
    assert_int_equal(own.blocks, 0);
    noslip_close(b);
    assert_int_equal(others.blocks, 0);
  }
}

// ---------------------------------------------------------------------------------------------
// threads with contexts of their own share a model; the owner lets go while they run

typedef struct worker {
  pthread_t thread;
  noslip_model *model;
  noslip_context *context;
  noslip_run *run;
  noslip_status status;
} worker;

static void *work(void *what) {
  worker *w = what;
  w->status = noslip_advance(w->run, 20);
  noslip_run_free(w->run);
  noslip_close(w->context);
  return NULL;
}

static void the_last_thread_frees_the_model(void **unused) {
  (void)unused;
  enum { nworker = 4 };
  for (int k = 0; k < 400/check_share(4); k++) {
    counter c = {0};
    noslip_context *a = noslip_open(&(noslip_options){count, &c});
    noslip_model *m, *other = NULL;
    worker w[nworker];
    must(a, noslip_model_parse(a, "m", record_rolling, NULL, &m));
    for (int i = 0; i < nworker; i++) {
      w[i] = (worker){.model = m, .context = noslip_open(NULL)};
      noslip_run_options o = {.method = i % 2 ? "dla-cm" : "gonzalez", .step = 0.01};
      must(w[i].context, noslip_run_new(w[i].context, m, &o, &w[i].run));
    }
    for (int i = 0; i < nworker; i++)
      assert_int_equal(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    noslip_model_free(m);
    if (k % 3 == 1)
      must(a, noslip_model_parse(a, "m", record_swing, NULL, &other));
    noslip_model_free(other);
    if (k % 3 != 2)
      noslip_close(a);
    for (int i = 0; i < nworker; i++) {
      assert_int_equal(pthread_join(w[i].thread, NULL), 0);
      assert_int_equal(w[i].status, NOSLIP_OK);
    }
    if (k % 3 == 2)
      noslip_close(a);
    assert_int_equal(c.blocks, 0);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_order_will_do),
      cmocka_unit_test(what_is_left_keeps_its_makers),
      cmocka_unit_test(a_retired_model_is_freed_by_its_context),
      cmocka_unit_test(the_last_thread_frees_the_model),
  };
  return check_run(argc, argv, tests);
}
