// The memory of a kernel: where each of its arrays begins.
//
// One function of a kernel takes all its arrays from a layout, one after the other. It is called with
// a layout that counts, and again with one that has the memory: a size cannot disagree with what is
// taken. There are three areas:
//
//   carried   what a step hands to the next: a checkpoint saves it, a copy of a run copies it
//   outputs   what functions of the model write to. They leave numbers unwritten that are always zero:
//             an array is zero before its first use, and belongs to one function
//   scratch   all other arrays: what is in them means nothing between steps

#pragma once

#include <assert.h>
#include <stddef.h>

typedef enum layout_area {
  LAYOUT_CARRIED,
  LAYOUT_OUTPUTS,
  LAYOUT_SCRATCH,
  LAYOUT_AREAS,
} layout_area;

// the memory of one area, and how much of it is taken; NULL: it is only counted
typedef struct layout_memory {
  double *numbers;
  int *integers;
  long nnumber, ninteger;
} layout_memory;

typedef struct layout {
  layout_memory area[LAYOUT_AREAS];
} layout;

// a kernel that carries no single numbers
typedef struct layout_nothing {
  char unused;
} layout_nothing;

// numbers of a cache line: longer arrays begin with one
enum { layout_line = 8 };

static inline double *layout_numbers(layout *l, layout_area which, long n) {
  layout_memory *m = &l->area[which];
  assert(n >= 0);
  if (n >= layout_line)
    m->nnumber = (m->nnumber + layout_line - 1)/layout_line*layout_line;
  double *at = m->numbers ? m->numbers + m->nnumber : NULL;
  m->nnumber += n;
  return at;
}

static inline int *layout_integers(layout *l, layout_area which, long n) {
  layout_memory *m = &l->area[which];
  int *at = m->integers ? m->integers + m->ninteger : NULL;
  assert(n >= 0);
  m->ninteger += n;
  return at;
}

static inline double *layout_carried(layout *l, long n) {
  return layout_numbers(l, LAYOUT_CARRIED, n);
}

static inline double *layout_output(layout *l, long n) {
  return layout_numbers(l, LAYOUT_OUTPUTS, n);
}

static inline double *layout_scratch(layout *l, long n) {
  return layout_numbers(l, LAYOUT_SCRATCH, n);
}

// a part of an array, n numbers from its beginning; of one that is only counted there is none
static inline double *layout_within(double *array, long n) {
  return array ? array + n : NULL;
}

// the same memory, nothing of it taken
static inline layout layout_again(const layout *l) {
  layout again = *l;
  for (int i = 0; i < LAYOUT_AREAS; i++)
    again.area[i].nnumber = again.area[i].ninteger = 0;
  return again;
}

// are n integers places of an array of this many elements?
static inline int layout_places(const int *x, long n, long count) {
  for (long i = 0; i < n; i++)
    if (x[i] < 0 || x[i] >= count)
      return 0;
  return 1;
}

// was as much taken as had been counted?
static inline int layout_agrees(const layout *taken, const layout *counted) {
  for (int i = 0; i < LAYOUT_AREAS; i++)
    if (taken->area[i].nnumber != counted->area[i].nnumber ||
        taken->area[i].ninteger != counted->area[i].ninteger)
      return 0;
  return 1;
}
