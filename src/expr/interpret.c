// The interpreter of tapes: one flat loop over the instructions.

#include "expr/apply.h"
#include "expr/tape.h"

void tape_prepare(const tape *t, double *work) {
  for (int i = 0; i < t->nconstant; i++)
    work[i] = t->constants[i];
}

static void load(const tape *t, double *work, const double *const *in) {
  for (int k = 0; k < t->ngroup; k++)
    for (int i = 0; i < t->nload[k]; i++)
      work[t->load[k][i].to] = in[k][t->load[k][i].from];
}

static void store(const tape *t, const double *work, double *out) {
  for (int i = 0; i < t->nstore; i++)
    out[t->store[i].to] = work[t->store[i].from];
}

// Sums, differences and products are most of any tape. All three are computed and one is chosen, so
// that no jump depends on which it is: 3x faster than `apply` where they come in no order.
static inline double arithmetic(expr_op op, double a, double b) {
  double sum = a + b, difference = a - b, product = a*b;
  double linear = op == EXPR_ADD ? sum : difference;
  return op == EXPR_MUL ? product : linear;
}

void tape_run(const tape *t, double *work, const double *const *in, double *out) {
  load(t, work, in);
  for (const tape_code *i = t->code, *end = t->code + t->ncode; i < end; i++) {
    expr_op op = (expr_op)i->op;
    double a = work[i->a], b = work[i->b];
    // from EXPR_ADD to EXPR_MUL                                                        ORDER OP
    work[i->dst] = op <= EXPR_MUL ? arithmetic(op, a, b) : apply(op, a, b, work[i->c]);
  }
  store(t, work, out);
}
