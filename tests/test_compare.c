// Tests of src/study/compare.c and of `noslip compare`: errors over time, side by side.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/counting.h"
#include "tests/readers.h"
#include "tests/tool_models.h"

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
      {{.methods = rattle, .nmethod = 1, .until = 1}, "no step"},
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

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maxima_are_those_of_a_run),
      cmocka_unit_test(result_tells_everything),
      cmocka_unit_test(last_node_is_sampled),
      cmocka_unit_test(few_samples_keep_the_peaks),
      cmocka_unit_test(failures_leave_the_rest),
      cmocka_unit_test(missing_energy_is_missing),
      cmocka_unit_test(wrong_options_are_refused),
      cmocka_unit_test(stopping_keeps_what_is_there),
      cmocka_unit_test(memory_failures_leave_nothing),
  };
  return tool_run(argc, argv, tests);
}
