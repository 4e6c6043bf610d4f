#include "cli/starts.h"

#include "cli/command.h"
#include "cli/message.h"
#include "cli/quantity.h"
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

int starts_read(starts *s, const starts_options *o) {
  *s = (starts){.nmember = 1};
  if (o->init_file)
    return starts_load(s, o->init_file);
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

int starts_load(starts *s, const char *path) {
  char why[1024];
  if (!table_read(&s->file, path, &table_usual, why, sizeof why))
    return message_about(path, why);
  int status = reserve(s, s->file.nrow, s->file.ncolumn);
  if (status != exit_done)
    return status;
  for (int i = 0; i < s->nkey; i++) {
    table_clean(s->file.names[i]);
    for (int k = 0; k < s->nmember; k++)
      s->x[(size_t)k*(size_t)s->nkey + (size_t)i] = s->file.columns[i][k];
  }
  s->keys = (const char *const *)s->file.names;
  return exit_done;
}

// ---------------------------------------------------------------------------------------------
// ranges

// an item `key=low:high` is cut after its key
static int read_range(noslip_range *range, char *item) {
  char *equals = strchr(item, '='), *colon = equals ? strchr(equals, ':') : NULL;
  bool good = equals && equals > item && colon;
  if (good) {
    *colon = 0;
    good = quantity_read(equals + 1, &range->low) && quantity_read(colon + 1, &range->high);
    *colon = ':';
  }
  if (!good)
    return message_wrong("--sample %s: expected a key and its range, as in \"x=-1:1\"", item);
  if (range->low > range->high)
    return message_wrong(
        "--sample %s: the range begins above its end; write the smaller number first", item);
  while (equals > item && equals[-1] == ' ')
    equals--;
  *equals = 0;
  return exit_done;
}

int starts_draw(starts *s, const char *text, long nmember, long seed) {
  assert(nmember > 0);  // starts_check
  int status = list_read_texts(&s->items, "--sample", text);
  if (status == exit_done)
    status = reserve(s, (size_t)nmember, s->items.n);
  noslip_range *ranges = calloc((size_t)s->items.n + 1, sizeof *ranges);
  if (status == exit_done && !ranges)
    status = message_failed("no memory");
  for (int i = 0; i < s->items.n && status == exit_done; i++)
    status = read_range(&ranges[i], s->items.items[i]);
  for (int k = 0; k < s->nmember && status == exit_done; k++)
    noslip_sample(s->x + (size_t)k*(size_t)s->nkey, ranges, s->nkey, (uint64_t)seed, k);
  s->keys = (const char *const *)s->items.items;
  free(ranges);
  return status;
}

void starts_free(starts *s) {
  table_free(&s->file);
  list_free_texts(&s->items);
  free(s->x);
  *s = (starts){0};
}
