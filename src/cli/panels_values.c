// Values of a run: columns, formulas and families of them, and what is measured of them.

#include "cli/panels_parts.h"

#include "base/suggest.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// numbers of one table

// what an item is in a table: entry k has its numbers
typedef struct item {
  const char *text;
  int column;  // >= 0: a column of the table
  bool energy_error;
  noslip_formula *formula;
  int count, first;
} item;

// E - E(0), from the first row of each group
static bool fill_energy_error(double *x, const plot_run *run, const table *t) {
  const double *energy = t->columns[table_column(t, "energy")];
  for (size_t g = 0; g < run->ngroup; g++)
    for (size_t i = run->begin[g]; i < run->begin[g + 1]; i++)
      x[i] = energy[i] - energy[run->begin[g]];
  return true;
}

// the numbers of entry k; NULL after a sentence
static const double *item_numbers(panels *p, const plot_run *run, const table *t, const item *e,
                                  int k) {
  if (e->column >= 0)
    return t->columns[e->column];
  double *x = panels_keep(p, t->nrow*sizeof *x);
  if (!x)
    return NULL;
  if (e->energy_error)
    fill_energy_error(x, run, t);
  else
    noslip_formula_fill(e->formula, k, (const double *const *)t->columns, t->nrow, x);
  return x;
}

// A name that is not known has the names that are near; of a formula the library knows the place.
static bool not_known(panels *p, const plot_run *run, const table *t, const char *text) {
  suggestion near = {0};
  if (t == &run->reference && panels_is_name(text))
    return panels_refuse(p, "`%s`: what errors are measured against has no such column", text);
  if (table_column(t, "energy") >= 0)
    suggest(&near, text, panels_energy_error);
  if (panels_is_name(text) || near.count > 0)
    return panels_unknown(p, text);
  snprintf(p->why, sizeof p->why, "%s", noslip_last_error(p->context));
  return false;
}

static bool open_item(panels *p, const plot_run *run, const table *t, const char *text, item *e) {
  *e = (item){.text = text, .column = table_column(t, text), .count = 1, .first = 1};
  if (e->column >= 0)
    return true;
  e->energy_error = strcmp(text, panels_energy_error) == 0 && table_column(t, "energy") >= 0;
  if (e->energy_error)
    return true;
  if (noslip_formula_new(p->context, text, (const char *const *)t->names, t->ncolumn,
                         &e->formula) != NOSLIP_OK)
    return not_known(p, run, t, text);
  e->count = noslip_formula_count(e->formula);
  e->first = noslip_formula_first(e->formula);
  return e->count <= panels_curves ||
         panels_refuse(p, "`%.60s` has more than %d entries; name those that are to be drawn", text,
                       panels_curves);
}

// "x", "w[2]", "energy − energy(0)"
static char *item_label(panels *p, const item *e, int k) {
  char label[panels_label], stem[panels_label];
  if (e->energy_error)
    return panels_text(p, "energy \xE2\x88\x92 energy(0)", strlen("energy --- energy(0)"));
  if (e->count == 1)
    return panels_text(p, e->text, strlen(e->text));
  size_t primes = strlen(e->text) - strcspn(e->text, "'");
  bool name = panels_is_name(e->text);
  snprintf(stem, sizeof stem, name ? "%.*s" : "(%.*s)",
           (int)(strlen(e->text) - (name ? primes : 0)), e->text);
  snprintf(label, sizeof label, "%.100s[%d]%.10s", stem, e->first + k,
           name ? e->text + strcspn(e->text, "'") : "");
  return panels_text(p, label, strlen(label));
}

static bool add_item(panels *p, const plot_run *run, const table *t, const char *text,
                     side_numbers *out) {
  item e;
  bool good = open_item(p, run, t, text, &e);
  numbers *list = good ? panels_keep(p, (size_t)(out->n + e.count)*sizeof *list) : NULL;
  if (list && out->n > 0)
    memcpy(list, out->list, (size_t)out->n*sizeof *list);
  out->list = list;
  if (out->n == 0 && e.count > 1) {
    out->family = text;
    out->first = e.first;
  } else {
    out->family = NULL;
  }
  good = list != NULL;
  for (int k = 0; k < e.count && good; k++) {
    list[out->n] = (numbers){item_label(p, &e, k), item_numbers(p, run, t, &e, k)};
    good = list[out->n].label && list[out->n].x;
    out->n++;
  }
  noslip_formula_free(e.formula);
  return good;
}

