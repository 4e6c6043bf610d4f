#include "cli/starts.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/ranges.h"
#include "output/replace.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_members = 100000000 };

// ---------------------------------------------------------------------------------------------
// options

int starts_check(const starts_options *o) {
  bool drawn = o->members.given || o->seed.given;
  const char *word = o->members.given ? "members" : "seed";
  if (o->init_file && o->sample)
    return message_wrong("--init-file and --sample both give the members; give one of them");
  if (o->row && !o->init_file)
    return message_wrong("--row belongs to --init-file, as in --init-file run.csv --row last");
  if (o->init_file && drawn)
    return message_wrong("--%s belongs to --sample; --init-file has a member in every row", word);
  if (!o->sample && drawn)
    return message_wrong("--%s belongs to --sample, as in --sample \"x=-1:1\" --members 10", word);
  if (o->sample && o->members.value < 1)
    return message_wrong("--sample needs a number of members, 1 or more: give --members N");
  if (o->threads.given && (o->threads.value < 1 || o->threads.value > INT_MAX))
    return message_wrong("--threads %ld: expected 1 or more, as in --threads 4", o->threads.value);
  return exit_done;
}

int starts_spare(const starts_options *o, const char *path) {
  if (o->init_file && replace_is_same(o->init_file, path))
    return message_wrong("-o %s would overwrite the members; choose another name", path);
  return exit_done;
}

// ---------------------------------------------------------------------------------------------
// members

static int reserve(starts *s, size_t nmember, int nkey) {
  if (nmember > most_members)
    return message_wrong("an ensemble has at most %d members; give fewer", most_members);
  s->nmember = (int)nmember;
  s->nkey = nkey;
  s->x = malloc(nmember*(size_t)nkey*sizeof *s->x + 1);
  return s->x ? exit_done : message_failed("no memory");
}

// velocities of a hamiltonian are passed over where its momenta stand beside them
static bool has_momenta(const table *t) {
  for (int i = 0; i < t->ncolumn; i++)
    if (strncmp(t->names[i], "momentum.", 9) == 0)
      return true;
  return false;
}

// ---------------------------------------------------------------------------------------------
// files that noslip has written of members

static int column_named(const table *t, const char *name) {
  for (int i = 0; i < t->ncolumn; i++)
    if (strcmp(t->names[i], name) == 0)
      return i;
  return -1;
}

// The column that says whose a row is: -1 if there is none, or if the model has a value of that name.
static int find_member(const table *t, const noslip_model *model) {
  for (int i = 0; i < noslip_model_parameter_count(model); i++)
    if (strcmp(noslip_model_parameter_name(model, i), "member") == 0)
      return -1;
  return noslip_model_start_key(model, "member") ? -1 : column_named(t, "member");
}

// Of such a file `start.x` is what a member began with, unless the row has an x of its own. Without a
// column t it has one line for each member, in which all other columns tell how it ended.
static const char *member_key(const table *t, int i) {
  const char *name = t->names[i];
  bool start = strncmp(name, "start.", 6) == 0;
  if (strcmp(name, "member") == 0 || (start && column_named(t, name + 6) >= 0))
    return NULL;
  return start ? name + 6 : column_named(t, "t") < 0 ? NULL : name;
}

// ---------------------------------------------------------------------------------------------

// the key of a column, NULL: it is no initial value
static const char *key_of(const table *t, int i, bool picked, const noslip_model *model) {
  const char *name = find_member(t, model) >= 0 ? member_key(t, i) : t->names[i];
  if (!name)
    return NULL;
  const char *key = noslip_model_start_key(model, name);
  bool velocity = strchr(name, '\'') != NULL;
  if (!key || (!*key && velocity && !has_momenta(t)))
    return name;  // the library says what is wrong with it
  return !*key || (strcmp(key, "t") == 0 && !picked) ? NULL : key;
}

// the keys of the columns, with the columns that have one moved to the front
static int choose_columns(starts *s, bool picked, const noslip_model *model) {
  table *t = &s->file;
  const double **chosen = malloc((size_t)t->ncolumn*sizeof *chosen + 1);
  s->file_keys = malloc((size_t)t->ncolumn*sizeof *s->file_keys + 1);
  s->columns = chosen;
  if (!s->file_keys || !chosen)
    return message_failed("no memory");
  for (int i = 0; i < t->ncolumn; i++) {
    const char *key = key_of(t, i, picked, model);
    if (!key)
      continue;
    chosen[s->nkey] = t->columns[i];
    s->file_keys[s->nkey++] = key;
  }
  s->keys = s->file_keys;
  return exit_done;
}

