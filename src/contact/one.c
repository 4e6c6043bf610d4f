#include "contact/one.h"

#include "base/vec.h"

#include <float.h>
#include <math.h>

enum { most_evaluations = 200 };  // 40 were needed at most, 9 on average, of 14000 random contacts

static double entry(const double *W, int i, int j) {
  return W[i*contact_width + j];
}

static double length(const double *x, int n) {
  return n == 1 ? fabs(x[0]) : sqrt(x[0]*x[0] + x[1]*x[1]);
}

double one_contact_weight(const friction_clause *c, const double *W, int row) {
  double w = entry(W, row, row);
  return c->count == 2 ? vec_larger(w, entry(W, row + 1, row + 1)) : w;
}

// ---------------------------------------------------------------------------------------------
// a disc: T(al) = -(S + al)^-1 s

typedef struct disc {
  int n;  // 1 or 2
  double S[4], s[2];
} disc;

static void disc_force(const disc *d, double al, double *T) {
  double a = d->S[0] + al, e = d->S[3] + al;
  if (d->n == 1) {
    T[0] = -d->s[0]/a;
    return;
  }
  double det = a*e - d->S[1]*d->S[2];
  T[0] = -(e*d->s[0] - d->S[1]*d->s[1])/det;
  T[1] = -(a*d->s[1] - d->S[2]*d->s[0])/det;
}

// T <- radius T/|T|
static void disc_scale(const disc *d, double radius, double *T) {
  double l = length(T, d->n);
  for (int i = 0; l > 0 && i < d->n; i++)
    T[i] *= radius/l;
}

// The clause alone, its radius given. Two rows: Newton on 1/radius - 1/|T(al)|, which is nearly
// linear in al; from al = 0 on it rises to the root from one side.
static void disc_alone(const disc *d, double radius, double *T) {
  double al = 0, step = 1;
  disc_force(d, 0, T);
  double l = length(T, d->n);
  if (!(l > radius))
    return;
  for (int i = 0; d->n == 2 && radius > 0 && i < most_evaluations && step > DBL_EPSILON*al; i++) {
    // d|T|/d al = -T.(S + al)^-1 T/|T|
    disc rate = *d;
    double D[2];
    vec_copy(rate.s, T, 2);
    disc_force(&rate, al, D);
    step = (l - radius)/radius*l*l/-vec_dot(T, D, 2);
    al = vec_larger(al + step, 0);
    step = fabs(step);
    disc_force(d, al, T);
    l = length(T, 2);
  }
  disc_scale(d, radius, T);
}

// ---------------------------------------------------------------------------------------------
// normal and first clause

typedef struct cone {
  disc slip;  // S, s
  double mu, WNN, rN;
  double WNT[2];
} cone;

// |T(al)| - mu N(al), al = tr(S)/n (1 - y)/y for y in (0, 1]; *size is the size of its terms
static double cone_excess(const cone *c, double y, double *T, double *size) {
  const disc *d = &c->slip;
  double middle = d->n == 1 ? d->S[0] : (d->S[0] + d->S[3])/2;
  disc_force(d, middle*(1 - y)/y, T);
  double along = length(T, d->n), N = -(c->rN + vec_dot(c->WNT, T, d->n))/c->WNN;
  *size = along + c->mu*fabs(N);
  return along - c->mu*N;
}

// The direction of T where the excess is zero: the first y of 1/2, 1/4, ... with a negative value,
// then regula falsi, which halves the value of an end that stays (Illinois).
static void cone_direction(const cone *c, double excess, double *T) {
  double a = 1, fa = excess, y = 0.5, size, f = cone_excess(c, y, T, &size);
  int i = 0;
  for (; f > 0 && i < most_evaluations; i++) {
    a = y;
    fa = f;
    y /= 2;
    f = cone_excess(c, y, T, &size);
  }
  double b = y, fb = f;
  for (; fabs(f) > 2*DBL_EPSILON*size && a - b > 2*DBL_EPSILON*a && i < most_evaluations;
       i++) {
    y = b + fb*(a - b)/(fb - fa);
    f = cone_excess(c, y, T, &size);
    bool stays = f > 0;  // b does
    fb = stays ? fb/2 : f;
    b = stays ? b : y;
    fa = stays ? f : fa/2;
    a = stays ? y : a;
  }
}

