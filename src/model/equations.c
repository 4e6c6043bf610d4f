// The equations of a model as MathML and LaTeX: its statements as they are written, then the equations of motion,
// from the same text with all parameters as symbols.

#include "noslip/equations.h"

#include "base/latex.h"
#include "lang/mathml.h"
#include "lang/parse.h"
#include "lang/read.h"
#include "model/model.h"
#include "model/motion.h"

#include <string.h>

struct noslip_equations {
  noslip_context *context;
  const noslip_model *model;
  arena arena;
  mathml_lines lines;
  motion_lines motion;
  const char **latex;  // of the lines, then of the motion
};

static noslip_status write_statements(noslip_equations *e, const source *text, failure *why) {
  tree_model *model;
  noslip_status status = parse_model(text, &e->arena, &model, why);
  if (status != NOSLIP_OK)
    return status;
  return mathml_model(model, &e->arena, &e->lines) ? NOSLIP_OK : fail_memory(why);
}

// the names of all parameters
static const char **live_names(noslip_equations *e, const noslip_model *m, int *count) {
  int n = noslip_model_parameter_count(m);
  const char **names = ARENA_ARRAY(&e->arena, const char *, n + 1);
  *count = 0;
  for (int i = 0; names && i < n; i++)
    if (!m->system->parameters.list[i].is_const)
      names[(*count)++] = noslip_model_parameter_name(m, i);
  return names;
}

static const setting *given_settings(noslip_equations *e, const noslip_model *m) {
  setting *list = ARENA_ARRAY(&e->arena, setting, m->given.nset + 1);
  for (int i = 0; list && i < m->given.nset; i++)
    list[i] = (setting){m->given.set[i].name, m->given.set[i].value};
  return list;
}

static noslip_status write_full_motion(noslip_equations *e, const source *text,
                                       const noslip_model *m) {
  failure why = {0};
  model_system *s = NULL;
  settings given = {.nset = m->given.nset};
  given.set = given_settings(e, m);
  given.live = live_names(e, m, &given.nlive);
  if (!given.live || !given.set)
    return NOSLIP_ERROR_MEMORY;
  // parameters that cannot be symbols, as the bounds of a family: then all are numbers
  noslip_status status = system_read(text, &e->arena, &given, &s, &why);
  if (status == NOSLIP_ERROR_MODEL) {
    given.nlive = 0;
    status = system_read(text, &e->arena, &given, &s, &why);
  }
  if (status != NOSLIP_OK)
    return status == NOSLIP_ERROR_MEMORY ? status : NOSLIP_OK;
  bool good = !motion_is_short(s) || motion_write_full(s, &e->arena, &e->motion);
  graph_free(s->graph);
  return good ? NOSLIP_OK : NOSLIP_ERROR_MEMORY;
}

static const char *mathml_of(const noslip_equations *e, int i) {
  return i < e->lines.count ? e->lines.list[i].text : e->motion.list[i - e->lines.count];
}

// the same formulas in other words
static noslip_status write_latex(noslip_equations *e) {
  int n = e->lines.count + e->motion.count;
  text_buffer t;
  text_init(&t, e->arena.memory);
  e->latex = ARENA_ARRAY(&e->arena, const char *, n);
  for (int i = 0; e->latex && i < n; i++) {
    text_clear(&t);
    latex_from_mathml(&t, mathml_of(e, i));
    e->latex[i] = t.failed ? NULL : arena_text(&e->arena, t.data, t.length);
  }
  bool good = !t.failed && !e->arena.failed;
  text_free(&t);
  return good ? NOSLIP_OK : NOSLIP_ERROR_MEMORY;
}

noslip_status noslip_equations_new(noslip_context *context, const noslip_model *m,
                                   noslip_equations **out) {
  if (out)
    *out = NULL;
  if (!context || !m || !out)
    return context_refuse_null(context, m ? "equations" : "model");
  noslip_equations *e = memory_resize(&context->memory, NULL, sizeof *e);
  if (!e)
    return fail_memory(&context->failure);
  context_keep(context);
  model_keep(m);
  *e = (noslip_equations){.context = context, .model = m};
  arena_init(&e->arena, &context->memory);
  noslip_status status = NOSLIP_OK;
  if (noslip_model_text(m)[0]) {
    const source text = {m->path, m->text, (int)strlen(m->text)};
    status = write_statements(e, &text, &context->failure);
    if (status == NOSLIP_OK && !motion_write(m->system, &e->arena, &e->motion))
      status = NOSLIP_ERROR_MEMORY;
    if (status == NOSLIP_OK && motion_is_short(m->system))
      status = write_full_motion(e, &text, m);
  }
  if (status == NOSLIP_OK)
    status = write_latex(e);
  if (status == NOSLIP_ERROR_MEMORY)
    fail_memory(&context->failure);
  if (status == NOSLIP_OK)
    *out = e;
  else
    noslip_equations_free(e);
  return status;
}

void noslip_equations_free(noslip_equations *e) {
  if (!e)
    return;
  noslip_context *context = e->context;
  const noslip_model *m = e->model;
  arena_free(&e->arena);
  memory_free(&context->memory, e);
  model_release(m, context);
  context_release(context);
}

bool noslip_equations_get_sized(const noslip_equations *e, int i, noslip_equation *out,
                                size_t size) {
  static const noslip_equation_role roles[] = {
      [MATHML_DEFINITION] = NOSLIP_EQUATION_DEFINITION,
      [MATHML_FUNCTION] = NOSLIP_EQUATION_FUNCTION,
      [MATHML_FORCE] = NOSLIP_EQUATION_FORCE,
      [MATHML_CONSTRAINT] = NOSLIP_EQUATION_CONSTRAINT,
      [MATHML_CONTACT] = NOSLIP_EQUATION_CONTACT,
      [MATHML_EQUATION] = NOSLIP_EQUATION_RATE,
      [MATHML_QUANTITY] = NOSLIP_EQUATION_QUANTITY,
  };
  noslip_equation own = {0};
  bool there = e && i >= 0 && i < e->lines.count + e->motion.count;
  if (there && i < e->lines.count) {
    const mathml_line *l = &e->lines.list[i];
    own = (noslip_equation){roles[l->role], l->word, l->label, l->text, e->latex[i]};
  } else if (there) {
    own = (noslip_equation){NOSLIP_EQUATION_MOTION, "motion", "", mathml_of(e, i), e->latex[i]};
  }
  if (out)
    sized_give(out, size, &own, sizeof own);
  return there;
}
