// The page, and the axes of its panels with their labels, keys and scales of colours.

#include "output/gnuplot_parts.h"
#include "output/scale.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// the page

void gnuplot_terminal(FILE *to, figure_kind kind, int width, int height, double pause) {
  static const double pixels_per_inch = 96, hundredths = 100;
  switch (kind) {
  case FIGURE_PNG:
    fprintf(to, "set terminal pngcairo enhanced size %d,%d font 'sans,11' linewidth 1.2\n", width,
            height);
    break;
  case FIGURE_SVG:
    fprintf(to,
            "set terminal svg enhanced size %d,%d fixed font 'sans-serif,13' linewidth 1.2 "
            "background '#ffffff'\n",
            width, height);
    break;
  case FIGURE_PDF:
    fprintf(to,
            "set terminal pdfcairo enhanced size %.4f,%.4f font 'sans,11' fontscale 0.76 "
            "linewidth 1.2\n",
            width/pixels_per_inch, height/pixels_per_inch);
    break;
  case FIGURE_GIF:
    fprintf(to, "set terminal gif enhanced animate delay %.0f loop 0 size %d,%d linewidth 1.2\n",
            fmax(hundredths*pause, 2), width, height);
    break;
  }
}

void gnuplot_title(FILE *to, figure_kind kind, const char *title, int width, int height) {
  fputs("set label 1 ", to);
  gnuplot_text(to, title, width/9);
  fprintf(to, " noenhanced center font ',%d' at screen 0.5,%.6f\n", kind == FIGURE_SVG ? 15 : 13,
          1 - 18.0/height);
}

void gnuplot_frame(FILE *to) {
  fputs("set border 3 linecolor '#606060' linewidth 0.8\n"
        "set tics nomirror out scale 0.5\n"
        "set grid linetype 1 linecolor '#E4E7EB' linewidth 0.6\n",
        to);
}

void gnuplot_page(FILE *to, const figure *p) {
  fputs("set encoding utf8\n", to);
  gnuplot_terminal(to, p->kind, p->width, p->height, 0);
  fputs("set multiplot\nset clip two\n", to);
  gnuplot_frame(to);
  fputs("set palette defined (0 '#12355B', 0.35 '#0072B2', 0.7 '#56B4E9', 1 '#E69F00')\n", to);
  if (p->title)
    gnuplot_title(to, p->kind, p->title, p->width, p->height);
}

// ---------------------------------------------------------------------------------------------
// panels

void gnuplot_place(FILE *to, const figure *p, const place *at) {
  fprintf(to,
          "set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
          "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
          at->left/p->width, at->right/p->width, 1 - at->top/p->height,
          1 - at->bottom/p->height);
}

// a key above the axes
static void write_key(FILE *to, const figure *page, const place *at) {
  int rows = at->key_rows > 0 ? at->key_rows : 1;
  if (page->page_key)
    fputs("unset key\n", to);
  else
    fprintf(to,
            "set key noenhanced at screen %.6f,%.6f left center horizontal Left reverse maxrows %d "
            "samplen 1.6 width 2\n",
            (at->left - 6)/page->width, 1 - (at->top - 9 - 9*at->key_rows)/page->height,
            rows);
}

// What gnuplot would place by the room that is left: labels, placed here so that they stand in one
// line with those of the panels beside.
static void write_labels(FILE *to, const figure *page, const panel *p, const place *at) {
  static const double beyond = 20;  // a label may be longer than its axis by this at each end
  double middle = (at->top + at->bottom)/2, width = page->width, height = page->height;
  double high = at->bottom - at->top + 2*beyond, wide = at->right - at->left + 2*beyond;
  gnuplot_say(to, "set label 3 ", p->ylabel, high, " noenhanced center rotate by 90");
  fprintf(to, " at screen %.6f,%.6f\n", (at->left - at->label)/width, 1 - middle/height);
  gnuplot_say(to, "set label 4 ", p->xlabel, wide, " noenhanced center");
  fprintf(to, " at screen %.6f,%.6f\n", (at->left + at->right)/2/width,
          1 - (at->bottom + 43)/height);
  if (p->title) {
    gnuplot_say(to, "set label 5 ", p->title, wide, " noenhanced center");
    fprintf(to, " at screen %.6f,%.6f\n", (at->left + at->right)/2/width,
            1 - at->title/height);
  } else {
    fputs("unset label 5\n", to);
  }
}

// ---------------------------------------------------------------------------------------------
// marks

// marks at these distances
static void write_tics(FILE *to, const char *axis, double least, double most, double step) {
  double largest = fmax(fabs(least), fabs(most));
  fprintf(to, "set %stics nomirror (", axis);
  for (int k = 0; k < axes_most_marks && axes_mark(least, step, k) <= most; k++) {
    char text[axes_number_size];
    axes_number(text, axes_mark(least, step, k), step, largest);
    fprintf(to, "%s\"%s\" %.17g", k > 0 ? ", " : "", text, axes_mark(least, step, k));
  }
  fputs(")\n", to);
}

// as many of the marks as there is room for
static void write_marks(FILE *to, const double *marks, int n, int room, const char *format) {
  int every = (n + room - 1)/room;
  fprintf(to, "set format x '%s'\nset xtics nomirror (", format);
  for (int i = 0; i < n; i += every)
    fprintf(to, "%s%.17g", i > 0 ? ", " : "", marks[i]);
  fputs(")\n", to);
}

