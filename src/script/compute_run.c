// A run: a row at the start, every so many steps, and at the end. Columns are those of files, and of
// the exact solution where the model has one: exact.x.

#include "run/row.h"
#include "script/compute.h"
#include "study/crew.h"
#include "study/part_file.h"

#include <assert.h>
#include <math.h>
#include <unistd.h>

typedef struct recording {
  script_part *part;
  noslip_context *context;
  script_teller *teller;
  noslip_run *run;
  long room;  // rows
  long taken, planned, every;
  double *row;       // one, of all columns
  double **columns;  // those of the table
  bool spoilt;       // what was read into the run did not fit
  double next;       // when a checkpoint is due, of crew_seconds
} recording;

static table_kind kind_of(const row_part *r) {
  if (r->kind != ROW_GROUP)
    return KEPT_OTHER;
  return r->group == NOSLIP_STATE        ? KEPT_STATE
         : r->group == NOSLIP_MOMENTUM   ? KEPT_MOMENTUM
         : r->group == NOSLIP_MULTIPLIER ? KEPT_MULTIPLIER
                                         : KEPT_OTHER;
}

static int count_columns(const noslip_run *run) {
  int n = 0;
  for (int i = 0; i < row_nparts; i++)
    n += row_count(run, &row_parts[i]);
  return n;
}

// columns without numbers, and names of the numbers of a run
static bool make_columns(recording *r) {
  arena *a = &r->part->arena;
  script_table *t = &r->part->table;
  int n = count_columns(r->run), ninvariant = noslip_run_count(r->run, NOSLIP_INVARIANT);
  enum { other_numbers = 16 };
  if (!part_room(r->part, r->context, r->teller, (double)r->room, 2.0*n))
    return false;
  if (!kept_make(t, a, 2*n, ninvariant + other_numbers))
    return fail_memory(&r->context->failure) == NOSLIP_OK;
  for (int i = 0; i < row_nparts; i++)
    for (int k = 0; k < row_count(r->run, &row_parts[i]); k++)
      t->columns[t->ncolumn++] = (script_column_of){
          arena_print(a, "%s%s", row_parts[i].name, row_name(r->run, &row_parts[i], k)),
          kind_of(&row_parts[i]), ARENA_ARRAY(a, double, r->room + 1), false, 0};
  r->row = ARENA_ARRAY(a, double, n + 1);
  r->columns = ARENA_ARRAY(a, double *, n + 1);
  for (int k = 0; r->columns && k < n; k++)
    r->columns[k] = t->columns[k].x;
  return !a->failed || fail_memory(&r->context->failure) == NOSLIP_OK;
}

static void record(recording *r) {
  script_table *t = &r->part->table;
  double *at = r->row;
  for (int i = 0; i < row_nparts; i++)
    at = row_fill(at, r->run, &row_parts[i]);
  assert(t->nrow < r->room);
  for (int k = 0; k < t->ncolumn; k++)
    t->columns[k].x[t->nrow] = r->row[k];
  t->nrow++;
}

// ---------------------------------------------------------------------------------------------
// checkpoints

static part_file file_of(const recording *r) {
  const script_table *t = &r->part->table;
  return (part_file){r->part->key, r->run,  r->columns, t->ncolumn,
                     t->nrow,      r->room, r->taken,   r->every};
}

static void save(recording *r) {
  char path[saving_path];
  failure why;
  const part_file file = file_of(r);
  if (saving_file(r->teller->saving, r->part, path) &&
      part_file_write(path, &file, &r->context->memory, &why) != NOSLIP_OK)
    teller_complain(r->teller, why.sentence);
  r->next = crew_seconds() + saving_seconds(r->teller->saving);
}

// False: nothing was saved, or it is of no use. Then the run is to be made again.
static bool take_up(recording *r) {
  char path[saving_path];
  failure why;
  part_file file = file_of(r);
  r->next = crew_seconds() + saving_seconds(r->teller->saving);
  if (!saving_file(r->teller->saving, r->part, path) || access(path, F_OK) != 0)
    return false;
  r->spoilt = part_file_read(path, &file, &r->context->memory, &why) != NOSLIP_OK;
  if (r->spoilt)
    return false;
  r->part->table.nrow = file.nrow;
  r->taken = file.taken;
  return true;
}

// ---------------------------------------------------------------------------------------------
// the loop

// false: the run is over, early or by a `stop` of the model
static bool advance(recording *r, noslip_status *status) {
  bool last = r->taken == r->planned - 1 && noslip_run_rest(r->run) != 0;
  *status = last ? noslip_finish(r->run) : noslip_step(r->run);
  if (*status != NOSLIP_OK && *status != NOSLIP_STOPPED)
    return false;
  r->taken++;
  if (*status == NOSLIP_STOPPED || r->taken == r->planned || r->taken % r->every == 0)
    record(r);
  return *status == NOSLIP_OK;
}

