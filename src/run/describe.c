// noslip_model_describe and noslip_run_check: what `noslip check` prints, and whether a run would
// start.

#include "run/run.h"

#include "base/vec.h"
#include "run/contact/contact.h"
#include "run/unplanned.h"

#include <math.h>
#include <string.h>

// the methods that treat the model; false if there are none
static bool show_methods(const noslip_model *m, text_buffer *out) {
  int count = 0;
  text_print(out, "  methods    ");
  for (int i = 0; i < method_count(); i++) {
    failure why;
    if (applies_check(method_at(i), m, &why) == NOSLIP_OK)
      text_print(out, "%s%s", count++ > 0 ? ", " : "", method_at(i)->label);
  }
  if (count == 0)
    text_print(out, "none yet: %s",
               m->unsolved ? m->unsolved
                           : "no method of this version treats these "
                             "constraints together");
  text_print(out, "\n");
  return count > 0;
}

static void show_multipliers(const noslip_run *r, const char *word, text_buffer *out) {
  enum { most = 6 };
  int m = r->problem->m;
  for (int k = 0; k < m && k < most; k++)
    text_print(out, "%s%s = %.10g", k == 0 ? word : ", ", r->problem->multiplier[k],
               r->state.lambda[k]);
  if (m > 0)
    text_print(out, "%s\n", m > most ? ", ..." : "");
}

static void show_mechanical_start(noslip_run *r, text_buffer *out) {
  const problem *p = r->problem;
  state *s = &r->state;
  const double *x = p->mechanical.lagrangian ? s->v : s->p;
  text_print(out, "  start      energy %.15g",
             evaluator_run(&r->evaluator, BUNDLE_ENERGY, r->state.t, s->q, x, NULL)[0]);
  if (r->contacts) {
    text_print(out, "\n");
    contacts_show(r->contacts, out);
    return;
  }
  const double *residual =
      evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, r->state.t, s->q, s->v, NULL);
  if (p->m > 0)
    text_print(out, ", constraints independent, largest residual %.1e",
               vec_max(residual, 2*p->m));
  text_print(out, "\n");
  show_multipliers(r, "  multiplier ", out);
}

static void show_index2_start(noslip_run *r, text_buffer *out) {
  int m = r->problem->m;
  if (problem_has_energy(r->problem))
    text_print(out, "  start      energy %.15g\n",
               evaluator_run(&r->evaluator, BUNDLE_ENERGY, r->state.t, r->state.q, NULL, NULL)[0]);
  if (m == 0)
    return;
  const double *g =
      evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, r->state.t, r->state.q, NULL, NULL);
  bool two = r->problem->class == PROBLEM_OVERDETERMINED;
  text_print(out, "  start      %s regular, largest residual %.1e%s\n",
             two ? "K = g_y v_z r_psi" : "g_y f_z", vec_max(g, 2*m),
             two ? ", time derivatives of the constraints included" : "");
  show_multipliers(r, "  algebraic  ", out);
}

// what was moved to satisfy the constraints
static void show_found(const noslip_run *r, text_buffer *out) {
  enum { most = 6 };
  for (int i = 0; i < r->start.nfound && i < most; i++)
    text_print(out, "%s%s = %.10g%s", i == 0 ? "  found      " : ", ", r->start.found[i].name,
               r->start.found[i].to, r->start.found[i].given ? " (moved)" : "");
  if (r->start.nfound > 0)
    text_print(out, "%s\n", r->start.nfound > most ? ", ..." : "");
}

// initial data of a problem: whole, independent, consistent
static bool show_problem_start(noslip_run *r, const noslip_run_options *o, text_buffer *out,
                               failure *why) {
  if (start_time(r, o, why) != NOSLIP_OK || start_state(r, o, why) != NOSLIP_OK) {
    text_print(out, "  start      NOT sound: %s\n", why->sentence);
    return false;
  }
  if (problem_is_mechanical(r->problem))
    show_mechanical_start(r, out);
  else
    show_index2_start(r, out);
  if (r->start.time != 0)
    text_print(out, "  time       the run starts at t = %.10g\n", r->start.time);
  show_found(r, out);
  for (int i = 0; i < r->warnings.count; i++)
    text_print(out, "  note       %s\n", r->warnings.list[i]);
  return true;
}

// ---- the other classes: do the constraints hold, are the gaps open?

static void show_violation(const model_residual *r, text_buffer *out) {
  if (r->kind == RESIDUAL_GAP)
    text_print(out, "  start      NOT sound: the gap of `%s` is %.4g, and must not be negative\n",
               r->label, r->value);
  else
    text_print(out, "  start      NOT sound: %s`%s` is violated by %.4g, %.1e of its terms\n",
               r->kind == RESIDUAL_HIDDEN ? "the time derivative of " : "", r->label, r->value,
               fabs(r->relative));
}

