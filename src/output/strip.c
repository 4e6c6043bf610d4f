#include "output/strip.h"

#include "output/gnuplot_run.h"

#include <math.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// sketches of the frames

static bool draw_frame(sketch *k, const film *f, const sketch_box *b, const film_frame *frame) {
  for (int i = 0; i < f->nshape; i++)
    sketch_shape(k, b, &frame->shapes[i]);
  for (int i = 0; i < f->ntrail; i++)
    sketch_way(k, frame->ways[i].points, frame->ways[i].n, frame->ways[i].colour);
  sketch_lines(k, f->ground.points, f->ground.n);
  sketch_sort(k);
  return !k->failed;
}

// what the trails of the last frame reach belongs to all frames
static bool make_sketches(strip_page *p) {
  const strip *s = p->strip;
  const film *f = s->film;
  const view eye = view_of(f->dimension == 3, s->azimuth, s->elevation);
  const sketch_box b = film_box(f);
  p->frames = calloc((size_t)f->nframe + 1, sizeof *p->frames);
  for (int i = 0; p->frames && i < f->nframe; i++) {
    p->frames[i].view = eye;
    if (!draw_frame(&p->frames[i], f, &b, &f->frames[i]))
      return false;
  }
  return p->frames != NULL;
}

// ---------------------------------------------------------------------------------------------
// the range

typedef struct span {
  double least[2], most[2];
  bool empty;
} span;

static void include(span *r, const double uv[2]) {
  for (int c = 0; c < 2; c++) {
    r->least[c] = r->empty ? uv[c] : fmin(r->least[c], uv[c]);
    r->most[c] = r->empty ? uv[c] : fmax(r->most[c], uv[c]);
  }
  r->empty = false;
}

static span range_of(const strip_page *p) {
  span r = {.empty = true};
  for (int i = 0; i < p->strip->film->nframe; i++)
    for (size_t k = 0; k < p->frames[i].npoint; k++)
      include(&r, p->frames[i].points + 2*k);
  return r;
}

// a little larger than what is shown, and neither too flat nor too narrow
static void widen(span *r) {
  static const double margin = 0.06, flattest = 0.22, narrowest = 0.3;
  double size[2] = {r->most[0] - r->least[0], r->most[1] - r->least[1]};
  double larger = fmax(size[0], size[1]);
  if (!(larger > 0))
    larger = fmax(fmax(fabs(r->least[0]), fabs(r->least[1])), 1);
  const double least[2] = {narrowest*larger, flattest*larger};
  for (int c = 0; c < 2; c++) {
    double more = margin*larger + fmax(least[c] - size[c], 0)/2;
    r->least[c] -= more;
    r->most[c] += more;
  }
}

// ---------------------------------------------------------------------------------------------
// the page

enum { border = 14, label_room = 26, title_room = 34, gap = 10 };

static double head_room(const strip *s) {
  return s->title ? title_room : border;
}

// the height of a page of this width with `across` frames in a row
static double page_height(const strip *s, double width, double aspect, int across) {
  int n = s->film->nframe, rows = (n + across - 1)/across;
  double wide = (width - 2*border - (across - 1)*gap)/across;
  return head_room(s) + rows*(wide/aspect + label_room) + border - 4;
}

// The frames in a row for which the page is nearest to this form, and no place stays empty if that
// can be.
static int choose_across(const strip *s, double width, double aspect) {
  static const double form = 2.2;
  int best = 1, n = s->film->nframe;
  double least = HUGE_VAL;
  for (int across = 1; across <= n; across++) {
    int empty = (n + across - 1)/across*across - n;
    double height = s->height > 0 ? s->height : width/form;
    double off = fabs(log(page_height(s, width, aspect, across)/height)) + 0.25*empty;
    if (off < least) {
      least = off;
      best = across;
    }
  }
  return best;
}

static void lay_strip(strip_page *p, double aspect) {
  enum { usual = 1200, lowest = 160, highest = 4000 };
  const strip *s = p->strip;
  p->width = s->width > 0 ? s->width : usual;
  p->across = choose_across(s, p->width, aspect);
  int rows = (s->film->nframe + p->across - 1)/p->across;
  double high = page_height(s, p->width, aspect, p->across);
  p->height = s->height > 0 ? s->height : (int)fmin(fmax(ceil(high), lowest), highest);
  p->wide = (p->width - 2*border - (p->across - 1)*gap)/(double)p->across;
  p->high = (p->height - head_room(s) - border + 4)/rows - label_room;
  p->row = p->high + label_room;
}

// one frame on each page
static void lay_film(strip_page *p, double aspect) {
  enum { usual = 480 };
  const strip *s = p->strip;
  p->width = s->width > 0 ? s->width : usual;
  p->across = 1;
  p->wide = p->width - 2*border;
  double high = head_room(s) + p->wide/aspect + label_room + border;
  p->height = s->height > 0 ? s->height : (int)fmin(ceil(high), 2*usual);
  p->high = p->height - head_room(s) - label_room - border + 4;
  p->row = 0;
}

// the range in the middle of each frame, with equal scales
static void fit(strip_page *p, const span *r) {
  double width = r->most[0] - r->least[0], height = r->most[1] - r->least[1];
  p->scale = fmin(p->wide/width, p->high/height);
  p->u = (r->least[0] + r->most[0])/2 - p->wide/2/p->scale;
  p->v = (r->least[1] + r->most[1])/2 - p->high/2/p->scale;
}

void strip_corner(const strip_page *p, int i, double out[2]) {
  bool alone = p->strip->kind == FIGURE_GIF;
  int column = alone ? 0 : i % p->across, row = alone ? 0 : i/p->across;
  out[0] = p->left + column*(p->wide + p->gap);
  out[1] = p->height - p->top - row*p->row - p->high;
}

bool strip_page_make(strip_page *p, const strip *s, char *why, size_t size) {
  *p = (strip_page){.strip = s};
  if (!make_sketches(p)) {
    snprintf(why, size, "no memory");
    return false;
  }
  span r = range_of(p);
  if (r.empty) {
    snprintf(why, size, "there is nothing to draw: no finite numbers");
    return false;
  }
  widen(&r);
  double aspect = (r.most[0] - r.least[0])/(r.most[1] - r.least[1]);
  p->left = border;
  p->top = head_room(s);
  p->gap = gap;
  if (s->kind == FIGURE_GIF)
    lay_film(p, aspect);
  else
    lay_strip(p, aspect);
  fit(p, &r);
  return true;
}

void strip_page_free(strip_page *p) {
  for (int i = 0; p->frames && i < p->strip->film->nframe; i++)
    sketch_free(&p->frames[i]);
  free(p->frames);
  p->frames = NULL;
}

bool strip_draw(const strip *s, int out, char *why, size_t size) {
  strip_page p;
  bool done =
      strip_page_make(&p, s, why, size) && gnuplot_run(strip_write, &p, s->kind, out, why, size);
  strip_page_free(&p);
  return done;
}
