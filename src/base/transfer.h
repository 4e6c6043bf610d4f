// Memory as bytes: every part of a program that remembers something describes it once, and the same
// description writes it down and reads it back.
//
//   out    each call appends an item: kind, name as a hash, count, values
//   in     each call reads the item that stands there. It must have the kind, the name and the
//          count that are asked for, and integers must lie in their range: bytes may come from
//          anywhere. What does not fit is named in `misfit`; then nothing more is read, and memory
//          that was not read stays as it was
//
// Numbers are little-endian, integers have 8 bytes, so that bytes of one machine serve on others.
//
// A struct has a table of its fields: those that are kept, and those that are not. The table must
// name all of them, in their order: a field that was added and forgotten is a failed assertion.

#pragma once

#include "base/arena.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>

typedef enum transfer_kind {
  TRANSFER_NUMBER,   // double
  TRANSFER_INTEGER,  // int
  TRANSFER_COUNT,    // long
  TRANSFER_FLAG,     // bool
  TRANSFER_BYTE,     // unsigned char, char
  TRANSFER_TEXT,
  TRANSFER_NOT,  // of a field: it is not kept
} transfer_kind;

typedef struct transfer {
  const memory *memory;
  bool in;
  unsigned char *bytes;  // out: on the heap, of `room` bytes
  size_t size, room;
  size_t at;           // in: the next byte
  bool failed;         // no memory, or
  const char *misfit;  // the name of what does not fit; NULL: everything does
} transfer;

// for writing; transfer_free gives the bytes back
transfer transfer_out(const memory *m);
void transfer_free(transfer *t);

// for reading bytes of the caller, which stay
transfer transfer_in(const void *bytes, size_t size, const memory *m);

// Everything was read, to the last byte, and fits.
bool transfer_is_whole(const transfer *t);

// the items of another one, which is for writing as well, after those that are there
void transfer_append(transfer *t, const transfer *from);

// something that was read does not fit together with the rest
void transfer_refuse(transfer *t, const char *name);

// values from low to high, both included
typedef struct transfer_range {
  long low, high;
} transfer_range;

// What integers may be unless more is said: counts that were read can be added up without an overflow.
enum { transfer_most_int = 1 << 30 };
#define TRANSFER_MOST (1L << (sizeof(long) > 4 ? 53 : 30))
static const transfer_range transfer_any = {-TRANSFER_MOST, TRANSFER_MOST};

void transfer_numbers(transfer *t, const char *name, double *x, long n);
void transfer_integers(transfer *t, const char *name, int *x, long n, transfer_range range);
void transfer_counts(transfer *t, const char *name, long *x, long n, transfer_range range);
void transfer_flags(transfer *t, const char *name, bool *x, long n);
void transfer_bytes(transfer *t, const char *name, void *x, long n);

// A text, or NULL; one that is read lies in the arena.
void transfer_text(transfer *t, const char *name, const char **text, arena *a);

// A count that the caller will take memory for, `each` bytes for one: no more than the bytes that
// are left can hold.
void transfer_length(transfer *t, const char *name, long *n, size_t each);

// ---- structs

typedef struct transfer_field {
  const char *name;
  transfer_kind kind;
  size_t at, size, each;  // offset, size of all of it and of one number
  transfer_range range;
} transfer_field;

// clang-format off
#define TRANSFER_KIND(x)                                                                         \
  _Generic((x),                                                                                  \
      double: TRANSFER_NUMBER, double *: TRANSFER_NUMBER,                                        \
      int: TRANSFER_INTEGER, int *: TRANSFER_INTEGER, unsigned: TRANSFER_INTEGER,                \
      long: TRANSFER_COUNT, long *: TRANSFER_COUNT,                                              \
      bool: TRANSFER_FLAG, bool *: TRANSFER_FLAG,                                                \
      char *: TRANSFER_BYTE, unsigned char *: TRANSFER_BYTE)
#define TRANSFER_EACH(x)                                                                         \
  _Generic((x),                                                                                  \
      double: sizeof(double), double *: sizeof(double),                                          \
      int: sizeof(int), int *: sizeof(int), unsigned: sizeof(unsigned),                          \
      long: sizeof(long), long *: sizeof(long),                                                  \
      bool: sizeof(bool), bool *: sizeof(bool),                                                  \
      char *: 1, unsigned char *: 1)
// clang-format on

// a number, or an array that is a part of the struct; integers with the values they may have
#define TRANSFER_WITHIN(type, field, low, high)                                                   \
  {                                                                                               \
#field, TRANSFER_KIND(((type *)0)->field), offsetof(type, field), sizeof(((type *)0)->field), \
        TRANSFER_EACH(((type *)0)->field), {                                                      \
      low, high                                                                                   \
    }                                                                                             \
  }
#define TRANSFER_FIELD(type, field) TRANSFER_WITHIN(type, field, -TRANSFER_MOST, TRANSFER_MOST)

// a field that is not kept: a constant, a pointer, scratch, or a struct with a table of its own
#define TRANSFER_SKIP(type, field)                                                \
  {                                                                               \
#field, TRANSFER_NOT, offsetof(type, field), sizeof(((type *)0)->field), 1, { \
      0, 0                                                                        \
    }                                                                             \
  }

// Do the fields cover the struct, except padding? Between two fields there is less of it than the
// alignment of the second; at the end less than that of any type.
bool transfer_covers(const transfer_field *fields, int n, size_t size);

// the fields of one struct, and of `count` structs one after the other
void transfer_record(transfer *t, void *record, size_t size, const transfer_field *fields, int n);
void transfer_records(transfer *t, void *records, long count, size_t size,
                      const transfer_field *fields, int n);

// the same with a table that is an array
#define TRANSFER_RECORD(t, record, fields) \
  transfer_record(t, record, sizeof *(record), fields, (int)(sizeof(fields)/sizeof *(fields)))
#define TRANSFER_RECORDS(t, records, count, fields)              \
  transfer_records(t, records, count, sizeof *(records), fields, \
                   (int)(sizeof(fields)/sizeof *(fields)))
