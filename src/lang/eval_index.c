// Indices and fields: u[i], A[i,j], entries and rows of families, members of families of rotations
// and rigid motions, g.x.

#include "lang/lower.h"

#include <string.h>

bool eval_needs_index(lowering *l, const tree *e, const value *v, const char *what,
                      const char *form, const char *other) {
  const tree *of = e->kind == TREE_INDEX ? e->args[0] : e;
  const char *name = of->kind == TREE_NAME ? of->name : "A";
  return wrong(l, e->start,
               other ? arena_print(l->arena, "write %s%s or %s%s", name, form, name, other)
                     : arena_print(l->arena, "write %s%s", name, form),
               "`%s` is %s and needs %s", name, value_describe(l->arena, v), what);
}

static bool out_of_range(lowering *l, const tree *e, const tree *index, int i, long lo, long hi) {
  const char *of = e->args[0]->kind == TREE_NAME ? e->args[0]->name : "the vector";
  return wrong(l, index->start, arena_print(l->arena, "write an index from %ld to %ld", lo, hi),
               "the index %d is outside %s[%ld..%ld]", i, of, lo, hi);
}

static bool vector_entry(lowering *l, const tree *e, const value *v, value *out) {
  if (e->nargs != 2)
    return wrong(l, e->args[2]->start, "write u[i]", "a vector has one index");
  int i = 0;
  expr pair;
  if (!eval_entry_index(l, e->args[1], &i, &pair))
    return false;
  if (pair >= 0)
    return pairs_entry(l, e, v, pair, out);
  int k = value_position(v, i);
  if (k < 0 && v->index)
    return wrong(l, e->args[1]->start, "its indices are those of its `multiplier` clauses",
                 "there is no multiplier %s[%d]", e->args[0]->name, i);
  if (k < 0)
    return out_of_range(l, e, e->args[1], i, v->first, (long)v->first + v->rows - 1);
  *out = value_scalar(v->items[k]);
  return true;
}

// the position of index k of e in a range from `first` on, in *out
static bool position(lowering *l, const tree *e, int k, int first, int count, int *out) {
  int i;
  expr pair;
  const tree *index = e->args[k];
  if (!eval_entry_index(l, index, &i, &pair))
    return false;
  if (pair >= 0)
    return wrong(l, index->start, "contacts of pairs have families with one index: x[i], y[i]",
                 "the index `%s` of a pair is not for this", expr_symbol_name(l->graph, pair));
  *out = (int)((long)i - first);
  return (i >= first && (long)i - first < count) ||
         out_of_range(l, e, index, i, first, (long)first + count - 1);
}

// row k of a family with two indices
static value matrix_row(const value *v, int k) {
  return (value){.shape = SHAPE_VECTOR,
                 .rows = v->cols,
                 .cols = 1,
                 .items = v->items + (size_t)k*(size_t)v->cols,
                 .first = v->first_column};
}

// A[i,j]; of a family with two indices also c[i], its row
static bool matrix_entry(lowering *l, const tree *e, const value *v, value *out) {
  int i, j;
  if (e->nargs != 3 && !(e->nargs == 2 && v->by_rows))
    return v->by_rows ? eval_needs_index(l, e, v, "one index or two", "[i]", "[i,j]")
                      : eval_needs_index(l, e, v, "two indices", "[i,j]", NULL);
  if (!position(l, e, 1, v->by_rows ? v->first : 1, v->rows, &i))
    return false;
  if (e->nargs == 2) {
    *out = matrix_row(v, i);
    return true;
  }
  if (!position(l, e, 2, v->by_rows ? v->first_column : 1, v->cols, &j))
    return false;
  *out = value_scalar(v->items[i*v->cols + j]);
  return true;
}

