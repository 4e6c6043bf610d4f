// Are the forces of contacts determined by the motion?
//
// Forces of the contacts that touch may change in as many ways as there are of
//
//   N       of each contact, together with the friction of the clauses that slide: T = N P_T/P_N
//   T       of each clause that sticks
//
// and they are unique if no change leaves all velocities as they are: W of these columns, with the rows
// of N and of T that sticks, has full rank. What touches and slides is said by the caller, who has
// tolerances for it; P alone does not tell a contact that carries nothing from an open one. Entries
// are W_ij/sqrt(W_ii W_jj), so that units of rows do not matter. Lengths of columns that are left are
// 1e-16 where they depend on others; between 1e-11 and 1e-7 nothing is said.

#include "contact/solver.h"

#include <math.h>

static const double surely_zero = 1e-11, surely_not = 1e-7;

typedef struct forces {
  impulse_solver *solver;
  const island *in;
  const int *state;
  const double *P;
} forces;

static double entry(const forces *f, int row, int column) {
  return f->solver->newton.W[(long)row*f->in->nrow + column];
}

static bool slides(const forces *f, int contact, int clause) {
  return f->state[contact] & contact_slides << clause;
}

// the rows of the island that forces are given for, in `passive`; returns how many
static int list_rows(const forces *f) {
  impulse_newton *n = &f->solver->newton;
  int count = 0;
  for (int k = 0; k < f->in->count; k++) {
    int i = f->in->list[k], row = n->place[i];
    const contact_rows *c = &f->solver->problem.contacts[i];
    if (!(f->state[i] & contact_touches))
      continue;
    n->passive[count++] = row++;
    for (int l = 0; l < c->nclause; l++)
      for (int j = 0; j < c->clause[l].count; j++, row++)
        if (c->clause[l].mu > 0 && !slides(f, i, l))
          n->passive[count++] = row;
  }
  return count;
}

// what a unit of N of contact i does in a row, with the friction that follows it
static double by_normal(const forces *f, int row, int i) {
  const contact_rows *c = &f->solver->problem.contacts[i];
  const double *P = f->P + c->row;
  int at = f->solver->newton.place[i], j = 1;
  double sum = entry(f, row, at);
  for (int l = 0; l < c->nclause; l++)
    for (int end = j + c->clause[l].count; j < end; j++)
      if (slides(f, i, l) && P[0] > 0)
        sum += P[j]/P[0]*entry(f, row, at + j);
  return sum;
}

// J of the rows that are listed; returns false if one of them does not depend on the velocities
static bool make_matrix(const forces *f, int count) {
  impulse_newton *n = &f->solver->newton;
  for (int b = 0, k = 0; b < count; b++) {
    int column = n->passive[b];
    while (k + 1 < f->in->count && n->place[f->in->list[k + 1]] <= column)
      k++;
    bool normal = column == n->place[f->in->list[k]];
    for (int a = 0; a < count; a++) {
      int row = n->passive[a];
      double size = sqrt(entry(f, row, row)*entry(f, column, column));
      double W = normal ? by_normal(f, row, f->in->list[k]) : entry(f, row, column);
      n->J[(long)a*count + b] = W/size;
      if (!(size > 0))
        return false;
    }
  }
  return true;
}

static impulse_uniqueness island_uniqueness(const forces *f) {
  impulse_newton *n = &f->solver->newton;
  natural_assemble(f->solver, f->in);
  int count = list_rows(f);
  if (count == 0)
    return IMPULSE_UNIQUE;
  if (!make_matrix(f, count))
    return IMPULSE_UNDECIDED;
  int least = least_norm_factor(&n->factor, n->J, count, count, surely_not);
  if (least == count)
    return IMPULSE_UNIQUE;
  int most = least_norm_factor(&n->factor, n->J, count, count, surely_zero);
  return most == least ? IMPULSE_NOT_UNIQUE : IMPULSE_UNDECIDED;
}

impulse_uniqueness impulse_is_unique(impulse_solver *s, const impulse_problem *p, const int *state,
                                     const double *P) {
  impulse_uniqueness all = IMPULSE_UNIQUE;
  if (!solver_begin(s, p))
    return IMPULSE_UNDECIDED;
  for (int k = 0; k < s->islands.count && all != IMPULSE_NOT_UNIQUE; k++) {
    island in = solver_island(s, k);
    const forces f = {s, &in, state, P};
    impulse_uniqueness one = in.nrow <= s->newton.limit ? island_uniqueness(&f) : IMPULSE_UNDECIDED;
    all = one == IMPULSE_UNIQUE ? all : one;
  }
  return all;
}
