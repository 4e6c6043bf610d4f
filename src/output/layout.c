// Where the panels of a figure stand: trajectories in a grid, series in a pile under each other,
// and if there are both, trajectories in the left half.

#include "output/scale.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// pixels around the axes of a panel, and the usual sizes of panels
enum {
  left_margin = 112,  // if the numbers at the axis are as wide as usual
  right_margin = 24,
  top_margin = 26,
  key_margin = 40,  // instead of top_margin, for a key of one row
  key_row = 18,     // for each row more
  most_keys = 180,  // for all of them
  bottom_margin = 56,
  title_height = 30,
  panel_title = 32,    // of the title of a panel, at its lower end
  square = 620,        // width and height of one trajectory
  small_square = 480,  // of one among several
  series_width = 900,
  series_height = 300,

  // left of an axis: mark and air, the numbers, air, the label, air
  before_numbers = 12,
  after_numbers = 10,
  label_height = 16,
  edge = 8,
};

// Widths of letters, and of what an entry of a key has beside its name. gnuplot takes all letters to be as
// wide as a digit: with less than this it would make more rows than there is room for.
static const double letter = 9.3, key_sample = 60;

typedef struct block {
  double x, y, width, height;  // the part of the figure for panels of one kind
  int n, across;               // how many, and in a row
  bool series;
  bool page_key;   // there is one key for all
  double numbers;  // pixels of the numbers at the axes
  double keys;     // pixels of the rows of the largest key, after the first
  double title;    // pixels of the titles of its panels
} block;

static int count(const figure *p, bool series) {
  int n = 0;
  for (int i = 0; i < p->npanel; i++)
    n += p->panels[i].series == series;
  return n;
}

static int rows(const block *b) {
  return b->n > 0 ? (b->n + b->across - 1)/b->across : 0;
}

// the size at which a block looks good
static void set_usual_size(block *b) {
  int side = b->n > 1 ? small_square : square;
  b->width = b->n == 0 ? 0 : b->series ? series_width : b->across*side;
  double height = (b->series ? series_height : side) + b->keys + b->title;
  b->height = b->series ? b->n*height : rows(b)*height;
}

// room for the rows of the keys, at the usual width
static void measure_keys(block *b, const figure *p) {
  enum { around = 150 };  // pixels beside the axes
  static const double share = 0.75;
  double width = b->series ? share*series_width : b->n > 1 ? small_square : square;
  for (int i = 0; i < p->npanel && !p->page_key; i++) {
    int n = figure_panel_key_rows(&p->panels[i], width - around);
    if (p->panels[i].series == b->series && n > 1)
      b->keys = fmax(b->keys, fmin(key_row*(n - 1), most_keys));
  }
}

// room for the titles of panels, if any of them has one
static void measure_titles(block *b, const figure *p) {
  for (int i = 0; i < p->npanel; i++)
    if (p->panels[i].series == b->series && p->panels[i].title)
      b->title = panel_title;
}

static void choose_size(figure *p, const block *a, const block *b, double title) {
  double high = fmax(a->height, b->height) + title;
  if (p->width == 0)
    p->width = (int)(a->n > 0 && b->n > 0 ? a->width + 0.75*b->width : a->width + b->width);
  if (p->height == 0)
    p->height = (int)high;
}

// rows of a key in a panel of this height, axes and all: it has a part of it
static int key_rows_room(double height) {
  static const double part = 0.4;
  return (int)fmax(part*height/key_row, 1);
}

bool figure_has_key(const panel *p) {
  return (p->ncurve > 1 && !p->scale) || p->events_key;
}

// rows of the key of a panel, no more than it has room for
static int rows_shown(const panel *p, double width, double height) {
  int all = figure_panel_key_rows(p, width), room = key_rows_room(height);
  return all < room ? all : room;
}

// panel k of a block
static place place_in(const block *b, int k, const panel *p) {
  double width = b->width/b->across, height = b->height/rows(b);
  double x = b->x + k % b->across*width, y = b->y + k/b->across*height;
  double label = before_numbers + b->numbers + after_numbers + label_height/2;
  double left = x + label + label_height/2 + edge;
  double right = x + width - (figure_has_scale(p) ? scale_margin(p) : right_margin);
  int rows_of_key = b->page_key ? 1 : rows_shown(p, right - left, height);
  return (place){
      .left = left,
      .right = right,
      .top = y + b->title +
             (figure_has_key(p) ? key_margin + key_row*(rows_of_key - 1) : top_margin),
      .bottom = y + height - bottom_margin,
      .label = label,
      .title = y + b->title - label_height/2,
      .key_rows = rows_of_key,
  };
}

// how many of the longest entry fit into a row
static int across_row(size_t longest, double width) {
  return (int)fmax(width/(letter*(double)longest + key_sample), 1);
}

static int rows_for(int entries, size_t longest, double width) {
  int across = across_row(longest, width);
  return (entries + across - 1)/across;
}

// one more entry of a key, if it has a name
static void add_entry(int *entries, size_t *longest, const char *name) {
  *entries += name != NULL;
  if (name && strlen(name) > *longest)
    *longest = strlen(name);
}

