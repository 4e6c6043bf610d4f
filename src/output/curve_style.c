#include "output/curve_style.h"

#include <stdlib.h>
#include <string.h>

// colours that most eyes can tell apart, after Okabe and Ito, and their names in models
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#4D4D4D"};
static const char *const names[] = {"blue", "red", "green", "purple", "orange", "sky", "grey"};
enum { ncolour = sizeof colours/sizeof *colours, nround = curve_looks/ncolour };

unsigned curve_style_colour(const char *name) {
  for (int i = 0; i < ncolour; i++)
    if (strcmp(names[i], name) == 0)
      return (unsigned)strtoul(colours[i] + 1, NULL, 16);
  return 0;
}

// the second round of the colours is dashed, the next ones otherwise; or it has other points
static const char *const dashes[nround] = {"", "dashtype 4 ", "dashtype (4,4) ",
                                           "dashtype (14,4,3,4,3,4) "};
static const int shapes[nround] = {7, 9, 5, 13};

// of the looks, the one of curve k
static int look_of(const curve *c, int k) {
  return (c->hue > 0 ? c->hue - 1 : k) % curve_looks;
}

bool curve_style_is_coloured(const panel *p, const curve *c) {
  return c->colour && p->ncurve == 1;
}

static void write_shape(FILE *to, const panel *p, const curve *c, int look, size_t n) {
  int shape = p->scale ? shapes[0] : shapes[look/ncolour];
  if (c->guide)
    fputs("lines dashtype 2 linewidth 0.9 ", to);
  else if (n == 1)
    fprintf(to, "points pointtype %d ", shape);
  else if (c->marked)
    fprintf(to, "linespoints pointtype %d pointsize %s linewidth %s ", shape,
            c->broad ? "0.9" : "0.6", c->broad ? "2.2" : "1.3");
  else if (c->dotted)
    fprintf(to, "points pointtype %d pointsize %s ", shape, shape == shapes[0] ? "0.22" : "0.4");
  else
    fputs(c->broad ? "lines linewidth 2.2 " : "lines linewidth 1.3 ", to);
}

static void write_colour(FILE *to, const panel *p, int k, size_t n) {
  const curve *c = &p->curves[k];
  int look = look_of(c, k);
  if (c->guide)
    fputs("linecolor '#909090' ", to);
  else if (curve_style_is_coloured(p, c))
    fputs("linecolor palette ", to);
  else if (p->scale)
    fprintf(to, "linecolor palette cb %d ", p->first + (c->hue > 0 ? c->hue - 1 : k));
  else
    fprintf(to, "linecolor '%s' %s", colours[look % ncolour],
            c->dotted || n == 1 ? "" : dashes[look/ncolour]);
}

void curve_style_write(FILE *to, const panel *p, int k, size_t n) {
  write_shape(to, p, &p->curves[k], look_of(&p->curves[k], k), n);
  write_colour(to, p, k, n);
}

void curve_style_dashes(FILE *to, const panel *p, int k) {
  fprintf(to, "lines linewidth %s ", look_of(&p->curves[k], k) < ncolour ? "1.4" : "2");
  write_colour(to, p, k, 1);
}

void curve_style_sample(FILE *to, const panel *p, int k) {
  fprintf(to, "points pointtype %d pointsize 0.8 ", shapes[look_of(&p->curves[k], k)/ncolour]);
  write_colour(to, p, k, 1);
}
