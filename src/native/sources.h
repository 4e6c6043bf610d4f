// The kernels of the library as text, so that they can be compiled once more for one model. The
// last, "printers", is not a kernel: it is a digest of what prints and compiles the rest.

#pragma once

// the text of "methods/dla/dla.h", ...; NULL if it is not among them
const char *source_text(const char *name);

// its name as it stands in the table, which is never freed
const char *source_name(const char *name);

// a digest of all of them, made when noslip was built
const char *source_digest(void);

// all of them, one after the other: i = 0, 1, ... until NULL
const char *source_at(int i);
