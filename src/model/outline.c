// The names that the text of a model declares, for those who do not load it.

#include "lang/outline.h"
#include "model/context.h"
#include "noslip/model.h"

#include <string.h>

struct noslip_outline {
  noslip_context *context;
  arena arena;
  outline names;
};

// an empty outline; NULL, with the sentence, when there is no memory
static noslip_outline *new_outline(noslip_context *context) {
  noslip_outline *o = memory_resize(&context->memory, NULL, sizeof *o);
  if (!o) {
    fail_memory(&context->failure);
    return NULL;
  }
  context_keep(context);
  *o = (noslip_outline){.context = context};
  arena_init(&o->arena, &context->memory);
  return o;
}

// the outline of a text, if it is there
static noslip_status finish(noslip_outline *o, const source *text, noslip_status status,
                            noslip_outline **out) {
  if (status == NOSLIP_OK)
    status = outline_make(text, &o->arena, &o->names, &o->context->failure);
  if (status == NOSLIP_OK)
    *out = o;
  else
    noslip_outline_free(o);
  return status;
}

noslip_status noslip_outline_load(noslip_context *context, const char *path, noslip_outline **out) {
  source text;
  if (out)
    *out = NULL;
  if (!context || !path || !out)
    return context_refuse_null(context, path ? "outline" : "path");
  noslip_outline *o = new_outline(context);
  if (!o)
    return NOSLIP_ERROR_MEMORY;
  return finish(o, &text, source_load(&text, &o->arena, path, &context->failure), out);
}

noslip_status noslip_outline_parse(noslip_context *context, const char *name, const char *text,
                                   noslip_outline **out) {
  if (out)
    *out = NULL;
  if (!context || !name || !text || !out)
    return context_refuse_null(context, !name ? "name" : !text ? "text" : "outline");
  size_t length = strlen(text);
  if (length > source_longest)
    return fail(&context->failure, NOSLIP_ERROR_MODEL,
                "%s: the text is longer than the limit of %d bytes", name, source_longest);
  noslip_outline *o = new_outline(context);
  if (!o)
    return NOSLIP_ERROR_MEMORY;
  return finish(o, &(source){name, text, (int)length}, NOSLIP_OK, out);
}

void noslip_outline_free(noslip_outline *o) {
  if (!o)
    return;
  noslip_context *context = o->context;
  arena_free(&o->arena);
  memory_free(&context->memory, o);
  context_release(context);
}

bool noslip_outline_get_sized(const noslip_outline *o, int i, noslip_declared *declared,
                              size_t size) {
  noslip_declared own = {0};
  bool there = o && 0 <= i && i < o->names.count;
  if (there) {
    const outline_name *n = &o->names.list[i];
    own = (noslip_declared){n->word, n->name, n->kind ? n->kind : "", n->family};
  }
  if (declared)
    sized_give(declared, size, &own, sizeof own);
  return there;
}