static bool table_values(panels *p, const plot_run *run, const table *t, const side *s,
                         side_numbers *out) {
  *out = (side_numbers){.before = ""};
  for (int i = 0; i < s->n; i++)
    if (!add_item(p, run, t, s->items[i], out))
      return false;
  return out->n <= panels_curves ||
         panels_refuse(p, "more than %d curves in one panel; leave some out", panels_curves);
}

// ---------------------------------------------------------------------------------------------
// what is measured

// Values a, and what they are measured against: b of the reference, or a of the first row of a group
// if sizes are relative; NULL: nothing. Relative is |b|, in the norm of all entries if that is asked for.
typedef struct measure {
  panels *p;
  const plot_run *run;
  side_numbers a, b;
} measure;

// what entry k of row i is measured against
static double origin(const measure *m, int k, size_t i, size_t first) {
  if (m->b.n > 0)
    return m->b.list[k].x[i];
  return m->p->options->relative ? m->a.list[k].x[first] : 0;
}

// entries k to end - 1 of one row: their difference, or its norm, relative if that is asked for
static double measure_row(const measure *m, int k, int end, size_t i, size_t first) {
  const panels_options *o = m->p->options;
  double difference = m->a.list[k].x[i] - origin(m, k, i, first),
         size = fabs(origin(m, k, i, first));
  if (o->norm) {
    difference = size = 0;
    for (int j = k; j < end; j++) {
      difference = hypot(difference, m->a.list[j].x[i] - origin(m, j, i, first));
      size = hypot(size, origin(m, j, i, first));
    }
  }
  return o->relative ? difference/size : difference;
}

static const double *measure_all(const measure *m, int k, int end) {
  double *x = panels_keep(m->p, m->run->table.nrow*sizeof *x);
  for (size_t g = 0; x && g < m->run->ngroup; g++)
    for (size_t i = m->run->begin[g]; i < m->run->begin[g + 1]; i++)
      x[i] = measure_row(m, k, end, i, m->run->begin[g]);
  return x;
}

// "error of ", "relative change of "
static const char *measure_words(const panels_options *o) {
  if (o->errors)
    return o->relative ? "relative error of " : "error of ";
  return o->relative ? "relative change of " : "";
}

// "|x, y|", "relative |error of x, y|"
static char *norm_label(const measure *m) {
  const panels_options *o = m->p->options;
  char label[panels_label];
  const char *what = o->errors ? "error of " : o->relative ? "change of " : "";
  size_t length =
      (size_t)snprintf(label, sizeof label, "%s|%s", o->relative ? "relative " : "", what);
  for (int j = 0; j < m->a.n && length < sizeof label; j++)
    length += (size_t)snprintf(label + length, sizeof label - length, "%s%s", j > 0 ? ", " : "",
                               m->a.list[j].label);
  if (length < sizeof label)
    snprintf(label + length, sizeof label - length, "|");
  return panels_text(m->p, label, strlen(label));
}

// relative to 0 is nothing
static bool check_relative(const measure *m) {
  const panels_options *o = m->p->options;
  for (int k = 0; k < m->a.n && o->relative && !o->errors && !o->norm; k++)
    if (m->a.list[k].x[0] == 0)
      return panels_refuse(m->p,
                           "--relative: `%.60s` is 0 at the start; leave it out, or add --norm",
                           m->a.list[k].label);
  return true;
}

bool panels_values(panels *p, const plot_run *run, const side *s, bool measured,
                   side_numbers *out) {
  const panels_options *o = p->options;
  measure m = {.p = p, .run = run};
  if (!table_values(p, run, &run->table, s, out))
    return false;
  if (!measured || !(o->errors || o->relative || o->norm))
    return true;
  m.a = *out;
  if (o->errors && !table_values(p, run, &run->reference, s, &m.b))
    return false;
  if (o->errors && m.b.n != m.a.n)
    return panels_refuse(p, "what errors are measured against has %d values, not %d", m.b.n, m.a.n);
  if (!check_relative(&m))
    return false;
  int n = o->norm ? 1 : m.a.n;
  numbers *list = panels_keep(p, (size_t)n*sizeof *list);
  for (int k = 0; k < n && list; k++) {
    int end = o->norm ? m.a.n : k + 1;
    list[k] = (numbers){o->norm ? norm_label(&m) : m.a.list[k].label, measure_all(&m, k, end)};
    if (!list[k].label || !list[k].x)
      return false;
  }
  out->list = list;
  out->n = n;
  out->before = o->norm ? "" : measure_words(o);
  out->family = o->norm ? NULL : out->family;
  return list != NULL;
}
