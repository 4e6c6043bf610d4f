// A film as a picture: its frames side by side with a common range and equal scales, or one after
// the other in an animated GIF.

#pragma once

#include "output/figure.h"
#include "output/film.h"
#include "output/sketch.h"

#include <stdio.h>

typedef struct strip {
  const film *film;
  const char *title;  // NULL: none
  figure_kind kind;
  int width, height;          // pixels; 0: what suits the frames
  double azimuth, elevation;  // of the eye, in degrees
  double pause;               // of a GIF: seconds from frame to frame
} strip;

// what the usual view of space is
static const double strip_azimuth = 30, strip_elevation = 22;

// The page that a strip becomes: where its frames are, in pixels from the lower left corner.
typedef struct strip_page {
  const strip *strip;
  sketch *frames;  // film.nframe
  int width, height;
  int across;                  // frames in a row
  double u, v, scale;          // of the lower left corner of the range, pixels of length 1
  double wide, high;           // of a frame, in pixels
  double left, top, gap, row;  // of the first frame from the upper left corner; from row to row
} strip_page;

// the lower left corner of frame i
void strip_corner(const strip_page *p, int i, double out[2]);

// Sketches of all frames, and their places; false with a sentence in `why`. To be freed in both
// cases.
bool strip_page_make(strip_page *p, const strip *s, char *why, size_t size);
void strip_page_free(strip_page *p);

// Draw with gnuplot into an open file. False with a sentence in `why`.
bool strip_draw(const strip *s, int out, char *why, size_t size);

// strip_gnuplot.c: a gnuplot_writer of a strip_page
bool strip_write(FILE *to, const void *page);
