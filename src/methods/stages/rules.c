#include "methods/stages/rules.h"

#include "base/vec.h"
#include "methods/stages/lobatto.h"
#include "methods/stages/rk.h"
#include "methods/stages/spark.h"
#include "methods/stages/srk.h"
#include "solve/small_lu.h"

#include <assert.h>

// ---- what is known of each kind

static const struct {
  tableau_family family;
  rule_symplectic symplectic;
  bool parts;             // each part has its own tableau
  bool has_adjoint;       // by its rule
  bool adjoint_singular;  // with multipliers
  bool delivers;          // its last stage is the node
  bool carries;           // Z_1 is Z_s of the step before
  const char *order;      // with constraints
} kinds[RULE_COUNT] = {
    [RULE_LOBATTO] = {TABLEAU_LOBATTO_3A, SYMPLECTIC_HOLONOMIC, .order = "2s-2"},
    [RULE_SPARK] = {TABLEAU_LOBATTO_3A, SYMPLECTIC_HOLONOMIC, .parts = true, .has_adjoint = true,
                    .order = "2s-2"},
    [RULE_SRK_GAUSS] = {TABLEAU_GAUSS, SYMPLECTIC_FREE, .order = "2s"},
    [RULE_SRK_RADAU_1A] = {TABLEAU_RADAU_1A, .has_adjoint = true, .order = "2s-1"},
    [RULE_RK_GAUSS] = {TABLEAU_GAUSS, SYMPLECTIC_FREE, .order = "s, s+1"},
    [RULE_RK_RADAU_1A] = {TABLEAU_RADAU_1A, .has_adjoint = true, .adjoint_singular = true,
                          .order = "s"},
    [RULE_RK_RADAU_2A] = {TABLEAU_RADAU_2A, .has_adjoint = true, .delivers = true, .order = "2s-1"},
    [RULE_RK_LOBATTO_3A] = {TABLEAU_LOBATTO_3A, .delivers = true, .carries = true, .order = "2s-2"},
    [RULE_RK_LOBATTO_3C] = {TABLEAU_LOBATTO_3C, .has_adjoint = true, .delivers = true,
                            .order = "2s-2"},
    [RULE_RK_LOBATTO_3D] = {TABLEAU_LOBATTO_3D, SYMPLECTIC_FREE, .order = "s, s+1"},
};

int rule_least(rule_kind kind) {
  assert((int)kind >= 0 && kind < RULE_COUNT);
  return tableau_least(kinds[kind].family);
}

int rule_order_free(rule_kind kind, int s) {
  tableau_family family = kinds[kind].family;
  return family == TABLEAU_GAUSS                                    ? 2*s
         : family == TABLEAU_RADAU_1A || family == TABLEAU_RADAU_2A ? 2*s - 1
                                                                    : 2*s - 2;
}

const char *rule_order_free_text(rule_kind kind) {
  tableau_family family = kinds[kind].family;
  return family == TABLEAU_GAUSS                                    ? "2s"
         : family == TABLEAU_RADAU_1A || family == TABLEAU_RADAU_2A ? "2s-1"
                                                                    : "2s-2";
}

bool rule_has_adjoint(rule_kind kind) {
  return kinds[kind].has_adjoint;
}

bool rule_adjoint_is_singular(rule_kind kind) {
  return kinds[kind].adjoint_singular;
}

rule_symplectic rule_is_symplectic(rule_kind kind) {
  return kinds[kind].symplectic;
}

bool rule_has_parts(rule_kind kind) {
  return kinds[kind].parts;
}

bool rule_carries(rule_kind kind, rule_multiplier multiplier) {
  return kinds[kind].carries || multiplier == MULTIPLIER_CARRY;
}

bool rule_delivers(rule_kind kind, rule_multiplier multiplier) {
  return kinds[kind].delivers || multiplier == MULTIPLIER_CARRY;
}

