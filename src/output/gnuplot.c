#include "output/gnuplot_parts.h"

#include "output/curve_style.h"
#include "output/marks.h"

#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// curves

static void title(FILE *to, const char *name) {
  fputs("title ", to);
  gnuplot_text(to, name, figure_key_longest);
}

// Names in the key: those that are left of the room. Dots are too small to show their colour there, so
// they have a sample of their own.
static void write_title(FILE *to, const panel *p, int k, size_t n, int *room) {
  const curve *c = &p->curves[k];
  bool named = p->ncurve > 1 && c->name && !p->scale && *room > 0;
  bool small = c->dotted && n > 1;
  if (!named || small)
    fputs("notitle", to);
  if (named && small) {
    fputs(", NaN with ", to);
    curve_style_sample(to, p, k);
  }
  if (named) {
    title(to, c->name);
    --*room;
  }
}

// are the dots of a curve drawn as short lines?
static bool is_dashed(const curve *c, const window *w, size_t n) {
  return c->dotted && c->most > 0 && n > 1 && !w->log_x;
}

static void write_style(FILE *to, const panel *p, int k, const window *w, size_t n, int *room) {
  const curve *c = &p->curves[k];
  bool coloured = curve_style_is_coloured(p, c), dashed = is_dashed(c, w, n);
  if (n == 0)  // gnuplot does not take a record of no points
    fputs("NaN with ", to);
  else
    fprintf(to, "'-' binary record=(%zu) format='%s' using %s with ", dashed ? 3*n : n,
            coloured ? "%double%double%double" : "%double%double", coloured ? "1:2:3" : "1:2");
  if (dashed)
    curve_style_dashes(to, p, k);
  else
    curve_style_write(to, p, k, n);
  write_title(to, p, k, n, room);
}

static const double gap[] = {(double)NAN, (double)NAN, (double)NAN};

static void write_points(FILE *to, const curve *c, bool coloured, const long *index, size_t n) {
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

// a line of this many pixels around each point, then a gap
static void write_dashes(FILE *to, const curve *c, const window *w, const long *index, size_t n) {
  const double pixels = 1.6, half = pixels/2*(w->xmax - w->xmin)/w->width;
  for (size_t i = 0; i < n; i++) {
    double x = c->x[index[i]], y = c->y[index[i]];
    const double line[] = {x - half, y, x + half, y};
    fwrite(line, sizeof *line, 4, to);
    fwrite(gap, sizeof *gap, 2, to);
  }
}

static void write_curve(FILE *to, const panel *p, int k, const window *w, const long *index,
                        size_t n) {
  const curve *c = &p->curves[k];
  if (is_dashed(c, w, n))
    write_dashes(to, c, w, index, n);
  else
    write_points(to, c, curve_style_is_coloured(p, c), index, n);
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
static void write_styles(FILE *to, const panel *p, const place *at, const window *w, long *index,
                         size_t *counts) {
  int entries = 0, room = figure_panel_key_room(p, at);
  for (int k = 0; k < p->ncurve; k++)
    entries += p->curves[k].name != NULL;
  int left_out = p->ncurve > 1 && !p->scale && entries > room ? entries - room + 1 : 0;
  room -= left_out > 0;
  for (int k = 0; k < p->ncurve; k++) {
    counts[k] = thin_curve(index, &p->curves[k], w);
    fputs(k == 0 ? "plot " : ", ", to);
    write_style(to, p, k, w, counts[k], &room);
    index += counts[k];
  }
  if (left_out > 0)
    fprintf(to, ", NaN with dots linecolor '#FFFFFF' title \"and %d more\"", left_out);
}

// all curves of a panel: first how they look, then their points; events likewise, behind them
static bool write_curves(FILE *to, const panel *p, const place *at, const window *w) {
  size_t most = 0, most_times = 1;
  for (int k = 0; k < p->ncurve; k++)
    most += 2*p->curves[k].n;
  for (int k = 0; k < p->nevents; k++)
    most_times += p->events[k].n;
  long *index = malloc(most*sizeof *index + 1), *next = index;
  size_t *counts = malloc((size_t)(p->ncurve + p->nevents)*sizeof *counts);
  double *times = malloc(most_times*sizeof *times);
  bool done = index && counts && times;
  if (done) {
    write_styles(to, p, at, w, index, counts);
    write_event_styles(to, p, w, times, counts + p->ncurve);
    fputs("\n", to);
  }
  for (int k = 0; k < p->ncurve && done; k++) {
    write_curve(to, p, k, w, next, counts[k]);
    next += counts[k];
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
  gnuplot_place(to, page,
                &(place){.right = page->width, .top = under_title, .bottom = page->height});
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
    fputs(k > 0 ? ", NaN with " : "NaN with ", to);
    curve_style_write(to, p, k, 2);
    title(to, c->guide ? "slopes of the theory" : c->name ? c->name : "");
  }
  fputs("\nunset label 1\n", to);
  gnuplot_frame(to);
}

// ---------------------------------------------------------------------------------------------
// the figure

// a path in space is drawn as lines and texts in pixels, without axes
static bool write_in_space(FILE *to, const figure *page, const panel *p, const place *at) {
  const window pixels = {.xmax = at->right - at->left,
                         .ymax = at->bottom - at->top,
                         .width = at->right - at->left,
                         .height = at->bottom - at->top};
  space s;
  panel flat;
  if (!space_open(&s, p, at))
    return false;
  gnuplot_space(to, page, p, at, &s);
  bool done = space_flatten(&s, p, &flat) && write_curves(to, &flat, at, &pixels);
  space_free(&flat);
  fputs("unset arrow\nunset label\n", to);
  gnuplot_frame(to);
  return done;
}

bool gnuplot_write(FILE *to, const figure *p, const place *places, const window *windows) {
  bool done = true;
  gnuplot_page(to, p);
  if (p->page_key)
    write_page_key(to, p);
  for (int i = 0; i < p->npanel && done; i++) {
    const panel *one = &p->panels[i];
    if (one->zlabel)
      done = write_in_space(to, p, one, &places[i]);
    else {
      gnuplot_axes(to, p, one, &places[i], &windows[i]);
      done = write_curves(to, one, &places[i], &windows[i]);
    }
    fputs("unset label 1\n", to);
  }
  fputs("unset multiplot\n", to);
  return done && fflush(to) == 0 && !ferror(to);
}
