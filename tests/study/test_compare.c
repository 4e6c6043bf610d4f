// Tests of src/study/compare.c and of `noslip compare`: errors over time, side by side.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/counting.h"
#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "noslip.h"

#include <math.h>

static const char disk[] = NOSLIP_MODELS "/disk.noslip";
static const char oscillator[] = NOSLIP_MODELS "/contact_oscillator.noslip";

// ---------------------------------------------------------------------------------------------
// the library

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_comparison *result;
  noslip_status status;
} trial;

static trial compare_model(noslip_context *context, noslip_model *model,
                           const noslip_compare_options *o) {
  trial t = {.context = context, .model = model};
  t.status = noslip_compare(context, model, o, &t.result);
  if (t.status != NOSLIP_OK && t.status != NOSLIP_STOPPED)
    check_fail("%s\n", noslip_last_error(context));
  return t;
}

static trial compare_file(const char *path, const noslip_compare_options *o) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  if (noslip_model_load(context, path, &model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  return compare_model(context, model, o);
}

static trial compare_text(const char *text, const noslip_compare_options *o) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  if (noslip_model_parse(context, "test", text, NULL, &model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  return compare_model(context, model, o);
}

static void trial_end(trial *t) {
  noslip_comparison_free(t->result);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, x[i]);
  return most;
}

// two ways to the same numbers, bit for bit: the report of a plain run, and the samples
static void maxima_are_those_of_a_run(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "spark(3)", "index1"};
  trial t = compare_file(
      disk, &(noslip_compare_options){
                .methods = methods, .nmethod = 3, .step = 0.1, .until = 50, .samples = 70});
  for (int k = 0; k < 3; k++) {
    const noslip_compare_method *m = &t.result->methods[k];
    noslip_run *run;
    noslip_report r;
    const noslip_run_options o = {.method = methods[k], .step = 0.1, .until = 50};
    assert_int_equal(noslip_run_new(t.context, t.model, &o, &run), NOSLIP_OK);
    assert_int_equal(noslip_advance(run, 500), NOSLIP_OK);
    noslip_run_report(run, &r);
    assert_true(m->energy_max_error == r.energy_max_error && m->energy_trend == r.energy_trend);
    assert_true(m->constraint_max_error == r.constraint_max_error);
    assert_true(m->steps == 500 && m->newton_iterations == r.newton_iterations);
    assert_true(m->right_hand_sides == r.right_hand_sides);
    assert_true(largest(m->energy, m->nsample) == r.energy_max_error);
    assert_true(largest(m->constraint, m->nsample) == r.constraint_max_error);
    for (int i = 0; i < 2; i++) {
      assert_true(m->invariant_max_errors[i] == r.invariant_errors[i]);
      assert_true(largest(m->invariants[i], m->nsample) == r.invariant_errors[i]);
    }
    noslip_run_free(run);
  }

  // the twin: the methods differ, so one could not stand for another
  const noslip_compare_method *m = t.result->methods;
  assert_true(m[0].constraint_max_error != m[2].constraint_max_error);
  check_above(m[2].wall_seconds, 0);
  trial_end(&t);
}

static void result_tells_everything(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "compose(dla-mp,suzuki4)", "index1"};
  trial t = compare_file(
      disk, &(noslip_compare_options){.methods = methods, .nmethod = 3, .step = 0.1, .steps = 250});
  const noslip_comparison *r = t.result;
  assert_string_equal(r->model, "disk");
  assert_true(r->step == 0.1 && r->until == 250*0.1 && r->steps == 250);
  assert_true(r->has_energy && r->energy_is_invariant && r->nconstraint == 2);
  assert_int_equal(r->ninvariant, 2);
  assert_string_equal(r->invariants[1], "turn");
  assert_string_equal(r->methods[1].name, "compose(dla-mp, suzuki4)");
  assert_true(r->methods[1].order == 4 && !r->methods[1].adaptive && r->methods[2].adaptive);
  assert_true(r->nfailed == 0 && r->nnote == 0);

  // every second node, which are at most 200
  assert_int_equal(r->nsample, 126);
  for (int i = 0; i < r->nsample; i++)
    assert_true(r->times[i] == (double)(2*i)*0.1);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(r->methods[k].nsample, 126);
    assert_memory_equal(r->methods[k].times, r->times, 126*sizeof *r->times);
    assert_true(r->methods[k].energy[0] == 0 && r->methods[k].invariants[0][0] == 0);
  }
  trial_end(&t);
}

