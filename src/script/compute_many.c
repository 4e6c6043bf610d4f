// Ensembles and sections. Columns of an ensemble are those of its CSV file: t, members, energy.mean,
// energy.variance, ...; those of a section are the columns of its points.

#include "noslip/section.h"
#include "script/compute.h"

#include <string.h>
#include <unistd.h>

static noslip_ensemble_options options_of(const script_part *p, part_progress *progress,
                                          int threads) {
  const double *x = p->numbers;
  return (noslip_ensemble_options){
      .method = p->method,
      .step = x[ITEM_STEP],
      .until = x[ITEM_UNTIL],
      .steps = (long)x[ITEM_STEPS],
      .every = (long)x[ITEM_EVERY],
      .project = p->from->project,
      .threads = threads,
      .progress = part_tell,
      .progress_context = progress,
  };
}

static void complain(void *context, const char *sentence) {
  teller_complain(context, sentence);
}

// checkpoints of its own, from which it goes on if they are there; `path` is a buffer for the name
static noslip_saving saving_of(const script_part *p, script_teller *t, char path[saving_path]) {
  const char *file = saving_file(t->saving, p, path);
  return (noslip_saving){.path = file,
                         .seconds = saving_seconds(t->saving),
                         .resume = file && access(file, F_OK) == 0,
                         .on_the_way = true,
                         .complain = complain,
                         .context = t};
}

static bool no_memory(noslip_context *context) {
  return fail_memory(&context->failure) == NOSLIP_OK;
}

// a column with a copy of n numbers that are `stride` apart
static bool add_column(script_part *p, const char *name, const double *x, long n, int stride) {
  double *copy = ARENA_ARRAY(&p->arena, double, n + 1);
  for (long i = 0; copy && i < n; i++)
    copy[i] = x[i*stride];
  p->table.columns[p->table.ncolumn++] = (script_column_of){name, KEPT_OTHER, copy, false, 0};
  p->table.nrow = n;
  return name && copy;
}

static void add_cost(script_table *t, double step, long steps, long newton, double seconds) {
  kept_add_number(t, "step", step < 0 ? -step : step);
  kept_add_number(t, "steps", (double)steps);
  kept_add_number(t, "newton", (double)newton);
  kept_add_number(t, "seconds", seconds);
}

// ---------------------------------------------------------------------------------------------
// ensembles

enum { nstatistics = 5 };  // columns of a quantity

static bool add_quantity(script_part *p, const noslip_ensemble_result *r,
                         const noslip_statistics *q) {
  const double *const parts[] = {q->mean, q->variance, q->min, q->max, q->square};
  static const char *const names[] = {"mean", "variance", "min", "max", "square"};
  for (int k = 0; k < nstatistics; k++)
    if (!add_column(p, arena_print(&p->arena, "%s.%s", q->name, names[k]), parts[k], r->ntime, 1))
      return false;
  return true;
}

// a column with a row for each member, to be filled
static double *new_member_column(script_part *p, const char *name, int n) {
  double *x = ARENA_ARRAY(&p->arena, double, n + 1);
  p->table.columns[p->table.ncolumn++] = (script_column_of){name, KEPT_OTHER, x, true, n};
  return name ? x : NULL;
}

// member.x, what was sampled; member.energy.min and .max, over the output times
static bool add_members(script_part *p, const noslip_ensemble_result *r, const double *starts) {
  for (int k = 0; k < p->nsample; k++) {
    double *x = new_member_column(p, arena_print(&p->arena, "member.%s", p->keys[k]), r->nmember);
    for (int i = 0; x && i < r->nmember; i++)
      x[i] = starts[(long)i*p->nsample + k];
  }
  for (int k = 0; k < r->nquantity; k++) {
    const char *name = r->quantities[k].name;
    double *low = new_member_column(p, arena_print(&p->arena, "member.%s.min", name), r->nmember);
    double *high = new_member_column(p, arena_print(&p->arena, "member.%s.max", name), r->nmember);
    for (int i = 0; low && high && i < r->nmember; i++) {
      low[i] = r->members[i].lowest[k];
      high[i] = r->members[i].highest[k];
    }
  }
  return !p->arena.failed;
}

