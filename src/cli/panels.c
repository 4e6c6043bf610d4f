#include "cli/panels_parts.h"

#include "output/curve_style.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool panels_refuse(panels *p, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(p->why, sizeof p->why, format, list);
  va_end(list);
  table_clean(p->why);
  return false;
}

// ---------------------------------------------------------------------------------------------
// memory

void *panels_keep(panels *p, size_t size) {
  // the list grows at 0, 1, 2, 4, ...
  if ((p->nmade & (p->nmade - 1)) == 0) {
    void **longer = realloc(p->made, (p->nmade > 0 ? 2*p->nmade : 1)*sizeof *longer);
    if (!longer)
      return panels_refuse(p, "no memory"), NULL;
    p->made = longer;
  }
  void *made = calloc(size + 1, 1);
  if (!made)
    return panels_refuse(p, "no memory"), NULL;
  p->made[p->nmade++] = made;
  return made;
}

char *panels_text(panels *p, const char *text, size_t length) {
  char *copy = panels_keep(p, length + 1);
  if (copy)
    memcpy(copy, text, length);
  return copy;
}

void panels_free(panels *p) {
  for (size_t i = 0; i < p->nmade; i++)
    free(p->made[i]);
  free(p->made);
}

// ---------------------------------------------------------------------------------------------
// curves

// the values of a word in one run
typedef struct run_values {
  const plot_run *run;
  side_numbers sides[panels_sides];
  int n;  // curves per group
} run_values;

// what is being made of a word
typedef struct making {
  panels *p;
  panel *panel;
  const char *word;
  side sides[panels_sides];
  int nside;
  run_values *values;  // one per run
  int room;            // for curves
} making;

static const numbers *entry(const side_numbers *s, int k) {
  return &s->list[s->n > 1 ? k : 0];
}

// one curve per pair
static bool count_pairs(making *m, run_values *v) {
  v->n = 1;
  for (int i = 0; i < m->nside; i++) {
    int n = v->sides[i].n;
    if (n > 1 && v->n > 1 && n != v->n)
      return panels_refuse(m->p,
                           "`%.200s`: %d and %d values do not make pairs; write one, or as many on "
                           "each side",
                           m->word, v->n, n);
    v->n = n > v->n ? n : v->n;
  }
  size_t all = (size_t)v->n*v->run->ngroup + (size_t)m->room;
  m->room = all <= panels_curves ? (int)all : 0;
  return all <= panels_curves ||
         panels_refuse(m->p, "`%.200s`: more than %d curves in one panel; leave some out", m->word,
                       panels_curves);
}

static bool read_values(making *m) {
  const plot_runs *r = m->p->runs;
  m->values = panels_keep(m->p, (size_t)r->n*sizeof *m->values);
  for (int i = 0; i < r->n && m->values; i++) {
    run_values *v = &m->values[i];
    v->run = &r->list[i];
    for (int k = 0; k < m->nside; k++)
      if (!panels_values(m->p, v->run, &m->sides[k], k > 0 && k == m->nside - 1, &v->sides[k]))
        return false;
    if (!count_pairs(m, v))
      return false;
  }
  return m->values != NULL;
}

// "(x[1], y[1])", or what is upwards if all have the same x
static void name_entry(char *text, const making *m, const run_values *v, int k) {
  const side_numbers *s = v->sides;
  if (m->nside == 3)
    snprintf(text, panels_label, "(%.40s, %.40s, %.40s)", entry(&s[0], k)->label,
             entry(&s[1], k)->label, entry(&s[2], k)->label);
  else if (s[0].n > 1)
    snprintf(text, panels_label, "(%.60s, %.60s)", entry(&s[0], k)->label, entry(&s[1], k)->label);
  else
    snprintf(text, panels_label, "%.150s", entry(&s[1], k)->label);
}

