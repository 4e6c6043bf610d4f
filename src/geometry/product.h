// A group as a product of R^k, SO(3), SE(2), SE(3) and SO(n), with one retraction tau: cay or exp.
//
//   element    the elements of the factors one after the other, `size` numbers in all
//   velocity   the velocities of the factors, `dim` numbers; g' = g hat(xi)
//   factor     element                   velocity                 size, dim
//   R^k        x                         x'                       k, k
//   SO(3)      R by rows                 w, body vector           9, 3
//   SE(2)      x, y, theta               v1, v2, omega            3, 3
//   SE(3)      x, R by rows              v, w                     12, 6
//   SO(n)      R by rows                 X_ij, i < j, by rows     n^2, n(n-1)/2
//
// This is the order of the entries of a model. Matrices are dim x dim, by rows, and block diagonal;
// a star is a plain transpose: Ad*_g mu = Ad_g^T mu, ad*_xi mu = ad_xi^T mu.
//
//   D(xi)      left-trivialised tangent: tau(xi)^-1 d/de tau(xi + e eta) = hat(D(xi) eta)
//   T          gradient in xi of w.(D(xi) eta);   S  the matrix of its second derivatives
//   M(xi,eta)  = d(D(xi) eta)/dxi,   N(xi,w) = d(D(xi)^T w)/dxi
//   K(mu)      K(mu) xi = ad*_xi mu
//
//   identities tau(-xi) = tau(xi)^-1,   D(-xi) = Ad_tau(xi) D(xi),   exp: D(xi) xi = xi
//              dT/dxi = S,   dT/deta = N(xi,w)^T,   dT/dw = M(xi,eta)^T
//              g -> g tau(zeta): Ad*_g mu changes by K(Ad*_g mu) zeta
//
// Nothing here allocates or fails, except tau^-1. An output must not be one of the inputs.

#pragma once

#include "geometry/se2.h"
#include "geometry/se3.h"
#include "geometry/son_cay.h"
#include "geometry/son_exp.h"
#include "real/arctangent.h"

#include <assert.h>

typedef enum group_kind { GROUP_R, GROUP_SO3, GROUP_SE2, GROUP_SE3, GROUP_SO } group_kind;
typedef enum group_retraction { GROUP_CAY, GROUP_EXP } group_retraction;

typedef struct group_factor {
  group_kind kind;
  int n;            // of R^n and of SO(n), where it is 3 .. son_largest; otherwise not read
  int dim, size;    // of its velocity and its element
  int first, from;  // where they begin in those of the product
} group_factor;

typedef struct group {
  const group_factor *factor;  // nfactor
  int nfactor;
  int dim, size;
  group_retraction tau;
} group;

// the largest block of a factor; those of R^k, which are 0 or 1, are never made
enum { group_block_most = son_most*son_most };

static inline int group_factor_dim(group_kind kind, int n) {
  switch (kind) {
  case GROUP_R: return n;
  case GROUP_SO3: return 3;
  case GROUP_SE2: return 3;
  case GROUP_SE3: return 6;
  case GROUP_SO: return son_dim(n);
  }
  return 0;
}

static inline int group_factor_size(group_kind kind, int n) {
  switch (kind) {
  case GROUP_R: return n;
  case GROUP_SO3: return 9;
  case GROUP_SE2: return 3;
  case GROUP_SE3: return 12;
  case GROUP_SO: return n*n;
  }
  return 0;
}

// numbers of an element that are no rotation, which stand first; as many velocities move them
static inline int group_factor_translations(const group_factor *f) {
  switch (f->kind) {
  case GROUP_R: return f->n;
  case GROUP_SE2: return 2;
  case GROUP_SE3: return 3;
  case GROUP_SO3:
  case GROUP_SO: return 0;
  }
  return 0;
}

// do the factors follow one another, and make up all velocities and all numbers of an element?
static inline bool group_is_covered(const group_factor *factor, int nfactor, int dim, int size) {
  int first = 0, from = 0;
  for (int i = 0; i < nfactor; i++) {
    if (factor[i].first != first || factor[i].from != from)
      return false;
    first += factor[i].dim;
    from += factor[i].size;
  }
  return first == dim && from == size;
}

