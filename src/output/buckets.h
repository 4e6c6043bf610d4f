// Rows of numbers that come one after the other, however many, in a fixed number of buckets. A bucket
// has as many rows as every other, its first row, and of each column the smallest and the largest
// number, so no peak is lost. When all are full two become one.

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct buckets {
  int n;         // numbers of a row
  size_t room;   // buckets there is room for; even
  size_t count;  // of these
  long per;      // rows of each bucket; of the last `filled`
  long filled, total;
  double *first, *low, *high;  // room x n; low and high may be NULL: only rows are kept
  double *last;                // n  the newest row
} buckets;

// Room for at most `room` buckets; with `peaks` of each column the smallest and the largest number. False:
// no memory. To be freed in both cases.
bool buckets_begin(buckets *b, int n, size_t room, bool peaks);
void buckets_row(buckets *b, const double *row);
void buckets_free(buckets *b);

// make half as many of them
void buckets_halve(buckets *b);

// The points to be drawn: the buckets, and the newest row behind them, if it is not the first of its
// bucket.
size_t buckets_points(const buckets *b);
double buckets_first(const buckets *b, size_t point, int column);
double buckets_low(const buckets *b, size_t point, int column);
double buckets_high(const buckets *b, size_t point, int column);
