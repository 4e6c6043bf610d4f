// Figures as files: which kind a name asks for, and drawing one whole or not at all.

#pragma once

#include "output/figure.h"

// the kind of .png, .svg or .pdf; false if the name ends otherwise
bool figure_file_kind(const char *path, figure_kind *kind);

// Place the panels, draw into a file beside its place, then move it there. An exit status, after a
// sentence if it is not exit_done.
int figure_file_write(figure *f, const char *path);