// --row of `count` rows: its place, from 0 on
static int read_row(const char *row, const char *path, size_t count, size_t *at) {
  char *end = NULL;
  *at = count - 1;
  if (strcmp(row, "last") == 0)
    return exit_done;
  long n = row[0] >= '0' && row[0] <= '9' ? strtol(row, &end, 10) : 0;
  if (n < 1 || *end)
    return message_wrong("--row %s: expected `last` or the number of a row, 1 or more", row);
  if ((size_t)n > count)
    return message_wrong("--row %s: %s has %ld row%s; give one of them, or `last`", row, path,
                         (long)count, count == 1 ? "" : "s");
  *at = (size_t)n - 1;
  return exit_done;
}

// where the rows of a member end that begin at `from`
static size_t end_of_member(const table *t, const double *member, size_t from) {
  size_t end = from + 1;
  while (end < t->nrow && member[end] == member[from])
    end++;
  return end;
}

// one row of each member, where there are several
static int choose_member_rows(starts *s, const double *member, const char *path, const char *row) {
  const table *t = &s->file;
  char of[300];
  int status = exit_done;
  s->nrow = 0;
  for (size_t from = 0, end, at = 0; from < t->nrow && status == exit_done; from = end) {
    end = end_of_member(t, member, from);
    snprintf(of, sizeof of, "member %.10g of %.200s", member[from], path);
    if (row)
      status = read_row(row, of, end - from, &at);
    else if (end - from > 1)
      status =
          message_wrong("%s has %ld rows of member %.10g: give --row last, to start each member "
                        "where it ended, or --row 1, where it began",
                        path, (long)(end - from), member[from]);
    s->rows[s->nrow++] = from + at;
  }
  return status;
}

// The rows that are starts. `member`: the column of the members, of which each has one; -1: none.
static int choose_rows(starts *s, const char *path, const char *row, int member) {
  const table *t = &s->file;
  size_t at = 0;
  s->rows = malloc(t->nrow*sizeof *s->rows + 1);
  if (!s->rows)
    return message_failed("no memory");
  if (member >= 0)
    return choose_member_rows(s, t->columns[member], path, row);
  int status = row ? read_row(row, path, t->nrow, &at) : exit_done;
  s->nrow = row ? 1 : t->nrow;
  for (size_t i = 0; i < s->nrow; i++)
    s->rows[i] = at + i;
  return status;
}

static int load(starts *s, const char *path, const char *row, bool one, const noslip_model *model) {
  char why[1024];
  if (!table_read(&s->file, path, &table_usual, why, sizeof why))
    return message_about(path, why);
  for (int i = 0; i < s->file.ncolumn; i++)
    table_clean(s->file.names[i]);
  bool several = !one && column_named(&s->file, "t") >= 0;  // rows of a member
  int member = several ? find_member(&s->file, model) : -1;
  int status = choose_rows(s, path, row, member);
  if (status == exit_done)
    status = choose_columns(s, row != NULL, model);
  if (status == exit_done)
    status = reserve(s, s->nrow, s->nkey);
  if (status != exit_done)
    return status;
  for (int i = 0; i < s->nkey; i++)
    for (int k = 0; k < s->nmember; k++)
      s->x[(size_t)k*(size_t)s->nkey + (size_t)i] = s->columns[i][s->rows[k]];
  return exit_done;
}

int starts_read(starts *s, const starts_options *o, const noslip_model *model) {
  *s = (starts){.nmember = 1};
  if (o->init_file)
    return load(s, o->init_file, o->row, false, model);
  return o->sample ? starts_draw(s, o->sample, o->members.value, o->seed.value) : exit_done;
}

int starts_one(starts *s, const char *path, const char *row, const noslip_model *model) {
  *s = (starts){.nmember = 1};
  if (!path)
    return row ? message_wrong("--row belongs to --init-file, as in --init-file run.csv --row last")
               : exit_done;
  int status = load(s, path, row, true, model);
  if (status == exit_done && s->nmember > 1)
    return message_wrong("%s has %d rows, and a run starts from one: give --row last, or --row N",
                         path, s->nmember);
  return status;
}

// ---------------------------------------------------------------------------------------------
// ranges

int starts_draw(starts *s, const char *text, long nmember, long seed) {
  assert(nmember > 0);  // starts_check
  int status = list_read_texts(&s->items, "--sample", text);
  if (status == exit_done)
    status = reserve(s, (size_t)nmember, s->items.n);
  noslip_distribution *from = calloc((size_t)s->items.n + 1, sizeof *from);
  if (status == exit_done && !from)
    status = message_failed("no memory");
  for (int i = 0; i < s->items.n && status == exit_done; i++)
    status = range_read_distribution(&from[i], s->items.items[i]);
  for (int k = 0; k < s->nmember && status == exit_done; k++)
    noslip_draw(s->x + (size_t)k*(size_t)s->nkey, from, s->nkey, (uint64_t)seed, k);
  s->keys = (const char *const *)s->items.items;
  free(from);
  return status;
}

void starts_free(starts *s) {
  table_free(&s->file);
  list_free_texts(&s->items);
  free(s->file_keys);
  free(s->columns);
  free(s->rows);
  free(s->x);
  *s = (starts){0};
}