// the entries of the key of a panel, and the length of the longest
static int entries_of(const panel *p, size_t *longest) {
  int entries = 0;
  *longest = 1;
  for (int k = 0; k < p->ncurve && p->ncurve > 1 && !p->scale; k++)
    add_entry(&entries, longest, p->curves[k].name);
  for (int k = 0; k < p->nevents && p->events_key; k++)
    add_entry(&entries, longest, p->events[k].name);
  if (*longest > figure_key_longest)
    *longest = figure_key_longest;
  return entries;
}

int figure_panel_key_rows(const panel *p, double width) {
  size_t longest;
  int entries = entries_of(p, &longest);
  return entries > 0 ? rows_for(entries, longest, width) : 0;
}

int figure_panel_key_room(const panel *p, const place *at) {
  size_t longest;
  entries_of(p, &longest);
  return across_row(longest, at->right - at->left)*(at->key_rows > 1 ? at->key_rows : 1);
}

const panel *figure_key_panel(const figure *p) {
  const panel *most = &p->panels[0];
  for (int i = 1; i < p->npanel; i++)
    if (p->panels[i].ncurve > most->ncurve)
      most = &p->panels[i];
  return most;
}

int figure_key_rows(const figure *p) {
  const panel *of = figure_key_panel(p);
  size_t longest = 1;
  int entries = 0;
  bool guide = false;  // all guides have one entry
  for (int k = 0; k < of->ncurve; k++) {
    const curve *c = &of->curves[k];
    entries += !c->guide || !guide;
    guide |= c->guide;
    if (!c->guide && c->name && strlen(c->name) > longest)
      longest = strlen(c->name);
  }
  return rows_for(entries, longest, p->width);
}

// height of the rows of that key that a title and a margin have no room for
static double key_height(const figure *p) {
  enum { row = 18, free_rows = 2 };
  if (p->npanel == 0 || !p->page_key)
    return 0;
  int more = figure_key_rows(p) - free_rows;
  return more > 0 ? row*more : 0;
}

// Axes side by side begin at one height, however many rows their keys have. A block stands in rows of
// one height each, so panels in one row have one lower end.
static void align_tops(const figure *p, place *places) {
  for (int i = 0; i < p->npanel; i++)
    for (int k = 0; k < i; k++)
      if (!p->panels[i].series && !p->panels[k].series && places[i].bottom == places[k].bottom)
        places[i].top = places[k].top = fmax(places[i].top, places[k].top);
}

static void place_all(const figure *p, place *places, const block *orbits, const block *series) {
  int done[2] = {0, 0};
  for (int i = 0; i < p->npanel; i++) {
    const block *b = p->panels[i].series ? series : orbits;
    places[i] = place_in(b, done[p->panels[i].series]++, &p->panels[i]);
  }
  align_tops(p, places);
}

// pixels of the numbers at the axis of a panel that stands there
static double numbers_at(const panel *p, const place *at) {
  static const double least = 20;
  window w;
  if (p->zlabel)
    return least;  // it has room of its own for them
  return axes_window(&w, p, at) ? fmax(axes_label_width(p, &w), least) : least;
}

// share the width in the proportion of the usual sizes, the height in full
static void share_page(const figure *p, block *orbits, block *series, double title) {
  double wanted = orbits->width + (orbits->n > 0 ? 0.75 : 1)*series->width;
  orbits->width *= p->width/wanted;
  series->width = p->width - orbits->width;
  series->x = orbits->width;
  double above = title + key_height(p);
  orbits->height = series->height = p->height - above;
  orbits->y = series->y = above;
}

// as much room for the numbers at the axes as they take where the panels stand now
static void measure_numbers(const figure *p, const place *places, block *orbits, block *series) {
  double most[2] = {0, 0};
  for (int i = 0; i < p->npanel; i++)
    most[p->panels[i].series] =
        fmax(most[p->panels[i].series], numbers_at(&p->panels[i], &places[i]));
  orbits->numbers = most[0];
  series->numbers = most[1];
}

void figure_layout(figure *p, place *places) {
  block orbits = {.n = count(p, false)}, series = {.n = count(p, true), .across = 1};
  double title = p->title ? title_height : 0;
  assert(p->npanel > 0);
  series.series = true;
  orbits.across = p->across > 0 ? p->across : orbits.n > 0 ? (int)ceil(sqrt(orbits.n)) : 1;
  if (series.n > 0)
    orbits.across = 1;
  measure_keys(&orbits, p);
  measure_keys(&series, p);
  measure_titles(&orbits, p);
  measure_titles(&series, p);
  set_usual_size(&orbits);
  set_usual_size(&series);
  choose_size(p, &orbits, &series, title);
  share_page(p, &orbits, &series, title);

  // once with the usual room for numbers, once with what they take there
  orbits.page_key = series.page_key = p->page_key;
  orbits.numbers = series.numbers =
      left_margin - before_numbers - after_numbers - label_height - edge;
  place_all(p, places, &orbits, &series);
  measure_numbers(p, places, &orbits, &series);
  place_all(p, places, &orbits, &series);
}
