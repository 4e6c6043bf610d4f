// Pictures of study files: a `draw` is one panel, and every `panel` after it another one.

#include "output/axes.h"
#include "output/plain.h"
#include "output/script.h"

// In files of lines every dot has a size in bytes, so a picture has no more than these; in pixels the
// number does not matter.
enum { most_dots = 8000 };

// how many of the curves from picture `first` to `last` are dotted
static int count_dotted(const noslip_script_result *r, int first, int last) {
  int n = 0;
  for (int i = first; i <= last; i++)
    n += r->pictures[i].dotted ? r->pictures[i].ncurve : 0;
  return n;
}

// how a curve is drawn, with at most so many dots; colours go by the curves that are no guides
static curve curve_of(const noslip_script_picture *p, const noslip_script_curve *c, int dots) {
  bool dotted = p->dotted && !c->guide;
  return (curve){.name = c->name[0] ? plain_name(c->name) : NULL,
                 .x = c->x,
                 .y = c->y,
                 .n = c->n,
                 .dotted = dotted,
                 .most = dotted ? (size_t)dots : 0,
                 .marked = c->marked && !p->dotted,
                 .guide = c->guide};
}

static bool can_be_drawn(const noslip_script_picture *p, double x, double y) {
  return figure_drawable(x) && figure_drawable(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

// the ranges of what can be drawn; false: there is nothing
static bool ranges(const noslip_script_picture *p, range *x, range *y) {
  *x = *y = range_empty;
  for (int k = 0; k < p->ncurve; k++)
    for (size_t i = 0; i < p->curves[k].n; i++)
      if (can_be_drawn(p, p->curves[k].x[i], p->curves[k].y[i])) {
        range_include(x, p->curves[k].x[i]);
        range_include(y, p->curves[k].y[i]);
      }
  return x->least <= x->most;
}

// the first of several curves is broad, and is seen behind another one in the same place
static void fill_panel(panel *to, curve *curves, const noslip_script_picture *p, int dots) {
  for (int k = 0; k < p->ncurve; k++)
    curves[k] = curve_of(p, &p->curves[k], dots);
  curves[0].broad = p->ncurve > 1 && !p->curves[1].guide;
  *to = (panel){.curves = curves,
                .ncurve = p->ncurve,
                .xlabel = plain_name(p->xlabel),
                .ylabel = plain_name(p->ylabel),
                .series = p->series,
                .equal = p->equal,
                .logarithmic = p->log_y,
                .logarithmic_x = p->log_x};
}

// Equal units leave most of a square empty if the picture is wide: it has the height that it needs.
static void fit_equal(figure *page, const noslip_script_picture *p) {
  enum { wide = 900, usual = 620, beside = 136, around = 160, least = 300, most = 760 };
  static const double flat = 0.45, air = 1.1;
  range x, y;
  if (!p->equal || !ranges(p, &x, &y) || !(x.most > x.least))
    return;
  double shape = air*(y.most - y.least)/(x.most - x.least);
  page->width = shape < flat ? wide : usual;
  page->height = (int)fmin(fmax((page->width - beside)*shape + around, least), most);
}

static int last_panel(const noslip_script_result *r, int i) {
  while (i + 1 < r->npicture && r->pictures[i + 1].joined)
    i++;
  return i;
}

static study_figure_size size_of(const noslip_script_result *r, int first, int last) {
  study_figure_size most = {.panels = (size_t)(last - first + 1)};
  for (int i = first; i <= last; i++)
    most.curves += (size_t)r->pictures[i].ncurve;
  return most;
}

static void set_title(study_figure *f, const noslip_script_result *r, const char *title) {
  snprintf(f->title, sizeof f->title, "%s",
           plain_name(title[0]      ? title
                      : r->title[0] ? r->title
                                    : r->name));
}

// several panels: each has its own title, the page that of the study; all in one grid, unless all are
// against time
static void finish_panels(study_figure *f, const noslip_script_result *r) {
  bool all_series = true;
  set_title(f, r, "");
  for (int k = 0; k < f->page.npanel; k++)
    all_series &= f->panels[k].series;
  for (int k = 0; k < f->page.npanel; k++)
    f->panels[k].series = all_series;
}

bool script_draw_picture(study_figure *f, const noslip_script_result *r, int i, figure_kind kind) {
  int last = last_panel(r, i);
  if (!study_figure_make(f, size_of(r, i, last)))
    return false;
  curve *curves = f->curves;
  int dotted = count_dotted(r, i, last);
  bool vector = kind == FIGURE_SVG || kind == FIGURE_PDF;
  f->page.kind = kind;
  set_title(f, r, r->pictures[i].title);
  for (int k = i; k <= last; k++) {
    const noslip_script_picture *p = &r->pictures[k];
    range x, y;
    if (!ranges(p, &x, &y))
      continue;
    panel *to = &f->panels[f->page.npanel++];
    fill_panel(to, curves, p, vector && dotted > 0 ? most_dots/dotted : 0);
    to->title = last > i && p->title[0] ? plain_name(p->title) : NULL;
    curves += p->ncurve;
  }
  if (last > i)
    finish_panels(f, r);
  else
    fit_equal(&f->page, &r->pictures[i]);
  return true;
}
