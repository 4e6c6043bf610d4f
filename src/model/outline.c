// The names that the text of a model declares, for those who do not load it.

#include "lang/outline.h"
#include "model/context.h"
#include "noslip/model.h"

struct noslip_outline {
  noslip_context *context;
  arena arena;
  outline names;
};

noslip_status noslip_outline_load(noslip_context *context, const char *path, noslip_outline **out) {
  source text;
  if (out)
    *out = NULL;
  if (!context || !path || !out)
    return context_refuse_null(context, path ? "outline" : "path");
  noslip_outline *o = memory_resize(&context->memory, NULL, sizeof *o);
  if (!o)
    return fail_memory(&context->failure);
  *o = (noslip_outline){.context = context};
  arena_init(&o->arena, &context->memory);
  noslip_status status = source_load(&text, &o->arena, path, &context->failure);
  if (status == NOSLIP_OK)
    status = outline_make(&text, &o->arena, &o->names, &context->failure);
  if (status == NOSLIP_OK)
    *out = o;
  else
    noslip_outline_free(o);
  return status;
}

void noslip_outline_free(noslip_outline *o) {
  if (!o)
    return;
  arena_free(&o->arena);
  memory_free(&o->context->memory, o);
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