// R[i], a matrix, and R[i,j,k], of a family of rotations or rigid motions
static bool body_entry(lowering *l, const tree *e, const value *v, value *out) {
  int k, i, j;
  if (e->nargs != 2 && e->nargs != 4)
    return eval_needs_index(l, e, v, "one index or three", "[i]", "[i,j,k]");
  if (!position(l, e, 1, v->first, v->rows, &k))
    return false;
  value matrix = {.shape = SHAPE_MATRIX,
                  .rows = v->size,
                  .cols = v->size,
                  .items = v->items + (size_t)k*(size_t)v->cols,
                  .first = 1};
  *out = matrix;
  if (e->nargs == 2)
    return true;
  if (!position(l, e, 2, 1, v->size, &i) || !position(l, e, 3, 1, v->size, &j))
    return false;
  *out = value_scalar(matrix.items[i*v->size + j]);
  return true;
}

bool eval_index(lowering *l, const tree *e, value *out) {
  value v, entry;
  if (!eval_plain(l, e->args[0], &v))
    return false;
  if (v.shape == SHAPE_SCALAR)
    return wrong(l, e->start, "declare it as a family, as in coord x[1..3], or delete the index",
                 "a scalar has no index");
  if (!(v.shape == SHAPE_VECTOR   ? vector_entry(l, e, &v, &entry)
        : v.shape == SHAPE_MATRIX ? matrix_entry(l, e, &v, &entry)
                                  : body_entry(l, e, &v, &entry)))
    return false;
  entry.constant = v.constant;
  entry.param = v.param;
  *out = entry;
  return true;
}

// g.R: the rotation, the upper left block of the matrix g
static value rotation_block(lowering *l, const value *g) {
  int n = g->rows - 1;
  value block = value_new(l->arena, SHAPE_MATRIX, n, n);
  for (int i = 0; block.items && i < n; i++)
    for (int j = 0; j < n; j++)
      block.items[i*n + j] = g->items[i*g->cols + j];
  return block;
}

// the coordinate in g.x or g[i].x, and its matrix; NULL: it is none
static const coord_item *field_item(lowering *l, const tree *of, value *g) {
  bool indexed = of->kind == TREE_INDEX && of->args[0]->kind == TREE_NAME;
  const tree *name = indexed ? of->args[0] : of;
  const name_entry *entry = name->kind == TREE_NAME ? names_find(l, name->name) : NULL;
  if (!entry || entry->item < 0 || (entry->value.shape == SHAPE_BODIES) != indexed)
    return NULL;
  const coord_item *first = &l->system->coords.list[entry->item];
  int k = 0;
  if (indexed && (of->nargs != 2 || !eval_index(l, of, g) ||
                  !position(l, of, 1, entry->value.first, entry->value.rows, &k)))
    return NULL;
  if (!indexed)
    *g = entry->value;
  return first + k;
}

bool eval_field(lowering *l, const tree *e, value *out) {
  const tree *of = e->args[0];
  value g;
  if (of->kind == TREE_NAME && !names_find(l, of->name) && !names_local(l, of->name))
    return names_unknown(l, of->name, of->at) == NOSLIP_OK;
  const coord_item *item = field_item(l, of, &g);
  if (!item && l->why->status != NOSLIP_OK)
    return false;
  if (!item || (item->kind != COORD_SE2 && item->kind != COORD_SE3))
    return wrong(l, e->at, "declare it as in: coord g: SE(2) velocity (v, omega)",
                 "only a coordinate in SE(2) or SE(3) has fields");

  int k = lower_field(item, e->name);
  if (k >= 0)
    *out = value_scalar(l->system->positions.list[item->position + k].symbol);
  else if (strcmp(e->name, "R") == 0)
    *out = rotation_block(l, &g);
  else
    return wrong(l, e->name_at,
                 item->kind == COORD_SE2 ? "it has .x, .y, .theta and .R"
                                         : "it has .x, .y, .z and .R",
                 "`%s` has no field `%s`", item->name, e->name);
  return k >= 0 || out->items || wrong_memory(l);
}
