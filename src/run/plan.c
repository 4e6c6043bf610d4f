// What a run is to do: its method, its step, where it ends.

#include "run/plan.h"

#include "base/count.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// method

static noslip_status refuse_loose(const method *m, failure *why) {
  return fail(
      why, NOSLIP_ERROR_ARGUMENT,
      "`%s` is solved to a tolerance only, and keeps nothing: it is there for comparison, as "
      "in `noslip compare`; take %s",
      m->name, m->of->name);
}

noslip_status plan_method(noslip_run *r, const noslip_run_options *o, failure *why) {
  const char *text = o->method ? o->method : r->model->system->run.method;
  if (!text)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no method: the model has no `run method`, give one with the option `method`");
  noslip_status status = method_find(&r->arena, text, &r->method, why);
  if (status == NOSLIP_OK)
    status = applies_check(r->method, r->model, why);
  if (status == NOSLIP_OK && r->method->loose > 0 && !o->comparison)
    status = refuse_loose(r->method, why);
  return status != NOSLIP_OK && !o->method ? model_blame_method(r->model, why) : status;
}

// The run statement names a method that does not exist, while another one is asked for: the run is
// not affected, but the model is wrong.
static void look_at_unused_method(noslip_run *r, const noslip_run_options *o) {
  const method *unused;
  failure why;
  const char *text = r->model->system->run.method;
  if (!o->method || !text || method_find(&r->arena, text, &unused, &why) != NOSLIP_ERROR_ARGUMENT)
    return;
  const char *note = arena_print(&r->arena, "`run` of the model: %s", why.sentence);
  if (note)
    run_warn(r, note);
}

// a method that runs, with something wrong about it here
static void look_at_used_method(noslip_run *r) {
  char sentence[400];
  if (!method_warns(r->method, r->problem, sentence, sizeof sentence))
    return;
  const char *note = arena_text(&r->arena, sentence, strlen(sentence));
  if (note)
    run_warn(r, note);
}

void plan_look(noslip_run *r, const noslip_run_options *o) {
  look_at_unused_method(r, o);
  look_at_used_method(r);
}

// ---------------------------------------------------------------------------------------------
// course

// T is not a multiple of h: a last step that is shorter, or advice
static void plan_rest(noslip_run *r, double until, double whole, bool whole_steps) {
  bool shorter = !whole_steps && method_keeps(r->method, r->model->problem) & KEEPS_REVERSIBLE;
  double began = r->start.time, from = began + whole*r->h;
  const char *note =
      shorter
          ? arena_print(&r->arena,
                        "%g is not a multiple of the step %g: the last step, from t = %.15g, is "
                        "shorter",
                        until, r->h, from)
          : arena_print(&r->arena,
                        "%g is not a multiple of the step %g: the run stops at t = %.15g; steps "
                        "of %.10g or %.10g lead there",
                        until, r->h, from, (until - began)/whole, (until - began)/(whole + 1));
  r->plan.rest = shorter ? until - from : 0;
  r->plan.end = until;
  if (note)
    run_warn(r, note);
}

// steps up to a time: T/h of them if that is whole to rounding
static noslip_status plan_until(noslip_run *r, double until, bool whole_steps, failure *why) {
  static const double rounding = 16*2.220446049250313e-16, largest = COUNT_MOST;
  double from = r->start.time, ratio = (until - from)/r->h, whole = nearbyint(ratio);
  bool multiple = fabs(ratio - whole) <= rounding*ratio;
  if (ratio >= largest)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "steps of %g to t = %g are more than %g; give a longer step, or an earlier end",
                r->h, until, largest);
  if (!(ratio > 0))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                from == 0 ? "steps of %g do not lead to t = %g; give both the same sign"
                          : "steps of %g do not lead to t = %g from t = %g; give another end",
                r->h, until, from);
  if (!multiple)
    whole = floor(ratio);
  if (whole < 1)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the step %g is longer than the run to t = %g; give a shorter one, or a later end",
                r->h, until);
  if (!multiple)
    plan_rest(r, until, whole, whole_steps);
  r->plan.steps = (long)whole;
  return NOSLIP_OK;
}

noslip_status plan_course(noslip_run *r, const noslip_run_options *o, failure *why) {
  const run_defaults *d = &r->model->system->run;
  r->h = o->step != 0 ? o->step : d->step;
  if (r->h == 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no step: the model has no `run step`, give one with the option `step`");
  if (!isfinite(r->h))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the step %g is not a finite number; give one, as 0.01",
                r->h);
  if (o->steps < 0 || o->every < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%s is a positive number",
                o->steps < 0 ? "the number of steps" : "`every`");
  r->plan.every = o->every > 0 ? o->every : d->every > 0 ? d->every : 1;
  r->plan.monitored = !o->unmonitored;
  r->plan.monitor = o->monitor;
  r->plan.monitor_context = o->monitor_context;
  r->plan.progress = o->progress;
  r->plan.progress_context = o->progress_context;
  if (o->steps > 0)
    r->plan.steps = o->steps;
  else if (o->until != 0)
    return plan_until(r, o->until, o->whole_steps, why);
  else if (d->steps > 0)
    r->plan.steps = d->steps;
  else if (d->until > 0 && r->h > 0)
    return plan_until(r, d->until, o->whole_steps, why);
  return NOSLIP_OK;
}