// The product of the factors, of which kind and n are given; the rest of them is filled in. They
// stay the caller's and must live as long as the group.
static inline group group_of(group_factor *factor, int nfactor, group_retraction tau) {
  group G = {.factor = factor, .nfactor = nfactor, .tau = tau};
  for (int i = 0; i < nfactor; i++) {
    group_factor *f = factor + i;
    assert(f->kind != GROUP_SO || (f->n >= 3 && f->n <= son_largest));
    f->dim = group_factor_dim(f->kind, f->n);
    f->size = group_factor_size(f->kind, f->n);
    f->first = G.dim;
    f->from = G.size;
    G.dim += f->dim;
    G.size += f->size;
  }
  return G;
}

// Call what the group of the factor has under this name, so3_compose, se2_compose, ...; on R^n it
// is the statement `real`
#define GROUP_CALL(f, real, name, ...)                   \
  switch ((f)->kind) {                                   \
  case GROUP_R: real; break;                             \
  case GROUP_SO3: so3_##name(__VA_ARGS__); break;        \
  case GROUP_SE2: se2_##name(__VA_ARGS__); break;        \
  case GROUP_SE3: se3_##name(__VA_ARGS__); break;        \
  case GROUP_SO: son_##name(__VA_ARGS__, (f)->n); break; \
  }

// the same with the function of the retraction: so3_cay_D or so3_exp_D, ...
#define GROUP_CALL_TAU(f, tau, real, name, ...)   \
  do {                                            \
    if ((tau) == GROUP_CAY)                       \
      GROUP_CALL(f, real, cay##name, __VA_ARGS__) \
    else                                          \
      GROUP_CALL(f, real, exp##name, __VA_ARGS__) \
  } while (0)

// ---------------------------------------------------------------------------------------------
// elements

static inline void group_identity(const group *G, double *g) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    GROUP_CALL(f, vec_zero(g + f->from, f->n), identity, g + f->from)
  }
}

// g = a b
static inline void group_compose(const group *G, double *g, const double *a, const double *b) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    double *to = g + f->from;
    const double *x = a + f->from, *y = b + f->from;
    GROUP_CALL(f, vec_axpy(to, 1, y, x, f->n), compose, to, x, y)
  }
}

// g = a^-1
static inline void group_inverse(const group *G, double *g, const double *a) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    double *to = g + f->from;
    GROUP_CALL(f, vec_negate(to, a + f->from, f->n), inverse, to, a + f->from)
  }
}

// g' = g hat(xi), the tangent of the numbers of g
static inline void group_rate(const group *G, double *rate, const double *g, const double *xi) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    double *to = rate + f->from;
    const double *w = xi + f->first;
    GROUP_CALL(f, vec_copy(to, w, f->n), rate, to, g + f->from, w)
  }
}

// Rotations gather rounding in products, about 1e-16 each at worst: due every 1000 of them.
static inline void group_orthonormalise(const group *G, double *g) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    GROUP_CALL(f, (void)0, orthonormalise, g + f->from)
  }
}

// ---------------------------------------------------------------------------------------------
// the retraction

// g = tau(xi)
static inline void group_tau(const group *G, double *g, const double *xi) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    double *to = g + f->from;
    const double *w = xi + f->first;
    GROUP_CALL_TAU(f, G->tau, vec_copy(to, w, f->n), , to, w);
  }
}

static inline bool group_cay_inverse(const group_factor *f, double *xi, const double *g) {
  switch (f->kind) {
  case GROUP_R: break;
  case GROUP_SO3: return so3_cay_inverse(xi, g);
  case GROUP_SE2: return se2_cay_inverse(xi, g);
  case GROUP_SE3: return se3_cay_inverse(xi, g);
  case GROUP_SO: return son_cay_inverse(xi, g, f->n);
  }
  vec_copy(xi, g, f->n);
  return true;
}