// the parts that differ: the run, the values, the group
static char *name_curve(making *m, const run_values *v, int k, size_t g) {
  char text[3*panels_label], part[panels_label];
  int length = 0;
  bool several = m->p->runs->n > 1;
  text[0] = 0;
  if (several)
    length = snprintf(text, sizeof text, "%.150s", v->run->name);
  if (v->n > 1 || (!several && v->run->ngroup == 1)) {
    name_entry(part, m, v, k);
    length +=
        snprintf(text + length, sizeof text - (size_t)length, "%s%s", several ? ": " : "", part);
  }
  if (v->run->ngroup > 1)
    snprintf(text + length, sizeof text - (size_t)length, "%s%.60s %g", length > 0 ? ", " : "",
             v->run->by,
             v->run->table.columns[table_column(&v->run->table, v->run->by)][v->run->begin[g]]);
  return panels_text(m->p, text, strlen(text));
}

// points of a section have no lines between them
static bool is_dotted(const panels *p, const plot_run *run) {
  if (p->options->points || p->options->lines)
    return p->options->points;
  return run->by && strcmp(run->by, "start") == 0;
}

static bool add_curve(making *m, const run_values *v, int k, size_t g) {
  size_t begin = v->run->begin[g];
  curve *c = &m->panel->curves[m->panel->ncurve++];
  *c = (curve){.name = name_curve(m, v, k, g),
               .x = entry(&v->sides[0], k)->x + begin,
               .y = entry(&v->sides[1], k)->x + begin,
               .z = m->nside == 3 ? entry(&v->sides[2], k)->x + begin : NULL,
               .n = v->run->begin[g + 1] - begin,
               .dotted = is_dotted(m->p, v->run),
               .broad = m->p->runs->n > 1 && v == m->values};
  return c->name != NULL;
}

static bool add_curves(making *m) {
  m->panel->curves = panels_keep(m->p, (size_t)m->room*sizeof *m->panel->curves);
  for (int i = 0; i < m->p->runs->n && m->panel->curves; i++)
    for (size_t g = 0; g < m->values[i].run->ngroup; g++)
      for (int k = 0; k < m->values[i].n; k++)
        if (!add_curve(m, &m->values[i], k, g))
          return false;
  return m->panel->curves != NULL;
}

// ---------------------------------------------------------------------------------------------
// labels and colours

// what is measured, then the labels of a side, each once, with commas; a family has its own name
static char *side_label(making *m, int which) {
  const side_numbers *s = &m->values[0].sides[which];
  char text[panels_label];
  size_t length =
      (size_t)snprintf(text, sizeof text, "%s%.100s", s->before, s->family ? s->family : "");
  for (int i = 0; i < s->n && !s->family && length < sizeof text; i++) {
    bool again = false;
    for (int j = 0; j < i; j++)
      again = again || strcmp(s->list[j].label, s->list[i].label) == 0;
    if (!again)
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? ", " : "",
                                 s->list[i].label);
  }
  return panels_text(m->p, text, strlen(text));
}

static const side_numbers *family_of(const making *m) {
  const side_numbers *s = m->values[0].sides;
  for (int i = m->nside - 1; i >= 0; i--)
    if (s[i].family)
      return &s[i];
  return NULL;
}

// Many curves that are counted, members of a family or groups, have a scale of colours; and so have
// more curves than look different.
static void choose_colours(making *m) {
  enum { few = 7 };
  panel *made = m->panel;
  const plot_run *run = &m->p->runs->list[0];
  const side_numbers *family = family_of(m);
  bool one = m->p->runs->n == 1, groups = one && run->ngroup > 1 && m->values[0].n == 1;
  bool members = one && family && run->ngroup == 1;
  if (made->ncurve <= few || (!groups && !members && made->ncurve <= curve_looks))
    return;
  made->scale = true;
  made->first = 1;
  made->colour_label = "curve";
  if (groups) {
    double first = run->table.columns[table_column(&run->table, run->by)][0];
    made->colour_label = run->by;
    made->first = first >= 0 && first < panels_curves ? (int)first : 1;
  } else if (members) {
    made->colour_label = "member";
    made->first = family->first;
  }
}

// one trajectory alone is coloured by time
static void colour_by_time(making *m) {
  const table *t = &m->p->runs->list[0].table;
  int time = table_column(t, "t");
  if (!m->panel->series && m->panel->ncurve == 1 && time >= 0)
    m->panel->curves[0].colour = t->columns[time];
}

