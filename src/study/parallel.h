// Many independent pieces of work, on several threads or on one.

#pragma once

// piece i of the work; `thread` is 0 for the thread of the caller, less than `threads` for others
typedef void parallel_body(void *context, int i, int thread);

// how many threads there will be: as many as wanted, or one per core for 0; without OpenMP, 1
int parallel_threads(int wanted);

// All pieces 0..n-1, each once, in any order; returns when all are done. What a piece computes must
// not depend on its thread.
void parallel_for(void *context, int n, int threads, parallel_body *body);
