#include "cli/panels.h"

#include "base/suggest.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// one side of a word: columns, or an energy error
typedef struct side {
  int n;
  int items[panels_curves];
} side;

enum { energy_error = -2 };
static const char energy_error_name[] = "energy-error";

__attribute__((format(printf, 2, 3))) static bool refuse(panels *p, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(p->why, sizeof p->why, format, list);
  va_end(list);
  table_clean(p->why);
  return false;
}

// ---------------------------------------------------------------------------------------------
// names

// length of `name` if the text begins with it and then ends, or goes on with a comma or colon
static size_t fits(const char *text, const char *name) {
  size_t n = strlen(name);
  return strncmp(text, name, n) == 0 && (text[n] == 0 || text[n] == ',' || text[n] == ':') ? n : 0;
}

// the longest name at the beginning of a text; 0 if there is none
static size_t match(const table *t, const char *text, int *item) {
  size_t longest = 0;
  if (table_column(t, "energy") >= 0) {
    longest = fits(text, energy_error_name);
    *item = energy_error;
  }
  for (int j = 0; j < t->ncolumn; j++) {
    size_t n = fits(text, t->names[j]);
    if (n > 0 && n >= longest) {
      longest = n;
      *item = j;
    }
  }
  return longest;
}

// some of the columns, for a message
static void list_columns(const table *t, char *text, size_t size) {
  enum { most = 12 };
  size_t length = 0;
  text[0] = 0;
  for (int j = 0; j < t->ncolumn && j < most && length < size; j++)
    length +=
        (size_t)snprintf(text + length, size - length, "%s%.30s", j > 0 ? ", " : "", t->names[j]);
  if (t->ncolumn > most && length < size)
    snprintf(text + length, size - length, ", ...");
}

// up to the comma or colon after a name; those of an index, as in R[1,2], belong to it
static size_t name_length(const char *text) {
  size_t length = 0;
  for (int depth = 0; text[length] && (depth > 0 || !strchr(",:", text[length])); length++)
    depth += text[length] == '[' ? 1 : text[length] == ']' ? -1 : 0;
  return length;
}

static bool unknown(panels *p, const char *text) {
  const table *t = p->table;
  char word[64], columns[400];
  size_t length = name_length(text);
  if (length == 0)
    return refuse(p, "a name is missing; a panel is written as x:y or x,y:t");
  snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), text);

  char question[suggest_room];
  suggestion near = {0};
  if (table_column(t, "energy") >= 0)
    suggest(&near, word, energy_error_name);
  for (int j = 0; j < t->ncolumn; j++)
    suggest(&near, word, t->names[j]);
  if (near.count > 0)
    return refuse(p, "there is no column `%s`; %s", word, suggest_text(question, &near, "`"));
  list_columns(t, columns, sizeof columns);
  return refuse(p, "there is no column `%s`; there are %s", word, columns);
}

static bool read_side(panels *p, const char **at, side *s) {
  for (s->n = 0; s->n < panels_curves;) {
    size_t length = match(p->table, *at, &s->items[s->n]);
    if (length == 0)
      return unknown(p, *at);
    s->n++;
    *at += length;
    if (**at != ',')
      return true;
    ++*at;
  }
  return refuse(p, "more than %d curves in one panel", panels_curves);
}

// x is what goes to the right
static bool read_word(panels *p, const char *word, side *x, side *y) {
  const char *at = word;
  int t = table_column(p->table, "t");
  if (!read_side(p, &at, x))
    return false;
  if (*at == ':') {
    at++;
    if (!read_side(p, &at, y))
      return false;
    if (*at)
      return refuse(p, "`%s` has more than one colon; a panel is written as x:y", word);
  } else {
    if (t < 0)
      return refuse(p, "`%s`: against what? There is no column t; write it as x:%s", word, word);
    *y = (side){1, {t}};
  }

  // t goes to the right
  if (y->n == 1 && y->items[0] == t) {
    side other = *x;
    *x = *y;
    *y = other;
  }
  if (x->n != y->n && x->n != 1 && y->n != 1)
    return refuse(p, "`%s`: %d names and %d names do not make pairs", word, x->n, y->n);
  return true;
}

// ---------------------------------------------------------------------------------------------
// numbers

