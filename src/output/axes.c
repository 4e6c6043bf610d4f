#include "output/axes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double air = 0.04;   // of the range, on each side
static const double flat = 1e-9;  // of the size: a range below it is rounding, and is shown as flat

typedef struct range {
  double least, most;
} range;

static void include(range *r, double x) {
  r->least = x < r->least ? x : r->least;
  r->most = x > r->most ? x : r->most;
}

// ranges of what can be drawn; false if a curve has nothing, or if there is none
static bool measure(const panel *p, range *x, range *y) {
  *x = *y = (range){(double)INFINITY, -(double)INFINITY};
  for (int k = 0; k < p->ncurve; k++) {
    const curve *c = &p->curves[k];
    size_t drawn = 0;
    for (size_t i = 0; i < c->n; i++)
      if (figure_drawable(c->x[i]) && figure_drawable(c->y[i])) {
        include(x, c->x[i]);
        include(y, c->y[i]);
        drawn++;
      }
    if (drawn == 0)
      return false;
  }
  return p->ncurve > 0;
}

// a point becomes a range, and rounding errors a straight line
static void widen(range *r) {
  double size = fmax(fabs(r->least), fabs(r->most)), length = r->most - r->least;
  double least = length > 0 ? flat*size : size > 0 ? 0.1*size : 1;
  if (length < least) {
    double middle = r->least + length/2;
    r->least = middle - least;
    r->most = middle + least;
  }
}

static void pad(range *r) {
  double more = air*(r->most - r->least);
  r->least -= more;
  r->most += more;
}

static void grow_to(range *r, double length) {
  double more = (length - (r->most - r->least))/2;
  r->least -= more;
  r->most += more;
}

// whole powers of ten around what is there
static range decades(range r) {
  return (range){pow(10, floor(log10(r.least))), pow(10, ceil(log10(r.most*(1 + flat))))};
}

// the same air on both sides, where factors are lengths
static range padded_factors(range r) {
  range logs = {log(r.least), log(r.most)};
  if (logs.most - logs.least < flat)
    logs = (range){logs.least - 1, logs.most + 1};
  pad(&logs);
  return (range){exp(logs.least), exp(logs.most)};
}

bool axes_window(window *w, const panel *p, const place *at) {
  range x, y;
  if (!measure(p, &x, &y))
    return false;
  w->width = at->right - at->left;
  w->height = at->bottom - at->top;
  if (p->double_logarithmic)
    x = padded_factors(x);
  else
    widen(&x);
  if (!p->series && !p->double_logarithmic)
    pad(&x);
  if (p->logarithmic || p->double_logarithmic)
    y = decades(y);
  else {
    widen(&y);
    pad(&y);
  }

  // the axis that has more pixels per unit is given more units
  if (p->equal) {
    double unit = fmax((x.most - x.least)/w->width, (y.most - y.least)/w->height);
    grow_to(&x, unit*w->width);
    grow_to(&y, unit*w->height);
  }
  w->xmin = x.least;
  w->xmax = x.most;
  w->ymin = y.least;
  w->ymax = y.most;
  return true;
}

int axes_digits(double least, double most) {
  assert(most > least);
  double size = fmax(fabs(least), fabs(most));
  return (int)ceil(log10(size/(most - least))) + 2;
}

// 1, 2 or 5 times a power of ten
double axes_step(double least, double most, double marks) {
  assert(most > least);
  double step = (most - least)/fmax(marks, 3), ten = pow(10, floor(log10(step)));
  double times = step/ten;
  return ten*(times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

// pixels of the first n bytes of a number: digits are wider than signs and points
static double digits_width(const char *text, size_t n, double digit) {
  double width = 0;
  for (size_t i = 0; i < n; i++)
    width += text[i] == '-' || text[i] == '.' ? 0.55*digit : digit;
  return width;
}

// Pixels of a number as gnuplot writes it: 0.25, or 2.5 times a power of ten with a small exponent.
static double number_width(double x, int digits) {
  static const double digit = 8.5, small_digit = 7, times_ten = 30;
  char text[64], power[16];
  snprintf(text, sizeof text, "%.*g", digits, x);
  const char *exponent = strchr(text, 'e');
  if (!exponent)
    return digits_width(text, strlen(text), digit);
  snprintf(power, sizeof power, "%d", atoi(exponent + 1));  // e-09 is written with one digit
  return digits_width(text, (size_t)(exponent - text), digit) + times_ten +
         digits_width(power, strlen(power), small_digit);
}

double axes_label_width(const panel *p, const window *w) {
  enum { usual = 6, most = 100 };
  if (p->logarithmic || p->double_logarithmic)
    return fmax(number_width(w->ymin, 1), number_width(w->ymax, 1)) - number_width(1, 1);
  double step = axes_step(w->ymin, w->ymax, w->height/axes_mark_distance), widest = 0;
  int digits = axes_digits(w->ymin, w->ymax);
  double first = ceil(w->ymin/step);
  for (int i = 0; i < most && (first + i)*step <= w->ymax; i++)
    widest = fmax(widest, number_width((first + i)*step, digits > usual ? digits : usual));
  return widest;
}
