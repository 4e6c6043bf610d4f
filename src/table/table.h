// Tables of numbers, read from files: named columns of equal length. Files are untrusted: whatever
// is in them, reading ends with a table or with a sentence, within limits of memory and time.
//
// (base/table.h is something else, a table of names inside the library; the tool never sees it.)

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct table {
  int ncolumn;
  size_t nrow;
  char **names;      // ncolumn, all different
  double **columns;  // ncolumn arrays of nrow numbers
} table;

// what a file may have at most
typedef struct table_limits {
  int columns;
  size_t numbers;  // in all columns together
  int seconds;     // of computing, for HDF5
} table_limits;

extern const table_limits table_usual;  // 65536 columns, 2 GiB of numbers, one minute

enum { table_longest = 1023 };  // bytes of a name, or of a number as text

// Read a file, HDF5 or CSV: its first bytes tell, not its name. At least one column and one row, or
// false with a sentence in `why` that names the file, and *t empty.
bool table_read(table *t, const char *path, const table_limits *limits, char *why, size_t size);

// texts that were found, each once
typedef struct table_texts {
  char **list;
  int n;
} table_texts;

enum { table_texts_most = 256 };

// Words that stand for numbers: word k of the list is k. Other texts are NaN, or are kept: the first of
// them is n, the next n + 1, up to table_texts_most.
typedef struct table_words {
  const char *group;  // of an HDF5 file
  const char *const *list;
  int n;
  table_texts *others;  // where they are kept; NULL: nowhere
} table_words;

// The same for a table with texts in it, as the events of a run. A CSV file may then have no rows.
bool table_read_words(table *t, const char *path, const table_words *words,
                      const table_limits *limits, char *why, size_t size);

// a zeroed table is fine, and so are zeroed texts
void table_free(table *t);
void table_texts_free(table_texts *t);

// *out = these rows of a table, n of them; false with a sentence when there is no memory. *out is to
// be freed in both cases.
bool table_take_rows(table *out, const table *t, const size_t *rows, size_t n, char *why,
                     size_t size);

// Bring rows with the same number in a column together: those of group k are (*begin)[k] to
// (*begin)[k + 1] - 1, in the order they had. Returns how many groups there are; 0 with a sentence
// when there is no memory. *begin is to be freed in both cases.
size_t table_group(table *t, int column, size_t **begin, char *why, size_t size);

// Names are as they stand in the file. For sentences: what would disturb a terminal becomes `?`.
void table_clean(char *sentence);

// the index of a column, -1 if there is none of this name
int table_column(const table *t, const char *name);

// ---------------------------------------------------------------------------------------------
// for the readers

// Who reads, and where its sentence goes. The functions that fail return false.
typedef struct table_reading {
  const char *path;
  const table_limits *limits;
  char *why;
  size_t size;
  const table_words *words;  // NULL: numbers only, and the group `run`
} table_reading;

// the number of a word; r->words is not NULL
double table_word(const table_reading *r, const char *text);

// one more text, which is copied; false: no memory, or enough of them
bool table_texts_add(table_texts *t, const char *text);

__attribute__((format(printf, 2, 3))) bool table_refuse(const table_reading *r, const char *format,
                                                        ...);

// one more column, without room for rows; the name must not be empty or stand there already, which
// is for table_check_names to see
bool table_add_column(table *t, const table_reading *r, const char *name);
bool table_check_names(const table *t, const table_reading *r);

// room for this many rows in each column
bool table_reserve(table *t, const table_reading *r, size_t rows);

// the kinds, one file each; *t is to be freed in both cases
bool table_read_csv(table *t, const table_reading *r, FILE *file);
bool table_read_hdf5(table *t, const table_reading *r);
