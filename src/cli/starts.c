#include "cli/starts.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/ranges.h"
#include "output/replace.h"

#include <assert.h>
#include <limits.h>
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

int starts_read(starts *s, const starts_options *o, const noslip_model *model) {
  *s = (starts){.nmember = 1};
  if (o->init_file)
    return starts_load(s, o->init_file, o->row, model);
  return o->sample ? starts_draw(s, o->sample, o->members.value, o->seed.value) : exit_done;
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

// the key of a column, NULL: it is no initial value
static const char *key_of(const table *t, int i, bool picked, const noslip_model *model) {
  const char *name = t->names[i], *key = noslip_model_start_key(model, name);
  bool velocity = strchr(name, '\'') != NULL;
  if (!key || (!*key && velocity && !has_momenta(t)))
    return name;  // the library says what is wrong with it
  return !*key || (strcmp(key, "t") == 0 && !picked) ? NULL : key;
}

// the keys of the columns, with the columns that have one moved to the front
static int choose_columns(starts *s, bool picked, const noslip_model *model) {
  table *t = &s->file;
  s->file_keys = malloc((size_t)t->ncolumn*sizeof *s->file_keys);
  if (!s->file_keys)
    return message_failed("no memory");
  for (int i = 0; i < t->ncolumn; i++)
    table_clean(t->names[i]);
  for (int i = 0; i < t->ncolumn; i++) {
    const char *key = key_of(t, i, picked, model);
    double *column = t->columns[i];
    if (!key)
      continue;
    t->columns[i] = t->columns[s->nkey];
    t->columns[s->nkey] = column;
    s->file_keys[s->nkey++] = key;
  }
  s->keys = s->file_keys;
  return exit_done;
}

// the rows from *from on, `count` of them
static int choose_rows(const table *t, const char *path, const char *row, size_t *from,
                       size_t *count) {
  char *end = NULL;
  *from = 0;
  *count = row ? 1 : t->nrow;
  if (!row)
    return exit_done;
  if (strcmp(row, "last") == 0) {
    *from = t->nrow - 1;
    return exit_done;
  }
  long n = row[0] >= '0' && row[0] <= '9' ? strtol(row, &end, 10) : 0;
  if (n < 1 || *end)
    return message_wrong("--row %s: expected `last` or the number of a row, 1 or more", row);
  if ((size_t)n > t->nrow)
    return message_wrong("--row %s: %s has %ld rows; give one of them, or `last`", row, path,
                         (long)t->nrow);
  *from = (size_t)n - 1;
  return exit_done;
}

int starts_load(starts *s, const char *path, const char *row, const noslip_model *model) {
  char why[1024];
  size_t from, count;
  if (!table_read(&s->file, path, &table_usual, why, sizeof why))
    return message_about(path, why);
  int status = choose_rows(&s->file, path, row, &from, &count);
  if (status == exit_done)
    status = choose_columns(s, row != NULL, model);
  if (status == exit_done)
    status = reserve(s, count, s->nkey);
  if (status != exit_done)
    return status;
  for (int i = 0; i < s->nkey; i++)
    for (int k = 0; k < s->nmember; k++)
      s->x[(size_t)k*(size_t)s->nkey + (size_t)i] = s->file.columns[i][from + (size_t)k];
  return exit_done;
}

int starts_one(starts *s, const char *path, const char *row, const noslip_model *model) {
  *s = (starts){.nmember = 1};
  if (!path)
    return row ? message_wrong("--row belongs to --init-file, as in --init-file run.csv --row last")
               : exit_done;
  int status = starts_load(s, path, row, model);
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
  free(s->x);
  *s = (starts){0};
}