static void cone_solve(const cone *c, double *N, double *T) {
  const disc *d = &c->slip;
  double size, excess = cone_excess(c, 1, T, &size);
  if (excess <= 0) {
    *N = -(c->rN + vec_dot(c->WNT, T, d->n))/c->WNN;
    return;
  }
  // with one row the direction is that of -s, otherwise it is searched for
  if (d->n == 2)
    cone_direction(c, excess, T);
  disc_scale(d, 1, T);
  *N = -c->rN/(c->WNN + c->mu*vec_dot(c->WNT, T, d->n));
  disc_scale(d, c->mu * *N, T);
}

static cone cone_of(const friction_clause *f, const double *W, const double *r) {
  cone c = {.slip.n = f->count, .mu = f->mu, .WNN = entry(W, 0, 0), .rN = r[0]};
  for (int i = 0; i < f->count; i++) {
    double share = entry(W, i + 1, 0)/c.WNN;
    c.WNT[i] = entry(W, 0, i + 1);
    c.slip.s[i] = r[i + 1] - share*r[0];
    for (int j = 0; j < f->count; j++)
      c.slip.S[2*i + j] = entry(W, i + 1, j + 1) - share*entry(W, 0, j + 1);
  }
  return c;
}

// P_T = slope P_N is given
static void solve_tied(const contact_rows *c, const double *W, const double *r, double *P) {
  double w = entry(W, 0, 0) + c->slope*entry(W, 0, 1);
  assert(c->nclause > 0 && c->clause[0].count == 1);
  P[0] = w > 0 ? vec_larger(0, -r[0]/w) : 0;
  P[1] = c->slope*P[0];
}

static void solve_first(const contact_rows *c, const double *W, const double *r, double *P) {
  int n = c->nclause > 0 ? c->clause[0].count : 0;
  if (c->tied) {
    solve_tied(c, W, r, P);
    return;
  }
  vec_zero(P, 1 + n);
  if (!(r[0] < 0))
    return;
  if (n == 0 || !(c->clause[0].mu > 0)) {
    P[0] = -r[0]/entry(W, 0, 0);
    return;
  }
  cone problem = cone_of(&c->clause[0], W, r);
  cone_solve(&problem, P, P + 1);
}

// a clause after the first, whose rows begin with `row`
static void solve_later(const friction_clause *f, const double *W, const double *r, double *P,
                        int row, int width) {
  disc d = {.n = f->count};
  for (int i = 0; i < f->count; i++) {
    d.s[i] = r[row + i];
    for (int j = 0; j < width; j++)
      if (j < row || j >= row + f->count)
        d.s[i] += entry(W, row + i, j)*P[j];
    for (int j = 0; j < f->count; j++)
      d.S[2*i + j] = entry(W, row + i, row + j);
  }
  if (f->mu > 0 && P[0] > 0)
    disc_alone(&d, f->mu*P[0], P + row);
  else
    vec_zero(P + row, f->count);
}

void one_contact(const contact_rows *c, const double *W, const double *r, double *P) {
  int width = contact_rows_width(c), row = 1 + (c->nclause > 0 ? c->clause[0].count : 0);
  double others[3] = {0};
  for (int i = 0; i < row; i++) {
    others[i] = r[i];
    for (int j = row; j < width; j++)
      others[i] += entry(W, i, j)*P[j];
  }
  solve_first(c, W, others, P);
  for (int k = 1; k < c->nclause; k++) {
    solve_later(&c->clause[k], W, r, P, row, width);
    row += c->clause[k].count;
  }
}

// ---------------------------------------------------------------------------------------------
// what can be solved

// a matrix of n rows is positive definite, as far as rounding of the size `size` lets that be seen
static bool is_definite(const disc *d, double size) {
  static const double rounding = 1e-14;
  double least = rounding*size, off = (d->S[1] + d->S[2])/2;
  if (d->n == 1)
    return d->S[0] > least;
  return d->S[0] > least && d->S[3] > least &&
         d->S[0]*d->S[3] - off*off > least*(d->S[0] + d->S[3]);
}

bool one_contact_fits(const contact_rows *c, const double *W) {
  int row = 1;
  if (!(entry(W, 0, 0) > 0 && isfinite(entry(W, 0, 0))))
    return false;
  for (int k = 0; k < c->nclause; k++) {
    const friction_clause *f = &c->clause[k];
    disc d = {.n = f->count};
    const double zero[contact_width] = {0};
    for (int i = 0; i < f->count; i++)
      for (int j = 0; j < f->count; j++)
        d.S[2*i + j] = entry(W, row + i, row + j);
    if (k == 0)
      d = cone_of(f, W, zero).slip;
    if (f->mu > 0 && !is_definite(&d, one_contact_weight(f, W, row)))
      return false;
    row += f->count;
  }
  return true;
}
