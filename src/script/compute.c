#include "script/compute.h"

#include "script/limits.h"
#include "study/crew.h"

enum { thousand = 1000 };

bool teller_tell(script_teller *t, long more) {
  atomic_fetch_add(&t->done, more);
  if (t->until > 0 && crew_seconds() > t->until)
    atomic_store(&t->stopped, true);
  if (t->progress && !atomic_exchange(&t->telling, true)) {
    if (!atomic_load(&t->stopped) && !t->progress(t->context, atomic_load(&t->done), t->total))
      atomic_store(&t->stopped, true);
    atomic_store(&t->telling, false);
  }
  return !atomic_load(&t->stopped);
}

void teller_complain(script_teller *t, const char *sentence) {
  const noslip_saving *s = t->saving->given;
  if (!s->complain || atomic_exchange(&t->telling, true))
    return;
  s->complain(s->context, sentence);
  atomic_store(&t->telling, false);
}

bool part_tell(void *context, long done, long total) {
  part_progress *p = context;
  long now = total > 0 ? (long)((double)done/(double)total*thousand) : 0;
  long more = now > p->told ? now - p->told : 0;
  p->told += more;
  return teller_tell(p->teller, more);
}

bool kept_make(script_table *t, arena *a, int ncolumn, int nnumber) {
  t->columns = ARENA_ARRAY(a, script_column_of, ncolumn + 1);
  t->numbers = ARENA_ARRAY(a, script_number_of, nnumber + 1);
  return t->columns && t->numbers;
}

void kept_add_number(script_table *t, const char *name, double value) {
  t->numbers[t->nnumber++] = (script_number_of){name, value};
}

bool part_trouble(script_part *p, noslip_context *context) {
  p->table.trouble = arena_print(&p->arena, "%s: %s", p->label, noslip_last_error(context));
  return p->table.trouble || fail_memory(&context->failure) == NOSLIP_OK;
}

bool part_wrong(const script_part *p, noslip_context *context) {
  failure before = context->failure;
  fail(&context->failure, before.status, "%s: %s", p->label, before.sentence);
  return false;
}

bool part_room(const script_part *p, noslip_context *context, script_teller *t, double rows,
               double columns) {
  double left = (double)(limit_numbers - atomic_load(&t->numbers));
  if (columns <= limit_columns && rows <= limit_rows && rows*columns <= left) {
    long taken = (long)(rows*columns);
    if (atomic_fetch_add(&t->numbers, taken) <= limit_numbers - taken)
      return true;
  }
  fail(&context->failure, NOSLIP_ERROR_ARGUMENT,
       "%s: %.0f rows of %.0f columns are more than a study keeps; give a larger `every`, or fewer "
       "runs",
       p->label, rows, columns);
  return false;
}

bool part_compute(script_part *p, noslip_context *context, noslip_model *model, int threads,
                  script_teller *t) {
  switch (p->from->kind) {
  case SOURCE_RUN: return part_run(p, context, model, t);
  case SOURCE_ENSEMBLE: return part_ensemble(p, context, model, threads, t);
  case SOURCE_POINTS: return part_points(p, context, model, t);
  }
  return false;
}
