// Pieces of work on the threads of OpenMP: a thread that is free takes the next.

#include "study/parallel.h"

#include <omp.h>

int parallel_threads(int wanted) {
  return wanted > 0 ? wanted : omp_get_max_threads();
}

void parallel_for(void *context, int n, int threads, parallel_body *body) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (int i = 0; i < n; i++)
    body(context, i, omp_get_thread_num());
}
