// Where the panels of a picture stand: trajectories in a grid, series in a pile under each other,
// and if there are both, trajectories in the left half.

#include "output/picture.h"

#include <math.h>
#include <string.h>

// pixels around the axes of a panel, and what a panel likes
enum {
  left_margin = 112,
  right_margin = 24,
  colour_margin = 80,  // instead of right_margin, for a colour box
  top_margin = 26,
  key_margin = 40,  // instead of top_margin, for a key
  bottom_margin = 56,
  title_height = 30,
  square = 620,        // width and height of one trajectory
  small_square = 480,  // of one among several
  series_width = 900,
  series_height = 300,
};

typedef struct block {
  double x, y, width, height;  // the part of the picture for panels of one kind
  int n, across;               // how many, and in a row
  bool series;
} block;

static int count(const picture *p, bool series) {
  int n = 0;
  for (int i = 0; i < p->npanel; i++)
    n += p->panels[i].series == series;
  return n;
}

static int rows(const block *b) {
  return b->n > 0 ? (b->n + b->across - 1)/b->across : 0;
}

// the size at which a block looks good
static void wish(block *b) {
  int side = b->n > 1 ? small_square : square;
  b->width = b->n == 0 ? 0 : b->series ? series_width : b->across*side;
  b->height = b->series ? b->n*series_height : rows(b)*side;
}

static void choose_size(picture *p, const block *a, const block *b, double title) {
  double high = fmax(a->height, b->height) + title;
  if (p->width == 0)
    p->width = (int)(a->n > 0 && b->n > 0 ? a->width + 0.75*b->width : a->width + b->width);
  if (p->height == 0)
    p->height = (int)high;
}

// panel k of a block
static place place_in(const block *b, int k, const panel *p) {
  double width = b->width/b->across, height = b->height/rows(b);
  double x = b->x + k % b->across*width, y = b->y + k/b->across*height;
  bool colour = p->ncurve == 1 && p->curves[0].colour;
  return (place){
      .left = x + left_margin,
      .right = x + width - (colour ? colour_margin : right_margin),
      .top = y + (p->ncurve > 1 ? key_margin : top_margin),
      .bottom = y + height - bottom_margin,
  };
}

const panel *picture_key_panel(const picture *p) {
  const panel *most = &p->panels[0];
  for (int i = 1; i < p->npanel; i++)
    if (p->panels[i].ncurve > most->ncurve)
      most = &p->panels[i];
  return most;
}

int picture_key_rows(const picture *p) {
  static const double letter = 8, sample = 60;  // pixels
  const panel *of = picture_key_panel(p);
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
  int across = (int)fmax(p->width/(letter*(double)longest + sample), 1);
  return (entries + across - 1)/across;
}

// height of the rows of that key that a title and a margin have no room for
static double key_height(const picture *p) {
  enum { row = 18, free_rows = 2 };
  if (p->npanel == 0 || !p->page_key)
    return 0;
  int more = picture_key_rows(p) - free_rows;
  return more > 0 ? row*more : 0;
}

void picture_layout(picture *p, place *places) {
  block orbits = {.n = count(p, false)}, series = {.n = count(p, true), .across = 1};
  double title = p->title ? title_height : 0;
  series.series = true;
  orbits.across = p->across > 0 ? p->across : orbits.n > 0 ? (int)ceil(sqrt(orbits.n)) : 1;
  if (series.n > 0)
    orbits.across = 1;
  wish(&orbits);
  wish(&series);
  choose_size(p, &orbits, &series, title);

  // share the width as the blocks would like it, the height in full
  double wanted = orbits.width + (orbits.n > 0 ? 0.75 : 1)*series.width;
  orbits.width *= p->width/wanted;
  series.width = p->width - orbits.width;
  series.x = orbits.width;
  double above = title + key_height(p);
  orbits.height = series.height = p->height - above;
  orbits.y = series.y = above;

  int done[2] = {0, 0};
  for (int i = 0; i < p->npanel; i++) {
    const block *b = p->panels[i].series ? &series : &orbits;
    places[i] = place_in(b, done[p->panels[i].series]++, &p->panels[i]);
  }
}