// On index 2 a tableau that is not stiffly accurate loses order in the momenta, unless its end is
// put on the constraint; multipliers of stages have the order of the stages.
rule_orders rule_orders_of(rule_kind kind, int s, rule_multiplier multiplier) {
  int free = rule_order_free(kind, s), even = s - s % 2, above = s + s % 2;
  switch (kind) {
  case RULE_RK_GAUSS:
  case RULE_RK_LOBATTO_3D: return (rule_orders){free, above, above};
  case RULE_RK_RADAU_1A: return (rule_orders){free, s, s};
  case RULE_RK_RADAU_2A: return (rule_orders){free, free, s};
  case RULE_RK_LOBATTO_3A: return (rule_orders){free, free, even};
  case RULE_RK_LOBATTO_3C: return (rule_orders){free, free, s - 1};
  case RULE_LOBATTO: return (rule_orders){free, free, multiplier == MULTIPLIER_CARRY ? even : free};
  case RULE_COUNT:
  case RULE_SPARK:
  case RULE_SRK_GAUSS:
  case RULE_SRK_RADAU_1A: break;
  }
  return (rule_orders){free, free, free};
}

int rule_order(rule_kind kind, int s) {
  return rule_orders_of(kind, s, MULTIPLIER_REDUCE).p;
}

const char *rule_order_text(rule_kind kind) {
  return kinds[kind].order;
}

// ---- the tableaux

// every part has the same
static bool one_tableau(rule *r, arena *a, tableau_family family) {
  tableau t;
  if (!tableau_init(&t, a, family, r->s))
    return false;
  for (int m = 0; m < rule_parts; m++)
    r->A[m] = t.A;
  r->b = t.b;
  r->c = t.c;
  return true;
}

// IIIA on positions or part 1, IIIB on momenta or part 2, IIIC, IIIC* and IIID on parts 3 to 5
static bool five_tableaux(rule *r, arena *a) {
  static const tableau_family families[rule_parts] = {TABLEAU_LOBATTO_3A, TABLEAU_LOBATTO_3B,
                                                      TABLEAU_LOBATTO_3C, TABLEAU_LOBATTO_3C_STAR,
                                                      TABLEAU_LOBATTO_3D};
  for (int m = 0; m < rule_parts; m++) {
    tableau t;
    if (!tableau_init(&t, a, families[m], r->s))
      return false;
    r->A[m] = t.A;
    r->b = t.b;
    r->c = t.c;
  }
  return true;
}

// ---- constraints of positions

// The rounding of g(Q_i) goes into the multipliers through the inverse of
// T = [(A Ah)_i, i = 2..s; b^T]: its row sums, which are 4 for s = 2
static bool know_noise(rule *r, arena *a) {
  int s = r->s, pivot[tableau_most];
  double column[tableau_most], sums[tableau_most] = {0};
  double *T = ARENA_ARRAY(a, double, s*s);
  if (!T)
    return false;
  for (int i = 1; i < s; i++)
    mat_tvec_add(T + (i - 1)*s, 1, r->A[1], r->A[0] + i*s, s, s);
  vec_copy(T + (s - 1)*s, r->b, s);
  small_lu_factor(T, pivot, s);
  for (int j = 0; j < s; j++) {
    vec_zero(column, s);
    column[j] = 1;
    small_lu_solve(T, pivot, column, s);
    for (int i = 0; i < s; i++)
      sums[i] += fabs(column[i]);
  }
  r->noise = vec_max(sums, s)/4;
  return true;
}

// ---- the rules

// the condition at the end of the step: g(t1,y1) = 0
static bool point_at_end(rule *r, arena *a) {
  double *E = ARENA_ARRAY(a, double, r->s), *e = ARENA_ARRAY(a, double, 1);
  if (a->failed)
    return false;
  vec_copy(E, r->b, r->s);
  e[0] = 1;
  r->npoint = 1;
  r->E = E;
  r->e = e;
  return true;
}

static bool make(rule *r, arena *a, rule_kind kind) {
  bool lobatto = kind == RULE_LOBATTO;
  if (!(lobatto || kind == RULE_SPARK ? five_tableaux(r, a)
                                      : one_tableau(r, a, kinds[kind].family)))
    return false;
  if (lobatto)
    return lobatto_conditions(r, a) && know_noise(r, a);
  if (kind == RULE_SPARK)
    return spark_conditions(r, a) && point_at_end(r, a) && know_noise(r, a);
  if (kind == RULE_SRK_GAUSS || kind == RULE_SRK_RADAU_1A)
    return srk_conditions(r, a) && point_at_end(r, a);
  return rk_conditions(r, a);
}

