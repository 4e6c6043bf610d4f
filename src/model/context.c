// noslip_open, noslip_close, noslip_last_error, noslip_version.

#include "model/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

noslip_context *noslip_open_sized(const noslip_options *given, size_t size) {
  memory m = memory_default();
  noslip_options options;
  if (!sized_take(&options, sizeof options, given, size))
    return NULL;
  if (options.allocator)
    m = (memory){options.allocator, options.allocator_context};
  noslip_context *context = memory_resize(&m, NULL, sizeof *context);
  if (!context)
    return NULL;
  context->memory = m;
  context->failure = (failure){.status = NOSLIP_OK};
  context->forms = NULL;
  holders_init(&context->holders);
  atomic_init(&context->retired, NULL);
  arena_init(&context->arena, &context->memory);
  return context;
}

void context_keep(noslip_context *context) {
  holders_keep(&context->holders);
}

void context_tidy(noslip_context *context) {
  noslip_model *m = atomic_exchange_explicit(&context->retired, NULL, memory_order_acquire);
  while (m) {
    noslip_model *next = m->next_retired;
    model_delete(m);
    m = next;
  }
}

noslip_context *context_of(const memory *m) {
  return (noslip_context *)m;
}

void context_release(noslip_context *context) {
  if (!holders_drop(&context->holders))
    return;
  memory m = context->memory;
  context_tidy(context);
  reduced_forms_free(context);
  arena_free(&context->arena);
  memory_free(&m, context);
}

void noslip_close(noslip_context *context) {
  if (context)
    context_release(context);
}

const char *noslip_last_error(const noslip_context *context) {
  return context ? context->failure.sentence : "there is no context: it is NULL";
}

// a part of the sentence as a text of its own, at *end of the texts
static const char *part(noslip_context *c, size_t *end, failure_span span) {
  const size_t length = strlen(c->failure.sentence);  // it may have been cut
  const size_t to = span.to < length ? span.to : length;
  const size_t from = span.from < to ? span.from : to;
  char *text = c->parts + *end;
  assert(*end + (to - from) < sizeof c->parts);
  memcpy(text, c->failure.sentence + from, to - from);
  text[to - from] = 0;
  *end += to - from + 1;
  return text;
}

bool noslip_last_diagnostic_sized(noslip_context *c, noslip_diagnostic *out, size_t size) {
  noslip_diagnostic own = {0};
  size_t end = 0;
  bool there = c && c->failure.status != NOSLIP_OK;
  if (there) {
    const failure_parts *p = &c->failure.parts;
    own = (noslip_diagnostic){.status = c->failure.status,
                              .file = part(c, &end, p->file),
                              .line = p->line,
                              .column = p->column,
                              .length = p->length,
                              .message = part(c, &end, failure_message(&c->failure)),
                              .hint = part(c, &end, p->hint),
                              .source = part(c, &end, p->source),
                              .source_column = p->source_column};
  }
  if (out)
    sized_give(out, size, &own, sizeof own);
  return there;
}

const char *noslip_version(void) {
  return NOSLIP_VERSION;
}

int noslip_version_number(void) {
  return NOSLIP_VERSION_NUMBER;
}

noslip_status context_refuse_null(noslip_context *context, const char *argument) {
  if (!context)
    return NOSLIP_ERROR_ARGUMENT;
  return fail(&context->failure, NOSLIP_ERROR_ARGUMENT, "`%s` is NULL", argument);
}

noslip_status context_take(noslip_context *context, const char *name, void *own, size_t own_size,
                           const void *given, size_t size) {
  if (sized_take(own, own_size, given, size))
    return NOSLIP_OK;
  return fail(&context->failure, NOSLIP_ERROR_ARGUMENT,
              "`%s` has a field that noslip %s does not know: the program was compiled with the "
              "header of a newer version",
              name, noslip_version());
}