// 7 steps, 3 samples at most: nodes 3 and 6, and the last in every case
// a family without its number takes what suits the model, and says which one that is
static void numbers_may_be_left_out(void **state) {
  (void)state;
  static const char *const methods[] = {"avf", "ep-collocation(2)", "avfc"};
  trial t = compare_file(NOSLIP_MODELS "/chaotic.noslip",
                         &(noslip_compare_options){.methods = methods, .nmethod = 3, .steps = 10});
  assert_string_equal(t.result->methods[0].name, "avf(2)");
  assert_string_equal(t.result->methods[1].name, "ep-collocation(2, quadrature=4)");
  assert_string_equal(t.result->methods[2].name, "avfc(2)");
  trial_end(&t);
}

static void last_node_is_sampled(void **state) {
  (void)state;
  const char *method = "dla-mp";
  trial t = compare_file(
      disk, &(noslip_compare_options){
                .methods = &method, .nmethod = 1, .step = -0.5, .steps = 7, .samples = 3});
  static const double nodes[] = {0, -1.5, -3, -3.5};
  assert_int_equal(t.result->nsample, 4);
  assert_memory_equal(t.result->times, nodes, sizeof nodes);
  assert_memory_equal(t.result->methods[0].times, nodes, sizeof nodes);
  trial_end(&t);
}

// the energy error of the oscillator has short peaks: a few samples know of the largest, too
static void few_samples_keep_the_peaks(void **state) {
  (void)state;
  const char *method = "dla-mp";
  noslip_compare_options o = {.methods = &method, .nmethod = 1, .step = 0.1, .steps = 1000};
  o.samples = 1000;
  trial fine = compare_file(oscillator, &o);
  o.samples = 7;
  trial coarse = compare_file(oscillator, &o);
  const noslip_compare_method *a = fine.result->methods, *b = coarse.result->methods;
  assert_true(a->nsample == 1001 && b->nsample == 8);
  assert_true(largest(a->energy, 1001) == largest(b->energy, 8));

  // the twin: at the nodes of the few samples themselves the error is smaller
  double there = 0;
  for (int i = 143; i < 1001; i += 143)
    there = fmax(there, a->energy[i]);
  check_below(there, 0.999*a->energy_max_error);

  // each of the few is the largest of its 143
  assert_true(b->energy[3] == largest(a->energy + 2*143 + 1, 143));
  trial_end(&fine);
  trial_end(&coarse);
}

// the square root ends at x = 1: dla-mp cannot go on, what it has is kept, the next method runs
static void failures_leave_the_rest(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "dla-cm"};
  trial t = compare_text(cliff, &(noslip_compare_options){.methods = methods, .nmethod = 2});
  const noslip_compare_method *m = t.result->methods;
  assert_int_equal(t.status, NOSLIP_OK);
  assert_true(t.result->nfailed > 0 && t.result->nsample == 201);
  check_text(m[0].trouble, "stopped at t = ");
  assert_true(m[0].steps > 90 && m[0].steps < 110);
  assert_int_equal(m[0].nsample, 1 + (m[0].steps + 4)/5);
  check_near(m[0].times[m[0].nsample - 1], 0.01*(double)m[0].steps, 1e-12);  // rounding
  assert_true(largest(m[0].energy, m[0].nsample) == m[0].energy_max_error);
  assert_true(m[0].constraint == NULL && isnan(m[0].constraint_max_error));
  assert_true(m[1].steps > 90);
  trial_end(&t);
}