static bool fill_ensemble(script_part *p, const noslip_ensemble_result *r, const double *starts) {
  script_table *t = &p->table;
  double *counts = ARENA_ARRAY(&p->arena, double, r->ntime + 1);
  if (!counts || !kept_make(t, &p->arena, 2 + p->nsample + (nstatistics + 2)*r->nquantity, 8))
    return false;
  for (int i = 0; i < r->ntime; i++)
    counts[i] = r->counts[i];
  if (!add_column(p, "t", r->times, r->ntime, 1) || !add_column(p, "members", counts, r->ntime, 1))
    return false;
  for (int k = 0; k < r->nquantity; k++)
    if (!add_quantity(p, r, &r->quantities[k]))
      return false;
  add_cost(t, r->step, r->steps, r->newton_iterations, r->wall_seconds);
  kept_add_number(t, "failed", r->nfailed);
  return add_members(p, r, starts);
}

bool part_ensemble(script_part *p, noslip_context *context, noslip_model *model, int threads,
                   script_teller *teller) {
  int members = (int)p->numbers[ITEM_MEMBERS], n = p->nsample;
  char path[saving_path];
  part_progress progress = {teller, 0};
  noslip_ensemble_options o = options_of(p, &progress, threads);
  noslip_ensemble_result *result;
  if (!part_room(p, context, teller, members, n + 1))
    return false;
  double *starts = ARENA_ARRAY(&p->arena, double, (size_t)members*(size_t)n + 1);
  if (!starts)
    return no_memory(context);
  for (int i = 0; i < members; i++)
    noslip_sample(starts + (size_t)i*(size_t)n, p->ranges, n, (uint64_t)p->numbers[ITEM_SEED], i);
  o.keys = p->keys;
  o.nkey = n;
  o.starts = starts;
  o.nmember = members;
  noslip_saving saving = saving_of(p, teller, path);
  o.saving = saving.path ? &saving : NULL;
  noslip_status status = noslip_ensemble(context, model, &o, &result);
  if (status == NOSLIP_ERROR_FILE && saving.resume) {
    saving.resume = false;  // what is there is of no use
    status = noslip_ensemble(context, model, &o, &result);
  }
  if (!result)
    return part_wrong(p, context);
  bool fits = part_room(p, context, teller, result->ntime, 2 + nstatistics*result->nquantity) &&
              part_room(p, context, teller, members, n + 2*result->nquantity);
  bool good = fits && fill_ensemble(p, result, starts);
  if (good && status == NOSLIP_OK && result->nfailed > 0)
    p->table.trouble =
        arena_print(&p->arena, "%s: %d of %d members failed", p->label, result->nfailed, members);
  noslip_ensemble_free(result);
  part_tell(&progress, 1, 1);
  return good || (fits && no_memory(context));
}

// ---------------------------------------------------------------------------------------------
// sections

static bool fill_points(script_part *p, const noslip_section_result *r) {
  const noslip_section_start *s = &r->starts[0];
  script_table *t = &p->table;
  if (!kept_make(t, &p->arena, r->ncolumn, 8))
    return false;
  for (int k = 0; k < r->ncolumn; k++) {
    const double *first = s->npoint > 0 ? s->points + k : NULL;
    const char *name = arena_text(&p->arena, r->columns[k], strlen(r->columns[k]));
    if (!add_column(p, name, first, s->npoint, r->ncolumn))
      return false;
  }
  add_cost(t, r->step, r->steps, r->newton_iterations, r->wall_seconds);
  kept_add_number(t, "found", (double)s->npoint);
  if (s->trouble)
    t->trouble = arena_print(&p->arena, "%s: %s", p->label, s->trouble);
  return !s->trouble || t->trouble;
}

bool part_points(script_part *p, noslip_context *context, noslip_model *model,
                 script_teller *teller) {
  part_progress progress = {teller, 0};
  char path[saving_path];
  noslip_saving saving = saving_of(p, teller, path);
  noslip_section_options o = {
      .runs = options_of(p, &progress, 1),
      .section = p->from->section,
      .count = (long)p->numbers[ITEM_COUNT],
  };
  noslip_section_result *result;
  o.runs.saving = saving.path ? &saving : NULL;
  noslip_status status = noslip_section(context, model, &o, &result);
  if (status == NOSLIP_ERROR_FILE && saving.resume) {
    saving.resume = false;  // what is there is of no use
    noslip_section(context, model, &o, &result);
  }
  if (!result)
    return part_wrong(p, context);
  bool fits = part_room(p, context, teller, (double)result->npoint, result->ncolumn);
  bool good = fits && fill_points(p, result);
  noslip_section_free(result);
  part_tell(&progress, 1, 1);
  return good || (fits && no_memory(context));
}
