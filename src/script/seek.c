#include "script/seek.h"

#include "script/compute.h"

#include <stddef.h>

typedef struct seeking {
  script_part *part;
  script_scope scope;
  arena arena;  // of the scope
  seek_run *run;
  void *with;
} seeking;

// the table of the part for this value of the index; false: it cannot begin
static bool run_at(seeking *k, double x) {
  script_part *p = k->part;
  const memory *own = p->arena.memory;
  arena_free(&p->arena);
  arena_init(&p->arena, own);
  p->table = (script_table){0};
  k->scope.sources = NULL;
  k->scope.index_value = x;
  return script_fill_part(&k->scope, p) && k->run(k->with, p);
}

// What is sought, at x. False: a mistake; or the run has not come to its end, and *out is not set.
static bool value_at(seeking *k, double x, double *out) {
  script_part *p = k->part;
  int n = k->scope.tree->sources.count;
  script_tables *tables = ARENA_ARRAY(&k->arena, script_tables, n + 1);
  if (!tables)
    return script_no_memory(&k->scope);
  if (!run_at(k, x))
    return false;
  tables[p->source].parts = &p->table;
  k->scope.sources = tables;
  return script_eval_number(&k->scope, p->from->index.of, "what `seek` seeks", out);
}

// the range, halved until it is short enough
static bool halve(seeking *k, double a, double b, double at_a) {
  script_part *p = k->part;
  double middle = a, y = at_a;
  for (int i = 2; i < p->tries || i == 2; i++) {
    middle = a + (b - a)/2;
    if (!value_at(k, middle, &y))
      return false;
    bool upper = (y < 0) == (at_a < 0);
    a = upper ? middle : a;
    b = upper ? b : middle;
  }
  kept_add_number(&p->table, p->from->index.name, middle);
  return true;
}

static bool no_change(seeking *k, double at_low, double at_high) {
  const script_part *p = k->part;
  return script_wrong(&k->scope, p->from->index.of->start, "choose other ends of the range",
                      "it is %g for %s = %g and %g for %g: its sign does not change", at_low,
                      p->from->index.name, p->low, at_high, p->high);
}

bool seek_compute(script_part *p, const script_scope *lets, noslip_context *context, seek_run *run,
                  void *with) {
  seeking k = {.part = p, .scope = *lets, .run = run, .with = with};
  double at_low = 0, at_high = 0;
  arena_init(&k.arena, &context->memory);
  k.scope.arena = &k.arena;
  k.scope.why = &context->failure;
  k.scope.index = p->from->index.name;
  bool good = value_at(&k, p->low, &at_low) && value_at(&k, p->high, &at_high);
  if (good)
    good =
        at_low*at_high < 0 ? halve(&k, p->low, p->high, at_low) : no_change(&k, at_low, at_high);
  p->set = p->init = NULL;  // they are in the arena that goes now
  p->nset = p->ninit = 0;
  arena_free(&k.arena);
  return good || k.scope.trouble;  // a run that stopped on the way is not a mistake
}
