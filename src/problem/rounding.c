#include "problem/rounding.h"

#include <assert.h>

typedef struct evaluation {
  const bundle *bundle;
  const double *const *in;
  double *out;
} evaluation;

// a rounding_function
static void evaluate(void *context) {
  const evaluation *e = context;
  e->bundle->function(e->bundle->context, e->in, e->out);
}

bool rounding_run(const bundle *b, const double *const *in, int k, double *out) {
  assert(k >= 0 && k < rounding_modes);
  evaluation e = {b, in, out};
  return rounding_call(k, evaluate, &e);
}
