#include "output/members_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(members_file *m, const char *why) {
  snprintf(m->why, sizeof m->why, "%s", why);
  m->failed = true;
  return false;
}

bool members_file_open(members_file *m, const char *path) {
  char why[512];
  *m = (members_file){.sink = sink_open(path, why, sizeof why)};
  return m->sink || refuse(m, why);
}

bool members_file_open_kept(members_file *m, const char *path, const sink_place *place) {
  char why[512];
  bool again = place && place->rows > 0;
  *m = (members_file){.sink = sink_open_kept(path, again, why, sizeof why)};
  if (again)
    m->place = *place;
  return m->sink || refuse(m, why);
}

void members_file_stand(members_file *m, sink_place *place) {
  *place = m->place;
  if (m->begun && !m->failed && !sink_keep(m->sink, true, place))
    refuse(m, m->sink->why);
}

// ---------------------------------------------------------------------------------------------
// rows

static int count_columns(const noslip_member_rows *r) {
  return 1 + r->nkey + r->ncolumn;
}

static char *name_column(const noslip_member_rows *r, int i) {
  const char *first = i > 0 && i <= r->nkey ? "start." : "";
  const char *second = i == 0         ? "member"
                       : i <= r->nkey ? r->keys[i - 1]
                                      : r->columns[i - 1 - r->nkey];
  size_t size = strlen(first) + strlen(second) + 1;
  char *name = malloc(size);
  if (name)
    snprintf(name, size, "%s%s", first, second);
  return name;
}

static bool begin(members_file *m, const noslip_member_rows *r) {
  int n = count_columns(r);
  m->names = calloc((size_t)n, sizeof *m->names);
  m->row = malloc((size_t)n*sizeof *m->row);
  while (m->names && m->nname < n && (m->names[m->nname] = name_column(r, m->nname)))
    m->nname++;
  if (!m->names || !m->row || m->nname < n)
    return refuse(m, "no memory");
  m->begun = m->place.rows > 0 ? sink_resume(m->sink, &m->from, m->names, n, &m->place)
                               : sink_begin(m->sink, &m->from, m->names, n);
  return m->begun || refuse(m, m->sink->why);
}

bool members_file_add(void *context, const noslip_member_rows *rows) {
  members_file *m = context;
  int own = 1 + rows->nkey;
  assert(m->sink && !m->from.run);
  if (m->failed || (rows->nrow == 0 && m->place.rows == 0))
    return !m->failed;
  if (!m->begun && !begin(m, rows))
    return false;
  m->row[0] = rows->member;
  for (int i = 0; i < rows->nkey; i++)
    m->row[1 + i] = rows->nrow > 0 ? rows->values[i] : 0;
  for (int k = 0; k < rows->nrow; k++) {
    memcpy(m->row + own, rows->rows + (size_t)k*(size_t)rows->ncolumn,
           (size_t)rows->ncolumn*sizeof *m->row);
    if (!sink_row(m->sink, m->row, count_columns(rows)))
      return refuse(m, m->sink->why);
  }
  return true;
}

bool members_file_end(members_file *m, const char *trouble, bool sync) {
  if (m->failed || !m->begun)
    return !m->failed;
  return sink_end(m->sink, NULL, trouble, sync) || refuse(m, m->sink->why);
}

void members_file_free(members_file *m) {
  if (m->sink)
    sink_free(m->sink);
  for (int i = 0; i < m->nname; i++)
    free(m->names[i]);
  free(m->names);
  free(m->row);
  *m = (members_file){0};
}
