// Which section of a model is meant: by its name, the only one, or the equation that was given.

#include "base/shown.h"
#include "base/suggest.h"
#include "study/section_work.h"

#include <string.h>

static noslip_status no_section(const model_system *s, const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; name && i < s->sections.count; i++)
    suggest(&near, name, s->sections.list[i].label);
  if (!name && s->sections.count == 0)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "the model has no section: give one, as in the option `section` = \"y' = 0 rising\"");
  if (name)
    fail(why, NOSLIP_ERROR_ARGUMENT, "the model has no section `%s`", SHOWN(name));
  else
    fail(why, NOSLIP_ERROR_ARGUMENT,
         "the model has several sections, choose one with the option `section`:");
  if (near.count > 0)
    fail_hint(why, "; ", "%s", suggest_text(question, &near, "`"));
  else if (name)
    fail_hint(why, "; ", "an equation is one, too, as in the option `section` = \"y' = 0 rising\"");
  for (int i = 0; !name && i < s->sections.count; i++)
    fail_more(why, "%s %s", i > 0 ? "," : "", SHOWN(s->sections.list[i].label));
  return why->status;
}

noslip_status section_choose(work *w) {
  const model_system *s = w->crew.model->system;
  const char *name = w->options.section;
  static const int signs[] = {0, 1, -1, 0};
  int n = s->sections.count;
  w->section = -1;
  for (int i = 0; name && i < n; i++)
    if (strcmp(s->sections.list[i].label, name) == 0)
      w->section = i;
  if (!name && n > 0 && (n == 1 || s->section_given))
    w->section = n - 1;
  if (w->section < 0)
    return no_section(s, name, &w->context->failure);
  w->direction = w->options.direction == NOSLIP_DIRECTION_DEFAULT
                     ? s->sections.list[w->section].direction
                     : signs[w->options.direction];
  return NOSLIP_OK;
}