static bool loop(recording *r) {
  enum { between = 64 };  // steps from one look at the clock to the next
  part_progress progress = {r->teller, 0};
  noslip_status status = NOSLIP_OK;
  if (r->taken == 0)
    record(r);
  while (r->taken < r->planned && advance(r, &status)) {
    if (r->taken % between != 0)
      continue;
    bool going = part_tell(&progress, r->taken, r->planned);
    if (r->teller->saving->directory && (!going || crew_seconds() >= r->next))
      save(r);
    if (!going)
      break;
  }
  if (status != NOSLIP_OK && status != NOSLIP_STOPPED)
    return part_trouble(r->part, r->context);
  part_tell(&progress, 1, 1);
  return true;
}

// ---------------------------------------------------------------------------------------------
// what is there at the end

static void add_numbers(recording *r) {
  script_table *t = &r->part->table;
  noslip_report report;
  noslip_run_report(r->run, &report);
  kept_add_number(t, "step", fabs(report.step));
  kept_add_number(t, "steps", (double)report.steps);
  kept_add_number(t, "reached", report.time);
  kept_add_number(t, "newton", (double)report.newton_iterations);
  kept_add_number(t, "rhs", (double)report.right_hand_sides);
  kept_add_number(t, "accepted", (double)report.steps_accepted);
  kept_add_number(t, "rejected", (double)report.steps_rejected);
  kept_add_number(t, "average", report.average_step);
  kept_add_number(t, "seconds", report.wall_seconds);
  kept_add_number(t, "max.energy", report.energy_max_error);
  kept_add_number(t, "max.constraint", report.constraint_max_error);
  kept_add_number(t, "trend.energy", report.energy_trend);
  for (int i = 0; i < noslip_run_count(r->run, NOSLIP_INVARIANT); i++)
    kept_add_number(
        t, arena_print(&r->part->arena, "max.%s", noslip_run_name(r->run, NOSLIP_INVARIANT, i)),
        report.invariant_errors[i]);
}

// the exact solution at the times of the rows, for every column that has one; false: no memory
static bool add_exact(recording *r, noslip_model *model) {
  script_table *t = &r->part->table;
  arena *a = &r->part->arena;
  int n = t->ncolumn;
  for (int k = 1; k < n && noslip_model_has_exact(model); k++) {
    const char *of = t->columns[k].name;
    if (t->columns[k].kind == KEPT_OTHER)
      continue;
    double *x = ARENA_ARRAY(a, double, t->nrow + 1);
    char *name = arena_print(a, "exact.%s", of);
    if (!x || !name)
      return false;
    noslip_status status = noslip_model_exact(model, of, t->columns[0].x, (size_t)t->nrow, x);
    if (status == NOSLIP_ERROR_MEMORY)
      return false;
    if (status == NOSLIP_OK)
      t->columns[t->ncolumn++] = (script_column_of){name, KEPT_OTHER, x, false, 0};
  }
  return true;
}

static bool open_run(recording *r, noslip_model *model) {
  const double *x = r->part->numbers;
  const noslip_run_options options = {
      .method = r->part->method,
      .step = x[ITEM_STEP],
      .until = x[ITEM_UNTIL],
      .steps = (long)x[ITEM_STEPS],
      .every = (long)x[ITEM_EVERY],
      .project = r->part->from->project,
      .comparison = true,
  };
  if (noslip_run_new(r->context, model, &options, &r->run) != NOSLIP_OK)
    return false;
  r->planned = noslip_run_steps(r->run) + (noslip_run_rest(r->run) != 0);
  r->every = noslip_run_every(r->run);
  r->room = r->planned/r->every + 3;
  return true;
}

// after a file that was of no use
static bool open_again(recording *r, noslip_model *model) {
  if (!r->spoilt)
    return true;  // nothing was read
  noslip_run_free(r->run);
  return open_run(r, model) || part_wrong(r->part, r->context);
}

bool part_run(script_part *p, noslip_context *context, noslip_model *model, script_teller *t) {
  recording r = {.part = p, .context = context, .teller = t};
  if (!open_run(&r, model))
    return part_wrong(p, context);
  bool good = make_columns(&r) && (take_up(&r) || open_again(&r, model)) && loop(&r);
  if (good && p->table.nrow > 0)
    good = part_events(p, context, r.run, t);
  if (good) {
    add_numbers(&r);
    good =
        (add_exact(&r, model) && !p->arena.failed) || fail_memory(&context->failure) == NOSLIP_OK;
  }
  noslip_run_free(r.run);
  return good;
}
