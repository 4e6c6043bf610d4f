#include "problem/by_velocity.h"

#include "expr/degree.h"
#include "expr/diff.h"
#include "problem/expr_vector.h"
#include "problem/fault.h"
#include "problem/ldl.h"

#include <assert.h>

enum { most_coupled = 64 };  // momenta in one block: L D L^T takes the cube of their number

// the momenta that are replaced
typedef struct coupled {
  int n;       // of all momenta
  expr *y;     // n      H_p
  expr *A;     // n x n  H_pp
  int *index;  // count  which they are
  int count;
  expr *p, *of_v;  // count  their symbols, and what these are in velocities
} coupled;

static bool is_in(const coupled *c, int i) {
  for (int k = 0; k < c->count; k++)
    if (c->index[k] == i)
      return true;
  return false;
}

// the momenta below the constraints: those whose derivative is not 0
static bool find_momenta(arena *a, const mechanical_parts *p, coupled *c) {
  int n = c->n;
  expr *slope = ARENA_ARRAY(a, expr, (size_t)p->m*(size_t)n);
  if (!slope || !diff_jacobian(p->graph, p->residual, p->m, p->p, n, slope))
    return false;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p->m; k++)
      if (slope[k*n + i] != expr_zero && !is_in(c, i))
        c->index[c->count++] = i;
  return true;
}

// and all that A couples with them; the list grows while it is walked
static void add_coupled(coupled *c) {
  for (int k = 0; k < c->count; k++)
    for (int i = 0; i < c->n && c->count <= most_coupled; i++)
      if (c->A[c->index[k]*c->n + i] != expr_zero && !is_in(c, i))
        c->index[c->count++] = i;
}

static bool find_coupled(arena *a, const mechanical_parts *p, coupled *c) {
  int n = p->nv;
  *c = (coupled){.n = n,
                 .y = ARENA_ARRAY(a, expr, n),
                 .A = ARENA_ARRAY(a, expr, (size_t)n*(size_t)n),
                 .index = ARENA_ARRAY(a, int, n)};
  if (a->failed || !diff_gradient(p->graph, p->function, p->p, n, c->y) ||
      !diff_jacobian(p->graph, c->y, n, p->p, n, c->A) || !find_momenta(a, p, c))
    return false;
  add_coupled(c);
  return true;
}

// p = A^-1 (v - b) of the block; *regular is false if a pivot is 0
static bool solve_block(arena *a, const mechanical_parts *p, coupled *c, bool *regular) {
  int count = c->count;
  expr *block = ARENA_ARRAY(a, expr, count*count), *y = ARENA_ARRAY(a, expr, count);
  expr *zero = ARENA_ARRAY(a, expr, c->n), *b = ARENA_ARRAY(a, expr, count);
  c->p = ARENA_ARRAY(a, expr, count);
  c->of_v = ARENA_ARRAY(a, expr, count);
  if (a->failed)
    return false;
  for (int k = 0; k < count; k++) {
    c->p[k] = p->p[c->index[k]];
    y[k] = c->y[c->index[k]];
    for (int j = 0; j < count; j++)
      block[k*count + j] = c->A[c->index[k]*c->n + c->index[j]];
  }
  ldl f;
  if (!diff_substitute(p->graph, y, count, p->p, zero, c->n, b) ||
      !ldl_make(&f, a, p->graph, block, count))
    return false;
  *regular = true;
  for (int k = 0; k < count; k++) {
    *regular = *regular && f.D[k] != expr_zero;
    c->of_v[k] = expr_sub(p->graph, p->v[c->index[k]], b[k]);
  }
  ldl_solve(&f, c->of_v);
  return true;
}

static noslip_status cannot(const mechanical_parts *p, failure *why, const char *because) {
  unsigned kind = expr_kinds(p->graph, p->p[0]);
  int k = 0;
  while (k + 1 < p->m && !(expr_kinds(p->graph, p->residual[k]) & kind))
    k++;
  return fail(why, NOSLIP_ERROR_MODEL,
              "the constraint `%s` contains momenta, and %s; write it with velocities",
              p->constraint[k], because);
}

static noslip_status too_large(const mechanical_parts *p, failure *why) {
  return graph_status(p->graph) == NOSLIP_ERROR_MODEL
             ? fail(why, NOSLIP_ERROR_MODEL, "%s", problem_too_large)
             : fail_memory(why);
}

noslip_status by_velocity(arena *a, mechanical_parts *p, failure *why) {
  unsigned kind = expr_kinds(p->graph, p->p[0]);
  int degree;
  bool regular;
  coupled c;
  bool refused = p->n > mechanical_most_coordinates || p->m > mechanical_most_coordinates;
  if (p->lagrangian || refused || !(expr_list_kinds(p->graph, p->residual, p->m) & kind))
    return NOSLIP_OK;  // too many coordinates: mechanical_new says so
  if (!degree_of(p->graph, p->function, p->p, p->nv, &degree))
    return too_large(p, why);
  if (degree < 0 || degree > 2)
    return cannot(p, why, "the hamiltonian is not quadratic in them");
  if (!find_coupled(a, p, &c))
    return too_large(p, why);
  if (c.count > most_coupled)
    return cannot(p, why, "more than 64 of them are coupled in the kinetic energy");
  if (!solve_block(a, p, &c, &regular))
    return too_large(p, why);
  if (!regular)
    return cannot(p, why, "velocities do not determine them: the kinetic energy is singular");
  expr *phi = ARENA_ARRAY(a, expr, p->m);
  if (!phi || !diff_substitute(p->graph, p->residual, p->m, c.p, c.of_v, c.count, phi))
    return too_large(p, why);
  p->residual = phi;
  return NOSLIP_OK;
}
