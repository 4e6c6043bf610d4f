// Columns and numbers of what was computed: a.x, a.w[2]', a.momentum.x, a.step. A name is put together
// from the expression as it stands in files, and looked up in the table of every part.

#include "base/shown.h"
#include "base/suggest.h"
#include "noslip/event.h"
#include "script/eval.h"
#include "script/limits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int kept_column(const script_table *t, const char *name) {
  for (int i = 0; i < t->ncolumn; i++)
    if (strcmp(t->columns[i].name, name) == 0)
      return i;
  return -1;
}

int kept_number(const script_table *t, const char *name) {
  for (int i = 0; i < t->nnumber; i++)
    if (strcmp(t->numbers[i].name, name) == 0)
      return i;
  return -1;
}

// ---------------------------------------------------------------------------------------------
// names

int script_root(const script_tree *t, const tree *e) {
  bool field = false;
  while (e->kind == TREE_INDEX || e->kind == TREE_FIELD || e->kind == TREE_PRIME) {
    field = e->kind == TREE_FIELD;
    e = e->args[0];
  }
  for (int i = 0; field && e->kind == TREE_NAME && i < t->sources.count; i++)
    if (strcmp(t->sources.list[i].name, e->name) == 0)
      return i;
  return -1;
}

enum { name_longest = 256 };

static bool add_index(script_scope *s, const tree *e, char *name, size_t *length) {
  for (int k = 1; k < e->nargs; k++) {
    double i;
    if (!script_eval_number(s, e->args[k], "an index", &i))
      return false;
    *length +=
        (size_t)snprintf(name + *length, name_longest - *length, "%c%.0f", k == 1 ? '[' : ',', i);
    if (*length >= name_longest - 32)
      return script_wrong(s, e->start, "write one name", "the name of the column is too long");
  }
  *length += (size_t)snprintf(name + *length, name_longest - *length, "]");
  return true;
}

// the name of the column that an expression means, behind the name of its source
static bool column_name(script_scope *s, const tree *e, char *name, size_t *length) {
  if (e->kind == TREE_NAME) {
    *length = 0;
    return true;
  }
  if (!column_name(s, e->args[0], name, length))
    return false;
  if (e->kind == TREE_INDEX)
    return add_index(s, e, name, length);
  const char *word = e->kind == TREE_PRIME ? "'" : e->name;
  bool dot = e->kind == TREE_FIELD && *length > 0;
  if (*length + strlen(word) >= name_longest - 32)
    return script_wrong(s, e->start, "write one name", "the name of the column is too long");
  *length += (size_t)snprintf(name + *length, name_longest - *length, "%s%s", dot ? "." : "", word);
  return true;
}

// ---------------------------------------------------------------------------------------------
// what a name stands for

// is the column an entry of the family: w[2]' of w', c[1,2] of c?
static bool is_entry(const char *column, const char *family) {
  const char *prime = strchr(family, '\'');
  size_t stem = prime ? (size_t)(prime - family) : strlen(family);
  if (strncmp(column, family, stem) != 0 || column[stem] != '[')
    return false;
  const char *close = strchr(column + stem, ']');
  return close && strcmp(close + 1, prime ? prime : "") == 0;
}

// does the column belong to a group: state, q, p, multiplier?
static bool in_group(const script_column_of *c, const char *name) {
  if (strcmp(name, "q") == 0)
    return c->kind == KEPT_STATE && !strchr(c->name, '\'');
  return c->kind == (strcmp(name, "state") == 0        ? KEPT_STATE
                     : strcmp(name, "p") == 0          ? KEPT_MOMENTUM
                     : strcmp(name, "multiplier") == 0 ? KEPT_MULTIPLIER
                                                       : (table_kind)-1);
}

// the columns of a name, in the order of the table; how many
static int find_columns(const script_table *t, const char *name, int *list) {
  int one = kept_column(t, name), n = 0;
  if (one >= 0) {
    list[0] = one;
    return 1;
  }
  for (int i = 0; i < t->ncolumn; i++)
    if (is_entry(t->columns[i].name, name))
      list[n++] = i;
  bool family = n > 0;
  for (int i = 0; !family && i < t->ncolumn; i++)
    if (in_group(&t->columns[i], name))
      list[n++] = i;
  return n;
}

static bool unknown_column(script_scope *s, const tree *e, const script_table *t,
                           const char *name) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < t->ncolumn; i++)
    suggest(&near, name, t->columns[i].name);
  for (int i = 0; i < t->nnumber; i++)
    suggest(&near, name, t->numbers[i].name);
  return script_wrong(s, e->start,
                      near.count > 0
                          ? suggest_text(question, &near, "`")
                          : "columns are those of `noslip run -o`: t, the state, energy, "
                            "constraint, momentum.x, ...",
                      "there is no column `%s`", SHOWN(name));
}

// event.off.hill of a contact that has a multiplier, and did not open in this run
static bool is_silent(const script_table *t, const char *name) {
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++) {
    const char *kind = noslip_event_name((noslip_event_kind)k);
    size_t length = strlen(kind) + sizeof "event.";
    char begin[64], multiplier[name_longest + 16];
    snprintf(begin, sizeof begin, "event.%s.", kind);
    snprintf(multiplier, sizeof multiplier, "multiplier.%s", name + length);
    if (strncmp(name, begin, length) == 0 && kept_column(t, multiplier) >= 0)
      return true;
  }
  return false;
}

