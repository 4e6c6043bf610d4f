// Symmetric compositions: order 4, 6 or 8 from a symmetric method of order 2, and order 2 or 4 from
// a method that has an adjoint.
//
//   step       Psi(h) = S(g_s h) o ... o S(g_2 h) o S(g_1 h),  g_i = g_(s+1-i)              [H] V.3
//   symmetric  Psi(h) = M*(h/2) o M(h/2), M* the adjoint of M: M*(-h) undoes M(h)          [H] II.3
//   in turn    Psi(h) = M*(g_s h) o M(g_(s-1) h) o ... o M*(g_2 h) o M(g_1 h), s even, the same
//              palindrome: blanes-moan4, of order 4 if M has order 1                 [H] II.3, V.3
//   nested     a scheme for symmetric methods takes M*(g_i h/2) o M(g_i h/2) as its S(g_i h), where
//              M is not symmetric: 2s stages, M and M* in turn
//   order      sum g = 1, and sum g^3 = 0 for order 4, also sum g^5 = 0 and further conditions for
//              order 6, sum g^7 = 0 and further for order 8; a symmetric method has even order. In
//              turn: also sum_(i<j) (e_i g_i^2 g_j - g_i e_j g_j^2) = 0, e = 1 for M and -1 for M*
//   unknown    those of S, in every stage; each stage keeps its own factorisation and extrapolates
//              from its own past
//   Jacobian   that of S
//
//   keeps      all that S keeps: every stage ends on the constraints
//   reversible the coefficients are a palindrome and S is symmetric, or M and M* change places
//   does not   suit long steps: some g are negative, and the longest stage of yoshida4 is
//              1.7 h
//
// [H] Hairer, Lubich, Wanner, "Geometric Numerical Integration", sec. II.3 and V.3. The schemes are
//     due to Yoshida, Phys. Lett. A 150 (1990) (yoshida4, yoshida6); Suzuki, Phys. Lett. A 146
//     (1990) (suzuki4); Kahan, Li, Math. Comp. 66 (1997) (kahan-li6, kahan-li8); Suzuki, Umeno
//     (1993) (suzuki-umeno8); Blanes, Moan, J. Comput. Appl. Math. 142 (2002), S_6 (blanes-moan4).

#pragma once

#include "methods/kernel.h"

enum { scheme_half = 17 };  // coefficients up to the middle of the longest scheme, nested

typedef struct scheme {
  const char *name;
  int order, stages;
  bool adjoint;              // every second stage is one of the adjoint
  double half[scheme_half];  // g_1 ... up to and with the middle, which makes the sum 1
} scheme;

// stages up to the middle are given, and M and its adjoint take turns in pairs
static inline bool scheme_is_whole(const scheme *s) {
  return s->stages > 0 && (s->stages + 1)/2 <= scheme_half && (!s->adjoint || s->stages % 2 == 0);
}

// coefficient of stage i, 0 <= i < stages
static inline double scheme_stage(const scheme *s, int i) {
  assert(i >= 0 && i < s->stages);
  int mirror = s->stages - 1 - i;
  return s->half[i < mirror ? i : mirror];
}

// stage i, of size h; the iterations it took are added to *iterations
typedef kernel_result compose_stage(void *context, int i, state *x, double h, long *iterations);

typedef struct compose {
  kernel base;
  const scheme *scheme;
  compose_stage *stage;
  void *context;
  state before;  // the start of the step, for one that fails half way
} compose;

static inline kernel_result compose_step(compose *s, state *x, double h) {
  long iterations = 0;
  state_copy(&s->before, x);
  for (int i = 0; i < s->scheme->stages; i++) {
    double part = scheme_stage(s->scheme, i)*h;
    kernel_result result = s->stage(s->context, i, x, part, &iterations);
    if (result != KERNEL_DONE) {
      state_copy(x, &s->before);
      s->base.failed_at = i;
      return result;
    }
    x->t += part;
  }
  x->t = s->before.t;
  if (iterations > s->base.newton.carried.max_iterations)
    s->base.newton.carried.max_iterations = (int)iterations;
  return KERNEL_DONE;
}