// a bare DAE has no energy
static void missing_energy_is_missing(void **state) {
  (void)state;
  trial t = compare_file(NOSLIP_MODELS "/one_part.noslip", NULL);
  assert_false(t.result->has_energy);
  assert_null(t.result->methods[0].energy);
  assert_true(isnan(t.result->methods[0].energy_max_error));
  check_below(largest(t.result->methods[0].constraint, 11), 1e-13);  // ten steps of rounding
  assert_string_equal(t.result->methods[0].name, "srk-gauss(2)");    // as the run statement says
  trial_end(&t);
}

static void wrong_options_are_refused(void **state) {
  (void)state;
  const char *rattle[] = {"rattle"}, *wrong[] = {"rattle", "ratle"}, *unfit[] = {"dla-mp"};
  const struct {
    noslip_compare_options o;
    const char *part;
  } cases[] = {
      {{.step = 0.1, .until = 1}, "no method"},
      {{.methods = wrong, .nmethod = 2, .step = 0.1, .until = 1}, "did you mean `rattle`?"},
      {{.methods = unfit, .nmethod = 1, .step = 0.1, .until = 1}, "holonomic"},
      {{.methods = rattle, .nmethod = 1, .step = 0.1}, "no end"},
      {{.methods = rattle, .nmethod = 1, .step = 0.1, .until = -1}, "do not lead"},
      {{.methods = rattle, .nmethod = 1, .step = 0.1, .steps = 1, .until = 1}, "both say"},
      {{.methods = rattle, .nmethod = 1, .step = 0.1, .steps = -1}, "positive number"},
      {{.methods = rattle, .nmethod = 1, .step = 1, .steps = 9000000000000000000}, "too many"},
      {{.methods = rattle, .nmethod = 1, .step = 0.1, .until = 1, .samples = -1}, "`samples`"},
      {{.methods = rattle, .nmethod = 1, .step = 0.1, .until = 1, .backend = "fast"},
       "no backend `fast`"},
  };
  const char *text = "model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                     "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n";
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    noslip_context *context = noslip_open(NULL);
    noslip_model *model;
    noslip_comparison *r;
    assert_int_equal(noslip_model_parse(context, "test", text, NULL, &model), NOSLIP_OK);
    assert_int_equal(noslip_compare(context, model, &cases[i].o, &r), NOSLIP_ERROR_ARGUMENT);
    assert_null(r);
    check_text(noslip_last_error(context), cases[i].part);
    noslip_model_free(model);
    noslip_close(context);
  }
}

typedef struct calls {
  long n, last, total, stop_at;
} calls;

// a noslip_progress
static bool take_note(void *context, long done, long total) {
  calls *c = context;
  assert_true(done > c->last && done <= total);
  *c = (calls){c->n + 1, done, total, c->stop_at};
  return c->stop_at == 0 || done < c->stop_at;
}

// stopped in the second of three methods, at step 44 of 100
static void stopping_keeps_what_is_there(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "dla-cm", "dla-mp"};
  calls c = {.stop_at = 130};
  trial t = compare_file(disk, &(noslip_compare_options){.methods = methods,
                                                         .nmethod = 3,
                                                         .step = 0.1,
                                                         .steps = 100,
                                                         .samples = 10,
                                                         .progress = take_note,
                                                         .progress_context = &c});
  const noslip_compare_method *m = t.result->methods;
  assert_int_equal(t.status, NOSLIP_STOPPED);
  assert_true(c.total == 300 && c.n == 9);
  assert_true(m[0].nsample == 11 && m[0].steps == 100);
  assert_true(m[1].nsample == 6 && m[1].steps == 44 && !m[1].trouble);
  assert_true(m[2].nsample == 0 && m[2].steps == 0 && !m[2].trouble);
  assert_true(isnan(m[2].energy_max_error) && isnan(m[2].invariant_max_errors[1]));
  assert_int_equal(t.result->nfailed, 0);
  trial_end(&t);
}

