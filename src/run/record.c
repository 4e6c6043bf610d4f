// noslip_run_record: rows of chosen columns, into a matrix of the caller.

#include "noslip/record.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "run/columns.h"

#include <limits.h>

typedef struct record {
  noslip_run *run;
  column_place *columns;  // n
  int n;
  unsigned look;  // monitor_look
  double *to;     // the next row
  pace pace;
} record;

// ---------------------------------------------------------------------------------------------
// which columns

static noslip_status unknown_column(noslip_run *r, const char *name, failure *why) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < noslip_run_column_count(r); i++) {
    const char *other = noslip_run_column_name(r, i);
    if (!other)
      return fail_memory(why);
    suggest(&near, name, other);
  }
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no column `%s`; ", SHOWN(name));
  if (near.count > 0)
    fail_more(why, "%s", suggest_text(question, &near, "`"));
  else
    fail_more(why, "noslip_run_column_name lists them");
  return why->status;
}

// what has to be known of a node for a column
static unsigned look_of_state(const noslip_run *r, int i) {
  bool velocity = r->names.columns[i].kind == COLUMN_VELOCITY;
  return !velocity ? LOOK_POSITIONS : r->observed.velocities ? 0 : LOOK_PAIR;
}

static unsigned look_of(const noslip_run *r, const column_place *c) {
  switch (c->part->kind) {
  case ROW_TIME: return 0;
  case ROW_ENERGY: return LOOK_PAIR | LOOK_ENERGY;
  case ROW_RESIDUAL: return LOOK_PAIR | LOOK_RESIDUALS;
  case ROW_GROUP: break;
  }
  switch (c->part->group) {
  case NOSLIP_STATE: return look_of_state(r, c->index);
  case NOSLIP_MOMENTUM: return r->observed.velocities ? LOOK_PAIR : 0;
  case NOSLIP_MULTIPLIER: return r->observed.delivers ? 0 : LOOK_PAIR | LOOK_MULTIPLIERS;
  case NOSLIP_CONSTRAINT: return LOOK_PAIR | LOOK_RESIDUALS;
  case NOSLIP_INVARIANT:
  case NOSLIP_OBSERVABLE: return LOOK_ALL;
  }
  return LOOK_ALL;
}

static noslip_status choose(record *x, const char *const *names, int n, arena *a, failure *why) {
  x->n = names ? n : noslip_run_column_count(x->run);
  x->columns = ARENA_ARRAY(a, column_place, x->n);
  if (!x->columns)
    return fail_memory(why);
  for (int i = 0; i < x->n; i++) {
    if (names && !names[i])
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`columns[%d]` is NULL", i);
    x->columns[i] = names ? columns_find(x->run, names[i]) : columns_at(x->run, i);
    if (!x->columns[i].part)
      return unknown_column(x->run, names[i], why);
    x->look |= look_of(x->run, &x->columns[i]);
  }
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// rows

static double value_of_group(const noslip_run *r, noslip_group group, int i) {
  switch (group) {
  case NOSLIP_STATE: return names_state(r, i);
  case NOSLIP_MOMENTUM: return names_momenta(r)[i];
  case NOSLIP_MULTIPLIER: return r->observed.delivers ? r->state.kept[i] : r->state.lambda[i];
  case NOSLIP_CONSTRAINT: return r->observed.residual[i];
  case NOSLIP_INVARIANT: return r->observed.monitor[i];
  case NOSLIP_OBSERVABLE: return r->observed.monitor[r->model->system->invariants.count + i];
  }
  return (double)NAN;
}

static double value_of(const noslip_run *r, const column_place *c) {
  switch (c->part->kind) {
  case ROW_TIME: return r->state.t;
  case ROW_ENERGY: return r->observed.energy;
  case ROW_RESIDUAL: return row_largest(r->observed.residual, r->observed.m);
  case ROW_GROUP: return value_of_group(r, c->part->group, c->index);
  }
  return (double)NAN;
}

static void put_row(record *x) {
  monitor_look(x->run, x->look);
  for (int i = 0; i < x->n; i++)
    *x->to++ = value_of(x->run, &x->columns[i]);
}

// A row that a stop or a failure has cut short is none, unless it is the end of the run.
static noslip_status put_rows(record *x, long rows, long every, long *made) {
  const noslip_run *r = x->run;
  noslip_status status = NOSLIP_OK;
  pace_begin(&x->pace, r, rows > 0 && rows - 1 <= LONG_MAX/every ? (rows - 1)*every : 0);
  while (*made < rows && status == NOSLIP_OK) {
    long before = r->progress.taken;
    if (*made > 0)
      status = run_advance(x->run, every, &x->pace);
    long steps = r->progress.taken - before;
    bool there = *made == 0 || steps == every || (steps > 0 && noslip_run_stopped(r));
    if (!there)
      break;
    put_row(x);
    ++*made;
  }
  return status;
}

static noslip_status check(const noslip_run *r, const double *out, const long *made, int ncolumn,
                           long rows, long every) {
  failure *why = &r->context->failure;
  if (!made || (!out && rows > 0))
    return context_refuse_null(r->context, made ? "out" : "made");
  if (ncolumn < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`columns` has %d entries", ncolumn);
  if (rows < 0 || every < 1)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                rows < 0 ? "%ld rows cannot be filled; give a positive number"
                         : "a row every %ld steps is none; give a positive number",
                rows < 0 ? rows : every);
  return NOSLIP_OK;
}

noslip_status noslip_run_record(noslip_run *r, const char *const *columns, int ncolumn, long rows,
                                long every, double *out, long *made) {
  if (made)
    *made = 0;
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_status status = check(r, out, made, ncolumn, rows, every);
  if (status != NOSLIP_OK)
    return status;
  arena scratch;
  record x = {.run = r, .to = out};
  noslip_return(r);
  arena_init(&scratch, &r->context->memory);
  status = choose(&x, columns, ncolumn, &scratch, &r->context->failure);
  if (status == NOSLIP_OK) {
    status = put_rows(&x, rows, every, made);
    views_fill(r);
  }
  arena_free(&scratch);
  return status;
}
