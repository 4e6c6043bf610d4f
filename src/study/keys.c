#include "study/keys.h"

#include "base/shown.h"
#include "base/suggest.h"

#include <assert.h>
#include <string.h>

static bool is_parameter(const noslip_model *m, const char *key) {
  for (int i = 0; i < noslip_model_parameter_count(m); i++)
    if (strcmp(noslip_model_parameter_name(m, i), key) == 0)
      return true;
  return false;
}

static bool is_step(const char *key) {
  return strcmp(key, "step") == 0 || strcmp(key, "h") == 0;
}

static void suggest_unknowns(suggestion *near, const char *key, const unknowns *list) {
  for (int i = 0; i < list->count; i++)
    suggest(near, key, list->list[i].name);
}

static noslip_status refuse_unknown(const noslip_model *m, const char *key, failure *why) {
  const model_system *s = m->system;
  char question[suggest_room];
  suggestion near = {0};
  suggest_unknowns(&near, key, &s->positions);
  suggest_unknowns(&near, key, &s->states);
  suggest_unknowns(&near, key, s->form == FORM_HAMILTONIAN ? &s->momenta : &s->velocities);
  suggest_unknowns(&near, key, &s->algebraics);
  for (int i = 0; i < s->parameters.count; i++)
    suggest(&near, key, s->parameters.list[i].name);
  suggest(&near, key, "step");
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no initial value or parameter `%s`", SHOWN(key));
  fail_hint(why, "; ", "%s",
            near.count > 0 ? suggest_text(question, &near, "`")
                           : "`noslip check` lists the unknowns of the model");
  return why->status;
}

// ---------------------------------------------------------------------------------------------
// given twice

// "m" gives "m[2]", too
static bool covers(const char *name, const char *key) {
  size_t n = strlen(name);
  return strncmp(name, key, n) == 0 && (key[n] == 0 || key[n] == '[');
}

static noslip_status given_twice(const char *what, const char *key, const char *option,
                                 failure *why) {
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "%s `%s` is given twice, by the option `%s` and as what the members differ in; "
              "delete one of them",
              what, SHOWN(key), option);
}

static noslip_status check_elsewhere(const noslip_model *m, const noslip_ensemble_options *o,
                                     const char *key, key_kind kind, failure *why) {
  const noslip_model_options *given = &m->given;
  if (kind == KEY_STEP && o->step != 0)
    return given_twice("the step", key, "step", why);
  for (int i = 0; kind == KEY_PARAMETER && i < given->nset; i++)
    if (covers(given->set[i].name, key))
      return given_twice("the parameter", key, "set", why);
  for (int i = 0; kind == KEY_START && i < given->ninit; i++)
    if (strcmp(given->init[i].name, key) == 0)
      return given_twice("the initial value of", key, "init", why);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------

static bool find_kind(const noslip_model *m, const char *key, key_kind *kind) {
  bool start = noslip_model_start_key(m, key) != NULL;
  *kind = start ? KEY_START : is_parameter(m, key) ? KEY_PARAMETER : KEY_STEP;
  return *kind != KEY_STEP || is_step(key);
}

static noslip_status add(keys *k, int i, const char *key, failure *why) {
  if (k->kinds[i] == KEY_STEP && k->step >= 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the step is given twice; delete `%s`", SHOWN(key));
  if (k->kinds[i] == KEY_STEP)
    k->step = i;
  k->nstart += k->kinds[i] == KEY_START;
  k->nparameter += k->kinds[i] == KEY_PARAMETER;
  return NOSLIP_OK;
}

// The end of the model's `run until` is not for steps back: they need one of the options.
static noslip_status check_steps(const keys *k, const run_defaults *d,
                                 const noslip_ensemble_options *o, failure *why) {
  bool forth = o->until == 0 && o->steps == 0 && d->steps == 0 && d->until > 0;
  for (int m = 0; k->step >= 0 && m < o->nmember; m++) {
    double h = o->starts[(size_t)m*(size_t)o->nkey + (size_t)k->step];
    if (h == 0)
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "member %d: steps of length 0 lead nowhere; give a length, as 0.01", m);
    if (h < 0 && forth)
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "member %d: steps of %g do not lead to t = %g, where the model ends; give "
                  "positive ones, or an end with the option `until`",
                  m, h, d->until);
  }
  return NOSLIP_OK;
}

noslip_status keys_find(keys *k, arena *a, const noslip_model *model,
                        const noslip_ensemble_options *o, failure *why) {
  *k = (keys){.n = o->nkey, .kinds = ARENA_ARRAY(a, key_kind, o->nkey + 1), .step = -1};
  if (!k->kinds)
    return fail_memory(why);
  for (int i = 0; i < o->nkey; i++) {
    assert(o->keys[i]);  // crew_check
    if (!find_kind(model, o->keys[i], &k->kinds[i]))
      return refuse_unknown(model, o->keys[i], why);
    if (check_elsewhere(model, o, o->keys[i], k->kinds[i], why) != NOSLIP_OK ||
        add(k, i, o->keys[i], why) != NOSLIP_OK)
      return why->status;
  }
  return check_steps(k, &model->system->run, o, why);
}