static inline bool group_exp_inverse(const group_factor *f, double *xi, const double *g) {
  switch (f->kind) {
  case GROUP_R: vec_copy(xi, g, f->n); break;
  case GROUP_SO3: so3_exp_inverse(xi, g); break;
  case GROUP_SE2: se2_exp_inverse(xi, g); break;
  case GROUP_SE3: se3_exp_inverse(xi, g); break;
  case GROUP_SO: return son_exp_inverse(xi, g, f->n);
  }
  return true;
}

// xi = tau^-1(g). False if there is none, at a rotation by pi: xi is then not to be used.
static inline bool group_tau_inverse(const group *G, double *xi, const double *g) {
  bool all = true;
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    double *w = xi + f->first;
    const double *x = g + f->from;
    bool one = G->tau == GROUP_CAY ? group_cay_inverse(f, w, x) : group_exp_inverse(f, w, x);
    all = all && one;
  }
  return all;
}

// The largest angle of a rotation in tau(xi), for SO(n) a bound of it; steps should stay below
// pi/2.
static inline double group_turn(const group *G, const double *xi) {
  double largest = 0;
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    const double *w = xi + f->first;
    double size = 0;
    switch (f->kind) {
    case GROUP_R: break;
    case GROUP_SO3: size = sqrt(vec_dot(w, w, 3)); break;
    case GROUP_SE2: size = fabs(w[2]); break;
    case GROUP_SE3: size = sqrt(vec_dot(w + 3, w + 3, 3)); break;
    case GROUP_SO: size = son_norm(w, f->n); break;
    }
    largest = vec_larger(largest, G->tau == GROUP_CAY ? 2*real_atan(size/2) : size);
  }
  return largest;
}

// ---------------------------------------------------------------------------------------------
// matrices

// what a block is made of: xi, or g, or mu; and the vectors of T, or the one a matrix acts on
typedef struct group_point {
  const double *x, *eta, *w;
} group_point;

// fills the block of a factor that is not R^n
typedef void group_block(const group_factor *f, group_retraction tau, double *block,
                         group_point at);

// the matrix of all blocks; those of R^n are `real` times one
static inline void group_blocks(const group *G, double *M, double real, group_block *fill,
                                group_point at) {
  double block[group_block_most];
  vec_zero(M, G->dim*G->dim);
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    for (int k = f->first; f->kind == GROUP_R && k < f->first + f->dim; k++)
      M[k*G->dim + k] = real;
    if (f->kind == GROUP_R)
      continue;
    assert(f->dim*f->dim <= group_block_most);
    fill(f, G->tau, block, at);
    mat_put(M, G->dim, f->first, f->first, block, f->dim);
  }
}

static inline void group_block_Ad(const group_factor *f, group_retraction tau, double *block,
                                  group_point at) {
  (void)tau;
  GROUP_CALL(f, (void)0, Ad, block, at.x + f->from)
}

static inline void group_block_ad(const group_factor *f, group_retraction tau, double *block,
                                  group_point at) {
  (void)tau;
  GROUP_CALL(f, (void)0, ad, block, at.x + f->first)
}

static inline void group_block_K(const group_factor *f, group_retraction tau, double *block,
                                 group_point at) {
  (void)tau;
  GROUP_CALL(f, (void)0, K, block, at.x + f->first)
}

static inline void group_block_D(const group_factor *f, group_retraction tau, double *block,
                                 group_point at) {
  GROUP_CALL_TAU(f, tau, (void)0, _D, block, at.x + f->first);
}

static inline void group_block_D_inverse(const group_factor *f, group_retraction tau, double *block,
                                         group_point at) {
  GROUP_CALL_TAU(f, tau, (void)0, _D_inverse, block, at.x + f->first);
}

static inline void group_block_S(const group_factor *f, group_retraction tau, double *block,
                                 group_point at) {
  GROUP_CALL_TAU(f, tau, (void)0, _S, block, at.x + f->first, at.eta + f->first, at.w + f->first);
}

static inline void group_block_M(const group_factor *f, group_retraction tau, double *block,
                                 group_point at) {
  GROUP_CALL_TAU(f, tau, (void)0, _M, block, at.x + f->first, at.eta + f->first);
}

static inline void group_block_N(const group_factor *f, group_retraction tau, double *block,
                                 group_point at) {
  GROUP_CALL_TAU(f, tau, (void)0, _N, block, at.x + f->first, at.w + f->first);
}

