// A run in pieces: the page asks for some steps at a time, and for what there is to show.

#include "output/json.h"
#include "output/page.h"
#include "play.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// start

static noslip_status prepare(play *p, const noslip_run_options *o) {
  noslip_status status = noslip_run_new(p->context, p->model, o, &p->run);
  if (status != NOSLIP_OK)
    return status;
  p->planned = noslip_run_steps(p->run) + (noslip_run_rest(p->run) != 0);
  status = recording_begin(&p->recording, p->run);
  if (status == NOSLIP_OK)
    recording_see(&p->recording, p->run);
  return status;
}

static void print_run(FILE *out, play *p) {
  noslip_report r;
  noslip_run_report(p->run, &r);
  json_member_text(out, "{", "model", noslip_model_name(p->model));
  json_member_text(out, ", ", "title", noslip_model_title(p->model));
  json_member_text(out, ", ", "method", r.method);
  json_member(out, ", ", "step", r.step);
  json_member(out, ", ", "steps", (double)p->planned);
  json_warnings(out, r.warnings, r.nwarning, NULL);
  fputs("}\n", out);
}

const char *PLAY_EXPORT(start)(const char *text, const char *method, double step, double until) {
  const noslip_run_options options = {
      .method = method[0] ? method : NULL, .step = step, .until = until, .backend = "interpret"};
  noslip_status status = play_load(text);
  if (status == NOSLIP_OK)
    status = prepare(&playing, &options);
  FILE *out = answer_begin();
  if (!out)
    return NULL;
  if (status == NOSLIP_OK) {
    print_run(out, &playing);
  } else {
    play_mistake(out, "{", text);
    fputs("}\n", out);
    play_end_run();
  }
  return answer_end();
}

// ---------------------------------------------------------------------------------------------
// steps

// the last step of the plan may be a shorter one
static noslip_status take(play *p) {
  bool last = p->taken == p->planned - 1 && noslip_run_rest(p->run) != 0;
  return last ? noslip_finish(p->run) : noslip_step(p->run);
}

static void take_step(play *p) {
  noslip_status status = take(p);
  if (status == NOSLIP_OK)
    p->taken++;
  else
    snprintf(p->trouble, sizeof p->trouble, "%s", noslip_last_error(p->context));
  p->ended = status != NOSLIP_OK || p->taken == p->planned || noslip_run_stopped(p->run);
  if (status == NOSLIP_OK && (p->ended || p->taken % noslip_run_every(p->run) == 0))
    recording_see(&p->recording, p->run);
}

int PLAY_EXPORT(advance)(int steps) {
  play *p = &playing;
  if (!p->run)
    return 0;
  for (int i = 0; i < steps && !p->ended; i++)
    take_step(p);
  return !p->ended;
}

double PLAY_EXPORT(steps_taken)(void) {
  return (double)playing.taken;
}

// ---------------------------------------------------------------------------------------------
// what there is to show

static page make_page(play *p) {
  return (page){.context = p->context,
                .model = p->model,
                .run = p->run,
                .recording = &p->recording,
                .trouble = p->trouble[0] ? p->trouble : NULL,
                .planned = p->planned};
}

const char *PLAY_EXPORT(data)(void) {
  const page shown = make_page(&playing);
  FILE *out = playing.run ? answer_begin() : NULL;
  if (!out)
    return NULL;
  page_data(out, &shown);
  return answer_end();
}

const char *PLAY_EXPORT(report)(void) {
  play *p = &playing;
  FILE *out = p->run ? answer_begin() : NULL;
  if (!out)
    return NULL;
  json_report(out, p->run, p->trouble[0] ? p->trouble : NULL);
  return answer_end();
}

const char *PLAY_EXPORT(sections)(int stopped) {
  page shown = make_page(&playing);
  FILE *out = playing.run ? answer_begin() : NULL;
  if (!out)
    return NULL;
  if (stopped && !shown.trouble)
    shown.trouble = "The run was stopped here.";
  page_summary(out, &shown);
  page_verdicts(out, &shown);
  page_equations(out, &shown);
  page_parameters(out, &shown);
  page_method(out, &shown);
  page_events(out, &shown);
  return answer_end();
}
