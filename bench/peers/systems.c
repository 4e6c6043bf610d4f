// The systems of the peers: their right-hand sides and projections.

#include "bench/peers/peer.h"

#include <string.h>

enum { most_rows = 20, most_size = hand_most };

void peer_rate(const peer_system *s, const double *y, double *dy) {
  s->speed(dy, y + s->n, s->n);
  s->hand->rate(dy + s->n, y, y + s->n, s->n);
}

// ---- projection

// S x = r, S symmetric and positive definite, by Cholesky
static void solve(double *S, double *r, int m) {
  for (int j = 0; j < m; j++) {
    for (int k = 0; k < j; k++)
      S[j*m + j] -= S[j*m + k]*S[j*m + k];
    S[j*m + j] = sqrt(S[j*m + j]);
    for (int i = j + 1; i < m; i++) {
      for (int k = 0; k < j; k++)
        S[i*m + j] -= S[i*m + k]*S[j*m + k];
      S[i*m + j] /= S[j*m + j];
    }
    for (int k = 0; k < j; k++)
      r[j] -= S[j*m + k]*r[k];
    r[j] /= S[j*m + j];
  }
  for (int i = m - 1; i >= 0; i--) {
    for (int k = i + 1; k < m; k++)
      r[i] -= S[k*m + i]*r[k];
    r[i] /= S[i*m + i];
  }
}

// x -= B^T mu with G A^T mu = r: three matrices of m rows, A = G M^-1
static void step_back(double *x, const double *B, const double *G, const double *A, double *r,
                      const peer_system *s) {
  double S[most_rows*most_rows];
  int m = s->m, n = s->n;
  for (int i = 0; i < m; i++)
    for (int k = 0; k <= i; k++) {
      S[i*m + k] = 0;
      for (int j = 0; j < n; j++)
        S[i*m + k] += G[i*n + j]*A[k*n + j];
    }
  solve(S, r, m);
  for (int k = 0; k < m; k++)
    for (int j = 0; j < n; j++)
      x[j] -= B[k*n + j]*r[k];
}

// M^-1 G^T by rows
static void divide(const peer_system *s, double *A, const double *G, const double *q) {
  for (int k = 0; k < s->m; k++)
    s->by_mass(A + k*s->n, G + k*s->n, q, s->n);
}

void peer_project(const peer_system *s, double *y) {
  double G[most_rows*most_size], A[most_rows*most_size], r[most_rows], v[most_size];
  int n = s->n;
  for (int i = 0; s->mh > 0 && i < 2; i++) {
    s->rows(G, y, n);
    divide(s, A, G, y);
    s->gap(r, y, n);
    step_back(y, A, G, A, r, s);
  }
  s->rows(G, y, n);
  divide(s, A, G, y);
  s->speed(v, y + n, n);
  for (int k = 0; k < s->m; k++) {
    r[k] = 0;
    for (int j = 0; j < n; j++)
      r[k] += G[k*n + j]*v[j];
  }
  // momenta move along G, velocities along M^-1 G
  step_back(y + n, s->hand->momenta ? G : A, G, A, r, s);
}

// ---- velocities

static void same(double *v, const double *x, int n) {
  memcpy(v, x, (size_t)n*sizeof *v);
}

static void same_mass(double *y, const double *x, const double *q, int n) {
  (void)q;
  same(y, x, n);
}

// ---- the sleigh

// M = [1 0 -s; 0 1 c; -s c 2], s, c of theta; its inverse, by elimination: 2 - s^2 - c^2 = 1
static void sleigh_mass(double *y, const double *x, const double *q, int n) {
  (void)n;
  double s = sin(q[2]), c = cos(q[2]), w = x[2] + s*x[0] - c*x[1];
  y[0] = x[0] + s*w;
  y[1] = x[1] - c*w;
  y[2] = w;
}

static void sleigh_rows(double *G, const double *q, int n) {
  (void)n;
  G[0] = -sin(q[2]);
  G[1] = cos(q[2]);
  G[2] = 0;
}

// ---- the chaotic system

static void chaotic_rows(double *G, const double *q, int n) {
  int half = (n - 1)/2;
  memset(G, 0, (size_t)n*sizeof *G);
  G[0] = 1;
  for (int i = 0; i < half; i++)
    G[1 + half + i] = q[1 + i];
}

// ---- the double spherical pendulum, m1 = 1, m2 = 1.5, in relative vectors

static void pendulum_speed(double *v, const double *p, int n) {
  (void)n;
  for (int i = 0; i < 3; i++) {
    v[i] = p[i] - p[3 + i];
    v[3 + i] = p[3 + i]/1.5 - v[i];
  }
}

static void pendulum_mass(double *y, const double *x, const double *q, int n) {
  (void)q;
  pendulum_speed(y, x, n);
}

static void pendulum_rows(double *G, const double *q, int n) {
  memset(G, 0, 2*(size_t)n*sizeof *G);
  memcpy(G, q, 3*sizeof *G);
  memcpy(G + n + 3, q + 3, 3*sizeof *G);
}

static void pendulum_gap(double *g, const double *q, int n) {
  (void)n;
  g[0] = (q[0]*q[0] + q[1]*q[1] + q[2]*q[2] - 1)/2;
  g[1] = (q[3]*q[3] + q[4]*q[4] + q[5]*q[5] - 0.64)/2;
}

// ---- the chain: x of all masses, then y

static const double masses[] = {1, 0.8, 0.6, 0.9, 0.5}, lengths[] = {1, 0.5, 0.7, 0.6, 0.4};

static int like(int i) {
  return i < 5 ? i : 4;
}

static void chain_speed(double *v, const double *p, int n) {
  for (int i = 0; i < n; i++)
    v[i] = p[i]/masses[like(i % (n/2))];
}

static void chain_mass(double *y, const double *x, const double *q, int n) {
  (void)q;
  chain_speed(y, x, n);
}

static void chain_rows(double *G, const double *q, int n) {
  int m = n/2;
  memset(G, 0, (size_t)(m*n)*sizeof *G);
  for (int i = 0; i < m; i++)
    for (int at = 0; at < n; at += m) {
      double d = q[at + i] - (i > 0 ? q[at + i - 1] : 0);
      G[i*n + at + i] = d;
      if (i > 0)
        G[i*n + at + i - 1] = -d;
    }
}

static void chain_gap(double *g, const double *q, int n) {
  int m = n/2;
  for (int i = 0; i < m; i++) {
    double x = q[i] - (i > 0 ? q[i - 1] : 0), y = q[m + i] - (i > 0 ? q[m + i - 1] : 0);
    g[i] = (x*x + y*y - lengths[like(i)]*lengths[like(i)])/2;
  }
}

const peer_system peer_systems[] = {
    {"sleigh", &hand_sleigh, 3, 1, 0, NULL, sleigh_rows, same, sleigh_mass},
    {"chaotic", &hand_chaotic, 7, 1, 0, NULL, chaotic_rows, same, same_mass},
    {"chain-10", &hand_chain, 20, 10, 10, chain_gap, chain_rows, chain_speed, chain_mass},
    {"pendulum", &hand_pendulum, 6, 2, 2, pendulum_gap, pendulum_rows, pendulum_speed,
     pendulum_mass},
};
const int peer_count = sizeof peer_systems/sizeof *peer_systems;
