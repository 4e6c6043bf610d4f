// Drawing: the windows of the panels, then gnuplot.

#include "output/gnuplot_parts.h"
#include "output/gnuplot_run.h"

#include <stdlib.h>

// where there are none, if an axis asks for some
static const char *where_missing(const panel *p) {
  bool limited = p->xlimits.from || p->xlimits.to || p->ylimits.from || p->ylimits.to;
  return limited                              ? " in this range"
         : p->logarithmic || p->logarithmic_x ? " above 0, for a logarithmic axis"
                                              : "";
}

// the window of a panel, if it has anything to draw
static bool open_window(window *w, const panel *p, const place *at) {
  space s;
  return p->zlabel ? space_open(&s, p, at) : axes_window(w, p, at);
}

typedef struct drawing {
  const figure *page;
  const place *places;
  const window *windows;
} drawing;

static bool write(FILE *to, const void *context) {
  const drawing *d = context;
  return gnuplot_write(to, d->page, d->places, d->windows);
}

bool figure_draw(const figure *p, const place *places, int out, char *why, size_t size) {
  window *windows = calloc((size_t)p->npanel, sizeof *windows);
  bool good = windows != NULL;
  if (!good)
    snprintf(why, size, "no memory");
  for (int i = 0; i < p->npanel && good; i++) {
    good = open_window(&windows[i], &p->panels[i], &places[i]);
    if (!good)
      snprintf(why, size,
               "panel %d, `%.60s` over `%.60s`, has nothing to draw: no finite numbers%s", i + 1,
               p->panels[i].ylabel, p->panels[i].xlabel, where_missing(&p->panels[i]));
  }
  const drawing all = {p, places, windows};
  good = good && gnuplot_run(write, &all, p->kind, out, why, size);
  free(windows);
  return good;
}
