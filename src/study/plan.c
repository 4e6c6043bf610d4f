#include "study/plan.h"

#include "study/exact.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { halvings = 4, finer = 16 };  // of the default steps; of the default reference step

// ---------------------------------------------------------------------------------------------
// the end and the steps

static noslip_status choose_end(plan *p, const run_defaults *d, const noslip_converge_options *o,
                                failure *why) {
  p->until = o->until != 0   ? o->until
             : d->until != 0 ? d->until
                             : p->from + (double)d->steps*d->step;
  if (p->until == p->from)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no end: the model has no `run until`, give one with the option `until`");
  if (!(p->until > p->from) || !isfinite(p->until))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the end of a study is %s, not %g; give one with the option `until`",
                p->from == 0 ? "a positive time" : "a time after its start", p->until);
  return NOSLIP_OK;
}

// *n = T/h, which is whole to rounding
static noslip_status divide(long *n, double T, double h, const char *whose, failure *why) {
  static const double rounding = 16*DBL_EPSILON, most = 1e12;
  if (!(h > 0) || !isfinite(h))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%s is a positive number, not %g; give one, as 0.1",
                whose, h);
  double ratio = T/h, whole = nearbyint(ratio);
  if (ratio > most)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "%s %g is too small: more than %g steps to t = %g; take a longer one", whose, h,
                most, T);
  if (whole < 1 || fabs(ratio - whole) > rounding*ratio)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "%s %.10g does not divide the end time %.10g: it would take %.10g steps; the "
                "nearest that does is %.10g/%.0f",
                whose, h, T, ratio, T, fmax(whole, 1));
  *n = (long)whole;
  return NOSLIP_OK;
}

static noslip_status choose_steps(plan *p, arena *a, const run_defaults *d,
                                  const noslip_converge_options *o, failure *why) {
  if (o->nstep <= 0 && d->step <= 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no steps: the model has no `run step`, give them with the option `steps`");
  p->nstep = o->nstep > 0 ? o->nstep : halvings + 1;
  p->steps = ARENA_ARRAY(a, double, p->nstep);
  if (!p->steps)
    return fail_memory(why);

  // falling: each goes before the first that is smaller
  for (int i = 0; i < p->nstep; i++) {
    double h = o->nstep > 0 ? o->steps[i] : ldexp(d->step, -i);
    int at = i;
    for (; at > 0 && p->steps[at - 1] < h; at--)
      p->steps[at] = p->steps[at - 1];
    p->steps[at] = h;
  }
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// the runs

// the run with n steps, put where it belongs; runs are few
static void push_run(plan *p, double h, long n) {
  int at = p->nrun;
  for (int i = 0; i < p->nrun; i++)
    if (p->n[i] == n)
      return;
  for (; at > 0 && p->n[at - 1] > n; at--) {
    p->h[at] = p->h[at - 1];
    p->n[at] = p->n[at - 1];
  }
  p->h[at] = h;
  p->n[at] = n;
  p->nrun++;
  assert(p->nrun <= 2*p->nstep);
}

static int run_of(const plan *p, long n) {
  int i = 0;
  while (i < p->nrun && p->n[i] != n)
    i++;
  assert(i < p->nrun);  // push_run has listed it
  return i;
}

static noslip_status list_runs(plan *p, arena *a, failure *why) {
  long *count = ARENA_ARRAY(a, long, p->nstep);
  p->h = ARENA_ARRAY(a, double, 2*p->nstep);
  p->n = ARENA_ARRAY(a, long, 2*p->nstep);
  p->own = ARENA_ARRAY(a, int, p->nstep);
  p->half = ARENA_ARRAY(a, int, p->nstep);
  if (a->failed)
    return fail_memory(why);
  for (int i = 0; i < p->nstep; i++) {
    if (divide(&count[i], p->until - p->from, p->steps[i], "the step", why) != NOSLIP_OK)
      return why->status;
    if (i > 0 && count[i] == count[i - 1])
      return fail(why, NOSLIP_ERROR_ARGUMENT, "the step %.10g is given twice; delete one of them",
                  p->steps[i]);
    push_run(p, p->steps[i], count[i]);
  }
  for (int i = 0; i < p->nstep && p->against == NOSLIP_AGAINST_HALVES; i++)
    push_run(p, p->steps[i]/2, 2*count[i]);
  for (int i = 0; i < p->nstep; i++) {
    p->own[i] = run_of(p, count[i]);
    p->half[i] = p->against == NOSLIP_AGAINST_HALVES ? run_of(p, 2*count[i]) : -1;
  }
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// methods and reference

// does the exact solution give all positions, or all states?
static bool is_whole(const model_system *s) {
  const unknowns *all = s->states.count > 0 ? &s->states : &s->positions;
  for (int i = 0; i < all->count; i++)
    if (!all->list[i].solved)
      return false;
  return true;
}

static noslip_status choose_against(plan *p, const noslip_model *model,
                                    const noslip_converge_options *o, failure *why) {
  const model_system *s = model->system;
  bool holds = exact_there(model) && o->nsignal == 0;
  p->against = o->against;
  if (p->against == NOSLIP_AGAINST_DEFAULT)
    p->against = o->reference           ? NOSLIP_AGAINST_RUN
                 : holds && is_whole(s) ? NOSLIP_AGAINST_EXACT
                                        : NOSLIP_AGAINST_HALVES;
  if (p->against == NOSLIP_AGAINST_EXACT && !holds)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                s->exact.count > 0
                    ? "the exact solution of the file does not hold here: other "
                      "data are in use; leave these out, or give the option `reference` = METHOD"
                    : "the model has no exact solution; write one with `exact`, or "
                      "give the option `reference` = METHOD");
  if (p->against == NOSLIP_AGAINST_RUN && !o->reference)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "no method for the reference run; give one");
  if (o->reference_step != 0 && p->against != NOSLIP_AGAINST_RUN)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a reference step needs the method of a reference run; give the option `reference` "
                "= METHOD, too");
  return NOSLIP_OK;
}

