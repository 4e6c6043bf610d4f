// The second derivative of Phi along (c u, u) must vanish. The components of u that no reaction can
// reach are zero, the others are symbols: what vanishes then does so for every mass and every B
// with the same zeros.

#include "problem/linear_multipliers.h"

#include "expr/diff.h"

#include <assert.h>
#include <string.h>

// reached[i]: a reaction pushes coordinate i, by itself or through the mass matrix
static void find_reached(int n, int m, const expr *rows, const expr *mass, bool *reached) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < m; c++)
      reached[i] |= rows[c*n + i] != expr_zero;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (reached[j] && !reached[i] && mass[i*n + j] != expr_zero)
          reached[i] = more = true;
  }
}

// Does a kink, or a jump, depend on the motion? On both sides the second derivative may vanish.
static bool has_kinks(const mechanical_parts *p, const expr *phi, bool *kinks) {
  unsigned moves = expr_kinds(p->graph, p->q[0]) | expr_kinds(p->graph, p->v[0]);
  int32_t count;
  expr *below = graph_below(p->graph, phi, p->m, &count);
  if (!below)
    return false;
  for (int32_t i = 0; i < count; i++) {
    expr_op op = (expr_op)graph_node(p->graph, below[i]).op;
    bool kinked = op == EXPR_ABS || op == EXPR_SIGN || op == EXPR_MIN || op == EXPR_MAX ||
                  op == EXPR_LESS || op == EXPR_LESS_EQUAL || op == EXPR_SELECT;
    *kinks |= kinked && (expr_kinds(p->graph, below[i]) & moves);
  }
  memory_free(graph_memory(p->graph), below);
  return true;
}

bool linear_multipliers(arena *a, const mechanical_parts *p, const expr *phi, const expr *rows,
                        const expr *mass, bool *linear) {
  assert(p->class == PROBLEM_MECHANICAL && p->n == p->nv);
  int n = p->n, m = p->m;
  bool *reached = ARENA_ARRAY(a, bool, n);
  expr *x = ARENA_ARRAY(a, expr, 2*n), *dx = ARENA_ARRAY(a, expr, 2*n);
  expr *first = ARENA_ARRAY(a, expr, m), *second = ARENA_ARRAY(a, expr, m);
  bool kinks = false;
  if (a->failed || !has_kinks(p, phi, &kinks))
    return false;
  find_reached(n, m, rows, mass, reached);

  // the direction (c u, u)
  expr c = expr_symbol(p->graph, 0, "c");
  memcpy(x, p->q, (size_t)n*sizeof *x);
  memcpy(x + n, p->v, (size_t)n*sizeof *x);
  for (int i = 0; i < n; i++) {
    dx[n + i] = reached[i] ? expr_symbol(p->graph, 0, "u") : expr_zero;
    dx[i] = expr_mul(p->graph, c, dx[n + i]);
  }
  if (!diff_directional(p->graph, phi, m, x, dx, 2*n, first) ||
      !diff_directional(p->graph, first, m, x, dx, 2*n, second))
    return false;
  *linear = !kinks;
  for (int k = 0; k < m; k++)
    *linear = *linear && second[k] == expr_zero;
  return true;
}
