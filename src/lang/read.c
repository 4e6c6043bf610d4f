// Each setting is a source of its own, with its own carets. One that cannot be parsed is no error
// yet: a later --set of the same name may replace it, and a name that the model does not have is
// told first. Its sentence is kept for the place in lowering that needs the value.

#include "lang/read.h"

#include "base/shown.h"
#include "lang/lower.h"
#include "lang/parse.h"

#include <string.h>

// the text of a setting; the name is what messages call it
static setting_text text_of(const char *name, const char *text) {
  return (setting_text){.source = {name, text, (int)strlen(text)}};
}

// keep the sentence of a text that could not be parsed; false when there is no memory
static bool keep_error(setting_text *t, arena *a, noslip_status status, const failure *why) {
  if (status == NOSLIP_OK)
    return true;
  if (status == NOSLIP_ERROR_MEMORY)
    return false;
  failure *kept = arena_alloc(a, sizeof *kept);
  if (kept)
    *kept = *why;
  t->error = kept;
  return kept != NULL;
}

// the right side of --set and --init; `option` is one of these
static bool parse_value(tree_setting *t, arena *a, const char *option, const setting *given) {
  failure why = {0};
  const char *name = arena_print(a, "%s %s", option, SHOWN(given->name));
  if (!name)
    return false;
  t->name = given->name;
  t->right = text_of(name, given->text);
  return keep_error(&t->right, a, parse_expression(&t->right.source, a, &t->value, &why), &why);
}

// the left side of --set and --init
static bool parse_left(tree_setting *t, arena *a, const char *option, const setting *given) {
  failure why = {0};
  t->left = text_of(option, given->name);
  return keep_error(&t->left, a, parse_target(&t->left.source, a, &t->target, &t->prime, &why),
                    &why);
}

static bool parse_section_text(tree_settings *out, arena *a, const char *text) {
  failure why = {0};
  if (!text)
    return true;
  out->has_section = true;
  out->section_text = text_of("the option `section`", text);
  return keep_error(&out->section_text, a,
                    parse_section(&out->section_text.source, a, &out->section, &why), &why);
}

// false when there is no memory
static bool parse_settings(tree_settings *out, arena *a, const settings *given) {
  *out = (tree_settings){.nset = given->nset, .ninit = given->ninit, .nlive = given->nlive};
  out->set = ARENA_ARRAY(a, tree_setting, given->nset);
  out->init = ARENA_ARRAY(a, tree_setting, given->ninit);
  out->live = ARENA_ARRAY(a, tree_live, given->nlive);
  if (a->failed)
    return false;
  for (int i = 0; i < given->nlive; i++)
    out->live[i].name = given->live[i];
  for (int i = 0; i < given->nset; i++)
    if (!parse_left(&out->set[i], a, "the option `set`", &given->set[i]) ||
        !parse_value(&out->set[i], a, "the option `set`", &given->set[i]))
      return false;
  for (int i = 0; i < given->ninit; i++)
    if (!parse_left(&out->init[i], a, "the option `init`", &given->init[i]) ||
        !parse_value(&out->init[i], a, "the option `init`", &given->init[i]))
      return false;
  return parse_section_text(out, a, given->section);
}

noslip_status system_read(const source *s, arena *a, const settings *given, model_system **out,
                          failure *why) {
  static const settings none = {0};
  tree_model *model;
  tree_settings beside;
  noslip_status status = parse_model(s, a, &model, why);
  if (status != NOSLIP_OK)
    return status;
  if (!parse_settings(&beside, a, given ? given : &none))
    return fail_memory(why);
  return lower_model(model, &beside, a, out, why);
}
