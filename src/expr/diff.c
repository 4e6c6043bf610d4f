// Gradients and Jacobians by backward sweeps.
//
// A sweep starts with the adjoint 1 at an output f and goes through the nodes below it, operands
// last: a node e with adjoint s adds s de/da to the adjoint of each operand a. At the symbols
// the adjoints are df/dx. Only nodes that depend on the x are met, so that every output costs its
// own size.
//
// where(c, a, b) is a leaf of such a sweep: its gradient where(c, a', b'), symbol by symbol, was
// found before by sweeps of its own. Had the sweep gone on with adjoints where(c, s, 0) instead,
// the branch that is not taken would enter the result: 0 times the slope of sqrt at 0 is NaN.

#include "expr/diff.h"

#include "expr/graph.h"
#include "expr/partial.h"

#include <assert.h>

// one entry of a sparse gradient
typedef struct entry {
  int32_t column;
  expr value;
} entry;

// `count` entries from `first` on
typedef struct span {
  int32_t first, count;
} span;

typedef struct reverse {
  graph *g;
  int32_t count;   // nodes below all outputs
  expr *nodes;     // count   operands first
  bool *active;    // count   has the node a derivative in some x?         filled by find_active
  expr *adjoint;   // count   zero between sweeps
  span *gradient;  // count   of where, min and max that are active        filled by find_branches
  expr *total;     // n       gradient that is being summed, zero between sweeps
  entry *entries;  // all sparse gradients
  int32_t nentry, entry_room;
} reverse;

static bool is_active(const reverse *r, expr e) {
  int32_t i = graph_position(r->g, r->nodes, r->count, e);
  return i >= 0 && r->active[i];
}

static void find_active(reverse *r) {
  for (int32_t i = 0; i < r->count; i++) {
    expr e = r->nodes[i];
    node n = r->g->nodes[e];
    r->active[i] = graph_column(r->g, e) >= 0;
    for (int k = 0; k < expr_operands((expr_op)n.op); k++)
      if (partial_passes((expr_op)n.op, k) && is_active(r, node_operand(&n, k)))
        r->active[i] = true;
  }
}

// ---- one sweep

static bool push_entry(reverse *r, int32_t column, expr value) {
  entry *entries = graph_grow(r->g, r->entries, &r->entry_room, r->nentry + 1, sizeof *r->entries);
  if (!entries)
    return false;
  r->entries = entries;
  r->entries[r->nentry++] = (entry){.column = column, .value = value};
  return true;
}

// total[column] += value; the first time, an entry is made for the column
static void add_to_total(reverse *r, int32_t column, expr value) {
  if (value == expr_zero)
    return;
  if (r->total[column] == expr_zero && !push_entry(r, column, expr_zero))
    return;
  r->total[column] = expr_add(r->g, r->total[column], value);
}

// the totals go into the entries made for them since `first`; those that cancelled are left out
static span close_entries(reverse *r, int32_t first) {
  int32_t kept = first;
  for (int32_t i = first; i < r->nentry; i++) {
    int32_t column = r->entries[i].column;
    if (r->total[column] != expr_zero)
      r->entries[kept++] = (entry){.column = column, .value = r->total[column]};
    r->total[column] = expr_zero;
  }
  r->nentry = kept;
  return (span){.first = first, .count = kept - first};
}

// s times the gradient of a branch
static void add_branch(reverse *r, expr s, span gradient) {
  for (int32_t i = gradient.first; i < gradient.first + gradient.count; i++) {
    entry part = r->entries[i];
    add_to_total(r, part.column, expr_mul(r->g, s, part.value));
  }
}

// add what the adjoint of e gives to those of its operands
static void pass_on(reverse *r, expr e) {
  graph *g = r->g;
  int32_t position = g->place[e];
  expr s = r->adjoint[position];
  r->adjoint[position] = expr_zero;  // for the next sweep
  if (s == expr_zero)
    return;
  if (graph_column(g, e) >= 0) {
    add_to_total(r, graph_column(g, e), s);
    return;
  }
  if (partial_is_branch(g, e)) {
    add_branch(r, s, r->gradient[position]);
    return;
  }
  node n = g->nodes[e];
  for (int k = 0; k < expr_operands((expr_op)n.op); k++) {
    expr operand = node_operand(&n, k);
    if (!is_active(r, operand))
      continue;
    expr *sum = &r->adjoint[g->place[operand]];
    *sum = expr_add(g, *sum, partial_times(g, s, e, k));
  }
}

// a sweep meets active nodes and does not go below branches
static walk_choice choose(const void *context, expr e) {
  const reverse *r = context;
  if (!is_active(r, e))
    return WALK_PAST;
  return partial_is_branch(r->g, e) ? WALK_TAKE : WALK_INTO;
}

// the gradient of f
static span sweep(reverse *r, expr f) {
  span none = {.first = r->nentry};
  if (!is_active(r, f))
    return none;
  int32_t count;
  expr *list = graph_walk(r->g, &f, 1, choose, r, &count);
  if (!list)
    return none;

  r->adjoint[r->g->place[f]] = expr_one;
  for (int32_t i = count; i-- > 0;)
    pass_on(r, list[i]);
  memory_free(&r->g->memory, list);
  return close_entries(r, none.first);
}

// ---- branches