static double *make(panels *p) {
  double *made = malloc(p->table->nrow*sizeof *made);
  assert(p->nmade < (int)(sizeof p->made/sizeof *p->made));
  if (made)
    p->made[p->nmade++] = made;
  else
    refuse(p, "no memory");
  return made;
}

static const double *numbers(panels *p, int item) {
  assert(item == energy_error || (item >= 0 && item < p->table->ncolumn));
  if (item != energy_error)
    return p->table->columns[item];
  const double *energy = p->table->columns[table_column(p->table, "energy")];
  double *made = make(p);
  for (size_t i = 0; made && i < p->table->nrow; i++)
    made[i] = energy[i] - energy[0];
  return made;
}

static const char *label(const panels *p, int item) {
  return item == energy_error ? "energy \xE2\x88\x92 energy(0)" : p->table->names[item];
}

// the names, each once, with commas
static void join(char *text, const panels *p, const side *s) {
  size_t length = 0;
  text[0] = 0;
  for (int i = 0; i < s->n && length < panels_label; i++) {
    bool again = false;
    for (int j = 0; j < i; j++)
      again = again || s->items[j] == s->items[i];
    if (!again)
      length += (size_t)snprintf(text + length, panels_label - length, "%s%s", i > 0 ? ", " : "",
                                 label(p, s->items[i]));
  }
}

// ---------------------------------------------------------------------------------------------
// axes

// a column of positions
static bool is_position(const panels *p, int item) {
  static const char *const others[] = {"t", "energy", "constraint"};
  if (item == energy_error)
    return false;
  const char *name = p->table->names[item];
  for (int i = 0; i < 3; i++)
    if (strcmp(name, others[i]) == 0)
      return false;
  return name[strlen(name) - 1] != '\'' && strncmp(name, "momentum.", 9) != 0 &&
         strncmp(name, "multiplier.", 11) != 0;
}

static bool are_positions(const panels *p, const side *s) {
  for (int i = 0; i < s->n; i++)
    if (!is_position(p, s->items[i]))
      return false;
  return true;
}

// difference of the largest and the smallest number
static double extent(const double *x, size_t n) {
  double least = (double)INFINITY, most = -(double)INFINITY;
  for (size_t i = 0; i < n; i++)
    if (figure_drawable(x[i])) {
      least = fmin(least, x[i]);
      most = fmax(most, x[i]);
    }
  return most - least;
}

// Equal scales show the true shape, unless the shape is then a thin line.
static bool wants_equal(const panels *p, const side *x, const side *y, const panel *made) {
  static const double thin = 5;
  const curve *c = &made->curves[0];
  double ratio = extent(c->x, c->n)/extent(c->y, c->n);
  return !made->series && are_positions(p, x) && are_positions(p, y) && ratio < thin &&
         ratio > 1/thin;
}

// The constraint of a run is a residual, zero or positive: its size is what matters. On such an
// axis there is no zero, so zeros are drawn at its lower end, and the label says so.
static bool show_size(panels *p, panel *made, panel_parts *parts) {
  const double *y = parts->curves[0].y;
  double least = (double)INFINITY;
  bool zeros = false;
  for (size_t i = 0; i < p->table->nrow; i++) {
    if (y[i] < 0)
      return true;
    if (y[i] > 0)
      least = fmin(least, y[i]);
    else
      zeros = zeros || y[i] == 0;
  }
  if (!figure_drawable(least))
    return true;

  // neighbouring values are unrelated, so there are no lines between them
  made->logarithmic = true;
  parts->curves[0].dotted = true;
  if (!zeros)
    return true;
  double *raised = make(p), floor_at = pow(10, floor(log10(least)));
  for (size_t i = 0; raised && i < p->table->nrow; i++)
    raised[i] = y[i] == 0 ? floor_at : y[i];
  parts->curves[0].y = raised;
  snprintf(parts->ylabel, sizeof parts->ylabel, "constraint (zeros at %.0e)", floor_at);
  return raised != NULL;
}

