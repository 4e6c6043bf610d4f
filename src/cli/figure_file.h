// Figures as files: which kind a name asks for, and drawing one whole or not at all.

#pragma once

#include "output/figure.h"

// the kind of .png, .svg or .pdf; false if the name ends otherwise
bool figure_file_kind(const char *path, figure_kind *kind);

// --size 1200x600, or nothing if it is not given; an exit status, after a sentence if it is not
// exit_done
int figure_file_size(const char *text, int *width, int *height);

// --log xy, or nothing if it is not given; likewise
int figure_file_log(const char *text, bool *x, bool *y);

// Draws a picture into an open file; false with a sentence in `why`.
typedef bool figure_drawer(const void *context, int out, char *why, size_t size);

// Draw into a file beside its place, then move it there. An exit status, after a sentence if it is
// not exit_done.
int figure_file_draw(figure_drawer *drawer, const void *context, const char *path);

// Place the panels, draw into a file beside its place, then move it there. An exit status, after a
// sentence if it is not exit_done.
int figure_file_write(figure *f, const char *path);
