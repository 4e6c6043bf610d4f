// Formulas of columns: the expression of lang/formula.h as tapes, one for each of its entries.

#include "noslip/formula.h"

#include "expr/tape.h"
#include "lang/formula.h"
#include "model/context.h"

#include <assert.h>
#include <string.h>

// the tape of one entry, and the columns it reads
typedef struct entry {
  tape *tape;
  int *columns;  // n
  int n;
  double *in, *work;  // n, tape->nwork
  double out[1];
} entry;

struct noslip_formula {
  noslip_context *context;
  arena arena;
  int count, first;
  entry *entries;  // count
};

// ---------------------------------------------------------------------------------------------
// making one

// the columns below an expression: their symbols, and their numbers in e->columns; NULL: no memory
static const expr *find_columns(entry *e, arena *a, const formula *f, expr of) {
  int32_t count;
  expr *below = graph_below(f->graph, &of, 1, &count);
  expr *symbols = below ? ARENA_ARRAY(a, expr, count + 1) : NULL;
  e->columns = symbols ? ARENA_ARRAY(a, int, count + 1) : NULL;
  for (int32_t i = 0; e->columns && i < count; i++) {
    if (graph_node(f->graph, below[i]).op != EXPR_SYMBOL)
      continue;
    int column = graph_node(f->graph, below[i]).a;  // symbols are made in the order of the columns
    assert(f->symbols[column] == below[i]);
    symbols[e->n] = below[i];
    e->columns[e->n++] = column;
  }
  memory_free(graph_memory(f->graph), below);
  return e->columns ? symbols : NULL;
}

static bool make_entry(entry *e, arena *a, const formula *f, expr of) {
  const expr *symbols = find_columns(e, a, f, of);
  if (!symbols)
    return false;
  const tape_group group = {symbols, e->n};
  e->tape = tape_new(a, f->graph, &group, 1, &of, 1);
  e->in = ARENA_ARRAY(a, double, e->n + 1);
  e->work = e->tape ? ARENA_ARRAY(a, double, e->tape->nwork + 1) : NULL;
  if (!e->in || !e->work)
    return false;
  tape_prepare(e->tape, e->work);
  return true;
}

static noslip_status make(noslip_formula *made, const formula *f) {
  made->count = value_count(&f->value);
  made->first = f->value.first;
  made->entries = ARENA_ARRAY(&made->arena, entry, made->count + 1);
  for (int i = 0; made->entries && i < made->count; i++)
    if (!make_entry(&made->entries[i], &made->arena, f, value_item(&f->value, i)))
      return fail_memory(&made->context->failure);
  return made->entries ? NOSLIP_OK : fail_memory(&made->context->failure);
}

// names are kept by the graph only while it is read
static noslip_status read_formula(noslip_formula *made, const char *text, const char *const *names,
                                  int n) {
  formula f;
  source s = {"the formula", arena_text(&made->arena, text, strlen(text)), (int)strlen(text)};
  if (!s.text)
    return fail_memory(&made->context->failure);
  noslip_status status = formula_read(&s, &made->arena, names, n, &f, &made->context->failure);
  if (status != NOSLIP_OK)
    return status;
  status = make(made, &f);
  graph_free(f.graph);
  return status;
}

static noslip_status check(noslip_context *c, const char *text, const char *const *names, int n) {
  enum { longest = 100000 };  // bytes
  if (!text || n < 0 || (n > 0 && !names))
    return context_refuse_null(c, text ? "names" : "text");
  for (int i = 0; i < n; i++)
    if (!names[i])
      return context_refuse_null(c, "names[i]");
  return strlen(text) <= longest
             ? NOSLIP_OK
             : fail(&c->failure, NOSLIP_ERROR_ARGUMENT,
                    "the formula is longer than the limit of %d bytes", longest);
}

noslip_status noslip_formula_new(noslip_context *context, const char *text,
                                 const char *const *names, int n, noslip_formula **out) {
  if (out)
    *out = NULL;
  if (!context || !out)
    return context_refuse_null(context, "formula");
  noslip_status status = check(context, text, names, n);
  if (status != NOSLIP_OK)
    return status;
  noslip_formula *made = memory_resize(&context->memory, NULL, sizeof *made);
  if (!made)
    return fail_memory(&context->failure);
  context_keep(context);
  *made = (noslip_formula){.context = context};
  arena_init(&made->arena, &context->memory);
  status = read_formula(made, text, names, n);
  if (status == NOSLIP_OK)
    *out = made;
  else
    noslip_formula_free(made);
  return status;
}

void noslip_formula_free(noslip_formula *f) {
  if (!f)
    return;
  noslip_context *context = f->context;
  arena_free(&f->arena);
  memory_free(&context->memory, f);
  context_release(context);
}

// ---------------------------------------------------------------------------------------------
// its numbers

int noslip_formula_count(const noslip_formula *f) {
  return f ? f->count : 0;
}

int noslip_formula_first(const noslip_formula *f) {
  return f ? f->first : 0;
}

noslip_status noslip_formula_fill(noslip_formula *f, int which, const double *const *columns,
                                  size_t nrow, double *out) {
  if (!f)
    return NOSLIP_ERROR_ARGUMENT;
  if (!columns || !out)
    return context_refuse_null(f->context, columns ? "out" : "columns");
  if (which < 0 || which >= f->count)
    return fail(&f->context->failure, NOSLIP_ERROR_ARGUMENT,
                "`entry` is %d; the formula has %d numbers in each row", which, f->count);
  entry *e = &f->entries[which];
  const double *const in[] = {e->in};
  for (size_t row = 0; row < nrow; row++) {
    for (int k = 0; k < e->n; k++)
      e->in[k] = columns[e->columns[k]][row];
    tape_run(e->tape, e->work, in, e->out);
    out[row] = e->out[0];
  }
  return NOSLIP_OK;
}