// the pairs that were not all looked at; NULL: none
static const model_residual *crowded(const model_residual *list, int n) {
  for (int k = 0; k < n; k++)
    if (list[k].kind == RESIDUAL_CROWDED)
      return &list[k];
  return NULL;
}

// the largest residual of those that hold
static void show_sound(const model_residual *list, int n, text_buffer *out) {
  const model_residual *worst = NULL;
  int gaps = 0, hidden = 0;
  for (int k = 0; k < n; k++) {
    gaps += list[k].kind == RESIDUAL_GAP;
    hidden += list[k].kind == RESIDUAL_HIDDEN;
    bool holds = list[k].kind == RESIDUAL_CONSTRAINT || list[k].kind == RESIDUAL_HIDDEN;
    if (holds && (!worst || fabs(list[k].value) > fabs(worst->value)))
      worst = &list[k];
  }
  if (worst)
    text_print(out, "  start      largest residual %.1e in %s`%s`%s%s\n", fabs(worst->value),
               worst->kind == RESIDUAL_HIDDEN ? "the time derivative of " : "", worst->label,
               hidden > 0 ? ", hidden constraints included" : "",
               gaps > 0 ? "; no gap is negative" : "");
  else if (gaps > 0)
    text_print(out, "  start      no gap is negative\n");
  if (crowded(list, n))
    text_print(out, "  note       too many pairs `%s` are near each other to look at all of them\n",
               crowded(list, n)->label);
}

static bool show_other_start(noslip_model *m, text_buffer *out) {
  enum { most = 6 };
  model_residual *list;
  int n = model_start_residuals(m, &list), bad = 0;
  if (n < 0) {
    out->failed = true;
    return false;
  }
  for (int k = 0; k < n; k++)
    if (list[k].violated && bad++ < most)
      show_violation(&list[k], out);
  if (bad > most)
    text_print(out, "  start      NOT sound: and %s%d more\n", crowded(list, n) ? "at least " : "",
               bad - most);
  if (bad == 0)
    show_sound(list, n, out);
  return bad == 0;
}

// The method that is asked for, if it steps through time with contacts, otherwise NULL: the modes that
// are closed at the start are not for it.
static const method *stepping_method(const noslip_model *m, const noslip_run_options *o, arena *a) {
  const char *text = o->method ? o->method : m->system->run.method;
  const method *found;
  failure why;
  bool steps = text && m->system->contacts.count > 0 &&
               method_find(a, text, &found, &why) == NOSLIP_OK && found->treats & TREATS_CONTACT;
  return steps ? found : NULL;
}

// Can the start be found as a run finds it? Not without matrices, not where a method refuses the model,
// and modes that slide are made on R^n only.
static bool is_found(const noslip_model *m, const method *stepping) {
  failure why;
  if (!m->problem || m->problem->lean)
    return false;
  if (stepping)
    return applies_check(stepping, m, &why) == NOSLIP_OK;
  return m->problem->class != PROBLEM_GROUP || m->problem->mechanical.mn == 0 ||
         m->system->contacts.count == 0;
}

// a run without steps
static bool show_found_start(noslip_run *r, const noslip_run_options *o, text_buffer *out) {
  failure why = {0};
  bool modes = r->model->system->contacts.count > 0;
  return run_allocate(r) && (!modes || contacts_init(r, "interpret")) &&
         show_problem_start(r, o, out, &why);
}

static bool show_start(noslip_model *m, const noslip_run_options *o, text_buffer *out) {
  noslip_run *r = run_blank(m->context, m);
  if (!r) {
    out->failed = true;
    return false;
  }
  r->problem = m->problem;
  r->h = m->system->run.step;
  r->method = stepping_method(m, o, &r->arena);
  bool sound = is_found(m, r->method) ? show_found_start(r, o, out) : show_other_start(m, out);
  out->failed |= r->arena.failed;
  noslip_run_free(r);
  return sound;
}

// ---- the run statement, and what is said instead

// what is chosen where the model does not say it all
static void show_choice(const noslip_model *m, noslip_run_options o, text_buffer *out) {
  text_buffer said;
  text_init(&said, m->arena.memory);
  if (m->problem && unplanned_choose(m->context, m, &o, &said) == NOSLIP_OK && said.length > 0)
    text_print(out, "  run        chosen: %s\n", said.data);
  text_free(&said);
}

