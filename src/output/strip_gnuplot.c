// The commands of gnuplot for a strip: everything is in pixels of the page. Pieces that look the
// same and follow each other are drawn together, which a thousand balls need.

#include "output/gnuplot_parts.h"
#include "output/strip.h"

#include <math.h>
#include <string.h>

// a part of a piece: itself, or the head of an arrow
typedef struct part {
  const strip_page *page;
  const sketch *frame;
  const sketch_piece *piece;
  double corner[2];
  bool head;
} part;

typedef void part_visitor(FILE *to, const part *p, bool first);

static sketch_look look_of(const part *p) {
  sketch_look look = p->piece->look;
  if (p->head)
    return (sketch_look){.filled = true, .colour = look.colour, .edge = look.colour, .width = 0.5};
  look.head = false;
  look.dot = 0;
  return look;
}

static bool same_look(const sketch_look *a, const sketch_look *b) {
  return a->filled == b->filled && a->colour == b->colour && a->edge == b->edge &&
         a->width == b->width;
}

// all parts of a frame, in the order they are drawn; `first`: it looks other than the one before
static void each_part(FILE *to, const strip_page *page, int i, part_visitor *visit) {
  sketch_look last = {0};
  bool any = false;
  part p = {.page = page, .frame = &page->frames[i]};
  strip_corner(page, i, p.corner);
  for (size_t k = 0; k < p.frame->npiece; k++) {
    p.piece = &p.frame->pieces[k];
    for (int head = 0; head <= p.piece->look.head; head++) {
      p.head = head == 1;
      sketch_look look = look_of(&p);
      visit(to, &p, !any || !same_look(&look, &last));
      last = look;
      any = true;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// looks

static void write_look(FILE *to, const part *p, bool first) {
  sketch_look look = look_of(p);
  if (!first)
    return;
  if (look.filled)
    fprintf(to,
            ", '-' with filledcurves closed fillstyle solid border linecolor rgb '#%06X' "
            "fillcolor rgb '#%06X' linewidth %.2f notitle",
            look.edge, look.colour, look.width);
  else
    fprintf(to, ", '-' with lines linecolor rgb '#%06X' linewidth %.2f notitle", look.colour,
            look.width);
}

// ---------------------------------------------------------------------------------------------
// points

static void pixel(const part *p, int i, double out[2]) {
  const double *uv = p->frame->points + 2*(p->piece->first + (size_t)i);
  out[0] = p->corner[0] + (uv[0] - p->page->u)*p->page->scale;
  out[1] = p->corner[1] + (uv[1] - p->page->v)*p->page->scale;
}

static void put(FILE *to, double x, double y) {
  fprintf(to, "%.2f %.2f\n", x, y);
}

static void write_dot(FILE *to, const part *p) {
  enum { n = 14 };
  static const double turn = 6.283185307179586;
  double x[2], r = p->piece->look.dot;
  pixel(p, 0, x);
  for (int i = 0; i <= n; i++)
    put(to, x[0] + r*cos(turn*(i % n)/n), x[1] + r*sin(turn*(i % n)/n));
}

// the head of a line from a to b; short lines have small ones
static void write_head(FILE *to, const part *p) {
  static const double longest = 9, share = 0.4, width = 0.36;
  double a[2], b[2];
  pixel(p, p->piece->n - 2, a);
  pixel(p, p->piece->n - 1, b);
  double x = b[0] - a[0], y = b[1] - a[1], length = hypot(x, y);
  double size = length > 0 ? fmin(longest, share*length)/length : 0;
  x *= size;
  y *= size;
  put(to, b[0], b[1]);
  put(to, b[0] - x - width*y, b[1] - y + width*x);
  put(to, b[0] - x + width*y, b[1] - y - width*x);
  put(to, b[0], b[1]);
}

// gnuplot closes the area of a face, not its border: the first point comes again
static void write_piece(FILE *to, const part *p) {
  double x[2];
  int n = p->piece->n + p->piece->look.filled;
  for (int i = 0; i < n; i++) {
    pixel(p, i % p->piece->n, x);
    put(to, x[0], x[1]);
  }
}

static void write_points(FILE *to, const part *p, bool first) {
  if (first)
    fputs("e\n", to);  // of the one before
  if (p->head)
    write_head(to, p);
  else if (p->piece->look.dot > 0)
    write_dot(to, p);
  else
    write_piece(to, p);
  fputs("\n", to);
}

// ---------------------------------------------------------------------------------------------
// pages

static void write_label(FILE *to, const strip_page *p, int i, int tag) {
  double corner[2];
  strip_corner(p, i, corner);
  fprintf(to, "set label %d \"t = %.4g\" noenhanced center at %.2f,%.2f textcolor '#404040'\n", tag,
          p->strip->film->frames[i].time, corner[0] + p->wide/2, corner[1] - 13);
}

static void write_rectangle(FILE *to, const strip_page *p, int i) {
  double c[2];
  strip_corner(p, i, c);
  put(to, c[0], c[1]);
  put(to, c[0] + p->wide, c[1]);
  put(to, c[0] + p->wide, c[1] + p->high);
  put(to, c[0], c[1] + p->high);
  put(to, c[0], c[1]);
  fputs("\n", to);
}

// the frames from `first` up to `end` on one page
static void write_frames(FILE *to, const strip_page *p, int first, int end) {
  for (int i = first; i < end; i++)
    write_label(to, p, i, 10 + i - first);
  fputs("plot '-' with lines linecolor rgb '#DDE0E4' linewidth 0.8 notitle", to);
  for (int i = first; i < end; i++)
    each_part(to, p, i, write_look);
  fputs("\n", to);
  for (int i = first; i < end; i++)
    write_rectangle(to, p, i);
  for (int i = first; i < end; i++)
    each_part(to, p, i, write_points);
  fputs("e\n", to);
}

static void write_page(FILE *to, const strip_page *p) {
  const strip *s = p->strip;
  fputs("set encoding utf8\n", to);
  gnuplot_terminal(to, s->kind, p->width, p->height, s->pause);
  fprintf(to,
          "unset border\nunset tics\nunset key\nunset grid\nset lmargin at screen 0\n"
          "set rmargin at screen 1\nset tmargin at screen 1\nset bmargin at screen 0\n"
          "set xrange [0:%d]\nset yrange [0:%d]\n",
          p->width, p->height);
  if (s->title)
    gnuplot_title(to, s->kind, s->title, p->width, p->height);
}

bool strip_write(FILE *to, const void *page) {
  const strip_page *p = page;
  int n = p->strip->film->nframe;
  write_page(to, p);
  if (p->strip->kind == FIGURE_GIF)
    for (int i = 0; i < n; i++)
      write_frames(to, p, i, i + 1);
  else
    write_frames(to, p, 0, n);
  return fflush(to) == 0 && !ferror(to);
}
