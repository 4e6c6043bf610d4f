// What the files that write the input of gnuplot share.

#pragma once

#include "output/gnuplot.h"
#include "output/space.h"

// --- texts (gnuplot_text.c) ----------------------------------------------------------------------

// a text of at most `room` pixels, between two pieces of a command
void gnuplot_say(FILE *to, const char *before, const char *text, double room, const char *after);

// --- the page and the axes of its panels (gnuplot_axes.c) ----------------------------------------

// the kind of picture and its size; of a GIF the seconds from picture to picture
void gnuplot_terminal(FILE *to, figure_kind kind, int width, int height, double pause);

// above everything
void gnuplot_title(FILE *to, figure_kind kind, const char *title, int width, int height);

// border, marks and grid, as panels have them
void gnuplot_frame(FILE *to);

// terminal, colours, title
void gnuplot_page(FILE *to, const figure *p);

// where the axes of a panel stand
void gnuplot_place(FILE *to, const figure *p, const place *at);

// axes, labels, key and colours of a panel; that of a panel in space
void gnuplot_axes(FILE *to, const figure *page, const panel *p, const place *at, const window *w);
void gnuplot_space(FILE *to, const figure *page, const panel *p, const place *at, const space *s);
