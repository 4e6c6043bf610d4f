// Linear equations of one kind: who solves them, through pointers.

#pragma once

typedef struct linear_solver {
  void *context;
  int (*factor)(void *context, const double *A);  // -1, or the column without a pivot
  void (*solve)(void *context, double *b);        // b = A^-1 b
} linear_solver;
