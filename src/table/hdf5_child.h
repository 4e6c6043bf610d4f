// What reads HDF5 was not made for hostile files (fuzzing crashes it within seconds), so it works in a
// child process. The child sends what it has found through a pipe, and the parent checks everything
// that it gets.

#pragma once

#include "table/isolate.h"

typedef bool hdf5_receive(void *to, const table_reading *r, FILE *in);

// Let `work` send, in a child, and receive it here; the child may use this many bytes beside what the
// library needs. False with a sentence.
bool hdf5_in_child(const table_reading *r, isolate_work *work, size_t bytes, hdf5_receive *receive,
                   void *to);

// the sentence for what cannot be read; false
bool hdf5_damaged(const table_reading *r);

// A text with its length before it. What is received is freed by the caller; NULL: there is none, or a
// longer one.
bool hdf5_put_text(FILE *out, const char *text);
char *hdf5_get_text(FILE *in, size_t longest);
