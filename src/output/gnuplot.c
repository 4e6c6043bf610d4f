#include "output/gnuplot.h"

#include "output/marks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// colours that most eyes can tell apart, after Okabe and Ito
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#4D4D4D"};
enum { ncolour = sizeof colours/sizeof *colours };

// ---------------------------------------------------------------------------------------------
// texts

// bytes of the character at `at`, 0 if it is no UTF-8 or a control character
static int character(const unsigned char *at) {
  int n = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
  if (n == 0 || at[0] > 0xF4 || at[0] < 0x20 || at[0] == 0x7F)
    return 0;
  for (int i = 1; i < n; i++)
    if ((at[i] & 0xC0) != 0x80)
      return 0;

  // too long, a surrogate, beyond the last one; C1 controls
  bool wrong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0) ||
               (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90) ||
               (at[0] == 0xC2 && at[1] < 0xA0);
  return wrong ? 0 : n;
}

void gnuplot_text(FILE *to, const char *text, int most) {
  const unsigned char *at = (const unsigned char *)text;
  fputc('"', to);
  for (int shown = 0; *at && shown < most; shown++) {
    int n = character(at);
    if (n == 0)
      fputc('?', to);
    for (int i = 0; i < n; i++)
      fprintf(to, at[i] < 0x80 && (isalpha(at[i]) || at[i] == ' ') ? "%c" : "\\%03o", at[i]);
    at += n > 0 ? n : 1;
  }
  fputs(*at ? "...\"" : "\"", to);
}

// a text of at most `room` pixels
static void say(FILE *to, const char *before, const char *text, double room, const char *after) {
  static const double letter = 8, shortest = 8;
  fputs(before, to);
  gnuplot_text(to, text, (int)fmax(room/letter, shortest));
  fputs(after, to);
}

// ---------------------------------------------------------------------------------------------
// the page

static void write_terminal(FILE *to, const figure *p) {
  static const double pixels_per_inch = 96;
  switch (p->kind) {
  case FIGURE_PNG:
    fprintf(to, "set terminal pngcairo enhanced size %d,%d font 'sans,11' linewidth 1.2\n",
            p->width, p->height);
    break;
  case FIGURE_SVG:
    fprintf(to,
            "set terminal svg enhanced size %d,%d fixed font 'sans-serif,13' linewidth 1.2 "
            "background '#ffffff'\n",
            p->width, p->height);
    break;
  case FIGURE_PDF:
    fprintf(to,
            "set terminal pdfcairo enhanced size %.4f,%.4f font 'sans,11' fontscale 0.76 "
            "linewidth 1.2\n",
            p->width/pixels_per_inch, p->height/pixels_per_inch);
    break;
  }
}

static void write_frame(FILE *to) {
  fputs("set border 3 linecolor '#606060' linewidth 0.8\n"
        "set tics nomirror out scale 0.5\n"
        "set grid linetype 1 linecolor '#E4E7EB' linewidth 0.6\n",
        to);
}

static void write_page(FILE *to, const figure *p) {
  fputs("set encoding utf8\n", to);
  write_terminal(to, p);
  fputs("set multiplot\n", to);
  write_frame(to);
  fputs("set palette defined (0 '#12355B', 0.35 '#0072B2', 0.7 '#56B4E9', 1 '#E69F00')\n", to);
  if (p->title) {
    fputs("set label 1 ", to);
    gnuplot_text(to, p->title, p->width/9);
    fprintf(to, " noenhanced center font ',13' at screen 0.5,%.6f\n", 1 - 18.0/p->height);
  }
}

// ---------------------------------------------------------------------------------------------
// panels

static void write_place(FILE *to, const figure *p, const place *at) {
  fprintf(to,
          "set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
          "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
          at->left/p->width, at->right/p->width, 1 - at->top/p->height,
          1 - at->bottom/p->height);
}

// What gnuplot would place by the room that is left: labels, placed here so that they stand in one
// line with those of the panels beside, and a key above the axes.
static void write_texts(FILE *to, const figure *page, const panel *p, const place *at) {
  static const double beyond = 20;  // a label may be longer than its axis by this at each end
  double middle = (at->top + at->bottom)/2, width = page->width, height = page->height;
  int rows = figure_panel_key_rows(p, at->right - at->left);
  double high = at->bottom - at->top + 2*beyond, wide = at->right - at->left + 2*beyond;
  say(to, "set label 3 ", p->ylabel, high, " noenhanced center rotate by 90");
  fprintf(to, " at screen %.6f,%.6f\n", (at->left - at->label)/width, 1 - middle/height);
  say(to, "set label 4 ", p->xlabel, wide, " noenhanced center");
  fprintf(to, " at screen %.6f,%.6f\n", (at->left + at->right)/2/width,
          1 - (at->bottom + 43)/height);
  if (page->page_key)
    fputs("unset key\n", to);
  else
    fprintf(to,
            "set key noenhanced at screen %.6f,%.6f left center horizontal Left reverse maxrows %d "
            "samplen 1.6 width 2\n",
            (at->left - 6)/width, 1 - (at->top - 9 - 9*rows)/height, rows > 0 ? rows : 1);
}

