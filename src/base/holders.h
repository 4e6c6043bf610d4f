// How many hold on to something: its owner, and all that was made with it. The last one to let go frees
// it. Those that hold may be in different threads.

#pragma once

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct holders {
  atomic_long count;
} holders;

// held by its owner alone
static inline void holders_init(holders *h) {
  atomic_init(&h->count, 1);
}

// one more; whoever calls holds on to it already
static inline void holders_keep(holders *h) {
  long before = atomic_fetch_add_explicit(&h->count, 1, memory_order_relaxed);
  assert(before > 0);
  (void)before;
}

// one less; true: it was the last, and all that the others did with it has happened
static inline bool holders_drop(holders *h) {
  long before = atomic_fetch_sub_explicit(&h->count, 1, memory_order_acq_rel);
  assert(before > 0);
  return before == 1;
}