// every allocation fails once, and nothing is left
static void memory_failures_leave_nothing(void **state) {
  (void)state;
  const char *methods[] = {"dla-mp", "dla-cm"};
  const noslip_compare_options o = {.methods = methods, .nmethod = 2, .step = 0.1, .steps = 5};
  bool done = false;
  for (long n = 1; !done; n++) {
    counter c = {.fail_at = n};
    noslip_context *context =
        noslip_open(&(noslip_options){.allocator = count, .allocator_context = &c});
    noslip_model *model = NULL;
    noslip_comparison *r = NULL;
    noslip_status status = NOSLIP_ERROR_MEMORY;
    if (context)
      status = noslip_model_load(context, disk, &model);
    if (status == NOSLIP_OK)
      status = noslip_compare(context, model, &o, &r);
    done = status == NOSLIP_OK;
    assert_int_equal(status, done ? NOSLIP_OK : NOSLIP_ERROR_MEMORY);
    assert_true(done == (r != NULL));
    noslip_comparison_free(r);
    noslip_model_free(model);
    noslip_close(context);
    assert_int_equal(c.blocks, 0);
  }
}

// ---------------------------------------------------------------------------------------------
// the tool

// a pendulum that would fall through its rod within a step of 1/2, but not if it chooses its steps
static const char pendulum[] = "model pendulum\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                               "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n";

static void table_is_printed(void **state) {
  (void)state;
  result r =
      tool("compare", disk, "--methods", "dla-mp,compose(dla-mp, suzuki4),index1", "--until", "5");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.err, "");
  check_text(r.out, "disk: 50 steps with h = 0.1, to t = 5\n\n");
  check_text(r.out,
             "  method                    order     energy      trend  constraint       spin "
             "      turn   Newton  us/step\n");
  check_text(r.out, "\n  compose(dla-mp, suzuki4)      4   ");
  check_text(r.out, "\n  index1                       --   ");
  assert_null(strstr(r.out, " \n"));  // nothing invisible at the ends of lines
  forget(&r);

  // no constraint and no energy, no columns
  const char *m = write_file("free.noslip", "model free\ncoord x\nlagrangian x'^2/2 - x^4\n"
                                            "init x = 1\nrun method dla-mp, step 0.1, until 1\n");
  r = tool("compare", m);
  assert_int_equal(r.status, 0);
  check_text(r.out, "  method  order     energy      trend   Newton  us/step\n");
  forget(&r);
  r = tool("compare", NOSLIP_MODELS "/one_part.noslip");
  assert_int_equal(r.status, 0);
  check_text(r.out, "  method        order  constraint   Newton  us/step\n");
  forget(&r);
}

