#include "output/members_csv.h"

#include "base/csv_name.h"

bool members_csv_open(members_csv *m, const char *path) {
  *m = (members_csv){0};
  m->open = lines_open(&m->lines, path);
  return m->open;
}

static bool add_header(lines *l, const noslip_member_rows *r) {
  bool done = lines_add(l, "member", 6);
  for (int i = 0; i < r->ncolumn && done; i++)
    done = lines_add(l, ",", 1) && csv_name(lines_add, l, r->columns[i], "");
  return done && lines_end_line(l);
}

static bool add_row(lines *l, const noslip_member_rows *r, int row) {
  bool done = lines_add_number(l, r->member);
  for (int i = 0; i < r->ncolumn && done; i++)
    done = lines_add(l, ",", 1) &&
           lines_add_number(l, r->rows[(size_t)row*(size_t)r->ncolumn + (size_t)i]);
  return done && lines_end_line(l);
}

bool members_csv_add(void *context, const noslip_member_rows *rows) {
  members_csv *m = context;
  bool done = m->begun || add_header(&m->lines, rows);
  m->begun = true;
  for (int k = 0; k < rows->nrow && done; k++)
    done = add_row(&m->lines, rows, k);
  m->failed = !done;
  return done;
}

bool members_csv_end(members_csv *m) {
  return !m->failed && lines_take_place(&m->lines) && lines_end(&m->lines, false);
}

void members_csv_free(members_csv *m) {
  if (m->open)
    lines_free(&m->lines);
}