// where(condition, yes, no) entry by entry, in place of both
static span merge(reverse *r, expr condition, span yes, span no) {
  assert(yes.first + yes.count == no.first && no.first + no.count == r->nentry);

  // the totals hold the entries of `no` for which `yes` has none so far
  for (int32_t i = no.first; i < no.first + no.count; i++)
    r->total[r->entries[i].column] = r->entries[i].value;
  for (int32_t i = yes.first; i < yes.first + yes.count; i++) {
    entry *part = &r->entries[i];
    part->value = expr_select(r->g, condition, part->value, r->total[part->column]);
    r->total[part->column] = expr_zero;
  }

  // what is left has 0 in the other branch; it moves up behind `yes`
  int32_t kept = no.first;
  for (int32_t i = no.first; i < no.first + no.count; i++) {
    entry part = r->entries[i];
    if (r->total[part.column] == expr_zero)
      continue;
    r->total[part.column] = expr_zero;
    part.value = expr_select(r->g, condition, expr_zero, part.value);
    r->entries[kept++] = part;
  }
  r->nentry = kept;
  return (span){.first = yes.first, .count = kept - yes.first};
}

// operands come first: inner branches are done before outer ones
static void find_branches(reverse *r) {
  for (int32_t i = 0; i < r->count; i++) {
    if (!r->active[i] || !partial_is_branch(r->g, r->nodes[i]))
      continue;
    partial_branches b = partial_branch(r->g, r->nodes[i]);
    span yes = sweep(r, b.yes);
    span no = sweep(r, b.no);
    r->gradient[i] = merge(r, b.condition, yes, no);
  }
}

// ---- the whole

static bool begin(reverse *r, const expr *f, int m, int n) {
  graph *g = r->g;
  r->nodes = graph_below(g, f, m, &r->count);
  if (!r->nodes)
    return false;
  graph_number_list(g, r->nodes, r->count);
  r->active = graph_array(g, r->count, sizeof *r->active);
  r->adjoint = graph_array(g, r->count, sizeof *r->adjoint);
  r->gradient = graph_array(g, r->count, sizeof *r->gradient);
  r->total = graph_array(g, n, sizeof *r->total);
  return r->active && r->adjoint && r->gradient && r->total;
}

static void end(reverse *r) {
  void *arrays[] = {r->nodes, r->active, r->adjoint, r->gradient, r->total, r->entries};
  for (size_t i = 0; i < sizeof arrays/sizeof *arrays; i++)
    memory_free(&r->g->memory, arrays[i]);
}

// row = gradient of f
static void fill_row(reverse *r, expr f, expr *row, int n) {
  for (int j = 0; j < n; j++)
    row[j] = expr_zero;
  span gradient = sweep(r, f);
  assert(gradient.count <= n && gradient.first + gradient.count <= r->nentry);
  for (int32_t i = gradient.first; i < gradient.first + gradient.count; i++)
    row[r->entries[i].column] = r->entries[i].value;
  r->nentry = gradient.first;
}

// what becomes of the rows, one after the other
typedef struct target {
  expr *J;     // m x n; NULL: they stay among the entries,
  span *rows;  // m      here
} target;

static bool sweep_all(reverse *r, const expr *f, int m, const expr *x, int n, target *to) {
  graph *g = r->g;
  graph_columns_begin(g, x, n);
  if (begin(r, f, m, n)) {
    find_active(r);
    find_branches(r);
    for (int i = 0; i < m; i++)
      if (to->J)
        fill_row(r, f[i], to->J + (size_t)i*(size_t)n, n);
      else
        to->rows[i] = sweep(r, f[i]);
  }
  graph_columns_end(g, x, n);
  return graph_status(g) == NOSLIP_OK;
}

bool diff_jacobian(graph *g, const expr *f, int m, const expr *x, int n, expr *J) {
  if (graph_status(g) != NOSLIP_OK)
    return false;
  reverse r = {.g = g};
  target to = {.J = J};
  bool done = sweep_all(&r, f, m, x, n, &to);
  end(&r);
  return done;
}

// one row, in the order of its columns
static void copy_row(const reverse *r, span row, int *column, expr *value) {
  for (int k = 0; k < row.count; k++) {
    entry part = r->entries[row.first + k];
    int at = k;
    for (; at > 0 && column[at - 1] > part.column; at--) {
      column[at] = column[at - 1];
      value[at] = value[at - 1];
    }
    column[at] = part.column;
    value[at] = part.value;
  }
}

bool diff_sparse(graph *g, const expr *f, int m, const expr *x, int n, arena *a, diff_rows *out) {
  if (graph_status(g) != NOSLIP_OK)
    return false;
  reverse r = {.g = g};
  target to = {.rows = ARENA_ARRAY(a, span, m + 1)};
  out->first = ARENA_ARRAY(a, int, m + 1);
  bool done = !a->failed && sweep_all(&r, f, m, x, n, &to);
  for (int i = 0; done && i < m; i++)
    out->first[i + 1] = out->first[i] + to.rows[i].count;
  out->column = done ? ARENA_ARRAY(a, int, out->first[m] + 1) : NULL;
  out->value = done ? ARENA_ARRAY(a, expr, out->first[m] + 1) : NULL;
  done = done && !a->failed;
  for (int i = 0; done && i < m; i++)
    copy_row(&r, to.rows[i], out->column + out->first[i], out->value + out->first[i]);
  end(&r);
  return done;
}

bool diff_gradient(graph *g, expr f, const expr *x, int n, expr *df) {
  return diff_jacobian(g, &f, 1, x, n, df);
}
