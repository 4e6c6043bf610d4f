// Without OpenMP: one piece of work after the other.

#include "study/parallel.h"

int parallel_threads(int wanted) {
  (void)wanted;
  return 1;
}

void parallel_for(void *context, int n, int threads, parallel_body *body) {
  (void)threads;
  for (int i = 0; i < n; i++)
    body(context, i, 0);
}