static inline void group_Ad(const group *G, double *M, const double *g) {
  group_blocks(G, M, 1, group_block_Ad, (group_point){.x = g});
}

static inline void group_ad(const group *G, double *M, const double *xi) {
  group_blocks(G, M, 0, group_block_ad, (group_point){.x = xi});
}

static inline void group_K(const group *G, double *M, const double *mu) {
  group_blocks(G, M, 0, group_block_K, (group_point){.x = mu});
}

static inline void group_D(const group *G, double *M, const double *xi) {
  group_blocks(G, M, 1, group_block_D, (group_point){.x = xi});
}

static inline void group_D_inverse(const group *G, double *M, const double *xi) {
  group_blocks(G, M, 1, group_block_D_inverse, (group_point){.x = xi});
}

static inline void group_M(const group *G, double *M, const double *xi, const double *eta) {
  group_blocks(G, M, 0, group_block_M, (group_point){.x = xi, .eta = eta});
}

static inline void group_N(const group *G, double *M, const double *xi, const double *w) {
  group_blocks(G, M, 0, group_block_N, (group_point){.x = xi, .w = w});
}

static inline void group_S(const group *G, double *M, const double *xi, const double *eta,
                           const double *w) {
  group_blocks(G, M, 0, group_block_S, (group_point){xi, eta, w});
}

// ---------------------------------------------------------------------------------------------
// vectors

static inline void group_T(const group *G, double *T, const double *xi, const double *eta,
                           const double *w) {
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    int k = f->first;
    GROUP_CALL_TAU(f, G->tau, vec_zero(T + k, f->n), _T, T + k, xi + k, eta + k, w + k);
  }
}

// y = M x or M^T x with the matrix of blocks that `fill` makes; on R^n it is `real`, 0 or 1
static inline void group_apply(const group *G, double *y, double real, group_block *fill,
                               group_point at, bool transposed) {
  double block[group_block_most];
  for (int i = 0; i < G->nfactor; i++) {
    const group_factor *f = G->factor + i;
    int k = f->first;
    if (f->kind == GROUP_R) {
      for (int j = k; j < k + f->dim; j++)
        y[j] = real*at.w[j];
      continue;
    }
    fill(f, G->tau, block, at);
    if (transposed)
      mat_tvec(y + k, block, at.w + k, f->dim);
    else
      mat_vec(y + k, block, at.w + k, f->dim, f->dim);
  }
}

// y = Ad_g eta
static inline void group_Ad_vec(const group *G, double *y, const double *g, const double *eta) {
  group_apply(G, y, 1, group_block_Ad, (group_point){.x = g, .w = eta}, false);
}

// y = Ad*_g mu
static inline void group_Ad_star(const group *G, double *y, const double *g, const double *mu) {
  group_apply(G, y, 1, group_block_Ad, (group_point){.x = g, .w = mu}, true);
}

// y = ad*_xi mu
static inline void group_ad_star(const group *G, double *y, const double *xi, const double *mu) {
  group_apply(G, y, 0, group_block_ad, (group_point){.x = xi, .w = mu}, true);
}

// y = D(xi) eta
static inline void group_D_vec(const group *G, double *y, const double *xi, const double *eta) {
  group_apply(G, y, 1, group_block_D, (group_point){.x = xi, .w = eta}, false);
}

// y = D(xi)^T mu
static inline void group_D_star(const group *G, double *y, const double *xi, const double *mu) {
  group_apply(G, y, 1, group_block_D, (group_point){.x = xi, .w = mu}, true);
}

// y = D(xi)^-T mu
static inline void group_D_inverse_star(const group *G, double *y, const double *xi,
                                        const double *mu) {
  group_apply(G, y, 1, group_block_D_inverse, (group_point){.x = xi, .w = mu}, true);
}

// y = D(xi)^-1 eta
static inline void group_D_inverse_vec(const group *G, double *y, const double *xi,
                                       const double *eta) {
  group_apply(G, y, 1, group_block_D_inverse, (group_point){.x = xi, .w = eta}, false);
}