// A number that hardly changes would have labels of many digits: the change is drawn instead, and
// the label says from where.
static bool show_change(panels *p, panel_parts *parts) {
  static const double little = 1e-4;
  curve *c = &parts->curves[0];
  double first = c->y[0], change = extent(c->y, c->n);
  if (!figure_drawable(first) || !(change > 0 && change < little*fabs(first)))
    return true;
  double *made = make(p);
  for (size_t i = 0; made && i < c->n; i++)
    made[i] = c->y[i] - first;
  c->y = made;
  size_t length = strlen(parts->ylabel);
  snprintf(parts->ylabel + length, sizeof parts->ylabel - length, " %s %.6g",
           first < 0 ? "+" : "\xE2\x88\x92", fabs(first));
  return made != NULL;
}

// ---------------------------------------------------------------------------------------------
// panels

static bool add_curves(panels *p, panel_parts *parts, const side *x, const side *y, int n) {
  assert(n <= panels_curves);
  for (int k = 0; k < n; k++) {
    int a = x->items[x->n > 1 ? k : 0], b = y->items[y->n > 1 ? k : 0];
    curve *c = &parts->curves[k];
    *c = (curve){
        .name = parts->names[k], .x = numbers(p, a), .y = numbers(p, b), .n = p->table->nrow};
    if (!c->x || !c->y)
      return false;
    if (x->n > 1)
      snprintf(parts->names[k], panels_label, "(%s, %s)", label(p, a), label(p, b));
    else
      snprintf(parts->names[k], panels_label, "%s", label(p, b));
  }
  return true;
}

static bool add_panel(panels *p, const side *x, const side *y) {
  if (p->n == panels_most)
    return refuse(p, "more than %d panels", panels_most);
  panel *made = &p->list[p->n];
  panel_parts *parts = &p->parts[p->n];
  int t = table_column(p->table, "t"), n = x->n > y->n ? x->n : y->n;
  if (!add_curves(p, parts, x, y, n))
    return false;
  join(parts->xlabel, p, x);
  join(parts->ylabel, p, y);
  *made = (panel){.curves = parts->curves,
                  .ncurve = n,
                  .xlabel = parts->xlabel,
                  .ylabel = parts->ylabel,
                  .colour_label = "t",
                  .series = x->n == 1 && x->items[0] == t};
  made->equal = wants_equal(p, x, y, made);
  if (!made->series && n == 1 && t >= 0)
    parts->curves[0].colour = p->table->columns[t];
  p->n++;
  if (!made->series || n > 1)
    return true;
  return strcmp(parts->ylabel, "constraint") == 0 ? show_size(p, made, parts)
                                                  : show_change(p, parts);
}

bool panels_read(panels *p, const table *t, const char *const *words, int n) {
  p->table = t;
  for (int i = 0; i < n; i++) {
    side x, y;
    if (!read_word(p, words[i], &x, &y) || !add_panel(p, &x, &y))
      return false;
  }
  return true;
}

// two columns, by their numbers
static bool add_pair(panels *p, int x, int y) {
  return add_panel(p, &(side){1, {x}}, &(side){1, {y}});
}

// a constraint that is always zero is that of a model without constraints
static bool has_values(const table *t, int column) {
  for (size_t i = 0; column >= 0 && i < t->nrow; i++)
    if (t->columns[column][i] != 0)
      return true;
  return false;
}

bool panels_default(panels *p, const table *t) {
  int time = table_column(t, "t"), energy = table_column(t, "energy");
  int constraint = table_column(t, "constraint");
  int positions[2], n = 0;
  p->table = t;
  if (t->ncolumn < 2)
    return refuse(p, "one column alone cannot be plotted");

  // the state stands before the energy, or, where there is none, before the constraint
  int end = energy > 0 ? energy : constraint > 0 ? constraint : t->ncolumn;
  for (int j = 0; j < end && n < 2; j++)
    if (is_position(p, j))
      positions[n++] = j;
  if (n == 0)
    return add_pair(p, 0, 1);
  if (!add_pair(p, n > 1 ? positions[0] : time >= 0 ? time : 0, positions[n - 1]))
    return false;
  if (time >= 0 && energy >= 0 && !add_pair(p, time, energy_error))
    return false;
  return time < 0 || !has_values(t, constraint) || add_pair(p, time, constraint);
}

void panels_free(panels *p) {
  for (int i = 0; i < p->nmade; i++)
    free(p->made[i]);
}