// at most this many marks, with enough digits
static void write_tics(FILE *to, char axis, double least, double most, double marks) {
  enum { usual = 6 };  // digits that gnuplot shows anyway
  int digits = axes_digits(least, most);
  fprintf(to, "set %ctics %.17g\n", axis, axes_step(least, most, marks));
  if (digits > usual)
    fprintf(to, "set format %c '%%.%dg'\n", axis, digits);
  else
    fprintf(to, "set format %c '%%h'\n", axis);
}

// as many of the given marks as there is room for
static void write_marks(FILE *to, const panel *p, const window *w) {
  int room = (int)fmax(w->width/60, 2), every = (p->nmark + room - 1)/room;
  fputs("set logscale x\nset format x '%h'\nset xtics (", to);
  for (int i = 0; i < p->nmark; i += every)
    fprintf(to, "%s%.17g", i > 0 ? ", " : "", p->marks[i]);
  fputs(")\n", to);
}

static void write_axes(FILE *to, const panel *p, const window *w) {
  fprintf(to, "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", w->xmin, w->xmax, w->ymin,
          w->ymax);
  if (p->double_logarithmic)
    write_marks(to, p, w);
  else {
    fputs("unset logscale x\n", to);
    write_tics(to, 'x', w->xmin, w->xmax, w->width/75);
  }
  if (p->logarithmic || p->double_logarithmic)
    fputs("set logscale y\nset ytics autofreq\nset format y '10^{%L}'\n", to);
  else {
    fputs("unset logscale y\n", to);
    write_tics(to, 'y', w->ymin, w->ymax, w->height/axes_mark_distance);
  }
}

// a thin box at the right, as high as the panel
static void write_colours(FILE *to, const figure *page, const panel *p, const place *at) {
  if (!p->curves[0].colour || p->ncurve > 1) {
    fputs("unset colorbox\nunset label 2\n", to);
    return;
  }
  double left = at->right + 14, width = 9;
  fprintf(to, "set colorbox user origin %.6f,%.6f size %.6f,%.6f noborder\nset cbtics scale 0\n",
          left/page->width, 1 - at->bottom/page->height, width/page->width,
          (at->bottom - at->top)/page->height);
  say(to, "set label 2 ", p->colour_label, 2*(page->width - left), " noenhanced center");
  fprintf(to, " at screen %.6f,%.6f\n", (left + width/2)/page->width,
          1 - (at->top - 10)/page->height);
}

// ---------------------------------------------------------------------------------------------
// curves

static const char *style_of(const curve *c, size_t n) {
  if (c->guide)
    return "lines dashtype 2 linewidth 0.9";
  if (n == 1)
    return "points pointtype 7";
  if (c->marked)
    return "linespoints pointtype 7 pointsize 0.6 linewidth 1.3";
  return c->dotted ? "points pointtype 7 pointsize 0.22" : "lines linewidth 1.3";
}

// of curve k of a panel
static const char *colour_of(const curve *c, int k) {
  return c->guide ? "#909090" : colours[(c->hue > 0 ? c->hue - 1 : k) % ncolour];
}

static void title(FILE *to, const char *name) {
  fputs("title ", to);
  gnuplot_text(to, name, figure_key_longest);
}

// a second round of the colours is dashed, so that no two curves look the same
static const char *dashes_of(const curve *c, int k) {
  int number = c->hue > 0 ? c->hue - 1 : k;
  return !c->guide && !c->dotted && number/ncolour % 2 == 1 ? "dashtype 4 " : "";
}

static void write_style(FILE *to, const panel *p, int k, size_t n) {
  const curve *c = &p->curves[k];
  bool coloured = c->colour && p->ncurve == 1;
  fprintf(to, "'-' binary record=(%zu) format='%s' using %s with %s ", n,
          coloured ? "%double%double%double" : "%double%double", coloured ? "1:2:3" : "1:2",
          style_of(c, n));
  if (coloured)
    fputs("linecolor palette ", to);
  else
    fprintf(to, "linecolor '%s' %s", colour_of(c, k), dashes_of(c, k));
  if (p->ncurve > 1 && c->name)
    title(to, c->name);
  else
    fputs("notitle", to);
}

static void write_points(FILE *to, const curve *c, bool coloured, const long *index, size_t n) {
  static const double gap[] = {(double)NAN, (double)NAN, (double)NAN};
  size_t width = coloured ? 3 : 2;
  for (size_t i = 0; i < n; i++) {
    if (index[i] < 0) {
      fwrite(gap, sizeof *gap, width, to);
      continue;
    }
    size_t at = (size_t)index[i];
    double point[3] = {c->x[at], c->y[at], coloured ? c->colour[at] : 0};
    fwrite(point, sizeof *point, width, to);
  }
}

