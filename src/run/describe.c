// noslip_model_describe: what `noslip check` prints.

#include "run/run.h"

#include "base/vec.h"

#include <string.h>

static void show_methods(const noslip_model *m, text_buffer *out) {
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
  const double *x = p->lagrangian ? s->v : s->p;
  text_print(out, "  start      energy %.15g",
             evaluator_run(&r->evaluator, BUNDLE_ENERGY, 0, s->q, x, NULL)[0]);
  const double *residual = evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, 0, s->q, s->v, NULL);
  if (p->m > 0)
    text_print(out, ", constraints independent, largest residual %.1e",
               vec_max(residual, 2*p->m));
  text_print(out, "\n");
  if (r->model->system->class != CLASS_MECHANICAL_NONLINEAR)  // friction would change them
    show_multipliers(r, "  multiplier ", out);
}

static void show_index2_start(noslip_run *r, text_buffer *out) {
  int m = r->problem->m;
  if (r->evaluator.bundles[BUNDLE_ENERGY].function)
    text_print(out, "  start      energy %.15g\n",
               evaluator_run(&r->evaluator, BUNDLE_ENERGY, 0, r->state.q, NULL, NULL)[0]);
  if (m == 0)
    return;
  const double *g = evaluator_run(&r->evaluator, BUNDLE_GAP, 0, r->state.q, r->state.lambda, NULL);
  text_print(out, "  start      g_y f_z regular, largest residual %.1e\n", vec_max(g, m));
  show_multipliers(r, "  algebraic  ", out);
}

// initial data of a problem: whole, independent, consistent
static bool show_problem_start(noslip_run *r, bool project, text_buffer *out, failure *why) {
  if (start_state(r, &(noslip_run_options){.project = project}, why) != NOSLIP_OK) {
    text_print(out, "  start      NOT sound: %s\n", why->sentence);
    return false;
  }
  if (r->problem->class == PROBLEM_INDEX2)
    show_index2_start(r, out);
  else
    show_mechanical_start(r, out);
  for (int i = 0; i < r->nwarning; i++)
    text_print(out, "  note       %s\n", r->warnings[i]);
  return true;
}

// the other classes: do the constraints hold?
static bool show_other_start(const noslip_model *m, text_buffer *out) {
  const char *whose = NULL;
  double residual = model_start_residual((noslip_model *)m, &whose);
  if (!whose)
    return true;
  bool sound = residual <= initial_refused;
  text_print(out, "  start      %slargest residual %.1e in `%s`\n",
             sound ? "" : "NOT sound: ", residual, whose);
  return sound;
}

static bool show_start(noslip_model *m, bool project, text_buffer *out) {
  if (!m->problem)
    return show_other_start(m, out);
  failure why = {0};
  noslip_run *r = memory_resize(&m->context->memory, NULL, sizeof *r);
  if (!r) {
    out->failed = true;
    return false;
  }
  memset(r, 0, sizeof *r);
  r->context = m->context;
  r->model = m;
  r->problem = m->problem;
  arena_init(&r->arena, &m->context->memory);
  bool sound = run_allocate(r) && show_problem_start(r, project, out, &why);
  out->failed |= r->arena.failed;
  noslip_run_free(r);
  return sound;
}

static void show_run(const noslip_model *m, text_buffer *out) {
  const run_defaults *d = &m->system->run;
  failure why;
  if (!d->method)
    return;
  text_print(out, "  run        method %s", d->method);
  if (d->step > 0)
    text_print(out, ", step %.10g", d->step);
  if (d->steps > 0)
    text_print(out, ", %ld steps", d->steps);
  else if (d->until > 0)
    text_print(out, ", until %.10g", d->until);
  arena a;
  const method *found;
  arena_init(&a, m->arena.memory);
  if (method_find(&a, d->method, &found, &why) != NOSLIP_OK)
    text_print(out, " (not in this version)");
  else if (applies_check(found, m, &why) != NOSLIP_OK)
    text_print(out, " (not for this model)");
  arena_free(&a);
  text_print(out, "\n");
}

const char *noslip_model_describe(noslip_model *m, bool project, bool *sound) {
  text_buffer out;
  if (sound)
    *sound = false;
  if (!m)
    return NULL;
  text_init(&out, &m->context->memory);
  model_show(m, &out);
  show_methods(m, &out);
  bool good = show_start(m, project, &out);
  show_run(m, &out);
  if (sound)
    *sound = good;
  m->description = out.failed ? NULL : arena_text(&m->arena, out.data, out.length);
  text_free(&out);
  return m->description;
}
