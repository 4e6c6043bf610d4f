#include "output/section.h"

#include <stdlib.h>

// the points of a start; those that cannot be drawn are gaps
static void add_start(section_figure *p, double **number, const noslip_section_result *r, int k,
                      const int column[2]) {
  const noslip_section_start *s = &r->starts[k];
  double *x = *number, *y = x + s->npoint;
  int drawn = 0;
  for (long i = 0; i < s->npoint; i++) {
    const double *row = s->points + (size_t)i*(size_t)r->ncolumn;
    bool good = figure_drawable(row[column[0]]) && figure_drawable(row[column[1]]);
    x[i] = good ? row[column[0]] : (double)NAN;
    y[i] = good ? row[column[1]] : (double)NAN;
    drawn += good;
  }
  if (drawn == 0)
    return;
  p->curves[p->panel.ncurve++] =
      (curve){.x = x, .y = y, .n = (size_t)s->npoint, .dotted = true, .hue = k + 1};
  *number = y + s->npoint;
}

bool section_draw(section_figure *p, const noslip_section_result *r, int x, int y) {
  const int column[] = {x, y};
  *p = (section_figure){
      .numbers = calloc(2*(size_t)r->npoint + 1, sizeof *p->numbers),
      .curves = calloc((size_t)r->nstart, sizeof *p->curves),
  };
  if (!p->numbers || !p->curves)
    return false;
  p->panel = (panel){
      .curves = p->curves, .xlabel = r->columns[x], .ylabel = r->columns[y], .colour_label = ""};
  double *number = p->numbers;
  for (int k = 0; k < r->nstart; k++)
    add_start(p, &number, r, k, column);
  snprintf(p->title, sizeof p->title, "%s: %s %s", r->model, r->equation,
           section_direction(r->direction));
  return true;
}

void section_figure_free(section_figure *p) {
  free(p->numbers);
  free(p->curves);
  *p = (section_figure){0};
}