// ---------------------------------------------------------------------------------------------
// events

// marks of each kind in one shape, all of one colour; `times` gets those that are drawn
static void write_event_styles(FILE *to, const panel *p, const window *w, double *times,
                               size_t *counts) {
  static const char *const shapes[] = {"9 pointsize 0.9", "8 pointsize 0.9", "2 pointsize 0.6"};
  for (int k = 0; k < p->nevents; k++) {
    counts[k] = marks_thin(times, &p->events[k], w);
    times += counts[k];
    if (counts[k] == 0)
      continue;
    fprintf(to,
            ", '-' binary record=(%zu) format='%%double%%double' using 1:2 with points "
            "pointtype %s linecolor '#404040' ",
            counts[k], shapes[p->events[k].shape % 3]);
    if (p->events_key)
      title(to, p->events[k].name);
    else
      fputs("notitle", to);
  }
}

static void write_event_points(FILE *to, const panel *p, const window *w, const double *times,
                               const size_t *counts) {
  double height = marks_height(p, w);
  for (int k = 0; k < p->nevents; k++)
    for (size_t i = 0; i < counts[k]; i++) {
      double point[2] = {*times++, height};
      fwrite(point, sizeof *point, 2, to);
    }
}

// ---------------------------------------------------------------------------------------------
// panels and their curves

// how the curves of a panel look, and which of their points are drawn
static void write_styles(FILE *to, const panel *p, const window *w, long *index, size_t *counts) {
  for (int k = 0; k < p->ncurve; k++) {
    counts[k] = thin_curve(index, &p->curves[k], w);
    fputs(k == 0 ? "plot " : ", ", to);
    write_style(to, p, k, counts[k]);
    index += counts[k];
  }
}

// all curves of a panel: first how they look, then their points; events likewise, behind them
static bool write_curves(FILE *to, const panel *p, const window *w) {
  size_t most = 0, most_times = 1;
  for (int k = 0; k < p->ncurve; k++)
    most += 2*p->curves[k].n;
  for (int k = 0; k < p->nevents; k++)
    most_times += p->events[k].n;
  long *index = malloc(most*sizeof *index), *at = index;
  size_t *counts = malloc((size_t)(p->ncurve + p->nevents)*sizeof *counts);
  double *times = malloc(most_times*sizeof *times);
  bool done = index && counts && times;
  if (done) {
    write_styles(to, p, w, index, counts);
    write_event_styles(to, p, w, times, counts + p->ncurve);
    fputs("\n", to);
  }
  for (int k = 0; k < p->ncurve && done; k++) {
    write_points(to, &p->curves[k], p->curves[k].colour && p->ncurve == 1, at, counts[k]);
    at += counts[k];
  }
  if (done)
    write_event_points(to, p, w, times, counts + p->ncurve);
  free(times);
  free(index);
  free(counts);
  return done;
}

// ---------------------------------------------------------------------------------------------
// one key for all panels

// an empty plot as wide as the page: gnuplot does not make a key wider than the plot it belongs to;
// guides have one entry together
static void write_page_key(FILE *to, const figure *page) {
  static const double under_title = 34;  // pixels
  const panel *p = figure_key_panel(page);
  bool guide = false;
  write_place(to, page, &(place){0, page->width, under_title, page->height, 0});
  fprintf(to,
          "unset border\nunset grid\nset tics scale 0\nset format ''\n"
          "set xrange [0:1]\nset yrange [0:1]\n"
          "set key noenhanced at screen 0.5,%.6f center top horizontal Left reverse maxrows %d "
          "samplen 2 width 1\nplot ",
          1 - under_title/page->height, figure_key_rows(page));
  for (int k = 0; k < p->ncurve; k++) {
    const curve *c = &p->curves[k];
    if (c->guide && guide)
      continue;
    guide |= c->guide;
    fprintf(to, "%sNaN with %s linecolor '%s' %s", k > 0 ? ", " : "", style_of(c, 2),
            colour_of(c, k), dashes_of(c, k));
    title(to, c->guide ? "slopes of the theory" : c->name ? c->name : "");
  }
  fputs("\nunset label 1\n", to);
  write_frame(to);
}

bool gnuplot_write(FILE *to, const figure *p, const place *places, const window *windows) {
  bool done = true;
  write_page(to, p);
  if (p->page_key)
    write_page_key(to, p);
  for (int i = 0; i < p->npanel && done; i++) {
    write_place(to, p, &places[i]);
    write_axes(to, &p->panels[i], &windows[i]);
    write_texts(to, p, &p->panels[i], &places[i]);
    write_colours(to, p, &p->panels[i], &places[i]);
    done = write_curves(to, &p->panels[i], &windows[i]);
    fputs("unset label 1\n", to);
  }
  fputs("unset multiplot\n", to);
  return done && fflush(to) == 0 && !ferror(to);
}