static void show_run(const noslip_model *m, const noslip_run_options *o, text_buffer *out) {
  const run_defaults *d = &m->system->run;
  const char *text = o->method ? o->method : d->method;
  double step = o->step != 0 ? o->step : d->step;
  failure why;
  if (!text || step == 0) {
    show_choice(m, *o, out);
    return;
  }
  text_print(out, "  run        method %s", text);
  if (step != 0)
    text_print(out, ", step %.10g", step);
  if (d->steps > 0)
    text_print(out, ", %ld steps", d->steps);
  else if (d->until > 0)
    text_print(out, ", until %.10g", d->until);
  arena a;
  const method *found;
  arena_init(&a, m->arena.memory);
  if (method_find(&a, text, &found, &why) != NOSLIP_OK)
    text_print(out, " (NOT a method of this version)");
  else if (applies_check(found, m, &why) != NOSLIP_OK)
    text_print(out, " (NOT for this model)");
  arena_free(&a);
  text_print(out, "\n");
}

static void show_distance(noslip_model *m, text_buffer *out) {
  const char *label;
  if (!model_gap_no_distance(m, &label))
    out->failed = true;
  else if (label)
    text_print(out,
               "  note       the gap of `%s` does not look like a distance: take sqrt, or give "
               "`along` three components\n",
               label);
}

// A model that may be written: what is found in expressions becomes nodes of its graph.
typedef struct working_copy {
  noslip_model model;
  model_system system;
  mechanical_parts parts;
} working_copy;

// false: no memory
static bool working_copy_init(working_copy *c, const noslip_model *m) {
  c->model = *m;
  holders_init(&c->model.holders);
  c->system = *m->system;
  arena_init(&c->model.arena, m->arena.memory);
  c->model.system = &c->system;
  if (!m->system->graph)  // a model of functions has none
    return true;
  c->system.graph = graph_copy(m->system->graph, m->arena.memory);
  if (m->parts) {
    c->parts = *m->parts;
    c->parts.graph = c->system.graph;
    c->model.parts = &c->parts;
  }
  return c->system.graph != NULL;
}

static void working_copy_free(working_copy *c) {
  graph_free(c->system.graph);
  arena_free(&c->model.arena);
}

// the text; *sound: the start fits, and there is a method
static void print_description(text_buffer *out, const noslip_model *m, const noslip_run_options *o,
                              bool *sound) {
  working_copy own;
  if (!working_copy_init(&own, m)) {
    out->failed = true;
  } else {
    model_show(&own.model, out);
    bool treated = show_methods(&own.model, out);
    *sound = show_start(&own.model, o, out) && treated;
    show_distance(&own.model, out);
    show_run(&own.model, o, out);
  }
  working_copy_free(&own);
}

// the text, kept in the model; NULL: no memory
static const char *describe(noslip_model *m, const noslip_run_options *o, bool *sound) {
  text_buffer out;
  *sound = false;
  if (!m)
    return NULL;
  text_init(&out, &m->context->memory);
  print_description(&out, m, o, sound);
  m->description = out.failed ? NULL : arena_text(&m->arena, out.data, out.length);
  text_free(&out);
  return m->description;
}

const char *noslip_model_describe(noslip_model *m, bool project, bool *sound) {
  bool good;
  const char *text = describe(m, &(noslip_run_options){.project = project}, &good);
  if (sound)
    *sound = good;
  return text;
}

// One step as `noslip run` would take it. Compiling is not worth it, unless it is asked for.
static noslip_status try_step(noslip_context *context, noslip_model *m, noslip_run_options o) {
  noslip_run *run;
  bool open = !o.backend || strcmp(o.backend, "auto") == 0;
  if (open && m->problem && !m->problem->callbacks)
    o.backend = "interpret";
  o.steps = 1;
  o.until = 0;
  noslip_status status = noslip_run_new(context, m, &o, &run);
  if (status == NOSLIP_OK)
    status = noslip_step(run);
  noslip_run_free(run);
  return status == NOSLIP_STOPPED ? NOSLIP_OK : status;
}

noslip_status noslip_run_check_sized(noslip_context *context, noslip_model *model,
                                     const noslip_run_options *given, size_t size,
                                     const char **text) {
  noslip_run_options options;
  bool sound;
  if (text)
    *text = NULL;
  if (!context || !model || !text)
    return context_refuse_null(context, model ? "text" : "model");
  noslip_status status = CONTEXT_TAKE(context, noslip_run_options, options, given, size);
  if (status != NOSLIP_OK)
    return status;
  *text = describe(model, &options, &sound);
  return *text ? try_step(context, model, options) : fail_memory(&context->failure);
}
