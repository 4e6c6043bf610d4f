// Pictures of study files as JSON, for pages: curves with as many points as are seen.

#include "output/json.h"
#include "output/script.h"
#include "output/thin.h"

#include <math.h>
#include <stdlib.h>

enum {
  wide = 1200,
  high = 600,
  most_dots = 20000
};  // pixels of a picture on a page; dots of a curve

static bool shown(const noslip_script_picture *p, double x, double y) {
  return isfinite(x) && isfinite(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

// ranges of what can be drawn
static window window_of(const noslip_script_picture *p) {
  window w = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, wide, high, p->log_x, p->log_y};
  for (int k = 0; k < p->ncurve; k++)
    for (size_t i = 0; i < p->curves[k].n; i++) {
      double x = p->curves[k].x[i], y = p->curves[k].y[i];
      if (!shown(p, x, y))
        continue;
      w.xmin = fmin(w.xmin, x);
      w.xmax = fmax(w.xmax, x);
      w.ymin = fmin(w.ymin, y);
      w.ymax = fmax(w.ymax, y);
    }
  return w;
}

// seven digits are more than pixels have; a gap is null
static void put_numbers(FILE *out, const char *name, const double *x, const long *index, size_t n) {
  json_key(out, ", ", name);
  for (size_t i = 0; i < n; i++) {
    fputs(i > 0 ? "," : "[", out);
    if (index[i] >= 0 && isfinite(x[index[i]]))
      fprintf(out, "%.7g", x[index[i]]);
    else
      fputs("null", out);
  }
  fputs(n > 0 ? "]" : "[]", out);
}

static void put_curve(FILE *out, const noslip_script_picture *p, const noslip_script_curve *c,
                      const window *w) {
  const curve whole = {.x = c->x,
                       .y = c->y,
                       .n = c->n,
                       .dotted = p->dotted && !c->guide,
                       .most = p->dotted && !c->guide ? most_dots : 0,
                       .marked = c->marked && !p->dotted};
  long *index = malloc((2*c->n + 1)*sizeof *index);
  size_t n = index && w->xmin <= w->xmax ? thin_curve(index, &whole, w) : 0;
  json_member_text(out, "{", "name", c->name);
  json_member_flag(out, ", ", "dotted", whole.dotted);
  json_member_flag(out, ", ", "marked", whole.marked);
  json_member_flag(out, ", ", "guide", c->guide);
  put_numbers(out, "x", c->x, index, n);
  put_numbers(out, "y", c->y, index, n);
  fputc('}', out);
  free(index);
}

void script_curves(FILE *out, const noslip_script_picture *p) {
  const window w = window_of(p);
  json_member_text(out, "{", "title", p->title);
  json_member_text(out, ", ", "xlabel", p->xlabel);
  json_member_text(out, ", ", "ylabel", p->ylabel);
  json_member_flag(out, ", ", "log_x", p->log_x);
  json_member_flag(out, ", ", "log_y", p->log_y);
  json_member_flag(out, ", ", "equal", p->equal);
  if (p->trouble)
    json_member_sentence(out, ", ", "trouble", p->trouble);
  fputs(",\n  \"curves\": [", out);
  for (int k = 0; k < p->ncurve; k++) {
    fputs(k > 0 ? ",\n   " : "", out);
    put_curve(out, p, &p->curves[k], &w);
  }
  fputs("]}", out);
}