// the columns of the exact solution that belong to columns of the run
static bool exact_columns(script_scope *s, const tree *e, const script_table *t, int *list, int n) {
  for (int k = 0; k < n; k++) {
    char name[name_longest + 8];
    snprintf(name, sizeof name, "exact.%s", t->columns[list[k]].name);
    int found = kept_column(t, name);
    if (found < 0)
      return script_wrong(s, e->start, "write `exact` statements into the model",
                          "the model has no exact solution of `%s` in force",
                          SHOWN(t->columns[list[k]].name));
    list[k] = found;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// cells

// rows x n numbers of the columns, which have the same rows; one column as it stands
static bool fill_cell(script_scope *s, const script_table *t, const int *list, int n,
                      script_cell *out) {
  long rows = kept_rows(t, &t->columns[list[0]]);
  *out = (script_cell){rows, t->columns[list[0]].x};
  if (n == 1)
    return true;
  double *x = script_new_numbers(s, rows, n);
  for (long i = 0; x && i < rows; i++)
    for (int k = 0; k < n; k++)
      x[i*n + k] = t->columns[list[k]].x[i];
  out->x = x;
  return x != NULL;
}

// a number of the part: step, newton, max.energy
static bool number_cell(script_scope *s, const script_table *t, const char *name,
                        script_cell *out) {
  double *x = script_new_numbers(s, 1, 1);
  if (x)
    *x = t->numbers[kept_number(t, name)].value;
  *out = (script_cell){1, x};
  return x != NULL;
}

// Numbers of a part that ended early are there; its columns would be taken for those of a whole run.
static bool whole(script_scope *s, const script_table *t) {
  if (t->trouble) {
    s->trouble = t->trouble;
    s->absent = t->absent;
  }
  return !t->trouble;
}

static bool column_cell(script_scope *s, const tree *e, const script_table *t, const char *name,
                        bool exact, script_value *v, script_cell *out) {
  int list[limit_columns];
  if (!whole(s, t))
    return false;
  int n = find_columns(t, name, list);
  if (n == 0 && is_silent(t, name)) {
    *out = (script_cell){0, NULL};
    v->series = true;
    return true;
  }
  if (n == 0)
    return unknown_column(s, e, t, name);
  for (int k = 1; k < n; k++)
    if (t->columns[list[k]].apart)
      return script_wrong(s, e->start, "name one of them", "`%s` is several lists of events",
                          SHOWN(name));
  if (exact && !exact_columns(s, e, t, list, n))
    return false;
  if (v->series && v->width != n)
    return script_wrong(s, e->start, "name the columns one by one",
                        "`%s` is not the same columns in all runs", SHOWN(name));
  v->width = n;
  v->series = true;
  return fill_cell(s, t, list, n, out);
}

// is it the index of `for`, and nothing that was computed?
static bool is_index(const script_tables *from, const char *name) {
  const script_axis *a = from->axis[AXIS_INDEX];
  int list[limit_columns];
  return a && strcmp(a->name, name) == 0 && kept_number(&from->parts[0], name) < 0 &&
         find_columns(&from->parts[0], name, list) == 0;
}

// b.k: the value of the index, a number for every run
static bool index_cells(script_scope *s, const script_axis *a, script_value *out) {
  double *x = script_new_numbers(s, a->n, 1);
  for (int m = 0; x && m < value_cells(out); m++) {
    x[m % a->n] = a->values[m % a->n];
    out->cells[m] = (script_cell){1, x + m % a->n};
  }
  return x != NULL;
}

bool script_column(script_scope *s, const tree *e, bool exact, script_value *out) {
  char name[name_longest];
  size_t length;
  int root = script_root(s->tree, e);
  if (root < 0 || !s->sources || !s->sources[root].parts)
    return script_check(s, e) && script_wrong(s, e->start, "write a number", "nothing has run yet");
  if (!column_name(s, e, name, &length))
    return false;
  const script_tables *from = &s->sources[root];
  *out = (script_value){.axis = {from->axis[0], from->axis[1]}, .width = 1};
  if (!script_new_cells(s, out))
    return false;
  if (!exact && is_index(from, name))
    return index_cells(s, from->axis[AXIS_INDEX], out);
  for (int m = 0; m < value_cells(out); m++) {
    const script_table *t = &from->parts[m];
    bool number = !exact && kept_number(t, name) >= 0 && kept_column(t, name) < 0;
    if (number && out->series)
      return unknown_column(s, e, t, name);
    if (number ? !number_cell(s, t, name, &out->cells[m])
               : !column_cell(s, e, t, name, exact, out, &out->cells[m]))
      return false;
  }
  return true;
}

bool script_times(script_scope *s, int root, script_value *out) {
  const script_tables *from = &s->sources[root];
  const int first[1] = {0};
  *out = (script_value){.axis = {from->axis[0], from->axis[1]}, .series = true, .width = 1};
  if (!script_new_cells(s, out))
    return false;
  for (int m = 0; m < value_cells(out); m++)
    if (!whole(s, &from->parts[m]) || !fill_cell(s, &from->parts[m], first, 1, &out->cells[m]))
      return false;
  return true;
}
