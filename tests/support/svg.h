// Texts and axes of an SVG picture that gnuplot has drawn: where they stand, as rectangles. The width
// of a text is estimated from its letters and the size of its font.

#pragma once

#include "tests/support/check.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { svg_most = 4000, svg_longest = 256 };

typedef struct svg_box {
  double left, right, top, bottom;
  char text[svg_longest];  // "" for axes
} svg_box;

typedef struct svg_picture {
  double width, height;
  svg_box texts[svg_most], axes[svg_most];  // axes: also pieces of scales of colours
  int ntext, naxes;
} svg_picture;

// ---------------------------------------------------------------------------------------------
// letters

// about the width of a letter of a sans-serif font, of the size of the font
static inline double svg_letter(unsigned char c) {
  if (c >= 0x80)
    return (c & 0xC0) == 0x80 ? 0 : 0.75;  // one character of several bytes
  if (strchr("iIjl.,:;'|![]() ", c))
    return 0.38;
  if (strchr("ftr-", c))
    return 0.41;
  if (strchr("mwMW", c))
    return 0.95;
  return c >= 'A' && c <= 'Z' ? 0.68 : 0.62;
}

// one character of a text of SVG, &amp; or a letter; the bytes it takes
static inline int svg_character(const char *at, char *c) {
  static const struct {
    const char *text;
    char c;
  } list[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#160;", ' '}};
  for (int i = 0; i < 5; i++)
    if (strncmp(at, list[i].text, strlen(list[i].text)) == 0) {
      *c = list[i].c;
      return (int)strlen(list[i].text);
    }
  *c = *at;
  return 1;
}

// The letters between <text> and </text>, their width, and whether some are raised; `size` is that of
// the font, unless a piece has its own.
static inline double svg_measure(const char *from, const char *end, double size, char *text,
                                 bool *raised) {
  double width = 0, own = size;
  int n = 0;
  for (const char *at = from; at < end;) {
    if (*at == '<') {
      const char *close = strchr(at, '>'), *font = strstr(at, "font-size=\"");
      own = font && font < close ? strtod(font + 11, NULL) : own;
      own = strncmp(at, "</tspan", 7) == 0 ? size : own;
      *raised |= own < 0.95*size;
      at = close + 1;
      continue;
    }
    char c;
    at += svg_character(at, &c);
    width += own*svg_letter((unsigned char)c);
    if (n < svg_longest - 1)
      text[n++] = c;
  }
  text[n] = 0;
  return width;
}

// ---------------------------------------------------------------------------------------------
// pieces of a picture

static inline double svg_number(const char *from, const char *end, const char *name) {
  const char *at = strstr(from, name);
  return at && at < end ? strtod(at + strlen(name), NULL) : (double)NAN;
}

// one <g transform="translate(x,y) ..."> with its text
static inline void svg_add_text(svg_picture *p, const char *group) {
  const char *begin = strstr(group, "<text>"), *close = strchr(group, '>');
  const char *end = begin ? strstr(begin, "</text>") : NULL;
  double x, y, size = svg_number(group, close, "font-size=\"");
  if (!end || begin - close > 8 || sscanf(group, "<g transform=\"translate(%lf,%lf)", &x, &y) != 2)
    return;
  assert_true(p->ntext < svg_most);
  svg_box *b = &p->texts[p->ntext++];
  bool raised = false, turned = strstr(group, "rotate(-90)") && strstr(group, "rotate") < close;
  double width = svg_measure(begin + 6, end, size, b->text, &raised);
  double up = (raised ? 1.05 : 0.74)*size, down = 0.22*size;
  const char *anchor = strstr(group, "text-anchor=\"");
  double before = anchor[13] == 's' ? 0 : anchor[13] == 'm' ? width/2 : width;
  b->left = turned ? x - up : x - before;
  b->right = turned ? x + down : x - before + width;
  b->top = turned ? y - width + before : y - up;
  b->bottom = turned ? y + before : y + down;
  if (b->text[0] == 0 || width == 0)
    p->ntext--;
}

// the border of axes: down the left side and along the lower one
static inline void svg_add_axes(svg_picture *p, const char *path) {
  double x, top, x2, bottom, right, y3;
  if (sscanf(path, "<path stroke='rgb( 96,  96,  96)' d='M%lf,%lf L%lf,%lf L%lf,%lf", &x, &top, &x2,
             &bottom, &right, &y3) != 6 ||
      x != x2 || bottom != y3)
    return;
  assert_true(p->naxes < svg_most);
  p->axes[p->naxes++] = (svg_box){x, right, top, bottom, ""};
}

// a piece of a scale of colours
static inline void svg_add_colour(svg_picture *p, const char *polygon) {
  double x, y, x2, y2, x3, y3;
  const char *points = strstr(polygon, "points = '");
  if (!points ||
      sscanf(points, "points = '%lf,%lf %lf,%lf %lf,%lf", &x, &y, &x2, &y2, &x3, &y3) != 6)
    return;
  assert_true(p->naxes < svg_most);
  p->axes[p->naxes++] = (svg_box){x, x2, y3, y, ""};
}

static inline void svg_read(svg_picture *p, const char *svg) {
  *p = (svg_picture){0};
  const char *head = strstr(svg, "<svg");
  assert_non_null(head);
  p->width = svg_number(head, strchr(head, '>'), "width=\"");
  p->height = svg_number(head, strchr(head, '>'), "height=\"");
  for (const char *at = svg; (at = strchr(at, '<')); at++) {
    if (strncmp(at, "<g transform=\"translate(", 24) == 0)
      svg_add_text(p, at);
    if (strncmp(at, "<path stroke='rgb( 96", 21) == 0)
      svg_add_axes(p, at);
    if (strncmp(at, "<polygon", 8) == 0)
      svg_add_colour(p, at);
  }
}

// ---------------------------------------------------------------------------------------------
// what must not be

// how far two boxes reach into each other; 0 or less: they are apart
static inline double svg_overlap(const svg_box *a, const svg_box *b) {
  double x = fmin(a->right, b->right) - fmax(a->left, b->left);
  double y = fmin(a->bottom, b->bottom) - fmax(a->top, b->top);
  return fmin(x, y);
}

// Texts that leave the picture, that cover each other, or that reach into axes; each is printed.
static inline int svg_faults(const svg_picture *p) {
  static const double slack = 1.5;  // pixels: widths are estimates
  int faults = 0;
  for (int i = 0; i < p->ntext; i++) {
    const svg_box *a = &p->texts[i];
    if (a->left < -slack || a->top < -slack || a->right > p->width + slack ||
        a->bottom > p->height + slack) {
      print_message("`%s` leaves the picture\n", a->text);
      faults++;
    }
    for (int k = 0; k < i; k++)
      if (svg_overlap(a, &p->texts[k]) > slack) {
        print_message("`%s` and `%s` overlap\n", a->text, p->texts[k].text);
        faults++;
      }
    for (int k = 0; k < p->naxes; k++)
      if (svg_overlap(a, &p->axes[k]) > slack) {
        print_message("`%s` stands in the axes or in a scale of colours\n", a->text);
        faults++;
      }
  }
  return faults;
}

static inline const svg_box *svg_find(const svg_picture *p, const char *text) {
  for (int i = 0; i < p->ntext; i++)
    if (strcmp(p->texts[i].text, text) == 0)
      return &p->texts[i];
  return NULL;
}