// what keeps the energy, what keeps the constraints, and what keeps both
static void energy_and_constraint_are_apart(void **state) {
  (void)state;
  result r = tool("compare", NOSLIP_MODELS "/gearbox.noslip", "--methods",
                  "gonzalez,gonzalez-f,dla-mp", "--until", "500", "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  static const double bounds[][2] = {{4e-15, 1e-14}, {4e-15, 1}, {1, 1e-14}};
  static const double least[][2] = {{0, 0}, {0, 0.1}, {0.05, 0}};
  for (int k = 0; k < 3; k++) {
    const char *method = item(member(r.out, "methods"), k);
    double energy = number(member(method, "energy"), "max_error"),
           constraint = number(member(method, "constraint"), "max_error");
    assert_true(energy < bounds[k][0] && constraint < bounds[k][1]);
    assert_true(energy > least[k][0] && constraint > least[k][1]);
  }
  forget(&r);
}

// the same on a group
static void groups_are_compared(void **state) {
  (void)state;
  result r = tool("compare", NOSLIP_MODELS "/rattleback.noslip", "--methods", "gonzalez,lobatto(3)",
                  "--step", "0.001", "--until", "0.1", "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  for (int k = 0; k < 2; k++) {
    const char *method = item(member(r.out, "methods"), k);
    double energy = number(member(method, "energy"), "max_error");
    assert_true(number(member(method, "constraint"), "max_error") < 1e-15);
    assert_true(k == 0 ? energy < 2e-16 : energy > 1e-12);
  }
  forget(&r);
}

static void json_has_its_keys(void **state) {
  (void)state;
  result r = tool("compare", disk, "--methods", "index1,dla-mp", "--step", "0.1", "--steps", "400",
                  "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  check_text(member(r.out, "model"), "\"disk\"");
  assert_true(number(r.out, "step") == 0.1 && number(r.out, "steps") == 400);
  assert_true(number(r.out, "until") == 40);
  check_text(member(r.out, "energy_is_invariant"), "true");
  assert_non_null(member(r.out, "warnings"));
  const char *first = item(member(r.out, "methods"), 0), *m = item(member(r.out, "methods"), 1);
  check_above(number(first, "right_hand_sides"), 0);
  check_text(member(m, "method"), "\"dla-mp\"");
  assert_true(number(m, "order") == 2 && number(m, "steps") == 400);
  assert_non_null(member(member(m, "newton"), "iterations"));
  check_above(number(m, "wall_seconds"), 0);
  check_below(number(member(m, "energy"), "max_error"), 1e-14);
  check_below(number(member(m, "constraint"), "max_error"), 1e-14);
  check_above(number(member(first, "constraint"), "max_error"), 1e-10);
  assert_non_null(member(member(m, "energy"), "trend"));
  assert_non_null(member(member(member(m, "invariants"), "spin"), "max_error"));
  assert_null(member(m, "trouble"));
  const char *samples = member(m, "samples");
  assert_true(strtod(item(member(samples, "t"), 200), NULL) == 40);
  item(member(samples, "energy"), 200);
  item(member(samples, "constraint"), 200);
  item(member(member(samples, "invariants"), "turn"), 200);
  forget(&r);
}

static void csv_is_one_long_table(void **state) {
  (void)state;
  const char *path = in_folder("errors.csv");
  const char *m = write_file("rod.noslip", rod);
  result r =
      tool("compare", m, "--methods", "rattle,compose(rattle, suzuki4)", "-o", path, "--quiet");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, "");
  char *text = read_file(path);
  check_text(text, "method,t,energy,constraint,total\nrattle,0,0,0,0\nrattle,0.01,");
  check_text(text, "\n\"compose(rattle, suzuki4)\",0.2,");
  int lines = 0;
  for (const char *at = text; (at = strchr(at, '\n')); at++)
    lines++;
  assert_int_equal(lines, 1 + 2*21);

  // the same bytes again, on standard output; the table is then on standard error
  result again = tool("compare", m, "--methods", "rattle,compose(rattle, suzuki4)", "-o", "-");
  assert_string_equal(again.out, text);
  check_text(again.err, "  method  ");
  free(text);
  forget(&r);
  forget(&again);
}

static void pictures_are_drawn(void **state) {
  (void)state;
  if (system("gnuplot --version >/dev/null 2>&1") != 0)
    skip();
  static const char *const names[] = {"a.png", "a.svg", "a.pdf"};
  static const char *const begins[] = {"\x89PNG", "<?xml", "%PDF"};
  for (int i = 0; i < 3; i++) {
    const char *path = in_folder(names[i]);
    result r =
        tool("compare", disk, "--methods", "dla-mp,index1", "--until", "20", "-o", path, "--quiet");
    check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
    char *text = read_file(path);
    assert_int_equal(strncmp(text, begins[i], strlen(begins[i])), 0);
    free(text);
    forget(&r);
  }
  char *svg = read_file(in_folder("a.svg"));
  check_text(svg, "disk: errors with h = 0.1");
  check_text(svg, "energy error (zeros at 1e-");
  check_text(svg, "constraint");
  check_text(svg, "index1");
  free(svg);

  // a single step has a single sample; errors of 0 alone are not drawn
  result r = tool("compare", disk, "--methods", "index1", "--steps", "1", "-o", in_folder("b.png"));
  assert_int_equal(r.status, 0);
  forget(&r);
  const char *rest = write_file("rest.noslip", "model rest\ncoord x\nlagrangian x'^2/2\n");
  refused(1, "there is no picture", "compare", rest, "--methods", "dla-mp", "--step", "0.1",
          "--until", "1", "-o", in_folder("none.png"));
}

