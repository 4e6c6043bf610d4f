// Nodes by Newton's method, weights and matrices from values of Legendre polynomials.
//
// A node is kept as its distance from the nearer end of [-1, 1] and the side it is on: nodes crowd
// near the ends, where x has lost the digits that 1 - |x| still has.

#include "tableau/tableau.h"
#include "real/sine.h"

#include <assert.h>
#include <float.h>
#include <math.h>

typedef enum nodes { GAUSS, RADAU_LEFT, RADAU_RIGHT, LOBATTO } nodes;

static const struct {
  const char *name;
  nodes nodes;
  int lower, upper, corner;
} families[tableau_families] = {
    [TABLEAU_GAUSS] = {"Gauss", GAUSS, 1, 1, 0},
    [TABLEAU_RADAU_1A] = {"Radau IA", RADAU_LEFT, 1, 1, 1},
    [TABLEAU_RADAU_2A] = {"Radau IIA", RADAU_RIGHT, 1, 1, 1},
    [TABLEAU_LOBATTO_3A] = {"Lobatto IIIA", LOBATTO, 1, 0, 0},
    [TABLEAU_LOBATTO_3B] = {"Lobatto IIIB", LOBATTO, 0, 1, 0},
    [TABLEAU_LOBATTO_3C] = {"Lobatto IIIC", LOBATTO, 1, 1, 1},
    [TABLEAU_LOBATTO_3C_STAR] = {"Lobatto IIIC*", LOBATTO, 1, 1, -1},
    [TABLEAU_LOBATTO_3D] = {"Lobatto IIID", LOBATTO, 1, 1, 0},
};

// x = side (1 - gap), side = -1, 0, 1
typedef struct node {
  double gap;
  int side;
} node;

// --- Legendre polynomials --------------------------------------------------------------------

typedef struct legendre {
  double P, D;  // P_k and P_k - P_(k-1)
} legendre;

// At 1 - gap. k P_k = (2k-1) x P_(k-1) - (k-1) P_(k-2), written for the differences: then the
// rounding of 1 - gap does not enter, and near the ends nothing cancels.
static legendre legendre_at(double gap, int k) {
  legendre l = {1, 0};
  for (int m = 0; m < k; m++) {
    l.D = (m*l.D - (2*m + 1)*gap*l.P)/(m + 1);
    l.P += l.D;
  }
  return l;
}

// P_k(-x) = (-1)^k P_k(x)
static double legendre_value(node n, int k) {
  double P = legendre_at(n.gap, k).P;
  return k % 2 ? n.side*P : P;
}

void tableau_legendre(double *P, const double *c, int k, int s) {
  assert(k >= 0);
  for (int i = 0; i < s; i++) {
    node n = c[i] < 0.5 ? (node){2*c[i], -1} : (node){2*(1 - c[i]), c[i] > 0.5};
    P[i] = legendre_value(n, k);
  }
}

// --- nodes and weights -----------------------------------------------------------------------

// P_s = 0;  F/F' with (1 - x^2) P'_s = s (P_(s-1) - x P_s)
static double gauss_change(node n, int s) {
  legendre l = legendre_at(n.gap, s);
  return l.P*n.gap*(2 - n.gap)/(s*(n.gap*l.P - l.D));
}

static double gauss_weight(node n, int s) {
  legendre l = legendre_at(n.gap, s);
  double w = s*(n.gap*l.P - l.D);
  return n.gap*(2 - n.gap)/(w*w);
}

// F = P_s + P_(s-1) over 1 + x, its known zero. With z = |x|: on the left F = +-(P_s - P_(s-1))(z).
// (1 - x) F' = s (P_(s-1) - P_s)
static double radau_change(node n, int s) {
  legendre l = legendre_at(n.gap, s);
  double sum = 2*l.P - l.D;  // P_s + P_(s-1)
  if (n.side < 0)
    return l.D/(s*sum/(2 - n.gap) + l.D/n.gap);
  return sum/(-s*l.D/n.gap - sum/(2 - n.gap));
}

static double radau_weight(node n, int s) {
  legendre l = legendre_at(n.gap, s);
  double w = s*(n.side < 0 ? 2*l.P - l.D : l.D);
  return 2*(n.side < 0 ? 2 - n.gap : n.gap)/(w*w);
}

// P'_N = 0, N = s - 1;  (1 - x^2) P''_N = 2 x P'_N - N (N+1) P_N
static double lobatto_change(node n, int s) {
  legendre l = legendre_at(n.gap, s - 1);
  double w = (s - 1)*(n.gap*l.P - l.D);  // (1 - x^2) P'_N
  return w/(2*(1 - n.gap)*w/(n.gap*(2 - n.gap)) - s*(s - 1)*l.P);
}

static double lobatto_weight(node n, int s) {
  double P = legendre_at(n.gap, s - 1).P;
  return 1/(s*(s - 1)*P*P);
}

// Newton's method in |x| = 1 - gap, from |x| = start, until the changes no longer shrink
static node refine(double start, int side, double change(node n, int s), int s) {
  node n = {1 - start, side};
  double last = DBL_MAX;
  for (double step = change(n, s); fabs(step) < last; step = change(n, s)) {
    n.gap += step;
    last = fabs(step);
  }
  return n;
}

static const double pi = 3.14159265358979323846;

// x ascending; Gauss and Lobatto on the left half, and reflected
static void gauss_nodes(node *x, int s) {
  for (int i = 0; i < s/2; i++)
    x[i] = refine(real_cos(pi*(i + 0.75)/(s + 0.5)), -1, gauss_change, s);
}

