// What a model without a `run` line leaves open: method, step and end of a run are chosen.
//
//   method   the first of those that suit the model (recommend.c)
//   step     a twentieth of the shortest time scale at the start (timescale.c), rounded down to 1, 2
//            or 5 times a power of ten
//   end      1000 steps, where the step is chosen

#include "run/unplanned.h"

#include "run/contact/contact.h"
#include "run/run.h"
#include "run/timescale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { usual_steps = 1000, steps_per_scale = 20 };

// 1, 2 or 5 times a power of ten, at most x: the number that reads like that
static double round_down(double x) {
  char text[32];
  int exponent = 0;
  snprintf(text, sizeof text, "%.17e", x);
  sscanf(strchr(text, 'e') + 1, "%d", &exponent);
  snprintf(text, sizeof text, "%de%d", text[0] >= '5' ? 5 : text[0] >= '2' ? 2 : 1, exponent);
  return strtod(text, NULL);
}

// the start of a run without steps, and its time scale
static noslip_status measure(noslip_run *r, const noslip_run_options *o, double *T, failure *why) {
  noslip_status status = method_find(&r->arena, o->method, &r->method, why);
  if (status != NOSLIP_OK)
    return status;
  bool modes = r->model->system->contacts.count > 0 && !r->problem->lean;
  if (!run_allocate(r) || (modes && !contacts_init(r, "interpret")))
    return fail_memory(why);
  status = start_time(r, o, why);
  if (status == NOSLIP_OK)
    status = start_state(r, o, why);
  if (status != NOSLIP_OK)
    return status;
  mode *m = r->contacts ? r->contacts->now : NULL;
  *T = timescale_find(&r->arena, m ? &m->evaluator : &r->evaluator,
                      m ? &m->consistent : &r->consistent, m ? &m->state : &r->state);
  return NOSLIP_OK;
}

// 0: the start has no time scale
static noslip_status choose_step(noslip_context *context, const noslip_model *model,
                                 const noslip_run_options *o, double *h) {
  noslip_run *r = run_blank(context, model);
  double T = 0;
  if (!r)
    return fail_memory(&context->failure);
  r->problem = model->problem;
  noslip_status status = measure(r, o, &T, &context->failure);
  noslip_run_free(r);
  *h = T > 0 ? round_down(T/steps_per_scale) : 0;
  return status;
}

static noslip_status find_step(noslip_context *context, const noslip_model *model,
                               noslip_run_options *o) {
  noslip_run_options start = *o;
  start.method = o->method ? o->method : model->system->run.method;
  noslip_status status = choose_step(context, model, &start, &o->step);
  if (status == NOSLIP_OK && o->step == 0)
    return fail(&context->failure, NOSLIP_ERROR_ARGUMENT,
                "no step: the model has no `run step`, and nothing in it has a time scale at the "
                "start; give one with the option `step`");
  return status;
}

noslip_status unplanned_choose(noslip_context *context, const noslip_model *model,
                               noslip_run_options *o, text_buffer *said) {
  const run_defaults *d = &model->system->run;
  const char *reason = NULL;
  bool unnamed = !o->method && !d->method, step = o->step == 0 && d->step == 0;
  bool end = step && o->until == 0 && o->steps == 0 && d->until == 0 && d->steps == 0;
  if (unnamed) {
    o->method = recommend_first(context, model, &reason);
    if (!o->method)
      return fail(&context->failure, NOSLIP_ERROR_ARGUMENT,
                  "no method: the model has no `run method`, give one with the option `method`");
  }
  noslip_status status = step ? find_step(context, model, o) : NOSLIP_OK;
  if (status != NOSLIP_OK)
    return status;
  if (end)
    o->steps = usual_steps;
  if (unnamed)
    text_print(said, "method %s (%s)", o->method, reason);
  if (step)
    text_print(said, "%sstep %.10g, at most 1/%d of the shortest time scale at the start",
               unnamed ? ", " : "", o->step, steps_per_scale);
  if (end)
    text_print(said, ", %d steps", usual_steps);
  return said->failed ? fail_memory(&context->failure) : NOSLIP_OK;
}