static void wrong_commands_are_refused(void **state) {
  (void)state;
  const char *m = write_file("pendulum.noslip", pendulum);
#define BASIC "compare", m, "--until", "1"
  refused(2, "did you mean `rattle`?", BASIC, "--methods", "rattle,ratle", "--step", "0.1");
  refused(2, "`dla-mp` has no equations", BASIC, "--methods", "dla-mp,dla-cm", "--step", "0.1");
  refused(2, "item 2 of the list is empty", BASIC, "--methods", "rattle,,rattle", "--step", "0.1");
  refused(2, "give some with --methods", BASIC, "--step", "0.1");
  refused(2, "give one with --step", "compare",
          write_file("rest.noslip", "model rest\ncoord x\nlagrangian x'^2/2\n"), "--methods",
          "rattle", "--until", "1");
  refused(2, "--step 0", BASIC, "--methods", "rattle", "--step", "0");
  refused(2, "do not lead to t = 1", BASIC, "--methods", "rattle", "--step", "-0.1");
  refused(2, "longer than the run", BASIC, "--methods", "rattle", "--step", "5");
  refused(2, "give one with --until", "compare", m, "--methods", "rattle", "--step", "0.1");
  refused(2, "give one of them", BASIC, "--methods", "rattle", "--step", "0.1", "--steps", "3");
  refused(2, "nothing to compare", "compare", m, "--methods", "rattle", "--until", "0");
  refused(2, "nothing to compare", "compare", m, "--methods", "rattle", "--steps", "0");
  refused(2, "no backend `fast`", BASIC, "--methods", "rattle", "--step", "0.1", "--backend",
          "fast");
  refused(2, ".png, .svg or .pdf", BASIC, "-o", "errors.gif");
  const char *odd = write_file("model.csv", pendulum);
  refused(2, "would overwrite the model", "compare", odd, "--until", "1", "-o", odd);
  refused(2, "standard output", BASIC, "--json", "-o", "-");
  refused(2, "did you mean --methods", BASIC, "--method", "rattle");
  refused(2, "needs a model file", "compare");
  refused(2, "cannot write", BASIC, "--methods", "rattle", "--step", "0.1", "-o",
          in_folder("nowhere/errors.csv"));
}

// its sentence, everything else, exit status 1
static void failures_are_shown_with_the_rest(void **state) {
  (void)state;
  const char *m = write_file("pendulum.noslip", pendulum);
  result r = tool("compare", m, "--methods", "rattle,index1", "--step", "0.5", "--until", "1");
  assert_int_equal(r.status, 1);
  check_text(r.err, "noslip: 1 of 2 methods did not get to the end\n");
  check_text(r.out, "  rattle stopped at t = 0 (step 1 of size 0.5): Newton stopped");
  check_text(r.out, "\n  index1     --   ");
  forget(&r);

  r = tool("compare", m, "--methods", "rattle,index1", "--step", "0.5", "--until", "1", "--json",
           "-o", in_folder("part.csv"));
  assert_int_equal(r.status, 1);
  check_json(r.out);
  const char *methods = member(r.out, "methods");
  check_text(member(item(methods, 0), "trouble"), "Newton stopped");
  assert_null(member(item(methods, 1), "trouble"));
  check_text(member(r.out, "warnings"), "1 of 2 methods did not get to the end");
  char *text = read_file(in_folder("part.csv"));
  check_text(text, "\nrattle,0,0,0\nindex1,0,0,0\nindex1,0.5,");
  free(text);
  forget(&r);
}

