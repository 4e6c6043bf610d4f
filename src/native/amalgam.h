// Many files become one: a text is appended with every #include "..." replaced by what it names.
// Lists, *.inl, stand where they are included.
//
// Every file that is included is there, and they are no more than `amalgam_most`: tests/native
// tries all kernels. Where that is not so, an #error stands in the text, which then does not
// compile.

#pragma once

#include "base/text.h"

enum { amalgam_most = 64 };  // files in one text

typedef struct amalgam_change {
  const char *instead, *by;  // the name of the file, and its text
} amalgam_change;

typedef struct amalgam {
  text_buffer *out;
  const amalgam_change *changes;  // files that have another text here
  int nchange;
  const char *done[amalgam_most];
  int ndone;
  bool has_headers;  // all #include <...> are there already
  bool ruled;        // each file begins with a line that names it
} amalgam;

// Append the file and, before it, all it includes that is not there yet.
void amalgam_add(amalgam *a, const char *name);