static noslip_status choose_reference(plan *p, arena *a, noslip_context *context,
                                      const noslip_model *model, const noslip_converge_options *o) {
  chosen with;
  if (p->against != NOSLIP_AGAINST_RUN)
    return NOSLIP_OK;
  noslip_status status = chosen_one(&with, a, context, model, o->reference);
  if (status != NOSLIP_OK)
    return status;
  p->reference = with.name;
  p->reference_step = o->reference_step != 0 ? o->reference_step : p->steps[p->nstep - 1]/finer;
  return divide(&p->reference_n, p->until - p->from, p->reference_step, "the reference step",
                &context->failure);
}

noslip_status plan_make(plan *p, arena *a, noslip_context *context, const noslip_model *model,
                        const noslip_converge_options *o) {
  failure *why = &context->failure;
  const run_defaults *d = &model->system->run;
  const chosen_request request = {o->methods, o->nmethod, .fixed_steps = true};
  *p = (plan){.from = model->system->start.time};
  noslip_status status = chosen_read(&p->methods, a, context, model, &request);
  if (status == NOSLIP_OK)
    status = choose_end(p, d, o, why);
  if (status == NOSLIP_OK)
    status = choose_steps(p, a, d, o, why);
  if (status == NOSLIP_OK)
    status = choose_against(p, model, o, why);
  if (status == NOSLIP_OK)
    status = list_runs(p, a, why);
  if (status == NOSLIP_OK)
    status = choose_reference(p, a, context, model, o);
  if (status != NOSLIP_OK)
    return status;
  for (int k = 0; k < p->nrun; k++)
    p->total += p->n[k];
  p->total = p->total*p->methods.usable + p->reference_n;
  return NOSLIP_OK;
}