static bool is_time(const side *s) {
  return s->n == 1 && strcmp(s->items[0], "t") == 0;
}

static bool add_panel(panels *p, const char *word) {
  making m = {.p = p, .panel = &p->list[p->n], .word = word};
  if (p->n == panels_most)
    return panels_refuse(p, "more than %d panels; draw them in two pictures", panels_most);
  if (!panels_split(p, word, m.sides, &m.nside) || !read_values(&m))
    return false;
  *m.panel = (panel){.colour_label = "t", .series = m.nside == 2 && is_time(&m.sides[0])};
  if (!add_curves(&m))
    return false;
  m.panel->xlabel = side_label(&m, 0);
  m.panel->ylabel = side_label(&m, 1);
  m.panel->zlabel = m.nside == 3 ? side_label(&m, 2) : NULL;
  if (!m.panel->xlabel || !m.panel->ylabel || (m.nside == 3 && !m.panel->zlabel))
    return false;
  choose_colours(&m);
  colour_by_time(&m);
  p->n++;
  return panels_axes(p, m.panel, m.sides, m.nside);
}

bool panels_read(panels *p, const char *const *words, int n) {
  assert(p->runs->n > 0);
  for (int i = 0; i < n; i++)
    if (!add_panel(p, words[i]))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// without words

// A constraint that is always zero is that of a model without constraints.
static bool has_values(const table *t, int column) {
  for (size_t i = 0; column >= 0 && i < t->nrow; i++)
    if (t->columns[column][i] != 0)
      return true;
  return false;
}

// "w" of "w[3]"; otherwise the name. A family has one index.
static void family_name(char *text, const char *name) {
  size_t stem = strcspn(name, "[");
  bool family = name[stem] && strspn(name + stem + 1, "0123456789") == strlen(name + stem) - 2;
  snprintf(text, panels_label, "%.*s", (int)(family ? stem : strlen(name)), name);
}

// how many columns there are of a name or family
static int count_members(const table *t, const char *name) {
  char own[panels_label];
  int n = 0;
  for (int j = 0; j < t->ncolumn; j++) {
    family_name(own, t->names[j]);
    n += strcmp(own, name) == 0;
  }
  return n;
}

// The first two positions, single or families. The state stands before the energy, or, where there
// is none, before the constraint.
static int find_positions(const table *t, char names[2][panels_label]) {
  int energy = table_column(t, "energy"), constraint = table_column(t, "constraint"), n = 0;
  int end = energy > 0 ? energy : constraint > 0 ? constraint : t->ncolumn;
  for (int j = 0; j < end && n < 2; j++) {
    if (!panels_is_position(t->names[j]))
      continue;
    family_name(names[n], t->names[j]);
    n += n == 0 || strcmp(names[0], names[1]) != 0;
  }
  return n;
}

// x:y, or what there is of it against time
static bool add_positions(panels *p, const table *t, bool time) {
  char names[2][panels_label], word[2*panels_label + 8];
  int n = find_positions(t, names);
  if (n == 0)
    snprintf(word, sizeof word, "%.150s:%.150s", t->names[0], t->names[1]);
  else if (n == 2 && count_members(t, names[0]) == count_members(t, names[1]) &&
           !p->options->errors && !p->options->relative && !p->options->norm)
    snprintf(word, sizeof word, "%s:%s", names[0], names[1]);
  else if (n == 2 && time && p->options->errors)
    snprintf(word, sizeof word, "%s,%s:t", names[0], names[1]);
  else
    snprintf(word, sizeof word, "%s:%s", time ? "t" : t->names[0], names[0]);
  return add_panel(p, word);
}

bool panels_default(panels *p) {
  const table *t = &p->runs->list[0].table;
  bool time = table_column(t, "t") >= 0, plain = !p->options->errors && !p->options->relative;
  if (t->ncolumn < 2)
    return panels_refuse(p, "one column alone cannot be plotted; write a second one beside it");
  if (!add_positions(p, t, time))
    return false;
  if (time && plain && table_column(t, "energy") >= 0 && !add_panel(p, panels_energy_error))
    return false;
  return !time || !plain || !has_values(t, table_column(t, "constraint")) ||
         add_panel(p, "constraint");
}