// ---- adjoints

// to[s-1-j] = from[j]
static void turn(double *to, const double *from, int s) {
  for (int j = 0; j < s; j++)
    to[s - 1 - j] = from[j];
}

// M*(h) = M(-h)^-1: the stages of M in reverse order,
//
//   a*_ij = b_(s+1-j) - a_(s+1-i)(s+1-j),   b*_j = b_(s+1-j),   c*_i = 1 - c_(s+1-i)
//
// and the same conditions. What M puts on its end, or on a last stage that is its end, holds at the
// start of M* by itself. In its place stands g(t1,y1) = 0, where M* must arrive to be on the
// manifold that M comes from.
static bool reverse(rule *r, arena *a, bool ends_in_stage) {
  int s = r->s;
  double *b = ARENA_ARRAY(a, double, s), *c = ARENA_ARRAY(a, double, s);
  double *C = ARENA_ARRAY(a, double, s*s);
  if (a->failed)
    return false;
  turn(b, r->b, s);
  turn(c, r->c, s);
  for (int i = 0; i < s; i++)
    c[i] = 1 - c[i];
  for (int m = 0; m < rule_parts; m++) {
    double *A = ARENA_ARRAY(a, double, s*s);
    if (!A)
      return false;
    turn(A, r->A[m], s*s);
    for (int i = 0; i < s*s; i++)
      A[i] = b[i % s] - A[i];
    r->A[m] = A;
  }
  r->ninner -= ends_in_stage;  // the last of them
  for (int k = 0; k < r->ninner; k++)
    turn(C + k*s, r->C + k*s, s);
  r->b = b;
  r->c = c;
  r->C = C;
  return ends_in_stage || r->npoint > 0 ? point_at_end(r, a) : true;
}

bool rule_init(rule *r, arena *a, rule_choice which) {
  assert(which.s >= rule_least(which.kind) && which.s <= tableau_most);
  assert(which.multiplier == MULTIPLIER_REDUCE || which.kind == RULE_LOBATTO);
  assert(!which.adjoint || rule_has_adjoint(which.kind));
  bool lobatto = which.kind == RULE_LOBATTO,
       open = lobatto && which.multiplier != MULTIPLIER_REDUCE;
  bool delivers = rule_delivers(which.kind, which.multiplier);
  *r = (rule){.s = which.s,
              .first_known = which.kind == RULE_RK_LOBATTO_3A,
              .first_given = which.kind == RULE_RK_LOBATTO_3A || open,
              .restarts = lobatto && which.multiplier == MULTIPLIER_RESTART,
              .delivers = delivers && !which.adjoint};
  if (!make(r, a, which.kind) || (which.adjoint && !reverse(r, a, delivers)))
    return false;
  assert(rule_is_whole(r));
  return true;
}

// ---- as C

void rule_print(const rule *r, int parts, literal *out) {
  assert(parts > 0 && parts <= rule_parts);
  int s = r->s;
  literal_open(out, "r");
  LITERAL_INTEGER(out, r, s);
  LITERAL_INTEGER(out, r, first_known);
  LITERAL_INTEGER(out, r, first_given);
  LITERAL_INTEGER(out, r, restarts);
  LITERAL_INTEGER(out, r, delivers);
  LITERAL_INTEGER(out, r, closed);
  LITERAL_INTEGER(out, r, ninner);
  LITERAL_INTEGER(out, r, npoint);
  LITERAL_NUMBER(out, r, noise);
  literal_open(out, "A");
  for (int p = 0; p < parts; p++)
    literal_numbers(out, NULL, r->A[p], s*s);
  literal_close(out);
  LITERAL_NUMBERS(out, r, b, s);
  LITERAL_NUMBERS(out, r, c, s);
  LITERAL_NUMBERS(out, r, C, r->ninner*s);
  LITERAL_NUMBERS(out, r, E, r->npoint*s);
  LITERAL_NUMBERS(out, r, e, r->npoint);
  LITERAL_NUMBERS(out, r, w, r->closed ? s : 0);
  literal_close(out);
}
