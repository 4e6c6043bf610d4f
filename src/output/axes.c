#include "output/axes.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const double air = 0.04;   // of the range, on each side
static const double flat = 1e-9;  // of the size: a range below it is rounding, and is shown as flat

const range range_empty = {(double)INFINITY, -(double)INFINITY};

void range_include(range *r, double x) {
  r->least = x < r->least ? x : r->least;
  r->most = x > r->most ? x : r->most;
}

// where a number lies: -1 below the limits, 0 between them, 1 above
static int side_of(const limits *l, double x) {
  if (l->from && x < l->least)
    return -1;
  return l->to && x > l->most ? 1 : 0;
}

// Ranges of what can be drawn between the limits of x; false if nothing of it lies between those of
// y, and no line leads through.
static bool measure(const panel *p, const window *w, range *x, range *y) {
  bool found[3] = {false, false, false};  // below, inside, above
  *x = *y = range_empty;
  for (int k = 0; k < p->ncurve; k++) {
    const curve *c = &p->curves[k];
    for (size_t i = 0; i < c->n; i++)
      if (window_shows(w, c->x[i], c->y[i]) && side_of(&p->xlimits, c->x[i]) == 0) {
        range_include(x, c->x[i]);
        range_include(y, c->y[i]);
        found[1 + side_of(&p->ylimits, c->y[i])] = true;
      }
  }
  return found[1] || (found[0] && found[2]);
}

void range_widen(range *r) {
  double size = fmax(fabs(r->least), fabs(r->most)), length = r->most - r->least;
  double least = length > 0 ? flat*size : size > 0 ? 0.1*size : 1;
  if (length < least) {
    double middle = r->least + length/2;
    r->least = middle - least;
    r->most = middle + least;
  }
}

void range_pad(range *r) {
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
  range_pad(&logs);
  return (range){exp(logs.least), exp(logs.most)};
}

static range plain(range r, bool padded) {
  range_widen(&r);
  if (padded)
    range_pad(&r);
  return r;
}

static void limit(range *r, const limits *l) {
  r->least = l->from ? l->least : r->least;
  r->most = l->to ? l->most : r->most;
  if (r->most <= r->least)  // one point, at the end of the range
    range_widen(r);
}

static bool is_limited(const panel *p) {
  return p->xlimits.from || p->xlimits.to || p->ylimits.from || p->ylimits.to;
}

bool axes_window(window *w, const panel *p, const place *at) {
  range x, y;
  *w = (window){.width = at->right - at->left,
                .height = at->bottom - at->top,
                .log_x = p->logarithmic_x,
                .log_y = p->logarithmic};
  if (!measure(p, w, &x, &y))
    return false;
  x = p->logarithmic_x ? padded_factors(x) : plain(x, !p->series);
  y = p->logarithmic ? decades(y) : plain(y, true);

  // the axis that has more pixels per unit is given more units
  if (p->equal && !is_limited(p)) {
    double unit = fmax((x.most - x.least)/w->width, (y.most - y.least)/w->height);
    grow_to(&x, unit*w->width);
    grow_to(&y, unit*w->height);
  }
  limit(&x, &p->xlimits);
  limit(&y, &p->ylimits);
  w->xmin = x.least;
  w->xmax = x.most;
  w->ymin = y.least;
  w->ymax = y.most;
  return true;
}

// ---------------------------------------------------------------------------------------------
// marks

// 1, 2 or 5 times a power of ten
double axes_step(double least, double most, double marks) {
  assert(most > least);
  double step = (most - least)/fmax(marks, 3), ten = pow(10, floor(log10(step)));
  double times = step/ten;
  return ten*(times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

double axes_step_upwards(const window *w) {
  static const double apart = 40, most = 10;
  return axes_step(w->ymin, w->ymax, fmin(w->height/apart, most));
}

double axes_mark(double least, double step, int k) {
  double x = (ceil(least/step - flat) + k)*step;
  return fabs(x) < step/2 ? 0 : x;
}

// without the zeros at the end of a fraction
static void strip(char *text) {
  if (!strchr(text, '.'))
    return;
  char *end = text + strlen(text);
  while (end[-1] == '0')
    *--end = 0;
  if (end[-1] == '.')
    end[-1] = 0;
}

// digits behind the point that tell marks apart which differ by this
static int decimals(double step) {
  double n = -floor(log10(step) + flat);
  return n > 0 ? (int)fmin(n, 17) : 0;
}

void axes_number(char *text, double x, double step, double largest) {
  static const double small = 1e-3, large = 1e6, longest = 1e15, little = 1e-4;
  double power = largest > 0 ? floor(log10(largest) + flat) : 0;
  bool long_one = largest >= large && largest < longest && step < little*largest;
  if (x == 0 || long_one || (largest >= small && largest < large)) {
    snprintf(text, axes_number_size, "%.*f", x == 0 ? 0 : decimals(step), fabs(x) > 0 ? x : 0);
    strip(text);
    return;
  }
  char digits[64];
  double ten = pow(10, power);
  snprintf(digits, sizeof digits, "%.*f", decimals(step/ten), x/ten);
  strip(digits);
  snprintf(text, axes_number_size,
           "%.40s\xC3\x97"
           "10^{%.0f}",
           digits, power);
}

// Pixels of a number: digits are wider than signs and points, those of an exponent are small.
static double number_width(const char *text) {
  static const double digit = 8.5, thin = 4.7, small = 0.82;
  double width = 0;
  bool raised = false;
  for (const char *at = text; *at; at++) {
    raised |= *at == '^';
    if (strchr("^{}\xC3", *at))
      continue;
    width += (strchr("-.", *at) ? thin : digit)*(raised ? small : 1);
  }
  return width;
}

double axes_numbers_width(double least, double most, double step) {
  double widest = 0, largest = fmax(fabs(least), fabs(most));
  for (int k = 0; k < axes_most_marks && axes_mark(least, step, k) <= most; k++) {
    char text[axes_number_size];
    axes_number(text, axes_mark(least, step, k), step, largest);
    widest = fmax(widest, number_width(text));
  }
  return widest;
}

double axes_label_width(const panel *p, const window *w) {
  if (!p->logarithmic)
    return axes_numbers_width(w->ymin, w->ymax, axes_step_upwards(w));
  char low[axes_number_size], high[axes_number_size];
  snprintf(low, sizeof low, "10^{%.0f}", floor(log10(w->ymin)));
  snprintf(high, sizeof high, "10^{%.0f}", ceil(log10(w->ymax)));
  return fmax(number_width(low), number_width(high));
}

// fewer marks, until the widest number has room beside the next; three marks at least
double axes_step_across(double least, double most, double width, double distance) {
  static const double apart = 18;
  double marks = fmax(width/distance, 3), step = axes_step(least, most, marks);
  while (marks > 3 &&
         axes_numbers_width(least, most, step) + apart > step/(most - least)*width) {
    marks -= 1;
    step = axes_step(least, most, marks);
  }
  return step;
}

int axes_factors(double *marks, double least, double most, int room) {
  static const double factors[] = {1, 2, 5};
  int low = (int)floor(log10(least)), high = (int)ceil(log10(most)), n = 0;
  assert(room >= 3);
  bool fine = 3*log10(most/least) + 1 <= room;
  int every = fine ? 1 : (high - low)/room + 1;
  for (int k = low - low % every - every; k <= high; k += every)
    for (int i = 0; i < (fine ? 3 : 1); i++) {
      double x = factors[i]*pow(10, k);
      if (x >= least*(1 - flat) && x <= most*(1 + flat) && n < room)
        marks[n++] = x;
    }
  return n;
}