// a method that does not treat the model: its line, why, everything else, exit status 0
static void what_does_not_apply_is_shown_with_the_rest(void **state) {
  (void)state;
  const char *m = write_file("pendulum.noslip", pendulum);
#define WITH "compare", m, "--methods", "dla-mp,rattle", "--step", "0.01", "--until", "0.1"
  result r = tool(WITH);
  assert_int_equal(r.status, 0);
  check_text(r.out, "\n  dla-mp     --         --         --          --");
  check_text(r.out, "\n  rattle      2   ");
  check_text(r.out, "  note: left out: `dla-mp` has no equations for holonomic constraints");
  forget(&r);

  r = tool(WITH, "--json", "-o", in_folder("part.csv"));
  assert_int_equal(r.status, 0);
  check_json(r.out);
  const char *methods = member(r.out, "methods");
  assert_int_equal(strncmp(member(item(methods, 0), "applies"), "false", 5), 0);
  check_text(member(item(methods, 0), "trouble"), "has no equations for holonomic");
  assert_int_equal(strncmp(member(item(methods, 1), "applies"), "true", 4), 0);
  assert_null(member(item(methods, 1), "trouble"));
  assert_true(number(item(methods, 1), "steps") == 10);
  check_text(member(r.out, "warnings"), "left out: `dla-mp`");
  char *text = read_file(in_folder("part.csv"));
  check_text(text, "\ndla-mp,nan,nan,nan\nrattle,0,0,0\nrattle,0.01,");
  free(text);
  forget(&r);

  r = tool(WITH, "--quiet", "-o", in_folder("part.svg"));
  assert_int_equal(r.status, 0);
  check_text(r.err, "noslip: warning: left out: `dla-mp`");
  text = read_file(in_folder("part.svg"));
  check_text(text, "without dla-mp");
  free(text);
  forget(&r);
#undef WITH
}

// options reach the model, and a run that ends before T says so
static void settings_are_used(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = tool("compare", m, "--set", "g=0", "--init", "theta'=1", "--json", "--until", "0.99",
                  "--backend", "interpret");
  assert_int_equal(r.status, 0);
  check_text(member(r.out, "warnings"), "not a multiple of the step");
  assert_true(number(r.out, "steps") == 19);
  const char *moving = item(member(r.out, "methods"), 0);
  check_above(number(member(moving, "energy"), "max_error"), 0);
  forget(&r);

  // the twin: without them it stands still
  r = tool("compare", m, "--set", "g=0", "--json");
  assert_true(number(member(item(member(r.out, "methods"), 0), "energy"), "max_error") == 0);
  forget(&r);
}

// each method would take half an hour: what the first has is kept, the second was not begun
static void interrupts_keep_what_is_there(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  pid_t child = start(WORDS("compare", m, "--methods", "dla-mp,dla-cm", "--steps", "2000000000",
                            "--backend", "interpret", "-o", in_folder("some.csv")),
                      usual);
  wait_for_handler(child);
  assert_int_equal(kill(child, SIGINT), 0);
  assert_int_equal(finish(child), 1);
  char *out = read_file(in_folder("out")), *err = read_file(in_folder("err"));
  char *text = read_file(in_folder("some.csv"));
  check_text(err, "noslip: interrupted after ");
  assert_null(strchr(err, '\r'));  // no progress bar: this is no terminal
  check_text(out, "\n  dla-cm      2         --         --          --       --       --\n");
  assert_null(strstr(out, "\n  dla-mp      2         --"));
  check_text(text, "\ndla-mp,0,0,0\ndla-mp,");
  assert_null(strstr(text, "dla-cm"));
  free(out);
  free(err);
  free(text);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maxima_are_those_of_a_run),
      cmocka_unit_test(result_tells_everything),
      cmocka_unit_test(numbers_may_be_left_out),
      cmocka_unit_test(last_node_is_sampled),
      cmocka_unit_test(few_samples_keep_the_peaks),
      cmocka_unit_test(failures_leave_the_rest),
      cmocka_unit_test(missing_energy_is_missing),
      cmocka_unit_test(wrong_options_are_refused),
      cmocka_unit_test(stopping_keeps_what_is_there),
      cmocka_unit_test(memory_failures_leave_nothing),
      cmocka_unit_test(table_is_printed),
      cmocka_unit_test(energy_and_constraint_are_apart),
      cmocka_unit_test(groups_are_compared),
      cmocka_unit_test(json_has_its_keys),
      cmocka_unit_test(csv_is_one_long_table),
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(wrong_commands_are_refused),
      cmocka_unit_test(failures_are_shown_with_the_rest),
      cmocka_unit_test(what_does_not_apply_is_shown_with_the_rest),
      cmocka_unit_test(settings_are_used),
      cmocka_unit_test(interrupts_keep_what_is_there),
  };
  return tool_run(argc, argv, tests);
}