// the marks that are given, or powers of ten
static void write_factors(FILE *to, const panel *p, const window *w) {
  enum { apart = 60, most = 64 };  // pixels; marks
  static const double decade = 10;
  double own[most];
  int room = (int)fmax(fmin(w->width/apart, most), 3);
  fputs("set logscale x\n", to);
  if (p->marks) {
    write_marks(to, p->marks, p->nmark, room, "%h");
    return;
  }
  int n = axes_factors(own, w->xmin, w->xmax, room);
  bool powers = n > 1 && own[1]/own[0] > decade*0.99;
  write_marks(to, own, n, room, powers ? "10^{%L}" : "%h");
}

static void write_axes(FILE *to, const panel *p, const window *w) {
  fprintf(to, "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", w->xmin, w->xmax, w->ymin,
          w->ymax);
  if (p->logarithmic_x)
    write_factors(to, p, w);
  else {
    fputs("unset logscale x\n", to);
    write_tics(to, "x", w->xmin, w->xmax, axes_step_across(w->xmin, w->xmax, w->width, 75));
  }
  if (p->logarithmic)
    fputs("set logscale y\nset ytics nomirror autofreq\nset format y '10^{%L}'\n", to);
  else {
    fputs("unset logscale y\n", to);
    write_tics(to, "y", w->ymin, w->ymax, axes_step_upwards(w));
  }
}

// a thin box at the right, as high as the panel
static void write_colours(FILE *to, const figure *page, const panel *p, const place *at) {
  if (!figure_has_scale(p)) {
    fputs("unset colorbox\nunset label 2\n", to);
    return;
  }
  double left = at->right + scale_gap, high = at->bottom - at->top;
  range r = scale_range(p);
  fprintf(to, "set colorbox user origin %.6f,%.6f size %.6f,%.6f noborder\n", left/page->width,
          1 - at->bottom/page->height, (double)scale_width/page->width, high/page->height);
  fprintf(to, "set cbrange [%.17g:%.17g]\n", r.least, r.most);
  write_tics(to, "cb", r.least, r.most, scale_step(p, high));
  fputs("set cbtics scale 0\n", to);
  gnuplot_say(to, "set label 2 ", p->colour_label, 2*(page->width - left), " noenhanced center");
  fprintf(to, " at screen %.6f,%.6f\n", (left + scale_width/2.0)/page->width,
          1 - (at->top - 17)/page->height);
}

void gnuplot_axes(FILE *to, const figure *page, const panel *p, const place *at, const window *w) {
  gnuplot_place(to, page, at);
  write_axes(to, p, w);
  write_labels(to, page, p, at);
  write_key(to, page, at);
  write_colours(to, page, p, at);
}

// ---------------------------------------------------------------------------------------------
// panels in space

enum { first_label = 10, labels_per_edge = 30 };

// lines as arrows without heads, in pixels
static void write_lines(FILE *to, const space *s, bool fine) {
  double from[space_most_lines][2], end[space_most_lines][2];
  int n = space_lines(s, fine, from, end);
  for (int k = 0; k < n; k++)
    fprintf(to, "set arrow from %.2f,%.2f to %.2f,%.2f nohead back linecolor '%s' linewidth %s\n",
            from[k][0], from[k][1], end[k][0], end[k][1], fine ? "#E4E7EB" : "#A0A4A8",
            fine ? "0.6" : "0.8");
}

static void write_numbers(FILE *to, const space *s, int edge, int tag) {
  static const char *const sides[] = {"center", "left", "right"};
  double at[2], number, largest = fmax(fabs(s->box[edge].least), fabs(s->box[edge].most));
  for (int k = 0; k < labels_per_edge - 1 && space_mark(s, edge, k, &number, at); k++) {
    char text[axes_number_size];
    axes_number(text, number, s->step[edge], largest);
    fprintf(to, "set label %d \"%s\" at %.2f,%.2f %s textcolor '#606060'\n", ++tag, text, at[0],
            at[1], sides[edge]);
  }
}

// numbers and name of an edge
static void write_edge(FILE *to, const place *on, const space *s, int edge, const char *name) {
  static const char *const sides[] = {"right", "left", "center rotate by 90"};
  static const double letter = 8;
  int tag = first_label + edge*labels_per_edge;
  double at[2];
  space_name(s, edge, letter*(double)strlen(name), at);
  double room = edge == 0   ? at[0] + on->label
                : edge == 1 ? on->right - on->left - at[0]
                            : s->length[2]*s->scale;
  write_numbers(to, s, edge, tag);
  fprintf(to, "set label %d ", tag);
  gnuplot_say(to, "", name, room, " noenhanced ");
  fprintf(to, "%s at %.2f,%.2f\n", sides[edge], at[0], at[1]);
}

void gnuplot_space(FILE *to, const figure *page, const panel *p, const place *at, const space *s) {
  gnuplot_place(to, page, at);
  fprintf(to,
          "unset border\nunset grid\nunset xtics\nunset ytics\nunset logscale x\n"
          "unset logscale y\nset xrange [0:%.6f]\nset yrange [0:%.6f]\nunset label 3\n"
          "unset label 4\n",
          at->right - at->left, at->bottom - at->top);
  write_lines(to, s, true);
  write_lines(to, s, false);
  write_edge(to, at, s, 0, p->xlabel);
  write_edge(to, at, s, 1, p->ylabel);
  write_edge(to, at, s, 2, p->zlabel);
  write_key(to, page, at);
  write_colours(to, page, p, at);
}