static void lobatto_nodes(node *x, int s) {
  x[0] = (node){0, -1};
  for (int i = 1; i < s/2; i++)
    x[i] = refine(real_cos(pi*i/(s - 1)), -1, lobatto_change, s);
}

static void reflect(node *x, int s) {
  for (int i = 0; i < s/2; i++)
    x[s - 1 - i] = (node){x[i].gap, 1};
  if (s % 2)
    x[s/2] = (node){1, 0};
}

static void radau_nodes(node *x, int s) {
  x[0] = (node){0, -1};
  for (int i = 1; i < s; i++) {
    double start = -real_cos(2*pi*i/(2*s - 1));
    x[i] = refine(fabs(start), start < 0 ? -1 : 1, radau_change, s);
  }
}

// from the left end to the right end
static void turn(node *x, double *b, int s) {
  for (int i = 0, j = s - 1; i <= j; i++, j--) {
    node left = {x[i].gap, -x[i].side};
    x[i] = (node){x[j].gap, -x[j].side};
    x[j] = left;
    double weight = b[i];
    b[i] = b[j];
    b[j] = weight;
  }
}

static void quadrature(node *x, double *b, nodes which, int s) {
  if (which == GAUSS || which == LOBATTO) {
    (which == GAUSS ? gauss_nodes : lobatto_nodes)(x, s);
    reflect(x, s);
    for (int i = 0; i < s; i++)
      b[i] = (which == GAUSS ? gauss_weight : lobatto_weight)(x[i], s);
    return;
  }
  radau_nodes(x, s);
  for (int i = 0; i < s; i++)
    b[i] = radau_weight(x[i], s);
  if (which == RADAU_RIGHT)
    turn(x, b, s);
}

// --- matrices --------------------------------------------------------------------------------

// The k-th term of the sum in tableau.h: S_ij += lower P_i Q_j - upper Q_i P_j. As one difference,
// so that S is skew, and odd under reflection, to the last bit if lower = upper.
static void add_term(double *S, const double *P, const double *Q, int lower, int upper, int s) {
  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++)
      S[i*s + j] += lower*P[i]*Q[j] - upper*Q[i]*P[j];
}

// a_ij = b_j/2 (1 + S_ij), A = 0 before
static void matrix(tableau *t, const node *x) {
  int s = t->s, f = (int)t->family;
  double P[tableau_most], Q[tableau_most];  // P_k(x_i), P_(k-1)(x_i)
  for (int i = 0; i < s; i++)
    P[i] = 1;

  for (int k = 1; k < s; k++) {
    for (int i = 0; i < s; i++) {
      Q[i] = P[i];
      P[i] = legendre_value(x[i], k);
    }
    bool last = k == s - 1;
    add_term(t->A, P, Q, last ? families[f].lower : 1, last ? families[f].upper : 1, s);
  }
  add_term(t->A, P, P, families[f].corner, 0, s);

  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++)
      t->A[i*s + j] = t->b[j]/2*(1 + t->A[i*s + j]);
}

// row i becomes factor b
static void set_row(tableau *t, int i, int factor) {
  assert(i >= 0 && i < t->s);
  for (int j = 0; j < t->s; j++)
    t->A[i*t->s + j] = factor*t->b[j];
}

static void set_column(tableau *t, int j, double value) {
  assert(j >= 0 && j < t->s);
  for (int i = 0; i < t->s; i++)
    t->A[i*t->s + j] = value;
}

// what is known without rounding
static void exact_entries(tableau *t) {
  int last = t->s - 1;
  switch (t->family) {
  case TABLEAU_RADAU_1A: set_column(t, 0, t->b[0]); break;
  case TABLEAU_RADAU_2A: set_row(t, last, 1); break;
  case TABLEAU_LOBATTO_3A:
    set_row(t, 0, 0);
    set_row(t, last, 1);
    break;
  case TABLEAU_LOBATTO_3B:
    set_column(t, 0, t->b[0]);
    set_column(t, last, 0);
    break;
  case TABLEAU_LOBATTO_3C:
    set_column(t, 0, t->b[0]);
    set_row(t, last, 1);
    break;
  case TABLEAU_LOBATTO_3C_STAR:
    set_row(t, 0, 0);
    set_column(t, last, 0);
    break;
  case TABLEAU_GAUSS:
  case TABLEAU_LOBATTO_3D: break;
  }
}

// --- the tableau -----------------------------------------------------------------------------

const char *tableau_name(tableau_family family) {
  assert((int)family >= 0 && (int)family < tableau_families);
  return families[family].name;
}

int tableau_least(tableau_family family) {
  assert((int)family >= 0 && (int)family < tableau_families);
  return families[family].nodes == LOBATTO ? 2 : 1;
}

bool tableau_init(tableau *t, arena *a, tableau_family family, int s) {
  assert(s >= tableau_least(family) && s <= tableau_most);
  tableau made = {.family = family, .s = s};
  made.A = ARENA_ARRAY(a, double, s*s);
  made.b = ARENA_ARRAY(a, double, s);
  made.c = ARENA_ARRAY(a, double, s);
  if (!made.A || !made.b || !made.c)
    return false;

  node x[tableau_most];
  quadrature(x, made.b, families[family].nodes, s);
  for (int i = 0; i < s; i++)
    made.c[i] = x[i].side < 0 ? x[i].gap/2 : 1 - x[i].gap/2;
  matrix(&made, x);
  exact_entries(&made);
  *t = made;
  return true;
}
